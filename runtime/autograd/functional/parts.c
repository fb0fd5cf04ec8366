/*
 * The parts of derivatives of a function: see functional.h.
 */
#include <string.h>

#include "autograd/functional/functional.h"
#include "core/base/lengths.h"
#include "core/base/text.h"
#include "core/memory/checked.h"
#include "core/memory/expression.h"
#include "tensor/tensor/maker.h"
#include "tensor/tensor/sizes.h"

/* --- Arguments -------------------------------------------------------------------------------- */

struct ct_functional ct_functional_of(const struct ct_user_function *user,
				      const ct_functional_options *options,
				      ct_tensor *const *inputs, int64_t inputs_len,
				      int64_t outputs_len, ct_tensor *const *v, int64_t v_len)
{
	return (struct ct_functional){
		.function = user->checked_by,
		.python = strrchr(user->checked_by, '_') + 1,
		.options = options ? *options : (ct_functional_options){ 0 },
		.map = { ct_map_call_user, outputs_len, NULL, user },
		.inputs = inputs,
		.inputs_len = inputs_len,
		.v = v,
		.v_len = v_len,
	};
}

static ct_error check_element(const struct ct_functional *call, const ct_tensor *element,
			      const char *list, int64_t i)
{
	char fault[CT_FAULT_SIZE];

	if (element == NULL) {
		CT_TRY(ct_expression_take());
		return ct_error_new(CT_ERROR_ARGUMENT, call->function,
				    "%s: element %lld must not be NULL", list, (long long)i);
	}
	if (CT_CHECKED && !ct_checked_lives(element, fault))
		return ct_error_new(CT_ERROR_ARGUMENT, call->function, "%s: element %lld: %s", list,
				    (long long)i, fault);
	return NULL;
}

ct_error ct_functional_check_list(const struct ct_functional *call, ct_tensor *const *list,
				  int64_t n, const char *name)
{
	if (!ct_is_list(list, n))
		return ct_error_new(CT_ERROR_ARGUMENT, call->function,
				    "%s: length must not be negative, and the list must not be "
				    "NULL unless the length is 0",
				    name);
	for (int64_t i = 0; i < n; i++)
		CT_TRY(check_element(call, list[i], name, i));
	return NULL;
}

static ct_error functional_check_options(const struct ct_functional *call)
{
	ct_functional_strategy strategy = call->options.strategy;

	if (strategy != CT_FUNCTIONAL_REVERSE_MODE && strategy != CT_FUNCTIONAL_FORWARD_MODE)
		return ct_error_new(
			CT_ERROR_ARGUMENT, call->function,
			"options: unknown strategy %d (expected CT_FUNCTIONAL_REVERSE_MODE or "
			"CT_FUNCTIONAL_FORWARD_MODE)",
			(int)strategy);
	return NULL;
}

ct_error ct_functional_check(const struct ct_functional *call, ct_tensor *const *results,
			     const char *parameter)
{
	const struct ct_user_function *user = call->map.closure;

	if (user->call == NULL)
		return ct_error_new(CT_ERROR_ARGUMENT, call->function,
				    "argument 1 (function) must not be NULL");
	CT_TRY(ct_functional_check_list(call, call->inputs, call->inputs_len,
					"argument 3 (inputs)"));
	if (call->inputs_len == 0)
		return ct_error_new(CT_ERROR_ARGUMENT, call->function,
				    "argument 3 (inputs) must not be empty");
	CT_TRY(ct_check_output_count(call->function, 4, "output_count", call->map.outputs_len));
	if (results == NULL)
		return ct_error_new(CT_ERROR_ARGUMENT, call->function, "%s must not be NULL",
				    parameter);
	return functional_check_options(call);
}

/* --- Tensors that the function sees ----------------------------------------------------------- */

static ct_error connected(const ct_tensor *given, ct_tensor **result)
{
	if (ct_tensor_layout(given) == CT_STRIDED)
		return ct_view_as(given, given, result);
	/* There are no views of sparse tensors. */
	return ct_clone(given, CT_MEMORY_FORMAT_NONE, result);
}

