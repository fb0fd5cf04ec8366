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

/* The most dimensions of a view. */
enum { MAX_DIM = 64 };

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

/* --- Checking --------------------------------------------------------------------------------- */

static bool is_int(const struct ct_graph_argument *argument)
{
	return argument && (argument->arm == CT_ARM_INT || argument->arm == CT_ARM_SYM_INT);
}

static bool is_shape(const struct ct_graph_argument *argument)
{
	return argument && (argument->arm == CT_ARM_INTS || argument->arm == CT_ARM_SYM_INTS) &&
	       argument->items_len <= MAX_DIM;
}

static ct_error check_view(const struct functional *self, const char *prefix)
{
	const struct ct_graph_argument *bases = input_named(self, "_all_bases"),
				       *index = input_about(self, prefix, "base_index"),
				       *offset = input_about(self, prefix, "storage_offset"),
				       *dim = input_about(self, prefix, "slice_dim");

	if (index == NULL)
		return functional_error(self, prefix, "is not among the bases");
	if (index->arm == CT_ARM_NONE)
		return NULL;
	if (index->arm != CT_ARM_INT || index->i < 0 || index->i >= bases->items_len)
		return functional_error(self, prefix, "has a base that does not exist");
	if (offset && !(is_int(offset) && is_shape(input_about(self, prefix, "size")) &&
			is_shape(input_about(self, prefix, "stride"))))
		return functional_error(self, prefix, "is a view without a shape");
	if (dim && !(is_int(dim) && is_int(input_about(self, prefix, "slice_start")) &&
		     is_int(input_about(self, prefix, "slice_end"))))
		return functional_error(self, prefix, "is a slice without its ends");
	return NULL;
}

static ct_error check_views(const struct functional *self, const char *name)
{
	const struct ct_graph_argument *len = input_about(self, name, "length");
	char prefix[MAX_NAME];

	if (len == NULL)
		return check_view(self, name);
	if (len->arm == CT_ARM_NONE)
		return NULL;
	if (len->arm != CT_ARM_INT)
		return functional_error(self, name, "is a list without a length");
	for (int64_t i = 0; i < len->i; i++) {
		snprintf(prefix, sizeof prefix, "%s_%lld", name, (long long)i);
		CT_TRY(check_view(self, prefix));
	}
	return NULL;
}

static ct_error check_copied(const struct functional *self, const char *name)
{
	const struct ct_graph_argument *from = input_named(self, name);

	if (from == NULL)
		return functional_error(self, name, "is missing");
	if (!ct_arm_is_tensors(from->arm) && from->arm != CT_ARM_TENSOR &&
	    from->arm != CT_ARM_OPTIONAL_TENSOR && from->arm != CT_ARM_NONE)
		return functional_error(self, name, "is written to, but is no tensor");
	return NULL;
}

static ct_error check_argument(const struct functional *self, int64_t k)
{
	ct_schema_argument argument;

	CT_TRY(ct_operator_argument(self->operator_, k, &argument));
	if (argument.is_written)
		return input_named(self, "_all_bases") ? check_views(self, argument.name)
						       : check_copied(self, argument.name);
	if (input_named(self, argument.name) == NULL && !argument.has_default)
		return functional_error(self, argument.name, "is missing");
	return NULL;
}

static ct_error check_all(const struct functional *self)
{
	const struct ct_graph_argument *bases = input_named(self, "_all_bases");
	int64_t len;

	if (bases && !ct_arm_is_tensors(bases->arm))
		return functional_error(self, "_all_bases", "is not a list of tensors");
	CT_TRY(ct_operator_result_count(self->operator_, &len));
	if (len > CT_MAX_RESULTS)
		return ct_error_new(CT_ERROR_VALUE, self->frame->plan->place.function,
				    "the operator has %lld results; %d is the limit",
				    (long long)len, CT_MAX_RESULTS);
	CT_TRY(ct_operator_argument_count(self->operator_, &len));
	for (int64_t k = 0; k < len; k++)
		CT_TRY(check_argument(self, k));
	return NULL;
}

