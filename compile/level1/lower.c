#include "compile/level1/level1.h"

#include <string.h>

#include "compile/read/read.h"

static bool why(struct node *node, const char *text)
{
	node->why_not = text;
	return false;
}

/* --- Loops ------------------------------------------------------------------------------------ */

struct loop *loop_new(struct level1 *self, struct node *node, const struct layout *sizes)
{
	struct loop *loop = arena_alloc(self->arena, sizeof *loop);

	loop->at = node->index;
	loop->dim = sizes->dim;
	memcpy(loop->sizes, sizes->sizes, sizeof loop->sizes);
	vec_push(self->arena, &loop->nodes, node);
	return loop;
}

size_t loop_add(struct level1 *self, struct loop *loop, struct step step)
{
	vec_push(self->arena, &loop->steps, step);
	return loop->steps.len - 1;
}

/* The strides of a value for the elements of the loop. False: the sizes do not fit. */
static bool fit_strides(const struct loop *loop, const struct layout *layout,
			struct count strides[LOOP_DIMS])
{
	const size_t missing = loop->dim - layout->dim;

	if (layout->dim > loop->dim)
		return false;
	for (size_t i = 0; i < loop->dim; i++) {
		if (i < missing ||
		    (count_is(layout->sizes[i - missing], 1) && !count_is(loop->sizes[i], 1))) {
			strides[i] = (struct count){ 0 };
			continue;
		}
		if (!count_equal(layout->sizes[i - missing], loop->sizes[i]))
			return false;
		strides[i] = layout->strides[i - missing];
	}
	return true;
}

bool loop_load(struct level1 *self, struct loop *loop, struct array *value, size_t *result)
{
	struct step step = { .kind = STEP_LOAD,
			     .dtype = value->dtype,
			     .value = value->root,
			     .offset = value->layout.offset };

	if (!fit_strides(loop, &value->layout, step.strides))
		return false;
	for (*result = 0; *result < loop->steps.len; ++*result) {
		const struct step *same = &loop->steps.at[*result];
		bool equal = same->kind == STEP_LOAD && same->value == step.value &&
			     !same->args_len && count_equal(same->offset, step.offset);

		for (size_t i = 0; equal && i < loop->dim; i++)
			equal = count_equal(same->strides[i], step.strides[i]);
		if (equal)
			return true;
	}
	*result = loop_add(self, loop, step);
	return true;
}

/* The value with the sizes of the loop, and 1 for dimensions that a reduction has removed. */
static void keep_dimensions(struct arena *arena, const struct loop *loop, struct layout *layout)
{
	layout->dim = loop->dim;
	for (size_t i = 0; i < loop->dim; i++)
		layout->sizes[i] = i < loop->dim - loop->inner ? loop->sizes[i]
							       : (struct count){ .n = 1 };
	layout_make_contiguous(arena, layout);
}

void loop_store(struct level1 *self, struct loop *loop, size_t step, struct array *value)
{
	struct step *at = &loop->steps.at[step];
	struct layout layout = value->layout;

	if (at->is_row) {
		layout_make_contiguous(self->arena, &value->layout);
		keep_dimensions(self->arena, loop, &layout);
	}
	at->store = value;
	fit_strides(loop, &layout, at->store_strides);
	value->made_by = loop;
}

/* Dimensions of size 1 are no dimensions, so that [1, 32, 64] and [32, 64] are one shape. */
static void drop_dimension(struct loop *loop, size_t dim)
{
	const size_t after = loop->dim - dim - 1;

	for (size_t i = 0; i < loop->steps.len; i++) {
		struct step *step = &loop->steps.at[i];

		memmove(&step->strides[dim], &step->strides[dim + 1],
			after * sizeof *step->strides);
		memmove(&step->store_strides[dim], &step->store_strides[dim + 1],
			after * sizeof *step->store_strides);
		step->index -= step->index > dim;
	}
	memmove(&loop->sizes[dim], &loop->sizes[dim + 1], after * sizeof *loop->sizes);
	loop->inner -= dim >= loop->dim - loop->inner && loop->inner > 0;
	loop->dim--;
}

static void drop_ones(struct loop *loop)
{
	for (size_t i = loop->dim; i-- > 0;)
		if (count_is(loop->sizes[i], 1) && loop->dim > 1 &&
		    !(loop->inner == 1 && i == loop->dim - 1))
			drop_dimension(loop, i);
}

