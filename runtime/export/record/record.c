/*
 * Recording a function of C as a program.
 */
#define _GNU_SOURCE

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <ctorch/ctorch.h>

#include "core/base/lengths.h"
#include "core/base/list_check.h"
#include "core/base/no_memory.h"
#include "core/base/text.h"
#include "core/memory/expression.h"
#include "core/memory/own_scope.h"
#include "core/memory/scopes.h"
#include "export/graph/check.h"
#include "export/program/instance.h"
#include "export/record/program.h"
#include "export/record/samples.h"
#include "export/text/python.h"
#include "files/torch/saver.h"

/* What messages call the program. */
#define WHAT "the recorded program"

/* The memory of a graph, which a function that calls operators for ever would exceed. */
enum { GRAPH_LIMIT_BITS = 36 };

typedef struct ct_export_record_options record_options;

struct recording {
	struct ct_arena own_arena, *arena; /* the first one's is the program's */
	struct ct_recording *recording;
	struct ct_tape tape;
	struct ct_graph_argument *outputs;
};

struct work {
	const char *called; /* the public function */
	ct_export_record_function function;
	void *context;
	const record_options *options;
	int64_t outputs_len;
	struct ct_samples samples;
	struct ct_recorded_weight *weights;
	int64_t weights_len;
	ct_named_tensor *parameters, *buffers; /* which own the weights' names */
	const char **names;                    /* of the inputs */
	char *default_names;
	bool *is_none; /* an input */
	struct recording recordings[CT_RECORDINGS];
	struct ct_program *program;
};

static ct_error work_no_memory(const struct work *self)
{
	return ct_no_memory(self->called, "to record a program");
}

/* --- Weights ---------------------------------------------------------------------------------- */

static ct_error find_persistence(const struct work *self, struct ct_recorded_weight *buffer)
{
	ct_module *owner;
	const char *name;

	CT_TRY(ct_module_parent_of(self->options->module, buffer->path, self->called, &owner,
				   &name));
	buffer->is_persistent = ct_part_find(owner, CT_BUFFERS, name)->is_persistent;
	return NULL;
}

/* Else their initialization would be recorded. */
static ct_error check_initialized(const struct work *self)
{
	for (int64_t i = 0; i < self->weights_len; i++)
		if (ct_parameter_is_lazy(self->weights[i].tensor))
			return ct_error_new(CT_ERROR_VALUE, self->called,
					    "'%s' is not initialized yet; call the module once "
					    "before it is recorded",
					    self->weights[i].path);
	return NULL;
}

static ct_error list_module(struct work *self)
{
	const ct_module_list_options all = { .keep_duplicates = true };
	int64_t parameters_len, buffers_len;

	CT_TRY(ct_module_named_parameters(self->options->module, &all, &self->parameters,
					  &parameters_len));
	CT_TRY(ct_module_named_buffers(self->options->module, &all, &self->buffers, &buffers_len));
	self->weights = ct_array_new(parameters_len + buffers_len, sizeof *self->weights);
	if (self->weights == NULL)
		return work_no_memory(self);
	for (int64_t i = 0; i < parameters_len; i++)
		self->weights[self->weights_len++] = (struct ct_recorded_weight){
			CT_PROGRAM_PARAMETER, self->parameters[i].name, true,
			self->parameters[i].tensor
		};
	for (int64_t i = 0; i < buffers_len; i++) {
		struct ct_recorded_weight *buffer = &self->weights[self->weights_len++];

		*buffer = (struct ct_recorded_weight){ CT_PROGRAM_BUFFER, self->buffers[i].name,
						       false, self->buffers[i].tensor };
		CT_TRY(find_persistence(self, buffer));
	}
	return check_initialized(self);
}

/* --- Names of inputs -------------------------------------------------------------------------- */

enum { DEFAULT_NAME = 24 }; /* "x" and a number */

