/*
 * Which expression of sizes gives a number that was seen with several of them. Some recordings
 * determine the factors and the summand, and the others check them.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/lengths.h"
#include "export/record/solve.h"

/* The largest divisor that is tried: a stride, the length of a patch. */
enum { LARGEST_DIVISOR = 64 };

typedef struct ct_solution solution;
typedef struct ct_term term;

struct solving {
	const struct ct_recorded_sizes *sizes;
	const int64_t *values;
};

static int64_t floor_div(int64_t a, int64_t b)
{
	return a / b - (a % b < 0);
}

static int64_t product_of(const struct solving *self, const term *of, int64_t recording)
{
	const int64_t *sizes = self->sizes->at + recording * self->sizes->symbols_len;
	int64_t product = 1;

	for (int32_t i = 0; i < of->factors_len; i++)
		product = ct_size_times(product, sizes[of->factors[i]]);
	return product;
}

static bool fits(const struct solving *self, const solution *tried)
{
	for (int64_t i = 0; i < self->sizes->len; i++) {
		int64_t sum = tried->plus;

		for (int32_t k = 0; k < tried->terms_len; k++)
			sum = ct_size_plus(sum,
					   ct_size_times(tried->terms[k].times,
							 product_of(self, &tried->terms[k], i)));
		if (floor_div(sum, tried->by) != self->values[i])
			return false;
	}
	return true;
}

/* --- Sums ------------------------------------------------------------------------------------- */

/* One equation for each term: by how much it and the value change from the first recording. */
struct equations {
	double at[CT_SOLUTION_TERMS][CT_SOLUTION_TERMS + 1];
};

static void write_equations(const struct solving *self, const solution *tried,
			    struct equations *result)
{
	const int32_t n = tried->terms_len;

	for (int32_t row = 0; row < n; row++) {
		for (int32_t k = 0; k < n; k++)
			result->at[row][k] = (double)product_of(self, &tried->terms[k], row + 1) -
					     (double)product_of(self, &tried->terms[k], 0);
		result->at[row][n] = (double)self->values[row + 1] - (double)self->values[0];
	}
}

static void swap_rows(struct equations *of, int32_t one, int32_t other)
{
	double row[CT_SOLUTION_TERMS + 1];

	memcpy(row, of->at[one], sizeof row);
	memcpy(of->at[one], of->at[other], sizeof row);
	memcpy(of->at[other], row, sizeof row);
}

/* Gives each equation one unknown; false: they do not determine all. */
static bool eliminate(struct equations *of, int32_t n)
{
	for (int32_t k = 0; k < n; k++) {
		int32_t largest = k;

		for (int32_t row = k + 1; row < n; row++)
			if (fabs(of->at[row][k]) > fabs(of->at[largest][k]))
				largest = row;
		if (fabs(of->at[largest][k]) < 1e-9)
			return false;
		swap_rows(of, k, largest);
		for (int32_t row = 0; row < n; row++) {
			const double times = row == k ? 0 : of->at[row][k] / of->at[k][k];

			for (int32_t i = k; i <= n; i++)
				of->at[row][i] -= times * of->at[k][i];
		}
	}
	return true;
}

/* times * product + ... + plus */
static bool solve_sum(const struct solving *self, solution *tried)
{
	const int32_t n = tried->terms_len;
	struct equations equations;

	if (self->sizes->len < n + 2)
		return false;
	write_equations(self, tried, &equations);
	if (!eliminate(&equations, n))
		return false;
	tried->plus = self->values[0];
	for (int32_t k = 0; k < n; k++) {
		term *of = &tried->terms[k];
		int64_t first;

		of->times = ct_size_of_number(round(equations.at[k][n] / equations.at[k][k]));
		if (of->times == 0)
			return false;
		first = ct_size_times(-of->times, product_of(self, of, 0));
		tried->plus = ct_size_plus(tried->plus, first);
	}
	return fits(self, tried);
}

/* --- Quotients -------------------------------------------------------------------------------- */

