/*
 * The public functions that run a program, and that show it.
 */
#include <stdlib.h>

#include <ctorch/core/scope.h>
#include <ctorch/macros/try.h>
#include <ctorch/tensor/tensor.h>

#include "core/base/lengths.h"
#include "core/base/list_check.h"
#include "core/base/no_memory.h"
#include "core/base/stream.h"
#include "core/base/text.h"
#include "core/memory/expression.h"
#include "core/memory/given.h"
#include "export/archive/archive.h"
#include "export/text/dot.h"
#include "export/text/print.h"
#include "export/program/flatten.h"

/* --- Leaves ----------------------------------------------------------------------------------- */

/* Runs with the leaves of the inputs; the result is a new array of as many values as the program
 * has outputs, for free() after ct_values_free(). */
static ct_error run_leaves(ct_export *self, const char *function, const ct_value *leaves,
			   ct_value **result)
{
	const struct ct_export_shared *shared = self->shared;
	struct ct_slot *slots = ct_array_new(shared->inputs_len, sizeof *slots);
	ct_value *outputs = ct_array_new(ct_export_output_count(self), sizeof *outputs);
	ct_error error = slots && outputs ? NULL : ct_no_memory(function, "for inputs");

	for (int64_t i = 0; i < shared->inputs_len && error == NULL; i++)
		error = ct_slot_of_leaf(shared, function, i, &leaves[i], &slots[i]);
	if (error == NULL)
		error = ct_export_run_slots(self, function, slots, outputs);
	free(slots);
	if (error)
		free(outputs);
	else
		*result = outputs;
	return error;
}

static void free_outputs(const ct_export *self, ct_value *outputs)
{
	ct_values_free(outputs, ct_export_output_count(self));
	free(outputs);
}

ct_error ct_export_run_leaves(ct_export *self, const ct_value *inputs, int64_t inputs_len,
			      ct_value *result)
{
	ct_value *outputs, list;
	ct_error error = NULL;

	if (self == NULL || result == NULL)
		return ct_missing_argument(__func__, self ? 4 : 1, self ? "result" : "self");
	if (inputs_len != self->shared->inputs_len || !ct_is_list(inputs, inputs_len))
		return ct_error_new(CT_ERROR_TYPE, __func__,
				    "%s: the program has %lld inputs, but gets %lld",
				    self->shared->what, (long long)self->shared->inputs_len,
				    (long long)inputs_len);
	CT_TRY(run_leaves(self, __func__, inputs, &outputs));
	list = ct_value_list_new();
	for (int64_t i = 0; i < ct_export_output_count(self) && error == NULL; i++)
		error = ct_value_list_move(&list, &outputs[i]);
	free_outputs(self, outputs);
	if (error)
		ct_value_free(&list);
	else
		*result = list;
	return error;
}

/* --- Calls ------------------------------------------------------------------------------------ */

static ct_error check_named(const char *function, const char *const *names, int64_t len)
{
	CT_TRY(ct_list_check(function, 4, "names", names, len));
	for (int64_t i = 0; i < len; i++)
		if (names[i] == NULL)
			return ct_error_new(CT_ERROR_ARGUMENT, function,
					    "argument 4 (names): element %lld must not be NULL",
					    (long long)i);
	return NULL;
}

ct_error ct_export_call(ct_export *self, const ct_value *args, int64_t args_len,
			const char *const *names, const ct_value *named, int64_t named_len,
			ct_value *result)
{
	ct_value *leaves, *outputs, kept = ct_value_list_new();
	ct_error error;

	if (self == NULL || result == NULL)
		return ct_missing_argument(__func__, self ? 7 : 1, self ? "result" : "self");
	CT_TRY(ct_list_check(__func__, 2, "args", args, args_len));
	CT_TRY(check_named(__func__, names, named_len));
	CT_TRY(ct_list_check(__func__, 5, "named", named, named_len));
	leaves = ct_array_new(self->shared->inputs_len, sizeof *leaves);
	if (leaves == NULL)
		return ct_no_memory(__func__, "for inputs");
	error = ct_export_flatten(self->shared, __func__, args, args_len, names, named, named_len,
				  &kept, leaves);
	if (error == NULL)
		error = run_leaves(self, __func__, leaves, &outputs);
	ct_value_free(&kept);
	free(leaves);
	if (error)
		return error;
	error = ct_export_unflatten(self->shared, __func__, outputs, result);
	free_outputs(self, outputs);
	return error;
}

