/*
 * Full backward hooks: identity functions around the inputs and the outputs of a call. Going back,
 * the second one has the gradients of the outputs, which it keeps for the first one, which has
 * those of the inputs.
 */
#include <stdlib.h>
#include <string.h>

#include <ctorch/autograd/autograd.h>
#include <ctorch/autograd/custom_function.h>
#include <ctorch/core/scope.h>
#include <ctorch/macros/list.h>
#include <ctorch/nn/results.h>
#include <ctorch/tensor/tensor.h>

#include "core/base/lengths.h"
#include "core/base/name_of.h"
#include "core/base/no_memory.h"
#include "core/base/warn.h"
#include "module/backward_hooks.h"
#include "module/module.h"

/* Gradients, by handles that belong to no scope; NULL: none. */
struct grads {
	int64_t len;
	ct_tensor *at[];
};

/* Which of `len` tensors went through a function: those that are not NULL. */
struct route {
	int64_t len;
	int64_t *at; /* their places */
	int64_t at_len;
	bool is_used;
};

struct ct_backward_call {
	atomic_int references; /* of the call, and of both functions' nodes */
	ct_module *module;
	struct ct_module_hook_list pre_hooks, hooks;
	struct route inputs, outputs;
	_Atomic(struct grads *) grad_outputs; /* from the outputs' node to that of the inputs */
};

/* --- memory ----------------------------------------------------------------------------------- */

static void grads_free(struct grads *grads)
{
	for (int64_t i = 0; grads && i < grads->len; i++)
		ct_tensor_free_unscoped(grads->at[i]);
	free(grads);
}

static void backward_hooks_drop(void *self)
{
	struct ct_backward_call *call = self;

	if (atomic_fetch_sub_explicit(&call->references, 1, memory_order_acq_rel) != 1)
		return;
	grads_free(atomic_load(&call->grad_outputs));
	ct_module_hooks_unlist(&call->pre_hooks);
	ct_module_hooks_unlist(&call->hooks);
	free(call->inputs.at);
	free(call->outputs.at);
	ct_module_drop(call->module, (struct ct_origin){ "the graph that had it", NULL });
	free(call);
}

static ct_error make(ct_module *module, struct ct_backward_call **result)
{
	static const char *const function = CT_NAME_OF(ct_module_forward);
	struct ct_backward_call *call = calloc(1, sizeof *call);
	ct_error error;

	if (call == NULL)
		return ct_no_memory(CT_NAME_OF(ct_module_forward), "for backward hooks");
	call->references = 1;
	call->module = ct_module_share(module);
	error = ct_module_hooks_list(module, CT_HOOK_BACKWARD_PRE, function, &call->pre_hooks);
	if (error == NULL)
		error = ct_module_hooks_list(module, CT_HOOK_BACKWARD, function, &call->hooks);
	if (error)
		backward_hooks_drop(call);
	else
		*result = call;
	return error;
}

/* --- backward --------------------------------------------------------------------------------- */

/* The gradients in the places of all tensors; to be freed. */
static const ct_tensor **spread(const struct route *route, ct_tensor *const *grads)
{
	const ct_tensor **all = ct_array_new(route->len + 1, sizeof *all);

	for (int64_t i = 0; all && grads && i < route->at_len; i++)
		all[route->at[i]] = grads[i];
	return all;
}

static void gather(const ct_function_context *context, const struct route *route,
		   const ct_tensor *const *all, ct_tensor **grads)
{
	for (int64_t i = 0; i < route->at_len; i++)
		if (ct_function_needs_input_grad(context, i))
			grads[i] = (ct_tensor *)all[route->at[i]];
}

static ct_error keep_grads(struct ct_backward_call *call, const ct_tensor *const *all)
{
	const int64_t len = call->outputs.len;
	struct grads *grads = ct_array_new_after(sizeof *grads, len, sizeof *grads->at);

	if (grads == NULL)
		return ct_no_memory(CT_NAME_OF(ct_module_forward), "for backward hooks");
	for (grads->len = 0; grads->len < len; grads->len++) {
		ct_tensor *kept = ct_tensor_retain(all[grads->len]);

		if (kept == NULL && all[grads->len]) {
			grads_free(grads);
			return ct_no_memory(CT_NAME_OF(ct_module_forward), "for backward hooks");
		}
		ct_scope_disown(kept);
		grads->at[grads->len] = kept;
	}
	grads_free(atomic_exchange(&call->grad_outputs, grads));
	return NULL;
}

static ct_error backward_hooks_call_pre_hooks(const struct ct_backward_call *call,
					      const ct_tensor **grads)
{
	for (uint32_t i = 0; i < call->pre_hooks.len; i++) {
		const struct ct_module_hook *hook = call->pre_hooks.at[i];

		CT_TRY(hook->call.backward_pre(call->module, grads, call->outputs.len,
					       hook->context));
	}
	return NULL;
}

