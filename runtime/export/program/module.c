/*
 * A program as a module: its forward function, and copies of it.
 */
#include <stdlib.h>

#include <ctorch/core/scope.h>
#include <ctorch/macros/list.h>
#include <ctorch/macros/try.h>
#include <ctorch/tensor/tensor.h>

#include "core/base/name_of.h"
#include "export/program/instance.h"

/* Inputs and outputs of a module; a program that has more is called by ct_export_run(). */
enum { MAX_TENSORS = 64 };

static ct_error forward(void *self, const ct_tensor *const *inputs, int64_t inputs_len,
			ct_tensor **outputs, int64_t outputs_len)
{
	ct_tensor *given[MAX_TENSORS], **made;
	int64_t made_len;

	for (int64_t i = 0; i < inputs_len; i++)
		given[i] = (ct_tensor *)inputs[i];
	CT_TRY(ct_export_run(self, CT_TENSORS_OF(given, inputs_len), &made, &made_len));
	if (made_len < outputs_len) {
		ct_tensors_free(made, made_len);
		return ct_error_new(CT_ERROR_TYPE, CT_NAME_OF(ct_module_forward),
				    "the program has %lld outputs, not %lld", (long long)made_len,
				    (long long)outputs_len);
	}
	for (int64_t i = 0; i < made_len; i++) {
		if (i < outputs_len)
			outputs[i] = made[i];
		else
			ct_tensor_free(made[i]);
	}
	ct_free(made);
	return NULL;
}

/* The copy's parts are copies already, so that its weights are found anew. After an error the copy is
 * not released. */
static ct_error copy(void *self, const void *other)
{
	ct_export *made = self;
	const ct_export *from = other;
	ct_error error;

	made->weights = NULL;
	made->compiled = NULL;
	made->profile = NULL;
	made->profile_context = NULL;
	made->profile_release = NULL;
	CT_TRY(ct_value_copy(&from->objects, &made->objects));
	error = ct_compiled_copy(from->compiled, CT_NAME_OF(ct_module_deepcopy), &made->compiled);
	if (error == NULL)
		error = ct_export_find_weights(made, CT_NAME_OF(ct_module_deepcopy));
	if (error) {
		ct_compiled_free(made->compiled);
		ct_value_free(&made->objects);
		ct_export_drop_weights(made);
		return error;
	}
	ct_export_shared_keep(from->shared);
	ct_export_lock_init(made);
	return NULL;
}

static void release(void *self)
{
	ct_export *program = self;

	if (program->shared == NULL)
		return;
	ct_export_drop_profile(program);
	ct_compiled_free(program->compiled);
	ct_export_drop_weights(program);
	ct_value_free(&program->objects);
	ct_export_shared_free(program->shared);
	pthread_mutex_destroy(&program->lock);
}

const ct_module_class ct_export_module_class = {
	.name = "GraphModule",
	.size = sizeof(ct_export),
	.forward_all = forward,
	.inputs_max = MAX_TENSORS,
	.outputs_max = MAX_TENSORS,
	.copy = copy,
	.release = release,
};

/* --- References ------------------------------------------------------------------------------- */

ct_module *ct_export_module(const ct_export *self)
{
	return ct_module_of(self);
}

ct_export *ct_export_retain(const ct_export *self)
{
	if (self == NULL)
		return NULL;
	ct_module_share(ct_module_of(self));
	return (ct_export *)self;
}

void ct_export_free(ct_export *self)
{
	if (self)
		ct_module_free_unscoped(ct_module_of(self));
}
