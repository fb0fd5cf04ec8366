/*
 * The errors of tests/fixtures/expected/autograd.py, in C. Tensors that a function creates before
 * it fails belong to its caller's scope.
 */
#include "expected_functions.h"

/* A leaf with the values 1, 2, 3. */
static ct_error leaf_123(ct_tensor **x)
{
	CT_TRY(ct_tensor_from_data((const float[]){ 1, 2, 3 }, CT_FLOAT32, CT_L(3), x));
	return ct_tensor_set_requires_grad(*x, true);
}

static ct_error ones(const int64_t *shape, int64_t dim, ct_tensor **result)
{
	return ct_ones(shape, dim, CT_FLOAT32, CT_LAYOUT_NONE, CT_DEVICE_NONE, NULL, result);
}

static ct_error two_ones(ct_tensor **result)
{
	return ones((const int64_t[]){ 2 }, 1, result);
}

static ct_error doubled(ct_tensor **y)
{
	CT_TRY(leaf_123(y));
	return ct_mul_Scalar(*y, ct_scalar_int(2), y);
}

static ct_error sum_and_backward(ct_tensor *y)
{
	CT_TRY(ct_sum(y, CT_DTYPE_NONE, &y));
	return ct_tensor_backward(y);
}

static ct_error squares(ct_tensor **x, ct_tensor **sum)
{
	CT_TRY(leaf_123(x));
	CT_TRY(ct_mul_Tensor(*x, *x, sum));
	return ct_sum(*sum, CT_DTYPE_NONE, sum);
}

static ct_error backward_twice(void)
{
	ct_tensor *x, *sum;

	CT_TRY(squares(&x, &sum));
	CT_TRY(ct_tensor_backward(sum));
	return ct_tensor_backward(sum);
}

static ct_error backward_without_a_graph(void)
{
	ct_tensor *plain;

	CT_TRY(ones(NULL, 0, &plain));
	return ct_tensor_backward(plain);
}

static ct_error backward_of_several_numbers(void)
{
	ct_tensor *y;

	CT_TRY(doubled(&y));
	return ct_tensor_backward(y);
}

static ct_error complex_leaf(ct_tensor **z)
{
	CT_TRY(ct_tensor_from_data((const float[]){ 0, 1 }, CT_COMPLEX64, CT_NO_INTS, z));
	return ct_tensor_set_requires_grad(*z, true);
}

static ct_error backward_of_a_complex_number(void)
{
	ct_tensor *z;

	CT_TRY(complex_leaf(&z));
	CT_TRY(ct_mul_Scalar(z, ct_scalar_int(2), &z));
	return ct_tensor_backward(z);
}

static ct_error backward_of_a_complex_number_among_several(void)
{
	ct_tensor *x, *both[2];

	CT_TRY(squares(&x, &both[0]));
	CT_TRY(complex_leaf(&both[1]));
	return ct_autograd_backward_tensors(CT_TENSORS_OF(both, 2), CT_NO_TENSORS, NULL, false,
					    CT_NO_TENSORS);
}

static ct_error grad_of_a_complex_number(void)
{
	ct_tensor *z, *y, *grad;

	CT_TRY(complex_leaf(&z));
	CT_TRY(ct_mul_Scalar(z, ct_scalar_int(2), &y));
	return ct_autograd_grad(CT_TENSORS(y), CT_TENSORS(z), NULL, &grad);
}

static ct_error grad_of_several_numbers_by_what_requires_none(void)
{
	ct_tensor *y, *other, *grad;

	CT_TRY(doubled(&y));
	CT_TRY(two_ones(&other));
	return ct_autograd_grad(CT_TENSORS(y), CT_TENSORS(other), NULL, &grad);
}

static ct_error gradient_of_another_shape(void)
{
	ct_tensor *y, *gradient;

	CT_TRY(doubled(&y));
	CT_TRY(two_ones(&gradient));
	return ct_tensor_backward_with(y, gradient, NULL, false, CT_NO_TENSORS);
}

static ct_error ones_of(ct_dtype dtype, ct_tensor **result)
{
	return ct_ones((const int64_t[]){ 3 }, 1, dtype, CT_LAYOUT_NONE, CT_DEVICE_NONE, NULL,
		       result);
}

static ct_error gradient_is_complex(void)
{
	ct_tensor *y, *gradient;

	CT_TRY(doubled(&y));
	CT_TRY(ones_of(CT_COMPLEX64, &gradient));
	return ct_tensor_backward_with(y, gradient, NULL, false, CT_NO_TENSORS);
}

