/*
 * Gradient checks: the errors that they find, and the error texts.
 */
#include "gradcheck_support.h"

static json_t *cases;

/* The backward of saved_square(), with any factor; 2 is correct. */
static ct_error scaled_backward(ct_function_context *context, ct_tensor *const *grads,
				double factor, ct_tensor **results)
{
	ct_tensor *x, *scaled;

	CT_TRY(ct_function_saved_tensors(context, &x, 1));
	CT_TRY(ct_mul_Scalar(x, ct_scalar_float(factor), &scaled));
	return ct_mul_Tensor(grads[0], scaled, &results[0]);
}

static ct_error by_data(ct_function_context *context, ct_tensor *const *grads, ct_tensor **results)
{
	return scaled_backward(context, grads, *(const double *)ct_function_data(context), results);
}

static ct_error saved_square(ct_function_context *context, ct_tensor *const *inputs,
			     ct_tensor **outputs)
{
	CT_TRY(ct_function_save_for_backward(context, CT_TENSORS_OF(inputs, 1)));
	return ct_mul_Tensor(inputs[0], inputs[0], &outputs[0]);
}

static const ct_function scaled = {
	.name = "MyWrong", .forward = saved_square, .backward = by_data, .data_size = sizeof(double)
};

static ct_error check_scaled(double factor, ct_tensor *x, bool *result)
{
	struct custom custom = { &scaled, &factor };

	return ct_gradcheck(call_custom, &custom, CT_TENSORS(x), 1, NULL, result);
}

static ct_error a_factor(void)
{
	return check_scaled(1, sample_x(), NULL);
}

static ct_error a_factor_float32(void)
{
	ct_tensor *x = vector(3, (const float[]){ 1, -2, .5f });

	OK(ct_tensor_set_requires_grad(x, true));
	return check_scaled(2, x, NULL);
}

static ct_error wrong_pair_backward(ct_function_context *context, ct_tensor *const *grads,
				    ct_tensor **results)
{
	ct_tensor *saved[2], *part;

	CT_TRY(ct_function_saved_tensors(context, saved, 2));
	for (int i = 0; i < 2; i++) {
		CT_TRY(ct_mul_Tensor(grads[1], saved[1 - i], &part));
		CT_TRY(ct_add_Tensor(grads[0], part, ct_scalar_int(i == 0 ? 1 : -1), &results[i]));
	}
	return NULL;
}

static ct_error check_pair(ct_tensor *a, ct_tensor *b)
{
	ct_function function = my_pair;
	struct custom custom = { &function, NULL };

	function.backward = wrong_pair_backward;
	return ct_gradcheck(call_custom, &custom, CT_TENSORS(a, b), 2, NULL, NULL);
}

static ct_error second_of_two(void)
{
	return check_pair(sample_x(), doubles((const double[]){ 2, 3, 4 }, 3));
}

static ct_error first_is_plain(void)
{
	return check_pair(plain(doubles((const double[]){ 2, 3, 4 }, 3)), sample_x());
}

static ct_error saved_sum(ct_function_context *context, ct_tensor *const *inputs,
			  ct_tensor **outputs)
{
	CT_TRY(ct_function_save_for_backward(context, CT_TENSORS_OF(inputs, 1)));
	return ct_sum(inputs[0], CT_DTYPE_NONE, &outputs[0]);
}

static ct_error ones_backward(ct_function_context *context, ct_tensor *const *grads,
			      ct_tensor **results)
{
	ct_tensor *x;

	(void)grads;
	CT_TRY(ct_function_saved_tensors(context, &x, 1));
	return ct_ones_like(x, CT_DTYPE_NONE, CT_LAYOUT_NONE, CT_DEVICE_NONE, NULL,
			    CT_MEMORY_FORMAT_NONE, &results[0]);
}

static ct_error not_multiplied(void)
{
	const ct_function function = { .name = "MyWrong",
				       .forward = saved_sum,
				       .backward = ones_backward };
	struct custom custom = { &function, NULL };
	ct_tensor *x = sample_x();

	return ct_gradcheck(call_custom, &custom, CT_TENSORS(x), 1, NULL, NULL);
}

