/*
 * Quartiles, without sorting.
 */
#include <math.h>

#include "tensor/printing/printing.h"

/* Moves the value that belongs at `k` there, among the values from `low` to `high` (inclusive),
 * smaller ones before it, larger ones after it: Hoare's FIND, with random pivots, so that no order
 * is slow. */
static void select_value(double *values, int64_t low, int64_t high, int64_t k)
{
	uint64_t state = 0x9e3779b97f4a7c15u;

	while (low < high) {
		int64_t i = low, j = high;
		double pivot;

		state = state * 6364136223846793005u + 1442695040888963407u;
		pivot = values[low + (int64_t)((state >> 33) % (uint64_t)(high - low + 1))];
		while (i <= j) {
			while (values[i] < pivot)
				i++;
			while (values[j] > pivot)
				j--;
			if (i <= j) {
				const double swapped = values[i];

				values[i++] = values[j];
				values[j--] = swapped;
			}
		}
		if (k > j && k < i)
			return;
		if (k <= j)
			high = j;
		else
			low = i;
	}
}

static double smallest(const double *values, int64_t low, int64_t high)
{
	double found = values[low];

	for (int64_t i = low + 1; i <= high; i++)
		found = values[i] < found ? values[i] : found;
	return found;
}

/* A place among values that count `repeat` times each: the values before and after it. */
struct quantile_place {
	int64_t below, above;
	double weight; /* of the value after it */
};

static struct quantile_place place_of(int64_t n, int64_t repeat, double q)
{
	const double place = q * (double)(n * repeat - 1);
	const int64_t below = (int64_t)place;

	return (struct quantile_place){ below / repeat, (int64_t)ceil(place) / repeat,
					place - (double)below };
}

/* Interpolates between the two values around the place, as torch.quantile() does. Selects among the
 * values from `low` to `high`. */
static double quantile(double *values, int64_t n, struct quantile_place place, int64_t low,
		       int64_t high)
{
	double before, behind;

	select_value(values, low, high, place.below);
	before = behind = values[place.below];
	if (place.above > place.below)
		behind = smallest(values, place.above, n - 1);
	return before + (behind - before) * place.weight;
}

/* The median first: it separates the values for the other two. */
void ct_find_quartiles(double *values, int64_t n, int64_t repeat, ct_tensor_statistics *result)
{
	struct quantile_place middle;

	if (n == 0)
		return;
	middle = place_of(n, repeat, 0.5);
	result->median = quantile(values, n, middle, 0, n - 1);
	result->lower_quartile = quantile(values, n, place_of(n, repeat, 0.25), 0, middle.below);
	result->upper_quartile = quantile(values, n, place_of(n, repeat, 0.75), middle.below,
					  n - 1);
}
