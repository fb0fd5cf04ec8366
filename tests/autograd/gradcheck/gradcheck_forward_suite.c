/*
 * Checks of forward mode: errors that they find, compared with PyTorch's, and functions that pass.
 * The functions are those of tests/fixtures/expected/derivatives.py.
 */
#include "gradcheck_support.h"
#include "../steps.h"

static json_t *cases;

static void read_cases(void)
{
	cases = expected_cases("derivatives");
}

/* Also closes a level that a failing test left open. */
static void drop_cases(void)
{
	json_decref(cases);
	ct_error_free(ct_forward_ad_leave_dual_level(NULL));
}

/* --- Functions -------------------------------------------------------------------------------- */

static ct_error twice(ct_function_context *context, ct_tensor *const *given, ct_tensor **results)
{
	(void)context;
	return ct_mul_Scalar(given[0], ct_scalar_int(2), &results[0]);
}

static ct_error square_forward(ct_function_context *context, ct_tensor *const *inputs,
			       ct_tensor **outputs)
{
	CT_TRY(ct_function_save_for_backward(context, CT_TENSORS_OF(inputs, 1)));
	CT_TRY(ct_function_save_for_forward(context, CT_TENSORS_OF(inputs, 1)));
	return ct_mul_Tensor(inputs[0], inputs[0], &outputs[0]);
}

static ct_error square_backward(ct_function_context *context, ct_tensor *const *grads,
				ct_tensor **results)
{
	ct_tensor *x, *conj;

	CT_TRY(ct_function_saved_tensors(context, &x, 1));
	CT_TRY(ct_mul_Scalar(x, ct_scalar_int(2), &x));
	CT_TRY(ct_conj(x, &conj));
	return ct_mul_Tensor(grads[0], conj, &results[0]);
}

static ct_error detached_backward(ct_function_context *context, ct_tensor *const *grads,
				  ct_tensor **results)
{
	ct_tensor *x;

	CT_TRY(ct_function_saved_tensors(context, &x, 1));
	CT_TRY(ct_mul_Scalar(grads[0], ct_scalar_int(2), &results[0]));
	return ct_mul_Tensor(results[0], plain(x), &results[0]);
}

/* The data is the factor; 2 is correct. */
static ct_error scaled_jvp(ct_function_context *context, ct_tensor *const *tangents,
			   ct_tensor **results)
{
	const double *factor = ct_function_data(context);
	ct_tensor *x;

	CT_TRY(ct_function_saved_tensors(context, &x, 1));
	CT_TRY(ct_mul_Tensor(tangents[0], x, &results[0]));
	return ct_mul_Scalar(results[0], ct_scalar_float(*factor), &results[0]);
}

static const ct_function scaled = { .name = "MySquare",
				    .forward = square_forward,
				    .backward = square_backward,
				    .jvp = scaled_jvp };

/* --- Wrong derivatives ------------------------------------------------------------------------ */

static ct_gradcheck_options with_forward(void)
{
	ct_gradcheck_options options = { 0 };

	options.check_forward_ad = true;
	return options;
}

static ct_error check_scaled(double factor, ct_tensor *input, ct_gradcheck_options options,
			     bool *result)
{
	struct custom custom = { &scaled, &factor };

	return ct_gradcheck(call_custom, &custom, CT_TENSORS(input), 1, &options, result);
}

static ct_error a_factor(void)
{
	return check_scaled(1, sample_x(), with_forward(), NULL);
}

static ct_error a_factor_complex(void)
{
	return check_scaled(1, sample_z(), with_forward(), NULL);
}

static ct_error a_factor_forward_alone(void)
{
	ct_gradcheck_options options = with_forward();

	options.no_check_backward_ad = true;
	return check_scaled(1, sample_x(), options, NULL);
}

static ct_error no_jvp(void)
{
	const ct_function function = { .name = "MyFunction", .forward = twice, .backward = twice };
	const ct_gradcheck_options options = with_forward();
	struct custom custom = { &function, NULL };
	ct_tensor *input = sample_x();

	return ct_gradcheck(call_custom, &custom, CT_TENSORS(input), 1, &options, NULL);
}

static ct_error second_derivative(void)
{
	double factor = 2;
	ct_function function = scaled;
	ct_gradcheck_options options = with_forward();
	struct custom custom = { &function, &factor };
	ct_tensor *input = sample_x(), *grad = plain(doubles((const double[]){ 1, 1, 1 }, 3));

	function.backward = detached_backward;
	options.no_check_backward_ad = true;
	return ct_gradgradcheck(call_custom, &custom, CT_TENSORS(input), 1, CT_TENSORS(grad),
				&options, NULL);
}

static const struct {
	const char *name;
	ct_error (*call)(void);
} checks[] = {
	{ "a factor", a_factor },
	{ "a factor, complex", a_factor_complex },
	{ "a factor, forward alone", a_factor_forward_alone },
	{ "no jvp", no_jvp },
	{ "second derivative", second_derivative },
};

START_TEST(what_checks_find_is_told_as_pytorch_tells_it)
{
	CT_SCOPE;
	const json_t *of_case = case_called(cases, "check", checks[_i].name);

	FAILS_AS_EXPECTED(checks[_i].call(), expected_text(of_case, "text"));
	ck_assert_int_eq(ct_forward_ad_current_level(), -1);
}
END_TEST

static int asked;

static void count_case(const json_t *of_case)
{
	(void)of_case;
	asked++;
}

START_TEST(all_of_pytorch_s_checks_are_made)
{
	asked = 0;
	for_each_case(cases, "check", COUNT(checks), count_case);
	ck_assert_int_eq(asked, COUNT(checks));
}
END_TEST