ct_error ct_check_functionalized(const struct ct_plan *plan, const struct ct_step *step)
{
	struct ct_plan_frame frame = { .plan = plan };
	const struct functional self = { .step = step,
					 .frame = &frame,
					 .operator_ = step->operator_ };
	const ct_error error = check_all(&self);

	return error ? ct_graph_error_at(error, &plan->place, step->node) : NULL;
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
		      zero = 0, size = ct_tensor_strides(from) ? extent(from) : 0;
	ct_tensor *flat, *copy;

	if (ct_tensor_strides(from) == NULL)
		return ct_clone(from, CT_MEMORY_FORMAT_NONE, result);
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
	self->copies = ct_array_new(bases->items_len, sizeof *self->copies);
	if (self->copies == NULL)
		return ct_no_memory(self->frame->plan->place.function, "for copies");
	self->copies_len = bases->items_len;
	for (int64_t i = 0; i < bases->items_len; i++)
		CT_TRY(copy_slot(self, &bases->items[i], &self->copies[i]));
	return NULL;
}

/* --- Views ------------------------------------------------------------------------------------ */

/* A number, which a run may have made a float. */
static ct_error read_number(const struct functional *self, const char *name,
			    const struct ct_graph_argument *from, int64_t *result)
{
	const struct ct_slot slot = ct_slot_of(self->frame, from);

	if (slot.kind != CT_VALUE_INT && slot.kind != CT_VALUE_BOOL)
		return functional_error(self, name, "is described by what is no int");
	*result = slot.i;
	return NULL;
}

static ct_error read_numbers(const struct functional *self, const char *name,
			     const struct ct_graph_argument *from, int64_t numbers[MAX_DIM])
{
	for (int64_t i = 0; i < from->items_len; i++)
		CT_TRY(read_number(self, name, &from->items[i], &numbers[i]));
	return NULL;
}

static ct_error strided_view(const struct functional *self, const char *prefix,
			     const ct_tensor *base, const struct ct_graph_argument *offset,
			     ct_tensor **result)
{
	const struct ct_graph_argument *size = input_about(self, prefix, "size"),
				       *stride = input_about(self, prefix, "stride");
	int64_t sizes[MAX_DIM], strides[MAX_DIM], start;

	CT_TRY(read_number(self, prefix, offset, &start));
	CT_TRY(read_numbers(self, prefix, size, sizes));
	CT_TRY(read_numbers(self, prefix, stride, strides));
	return ct_as_strided(base, sizes, size->items_len, strides, stride->items_len, &start,
			     result);
}

static ct_error slice_view(const struct functional *self, const char *prefix, const ct_tensor *base,
			   const struct ct_graph_argument *dim, ct_tensor **result)
{
	int64_t sliced = 0, start, end;

	CT_TRY(read_number(self, prefix, dim, &sliced));
	CT_TRY(read_number(self, prefix, input_about(self, prefix, "slice_start"), &start));
	CT_TRY(read_number(self, prefix, input_about(self, prefix, "slice_end"), &end));
	return ct_slice_Tensor(base, sliced, &start, &end, 1, result);
}

