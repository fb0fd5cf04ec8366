/*
 * Gradient checks: what passes, how they check, and what prevents them.
 */
#include <math.h>

#include "gradcheck_support.h"

typedef ct_error (*binary)(const ct_tensor *self, const ct_tensor *other, ct_tensor **result);

/* --- Correct gradients ----------------------------------------------------------------------- */

static ct_error call_binary(ct_tensor *const *inputs, int64_t n, void *context, ct_tensor **outputs,
			    int64_t outputs_len)
{
	(void)n;
	(void)outputs_len;
	return (*(binary *)context)(inputs[0], inputs[1], &outputs[0]);
}

/* Tested with numbers between 0 and 1, where all are smooth. */
static const struct {
	const char *name;
	unary function;
} unaries[] = {
	{ "exp", ct_exp },         { "expm1", ct_expm1 },
	{ "log", ct_log },         { "log1p", ct_log1p },
	{ "sin", ct_sin },         { "cos", ct_cos },
	{ "tan", ct_tan },         { "asin", ct_asin },
	{ "acos", ct_acos },       { "atan", ct_atan },
	{ "sinh", ct_sinh },       { "cosh", ct_cosh },
	{ "tanh", ct_tanh },       { "atanh", ct_atanh },
	{ "sigmoid", ct_sigmoid }, { "silu", ct_silu },
	{ "sqrt", ct_sqrt },       { "rsqrt", ct_rsqrt },
	{ "square", ct_square },   { "reciprocal", ct_reciprocal },
	{ "erf", ct_erf },         { "lgamma", ct_lgamma },
	{ "neg", ct_neg },         { "abs", ct_abs },
	{ "relu", ct_relu },
};

static const struct {
	const char *name;
	binary function;
} binaries[] = {
	{ "mul", ct_mul_Tensor }, { "div", ct_div_Tensor },        { "mm", ct_mm },
	{ "atan2", ct_atan2 },    { "pow", ct_pow_Tensor_Tensor }, { "kron", ct_kron },
	{ "hypot", ct_hypot },    { "maximum", ct_maximum },
};

static const struct {
	const char *name;
	unary function;
} complex_unaries[] = {
	{ "exp", ct_exp },
	{ "log", ct_log },
	{ "sin", ct_sin },
	{ "tanh", ct_tanh },
	{ "sqrt", ct_sqrt },
	{ "reciprocal", ct_reciprocal },
	{ "abs", ct_abs },
	{ "angle", ct_angle },
	{ "real", ct_real },
	{ "imag", ct_imag },
	{ "conj_physical", ct_conj_physical },
	{ "square", ct_square },
};

static void assert_right(const char *name, ct_gradcheck_function function, void *context,
			 ct_tensor *const *inputs, int64_t n, int64_t outputs_len)
{
	ct_error err = ct_gradcheck(function, context, CT_TENSORS_OF(inputs, n), outputs_len, NULL,
				    NULL);

	ck_assert_msg(err == NULL, "gradcheck of %s: %s", name, err);
	err = ct_gradgradcheck(function, context, CT_TENSORS_OF(inputs, n), outputs_len,
			       CT_NO_TENSORS, NULL, NULL);
	ck_assert_msg(err == NULL, "gradgradcheck of %s: %s", name, err);
}

START_TEST(operators_of_one_tensor_are_right)
{
	CT_SCOPE;
	ct_tensor *x = doubles((const double[]){ .25, .5, .8 }, 3);
	unary function = unaries[_i].function;

	assert_right(unaries[_i].name, call_unary, &function, &x, 1, 1);
}
END_TEST

START_TEST(operators_of_two_tensors_are_right)
{
	CT_SCOPE;
	ct_tensor *inputs[] = { square_matrix((const double[]){ .25, .5, .8, 1.5 }),
				square_matrix((const double[]){ 1.2, .4, .7, .9 }) };
	binary function = binaries[_i].function;

	assert_right(binaries[_i].name, call_binary, &function, inputs, 2, 1);
}
END_TEST

START_TEST(operators_of_complex_tensors_are_right)
{
	CT_SCOPE;
	ct_tensor *z = complex_numbers((const double[]){ .5, 1, -1.5, .25 }, 2);
	unary function = complex_unaries[_i].function;

	assert_right(complex_unaries[_i].name, call_unary, &function, &z, 1, 1);
}
END_TEST

static void assert_custom(const ct_function *function, void *data, ct_tensor *const *inputs,
			  int64_t n, int64_t outputs_len)
{
	struct custom custom = { function, data };

	assert_right(function->name, call_custom, &custom, inputs, n, outputs_len);
}

