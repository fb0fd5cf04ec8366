/*
 * The activations of torch.nn.functional compared with Python.
 */
#include <math.h>

#include "nn_cases.h"
#include "support.h"

static void begin(void)
{
	begin_topic("nn_activation");
}

START_TEST(arguments_are_checked)
{
	RUN("threshold", CT(nn_threshold, OUT, X(0), 0.5, -2));
	RUN("threshold: in place", CT(nn_threshold, OUT, X(0), 0.5, -2, .inplace = true));
	RUN("threshold: int64", CT(nn_threshold, OUT, X(0), 2, 5));
	RUN("hardtanh", CT(nn_hardtanh, OUT, X(0)));
	RUN("hardtanh: range", CT(nn_hardtanh, OUT, X(0), -0.5, 2));
	RUN("hardtanh: in place", CT(nn_hardtanh, OUT, X(0), .inplace = true));
	RUN("hardtanh: empty range", CT(nn_hardtanh, OUT, X(0), 2, 1));
	RUN("hardtanh: one number", CT(nn_hardtanh, OUT, X(0), 1, 1));
	RUN("glu", CT(nn_glu, OUT, X(0)));
	RUN("glu: dim", CT(nn_glu, OUT, X(0), 0));
	RUN("glu: odd", CT(nn_glu, OUT, X(0)));
	RUN("glu: number", CT(nn_glu, OUT, X(0)));
}
END_TEST

START_TEST(slopes_may_be_random)
{
	RUN("rrelu", CT(nn_rrelu, OUT, X(0)));
	RUN("rrelu: training", CT(nn_rrelu, OUT, X(0), .training = true));
	RUN("rrelu: range", CT(nn_rrelu, OUT, X(0), 0.5, 0.75, true));
	RUN("rrelu: in place", CT(nn_rrelu, OUT, X(0), .training = true, .inplace = true));
	RUN("rrelu: empty range", CT(nn_rrelu, OUT, X(0), 0.5, 0.25, true));
}
END_TEST

START_TEST(computations_are_pythons)
{
	RUN("tanhshrink", CT(nn_tanhshrink, OUT, X(0)));
	RUN("softsign", CT(nn_softsign, OUT, X(0)));
	RUN("softsign: int64", CT(nn_softsign, OUT, X(0)));
}
END_TEST

