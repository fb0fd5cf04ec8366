/*
 * Checks of gradients, on top of the public functions. The steps are in steps.c.
 */
#include <math.h>

#include "core/base/list_check.h"
#include "core/base/name_of.h"
#include "core/base/option.h"
#include "core/base/lengths.h"
#include "autograd/gradcheck/check.h"
#include "core/memory/own_scope.h"
#include "tensor/tensor/sizes.h"

/* With the defaults in place of zeros. */
static ct_gradcheck_options read_options(const ct_gradcheck_options *given)
{
	ct_gradcheck_options options = { 0 };

	if (given)
		options = *given;
	options.eps = ct_float_option(options.eps, 1e-6);
	options.atol = ct_float_option(options.atol, 1e-5);
	options.rtol = ct_float_option(options.rtol, 1e-3);
	options.nondet_tol = ct_float_option(options.nondet_tol, 0);
	return options;
}

/* --- Arguments -------------------------------------------------------------------------------- */

static ct_error check_input(const struct ct_check *check, int64_t number)
{
	const ct_tensor *input = check->inputs[number];
	bool conjugated = false, negated = false;

	if (ct_tensor_layout(input) != CT_STRIDED)
		return ct_error_new(CT_ERROR_ARGUMENT, check->function,
				    "input %lld is not strided; pass a strided one, and convert it "
				    "in the function",
				    (long long)number);
	CT_TRY(ct_check_strides(input));
	CT_TRY(ct_is_conj(input, &conjugated));
	CT_TRY(ct_is_neg(input, &negated));
	if (conjugated || negated)
		return ct_error_new(
			CT_ERROR_ARGUMENT, check->function,
			"input %lld is a conjugate or negative view; call ct_resolve_conj() and "
			"ct_resolve_neg() first",
			(long long)number);
	for (int64_t dim = 0; dim < ct_tensor_dim(input); dim++)
		if (ct_tensor_strides(input)[dim] == 0 && ct_tensor_size(input, dim) > 1)
			return ct_error_new(
				CT_ERROR_RUNTIME, check->function,
				"The %lldth input has a dimension with stride 0. gradcheck only "
				"supports inputs that are non-overlapping to be able to compute "
				"the numerical gradients correctly. You should call .contiguous "
				"on the input before passing it to gradcheck.",
				(long long)number);
	return NULL;
}

static ct_error check_inputs(const struct ct_check *check)
{
	for (int64_t i = 0; i < check->inputs_len; i++)
		if (ct_is_differentiable(check->inputs[i]))
			CT_TRY(check_input(check, i));
	if (check->leaves_len == 0)
		return ct_error_new(CT_ERROR_VALUE, check->function,
				    "gradcheck expects at least one input tensor to require "
				    "gradient, but none of them have requires_grad=True.");
	return NULL;
}

static ct_error check_outputs(const struct ct_check *check, ct_tensor *const *outputs, int64_t n)
{
	for (int64_t i = 0; i < n; i++)
		if (ct_is_differentiable(outputs[i]) && ct_tensor_layout(outputs[i]) != CT_STRIDED)
			return ct_error_new(
				CT_ERROR_VALUE, check->function,
				"%s output is not supported at gradcheck yet. Please "
				"call to_dense(masked_grad=...) on the output of fn for "
				"gradcheck.",
				ct_tensor_layout(outputs[i]) == CT_MKLDNN ? "MKLDNN" : "Sparse");
	return NULL;
}

static ct_error check_arguments(const char *function, ct_gradcheck_function call,
				ct_tensor *const *inputs, int64_t inputs_len, int64_t outputs_len,
				const ct_gradcheck_options *options)
{
	if (call == NULL)
		return ct_error_new(CT_ERROR_ARGUMENT, function,
				    "argument 1 (function) must not be NULL");
	CT_TRY(ct_list_check(function, 3, "inputs", inputs, inputs_len));
	CT_TRY(ct_check_output_count(function, 4, "output_count", outputs_len));
	if (!(options->eps > 0 && isfinite(options->eps)))
		return ct_error_new(CT_ERROR_ARGUMENT, function,
				    "options: eps is %g, but must be positive", options->eps);
	if (!(options->atol >= 0 && options->rtol >= 0 && options->nondet_tol >= 0))
		return ct_error_new(CT_ERROR_ARGUMENT, function,
				    "options: a tolerance is negative or NaN");
	if (!options->check_forward_ad && options->no_check_backward_ad)
		return ct_error_new(
			CT_ERROR_ARGUMENT, function,
			"options: nothing to check: set check_forward_ad, or do not set "
			"no_check_backward_ad");
	return NULL;
}

/* --- The checks ------------------------------------------------------------------------------- */

