/*
 * Operators implemented in C that are differentiated by a derivative in C.
 */
#include <math.h>

#include "support.h"

static ct_library *library;
static int backwards, released;

/* power(Tensor self, float exponent) -> Tensor */
static ct_error power(const ct_value *args, int64_t args_len, void *context, ct_value *results,
		      int64_t results_len)
{
	ct_tensor *self, *result;
	double exponent;

	(void)args_len, (void)results_len, (void)context;
	CT_TRY(ct_value_as_tensor(&args[0], &self));
	CT_TRY(ct_value_as_float(&args[1], &exponent));
	CT_TRY(ct_pow_Tensor_Scalar(self, ct_scalar_float(exponent), &result));
	results[0] = ct_value_tensor(result);
	return NULL;
}

static ct_error save_self(ct_function_context *noted, const ct_value *args, int64_t args_len,
			  const ct_value *results, int64_t results_len, void *context)
{
	ct_tensor *self;

	(void)context;
	MUST(args_len == 2 && results_len == 1 && results[0].kind == CT_VALUE_TENSOR);
	CT_TRY(ct_value_as_tensor(&args[0], &self));
	return ct_function_save_for_backward(noted, CT_TENSORS(self));
}

/* exponent * self ^ (exponent - 1) * grad */
static ct_error power_backward(ct_function_context *noted, const ct_value *args, int64_t args_len,
			       const ct_value *grads, int64_t grads_len, void *context,
			       ct_value *input_grads, int64_t input_grads_len)
{
	ct_tensor *self, *grad, *slope, *result;
	double exponent;

	++*(int *)context;
	MUST(args_len == 2 && grads_len == 1 && input_grads_len == 2);
	MUST(ct_value_is_none(&args[0]) && ct_function_needs_input_grad(noted, 0));
	CT_TRY(ct_value_as_float(&args[1], &exponent));
	CT_TRY(ct_value_as_tensor(&grads[0], &grad));
	CT_TRY(ct_function_saved_tensors(noted, &self, 1));
	CT_TRY(ct_pow_Tensor_Scalar(self, ct_scalar_float(exponent - 1), &slope));
	CT_TRY(ct_mul_Scalar(slope, ct_scalar_float(exponent), &slope));
	CT_TRY(ct_mul_Tensor(slope, grad, &result));
	input_grads[0] = ct_value_tensor(result);
	return NULL;
}

static void begin(void)
{
	backwards = released = 0;
	OK(ct_library_new("test_f", &library));
	OK(ct_library_define(library, "power(Tensor self, float exponent) -> Tensor"));
	OK(ct_library_implement(library, "power", "CPU", power, NULL, NULL));
}

static void end(void)
{
	ct_library_free(library);
}

static ct_value powered(ct_tensor *tensor, double exponent)
{
	ct_value result;

	CT_CHECK(CALL(&result, "test_f::power", ct_value_tensor(tensor), ct_value_float(exponent)));
	return result;
}

START_TEST(a_derivative_in_c_gives_the_gradient)
{
	ct_tensor *x = leaf(2);
	ct_value result;

	OK(ct_library_set_backward(library, "power", save_self, power_backward, &backwards, NULL));
	result = powered(x, 3);
	ck_assert(value_of(tensor_in(&result)) == 8);
	ck_assert(ct_tensor_requires_grad(tensor_in(&result)));
	OK(ct_tensor_backward(tensor_in(&result)));
	ck_assert(gradient_of(x) == 12);
	ck_assert_int_eq(backwards, 1);
	ct_value_free(&result);
	ct_tensor_free(x);
}
END_TEST

START_TEST(a_derivative_can_be_differentiated_in_turn)
{
	ct_tensor *x = leaf(2), *grad;
	ct_value result;

	OK(ct_library_set_backward(library, "power", save_self, power_backward, &backwards, NULL));
	result = powered(x, 3);
	OK(ct_tensor_backward_with(tensor_in(&result), NULL, NULL, true, CT_NO_TENSORS));
	OK(ct_tensor_grad(x, &grad));
	OK(ct_tensor_set_grad(x, NULL));
	OK(ct_tensor_backward(grad));
	ck_assert(gradient_of(x) == 12); /* 6 x */
	OK(ct_tensor_set_grad(x, NULL));
	ct_tensor_free(grad);
	ct_value_free(&result);
	ct_tensor_free(x);
}
END_TEST