#define SOFTMAX(name)                                                                    \
	do {                                                                             \
		RUN(#name ": 0 dimensions", CT(nn_##name, OUT, X(0)));                   \
		RUN(#name ": 1 dimensions", CT(nn_##name, OUT, X(0)));                   \
		RUN(#name ": 2 dimensions", CT(nn_##name, OUT, X(0)));                   \
		RUN(#name ": 3 dimensions", CT(nn_##name, OUT, X(0)));                   \
		RUN(#name ": 4 dimensions", CT(nn_##name, OUT, X(0)));                   \
		RUN(#name ": dim", CT(nn_##name, OUT, X(0), 0));                         \
		RUN(#name ": dtype", CT(nn_##name, OUT, X(0), -1, .dtype = CT_FLOAT64)); \
		RUN(#name ": no such dim", CT(nn_##name, OUT, X(0), 2));                 \
	} while (0)

START_TEST(softmax_chooses_a_dimension)
{
	SOFTMAX(softmax);
	SOFTMAX(softmin);
	SOFTMAX(log_softmax);
}
END_TEST

START_TEST(gumbel_softmax_draws)
{
	RUN("gumbel_softmax", CT(nn_gumbel_softmax, OUT, X(0)));
	RUN("gumbel_softmax: tau", CT(nn_gumbel_softmax, OUT, X(0), 0.5));
	RUN("gumbel_softmax: dim", CT(nn_gumbel_softmax, OUT, X(0), .dim = 0));
	RUN("gumbel_softmax: hard", CT(nn_gumbel_softmax, OUT, X(0), .hard = true));
	RUN("gumbel_softmax: hard, dim", CT(nn_gumbel_softmax, OUT, X(0), 2, true, 1));
	RUN("gumbel_softmax: float64", CT(nn_gumbel_softmax, OUT, X(0)));
	RUN("gumbel_softmax: no such dim", CT(nn_gumbel_softmax, OUT, X(0), .dim = 1));
}
END_TEST

/* The operator, and its in-place form. */
#define OPERATOR(name)                                      \
	do {                                                \
		RUN(#name, CT(name, OUT, X(0)));            \
		RUN(#name ": in place", CT(name##_, X(0))); \
	} while (0)

START_TEST(the_others_are_operators)
{
	OPERATOR(relu);
	OPERATOR(relu6);
	OPERATOR(elu);
	OPERATOR(selu);
	OPERATOR(celu);
	OPERATOR(leaky_relu);
	OPERATOR(hardsigmoid);
	OPERATOR(silu);
	OPERATOR(mish);
	OPERATOR(hardswish);
	RUN("logsigmoid", CT(log_sigmoid, OUT, X(0)));
	RUN("gelu", CT(gelu, OUT, X(0)));
	RUN("hardshrink", CT(hardshrink, OUT, X(0)));
	RUN("softshrink", CT(softshrink, OUT, X(0)));
	RUN("softplus", CT(softplus, OUT, X(0)));
	RUN("tanh", CT(tanh, OUT, X(0)));
	RUN("sigmoid", CT(sigmoid, OUT, X(0)));
	RUN("relu_", CT(relu_, X(0)));
	RUN("elu_", CT(elu_, X(0)));
	RUN("selu_", CT(selu_, X(0)));
	RUN("celu_", CT(celu_, X(0)));
	RUN("leaky_relu_", CT(leaky_relu_, X(0)));
	RUN("hardtanh_", CT(hardtanh_, X(0)));
	RUN("rrelu_", CT(rrelu_, X(0)));
	RUN("threshold_", CT(threshold_, X(0), 0.5, -2));
}
END_TEST

START_TEST(operators_have_pythons_arguments)
{
	RUN("elu: alpha", CT(elu, OUT, X(0), CT_S(0.5)));
	RUN("celu: alpha", CT(celu, OUT, X(0), CT_S(0.5)));
	RUN("celu: alpha 0", CT(celu, OUT, X(0), CT_S(0.0)));
	RUN("leaky_relu: slope", CT(leaky_relu, OUT, X(0), CT_S(0.3)));
	RUN("gelu: tanh", CT(gelu, OUT, X(0), .approximate = "tanh"));
	RUN("gelu: unknown", CT(gelu, OUT, X(0), .approximate = "erf"));
	RUN("hardshrink: lambd", CT(hardshrink, OUT, X(0), CT_S(2.0)));
	RUN("softshrink: negative", CT(softshrink, OUT, X(0), CT_S(-1.0)));
	RUN("softplus: beta, threshold", CT(softplus, OUT, X(0), CT_S(2.0), CT_S(1.0)));
	RUN("prelu", CT(prelu, OUT, X(0), X(1)));
	RUN("prelu: wrong weight", CT(prelu, OUT, X(0), X(1)));
}
END_TEST

START_TEST(null_is_an_error)
{
	ct_tensor *y = UNTOUCHED;

	FAILS(CT(nn_glu, &y, NULL),
	      "ArgumentError: ct_nn_glu: argument 1 (input) must not be NULL");
	FAILS(CT(nn_softsign, &y, NULL),
	      "ArgumentError: ct_nn_softsign: argument 1 (input) must not be NULL");
	FAILS(CT(nn_softmax, &y, NULL),
	      "ArgumentError: ct_softmax_int: argument 1 (self) must not be NULL");
	FAILS(CT(nn_gumbel_softmax, &y, NULL),
	      "ArgumentError: ct_nn_gumbel_softmax: argument 1 (logits) must not be NULL");
	ck_assert_ptr_eq(y, UNTOUCHED);
}
END_TEST

START_TEST(all_cases_ran)
{
	assert_all_ran();
}
END_TEST

Suite *activation_suite(void)
{
	Suite *suite = suite_create("activation");
	TCase *tests = tests_of("activation");

	tcase_add_unchecked_fixture(tests, begin, end_topic);
	tcase_add_test(tests, arguments_are_checked);
	tcase_add_test(tests, slopes_may_be_random);
	tcase_add_test(tests, computations_are_pythons);
	tcase_add_test(tests, softmax_chooses_a_dimension);
	tcase_add_test(tests, gumbel_softmax_draws);
	tcase_add_test(tests, the_others_are_operators);
	tcase_add_test(tests, operators_have_pythons_arguments);
	tcase_add_test(tests, null_is_an_error);
	tcase_add_test(tests, all_cases_ran);
	suite_add_tcase(suite, tests);
	return suite;
}