void loop_finish(struct level1 *self, struct loop *loop)
{
	if (loop->dim == 0) {
		loop->dim = 1;
		loop->sizes[0] = (struct count){ .n = 1 };
	}
	drop_ones(loop);
	vec_push(self->arena, &self->loops, loop);
	for (size_t i = 0; i < loop->nodes.len; i++)
		self->of_node.at[loop->nodes.at[i]->index] = loop;
}

/* The result as the argument that is stored: in its dtype, as one step of its own. */
static void store_result(struct level1 *self, struct loop *loop, size_t step, bool is_row,
			 struct array *result)
{
	struct step *from = &loop->steps.at[step];

	if (from->kind == STEP_LOAD || from->kind == STEP_INDEX || from->store ||
	    from->dtype != result->dtype) {
		struct step copy = { .kind = STEP_POINT,
				     .dtype = result->dtype,
				     .text = "$0",
				     .args = { step },
				     .args_len = 1 };

		if (from->dtype != result->dtype)
			copy.text = cast_text(self->arena, from->dtype, result->dtype);
		step = loop_add(self, loop, copy);
	}
	loop->steps.at[step].is_row = is_row;
	loop_store(self, loop, step, result);
}

/* --- Operators -------------------------------------------------------------------------------- */

struct array *array_of_result(const struct level1 *self, struct node *node)
{
	struct variable *variable = node_result(node, 0);
	struct array *value = variable && variable->held == HELD_TENSOR ? array_of(self, variable)
									: NULL;

	if (value && value->memory == MEMORY_TENSOR)
		return value;
	node->why_not = "a shape or dtype that loops do not have";
	return NULL;
}

/* The dtype that all tensors have which the node gets; 0: they differ. */
static ct_dtype common_dtype(const struct level1 *self, const struct node *node)
{
	ct_dtype dtype = 0;

	for (size_t i = 0; i < node->op->schema.args.len; i++) {
		const struct array *value = array_of_arg(self, node,
							 node->op->schema.args.at[i].name);

		if (value && dtype && value->dtype != dtype)
			return 0;
		dtype = value ? value->dtype : dtype;
	}
	return dtype;
}

/* Other tensors would have to be rounded to bfloat16 first. */
static bool mixes_bf16(const struct level1 *self, const struct node *node)
{
	bool mixes = false;

	for (size_t i = 0; i < node->op->schema.args.len; i++) {
		const struct array *value = array_of_arg(self, node,
							 node->op->schema.args.at[i].name);

		mixes |= value && value->dtype != CT_BFLOAT16 && value->dtype != CT_BOOL;
	}
	return mixes;
}

/* 0: the dtypes of the inputs differ. */
static ct_dtype dtype_of_body(const struct level1 *self, const struct node *node,
			      const struct row *row, const struct array *result)
{
	if (row->by_inputs)
		return dtype_computed(common_dtype(self, node));
	if (row->kind == ROW_COPY)
		return common_dtype(self, node) == result->dtype ? result->dtype
								 : dtype_computed(result->dtype);
	if (result->dtype == CT_BFLOAT16 && mixes_bf16(self, node))
		return 0;
	return dtype_computed(result->dtype);
}

static bool add_body(struct level1 *self, struct loop *loop, struct node *node,
		     const struct row *row, struct array *result)
{
	struct body body = { .level1 = self,
			     .loop = loop,
			     .node = node,
			     .text = row->body,
			     .compute = dtype_of_body(self, node, row, result) };

	body.rounds_numbers = row->rounds && common_dtype(self, node) == CT_BFLOAT16;
	if (!body.compute)
		return why(node, "inputs of several dtypes");
	if (!dtype_c(body.compute))
		return why(node, "a dtype that loops do not have");
	if (body.compute == CT_BOOL && !row->by_inputs && strpbrk(row->body, "+-*/"))
		return why(node, "arithmetic of bools");
	if (!body_add(&body))
		return false;
	if (row->by_inputs)
		loop->steps.at[body.result].dtype = CT_BOOL;
	store_result(self, loop, body.result, row->kind == ROW_REDUCE, result);
	loop_finish(self, loop);
	return true;
}