START_TEST(nothing_is_recorded_where_nothing_is_asked)
{
	ct_tensor *x = leaf(2), *plain = number(2);
	ct_value result;

	OK(ct_library_set_backward(library, "power", save_self, power_backward, &backwards, NULL));
	result = powered(plain, 3);
	ck_assert(!ct_tensor_requires_grad(tensor_in(&result)));
	ct_value_free(&result);
	ct_autograd_set_grad_enabled(false);
	result = powered(x, 3);
	ct_autograd_set_grad_enabled(true);
	ck_assert(!ct_tensor_requires_grad(tensor_in(&result)));
	ct_value_free(&result);
	ct_tensor_free(x);
	ct_tensor_free(plain);
}
END_TEST

START_TEST(a_graph_outlives_the_library)
{
	ct_tensor *x = leaf(2);
	ct_value result;

	OK(ct_library_set_backward(library, "power", save_self, power_backward, &released,
				   count_release));
	result = powered(x, 3);
	ct_library_free(library);
	library = NULL;
	ck_assert_int_eq(released, 0);
	OK(ct_tensor_backward(tensor_in(&result)));
	ck_assert(gradient_of(x) == 12);
	ck_assert_int_eq(released, 1); /* by backward, which also counts there */
	ct_value_free(&result);
	ck_assert_int_eq(released, 2);
	ct_tensor_free(x);
}
END_TEST

/* --- Errors ---------------------------------------------------------------------------------- */

static ct_error refuse_backward(ct_function_context *noted, const ct_value *args, int64_t args_len,
				const ct_value *grads, int64_t grads_len, void *context,
				ct_value *input_grads, int64_t input_grads_len)
{
	(void)noted, (void)args, (void)args_len, (void)grads, (void)grads_len, (void)input_grads;
	(void)input_grads_len, (void)context;
	return ct_error_new(CT_ERROR_VALUE, __func__, "no way back");
}

static ct_error refuse_setup(ct_function_context *noted, const ct_value *args, int64_t args_len,
			     const ct_value *results, int64_t results_len, void *context)
{
	(void)noted, (void)args, (void)args_len, (void)results, (void)results_len, (void)context;
	return ct_error_new(CT_ERROR_INDEX, __func__, "nothing to note");
}

START_TEST(errors_of_a_derivative_arrive_as_they_are)
{
	ct_tensor *x = leaf(2);
	ct_library *second;
	ct_value result;

	OK(ct_library_set_backward(library, "power", NULL, refuse_backward, NULL, NULL));
	result = powered(x, 3);
	FAILS(ct_tensor_backward(tensor_in(&result)), "ValueError: no way back");
	ct_value_free(&result);
	result = powered(x, 3);
	FAILS_THROUGH(ct_tensor_backward(tensor_in(&result)),
		      "  in the backward of test_f::power\n"
		      "  in the backward of GeneratedBackwardFor_test_f_power_default\n");
	ct_value_free(&result);
	OK(ct_library_new("test_f", &second));
	OK(ct_library_define(second, "other(Tensor self, float exponent) -> Tensor"));
	OK(ct_library_implement(second, "other", "CPU", power, NULL, NULL));
	OK(ct_library_set_backward(second, "other", refuse_setup, power_backward, &released,
				   count_release));
	FAILS(CALL(&result, "test_f::other", ct_value_tensor(x), ct_value_int(2)),
	      "IndexError: nothing to note");
	FAILS_THROUGH(CALL(&result, "test_f::other", ct_value_tensor(x), ct_value_int(2)),
		      "  in the setup of test_f::other\n"
		      "  in the forward of GeneratedBackwardFor_test_f_other_default\n");
	ct_library_free(second);
	ck_assert_int_eq(released, 1);
	ct_tensor_free(x);
}
END_TEST

static void keep_hint(const ct_warning *warning, void *context)
{
	const char *hint = ct_error_hint(warning->message);

	snprintf(context, 200, "%s", hint ? hint : "none");
}

