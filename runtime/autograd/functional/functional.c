/*
 * Products of a function's Jacobian or Hessian with a vector. The matrices themselves are in
 * matrices.c.
 *
 * A backward computes v J. It is linear in v, so a backward through it, from the gradients to v,
 * gives J v: this computes a product with a vector from the right without forward mode. The v of
 * the first backward does not matter then, so it is zeros.
 */
#include "autograd/functional/functional.h"
#include "core/memory/own_scope.h"

/* --- Common parts ----------------------------------------------------------------------------- */

static ct_error check_call(const struct ct_functional *call, const char *v,
			   ct_tensor *const *results, const char *parameter)
{
	CT_TRY(ct_functional_check_list(call, call->v, call->v_len, v));
	CT_TRY(ct_functional_check(call, results, parameter));
	if (call->options.strategy != CT_FUNCTIONAL_REVERSE_MODE)
		return ct_error_new(CT_ERROR_ARGUMENT, call->function,
				    "options: strategy applies only to Jacobians and Hessians; "
				    "products always use reverse mode");
	return NULL;
}

/* The texts, in strict mode, for a missing or unrecorded gradient. */
struct stage {
	struct ct_functional_words unused, unrecorded;
};

/* Zeros for missing gradients, or in strict mode an error. */
static ct_error fill_in_zeros(const struct ct_functional *call, ct_tensor *const *like, int64_t n,
			      const struct stage *stage, ct_tensor **grads)
{
	const ct_functional_options *options = &call->options;
	const struct ct_functional_words *words = NULL;

	for (int64_t i = 0; i < n; i++) {
		if (options->strict && grads[i] == NULL)
			words = &stage->unused;
		else if (options->strict && options->create_graph &&
			 !ct_tensor_requires_grad(grads[i]))
			words = &stage->unrecorded;
		if (words)
			return ct_error_new(CT_ERROR_RUNTIME, call->function, "%s%lld%s",
					    words->before, (long long)i, words->after);
		if (grads[i] == NULL)
			CT_TRY(ct_zeros_like(like[i], CT_DTYPE_NONE, CT_LAYOUT_NONE, CT_DEVICE_NONE,
					     NULL, CT_MEMORY_FORMAT_NONE, &grads[i]));
	}
	return NULL;
}

static bool is_one_number(ct_tensor *const *tensors, int64_t n)
{
	return n == 1 && ct_tensor_numel(tensors[0]) == 1;
}

/* Inputs for the function, and the vector, which is of their shapes. */
static ct_error prepare_with_vector(const struct ct_functional *call, ct_tensor **inputs,
				    ct_tensor **v)
{
	CT_TRY(ct_functional_prepare(call, call->inputs, call->inputs_len,
				     call->options.create_graph, true, inputs));
	if (call->v == NULL && !is_one_number(inputs, call->inputs_len))
		return ct_error_new(CT_ERROR_RUNTIME, call->function,
				    "The vector v can only be None if the input to the "
				    "user-provided function is a single Tensor with a single "
				    "element.");
	return ct_functional_vector(call, inputs, call->inputs_len, v);
}

/* --- By the Jacobian -------------------------------------------------------------------------- */

static const struct ct_functional_words jacobian_is_constant = {
	"The jacobian of the user-provided function is independent of input ",
	". This is not allowed in strict mode when create_graph=True."
};

static ct_error compute_vjp(const struct ct_functional *call, ct_tensor **outputs, ct_tensor **vjp)
{
	const struct stage back = { { "The output of the user-provided function is independent of "
				      "input ",
				      ". This is not allowed in strict mode." },
				    jacobian_is_constant };
	int64_t n = call->inputs_len, m = call->map.outputs_len;
	bool create_graph = call->options.create_graph;
	CT_LIST(inputs, n);
	CT_LIST(v, m);

	CT_TRY(ct_functional_prepare(call, call->inputs, n, create_graph, true, inputs));
	CT_TRY(ct_functional_call(call, &call->map, inputs, outputs));
	if (call->v == NULL && !is_one_number(outputs, m))
		return ct_error_new(CT_ERROR_RUNTIME, call->function,
				    "The vector v can only be None if the user-provided function "
				    "returns a single Tensor with a single element.");
	CT_TRY(ct_functional_vector(call, outputs, m, v));
	CT_TRY(ct_functional_grad(call, outputs, m, inputs, n, v, create_graph, create_graph, vjp));
	return fill_in_zeros(call, inputs, n, &back, vjp);
}

