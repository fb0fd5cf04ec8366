/*
 * Inside this room: expressions in normal form, which is the same for all that sympy considers the
 * same. Every expression is a sum of terms, a term is a coefficient and factors with exponents, and
 * a factor is a symbol or the text of what has no such form: "2*s0 + 1", "3*floordiv(2*s0;3)". Like
 * sympy we multiply out nothing but a number and a sum.
 */
#ifndef CT_EXPORT_SYMBOLIC_NORMAL_H
#define CT_EXPORT_SYMBOLIC_NORMAL_H

#include "core/base/text.h"
#include "export/symbolic/symbolic.h"

struct ct_normal_sum;

struct ct_normal_factor {
	const char *text;
	int64_t exponent;                /* not 0 */
	const struct ct_normal_sum *sum; /* what it is, if it has more than one term; else NULL */
};

struct ct_normal_term {
	struct ct_symbolic_fraction coefficient;
	struct ct_normal_factor *factors; /* sorted by their texts, which differ */
	int64_t factors_len;
	const char *text; /* of the factors: "s0**2*s1"; "" for a number */
};

struct ct_normal_sum {
	struct ct_normal_term *terms; /* sorted by their texts, which differ; no coefficient is 0 */
	int64_t terms_len, terms_room;
};

/* A product in the making. */
struct ct_normal_product {
	struct ct_symbolic_fraction coefficient;
	struct ct_normal_factor *factors; /* not sorted */
	int64_t factors_len, factors_room;
};

/* Where the results are. Functions that get it return false, or NULL, after an error. */
struct ct_normal {
	struct ct_arena *arena;
	ct_error error; /* the first one */
};

/* --- Sums (sum.c) ----------------------------------------------------------------------------- */

bool ct_normal_overflow(struct ct_normal *self);
void *ct_normal_new(struct ct_normal *self, int64_t count, size_t size);
/* The list with room for one more item. */
void *ct_normal_grow(struct ct_normal *self, void *list, int64_t len, int64_t *room, size_t size);
/* The text in the arena; its own memory is released. */
const char *ct_normal_keep(struct ct_normal *self, struct ct_text *text);

void ct_normal_print_sum(const struct ct_normal_sum *sum, struct ct_text *text);
const char *ct_normal_sum_text(struct ct_normal *self, const struct ct_normal_sum *sum);

/* Adds a term; ct_normal_collect() must follow, which sorts, and adds those of the same factors. */
bool ct_normal_append(struct ct_normal *self, struct ct_normal_sum *sum,
		      struct ct_normal_term term);
bool ct_normal_collect(struct ct_normal *self, struct ct_normal_sum *sum);

/* The sum of a number, and of one factor. */
bool ct_normal_number(struct ct_normal *self, struct ct_symbolic_fraction number,
		      struct ct_normal_sum *result);
bool ct_normal_factor_of(struct ct_normal *self, const char *text, struct ct_normal_sum *result);
/* Whether a sum is a number. `*number` is the coefficient of its first term. */
bool ct_normal_is_number(const struct ct_normal_sum *sum, struct ct_symbolic_fraction *number);

/* A number times a sum. */
bool ct_normal_scale(struct ct_normal *self, const struct ct_normal_sum *sum,
		     struct ct_symbolic_fraction number, struct ct_normal_sum *result);

/* --- Products (product.c) --------------------------------------------------------------------- */

/* Multiplies by a sum to a power. */
bool ct_normal_multiply(struct ct_normal *self, struct ct_normal_product *product,
			const struct ct_normal_sum *sum, int64_t exponent);
bool ct_normal_end_product(struct ct_normal *self, struct ct_normal_product *product,
			   struct ct_normal_sum *result);

/* --- Nodes (normal.c) ------------------------------------------------------------------------- */

bool ct_normal_sum_of(struct ct_normal *self, const struct ct_symbolic *node,
		      struct ct_normal_sum *result);

#endif
