/*
 * Differentiation, with gradients that one computes by hand.
 */
#include "support.h"

static ct_tensor *x;

/* A leaf with the values 1, 2, 3. */
static void make_leaf(void)
{
	x = vector(3, (const float[]){ 1, 2, 3 });
	OK(ct_tensor_set_requires_grad(x, true));
}

static void free_leaf(void)
{
	ct_tensor_free(x);
	ct_autograd_set_grad_enabled(true);
}

/* sum(x * x) */
static ct_tensor *sum_of_squares(void)
{
	ct_tensor *squares, *sum;

	OK(ct_mul_Tensor(x, x, &squares));
	OK(ct_sum(squares, CT_DTYPE_NONE, &sum));
	ct_tensor_free(squares);
	return sum;
}

static void assert_gradient(const ct_tensor *leaf, const double *values)
{
	ct_tensor *grad;

	OK(ct_tensor_grad(leaf, &grad));
	assert_floats(grad, (int64_t[]){ 3, -1 }, values);
	ct_tensor_free(grad);
}

START_TEST(gradient_of_the_sum_of_squares_is_twice_x)
{
	ct_tensor *sum = sum_of_squares();

	ck_assert(ct_tensor_requires_grad(sum));
	ck_assert(!ct_tensor_is_leaf(sum));
	OK(ct_autograd_backward(sum));
	assert_gradient(x, (double[]){ 2, 4, 6 });
	ct_tensor_free(sum);
}
END_TEST

