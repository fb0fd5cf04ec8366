/*
 * Operands that the branch of a cond does not use get zeros for gradients, not None, as in Python: an
 * optimizer with momentum or weight decay changes a parameter that has a gradient of zeros.
 */
#include <stdlib.h>

#include <ctorch/autograd/autograd.h>
#include <ctorch/autograd/custom_function.h>
#include <ctorch/macros/list.h>
#include <ctorch/macros/try.h>
#include <ctorch/ops/all.h>
#include <ctorch/tensor/tensor.h>

#include "core/base/lengths.h"
#include "core/base/no_memory.h"
#include "export/program/operands.h"

/* The first inputs are the results, which it hands on; the others are unused operands. */
static ct_error hand_on(ct_function_context *context, ct_tensor *const *inputs, ct_tensor **outputs)
{
	const int64_t results = ct_function_output_count(context);
	const int64_t unused = ct_function_input_count(context) - results;

	for (int64_t i = 0; i < results; i++)
		outputs[i] = inputs[i];
	return ct_function_save_for_backward(context,
					     CT_TENSORS_OF((ct_tensor **)inputs + results, unused));
}

static ct_error give_zeros(ct_function_context *context, ct_tensor *const *grad_outputs,
			   ct_tensor **grad_inputs)
{
	const int64_t results = ct_function_output_count(context);
	const int64_t unused = ct_function_input_count(context) - results;
	ct_tensor **operands = &grad_inputs[results];

	for (int64_t i = 0; i < results; i++)
		grad_inputs[i] = grad_outputs[i];
	CT_TRY(ct_function_saved_tensors(context, operands, unused));
	for (int64_t i = 0; i < unused; i++)
		CT_TRY(ct_zeros_like(operands[i], CT_DTYPE_NONE, CT_LAYOUT_NONE,
				     (ct_device){ CT_DEVICE_TYPE_NONE, -1 }, NULL,
				     CT_MEMORY_FORMAT_NONE, &operands[i]));
	return NULL;
}

static const struct ct_function function = {
	.name = "Cond",
	.forward = hand_on,
	.backward = give_zeros,
};

/* --- What to apply it to ---------------------------------------------------------------------- */

static bool is_unused(const struct ct_graph *graph, int64_t i, const struct ct_slot *operand)
{
	const int32_t value = graph->inputs[i].value;

	return operand->kind == CT_VALUE_TENSOR && ct_tensor_requires_grad(operand->tensor) &&
	       value != CT_NO_VALUE && graph->values[value].last_use == CT_GRAPH_INPUT;
}

static bool is_result(const struct ct_slot *output)
{
	return output->kind == CT_VALUE_TENSOR && ct_tensor_requires_grad(output->tensor);
}

/* The results and then the operands; returns how many results there are. */
static int64_t collect(const struct ct_graph *graph, const struct ct_slots *inputs,
		       const struct ct_slots *outputs, ct_tensor **all, int64_t *len)
{
	int64_t results;

	*len = 0;
	for (int64_t i = 0; i < outputs->len; i++)
		if (is_result(&outputs->at[i]))
			all[(*len)++] = outputs->at[i].tensor;
	results = *len;
	for (int64_t i = 0; i < inputs->len && i < graph->inputs_len; i++)
		if (is_unused(graph, i, &inputs->at[i]))
			all[(*len)++] = inputs->at[i].tensor;
	return results;
}

static ct_error apply_to(const struct ct_graph *graph, const struct ct_slots *inputs,
			 struct ct_slots *outputs, ct_tensor **all, ct_tensor **made)
{
	int64_t len, results = collect(graph, inputs, outputs, all, &len), next = 0;

	if (results == 0 || results == len)
		return NULL;
	CT_TRY(ct_function_apply(&function, NULL, CT_TENSORS_OF(all, len), made, results));
	for (int64_t i = 0; i < outputs->len; i++) {
		if (!is_result(&outputs->at[i]))
			continue;
		ct_slot_free(&outputs->at[i]);
		outputs->at[i] = (struct ct_slot){ .kind = CT_VALUE_TENSOR,
						   .is_owned = true,
						   .tensor = made[next++] };
	}
	return NULL;
}

ct_error ct_give_zeros_to_unused(const struct ct_plan *plan, const struct ct_slots *inputs,
				 struct ct_slots *outputs)
{
	ct_tensor **all, **made;
	ct_error error;

	if (!ct_autograd_is_grad_enabled())
		return NULL;
	all = ct_array_new(inputs->len + outputs->len, sizeof *all);
	made = ct_array_new(outputs->len, sizeof *made);
	error = all && made ? apply_to(plan->place.graph, inputs, outputs, all, made)
			    : ct_no_memory(plan->place.function, "for gradients");
	free(all);
	free(made);
	return error;
}