static ct_error gradient_of_a_complex_result_is_real(void)
{
	ct_autograd_grad_options options = { 0 };
	ct_tensor *x, *factors, *y, *gradient, *result;

	CT_TRY(leaf_123(&x));
	CT_TRY(ones_of(CT_COMPLEX64, &factors));
	CT_TRY(ct_mul_Tensor(x, factors, &y));
	CT_TRY(ones_of(CT_FLOAT32, &gradient));
	options.grad_outputs = &gradient;
	options.grad_outputs_len = 1;
	return ct_autograd_grad(CT_TENSORS(y), CT_TENSORS(x), &options, &result);
}

static ct_error add_one(ct_tensor *to)
{
	return ct_add__Scalar(to, ct_scalar_int(1), ct_scalar_int(1), NULL);
}

static ct_error leaf_is_written_to(void)
{
	ct_tensor *x;

	CT_TRY(leaf_123(&x));
	return add_one(x);
}

static ct_error view_of_a_leaf_is_written_to(void)
{
	ct_tensor *x;

	CT_TRY(leaf_123(&x));
	CT_TRY(ct_narrow(x, 0, 0, 2, &x));
	return add_one(x);
}

static ct_error saved_result_is_written_to(void)
{
	ct_tensor *x;

	CT_TRY(leaf_123(&x));
	CT_TRY(ct_exp(x, &x));
	CT_TRY(add_one(x));
	return sum_and_backward(x);
}

static ct_error one_of_several_views_is_written_to(void)
{
	ct_tensor *x, **views;
	int64_t n;
	ct_error error;

	CT_TRY(leaf_123(&x));
	CT_TRY(ct_mul_Scalar(x, ct_scalar_int(1), &x));
	CT_TRY(ct_unbind_int(x, 0, &views, &n));
	error = add_one(views[0]);
	ct_free(views);
	return error;
}

static ct_error grad_by_an_unused_input(void)
{
	ct_tensor *x, *sum, *other, *grad;

	CT_TRY(squares(&x, &sum));
	CT_TRY(leaf_123(&other));
	return ct_autograd_grad(CT_TENSORS(sum), CT_TENSORS(other), NULL, &grad);
}

static ct_error grad_by_what_requires_none(void)
{
	ct_tensor *x, *sum, *other, *grad;

	CT_TRY(squares(&x, &sum));
	CT_TRY(two_ones(&other));
	return ct_autograd_grad(CT_TENSORS(sum), CT_TENSORS(other), NULL, &grad);
}

static ct_error grad_of_an_unrecorded_gradient(void)
{
	ct_tensor *x, *sum, *grad;

	CT_TRY(squares(&x, &sum));
	CT_TRY(ct_autograd_grad(CT_TENSORS(sum), CT_TENSORS(x), NULL, &grad));
	CT_TRY(ct_sum(grad, CT_DTYPE_NONE, &sum));
	return ct_autograd_grad(CT_TENSORS(sum), CT_TENSORS(x), NULL, &grad);
}

static ct_error step_between_stops_requiring(void)
{
	ct_tensor *y;

	CT_TRY(doubled(&y));
	return ct_tensor_set_requires_grad(y, false);
}

static ct_error integers_require(void)
{
	ct_tensor *integers;

	CT_TRY(ct_tensor_from_data((const int64_t[]){ 1, 2 }, CT_INT64, CT_L(2), &integers));
	return ct_tensor_set_requires_grad(integers, true);
}

static ct_error grad_is_set_to_another_size(void)
{
	ct_tensor *x, *grad;

	CT_TRY(ones_of(CT_FLOAT32, &x));
	CT_TRY(two_ones(&grad));
	return ct_tensor_set_grad(x, grad);
}

static ct_error set_grad_of(ct_dtype dtype)
{
	ct_tensor *x, *grad;

	CT_TRY(ones_of(CT_FLOAT32, &x));
	CT_TRY(ones_of(dtype, &grad));
	return ct_tensor_set_grad(x, grad);
}

static ct_error grad_is_set_to_another_dtype(void)
{
	return set_grad_of(CT_INT64);
}

static ct_error grad_is_set_to_complex_numbers(void)
{
	return set_grad_of(CT_COMPLEX64);
}

static ct_error grad_is_set_to_another_device(void)
{
	ct_tensor *x, *grad;

	CT_TRY(ones_of(CT_FLOAT32, &x));
	CT_TRY(ct_ones((const int64_t[]){ 2 }, 1, CT_FLOAT32, CT_LAYOUT_NONE,
		       CT_DEVICE(CT_DEVICE_TYPE_META, -1), NULL, &grad));
	return ct_tensor_set_grad(x, grad);
}

static ct_error grad_is_set_to_another_layout(void)
{
	ct_tensor *x, *grad;

	CT_TRY(ct_zeros((const int64_t[]){ 3 }, 1, CT_FLOAT32, CT_SPARSE_COO, CT_DEVICE_NONE, NULL,
			&x));
	CT_TRY(ones_of(CT_FLOAT32, &grad));
	return ct_tensor_set_grad(x, grad);
}