/* libtorch warns about it in backward, with advice for C++. */
START_TEST(a_missing_derivative_is_a_warning_with_a_hint)
{
	ct_tensor *x = leaf(2);
	ct_value result = powered(x, 3);
	char hint[200] = "no warning";

	OK(ct_set_warning_handler(keep_hint, hint, NULL));
	ct_error_free(ct_tensor_backward(tensor_in(&result)));
	OK(ct_set_warning_handler(NULL, NULL, NULL));
	if (!CT_RELEASE_AT_LEAST(2, 4) && !strcmp(hint, "no warning"))
		LEFT_OUT("a_missing_derivative_is_a_warning_with_a_hint",
			 "there is no such warning");
	else
		ck_assert_str_eq(hint,
				 "In C: an autograd kernel is ct_library_set_backward(); "
				 "torch::CppFunction::makeFallthrough() is a setup that calls "
				 "ct_function_mark_non_differentiable()");
	ct_value_free(&result);
	ct_tensor_free(x);
}
END_TEST

START_TEST(operators_without_such_a_derivative_are_refused)
{
	OK(ct_library_define(library, "inc_(Tensor(a!) self) -> Tensor(a!)"));
	OK(ct_library_define(library, "part(Tensor(a) self) -> Tensor(a)"));
	FAILS(ct_library_set_backward(library, "inc_", NULL, power_backward, NULL, NULL),
	      "RuntimeError: Cannot register autograd formula for non-functional operator "
	      "test_f::inc_ with schema test_f::inc_(Tensor(a!) self) -> Tensor(a!). Please create "
	      "a functional operator and register an autograd formula for that.");
	FAILS_WITH(ct_library_set_backward(library, "part", NULL, power_backward, NULL, NULL),
		   CT_ERROR_RUNTIME, "non-functional operator test_f::part");
	FAILS_WITH(ct_library_set_backward(library, "nobody", NULL, power_backward, NULL, NULL),
		   CT_ERROR_ARGUMENT, "there is no operator 'test_f::nobody'");
	FAILS_WITH(ct_library_set_backward(library, "power", save_self, NULL, NULL, NULL),
		   CT_ERROR_ARGUMENT, "backward");
	OK(ct_library_set_backward(library, "power", NULL, power_backward, NULL, NULL));
	FAILS_WITH(ct_library_set_backward(library, "power", NULL, power_backward, NULL, NULL),
		   CT_ERROR_RUNTIME, "already a kernel registered");
}
END_TEST

START_TEST(a_name_without_an_overload_is_the_default_one)
{
	OK(ct_library_define(library, "two(Tensor self) -> Tensor"));
	OK(ct_library_define(library, "two.Scalar(Tensor self, Scalar by) -> Tensor"));
	OK(ct_library_set_backward(library, "two.default", NULL, power_backward, NULL, NULL));
	FAILS_WITH(ct_library_set_backward(library, "two", NULL, power_backward, NULL, NULL),
		   CT_ERROR_RUNTIME, "already a kernel registered");
	OK(ct_library_set_backward(library, "two.Scalar", NULL, power_backward, NULL, NULL));
}
END_TEST

static void *differentiate_often(void *unused)
{
	(void)unused;
	for (int i = 0; i < 200; i++) {
		ct_tensor *x = leaf(2);
		ct_value result = powered(x, 3);

		CT_CHECK(ct_tensor_backward(tensor_in(&result)));
		MUST(gradient_of(x) == 12);
		ct_value_free(&result);
		ct_tensor_free(x);
	}
	return NULL;
}

START_TEST(several_threads_go_backward)
{
	static int unsynchronized[2];

	OK(ct_library_set_backward(library, "power", save_self, power_backward, unsynchronized,
				   NULL));
	run_in_thread(differentiate_often, NULL);
	differentiate_often(NULL);
}
END_TEST

Suite *derivatives_suite(void)
{
	Suite *suite = suite_create("operators: gradients in C");
	TCase *tests = tests_of("gradients in C");

	tcase_add_checked_fixture(tests, begin, end);
	tcase_add_test(tests, a_derivative_in_c_gives_the_gradient);
	tcase_add_test(tests, a_derivative_can_be_differentiated_in_turn);
	tcase_add_test(tests, nothing_is_recorded_where_nothing_is_asked);
	tcase_add_test(tests, a_graph_outlives_the_library);
	tcase_add_test(tests, errors_of_a_derivative_arrive_as_they_are);
	tcase_add_test(tests, a_missing_derivative_is_a_warning_with_a_hint);
	tcase_add_test(tests, operators_without_such_a_derivative_are_refused);
	tcase_add_test(tests, a_name_without_an_overload_is_the_default_one);
	tcase_add_test(tests, several_threads_go_backward);
	suite_add_tcase(suite, tests);
	return suite;
}
