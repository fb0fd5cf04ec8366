/*
 * For the suites of forward mode and of derivatives of functions.
 */
#ifndef AUTOGRAD_DERIVATIVES_SUPPORT_H
#define AUTOGRAD_DERIVATIVES_SUPPORT_H

#include "steps.h"
#include "support.h"

/* A function for functional.h; context: a case of kind "functional". */
ct_error call_steps(ct_tensor *const *inputs, int64_t inputs_len, void *context,
		    ct_tensor **outputs, int64_t outputs_len);

/* The inputs of such a case, with its requires_grad; inputs_of_case_len() of them. */
int64_t inputs_of_case_len(const json_t *of_case);
void inputs_of_case(const json_t *of_case, ct_tensor **inputs);

/* A float64 tensor without history. */
ct_tensor *numbers(int64_t n, const double *values);

#endif
