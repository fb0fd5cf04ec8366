/*
 * Derivatives of functions: arguments, callbacks that fail, handles, what stays unchanged.
 */
#include "derivatives_support.h"

static ct_tensor *x;

static void make_input(void)
{
	x = numbers(3, (const double[]){ 1, 2, 3 });
}

static void drop_input(void)
{
	ct_tensor_free(x);
}

/* --- Functions -------------------------------------------------------------------------------- */

static ct_error square(ct_tensor *const *inputs, int64_t inputs_len, void *context,
		       ct_tensor **outputs, int64_t outputs_len)
{
	(void)inputs_len, (void)context, (void)outputs_len;
	return ct_mul_Tensor(inputs[0], inputs[0], &outputs[0]);
}

static ct_error sum_of_cubes(ct_tensor *const *inputs, int64_t inputs_len, void *context,
			     ct_tensor **outputs, int64_t outputs_len)
{
	ct_tensor *cube;

	(void)inputs_len, (void)context, (void)outputs_len;
	CT_TRY(ct_pow_Tensor_Scalar(inputs[0], ct_scalar_int(3), &cube));
	return ct_sum(cube, CT_DTYPE_NONE, &outputs[0]);
}

/* Fails when its context has counted down to 0. */
static ct_error fails_later(ct_tensor *const *inputs, int64_t inputs_len, void *context,
			    ct_tensor **outputs, int64_t outputs_len)
{
	if ((*(int *)context)-- == 0)
		return ct_error_new(CT_ERROR_VALUE, "fails_later", "not this time");
	return sum_of_cubes(inputs, inputs_len, NULL, outputs, outputs_len);
}

static ct_error sets_nothing(ct_tensor *const *inputs, int64_t inputs_len, void *context,
			     ct_tensor **outputs, int64_t outputs_len)
{
	(void)inputs, (void)inputs_len, (void)context, (void)outputs, (void)outputs_len;
	return NULL;
}

static ct_error as_it_is(ct_tensor *const *inputs, int64_t inputs_len, void *context,
			 ct_tensor **outputs, int64_t outputs_len)
{
	(void)inputs_len, (void)context, (void)outputs_len;
	outputs[0] = inputs[0];
	return NULL;
}

static ct_error opens_a_scope(ct_tensor *const *inputs, int64_t inputs_len, void *context,
			      ct_tensor **outputs, int64_t outputs_len)
{
	CT_SCOPE;
	CT_TRY(sum_of_cubes(inputs, inputs_len, context, outputs, outputs_len));
	ct_scope_move_up(outputs[0]);
	return NULL;
}

static ct_error opens_a_level(ct_tensor *const *inputs, int64_t inputs_len, void *context,
			      ct_tensor **outputs, int64_t outputs_len)
{
	/* clang-format off */
	CT_DUAL_LEVEL {
		CT_TRY(square(inputs, inputs_len, context, outputs, outputs_len));
	}
	/* clang-format on */
	return NULL;
}

/* Multiplies the last input by the first one, in place. */
static ct_error multiply_in_place(ct_tensor *const *inputs, int64_t inputs_len, void *context,
				  ct_tensor **outputs, int64_t outputs_len)
{
	(void)outputs_len, (void)context;
	outputs[0] = inputs[inputs_len - 1];
	return ct_mul__Tensor(outputs[0], inputs[0], NULL);
}

/* --- Values ----------------------------------------------------------------------------------- */

START_TEST(inputs_and_their_gradients_stay_as_they_are)
{
	CT_SCOPE;
	ct_functional_options options = { 0 };
	ct_tensor *jacobian, *output, *product, *grad;
	int64_t version;

	OK(ct_tensor_set_requires_grad(x, true));
	OK(ct_functional_jacobian(square, NULL, CT_TENSORS(x), 1, NULL, &jacobian));
	OK(ct_functional_hvp(sum_of_cubes, NULL, CT_TENSORS(x), CT_TENSORS(x), NULL, &output,
			     &product));
	options.strategy = CT_FUNCTIONAL_FORWARD_MODE;
	OK(ct_functional_jacobian(square, NULL, CT_TENSORS(x), 1, &options, &jacobian));
	OK(ct_tensor_grad(x, &grad));
	ck_assert_ptr_null(grad);
	OK(ct_tensor_version(x, &version));
	ck_assert_int_eq(version, 0);
	ck_assert(ct_tensor_requires_grad(x));
	ck_assert(!ct_tensor_requires_grad(jacobian));
	ck_assert(!ct_tensor_requires_grad(product));
	assert_floats(product, (const int64_t[]){ 3, -1 }, (const double[]){ 6, 24, 54 });
}
END_TEST

