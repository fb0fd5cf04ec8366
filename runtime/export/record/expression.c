/*
 * Expressions of sizes as the nodes that Python writes for them: sym_size.int, _operator.mul,
 * _operator.add, _operator.floordiv.
 */
#include <stdlib.h>
#include <string.h>

#include "core/base/lengths.h"
#include "export/record/expression.h"

typedef struct ct_expressions expressions;
typedef struct ct_graph_argument argument;
typedef struct ct_solution solution;
typedef struct ct_term term;

static void *copy_to_arena(const expressions *self, const void *from, size_t n)
{
	void *copy = ct_arena_new(self->arena, n);

	if (copy)
		memcpy(copy, from, n);
	return copy;
}

/* --- Texts ------------------------------------------------------------------------------------ */

void ct_recorded_symbol_show(const struct ct_recorded_symbol *symbol, struct ct_text *text)
{
	if (symbol->name)
		ct_text_add(text, symbol->name);
	else
		ct_text_addf(text, "dimension %lld of input %lld", (long long)symbol->dim,
			     (long long)symbol->input);
}

static void add_symbol(struct ct_text *text, const expressions *self, int32_t i)
{
	const int64_t multiple = self->symbols[i].multiple;

	if (multiple > 1)
		ct_text_addf(text, "Mul(Integer(%lld), ", (long long)multiple);
	ct_text_addf(text, "Symbol('s%d', positive=True, integer=True)", (int)i);
	if (multiple > 1)
		ct_text_add(text, ")");
}

static void add_product(struct ct_text *text, const expressions *self, const term *of)
{
	const bool is_product = of->factors_len > 1 || of->times != 1;

	if (is_product)
		ct_text_add(text, "Mul(");
	if (of->times != 1)
		ct_text_addf(text, "Integer(%lld), ", (long long)of->times);
	for (int32_t i = 0; i < of->factors_len; i++) {
		ct_text_add(text, i ? ", " : "");
		add_symbol(text, self, of->factors[i]);
	}
	if (is_product)
		ct_text_add(text, ")");
}

static bool is_sum(const solution *of)
{
	return of->terms_len > 1 || of->plus != 0;
}

const char *ct_expression_text(const expressions *self, const solution *of)
{
	struct ct_text text = { 0 };
	const char *copy = NULL;

	if (of->by != 1)
		ct_text_add(&text, "FloorDiv(");
	if (is_sum(of))
		ct_text_add(&text, "Add(");
	for (int32_t i = 0; i < of->terms_len; i++) {
		ct_text_add(&text, i ? ", " : "");
		add_product(&text, self, &of->terms[i]);
	}
	if (of->plus != 0)
		ct_text_addf(&text, ", Integer(%lld)", (long long)of->plus);
	if (is_sum(of))
		ct_text_add(&text, ")");
	if (of->by != 1)
		ct_text_addf(&text, ", Integer(%lld))", (long long)of->by);
	if (!text.failed)
		copy = copy_to_arena(self, text.data, text.length + 1);
	ct_text_release(&text);
	return copy;
}

int64_t ct_expression_hint(const expressions *self, const solution *of)
{
	int64_t number = of->plus;

	for (int32_t i = 0; i < of->terms_len; i++) {
		int64_t product = of->terms[i].times;

		for (int32_t k = 0; k < of->terms[i].factors_len; k++)
			product *= self->sizes->at[of->terms[i].factors[k]];
		number += product;
	}
	return number / of->by - (number % of->by < 0);
}

/* --- Nodes ------------------------------------------------------------------------------------ */

/* A new SymInt; CT_NO_VALUE: no memory. */
static int32_t add_sym_int(expressions *self, const solution *of)
{
	struct ct_graph_symbol *symbol = ct_arena_new(self->arena, sizeof *symbol);
	struct ct_graph_value *values = ct_array_grow(self->values, &self->values_room,
						      self->values_len + 1, sizeof *values);

	if (values)
		self->values = values;
	if (symbol == NULL || values == NULL)
		return CT_NO_VALUE;
	*symbol = (struct ct_graph_symbol){ ct_expression_text(self, of), CT_ARM_INT,
					    ct_expression_hint(self, of), 0 };
	values[self->values_len] = (struct ct_graph_value){ .kind = CT_GRAPH_SYM_INT,
							    .symbol = symbol,
							    .made_by = CT_GRAPH_NOWHERE,
							    .last_use = CT_GRAPH_NOWHERE };
	return symbol->expression ? (int32_t)self->values_len++ : CT_NO_VALUE;
}

static argument constant(int64_t i)
{
	return (argument){ .arm = CT_ARM_INT, .value = CT_NO_VALUE, .i = i };
}

