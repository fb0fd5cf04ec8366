/*
 * Gradients, and how hooks change them: the functions of tests/fixtures/expected/autograd.py, in C.
 */
#include "expected_functions.h"

/* A result of a function, with its key in the case. */
struct outcome {
	const char *key;
	const ct_tensor *tensor;
};

enum { MOST_OUTCOMES = 3 };

/* Called in the functions below, which return errors and run in a scope. */
static ct_error leaf_of(const float *values, ct_tensor **result)
{
	CT_TRY(ct_tensor_from_data(values, CT_FLOAT32, CT_L(3), result));
	return ct_tensor_set_requires_grad(*result, true);
}

static ct_error leaves(ct_tensor **a, ct_tensor **b)
{
	CT_TRY(leaf_of((const float[]){ 1, 2, 3 }, a));
	return leaf_of((const float[]){ 4, 5, 6 }, b);
}

static ct_error square_and_sum(const ct_tensor *a, ct_tensor **sum)
{
	CT_TRY(ct_mul_Tensor(a, a, sum));
	return ct_sum(*sum, CT_DTYPE_NONE, sum);
}

static ct_error several_outputs(struct outcome *outcomes)
{
	ct_tensor *a, *b, *ys[3], *ones, *inputs[2], *weights, *grads[2];
	ct_autograd_grad_options options = { 0 };

	CT_TRY(leaves(&a, &b));
	CT_TRY(ct_mul_Tensor(a, b, &ys[0]));
	CT_TRY(ct_sin(a, &ys[1]));
	CT_TRY(square_and_sum(b, &ys[2]));
	CT_TRY(ct_tensor_from_data((const float[]){ 1, 10, 100 }, CT_FLOAT32, CT_L(3), &weights));
	CT_TRY(ct_tensor_from_data((const float[]){ 1, 1, 1 }, CT_FLOAT32, CT_L(3), &ones));
	inputs[0] = a, inputs[1] = b;
	options.grad_outputs = (ct_tensor *[]){ weights, ones, NULL };
	options.grad_outputs_len = 3;
	CT_TRY(ct_autograd_grad(CT_TENSORS_OF(ys, 3), CT_TENSORS_OF(inputs, 2), &options, grads));
	outcomes[0] = (struct outcome){ "da", grads[0] };
	outcomes[1] = (struct outcome){ "db", grads[1] };
	return NULL;
}

static ct_error grads_with(ct_autograd_grad_options options, struct outcome *outcomes)
{
	ct_tensor *a, *b, *y, *grads[2];

	CT_TRY(leaves(&a, &b));
	CT_TRY(square_and_sum(a, &y));
	CT_TRY(ct_autograd_grad(CT_TENSORS(y), CT_TENSORS(a, b), &options, grads));
	outcomes[0] = (struct outcome){ "da", grads[0] };
	outcomes[1] = (struct outcome){ "db", grads[1] };
	return NULL;
}

static ct_error unused_inputs(struct outcome *outcomes)
{
	ct_autograd_grad_options options = { 0 };

	options.allow_unused = true;
	return grads_with(options, outcomes);
}

static ct_error materialized_inputs(struct outcome *outcomes)
{
	ct_autograd_grad_options options = { 0 };

	options.materialize_grads = true;
	return grads_with(options, outcomes);
}

static ct_error give_grad(const ct_tensor *of, const char *key, struct outcome *outcome)
{
	ct_tensor *grad;

	CT_TRY(ct_tensor_grad(of, &grad));
	*outcome = (struct outcome){ key, grad };
	return NULL;
}

static ct_error backward_of_several(struct outcome *outcomes)
{
	ct_tensor *a, *b, *shared, *ys[2], *weights;

	CT_TRY(leaves(&a, &b));
	CT_TRY(ct_mul_Tensor(a, b, &shared));
	CT_TRY(ct_sum(shared, CT_DTYPE_NONE, &ys[0]));
	CT_TRY(ct_mul_Tensor(shared, a, &ys[1]));
	CT_TRY(ct_tensor_from_data((const float[]){ 1, 2, 4 }, CT_FLOAT32, CT_L(3), &weights));
	CT_TRY(ct_autograd_backward_tensors(CT_TENSORS_OF(ys, 2), CT_TENSORS(NULL, weights), NULL,
					    false, CT_NO_TENSORS));
	CT_TRY(give_grad(a, "a", &outcomes[0]));
	return give_grad(b, "b", &outcomes[1]);
}

