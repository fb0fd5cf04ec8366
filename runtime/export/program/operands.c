/*
 * The operands and results of higher-order operators.
 */
#include <stdlib.h>

#include <ctorch/macros/try.h>
#include <ctorch/tensor/element.h>
#include <ctorch/tensor/tensor.h>

#include "core/base/lengths.h"
#include "core/base/no_memory.h"
#include "export/program/operands.h"

ct_error ct_slots_new(const struct ct_plan *plan, int64_t len, struct ct_slots *result)
{
	struct ct_slot *at = ct_array_new(len, sizeof *at);

	if (at == NULL)
		return ct_no_memory(plan->place.function, "to run %s", plan->place.what);
	*result = (struct ct_slots){ at, len };
	return NULL;
}

/* --- Operands --------------------------------------------------------------------------------- */

bool ct_is_list_of_operands(const struct ct_graph_argument *argument)
{
	return ct_arm_is_plain_list(argument->arm) ||
	       argument->arm == CT_ARM_STRING_TO_ARGUMENT; /* arguments by name */
}

int64_t ct_operands_count(const struct ct_graph_node *node, int64_t begin, int64_t end)
{
	int64_t count = 0;

	for (int64_t i = begin; i < end; i++)
		count += ct_is_list_of_operands(&node->inputs[i].argument)
				 ? node->inputs[i].argument.items_len
				 : 1;
	return count;
}

struct ct_slot *ct_operands_read(const struct ct_plan_frame *frame,
				 const struct ct_graph_node *node, int64_t begin, int64_t end,
				 struct ct_slot *to)
{
	for (int64_t i = begin; i < end; i++) {
		const struct ct_graph_argument *argument = &node->inputs[i].argument;

		if (!ct_is_list_of_operands(argument)) {
			*to++ = ct_slot_of(frame, argument);
			continue;
		}
		for (int64_t k = 0; k < argument->items_len; k++)
			*to++ = ct_slot_of(frame, &argument->items[k]);
	}
	return to;
}

ct_error ct_operands_size(const struct ct_plan *plan, const struct ct_slot *operands, int64_t len,
			  int64_t *result)
{
	const char *function = plan->place.function;

	if (len == 0)
		return ct_error_new(CT_ERROR_VALUE, function, "it has nothing to slice");
	for (int64_t i = 0; i < len; i++) {
		if (operands[i].kind != CT_VALUE_TENSOR)
			return ct_error_new(CT_ERROR_TYPE, function, "it can slice only tensors");
		if (ct_tensor_dim(operands[i].tensor) == 0)
			return ct_error_new(CT_ERROR_VALUE, function,
					    "it cannot slice a tensor without dimensions");
		if (ct_tensor_size(operands[i].tensor, 0) != ct_tensor_size(operands->tensor, 0))
			return ct_error_new(
				CT_ERROR_VALUE, function,
				"it cannot slice tensors of %lld and %lld rows together",
				(long long)ct_tensor_size(operands->tensor, 0),
				(long long)ct_tensor_size(operands[i].tensor, 0));
	}
	*result = ct_tensor_size(operands->tensor, 0);
	return NULL;
}

ct_error ct_slot_is_true(const struct ct_slot *slot, bool *result)
{
	if (slot->kind == CT_VALUE_TENSOR)
		return ct_tensor_item_bool(slot->tensor, result);
	*result = slot->kind == CT_VALUE_FLOAT ? slot->f != 0 : slot->i != 0;
	return NULL;
}

/* --- Results ---------------------------------------------------------------------------------- */

struct giving {
	struct ct_plan_frame *frame;
	struct ct_slots *results;
	int64_t given;
};

/* The next result, into the value of an output, or of each of its items. */
static ct_error give_next(struct giving *self, const struct ct_graph_argument *output)
{
	const int64_t i = self->given;
	struct ct_slot slot;

	if (ct_is_list_of_operands(output)) {
		for (int64_t k = 0; k < output->items_len; k++)
			CT_TRY(give_next(self, &output->items[k]));
		return NULL;
	}
	self->given++;
	if (i >= self->results->len)
		return NULL;
	slot = self->results->at[i];
	self->results->at[i] = (struct ct_slot){ .kind = CT_VALUE_NONE };
	return ct_plan_frame_put(self->frame, output->value, slot);
}

ct_error ct_operands_give(struct ct_plan_frame *frame, const struct ct_graph_node *node,
			  struct ct_slots *results)
{
	struct giving self = { frame, results, 0 };
	ct_error error = NULL;

	for (int64_t i = 0; i < node->outputs_len && error == NULL; i++)
		error = give_next(&self, &node->outputs[i]);
	for (int64_t i = 0; i < results->len; i++)
		ct_slot_free(&results->at[i]);
	if (error || self.given == results->len)
		return error;
	return ct_error_new(CT_ERROR_VALUE, frame->plan->place.function,
			    "it has %lld results, but its graph %lld", (long long)self.given,
			    (long long)results->len);
}