static ct_error no_conjugate(void)
{
	return check_scaled(2, sample_z(), NULL);
}

static ct_error real_of_scaled(ct_tensor *const *inputs, int64_t n, void *context,
			       ct_tensor **outputs, int64_t outputs_len)
{
	CT_TRY(call_custom(inputs, n, context, outputs, outputs_len));
	return ct_real(outputs[0], &outputs[0]);
}

static ct_error real_of_complex(void)
{
	double factor = 2;
	struct custom custom = { &scaled, &factor };
	ct_tensor *z = sample_z();

	return ct_gradcheck(real_of_scaled, &custom, CT_TENSORS(z), 1, NULL, NULL);
}

static int calls;

static ct_error changing_backward(ct_function_context *context, ct_tensor *const *grads,
				  ct_tensor **results)
{
	CT_TRY(scaled_backward(context, grads, 2, results));
	return ct_add_Scalar(results[0], ct_scalar_float(1e-7 * calls++), ct_scalar_int(1),
			     &results[0]);
}

static ct_error not_deterministic(void)
{
	const ct_function function = { .name = "MyRandom",
				       .forward = saved_square,
				       .backward = changing_backward };
	struct custom custom = { &function, NULL };
	ct_tensor *x = sample_x();

	calls = 0;
	return ct_gradcheck(call_custom, &custom, CT_TENSORS(x), 1, NULL, NULL);
}

static ct_error square_without_zeros(ct_function_context *context, ct_tensor *const *inputs,
				     ct_tensor **outputs)
{
	CT_TRY(ct_function_set_materialize_grads(context, false));
	return saved_square(context, inputs, outputs);
}

static ct_error must_have_gradient(ct_function_context *context, ct_tensor *const *grads,
				   ct_tensor **results)
{
	if (grads[0] == NULL)
		return ct_error_new(CT_ERROR_RUNTIME, __func__, "no gradient");
	return scaled_backward(context, grads, 2, results);
}

static const ct_function undefined_fails = { .name = "MyWrong",
					     .forward = square_without_zeros,
					     .backward = must_have_gradient };

static ct_error missing_is_an_error(void)
{
	struct custom custom = { &undefined_fails, NULL };
	ct_tensor *x = sample_x();

	return ct_gradcheck(call_custom, &custom, CT_TENSORS(x), 1, NULL, NULL);
}

static ct_error ones_without_gradient(ct_function_context *context, ct_tensor *const *grads,
				      ct_tensor **results)
{
	return grads[0] ? scaled_backward(context, grads, 2, results)
			: ones_backward(context, grads, results);
}

static ct_error missing_become_ones(void)
{
	const ct_function function = { .name = "MyWrong",
				       .forward = square_without_zeros,
				       .backward = ones_without_gradient };
	struct custom custom = { &function, NULL };
	ct_tensor *x = sample_x();

	return ct_gradcheck(call_custom, &custom, CT_TENSORS(x), 1, NULL, NULL);
}

/* The value is correct, but it no longer depends on the input. */
static ct_error detached_backward(ct_function_context *context, ct_tensor *const *grads,
				  ct_tensor **results)
{
	ct_tensor *x, *detached, *twice;

	CT_TRY(ct_function_saved_tensors(context, &x, 1));
	CT_TRY(ct_detach(x, &detached));
	CT_TRY(ct_mul_Scalar(grads[0], ct_scalar_int(2), &twice));
	return ct_mul_Tensor(twice, detached, &results[0]);
}

static const ct_function not_twice_right = { .name = "MyWrong",
					     .forward = saved_square,
					     .backward = detached_backward };

static ct_error second_derivative(void)
{
	struct custom custom = { &not_twice_right, NULL };
	ct_tensor *x = sample_x(), *grad = plain(doubles((const double[]){ 1, 1, 1 }, 3));

	OK(ct_gradcheck(call_custom, &custom, CT_TENSORS(x), 1, NULL, NULL));
	return ct_gradgradcheck(call_custom, &custom, CT_TENSORS(x), 1, CT_TENSORS(grad), NULL,
				NULL);
}

