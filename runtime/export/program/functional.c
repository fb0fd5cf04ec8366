/*
 * Steps of auto_functionalized: an operator that writes to arguments, called on copies of them,
 * which are results.
 *
 * In the first version the arguments are given by name. In the second, those that are written are
 * parts of "bases": `_all_bases` is a list of tensors, and for an argument x, `_x_base_index` says
 * which of them it is a view of, and others of these names how:
 *
 *     _x_alias                                     it is the base
 *     _x_size, _x_stride, _x_storage_offset        as_strided() of it
 *     _x_slice_dim, _x_slice_start, _x_slice_end   a slice of it
 *     _x_length, _x_0_base_index, ...              x is a list of views
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <ctorch/core/scope.h>
#include <ctorch/macros/list.h>
#include <ctorch/macros/literals.h>
#include <ctorch/macros/try.h>
#include <ctorch/ops/all.h>
#include <ctorch/tensor/tensor.h>

#include "core/base/lengths.h"
#include "core/base/no_memory.h"
#include "export/program/arguments.h"
#include "export/program/operands.h"

enum { MAX_NAME = 256 };

struct functional {
	const struct ct_step *step;
	struct ct_plan_frame *frame;
	const ct_operator *operator_;
	ct_value *args;
	int64_t args_len;
	ct_tensor **copies; /* of the bases, or of the written arguments: they are results */
	int64_t copies_len;
	bool has_bases;
};

static ct_error functional_error(const struct functional *self, const char *name, const char *text)
{
	return ct_error_new(CT_ERROR_VALUE, self->frame->plan->place.function,
			    "its argument '%s' %s", name, text);
}

static const struct ct_graph_argument *input_named(const struct functional *self, const char *name)
{
	const struct ct_graph_node *node = self->step->node;

	for (int64_t i = 0; i < node->inputs_len; i++)
		if (strcmp(node->inputs[i].name, name) == 0)
			return &node->inputs[i].argument;
	return NULL;
}

/* The input "_PREFIX_NAME". */
static const struct ct_graph_argument *input_about(const struct functional *self,
						   const char *prefix, const char *name)
{
	char whole[MAX_NAME];

	snprintf(whole, sizeof whole, "_%s_%s", prefix, name);
	return input_named(self, whole);
}

/* --- Copies ----------------------------------------------------------------------------------- */

/* The elements of a storage up to the last one of a tensor. */
static int64_t extent(const ct_tensor *tensor)
{
	int64_t last = ct_tensor_storage_offset(tensor);

	if (ct_tensor_numel(tensor) == 0)
		return 0;
	for (int64_t i = 0; i < ct_tensor_dim(tensor); i++)
		last += (ct_tensor_size(tensor, i) - 1) * ct_tensor_strides(tensor)[i];
	return last + 1;
}

/* A copy with the same strides, also if elements share memory. */
static ct_error copy_tensor(const ct_tensor *from, ct_tensor **result)
{
	const int64_t dim = ct_tensor_dim(from), offset = ct_tensor_storage_offset(from), one = 1,
		      zero = 0, size = extent(from);
	ct_tensor *flat, *copy;

	CT_TRY(ct_as_strided(from, &size, 1, &one, 1, &zero, &flat));
	CT_TRY(ct_clone(flat, CT_MEMORY_FORMAT_NONE, &copy));
	return ct_as_strided(copy, ct_tensor_shape(from), dim, ct_tensor_strides(from), dim,
			     &offset, result);
}

/* A copy of what is in a slot; NULL for None. */
static ct_error copy_slot(const struct functional *self, const struct ct_graph_argument *from,
			  ct_tensor **result)
{
	const struct ct_slot slot = ct_slot_of(self->frame, from);

	*result = NULL;
	return slot.kind == CT_VALUE_TENSOR ? copy_tensor(slot.tensor, result) : NULL;
}

static ct_error copy_bases(struct functional *self, const struct ct_graph_argument *bases)
{
	if (bases->arm != CT_ARM_TENSORS && bases->arm != CT_ARM_OPTIONAL_TENSORS)
		return functional_error(self, "_all_bases", "is not a list of tensors");
	self->copies = ct_array_new(bases->items_len, sizeof *self->copies);
	if (self->copies == NULL)
		return ct_no_memory(self->frame->plan->place.function, "for copies");
	self->copies_len = bases->items_len;
	for (int64_t i = 0; i < bases->items_len; i++)
		CT_TRY(copy_slot(self, &bases->items[i], &self->copies[i]));
	return NULL;
}

