/*
 * Backward, with gradients computed by hand, and what autograd knows about a tensor.
 */
#include "support.h"

static ct_tensor *x;

/* A leaf with the values 1, 2, 3. */
static void make_leaf(void)
{
	x = leaf(1, 2, 3);
}

static void free_leaf(void)
{
	ct_tensor_free(x);
	ct_autograd_set_grad_enabled(true);
}

START_TEST(gradient_of_the_sum_of_squares_is_twice_x)
{
	ct_tensor *sum = sum_of_squares(x);

	ck_assert(ct_tensor_requires_grad(sum));
	ck_assert(!ct_tensor_is_leaf(sum));
	OK(ct_tensor_backward(sum));
	assert_gradient(x, (double[]){ 2, 4, 6 });
	ct_tensor_free(sum);
}
END_TEST

START_TEST(gradients_accumulate_until_they_are_removed)
{
	ct_tensor *sum, *grad = UNTOUCHED;

	for (int i = 0; i < 2; i++) {
		sum = sum_of_squares(x);
		OK(ct_tensor_backward(sum));
		ct_tensor_free(sum);
	}
	assert_gradient(x, (double[]){ 4, 8, 12 });
	OK(ct_tensor_set_grad(x, NULL));
	OK(ct_tensor_grad(x, &grad));
	ck_assert_ptr_null(grad);
}
END_TEST

START_TEST(second_backward_needs_a_retained_graph)
{
	const bool retain = true;
	ct_tensor *sum = sum_of_squares(x);

	OK(ct_tensor_backward_with(sum, NULL, &retain, false, CT_NO_TENSORS));
	OK(ct_tensor_backward(sum));
	assert_gradient(x, (double[]){ 4, 8, 12 });
	FAILS_WITH(ct_tensor_backward(sum), CT_ERROR_RUNTIME,
		   "backward through the graph a second");
	ct_tensor_free(sum);
}
END_TEST

START_TEST(backward_of_several_numbers_needs_a_gradient)
{
	ct_tensor *squares, *weights = vector(3, (const float[]){ 1, 10, 100 });

	OK(ct_mul_Tensor(x, x, &squares));
	FAILS_WITH(ct_tensor_backward(squares), CT_ERROR_RUNTIME,
		   "grad can be implicitly created only for scalar outputs");
	OK(ct_tensor_backward_with(squares, weights, NULL, false, CT_NO_TENSORS));
	assert_gradient(x, (double[]){ 2, 40, 600 });
	ct_tensor_free(weights);
	ct_tensor_free(squares);
}
END_TEST

/* d(x^2)/dx = 2x; its sum, differentiated again, gives 2. */
START_TEST(recorded_gradient_can_be_differentiated)
{
	ct_tensor *sum = sum_of_squares(x), *grad, *grad_sum;

	OK(ct_tensor_backward_with(sum, NULL, NULL, true, CT_NO_TENSORS));
	OK(ct_tensor_grad(x, &grad));
	ck_assert(ct_tensor_requires_grad(grad));
	OK(ct_sum(grad, CT_DTYPE_NONE, &grad_sum));
	OK(ct_tensor_set_grad(x, NULL));
	OK(ct_tensor_backward(grad_sum));
	assert_gradient(x, (double[]){ 2, 2, 2 });
	/* A gradient with a graph refers to its own leaf; only this breaks the cycle. */
	OK(ct_tensor_set_grad(x, NULL));
	ct_tensor_free(grad_sum);
	ct_tensor_free(grad);
	ct_tensor_free(sum);
}
END_TEST

START_TEST(inputs_limit_what_gets_a_gradient)
{
	ct_tensor *other = vector(3, (const float[]){ 5, 5, 5 }), *product, *sum, *grad = UNTOUCHED;

	OK(ct_tensor_set_requires_grad(other, true));
	OK(ct_mul_Tensor(x, other, &product));
	OK(ct_sum(product, CT_DTYPE_NONE, &sum));
	OK(ct_tensor_backward_with(sum, NULL, NULL, false, CT_TENSORS(other)));
	assert_gradient(other, (double[]){ 1, 2, 3 });
	OK(ct_tensor_grad(x, &grad));
	ck_assert_ptr_null(grad);
	FAILS(ct_tensor_backward_with(sum, NULL, NULL, false, CT_TENSORS_OF(&other, 0)),
	      "ArgumentError: ct_tensor_backward_with: argument 5 (inputs) must not be empty; "
	      "pass NULL for all leaves");
	ct_tensor_free(product);
	ct_tensor_free(sum);
	ct_tensor_free(other);
}
END_TEST

START_TEST(backward_without_a_graph_is_an_error)
{
	ct_tensor *plain = number(1);

	FAILS_WITH(ct_tensor_backward(plain), CT_ERROR_RUNTIME,
		   "element 0 of tensors does not require grad");
	FAILS(ct_tensor_backward(NULL),
	      "ArgumentError: ct_tensor_backward: argument 1 (self) must not be NULL");
	ct_tensor_free(plain);
}
END_TEST

