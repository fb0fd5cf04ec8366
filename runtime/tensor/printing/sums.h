/*
 * Inside the library: fast sums over finite numbers in one pass.
 */
#ifndef CT_TENSOR_PRINTING_SUMS_H
#define CT_TENSOR_PRINTING_SUMS_H

#include <stdbool.h>
#include <stdint.h>

struct ct_sums {
	double mean;
	double squares; /* of the distances to the mean, summed */
	double min, max;
	int64_t zeros;
};

/* False, and nothing is written, if a number or a sum is not finite: then the caller must examine
 * each number. `n` is 1 to CT_SUMS_MOST. */
bool ct_sum_floats(const float *numbers, int64_t n, struct ct_sums *result);
bool ct_sum_doubles(const double *numbers, int64_t n, struct ct_sums *result);

enum { CT_SUMS_MOST = 32768 };

#endif
