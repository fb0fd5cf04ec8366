/*
 * Compared with PyTorch: derivatives of three orders, how hooks change gradients, error texts and
 * the nodes of graphs. tests/fixtures/expected/autograd.py recorded them from Python; where Python
 * changes a text, libtorch's C++ gives it at run time.
 *
 * Each case there has a function of the same name here.
 */
#include "expected_functions.h"
#include "libtorchs_words.h"

static json_t *cases;

static void read_cases(void)
{
	cases = expected_cases("autograd");
}

static void drop_cases(void)
{
	json_decref(cases);
}

/* Calls a function for each case of a kind. The number wanted keeps a test from being empty. */
static void for_each(const char *kind, int wanted, void (*check)(const json_t *of_case))
{
	size_t i;
	json_t *each;
	int n = 0;

	json_array_foreach (cases, i, each) {
		if (strcmp(expected_text(each, "kind"), kind) != 0)
			continue;
		CT_SCOPE;
		check(each);
		n++;
	}
	ck_assert_int_le(n, wanted);
	ck_assert_int_ge(n + (int)expected_left_out("autograd"), wanted);
}

static ct_error derivative(const ct_tensor *of, ct_tensor *by, ct_tensor **result)
{
	ct_autograd_grad_options options = { 0 };
	ct_tensor *sum;

	options.create_graph = true;
	CT_TRY(ct_sum(of, CT_DTYPE_NONE, &sum));
	return ct_autograd_grad(CT_TENSORS(sum), CT_TENSORS(by), &options, result);
}

static void check_derivatives(const json_t *of_case)
{
	static const char *const orders[] = { "first", "second", "third" };
	const char *name = expected_text(of_case, "name");
	function_of_one function = function_called(name);
	ct_tensor *x = expected_tensor(of_case, "x"), *value;
	char what[80];

	ck_assert_msg(function != NULL, "there is no function %s", name);
	OK(ct_tensor_set_requires_grad(x, true));
	OK(function(x, &value));
	for (int i = 0; i < 3; i++) {
		OK(derivative(value, x, &value));
		snprintf(what, sizeof what, "%s derivative of %s", orders[i], name);
		assert_expected_tensor(value, of_case, orders[i], 1e-9, what);
	}
}

START_TEST(derivatives_of_three_orders_are_pytorch_s)
{
	for_each("derivatives", 24, check_derivatives);
}
END_TEST

START_TEST(gradients_and_what_hooks_make_of_them_are_pytorch_s)
{
	for_each("result", 15, check_result);
}
END_TEST

START_TEST(nodes_of_graphs_are_pytorch_s)
{
	for_each("graph", 7, check_graph);
}
END_TEST

static ct_tensor *written_to_view(void)
{
	ct_tensor *view;

	OK(view_whose_base_was_written_to(&view));
	return view;
}

static void assert_fact(const json_t *of_case, const char *name, int64_t got)
{
	ck_assert_msg(got == expected_int(of_case, name), "%s: %lld", name, (long long)got);
}

/* Each fact needs a new view, since some queries bring the view up to date. */
static void check_facts(const json_t *of_case)
{
	ct_tensor *retaining = written_to_view(), *stopping = written_to_view();

	OK(ct_tensor_retain_grad(retaining));
	OK(ct_tensor_set_requires_grad(stopping, false));
	assert_fact(of_case, "is_leaf", ct_tensor_is_leaf(written_to_view()));
	assert_fact(of_case, "requires_grad", ct_tensor_requires_grad(written_to_view()));
	assert_fact(of_case, "output_nr", ct_tensor_output_nr(written_to_view()));
	assert_fact(of_case, "retains_grad", ct_tensor_retains_grad(written_to_view()));
	assert_fact(of_case, "retains_grad after retain_grad", ct_tensor_retains_grad(retaining));
	assert_fact(of_case, "can stop requiring", !ct_tensor_requires_grad(stopping));
}

START_TEST(what_a_view_says_once_its_base_was_written_to_is_pytorch_s)
{
	for_each("facts", 1, check_facts);
}
END_TEST

static int wrong_texts;

/* Prints every text that differs, not only the first. */
static void check_error(const json_t *of_case)
{
	const char *name = expected_text(of_case, "name"), *libtorchs = libtorchs_words(name);
	const char *expected = libtorchs ? libtorchs : expected_text(of_case, "text");
	ct_error error = provoked(name);

	/* Another release's C++ may not fail here; then we do not, either. */
	const bool fits = error || !expected_is_of_another_release()
				  ? is_expected_error(error, expected)
				  : strcmp(expected, "no error") == 0;

	if (!fits) {
		printf("%s:\nexpected: %s\ngot:      %s\n", name, expected,
		       error ? error : "no error");
		wrong_texts++;
	}
	ct_error_free(error);
}

START_TEST(texts_of_errors_are_pytorch_s)
{
	wrong_texts = 0;
	for_each("error", 40, check_error);
	ck_assert_int_eq(wrong_texts, 0);
}
END_TEST

Suite *expected_suite(void)
{
	Suite *suite = suite_create("expected");
	TCase *tests = tests_of("expected");

	tcase_set_timeout(tests, 120);
	tcase_add_checked_fixture(tests, read_cases, drop_cases);
	tcase_add_test(tests, derivatives_of_three_orders_are_pytorch_s);
	tcase_add_test(tests, gradients_and_what_hooks_make_of_them_are_pytorch_s);
	tcase_add_test(tests, nodes_of_graphs_are_pytorch_s);
	tcase_add_test(tests, what_a_view_says_once_its_base_was_written_to_is_pytorch_s);
	tcase_add_test(tests, texts_of_errors_are_pytorch_s);
	suite_add_tcase(suite, tests);
	return suite;
}