/* The summand nearest to 0 with which the quotient fits. */
static bool solve_plus(const struct solving *self, solution *tried)
{
	const int64_t least = ct_size_plus(ct_size_times(self->values[0], tried->by),
					   -product_of(self, &tried->terms[0], 0));
	bool is_found = false;
	solution next = *tried;

	for (int64_t k = 0; k < tried->by; k++) {
		next.plus = ct_size_plus(least, k);
		if (!fits(self, &next))
			continue;
		if (!is_found || llabs(next.plus) < llabs(tried->plus))
			*tried = next;
		is_found = true;
	}
	return is_found;
}

/* (product + plus) // by */
static bool solve_quotient(const struct solving *self, solution *tried)
{
	tried->terms[0].times = 1;
	for (tried->by = 2; tried->by <= LARGEST_DIVISOR; tried->by++)
		if (solve_plus(self, tried))
			return true;
	return false;
}

/* --- All terms -------------------------------------------------------------------------------- */

typedef bool (*solver)(const struct solving *self, solution *tried);

/* Tries all products of `missing` further factors, from `first` on, for the last term. */
static bool solve_products(const struct solving *self, solution *tried, int32_t first,
			   int32_t missing, solver solve)
{
	term *last = &tried->terms[tried->terms_len - 1];

	if (missing == 0)
		return solve(self, tried);
	for (int32_t s = first; s < self->sizes->symbols_len; s++) {
		last->factors[last->factors_len++] = s;
		if (solve_products(self, tried, s, missing - 1, solve))
			return true;
		last->factors[--last->factors_len] = 0;
	}
	return false;
}

/* Tries all sums of `missing` further sizes, from `first` on. */
static bool solve_sizes(const struct solving *self, solution *tried, int32_t first, int32_t missing)
{
	if (missing == 0)
		return solve_sum(self, tried);
	for (int32_t s = first; s < self->sizes->symbols_len; s++) {
		tried->terms[tried->terms_len++] = (term){ .factors = { s }, .factors_len = 1 };
		if (solve_sizes(self, tried, s + 1, missing - 1))
			return true;
		tried->terms_len--;
	}
	return false;
}

/* Tries all second terms of up to two factors: batch * past + batch * new. */
static bool solve_second(const struct solving *self, solution *tried)
{
	for (int32_t n = 1; n <= 2; n++) {
		tried->terms_len = 2;
		tried->terms[1] = (term){ 0 };
		if (solve_products(self, tried, 0, n, solve_sum))
			return true;
	}
	tried->terms_len = 1;
	return false;
}

static bool solve_term(const struct solving *self, int32_t factors, solver solve, solution *result)
{
	*result = (solution){ .terms_len = 1, .by = 1 };
	return solve_products(self, result, 0, factors, solve);
}

static bool is_constant(const struct solving *self)
{
	for (int64_t i = 1; i < self->sizes->len; i++)
		if (self->values[i] != self->values[0])
			return false;
	return true;
}

bool ct_solve(const struct ct_recorded_sizes *sizes, const int64_t *values, solution *result)
{
	const struct solving self = { sizes, values };

	*result = (solution){ .plus = values[0], .by = 1 };
	if (is_constant(&self))
		return true;
	for (int32_t n = 1; n <= CT_TERM_FACTORS; n++)
		if (solve_term(&self, n, solve_sum, result))
			return true;
	for (int32_t n = 2; n <= CT_SOLUTION_TERMS; n++) {
		*result = (solution){ .by = 1 };
		if (solve_sizes(&self, result, 0, n))
			return true;
	}
	if (solve_term(&self, 2, solve_second, result))
		return true;
	for (int32_t n = 1; n < CT_TERM_FACTORS; n++)
		if (solve_term(&self, n, solve_quotient, result))
			return true;
	return false;
}

static bool is_same_term(const term *one, const term *other)
{
	return one->factors_len == other->factors_len && one->times == other->times &&
	       memcmp(one->factors, other->factors,
		      (size_t)one->factors_len * sizeof *one->factors) == 0;
}

bool ct_solution_is_same(const solution *one, const solution *other)
{
	if (one->terms_len != other->terms_len || one->plus != other->plus || one->by != other->by)
		return false;
	for (int32_t i = 0; i < one->terms_len; i++)
		if (!is_same_term(&one->terms[i], &other->terms[i]))
			return false;
	return true;
}