/* --- Tensors ---------------------------------------------------------------------------------- */

static bool is_tensor_input(const struct ct_export_shared *self, int64_t i)
{
	return self->program->inputs[self->inputs[i]].argument.arm == CT_ARM_TENSOR;
}

/* The value that an input has in every call; false: it has none. */
static bool constant_input(const struct ct_export_shared *self, int64_t i, ct_value *result)
{
	const struct ct_graph_argument *argument = &self->program->inputs[self->inputs[i]].argument;

	if (argument->value != CT_NO_VALUE)
		return false;
	*result = ct_constant_of(argument);
	return true;
}

static ct_error wrong_count(const struct ct_export_shared *self, const char *function, int64_t has)
{
	int64_t wanted = 0;

	for (int64_t i = 0; i < self->inputs_len; i++)
		wanted += is_tensor_input(self, i);
	return ct_error_new(CT_ERROR_TYPE, function,
			    "%s: the program takes %lld tensor%s, but %lld %s given", self->what,
			    (long long)wanted, wanted == 1 ? "" : "s", (long long)has,
			    has == 1 ? "was" : "were");
}

/* The leaves of all inputs, from those that are tensors. */
static ct_error leaves_of_tensors(const struct ct_export_shared *self, const char *function,
				  ct_tensors inputs, ct_value *leaves)
{
	int64_t used = 0;

	for (int64_t i = 0; i < self->inputs_len; i++) {
		if (is_tensor_input(self, i)) {
			if (used < inputs.len)
				leaves[i] = ct_value_tensor(inputs.at[used]);
			used++;
		} else if (!constant_input(self, i, &leaves[i])) {
			return ct_error_new(CT_ERROR_TYPE, function,
					    "%s: the program takes numbers, too; call it with "
					    "ct_export_call()",
					    self->what);
		}
	}
	return used == inputs.len ? NULL : wrong_count(self, function, inputs.len);
}

/* The tensors among values, which are taken out of them. */
static ct_error tensors_of(const ct_export *self, const char *function, ct_value *outputs,
			   ct_tensor ***result, int64_t *result_len)
{
	const int64_t count = ct_export_output_count(self);
	ct_tensor **tensors = ct_given_array(count, sizeof *tensors);
	int64_t len = 0;
	ct_error error = NULL;

	if (tensors == NULL)
		return ct_no_memory(function, "for outputs");
	for (int64_t i = 0; i < count && error == NULL; i++)
		if (outputs[i].kind == CT_VALUE_TENSOR)
			error = ct_value_take_tensor(&outputs[i], &tensors[len++]);
	if (error) {
		ct_tensors_free(tensors, len - 1);
		return error;
	}
	*result = tensors;
	*result_len = len;
	return NULL;
}

static ct_error run_tensors(ct_export *self, const char *function, ct_tensors inputs,
			    ct_value *leaves, ct_tensor ***result, int64_t *result_len)
{
	ct_value *outputs;
	ct_error error;

	CT_TRY(leaves_of_tensors(self->shared, function, inputs, leaves));
	CT_TRY(run_leaves(self, function, leaves, &outputs));
	error = tensors_of(self, function, outputs, result, result_len);
	free_outputs(self, outputs);
	return error;
}

