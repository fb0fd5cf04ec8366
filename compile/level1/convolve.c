#include "compile/level1/level1.h"

#include <string.h>

#include "compile/expression.h"
#include "compile/level1/emit.h"
#include "compile/read/read.h"

/*
 * Convolutions in two dimensions remain calls, but of other weights, made once by NAME_load(): in
 * the order of channels_last, in which libtorch's kernels are faster, and multiplied by what the
 * batch normalization after them, in evaluation, multiplies the result by.
 */

/* --- Weights ---------------------------------------------------------------------------------- */

/* The weight of an argument that only this node uses and that never changes; NULL: another tensor. */
static struct variable *own_weight(const struct level1 *self, const struct node *node,
				   const char *name)
{
	const struct ct_graph_argument *given = node_arg(node, name);
	struct variable *variable = given ? variable_of(node->in, given) : NULL;

	if (!variable || !variable->weight || variable->users.len != 1 || variable->is_output ||
	    array_of(self, variable)->is_forgotten || array_of(self, variable)->is_changing ||
	    variable->dtype != CT_FLOAT32)
		return NULL;
	return variable;
}

/* A field of the struct with a tensor that NAME_load() makes. */
static const char *add_field(struct level1 *self, const struct variable *of, const char *what,
			     const char *comment)
{
	struct parts *parts = &self->program->parts;
	const char *field = identifier_in(
		self->arena, &self->program->fields,
		arena_printf(self->arena, "%s_%s", of->weight->field, what));

	self->program->has_copies = true;
	strbuf_printf(&parts->fields, "\tct_tensor *%s; /* %s */\n", field, comment);
	strbuf_printf(&parts->free, "\tct_tensor_free_unscoped(self->%s);\n", field);
	return field;
}

static void become(struct level1 *self, struct variable *variable, const char *field)
{
	variable->c = arena_printf(self->arena, "self->%s", field);
	array_of(self, variable)->memory = MEMORY_UNKNOWN;
}

/* --- Batch normalization ---------------------------------------------------------------------- */

struct norm {
	struct node *node;
	struct variable *weight, *bias, *mean, *var;
	double eps;
};

/* The only user of the result, if it is a batch normalization of constants. */
static bool find_norm(const struct level1 *self, const struct variable *result, struct norm *norm)
{
	struct node *node = result && result->users.len == 1 ? result->users.at[0] : NULL;
	const struct ct_graph_argument *training, *eps;

	if (!node || result->is_output || node->kind != NODE_OPERATOR ||
	    !node_is(node, "batch_norm"))
		return false;
	training = node_arg(node, "training");
	eps = node_arg(node, "eps");
	*norm = (struct norm){ .node = node,
			       .weight = own_weight(self, node, "weight"),
			       .bias = own_weight(self, node, "bias"),
			       .mean = own_weight(self, node, "running_mean"),
			       .var = own_weight(self, node, "running_var"),
			       .eps = eps && eps->arm == CT_ARM_FLOAT ? eps->f : 0 };
	return training && training->value == CT_NO_VALUE && !training->i && norm->weight &&
	       norm->bias && norm->mean && norm->var && norm->eps > 0;
}

/* The normalization becomes another name of the convolution's result, wherever it is used. */
static void rename_result(struct level1 *self, const struct norm *norm, struct variable *of)
{
	struct variable *result = node_result(norm->node, 0);

	result->c = of->c;
	result->is_borrowed = result->is_inside = true;
	for (size_t i = 0; i < result->users.len; i++)
		vec_push(self->arena, &of->users, result->users.at[i]);
	array_of(self, result)->root = array_of(self, of);
	array_of(self, result)->layout = array_of(self, of)->layout;
	self->is_renamed[norm->node->index] = self->is_view[norm->node->index] = true;
}

/* --- Convolutions ----------------------------------------------------------------------------- */

/* An argument that the node did not have. */
static void give_argument(struct level1 *self, struct node *node, const char *name,
			  const struct variable *variable)
{
	struct ct_graph_argument *argument = arena_alloc(self->arena, sizeof *argument);

	argument->arm = CT_ARM_TENSOR;
	argument->value = (int32_t)(variable - node->in->variables);
	for (size_t i = 0; i < node->op->schema.args.len; i++)
		if (!strcmp(node->op->schema.args.at[i].name, name))
			node->args[i] = argument;
}

static void fold(struct level1 *self, struct node *node, struct variable *weight,
		 const struct variable *bias, const struct norm *norm)
{
	static const char with_norm[] = "of the convolution with its normalization";
	const char *made = add_field(self, weight, "folded", with_norm);
	const char *made_bias = add_field(self, norm->bias, "folded", with_norm);

	struct strbuf eps = { 0 };

	write_float(self->program, &eps, norm->eps);
	strbuf_printf(&self->program->parts.load,
		      "\tCT_TRY(fold_norm(%s, %s, %s, %s, %s, %s, %s, &self->%s, &self->%s));\n",
		      weight->c, bias ? bias->c : "NULL", norm->weight->c, norm->bias->c,
		      norm->mean->c, norm->var->c, strbuf_str(&eps), made, made_bias);
	strbuf_free(&eps);
	self->needs_fold = true;
	become(self, weight, made);
	become(self, norm->bias, made_bias);
	give_argument(self, node, "bias", norm->bias);
	rename_result(self, norm, node_result(node, 0));
}