START_TEST(only_floating_point_leaves_require_grad)
{
	ct_tensor *integers, *sum = sum_of_squares(x);

	OK(ct_tensor_from_data((const int64_t[]){ 1 }, CT_INT64, CT_L(1), &integers));
	FAILS_WITH(ct_tensor_set_requires_grad(integers, true), CT_ERROR_RUNTIME,
		   "only Tensors of floating point dtype can require gradients");
	FAILS_WITH(ct_tensor_set_requires_grad(sum, false), CT_ERROR_RUNTIME,
		   "you can only change requires_grad flags of leaf variables");
	OK(ct_tensor_set_requires_grad(x, false));
	ck_assert(!ct_tensor_requires_grad(x));
	ct_tensor_free(integers);
	ct_tensor_free(sum);
}
END_TEST

/* expected_errors.c tests gradients that do not fit; their errors have Python's texts. */
START_TEST(gradient_may_be_sparse)
{
	ct_tensor *sparse, *grad;

	OK(ct_zeros((int64_t[]){ 3 }, 1, CT_FLOAT32, CT_SPARSE_COO, CT_DEVICE_NONE, NULL, &sparse));
	OK(ct_tensor_set_grad(x, sparse));
	OK(ct_tensor_grad(x, &grad));
	ck_assert_ptr_eq(grad, sparse);
	ct_tensor_free(grad);
	ct_tensor_free(sparse);
}
END_TEST

START_TEST(backward_of_several_goes_through_the_graph_once)
{
	ct_tensor *square = product(x, x), *sums[] = { sum_of(square), times(square, 3) };
	ct_tensor *weights = vector(3, (const float[]){ 1, 10, 100 }),
		  *gradients[] = { NULL, weights };

	OK(ct_autograd_backward_tensors(CT_TENSORS_OF(sums, 2), CT_TENSORS_OF(gradients, 2), NULL,
					false, CT_NO_TENSORS));
	/* 2x (1 + 3 weights) */
	assert_gradient(x, (double[]){ 8, 124, 1806 });
	ct_tensor_free(sums[0]);
	ct_tensor_free(sums[1]);
	ct_tensor_free(square);
	ct_tensor_free(weights);
}
END_TEST

START_TEST(backward_of_several_without_gradients_wants_numbers)
{
	ct_tensor *sums[] = { sum_of_squares(x), times(x, 2) };

	FAILS_WITH(ct_autograd_backward_tensors(CT_TENSORS_OF(sums, 2), CT_NO_TENSORS, NULL, false,
						CT_NO_TENSORS),
		   CT_ERROR_RUNTIME, "grad can be implicitly created only for scalar outputs");
	OK(ct_autograd_backward_tensors(CT_TENSORS_OF(sums, 1), CT_NO_TENSORS, NULL, false,
					CT_TENSORS(x)));
	assert_gradient(x, (double[]){ 2, 4, 6 });
	ct_tensor_free(sums[0]);
	ct_tensor_free(sums[1]);
}
END_TEST

START_TEST(backward_of_several_refuses_what_does_not_fit)
{
	ct_tensor *sum = sum_of_squares(x), *none = NULL;

	FAILS(ct_autograd_backward_tensors(CT_NO_TENSORS, CT_NO_TENSORS, NULL, false,
					   CT_NO_TENSORS),
	      "ArgumentError: ct_autograd_backward_tensors: argument 1 (tensors) must not be "
	      "empty");
	FAILS(ct_autograd_backward_tensors(CT_TENSORS_OF(NULL, 2), CT_NO_TENSORS, NULL, false,
					   CT_NO_TENSORS),
	      "ArgumentError: ct_autograd_backward_tensors: argument 1 (tensors) must not be NULL, "
	      "since its length is 2");
	FAILS(ct_autograd_backward_tensors(CT_TENSORS(none), CT_NO_TENSORS, NULL, false,
					   CT_NO_TENSORS),
	      "ArgumentError: ct_autograd_backward_tensors: argument 1 (tensors): element 0 must "
	      "not be NULL");
	FAILS(ct_autograd_backward_tensors(CT_TENSORS(sum), CT_TENSORS(NULL, NULL), NULL, false,
					   CT_NO_TENSORS),
	      "ArgumentError: ct_autograd_backward_tensors: argument 2 (gradients): length is 2, "
	      "expected 1 (one for each differentiated tensor)");
	FAILS(ct_autograd_backward_tensors(CT_TENSORS(sum), CT_TENSORS_OF(NULL, -1), NULL, false,
					   CT_NO_TENSORS),
	      "ArgumentError: ct_autograd_backward_tensors: argument 2 (gradients): length is "
	      "-1, but must not be negative");
	FAILS(ct_autograd_backward_tensors(CT_TENSORS(sum), CT_NO_TENSORS, NULL, false,
					   CT_TENSORS_OF(&sum, 0)),
	      "ArgumentError: ct_autograd_backward_tensors: argument 5 (inputs) must not be "
	      "empty; pass NULL for all leaves");
	ct_tensor_free(sum);
}
END_TEST