static ct_error compute_jvp(const struct ct_functional *call, ct_tensor **outputs, ct_tensor **jvp)
{
	static const struct ct_functional_words constant = {
		"The gradient with respect to input ",
		" is independent of the inputs of the user-provided function. This is not allowed "
		"in strict mode."
	};
	const struct stage trick = {
		{ "The gradient with respect to the input is independent of entry ",
		  " in the grad_outputs when using the double backward trick to compute forward "
		  "mode gradients. This is not allowed in strict mode." },
		jacobian_is_constant
	};
	int64_t n = call->inputs_len, m = call->map.outputs_len;
	bool create_graph = call->options.create_graph;
	CT_LIST(inputs, n);
	CT_LIST(v, n);
	CT_LIST(grad_outputs, m);
	CT_LIST(grad_inputs, n);

	CT_TRY(prepare_with_vector(call, inputs, v));
	CT_TRY(ct_functional_call(call, &call->map, inputs, outputs));
	CT_TRY(ct_functional_zeros(outputs, m, grad_outputs));
	CT_TRY(ct_functional_grad(call, outputs, m, inputs, n, grad_outputs, true, true,
				  grad_inputs));
	CT_TRY(ct_functional_must_depend(call, grad_inputs, n, constant));
	CT_TRY(ct_functional_grad(call, grad_inputs, n, grad_outputs, m, v, create_graph,
				  create_graph, jvp));
	return fill_in_zeros(call, outputs, m, &trick, jvp);
}

/* --- By the Hessian --------------------------------------------------------------------------- */

static const struct ct_functional_words hessian_is_constant = {
	"The hessian of the user-provided function is independent of input ",
	". This is not allowed in strict mode when create_graph=True."
};

/* The function's output and its gradient, recorded. */
static ct_error compute_gradient(const struct ct_functional *call, ct_tensor *const *inputs,
				 ct_tensor **output, ct_tensor **gradient)
{
	CT_TRY(ct_functional_call(call, &call->map, inputs, output));
	CT_TRY(ct_functional_must_be_single(call, *output));
	CT_TRY(ct_functional_grad(call, output, 1, inputs, call->inputs_len, NULL, true, true,
				  gradient));
	return ct_functional_gradient_must_depend(call, gradient, call->inputs_len);
}

static ct_error compute_vhp(const struct ct_functional *call, ct_tensor **output, ct_tensor **vhp)
{
	const struct stage back = { { "The jacobian of the user-provided function is independent "
				      "of input ",
				      ". This is not allowed in strict mode." },
				    hessian_is_constant };
	int64_t n = call->inputs_len;
	bool create_graph = call->options.create_graph;
	CT_LIST(inputs, n);
	CT_LIST(v, n);
	CT_LIST(gradient, n);

	CT_TRY(prepare_with_vector(call, inputs, v));
	CT_TRY(compute_gradient(call, inputs, output, gradient));
	CT_TRY(ct_functional_grad(call, gradient, n, inputs, n, v, create_graph, create_graph,
				  vhp));
	return fill_in_zeros(call, inputs, n, &back, vhp);
}