static ct_error call_hook(const struct ct_backward_call *call, const struct ct_module_hook *hook,
			  const ct_tensor **grad_inputs, const ct_tensor *const *grad_outputs)
{
	return hook->call.backward(call->module, grad_inputs, call->inputs.len, grad_outputs,
				   call->outputs.len, hook->context);
}

static ct_error call_hooks(const struct ct_backward_call *call, const ct_tensor **grad_inputs,
			   const ct_tensor *const *grad_outputs)
{
	for (uint32_t i = 0; i < call->hooks.len; i++)
		CT_TRY(call_hook(call, call->hooks.at[i], grad_inputs, grad_outputs));
	return NULL;
}

static ct_error check_none(const struct ct_backward_call *call, const ct_tensor *const *grad_inputs)
{
	for (int64_t i = 0; i < call->inputs.len; i++)
		if (grad_inputs[i])
			return ct_error_new(CT_ERROR_RUNTIME, CT_NAME_OF(ct_tensor_backward),
					    "Backward hook for Modules where no input requires "
					    "gradient should always return None or None for all "
					    "gradients.");
	return NULL;
}

/* No input requires a gradient, so that there is no node of theirs. */
static ct_error call_hooks_now(const struct ct_backward_call *call,
			       const ct_tensor *const *grad_outputs)
{
	const ct_tensor **grad_inputs = spread(&call->inputs, NULL);
	ct_error error = grad_inputs ? NULL
				     : ct_no_memory(CT_NAME_OF(ct_module_forward),
						    "for backward hooks");

	if (call->hooks.len)
		ct_warn("Full backward hook is firing when gradients are computed with respect to "
			"module outputs since no inputs require gradients. See "
			"https://docs.pytorch.org/docs/main/generated/torch.nn.Module.html"
			"#torch.nn.Module.register_full_backward_hook for more details.");
	for (uint32_t i = 0; error == NULL && i < call->hooks.len; i++) {
		error = call_hook(call, call->hooks.at[i], grad_inputs, grad_outputs);
		if (error == NULL)
			error = check_none(call, grad_inputs);
	}
	free(grad_inputs);
	return error;
}

static ct_error outputs_backward(ct_function_context *context, ct_tensor *const *grad_outputs,
				 ct_tensor **grad_inputs)
{
	struct ct_backward_call *call = ct_function_data(context);
	const ct_tensor **all = spread(&call->outputs, grad_outputs);
	ct_error error = all ? backward_hooks_call_pre_hooks(call, all)
			     : ct_no_memory(CT_NAME_OF(ct_module_forward), "for backward hooks");

	if (error == NULL)
		error = call->inputs.is_used ? keep_grads(call, all) : call_hooks_now(call, all);
	if (error == NULL)
		gather(context, &call->outputs, all, grad_inputs);
	free(all);
	return error;
}

/* No gradients of outputs: backward reached the inputs on another path, as a second derivative
 * may. */
static ct_error inputs_backward(ct_function_context *context, ct_tensor *const *grad_outputs,
				ct_tensor **grad_inputs)
{
	struct ct_backward_call *call = ct_function_data(context);
	struct grads *grads = atomic_exchange(&call->grad_outputs, NULL);
	const ct_tensor **all = spread(&call->inputs, grad_outputs);
	ct_error error = all ? NULL
			     : ct_no_memory(CT_NAME_OF(ct_module_forward), "for backward hooks");

	if (error == NULL && grads)
		error = call_hooks(call, all, (const ct_tensor *const *)grads->at);
	if (error == NULL)
		gather(context, &call->inputs, all, grad_inputs);
	free(all);
	grads_free(grads);
	return error;
}

/* --- forward ---------------------------------------------------------------------------------- */

static ct_error mark_others(ct_function_context *context, ct_tensor *const *inputs, int64_t len)
{
	ct_tensor **others = ct_array_new(len, sizeof *others);
	int64_t n = 0;
	ct_error error;

	if (others == NULL)
		return ct_no_memory(CT_NAME_OF(ct_module_forward), "for backward hooks");
	for (int64_t i = 0; i < len; i++)
		if (!ct_function_needs_input_grad(context, i))
			others[n++] = inputs[i];
	error = n ? ct_function_mark_non_differentiable(context, CT_TENSORS_OF(others, n)) : NULL;
	free(others);
	return error;
}

static ct_error pass(ct_function_context *context, ct_tensor *const *inputs, ct_tensor **outputs)
{
	const int64_t len = ct_function_input_count(context);

	memcpy(outputs, inputs, (size_t)len * sizeof *outputs);
	return mark_others(context, inputs, len);
}

/* A missing gradient of an output stays NULL, as in PyTorch. */
static ct_error pass_outputs(ct_function_context *context, ct_tensor *const *inputs,
			     ct_tensor **outputs)
{
	CT_TRY(ct_function_set_materialize_grads(context, false));
	return pass(context, inputs, outputs);
}