/* --- What autograd knows about a tensor ------------------------------------------------------ */

START_TEST(version_counts_writes_and_views_share_it)
{
	ct_tensor *plain = vector(3, (const float[]){ 1, 2, 3 }), *view;
	int64_t version = -1;

	OK(ct_tensor_version(plain, &version));
	ck_assert_int_eq(version, 0);
	OK(ct_narrow(plain, 0, 0, 2, &view));
	OK(ct_mul__Scalar(view, ct_scalar_int(2), NULL));
	OK(ct_mul__Scalar(plain, ct_scalar_int(2), NULL));
	OK(ct_tensor_version(plain, &version));
	ck_assert_int_eq(version, 2);
	OK(ct_tensor_version(view, &version));
	ck_assert_int_eq(version, 2);
	OK(ct_tensor_version(view, NULL));
	FAILS(ct_tensor_version(NULL, &version),
	      "ArgumentError: ct_tensor_version: argument 1 (self) must not be NULL");
	ct_tensor_free(view);
	ct_tensor_free(plain);
}
END_TEST

START_TEST(gradient_stays_in_a_step_between_when_it_is_asked_to)
{
	ct_tensor *square = product(x, x), *sum = sum_of(square), *grad = UNTOUCHED;

	ck_assert(!ct_tensor_retains_grad(square));
	OK(ct_tensor_retain_grad(square));
	ck_assert(ct_tensor_retains_grad(square));
	OK(ct_tensor_retain_grad(x));
	ck_assert(!ct_tensor_retains_grad(x));
	OK(ct_tensor_backward(sum));
	assert_gradient(square, (double[]){ 1, 1, 1 });
	OK(ct_tensor_grad(sum, &grad));
	ck_assert_ptr_null(grad);
	ct_tensor_free(sum);
	ct_tensor_free(square);
}
END_TEST

START_TEST(results_of_one_operation_are_numbered)
{
	ct_tensor *step = times(x, 1), **pieces;
	int64_t n;

	OK(ct_unbind_int(step, 0, &pieces, &n));
	for (int64_t i = 0; i < n; i++)
		ck_assert_int_eq(ct_tensor_output_nr(pieces[i]), i);
	ck_assert_int_eq(ct_tensor_output_nr(x), 0);
	ck_assert_int_eq(ct_tensor_output_nr(NULL), -1);
	ct_tensors_free(pieces, n);
	ct_tensor_free(step);
}
END_TEST

START_TEST(detached_tensor_shares_memory_and_has_no_history)
{
	ct_tensor *square = product(x, x), *detached;

	OK(ct_detach(square, &detached));
	ck_assert(!ct_tensor_requires_grad(detached));
	ck_assert(ct_tensor_is_leaf(detached));
	ck_assert_ptr_eq(ct_tensor_data(detached), ct_tensor_data(square));
	OK(ct_detach_(square, NULL));
	ck_assert(ct_tensor_is_leaf(square));
	ck_assert(!ct_tensor_requires_grad(square));
	ct_tensor_free(detached);
	ct_tensor_free(square);
}
END_TEST

START_TEST(null_is_none_of_this)
{
	ck_assert(!ct_tensor_retains_grad(NULL));
	ck_assert(!ct_tensor_is_inference(NULL));
	FAILS(ct_tensor_retain_grad(NULL),
	      "ArgumentError: ct_tensor_retain_grad: argument 1 (self) must not be NULL");
}
END_TEST

Suite *backward_suite(void)
{
	Suite *suite = suite_create("backward");
	TCase *tests = tests_of("backward");

	tcase_add_checked_fixture(tests, make_leaf, free_leaf);
	tcase_add_test(tests, gradient_of_the_sum_of_squares_is_twice_x);
	tcase_add_test(tests, gradients_accumulate_until_they_are_removed);
	tcase_add_test(tests, second_backward_needs_a_retained_graph);
	tcase_add_test(tests, backward_of_several_numbers_needs_a_gradient);
	tcase_add_test(tests, recorded_gradient_can_be_differentiated);
	tcase_add_test(tests, inputs_limit_what_gets_a_gradient);
	tcase_add_test(tests, backward_without_a_graph_is_an_error);
	tcase_add_test(tests, only_floating_point_leaves_require_grad);
	tcase_add_test(tests, gradient_may_be_sparse);
	tcase_add_test(tests, backward_of_several_goes_through_the_graph_once);
	tcase_add_test(tests, backward_of_several_without_gradients_wants_numbers);
	tcase_add_test(tests, backward_of_several_refuses_what_does_not_fit);
	tcase_add_test(tests, version_counts_writes_and_views_share_it);
	tcase_add_test(tests, gradient_stays_in_a_step_between_when_it_is_asked_to);
	tcase_add_test(tests, results_of_one_operation_are_numbered);
	tcase_add_test(tests, detached_tensor_shares_memory_and_has_no_history);
	tcase_add_test(tests, null_is_none_of_this);
	suite_add_tcase(suite, tests);
	return suite;
}