START_TEST(custom_functions_are_right)
{
	CT_SCOPE;
	double slope = .25;
	ct_tensor *x = doubles((const double[]){ .25, -.5, .8 }, 3);
	ct_tensor *z = complex_numbers((const double[]){ 1, 2, 0, -3 }, 2);
	ct_tensor *pair[] = { x, doubles((const double[]){ 2, -1, 3 }, 3) };
	ct_tensor *linear[] = { square_matrix((const double[]){ .25, .5, .8, 1.5 }),
				square_matrix((const double[]){ 1.2, .4, .7, .9 }),
				doubles((const double[]){ 1, 2 }, 2) };

	assert_custom(&my_exp, NULL, &x, 1, 1);
	assert_custom(&my_square, NULL, &x, 1, 1);
	assert_custom(&my_square, NULL, &z, 1, 1);
	assert_custom(&my_relu, NULL, &x, 1, 1);
	assert_custom(&my_leaky, &slope, &x, 1, 1);
	assert_custom(&my_pair, NULL, pair, 2, 2);
	assert_custom(&my_pair_without_zeros, NULL, pair, 2, 2);
	assert_custom(&my_view, NULL, &x, 1, 1);
	assert_custom(&my_sort, NULL, &x, 1, 3);
	assert_custom(&my_linear, NULL, linear, 3, 1);
	linear[0] = plain(linear[0]);
	assert_custom(&my_linear, NULL, linear, 3, 1);
	linear[2] = NULL;
	assert_custom(&my_linear, NULL, linear, 3, 1);
}
END_TEST

/* --- How it is checked ----------------------------------------------------------------------- */

START_TEST(float32_passes_with_its_own_tolerances)
{
	CT_SCOPE;
	ct_gradcheck_options options = { 0 };
	ct_tensor *x = vector(3, (const float[]){ 1, -2, .5f });
	unary function = ct_sin;

	OK(ct_tensor_set_requires_grad(x, true));
	options.eps = 1e-2;
	options.atol = options.rtol = 1e-2;
	OK(ct_gradcheck(call_unary, &function, CT_TENSORS(x), 1, &options, NULL));
}
END_TEST

START_TEST(inputs_of_any_strides_are_moved)
{
	CT_SCOPE;
	ct_tensor *inputs[] = { square_matrix((const double[]){ .25, .5, .8, 1.5 }), NULL };
	binary function = ct_mm;
	const int64_t start = 1;
	ct_tensor *x = doubles((const double[]){ 1, 2, 3, 4, 5 }, 5);
	unary square = ct_square;

	OK(ct_t(plain(square_matrix((const double[]){ 1.2, .4, .7, .9 })), &inputs[1]));
	OK(ct_tensor_set_requires_grad(inputs[1], true));
	assert_right("mm of a transposed one", call_binary, &function, inputs, 2, 1);
	OK(ct_slice_Tensor(plain(x), 0, &start, NULL, 2, &x));
	OK(ct_tensor_set_requires_grad(x, true));
	assert_right("square of a part", call_unary, &square, &x, 1, 1);
}
END_TEST

/* Rows 1, 0 and 1 of a table, whose gradient is sparse. */
static ct_error look_up(ct_tensor *const *inputs, int64_t n, void *context, ct_tensor **outputs,
			int64_t outputs_len)
{
	const int64_t rows[] = { 1, 0, 1 }, three = 3;
	ct_tensor *indices;

	(void)n;
	(void)context;
	(void)outputs_len;
	CT_TRY(ct_tensor_from_data(rows, CT_INT64, CT_L(three), &indices));
	return ct_embedding(inputs[0], indices, -1, false, true, &outputs[0]);
}

START_TEST(gradients_may_be_sparse)
{
	CT_SCOPE;
	ct_tensor *table = square_matrix((const double[]){ .25, .5, .8, 1.5 });

	OK(ct_gradcheck(look_up, NULL, CT_TENSORS(table), 1, NULL, NULL));
}
END_TEST

static ct_error product_with_itself(ct_tensor *const *inputs, int64_t n, void *context,
				    ct_tensor **outputs, int64_t outputs_len)
{
	(void)n;
	(void)context;
	(void)outputs_len;
	return ct_mul_Tensor(inputs[0], inputs[1], &outputs[0]);
}

START_TEST(an_input_may_stand_twice)
{
	CT_SCOPE;
	ct_tensor *x = sample_x(), *inputs[] = { x, x };

	OK(ct_gradcheck(product_with_itself, NULL, CT_TENSORS_OF(inputs, 2), 1, NULL, NULL));
}
END_TEST

