/*
 * What checks of gradients differentiate: see check.h.
 */
#include "autograd/check.h"
#include "memory/checked.h"
#include "memory/scopes.h"

static ct_error check_output(const ct_tensor *output, int64_t i, const char *function)
{
	char fault[CT_FAULT_SIZE];

	if (output == NULL)
		return ct_error_new(CT_ERROR_ARGUMENT, function,
				    "the function that is checked has not set output %lld",
				    (long long)i);
	if (CT_CHECKED && !ct_checked_lives(output, fault))
		return ct_error_new(CT_ERROR_ARGUMENT, function,
				    "output %lld of the function that is checked: %s", (long long)i,
				    fault);
	return NULL;
}

/* References of our own, in the scope around. */
static ct_error take_outputs(ct_tensor **outputs, int64_t n, const char *function)
{
	for (int64_t i = 0; i < n; i++)
		CT_TRY(check_output(outputs[i], i, function));
	for (int64_t i = 0; i < n; i++) {
		outputs[i] = ct_tensor_keep(outputs[i]);
		if (outputs[i] == NULL)
			return ct_error_new(CT_ERROR_OUT_OF_MEMORY, function,
					    "no memory to note a tensor");
		ct_scope_move_up(outputs[i]);
	}
	return NULL;
}

ct_error ct_map_call_user(const struct ct_map *self, ct_tensor *const *inputs, int64_t inputs_len,
			  ct_tensor **outputs)
{
	const struct ct_user_function *user = self->closure;
	uint32_t was_in_use = ct_scopes_enter_callback();
	ct_scope *scope = ct_scope_open_named("of a callback");
	ct_error err;

	if (scope == NULL) {
		ct_scopes_leave_callback(was_in_use);
		return ct_error_new(CT_ERROR_OUT_OF_MEMORY, user->checked_by,
				    "no memory for the scope of a callback");
	}
	for (int64_t i = 0; i < self->outputs_len; i++)
		outputs[i] = NULL;
	err = user->call(inputs, inputs_len, user->context, outputs, self->outputs_len);
	if (err == NULL)
		err = take_outputs(outputs, self->outputs_len, user->checked_by);
	ct_scope_leave(scope);
	ct_scopes_leave_callback(was_in_use);
	return err;
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
				    "other outputs require a gradient than in the first call");
	options.grad_outputs = inputs + gradient->inputs_len;
	options.grad_outputs_len = gradient->outputs_len;
	options.create_graph = true;
	options.allow_unused = true;
	return ct_autograd_grad(found, gradient->outputs_len, leaves, n, &options, outputs);
}
