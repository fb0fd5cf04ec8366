/*
 * Running a program: its inputs and weights into a frame, its outputs out of it.
 */
#include <stdlib.h>
#include <string.h>

#include <ctorch/core/scope.h>
#include <ctorch/macros/literals.h>
#include <ctorch/macros/try.h>
#include <ctorch/ops/all.h>
#include <ctorch/tensor/tensor.h>

#include "core/base/recording.h"
#include "core/memory/own_scope.h"
#include "export/program/instance.h"
#include "operators/value/value.h"

/* One run. */
struct running {
	ct_export *self;
	const char *function;
	const struct ct_program *program;
	struct ct_plan_frame frame;
};

/* --- Inputs ----------------------------------------------------------------------------------- */

static ct_error fill_weight(struct running *run, int64_t i)
{
	struct ct_slot *slot = &run->frame.slots[run->program->inputs[i].argument.value];

	slot->kind = CT_VALUE_TENSOR;
	return ct_export_weight(run->self, run->function, i, &slot->tensor);
}

static ct_error fill_object(struct running *run, int64_t i)
{
	const struct ct_program_input *input = &run->program->inputs[i];
	ct_value object;

	CT_TRY(ct_value_dict_get(&run->self->objects, ct_value_string(input->target), &object));
	run->frame.slots[input->argument.value] = (struct ct_slot){ .kind = CT_VALUE_OBJECT,
								    .object = object.object };
	return NULL;
}

static ct_error fill_inputs(struct running *run, const struct ct_slot *inputs)
{
	const struct ct_export_shared *shared = run->self->shared;

	for (int64_t i = 0; i < run->program->inputs_len; i++) {
		if (run->self->weights[i].owner)
			CT_TRY(fill_weight(run, i));
		else if (run->program->inputs[i].kind == CT_PROGRAM_CUSTOM_OBJ)
			CT_TRY(fill_object(run, i));
	}
	for (int64_t i = 0; i < shared->inputs_len; i++) {
		const struct ct_program_input *input = &run->program->inputs[shared->inputs[i]];

		if (input->kind == CT_PROGRAM_USER_INPUT && input->argument.value != CT_NO_VALUE)
			run->frame.slots[input->argument.value] = inputs[i];
	}
	return NULL;
}

/* --- Outputs ---------------------------------------------------------------------------------- */

static bool is_given(const struct ct_program_output *output)
{
	return !ct_program_is_mutation(output) && output->kind != CT_PROGRAM_OUTPUT_TOKEN;
}

int64_t ct_export_output_count(const ct_export *self)
{
	const struct ct_program *program = self->shared->program;
	int64_t count = 0;

	for (int64_t i = 0; i < program->outputs_len; i++)
		count += is_given(&program->outputs[i]);
	return count;
}

/* The value in the graph that an output is to be copied into. */
static int32_t mutated_value(const struct ct_program *program,
			     const struct ct_program_output *output)
{
	return program->inputs[output->input].argument.value;
}

static ct_error copy_back(struct running *run, const struct ct_program_output *output)
{
	const int32_t to = mutated_value(run->program, output);
	const struct ct_slot *from = &run->frame.slots[output->argument.value];

	if (to == CT_NO_VALUE || from->kind != CT_VALUE_TENSOR)
		return ct_error_new(CT_ERROR_VALUE, run->function, "'%s' cannot be written to",
				    output->target);
	return ct_copy_(run->frame.slots[to].tensor, from->tensor, false, NULL);
}

static ct_error copy_all_back(struct running *run)
{
	for (int64_t i = 0; i < run->program->outputs_len; i++)
		if (ct_program_is_mutation(&run->program->outputs[i]))
			CT_TRY(copy_back(run, &run->program->outputs[i]));
	return NULL;
}