START_TEST(gradients_accumulate_until_they_are_removed)
{
	ct_tensor *sum, *grad = UNTOUCHED;

	for (int i = 0; i < 2; i++) {
		sum = sum_of_squares();
		OK(ct_autograd_backward(sum));
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
	ct_tensor *sum = sum_of_squares();

	OK(ct_autograd_backward_with(sum, NULL, &retain, false, NULL, 0));
	OK(ct_autograd_backward(sum));
	assert_gradient(x, (double[]){ 4, 8, 12 });
	FAILS_WITH(ct_autograd_backward(sum), CT_ERROR_RUNTIME,
		   "backward through the graph a second");
	ct_tensor_free(sum);
}
END_TEST

START_TEST(backward_of_several_numbers_needs_a_gradient)
{
	ct_tensor *squares, *weights = vector(3, (const float[]){ 1, 10, 100 });

	OK(ct_mul_Tensor(x, x, &squares));
	FAILS_WITH(ct_autograd_backward(squares), CT_ERROR_RUNTIME,
		   "grad can be implicitly created only for scalar outputs");
	OK(ct_autograd_backward_with(squares, weights, NULL, false, NULL, 0));
	assert_gradient(x, (double[]){ 2, 40, 600 });
	ct_tensor_free(weights);
	ct_tensor_free(squares);
}
END_TEST

/* d(x^2)/dx = 2x, and differentiated once more, summed: 2. */
START_TEST(recorded_gradient_can_be_differentiated)
{
	ct_tensor *sum = sum_of_squares(), *grad, *grad_sum;

	OK(ct_autograd_backward_with(sum, NULL, NULL, true, NULL, 0));
	OK(ct_tensor_grad(x, &grad));
	ck_assert(ct_tensor_requires_grad(grad));
	OK(ct_sum(grad, CT_DTYPE_NONE, &grad_sum));
	OK(ct_tensor_set_grad(x, NULL));
	OK(ct_autograd_backward(grad_sum));
	assert_gradient(x, (double[]){ 2, 2, 2 });
	/* A gradient with a graph refers to its own leaf: a cycle, which only this breaks. */
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
	OK(ct_autograd_backward_with(sum, NULL, NULL, false, &other, 1));
	assert_gradient(other, (double[]){ 1, 2, 3 });
	OK(ct_tensor_grad(x, &grad));
	ck_assert_ptr_null(grad);
	FAILS(ct_autograd_backward_with(sum, NULL, NULL, false, &other, 0),
	      "ArgumentError: ct_autograd_backward_with: argument 5 (inputs) must not be empty; "
	      "NULL stands for all leaves");
	ct_tensor_free(product);
	ct_tensor_free(sum);
	ct_tensor_free(other);
}
END_TEST

START_TEST(backward_without_a_graph_is_an_error)
{
	ct_tensor *plain = number(1);

	FAILS_WITH(ct_autograd_backward(plain), CT_ERROR_RUNTIME,
		   "element 0 of tensors does not require grad");
	FAILS(ct_autograd_backward(NULL),
	      "ArgumentError: ct_autograd_backward: argument 1 (self) must not be NULL");
	ct_tensor_free(plain);
}
END_TEST

START_TEST(only_floating_point_leaves_require_grad)
{
	ct_tensor *integers, *sum = sum_of_squares();

	OK(ct_tensor_from_data((const int64_t[]){ 1 }, CT_INT64, (int64_t[]){ 1 }, 1, &integers));
	FAILS_WITH(ct_tensor_set_requires_grad(integers, true), CT_ERROR_RUNTIME,
		   "floating point and complex dtype can require gradients");
	FAILS_WITH(ct_tensor_set_requires_grad(sum, false), CT_ERROR_RUNTIME,
		   "you can only change requires_grad flags of leaf variables");
	OK(ct_tensor_set_requires_grad(x, false));
	ck_assert(!ct_tensor_requires_grad(x));
	ct_tensor_free(integers);
	ct_tensor_free(sum);
}
END_TEST

START_TEST(gradient_must_fit_its_tensor)
{
	ct_tensor *longer = vector(4, (const float[]){ 1, 1, 1, 1 }), *integers, *elsewhere;

	OK(ct_tensor_from_data((const int64_t[]){ 1, 2, 3 }, CT_INT64, (int64_t[]){ 3 }, 1,
			       &integers));
	FAILS(ct_tensor_set_grad(x, longer),
	      "ArgumentError: ct_tensor_set_grad: argument 2 (grad): its shape is not the "
	      "tensor's");
	FAILS(ct_tensor_set_grad(x, integers), "ArgumentError: ct_tensor_set_grad: argument 2 "
					       "(grad): its dtype is Long, the tensor's is Float");
	OK(ct_zeros((int64_t[]){ 3 }, 1, CT_FLOAT32, CT_LAYOUT_NONE,
		    CT_DEVICE(CT_DEVICE_TYPE_META, -1), NULL, &elsewhere));
	FAILS(ct_tensor_set_grad(x, elsewhere), "ArgumentError: ct_tensor_set_grad: argument 2 "
						"(grad): its device is meta, the tensor's is cpu");
	FAILS(ct_tensor_set_grad(x, x), "ArgumentError: ct_tensor_set_grad: argument 2 (grad): a "
					"tensor cannot be its own gradient");
	ct_tensor_free(longer);
	ct_tensor_free(integers);
	ct_tensor_free(elsewhere);
}
END_TEST

START_TEST(mode_tells_what_it_was)
{
	ck_assert(ct_autograd_is_grad_enabled());
	ck_assert(ct_autograd_set_grad_enabled(false));
	ck_assert(!ct_autograd_is_grad_enabled());
	ck_assert(!ct_autograd_set_grad_enabled(true));
	ck_assert(ct_autograd_is_grad_enabled());
}
END_TEST

/* The formatter does not know that CT_NO_GRAD begins a block. */
/* clang-format off */
START_TEST(nothing_is_recorded_in_a_no_grad_block)
{
	ct_tensor *sum = NULL;
	int runs = 0;

	CT_NO_GRAD {
		sum = sum_of_squares();
		runs++;
	}
	ck_assert_int_eq(runs, 1);
	ck_assert(!ct_tensor_requires_grad(sum));
	ck_assert(ct_autograd_is_grad_enabled());
	ct_tensor_free(sum);
}
END_TEST

static ct_error fail_in_block(void)
{
	CT_NO_GRAD
		CT_TRY(ct_error_new_text(CT_ERROR_VALUE, NULL, "inside"));
	return NULL;
}

static void leave_by_goto(void)
{
	CT_NO_GRAD {
		goto out;
	}
out:
	ck_assert(ct_autograd_is_grad_enabled());
}

START_TEST(block_restores_the_mode_however_it_is_left)
{
	FAILS(fail_in_block(), "ValueError: inside");
	ck_assert(ct_autograd_is_grad_enabled());
	leave_by_goto();
	CT_NO_GRAD {
		break;
	}
	ck_assert(ct_autograd_is_grad_enabled());
	CT_NO_GRAD {
		continue;
	}
	ck_assert(ct_autograd_is_grad_enabled());
}
END_TEST

START_TEST(blocks_nest)
{
	CT_NO_GRAD {
		CT_NO_GRAD {
			ck_assert(!ct_autograd_is_grad_enabled());
		}
		ck_assert(!ct_autograd_is_grad_enabled());
		ct_autograd_set_grad_enabled(true);
	}
	ck_assert(ct_autograd_is_grad_enabled());
	ct_autograd_set_grad_enabled(false);
	CT_NO_GRAD {
	}
	ck_assert(!ct_autograd_is_grad_enabled());
}
END_TEST

/* clang-format on */

Suite *autograd_suite(void)
{
	Suite *suite = suite_create("autograd");
	TCase *tests = tests_of("autograd");

	tcase_add_checked_fixture(tests, make_leaf, free_leaf);
	tcase_add_test(tests, gradient_of_the_sum_of_squares_is_twice_x);
	tcase_add_test(tests, gradients_accumulate_until_they_are_removed);
	tcase_add_test(tests, second_backward_needs_a_retained_graph);
	tcase_add_test(tests, backward_of_several_numbers_needs_a_gradient);
	tcase_add_test(tests, recorded_gradient_can_be_differentiated);
	tcase_add_test(tests, inputs_limit_what_gets_a_gradient);
	tcase_add_test(tests, backward_without_a_graph_is_an_error);
	tcase_add_test(tests, only_floating_point_leaves_require_grad);
	tcase_add_test(tests, gradient_must_fit_its_tensor);
	tcase_add_test(tests, mode_tells_what_it_was);
	tcase_add_test(tests, nothing_is_recorded_in_a_no_grad_block);
	tcase_add_test(tests, block_restores_the_mode_however_it_is_left);
	tcase_add_test(tests, blocks_nest);
	suite_add_tcase(suite, tests);
	return suite;
}