/* Both nodes have PyTorch's name. Missing gradients of inputs are zeros. */
static const ct_function inputs_function = { .name = "BackwardHookFunction",
					     .forward = pass,
					     .backward = inputs_backward,
					     .release = backward_hooks_drop };
static const ct_function outputs_function = { .name = "BackwardHookFunction",
					      .forward = pass_outputs,
					      .backward = outputs_backward,
					      .release = backward_hooks_drop };

/* Finds the tensors that are not NULL. */
static bool plan(struct route *route, const ct_tensor *const *tensors, int64_t len)
{
	*route = (struct route){ .len = len, .at = ct_array_new(len + 1, sizeof *route->at) };
	for (int64_t i = 0; route->at && i < len; i++) {
		if (tensors[i] == NULL)
			continue;
		route->at[route->at_len++] = i;
		route->is_used = route->is_used || ct_tensor_requires_grad(tensors[i]);
	}
	route->is_used = route->is_used && ct_autograd_is_grad_enabled();
	return route->at != NULL;
}

/* Replaces the tensors by those that come out of the function. `room` has two places for each. */
static ct_error apply_in(const ct_function *function, struct ct_backward_call *call,
			 const struct route *route, const ct_tensor **tensors, ct_tensor **room)
{
	ct_tensor **in = room, **out = room + route->at_len;
	ct_error error;

	for (int64_t i = 0; i < route->at_len; i++)
		in[i] = (ct_tensor *)tensors[route->at[i]];
	atomic_fetch_add_explicit(&call->references, 1, memory_order_relaxed);
	error = ct_function_apply(function, call, CT_TENSORS_OF(in, route->at_len), out,
				  route->at_len);
	if (error)
		backward_hooks_drop(call);
	for (int64_t i = 0; error == NULL && i < route->at_len; i++)
		tensors[route->at[i]] = out[i];
	return error;
}

static ct_error backward_hooks_apply(const ct_function *function, struct ct_backward_call *call,
				     const struct route *route, const ct_tensor **tensors)
{
	ct_tensor **room = ct_array_new(route->at_len, 2 * sizeof *room);
	ct_error error = room ? apply_in(function, call, route, tensors, room)
			      : ct_no_memory(CT_NAME_OF(ct_module_forward), "for backward hooks");

	free(room);
	return error;
}

/* --- a call ----------------------------------------------------------------------------------- */

ct_error ct_backward_hooks_list(ct_module *module, struct ct_backward_call **result)
{
	*result = NULL;
	if (!ct_module_has_hooks(module, CT_HOOK_BACKWARD_PRE) &&
	    !ct_module_has_hooks(module, CT_HOOK_BACKWARD))
		return NULL;
	return make(module, result);
}

ct_error ct_backward_hooks_enter(struct ct_backward_call *call, const ct_tensor **inputs,
				 int64_t inputs_len)
{
	ct_error error = NULL;

	if (call == NULL)
		return NULL;
	if (!plan(&call->inputs, inputs, inputs_len))
		return ct_no_memory(CT_NAME_OF(ct_module_forward), "for backward hooks");
	if (call->inputs.is_used)
		error = backward_hooks_apply(&inputs_function, call, &call->inputs, inputs);
	if (error)
		call->inputs.is_used = false;
	return error;
}

ct_error ct_backward_hooks_leave(struct ct_backward_call *call, const ct_tensor *const *inputs,
				 ct_tensor **outputs, int64_t outputs_len)
{
	ct_tensor **before;
	ct_error error;

	if (call == NULL)
		return NULL;
	if (!plan(&call->outputs, (const ct_tensor *const *)outputs, outputs_len))
		return ct_no_memory(CT_NAME_OF(ct_module_forward), "for backward hooks");
	if (!call->outputs.is_used)
		return NULL;
	before = ct_array_new(outputs_len, sizeof *before);
	if (before == NULL)
		return ct_no_memory(CT_NAME_OF(ct_module_forward), "for backward hooks");
	memcpy(before, outputs, (size_t)outputs_len * sizeof *before);
	error = backward_hooks_apply(&outputs_function, call, &call->outputs,
				     (const ct_tensor **)outputs);
	if (error == NULL) /* the caller gets views of them */
		ct_module_free_results_(before, outputs_len, inputs, call->inputs.len);
	free(before);
	return error;
}

void ct_backward_hooks_end(struct ct_backward_call *call, const ct_tensor *const *inputs,
			   ct_tensor *const *outputs, int64_t outputs_len)
{
	if (call == NULL)
		return;
	for (int64_t i = 0; call->inputs.is_used && i < call->inputs.at_len; i++) {
		const ct_tensor *view = inputs[call->inputs.at[i]];

		if (!ct_module_is_among(view, (const ct_tensor *const *)outputs, outputs_len))
			ct_tensor_free((ct_tensor *)view);
	}
	backward_hooks_drop(call);
}
