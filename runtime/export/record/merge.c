/*
 * One graph from the recordings of a function with different sizes: the graphs must be the same but
 * for integers, which become expressions.
 */
#include <string.h>

#include <ctorch/ctorch.h>

#include "core/base/lengths.h"
#include "core/base/no_memory.h"
#include "core/memory/own_scope.h"
#include "export/graph/place.h"
#include "export/record/merge.h"
#include "tensor/tensor/sizes.h"

enum { MAX_RECORDINGS = 8 };

typedef struct ct_graph_argument argument;
typedef struct ct_graph_node node;
typedef struct ct_merging merging;

/* The same argument in all recordings. */
struct arguments {
	const argument *of[MAX_RECORDINGS];
	int64_t number; /* of the node; -1: of a value */
	const char *name;
};

static ct_error merge_no_memory(const merging *self)
{
	return ct_no_memory(self->function, "to record a program");
}

/* --- Errors ----------------------------------------------------------------------------------- */

/* "net.c:42: aten.view.default" */
static void add_call(struct ct_text *text, const node *of)
{
	if (ct_graph_add_source(text, of))
		ct_text_add(text, ": ");
	ct_text_add(text, of->target + strlen("torch.ops."));
}

/* "batch 4, 5, 7; dimension 1 of input 0 6, 8, 7" */
static void add_sizes(struct ct_text *text, const merging *self)
{
	const struct ct_recorded_sizes *sizes = self->expressions.sizes;

	for (int64_t s = 0; s < sizes->symbols_len; s++) {
		const struct ct_recorded_symbol *symbol = &self->expressions.symbols[s];

		ct_text_add(text, s ? "; " : "");
		ct_recorded_symbol_show(symbol, text);
		for (int64_t i = 0; i < sizes->len; i++)
			ct_text_addf(text, "%s%lld", i ? ", " : " ",
				     (long long)sizes->at[i * sizes->symbols_len + s]);
	}
}

static ct_error merge_error(const merging *self, struct ct_text *text)
{
	ct_error error;

	add_sizes(text, self);
	error = text->failed ? merge_no_memory(self)
			     : ct_error_new(CT_ERROR_VALUE, self->function, "%s", text->data);
	ct_text_release(text);
	return error;
}

/* The nodes at which two recordings begin to differ; NULL: that one has no more. */
static ct_error graphs_differ(const merging *self, const node *one, const node *other)
{
	struct ct_text text = { 0 };

	ct_text_add(&text, "the function calls other operators with other sizes: ");
	if (one)
		add_call(&text, one);
	else
		ct_text_add(&text, "it returns");
	ct_text_add(&text, ", and with another size ");
	if (other)
		add_call(&text, other);
	else
		ct_text_add(&text, "it returns");
	ct_text_add(&text, "; loops and conditions in C are recorded as they run; sizes: ");
	return merge_error(self, &text);
}

/* "4, 5, 7" */
static void add_numbers(struct ct_text *text, const merging *self, const struct arguments *all)
{
	for (int64_t i = 0; i < self->expressions.sizes->len; i++) {
		ct_text_add(text, i ? ", " : "");
		if (all->of[i]->arm == CT_ARM_FLOAT)
			ct_text_addf(text, "%.9g", all->of[i]->f);
		else
			ct_text_addf(text, "%lld", (long long)all->of[i]->i);
	}
}

static ct_error no_solution(const merging *self, const struct arguments *all, const char *why)
{
	struct ct_text text = { 0 };

	add_call(&text, &self->tapes[0].nodes[all->number]);
	ct_text_addf(&text, ": the argument '%s' is ", all->name);
	add_numbers(&text, self, all);
	ct_text_addf(&text, ", %s; sizes: ", why);
	return merge_error(self, &text);
}

/* --- Arguments -------------------------------------------------------------------------------- */

static bool is_number(const argument *self)
{
	return self->arm == CT_ARM_SYM_INT || self->arm == CT_ARM_INT ||
	       self->arm == CT_ARM_FLOAT || self->arm == CT_ARM_BOOL;
}

