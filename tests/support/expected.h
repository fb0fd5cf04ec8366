/*
 * Values that PyTorch computed: tests/expected/TOPIC.json, written by tests/expected/write.py.
 */
#ifndef SUPPORT_EXPECTED_H
#define SUPPORT_EXPECTED_H

#include <jansson.h>

#include "testing.h"

/* The file's list of cases; ends the program when it cannot be read, and says where it is wrong. To
 * be released with json_decref(). */
json_t *expected_cases(const char *topic);

/* A member that must be there; ends the program when it is not. Borrowed from the case. */
const char *expected_text(const json_t *of_case, const char *key);
int64_t expected_int(const json_t *of_case, const char *key);
double expected_double(const json_t *of_case, const char *key); /* "inf", "-inf", "nan" as texts */
bool expected_bool(const json_t *of_case, const char *key);
const json_t *expected_list(const json_t *of_case, const char *key);

/* By Python's name, without "torch."; ends the program when it is none. */
ct_dtype expected_dtype(const char *name);

/* The numbers of a list; as many as json_array_size() says. To be released with free(). */
int64_t *expected_ints(const json_t *of_case, const char *key, int64_t *n);

/* The tensor of a member {"dtype": "float32", "shape": [2, 3], "data": "hex digits"}: contiguous, on
 * the CPU, its bytes in the order of memory. */
ct_tensor *expected_tensor(const json_t *of_case, const char *key);

/* Fails unless the tensor has this dtype, this shape and elements that are at most `tolerance`
 * (relative to the larger of 1 and the expected) away; 0 wants the same bytes. `what` is for the
 * message. */
void assert_expected_tensor(const ct_tensor *got, const json_t *of_case, const char *key,
			    double tolerance, const char *what);

#endif
