/*
 * kernels.h: operators' kernels in C that several suites register.
 */
#ifndef SUPPORT_KERNELS_H
#define SUPPORT_KERNELS_H

#include <ctorch/ctorch.h>

/* Its first argument is its result. */
ct_error give_back(const ct_value *args, int64_t args_len, void *context, ct_value *results,
		   int64_t results_len);

/* Prints its arguments into the `char *` that `context` points to (new); no results. */
ct_error print_arguments(const ct_value *args, int64_t args_len, void *context, ct_value *results,
			 int64_t results_len);

#endif