static ct_error gradcheck_check_map(struct ct_check *check, const struct ct_map *map)
{
	CT_LIST(outputs, map->outputs_len);

	CT_TRY(check_inputs(check));
	CT_TRY(map->call(map, check->inputs, check->inputs_len, outputs));
	CT_TRY(check_outputs(check, outputs, map->outputs_len));
	if (!check->options.no_check_backward_ad)
		CT_TRY(ct_check_jacobians(check, map, outputs));
	if (check->options.check_forward_ad)
		CT_TRY(ct_check_forward(check, map, outputs));
	if (check->options.no_check_backward_ad)
		return NULL;
	CT_TRY(ct_check_zeros(check, outputs, map->outputs_len));
	if (!check->options.no_check_undefined_grad)
		CT_TRY(ct_check_all_undefined(check, map, outputs));
	return NULL;
}

static ct_error run_check(struct ct_check *check, const struct ct_map *map, bool *result)
{
	CT_LIST(leaves, check->inputs_len);
	ct_error err;

	check->leaves = leaves;
	check->leaves_len = ct_differentiable(check->inputs, check->inputs_len, leaves);
	err = gradcheck_check_map(check, map);
	if (result && (err == NULL || check->failed)) {
		*result = err == NULL;
		ct_error_free(err);
		return NULL;
	}
	return err;
}

ct_error ct_gradcheck(ct_gradcheck_function function, void *context, ct_tensors inputs,
		      int64_t output_count, const ct_gradcheck_options *options, bool *result)
{
	CT_OWN_SCOPE(__func__);
	struct ct_user_function user = { function, context, __func__ };
	struct ct_map map = { ct_map_call_user, output_count, NULL, &user };
	struct ct_check check = { .function = __func__,
				  .options = read_options(options),
				  .inputs = inputs.at,
				  .inputs_len = inputs.len };

	CT_TRY(check_arguments(__func__, function, inputs.at, inputs.len, output_count,
			       &check.options));
	return run_check(&check, &map, result);
}

static ct_error random_like(const ct_tensor *output, ct_tensor **result)
{
	ct_dtype dtype = ct_is_floating_or_complex(output) ? ct_tensor_dtype(output) : CT_FLOAT64;

	CT_TRY(ct_empty_like(output, dtype, CT_STRIDED, CT_DEVICE_NONE, NULL, CT_CONTIGUOUS_FORMAT,
			     result));
	CT_NO_GRAD
	{
		ct_tensor *numbers = *result;
		bool is_complex;

		CT_TRY(ct_is_complex(numbers, &is_complex));
		if (is_complex)
			CT_TRY(ct_view_as_real(numbers, &numbers));
		CT_TRY(ct_uniform_(numbers, -1, 1, NULL, NULL));
	}
	return ct_tensor_set_requires_grad(*result, true);
}

/* The inputs of the gradient: those of the function, then the gradients of its outputs. */
static ct_error gradient_inputs(const struct ct_map *map, ct_tensor *const *inputs,
				int64_t inputs_len, ct_tensor *const *grad_outputs,
				int64_t grad_outputs_len, ct_tensor **all, int64_t *n)
{
	CT_LIST(outputs, map->outputs_len);
	CT_LIST(found, map->outputs_len);

	CT_TRY(map->call(map, inputs, inputs_len, outputs));
	*n = ct_differentiable(outputs, map->outputs_len, found);
	if (*n == 0)
		return ct_error_new(CT_ERROR_VALUE, CT_NAME_OF(ct_gradgradcheck),
				    "no output of the function requires a gradient");
	if (grad_outputs && grad_outputs_len != *n)
		return ct_error_new(
			CT_ERROR_ARGUMENT, CT_NAME_OF(ct_gradgradcheck),
			"argument 5 (grad_outputs): length is %lld, but %lld outputs require "
			"a gradient",
			(long long)grad_outputs_len, (long long)*n);
	for (int64_t i = 0; i < inputs_len; i++)
		all[i] = inputs[i];
	for (int64_t i = 0; i < *n; i++) {
		if (grad_outputs)
			all[inputs_len + i] = grad_outputs[i];
		else
			CT_TRY(random_like(found[i], &all[inputs_len + i]));
	}
	return NULL;
}

ct_error ct_gradgradcheck(ct_gradcheck_function function, void *context, ct_tensors inputs,
			  int64_t output_count, ct_tensors grad_outputs,
			  const ct_gradcheck_options *options, bool *result)
{
	CT_OWN_SCOPE(__func__);
	struct ct_user_function user = { function, context, __func__ };
	struct ct_map map = { ct_map_call_user, output_count, NULL, &user };
	struct ct_gradient closure = { inputs.len, 0 };
	struct ct_map gradient = { ct_map_call_gradient, 0, &map, &closure };
	struct ct_check check = { .function = __func__, .options = read_options(options) };

	CT_TRY(check_arguments(__func__, function, inputs.at, inputs.len, output_count,
			       &check.options));
	CT_LIST(all, inputs.len + output_count);
	gradient.outputs_len = ct_differentiable(inputs.at, inputs.len, all);
	CT_TRY(gradient_inputs(&map, inputs.at, inputs.len, grad_outputs.at, grad_outputs.len, all,
			       &closure.outputs_len));
	check.inputs = all;
	check.inputs_len = inputs.len + closure.outputs_len;
	return run_check(&check, &gradient, result);
}