START_TEST(tensors_without_elements_and_of_one_are_checked)
{
	CT_SCOPE;
	const int64_t none = 0;
	ct_tensor *x;
	unary function = ct_exp;

	OK(ct_zeros(&none, 1, CT_FLOAT64, CT_LAYOUT_NONE, CT_DEVICE_NONE, NULL, &x));
	OK(ct_tensor_set_requires_grad(x, true));
	OK(ct_gradcheck(call_unary, &function, CT_TENSORS(x), 1, NULL, NULL));
	OK(ct_zeros(NULL, 0, CT_FLOAT64, CT_LAYOUT_NONE, CT_DEVICE_NONE, NULL, &x));
	OK(ct_tensor_set_requires_grad(x, true));
	OK(ct_gradcheck(call_unary, &function, CT_TENSORS(x), 1, NULL, NULL));
}
END_TEST

/* Backward of earlier results still works: the check does not increment the version. */
START_TEST(inputs_are_as_before)
{
	CT_SCOPE;
	ct_tensor *x = sample_x(), *before, *y;
	unary function = ct_exp;
	bool same = false;

	OK(ct_clone(plain(x), CT_MEMORY_FORMAT_NONE, &before));
	OK(ct_square(x, &y));
	OK(ct_gradcheck(call_unary, &function, CT_TENSORS(x), 1, NULL, NULL));
	OK(ct_equal(x, before, &same));
	ck_assert(same);
	OK(sum_backward(y));
}
END_TEST

/* --- What prevents it ------------------------------------------------------------------------ */

static int calls_before_error;

static ct_error failing_later(ct_tensor *const *inputs, int64_t n, void *context,
			      ct_tensor **outputs, int64_t outputs_len)
{
	(void)n;
	(void)context;
	(void)outputs_len;
	if (calls_before_error-- == 0)
		return ct_error_new(CT_ERROR_INDEX, "failing_later", "enough");
	return ct_exp(inputs[0], &outputs[0]);
}

START_TEST(errors_of_the_function_come_back_as_they_are)
{
	CT_SCOPE;
	ct_tensor *x = sample_x(), *before;
	bool same = false, right;

	OK(ct_clone(plain(x), CT_MEMORY_FORMAT_NONE, &before));
	for (int i = 0; i < 6; i++) {
		calls_before_error = i;
		FAILS(ct_gradcheck(failing_later, NULL, CT_TENSORS(x), 1, NULL, &right),
		      "IndexError: enough");
		OK(ct_equal(x, before, &same));
		ck_assert(same);
	}
}
END_TEST

static ct_error sets_nothing(ct_tensor *const *inputs, int64_t n, void *context,
			     ct_tensor **outputs, int64_t outputs_len)
{
	(void)inputs;
	(void)n;
	(void)context;
	(void)outputs;
	(void)outputs_len;
	return NULL;
}

static ct_error returns_input(ct_tensor *const *inputs, int64_t n, void *context,
			      ct_tensor **outputs, int64_t outputs_len)
{
	(void)n;
	(void)context;
	(void)outputs_len;
	outputs[0] = inputs[0];
	return NULL;
}

START_TEST(outputs_must_be_set_and_may_be_inputs)
{
	CT_SCOPE;
	ct_tensor *x = sample_x();

	FAILS(ct_gradcheck(sets_nothing, NULL, CT_TENSORS(x), 1, NULL, NULL),
	      "ArgumentError: ct_gradcheck: the function did not set output 0");
	OK(ct_gradcheck(returns_input, NULL, CT_TENSORS(x), 1, NULL, NULL));
}
END_TEST

static ct_error grows(ct_tensor *const *inputs, int64_t n, void *context, ct_tensor **outputs,
		      int64_t outputs_len)
{
	const int64_t times = ++*(int64_t *)context;

	(void)n;
	(void)outputs_len;
	return ct_repeat(inputs[0], &times, 1, &outputs[0]);
}

START_TEST(outputs_must_keep_their_shape)
{
	CT_SCOPE;
	ct_tensor *x = sample_x();
	int64_t times = 0;

	FAILS_WITH(ct_gradcheck(grows, &times, CT_TENSORS(x), 1, NULL, NULL), CT_ERROR_RUNTIME,
		   "output 0 changes its shape or dtype when an input changes by 1e-06");
}
END_TEST

