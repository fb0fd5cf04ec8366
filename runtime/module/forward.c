/*
 * Calling a module: its forward function, and the hooks around it.
 */
#include <stdlib.h>
#include <string.h>

#include <ctorch/calls/expression.h>
#include <ctorch/core/scope.h>
#include <ctorch/nn/results.h>
#include <ctorch/tensor/tensor.h>

#include "core/base/lengths.h"
#include "core/base/name_of.h"
#include "core/base/no_memory.h"
#include "core/base/warn.h"
#include "core/memory/checked.h"
#include "core/memory/expression.h"
#include "core/memory/own_scope.h"
#include "core/memory/scopes.h"
#include "core/memory/threads.h"
#include "module/backward_hooks.h"
#include "module/computed.h"
#include "module/module.h"

/* What goes through a module. */
struct flow {
	const ct_tensor **inputs;
	int64_t inputs_len;
	ct_tensor **outputs;
	int64_t outputs_len;
	ct_module_call_function call; /* NULL: the class's forward function */
	const void *options;          /* of `call` */
};

/* --- the forward function --------------------------------------------------------------------- */

static ct_error missing_forward(const ct_module *self)
{
	return ct_error_new(CT_ERROR_NOT_IMPLEMENTED, CT_NAME_OF(ct_module_forward),
			    "Module [%s] is missing the required \"forward\" function",
			    self->klass->name);
}

static ct_error wrong_inputs(const ct_module *self, int64_t least, int64_t most, int64_t got)
{
	char range[64];

	snprintf(range, sizeof range, least == most ? "%lld" : "from %lld to %lld",
		 (long long)least, (long long)most);
	return ct_error_new(CT_ERROR_TYPE, CT_NAME_OF(ct_module_forward_all),
			    "%s.forward() takes %s input%s but %lld %s given", self->klass->name,
			    range, least == 1 && most == 1 ? "" : "s", (long long)got,
			    got == 1 ? "was" : "were");
}

static ct_error wrong_outputs(const ct_module *self, int64_t has, int64_t wanted)
{
	return ct_error_new(CT_ERROR_TYPE, CT_NAME_OF(ct_module_forward_all),
			    "%s.forward() has %lld output%s but %lld %s wanted", self->klass->name,
			    (long long)has, has == 1 ? "" : "s", (long long)wanted,
			    wanted == 1 ? "was" : "were");
}

static ct_error returns_null(const ct_module *self)
{
	return ct_error_new(CT_ERROR_TYPE, CT_NAME_OF(ct_module_forward),
			    "%s.forward() returned NULL", self->klass->name);
}

/* `y` is NULL for a function of one input. */
static ct_error call_expression_in_scope(const ct_module *self, const ct_tensor *x,
					 const ct_tensor *y, ct_tensor **result)
{
	const ct_module_class *klass = self->klass;
	void *data = ct_module_data(self);
	ct_tensor *value = klass->expression
				   ? klass->expression(data, (ct_tensor *)x)
				   : klass->expression_of_two(data, (ct_tensor *)x, (ct_tensor *)y);

	CT_TRY(ct_expression_finish(value, &value));
	if (value == NULL)
		return returns_null(self);
	*result = value;
	return NULL;
}

/* The values of an expression need a scope. Without one, the caller owns the result: also that
 * which the expression did not make, such as its input. */
static ct_error call_expression(const ct_module *self, const ct_tensor *x, const ct_tensor *y,
				ct_tensor **result)
{
	ct_tensor *value;

	if (ct_attended_by(CT_ATTEND_SCOPE))
		return call_expression_in_scope(self, x, y, result);
	CT_OWN_SCOPE(CT_NAME_OF(ct_module_forward));
	CT_TRY(call_expression_in_scope(self, x, y, &value));
	if (!ct_scopes_innermost_owns(value))
		value = ct_tensor_retain(value);
	if (value == NULL)
		return ct_no_memory(CT_NAME_OF(ct_module_forward), "for a handle");
	ct_scope_move_up(value);
	*result = value;
	return NULL;
}

static bool has_plain_forward(const ct_module *self)
{
	return self->klass->forward || self->klass->expression;
}

