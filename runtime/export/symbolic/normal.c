/*
 * One text for all expressions that sympy considers the same. Every expression is a sum of terms, a
 * term is a coefficient and factors with exponents, and a factor is a symbol or the text of what
 * has no such form: "2*s0 + 1", "3*floordiv(2*s0;3)". Like sympy we multiply out nothing but a
 * number and a sum.
 */
#include <stdlib.h>
#include <string.h>

#include "core/base/no_memory.h"
#include "core/base/text.h"
#include "export/symbolic/tree.h"
#include "export/symbolic/value.h"

struct normal_sum;

struct normal_factor {
	const char *text;
	int64_t exponent;             /* not 0 */
	const struct normal_sum *sum; /* what it is, if it has more than one term; else NULL */
};

struct normal_term {
	struct ct_symbolic_fraction coefficient;
	struct normal_factor *factors; /* sorted by their texts, which differ */
	int64_t factors_len;
	const char *text; /* of the factors: "s0**2*s1"; "" for a number */
};

struct normal_sum {
	struct normal_term *terms; /* sorted by their texts, which differ; no coefficient is 0 */
	int64_t terms_len, terms_room;
};

struct normal {
	struct ct_arena *arena;
	ct_error error;
};

static const struct ct_symbolic_fraction fraction_one = { 1, 1 };

static bool sum_of_node(struct normal *self, const struct ct_symbolic *node,
			struct normal_sum *result);

/* --- Errors and memory ------------------------------------------------------------------------ */

static bool fail_normal(struct normal *self, ct_error error)
{
	if (self->error)
		ct_error_free(error);
	else
		self->error = error;
	return false;
}

static bool fail_normal_overflow(struct normal *self)
{
	return fail_normal(self, ct_symbolic_overflow());
}

static void *new_normal(struct normal *self, int64_t count, size_t size)
{
	void *memory = ct_arena_new(self->arena, (size_t)count * size);

	if (memory == NULL)
		fail_normal(self, ct_no_memory(NULL, "for an expression"));
	return memory;
}

/* The text in the arena; its own memory is released. NULL: there is no memory. */
static const char *keep_normal_text(struct normal *self, struct ct_text *text)
{
	char *copy = text->failed ? NULL : ct_arena_new(self->arena, text->length + 1);

	if (copy == NULL)
		fail_normal(self, ct_no_memory(NULL, "for an expression"));
	else if (text->length > 0)
		memcpy(copy, text->data, text->length);
	ct_text_release(text);
	return copy;
}

/* --- Texts ------------------------------------------------------------------------------------ */

static void print_factors(const struct normal_term *term, struct ct_text *text)
{
	for (int64_t i = 0; i < term->factors_len; i++) {
		if (i > 0)
			ct_text_add(text, "*");
		ct_text_add(text, term->factors[i].text);
		if (term->factors[i].exponent != 1)
			ct_text_addf(text, "**%lld", (long long)term->factors[i].exponent);
	}
}

static void print_sum(const struct normal_sum *sum, struct ct_text *text)
{
	if (sum->terms_len == 0)
		ct_text_add(text, "0");
	for (int64_t i = 0; i < sum->terms_len; i++) {
		const struct normal_term *term = &sum->terms[i];

		if (i > 0)
			ct_text_add(text, " + ");
		ct_text_addf(text, "%lld", (long long)term->coefficient.over);
		if (term->coefficient.under != 1)
			ct_text_addf(text, "/%lld", (long long)term->coefficient.under);
		if (*term->text) {
			ct_text_add(text, "*");
			ct_text_add(text, term->text);
		}
	}
}

static bool is_unit(struct ct_symbolic_fraction fraction)
{
	return fraction.over == 1 && fraction.under == 1;
}

static const char *text_of_sum(struct normal *self, const struct normal_sum *sum)
{
	struct ct_text text = { 0 };

	/* A condition that is no sum of anything. */
	if (sum->terms_len == 1 && is_unit(sum->terms[0].coefficient) && *sum->terms[0].text)
		return sum->terms[0].text;
	print_sum(sum, &text);
	return keep_normal_text(self, &text);
}

