/*
 * Module classes, each made by its name: what they print, their initial values, outputs, gradients
 * and state after a call, as tests/fixtures/expected/nn_modules_*.py wrote them.
 */
#include <inttypes.h>
#include <math.h>

#include <ctorch/nn/nn.h>

#include "expected.h"
#include "failing_operators.h"
#include "hash.h"
#include "module_cases.h"
#include "odd_inputs.h"
#include "support.h"
#include "warned.h"

enum { FEW = 32 };

/* --- values of another release ---------------------------------------------------------------- */

static double magnitude_of(const ct_tensor *tensor)
{
	ct_tensor *y;
	double result;

	OK(ct_detach(tensor, &y));
	if (ct_tensor_layout(y) != CT_STRIDED)
		OK(ct_to_dense(y, CT_DTYPE_NONE, NULL, &y));
	OK(CT(to_dtype, &y, y, CT_COMPLEX128));
	OK(CT(abs, &y, y));
	OK(CT(mean, &y, y));
	OK(ct_tensor_item_double(y, &result));
	return result;
}

/* Kernels and processors differ in the last digits; magnitudes are compared. */
static bool has_other_digits(const ct_tensor *got, const json_t *wanted)
{
	const json_t *magnitude = json_object_get(wanted, "magnitude");
	const double expected = json_number_value(magnitude);

	if (!expected_has_other_digits())
		return false;
	if (json_is_number(magnitude) && ct_tensor_numel(got) > 0 &&
	    fabs(magnitude_of(got) - expected) > 1e-3 * fmax(fabs(expected), 1e-3))
		return false;
	note_other_digits();
	return true;
}

/* --- tensors ---------------------------------------------------------------------------------- */

static void assert_content(const ct_tensor *got, const json_t *wanted, const char *what)
{
	char hash[32], *text;

	if (json_is_null(wanted)) {
		ck_assert_msg(got == NULL, "%s: %s: expected None", module_about, what);
		return;
	}
	ck_assert_msg(got != NULL, "%s: %s: got None", module_about, what);
	ck_assert_msg(ct_tensor_dtype(got) == expected_dtype(expected_text(wanted, "dtype")),
		      "%s: %s: dtype %s", module_about, what, ct_dtype_name(ct_tensor_dtype(got)));
	ck_assert_msg((size_t)ct_tensor_dim(got) == json_array_size(expected_list(wanted, "shape")),
		      "%s: %s: %d dimensions", module_about, what, (int)ct_tensor_dim(got));
	for (int64_t i = 0; i < ct_tensor_dim(got); i++)
		ck_assert_msg(ct_tensor_size(got, i) ==
				      json_integer_value(json_array_get(
					      expected_list(wanted, "shape"), (size_t)i)),
			      "%s: %s: size %d is %" PRId64, module_about, what, (int)i,
			      ct_tensor_size(got, i));
	snprintf(hash, sizeof hash, "%016" PRIx64, hash_of(got));
	if (strcmp(hash, expected_text(wanted, "hash")) == 0 || has_other_digits(got, wanted))
		return;
	OK(ct_tensor_to_string(got, &text));
	ck_abort_msg("%s: %s differs from Python's:\n%s", module_about, what, text);
}

static void assert_text(const char *got, const json_t *of_case, const char *key)
{
	ck_assert_msg(!strcmp(got, expected_text(of_case, key)),
		      "%s: %s\nexpected: %s\ngot:      %s", module_about, key,
		      expected_text(of_case, key), got);
}

static void assert_state(const ct_module *module, const json_t *wanted, const char *when)
{
	ct_value state, key, value;
	const char *name, *got;
	json_t *content;
	int64_t i = 0;

	OK(ct_module_state_dict(module, NULL, &state));
	OK(ct_value_move_to_scope(&state));
	ck_assert_msg((size_t)ct_value_count(&state) == json_object_size(wanted),
		      "%s: %s: %d keys in the state", module_about, when,
		      (int)ct_value_count(&state));
	json_object_foreach ((json_t *)wanted, name, content) {
		char what[256];

		OK(ct_value_dict_item(&state, i++, &key, &value));
		OK(ct_value_as_string(&key, &got, NULL));
		ck_assert_msg(!strcmp(got, name), "%s: %s: key %s, expected %s", module_about, when,
			      got, name);
		snprintf(what, sizeof what, "%s: %s", when, name);
		assert_content(value.object, content, what);
	}
}

/* --- calls ------------------------------------------------------------------------------------ */

