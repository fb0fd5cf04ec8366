/*
 * One text for all expressions that sympy considers the same: nodes become sums.
 */
#include <stdlib.h>
#include <string.h>

#include "export/symbolic/normal.h"
#include "export/symbolic/tree.h"

/* --- Nodes without such a form ---------------------------------------------------------------- */

static int compare_texts(const void *a, const void *b)
{
	return strcmp(*(const char *const *)a, *(const char *const *)b);
}

/* "NAME(a;b;c)" of texts, sorted if their order does not matter. */
static bool opaque_sum(struct ct_normal *self, const char *name, const char **texts,
		       int64_t texts_len, bool is_sorted, struct ct_normal_sum *result)
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
	return ct_normal_factor_of(self, ct_normal_keep(self, &text), result);
}

static bool text_of_node(struct ct_normal *self, const struct ct_symbolic *node,
			 const char **result)
{
	struct ct_normal_sum sum;

	if (!ct_normal_sum_of(self, node, &sum))
		return false;
	*result = ct_normal_sum_text(self, &sum);
	return *result != NULL;
}

static bool opaque_node(struct ct_normal *self, const char *name, const struct ct_symbolic *node,
			bool is_sorted, struct ct_normal_sum *result)
{
	const char **texts = ct_normal_new(self, node->items_len, sizeof *texts);

	if (texts == NULL)
		return false;
	for (int64_t i = 0; i < node->items_len; i++) {
		if (!text_of_node(self, node->items[i], &texts[i]))
			return false;
	}
	return opaque_sum(self, name, texts, node->items_len, is_sorted, result);
}

/* Of two sums. */
static bool opaque_pair(struct ct_normal *self, enum ct_symbolic_operator operator_,
			const struct ct_normal_sum *a, const struct ct_normal_sum *b,
			struct ct_normal_sum *result)
{
	const char *texts[2] = { ct_normal_sum_text(self, a), ct_normal_sum_text(self, b) };
	char name[16] = "operator ";

	if (texts[0] == NULL || texts[1] == NULL)
		return false;
	name[8] = (char)('A' + operator_);
	return opaque_sum(self, name, texts, 2, false, result);
}

static bool comparison_node(struct ct_normal *self, const struct ct_symbolic *node,
			    struct ct_normal_sum *result)
{
	struct ct_text name = { 0 };
	const char *kept;

	ct_text_add(&name, "compare ");
	for (int64_t i = 0; i + 1 < node->items_len; i++)
		ct_text_addf(&name, "%c", (char)('A' + node->operators[i]));
	kept = ct_normal_keep(self, &name);
	return kept && opaque_node(self, kept, node, false, result);
}

static bool call_node(struct ct_normal *self, const struct ct_symbolic *node,
		      struct ct_normal_sum *result)
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

static bool constant_node(struct ct_normal *self, const struct ct_symbolic *node,
			  struct ct_normal_sum *result)
{
	struct ct_text text = { 0 };

	if (node->value.type == CT_SYMBOLIC_INT)
		return ct_normal_number(self, (struct ct_symbolic_fraction){ node->value.i, 1 },
					result);
	ct_symbolic_print_value(&node->value, &text);
	return ct_normal_factor_of(self, ct_normal_keep(self, &text), result);
}

static bool path_node(struct ct_normal *self, const struct ct_symbolic *node,
		      struct ct_normal_sum *result)
{
	struct ct_text text = { 0 };

	ct_text_add(&text, node->name);
	ct_symbolic_print_steps(node->steps, node->steps_len, &text);
	return ct_normal_factor_of(self, ct_normal_keep(self, &text), result);
}

/* --- Chains ----------------------------------------------------------------------------------- */

static bool additive_node(struct ct_normal *self, const struct ct_symbolic *node,
			  struct ct_normal_sum *result)
{
	*result = (struct ct_normal_sum){ 0 };
	for (int64_t i = 0; i < node->items_len; i++) {
		const bool is_minus = i > 0 && node->operators[i - 1] == CT_SYMBOLIC_SUBTRACT;
		const struct ct_symbolic_fraction sign = { is_minus ? -1 : 1, 1 };
		struct ct_normal_sum item, scaled;

		if (!ct_normal_sum_of(self, node->items[i], &item) ||
		    !ct_normal_scale(self, &item, sign, &scaled))
			return false;
		for (int64_t k = 0; k < scaled.terms_len; k++) {
			if (!ct_normal_append(self, result, scaled.terms[k]))
				return false;
		}
	}
	return ct_normal_collect(self, result);
}