static ct_error gradient_by_what_is_no_leaf(struct outcome *outcomes)
{
	ct_tensor *a, *b, *square, *y, *grad;

	CT_TRY(leaves(&a, &b));
	CT_TRY(ct_mul_Tensor(a, a, &square));
	CT_TRY(ct_mul_Tensor(square, a, &y));
	CT_TRY(ct_sum(y, CT_DTYPE_NONE, &y));
	CT_TRY(ct_autograd_grad(CT_TENSORS(y), CT_TENSORS(square), NULL, &grad));
	outcomes[0] = (struct outcome){ "by_square", grad };
	return NULL;
}

static double one = 1, five = 5, seven = 7, ten = 10, hundred = 100;

static ct_error add(const ct_tensor *grad, void *summand, ct_tensor **replacement)
{
	return ct_add_Scalar(grad, ct_scalar_float(*(double *)summand), ct_scalar_int(1),
			     replacement);
}

static ct_error backward_of_squares_of(ct_tensor *a, struct outcome *outcome)
{
	ct_tensor *y;

	CT_TRY(square_and_sum(a, &y));
	CT_TRY(ct_tensor_backward(y));
	return give_grad(a, "a", outcome);
}

static ct_error hooks_in_order(struct outcome *outcomes)
{
	ct_tensor *a, *b;

	CT_TRY(leaves(&a, &b));
	CT_TRY(ct_tensor_register_hook(a, multiply, NULL, NULL, NULL));
	CT_TRY(ct_tensor_register_hook(a, add, &one, NULL, NULL));
	return backward_of_squares_of(a, outcomes);
}

static ct_error hook_of_a_step_between(struct outcome *outcomes)
{
	ct_tensor *a, *b, *square, *y;

	CT_TRY(leaves(&a, &b));
	CT_TRY(ct_mul_Tensor(a, a, &square));
	CT_TRY(ct_tensor_retain_grad(square));
	CT_TRY(ct_tensor_register_hook(square, multiply, &five, NULL, NULL));
	CT_TRY(ct_mul_Scalar(square, ct_scalar_int(3), &y));
	CT_TRY(ct_sum(y, CT_DTYPE_NONE, &y));
	CT_TRY(ct_tensor_backward(y));
	CT_TRY(give_grad(a, "a", &outcomes[0]));
	return give_grad(square, "square", &outcomes[1]);
}

static ct_error removed_hook(struct outcome *outcomes)
{
	ct_tensor *a, *b;
	int64_t hook;

	CT_TRY(leaves(&a, &b));
	CT_TRY(ct_tensor_register_hook(a, multiply, &hundred, NULL, &hook));
	CT_TRY(ct_tensor_register_hook(a, add, &one, NULL, NULL));
	ck_assert(ct_hook_remove(hook));
	return backward_of_squares_of(a, outcomes);
}

static ct_error hooks_of_what_grad_returns(struct outcome *outcomes)
{
	ct_tensor *a, *b, *y, *grad;

	CT_TRY(leaves(&a, &b));
	CT_TRY(ct_tensor_register_hook(a, multiply, &seven, NULL, NULL));
	CT_TRY(square_and_sum(a, &y));
	CT_TRY(ct_autograd_grad(CT_TENSORS(y), CT_TENSORS(a), NULL, &grad));
	outcomes[0] = (struct outcome){ "da", grad };
	return NULL;
}

static ct_error hooks_around_an_in_place_operation(struct outcome *outcomes)
{
	ct_tensor *a, *b, *step, *detached, *y;

	CT_TRY(leaves(&a, &b));
	CT_TRY(ct_mul_Scalar(a, ct_scalar_int(1), &step));
	CT_TRY(ct_tensor_register_hook(step, multiply, &ten, NULL, NULL));
	CT_TRY(ct_detach(a, &detached));
	CT_TRY(ct_mul__Tensor(step, detached, NULL));
	CT_TRY(ct_tensor_register_hook(step, add, &one, NULL, NULL));
	CT_TRY(ct_mul_Scalar(step, ct_scalar_int(2), &y));
	CT_TRY(ct_sum(y, CT_DTYPE_NONE, &y));
	CT_TRY(ct_tensor_backward(y));
	return give_grad(a, "a", outcomes);
}

