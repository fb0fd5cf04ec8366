/*
 * What the suites of gradient checks share: samples, and functions to check.
 */
#ifndef GRADCHECK_SUPPORT_H
#define GRADCHECK_SUPPORT_H

#include "function_samples.h"

#define COUNT(table) ((int)(sizeof(table) / sizeof *(table)))

/* Leaves of float64 or complex128 that require a gradient; of the latter, n pairs. */
ct_tensor *doubles(const double *values, int64_t n);
ct_tensor *complex_numbers(const double *values, int64_t n);

/* Two rows and two columns. */
ct_tensor *square_matrix(const double *values);

/* 1, -2 and 1/2; 1 + 2i and -3i. */
ct_tensor *sample_x(void);
ct_tensor *sample_z(void);

/* It without what is recorded. */
ct_tensor *plain(const ct_tensor *x);

typedef ct_error (*unary)(const ct_tensor *self, ct_tensor **result);

/* A function to check; context: a pointer to a unary. */
ct_error call_unary(ct_tensor *const *inputs, int64_t n, void *context, ct_tensor **outputs,
		    int64_t outputs_len);

struct custom {
	const ct_function *function;
	void *data;
};

/* A function to check; context: a custom. */
ct_error call_custom(ct_tensor *const *inputs, int64_t n, void *context, ct_tensor **outputs,
		     int64_t outputs_len);

#endif
