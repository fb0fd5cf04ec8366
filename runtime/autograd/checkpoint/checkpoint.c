/*
 * Checkpointing: calls the function and replaces what it saves for backward by holders.
 */
#include <string.h>

#include "autograd/checkpoint/checkpoint.h"
#include "autograd/engine/map.h"
#include "core/base/list_check.h"
#include "core/base/lengths.h"
#include "core/base/name_of.h"
#include "core/memory/own_scope.h"

/* --- Arguments -------------------------------------------------------------------------------- */

static ct_error check_options(const ct_checkpoint_options *options, const char *function)
{
	const char *check = options->determinism_check;

	if (check && strcmp(check, "default") != 0 && strcmp(check, "none") != 0)
		return ct_error_new(CT_ERROR_VALUE, function,
				    "determinism_check should be one of ['default', 'none'], "
				    "but got %s",
				    check);
	return NULL;
}

static ct_error check_arguments(ct_checkpoint_function function, ct_tensor *const *inputs,
				int64_t inputs_len, int64_t outputs_len)
{
	if (function == NULL)
		return ct_error_new(CT_ERROR_ARGUMENT, CT_NAME_OF(ct_checkpoint),
				    "argument 1 (function) must not be NULL");
	CT_TRY(ct_list_check(CT_NAME_OF(ct_checkpoint), 4, "inputs", inputs, inputs_len));
	return ct_check_output_count(CT_NAME_OF(ct_checkpoint), 7, "outputs_len", outputs_len);
}

/* --- The call --------------------------------------------------------------------------------- */

static ct_error call_in_frame(struct ct_frame *frame, ct_tensor *const *inputs, int64_t inputs_len,
			      ct_tensor **outputs)
{
	int64_t depth = ct_saved_tensors_depth();
	ct_error err;

	CT_TRY(ct_frame_push(frame));
	err = ct_segment_call(&frame->segment, inputs, inputs_len, outputs);
	ct_saved_tensors_pop_to(depth);
	pthread_mutex_lock(&frame->lock);
	frame->completed = true;
	frame->failed = err != NULL;
	frame->segment.taken_over = err == NULL;
	pthread_mutex_unlock(&frame->lock);
	return err;
}

static ct_error call_recorded(const struct ct_segment *segment,
			      const ct_checkpoint_options *options, ct_tensor *const *inputs,
			      int64_t inputs_len, ct_tensor **outputs)
{
	struct ct_frame *frame;
	ct_error err;

	CT_TRY(ct_frame_new(segment, options, inputs, inputs_len, &frame));
	err = call_in_frame(frame, inputs, inputs_len, outputs);
	ct_frame_leave(frame);
	return err;
}

/* Nothing is saved unless recording is on. */
static ct_error call_unrecorded(struct ct_segment *segment, ct_tensor *const *inputs,
				int64_t inputs_len, ct_tensor **outputs)
{
	CT_TRY(ct_segment_call(segment, inputs, inputs_len, outputs));
	segment->taken_over = true;
	ct_segment_release(segment);
	return NULL;
}

static ct_error call(struct ct_segment *segment, const ct_checkpoint_options *options,
		     ct_tensor *const *inputs, int64_t inputs_len, ct_tensor **outputs)
{
	if (options->use_reentrant)
		return ct_checkpoint_reentrant(segment, options, inputs, inputs_len, outputs);
	if (ct_autograd_is_grad_enabled())
		return call_recorded(segment, options, inputs, inputs_len, outputs);
	return call_unrecorded(segment, inputs, inputs_len, outputs);
}

ct_error ct_checkpoint(ct_checkpoint_function function, void *context, ct_release_function release,
		       ct_tensors inputs, const ct_checkpoint_options *options, ct_tensor **outputs,
		       int64_t outputs_len)
{
	struct ct_segment segment = { function, context, release, outputs_len, false };
	ct_checkpoint_options wish = options ? *options : (ct_checkpoint_options){ 0 };

	CT_OWN_SCOPE(__func__);
	CT_TRY(check_arguments(function, inputs.at, inputs.len, outputs_len));
	CT_TRY(check_options(&wish, __func__));
	CT_LIST(made, outputs_len);
	CT_TRY(call(&segment, &wish, inputs.at, inputs.len, made));
	for (int64_t i = 0; outputs && i < outputs_len; i++) {
		outputs[i] = made[i];
		ct_scope_move_up(made[i]);
	}
	return NULL;
}
