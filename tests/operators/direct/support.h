/*
 * Common parts of the suites of direct calls.
 */
#ifndef DIRECT_SUPPORT_H
#define DIRECT_SUPPORT_H

#include "testing.h"
#include "values.h"

#include "operators/direct/direct.h"

Suite *arguments_suite(void);
Suite *results_suite(void);
Suite *table_suite(void);

enum { RESULTS_AT_MOST = 5 };

/* Those of the last call, which succeeded. */
extern ct_value results[RESULTS_AT_MOST];

/* Calls an operator directly with the values after its name. */
ct_error direct_call(const char *name, const ct_value *args, int64_t args_len);
#define DIRECT(name, ...)                                    \
	direct_call(name, (const ct_value[]){ __VA_ARGS__ }, \
		    COUNT_OF(((const ct_value[]){ __VA_ARGS__ })))

/* Short names of values. */
#define NONE ct_value_none()
#define TENSOR(x) ct_value_tensor(x)
#define INT(x) ct_value_int(x)
#define FLOAT(x) ct_value_float(x)
#define BOOL(x) ct_value_bool(x)
#define STRING(x) ct_value_string(x)
#define DTYPE(x) ct_value_dtype(x)
#define INTS(...) ct_value_ints(CT_L(__VA_ARGS__))

/* A list and its length, for a C function. */
#define LIST(...) (const int64_t[]){ __VA_ARGS__ }, COUNT_OF(((const int64_t[]){ __VA_ARGS__ }))

/* The result is this tensor, or has the same dtype, device and elements. */
void assert_tensor(const ct_value *result, const ct_tensor *expected);

/* Both calls failed, with the same message; frees the errors. */
void assert_same_error(ct_error direct, ct_error expected);

/* Tests whose tensors belong to a scope. */
TCase *scoped_tests(const char *name);

#endif