static ct_error check_name(const struct work *self, int64_t i)
{
	const char *const *names = self->options->names.at;

	if (names[i] == NULL)
		return ct_error_new(CT_ERROR_ARGUMENT, self->called,
				    "options.names[%lld] must not be NULL", (long long)i);
	if (!ct_python_is_name(names[i]))
		return ct_error_new(CT_ERROR_ARGUMENT, self->called,
				    "options.names[%lld] is '%s', which cannot be the name of an "
				    "argument in Python",
				    (long long)i, names[i]);
	for (int64_t k = 0; k < i; k++)
		if (strcmp(names[k], names[i]) == 0)
			return ct_error_new(CT_ERROR_ARGUMENT, self->called,
					    "options.names[%lld] and options.names[%lld] are both "
					    "'%s'",
					    (long long)k, (long long)i, names[i]);
	return NULL;
}

static ct_error name_inputs(struct work *self)
{
	const int64_t len = self->samples.inputs.len;
	const ct_strings names = self->options->names;

	CT_TRY(ct_list_check(self->called, 5, "options.names", names.at, names.len));
	if (names.len != 0 && names.len != len)
		return ct_error_new(CT_ERROR_ARGUMENT, self->called,
				    "options.names has %lld names, but there are %lld inputs",
				    (long long)names.len, (long long)len);
	self->names = ct_array_new(len, sizeof *self->names);
	self->default_names = ct_array_new(len, DEFAULT_NAME);
	self->is_none = ct_array_new(len, sizeof *self->is_none);
	if (self->names == NULL || self->default_names == NULL || self->is_none == NULL)
		return work_no_memory(self);
	for (int64_t i = 0; i < len; i++) {
		char *text = self->default_names + i * DEFAULT_NAME;

		snprintf(text, DEFAULT_NAME, len == 1 ? "x" : "x%lld", (long long)i);
		self->names[i] = text;
		self->is_none[i] = self->samples.inputs.at[i] == NULL;
		if (names.len == 0)
			continue;
		CT_TRY(check_name(self, i));
		self->names[i] = names.at[i];
	}
	return NULL;
}

/* --- One recording ---------------------------------------------------------------------------- */

static ct_error add_sources(struct work *self, struct ct_recording *recording,
			    ct_tensor *const *inputs)
{
	for (int64_t i = 0; i < self->weights_len; i++)
		CT_TRY(ct_recording_add(recording, self->weights[i].tensor));
	for (int64_t i = 0; i < self->samples.inputs.len; i++)
		if (inputs[i])
			CT_TRY(ct_recording_add(recording, inputs[i]));
	return NULL;
}

/* Within a callback, whose scope owns the outputs. */
static ct_error call_recorded(struct work *self, struct recording *recording,
			      ct_tensor *const *inputs, ct_tensor **outputs)
{
	ct_error error;

	ct_recording_enter(recording->recording);
	error = self->function(inputs, self->samples.inputs.len, self->context, outputs,
			       self->outputs_len);
	ct_recording_leave(recording->recording);
	CT_TRY(error);
	for (int64_t i = 0; i < self->outputs_len; i++)
		CT_TRY(ct_recording_find(recording->recording, outputs[i], &recording->outputs[i]));
	return NULL;
}

static ct_error call_in_scope(struct work *self, struct recording *recording,
			      ct_tensor *const *inputs)
{
	ct_tensor **outputs = ct_array_new(self->outputs_len, sizeof *outputs);
	struct ct_callback callback;
	ct_error error;

	if (outputs == NULL || !ct_callback_enter_scope(&callback)) {
		free(outputs);
		return work_no_memory(self);
	}
	error = call_recorded(self, recording, inputs, outputs);
	ct_callback_leave(callback);
	free(outputs);
	return error;
}

/* The random numbers of all recordings are the same, and none is drawn for the program. */
static ct_error call_with_states(struct work *self, struct recording *recording,
				 ct_tensor *const *inputs)
{
	ct_rng_states *states;
	ct_error error, restored;

	CT_TRY(ct_rng_states_capture(&states));
	error = call_in_scope(self, recording, inputs);
	restored = ct_rng_states_restore(states);
	ct_rng_states_free(states);
	if (error == NULL)
		return restored;
	ct_error_free(restored);
	return error;
}

