#include "distance.h"

#include <math.h>

#include <ctorch/tensor/tensor.h>

#include "numbers.h"
#include "text.h"

struct comparison {
	struct distance *distance;
	enum kind kinds[2];
	bool is_unsigned[2]; /* uint64 */
	int64_t times;       /* so often each pair of elements occurs */
};

/* NaN equals NaN, and what is infinite or NaN on one side only is infinitely far. */
static void add_distance(const struct comparison *self, double absolute, double larger)
{
	struct distance *d = self->distance;

	d->count = add_up(d->count, self->times);
	if (isnan(absolute))
		absolute = INFINITY;
	if (absolute > d->absolute)
		d->absolute = absolute;
	if (isinf(absolute))
		d->relative = INFINITY;
	else if (larger > 0 && absolute / larger > d->relative)
		d->relative = absolute / larger;
}

static bool same_double(double a, double b)
{
	return a == b || (isnan(a) && isnan(b));
}

static void compare_reals(const struct comparison *self, double a, double b)
{
	if (!same_double(a, b))
		add_distance(self, fabs(a - b), fmax(fabs(a), fabs(b)));
}

/* --- Any numbers ------------------------------------------------------------------------------ */

/* Doubles do not have all integers, so that these have both. */
struct number {
	bool is_integer, is_unsigned;
	int64_t integer;
	double re, im;
};

static struct number number_at(const struct comparison *self, const struct numbers *numbers,
			       int side, int64_t i)
{
	struct number number = { .is_unsigned = self->is_unsigned[side] };

	switch (self->kinds[side]) {
	case INTEGER:
		number.is_integer = true;
		number.integer = numbers->of[side].integer[i];
		number.re = number.is_unsigned ? (double)(uint64_t)number.integer
					       : (double)number.integer;
		return number;
	case COMPLEX:
		number.re = numbers->of[side].complex[i].re;
		number.im = numbers->of[side].complex[i].im;
		return number;
	default:
		number.re = numbers->of[side].real[i];
		return number;
	}
}

/* A double that is a whole number becomes an integer like the other side's, if its range has it. */
static void make_integer(struct number *number, bool is_unsigned)
{
	const double low = is_unsigned ? 0 : -0x1p63, high = is_unsigned ? 0x1p64 : 0x1p63;

	if (number->is_integer || !(number->re >= low && number->re < high) ||
	    number->re != trunc(number->re))
		return;
	number->is_integer = true;
	number->is_unsigned = is_unsigned;
	number->integer = is_unsigned ? (int64_t)(uint64_t)number->re : (int64_t)number->re;
}

static bool is_less(const struct number *a, const struct number *b)
{
	return a->is_unsigned ? (uint64_t)a->integer < (uint64_t)b->integer
			      : a->integer < b->integer;
}

/* The distance of the real parts. */
static double real_distance(const struct number *a, const struct number *b, bool *are_same)
{
	const uint64_t x = (uint64_t)a->integer, y = (uint64_t)b->integer;
	const bool have_one_type = a->is_unsigned == b->is_unsigned ||
				   (a->integer >= 0 && b->integer >= 0);

	if (a->is_integer && b->is_integer && have_one_type) {
		*are_same = x == y;
		return (double)(is_less(a, b) ? y - x : x - y);
	}
	/* An integer is no number that is not whole, or beyond its range, even if it is rounded to
	 * it. */
	*are_same = !a->is_integer && !b->is_integer && same_double(a->re, b->re);
	return *are_same ? 0 : fabs(a->re - b->re);
}

static void compare_any(const struct comparison *self, struct number a, struct number b)
{
	bool are_same;
	double apart;

	if (a.is_integer)
		make_integer(&b, a.is_unsigned);
	else if (b.is_integer)
		make_integer(&a, b.is_unsigned);
	apart = real_distance(&a, &b, &are_same);
	if (are_same && same_double(a.im, b.im))
		return;
	add_distance(self, hypot(apart, a.im - b.im), fmax(hypot(a.re, a.im), hypot(b.re, b.im)));
}

/* --- Tensors ---------------------------------------------------------------------------------- */

static void compare_numbers(const struct numbers *numbers, void *context)
{
	struct comparison *self = context;
	const bool are_reals = self->kinds[0] == REAL && self->kinds[1] == REAL;

	self->times = numbers->times;
	for (int64_t i = 0; i < numbers->n; i++) {
		if (are_reals)
			compare_reals(self, numbers->of[0].real[i], numbers->of[1].real[i]);
		else
			compare_any(self, number_at(self, numbers, 0, i),
				    number_at(self, numbers, 1, i));
	}
}

ct_error add_distances(const ct_tensor *a, const ct_tensor *b, struct distance *distance)
{
	const ct_tensor *const both[] = { a, b };
	struct comparison self = { .distance = distance };

	for (int i = 0; i < 2; i++) {
		self.kinds[i] = kind_of(ct_tensor_dtype(both[i]));
		self.is_unsigned[i] = ct_tensor_dtype(both[i]) == CT_UINT64;
	}
	return for_each_part(both, 2, self.kinds, compare_numbers, &self);
}
