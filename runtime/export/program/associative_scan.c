/*
 * Steps of associative_scan: PyTorch's order of the operations, which decides the last bits.
 */
#include <stdlib.h>
#include <string.h>

#include <ctorch/macros/list.h>
#include <ctorch/macros/literals.h>
#include <ctorch/macros/try.h>
#include <ctorch/ops/all.h>
#include <ctorch/tensor/tensor.h>

#include "core/base/lengths.h"
#include "core/base/no_memory.h"
#include "export/program/operands.h"

/* A scan of several tensors at once, along their first dimension. */
struct scan {
	const struct ct_plan *plan; /* combines two items */
	const struct ct_slot *additional;
	int64_t additional_len;
	int64_t len; /* of the tensors */
};

/* Tensors of one level; they belong to the scope of the run. */
typedef ct_tensor *const *tensors;

static ct_tensor **new_list(const struct scan *self)
{
	return ct_array_new(self->len, sizeof(ct_tensor *));
}

static ct_error no_memory_for_scan(const struct scan *self)
{
	return ct_no_memory(self->plan->place.function, "for a scan");
}

/* --- Parts of tensors ------------------------------------------------------------------------- */

/* x[start:end:step]; `end` INT64_MAX: to the end. */
static ct_error slices(const struct scan *self, tensors from, int64_t start, int64_t end,
		       int64_t step, ct_tensor **result)
{
	for (int64_t i = 0; i < self->len; i++)
		CT_TRY(ct_slice_Tensor(from[i], 0, &start, end == INT64_MAX ? NULL : &end, step,
				       &result[i]));
	return NULL;
}

/* Of as many rows as the graph was called with: with more, the scan would not end. */
static ct_error tensor_of(const struct scan *self, const struct ct_slot *slot, int64_t rows,
			  ct_tensor **result)
{
	if (slot->kind != CT_VALUE_TENSOR)
		return ct_error_new(CT_ERROR_TYPE, self->plan->place.function,
				    "its graph must have tensors for results");
	if (ct_tensor_size(slot->tensor, 0) != rows)
		return ct_error_new(CT_ERROR_VALUE, self->plan->place.function,
				    "its graph, called with %lld rows, returned %lld",
				    (long long)rows, (long long)ct_tensor_size(slot->tensor, 0));
	*result = slot->tensor;
	return NULL;
}

/* Calls the graph with the items of two lists. */
static ct_error combine(const struct scan *self, tensors a, tensors b, ct_tensor **result)
{
	const int64_t len = 2 * self->len + self->additional_len;
	const int64_t rows = ct_tensor_size(a[0], 0);
	struct ct_slots inputs, outputs = { 0 };
	ct_error error;

	CT_TRY(ct_slots_new(self->plan, len, &inputs));
	for (int64_t i = 0; i < self->len; i++) {
		inputs.at[i] = (struct ct_slot){ .kind = CT_VALUE_TENSOR, .tensor = a[i] };
		inputs.at[self->len + i] = (struct ct_slot){ .kind = CT_VALUE_TENSOR,
							     .tensor = b[i] };
	}
	if (self->additional_len > 0)
		memcpy(inputs.at + 2 * self->len, self->additional,
		       (size_t)self->additional_len * sizeof *self->additional);
	error = ct_slots_new(self->plan, self->len, &outputs);
	if (error == NULL)
		error = ct_plan_run(self->plan, inputs.at, len, outputs.at);
	for (int64_t i = 0; i < self->len && error == NULL; i++)
		error = tensor_of(self, &outputs.at[i], rows, &result[i]);
	free(inputs.at);
	free(outputs.at);
	return error;
}

/* a[0], b[0], a[1], b[1], ...; `a` may have one more, after which an item of `b` is made up and
 * cut off again. */
static ct_error interleave(ct_tensor *a, ct_tensor *b, ct_tensor **result)
{
	const int64_t last = -1, len = ct_tensor_size(a, 0) + ct_tensor_size(b, 0);
	ct_tensor *row, *both, *flat;

	if (len % 2 == 1) {
		CT_TRY(ct_slice_Tensor(b, 0, &last, NULL, 1, &row));
		CT_TRY(ct_cat((ct_tensor *[]){ b, row }, 2, 0, &b));
	}
	CT_TRY(ct_stack((ct_tensor *[]){ a, b }, 2, 1, &both));
	CT_TRY(ct_flatten_using_ints(both, 0, 1, &flat));
	return ct_slice_Tensor(flat, 0, NULL, &len, 1, result);
}