/* --- Terms ------------------------------------------------------------------------------------ */

static bool append_term(struct normal *self, struct normal_sum *sum, struct normal_term term)
{
	if (term.coefficient.over == 0)
		return true;
	if (sum->terms_len == sum->terms_room) {
		const int64_t room = sum->terms_room ? 2 * sum->terms_room : 2;
		struct normal_term *terms = new_normal(self, room, sizeof *terms);

		if (terms == NULL)
			return false;
		if (sum->terms_len > 0)
			memcpy(terms, sum->terms, (size_t)sum->terms_len * sizeof *terms);
		sum->terms = terms;
		sum->terms_room = room;
	}
	sum->terms[sum->terms_len++] = term;
	return true;
}

static int compare_terms(const void *a, const void *b)
{
	return strcmp(((const struct normal_term *)a)->text, ((const struct normal_term *)b)->text);
}

/* Sorts the terms, and adds those that have the same factors. */
static bool collect_terms(struct normal *self, struct normal_sum *sum)
{
	int64_t kept = 0;

	if (sum->terms_len > 1)
		qsort(sum->terms, (size_t)sum->terms_len, sizeof *sum->terms, compare_terms);
	for (int64_t i = 0; i < sum->terms_len; i++) {
		struct normal_term *last = kept > 0 ? &sum->terms[kept - 1] : NULL;

		if (last && strcmp(last->text, sum->terms[i].text) == 0) {
			if (!ct_symbolic_fraction_plus(last->coefficient, sum->terms[i].coefficient,
						       &last->coefficient))
				return fail_normal_overflow(self);
		} else {
			if (last && last->coefficient.over == 0)
				kept--;
			sum->terms[kept++] = sum->terms[i];
		}
	}
	if (kept > 0 && sum->terms[kept - 1].coefficient.over == 0)
		kept--;
	sum->terms_len = kept;
	return true;
}

static bool number_sum(struct normal *self, struct ct_symbolic_fraction number,
		       struct normal_sum *result)
{
	*result = (struct normal_sum){ 0 };
	return append_term(self, result, (struct normal_term){ number, NULL, 0, "" });
}

/* One factor. */
static bool factor_sum(struct normal *self, const char *text, struct normal_sum *result)
{
	struct normal_factor *factor = text ? new_normal(self, 1, sizeof *factor) : NULL;

	if (factor == NULL)
		return false;
	*factor = (struct normal_factor){ text, 1, NULL };
	*result = (struct normal_sum){ 0 };
	return append_term(self, result, (struct normal_term){ fraction_one, factor, 1, text });
}

static bool is_number_sum(const struct normal_sum *sum, struct ct_symbolic_fraction *number)
{
	*number = sum->terms_len ? sum->terms[0].coefficient
				 : (struct ct_symbolic_fraction){ 0, 1 };
	return sum->terms_len == 0 || (sum->terms_len == 1 && *sum->terms[0].text == '\0');
}

/* --- Products --------------------------------------------------------------------------------- */

/* A product in the making. */
struct normal_product {
	struct ct_symbolic_fraction coefficient;
	struct normal_factor *factors; /* not sorted */
	int64_t factors_len, factors_room;
};

static bool append_factor(struct normal *self, struct normal_product *product,
			  struct normal_factor factor)
{
	if (product->factors_len == product->factors_room) {
		const int64_t room = product->factors_room ? 2 * product->factors_room : 4;
		struct normal_factor *factors = new_normal(self, room, sizeof *factors);

		if (factors == NULL)
			return false;
		if (product->factors_len > 0)
			memcpy(factors, product->factors,
			       (size_t)product->factors_len * sizeof *factors);
		product->factors = factors;
		product->factors_room = room;
	}
	product->factors[product->factors_len++] = factor;
	return true;
}

static bool raise_fraction(struct normal *self, struct ct_symbolic_fraction base, int64_t exponent,
			   struct ct_symbolic_fraction *result)
{
	const bool is_inverse = exponent < 0;
	struct ct_symbolic_fraction power = fraction_one;

