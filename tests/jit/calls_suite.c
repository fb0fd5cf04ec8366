/*
 * Calling methods of TorchScript: arguments, results, errors.
 */
#include "support.h"

START_TEST(forward_takes_and_returns_a_tensor)
{
	CT_SCOPE;
	CT_NO_GRAD_SCOPE;
	ct_jit *plain = load_script("plain.pt"), *net = load_script("net.pt");
	ct_tensor *x = CT_E(ones, CT_L(3, 4)), *y, *unchanged = UNTOUCHED;

	OK(ct_jit_forward(plain, x, &y));
	ck_assert_int_eq(ct_tensor_size(y, 0), 3);
	ck_assert_int_eq(ct_tensor_size(y, 1), 2);
	FAILS(ct_jit_forward(net, x, &unchanged),
	      "TypeError: forward() returns a value of the type "
	      "Dict[str, Tensor], not a tensor; call it with ct_jit_call()");
	ck_assert_ptr_eq(unchanged, UNTOUCHED);
	ct_jit_free(net);
	ct_jit_free(plain);
}
END_TEST

START_TEST(state_is_kept_between_calls)
{
	CT_SCOPE;
	ct_jit *net = load_script("net.pt"), *other = load_script("net.pt");
	ct_tensor *x = CT_E(ones, CT_L(2)), *total;
	ct_value result, attribute;
	int64_t steps;

	for (int64_t i = 1; i <= 3; i++) {
		result = call_with(net, "remember", ct_value_tensor(x));
		OK(ct_value_as_int(&result, &steps));
		ck_assert_int_eq(steps, i);
	}
	OK(ct_jit_get_attribute(net, "total", &attribute));
	OK(ct_value_as_tensor(&attribute, &total));
	assert_floats(total, (const int64_t[]){ 2, -1 }, (const double[]){ 3, 3 });
	ct_value_free(&attribute);
	OK(ct_jit_get_attribute(other, "steps", &attribute));
	OK(ct_value_as_int(&attribute, &steps));
	ck_assert_int_eq(steps, 0);
	ct_jit_free(other);
	ct_jit_free(net);
}
END_TEST

START_TEST(warm_up_calls_twice)
{
	CT_SCOPE;
	ct_jit *net = load_script("net.pt");
	const ct_value x = ct_value_tensor(CT_E(ones, CT_L(2)));
	ct_value attribute;
	int64_t steps;

	OK(ct_jit_warm_up(net, "remember", &x, 1));
	OK(ct_jit_get_attribute(net, "steps", &attribute));
	OK(ct_value_as_int(&attribute, &steps));
	ck_assert_int_eq(steps, 2);
	ct_jit_free(net);
}
END_TEST

START_TEST(gradients_reach_the_parameters)
{
	CT_SCOPE;
	ct_jit *plain = load_script("plain.pt");
	ct_value parameters;
	ct_tensor *y, *weight, *grad;

	OK(ct_jit_parameters(plain, &parameters));
	OK(ct_value_at_tensor(&parameters, "/4.bias", &weight));
	ck_assert(ct_tensor_requires_grad(weight));
	OK(ct_jit_forward(plain, CT_E(ones, CT_L(3, 4)), &y));
	OK(ct_tensor_backward(CT_E(sum, y)));
	OK(ct_tensor_grad(weight, &grad));
	assert_floats(grad, (const int64_t[]){ 2, -1 }, (const double[]){ 3, 3 });
	ct_value_free(&parameters);
	ct_jit_free(plain);
}
END_TEST

START_TEST(objects_go_back_into_methods)
{
	CT_SCOPE;
	ct_jit *net = load_script("net.pt"), *made;
	ct_value inner, result;

	OK(ct_jit_get_attribute(net, "inner", &inner));
	ck_assert_int_eq(inner.kind, CT_VALUE_OBJECT);
	OK(ct_jit_new("Holder", &made));
	OK(ct_jit_define(made, "def forward(self, x: Any):\n    return x\n"));
	result = call_with(made, "forward", inner);
	ck_assert_int_eq(result.kind, CT_VALUE_OBJECT);
	ct_value_free(&result);
	ct_value_free(&inner);
	ct_jit_free(made);
	ct_jit_free(net);
}
END_TEST

/* --- Errors ----------------------------------------------------------------------------------- */