static ct_error record_with(struct work *self, int64_t number, ct_tensor **inputs)
{
	struct recording *recording = &self->recordings[number];

	CT_OWN_SCOPE(self->called);
	recording->outputs = ct_array_new(self->outputs_len, sizeof *recording->outputs);
	if (recording->outputs == NULL)
		return work_no_memory(self);
	CT_TRY(ct_samples_of(&self->samples, number, inputs));
	CT_TRY(ct_recording_new(self->called, recording->arena, &recording->recording));
	CT_TRY(add_sources(self, recording->recording, inputs));
	CT_TRY(call_with_states(self, recording, inputs));
	return ct_recording_end(recording->recording, &recording->tape);
}

/* An error of the function for sizes that its author has never seen says which: "with batch 5: ...". */
static ct_error with_sizes(const struct work *self, int64_t number, ct_error error)
{
	const int64_t *sizes = &self->samples.sizes[number * self->samples.symbols_len];
	struct ct_text text = { 0 };

	ct_text_add(&text, "recorded again with ");
	for (int64_t s = 0; s < self->samples.symbols_len; s++) {
		ct_text_add(&text, s ? ", " : "");
		ct_recorded_symbol_show(&self->samples.symbols[s], &text);
		ct_text_addf(&text, " %lld", (long long)sizes[s]);
	}
	if (!text.failed)
		error = ct_error_prefix(error, text.data);
	ct_text_release(&text);
	return error;
}

static ct_error record(struct work *self, int64_t number)
{
	ct_tensor **inputs = ct_array_new(self->samples.inputs.len, sizeof *inputs);
	struct recording *recording = &self->recordings[number];
	ct_error error;

	if (inputs == NULL)
		return work_no_memory(self);
	recording->arena = number ? &recording->own_arena : &self->program->arena;
	recording->arena->left = (size_t)1 << GRAPH_LIMIT_BITS;
	error = record_with(self, number, inputs);
	free(inputs);
	return error && number ? with_sizes(self, number, error) : error;
}

/* --- All recordings --------------------------------------------------------------------------- */

static ct_error check_outputs_agree(const struct work *self, int64_t recordings_len)
{
	const struct ct_graph_argument *first = self->recordings[0].outputs;

	for (int64_t i = 1; i < recordings_len; i++)
		for (int64_t k = 0; k < self->outputs_len; k++)
			if (self->recordings[i].outputs[k].value != first[k].value)
				return ct_error_new(CT_ERROR_VALUE, self->called,
						    "output %lld is the result of another operator "
						    "with other sizes",
						    (long long)k);
	return NULL;
}

static ct_error merge(struct work *self, int64_t recordings_len, struct ct_merging *merging)
{
	const struct ct_recorded_sizes sizes = { self->samples.sizes, self->samples.symbols_len,
						 recordings_len };
	struct ct_tape tapes[CT_RECORDINGS];
	const struct ct_recorded recorded = { .function = self->called,
					      .merged = merging,
					      .weights = self->weights,
					      .weights_len = self->weights_len,
					      .input_names = self->names,
					      .input_is_none = self->is_none,
					      .inputs_len = self->samples.inputs.len,
					      .outputs = self->recordings[0].outputs,
					      .outputs_len = self->outputs_len };

	for (int64_t i = 0; i < recordings_len; i++)
		tapes[i] = self->recordings[i].tape;
	*merging = (struct ct_merging){ .function = self->called, .tapes = tapes };
	merging->expressions.arena = &self->program->arena;
	merging->expressions.symbols = self->samples.symbols;
	merging->expressions.sizes = &sizes;
	CT_TRY(ct_merge(merging));
	CT_TRY(check_outputs_agree(self, recordings_len));
	return ct_recorded_program(&recorded, self->program);
}