	for (int64_t left = is_inverse ? -exponent : exponent; left > 0; left /= 2) {
		if (left % 2 && !ct_symbolic_fraction_times(power, base, &power))
			return fail_normal_overflow(self);
		if (left > 1 && !ct_symbolic_fraction_times(base, base, &base))
			return fail_normal_overflow(self);
	}
	if (is_inverse && !ct_symbolic_fraction_divide(fraction_one, power, &power))
		return fail_normal_overflow(self);
	*result = power;
	return true;
}

/* Multiplies by a sum to a power. */
static bool multiply_sum(struct normal *self, struct normal_product *product,
			 const struct normal_sum *sum, int64_t exponent)
{
	struct ct_symbolic_fraction number;
	struct normal_sum *copy;
	struct ct_text text = { 0 };

	if (is_number_sum(sum, &number) || sum->terms_len == 1) {
		const struct normal_term *term = sum->terms_len ? sum->terms : NULL;

		if (!raise_fraction(self, number, exponent, &number))
			return false;
		if (!ct_symbolic_fraction_times(product->coefficient, number,
						&product->coefficient))
			return fail_normal_overflow(self);
		for (int64_t i = 0; term && i < term->factors_len; i++) {
			struct normal_factor factor = term->factors[i];

			if (__builtin_mul_overflow(factor.exponent, exponent, &factor.exponent))
				return fail_normal_overflow(self);
			if (!append_factor(self, product, factor))
				return false;
		}
		return true;
	}
	copy = new_normal(self, 1, sizeof *copy);
	if (copy == NULL)
		return false;
	*copy = *sum;
	ct_text_add(&text, "(");
	print_sum(sum, &text);
	ct_text_add(&text, ")");
	return append_factor(
		       self, product,
		       (struct normal_factor){ keep_normal_text(self, &text), exponent, copy }) &&
	       self->error == NULL;
}

static int compare_factors(const void *a, const void *b)
{
	return strcmp(((const struct normal_factor *)a)->text,
		      ((const struct normal_factor *)b)->text);
}

