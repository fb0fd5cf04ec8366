/*
 * Tracing C functions.
 */
#include "support.h"

static ct_error distance(const ct_tensor *const *inputs, int64_t inputs_len, void *context,
			 ct_value *result)
{
	const double *power = context;
	ct_tensor *y;

	ck_assert_int_eq(inputs_len, 2);
	CT_TRY(CT_FINISH(
		CT_E(sum, CT_E(pow_Tensor_Scalar, CT_E(sub, inputs[0], inputs[1]), CT_S(*power))),
		&y));
	*result = ct_value_tensor(y);
	return NULL;
}

START_TEST(functions_are_traced)
{
	CT_SCOPE;
	double power = 2;
	ct_tensor *a = CT_E(ones, CT_L(2)), *b = CT_E(zeros, CT_L(2)), *y;
	ct_value args[2], result;
	ct_jit *traced;

	OK(ct_jit_trace(distance, &power, NULL, CT_TENSORS(a, b), &traced));
	power = 7; /* fixed by the trace */
	args[0] = ct_value_tensor(CT_E(full, CT_L(3), CT_S(5)));
	args[1] = ct_value_tensor(CT_E(full, CT_L(3), CT_S(2)));
	OK(ct_jit_call(traced, "forward", args, 2, NULL, NULL, 0, &result));
	OK(ct_value_as_tensor(&result, &y));
	ck_assert_double_eq(value_of(y), 27);
	ct_value_free(&result);
	ct_jit_free(traced);
}
END_TEST

static ct_error both(const ct_tensor *const *inputs, int64_t inputs_len, void *context,
		     ct_value *result)
{
	ct_value list = ct_value_tuple_new();
	ct_tensor *y;

	(void)inputs_len, (void)context;
	CT_TRY(CT(relu, &y, inputs[0]));
	CT_TRY(ct_value_list_append(&list, ct_value_tensor(y)));
	CT_TRY(CT(neg, &y, inputs[0]));
	CT_TRY(ct_value_list_append(&list, ct_value_tensor(y)));
	*result = list;
	return NULL;
}

START_TEST(several_outputs_are_traced)
{
	CT_SCOPE;
	ct_tensor *y;
	ct_value result;
	ct_jit *traced;

	OK(ct_jit_trace(both, NULL, NULL, CT_TENSORS(CT_E(ones, CT_L(1))), &traced));
	result = call_with(traced, "forward", ct_value_tensor(CT_E(full, CT_L(1), CT_S(-2))));
	ck_assert_int_eq(result.kind, CT_VALUE_TUPLE);
	OK(ct_value_at_tensor(&result, "/0", &y));
	ck_assert_double_eq(value_of(y), 0);
	OK(ct_value_at_tensor(&result, "/1", &y));
	ck_assert_double_eq(value_of(y), 2);
	ct_value_free(&result);
	ct_jit_free(traced);
}
END_TEST

START_TEST(modules_are_traced_with_their_parameters)
{
	CT_SCOPE;
	CT_NO_GRAD_SCOPE;
	ct_module *net = CT_SEQUENTIAL(CT_NN(Linear, 4, 3), CT_NN(BatchNorm1d, 3),
				       CT_SEQUENTIAL(CT_NN(ReLU), CT_NN(Linear, 3, 2)));
	ct_tensor *x = CT_E(randn, CT_L(5, 4)), *expected, *y;
	ct_jit *traced, *loaded;
	ct_value parameters;
	bool is_equal;
	int64_t n;
	char *bytes;

	OK(CT_DONE());
	OK(ct_module_eval(net));
	OK(ct_jit_trace_module(net, CT_TENSORS(x), &traced));
	OK(ct_jit_parameters(traced, &parameters));
	ck_assert_int_eq(ct_value_count(&parameters), 6);
	ck_assert(ct_value_dict_has(&parameters, ct_value_string("2.1.weight")));
	ct_value_free(&parameters);
	OK(ct_jit_encode(traced, NULL, &bytes, &n));
	OK(ct_jit_decode(bytes, n, NULL, &loaded));
	ct_free(bytes);
	x = CT_E(randn, CT_L(2, 4));
	OK(ct_module_forward(net, x, &expected));
	OK(ct_jit_forward(loaded, x, &y));
	OK(ct_equal(y, expected, &is_equal));
	ck_assert(is_equal);
	ct_jit_free(loaded);
	ct_jit_free(traced);
}
END_TEST

static ct_error refuse(const ct_tensor *const *inputs, int64_t inputs_len, void *context,
		       ct_value *result)
{
	(void)inputs, (void)inputs_len, (void)context, (void)result;
	return ct_error_new(CT_ERROR_VALUE, __func__, "not today");
}

START_TEST(errors_of_the_function_are_its_own)
{
	CT_SCOPE;
	ct_jit *traced = NULL;
	ct_tensor *x = CT_E(ones, CT_L(1)), *y;

	FAILS(ct_jit_trace(refuse, NULL, NULL, CT_TENSORS(x), &traced), "ValueError: not today");
	FAILS(ct_jit_trace(NULL, NULL, NULL, CT_TENSORS(x), &traced),
	      "ArgumentError: ct_jit_trace: argument 1 (call) must not be NULL");
	FAILS(ct_jit_trace_module(NULL, CT_TENSORS(x), &traced),
	      "ArgumentError: ct_jit_trace_module: argument 1 (module) must not be NULL");
	OK(CT(relu, &y, x)); /* nothing is recorded any more */
	ck_assert_double_eq(value_of(y), 1);
}
END_TEST

Suite *tracing_suite(void)
{
	Suite *suite = suite_create("tracing");
	TCase *tests = tests_of("tracing");

	tcase_add_test(tests, functions_are_traced);
	tcase_add_test(tests, several_outputs_are_traced);
	tcase_add_test(tests, modules_are_traced_with_their_parameters);
	tcase_add_test(tests, errors_of_the_function_are_its_own);
	suite_add_tcase(suite, tests);
	return suite;
}