/* As a value that owns its tensor, which no scope has. */
static ct_error give_slot(struct ct_slot *slot, ct_value *result)
{
	struct ct_slot taken;
	ct_value object;

	switch (slot->kind) {
	case CT_VALUE_INT:
		*result = ct_value_int(slot->i);
		return NULL;
	case CT_VALUE_BOOL:
		*result = ct_value_bool(slot->i);
		return NULL;
	case CT_VALUE_FLOAT:
		*result = ct_value_float(slot->f);
		return NULL;
	case CT_VALUE_TENSOR:
		CT_TRY(ct_slot_take(slot, &taken));
		ct_scope_disown(taken.tensor);
		*result = ct_value_tensor(taken.tensor);
		result->flags = CT_VALUE_OWNED;
		return NULL;
	case CT_VALUE_OBJECT:
		object = (ct_value){ .kind = CT_VALUE_OBJECT, .object = (void *)slot->object };
		return ct_value_copy(&object, result);
	default:
		*result = ct_value_none();
		return NULL;
	}
}

/* As in Python, an output that was copied into a weight or an input is the tensor there; into several
 * ones, the last. */
static struct ct_slot *slot_of_output(struct running *run, int32_t value)
{
	const struct ct_program *program = run->program;

	for (int64_t i = program->outputs_len - 1; i >= 0; i--)
		if (ct_program_is_mutation(&program->outputs[i]) &&
		    program->outputs[i].argument.value == value)
			return &run->frame.slots[mutated_value(program, &program->outputs[i])];
	return &run->frame.slots[value];
}

static ct_error give_output(struct running *run, const struct ct_graph_argument *from,
			    ct_value *result)
{
	const ct_value constant = ct_constant_of(from);

	if (from->value != CT_NO_VALUE)
		return give_slot(slot_of_output(run, from->value), result);
	return ct_value_copy(&constant, result);
}

static ct_error give_outputs(struct running *run, ct_value *outputs)
{
	int64_t given = 0;
	ct_error error = NULL;

	for (int64_t i = 0; i < run->program->outputs_len && error == NULL; i++)
		if (is_given(&run->program->outputs[i]))
			error = give_output(run, &run->program->outputs[i].argument,
					    &outputs[given++]);
	if (error)
		ct_values_free(outputs, given - 1);
	return error;
}

/* --- The run ---------------------------------------------------------------------------------- */

static ct_error run_frame(struct running *run, const struct ct_slot *inputs, ct_value *outputs)
{
	CT_OWN_SCOPE(run->function);
	CT_TRY(fill_inputs(run, inputs));
	CT_TRY(ct_plan_frame_run(&run->frame));
	CT_TRY(copy_all_back(run));
	return give_outputs(run, outputs);
}

/* Also one without a profile: it may run in an operator of another program that has one. */
static ct_error run_as_profiled(struct running *run, const struct ct_slot *inputs,
				ct_value *outputs)
{
	struct ct_plan_profile profile = { run->self->profile, run->self->profile_context, 0 };
	struct ct_plan_profile *before = ct_plan_set_profile(profile.call ? &profile : NULL);
	const ct_error error = run_frame(run, inputs, outputs);

	ct_plan_set_profile(before);
	return error;
}

static ct_error run_program(ct_export *self, const char *function, const struct ct_slot *inputs,
			    ct_value *outputs)
{
	struct running run = { .self = self,
			       .function = function,
			       .program = self->shared->program };
	ct_error error;

	CT_TRY(ct_plan_frame_new(self->shared->plan, &run.frame));
	error = run_as_profiled(&run, inputs, outputs);
	ct_plan_frame_free(&run.frame);
	return error;
}

/* Compiled code has no nodes, whose times could be reported or which could be recorded. */
static bool is_plan_run(const ct_export *self)
{
	return self->compiled == NULL || self->profile != NULL || ct_is_recorded();
}

ct_error ct_export_run_slots(ct_export *self, const char *function, const struct ct_slot *inputs,
			     ct_value *outputs)
{
	ct_error error;

	CT_TRY(ct_export_check_inputs(self, function, inputs));
	CT_TRY(ct_export_lock(self, function));
	error = is_plan_run(self) ? run_program(self, function, inputs, outputs)
				  : ct_compiled_run(self, function, inputs, outputs,
						    ct_export_output_count(self));
	ct_export_unlock(self);
	return error;
}