/* Sorts the factors, and adds the exponents of equal ones. */
static bool collect_factors(struct normal *self, struct normal_product *product)
{
	int64_t kept = 0;

	if (product->factors_len > 1)
		qsort(product->factors, (size_t)product->factors_len, sizeof *product->factors,
		      compare_factors);
	for (int64_t i = 0; i < product->factors_len; i++) {
		struct normal_factor *last = kept > 0 ? &product->factors[kept - 1] : NULL;

		if (last && strcmp(last->text, product->factors[i].text) == 0) {
			if (__builtin_add_overflow(last->exponent, product->factors[i].exponent,
						   &last->exponent))
				return fail_normal_overflow(self);
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

/* A number times a sum. */
static bool scale_sum(struct normal *self, const struct normal_sum *sum,
		      struct ct_symbolic_fraction number, struct normal_sum *result)
{
	*result = (struct normal_sum){ 0 };
	for (int64_t i = 0; i < sum->terms_len; i++) {
		struct normal_term term = sum->terms[i];

		if (!ct_symbolic_fraction_times(term.coefficient, number, &term.coefficient))
			return fail_normal_overflow(self);
		if (!append_term(self, result, term))
			return false;
	}
	return true;
}

static bool sum_of_product(struct normal *self, struct normal_product *product,
			   struct normal_sum *result)
{
	struct normal_term term = { product->coefficient, NULL, 0, "" };
	struct ct_text text = { 0 };

	if (!collect_factors(self, product))
		return false;
	if (product->factors_len == 1 && product->factors[0].sum &&
	    product->factors[0].exponent == 1)
		return scale_sum(self, product->factors[0].sum, product->coefficient, result);
	term.factors = product->factors;
	term.factors_len = product->factors_len;
	if (term.factors_len == 1 && term.factors[0].exponent == 1) {
		term.text = term.factors[0].text;
	} else if (term.factors_len > 0) {
		print_factors(&term, &text);
		term.text = keep_normal_text(self, &text);
	}
	*result = (struct normal_sum){ 0 };
	return term.text && append_term(self, result, term);
}

/* --- Nodes without such a form ---------------------------------------------------------------- */

static int compare_texts(const void *a, const void *b)
{
	return strcmp(*(const char *const *)a, *(const char *const *)b);
}

/* "NAME(a;b;c)" of texts, sorted if their order does not matter. */
static bool opaque_sum(struct normal *self, const char *name, const char **texts, int64_t texts_len,
		       bool is_sorted, struct normal_sum *result)
{
	struct ct_text text = { 0 };

	if (is_sorted && texts_len > 1)
		qsort(texts, (size_t)texts_len, sizeof *texts, compare_texts);
	ct_text_add(&text, name);
	ct_text_add(&text, "(");
	for (int64_t i = 0; i < texts_len; i++) {
		if (i > 0)
			ct_text_add(&text, ";");
		ct_text_add(&text, texts[i]);
	}
	ct_text_add(&text, ")");
	return factor_sum(self, keep_normal_text(self, &text), result);
}

static bool text_of_node(struct normal *self, const struct ct_symbolic *node, const char **result)
{
	struct normal_sum sum;

	if (!sum_of_node(self, node, &sum))
		return false;
	*result = text_of_sum(self, &sum);
	return *result != NULL;
}

static bool opaque_node(struct normal *self, const char *name, const struct ct_symbolic *node,
			bool is_sorted, struct normal_sum *result)
{
	const char **texts = new_normal(self, node->items_len, sizeof *texts);

	if (texts == NULL)
		return false;
	for (int64_t i = 0; i < node->items_len; i++) {
		if (!text_of_node(self, node->items[i], &texts[i]))
			return false;
	}
	return opaque_sum(self, name, texts, node->items_len, is_sorted, result);
}

/* Of two sums. */
static bool opaque_pair(struct normal *self, enum ct_symbolic_operator operator_,
			const struct normal_sum *a, const struct normal_sum *b,
			struct normal_sum *result)
{
	const char *texts[2] = { text_of_sum(self, a), text_of_sum(self, b) };
	char name[16] = "operator ";

	if (texts[0] == NULL || texts[1] == NULL)
		return false;
	name[8] = (char)('A' + operator_);
	return opaque_sum(self, name, texts, 2, false, result);
}

static bool comparison_node(struct normal *self, const struct ct_symbolic *node,
			    struct normal_sum *result)
{
	struct ct_text name = { 0 };
	const char *kept;

	ct_text_add(&name, "compare ");
	for (int64_t i = 0; i + 1 < node->items_len; i++)
		ct_text_addf(&name, "%c", (char)('A' + node->operators[i]));
	kept = keep_normal_text(self, &name);
	return kept && opaque_node(self, kept, node, false, result);
}

static bool call_node(struct normal *self, const struct ct_symbolic *node,
		      struct normal_sum *result)
{
	enum ct_symbolic_function function = node->function;
	char name[24] = "call ";

	/* torch.sym_max(a, b) is what Python prints for sympy's Max(a, b). */
	if (function == CT_SYMBOLIC_SYM_MIN)
		function = CT_SYMBOLIC_MIN;
	if (function == CT_SYMBOLIC_SYM_MAX)
		function = CT_SYMBOLIC_MAX;
	name[5] = (char)('A' + function);
	return opaque_node(self, name, node,
			   function == CT_SYMBOLIC_MIN || function == CT_SYMBOLIC_MAX, result);
}

static bool constant_node(struct normal *self, const struct ct_symbolic *node,
			  struct normal_sum *result)
{
	struct ct_text text = { 0 };

	if (node->value.type == CT_SYMBOLIC_INT)
		return number_sum(self, (struct ct_symbolic_fraction){ node->value.i, 1 }, result);
	ct_symbolic_print_value(&node->value, &text);
	return factor_sum(self, keep_normal_text(self, &text), result);
}

static bool path_node(struct normal *self, const struct ct_symbolic *node,
		      struct normal_sum *result)
{
	struct ct_text text = { 0 };

	ct_text_add(&text, node->name);
	ct_symbolic_print_steps(node->steps, node->steps_len, &text);
	return factor_sum(self, keep_normal_text(self, &text), result);
}

/* --- Chains ----------------------------------------------------------------------------------- */

static bool additive_node(struct normal *self, const struct ct_symbolic *node,
			  struct normal_sum *result)
{
	*result = (struct normal_sum){ 0 };
	for (int64_t i = 0; i < node->items_len; i++) {
		const bool is_minus = i > 0 && node->operators[i - 1] == CT_SYMBOLIC_SUBTRACT;
		const struct ct_symbolic_fraction sign = { is_minus ? -1 : 1, 1 };
		struct normal_sum item, scaled;

		if (!sum_of_node(self, node->items[i], &item) ||
		    !scale_sum(self, &item, sign, &scaled))
			return false;
		for (int64_t k = 0; k < scaled.terms_len; k++) {
			if (!append_term(self, result, scaled.terms[k]))
				return false;
		}
	}
	return collect_terms(self, result);
}

/* "product OPERATOR sum", where the operator is // or %. */
static bool divide_product(struct normal *self, struct normal_product *product,
			   enum ct_symbolic_operator operator_, const struct normal_sum *sum)
{
	struct normal_sum before, after;

	if (!sum_of_product(self, product, &before) ||
	    !opaque_pair(self, operator_, &before, sum, &after))
		return false;
	*product = (struct normal_product){ fraction_one, NULL, 0, 0 };
	return multiply_sum(self, product, &after, 1);
}

static bool multiplicative_node(struct normal *self, const struct ct_symbolic *node,
				struct normal_sum *result)
{
	struct normal_product product = { fraction_one, NULL, 0, 0 };

	for (int64_t i = 0; i < node->items_len; i++) {
		const enum ct_symbolic_operator operator_ = i > 0 ? node->operators[i - 1]
								  : CT_SYMBOLIC_MULTIPLY;
		struct normal_sum item;

		if (!sum_of_node(self, node->items[i], &item))
			return false;
		if (operator_ == CT_SYMBOLIC_MULTIPLY || operator_ == CT_SYMBOLIC_DIVIDE) {
			if (!multiply_sum(self, &product, &item,
					  operator_ == CT_SYMBOLIC_MULTIPLY ? 1 : -1))
				return false;
		} else if (!divide_product(self, &product, operator_, &item)) {
			return false;
		}
	}
	return sum_of_product(self, &product, result);
}

static bool power_node(struct normal *self, const struct ct_symbolic *node,
		       struct normal_sum *result)
{
	struct normal_product product = { fraction_one, NULL, 0, 0 };
	struct ct_symbolic_fraction exponent;
	struct normal_sum base, power;

	if (!sum_of_node(self, node->items[0], &base) || !sum_of_node(self, node->items[1], &power))
		return false;
	if (!is_number_sum(&power, &exponent) || exponent.under != 1 || exponent.over == 0 ||
	    exponent.over == INT64_MIN)
		return opaque_pair(self, CT_SYMBOLIC_POWER, &base, &power, result);
	return multiply_sum(self, &product, &base, exponent.over) &&
	       sum_of_product(self, &product, result);
}

/* From the left. */
static bool shift_node(struct normal *self, const struct ct_symbolic *node,
		       struct normal_sum *result)
{
	struct normal_sum left, right;

	if (!sum_of_node(self, node->items[0], &left))
		return false;
	for (int64_t i = 1; i < node->items_len; i++) {
		if (!sum_of_node(self, node->items[i], &right) ||
		    !opaque_pair(self, node->operators[i - 1], &left, &right, &left))
			return false;
	}
	*result = left;
	return true;
}

static bool chain_node(struct normal *self, const struct ct_symbolic *node,
		       struct normal_sum *result)
{
	switch (ct_symbolic_level_of(node->operators[0])) {
	case CT_SYMBOLIC_LEVEL_SUM:
		return additive_node(self, node, result);
	case CT_SYMBOLIC_LEVEL_TERM:
		return multiplicative_node(self, node, result);
	case CT_SYMBOLIC_LEVEL_POWER:
		return power_node(self, node, result);
	case CT_SYMBOLIC_LEVEL_BIT_AND: /* sympy prints And(a, b) as "a & b" */
		return opaque_node(self, "and", node, true, result);
	case CT_SYMBOLIC_LEVEL_BIT_OR:
		return opaque_node(self, "or", node, true, result);
	case CT_SYMBOLIC_LEVEL_BIT_XOR:
		return opaque_node(self, "xor", node, true, result);
	default:
		return shift_node(self, node, result);
	}
}

static bool unary_node(struct normal *self, const struct ct_symbolic *node,
		       struct normal_sum *result)
{
	const enum ct_symbolic_operator operator_ = node->operators[0];
	struct normal_sum item;

	if (operator_ == CT_SYMBOLIC_NOT || operator_ == CT_SYMBOLIC_INVERT)
		return opaque_node(self, "not", node, false, result);
	return sum_of_node(self, node->items[0], &item) &&
	       scale_sum(
		       self, &item,
		       (struct ct_symbolic_fraction){ operator_ == CT_SYMBOLIC_MINUS ? -1 : 1, 1 },
		       result);
}

static bool sum_of_node(struct normal *self, const struct ct_symbolic *node,
			struct normal_sum *result)
{
	switch (node->kind) {
	case CT_SYMBOLIC_CONSTANT:
		return constant_node(self, node, result);
	case CT_SYMBOLIC_PATH:
		return path_node(self, node, result);
	case CT_SYMBOLIC_CHAIN:
		return chain_node(self, node, result);
	case CT_SYMBOLIC_COMPARISON:
		return comparison_node(self, node, result);
	case CT_SYMBOLIC_AND:
		return opaque_node(self, "and", node, true, result);
	case CT_SYMBOLIC_OR:
		return opaque_node(self, "or", node, true, result);
	case CT_SYMBOLIC_UNARY:
		return unary_node(self, node, result);
	case CT_SYMBOLIC_CONDITIONAL:
		return opaque_node(self, "if", node, false, result);
	default:
		return call_node(self, node, result);
	}
}

/* --- Results ---------------------------------------------------------------------------------- */

ct_error ct_symbolic_normalize(const struct ct_symbolic *self, struct ct_arena *arena,
			       const char **result)
{
	struct normal normal = { arena, NULL };
	const char *text;

	if (!text_of_node(&normal, self, &text))
		return normal.error;
	*result = text;
	return NULL;
}

/* Goes on from the name found so far, or NULL; false: there are two. */
static bool find_only_name(const struct ct_symbolic *node, const char **name)
{
	if (node->kind == CT_SYMBOLIC_PATH) {
		if (*name && strcmp(*name, node->name) != 0)
			return false;
		*name = node->name;
	}
	for (int64_t i = 0; i < node->items_len; i++) {
		if (!find_only_name(node->items[i], name))
			return false;
	}
	return true;
}

const char *ct_symbolic_only_name(const struct ct_symbolic *self)
{
	const char *name = NULL;

	return find_only_name(self, &name) ? name : NULL;
}

bool ct_symbolic_as_affine(const struct ct_symbolic *self, struct ct_arena *arena,
			   struct ct_symbolic_affine *result)
{
	const char *symbol = ct_symbolic_only_name(self);
	struct ct_symbolic_affine affine = { symbol, { 0, 1 }, { 0, 1 } };
	struct normal normal = { arena, NULL };
	struct normal_sum sum;

	if (symbol == NULL || !sum_of_node(&normal, self, &sum)) {
		ct_error_free(normal.error);
		return false;
	}
	for (int64_t i = 0; i < sum.terms_len; i++) {
		if (strcmp(sum.terms[i].text, symbol) == 0)
			affine.slope = sum.terms[i].coefficient;
		else if (*sum.terms[i].text == '\0')
			affine.offset = sum.terms[i].coefficient;
		else
			return false;
	}
	if (affine.slope.over == 0)
		return false;
	*result = affine;
	return true;
}