/* The view that an argument is; NULL for None. */
static ct_error view_of(const struct functional *self, const char *prefix, ct_tensor **result)
{
	const struct ct_graph_argument *index = input_about(self, prefix, "base_index"),
				       *offset = input_about(self, prefix, "storage_offset"),
				       *dim = input_about(self, prefix, "slice_dim");
	ct_tensor *base;

	*result = NULL;
	if (index->arm == CT_ARM_NONE)
		return NULL;
	if (self->copies[index->i] == NULL)
		return functional_error(self, prefix, "has a base that is None");
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

static ct_error grow_copies(struct functional *self, int64_t more)
{
	ct_tensor **copies = ct_array_resize(self->copies, self->copies_len + more, sizeof *copies);

	if (copies == NULL)
		return ct_no_memory(self->frame->plan->place.function, "for copies");
	self->copies = copies;
	return NULL;
}

/* Adds a copy of what is in a slot to the results, and returns it as a value. */
static ct_error add_copy(struct functional *self, const struct ct_graph_argument *from,
			 ct_value *result)
{
	ct_value borrowed;

	CT_TRY(copy_slot(self, from, &self->copies[self->copies_len]));
	borrowed = ct_value_tensor(self->copies[self->copies_len++]);
	return ct_value_copy(&borrowed, result);
}

static ct_error add_copies(struct functional *self, const struct ct_graph_argument *from,
			   ct_value *result)
{
	ct_value list = ct_value_list_new(), item;
	ct_error error = NULL;

	for (int64_t i = 0; i < from->items_len && error == NULL; i++) {
		error = add_copy(self, &from->items[i], &item);
		if (error == NULL)
			error = ct_value_list_move(&list, &item);
	}
	if (error)
		ct_value_free(&list);
	else
		*result = list;
	return error;
}

/* In the first version, a copy of the argument, which is a result, or one of each of its items. */
static ct_error copy_argument(struct functional *self, const char *name, ct_value *result)
{
	const struct ct_graph_argument *from = input_named(self, name);
	const bool is_list = ct_arm_is_tensors(from->arm);

	CT_TRY(grow_copies(self, is_list ? from->items_len : 1));
	return is_list ? add_copies(self, from, result) : add_copy(self, from, result);
}

static ct_error written_argument(struct functional *self, const char *name, ct_value *result)
{
	const struct ct_graph_argument *len;

	if (!self->has_bases)
		return copy_argument(self, name, result);
	len = input_about(self, name, "length");
	if (len)
		return len->arm == CT_ARM_NONE ? (*result = ct_value_none(), NULL)
					       : list_of_views(self, name, len->i, result);
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

static bool is_list_of_results(const ct_value *result)
{
	return result->kind == CT_VALUE_TENSORS || result->kind == CT_VALUE_LIST;
}

/* How many slots they fill: a list as many as it has items. An operator without results has one:
 * None. */
static int64_t count_slots(const ct_value *results, int64_t results_len)
{
	int64_t count = results_len > 0 ? 0 : 1;

	for (int64_t i = 0; i < results_len; i++)
		count += is_list_of_results(&results[i]) ? results[i].i : 1;
	return count;
}

static struct ct_slot owned_slot(ct_tensor *tensor)
{
	return (struct ct_slot){ .kind = tensor ? CT_VALUE_TENSOR : CT_VALUE_NONE,
				 .is_owned = tensor != NULL,
				 .tensor = tensor };
}

static ct_error take_items(ct_value *list, struct ct_slot *to)
{
	ct_tensor **tensors;
	int64_t len;

	CT_TRY(ct_value_take_tensors(list, &tensors, &len));
	for (int64_t i = 0; i < len; i++)
		to[i] = owned_slot(tensors[i]);
	ct_free(tensors);
	return NULL;
}

static ct_error take_result(const struct functional *self, ct_value *result, struct ct_slot *to)
{
	ct_tensor *tensor;

	switch (result->kind) {
	case CT_VALUE_TENSOR:
		CT_TRY(ct_value_take_tensor(result, &tensor));
		*to = owned_slot(tensor);
		return NULL;
	case CT_VALUE_TENSORS:
	case CT_VALUE_LIST:
		return take_items(result, to);
	case CT_VALUE_FLOAT:
		*to = (struct ct_slot){ .kind = result->kind, .f = result->re };
		return NULL;
	case CT_VALUE_NONE:
	case CT_VALUE_BOOL:
	case CT_VALUE_INT:
		*to = (struct ct_slot){ .kind = result->kind, .i = result->i };
		return NULL;
	default:
		return ct_error_new(CT_ERROR_NOT_IMPLEMENTED, self->frame->plan->place.function,
				    "its result, a %s, cannot be a value of a graph",
				    ct_value_type_name(result));
	}
}

static ct_error fill_results(const struct functional *self, ct_value *results, int64_t results_len,
			     struct ct_slots *slots)
{
	struct ct_slot *to = slots->at;

	for (int64_t i = 0; i < results_len; i++) {
		const int64_t len = is_list_of_results(&results[i]) ? results[i].i : 1;

		CT_TRY(take_result(self, &results[i], to));
		to += len;
	}
	to = slots->at + slots->len - self->copies_len;
	for (int64_t i = 0; i < self->copies_len; i++)
		to[i] = owned_slot(self->copies[i]);
	return NULL;
}

/* The operator's results, and the copies after them. */
static ct_error give_results(struct functional *self, ct_value *results, int64_t results_len)
{
	struct ct_slots slots;
	ct_error error;

	CT_TRY(ct_slots_new(self->frame->plan, count_slots(results, results_len) + self->copies_len,
			    &slots));
	error = fill_results(self, results, results_len, &slots);
	if (error == NULL)
		error = ct_operands_give(self->frame, self->step->node, &slots);
	free(slots.at);
	return error;
}

static ct_error call_functional(struct functional *self)
{
	ct_value results[CT_MAX_RESULTS] = { 0 };
	int64_t len;
	ct_error error;

	CT_TRY(ct_operator_result_count(self->operator_, &len));
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