static void assert_grads(const ct_module *module, ct_tensor *const *inputs, int64_t n,
			 const json_t *wanted)
{
	const json_t *grads = expected_list(wanted, "input_grads");
	const json_t *named = json_object_get(wanted, "grads");
	size_t leaf = 0, found = 0;
	ct_tensor *grad;

	for (int64_t i = 0; i < n; i++) {
		char what[64];

		if (inputs[i] == NULL || !ct_tensor_requires_grad(inputs[i]))
			continue;
		snprintf(what, sizeof what, "gradient of input %d", (int)i);
		OK(ct_tensor_grad(inputs[i], &grad));
		assert_content(grad, json_array_get(grads, leaf++), what);
	}
	CT_EACH_PARAMETER(module, p)
	{
		char what[256];

		OK(ct_tensor_grad(p->tensor, &grad));
		if (grad == NULL)
			continue;
		snprintf(what, sizeof what, "gradient of %s", p->name);
		ck_assert_msg(json_object_get(named, p->name), "%s: %s: expected none",
			      module_about, what);
		assert_content(grad, json_object_get(named, p->name), what);
		found++;
	}
	ck_assert_msg(found == json_object_size(named), "%s: %zu gradients, expected %zu",
		      module_about, found, json_object_size(named));
}

/* The state before the call, unless the call changes it. */
static const json_t *expected_state(const json_t *of_case, const json_t *mode)
{
	const json_t *state = json_object_get(mode, "state");

	return state ? state : json_object_get(of_case, "state");
}

static void check_call(ct_module *module, const json_t *of_case, const char *mode)
{
	const json_t *wanted = json_object_get(of_case, mode), *outputs_wanted;
	ct_tensor *inputs[MOST_INPUTS], *outputs[MOST_OUTPUTS] = { NULL };
	int64_t n, m;
	char name[sizeof module_about];

	if (wanted == NULL)
		return;
	CT_SCOPE;
	snprintf(name, sizeof name, "%s", module_about);
	snprintf(module_about, sizeof module_about, "%.200s, in mode %.20s", name, mode);
	OK(ct_module_train(module, strcmp(mode, "train") == 0));
	n = draw_module_inputs(expected_list(of_case, "inputs"), inputs);
	outputs_wanted = expected_list(wanted, "outputs");
	m = (int64_t)json_array_size(outputs_wanted);
	OK(ct_manual_seed(3));
	OK(call_module_case(module, of_case, inputs, n, outputs, m));
	for (int64_t i = 0; i < m; i++) {
		char what[64];

		snprintf(what, sizeof what, "output %d", (int)i);
		assert_content(outputs[i], json_array_get(outputs_wanted, (size_t)i), what);
	}
	OK(go_back_from(outputs, m));
	assert_grads(module, inputs, n, wanted);
	assert_state(module, expected_state(of_case, wanted), "after the call");
	OK(ct_module_zero_grad(module, true));
	snprintf(module_about, sizeof module_about, "%s", name);
}

/* --- cases ------------------------------------------------------------------------------------ */

static ct_error call_one(ct_module *module, const json_t *of_case)
{
	ct_tensor *inputs[MOST_INPUTS], *output;
	const int64_t n = draw_module_inputs(expected_list(of_case, "inputs"), inputs);

	return call_module_case(module, of_case, inputs, n, &output, 1);
}

static void check_error(const json_t *of_case)
{
	ct_module *module = NULL;
	ct_error error = make_module_case(of_case, &module);

	if (error == NULL && json_object_get(of_case, "inputs"))
		error = call_one(module, of_case);
	assert_expected_error(error, of_case, module_about);
	ct_error_free(error);
}

static void check_module(const json_t *of_case)
{
	ct_module *module;
	char *text;

	begin_warnings();
	OK(make_module_case(of_case, &module));
	OK(ct_module_to_string(module, &text));
	assert_text(text, of_case, "repr");
	if (json_object_get(of_case, "state"))
		assert_state(module, json_object_get(of_case, "state"), "at first");
	check_call(module, of_case, "train");
	check_call(module, of_case, "eval");
	if (json_object_get(of_case, "repr_after")) {
		OK(ct_module_to_string(module, &text));
		assert_text(text, of_case, "repr_after");
	}
	if (!json_object_get(of_case, "partial"))
		assert_warnings(of_case, module_about);
}

START_TEST(is_as_in_python)
{
	json_t *cases = expected_cases(module_topics[_i]);
	const json_t *of_case;
	size_t i;

	note_warnings();
	json_array_foreach (cases, i, of_case) {
		CT_SCOPE;

		if (json_object_get(of_case, "error"))
			check_error(of_case);
		else
			check_module(of_case);
	}
	forget_warnings();
	json_decref(cases);
}
END_TEST

/* --- other inputs ----------------------------------------------------------------------------- */

