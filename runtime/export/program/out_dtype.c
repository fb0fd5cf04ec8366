/*
 * Steps of out_dtype: an operator that computes in the dtype to which those of its tensors and of its
 * result are promoted.
 */
#include <stdlib.h>

#include <ctorch/macros/list.h>
#include <ctorch/macros/literals.h>
#include <ctorch/macros/try.h>
#include <ctorch/ops/all.h>
#include <ctorch/tensor/tensor.h>

#include "core/base/lengths.h"
#include "core/base/no_memory.h"
#include "export/program/arguments.h"
#include "export/program/operands.h"

/* The inputs of a node: the operator, the dtype of the result, the operator's arguments. */
enum { DTYPE = 1, FIRST_ARGUMENT = 2 };

static ct_error promote(const struct ct_slot *operands, int64_t len, ct_dtype *dtype)
{
	for (int64_t i = 0; i < len; i++)
		if (operands[i].kind == CT_VALUE_TENSOR)
			CT_TRY(ct_promote_types(*dtype, ct_tensor_dtype(operands[i].tensor),
						dtype));
	return NULL;
}

static ct_error cast(const struct ct_slot *operand, ct_dtype dtype, ct_value *result)
{
	ct_tensor *tensor;

	if (operand->kind != CT_VALUE_TENSOR) {
		*result = ct_slot_as_value(operand);
		return NULL;
	}
	CT_TRY(ct_to_dtype(operand->tensor, dtype, false, false, CT_MEMORY_FORMAT_NONE, &tensor));
	*result = ct_value_tensor(tensor);
	return NULL;
}

static ct_error call(const struct ct_step *step, const struct ct_slots *operands, ct_value *args,
		     struct ct_slot *result)
{
	const ct_dtype wanted = (ct_dtype)step->node->inputs[DTYPE].argument.i;
	ct_dtype dtype = wanted;
	ct_tensor *computed;
	ct_value made;

	CT_TRY(promote(operands->at, operands->len, &dtype));
	for (int64_t i = 0; i < operands->len; i++)
		CT_TRY(cast(&operands->at[i], dtype, &args[i]));
	CT_TRY(ct_operator_call(step->operator_, args, operands->len, &made, 1));
	CT_TRY(ct_value_take_tensor(&made, &computed));
	*result = (struct ct_slot){ .kind = CT_VALUE_TENSOR, .is_owned = true };
	return ct_to_dtype(computed, wanted, false, false, CT_MEMORY_FORMAT_NONE, &result->tensor);
}

ct_error ct_run_out_dtype(const struct ct_step *step, struct ct_plan_frame *frame)
{
	const struct ct_graph_node *node = step->node;
	const int64_t len = ct_operands_count(node, FIRST_ARGUMENT, node->inputs_len);
	struct ct_slots operands, results = { 0 };
	ct_value *args = ct_array_new(len, sizeof *args);
	ct_error error = args ? ct_slots_new(frame->plan, len, &operands)
			      : ct_no_memory(frame->plan->place.function, "for arguments");

	if (error) {
		free(args);
		return error;
	}
	ct_operands_read(frame, node, FIRST_ARGUMENT, node->inputs_len, operands.at);
	error = ct_slots_new(frame->plan, 1, &results);
	if (error == NULL)
		error = call(step, &operands, args, results.at);
	if (error == NULL)
		error = ct_operands_give(frame, node, &results);
	free(args);
	free(operands.at);
	free(results.at);
	return error;
}