static ct_error record_and_merge(struct work *self, int64_t recordings_len, bool *has_quotients)
{
	struct ct_merging merging;
	ct_error error;

	for (int64_t i = 0; i < recordings_len; i++)
		if (self->recordings[i].arena == NULL)
			CT_TRY(record(self, i));
	error = merge(self, recordings_len, &merging);
	*has_quotients = merging.has_quotients;
	ct_expressions_free(&merging.expressions);
	return error;
}

static ct_error record_all(struct work *self)
{
	const int64_t first = ct_samples_recordings(&self->samples);
	bool has_quotients;

	CT_TRY(record_and_merge(self, first, &has_quotients));
	if (!has_quotients)
		return NULL;
	CT_TRY(ct_samples_choose(&self->samples, first));
	return record_and_merge(self, first + 1, &has_quotients);
}

/* --- The program ------------------------------------------------------------------------------ */

static ct_error set_weight(ct_value *dict, const char *name, ct_tensor *tensor)
{
	return ct_value_dict_set(dict, ct_value_string(name), ct_value_tensor(tensor));
}

static ct_error list_tensors(const struct work *self, ct_value *state, ct_value *constants)
{
	const struct ct_tape *tape = &self->recordings[0].tape;
	char name[CT_CONSTANT_NAME];

	for (int64_t i = 0; i < self->weights_len; i++)
		CT_TRY(set_weight(self->weights[i].is_persistent ? state : constants,
				  self->weights[i].path, self->weights[i].tensor));
	for (int64_t i = 0; i < tape->constants_len; i++) {
		ct_constant_name(i, name);
		CT_TRY(set_weight(constants, name, tape->constants[i].tensor));
	}
	return NULL;
}

/* (inputs, {}), as Python saves it. */
static ct_error save_sample_inputs(const struct work *self, struct ct_export_shared *shared)
{
	ct_value both[2], *items = ct_array_new(self->samples.inputs.len, sizeof *items), pair;
	ct_error error;

	if (items == NULL)
		return work_no_memory(self);
	for (int64_t i = 0; i < self->samples.inputs.len; i++)
		items[i] = self->samples.inputs.at[i] ? ct_value_tensor(self->samples.inputs.at[i])
						      : ct_value_none();
	both[0] = ct_value_tuple(items, self->samples.inputs.len);
	both[1] = ct_value_dict_new();
	pair = ct_value_tuple(both, 2);
	error = ct_torch_encode(self->called, "sample_inputs", &pair, &shared->sample_inputs,
				&shared->sample_inputs_nbytes);
	ct_value_free(&both[1]);
	free(items);
	return error;
}

static ct_error fill_export(const struct work *self, struct ct_export_shared *shared,
			    ct_value *state, ct_value *constants, ct_export **result)
{
	CT_TRY(save_sample_inputs(self, shared));
	if (self->options->extra_files)
		CT_TRY(ct_value_copy(self->options->extra_files, &shared->extra_files));
	else
		shared->extra_files = ct_value_dict_new();
	CT_TRY(list_tensors(self, state, constants));
	return ct_export_new(self->called, &ct_export_module_class, shared, state, constants,
			     result);
}

static ct_error make_export(struct work *self, ct_export **result)
{
	struct ct_program *program = self->program;
	struct ct_export_shared *shared;
	ct_value state, constants;
	ct_error error;

	CT_TRY(ct_program_check(program, self->called, WHAT));
	self->program = NULL; /* taken */
	CT_TRY(ct_export_shared_new(self->called, WHAT, WHAT, program, CT_DEVICE_NONE, &shared));
	state = ct_value_dict_new();
	constants = ct_value_dict_new();
	error = fill_export(self, shared, &state, &constants, result);
	ct_value_free(&state);
	ct_value_free(&constants);
	ct_export_shared_free(shared);
	return error;
}

