/*
 * Filling in the arguments of a step from the values of a run.
 */
#include <string.h>

#include <ctorch/macros/try.h>
#include <ctorch/tensor/create.h>
#include <ctorch/tensor/tensor.h>

#include "export/archive/archive.h"
#include "export/program/arguments.h"

/* --- Patches ---------------------------------------------------------------------------------- */

static double slot_as_float(const struct ct_slot *slot)
{
	return slot->kind == CT_VALUE_FLOAT ? slot->f : (double)slot->i;
}

ct_value ct_slot_as_value(const struct ct_slot *slot)
{
	switch (slot->kind) {
	case CT_VALUE_BOOL:
		return ct_value_bool(slot->i);
	case CT_VALUE_INT:
		return ct_value_int(slot->i);
	case CT_VALUE_FLOAT:
		return ct_value_float(slot->f);
	case CT_VALUE_TENSOR:
		return ct_value_tensor(slot->tensor);
	case CT_VALUE_OBJECT:
		return (ct_value){ .kind = CT_VALUE_OBJECT, .object = slot->object };
	default:
		return ct_value_none();
	}
}

/* What a node returns, or an inner graph is called with, is known only now. */
static ct_error wrong_kind(const struct ct_plan_frame *frame, const struct ct_patch *patch,
			   const struct ct_slot *slot, const char *wanted)
{
	const ct_value value = ct_slot_as_value(slot);

	return ct_error_new(CT_ERROR_TYPE, frame->plan->place.function,
			    "the value '%s' is a %s, but the operator wants %s",
			    frame->plan->place.graph->values[patch->value].name,
			    ct_value_type_name(&value), wanted);
}

static bool is_whole(const struct ct_slot *slot)
{
	return slot->kind == CT_VALUE_INT || slot->kind == CT_VALUE_BOOL;
}

static ct_error patch_tensor(const struct ct_plan_frame *frame, const struct ct_patch *patch,
			     const struct ct_slot *slot, ct_value *arg)
{
	if (__builtin_expect(slot->kind != CT_VALUE_TENSOR && slot->kind != CT_VALUE_NONE, false))
		return wrong_kind(frame, patch, slot, "a Tensor");
	if (patch->kind == CT_PATCH_TENSOR)
		arg->object = slot->tensor;
	else
		((ct_tensor **)arg->object)[patch->item] = slot->tensor;
	return NULL;
}

static ct_error patch_int(const struct ct_plan_frame *frame, const struct ct_patch *patch,
			  const struct ct_slot *slot, ct_value *arg)
{
	if (!is_whole(slot))
		return wrong_kind(frame, patch, slot, "an int");
	if (patch->kind == CT_PATCH_INT)
		arg->i = slot->i;
	else if (patch->kind == CT_PATCH_INT_ITEM)
		((int64_t *)arg->object)[patch->item] = slot->i;
	else
		((bool *)arg->object)[patch->item] = slot->i != 0;
	return NULL;
}

static ct_error patch_float(const struct ct_plan_frame *frame, const struct ct_patch *patch,
			    const struct ct_slot *slot, ct_value *arg)
{
	if (slot->kind != CT_VALUE_FLOAT && !is_whole(slot))
		return wrong_kind(frame, patch, slot, "a float");
	if (patch->kind == CT_PATCH_FLOAT)
		arg->re = slot_as_float(slot);
	else
		((double *)arg->object)[patch->item] = slot_as_float(slot);
	return NULL;
}

/* A tensor that is made for this step. */
static ct_error patch_wrapped(const struct ct_slot *slot, ct_value *arg)
{
	const ct_value number = ct_slot_as_value(slot);
	ct_scalar scalar;
	ct_tensor *tensor;

	if (slot->kind == CT_VALUE_TENSOR) {
		arg->object = slot->tensor;
		return NULL;
	}
	CT_TRY(ct_value_as_scalar(&number, &scalar));
	CT_TRY(ct_tensor_new_wrapped_number(scalar, &tensor));
	arg->object = tensor;
	return NULL;
}