static ct_error call_plain_forward(const ct_module *self, const ct_tensor *x, ct_tensor **result)
{
	ct_tensor *value = NULL;

	if (self->klass->forward == NULL)
		return call_expression(self, x, NULL, result);
	CT_TRY(self->klass->forward(ct_module_data(self), x, &value));
	if (value == NULL)
		return returns_null(self);
	*result = value;
	return NULL;
}

/* --- several outputs -------------------------------------------------------------------------- */

enum { FEW_OUTPUTS = 4 };

/* What an output is that the forward function has not written. */
static char unwritten;
#define UNWRITTEN ((ct_tensor *)(void *)&unwritten)

static ct_error check_written(const ct_module *self, ct_tensor *const *values, int64_t n)
{
	if (n > 0 && (values[0] == NULL || values[0] == UNWRITTEN))
		return returns_null(self);
	for (int64_t i = 1; i < n; i++)
		if (values[i] == UNWRITTEN)
			return ct_error_new(CT_ERROR_TYPE, CT_NAME_OF(ct_module_forward_all),
					    "%s.forward() did not set outputs[%lld]",
					    self->klass->name, (long long)i);
	return NULL;
}

/* The results of a function that did not write all. */
static void free_written(const struct flow *flow, ct_tensor **values)
{
	for (int64_t i = 0; i < flow->outputs_len; i++)
		if (values[i] == UNWRITTEN)
			values[i] = NULL;
	ct_module_free_results_(values, flow->outputs_len, flow->inputs, flow->inputs_len);
}

static ct_error call_and_check(const ct_module *self, const struct flow *flow, ct_tensor **values)
{
	void *data = ct_module_data(self);
	const int64_t n = flow->outputs_len;
	ct_tensor **outputs = n > 0 ? values : NULL;
	ct_error error;

	for (int64_t i = 0; i < n; i++)
		values[i] = UNWRITTEN;
	if (flow->call)
		CT_TRY(flow->call(data, flow->inputs, flow->inputs_len, outputs, n, flow->options));
	else
		CT_TRY(self->klass->forward_all(data, flow->inputs, flow->inputs_len, outputs, n));
	error = check_written(self, values, n);
	if (error)
		free_written(flow, values);
	else if (n > 0)
		memcpy(flow->outputs, values, (size_t)n * sizeof *values);
	return error;
}

/* The outputs are written to the caller's places when all are there. */
static ct_error call_with_outputs(const ct_module *self, const struct flow *flow)
{
	const bool few = flow->outputs_len <= FEW_OUTPUTS;
	ct_tensor *on_stack[FEW_OUTPUTS];
	ct_tensor **values = few ? on_stack : ct_array_new(flow->outputs_len, sizeof *values);
	ct_error error;

	if (values == NULL)
		return ct_no_memory(CT_NAME_OF(ct_module_forward_all), "for outputs");
	error = call_and_check(self, flow, values);
	if (!few)
		free(values);
	return error;
}

/* --- one of them ------------------------------------------------------------------------------ */

static ct_error call_with_two(const ct_module *self, const struct flow *flow)
{
	const int64_t least = self->klass->inputs_min ? self->klass->inputs_min : 2;
	const ct_tensor *y = flow->inputs_len > 1 ? flow->inputs[1] : NULL;

	if (flow->inputs_len < least || flow->inputs_len > 2)
		return wrong_inputs(self, least, 2, flow->inputs_len);
	if (flow->outputs_len != 1)
		return wrong_outputs(self, 1, flow->outputs_len);
	if (flow->inputs[0] == NULL || (least == 2 && y == NULL))
		return ct_missing_argument(CT_NAME_OF(ct_module_forward_all), 2,
					   flow->inputs[0] ? "inputs[1]" : "inputs[0]");
	return call_expression(self, flow->inputs[0], y, flow->outputs);
}

