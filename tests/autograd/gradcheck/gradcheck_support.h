/*
 * Shared by the gradient check suites: samples, and functions to check.
 */
#ifndef GRADCHECK_SUPPORT_H
#define GRADCHECK_SUPPORT_H

#include "../function_samples.h"

Suite *gradcheck_suite(void);
Suite *gradcheck_forward_suite(void);
Suite *gradcheck_outputs_suite(void);
Suite *gradcheck_wrong_suite(void);

/* A complex128 leaf of n pairs that requires a gradient. */
ct_tensor *complex_numbers(const double *values, int64_t n);

/* Two rows and two columns. */
ct_tensor *square_matrix(const double *values);

/* 1, -2 and 1/2; 1 + 2i and -3i. */
ct_tensor *sample_x(void);
ct_tensor *sample_z(void);

typedef ct_error (*unary)(const ct_tensor *self, ct_tensor **result);

/* A function to check; context: a pointer to a unary. */
ct_error call_unary(ct_tensor *const *inputs, int64_t n, void *context, ct_tensor **outputs,
		    int64_t outputs_len);

struct custom {
	const ct_function *function;
	void *data;
};

/* A function to check; context: a struct custom. */
ct_error call_custom(ct_tensor *const *inputs, int64_t n, void *context, ct_tensor **outputs,
		     int64_t outputs_len);

#endif
