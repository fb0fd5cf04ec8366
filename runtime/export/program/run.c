/*
 * Running a plan, step by step.
 */
#define _GNU_SOURCE

#include <stdlib.h>
#include <string.h>
#include <time.h>

#include <ctorch/core/scope.h>
#include <ctorch/macros/try.h>
#include <ctorch/tensor/tensor.h>

#include "core/base/lengths.h"
#include "core/base/no_memory.h"
#include "export/program/plan.h"

/* --- Slots ------------------------------------------------------------------------------------ */

static struct ct_slot constant_slot(const struct ct_graph_argument *from)
{
	const ct_value value = ct_constant_of(from);

	switch (value.kind) {
	case CT_VALUE_INT:
	case CT_VALUE_BOOL:
		return (struct ct_slot){ .kind = value.kind, .i = value.i };
	case CT_VALUE_FLOAT:
		return (struct ct_slot){ .kind = CT_VALUE_FLOAT, .f = value.re };
	default:
		return (struct ct_slot){ .kind = CT_VALUE_NONE };
	}
}

struct ct_slot ct_slot_of(const struct ct_plan_frame *frame,
			  const struct ct_graph_argument *argument)
{
	struct ct_slot slot;

	if (argument->value == CT_NO_VALUE)
		return constant_slot(argument);
	slot = frame->slots[argument->value];
	slot.is_owned = false;
	return slot;
}

void ct_slot_free(struct ct_slot *slot)
{
	if (slot->is_owned)
		ct_tensor_free(slot->tensor);
	*slot = (struct ct_slot){ .kind = CT_VALUE_NONE };
}

ct_error ct_slot_take(struct ct_slot *slot, struct ct_slot *result)
{
	struct ct_slot taken = *slot;

	if (slot->kind == CT_VALUE_TENSOR && !slot->is_owned) {
		taken.tensor = ct_tensor_retain(slot->tensor);
		taken.is_owned = true;
		if (taken.tensor == NULL)
			return ct_no_memory(NULL, "for a handle");
	}
	slot->is_owned = false;
	*result = taken;
	return NULL;
}

/* Whether what was computed is what the graph says. A result may be None. */
static bool is_of_kind(enum ct_graph_value_kind kind, const struct ct_slot *slot)
{
	switch (kind) {
	case CT_GRAPH_TENSOR:
		return slot->kind == CT_VALUE_TENSOR || slot->kind == CT_VALUE_NONE;
	case CT_GRAPH_SYM_INT:
	case CT_GRAPH_SYM_FLOAT:
	case CT_GRAPH_SYM_BOOL:
		return slot->kind == CT_VALUE_INT || slot->kind == CT_VALUE_FLOAT ||
		       slot->kind == CT_VALUE_BOOL;
	case CT_GRAPH_CUSTOM_OBJ:
		return slot->kind == CT_VALUE_OBJECT;
	default:
		return slot->kind == CT_VALUE_NONE;
	}
}

static ct_error not_as_described(const struct ct_plan_frame *frame, int32_t value)
{
	return ct_error_new(CT_ERROR_TYPE, frame->plan->place.function,
			    "the value '%s' is of another type than the graph says",
			    frame->plan->place.graph->values[value].name);
}

ct_error ct_plan_frame_put(struct ct_plan_frame *frame, int32_t value, struct ct_slot slot)
{
	if (value == CT_NO_VALUE) {
		ct_slot_free(&slot);
		return NULL;
	}
	if (!is_of_kind(frame->plan->place.graph->values[value].kind, &slot)) {
		ct_slot_free(&slot);
		return not_as_described(frame, value);
	}
	frame->slots[value] = slot;
	return NULL;
}

/* --- Frames ----------------------------------------------------------------------------------- */

/* One block: the slots, the arguments, the lists. */
ct_error ct_plan_frame_new(const struct ct_plan *plan, struct ct_plan_frame *result)
{
	const int64_t slots = plan->place.graph->values_len * (int64_t)sizeof *result->slots;
	const int64_t args = plan->args_max * (int64_t)sizeof *result->args;
	char *block = malloc((size_t)(slots + args) + plan->lists_max + 1);

	if (block == NULL)
		return ct_no_memory(plan->place.function, "to run %s", plan->place.what);
	memset(block, 0, (size_t)slots);
	*result = (struct ct_plan_frame){ plan, (struct ct_slot *)(void *)block,
					  (ct_value *)(void *)(block + slots),
					  block + slots + args };
	return NULL;
}

