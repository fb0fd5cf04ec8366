/*
 * Gradients as results. expected_suite.c compares their values with PyTorch's.
 */
#include "support.h"

static ct_tensor *x, *y;

static void make_leaves(void)
{
	x = leaf(1, 2, 3);
	y = leaf(4, 5, 6);
}

static void free_leaves(void)
{
	ct_tensor_free(x);
	ct_tensor_free(y);
}

static void assert_values(ct_tensor *grad, const double *values)
{
	assert_floats(grad, (int64_t[]){ 3, -1 }, values);
	ct_tensor_free(grad);
}

START_TEST(grad_leaves_the_leaves_alone)
{
	ct_tensor *sum = sum_of_squares(x), *grads[1], *left = UNTOUCHED;

	OK(ct_autograd_grad(CT_TENSORS(sum), CT_TENSORS(x), NULL, grads));
	assert_values(grads[0], (double[]){ 2, 4, 6 });
	OK(ct_tensor_grad(x, &left));
	ck_assert_ptr_null(left);
	ct_tensor_free(sum);
}
END_TEST

/* x^2 y, differentiated by both; the first gradient is then differentiated by x: 2y. */
START_TEST(recorded_gradients_are_differentiated_again)
{
	ct_tensor *square = product(x, x), *cube = product(square, y), *sum = sum_of(cube);
	ct_tensor *inputs[] = { x, y }, *grads[2], *second, *first_sum;
	ct_autograd_grad_options options = { 0 };

	options.create_graph = true;
	OK(ct_autograd_grad(CT_TENSORS(sum), CT_TENSORS_OF(inputs, 2), &options, grads));
	first_sum = sum_of(grads[0]);
	OK(ct_autograd_grad(CT_TENSORS(first_sum), CT_TENSORS(x), NULL, &second));
	assert_values(second, (double[]){ 8, 10, 12 });
	assert_values(grads[0], (double[]){ 8, 20, 36 });
	assert_values(grads[1], (double[]){ 1, 4, 9 });
	ct_tensor_free(first_sum);
	ct_tensor_free(sum);
	ct_tensor_free(cube);
	ct_tensor_free(square);
}
END_TEST

START_TEST(graph_is_kept_when_it_is_to_be)
{
	const bool keep = true;
	ct_tensor *sum = sum_of_squares(x), *grad;
	ct_autograd_grad_options options = { 0 };

	options.retain_graph = &keep;
	for (int i = 0; i < 3; i++) {
		OK(ct_autograd_grad(CT_TENSORS(sum), CT_TENSORS(x), &options, &grad));
		ct_tensor_free(grad);
	}
	OK(ct_autograd_grad(CT_TENSORS(sum), CT_TENSORS(x), NULL, &grad));
	ct_tensor_free(grad);
	FAILS_WITH(ct_autograd_grad(CT_TENSORS(sum), CT_TENSORS(x), NULL, &grad), CT_ERROR_RUNTIME,
		   "backward through the graph a second");
	ct_tensor_free(sum);
}
END_TEST

START_TEST(same_input_twice_has_two_gradients)
{
	ct_tensor *sum = sum_of_squares(x), *inputs[] = { x, x }, *grads[2];

	OK(ct_autograd_grad(CT_TENSORS(sum), CT_TENSORS_OF(inputs, 2), NULL, grads));
	assert_values(grads[0], (double[]){ 2, 4, 6 });
	assert_values(grads[1], (double[]){ 2, 4, 6 });
	ct_tensor_free(sum);
}
END_TEST

START_TEST(zeros_stand_for_unused_inputs_and_can_be_differentiated)
{
	ct_tensor *sum = sum_of_squares(x), *inputs[] = { x, y }, *grads[2];
	ct_autograd_grad_options options = { 0 };

	options.materialize_grads = options.create_graph = true;
	OK(ct_autograd_grad(CT_TENSORS(sum), CT_TENSORS_OF(inputs, 2), &options, grads));
	ck_assert(ct_tensor_requires_grad(grads[1]));
	assert_values(grads[0], (double[]){ 2, 4, 6 });
	assert_values(grads[1], (double[]){ 0, 0, 0 });
	ct_tensor_free(sum);
}
END_TEST

