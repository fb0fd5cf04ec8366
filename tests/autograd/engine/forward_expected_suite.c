/*
 * Forward mode compared with PyTorch: the tangents of operators, of views, and of tensors that are
 * written to; the error texts.
 */
#include "derivatives_support.h"

static json_t *cases;

static void read_cases(void)
{
	cases = expected_cases("derivatives");
}

static void drop_cases(void)
{
	json_decref(cases);
}

/* --- Tangents --------------------------------------------------------------------------------- */

static ct_error make_inputs(const json_t *of_case, struct steps_values *values)
{
	values->n = (int64_t)json_array_size(expected_list(of_case, "inputs"));
	for (size_t i = 0; i < (size_t)values->n; i++) {
		ct_tensor *primal = tensor_at(of_case, "inputs", i);
		ct_tensor *tangent = tensor_at(of_case, "tangents", i);

		values->tensors[i] = primal;
		if (tangent)
			CT_TRY(ct_forward_ad_make_dual(primal, tangent, &values->tensors[i]));
	}
	return NULL;
}

static ct_error compare_dual(const json_t *of_case, size_t i, const ct_tensor *dual)
{
	const char *name = expected_text(of_case, "name");
	ct_tensor *primal, *tangent;

	CT_TRY(ct_forward_ad_unpack_dual(dual, &primal, &tangent));
	CT_TRY(ct_resolve_conj(primal, &primal));
	if (tangent)
		CT_TRY(ct_resolve_conj(tangent, &tangent));
	assert_tensor_at(primal, of_case, "primals", i, name);
	assert_tensor_at(tangent, of_case, "tangents_of_primals", i, name);
	return NULL;
}

/* clang-format off */
static ct_error compute_and_compare(const json_t *of_case)
{
	const size_t last = json_array_size(expected_list(of_case, "primals"));
	struct steps_values values = { .n = 0 };

	CT_DUAL_LEVEL {
		CT_TRY(make_inputs(of_case, &values));
		CT_TRY(run_steps(expected_list(of_case, "steps"), &values));
		for (size_t i = 0; i < last; i++)
			CT_TRY(compare_dual(of_case, i,
					    values.tensors[values.n - (int64_t)(last - i)]));
	}
	return NULL;
}
/* clang-format on */

/* Releases added forward-mode derivatives one by one, so another release may lack some. */
static bool is_left_out(const char *name, ct_error error)
{
	if (!expected_is_of_another_release() ||
	    ct_error_class_of(error) != CT_ERROR_NOT_IMPLEMENTED)
		return false;
	printf("left out: forward mode, %s: %s\n", name, error);
	ct_error_free(error);
	return true;
}

static void check_forward(const json_t *of_case)
{
	const char *name = expected_text(of_case, "name");
	ct_error error = compute_and_compare(of_case);

	if (!is_left_out(name, error))
		ck_assert_msg(error == NULL, "%s: %s", name, error);
}

START_TEST(tangents_are_pytorch_s)
{
	for_each_case(cases, "forward", 146, check_forward);
}
END_TEST

/* --- Errors ----------------------------------------------------------------------------------- */

static ct_tensor *ones(int64_t n, ct_dtype dtype)
{
	ct_tensor *result;

	OK(ct_ones(&n, 1, dtype, CT_LAYOUT_NONE, CT_DEVICE_NONE, NULL, &result));
	return result;
}

static ct_error primal_of_integers(const ct_tensor *x, const ct_tensor *dual)
{
	(void)dual;
	return ct_forward_ad_make_dual(ones(2, CT_INT64), x, NULL);
}

static ct_error tangent_of_integers(const ct_tensor *x, const ct_tensor *dual)
{
	(void)dual;
	return ct_forward_ad_make_dual(x, ones(2, CT_INT64), NULL);
}

static ct_error tangent_of_another_shape(const ct_tensor *x, const ct_tensor *dual)
{
	(void)dual;
	return ct_forward_ad_make_dual(x, ones(3, CT_FLOAT32), NULL);
}

static ct_error tangent_is_dual(const ct_tensor *x, const ct_tensor *dual)
{
	return ct_forward_ad_make_dual(x, dual, NULL);
}

static ct_error primal_is_dual(const ct_tensor *x, const ct_tensor *dual)
{
	return ct_forward_ad_make_dual(dual, x, NULL);
}

static ct_error out_variant(const ct_tensor *x, const ct_tensor *dual)
{
	(void)x;
	return ct_exp_out(dual, ones(2, CT_FLOAT32), NULL);
}