START_TEST(wrong_arguments_are_named)
{
	CT_SCOPE;
	ct_gradcheck_options options = { 0 };
	ct_tensor *x = sample_x();
	unary function = ct_exp;

	FAILS(ct_gradcheck(NULL, NULL, CT_TENSORS(x), 1, NULL, NULL),
	      "ArgumentError: ct_gradcheck: argument 1 (function) must not be NULL");
	FAILS_WITH(ct_gradcheck(call_unary, &function, CT_TENSORS_OF(NULL, 1), 1, NULL, NULL),
		   CT_ERROR_ARGUMENT, "argument 3 (inputs)");
	FAILS_WITH(ct_gradcheck(call_unary, &function, CT_TENSORS_OF(&x, -1), 1, NULL, NULL),
		   CT_ERROR_ARGUMENT, "argument 3 (inputs)");
	FAILS_WITH(ct_gradgradcheck(call_unary, &function, CT_TENSORS(x), 0, CT_NO_TENSORS, NULL,
				    NULL),
		   CT_ERROR_ARGUMENT, "ct_gradgradcheck: argument 4 (output_count) is 0");
	FAILS_WITH(ct_gradgradcheck(call_unary, &function, CT_TENSORS(x), INT64_MAX, CT_NO_TENSORS,
				    NULL, NULL),
		   CT_ERROR_ARGUMENT, "argument 4 (output_count) is 9223372036854775807");
	FAILS_WITH(ct_gradgradcheck(call_unary, &function, CT_TENSORS(x), 1, CT_TENSORS_OF(&x, 2),
				    NULL, NULL),
		   CT_ERROR_ARGUMENT, "argument 5 (grad_outputs): length is 2, but 1 outputs");
	options.eps = CT_ZERO;
	FAILS_WITH(ct_gradcheck(call_unary, &function, CT_TENSORS(x), 1, &options, NULL),
		   CT_ERROR_ARGUMENT, "eps is 0");
	options = (ct_gradcheck_options){ 0 };
	options.rtol = NAN;
	FAILS_WITH(ct_gradcheck(call_unary, &function, CT_TENSORS(x), 1, &options, NULL),
		   CT_ERROR_ARGUMENT, "a tolerance is negative or NaN");
}
END_TEST

START_TEST(inputs_that_cannot_be_moved_are_refused)
{
	CT_SCOPE;
	ct_tensor *z = sample_z(), *x;
	unary function = ct_exp;

	OK(ct_conj(plain(z), &z));
	OK(ct_tensor_set_requires_grad(z, true));
	FAILS_WITH(ct_gradcheck(call_unary, &function, CT_TENSORS(z), 1, NULL, NULL),
		   CT_ERROR_ARGUMENT, "ct_resolve_conj()");
	OK(ct_to_sparse(plain(sample_x()), CT_LAYOUT_NONE, NULL, 0, NULL, &x));
	OK(ct_tensor_set_requires_grad(x, true));
	FAILS_WITH(ct_gradcheck(call_unary, &function, CT_TENSORS(x), 1, NULL, NULL),
		   CT_ERROR_ARGUMENT, "input 0 is not strided");
}
END_TEST

Suite *gradcheck_suite(void)
{
	Suite *suite = suite_create("gradcheck");
	TCase *right = tests_of("right");
	TCase *how = tests_of("how");
	TCase *prevented = tests_of("prevented");

	tcase_add_loop_test(right, operators_of_one_tensor_are_right, 0, COUNT(unaries));
	tcase_add_loop_test(right, operators_of_two_tensors_are_right, 0, COUNT(binaries));
	tcase_add_loop_test(right, operators_of_complex_tensors_are_right, 0,
			    COUNT(complex_unaries));
	tcase_add_test(right, custom_functions_are_right);
	tcase_add_test(how, float32_passes_with_its_own_tolerances);
	tcase_add_test(how, inputs_of_any_strides_are_moved);
	tcase_add_test(how, gradients_may_be_sparse);
	tcase_add_test(how, an_input_may_stand_twice);
	tcase_add_test(how, tensors_without_elements_and_of_one_are_checked);
	tcase_add_test(how, inputs_are_as_before);
	tcase_add_test(prevented, errors_of_the_function_come_back_as_they_are);
	tcase_add_test(prevented, outputs_must_be_set_and_may_be_inputs);
	tcase_add_test(prevented, outputs_must_keep_their_shape);
	tcase_add_test(prevented, wrong_arguments_are_named);
	tcase_add_test(prevented, inputs_that_cannot_be_moved_are_refused);
	suite_add_tcase(suite, right);
	suite_add_tcase(suite, how);
	suite_add_tcase(suite, prevented);
	return suite;
}