ct_error ct_functional_prepare(const struct ct_functional *call, ct_tensor *const *given, int64_t n,
			       bool create_graph, bool need_graph, ct_tensor **prepared)
{
	for (int64_t i = 0; i < n; i++) {
		if (create_graph && ct_tensor_requires_grad(given[i])) {
			CT_TRY(connected(given[i], &prepared[i]));
			continue;
		}
		if (need_graph && !ct_is_floating_or_complex(given[i]))
			return ct_error_new(
				CT_ERROR_RUNTIME, call->function,
				"only Tensors of floating point dtype can require gradients");
		CT_TRY(ct_detach(given[i], &prepared[i]));
		CT_TRY(ct_tensor_set_requires_grad(prepared[i], need_graph));
	}
	return NULL;
}

ct_error ct_functional_zeros(ct_tensor *const *like, int64_t n, ct_tensor **zeros)
{
	for (int64_t i = 0; i < n; i++) {
		CT_TRY(ct_zeros_like(like[i], CT_DTYPE_NONE, CT_LAYOUT_NONE, CT_DEVICE_NONE, NULL,
				     CT_MEMORY_FORMAT_NONE, &zeros[i]));
		CT_TRY(ct_record_made(zeros[i]));
	}
	return NULL;
}

ct_error ct_functional_call(const struct ct_functional *call, const struct ct_map *map,
			    ct_tensor *const *inputs, ct_tensor **outputs)
{
	static const struct ct_functional_words words = {
		"Output ",
		" of the user-provided function does not require gradients. The outputs "
		"must be computed in a differentiable manner from the input when running "
		"in strict mode."
	};

	CT_TRY(map->call(map, inputs, call->inputs_len, outputs));
	return ct_functional_must_depend(call, outputs, map->outputs_len, words);
}

/* --- The vector ------------------------------------------------------------------------------- */

/* In Python's format: torch.Size([2, 3]). */
static void add_size(struct ct_text *text, const ct_tensor *of)
{
	ct_text_add(text, "torch.Size([");
	for (int64_t i = 0; i < ct_tensor_dim(of); i++)
		ct_text_addf(text, "%s%lld", i ? ", " : "", (long long)ct_tensor_size(of, i));
	ct_text_add(text, "])");
}

static ct_error has_other_shape(const struct ct_functional *call, int64_t entry, bool is_one,
				const ct_tensor *like)
{
	struct ct_text text = { 0 };
	ct_error err;

	if (!is_one)
		ct_text_addf(&text, "Entry %lld in ", (long long)entry);
	ct_text_add(&text, "v has invalid size: should be ");
	add_size(&text, like);
	ct_text_add(&text, " but got ");
	add_size(&text, call->v[entry]);
	err = ct_error_new(CT_ERROR_RUNTIME, call->function, "%s.",
			   text.failed ? "v has invalid size" : text.data);
	ct_text_release(&text);
	return err;
}

static ct_error check_shapes(const struct ct_functional *call, ct_tensor *const *like, int64_t n)
{
	for (int64_t i = 0; i < n; i++)
		if (!ct_same_sizes(call->v[i], like[i]))
			return has_other_shape(call, i, n == 1, like[i]);
	return NULL;
}

ct_error ct_functional_vector(const struct ct_functional *call, ct_tensor *const *like, int64_t n,
			      ct_tensor **v)
{
	if (call->v == NULL)
		return NULL;
	if (call->v_len != n && n > 1)
		return ct_error_new(CT_ERROR_RUNTIME, call->function,
				    "v is a tuple of invalid length: should be %lld but got %lld.",
				    (long long)n, (long long)call->v_len);
	if (call->v_len != n)
		return ct_error_new(CT_ERROR_RUNTIME, call->function,
				    "The given v should contain a single Tensor.");
	CT_TRY(check_shapes(call, like, n));
	return ct_functional_prepare(call, call->v, n, call->options.create_graph, false, v);
}