/* The function overwrites y with x * y. */
START_TEST(function_in_forward_mode_may_write_to_its_inputs)
{
	CT_SCOPE;
	ct_functional_options options = { 0 };
	ct_tensor *y = numbers(3, (const double[]){ 4, 5, 6 });
	ct_tensor *both[] = { x, y }, *jacobians[2];

	options.strategy = CT_FUNCTIONAL_FORWARD_MODE;
	OK(ct_functional_jacobian(multiply_in_place, NULL, CT_TENSORS_OF(both, 2), 1, &options,
				  jacobians));
	assert_floats(jacobians[0], (const int64_t[]){ 3, 3, -1 },
		      (const double[]){ 4, 0, 0, 0, 5, 0, 0, 0, 6 });
	assert_floats(jacobians[1], (const int64_t[]){ 3, 3, -1 },
		      (const double[]){ 1, 0, 0, 0, 2, 0, 0, 0, 3 });
	assert_floats(x, (const int64_t[]){ 3, -1 }, (const double[]){ 1, 2, 3 });
	assert_floats(y, (const int64_t[]){ 3, -1 }, (const double[]){ 4, 5, 6 });
}
END_TEST

/* The in-place operation gives the same error for a leaf. */
START_TEST(hessian_of_a_function_that_writes_to_its_input_is_an_error)
{
	CT_SCOPE;
	ct_functional_options options = { 0 };
	ct_tensor *one = numbers(1, (const double[]){ 2 }), *hessian;

	options.strategy = CT_FUNCTIONAL_FORWARD_MODE;
	FAILS_WITH(
		ct_functional_hessian(multiply_in_place, NULL, CT_TENSORS(one), &options, &hessian),
		CT_ERROR_RUNTIME, "is being used in an in-place operation");
	assert_floats(one, (const int64_t[]){ 1, -1 }, (const double[]){ 2 });
}
END_TEST

START_TEST(derivatives_are_computed_where_nothing_is_recorded)
{
	CT_SCOPE;
	ct_tensor *jacobian;

	CT_NO_GRAD
	OK(ct_functional_jacobian(square, NULL, CT_TENSORS(x), 1, NULL, &jacobian));
	assert_floats(jacobian, (const int64_t[]){ 3, 3, -1 },
		      (const double[]){ 2, 0, 0, 0, 4, 0, 0, 0, 6 });
}
END_TEST

START_TEST(output_may_be_an_input)
{
	CT_SCOPE;
	ct_tensor *output, *product, *jacobian;

	OK(ct_functional_vjp(as_it_is, NULL, CT_TENSORS(x), 1, CT_TENSORS(x), NULL, &output,
			     &product));
	ck_assert_ptr_ne(output, x);
	assert_floats(product, (const int64_t[]){ 3, -1 }, (const double[]){ 1, 2, 3 });
	OK(ct_functional_jacobian(as_it_is, NULL, CT_TENSORS(x), 1, NULL, &jacobian));
	assert_floats(jacobian, (const int64_t[]){ 3, 3, -1 },
		      (const double[]){ 1, 0, 0, 0, 1, 0, 0, 0, 1 });
}
END_TEST

START_TEST(function_may_open_scopes_of_its_own)
{
	CT_SCOPE;
	ct_tensor *hessian;

	OK(ct_functional_hessian(opens_a_scope, NULL, CT_TENSORS(x), NULL, &hessian));
	assert_floats(hessian, (const int64_t[]){ 3, 3, -1 },
		      (const double[]){ 6, 0, 0, 0, 12, 0, 0, 0, 18 });
}
END_TEST

START_TEST(empty_input_has_an_empty_jacobian_in_either_mode)
{
	CT_SCOPE;
	ct_functional_options options = { 0 };
	const int64_t none = 0;
	ct_tensor *empty, *jacobian;

	OK(ct_ones(&none, 1, CT_FLOAT64, CT_LAYOUT_NONE, CT_DEVICE_NONE, NULL, &empty));
	OK(ct_functional_jacobian(sum_of_cubes, NULL, CT_TENSORS(empty), 1, &options, &jacobian));
	assert_floats(jacobian, (const int64_t[]){ 0, -1 }, NULL);
	options.strategy = CT_FUNCTIONAL_FORWARD_MODE;
	OK(ct_functional_jacobian(sum_of_cubes, NULL, CT_TENSORS(empty), 1, &options, &jacobian));
	assert_floats(jacobian, (const int64_t[]){ 0, -1 }, NULL);
}
END_TEST