/* --- The scan --------------------------------------------------------------------------------- */

static ct_error scan(const struct scan *self, tensors elements, ct_tensor **result);

/* What follows the first element of those at even places. */
static ct_error combine_even(const struct scan *self, tensors elements, tensors odd, int64_t count,
			     ct_tensor **room, ct_tensor **result)
{
	ct_tensor **last = room, **next = room + self->len;

	if (count % 2 == 0)
		CT_TRY(slices(self, odd, 0, -1, 1, last));
	else
		memcpy(last, odd, (size_t)self->len * sizeof *last);
	CT_TRY(slices(self, elements, 2, INT64_MAX, 2, next));
	return combine(self, last, next, result);
}

static ct_error scan_parts(const struct scan *self, tensors elements, int64_t count,
			   ct_tensor **room, ct_tensor **result)
{
	ct_tensor **a = room, **b = room + self->len, **odd = room + 2 * self->len,
		  **even = room + 3 * self->len, *first;

	CT_TRY(slices(self, elements, 0, -1, 2, a));
	CT_TRY(slices(self, elements, 1, INT64_MAX, 2, b));
	CT_TRY(combine(self, a, b, even));
	CT_TRY(scan(self, even, odd));
	CT_TRY(combine_even(self, elements, odd, count, room, even));
	for (int64_t i = 0; i < self->len; i++) {
		CT_TRY(ct_slice_Tensor(elements[i], 0, NULL, &(int64_t){ 1 }, 1, &first));
		if (ct_tensor_numel(even[i]) > 0)
			CT_TRY(ct_cat((ct_tensor *[]){ first, even[i] }, 2, 0, &first));
		CT_TRY(interleave(first, odd[i], &result[i]));
	}
	return NULL;
}

/* As deep as the logarithm of the number of elements. */
static ct_error scan(const struct scan *self, tensors elements, ct_tensor **result)
{
	const int64_t count = ct_tensor_size(elements[0], 0);
	ct_tensor **room;
	ct_error error;

	if (count < 2) {
		memcpy(result, elements, (size_t)self->len * sizeof *result);
		return NULL;
	}
	room = ct_array_new(ct_size_times(4, self->len), sizeof *room);
	if (room == NULL)
		return no_memory_for_scan(self);
	error = scan_parts(self, elements, count, room, result);
	free(room);
	return error;
}

/* --- Steps ------------------------------------------------------------------------------------ */

static ct_error scan_slots(const struct scan *self, struct ct_slots *operands)
{
	ct_tensor **elements = new_list(self), **result = new_list(self);
	ct_error error = elements && result ? NULL : no_memory_for_scan(self);

	for (int64_t i = 0; i < self->len && error == NULL; i++)
		elements[i] = operands->at[i].tensor;
	if (error == NULL)
		error = scan(self, elements, result);
	for (int64_t i = 0; i < self->len && error == NULL; i++) {
		struct ct_slot made = { .kind = CT_VALUE_TENSOR,
					.is_owned = result[i] != elements[i],
					.tensor = result[i] };

		error = ct_slot_take(&made, &operands->at[i]);
	}
	free(elements);
	free(result);
	return error;
}

ct_error ct_run_associative_scan(const struct ct_step *step, struct ct_plan_frame *frame)
{
	const struct ct_graph_node *node = step->node;
	struct scan self = { .plan = step->inner[0],
			     .len = ct_operands_count(node, 1, 2),
			     .additional_len = ct_operands_count(node, 2, node->inputs_len) };
	struct ct_slots operands;
	ct_error error;
	int64_t count;

	CT_TRY(ct_slots_new(frame->plan, self.len + self.additional_len, &operands));
	ct_operands_read(frame, node, 1, node->inputs_len, operands.at);
	self.additional = operands.at + self.len;
	error = ct_operands_size(self.plan, operands.at, self.len, &count);
	if (error == NULL && self.plan->place.graph->outputs_len != self.len)
		error = ct_error_new(CT_ERROR_VALUE, self.plan->place.function,
				     "its graph must have as many outputs as there are tensors");
	if (error == NULL)
		error = scan_slots(&self, &operands);
	operands.len = self.len;
	if (error == NULL)
		error = ct_operands_give(frame, node, &operands);
	free(operands.at);
	return error;
}
