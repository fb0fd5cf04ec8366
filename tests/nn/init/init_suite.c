/*
 * torch.nn.init compared with Python.
 */
#include <math.h>

#include "nn_cases.h"
#include "support.h"

static void begin(void)
{
	begin_topic("nn_init");
}

static ct_error gain_of(const char *nonlinearity, double param)
{
	double gain;

	CT_TRY(CT(nn_init_calculate_gain, &gain, nonlinearity, param));
	return CT(scalar_tensor, OUT, ct_scalar_float(gain), .dtype = CT_FLOAT64);
}

START_TEST(gains_are_pythons)
{
	static const char *const names[] = {
		"linear",
		"conv1d",
		"conv2d",
		"conv3d",
		"conv_transpose1d",
		"conv_transpose2d",
		"conv_transpose3d",
		"sigmoid",
		"tanh",
		"relu",
		"leaky_relu",
		"selu",
		"gelu",
	};
	char name[80];

	for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
		snprintf(name, sizeof name, "calculate_gain: %s", names[i]);
		RUN(name, gain_of(names[i], CT_NO_FLOAT));
	}
	RUN("calculate_gain: leaky_relu 0.2", gain_of("leaky_relu", 0.2));
}
END_TEST

/* A call with the default generator, and with one of its own. */
#define BOTH(name, ...)                                                                 \
	do {                                                                            \
		RUN(name, CT(__VA_ARGS__));                                             \
		RUN(name " with a generator", CT(__VA_ARGS__, .generator = GENERATOR)); \
	} while (0)

START_TEST(elements_are_drawn_or_constant)
{
	BOTH("uniform_", nn_init_uniform_, X(0));
	BOTH("uniform_: -2 to 5", nn_init_uniform_, X(0), -2, 5);
	BOTH("uniform_: empty range", nn_init_uniform_, X(0), 2, 1);
	BOTH("normal_", nn_init_normal_, X(0));
	BOTH("normal_: 2, 0.5", nn_init_normal_, X(0), 2, 0.5);
	BOTH("normal_: negative std", nn_init_normal_, X(0), .std = -1);
	RUN("constant_", CT(nn_init_constant_, X(0), 0.3));
	RUN("constant_: int64", CT(nn_init_constant_, X(0), 3));
	RUN("ones_", CT(nn_init_ones_, X(0)));
	RUN("ones_: leaf", CT(nn_init_ones_, X(0)));
	RUN("zeros_", CT(nn_init_zeros_, X(0)));
}
END_TEST

START_TEST(normal_numbers_are_drawn_until_within_bounds)
{
	BOTH("trunc_normal_", nn_init_trunc_normal_, X(0));
	BOTH("trunc_normal_: narrow", nn_init_trunc_normal_, X(0), 0.5, 2, -1, 1.5);
	BOTH("trunc_normal_: float64", nn_init_trunc_normal_, X(0), .std = 2);
	BOTH("trunc_normal_: float16", nn_init_trunc_normal_, X(0), 0, 1, -1.1, 1.1);
	BOTH("trunc_normal_: bfloat16", nn_init_trunc_normal_, X(0));
	BOTH("trunc_normal_: tail", nn_init_trunc_normal_, X(0), 0, 1, 3, 5);
	BOTH("trunc_normal_: other tail", nn_init_trunc_normal_, X(0), 1, 0.5, -4, -1);
	BOTH("trunc_normal_: small std", nn_init_trunc_normal_, X(0), .std = 0.02);
	BOTH("trunc_normal_: thin slice", nn_init_trunc_normal_, X(0), 0, 1, 0.1, 0.2);
	BOTH("trunc_normal_: empty", nn_init_trunc_normal_, X(0));
	RUN("trunc_normal_: leaf", CT(nn_init_trunc_normal_, X(0)));
}
END_TEST

START_TEST(ranges_depend_on_the_fans)
{
	BOTH("xavier_uniform_", nn_init_xavier_uniform_, X(0));
	BOTH("xavier_uniform_: convolution", nn_init_xavier_uniform_, X(0), 2);
	BOTH("xavier_uniform_: vector", nn_init_xavier_uniform_, X(0));
	BOTH("xavier_normal_", nn_init_xavier_normal_, X(0));
	BOTH("xavier_normal_: convolution", nn_init_xavier_normal_, X(0), 2);
	BOTH("xavier_normal_: vector", nn_init_xavier_normal_, X(0));
}
END_TEST

