/*
 * Functions from tensors to tensors: see map.h.
 */
#include <stdio.h>
#include <stdlib.h>

#include "autograd/engine/map.h"
#include "core/base/error_make.h"
#include "core/base/lengths.h"
#include "core/base/no_memory.h"
#include "core/memory/checked.h"
#include "core/memory/scopes.h"

ct_tensor **ct_list_new(int64_t n)
{
	return ct_array_new(n, sizeof(ct_tensor *));
}

void ct_list_free(ct_tensor ***list)
{
	free(*list);
}

ct_error ct_check_output_count(const char *function, int position, const char *name, int64_t count)
{
	if (count < 1)
		return ct_error_new(CT_ERROR_ARGUMENT, function,
				    "argument %d (%s) is %lld, but must be at least 1", position,
				    name, (long long)count);
	if (count > CT_MOST_OUTPUTS)
		return ct_error_new(CT_ERROR_ARGUMENT, function,
				    "argument %d (%s) is %lld, but a function in libtorch has at "
				    "most %lld outputs",
				    position, name, (long long)count, (long long)CT_MOST_OUTPUTS);
	return NULL;
}

bool ct_is_differentiable(const ct_tensor *tensor)
{
	return tensor != NULL && ct_tensor_requires_grad(tensor);
}

int64_t ct_differentiable(ct_tensor *const *tensors, int64_t n, ct_tensor **found)
{
	int64_t count = 0;

	for (int64_t i = 0; i < n; i++)
		if (ct_is_differentiable(tensors[i]))
			found[count++] = tensors[i];
	return count;
}

bool ct_is_floating_or_complex(const ct_tensor *tensor)
{
	bool floating = false, is_complex = false;

	if (tensor == NULL)
		return false;
	ct_error_free(ct_is_floating_point(tensor, &floating));
	ct_error_free(ct_is_complex(tensor, &is_complex));
	return floating || is_complex;
}

/* --- The user's function --------------------------------------------------------------------- */

static ct_error check_output(const ct_tensor *output, int64_t i, const char *function)
{
	char fault[CT_FAULT_SIZE];

	if (output == NULL)
		return ct_error_new(CT_ERROR_ARGUMENT, function,
				    "the function did not set output %lld", (long long)i);
	if (CT_CHECKED && !ct_checked_lives(output, fault))
		return ct_error_new(CT_ERROR_ARGUMENT, function, "output %lld of the function: %s",
				    (long long)i, fault);
	return NULL;
}

/* Our own references, which belong to no scope: the function may have left the innermost one open.
 * All or none. */
static ct_error take_outputs(ct_tensor *const *outputs, int64_t n, const char *function,
			     ct_tensor **taken)
{
	for (int64_t i = 0; i < n; i++)
		CT_TRY(check_output(outputs[i], i, function));
	for (int64_t i = 0; i < n; i++) {
		taken[i] = ct_tensor_retain(outputs[i]);
		if (taken[i] == NULL) {
			while (i--)
				ct_tensor_free_unscoped(taken[i]);
			return ct_no_memory(function, "to record a tensor");
		}
		ct_scope_disown(taken[i]);
	}
	return NULL;
}

/* Adds them to the innermost scope; those that it has no memory for are freed. */
static ct_error adopt(ct_tensor *const *taken, int64_t n, const char *function)
{
	for (int64_t i = 0; i < n; i++) {
		ct_error err = ct_scope_adopt(taken[i]);

		if (err == NULL)
			continue;
		ct_error_free(err);
		for (; i < n; i++)
			ct_tensor_free_unscoped(taken[i]);
		return ct_no_memory(function, "to record a tensor");
	}
	return NULL;
}

static ct_error note_user(ct_error error, const char *checked_by)
{
	char name[80];

	snprintf(name, sizeof name, "the function of %s", checked_by);
	return ct_error_note_callback(error, name);
}

static ct_error call_user(const struct ct_user_function *user, ct_tensor *const *inputs,
			  int64_t inputs_len, ct_tensor **taken, int64_t outputs_len)
{
	ct_error err;
	CT_LIST(outputs, outputs_len);

	err = user->call(inputs, inputs_len, user->context, outputs, outputs_len);
	if (err)
		return note_user(err, user->checked_by);
	return take_outputs(outputs, outputs_len, user->checked_by, taken);
}

ct_error ct_map_call_user(const struct ct_map *self, ct_tensor *const *inputs, int64_t inputs_len,
			  ct_tensor **outputs)
{
	const struct ct_user_function *user = self->closure;
	struct ct_callback callback;
	ct_error err;

	if (!ct_callback_enter_scope(&callback))
		return ct_no_memory(user->checked_by, "for the scope of a callback");
	err = call_user(user, inputs, inputs_len, outputs, self->outputs_len);
	ct_callback_leave(callback);
	return err ? err : adopt(outputs, self->outputs_len, user->checked_by);
}