static argument named(enum ct_graph_arm arm, int32_t value)
{
	return (argument){ .arm = arm, .value = value };
}

/* A node with two arguments, which makes the expression. */
static int32_t add_size_node(expressions *self, const char *target, const char *const names[2],
			     argument first, argument second, const solution *of)
{
	const struct ct_graph_input inputs[] = { { names[0], CT_GRAPH_POSITIONAL, first },
						 { names[1], CT_GRAPH_POSITIONAL, second } };
	struct ct_graph_node *nodes = ct_array_grow(self->nodes, &self->nodes_room,
						    self->nodes_len + 1, sizeof *nodes);
	const int32_t value = nodes ? add_sym_int(self, of) : CT_NO_VALUE;
	const argument output = named(CT_ARM_SYM_INT, value);
	struct ct_graph_node *node;

	if (nodes)
		self->nodes = nodes;
	if (value == CT_NO_VALUE)
		return CT_NO_VALUE;
	node = &nodes[self->nodes_len];
	*node = (struct ct_graph_node){ .target = target,
					.inputs = copy_to_arena(self, inputs, sizeof inputs),
					.inputs_len = 2,
					.outputs = copy_to_arena(self, &output, sizeof output),
					.outputs_len = 1,
					.returns_single = CT_GRAPH_UNSAID };
	if (node->inputs == NULL || node->outputs == NULL)
		return CT_NO_VALUE;
	self->nodes_len++;
	return value;
}

static int32_t add_size(expressions *self, const solution *of)
{
	static const char *const names[] = { "self", "dim" };
	const struct ct_recorded_symbol *symbol = &self->symbols[of->terms[0].factors[0]];

	return add_size_node(self, "torch.ops.aten.sym_size.int", names,
			     named(CT_ARM_TENSOR, symbol->value), constant(symbol->dim), of);
}

static int32_t add_operation(expressions *self, const char *target, int32_t value, argument with,
			     const solution *of)
{
	static const char *const names[] = { "a", "b" };

	return value == CT_NO_VALUE
		       ? CT_NO_VALUE
		       : add_size_node(self, target, names, named(CT_ARM_SYM_INT, value), with, of);
}

/* Of two expressions. */
static int32_t add_operation_on(expressions *self, const char *target, const solution *one,
				const solution *other, const solution *of)
{
	const int32_t second = ct_expression_value(self, other);

	return second == CT_NO_VALUE ? CT_NO_VALUE
				     : add_operation(self, target, ct_expression_value(self, one),
						     named(CT_ARM_SYM_INT, second), of);
}

/* The last operation of an expression, on one that lacks it. */
static int32_t compute_last(expressions *self, const solution *of)
{
	solution without = *of;

	if (of->by != 1) {
		without.by = 1;
		return add_operation(self, "_operator.floordiv",
				     ct_expression_value(self, &without), constant(of->by), of);
	}
	if (of->plus != 0) {
		without.plus = 0;
		return add_operation(self, "_operator.add", ct_expression_value(self, &without),
				     constant(of->plus), of);
	}
	if (of->terms_len > 1) {
		const solution last = { .terms = { of->terms[of->terms_len - 1] },
					.terms_len = 1,
					.by = 1 };

		without.terms_len--;
		return add_operation_on(self, "_operator.add", &without, &last, of);
	}
	if (of->terms[0].times != 1) {
		without.terms[0].times = 1;
		return add_operation(self, "_operator.mul", ct_expression_value(self, &without),
				     constant(of->terms[0].times), of);
	}
	if (of->terms[0].factors_len > 1) {
		const int32_t symbol = of->terms[0].factors[of->terms[0].factors_len - 1];
		const solution last = { .terms = { { { symbol }, 1, 1 } },
					.terms_len = 1,
					.by = 1 };

		without.terms[0].factors_len--;
		return add_operation_on(self, "_operator.mul", &without, &last, of);
	}
	return add_size(self, of);
}

int32_t ct_expression_value(expressions *self, const solution *of)
{
	struct ct_expression_value *known;
	int32_t value;

	for (int64_t i = 0; i < self->known_len; i++)
		if (ct_solution_is_same(&self->known[i].solution, of))
			return self->known[i].value;
	value = compute_last(self, of);
	known = ct_array_grow(self->known, &self->known_room, self->known_len + 1, sizeof *known);
	if (known == NULL || value == CT_NO_VALUE)
		return CT_NO_VALUE;
	self->known = known;
	known[self->known_len++] = (struct ct_expression_value){ *of, value };
	return value;
}

void ct_expressions_free(expressions *self)
{
	free(self->values);
	free(self->nodes);
	free(self->known);
}