/* The cases that both Kaiming initializers have. */
#define KAIMING(name)                                                                         \
	do {                                                                                  \
		BOTH(#name, nn_init_##name, X(0));                                            \
		BOTH(#name ": slope", nn_init_##name, X(0), sqrt(5));                         \
		BOTH(#name ": fan_out relu", nn_init_##name, X(0), 0, "fan_out", "relu");     \
		BOTH(#name ": FAN_OUT", nn_init_##name, X(0), .mode = "FAN_OUT");             \
		BOTH(#name ": selu", nn_init_##name, X(0), .nonlinearity = "selu");           \
		BOTH(#name ": nothing", nn_init_##name, X(0));                                \
		BOTH(#name ": vector", nn_init_##name, X(0));                                 \
		BOTH(#name ": wrong mode", nn_init_##name, X(0), .mode = "Fan_Both");         \
		BOTH(#name ": wrong function", nn_init_##name, X(0), .nonlinearity = "gelu"); \
		RUN(#name ": leaf", CT(nn_init_##name, X(0)));                                \
	} while (0)

START_TEST(kaiming_knows_the_function)
{
	KAIMING(kaiming_uniform_);
	KAIMING(kaiming_normal_);
}
END_TEST

START_TEST(identities_preserve_inputs)
{
	RUN("eye_: (3, 3)", CT(nn_init_eye_, X(0)));
	RUN("eye_: (2, 4)", CT(nn_init_eye_, X(0)));
	RUN("eye_: (4, 2)", CT(nn_init_eye_, X(0)));
	RUN("eye_: (0, 3)", CT(nn_init_eye_, X(0)));
	RUN("eye_: vector", CT(nn_init_eye_, X(0)));
	RUN("eye_: leaf", CT(nn_init_eye_, X(0)));
	RUN("dirac_: (3, 2, 3)", CT(nn_init_dirac_, X(0)));
	RUN("dirac_: (2, 3, 3, 4)", CT(nn_init_dirac_, X(0)));
	RUN("dirac_: (4, 2, 2, 3, 1)", CT(nn_init_dirac_, X(0)));
	RUN("dirac_: (2, 0, 3)", CT(nn_init_dirac_, X(0)));
	RUN("dirac_: 2 groups", CT(nn_init_dirac_, X(0), 2));
	RUN("dirac_: 3 groups of one", CT(nn_init_dirac_, X(0), 3));
	RUN("dirac_: negative groups", CT(nn_init_dirac_, X(0), -2));
	RUN("dirac_: groups that do not divide", CT(nn_init_dirac_, X(0), 3));
	RUN("dirac_: matrix", CT(nn_init_dirac_, X(0)));
	RUN("dirac_: leaf", CT(nn_init_dirac_, X(0)));
}
END_TEST

START_TEST(matrices_are_orthogonal)
{
	BOTH("orthogonal_", nn_init_orthogonal_, X(0));
	BOTH("orthogonal_: wide", nn_init_orthogonal_, X(0), 2);
	BOTH("orthogonal_: tall", nn_init_orthogonal_, X(0));
	BOTH("orthogonal_: convolution", nn_init_orthogonal_, X(0), 0.5);
	BOTH("orthogonal_: nothing", nn_init_orthogonal_, X(0));
	BOTH("orthogonal_: vector", nn_init_orthogonal_, X(0));
	RUN("orthogonal_: leaf", CT(nn_init_orthogonal_, X(0)));
}
END_TEST

START_TEST(matrices_are_sparse)
{
	BOTH("sparse_", nn_init_sparse_, X(0), 0.3);
	BOTH("sparse_: std", nn_init_sparse_, X(0), 0.5, 2);
	BOTH("sparse_: none", nn_init_sparse_, X(0), 0);
	BOTH("sparse_: more than all", nn_init_sparse_, X(0), 1.5);
	BOTH("sparse_: negative", nn_init_sparse_, X(0), -0.5);
	BOTH("sparse_: nan", nn_init_sparse_, X(0), NAN);
	BOTH("sparse_: vector", nn_init_sparse_, X(0), 0.5);
	RUN("sparse_: leaf", CT(nn_init_sparse_, X(0), 0.4));
}
END_TEST

static ct_tensor *every_second(const ct_tensor *x)
{
	return CT_E(slice, CT_E(slice, x, .step = 2), 1, 1);
}

/* On views that are not contiguous. */
#define VIEW(name, function, ...)                                                                 \
	do {                                                                                      \
		RUN(name ": transposed", CT(function, CT_E(transpose, X(0), 0, 1), __VA_ARGS__)); \
		RUN(name ": strided", CT(function, every_second(X(0)), __VA_ARGS__));             \
	} while (0)

START_TEST(a_view_is_filled_as_pythons)
{
	VIEW("normal_", nn_init_normal_, 0, 1);
	VIEW("trunc_normal_", nn_init_trunc_normal_, 0.5, 2, -1, 1.5);
	VIEW("trunc_normal_ in a tail", nn_init_trunc_normal_, 0, 1, 3, 5);
	VIEW("kaiming_uniform_", nn_init_kaiming_uniform_, .nonlinearity = "relu");
	RUN("eye_: transposed", CT(nn_init_eye_, CT_E(t, X(0))));
	RUN("eye_: strided", CT(nn_init_eye_, every_second(X(0))));
	VIEW("dirac_", nn_init_dirac_, 1);
	VIEW("orthogonal_", nn_init_orthogonal_, 2);
	VIEW("sparse_", nn_init_sparse_, 0.5);
}
END_TEST

START_TEST(a_tensor_of_the_meta_device_stays_as_it_is)
{
	CT_SCOPE;
	ct_tensor *meta;

	OK(CT(empty, &meta, CT_L(3, 4), .device = CT_DEVICE(CT_DEVICE_TYPE_META, -1)));
	OK(CT(nn_init_trunc_normal_, meta));
	OK(CT(nn_init_orthogonal_, meta));
	OK(CT(nn_init_sparse_, meta, 0.5));
	OK(CT(empty, &meta, CT_L(3, 4, 5), .device = CT_DEVICE(CT_DEVICE_TYPE_META, -1)));
	OK(CT(nn_init_dirac_, meta));
}
END_TEST

START_TEST(a_division_by_zero_is_an_error)
{
	CT_SCOPE;
	ct_tensor *x;

	OK(CT(zeros, &x, CT_L(0, 0)));
	FAILS(CT(nn_init_xavier_uniform_, x), "ValueError: float division by zero");
	FAILS(CT(nn_init_trunc_normal_, x, .std = 0), "ValueError: float division by zero");
	OK(CT(zeros, &x, CT_L(2, 2, 2)));
	FAILS(CT(nn_init_dirac_, x, 0), "ValueError: integer modulo by zero");
	FAILS(CT(nn_init_sparse_, x, INFINITY),
	      "ValueError: Only tensors with 2 dimensions are supported");
}
END_TEST

START_TEST(null_is_an_error)
{
	FAILS(CT(nn_init_eye_, NULL),
	      "ArgumentError: ct_nn_init_eye_: argument 1 (tensor) must not be NULL");
	FAILS(CT(nn_init_uniform_, NULL),
	      "ArgumentError: ct_uniform_: argument 1 (self) must not be NULL");
	FAILS(CT(nn_init_kaiming_normal_, NULL),
	      "ArgumentError: ct_nn_init_kaiming_normal_: argument 1 (tensor) must not be NULL");
	FAILS(ct_nn_init_calculate_gain(NULL, NULL, NULL),
	      "ArgumentError: ct_nn_init_calculate_gain: argument 1 (nonlinearity) must not be NULL");
}
END_TEST

START_TEST(all_cases_ran)
{
	assert_all_ran();
}
END_TEST

Suite *init_suite(void)
{
	Suite *suite = suite_create("init");
	TCase *tests = tests_of("init");

	tcase_add_unchecked_fixture(tests, begin, end_topic);
	tcase_add_test(tests, gains_are_pythons);
	tcase_add_test(tests, elements_are_drawn_or_constant);
	tcase_add_test(tests, normal_numbers_are_drawn_until_within_bounds);
	tcase_add_test(tests, ranges_depend_on_the_fans);
	tcase_add_test(tests, kaiming_knows_the_function);
	tcase_add_test(tests, identities_preserve_inputs);
	tcase_add_test(tests, matrices_are_orthogonal);
	tcase_add_test(tests, matrices_are_sparse);
	tcase_add_test(tests, a_view_is_filled_as_pythons);
	tcase_add_test(tests, a_tensor_of_the_meta_device_stays_as_it_is);
	tcase_add_test(tests, a_division_by_zero_is_an_error);
	tcase_add_test(tests, null_is_an_error);
	tcase_add_test(tests, all_cases_ran);
	suite_add_tcase(suite, tests);
	return suite;
}
