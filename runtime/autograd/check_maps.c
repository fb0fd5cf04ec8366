/*
 * The functions that gradient checks differentiate: see check.h.
 */
#include "autograd/check.h"
#include "memory/checked.h"
#include "memory/scopes.h"

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

static ct_error no_memory(const char *function)
{
	return ct_error_new(CT_ERROR_OUT_OF_MEMORY, function, "no memory to record a tensor");
}

/* Our own references, which belong to no scope: the function may have left the innermost one open.
 * All or none. */
static ct_error take_outputs(ct_tensor *const *outputs, int64_t n, const char *function,
			     ct_tensor **taken)
{
	for (int64_t i = 0; i < n; i++)
		CT_TRY(check_output(outputs[i], i, function));
	for (int64_t i = 0; i < n; i++) {
		taken[i] = ct_tensor_keep(outputs[i]);
		if (taken[i] == NULL) {
			while (i--)
				ct_tensor_free_unscoped(taken[i]);
			return no_memory(function);
		}
		ct_scope_keep(taken[i]);
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
		return no_memory(function);
	}
	return NULL;
}

static ct_error call_user(const struct ct_user_function *user, ct_tensor *const *inputs,
			  int64_t inputs_len, ct_tensor **taken, int64_t outputs_len)
{
	CT_LIST(outputs, outputs_len);

	CT_TRY(user->call(inputs, inputs_len, user->context, outputs, outputs_len));
	return take_outputs(outputs, outputs_len, user->checked_by, taken);
}

ct_error ct_map_call_user(const struct ct_map *self, ct_tensor *const *inputs, int64_t inputs_len,
			  ct_tensor **outputs)
{
	const struct ct_user_function *user = self->closure;
	struct ct_callback callback;
	ct_error err;

	if (!ct_callback_enter_scope(&callback))
		return ct_error_new(CT_ERROR_OUT_OF_MEMORY, user->checked_by,
				    "no memory for the scope of a callback");
	err = call_user(user, inputs, inputs_len, outputs, self->outputs_len);
	ct_callback_leave(callback);
	return err ? err : adopt(outputs, self->outputs_len, user->checked_by);
}

ct_error ct_map_call_part(const struct ct_map *self, ct_tensor *const *inputs, int64_t inputs_len,
			  ct_tensor **outputs)
{
	const struct ct_part *part = self->closure;

	CT_TRY(self->of->call(self->of, inputs, inputs_len, outputs));
	for (int64_t i = 0; i < self->outputs_len; i++) {
		bool is_complex = false;

		if (outputs[i] != NULL)
			CT_TRY(ct_is_complex(outputs[i], &is_complex));
		if (is_complex)
			CT_TRY(part->of(outputs[i], &outputs[i]));
	}
	return NULL;
}

/* The part that moves and the part that does not, as one tensor. */
static ct_error completed(const ct_tensor *part, const ct_tensor *whole, bool is_imaginary,
			  ct_tensor **result)
{
	ct_tensor *still;

	CT_TRY(ct_detach(whole, &still));
	if (is_imaginary) {
		CT_TRY(ct_real(still, &still));
		return ct_complex(still, part, result);
	}
	CT_TRY(ct_imag(still, &still));
	return ct_complex(part, still, result);
}

ct_error ct_map_call_complex(const struct ct_map *self, ct_tensor *const *inputs,
			     int64_t inputs_len, ct_tensor **outputs)
{
	const struct ct_moving_part *part = self->closure;
	CT_LIST(completes, inputs_len);

	for (int64_t i = 0; i < inputs_len; i++) {
		bool is_complex = false;

		completes[i] = inputs[i];
		if (inputs[i] != NULL)
			CT_TRY(ct_is_complex(part->whole[i], &is_complex));
		if (is_complex)
			CT_TRY(completed(inputs[i], part->whole[i], part->is_imaginary,
					 &completes[i]));
	}
	return self->of->call(self->of, completes, inputs_len, outputs);
}

ct_error ct_map_call_gradient(const struct ct_map *self, ct_tensor *const *inputs,
			      int64_t inputs_len, ct_tensor **outputs)
{
	const struct ct_gradient *gradient = self->closure;
	ct_autograd_grad_options options = ct_autograd_grad_defaults();
	CT_LIST(results, self->of->outputs_len);
	CT_LIST(found, self->of->outputs_len);
	CT_LIST(leaves, inputs_len);
	int64_t n = ct_differentiable(inputs, gradient->inputs_len, leaves);

	CT_TRY(self->of->call(self->of, inputs, gradient->inputs_len, results));
	if (ct_differentiable(results, self->of->outputs_len, found) != gradient->outputs_len)
		return ct_error_new(CT_ERROR_RUNTIME, "ct_gradgradcheck",
				    "the outputs that require a gradient are not those of the "
				    "first call");
	options.grad_outputs = inputs + gradient->inputs_len;
	options.grad_outputs_len = gradient->outputs_len;
	options.create_graph = true;
	options.allow_unused = true;
	return ct_autograd_grad(found, gradient->outputs_len, leaves, n, &options, outputs);
}