static ct_error grad_is_set_to_itself(void)
{
	ct_tensor *x;

	CT_TRY(ones_of(CT_FLOAT32, &x));
	return ct_tensor_set_grad(x, x);
}

static ct_error retain_without_requiring(void)
{
	ct_tensor *plain;

	CT_TRY(two_ones(&plain));
	return ct_tensor_retain_grad(plain);
}

static ct_error view_is_detached_in_place(void)
{
	ct_tensor *y;

	CT_TRY(doubled(&y));
	CT_TRY(ct_narrow(y, 0, 0, 2, &y));
	return ct_detach_(y, NULL);
}

static ct_error inference_tensor(ct_tensor **made)
{
	CT_INFERENCE_MODE
	CT_TRY(ones((const int64_t[]){ 3 }, 1, made));
	return NULL;
}

static ct_error inference_tensor_is_saved(void)
{
	ct_tensor *x, *made;

	CT_TRY(leaf_123(&x));
	CT_TRY(inference_tensor(&made));
	return ct_mul_Tensor(x, made, &x);
}

static ct_error inference_tensor_is_written_to(void)
{
	ct_tensor *made;

	CT_TRY(inference_tensor(&made));
	return add_one(made);
}

static ct_error inference_tensor_has_no_version(void)
{
	ct_tensor *made;
	int64_t version;

	CT_TRY(inference_tensor(&made));
	return ct_tensor_version(made, &version);
}

static ct_error inference_tensor_requires(void)
{
	ct_tensor *made;

	CT_TRY(inference_tensor(&made));
	return ct_tensor_set_requires_grad(made, true);
}

static ct_error hook_without_requiring(void)
{
	ct_tensor *plain;

	CT_TRY(two_ones(&plain));
	return ct_tensor_register_hook(plain, multiply, NULL, NULL, NULL);
}

static ct_error four_ones(const ct_tensor *grad, void *context, ct_tensor **replacement)
{
	(void)grad, (void)context;
	return ones((const int64_t[]){ 4 }, 1, replacement);
}

static ct_error nothing(const ct_tensor *grad, void *context, ct_tensor **replacement)
{
	(void)grad, (void)context, (void)replacement;
	return NULL;
}

static ct_error as_double(const ct_tensor *grad, void *context, ct_tensor **replacement)
{
	(void)context;
	return ct_to_dtype(grad, CT_FLOAT64, false, false, CT_PRESERVE_FORMAT, replacement);
}

static ct_error hook_changes_the_size(void)
{
	ct_tensor *x;

	CT_TRY(leaf_123(&x));
	CT_TRY(ct_tensor_register_hook(x, four_ones, NULL, NULL, NULL));
	return sum_and_backward(x);
}

static ct_error second_hook_changes_the_dtype(void)
{
	ct_tensor *x;

	CT_TRY(leaf_123(&x));
	CT_TRY(ct_tensor_register_hook(x, nothing, NULL, NULL, NULL));
	CT_TRY(ct_tensor_register_hook(x, as_double, NULL, NULL, NULL));
	return sum_and_backward(x);
}

static ct_error first_becomes_four_ones(ct_tensor *const *grad_inputs, int64_t grad_inputs_len,
					ct_tensor *const *grad_outputs, int64_t grad_outputs_len,
					void *context, ct_tensor **replacements)
{
	(void)grad_inputs_len, (void)grad_outputs, (void)grad_outputs_len;
	return four_ones(grad_inputs[0], context, replacements);
}

static ct_error node_hook_changes_the_size(void)
{
	ct_tensor *y;
	ct_node *node;
	ct_error error;

	CT_TRY(doubled(&y));
	CT_TRY(ct_tensor_grad_fn(y, &node));
	error = ct_node_register_post_hook(node, first_becomes_four_ones, NULL, NULL, NULL);
	ct_node_free(node);
	return error ? error : sum_and_backward(y);
}

static ct_error ignore_leaf(ct_tensor *self, void *context)
{
	(void)self, (void)context;
	return NULL;
}

static ct_error post_accumulate_hook_of_a_step_between(void)
{
	ct_tensor *y;

	CT_TRY(doubled(&y));
	return ct_tensor_register_post_accumulate_hook(y, ignore_leaf, NULL, NULL, NULL);
}

static ct_error post_accumulate_hook_of_a_view_whose_base_was_written_to(void)
{
	ct_tensor *view;

	CT_TRY(view_whose_base_was_written_to(&view));
	return ct_tensor_register_post_accumulate_hook(view, ignore_leaf, NULL, NULL, NULL);
}