static ct_error call_class(const ct_module *self, const struct flow *flow)
{
	const ct_module_class *klass = self->klass;
	const bool takes_one = klass->forward_all == NULL;
	const int64_t least = takes_one ? 1 : klass->inputs_min;
	const int64_t most = takes_one ? 1 : klass->inputs_max;
	const int64_t outputs = takes_one ? 1 : klass->outputs_max;

	if (flow->call)
		return call_with_outputs(self, flow);
	if (klass->expression_of_two)
		return call_with_two(self, flow);
	if (!has_plain_forward(self) && klass->forward_all == NULL)
		return missing_forward(self);
	if (flow->inputs_len < least || flow->inputs_len > most)
		return wrong_inputs(self, least, most, flow->inputs_len);
	if (flow->outputs_len > outputs)
		return wrong_outputs(self, outputs, flow->outputs_len);
	if (takes_one && flow->inputs[0] == NULL)
		return ct_missing_argument(CT_NAME_OF(ct_module_forward_all), 2, "inputs[0]");
	if (has_plain_forward(self) && flow->inputs_len == 1 && flow->outputs_len == 1 &&
	    flow->inputs[0])
		return call_plain_forward(self, flow->inputs[0], flow->outputs);
	if (klass->forward_all == NULL)
		return wrong_outputs(self, 1, flow->outputs_len);
	return call_with_outputs(self, flow);
}

/* --- hooks ------------------------------------------------------------------------------------ */

static ct_error forward_call_pre_hooks(ct_module *self, struct flow *flow)
{
	struct ct_module_hook_list hooks;
	ct_error error = NULL;

	CT_TRY(ct_module_hooks_list(self, CT_HOOK_FORWARD_PRE, CT_NAME_OF(ct_module_forward),
				    &hooks));
	for (uint32_t i = 0; i < hooks.len && error == NULL; i++)
		error = hooks.at[i]->call.forward_pre(self, flow->inputs, flow->inputs_len,
						      hooks.at[i]->context);
	ct_module_hooks_unlist(&hooks);
	return error;
}

/* Ends at the first error. `*called` is how many of the hooks were called. */
static ct_error call_forward_hooks(ct_module *self, struct flow *flow,
				   const struct ct_module_hook_list *hooks, uint32_t *called)
{
	for (; *called < hooks->len; ++*called) {
		struct ct_module_hook *hook = hooks->at[*called];
		ct_error error = hook->call.forward(self, flow->inputs, flow->inputs_len,
						    flow->outputs, flow->outputs_len,
						    hook->context);

		if (error) {
			++*called;
			return error;
		}
	}
	return NULL;
}

/* The text after the error's class. */
static void drop_error(ct_error error)
{
	const char *colon = error ? strstr(error, ": ") : NULL;

	if (error)
		ct_warn_of(
			"module forward hook with ``always_call=True`` raised an exception that was "
			"silenced as another error was raised in forward: %s",
			colon ? colon + 2 : error);
	ct_error_free(error);
}

/* After an error: those that are always called and were not yet. Their own errors are dropped. */
static void call_always(ct_module *self, const struct flow *flow,
			const struct ct_module_hook_list *hooks, uint32_t called)
{
	for (uint32_t i = called; i < hooks->len; i++)
		if (hooks->at[i]->always_call)
			drop_error(hooks->at[i]->call.forward(self, flow->inputs, flow->inputs_len,
							      flow->outputs, 0,
							      hooks->at[i]->context));
}

static ct_error call_with_computed(ct_module *self, const struct flow *flow)
{
	struct ct_computed_call call;
	ct_error error;

	CT_TRY(ct_computed_enter(self, &call));
	error = call_class(self, flow);
	ct_computed_leave(self, &call);
	return error;
}

/* As in Python, forward hooks that are registered by pre-hooks and by the forward function are
 * called, too; backward hooks are those from before. */
static ct_error call_with_hooks(ct_module *self, struct flow *flow)
{
	struct ct_module_hook_list hooks = { 0 };
	struct ct_backward_call *backward = NULL;
	uint32_t called = 0;
	ct_error error = ct_backward_hooks_list(self, &backward), no_list;

	if (error == NULL)
		error = forward_call_pre_hooks(self, flow);
	if (error == NULL)
		error = ct_backward_hooks_enter(backward, flow->inputs, flow->inputs_len);
	if (error == NULL)
		error = call_with_computed(self, flow);
	no_list = ct_module_hooks_list(self, CT_HOOK_FORWARD, CT_NAME_OF(ct_module_forward),
				       &hooks);
	if (error == NULL)
		error = no_list;
	else
		ct_error_free(no_list);
	if (error == NULL)
		error = call_forward_hooks(self, flow, &hooks, &called);
	if (error == NULL)
		error = ct_backward_hooks_leave(backward, flow->inputs, flow->outputs,
						flow->outputs_len);
	if (error)
		call_always(self, flow, &hooks, called);
	ct_backward_hooks_end(backward, flow->inputs, flow->outputs, error ? 0 : flow->outputs_len);
	ct_module_hooks_unlist(&hooks);
	return error;
}