ct_error ct_export_run(ct_export *self, ct_tensors inputs, ct_tensor ***result, int64_t *result_len)
{
	ct_value *leaves;
	ct_error error;

	if (self == NULL || result == NULL || result_len == NULL)
		return ct_missing_argument(__func__, self ? result ? 4 : 3 : 1,
					   self ? result ? "result_len" : "result" : "self");
	CT_TRY(ct_list_check(__func__, 2, "inputs", inputs.at, inputs.len));
	leaves = ct_array_new(self->shared->inputs_len, sizeof *leaves);
	if (leaves == NULL)
		return ct_no_memory(__func__, "for inputs");
	error = run_tensors(self, __func__, inputs, leaves, result, result_len);
	free(leaves);
	return error;
}

/* --- What it has ------------------------------------------------------------------------------ */

ct_error ct_export_sample_inputs(const ct_export *self, ct_value *result)
{
	const struct ct_export_shared *shared = self ? self->shared : NULL;
	struct ct_text name = { 0 };
	ct_error error;

	if (shared == NULL || result == NULL)
		return ct_missing_argument(__func__, shared ? 2 : 1, shared ? "result" : "self");
	if (shared->sample_inputs == NULL) {
		*result = ct_value_none();
		return NULL;
	}
	ct_text_addf(&name, "%s: sample inputs", shared->path);
	error = ct_archive_unpickle_bytes(__func__, name.data ? name.data : shared->path,
					  shared->device, shared->sample_inputs,
					  shared->sample_inputs_nbytes, result);
	ct_text_release(&name);
	return error;
}

ct_error ct_export_extra_files(const ct_export *self, ct_value *result)
{
	if (self == NULL || result == NULL)
		return ct_missing_argument(__func__, self ? 2 : 1, self ? "result" : "self");
	return ct_value_copy(&self->shared->extra_files, result);
}

void ct_export_drop_profile(ct_export *self)
{
	const ct_release_function release = self->profile_release;

	self->profile = NULL;
	self->profile_release = NULL;
	if (release)
		release(self->profile_context);
}

void ct_export_set_profile(ct_export *self, ct_export_profile_function callback, void *context,
			   ct_release_function release)
{
	if (self == NULL) {
		if (release)
			release(context);
		return;
	}
	ct_export_drop_profile(self);
	self->profile = callback;
	self->profile_context = context;
	self->profile_release = release;
}

int64_t ct_export_node_count(const ct_export *self)
{
	return self ? self->shared->program->graph->nodes_len : 0;
}

bool ct_export_is_mutating(const ct_export *self)
{
	return self && self->shared->is_mutating;
}

ct_error ct_export_print(const ct_export *self, FILE *stream)
{
	struct ct_text text = { 0 };
	ct_error error = NULL;

	if (self == NULL)
		return ct_missing_argument(__func__, 1, "self");
	ct_program_print(&text, self->shared->program);
	if (text.failed)
		error = ct_no_memory(__func__, "to print %s", self->shared->what);
	else
		error = ct_stream_write(stream ? stream : stdout, text.data, text.length, __func__);
	ct_text_release(&text);
	return error;
}

ct_error ct_export_to_string(const ct_export *self, char **result)
{
	struct ct_text text = { 0 };

	if (self == NULL)
		return ct_missing_argument(__func__, 1, "self");
	ct_program_print(&text, self->shared->program);
	return ct_text_give(&text, __func__, result);
}

static ct_error begin_drawing(const ct_export *self, struct ct_output *output, const char *function)
{
	if (self == NULL)
		return ct_missing_argument(function, 1, "self");
	return ct_output_begin(output, function);
}

ct_error ct_export_draw(const ct_export *self, FILE *stream)
{
	struct ct_output output;
	ct_error error;

	CT_TRY(begin_drawing(self, &output, __func__));
	error = ct_program_draw(self->shared->program, output.text, __func__);
	return ct_output_end(&output, stream ? stream : stdout, error, __func__);
}

ct_error ct_export_to_dot(const ct_export *self, char **result)
{
	struct ct_output output;
	ct_error error;

	CT_TRY(begin_drawing(self, &output, __func__));
	error = ct_program_draw(self->shared->program, output.text, __func__);
	return ct_output_give(&output, error, __func__, result);
}