static ct_error compute_hvp(const struct ct_functional *call, ct_tensor **output, ct_tensor **hvp)
{
	const struct stage trick = {
		{ "The hessian of the user-provided function is independent of entry ",
		  " in the grad_jacobian. This is not allowed in strict mode as it prevents from "
		  "using the double backward trick to replace forward mode AD." },
		hessian_is_constant
	};
	int64_t n = call->inputs_len;
	bool create_graph = call->options.create_graph;
	CT_LIST(inputs, n);
	CT_LIST(v, n);
	CT_LIST(gradient, n);
	CT_LIST(weights, n);
	CT_LIST(products, n);

	CT_TRY(prepare_with_vector(call, inputs, v));
	CT_TRY(compute_gradient(call, inputs, output, gradient));
	CT_TRY(ct_functional_zeros(inputs, n, weights));
	CT_TRY(ct_functional_grad(call, gradient, n, inputs, n, weights, true, true, products));
	CT_TRY(ct_functional_grad(call, products, n, weights, n, v, create_graph, create_graph,
				  hvp));
	return fill_in_zeros(call, inputs, n, &trick, hvp);
}

/* --- The public functions --------------------------------------------------------------------- */

typedef ct_error (*computation)(const struct ct_functional *call, ct_tensor **outputs,
				ct_tensor **products);

/* Computes `n` products and passes them on. Called in the scope of the public function. */
static ct_error functional_run(const struct ct_functional *call, computation compute, int64_t n,
			       ct_tensor **outputs, ct_tensor **results)
{
	int64_t m = call->map.outputs_len;
	CT_LIST(made, m);
	CT_LIST(products, n);

	CT_ENABLE_GRAD
	{
		CT_TRY(compute(call, made, products));
		CT_TRY(ct_functional_finish(call, made, m));
		CT_TRY(ct_functional_finish(call, products, n));
	}
	ct_functional_give(made, m, outputs);
	ct_functional_give(products, n, results);
	return NULL;
}

ct_error ct_functional_vjp(ct_functional_function function, void *context, ct_tensors inputs,
			   int64_t output_count, ct_tensors v, const ct_functional_options *options,
			   ct_tensor **outputs, ct_tensor **results)
{
	CT_OWN_SCOPE(__func__);
	const struct ct_user_function user = { function, context, __func__ };
	const struct ct_functional call = ct_functional_of(&user, options, inputs.at, inputs.len,
							   output_count, v.at, v.len);

	CT_TRY(check_call(&call, "argument 5 (v)", results, "argument 8 (results)"));
	return functional_run(&call, compute_vjp, inputs.len, outputs, results);
}

ct_error ct_functional_jvp(ct_functional_function function, void *context, ct_tensors inputs,
			   int64_t output_count, ct_tensors v, const ct_functional_options *options,
			   ct_tensor **outputs, ct_tensor **results)
{
	CT_OWN_SCOPE(__func__);
	const struct ct_user_function user = { function, context, __func__ };
	const struct ct_functional call = ct_functional_of(&user, options, inputs.at, inputs.len,
							   output_count, v.at, v.len);

	CT_TRY(check_call(&call, "argument 5 (v)", results, "argument 8 (results)"));
	return functional_run(&call, compute_jvp, output_count, outputs, results);
}

ct_error ct_functional_vhp(ct_functional_function function, void *context, ct_tensors inputs,
			   ct_tensors v, const ct_functional_options *options, ct_tensor **output,
			   ct_tensor **results)
{
	CT_OWN_SCOPE(__func__);
	const struct ct_user_function user = { function, context, __func__ };
	const struct ct_functional call = ct_functional_of(&user, options, inputs.at, inputs.len, 1,
							   v.at, v.len);

	CT_TRY(check_call(&call, "argument 4 (v)", results, "argument 7 (results)"));
	return functional_run(&call, compute_vhp, inputs.len, output, results);
}

ct_error ct_functional_hvp(ct_functional_function function, void *context, ct_tensors inputs,
			   ct_tensors v, const ct_functional_options *options, ct_tensor **output,
			   ct_tensor **results)
{
	CT_OWN_SCOPE(__func__);
	const struct ct_user_function user = { function, context, __func__ };
	const struct ct_functional call = ct_functional_of(&user, options, inputs.at, inputs.len, 1,
							   v.at, v.len);

	CT_TRY(check_call(&call, "argument 4 (v)", results, "argument 7 (results)"));
	return functional_run(&call, compute_hvp, inputs.len, output, results);
}
