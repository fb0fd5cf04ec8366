/*
 * Common parts of the library's suites: calls that must fail, small tensors, a program of suites.
 */
#ifndef SUPPORT_TESTING_H
#define SUPPORT_TESTING_H

#include <string.h>

#include "fixture.h"

/* The call must fail with exactly this message. */
#define FAILS(call, message)                                                \
	do {                                                                \
		ct_error fails_error_ = (call);                             \
		ck_assert_msg(fails_error_ != NULL, "%s: no error", #call); \
		ck_assert_str_eq(fails_error_, message);                    \
		ct_error_free(fails_error_);                                \
	} while (0)

/* The call must fail with this kind and with this text in its message, the rest of which is
 * libtorch's. */
#define FAILS_WITH(call, expected_kind, part)                                                \
	do {                                                                                 \
		ct_error fails_error_ = (call);                                              \
		ck_assert_msg(fails_error_ != NULL, "%s: no error", #call);                  \
		ck_assert_msg(strstr(fails_error_, part) != NULL, "%.1000s: %.4000s", #call, \
			      fails_error_);                                                 \
		ck_assert_int_eq(ct_error_class_of(fails_error_), expected_kind);            \
		ct_error_free(fails_error_);                                                 \
	} while (0)

/* The call must fail, and its trace must have these places, one per line. */
#define FAILS_THROUGH(call, trace)                                          \
	do {                                                                \
		ct_error fails_error_ = (call);                             \
		ck_assert_msg(fails_error_ != NULL, "%s: no error", #call); \
		ck_assert_pstr_eq(ct_error_trace(fails_error_), trace);     \
		ct_error_free(fails_error_);                                \
	} while (0)

/* A place that a failing call must not write to. */
#define UNTOUCHED ((ct_tensor *)(uintptr_t)0x5a5a)

#ifdef __cplusplus
extern "C" {
#endif

/* These and their results may be used in any thread; they end the program on a failure. */

/* A float32 tensor; `shape` ends with -1. */
ct_tensor *floats(const float *values, const int64_t *shape);
ct_tensor *vector(int64_t n, const float *values);
ct_tensor *matrix(int64_t rows, int64_t columns, const float *values);
ct_tensor *number(float value);

/* A tensor whose deleter counts its calls in `*deleted`. */
ct_tensor *counted(int *deleted);

/* The caller's handle is the last on the tensor, which counted() made. */
#define FREES_LAST(tensor, deleted)           \
	do {                                  \
		ck_assert_int_eq(deleted, 0); \
		ct_tensor_free(tensor);       \
		ck_assert_int_eq(deleted, 1); \
	} while (0)

/* A tensor of 4 numbers in its own memory, with the caller's deleter. */
ct_tensor *blob(ct_deleter deleter, void *context);

ct_scope *open_scope(void);

/* For the main thread: calls the function in another thread, which has ended on return. */
void run_in_thread(void *(*function)(void *), void *context);

/* Whether AddressSanitizer or ThreadSanitizer is there: the library may have it without the
   program. */
bool is_sanitized(void);

/* The same in a thread with the small stack of musl and others. Under AddressSanitizer frames are
 * several times as large. */
void run_on_small_stack(void *(*function)(void *), void *context);

/* Makes a locale with a decimal comma the program's, until leave_decimal_comma(). If there is none,
 * prints that and returns false. */
bool enter_decimal_comma(void);
void leave_decimal_comma(void);

/* Limits the address space to `n` bytes more than now. A sanitizer reserves too much of it, so
 * there is no limit with one. */
void limit_memory(size_t n);
void end_memory_limit(void);

/* Whether the library looks up every handle (CTORCH_CHECKED). */
bool is_checked(void);

/* Whether `allocated_bytes` is available: a sanitizer's allocator does not report it. */
bool allocator_tells(void);

/* The tensor's only element, whatever its dtype. */
double value_of(const ct_tensor *tensor);

/* Shape and elements, as float64, must be these; `shape` ends with -1. */
void assert_floats(const ct_tensor *tensor, const int64_t *shape, const double *values);

/* Whether this release of libtorch lacks the dtype; then it must be an error. Prints each once. */
bool is_refused_dtype(ct_dtype dtype);

/* What ct_storage_is_shared() says of the tensor's storage. */
bool storage_is_shared(const ct_tensor *of);

/* Runs the suites, whose list ends with NULL; returns main's result. */
int run_suites(Suite *(*const *suites)(void));

#ifdef __cplusplus
}
#endif

#endif