static ct_error no_derivative(const ct_tensor *x, const ct_tensor *dual)
{
	const int64_t none[] = { 1, 0 }, probabilities[] = { 2, 1, 1 }, two = 2, zero = 0;
	ct_tensor *targets, *log_probs, *loss, *alpha;

	(void)x;
	CT_TRY(ct_zeros(none, 2, CT_INT64, CT_LAYOUT_NONE, CT_DEVICE_NONE, NULL, &targets));
	CT_TRY(ct_view(dual, probabilities, 3, &log_probs));
	return ct__ctc_loss(log_probs, targets, &two, 1, &zero, 1, 0, false, &loss, &alpha);
}

static ct_error enter_twice(void)
{
	int64_t level = -7;
	ct_error error;

	OK(ct_forward_ad_enter_dual_level(NULL));
	error = ct_forward_ad_enter_dual_level(&level);
	ck_assert_int_eq(level, -7);
	OK(ct_forward_ad_leave_dual_level(NULL));
	return error;
}

static ct_error exit_without_a_level(void)
{
	return ct_forward_ad_leave_dual_level(NULL);
}

static ct_error exit_another_level(void)
{
	const int64_t level = 3;
	ct_error error;

	OK(ct_forward_ad_enter_dual_level(NULL));
	error = ct_forward_ad_leave_dual_level(&level);
	OK(ct_forward_ad_leave_dual_level(NULL));
	return error;
}

static ct_error exit_level_0_without_a_level(void)
{
	const int64_t level = 0;

	return ct_forward_ad_leave_dual_level(&level);
}

static ct_error make_without_a_level(void)
{
	return ct_forward_ad_make_dual(ones(2, CT_FLOAT32), ones(2, CT_FLOAT32), NULL);
}

/* Calls a function in a level, with a plain and a dual tensor. */
static ct_error with_dual(ct_error (*call)(const ct_tensor *x, const ct_tensor *dual))
{
	ct_tensor *x = ones(2, CT_FLOAT32), *dual;
	ct_error error;

	OK(ct_forward_ad_enter_dual_level(NULL));
	OK(ct_forward_ad_make_dual(x, ones(2, CT_FLOAT32), &dual));
	error = call(x, dual);
	OK(ct_forward_ad_leave_dual_level(NULL));
	return error;
}

static const struct {
	const char *name;
	ct_error (*call)(void);
	ct_error (*call_with)(const ct_tensor *x, const ct_tensor *dual);
} errors[] = {
	{ "enter_twice", enter_twice, NULL },
	{ "exit_without_a_level", exit_without_a_level, NULL },
	{ "exit_another_level", exit_another_level, NULL },
	{ "exit_level_0_without_a_level", exit_level_0_without_a_level, NULL },
	{ "make_without_a_level", make_without_a_level, NULL },
	{ "primal_of_integers", NULL, primal_of_integers },
	{ "tangent_of_integers", NULL, tangent_of_integers },
	{ "tangent_of_another_shape", NULL, tangent_of_another_shape },
	{ "tangent_is_dual", NULL, tangent_is_dual },
	{ "primal_is_dual", NULL, primal_is_dual },
	{ "out_variant", NULL, out_variant },
	{ "no_derivative", NULL, no_derivative },
};

enum { ERRORS = sizeof errors / sizeof errors[0] };

START_TEST(texts_of_errors_are_pytorch_s)
{
	CT_SCOPE;
	const json_t *of_case = case_called(cases, "forward error", errors[_i].name);

	FAILS_AS_EXPECTED(errors[_i].call ? errors[_i].call() : with_dual(errors[_i].call_with),
			  expected_text(of_case, "text"));
}
END_TEST

static int asked;

static void count_case(const json_t *of_case)
{
	case_called(cases, "forward error", expected_text(of_case, "name"));
	asked++;
}

START_TEST(all_of_pytorch_s_errors_are_provoked)
{
	asked = 0;
	for_each_case(cases, "forward error", ERRORS, count_case);
	ck_assert_int_eq(asked, ERRORS);
}
END_TEST

Suite *forward_expected_suite(void)
{
	Suite *suite = suite_create("forward_expected");
	TCase *tests = tests_of("forward_expected");

	tcase_add_checked_fixture(tests, read_cases, drop_cases);
	tcase_set_timeout(tests, 120);
	tcase_add_test(tests, tangents_are_pytorch_s);
	tcase_add_loop_test(tests, texts_of_errors_are_pytorch_s, 0, ERRORS);
	tcase_add_test(tests, all_of_pytorch_s_errors_are_provoked);
	suite_add_tcase(suite, tests);
	return suite;
}
