/*
 * The loops that take most of a summary's time: see sums.h. This file is compiled so that the
 * pragmas take effect, which add several numbers at a time, in another order.
 */
#include <math.h>

#include "tensor/printing/sums.h"

/* The mean is not known yet, so this sums distances to one of the numbers. Correcting the squares
 * then cancels at most `n` times as much as remains: five of sixteen digits.
 *
 * A number that is not finite makes `squares` infinite or NaN, and so do distances whose squares
 * overflow. */
static bool sums_finish(double shift, double sum, double squares, int64_t n, struct ct_sums *result)
{
	const double distance = sum / (double)n;

	if (!isfinite(squares))
		return false;
	result->mean = shift + distance;
	result->squares = fmax(squares - sum * distance, 0);
	return true;
}

bool ct_sum_floats(const float *numbers, int64_t n, struct ct_sums *result)
{
	const double shift = numbers[0];
	float least = numbers[0], most = numbers[0];
	double sum = 0, squares = 0;
	int32_t zeros = 0; /* as wide as a float, so that vectors compare and count them */

#pragma omp simd reduction(+ : sum, squares, zeros) reduction(min : least) reduction(max : most)
	for (int64_t i = 0; i < n; i++) {
		const double distance = numbers[i] - shift;

		sum += distance;
		squares += distance * distance;
		zeros += numbers[i] == 0;
		least = numbers[i] < least ? numbers[i] : least;
		most = numbers[i] > most ? numbers[i] : most;
	}
	if (!sums_finish(shift, sum, squares, n, result))
		return false;
	result->min = least;
	result->max = most;
	result->zeros = zeros;
	return true;
}

/* The same. */
bool ct_sum_doubles(const double *numbers, int64_t n, struct ct_sums *result)
{
	const double shift = numbers[0];
	double least = numbers[0], most = numbers[0];
	double sum = 0, squares = 0;
	int64_t zeros = 0;

#pragma omp simd reduction(+ : sum, squares, zeros) reduction(min : least) reduction(max : most)
	for (int64_t i = 0; i < n; i++) {
		const double distance = numbers[i] - shift;

		sum += distance;
		squares += distance * distance;
		zeros += numbers[i] == 0;
		least = numbers[i] < least ? numbers[i] : least;
		most = numbers[i] > most ? numbers[i] : most;
	}
	if (!sums_finish(shift, sum, squares, n, result))
		return false;
	result->min = least;
	result->max = most;
	result->zeros = zeros;
	return true;
}