START_TEST(wrong_calls_are_errors)
{
	CT_SCOPE;
	ct_jit *net = load_script("net.pt");
	ct_value x = ct_value_tensor(CT_E(ones, CT_L(2, 4))), text = ct_value_string("x"),
		 result = ct_value_int(7);

	FAILS(ct_jit_call(net, "backward", &x, 1, NULL, NULL, 0, &result),
	      "AttributeError: 'Net' object has no method 'backward'");
	FAILS_WITH(
		ct_jit_call(net, "forward", &text, 1, NULL, NULL, 0, &result), CT_ERROR_RUNTIME,
		"Expected a value of type 'Tensor' for argument 'x' but instead found type 'str'");
	FAILS_WITH(ct_jit_call(net, "forward", NULL, 0, NULL, NULL, 0, &result), CT_ERROR_RUNTIME,
		   "missing value for argument 'x'");
	FAILS_WITH(ct_jit_call(net, "forward", &x, 1, (const char *[]){ "size" }, &x, 1, &result),
		   CT_ERROR_RUNTIME, "Unknown keyword argument 'size'");
	FAILS_WITH(ct_jit_call(net, "forward", &x, -1, NULL, NULL, 0, &result), CT_ERROR_ARGUMENT,
		   "argument 3 (args)");
	FAILS_WITH(ct_jit_call(net, "forward", &x, 1, (const char *[]){ NULL }, &x, 1, &result),
		   CT_ERROR_ARGUMENT, "argument 5 (names): element 0 must not be NULL");
	FAILS_WITH(ct_jit_call(NULL, "forward", &x, 1, NULL, NULL, 0, &result), CT_ERROR_ARGUMENT,
		   "argument 1 (self) must not be NULL");
	FAILS_WITH(ct_jit_call(net, NULL, &x, 1, NULL, NULL, 0, &result), CT_ERROR_ARGUMENT,
		   "argument 2 (method) must not be NULL");
	ck_assert_int_eq(result.i, 7);
	ct_jit_free(net);
}
END_TEST

START_TEST(errors_of_the_code_are_its_own)
{
	CT_SCOPE;
	ct_jit *net = load_script("net.pt");
	const ct_value x = ct_value_tensor(CT_E(ones, CT_L(2))),
		       narrow = ct_value_tensor(CT_E(ones, CT_L(2, 3)));

	FAILS_WITH(ct_jit_call(net, "refuse", &x, 1, NULL, NULL, 0, NULL), CT_ERROR_RUNTIME,
		   "too large");
	FAILS_WITH(ct_jit_call(net, "forward", &narrow, 1, NULL, NULL, 0, NULL), CT_ERROR_RUNTIME,
		   "mat1 and mat2 shapes cannot be multiplied");
	ct_jit_free(net);
}
END_TEST

/* --- Functions -------------------------------------------------------------------------------- */

START_TEST(functions_are_compiled_from_text)
{
	CT_SCOPE;
	const ct_value args[2] = { ct_value_tensor(CT_E(ones, CT_L(1))), ct_value_int(3) };
	ct_value result;
	ct_tensor *y;
	ct_jit_unit *unit = NULL;

	OK(ct_jit_unit_new("def double(x, n: int):\n"
			   "    for i in range(n):\n"
			   "        x = x * 2\n"
			   "    return x\n"
			   "def half(x, by: float = 0.5):\n"
			   "    return x * by\n",
			   &unit));
	OK(ct_jit_unit_call(unit, "double", args, 1, (const char *[]){ "n" }, &args[1], 1,
			    &result));
	OK(ct_value_as_tensor(&result, &y));
	ck_assert_double_eq(value_of(y), 8);
	ct_value_free(&result);
	OK(ct_jit_unit_call(unit, "half", args, 1, NULL, NULL, 0, &result));
	OK(ct_value_as_tensor(&result, &y));
	ck_assert_double_eq(value_of(y), 0.5);
	ct_value_free(&result);
	FAILS(ct_jit_unit_call(unit, "triple", args, 1, NULL, NULL, 0, &result),
	      "AttributeError: the text has no function 'triple'");
	ct_jit_unit_free(unit);
	FAILS_WITH(ct_jit_unit_new("def f(x):\n    return y\n", &unit), CT_ERROR_RUNTIME,
		   "undefined value y");
}
END_TEST

Suite *calls_suite(void)
{
	Suite *suite = suite_create("calls");
	TCase *tests = tests_of("calls");

	tcase_add_test(tests, forward_takes_and_returns_a_tensor);
	tcase_add_test(tests, state_is_kept_between_calls);
	tcase_add_test(tests, warm_up_calls_twice);
	tcase_add_test(tests, gradients_reach_the_parameters);
	tcase_add_test(tests, objects_go_back_into_methods);
	tcase_add_test(tests, wrong_calls_are_errors);
	tcase_add_test(tests, errors_of_the_code_are_its_own);
	tcase_add_test(tests, functions_are_compiled_from_text);
	suite_add_tcase(suite, tests);
	return suite;
}