void ct_plan_frame_free(struct ct_plan_frame *frame)
{
	free(frame->slots);
}

static ct_error run_step(const struct ct_step *step, struct ct_plan_frame *frame)
{
	const ct_error error = step->run(step, frame);

	if (__builtin_expect(error != NULL, false))
		return ct_graph_error_at(error, &frame->plan->place, step->node);
	for (int32_t i = 0; i < step->dead_len; i++)
		ct_slot_free(&frame->slots[step->dead[i]]);
	return NULL;
}

static _Thread_local struct ct_plan_profile *profile_of_thread;

struct ct_plan_profile *ct_plan_set_profile(struct ct_plan_profile *profile)
{
	struct ct_plan_profile *before = profile_of_thread;

	profile_of_thread = profile;
	return before;
}

static int64_t nanoseconds_now(void)
{
	struct timespec now;

	clock_gettime(CLOCK_MONOTONIC, &now);
	return (int64_t)now.tv_sec * 1000000000 + now.tv_nsec;
}

/* The time of inner graphs is that of their own steps. */
static ct_error run_profiled_step(const struct ct_step *step, struct ct_plan_frame *frame,
				  struct ct_plan_profile *profile)
{
	const int64_t before = profile->inner, begin = nanoseconds_now();
	int64_t whole, own;
	ct_error error;

	profile->inner = 0;
	error = run_step(step, frame);
	whole = nanoseconds_now() - begin;
	own = whole - profile->inner;
	profile->inner = before + whole;
	if (error == NULL)
		profile->call(step->node->name ? step->node->name : "", step->node->target, own,
			      profile->context);
	return error;
}

static ct_error run_profiled(struct ct_plan_frame *frame, struct ct_plan_profile *profile)
{
	const struct ct_plan *plan = frame->plan;

	for (int64_t i = 0; i < plan->place.graph->nodes_len; i++)
		CT_TRY(run_profiled_step(&plan->steps[i], frame, profile));
	return NULL;
}

ct_error ct_plan_frame_run(struct ct_plan_frame *frame)
{
	const struct ct_plan *plan = frame->plan;
	struct ct_plan_profile *profile = profile_of_thread;

	if (__builtin_expect(profile != NULL, false))
		return run_profiled(frame, profile);
	for (int64_t i = 0; i < plan->place.graph->nodes_len; i++)
		CT_TRY(run_step(&plan->steps[i], frame));
	return NULL;
}

/* --- Inner graphs ----------------------------------------------------------------------------- */

static ct_error take_outputs(struct ct_plan_frame *frame, struct ct_slot *outputs)
{
	const struct ct_graph *graph = frame->plan->place.graph;

	for (int64_t i = 0; i < graph->outputs_len; i++) {
		const struct ct_graph_argument *output = &graph->outputs[i];
		struct ct_slot constant = constant_slot(output);

		CT_TRY(ct_slot_take(output->value == CT_NO_VALUE ? &constant
								 : &frame->slots[output->value],
				    &outputs[i]));
	}
	return NULL;
}

static ct_error fill_and_run(struct ct_plan_frame *frame, const struct ct_slot *inputs,
			     struct ct_slot *outputs)
{
	const struct ct_graph *graph = frame->plan->place.graph;

	for (int64_t i = 0; i < graph->inputs_len; i++) {
		struct ct_slot input = inputs[i];

		input.is_owned = false;
		CT_TRY(ct_plan_frame_put(frame, graph->inputs[i].value, input));
	}
	CT_TRY(ct_plan_frame_run(frame));
	return take_outputs(frame, outputs);
}

ct_error ct_plan_run(const struct ct_plan *plan, const struct ct_slot *inputs, int64_t inputs_len,
		     struct ct_slot *outputs)
{
	struct ct_plan_frame frame;
	ct_error error;

	if (inputs_len != plan->place.graph->inputs_len)
		return ct_graph_error(CT_ERROR_VALUE, &plan->place, NULL,
				      "the graph has %lld inputs, but gets %lld",
				      (long long)plan->place.graph->inputs_len,
				      (long long)inputs_len);
	CT_TRY(ct_plan_frame_new(plan, &frame));
	error = fill_and_run(&frame, inputs, outputs);
	ct_plan_frame_free(&frame);
	return error;
}