static bool lower_point(struct level1 *self, struct node *node, const struct row *row)
{
	struct array *result = array_of_result(self, node);

	return result && add_body(self, loop_new(self, node, &result->layout), node, row, result);
}

/* How many last dimensions the arguments name; 0: they are no last dimensions. */
static size_t named_dimensions(const struct node *node, size_t dim, bool by_shape)
{
	const struct ct_graph_argument *given = node_arg(node,
							 by_shape ? "normalized_shape" : "dim");
	unsigned named = 0;

	if (!given || given->arm == CT_ARM_NONE)
		return dim;
	if (by_shape)
		return (size_t)given->items_len;
	if (given->arm == CT_ARM_INT) {
		const int64_t at = given->i < 0 ? given->i + (int64_t)dim : given->i;

		return at == (int64_t)dim - 1;
	}
	for (int64_t i = 0; given->arm == CT_ARM_INTS && i < given->items_len; i++) {
		const int64_t at = given->items[i].i;

		named |= 1u << (at < 0 ? at + (int64_t)dim : at);
	}
	if (!named)
		return given->arm == CT_ARM_INTS ? dim : 0;
	for (size_t count = 1; count <= dim; count++)
		if (named == ((1u << count) - 1) << (dim - count))
			return count;
	return 0;
}

static bool lower_rows(struct level1 *self, struct node *node, const struct row *row)
{
	struct array *result = array_of_result(self, node);
	struct array *input = array_of_arg(self, node, node->op->schema.args.at[0].name);
	struct loop *loop;
	size_t inner;

	if (!result || !input)
		return why(node, "a shape or dtype that loops do not have");
	inner = named_dimensions(node, input->layout.dim, row->kind == ROW_LAST);
	if (!inner)
		return why(node, "not along the last dimensions");
	if (row->kind != ROW_REDUCE && !is_float(result->dtype))
		return why(node, "integers");
	loop = loop_new(self, node, &input->layout);
	loop->inner = inner;
	return add_body(self, loop, node, row, result);
}

/* --- Views ------------------------------------------------------------------------------------ */

static struct array *first_value(struct level1 *self, struct node *node)
{
	struct array *value = array_of_arg(self, node, node->op->schema.args.at[0].name);

	if (!value)
		node->why_not = "a tensor that loops cannot read";
	return value;
}

static void make_view(struct array *result, struct array *of, const struct layout *layout)
{
	result->root = of->root;
	result->layout = *layout;
}

static bool lower_copy(struct level1 *self, struct node *node, const struct row *row);

/* The memory is in another order than at export, where this was a view: here it is a copy. */
static bool lower_moved(struct level1 *self, struct node *node, const struct row *row)
{
	const struct op *reshape = find_operator(self->program, "reshape");

	if (!node_is(node, "view") || !reshape)
		return why(node, "a view of memory with other strides");
	node->op = reshape; /* with the same arguments, if it remains a call */
	return lower_copy(self, node, row);
}

/* All results of a node have the sizes, strides and offsets that PyTorch says, within memory that
 * is as PyTorch says, too. */
static bool lower_view(struct level1 *self, struct node *node, const struct row *row)
{
	struct array *of = first_value(self, node);

	if (!of)
		return false;
	if (!array_is_as_exported(self->program, of))
		return lower_moved(self, node, row);
	for (size_t i = 0; i < (size_t)node->from->outputs_len; i++) {
		int64_t len;
		const struct ct_graph_argument *items = argument_items(&node->from->outputs[i],
								       &len);

		for (int64_t j = 0; j < len; j++) {
			struct variable *variable = variable_of(node->in, &items[j]);
			struct array *value = variable ? array_of(self, variable) : NULL;
			struct layout layout;

			if (!value || value->memory != MEMORY_TENSOR || value->dtype != of->dtype ||
			    !array_layout(self->program, variable, &layout))
				return why(node, "a shape or dtype that loops do not have");
			make_view(value, of, &layout);
		}
	}
	self->is_view[node->index] = true;
	return true;
}