static bool is_same_constant(const argument *one, const argument *other)
{
	switch (one->arm) {
	case CT_ARM_STRING:
		return strcmp(one->string, other->string) == 0;
	case CT_ARM_DEVICE:
		return strcmp(one->string, other->string) == 0 && one->index == other->index;
	case CT_ARM_COMPLEX:
		return one->f == other->f && one->imaginary == other->imaginary;
	default:
		return memcmp(&one->i, &other->i, sizeof one->i) == 0;
	}
}

static bool has_same_items(const struct arguments *all, int64_t len)
{
	for (int64_t i = 1; i < len; i++)
		if (all->of[i]->items_len != all->of[0]->items_len)
			return false;
	return true;
}

static bool is_constant_argument(const struct arguments *all, int64_t len)
{
	for (int64_t i = 1; i < len; i++)
		if (!is_same_constant(all->of[0], all->of[i]))
			return false;
	return true;
}

/* An integer that may be a symbol. */
static ct_error merge_int(merging *self, const struct arguments *all, argument *result)
{
	const struct ct_recorded_sizes *sizes = self->expressions.sizes;
	int64_t values[MAX_RECORDINGS];
	struct ct_solution solution;

	for (int64_t i = 0; i < sizes->len; i++)
		values[i] = all->of[i]->i;
	if (!ct_solve(sizes, values, &solution))
		return no_solution(self, all,
				   "which is not a sum, a product or a quotient of the sizes");
	if (solution.terms_len == 0) {
		result->arm = CT_ARM_INT;
		return NULL;
	}
	self->has_quotients |= solution.by != 1;
	result->value = ct_expression_value(&self->expressions, &solution);
	return result->value == CT_NO_VALUE ? merge_no_memory(self) : NULL;
}

static ct_error merge_argument(merging *self, const struct arguments *all, argument *result);

/* A list of such integers is one of plain integers if none changes. */
static void settle_ints(argument *list, argument *items)
{
	bool has_symbol = false;

	for (int64_t i = 0; i < list->items_len; i++)
		has_symbol |= items[i].value != CT_NO_VALUE;
	if (!has_symbol)
		list->arm = CT_ARM_INTS;
	for (int64_t i = 0; i < list->items_len; i++)
		items[i].arm = has_symbol ? CT_ARM_SYM_INT : CT_ARM_INT;
}

static ct_error merge_items(merging *self, const struct arguments *all, argument *result)
{
	const int64_t len = result->items_len;
	argument *items = ct_arena_new(self->expressions.arena, ((size_t)len + 1) * sizeof *items);
	struct arguments each = *all;

	if (items == NULL)
		return merge_no_memory(self);
	for (int64_t k = 0; k < len; k++) {
		for (int64_t i = 0; i < self->expressions.sizes->len; i++)
			each.of[i] = &all->of[i]->items[k];
		CT_TRY(merge_argument(self, &each, &items[k]));
	}
	if (result->arm == CT_ARM_SYM_INTS)
		settle_ints(result, items);
	result->items = items;
	return NULL;
}

static ct_error merge_argument(merging *self, const struct arguments *all, argument *result)
{
	const int64_t len = self->expressions.sizes->len;
	const node *of = &self->tapes[0].nodes[all->number];

	*result = *all->of[0];
	for (int64_t i = 1; i < len; i++)
		if (all->of[i]->arm != result->arm || all->of[i]->value != result->value)
			return graphs_differ(self, of, &self->tapes[i].nodes[all->number]);
	if (result->value != CT_NO_VALUE || result->arm == CT_ARM_NONE)
		return NULL;
	if (result->arm == CT_ARM_SYM_INT)
		return merge_int(self, all, result);
	if (ct_arm_is_list(result->arm)) {
		if (!has_same_items(all, len))
			return graphs_differ(self, of, &self->tapes[1].nodes[all->number]);
		return merge_items(self, all, result);
	}
	if (is_constant_argument(all, len))
		return NULL;
	return is_number(result) ? no_solution(self, all,
					       "and only sizes and indices can change "
					       "with the sizes of inputs")
				 : graphs_differ(self, of, &self->tapes[1].nodes[all->number]);
}

