/*
 * Values that PyTorch computed: tests/fixtures/expected/TOPIC.json, written by
 * tests/fixtures/expected/write.py.
 */
#ifndef SUPPORT_EXPECTED_H
#define SUPPORT_EXPECTED_H

#include <jansson.h>

#include "testing.h"

/* The file's list of cases; ends the program if it cannot be read, and prints where it is wrong.
 * Release it with json_decref().
 *
 * It excludes cases that this release of libtorch cannot meet because the values are from another
 * release: those with a later dtype, and those that tests/fixtures/expected/since.json lists. Their
 * number and the reasons are printed once. With the release of the values the list is complete.
 * Besides its members each case has "place", its position in the file. */
json_t *expected_cases(const char *topic);

/* The number of excluded cases, after the list was read. */
size_t expected_left_out(const char *topic);

/* Whether the values are from another release of libtorch. */
bool expected_is_of_another_release(void);

/* Whether the last digits may differ: the values are from another release or another processor. */
bool expected_has_other_digits(void);

/* Whether an error has PyTorch's text, before its hint if it has one. Texts differ between releases:
 * with another release than the values', only the kind must be the same, unless it is our
 * ArgumentError, and at its end the program prints the two texts and their number. */
bool is_expected_error(ct_error got, const char *wanted);

/* The same for the beginning of an error. */
bool begins_as_expected(ct_error got, const char *wanted);

/* Fails unless the error is as the case's "error" says. `what` is for the message. */
void assert_expected_error(ct_error got, const json_t *of_case, const char *what);

/* The call must fail with PyTorch's text. */
#define FAILS_AS_EXPECTED(call, wanted)                                                        \
	do {                                                                                   \
		ct_error fails_error_ = (call);                                                \
		ck_assert_msg(fails_error_ != NULL, "%s: no error", #call);                    \
		ck_assert_msg(is_expected_error(fails_error_, wanted),                         \
			      "%s:\nexpected: %s\ngot:      %s", #call, wanted, fails_error_); \
		ct_error_free(fails_error_);                                                   \
	} while (0)

/* A required member; ends the program if it is missing. Borrowed from the case. */
const char *expected_text(const json_t *of_case, const char *key);
int64_t expected_int(const json_t *of_case, const char *key);
double expected_double(const json_t *of_case, const char *key); /* "inf", "-inf", "nan" as texts */
bool expected_bool(const json_t *of_case, const char *key);
const json_t *expected_list(const json_t *of_case, const char *key);

/* By Python's name, without "torch."; ends the program if it is not one. */
ct_dtype expected_dtype(const char *name);

/* The numbers of a list; as many as json_array_size() says. Release them with free(). */
int64_t *expected_ints(const json_t *of_case, const char *key, int64_t *n);

/* The tensor of a member {"dtype": "float32", "shape": [2, 3], "data": "hex digits"}: contiguous,
 * on the CPU, its bytes in the order of memory. */
ct_tensor *expected_tensor(const json_t *of_case, const char *key);

/* Fails unless the tensor, on any device, has this dtype, this shape and elements that differ by at
 * most `tolerance` (relative to the larger of 1 and the expected value); 0 requires the same bytes.
 * With another release than that of the values, whose kernels differ, at least 1e-3 is allowed, or
 * 0.05 for 16 bits; with another processor 1e-5, or 0.01. `what` is for the message. */
void assert_expected_tensor(const ct_tensor *got, const json_t *of_case, const char *key,
			    double tolerance, const char *what);

/* The same number, or both NaN; nearly the same if last digits may differ. */
bool is_expected_number(double got, double wanted);

/* Counts a result whose last digits differ with another release or processor; the program says how
 * many at its end. */
void note_other_digits(void);

#endif