/* "product OPERATOR sum", where the operator is // or %. */
static bool divide_product(struct ct_normal *self, struct ct_normal_product *product,
			   enum ct_symbolic_operator operator_, const struct ct_normal_sum *sum)
{
	struct ct_normal_sum before, after;

	if (!ct_normal_end_product(self, product, &before) ||
	    !opaque_pair(self, operator_, &before, sum, &after))
		return false;
	*product = (struct ct_normal_product){ { 1, 1 }, NULL, 0, 0 };
	return ct_normal_multiply(self, product, &after, 1);
}

static bool multiplicative_node(struct ct_normal *self, const struct ct_symbolic *node,
				struct ct_normal_sum *result)
{
	struct ct_normal_product product = { { 1, 1 }, NULL, 0, 0 };

	for (int64_t i = 0; i < node->items_len; i++) {
		const enum ct_symbolic_operator operator_ = i > 0 ? node->operators[i - 1]
								  : CT_SYMBOLIC_MULTIPLY;
		struct ct_normal_sum item;

		if (!ct_normal_sum_of(self, node->items[i], &item))
			return false;
		if (operator_ == CT_SYMBOLIC_MULTIPLY || operator_ == CT_SYMBOLIC_DIVIDE) {
			if (!ct_normal_multiply(self, &product, &item,
						operator_ == CT_SYMBOLIC_MULTIPLY ? 1 : -1))
				return false;
		} else if (!divide_product(self, &product, operator_, &item)) {
			return false;
		}
	}
	return ct_normal_end_product(self, &product, result);
}

static bool power_node(struct ct_normal *self, const struct ct_symbolic *node,
		       struct ct_normal_sum *result)
{
	struct ct_normal_product product = { { 1, 1 }, NULL, 0, 0 };
	struct ct_symbolic_fraction exponent;
	struct ct_normal_sum base, power;

	if (!ct_normal_sum_of(self, node->items[0], &base) ||
	    !ct_normal_sum_of(self, node->items[1], &power))
		return false;
	if (!ct_normal_is_number(&power, &exponent) || exponent.under != 1 || exponent.over == 0 ||
	    exponent.over == INT64_MIN)
		return opaque_pair(self, CT_SYMBOLIC_POWER, &base, &power, result);
	return ct_normal_multiply(self, &product, &base, exponent.over) &&
	       ct_normal_end_product(self, &product, result);
}

/* From the left. */
static bool shift_node(struct ct_normal *self, const struct ct_symbolic *node,
		       struct ct_normal_sum *result)
{
	struct ct_normal_sum left, right;

	if (!ct_normal_sum_of(self, node->items[0], &left))
		return false;
	for (int64_t i = 1; i < node->items_len; i++) {
		if (!ct_normal_sum_of(self, node->items[i], &right) ||
		    !opaque_pair(self, node->operators[i - 1], &left, &right, &left))
			return false;
	}
	*result = left;
	return true;
}

static bool chain_node(struct ct_normal *self, const struct ct_symbolic *node,
		       struct ct_normal_sum *result)
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

static bool unary_node(struct ct_normal *self, const struct ct_symbolic *node,
		       struct ct_normal_sum *result)
{
	const enum ct_symbolic_operator operator_ = node->operators[0];
	struct ct_normal_sum item;

	if (operator_ == CT_SYMBOLIC_NOT || operator_ == CT_SYMBOLIC_INVERT)
		return opaque_node(self, "not", node, false, result);
	return ct_normal_sum_of(self, node->items[0], &item) &&
	       ct_normal_scale(
		       self, &item,
		       (struct ct_symbolic_fraction){ operator_ == CT_SYMBOLIC_MINUS ? -1 : 1, 1 },
		       result);
}

bool ct_normal_sum_of(struct ct_normal *self, const struct ct_symbolic *node,
		      struct ct_normal_sum *result)
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
	struct ct_normal normal = { arena, NULL };
	const char *text;

	if (!text_of_node(&normal, self, &text))
		return normal.error;
	*result = text;
	return NULL;
}