/* --- Gradients -------------------------------------------------------------------------------- */

/* Python's text; libtorch's C++ words it differently. */
static ct_error check_real(const struct ct_functional *call, const ct_tensor *output)
{
	bool is_complex;

	CT_TRY(ct_is_complex(output, &is_complex));
	if (!is_complex)
		return NULL;
	return ct_error_new(CT_ERROR_RUNTIME, call->function,
			    "grad can be implicitly created only for real scalar outputs but got "
			    "torch.%s",
			    ct_dtype_name(ct_tensor_dtype(output)));
}

ct_error ct_functional_grad(const struct ct_functional *call, ct_tensor *const *outputs,
			    int64_t outputs_len, ct_tensor *const *inputs, int64_t inputs_len,
			    ct_tensor *const *grad_outputs, bool retain_graph, bool create_graph,
			    ct_tensor **grads)
{
	ct_autograd_grad_options options = { 0 };
	int64_t n = 0;
	CT_LIST(found, outputs_len);
	CT_LIST(weights, outputs_len);

	for (int64_t i = 0; i < outputs_len; i++) {
		if (!ct_is_differentiable(outputs[i]))
			continue;
		weights[n] = grad_outputs ? grad_outputs[i] : NULL;
		if (weights[n] == NULL)
			CT_TRY(check_real(call, outputs[i]));
		found[n++] = outputs[i];
	}
	if (n == 0)
		return NULL;
	options.grad_outputs = weights;
	options.grad_outputs_len = n;
	options.retain_graph = &retain_graph;
	options.create_graph = create_graph;
	options.allow_unused = true;
	return ct_autograd_grad(CT_TENSORS_OF(found, n), CT_TENSORS_OF(inputs, inputs_len),
				&options, grads);
}

static ct_error is_independent(const struct ct_functional *call, int64_t input)
{
	return ct_error_new(CT_ERROR_RUNTIME, call->function,
			    "The output of the user-provided function is independent of input "
			    "%lld. This is not allowed in strict mode.",
			    (long long)input);
}

ct_error ct_functional_must_depend(const struct ct_functional *call, ct_tensor *const *tensors,
				   int64_t n, struct ct_functional_words words)
{
	for (int64_t i = 0; call->options.strict && i < n; i++) {
		if (tensors[i] == NULL)
			return is_independent(call, i);
		if (!ct_tensor_requires_grad(tensors[i]))
			return ct_error_new(CT_ERROR_RUNTIME, call->function, "%s%lld%s",
					    words.before, (long long)i, words.after);
	}
	return NULL;
}

ct_error ct_functional_must_be_single(const struct ct_functional *call, const ct_tensor *output)
{
	if (ct_tensor_numel(output) == 1)
		return NULL;
	return ct_error_new(CT_ERROR_RUNTIME, call->function,
			    "The Tensor returned by the function given to %s should contain a "
			    "single element",
			    call->python);
}

ct_error ct_functional_gradient_must_depend(const struct ct_functional *call,
					    ct_tensor *const *gradient, int64_t n)
{
	static const struct ct_functional_words words = {
		"While computing the hessian, found that the jacobian of the user-provided "
		"function with respect to input ",
		" is independent of the input. This is not allowed in strict mode. You should "
		"ensure that your function is twice differentiable and that the jacobian depends "
		"on the inputs (this would be violated by a linear function for example)."
	};

	return ct_functional_must_depend(call, gradient, n, words);
}

/* --- Results ---------------------------------------------------------------------------------- */

ct_error ct_functional_finish(const struct ct_functional *call, ct_tensor **tensors, int64_t n)
{
	for (int64_t i = 0; !call->options.create_graph && i < n; i++)
		CT_TRY(ct_detach(tensors[i], &tensors[i]));
	return NULL;
}

void ct_functional_give(ct_tensor *const *tensors, int64_t n, ct_tensor **results)
{
	for (int64_t i = 0; results != NULL && i < n; i++) {
		ct_scope_move_up(tensors[i]);
		results[i] = tensors[i];
	}
}