static ct_error twice_detached(ct_tensor *const *inputs, int64_t n, void *context,
			       ct_tensor **outputs, int64_t outputs_len)
{
	ct_tensor *detached;

	(void)n;
	(void)context;
	(void)outputs_len;
	CT_TRY(ct_detach(inputs[0], &detached));
	return ct_mul_Scalar(detached, ct_scalar_int(2), &outputs[0]);
}

static ct_error detached(void)
{
	ct_tensor *x = sample_x();

	return ct_gradcheck(twice_detached, NULL, CT_TENSORS(x), 1, NULL, NULL);
}

static ct_error all_plain(void)
{
	ct_tensor *x = plain(sample_x());
	unary function = ct_exp;

	return ct_gradcheck(call_unary, &function, CT_TENSORS(x), 1, NULL, NULL);
}

static ct_error overlapping(void)
{
	const int64_t one = 1, three = 3;
	ct_tensor *x;
	unary function = ct_exp;

	OK(ct_ones(&one, 1, CT_FLOAT64, CT_LAYOUT_NONE, CT_DEVICE_NONE, NULL, &x));
	OK(ct_expand(x, &three, 1, false, &x));
	OK(ct_tensor_set_requires_grad(x, true));
	return ct_gradcheck(call_unary, &function, CT_TENSORS(x), 1, NULL, NULL);
}

static ct_error modifies_saved(ct_tensor *const *inputs, int64_t n, void *context,
			       ct_tensor **outputs, int64_t outputs_len)
{
	ct_tensor *w;

	(void)n;
	(void)context;
	(void)outputs_len;
	CT_TRY(ct_mul_Scalar(inputs[0], ct_scalar_int(1), &w));
	CT_TRY(ct_mul_Tensor(w, w, &outputs[0]));
	return add_one(w);
}

static ct_error modified(void)
{
	ct_tensor *x = sample_x();

	return ct_gradcheck(modifies_saved, NULL, CT_TENSORS(x), 1, NULL, NULL);
}

static const struct {
	const char *name;
	ct_error (*call)(void);
} wrongs[] = {
	{ "a factor", a_factor },
	{ "a factor, float32", a_factor_float32 },
	{ "second of two inputs", second_of_two },
	{ "first input is plain", first_is_plain },
	{ "not multiplied by the gradient", not_multiplied },
	{ "no conjugate", no_conjugate },
	{ "real of complex", real_of_complex },
	{ "not deterministic", not_deterministic },
	{ "missing gradients are an error", missing_is_an_error },
	{ "missing gradients become ones", missing_become_ones },
	{ "second derivative", second_derivative },
	{ "detached", detached },
	{ "no input requires a gradient", all_plain },
	{ "overlapping input", overlapping },
	{ "input is modified", modified },
};

static const json_t *expected_case(const char *name)
{
	for (size_t i = 0; i < json_array_size(cases); i++) {
		const json_t *of_case = json_array_get(cases, i);

		if (strcmp(expected_text(of_case, "kind"), "gradcheck") == 0 &&
		    strcmp(expected_text(of_case, "name"), name) == 0)
			return of_case;
	}
	ck_abort_msg("PyTorch was not asked for: %s", name);
	return NULL;
}

static const char low_precision[] =
	"\nnote: Input #0 requires gradient and is not a double precision floating point or "
	"complex. This check will likely fail if all the inputs are not of double precision "
	"floating point or complex.";

START_TEST(what_is_wrong_is_told_as_pytorch_tells_it)
{
	CT_SCOPE;
	const json_t *of_case = expected_case(wrongs[_i].name);
	const char *wanted = expected_text(of_case, "error");
	size_t length = strlen(wanted);
	ct_error err = wrongs[_i].call();

	ck_assert_msg(err != NULL, "%s: no error", wrongs[_i].name);
	ck_assert_msg(begins_as_expected(err, wanted), "%s: expected\n%s\ngot\n%s", wrongs[_i].name,
		      wanted, err);
	if (expected_bool(of_case, "whole") && strstr(wrongs[_i].name, "float32") == NULL)
		ck_assert_msg(is_expected_error(err, wanted), "more: %s", err);
	else if (expected_bool(of_case, "whole") && strncmp(err, wanted, length) == 0)
		ck_assert_str_eq(err + length, low_precision);
	ct_error_free(err);
}
END_TEST