/* --- Views ------------------------------------------------------------------------------------ */

/* The numbers of an argument; at most 64. */
static ct_error read_numbers(const struct functional *self, const char *name,
			     const struct ct_graph_argument *from, int64_t numbers[64],
			     int64_t *len)
{
	if (from->arm != CT_ARM_INTS && from->arm != CT_ARM_SYM_INTS)
		return functional_error(self, name, "is not a list of ints");
	*len = from->items_len;
	if (from->items_len > 64)
		return functional_error(self, name, "is too long");
	for (int64_t i = 0; i < from->items_len; i++)
		numbers[i] = ct_slot_of(self->frame, &from->items[i]).i;
	return NULL;
}

static ct_error strided_view(const struct functional *self, const char *prefix,
			     const ct_tensor *base, const struct ct_graph_argument *offset,
			     ct_tensor **result)
{
	const struct ct_graph_argument *size = input_about(self, prefix, "size"),
				       *stride = input_about(self, prefix, "stride");
	const int64_t start = ct_slot_of(self->frame, offset).i;
	int64_t sizes[64], strides[64], dim, strides_len;

	if (size == NULL || stride == NULL)
		return functional_error(self, prefix, "has no size or no stride");
	CT_TRY(read_numbers(self, prefix, size, sizes, &dim));
	CT_TRY(read_numbers(self, prefix, stride, strides, &strides_len));
	return ct_as_strided(base, sizes, dim, strides, strides_len, &start, result);
}

static ct_error slice_view(const struct functional *self, const char *prefix, const ct_tensor *base,
			   const struct ct_graph_argument *dim, ct_tensor **result)
{
	const struct ct_graph_argument *start = input_about(self, prefix, "slice_start"),
				       *end = input_about(self, prefix, "slice_end");
	struct ct_slot first, last;

	if (start == NULL || end == NULL)
		return functional_error(self, prefix, "is a slice without its ends");
	first = ct_slot_of(self->frame, start);
	last = ct_slot_of(self->frame, end);
	return ct_slice_Tensor(base, ct_slot_of(self->frame, dim).i, &first.i, &last.i, 1, result);
}

/* The view that an argument is; NULL for None. */
static ct_error view_of(const struct functional *self, const char *prefix, ct_tensor **result)
{
	const struct ct_graph_argument *index = input_about(self, prefix, "base_index"),
				       *offset = input_about(self, prefix, "storage_offset"),
				       *dim = input_about(self, prefix, "slice_dim");
	ct_tensor *base;

	*result = NULL;
	if (index == NULL)
		return functional_error(self, prefix, "is not among the bases");
	if (index->arm == CT_ARM_NONE)
		return NULL;
	if (index->arm != CT_ARM_INT || index->i < 0 || index->i >= self->copies_len ||
	    self->copies[index->i] == NULL)
		return functional_error(self, prefix, "has a base that does not exist");
	base = self->copies[index->i];
	if (offset)
		return strided_view(self, prefix, base, offset, result);
	if (dim)
		return slice_view(self, prefix, base, dim, result);
	*result = base;
	return NULL;
}

static ct_error view_value(const struct functional *self, const char *prefix, ct_value *result)
{
	ct_tensor *view;
	ct_value borrowed;

	CT_TRY(view_of(self, prefix, &view));
	borrowed = ct_value_tensor(view);
	return ct_value_copy(&borrowed, result);
}

static ct_error list_of_views(const struct functional *self, const char *name, int64_t len,
			      ct_value *result)
{
	ct_value list = ct_value_list_new(), item;
	char prefix[MAX_NAME];
	ct_error error = NULL;

	for (int64_t i = 0; i < len && error == NULL; i++) {
		snprintf(prefix, sizeof prefix, "%s_%lld", name, (long long)i);
		error = view_value(self, prefix, &item);
		if (error == NULL)
			error = ct_value_list_move(&list, &item);
	}
	if (error)
		ct_value_free(&list);
	else
		*result = list;
	return error;
}

/* --- Arguments -------------------------------------------------------------------------------- */

