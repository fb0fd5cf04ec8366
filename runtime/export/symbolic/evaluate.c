/*
 * The value of a symbolic expression.
 */
#include <stdlib.h>

#include "core/base/lengths.h"
#include "core/base/no_memory.h"
#include "export/symbolic/value.h"

enum { FEW_ARGUMENTS = 4 };

struct symbolic_evaluation {
	ct_symbolic_lookup lookup;
	void *context;
};

static ct_error evaluate_node(const struct symbolic_evaluation *self,
			      const struct ct_symbolic *node, struct ct_symbolic_value *result);

static ct_error evaluate_chain(const struct symbolic_evaluation *self,
			       const struct ct_symbolic *node, struct ct_symbolic_value *result)
{
	struct ct_symbolic_value left, right;
	ct_error err = evaluate_node(self, node->items[0], &left);

	for (int64_t i = 1; i < node->items_len && err == NULL; i++) {
		if ((err = evaluate_node(self, node->items[i], &right)) == NULL)
			err = ct_symbolic_apply(node->operators[i - 1], &left, &right, &left);
	}
	if (err == NULL)
		*result = left;
	return err;
}

static ct_error evaluate_comparison(const struct symbolic_evaluation *self,
				    const struct ct_symbolic *node,
				    struct ct_symbolic_value *result)
{
	struct ct_symbolic_value left, right;
	ct_error err = evaluate_node(self, node->items[0], &left);
	bool holds = true;

	for (int64_t i = 1; i < node->items_len && err == NULL && holds; i++) {
		if ((err = evaluate_node(self, node->items[i], &right)) == NULL)
			err = ct_symbolic_compare(node->operators[i - 1], &left, &right, &holds);
		left = right;
	}
	if (err == NULL)
		*result = ct_symbolic_from_bool(holds);
	return err;
}

/* The first operand that decides, or the last. */
static ct_error evaluate_condition(const struct symbolic_evaluation *self,
				   const struct ct_symbolic *node, struct ct_symbolic_value *result)
{
	const bool decides = node->kind == CT_SYMBOLIC_OR;

	for (int64_t i = 0; i < node->items_len; i++) {
		ct_error err = evaluate_node(self, node->items[i], result);

		if (err || ct_symbolic_is_true(result) == decides)
			return err;
	}
	return NULL;
}

static ct_error evaluate_conditional(const struct symbolic_evaluation *self,
				     const struct ct_symbolic *node,
				     struct ct_symbolic_value *result)
{
	struct ct_symbolic_value condition;
	ct_error err = evaluate_node(self, node->items[1], &condition);

	if (err)
		return err;
	return evaluate_node(self, node->items[ct_symbolic_is_true(&condition) ? 0 : 2], result);
}

static ct_error evaluate_arguments(const struct symbolic_evaluation *self,
				   const struct ct_symbolic *node,
				   struct ct_symbolic_value *arguments,
				   struct ct_symbolic_value *result)
{
	for (int64_t i = 0; i < node->items_len; i++) {
		ct_error err = evaluate_node(self, node->items[i], &arguments[i]);

		if (err)
			return err;
	}
	return ct_symbolic_apply_function(node->function, arguments, node->items_len, result);
}

static ct_error evaluate_long_call(const struct symbolic_evaluation *self,
				   const struct ct_symbolic *node, struct ct_symbolic_value *result)
{
	struct ct_symbolic_value *arguments = ct_array_new(node->items_len, sizeof *arguments);
	ct_error err;

	if (arguments == NULL)
		return ct_no_memory(NULL, "for the arguments of %s()", node->name);
	err = evaluate_arguments(self, node, arguments, result);
	free(arguments);
	return err;
}

static ct_error evaluate_call(const struct symbolic_evaluation *self,
			      const struct ct_symbolic *node, struct ct_symbolic_value *result)
{
	struct ct_symbolic_value arguments[FEW_ARGUMENTS] = { { .type = CT_SYMBOLIC_NONE } };

	if (node->items_len > FEW_ARGUMENTS)
		return evaluate_long_call(self, node, result);
	return evaluate_arguments(self, node, arguments, result);
}

static ct_error evaluate_unary(const struct symbolic_evaluation *self,
			       const struct ct_symbolic *node, struct ct_symbolic_value *result)
{
	struct ct_symbolic_value operand;
	ct_error err = evaluate_node(self, node->items[0], &operand);

	return err ? err : ct_symbolic_apply_unary(node->operators[0], &operand, result);
}

static ct_error evaluate_node(const struct symbolic_evaluation *self,
			      const struct ct_symbolic *node, struct ct_symbolic_value *result)
{
	switch (node->kind) {
	case CT_SYMBOLIC_CONSTANT:
		*result = node->value;
		return NULL;
	case CT_SYMBOLIC_PATH:
		return self->lookup(node, self->context, result);
	case CT_SYMBOLIC_CHAIN:
		return evaluate_chain(self, node, result);
	case CT_SYMBOLIC_COMPARISON:
		return evaluate_comparison(self, node, result);
	case CT_SYMBOLIC_AND:
	case CT_SYMBOLIC_OR:
		return evaluate_condition(self, node, result);
	case CT_SYMBOLIC_UNARY:
		return evaluate_unary(self, node, result);
	case CT_SYMBOLIC_CONDITIONAL:
		return evaluate_conditional(self, node, result);
	default:
		return evaluate_call(self, node, result);
	}
}

ct_error ct_symbolic_evaluate(const struct ct_symbolic *self, ct_symbolic_lookup lookup,
			      void *context, struct ct_symbolic_value *result)
{
	const struct symbolic_evaluation evaluation = { lookup, context };
	struct ct_symbolic_value value;
	ct_error err = evaluate_node(&evaluation, self, &value);

	if (err == NULL)
		*result = value;
	return err;
}