static bool survives(const json_t *of_case, int64_t number)
{
	CT_SCOPE;
	ct_tensor *inputs[MOST_INPUTS], *outputs[MOST_OUTPUTS] = { NULL };
	const int64_t n = draw_module_inputs(json_object_get(of_case, "inputs"), inputs);
	const int64_t m = (int64_t)json_array_size(
		json_object_get(json_object_get(of_case, "train"), "outputs"));
	ct_module *module;
	ct_error error;

	if (!make_odd_inputs(number, inputs, n))
		return false;
	error = make_module_case(of_case, &module);
	if (error == NULL)
		error = call_module_case(module, of_case, inputs, n, outputs, m ? m : 1);
	assert_survived(error, module_about, number);
	return true;
}

START_TEST(takes_or_refuses_tensors_without_sizes_or_memory)
{
	json_t *cases = expected_cases(module_topics[_i]);
	const json_t *of_case;
	size_t i;

	note_warnings();
	json_array_foreach (cases, i, of_case)
		for (int64_t number = 0; survives(of_case, number); number++)
			;
	assert_odd_inputs_were_made();
	forget_warnings();
	json_decref(cases);
}
END_TEST

/* --- operators that fail ---------------------------------------------------------------------- */

static ct_error call_and_go_back(const ct_module *module, const json_t *of_case,
				 ct_tensor *const *inputs, int64_t n)
{
	const json_t *train = json_object_get(of_case, "train");
	const int64_t m = (int64_t)json_array_size(json_object_get(train, "outputs"));
	ct_tensor *outputs[MOST_OUTPUTS] = { NULL };

	if (train == NULL)
		return NULL;
	CT_TRY(call_module_case(module, of_case, inputs, n, outputs, m));
	return go_back_from(outputs, m);
}

/* The n-th operator of making the module, calling it and going backward fails. If the module was
 * made, it then works as before. Returns whether there was such an operator. */
static bool fails_at(const json_t *of_case, int n)
{
	CT_SCOPE;
	ct_tensor *inputs[MOST_INPUTS];
	const int64_t inputs_len = draw_module_inputs(json_object_get(of_case, "inputs"), inputs);
	ct_value args, kwargs;
	ct_module *module = NULL;
	ct_error error;
	bool failed;

	read_module_arguments(of_case, &args, &kwargs);
	fail_operator(n);
	error = ct_nn_new(expected_text(of_case, "class"), &args, &kwargs, &module);
	if (error == NULL)
		error = call_and_go_back(module, of_case, inputs, inputs_len);
	failed = stop_failing();
	ck_assert_msg(failed == (error != NULL), "%s: operator %d %s, but the error is %s",
		      expected_text(of_case, "class"), n, failed ? "failed" : "did not fail",
		      error ? error : "NULL");
	if (error && module)
		OK(call_and_go_back(module, of_case, inputs, inputs_len));
	ct_error_free(error);
	return failed;
}

/* All of the first operators, and then fewer and fewer: some layers call a thousand. */
static void fail_each(const json_t *of_case)
{
	const int64_t at_first = live_handles();
	int n = 0;

	for (; fails_at(of_case, n); n += 1 + n / FEW)
		ck_assert_msg(live_handles() == at_first, "%s: operator %d fails: %lld handles",
			      expected_text(of_case, "class"), n,
			      (long long)(live_handles() - at_first));
	ck_assert_msg(live_handles() == at_first, "%s: %lld handles",
		      expected_text(of_case, "class"), (long long)(live_handles() - at_first));
}

/* The first case of each class, which are in order. */
START_TEST(each_operator_may_fail)
{
	json_t *cases = expected_cases(module_topics[_i]);
	const char *last = "";
	const json_t *of_case;
	size_t i;

	note_warnings();
	json_array_foreach (cases, i, of_case) {
		const char *name = expected_text(of_case, "class");

		if (json_object_get(of_case, "error") || strcmp(name, last) == 0)
			continue;
		last = name;
		fail_each(of_case);
	}
	forget_warnings();
	json_decref(cases);
}
END_TEST

Suite *modules_suite(void)
{
	Suite *suite = suite_create("modules");
	TCase *tests = tests_of("each class");

	tcase_set_timeout(tests, 120);
	tcase_add_loop_test(tests, is_as_in_python, 0, MODULE_TOPICS);
	tcase_add_loop_test(tests, takes_or_refuses_tensors_without_sizes_or_memory, 0,
			    MODULE_TOPICS);
	tcase_add_loop_test(tests, each_operator_may_fail, 0, MODULE_TOPICS);
	suite_add_tcase(suite, tests);
	return suite;
}