/* In the first version, a copy of the argument, which is a result. */
static ct_error copy_argument(struct functional *self, const char *name, ct_value *result)
{
	const struct ct_graph_argument *from = input_named(self, name);
	ct_tensor **copies = ct_array_resize(self->copies, self->copies_len + 1, sizeof *copies);
	ct_value borrowed;

	if (copies == NULL)
		return ct_no_memory(self->frame->plan->place.function, "for copies");
	self->copies = copies;
	if (from == NULL || from->arm == CT_ARM_TENSORS)
		return functional_error(self, name, "is missing, or a list");
	CT_TRY(copy_slot(self, from, &copies[self->copies_len]));
	borrowed = ct_value_tensor(copies[self->copies_len++]);
	return ct_value_copy(&borrowed, result);
}

static ct_error written_argument(struct functional *self, const char *name, ct_value *result)
{
	const struct ct_graph_argument *len;

	if (!self->has_bases)
		return copy_argument(self, name, result);
	len = input_about(self, name, "length");
	if (len)
		return len->arm == CT_ARM_NONE
			       ? (*result = ct_value_none(), NULL)
			       : list_of_views(self, name, ct_slot_of(self->frame, len).i, result);
	return view_value(self, name, result);
}

static ct_error fill_argument(struct functional *self, int64_t k)
{
	const struct ct_graph_argument *from;
	ct_schema_argument argument;

	CT_TRY(ct_operator_argument(self->operator_, k, &argument));
	if (argument.is_written)
		return written_argument(self, argument.name, &self->args[k]);
	from = input_named(self, argument.name);
	if (from)
		return ct_argument_value(self->frame, from, &self->args[k]);
	if (!argument.has_default)
		return functional_error(self, argument.name, "is missing");
	return ct_value_copy(&argument.default_value, &self->args[k]);
}

static ct_error fill_arguments(struct functional *self)
{
	const struct ct_graph_argument *bases = input_named(self, "_all_bases");

	self->has_bases = bases != NULL;
	if (bases)
		CT_TRY(copy_bases(self, bases));
	for (int64_t k = 0; k < self->args_len; k++)
		CT_TRY(fill_argument(self, k));
	return NULL;
}

/* --- Results ---------------------------------------------------------------------------------- */

/* The operator's results, and the copies after them. An operator without results has one: None. */
static ct_error give_results(struct functional *self, ct_value *results, int64_t results_len)
{
	const int64_t first = results_len ? results_len : 1;
	struct ct_slots slots;
	ct_tensor *tensor;

	CT_TRY(ct_slots_new(self->frame->plan, first + self->copies_len, &slots));
	for (int64_t i = 0; i < results_len; i++) {
		if (results[i].kind != CT_VALUE_TENSOR ||
		    ct_value_take_tensor(&results[i], &tensor))
			continue;
		slots.at[i] = (struct ct_slot){ .kind = CT_VALUE_TENSOR,
						.is_owned = true,
						.tensor = tensor };
	}
	for (int64_t i = 0; i < self->copies_len; i++)
		if (self->copies[i])
			slots.at[first + i] = (struct ct_slot){ .kind = CT_VALUE_TENSOR,
								.is_owned = true,
								.tensor = self->copies[i] };
	self->copies_len = 0;
	const ct_error error = ct_operands_give(self->frame, self->step->node, &slots);

	free(slots.at);
	return error;
}

static ct_error call_functional(struct functional *self)
{
	ct_value results[CT_MAX_RESULTS] = { 0 };
	int64_t len;
	ct_error error;

	CT_TRY(ct_operator_result_count(self->operator_, &len));
	if (len > CT_MAX_RESULTS)
		return functional_error(self, "results", "are too many");
	CT_TRY(fill_arguments(self));
	CT_TRY(ct_operator_call(self->operator_, self->args, self->args_len, results, len));
	error = give_results(self, results, len);
	ct_values_free(results, len);
	return error;
}

ct_error ct_run_functionalized(const struct ct_step *step, struct ct_plan_frame *frame)
{
	struct functional self = { .step = step, .frame = frame, .operator_ = step->operator_ };
	ct_error error;

	CT_TRY(ct_operator_argument_count(self.operator_, &self.args_len));
	self.args = ct_array_new(self.args_len, sizeof *self.args);
	if (self.args == NULL)
		return ct_no_memory(frame->plan->place.function, "to run %s",
				    frame->plan->place.what);
	error = call_functional(&self);
	ct_values_free(self.args, self.args_len);
	free(self.args);
	free(self.copies);
	return error;
}