static void reorder(struct level1 *self, struct variable *weight)
{
	const char *made = add_field(self, weight, "reordered", "in the order of channels_last");

	strbuf_printf(&self->program->parts.load, "\tCT_TRY(reorder_weight(%s, &self->%s));\n",
		      weight->c, made);
	self->needs_reorder = true;
	become(self, weight, made);
}

/* [batch, channels, height, width] with the channels next to each other. */
static void make_channels_last(struct arena *arena, struct layout *layout)
{
	layout->strides[1] = (struct count){ .n = 1 };
	layout->strides[3] = layout->sizes[1];
	layout->strides[2] = count_times(arena, layout->sizes[3], layout->strides[3]);
	layout->strides[0] = count_times(arena, layout->sizes[2], layout->strides[2]);
}

static void expect_channels_last(struct level1 *self, struct array *array)
{
	if (array->memory != MEMORY_TENSOR || array->layout.dim != 4)
		return;
	make_channels_last(self->arena, &array->layout);
}

static void prepare(struct level1 *self, struct node *node)
{
	struct variable *weight = own_weight(self, node, "weight"), *result = node_result(node, 0);
	const struct ct_graph_argument *bias = node_arg(node, "bias");
	struct variable *own_bias = own_weight(self, node, "bias");
	struct norm norm;

	if (!weight || !result || result->held != HELD_TENSOR)
		return;
	expect_channels_last(self, array_of(self, result));
	if (find_norm(self, result, &norm) && (own_bias || !bias || bias->arm == CT_ARM_NONE))
		fold(self, node, weight, own_bias, &norm);
	else
		reorder(self, weight);
	self->is_prepared[node->index] = true;
}

static bool is_any_of(const struct node *node, const char *const names[], size_t len)
{
	for (size_t i = 0; node->kind == NODE_OPERATOR && i < len; i++)
		if (!strcmp(node->op->name, names[i]))
			return true;
	return false;
}

/* The order that the program was exported with is in its arguments, or cannot be another. */
static bool has_order(const struct node *node)
{
	static const char *const names[] = { "as_strided", "as_strided_", "_reshape_alias",
					     "view.dtype", "view_as_complex" };

	return is_any_of(node, names, sizeof names / sizeof *names);
}

/* The result is a view, or in another order a copy. */
static bool may_copy(const struct node *node)
{
	static const char *const names[] = { "view",       "view_as",      "_unsafe_view",
					     "reshape",    "reshape_as",   "flatten.using_ints",
					     "contiguous", "unflatten.int" };

	return is_any_of(node, names, sizeof names / sizeof *names);
}

/* The values whose order may depend on that of a convolution. */
static bool *find_moved(const struct level1 *self)
{
	bool *moved = arena_alloc(self->arena, (size_t)self->function->graph->values_len + 1);

	for (int64_t i = 0; i < self->function->graph->nodes_len; i++) {
		const struct node *node = &self->function->nodes[i];
		const struct ct_graph_node *from = node->from;
		bool is_moved = node->kind == NODE_OPERATOR && node_is(node, "conv2d");
		int64_t len;

		for (int64_t j = 0; j < from->inputs_len; j++) {
			const struct ct_graph_argument *items = argument_items(
				&from->inputs[j].argument, &len);

			for (int64_t k = 0; k < len; k++)
				is_moved |= items[k].value != CT_NO_VALUE && moved[items[k].value];
		}
		for (int64_t j = 0; j < from->outputs_len; j++) {
			const struct ct_graph_argument *items = argument_items(&from->outputs[j],
									       &len);

			for (int64_t k = 0; k < len; k++)
				if (items[k].value != CT_NO_VALUE)
					moved[items[k].value] = is_moved;
		}
	}
	return moved;
}

/* A copy of what may be written to would not change with it. */
static bool is_of_written(const struct level1 *self, const struct node *node, const bool *moved)
{
	const struct variable *of;

	if (!may_copy(node))
		return false;
	of = variable_of(node->in, node->args[0]);
	return of && moved[of - node->in->variables] && array_of(self, of)->is_forgotten;
}

/* In another order of elements, the program computes the same. What inner functions write to is not
 * known. */
static bool allows_orders(const struct level1 *self)
{
	const bool *moved = find_moved(self);

	for (size_t k = 0; k < self->program->functions.len; k++) {
		const struct function *function = self->program->functions.at[k];
		const bool is_inner = function != self->function;

		for (int64_t i = 0; i < function->graph->nodes_len; i++) {
			const struct node *node = &function->nodes[i];

			if (has_order(node) ||
			    (is_inner ? may_copy(node) : is_of_written(self, node, moved)))
				return false;
		}
	}
	return true;
}