/* Without a scope, the caller owns all results; the suite counts handles. */
START_TEST(results_are_new_and_outputs_may_be_dropped)
{
	ct_tensor *results[1], *output;

	OK(ct_functional_vhp(sum_of_cubes, NULL, CT_TENSORS(x), CT_TENSORS(x), NULL, NULL,
			     results));
	ct_tensor_free(results[0]);
	OK(ct_functional_jvp(square, NULL, CT_TENSORS(x), 1, CT_TENSORS(x), NULL, &output,
			     results));
	ct_tensor_free(output);
	ct_tensor_free(results[0]);
	OK(ct_functional_hessian(sum_of_cubes, NULL, CT_TENSORS(x), NULL, results));
	ct_tensor_free(results[0]);
}
END_TEST

/* --- Errors ----------------------------------------------------------------------------------- */

START_TEST(error_of_the_function_is_returned_as_it_is)
{
	ct_functional_options options = { 0 };
	ct_tensor *result = UNTOUCHED, *output = UNTOUCHED;
	int left = 0;

	FAILS(ct_functional_vjp(fails_later, &left, CT_TENSORS(x), 1, CT_NO_TENSORS, NULL, &output,
				&result),
	      "ValueError: not this time");
	options.strategy = CT_FUNCTIONAL_FORWARD_MODE;
	left = 2; /* there are three calls, one for each element */
	FAILS(ct_functional_jacobian(fails_later, &left, CT_TENSORS(x), 1, &options, &result),
	      "ValueError: not this time");
	left = 2;
	FAILS(ct_functional_hessian(fails_later, &left, CT_TENSORS(x), &options, &result),
	      "ValueError: not this time");
	ck_assert_ptr_eq(result, UNTOUCHED);
	ck_assert_ptr_eq(output, UNTOUCHED);
	ck_assert_int_eq(ct_forward_ad_current_level(), -1);
	ck_assert(ct_autograd_is_grad_enabled());
}
END_TEST

START_TEST(function_must_set_its_outputs)
{
	ct_tensor *result = UNTOUCHED;

	FAILS(ct_functional_jacobian(sets_nothing, NULL, CT_TENSORS(x), 1, NULL, &result),
	      "ArgumentError: ct_functional_jacobian: the function did not set output 0");
	ck_assert_ptr_eq(result, UNTOUCHED);
}
END_TEST

START_TEST(forward_mode_wants_the_level_for_itself)
{
	ct_functional_options options = { 0 };
	ct_tensor *result;

	options.strategy = CT_FUNCTIONAL_FORWARD_MODE;
	FAILS_WITH(ct_functional_jacobian(opens_a_level, NULL, CT_TENSORS(x), 1, &options, &result),
		   CT_ERROR_RUNTIME, "Nested forward mode AD is not supported");
	OK(ct_functional_jacobian(opens_a_level, NULL, CT_TENSORS(x), 1, NULL, &result));
	ct_tensor_free(result);
}
END_TEST

/* x^2 + 5y: the gradient by y is constant, so it does not depend on any input. */
static ct_error square_and_five(ct_tensor *const *inputs, int64_t inputs_len, void *context,
				ct_tensor **outputs, int64_t outputs_len)
{
	ct_tensor *five;

	CT_TRY(square(inputs, inputs_len, context, outputs, outputs_len));
	CT_TRY(ct_mul_Scalar(inputs[1], ct_scalar_int(5), &five));
	return ct_add_Tensor(outputs[0], five, ct_scalar_int(1), &outputs[0]);
}

/* Python's text includes the number of the output. */
START_TEST(strict_mode_names_the_input_that_the_jacobian_does_not_depend_on)
{
	CT_SCOPE;
	ct_functional_options options = { 0 };
	ct_tensor *y = numbers(3, (const double[]){ 1, 2, 3 }), *jacobians[2];

	options.strict = options.create_graph = true;
	OK(ct_tensor_set_requires_grad(x, true));
	OK(ct_tensor_set_requires_grad(y, true));
	FAILS(ct_functional_jacobian(square_and_five, NULL, CT_TENSORS(x, y), 1, &options,
				     jacobians),
	      "RuntimeError: The jacobian of the user-provided function is independent of input 1. "
	      "This is not allowed in strict mode when create_graph=True.");
}
END_TEST