static ct_error apply(const struct ct_plan_frame *frame, const struct ct_patch *patch)
{
	const struct ct_slot *slot = &frame->slots[patch->value];
	ct_value *arg = &frame->args[patch->argument];

	switch (patch->kind) {
	case CT_PATCH_TENSOR:
	case CT_PATCH_TENSOR_ITEM:
		return patch_tensor(frame, patch, slot, arg);
	case CT_PATCH_INT:
	case CT_PATCH_INT_ITEM:
	case CT_PATCH_BOOL_ITEM:
		return patch_int(frame, patch, slot, arg);
	case CT_PATCH_FLOAT:
	case CT_PATCH_FLOAT_ITEM:
		return patch_float(frame, patch, slot, arg);
	case CT_PATCH_DEVICE:
		if (slot->kind == CT_VALUE_TENSOR)
			*arg = ct_value_device(ct_tensor_device(slot->tensor));
		return NULL;
	case CT_PATCH_WRAPPED:
		return patch_wrapped(slot, arg);
	case CT_PATCH_NUMBER:
		if (slot->kind != CT_VALUE_FLOAT && !is_whole(slot))
			return wrong_kind(frame, patch, slot, "a number");
		*arg = ct_slot_as_value(slot);
		return NULL;
	default:
		*arg = ct_slot_as_value(slot);
		return NULL;
	}
}

/* --- Late arguments --------------------------------------------------------------------------- */

static ct_error make_items(const struct ct_plan_frame *frame, const struct ct_graph_argument *from,
			   ct_value *result)
{
	const bool is_dict = from->arm == CT_ARM_STRING_TO_ARGUMENT;
	ct_value made = is_dict ? ct_value_dict_new() : ct_value_list_new(), item;
	ct_error error = NULL;

	for (int64_t i = 0; i < from->items_len && error == NULL; i++) {
		error = ct_argument_value(frame, &from->items[i], &item);
		if (error == NULL && is_dict)
			error = ct_value_dict_move(&made, ct_value_string(from->names[i]), &item);
		else if (error == NULL)
			error = ct_value_list_move(&made, &item);
	}
	if (error)
		ct_value_free(&made);
	else
		*result = made;
	return error;
}

/* An argument that is no list. */
static ct_error single_value(const struct ct_plan_frame *frame,
			     const struct ct_graph_argument *from, ct_value *result)
{
	if (from->arm == CT_ARM_DEVICE) {
		*result = (ct_value){ .kind = CT_VALUE_DEVICE };
		return ct_archive_find_device(from->string, from->index, &result->device);
	}
	*result = from->value == CT_NO_VALUE ? ct_constant_of(from)
					     : ct_slot_as_value(&frame->slots[from->value]);
	return NULL;
}

ct_error ct_argument_value(const struct ct_plan_frame *frame, const struct ct_graph_argument *from,
			   ct_value *result)
{
	ct_value value;

	if (ct_arm_is_list(from->arm))
		return make_items(frame, from, result);
	CT_TRY(single_value(frame, from, &value));
	return ct_value_copy(&value, result);
}

/* --- Steps ------------------------------------------------------------------------------------ */

ct_error ct_arguments_fill(const struct ct_step *step, struct ct_plan_frame *frame)
{
	if (step->args_len > 0)
		memcpy(frame->args, step->args, (size_t)step->args_len * sizeof *step->args);
	for (int32_t i = 0; i < step->lists_len; i++) {
		const struct ct_patched_list *list = &step->lists[i];

		frame->args[list->argument].object = memcpy(frame->lists + list->offset,
							    list->items, list->nbytes);
	}
	for (int32_t i = 0; i < step->patches_len; i++)
		CT_TRY(apply(frame, &step->patches[i]));
	for (int32_t i = 0; i < step->late_len; i++)
		CT_TRY(ct_argument_value(frame, step->late[i].from,
					 &frame->args[step->late[i].argument]));
	return NULL;
}

/* A number has become a tensor, unless an error came first. */
static void free_wrapped(const struct ct_patch *patch, struct ct_plan_frame *frame)
{
	const struct ct_slot *slot = &frame->slots[patch->value];
	ct_value *arg = &frame->args[patch->argument];

	if (patch->kind != CT_PATCH_WRAPPED || slot->kind == CT_VALUE_TENSOR)
		return;
	ct_tensor_free((ct_tensor *)arg->object);
	arg->object = NULL;
}

void ct_arguments_free(const struct ct_step *step, struct ct_plan_frame *frame)
{
	for (int32_t i = 0; i < step->patches_len && step->makes_tensors; i++)
		free_wrapped(&step->patches[i], frame);
	for (int32_t i = 0; i < step->late_len; i++)
		ct_value_free(&frame->args[step->late[i].argument]);
}