static ct_error edge_without_requiring(void)
{
	ct_tensor *plain;

	CT_TRY(two_ones(&plain));
	return ct_tensor_gradient_edge(plain, NULL, NULL);
}

static ct_error root_of_a_negative_number(void)
{
	ct_tensor *x;

	CT_TRY(ct_tensor_from_data((const float[]){ -1, 2 }, CT_FLOAT32, CT_L(2), &x));
	CT_TRY(ct_tensor_set_requires_grad(x, true));
	CT_DETECT_ANOMALY
	{
		CT_TRY(ct_sqrt(x, &x));
		CT_TRY(sum_and_backward(x));
	}
	return NULL;
}

static ct_error zero_over_zero(void)
{
	const float values[] = { 0, 1 };
	ct_tensor *a, *b;

	CT_TRY(ct_tensor_from_data(values, CT_FLOAT32, CT_L(2), &a));
	CT_TRY(ct_tensor_from_data(values, CT_FLOAT32, CT_L(2), &b));
	CT_TRY(ct_tensor_set_requires_grad(a, true));
	CT_TRY(ct_tensor_set_requires_grad(b, true));
	CT_DETECT_ANOMALY
	{
		CT_TRY(ct_div_Tensor(a, b, &a));
		CT_TRY(sum_and_backward(a));
	}
	return NULL;
}

static const struct {
	const char *name;
	ct_error (*provoke)(void);
} errors[] = {
	{ "backward_twice", backward_twice },
	{ "backward_without_a_graph", backward_without_a_graph },
	{ "backward_of_several_numbers", backward_of_several_numbers },
	{ "backward_of_a_complex_number", backward_of_a_complex_number },
	{ "backward_of_a_complex_number_among_several",
	  backward_of_a_complex_number_among_several },
	{ "grad_of_a_complex_number", grad_of_a_complex_number },
	{ "grad_of_several_numbers_by_what_requires_none",
	  grad_of_several_numbers_by_what_requires_none },
	{ "gradient_of_another_shape", gradient_of_another_shape },
	{ "gradient_is_complex", gradient_is_complex },
	{ "gradient_of_a_complex_result_is_real", gradient_of_a_complex_result_is_real },
	{ "leaf_is_written_to", leaf_is_written_to },
	{ "view_of_a_leaf_is_written_to", view_of_a_leaf_is_written_to },
	{ "saved_result_is_written_to", saved_result_is_written_to },
	{ "one_of_several_views_is_written_to", one_of_several_views_is_written_to },
	{ "grad_by_an_unused_input", grad_by_an_unused_input },
	{ "grad_by_what_requires_none", grad_by_what_requires_none },
	{ "grad_of_an_unrecorded_gradient", grad_of_an_unrecorded_gradient },
	{ "step_between_stops_requiring", step_between_stops_requiring },
	{ "integers_require", integers_require },
	{ "grad_is_set_to_another_size", grad_is_set_to_another_size },
	{ "grad_is_set_to_another_dtype", grad_is_set_to_another_dtype },
	{ "grad_is_set_to_complex_numbers", grad_is_set_to_complex_numbers },
	{ "grad_is_set_to_another_device", grad_is_set_to_another_device },
	{ "grad_is_set_to_another_layout", grad_is_set_to_another_layout },
	{ "grad_is_set_to_itself", grad_is_set_to_itself },
	{ "retain_without_requiring", retain_without_requiring },
	{ "view_is_detached_in_place", view_is_detached_in_place },
	{ "inference_tensor_is_saved", inference_tensor_is_saved },
	{ "inference_tensor_is_written_to", inference_tensor_is_written_to },
	{ "inference_tensor_has_no_version", inference_tensor_has_no_version },
	{ "inference_tensor_requires", inference_tensor_requires },
	{ "hook_without_requiring", hook_without_requiring },
	{ "hook_changes_the_size", hook_changes_the_size },
	{ "second_hook_changes_the_dtype", second_hook_changes_the_dtype },
	{ "node_hook_changes_the_size", node_hook_changes_the_size },
	{ "post_accumulate_hook_of_a_step_between", post_accumulate_hook_of_a_step_between },
	{ "post_accumulate_hook_of_a_view_whose_base_was_written_to",
	  post_accumulate_hook_of_a_view_whose_base_was_written_to },
	{ "edge_without_requiring", edge_without_requiring },
	{ "root_of_a_negative_number", root_of_a_negative_number },
	{ "zero_over_zero", zero_over_zero },
};

ct_error provoked(const char *name)
{
	for (size_t i = 0; i < sizeof errors / sizeof errors[0]; i++)
		if (strcmp(errors[i].name, name) == 0)
			return errors[i].provoke();
	return NULL;
}
