/*
 * Products of sums, which become terms.
 */
#include <stdlib.h>
#include <string.h>

#include "export/symbolic/normal.h"

static const struct ct_symbolic_fraction fraction_one = { 1, 1 };

static void print_factors(const struct ct_normal_term *term, struct ct_text *text)
{
	for (int64_t i = 0; i < term->factors_len; i++) {
		if (i > 0)
			ct_text_add(text, "*");
		ct_text_add(text, term->factors[i].text);
		if (term->factors[i].exponent != 1)
			ct_text_addf(text, "**%lld", (long long)term->factors[i].exponent);
	}
}

static bool append_factor(struct ct_normal *self, struct ct_normal_product *product,
			  struct ct_normal_factor factor)
{
	struct ct_normal_factor *factors = ct_normal_grow(self, product->factors,
							  product->factors_len,
							  &product->factors_room, sizeof *factors);

	if (factors == NULL)
		return false;
	product->factors = factors;
	product->factors[product->factors_len++] = factor;
	return true;
}

static bool raise_fraction(struct ct_normal *self, struct ct_symbolic_fraction base,
			   int64_t exponent, struct ct_symbolic_fraction *result)
{
	const bool is_inverse = exponent < 0;
	struct ct_symbolic_fraction power = fraction_one;

	for (int64_t left = is_inverse ? -exponent : exponent; left > 0; left /= 2) {
		if (left % 2 && !ct_symbolic_fraction_times(power, base, &power))
			return ct_normal_overflow(self);
		if (left > 1 && !ct_symbolic_fraction_times(base, base, &base))
			return ct_normal_overflow(self);
	}
	if (is_inverse && !ct_symbolic_fraction_divide(fraction_one, power, &power))
		return ct_normal_overflow(self);
	*result = power;
	return true;
}

bool ct_normal_multiply(struct ct_normal *self, struct ct_normal_product *product,
			const struct ct_normal_sum *sum, int64_t exponent)
{
	struct ct_symbolic_fraction number;
	struct ct_normal_sum *copy;
	struct ct_text text = { 0 };

	if (ct_normal_is_number(sum, &number) || sum->terms_len == 1) {
		const struct ct_normal_term *term = sum->terms_len ? sum->terms : NULL;

		if (!raise_fraction(self, number, exponent, &number))
			return false;
		if (!ct_symbolic_fraction_times(product->coefficient, number,
						&product->coefficient))
			return ct_normal_overflow(self);
		for (int64_t i = 0; term && i < term->factors_len; i++) {
			struct ct_normal_factor factor = term->factors[i];

			if (__builtin_mul_overflow(factor.exponent, exponent, &factor.exponent))
				return ct_normal_overflow(self);
			if (!append_factor(self, product, factor))
				return false;
		}
		return true;
	}
	copy = ct_normal_new(self, 1, sizeof *copy);
	if (copy == NULL)
		return false;
	*copy = *sum;
	ct_text_add(&text, "(");
	ct_normal_print_sum(sum, &text);
	ct_text_add(&text, ")");
	return append_factor(
		       self, product,
		       (struct ct_normal_factor){ ct_normal_keep(self, &text), exponent, copy }) &&
	       self->error == NULL;
}

static int compare_factors(const void *a, const void *b)
{
	return strcmp(((const struct ct_normal_factor *)a)->text,
		      ((const struct ct_normal_factor *)b)->text);
}

/* Sorts the factors, and adds the exponents of equal ones. */
static bool collect_factors(struct ct_normal *self, struct ct_normal_product *product)
{
	int64_t kept = 0;

	if (product->factors_len > 1)
		qsort(product->factors, (size_t)product->factors_len, sizeof *product->factors,
		      compare_factors);
	for (int64_t i = 0; i < product->factors_len; i++) {
		struct ct_normal_factor *last = kept > 0 ? &product->factors[kept - 1] : NULL;

		if (last && strcmp(last->text, product->factors[i].text) == 0) {
			if (__builtin_add_overflow(last->exponent, product->factors[i].exponent,
						   &last->exponent))
				return ct_normal_overflow(self);
		} else {
			if (last && last->exponent == 0)
				kept--;
			product->factors[kept++] = product->factors[i];
		}
	}
	if (kept > 0 && product->factors[kept - 1].exponent == 0)
		kept--;
	product->factors_len = kept;
	return true;
}

bool ct_normal_end_product(struct ct_normal *self, struct ct_normal_product *product,
			   struct ct_normal_sum *result)
{
	struct ct_normal_term term = { product->coefficient, NULL, 0, "" };
	struct ct_text text = { 0 };

	if (!collect_factors(self, product))
		return false;
	if (product->factors_len == 1 && product->factors[0].sum &&
	    product->factors[0].exponent == 1)
		return ct_normal_scale(self, product->factors[0].sum, product->coefficient, result);
	term.factors = product->factors;
	term.factors_len = product->factors_len;
	if (term.factors_len == 1 && term.factors[0].exponent == 1) {
		term.text = term.factors[0].text;
	} else if (term.factors_len > 0) {
		print_factors(&term, &text);
		term.text = ct_normal_keep(self, &text);
	}
	*result = (struct ct_normal_sum){ 0 };
	return term.text && ct_normal_append(self, result, term);
}
