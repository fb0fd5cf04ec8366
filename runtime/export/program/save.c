/*
 * Saving a program with its present weights.
 */
#include <stdlib.h>

#include <ctorch/macros/try.h>

#include "core/base/lengths.h"
#include "core/base/no_memory.h"
#include "core/memory/expression.h"
#include "export/archive/save.h"
#include "export/program/instance.h"

/* Buffers that are not persistent are saved with the constants. */
static bool is_constant(const struct ct_program_input *input)
{
	return input->kind == CT_PROGRAM_TENSOR_CONSTANT ||
	       (input->kind == CT_PROGRAM_BUFFER && !input->is_persistent);
}

static ct_error list_weights(const ct_export *self, const char *function,
			     struct ct_saved_weight *weights, int64_t *len)
{
	const struct ct_program *program = self->shared->program;

	*len = 0;
	for (int64_t i = 0; i < program->inputs_len; i++) {
		const struct ct_program_input *input = &program->inputs[i];
		ct_tensor *tensor;

		if (input->kind == CT_PROGRAM_CUSTOM_OBJ)
			return ct_error_new(CT_ERROR_NOT_IMPLEMENTED, function,
					    "'%s' is an object of the class %s, and objects "
					    "cannot be saved",
					    input->target, input->argument.string);
		if (self->weights[i].owner == NULL)
			continue;
		tensor = ct_weight_tensor(&self->weights[i]);
		if (tensor == NULL)
			return ct_error_new(CT_ERROR_ATTRIBUTE, function,
					    "the module has no tensor '%s', which the program uses",
					    input->target);
		weights[(*len)++] = (struct ct_saved_weight){ input->target, tensor,
							      input->kind == CT_PROGRAM_PARAMETER,
							      is_constant(input) };
	}
	return NULL;
}

/* Saves the program to `path`, or adds what the code for it depends on to `text`. */
static ct_error save_between_runs(const ct_export *self, struct ct_saved_weight *weights,
				  struct ct_saved_export *saved, const char *path,
				  struct ct_text *text)
{
	ct_error error;

	CT_TRY(ct_export_lock(self, saved->function));
	error = list_weights(self, saved->function, weights, &saved->weights_len);
	if (error == NULL)
		error = path ? ct_archive_save(saved, path)
			     : ct_archive_describe_computation(saved, text);
	ct_export_unlock(self);
	return error;
}

static ct_error save(const ct_export *self, struct ct_saved_export *saved, const char *path,
		     struct ct_text *text)
{
	struct ct_saved_weight *weights;
	ct_error error;

	weights = ct_array_new(self->shared->program->inputs_len, sizeof *weights);
	if (weights == NULL)
		return ct_no_memory(saved->function, "to save a program");
	saved->program = self->shared->program;
	saved->weights = weights;
	error = save_between_runs(self, weights, saved, path, text);
	free(weights);
	return error;
}

ct_error ct_export_save(const ct_export *self, const char *path)
{
	struct ct_saved_export saved = { .function = __func__ };

	if (self == NULL || path == NULL)
		return ct_missing_argument(__func__, self ? 2 : 1, self ? "path" : "self");
	saved.sample_inputs = self->shared->sample_inputs;
	saved.sample_inputs_nbytes = self->shared->sample_inputs_nbytes;
	saved.extra_files = &self->shared->extra_files;
	return save(self, &saved, path, NULL);
}

ct_error ct_export_save_bare(const ct_export *self, const char *function, const char *path)
{
	struct ct_saved_export saved = { .function = function, .is_bare = true };

	return save(self, &saved, path, NULL);
}

ct_error ct_export_describe_computation(const ct_export *self, const char *function,
					struct ct_text *result)
{
	struct ct_saved_export saved = { .function = function };

	return save(self, &saved, NULL, result);
}
