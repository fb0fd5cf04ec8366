/*
 * Steps that apply a graph along the first dimension of tensors: map, scan and associative_scan.
 */
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
#include "export/program/operands.h"

/* The operands of all three: carried values first (only of scan), tensors that are sliced, and what
 * every call gets. */
struct along {
	const struct ct_plan *plan; /* of the graph */
	struct ct_slots all;        /* borrowed */
	int64_t carried, sliced;    /* their numbers */
	int64_t count;              /* of slices */
	struct ct_slots inputs, outputs;
};

static ct_error begin_along(const struct ct_step *step, struct ct_plan_frame *frame,
			    int64_t first_sliced, struct along *self)
{
	const struct ct_graph_node *node = step->node;

	self->plan = step->inner[0];
	self->carried = ct_operands_count(node, 1, first_sliced);
	self->sliced = ct_operands_count(node, first_sliced, first_sliced + 1);
	CT_TRY(ct_slots_new(frame->plan, self->plan->place.graph->inputs_len, &self->inputs));
	CT_TRY(ct_slots_new(frame->plan, self->plan->place.graph->outputs_len, &self->outputs));
	CT_TRY(ct_slots_new(frame->plan, ct_operands_count(node, 1, node->inputs_len), &self->all));
	ct_operands_read(frame, node, 1, node->inputs_len, self->all.at);
	return ct_operands_size(self->plan, self->all.at + self->carried, self->sliced,
				&self->count);
}

static void end_along(struct along *self)
{
	free(self->all.at);
	free(self->inputs.at);
	free(self->outputs.at);
}

/* --- Calls of the graph ----------------------------------------------------------------------- */

/* An input of the graph: an operand as it is. */
static void pass(struct along *self, int64_t i)
{
	if (i < self->inputs.len)
		self->inputs.at[i] = self->all.at[i];
}

/* An input of the graph: one slice. */
static ct_error slice(struct along *self, int64_t i, int64_t at)
{
	struct ct_slot *to = &self->inputs.at[i];

	if (i >= self->inputs.len)
		return NULL;
	*to = (struct ct_slot){ .kind = CT_VALUE_TENSOR, .is_owned = true };
	return ct_select_int(self->all.at[i].tensor, 0, at, &to->tensor);
}

/* Calls the graph with slice `at`. */
static ct_error call_slice(struct along *self, int64_t at)
{
	const int64_t end = self->carried + self->sliced;
	ct_error error;

	for (int64_t i = self->carried; i < end; i++)
		CT_TRY(slice(self, i, at));
	for (int64_t i = end; i < self->all.len; i++)
		pass(self, i);
	error = ct_plan_run(self->plan, self->inputs.at, self->all.len, self->outputs.at);
	for (int64_t i = self->carried; i < end && error == NULL; i++)
		ct_slot_free(&self->inputs.at[i]);
	return error;
}

/* --- Results of all slices -------------------------------------------------------------------- */

/* The results of each call, of which `len` are stacked. */
struct stacks {
	ct_tensor **at; /* `count` of the first result, then of the second, ... */
	int64_t len, count;
};

static ct_error new_stacks(const struct along *self, struct stacks *result)
{
	const int64_t len = self->outputs.len - self->carried;
	ct_tensor **at;

	if (len < 0)
		return ct_error_new(CT_ERROR_VALUE, self->plan->place.function,
				    "its graph has %lld outputs for %lld carried values",
				    (long long)self->outputs.len, (long long)self->carried);
	at = ct_array_new(ct_size_times(len, self->count), sizeof *at);
	if (at == NULL)
		return ct_no_memory(self->plan->place.function, "for %lld slices",
				    (long long)self->count);
	*result = (struct stacks){ at, len, self->count };
	return NULL;
}

static ct_error keep_results(const struct along *self, struct stacks *stacks, int64_t at)
{
	for (int64_t i = 0; i < stacks->len; i++) {
		const struct ct_slot *slot = &self->outputs.at[self->carried + i];

		if (slot->kind != CT_VALUE_TENSOR)
			return ct_error_new(CT_ERROR_TYPE, self->plan->place.function,
					    "its graph must have tensors for results");
		stacks->at[i * stacks->count + at] = slot->tensor;
	}
	return NULL;
}

static ct_error stack_results(const struct stacks *stacks, struct ct_slot *to)
{
	for (int64_t i = 0; i < stacks->len; i++) {
		ct_tensor **items = &stacks->at[i * stacks->count];

		to[i] = (struct ct_slot){ .kind = CT_VALUE_TENSOR, .is_owned = true };
		CT_TRY(ct_stack(items, stacks->count, 0, &to[i].tensor));
		for (int64_t k = 0; k < stacks->count; k++)
			ct_tensor_free(items[k]);
	}
	return NULL;
}

/* --- Map -------------------------------------------------------------------------------------- */

static ct_error map_all(struct along *self, struct stacks *stacks)
{
	for (int64_t at = 0; at < self->count; at++) {
		CT_TRY(call_slice(self, at));
		CT_TRY(keep_results(self, stacks, at));
	}
	return stack_results(stacks, self->outputs.at);
}

ct_error ct_run_map(const struct ct_step *step, struct ct_plan_frame *frame)
{
	struct along along = { 0 };
	struct stacks stacks = { 0 };
	ct_error error = begin_along(step, frame, 1, &along);

	if (error == NULL)
		error = new_stacks(&along, &stacks);
	if (error == NULL)
		error = map_all(&along, &stacks);
	if (error == NULL)
		error = ct_operands_give(frame, step->node, &along.outputs);
	free(stacks.at);
	end_along(&along);
	return error;
}

/* --- Scan ------------------------------------------------------------------------------------- */

/* The carried values become those of the last call. */
static void carry(struct along *self)
{
	for (int64_t i = 0; i < self->carried; i++) {
		ct_slot_free(&self->inputs.at[i]);
		self->inputs.at[i] = self->outputs.at[i];
	}
}

static ct_error scan_all(struct along *self, struct stacks *stacks)
{
	if (self->inputs.len != self->all.len || self->count == 0)
		return ct_error_new(CT_ERROR_VALUE, self->plan->place.function,
				    self->count ? "its graph has another number of inputs"
						: "there is nothing to scan: the first dimension "
						  "is empty");
	for (int64_t i = 0; i < self->carried; i++)
		CT_TRY(ct_slot_take(&self->all.at[i], &self->inputs.at[i]));
	for (int64_t at = 0; at < self->count; at++) {
		CT_TRY(call_slice(self, at));
		CT_TRY(keep_results(self, stacks, at));
		carry(self);
	}
	memcpy(self->outputs.at, self->inputs.at, (size_t)self->carried * sizeof *self->outputs.at);
	return stack_results(stacks, self->outputs.at + self->carried);
}

ct_error ct_run_scan(const struct ct_step *step, struct ct_plan_frame *frame)
{
	struct along along = { 0 };
	struct stacks stacks = { 0 };
	ct_error error = begin_along(step, frame, 2, &along);

	if (error == NULL)
		error = new_stacks(&along, &stacks);
	if (error == NULL)
		error = scan_all(&along, &stacks);
	if (error == NULL)
		error = ct_operands_give(frame, step->node, &along.outputs);
	free(stacks.at);
	end_along(&along);
	return error;
}
