/*
 * The reentrant checkpoint: a function whose backward calls the user's function again and runs
 * backward through that.
 */
#include <stdlib.h>

#include "autograd/checkpoint/checkpoint.h"
#include "autograd/engine/map.h"
#include "core/base/name_of.h"
#include "core/base/no_memory.h"
#include "core/base/warn.h"

struct application {
	struct ct_segment segment;
	struct ct_surroundings around;
};

static void free_application(void *application)
{
	struct application *self = application;

	ct_surroundings_free(&self->around);
	ct_segment_release(&self->segment);
	free(self);
}

static ct_error forward(ct_function_context *context, ct_tensor *const *inputs, ct_tensor **outputs)
{
	const struct application *self = ct_function_data(context);
	int64_t n = ct_function_input_count(context);

	CT_TRY(ct_function_save_for_backward(context, CT_TENSORS_OF(inputs, n)));
	return ct_segment_call(&self->segment, inputs, n, outputs);
}

/* --- Backward -------------------------------------------------------------------------------- */

/* New leaves, so that backward ends there. */
static ct_error detach_inputs(ct_function_context *context, ct_tensor **inputs)
{
	int64_t n = ct_function_input_count(context);

	CT_TRY(ct_function_saved_tensors(context, inputs, n));
	for (int64_t i = 0; i < n; i++) {
		bool required = ct_tensor_requires_grad(inputs[i]);

		if (inputs[i] == NULL)
			continue;
		CT_TRY(ct_detach(inputs[i], &inputs[i]));
		CT_TRY(ct_tensor_set_requires_grad(inputs[i], required));
	}
	return NULL;
}

static ct_error call_reentrant_again(const struct application *self, ct_tensor *const *inputs,
				     int64_t inputs_len, ct_tensor **outputs)
{
	struct ct_surroundings before = { .device = CT_DEVICE_NONE };
	ct_autograd_was was;
	ct_error err = ct_surroundings_enter(&self->around, &before), err_of_leaving;

	ct_autograd_enter(CT_AUTOGRAD_GRAD, true, &was);
	if (err == NULL)
		err = ct_segment_call(&self->segment, inputs, inputs_len, outputs);
	ct_autograd_leave(&was);
	err_of_leaving = ct_surroundings_leave(&before);
	if (err == NULL)
		return err_of_leaving;
	ct_error_free(err_of_leaving);
	return err;
}

static ct_error go_back(ct_tensor *const *outputs, ct_tensor *const *grads, int64_t n)
{
	int64_t found = 0;

	CT_LIST(from, n);
	CT_LIST(with, n);
	for (int64_t i = 0; i < n; i++)
		if (ct_tensor_requires_grad(outputs[i])) {
			from[found] = outputs[i];
			with[found++] = grads[i];
		}
	if (found == 0)
		return CT_RAISED(CT_ERROR_RUNTIME,
				 "none of output has requires_grad=True, this checkpoint() is "
				 "not necessary");
	return ct_autograd_backward_tensors(CT_TENSORS_OF(from, found), CT_TENSORS_OF(with, found),
					    NULL, false, CT_NO_TENSORS);
}

static ct_error collect_grads(ct_function_context *context, ct_tensor *const *inputs,
			      ct_tensor **grad_inputs)
{
	for (int64_t i = 0; i < ct_function_input_count(context); i++)
		if (ct_function_needs_input_grad(context, i))
			CT_TRY(ct_tensor_grad(inputs[i], &grad_inputs[i]));
	return NULL;
}

static ct_error backward(ct_function_context *context, ct_tensor *const *grad_outputs,
			 ct_tensor **grad_inputs)
{
	const struct application *self = ct_function_data(context);
	int64_t n = ct_function_input_count(context);

	if (!ct_backward_is_whole())
		return CT_RAISED(
			CT_ERROR_RUNTIME,
			"When use_reentrant=True, torch.utils.checkpoint is incompatible with "
			".grad() or passing an `inputs` parameter to .backward(). To resolve this "
			"error, you can either set use_reentrant=False, or call .backward() "
			"without passing the `inputs` argument.");
	CT_LIST(inputs, n);
	CT_LIST(outputs, self->segment.outputs_len);
	CT_TRY(detach_inputs(context, inputs));
	CT_TRY(call_reentrant_again(self, inputs, n, outputs));
	CT_TRY(go_back(outputs, grad_outputs, self->segment.outputs_len));
	return collect_grads(context, inputs, grad_inputs);
}

/* --- The call --------------------------------------------------------------------------------- */

static const ct_function checkpoint_function = {
	.name = "CheckpointFunction",
	.forward = forward,
	.backward = backward,
	.release = free_application,
};

static void warn_of_no_grad(ct_tensor *const *inputs, int64_t inputs_len)
{
	for (int64_t i = 0; i < inputs_len; i++)
		if (ct_tensor_requires_grad(inputs[i]))
			return;
	ct_warn("None of the inputs have requires_grad=True. Gradients will be None");
}

ct_error ct_checkpoint_reentrant(const struct ct_segment *segment,
				 const ct_checkpoint_options *options, ct_tensor *const *inputs,
				 int64_t inputs_len, ct_tensor **outputs)
{
	struct application *self = calloc(1, sizeof *self);
	ct_error err;

	if (self == NULL)
		return ct_no_memory(CT_NAME_OF(ct_checkpoint), "to record a recomputed tensor");
	warn_of_no_grad(inputs, inputs_len);
	self->segment = *segment;
	err = ct_surroundings_note(&self->around, !options->no_preserve_rng_state, inputs,
				   inputs_len);
	/* Taken over when the call succeeds; by then it may already be released. */
	if (err == NULL) {
		self->segment.taken_over = true;
		err = ct_function_apply(&checkpoint_function, self,
					CT_TENSORS_OF(inputs, inputs_len), outputs,
					segment->outputs_len);
	}
	if (err) {
		self->segment.taken_over = false;
		free_application(self);
	}
	return err;
}
