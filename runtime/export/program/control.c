/*
 * Steps that choose or repeat graphs: cond and while_loop. Gradients flow through the graphs that
 * have run.
 */
#include <stdlib.h>

#include <ctorch/macros/try.h>

#include "export/program/operands.h"

/* The inputs of a node, by their order. */
enum { COND_OPERANDS = 3, WHILE_CARRIED = 2, WHILE_ADDITIONAL = 3 };

/* --- Cond ------------------------------------------------------------------------------------- */

ct_error ct_run_cond(const struct ct_step *step, struct ct_plan_frame *frame)
{
	const struct ct_graph_node *node = step->node;
	const struct ct_slot condition = ct_slot_of(frame, &node->inputs[0].argument);
	const int64_t len = ct_operands_count(node, COND_OPERANDS, node->inputs_len);
	struct ct_slots inputs = { 0 }, outputs = { 0 };
	const struct ct_plan *chosen;
	bool is_true;
	ct_error error;

	CT_TRY(ct_slot_is_true(&condition, &is_true));
	chosen = step->inner[is_true ? 0 : 1];
	CT_TRY(ct_slots_new(frame->plan, len, &inputs));
	ct_operands_read(frame, node, COND_OPERANDS, node->inputs_len, inputs.at);
	error = ct_slots_new(frame->plan, chosen->place.graph->outputs_len, &outputs);
	if (error == NULL)
		error = ct_plan_run(chosen, inputs.at, len, outputs.at);
	if (error == NULL)
		error = ct_give_zeros_to_unused(chosen, &inputs, &outputs);
	if (error == NULL)
		error = ct_operands_give(frame, node, &outputs);
	free(inputs.at);
	free(outputs.at);
	return error;
}

/* --- While ------------------------------------------------------------------------------------ */

struct loop {
	const struct ct_plan *condition, *body;
	struct ct_slots values;  /* the carried ones, owned, and the additional ones */
	struct ct_slots results; /* of the body */
};

static ct_error begin_loop(const struct ct_step *step, struct ct_plan_frame *frame,
			   struct loop *self)
{
	const struct ct_graph_node *node = step->node;
	const int64_t carried = ct_operands_count(node, WHILE_CARRIED, WHILE_ADDITIONAL);
	const int64_t additional = ct_operands_count(node, WHILE_ADDITIONAL, node->inputs_len);

	self->condition = step->inner[0];
	self->body = step->inner[1];
	if (self->condition->place.graph->outputs_len != 1)
		return ct_error_new(CT_ERROR_VALUE, frame->plan->place.function,
				    "its condition has %lld outputs, not one",
				    (long long)self->condition->place.graph->outputs_len);
	if (self->body->place.graph->outputs_len != carried)
		return ct_error_new(CT_ERROR_VALUE, frame->plan->place.function,
				    "its body has %lld outputs for %lld carried values",
				    (long long)self->body->place.graph->outputs_len,
				    (long long)carried);
	CT_TRY(ct_slots_new(frame->plan, carried + additional, &self->values));
	CT_TRY(ct_slots_new(frame->plan, carried, &self->results));
	ct_operands_read(frame, node, WHILE_CARRIED, node->inputs_len, self->values.at);
	for (int64_t i = 0; i < carried; i++)
		CT_TRY(ct_slot_take(&self->values.at[i], &self->values.at[i]));
	return NULL;
}

static ct_error continues(const struct loop *self, bool *result)
{
	struct ct_slot answer = { .kind = CT_VALUE_NONE };

	CT_TRY(ct_plan_run(self->condition, self->values.at, self->values.len, &answer));
	CT_TRY(ct_slot_is_true(&answer, result));
	ct_slot_free(&answer);
	return NULL;
}

static ct_error repeat(struct loop *self)
{
	bool goes_on;

	for (;;) {
		CT_TRY(continues(self, &goes_on));
		if (!goes_on)
			return NULL;
		CT_TRY(ct_plan_run(self->body, self->values.at, self->values.len,
				   self->results.at));
		for (int64_t i = 0; i < self->results.len; i++) {
			ct_slot_free(&self->values.at[i]);
			self->values.at[i] = self->results.at[i];
		}
	}
}

ct_error ct_run_while_loop(const struct ct_step *step, struct ct_plan_frame *frame)
{
	struct loop loop = { 0 };
	ct_error error = begin_loop(step, frame, &loop);

	if (error == NULL)
		error = repeat(&loop);
	if (error == NULL) {
		loop.values.len = loop.results.len;
		error = ct_operands_give(frame, step->node, &loop.values);
	}
	free(loop.values.at);
	free(loop.results.at);
	return error;
}