static ct_error square_gradient(const ct_tensor *grad, void *context, ct_tensor **replacement)
{
	(void)context;
	return ct_mul_Tensor(grad, grad, replacement);
}

static ct_error hook_that_is_differentiated(struct outcome *outcomes)
{
	ct_autograd_grad_options options = { 0 };
	ct_tensor *a, *b, *y, *first, *second;

	CT_TRY(leaves(&a, &b));
	CT_TRY(ct_tensor_register_hook(a, square_gradient, NULL, NULL, NULL));
	CT_TRY(ct_mul_Tensor(a, a, &y));
	CT_TRY(ct_mul_Tensor(y, a, &y));
	CT_TRY(ct_sum(y, CT_DTYPE_NONE, &y));
	options.create_graph = true;
	CT_TRY(ct_autograd_grad(CT_TENSORS(y), CT_TENSORS(a), &options, &first));
	CT_TRY(ct_sum(first, CT_DTYPE_NONE, &y));
	CT_TRY(ct_autograd_grad(CT_TENSORS(y), CT_TENSORS(a), NULL, &second));
	outcomes[0] = (struct outcome){ "first", first };
	outcomes[1] = (struct outcome){ "second", second };
	return NULL;
}

static ct_error triple_all(ct_tensor *const *grads, int64_t grads_len, void *context,
			   ct_tensor **replacements)
{
	(void)context;
	for (int64_t i = 0; i < grads_len; i++)
		CT_TRY(ct_mul_Scalar(grads[i], ct_scalar_int(3), &replacements[i]));
	return NULL;
}

static ct_error ten_times_and_add(ct_tensor *const *grad_inputs, int64_t grad_inputs_len,
				  ct_tensor *const *grad_outputs, int64_t grad_outputs_len,
				  void *context, ct_tensor **replacements)
{
	(void)context, (void)grad_outputs_len;
	for (int64_t i = 0; i < grad_inputs_len; i++)
		CT_TRY(ct_add_Tensor(grad_outputs[0], grad_inputs[i], ct_scalar_int(10),
				     &replacements[i]));
	return NULL;
}

static ct_error node_hooks(struct outcome *outcomes)
{
	ct_tensor *a, *b, *square, *y;
	ct_node *node;

	CT_TRY(leaves(&a, &b));
	CT_TRY(ct_mul_Tensor(a, a, &square));
	CT_TRY(ct_tensor_grad_fn(square, &node));
	OK(ct_node_register_pre_hook(node, triple_all, NULL, NULL, NULL));
	OK(ct_node_register_post_hook(node, ten_times_and_add, NULL, NULL, NULL));
	ct_node_free(node);
	CT_TRY(ct_sum(square, CT_DTYPE_NONE, &y));
	CT_TRY(ct_tensor_backward(y));
	return give_grad(a, "a", outcomes);
}

static ct_error step(ct_tensor *parameter, void *context)
{
	ct_tensor *grad;

	(void)context;
	CT_TRY(ct_tensor_grad(parameter, &grad));
	CT_NO_GRAD
	CT_TRY(ct_sub__Tensor(parameter, grad, ct_scalar_float(.5), NULL));
	return ct_tensor_set_grad(parameter, NULL);
}

static ct_error step_after_accumulation(struct outcome *outcomes)
{
	ct_tensor *a, *b, *y;

	CT_TRY(leaves(&a, &b));
	CT_TRY(ct_tensor_register_post_accumulate_hook(a, step, NULL, NULL, NULL));
	CT_TRY(ct_mul_Tensor(a, a, &y));
	CT_TRY(ct_mul_Tensor(y, a, &y));
	CT_TRY(ct_sum(y, CT_DTYPE_NONE, &y));
	CT_TRY(ct_tensor_backward(y));
	outcomes[0] = (struct outcome){ "a", a };
	return give_grad(a, "grad", &outcomes[1]);
}

static ct_error pack_half(const ct_tensor *tensor, void *context, void **packed)
{
	ct_tensor *half;

	(void)context;
	CT_TRY(ct_to_dtype(tensor, CT_FLOAT16, false, false, CT_PRESERVE_FORMAT, &half));
	ct_scope_disown(half);
	*packed = half;
	return NULL;
}