START_TEST(wrong_arguments_are_named)
{
	ct_functional_options options = { 0 };
	ct_tensor *result = UNTOUCHED, *missing = NULL;

	FAILS(ct_functional_jacobian(NULL, NULL, CT_TENSORS(x), 1, NULL, &result),
	      "ArgumentError: ct_functional_jacobian: argument 1 (function) must not be NULL");
	FAILS(ct_functional_jacobian(square, NULL, CT_TENSORS_OF(NULL, 1), 1, NULL, &result),
	      "ArgumentError: ct_functional_jacobian: argument 3 (inputs): length must not be "
	      "negative, and the list must not be NULL unless the length is 0");
	FAILS(ct_functional_jacobian(square, NULL, CT_TENSORS(missing), 1, NULL, &result),
	      "ArgumentError: ct_functional_jacobian: argument 3 (inputs): element 0 must not be "
	      "NULL");
	FAILS(ct_functional_hessian(square, NULL, CT_TENSORS_OF(&x, 0), NULL, &result),
	      "ArgumentError: ct_functional_hessian: argument 3 (inputs) must not be empty");
	FAILS(ct_functional_vjp(square, NULL, CT_TENSORS(x), 0, CT_NO_TENSORS, NULL, NULL, &result),
	      "ArgumentError: ct_functional_vjp: argument 4 (output_count) is 0, but must be at "
	      "least 1");
	FAILS_WITH(ct_functional_jacobian(square, NULL, CT_TENSORS(x), INT64_MAX, NULL, &result),
		   CT_ERROR_ARGUMENT,
		   "argument 4 (output_count) is 9223372036854775807, but a function in libtorch "
		   "has at most 4294967295 outputs");
	FAILS(ct_functional_jvp(square, NULL, CT_TENSORS(x), 1, CT_TENSORS(missing), NULL, NULL,
				&result),
	      "ArgumentError: ct_functional_jvp: argument 5 (v): element 0 must not be NULL");
	FAILS(ct_functional_jvp(square, NULL, CT_TENSORS(x), 1, CT_TENSORS_OF(&x, -1), NULL, NULL,
				&result),
	      "ArgumentError: ct_functional_jvp: argument 5 (v): length must not be negative, "
	      "and the list must not be NULL unless the length is 0");
	FAILS(ct_functional_hessian(square, NULL, CT_TENSORS(x), NULL, NULL),
	      "ArgumentError: ct_functional_hessian: argument 5 (hessians) must not be NULL");
	FAILS(ct_functional_vhp(square, NULL, CT_TENSORS(x), CT_NO_TENSORS, NULL, NULL, NULL),
	      "ArgumentError: ct_functional_vhp: argument 7 (results) must not be NULL");
	options.strategy = 2;
	FAILS(ct_functional_jacobian(square, NULL, CT_TENSORS(x), 1, &options, &result),
	      "ArgumentError: ct_functional_jacobian: options: unknown strategy 2 (expected "
	      "CT_FUNCTIONAL_REVERSE_MODE or CT_FUNCTIONAL_FORWARD_MODE)");
	options.strategy = CT_FUNCTIONAL_FORWARD_MODE;
	FAILS(ct_functional_hvp(square, NULL, CT_TENSORS(x), CT_TENSORS(x), &options, NULL,
				&result),
	      "ArgumentError: ct_functional_hvp: options: strategy applies only to Jacobians and "
	      "Hessians; products always use reverse mode");
	ck_assert_ptr_eq(result, UNTOUCHED);
}
END_TEST

START_TEST(errors_know_the_function_that_was_called)
{
	ct_tensor *result;
	ct_error error = ct_functional_hvp(square, NULL, CT_TENSORS(x), CT_TENSORS(x), NULL, NULL,
					   &result);

	ck_assert_str_eq(ct_error_function(error), "ct_functional_hvp");
	ct_error_free(error);
}
END_TEST

Suite *functional_suite(void)
{
	Suite *suite = suite_create("functional");
	TCase *tests = tests_of("functional");

	tcase_add_checked_fixture(tests, make_input, drop_input);
	tcase_add_test(tests, inputs_and_their_gradients_stay_as_they_are);
	tcase_add_test(tests, function_in_forward_mode_may_write_to_its_inputs);
	tcase_add_test(tests, hessian_of_a_function_that_writes_to_its_input_is_an_error);
	tcase_add_test(tests, derivatives_are_computed_where_nothing_is_recorded);
	tcase_add_test(tests, output_may_be_an_input);
	tcase_add_test(tests, function_may_open_scopes_of_its_own);
	tcase_add_test(tests, empty_input_has_an_empty_jacobian_in_either_mode);
	tcase_add_test(tests, results_are_new_and_outputs_may_be_dropped);
	tcase_add_test(tests, error_of_the_function_is_returned_as_it_is);
	tcase_add_test(tests, function_must_set_its_outputs);
	tcase_add_test(tests, forward_mode_wants_the_level_for_itself);
	tcase_add_test(tests, strict_mode_names_the_input_that_the_jacobian_does_not_depend_on);
	tcase_add_test(tests, wrong_arguments_are_named);
	tcase_add_test(tests, errors_know_the_function_that_was_called);
	suite_add_tcase(suite, tests);
	return suite;
}
