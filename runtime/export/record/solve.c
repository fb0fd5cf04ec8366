/*
 * Which expression of sizes gives a number that was seen with several of them. Two recordings
 * determine the factor and the summand of an affine expression, and the others check it.
 */
#include <stdlib.h>
#include <string.h>

#include "export/record/solve.h"

/* The largest divisor that is tried: a stride, the length of a patch. */
enum { LARGEST_DIVISOR = 64 };

typedef struct ct_solution solution;

struct solving {
	const struct ct_recorded_sizes *sizes;
	const int64_t *values;
	int64_t products[8]; /* of the factors that are tried, in each recording */
};

static int64_t floor_div(int64_t a, int64_t b)
{
	return a / b - (a % b < 0);
}

static bool fits(const struct solving *self, const solution *tried)
{
	for (int64_t i = 0; i < self->sizes->len; i++)
		if (floor_div(tried->times * self->products[i] + tried->plus, tried->by) !=
		    self->values[i])
			return false;
	return true;
}

/* times * product + plus */
static bool solve_affine(const struct solving *self, solution *tried)
{
	const int64_t step = self->products[1] - self->products[0];
	const int64_t change = self->values[1] - self->values[0];

	if (step == 0 || change % step != 0)
		return false;
	tried->times = change / step;
	tried->plus = self->values[0] - tried->times * self->products[0];
	tried->by = 1;
	return tried->times != 0 && fits(self, tried);
}

/* The summand nearest to 0 with which the quotient fits. */
static bool solve_plus(const struct solving *self, solution *tried)
{
	const int64_t least = self->values[0] * tried->by - tried->times * self->products[0];
	bool is_found = false;
	solution next = *tried;

	for (next.plus = least; next.plus < least + tried->by; next.plus++) {
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
	tried->times = 1;
	for (tried->by = 2; tried->by <= LARGEST_DIVISOR; tried->by++)
		if (solve_plus(self, tried))
			return true;
	return false;
}

typedef bool (*solver)(const struct solving *self, solution *tried);

/* Tries all products of `missing` further factors, from `first` on. */
static bool solve_products(struct solving *self, solution *tried, int32_t first, int32_t missing,
			   solver solve)
{
	const int64_t symbols_len = self->sizes->symbols_len;

	if (missing == 0)
		return solve(self, tried);
	for (int32_t s = first; s < symbols_len; s++) {
		struct solving with = *self;

		for (int64_t i = 0; i < with.sizes->len; i++)
			with.products[i] *= with.sizes->at[i * symbols_len + s];
		tried->factors[tried->factors_len++] = s;
		if (solve_products(&with, tried, s, missing - 1, solve))
			return true;
		tried->factors_len--;
	}
	return false;
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
	static const solver solvers[] = { solve_affine, solve_quotient };
	struct solving self = { .sizes = sizes, .values = values };

	for (int64_t i = 0; i < sizes->len; i++)
		self.products[i] = 1;
	*result = (solution){ .plus = values[0], .by = 1 };
	if (is_constant(&self))
		return true;
	for (int k = 0; k < 2; k++)
		for (int32_t n = 1; n <= CT_SOLUTION_FACTORS - k; n++) {
			*result = (solution){ .by = 1 };
			if (solve_products(&self, result, 0, n, solvers[k]))
				return true;
		}
	return false;
}

bool ct_solution_is_same(const solution *one, const solution *other)
{
	return one->factors_len == other->factors_len && one->times == other->times &&
	       one->plus == other->plus && one->by == other->by &&
	       memcmp(one->factors, other->factors,
		      (size_t)one->factors_len * sizeof *one->factors) == 0;
}