static bool lower_reshape(struct level1 *self, struct node *node, const struct row *row)
{
	struct array *of = first_value(self, node), *result = array_of_result(self, node);
	struct layout layout;

	if (!of || !result)
		return false;
	layout = result->layout;
	if (of->dtype == result->dtype && layout_view(self->arena, &of->layout, &layout)) {
		struct array view = *result;

		/* Where PyTorch copies, a view may do, unless views of the copy follow. */
		view.layout = layout;
		if (array_is_as_exported(self->program, &view)) {
			make_view(result, of, &layout);
			self->is_view[node->index] = true;
			return true;
		}
	}
	return lower_copy(self, node, row);
}

/* Reads in the order of the source; the elements of the result are in the same order. */
static bool lower_copy(struct level1 *self, struct node *node, const struct row *row)
{
	struct array *of = first_value(self, node), *result = array_of_result(self, node);
	struct loop *loop;
	struct layout other;
	size_t step;

	if (!of || !result)
		return false;
	if (layout_same_sizes(&of->layout, &result->layout) && row->kind == ROW_COPY)
		return lower_point(self, node, row);
	if (of->dtype != result->dtype)
		return why(node, "a reshape with another dtype");
	layout_make_contiguous(self->arena, &result->layout);
	loop = loop_new(self, node, &of->layout);
	other = of->layout;
	layout_make_contiguous(self->arena, &other);
	if (!loop_load(self, loop, of, &step))
		return why(node, "sizes that cannot be compared");
	store_result(self, loop, step, false, result);
	fit_strides(loop, &other, loop->steps.at[loop->steps.len - 1].store_strides);
	loop_finish(self, loop);
	return true;
}

static bool lower_same(struct level1 *self, struct node *node)
{
	struct array *of = first_value(self, node), *result = array_of_result(self, node);

	if (!of || !result)
		return false;
	make_view(result, of, &of->layout);
	self->is_view[node->index] = true;
	return true;
}

/* --- Embeddings ------------------------------------------------------------------------------- */

static bool lower_embedding(struct level1 *self, struct node *node)
{
	struct array *result = array_of_result(self, node);
	struct array *weight = array_of_arg(self, node, "weight");
	struct array *indices = array_of_arg(self, node, "indices");
	struct step step = { .kind = STEP_LOAD, .args_len = 1 };
	struct layout rows;
	struct loop *loop;

	if (!result || !weight || !indices || indices->dtype != CT_INT64 ||
	    weight->layout.dim != 2 || !layout_is_contiguous(self->arena, &indices->layout))
		return why(node, "a shape or dtype that loops do not have");
	loop = loop_new(self, node, &result->layout);
	rows = indices->layout;
	if (rows.dim + 1 != loop->dim)
		return why(node, "a shape or dtype that loops do not have");
	/* The index is the same for a row. */
	rows.sizes[rows.dim] = (struct count){ .n = 1 };
	rows.strides[rows.dim++] = (struct count){ 0 };
	{
		struct array with_row = *indices;

		with_row.layout = rows;
		if (!loop_load(self, loop, &with_row, &step.args[0]))
			return why(node, "sizes that cannot be compared");
	}
	step.dtype = weight->dtype;
	step.value = weight->root;
	step.offset = weight->layout.offset;
	step.strides[loop->dim - 1] = weight->layout.strides[1];
	step.gather = weight->layout.strides[0];
	step.limit = weight->layout.sizes[0];
	store_result(self, loop, loop_add(self, loop, step), false, result);
	loop_finish(self, loop);
	return true;
}

/* --- All -------------------------------------------------------------------------------------- */

bool lower_node(struct level1 *self, struct node *node, const struct row *row)
{
	switch (row->kind) {
	case ROW_POINT:
		return lower_point(self, node, row);
	case ROW_COPY:
		return lower_copy(self, node, row);
	case ROW_LAST:
	case ROW_DIM:
	case ROW_REDUCE:
		return lower_rows(self, node, row);
	case ROW_VIEW:
		return lower_view(self, node, row);
	case ROW_RESHAPE:
		return lower_reshape(self, node, row);
	case ROW_SAME:
		return lower_same(self, node);
	case ROW_EMBEDDING:
		return lower_embedding(self, node);
	case ROW_PRODUCT:
		return lower_product(self, node);
	case ROW_ATTENTION:
		return lower_attention(self, node);
	case ROW_FRESH:
		return why(node, "a call is faster");
	}
	return false;
}