/* --- Correct derivatives ---------------------------------------------------------------------- */

static const struct {
	const char *name;
	unary function;
} right[] = {
	{ "exp", ct_exp },
	{ "log", ct_log },
	{ "sin", ct_sin },
	{ "tanh", ct_tanh },
	{ "sqrt", ct_sqrt },
	{ "abs", ct_abs },
	{ "square", ct_square },
	{ "angle", ct_angle },
	{ "reciprocal", ct_reciprocal },
	{ "conj", ct_conj_physical },
};

START_TEST(forward_mode_of_operators_is_right)
{
	CT_SCOPE;
	const ct_gradcheck_options options = with_forward();
	unary function = right[_i].function;
	ct_tensor *real = doubles((const double[]){ .25, .5, .8 }, 3), *complex_one = sample_z();
	ct_error error;

	error = ct_gradcheck(call_unary, &function, CT_TENSORS(real), 1, &options, NULL);
	ck_assert_msg(error == NULL, "%s: %s", right[_i].name, error);
	error = ct_gradcheck(call_unary, &function, CT_TENSORS(complex_one), 1, &options, NULL);
	ck_assert_msg(error == NULL, "complex %s: %s", right[_i].name, error);
	error = ct_gradgradcheck(call_unary, &function, CT_TENSORS(real), 1, CT_NO_TENSORS,
				 &options, NULL);
	ck_assert_msg(error == NULL, "gradient of %s: %s", right[_i].name, error);
}
END_TEST

/* --- Missing tangents ------------------------------------------------------------------------- */

static ct_error sum_without_zeros(ct_function_context *context, ct_tensor *const *inputs,
				  ct_tensor **outputs)
{
	CT_TRY(ct_function_set_materialize_grads(context, false));
	return ct_add_Tensor(inputs[0], inputs[1], ct_scalar_int(1), &outputs[0]);
}

static ct_error gradient_to_both(ct_function_context *context, ct_tensor *const *grads,
				 ct_tensor **results)
{
	(void)context;
	results[0] = results[1] = grads[0];
	return NULL;
}

/* The data is the value used for a missing tangent. */
static ct_error sum_of_tangents(ct_function_context *context, ct_tensor *const *tangents,
				ct_tensor **results)
{
	const double *missing = ct_function_data(context);
	ct_tensor *both[2] = { tangents[0], tangents[1] };

	for (int i = 0; i < 2; i++)
		if (both[i] == NULL)
			CT_TRY(ct_full_like(both[1 - i], ct_scalar_float(*missing), CT_DTYPE_NONE,
					    CT_LAYOUT_NONE, CT_DEVICE_NONE, NULL,
					    CT_MEMORY_FORMAT_NONE, &both[i]));
	return ct_add_Tensor(both[0], both[1], ct_scalar_int(1), &results[0]);
}

static ct_error check_sum(double missing, ct_tensor *const *inputs, ct_gradcheck_options options)
{
	const ct_function function = { .name = "MySum",
				       .forward = sum_without_zeros,
				       .backward = gradient_to_both,
				       .jvp = sum_of_tangents };
	struct custom custom = { &function, &missing };

	return ct_gradcheck(call_custom, &custom, CT_TENSORS_OF(inputs, 2), 1, &options, NULL);
}

START_TEST(missing_tangents_must_count_as_zeros)
{
	CT_SCOPE;
	ct_gradcheck_options options = with_forward();
	ct_tensor *real[] = { sample_x(), sample_x() },
		  *complex_ones[] = { sample_z(), sample_z() };

	OK(check_sum(0, real, options));
	OK(check_sum(0, complex_ones, options));
	FAILS(check_sum(1, real, options),
	      "RuntimeError: Mismatch in tangent values for output with index: 0 when input: 0 has "
	      "an undefined tangent value.");
	FAILS_WITH(check_sum(1, complex_ones, options), CT_ERROR_RUNTIME,
		   "Mismatch in tangent values");
	options.no_check_undefined_grad = true;
	OK(check_sum(1, real, options));
}
END_TEST

START_TEST(forward_mode_is_checked_when_it_is_asked_for)
{
	CT_SCOPE;
	ct_gradcheck_options options = { 0 };
	bool is_right = false;

	OK(check_scaled(1, sample_x(), options, &is_right));
	ck_assert(is_right);
	OK(check_scaled(1, sample_x(), with_forward(), &is_right));
	ck_assert(!is_right);
	OK(check_scaled(1, sample_z(), with_forward(), &is_right));
	ck_assert(!is_right);
	OK(check_scaled(2, sample_z(), with_forward(), &is_right));
	ck_assert(is_right);
	options.no_check_backward_ad = true;
	FAILS(check_scaled(2, sample_x(), options, NULL),
	      "ArgumentError: ct_gradcheck: options: nothing to check: set check_forward_ad, or do "
	      "not set no_check_backward_ad");
}
END_TEST

Suite *gradcheck_forward_suite(void)
{
	Suite *suite = suite_create("gradcheck_forward");
	TCase *tests = tests_of("gradcheck_forward");

	tcase_add_checked_fixture(tests, read_cases, drop_cases);
	tcase_add_loop_test(tests, what_checks_find_is_told_as_pytorch_tells_it, 0, COUNT(checks));
	tcase_add_test(tests, all_of_pytorch_s_checks_are_made);
	tcase_add_loop_test(tests, forward_mode_of_operators_is_right, 0, COUNT(right));
	tcase_add_test(tests, missing_tangents_must_count_as_zeros);
	tcase_add_test(tests, forward_mode_is_checked_when_it_is_asked_for);
	suite_add_tcase(suite, tests);
	return suite;
}