void convolutions_prepare(struct level1 *self)
{
	const int64_t len = self->function->graph->nodes_len;

	/* Statistics of small batches make much of small differences. */
	for (int64_t i = 0; i < len; i++)
		if (node_is_training(&self->function->nodes[i]))
			return;
	if (!allows_orders(self))
		return;
	for (int64_t i = 0; i < len; i++) {
		struct node *node = &self->function->nodes[i];

		if (node->kind == NODE_OPERATOR && node_is(node, "conv2d"))
			prepare(self, node);
	}
}

/* --- What follows them ------------------------------------------------------------------------ */

static bool is_channels_last(struct level1 *self, const struct array *array)
{
	struct layout layout = array->layout;

	if (array->root->memory == MEMORY_UNKNOWN || layout.dim != 4)
		return false;
	make_channels_last(self->arena, &layout);
	for (size_t i = 0; i < 4; i++)
		if (!count_equal(layout.strides[i], array->layout.strides[i]))
			return false;
	return !layout_is_contiguous(self->arena, &array->layout);
}

/* Calls that keep the order of their first argument, or of the tensors of a list. */
static bool keeps_order(const struct node *node)
{
	static const char *const names[] = { "max_pool2d",          "avg_pool2d",
					     "adaptive_avg_pool2d", "cat",
					     "upsample_nearest2d",  "upsample_bilinear2d",
					     "batch_norm" };

	for (size_t i = 0; i < sizeof names / sizeof *names; i++)
		if (node_is(node, names[i]))
			return true;
	return false;
}

static bool any_channels_last(struct level1 *self, const struct node *node,
			      const struct array *result)
{
	for (int64_t i = 0; i < node->from->inputs_len; i++) {
		int64_t len;
		const struct ct_graph_argument *items = argument_items(
			&node->from->inputs[i].argument, &len);

		for (int64_t j = 0; j < len; j++) {
			const struct variable *variable = variable_of(node->in, &items[j]);
			const struct array *array = variable && variable->held == HELD_TENSOR
							    ? array_of(self, variable)
							    : NULL;

			if (array && array->dtype == result->dtype && is_channels_last(self, array))
				return true;
		}
	}
	return false;
}

void channels_follow(struct level1 *self, const struct node *node)
{
	const struct row *row = self->rows[node->index];
	struct variable *variable = node_result(node, 0);
	struct array *result = variable && variable->held == HELD_TENSOR ? array_of(self, variable)
									 : NULL;

	if (!result || variable->is_output || result->root != result ||
	    self->is_prepared[node->index] ||
	    !(keeps_order(node) || (row && row->kind == ROW_POINT)) ||
	    !any_channels_last(self, node, result))
		return;
	expect_channels_last(self, result);
}

/* --- Calls and results ------------------------------------------------------------------------ */

static bool any_prepared(const struct level1 *self)
{
	return self->needs_fold || self->needs_reorder;
}

static bool is_call(const struct level1 *self, const struct node *node)
{
	return self->is_renamed[node->index] ||
	       (!self->of_node.at[node->index] && !self->is_view[node->index]);
}

void views_become_copies(struct level1 *self)
{
	static const struct {
		const char *view, *reshape;
	} names[] = { { "view", "reshape" },
		      { "_unsafe_view", "reshape" },
		      { "view_as", "reshape_as" } };

	for (int64_t i = 0; any_prepared(self) && i < self->function->graph->nodes_len; i++) {
		struct node *node = &self->function->nodes[i];

		for (size_t k = 0; k < sizeof names / sizeof *names; k++)
			if (node->kind == NODE_OPERATOR && is_call(self, node) &&
			    !strcmp(node->op->name, names[k].view) &&
			    find_operator(self->program, names[k].reshape))
				node->op = find_operator(self->program, names[k].reshape);
	}
}

/* No element is in memory for several. */
static bool can_be_new(const struct layout *layout)
{
	for (size_t i = 0; i < layout->dim; i++)
		if (count_is(layout->strides[i], 0))
			return false;
	return layout->dim > 1;
}

void results_keep_order(struct level1 *self)
{
	const bool *moved = find_moved(self);

	for (size_t i = 0; any_prepared(self) && i < self->program->returned.len; i++) {
		struct variable *variable = self->program->returned.at[i].variable;
		struct layout layout;

		if (!variable || variable->held != HELD_TENSOR ||
		    !moved[variable - self->function->variables] ||
		    !is_call(self, variable->made_by) ||
		    !array_layout(self->program, variable, &layout) || !can_be_new(&layout))
			continue;
		variable->strides_c = strides_text(self, &layout);
		self->needs_restride = true;
	}
}