/* --- Nodes ------------------------------------------------------------------------------------ */

static bool is_same_call(const node *one, const node *other)
{
	return strcmp(one->target, other->target) == 0 && one->inputs_len == other->inputs_len &&
	       one->outputs_len == other->outputs_len;
}

static bool is_same_output(const argument *one, const argument *other)
{
	return one->arm == other->arm && one->value == other->value &&
	       one->items_len == other->items_len;
}

/* The node of this number, as one that all recordings have; an error if they do not. */
static ct_error check_node(const merging *self, int64_t number)
{
	const node *first = &self->tapes[0].nodes[number];

	for (int64_t i = 1; i < self->expressions.sizes->len; i++) {
		const node *other = number < self->tapes[i].nodes_len
					    ? &self->tapes[i].nodes[number]
					    : NULL;

		if (other == NULL || !is_same_call(first, other))
			return graphs_differ(self, first, other);
		for (int64_t k = 0; k < first->outputs_len; k++)
			if (!is_same_output(&first->outputs[k], &other->outputs[k]))
				return graphs_differ(self, first, other);
	}
	return NULL;
}

static ct_error merge_node(merging *self, int64_t number, node *result)
{
	const node *first = &self->tapes[0].nodes[number];
	const size_t n = (size_t)first->inputs_len;
	struct ct_graph_input *inputs = ct_arena_new(self->expressions.arena,
						     (n + 1) * sizeof *inputs);
	struct arguments all = { .number = number };

	if (inputs == NULL)
		return merge_no_memory(self);
	CT_TRY(check_node(self, number));
	for (size_t k = 0; k < n; k++) {
		for (int64_t i = 0; i < self->expressions.sizes->len; i++) {
			const struct ct_graph_input *other =
				&self->tapes[i].nodes[number].inputs[k];

			if (strcmp(other->name, first->inputs[k].name) != 0)
				return graphs_differ(self, first, &self->tapes[i].nodes[number]);
			all.of[i] = &other->argument;
		}
		inputs[k] = first->inputs[k];
		all.name = inputs[k].name;
		CT_TRY(merge_argument(self, &all, &inputs[k].argument));
	}
	*result = *first;
	result->inputs = inputs;
	return NULL;
}

static ct_error merge_nodes(merging *self)
{
	const int64_t len = self->tapes[0].nodes_len;
	node *nodes = ct_arena_new(self->expressions.arena, ((size_t)len + 1) * sizeof *nodes);

	if (nodes == NULL)
		return merge_no_memory(self);
	for (int64_t i = 0; i < len; i++)
		CT_TRY(merge_node(self, i, &nodes[i]));
	for (int64_t i = 1; i < self->expressions.sizes->len; i++)
		if (self->tapes[i].nodes_len > len)
			return graphs_differ(self, NULL, &self->tapes[i].nodes[len]);
	self->nodes = nodes;
	self->nodes_len = len;
	return NULL;
}

/* --- Values ----------------------------------------------------------------------------------- */

/* A size of a value. One without an expression keeps its number: it only describes. */
static ct_error merge_size(merging *self, const int64_t *values, struct ct_graph_size *result)
{
	struct ct_solution solution;

	if (!ct_solve(self->expressions.sizes, values, &solution) || solution.terms_len == 0)
		return NULL;
	result->expression = ct_expression_text(&self->expressions, &solution);
	return result->expression ? NULL : merge_no_memory(self);
}

typedef const struct ct_graph_size *(*size_getter)(const struct ct_graph_tensor *tensor, int64_t k);

static const struct ct_graph_size *size_at(const struct ct_graph_tensor *tensor, int64_t k)
{
	return &tensor->sizes[k];
}

static const struct ct_graph_size *stride_at(const struct ct_graph_tensor *tensor, int64_t k)
{
	return &tensor->strides[k];
}

static const struct ct_graph_size *offset_at(const struct ct_graph_tensor *tensor, int64_t k)
{
	(void)k;
	return &tensor->offset;
}