static ct_error do_work(struct work *self, ct_export **result)
{
	self->program = calloc(1, sizeof *self->program);
	if (self->program == NULL)
		return work_no_memory(self);
	if (self->options->module)
		CT_TRY(list_module(self));
	CT_TRY(name_inputs(self));
	self->samples.first_value = self->weights_len;
	CT_TRY(ct_samples_init(&self->samples));
	CT_TRY(record_all(self));
	return make_export(self, result);
}

static void work_release(struct work *self)
{
	for (int i = 0; i < CT_RECORDINGS; i++) {
		ct_recording_free(self->recordings[i].recording);
		ct_arena_free(&self->recordings[i].own_arena);
		free(self->recordings[i].outputs);
	}
	ct_samples_release(&self->samples);
	ct_program_free(self->program);
	ct_free(self->parameters);
	ct_free(self->buffers);
	free(self->weights);
	free(self->names);
	free(self->default_names);
	free(self->is_none);
}

static ct_error start_work(struct work *self, ct_tensors inputs, ct_export **result)
{
	const record_options *of = self->options;
	ct_error error;

	CT_TRY(ct_list_check(self->called, 3, "inputs", inputs.at, inputs.len));
	CT_TRY(ct_list_check(self->called, 5, "options.dynamic", of->dynamic, of->dynamic_len));
	if (self->outputs_len < 1)
		return ct_error_new(CT_ERROR_ARGUMENT, self->called,
				    "a program has at least 1 output, not %lld",
				    (long long)self->outputs_len);
	self->samples = (struct ct_samples){ .function = self->called,
					     .inputs = inputs,
					     .dynamic = of->dynamic,
					     .dynamic_len = of->dynamic_len };
	error = do_work(self, result);
	work_release(self);
	return error;
}

/* --- Functions -------------------------------------------------------------------------------- */

static const record_options no_options;

ct_error ct_export_record(ct_export_record_function function, void *context, ct_tensors inputs,
			  int64_t output_count, const record_options *options, ct_export **result)
{
	struct work work = { .called = __func__,
			     .function = function,
			     .context = context,
			     .options = options ? options : &no_options,
			     .outputs_len = output_count };

	if (function == NULL || result == NULL)
		return ct_missing_argument(__func__, function ? 6 : 1,
					   function ? "result" : "function");
	return start_work(&work, inputs, result);
}

static ct_error call_module(ct_tensor *const *inputs, int64_t inputs_len, void *context,
			    ct_tensor **outputs, int64_t outputs_len)
{
	return ct_module_forward_all(context, CT_TENSORS_OF(inputs, inputs_len), outputs,
				     outputs_len);
}

static ct_error record_module(const char *called, const ct_module *module, ct_tensors inputs,
			      const record_options *given, ct_export **result)
{
	const ct_module_class *of = ct_module_class_of(module);
	record_options with = given ? *given : no_options;
	struct work work = { .called = called,
			     .function = call_module,
			     .context = (void *)module,
			     .options = &with,
			     .outputs_len = with.output_count };

	with.module = module;
	if (work.outputs_len == 0)
		work.outputs_len = of->forward_all ? of->outputs_max : 1;
	return start_work(&work, inputs, result);
}

ct_error ct_export_record_module(const ct_module *module, ct_tensors inputs,
				 const record_options *options, ct_export **result)
{
	CT_TRY(ct_module_check(module, __func__, 1, "module"));
	if (result == NULL)
		return ct_missing_argument(__func__, 4, "result");
	return record_module(__func__, module, inputs, options, result);
}

ct_error ct_module_export(const ct_module *self, const char *path, ct_tensors inputs,
			  const record_options *options)
{
	ct_export *program;
	ct_error error;

	CT_MODULE_CHECK(self);
	if (path == NULL)
		return ct_missing_argument(__func__, 2, "path");
	CT_TRY(record_module(__func__, self, inputs, options, &program));
	error = ct_export_save(program, path);
	ct_export_free(program);
	return error;
}