START_TEST(all_of_pytorchs_checks_are_made)
{
	int asked = 0;

	for (size_t i = 0; i < json_array_size(cases); i++)
		asked += strcmp(expected_text(json_array_get(cases, i), "kind"), "gradcheck") == 0;
	ck_assert_int_eq(asked, COUNT(wrongs));
}
END_TEST

START_TEST(a_result_may_be_asked_for_instead_of_an_error)
{
	CT_SCOPE;
	bool right = true;
	ct_tensor *x = sample_x();

	OK(check_scaled(1, x, &right));
	ck_assert(!right);
	OK(check_scaled(2, x, &right));
	ck_assert(right);
	FAILS_WITH(check_scaled(2, plain(x), &right), CT_ERROR_VALUE, "at least one input");
}
END_TEST

START_TEST(tolerances_decide)
{
	CT_SCOPE;
	ct_gradcheck_options options = { 0 };
	double factor = 2.01; /* 0.5 % more than 2 */
	struct custom custom = { &scaled, &factor };
	ct_tensor *x = sample_x();
	bool right = true;

	OK(ct_gradcheck(call_custom, &custom, CT_TENSORS(x), 1, &options, &right));
	ck_assert(!right);
	options.rtol = .01;
	OK(ct_gradcheck(call_custom, &custom, CT_TENSORS(x), 1, &options, &right));
	ck_assert(right);
	options.rtol = 0;
	options.atol = .03;
	OK(ct_gradcheck(call_custom, &custom, CT_TENSORS(x), 1, &options, &right));
	ck_assert(right);
}
END_TEST

START_TEST(nondeterminism_may_be_tolerated)
{
	CT_SCOPE;
	const ct_function function = { .name = "MyRandom",
				       .forward = saved_square,
				       .backward = changing_backward };
	struct custom custom = { &function, NULL };
	ct_gradcheck_options options = { 0 };
	ct_tensor *x = sample_x();
	ct_error err;

	calls = 0;
	options.nondet_tol = 1e-8;
	err = ct_gradcheck(call_custom, &custom, CT_TENSORS(x), 1, &options, NULL);
	ck_assert_ptr_nonnull(err);
	ck_assert_ptr_nonnull(strstr(err, "The tolerance for nondeterminism was 1e-08."));
	ct_error_free(err);
	/* Backward also adds a term without the gradient, which is found next. */
	calls = 0;
	options.nondet_tol = 1e-5;
	FAILS(ct_gradcheck(call_custom, &custom, CT_TENSORS(x), 1, &options, NULL),
	      "RuntimeError: backward not multiplied by grad_output");
}
END_TEST

START_TEST(missing_gradients_need_not_be_checked)
{
	CT_SCOPE;
	struct custom custom = { &undefined_fails, NULL };
	ct_gradcheck_options options = { 0 };
	ct_tensor *x = sample_x();

	options.no_check_undefined_grad = true;
	OK(ct_gradcheck(call_custom, &custom, CT_TENSORS(x), 1, &options, NULL));
}
END_TEST

Suite *gradcheck_wrong_suite(void)
{
	Suite *suite = suite_create("gradcheck_wrong");
	TCase *wrong = tests_of("wrong");

	cases = expected_cases("function");
	tcase_add_loop_test(wrong, what_is_wrong_is_told_as_pytorch_tells_it, 0, COUNT(wrongs));
	tcase_add_test(wrong, all_of_pytorchs_checks_are_made);
	tcase_add_test(wrong, a_result_may_be_asked_for_instead_of_an_error);
	tcase_add_test(wrong, tolerances_decide);
	tcase_add_test(wrong, nondeterminism_may_be_tolerated);
	tcase_add_test(wrong, missing_gradients_need_not_be_checked);
	suite_add_tcase(suite, wrong);
	return suite;
}
