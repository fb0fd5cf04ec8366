#include "function_samples.h"

static ct_error exp_forward(ct_function_context *context, ct_tensor *const *inputs,
			    ct_tensor **outputs)
{
	CT_TRY(ct_exp(inputs[0], &outputs[0]));
	return ct_function_save_for_backward(context, CT_TENSORS_OF(outputs, 1));
}

static ct_error exp_backward(ct_function_context *context, ct_tensor *const *grad_outputs,
			     ct_tensor **grad_inputs)
{
	ct_tensor *y;

	CT_TRY(ct_function_saved_tensors(context, &y, 1));
	return ct_mul_Tensor(grad_outputs[0], y, &grad_inputs[0]);
}

const ct_function my_exp = {
	.name = "MyExp", .forward = exp_forward, .backward = exp_backward, .inputs_len = 1
};

static ct_error square_forward(ct_function_context *context, ct_tensor *const *inputs,
			       ct_tensor **outputs)
{
	CT_TRY(ct_function_save_for_backward(context, CT_TENSORS_OF(inputs, 1)));
	return ct_mul_Tensor(inputs[0], inputs[0], &outputs[0]);
}

static ct_error square_backward(ct_function_context *context, ct_tensor *const *grad_outputs,
				ct_tensor **grad_inputs)
{
	ct_tensor *x, *conj, *twice;

	CT_TRY(ct_function_saved_tensors(context, &x, 1));
	CT_TRY(ct_conj(x, &conj));
	CT_TRY(ct_mul_Scalar(grad_outputs[0], ct_scalar_int(2), &twice));
	return ct_mul_Tensor(twice, conj, &grad_inputs[0]);
}

const ct_function my_square = { .name = "MySquare",
				.forward = square_forward,
				.backward = square_backward };

static ct_error relu_forward(ct_function_context *context, ct_tensor *const *inputs,
			     ct_tensor **outputs)
{
	const ct_scalar zero = ct_scalar_int(0);

	CT_TRY(ct_function_save_for_backward(context, CT_TENSORS_OF(inputs, 1)));
	return ct_clamp(inputs[0], &zero, NULL, &outputs[0]);
}

static ct_error relu_backward(ct_function_context *context, ct_tensor *const *grad_outputs,
			      ct_tensor **grad_inputs)
{
	ct_tensor *x, *above;

	CT_TRY(ct_function_saved_tensors(context, &x, 1));
	CT_TRY(ct_gt_Scalar(x, ct_scalar_int(0), &above));
	return ct_mul_Tensor(grad_outputs[0], above, &grad_inputs[0]);
}

const ct_function my_relu = { .name = "MyReLU",
			      .forward = relu_forward,
			      .backward = relu_backward };

static ct_error linear_forward(ct_function_context *context, ct_tensor *const *inputs,
			       ct_tensor **outputs)
{
	ct_tensor *weight_t;

	CT_TRY(ct_function_save_for_backward(context, CT_TENSORS_OF(inputs, 2)));
	CT_TRY(ct_t(inputs[1], &weight_t));
	CT_TRY(ct_mm(inputs[0], weight_t, &outputs[0]));
	if (inputs[2] == NULL)
		return NULL;
	return ct_add_Tensor(outputs[0], inputs[2], ct_scalar_int(1), &outputs[0]);
}

static ct_error linear_backward(ct_function_context *context, ct_tensor *const *grad_outputs,
				ct_tensor **grad_inputs)
{
	ct_tensor *saved[2], *grad = grad_outputs[0], *grad_t;

	CT_TRY(ct_function_saved_tensors(context, saved, 2));
	CT_TRY(ct_t(grad, &grad_t));
	if (ct_function_needs_input_grad(context, 0))
		CT_TRY(ct_mm(grad, saved[1], &grad_inputs[0]));
	if (ct_function_needs_input_grad(context, 1))
		CT_TRY(ct_mm(grad_t, saved[0], &grad_inputs[1]));
	if (ct_function_needs_input_grad(context, 2))
		CT_TRY(ct_sum_dim_IntList(grad, (const int64_t[]){ 0 }, 1, false, CT_DTYPE_NONE,
					  &grad_inputs[2]));
	return NULL;
}

const ct_function my_linear = { .name = "MyLinear",
				.forward = linear_forward,
				.backward = linear_backward,
				.inputs_len = 3,
				.outputs_len = 1 };

static ct_error leaky(const ct_tensor *x, const ct_tensor *of, double slope, ct_tensor **result)
{
	ct_tensor *above, *scaled;

	CT_TRY(ct_gt_Scalar(x, ct_scalar_int(0), &above));
	CT_TRY(ct_mul_Scalar(of, ct_scalar_float(slope), &scaled));
	return ct_where_self(above, of, scaled, result);
}