START_TEST(results_belong_to_the_scope)
{
	ct_tensor *sum = sum_of_squares(x), *inputs[] = { x, y }, *grads[2];
	ct_autograd_grad_options options = { 0 };

	options.allow_unused = true;
	{
		CT_SCOPE;
		OK(ct_autograd_grad(CT_TENSORS(sum), CT_TENSORS_OF(inputs, 2), &options, grads));
		ck_assert_ptr_nonnull(grads[0]);
		ck_assert_ptr_null(grads[1]);
	}
	ct_tensor_free(sum);
}
END_TEST

START_TEST(nothing_is_written_on_an_error)
{
	ct_tensor *sum = sum_of_squares(x), *inputs[] = { x, y };
	ct_tensor *grads[] = { UNTOUCHED, UNTOUCHED };

	FAILS_WITH(ct_autograd_grad(CT_TENSORS(sum), CT_TENSORS_OF(inputs, 2), NULL, grads),
		   CT_ERROR_RUNTIME,
		   "The differentiated Tensor at index 1 appears to not have been used");
	ck_assert_ptr_eq(grads[0], UNTOUCHED);
	ck_assert_ptr_eq(grads[1], UNTOUCHED);
	ct_tensor_free(sum);
}
END_TEST

START_TEST(what_does_not_fit_is_refused)
{
	ct_tensor *sum = sum_of_squares(x), *none = NULL, *grad = UNTOUCHED;
	ct_autograd_grad_options options = { 0 };

	FAILS(ct_autograd_grad(CT_NO_TENSORS, CT_TENSORS(x), NULL, &grad),
	      "ArgumentError: ct_autograd_grad: argument 1 (outputs) must not be empty");
	FAILS(ct_autograd_grad(CT_TENSORS(sum), CT_NO_TENSORS, NULL, &grad),
	      "ArgumentError: ct_autograd_grad: argument 2 (inputs) must not be empty");
	FAILS(ct_autograd_grad(CT_TENSORS_OF(&sum, -1), CT_TENSORS(x), NULL, &grad),
	      "ArgumentError: ct_autograd_grad: argument 1 (outputs): length is -1, but must not "
	      "be negative");
	FAILS(ct_autograd_grad(CT_TENSORS(sum), CT_TENSORS(none), NULL, &grad),
	      "ArgumentError: ct_autograd_grad: argument 2 (inputs): element 0 must not be NULL");
	FAILS(ct_autograd_grad(CT_TENSORS(sum), CT_TENSORS(x), NULL, NULL),
	      "ArgumentError: ct_autograd_grad: argument 4 (grads) must not be NULL");
	options.grad_outputs = (ct_tensor *[]){ sum, sum };
	options.grad_outputs_len = 2;
	FAILS(ct_autograd_grad(CT_TENSORS(sum), CT_TENSORS(x), &options, &grad),
	      "ArgumentError: ct_autograd_grad: argument 3 (options: grad_outputs): length is 2, "
	      "expected 1 (one for each differentiated tensor)");
	options.grad_outputs = NULL;
	FAILS(ct_autograd_grad(CT_TENSORS(sum), CT_TENSORS(x), &options, &grad),
	      "ArgumentError: ct_autograd_grad: argument 3 (options: grad_outputs) must not be "
	      "NULL, since its length is 2");
	ck_assert_ptr_eq(grad, UNTOUCHED);
	ct_tensor_free(sum);
}
END_TEST

Suite *grad_suite(void)
{
	Suite *suite = suite_create("grad");
	TCase *tests = tests_of("grad");

	tcase_add_checked_fixture(tests, make_leaves, free_leaves);
	tcase_add_test(tests, grad_leaves_the_leaves_alone);
	tcase_add_test(tests, recorded_gradients_are_differentiated_again);
	tcase_add_test(tests, graph_is_kept_when_it_is_to_be);
	tcase_add_test(tests, same_input_twice_has_two_gradients);
	tcase_add_test(tests, zeros_stand_for_unused_inputs_and_can_be_differentiated);
	tcase_add_test(tests, results_belong_to_the_scope);
	tcase_add_test(tests, nothing_is_written_on_an_error);
	tcase_add_test(tests, what_does_not_fit_is_refused);
	suite_add_tcase(suite, tests);
	return suite;
}