/* The arrays of a call, which hooks may write to: the caller's stay as they are on an error. */
static ct_error call_with_arrays(ct_module *self, struct flow flow)
{
	const size_t inputs = (size_t)flow.inputs_len, outputs = (size_t)flow.outputs_len;
	void **room = ct_array_new(flow.inputs_len + flow.outputs_len, sizeof *room);
	ct_tensor **results = flow.outputs;
	ct_error error;

	if (room == NULL)
		return ct_no_memory(CT_NAME_OF(ct_module_forward), "for the arguments of hooks");
	if (inputs)
		memcpy(room, flow.inputs, inputs * sizeof *room);
	flow.inputs = (const ct_tensor **)room;
	flow.outputs = (ct_tensor **)(room + inputs);
	ct_module_share(self); /* a hook may take it out of its parent */
	error = call_with_hooks(self, &flow);
	ct_module_drop(self, CT_HERE);
	if (error == NULL && outputs)
		memcpy(results, flow.outputs, outputs * sizeof *results);
	if (error) /* a hook failed */
		ct_module_free_results_(flow.outputs, flow.outputs_len, flow.inputs,
					flow.inputs_len);
	free(room);
	return error;
}

/* Operators refuse a released tensor, but a module may read its shape before that. */
static ct_error check_inputs(const struct flow *flow, const char *function)
{
	for (int64_t i = 0; CT_CHECKED && i < flow->inputs_len; i++)
		CT_TRY(ct_check_given(flow->inputs[i], function));
	return NULL;
}

static ct_error call_all(const ct_module *self, struct flow flow, const char *function)
{
	CT_TRY(check_inputs(&flow, function));
	return self->hooks ? call_with_arrays((ct_module *)self, flow) : call_class(self, &flow);
}

/* --- the public functions --------------------------------------------------------------------- */

ct_error ct_module_forward(const ct_module *self, const ct_tensor *x, ct_tensor **result)
{
	const struct flow flow = {
		.inputs = &x, .inputs_len = 1, .outputs = result, .outputs_len = 1
	};

	CT_MODULE_CHECK(self);
	if (__builtin_expect(x == NULL || result == NULL, 0))
		return x ? ct_error_new(CT_ERROR_ARGUMENT, __func__,
					"argument 3 (result) must not be NULL")
			 : ct_missing_argument(__func__, 2, "x");
	if (__builtin_expect(self->hooks != NULL, 0))
		return call_with_arrays((ct_module *)self, flow);
	if (has_plain_forward(self))
		return call_plain_forward(self, x, result);
	return call_class(self, &flow);
}

ct_error ct_module_forward_all(const ct_module *self, ct_tensors inputs, ct_tensor **outputs,
			       int64_t outputs_len)
{
	const struct flow flow = { .inputs = (const ct_tensor **)inputs.at,
				   .inputs_len = inputs.len,
				   .outputs = outputs,
				   .outputs_len = outputs_len };

	CT_MODULE_CHECK(self);
	if (!ct_is_list(inputs.at, inputs.len) || !ct_is_list(outputs, outputs_len))
		return ct_error_new(CT_ERROR_ARGUMENT, __func__,
				    "%lld inputs and %lld outputs, at %s", (long long)inputs.len,
				    (long long)outputs_len,
				    inputs.at && outputs ? "two arrays" : "NULL");
	return call_all(self, flow, __func__);
}

ct_error ct_module_call_with(const ct_module *self, ct_module_call_function call,
			     const void *options, const ct_tensor *const *inputs,
			     int64_t inputs_len, ct_tensor **outputs, int64_t outputs_len)
{
	const struct flow flow = { .inputs = (const ct_tensor **)inputs,
				   .inputs_len = inputs_len,
				   .outputs = outputs,
				   .outputs_len = outputs_len,
				   .call = call,
				   .options = options };

	return call_all(self, flow, __func__);
}