static ct_error leaky_forward(ct_function_context *context, ct_tensor *const *inputs,
			      ct_tensor **outputs)
{
	const double *slope = ct_function_data(context);

	CT_TRY(ct_function_save_for_backward(context, CT_TENSORS_OF(inputs, 1)));
	return leaky(inputs[0], inputs[0], *slope, &outputs[0]);
}

static ct_error leaky_backward(ct_function_context *context, ct_tensor *const *grad_outputs,
			       ct_tensor **grad_inputs)
{
	const double *slope = ct_function_data(context);
	ct_tensor *x;

	CT_TRY(ct_function_saved_tensors(context, &x, 1));
	return leaky(x, grad_outputs[0], *slope, &grad_inputs[0]);
}

const ct_function my_leaky = { .name = "MyLeaky",
			       .forward = leaky_forward,
			       .backward = leaky_backward,
			       .data_size = sizeof(double) };

static ct_error pair_forward(ct_function_context *context, ct_tensor *const *inputs,
			     ct_tensor **outputs)
{
	CT_TRY(ct_function_save_for_backward(context, CT_TENSORS_OF(inputs, 2)));
	CT_TRY(ct_add_Tensor(inputs[0], inputs[1], ct_scalar_int(1), &outputs[0]));
	return ct_mul_Tensor(inputs[0], inputs[1], &outputs[1]);
}

static ct_error pair_backward(ct_function_context *context, ct_tensor *const *grad_outputs,
			      ct_tensor **grad_inputs)
{
	ct_tensor *saved[2], *part;

	CT_TRY(ct_function_saved_tensors(context, saved, 2));
	for (int i = 0; i < 2; i++) {
		CT_TRY(ct_mul_Tensor(grad_outputs[1], saved[1 - i], &part));
		CT_TRY(ct_add_Tensor(grad_outputs[0], part, ct_scalar_int(1), &grad_inputs[i]));
	}
	return NULL;
}

const ct_function my_pair = { .name = "MyPair",
			      .forward = pair_forward,
			      .backward = pair_backward,
			      .inputs_len = 2,
			      .outputs_len = 2 };

static ct_error forward_without_zeros(ct_function_context *context, ct_tensor *const *inputs,
				      ct_tensor **outputs)
{
	CT_TRY(ct_function_set_materialize_grads(context, false));
	return pair_forward(context, inputs, outputs);
}

static ct_error backward_without_zeros(ct_function_context *context, ct_tensor *const *grad_outputs,
				       ct_tensor **grad_inputs)
{
	ct_tensor *saved[2];

	if (grad_outputs[0] != NULL && grad_outputs[1] != NULL)
		return pair_backward(context, grad_outputs, grad_inputs);
	if (grad_outputs[0] == NULL && grad_outputs[1] == NULL)
		return NULL;
	CT_TRY(ct_function_saved_tensors(context, saved, 2));
	for (int i = 0; i < 2; i++) {
		grad_inputs[i] = grad_outputs[0];
		if (grad_outputs[1])
			CT_TRY(ct_mul_Tensor(grad_outputs[1], saved[1 - i], &grad_inputs[i]));
	}
	return NULL;
}

const ct_function my_pair_without_zeros = { .name = "MyPairWithoutZeros",
					    .forward = forward_without_zeros,
					    .backward = backward_without_zeros,
					    .inputs_len = 2,
					    .outputs_len = 2 };

static ct_error sort_forward(ct_function_context *context, ct_tensor *const *inputs,
			     ct_tensor **outputs)
{
	CT_TRY(ct_sort(inputs[0], 0, false, &outputs[0], &outputs[1]));
	CT_TRY(ct_clone(outputs[0], CT_MEMORY_FORMAT_NONE, &outputs[2]));
	CT_TRY(ct_function_mark_non_differentiable(context, CT_TENSORS(outputs[2])));
	return ct_function_save_for_backward(context, CT_TENSORS(outputs[1]));
}

static ct_error sort_backward(ct_function_context *context, ct_tensor *const *grad_outputs,
			      ct_tensor **grad_inputs)
{
	ct_tensor *indices, *zeros;

	CT_TRY(ct_function_saved_tensors(context, &indices, 1));
	CT_TRY(ct_zeros_like(grad_outputs[0], CT_DTYPE_NONE, CT_LAYOUT_NONE, CT_DEVICE_NONE, NULL,
			     CT_MEMORY_FORMAT_NONE, &zeros));
	return ct_scatter_src(zeros, 0, indices, grad_outputs[0], &grad_inputs[0]);
}

const ct_function my_sort = {
	.name = "MySort", .forward = sort_forward, .backward = sort_backward, .outputs_len = 3
};

static ct_error three_times(ct_function_context *context, ct_tensor *const *grad_outputs,
			    ct_tensor **grad_inputs)
{
	(void)context;
	return ct_mul_Scalar(grad_outputs[0], ct_scalar_int(3), &grad_inputs[0]);
}