static ct_error unpack_half(void *packed, void *context, ct_tensor **tensor)
{
	(void)context;
	return ct_to_dtype(packed, CT_FLOAT32, false, false, CT_PRESERVE_FORMAT, tensor);
}

static void free_half(void *packed, void *context)
{
	(void)context;
	ct_tensor_free(packed);
}

static ct_error saved_tensors_with_fewer_bits(struct outcome *outcomes)
{
	CT_SAVED_TENSORS_SCOPE;
	ct_tensor *a, *y;

	CT_TRY(leaf_of((const float[]){ 1.001f, 2.002f, 3.003f }, &a));
	CT_TRY(ct_saved_tensors_push(pack_half, unpack_half, free_half, NULL, NULL));
	CT_TRY(ct_mul_Tensor(a, a, &y));
	CT_TRY(ct_exp(y, &y));
	CT_TRY(ct_saved_tensors_pop());
	CT_TRY(ct_sum(y, CT_DTYPE_NONE, &y));
	CT_TRY(ct_tensor_backward(y));
	return give_grad(a, "a", outcomes);
}

static ct_error note_gradient(const ct_tensor *grad, void *seen, ct_tensor **replacement)
{
	(void)replacement;
	*(const ct_tensor **)seen = grad;
	return NULL;
}

static ct_error unused_result_of_several(struct outcome *outcomes)
{
	ct_tensor *a, *b, **pieces, *seen = UNTOUCHED;
	int64_t n;

	CT_TRY(leaves(&a, &b));
	CT_TRY(ct_unbind_int(a, 0, &pieces, &n));
	CT_TRY(ct_tensor_register_hook(pieces[1], note_gradient, &seen, NULL, NULL));
	CT_TRY(ct_tensor_backward(pieces[0]));
	ct_free(pieces);
	outcomes[1] = (struct outcome){ "seen", seen };
	return give_grad(a, "a", outcomes);
}

static const struct {
	const char *name;
	ct_error (*compute)(struct outcome *outcomes);
} results[] = {
	{ "several_outputs", several_outputs },
	{ "unused_inputs", unused_inputs },
	{ "materialized_inputs", materialized_inputs },
	{ "backward_of_several", backward_of_several },
	{ "gradient_by_what_is_no_leaf", gradient_by_what_is_no_leaf },
	{ "hooks_in_order", hooks_in_order },
	{ "hook_of_a_step_between", hook_of_a_step_between },
	{ "removed_hook", removed_hook },
	{ "hooks_of_what_grad_returns", hooks_of_what_grad_returns },
	{ "hooks_around_an_in_place_operation", hooks_around_an_in_place_operation },
	{ "hook_that_is_differentiated", hook_that_is_differentiated },
	{ "node_hooks", node_hooks },
	{ "step_after_accumulation", step_after_accumulation },
	{ "saved_tensors_with_fewer_bits", saved_tensors_with_fewer_bits },
	{ "unused_result_of_several", unused_result_of_several },
};

static void compare(const struct outcome *outcome, const json_t *of_case, const char *name)
{
	char what[120];

	snprintf(what, sizeof what, "%s of %s", outcome->key, name);
	if (json_is_null(json_object_get(of_case, outcome->key)))
		ck_assert_msg(outcome->tensor == NULL, "%s: a tensor, expected none", what);
	else
		assert_expected_tensor(outcome->tensor, of_case, outcome->key, 1e-6, what);
}

void check_result(const json_t *of_case)
{
	const char *name = expected_text(of_case, "name");
	size_t compared = 0;

	for (size_t i = 0; i < sizeof results / sizeof results[0]; i++) {
		struct outcome outcomes[MOST_OUTCOMES] = { { NULL, NULL } };

		if (strcmp(results[i].name, name) != 0)
			continue;
		OK(results[i].compute(outcomes));
		while (outcomes[compared].key)
			compare(&outcomes[compared++], of_case, name);
	}
	/* All keys except the kind, the name and the place. */
	ck_assert_msg(compared == json_object_size(of_case) - 3, "%s: compared %zu tensors", name,
		      compared);
}