/* `len` sizes of the value of this number, new. */
static ct_error merge_sizes(merging *self, int64_t number, int64_t len, size_getter get,
			    struct ct_graph_size *result)
{
	for (int64_t k = 0; k < len; k++) {
		int64_t values[MAX_RECORDINGS];

		for (int64_t i = 0; i < self->expressions.sizes->len; i++)
			values[i] = get(self->tapes[i].values[number].tensor, k)->i;
		result[k] = *get(self->tapes[0].values[number].tensor, k);
		CT_TRY(merge_size(self, values, &result[k]));
	}
	return NULL;
}

static ct_error merge_value(merging *self, int64_t number)
{
	const struct ct_graph_tensor *first = self->tapes[0].values[number].tensor;
	const size_t n = (size_t)first->dim;
	struct ct_arena *arena = self->expressions.arena;
	struct ct_graph_tensor *made = ct_arena_new(arena, sizeof *made);
	struct ct_graph_size *sizes = ct_arena_new(arena, (2 * n + 1) * sizeof *sizes);

	if (made == NULL || sizes == NULL)
		return merge_no_memory(self);
	for (int64_t i = 1; i < self->expressions.sizes->len; i++)
		if (self->tapes[i].values[number].tensor->dim != first->dim)
			return NULL; /* only a description */
	*made = *first;
	made->sizes = sizes;
	made->strides = sizes + n;
	CT_TRY(merge_sizes(self, number, first->dim, size_at, sizes));
	CT_TRY(merge_sizes(self, number, first->dim, stride_at, sizes + n));
	CT_TRY(merge_sizes(self, number, 1, offset_at, &made->offset));
	self->expressions.values[number].tensor = made;
	return NULL;
}

static ct_error copy_values(merging *self)
{
	const struct ct_tape *first = &self->tapes[0];
	struct ct_expressions *to = &self->expressions;

	to->values = ct_array_grow(to->values, &to->values_room, first->values_len + 1,
				   sizeof *to->values);
	if (to->values == NULL)
		return merge_no_memory(self);
	to->values_len = first->values_len;
	if (first->values_len > 0)
		memcpy(to->values, first->values, (size_t)first->values_len * sizeof *to->values);
	return NULL;
}

/* --- Constants -------------------------------------------------------------------------------- */

/* In its bytes: NaN is the same as NaN. */
static ct_error is_same_constant_tensor(const char *function, const ct_tensor *one,
					const ct_tensor *other, bool *result)
{
	ct_tensor *bytes, *other_bytes;

	*result = false;
	if (ct_tensor_dtype(one) != ct_tensor_dtype(other) || !ct_same_sizes(one, other))
		return NULL;
	CT_TRY(ct_equal(one, other, result));
	if (*result)
		return NULL;
	CT_OWN_SCOPE(function);
	CT_TRY(ct_reshape(one, (int64_t[]){ -1 }, 1, &bytes));
	CT_TRY(ct_view_dtype(bytes, CT_UINT8, &bytes));
	CT_TRY(ct_reshape(other, (int64_t[]){ -1 }, 1, &other_bytes));
	CT_TRY(ct_view_dtype(other_bytes, CT_UINT8, &other_bytes));
	return ct_equal(bytes, other_bytes, result);
}

static ct_error check_constants(const merging *self)
{
	const struct ct_tape *first = &self->tapes[0];

	for (int64_t i = 1; i < self->expressions.sizes->len; i++)
		for (int64_t k = 0; k < first->constants_len; k++) {
			bool is_equal = false;

			if (k < self->tapes[i].constants_len)
				CT_TRY(is_same_constant_tensor(
					self->function, first->constants[k].tensor,
					self->tapes[i].constants[k].tensor, &is_equal));
			if (!is_equal)
				return ct_error_new(CT_ERROR_VALUE, self->function,
						    "a tensor that no operator has made is "
						    "another one with other sizes; make it with "
						    "operators, such as ct_arange()");
		}
	return NULL;
}

ct_error ct_merge(merging *self)
{
	CT_TRY(copy_values(self));
	CT_TRY(merge_nodes(self));
	CT_TRY(check_constants(self));
	for (int64_t i = 0; i < self->tapes[0].values_len; i++)
		CT_TRY(merge_value(self, i));
	return NULL;
}