static ct_error add_one_forward(ct_function_context *context, ct_tensor *const *inputs,
				ct_tensor **outputs)
{
	outputs[0] = inputs[0];
	CT_TRY(ct_function_mark_dirty(context, CT_TENSORS_OF(inputs, 1)));
	return ct_add__Scalar(inputs[0], ct_scalar_int(1), ct_scalar_int(1), NULL);
}

const ct_function my_add_one = { .name = "MyAddOne",
				 .forward = add_one_forward,
				 .backward = three_times };

static ct_error identity_forward(ct_function_context *context, ct_tensor *const *inputs,
				 ct_tensor **outputs)
{
	(void)context;
	outputs[0] = inputs[0];
	return NULL;
}

const ct_function my_identity = { .name = "MyIdentity",
				  .forward = identity_forward,
				  .backward = three_times };

static ct_error view_forward(ct_function_context *context, ct_tensor *const *inputs,
			     ct_tensor **outputs)
{
	(void)context;
	return ct_view(inputs[0], (const int64_t[]){ 3, 1 }, 2, &outputs[0]);
}

static ct_error view_backward(ct_function_context *context, ct_tensor *const *grad_outputs,
			      ct_tensor **grad_inputs)
{
	(void)context;
	return ct_view(grad_outputs[0], (const int64_t[]){ 3 }, 1, &grad_inputs[0]);
}

const ct_function my_view = { .name = "MyView",
			      .forward = view_forward,
			      .backward = view_backward };

static ct_error once_forward(ct_function_context *context, ct_tensor *const *inputs,
			     ct_tensor **outputs)
{
	CT_TRY(ct_function_save_for_backward(context, CT_TENSORS_OF(inputs, 1)));
	return ct_pow_Tensor_Scalar(inputs[0], ct_scalar_int(3), &outputs[0]);
}

static ct_error once_backward(ct_function_context *context, ct_tensor *const *grad_outputs,
			      ct_tensor **grad_inputs)
{
	ct_tensor *x, *squares, *scaled;

	CT_TRY(ct_function_saved_tensors(context, &x, 1));
	CT_TRY(ct_mul_Tensor(x, x, &squares));
	CT_TRY(ct_mul_Scalar(squares, ct_scalar_int(3), &scaled));
	return ct_mul_Tensor(grad_outputs[0], scaled, &grad_inputs[0]);
}

const ct_function my_once = { .name = "MyOnce",
			      .forward = once_forward,
			      .backward = once_backward,
			      .once_differentiable = true };

ct_error apply_one(const ct_function *function, const ct_tensor *x, ct_tensor **y)
{
	ct_tensor *input = (ct_tensor *)x;

	return ct_function_apply(function, NULL, CT_TENSORS(input), y, 1);
}

ct_error add_one(ct_tensor *x)
{
	CT_SCOPE;
	ct_tensor *one;

	CT_TRY(ct_scalar_tensor(ct_scalar_int(1), ct_tensor_dtype(x), CT_LAYOUT_NONE,
				CT_DEVICE_NONE, NULL, &one));
	return ct_add__Tensor(x, one, ct_scalar_int(1), NULL);
}

ct_error sum_backward(const ct_tensor *y)
{
	CT_SCOPE;
	ct_tensor *sum;

	CT_TRY(ct_sum(y, CT_DTYPE_NONE, &sum));
	return ct_tensor_backward(sum);
}

ct_tensor *leaf_of_three(void)
{
	ct_tensor *x = vector(3, (const float[]){ 1, 2, 3 });

	OK(ct_tensor_set_requires_grad(x, true));
	return x;
}

ct_tensor *leaf_number(float value)
{
	ct_tensor *x = number(value);

	OK(ct_tensor_set_requires_grad(x, true));
	return x;
}

ct_error double_forward(ct_function_context *context, ct_tensor *const *inputs, ct_tensor **outputs)
{
	(void)context;
	return ct_mul_Scalar(inputs[0], ct_scalar_int(2), &outputs[0]);
}

ct_error backward_with(ct_backward_function backward)
{
	const ct_function function = { .name = "MyFunction",
				       .forward = double_forward,
				       .backward = backward };
	ct_tensor *y;

	CT_TRY(apply_one(&function, leaf_of_three(), &y));
	return sum_backward(y);
}

ct_tensor *doubles(const double *values, int64_t n)
{
	ct_tensor *x;

	OK(ct_tensor_from_data(values, CT_FLOAT64, CT_L(n), &x));
	OK(ct_tensor_set_requires_grad(x, true));
	return x;
}

ct_tensor *plain(const ct_tensor *x)
{
	ct_tensor *detached;

	OK(ct_detach(x, &detached));
	return detached;
}
