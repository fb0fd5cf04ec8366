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
#include "odd_inputs.h"
#include "support.h"
#include "typed_calls.h"
#include "warned.h"

static const char *const topics[] = {
	"nn_modules_activation", "nn_modules_adaptive",  "nn_modules_attention",
	"nn_modules_conv",       "nn_modules_embedding", "nn_modules_lazy",
	"nn_modules_linear",     "nn_modules_loss",      "nn_modules_normalization",
	"nn_modules_pooling",    "nn_modules_rnn",       "nn_modules_transformer",
};

enum { FEW = 32 };
enum { MOST_INPUTS = 12, MOST_OUTPUTS = 8 };

/* What a failure names. */
static char about[256];

/* --- values ----------------------------------------------------------------------------------- */

static ct_value list_of_json(const json_t *json)
{
	ct_value list = ct_value_list_new(), item;
	const json_t *element;
	size_t i;

	json_array_foreach (json, i, element) {
		item = value_of_json(element);
		OK(ct_value_list_move(&list, &item));
	}
	return list;
}

static ct_value dict_of_json(const json_t *json)
{
	ct_value dict = ct_value_dict_new(), item;
	const char *key;
	json_t *element;

	json_object_foreach ((json_t *)json, key, element) {
		item = value_of_json(element);
		OK(ct_value_dict_move(&dict, ct_value_string(key), &item));
	}
	return dict;
}

static ct_value copy_of(ct_value value)
{
	ct_value copy;

	OK(ct_value_copy(&value, &copy));
	return copy;
}

ct_value value_of_json(const json_t *json)
{
	if (json_is_array(json))
		return list_of_json(json);
	if (json_object_get(json, "tensor")) {
		ct_tensor *tensor = expected_tensor(json, "tensor");
		ct_value value = copy_of(ct_value_tensor(tensor));

		ct_tensor_free(tensor);
		return value;
	}
	if (json_is_string(json_object_get(json, "dtype")))
		return ct_value_dtype(expected_dtype(expected_text(json, "dtype")));
	if (json_is_object(json))
		return dict_of_json(json);
	if (json_is_string(json))
		return copy_of(ct_value_string(json_string_value(json)));
	if (json_is_integer(json))
		return ct_value_int(json_integer_value(json));
	if (json_is_real(json))
		return ct_value_float(json_real_value(json));
	if (json_is_boolean(json))
		return ct_value_bool(json_is_true(json));
	return ct_value_none();
}

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
		ck_assert_msg(got == NULL, "%s: %s: expected None", about, what);
		return;
	}
	ck_assert_msg(got != NULL, "%s: %s: got None", about, what);
	ck_assert_msg(ct_tensor_dtype(got) == expected_dtype(expected_text(wanted, "dtype")),
		      "%s: %s: dtype %s", about, what, ct_dtype_name(ct_tensor_dtype(got)));
	ck_assert_msg((size_t)ct_tensor_dim(got) == json_array_size(expected_list(wanted, "shape")),
		      "%s: %s: %d dimensions", about, what, (int)ct_tensor_dim(got));
	for (int64_t i = 0; i < ct_tensor_dim(got); i++)
		ck_assert_msg(ct_tensor_size(got, i) ==
				      json_integer_value(json_array_get(
					      expected_list(wanted, "shape"), (size_t)i)),
			      "%s: %s: size %d is %" PRId64, about, what, (int)i,
			      ct_tensor_size(got, i));
	snprintf(hash, sizeof hash, "%016" PRIx64, hash_of(got));
	if (strcmp(hash, expected_text(wanted, "hash")) == 0 || has_other_digits(got, wanted))
		return;
	OK(ct_tensor_to_string(got, &text));
	ck_abort_msg("%s: %s differs from Python's:\n%s", about, what, text);
}

static void assert_text(const char *got, const json_t *of_case, const char *key)
{
	ck_assert_msg(!strcmp(got, expected_text(of_case, key)),
		      "%s: %s\nexpected: %s\ngot:      %s", about, key, expected_text(of_case, key),
		      got);
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
		      "%s: %s: %d keys in the state", about, when, (int)ct_value_count(&state));
	json_object_foreach ((json_t *)wanted, name, content) {
		char what[256];

		OK(ct_value_dict_item(&state, i++, &key, &value));
		OK(ct_value_as_string(&key, &got, NULL));
		ck_assert_msg(!strcmp(got, name), "%s: %s: key %s, expected %s", about, when, got,
			      name);
		snprintf(what, sizeof what, "%s: %s", when, name);
		assert_content(value.object, content, what);
	}
}

/* --- calls ------------------------------------------------------------------------------------ */

static ct_ints sizes(const json_t *spec, const char *key)
{
	int64_t n, *ints = expected_ints(spec, key, &n);

	OK(ct_scope_adopt_memory(ints));
	return CT_INTS_OF(ints, n);
}

/* As drawn() of nn_modules_common.py. */
static ct_tensor *draw(const json_t *spec)
{
	const char *dtype = json_string_value(json_object_get(spec, "dtype"));
	ct_tensor *drawn = NULL;

	if (json_is_null(spec))
		return NULL;
	if (json_object_get(spec, "randn"))
		drawn = CT_E(requires_grad_,
			     CT_E(randn, sizes(spec, "randn"),
				  .dtype = dtype ? expected_dtype(dtype) : CT_DTYPE_NONE));
	else if (json_object_get(spec, "rand"))
		drawn = CT_E(requires_grad_, CT_E(rand, sizes(spec, "rand")));
	else if (json_object_get(spec, "randint"))
		drawn = CT_E(randint, expected_int(spec, "high"), sizes(spec, "randint"));
	else {
		drawn = expected_tensor(spec, "tensor");
	}
	OK(CT_FINISH(drawn, &drawn));
	return drawn;
}

static int64_t draw_all(const json_t *specs, ct_tensor **inputs)
{
	const json_t *spec;
	size_t i;

	OK(ct_manual_seed(2));
	ck_assert(json_array_size(specs) <= MOST_INPUTS);
	json_array_foreach (specs, i, spec)
		inputs[i] = json_object_get(spec, "same") ? inputs[expected_int(spec, "same")]
							  : draw(spec);
	return (int64_t)json_array_size(specs);
}

/* A typed call, if there are arguments that are not tensors. */
static ct_error call_module(const ct_module *module, const json_t *of_case,
			    ct_tensor *const *inputs, int64_t n, ct_tensor **outputs, int64_t m)
{
	const json_t *options = json_object_get(of_case, "options");
	const bool was = ct_autograd_is_grad_enabled();
	ct_error error;

	ct_autograd_set_grad_enabled(!json_object_get(of_case, "no_grad"));
	if (options)
		error = typed_call(module, inputs, n, outputs, m, options);
	else
		error = ct_module_forward_all(
			module, CT_TENSORS_OF((const ct_tensor *const *)inputs, n), outputs, m);
	ct_autograd_set_grad_enabled(was);
	return error;
}

static ct_error go_backward(ct_tensor *const *outputs, int64_t n)
{
	ct_tensor *loss = NULL;

	for (int64_t i = 0; i < n; i++) {
		ct_tensor *one;

		if (!ct_tensor_requires_grad(outputs[i]))
			continue;
		one = CT_E(sum, CT_E(square, outputs[i]));
		loss = loss ? CT_E(add, loss, one) : one;
	}
	CT_TRY(CT_FINISH(loss, &loss));
	return loss ? ct_tensor_backward(loss) : NULL;
}

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
		ck_assert_msg(json_object_get(named, p->name), "%s: %s: expected none", about,
			      what);
		assert_content(grad, json_object_get(named, p->name), what);
		found++;
	}
	ck_assert_msg(found == json_object_size(named), "%s: %zu gradients, expected %zu", about,
		      found, json_object_size(named));
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
	char name[sizeof about];

	if (wanted == NULL)
		return;
	CT_SCOPE;
	snprintf(name, sizeof name, "%s", about);
	snprintf(about, sizeof about, "%.200s, in mode %.20s", name, mode);
	OK(ct_module_train(module, strcmp(mode, "train") == 0));
	n = draw_all(expected_list(of_case, "inputs"), inputs);
	outputs_wanted = expected_list(wanted, "outputs");
	m = (int64_t)json_array_size(outputs_wanted);
	OK(ct_manual_seed(3));
	OK(call_module(module, of_case, inputs, n, outputs, m));
	for (int64_t i = 0; i < m; i++) {
		char what[64];

		snprintf(what, sizeof what, "output %d", (int)i);
		assert_content(outputs[i], json_array_get(outputs_wanted, (size_t)i), what);
	}
	OK(go_backward(outputs, m));
	assert_grads(module, inputs, n, wanted);
	assert_state(module, expected_state(of_case, wanted), "after the call");
	OK(ct_module_zero_grad(module, true));
	snprintf(about, sizeof about, "%s", name);
}

/* --- cases ------------------------------------------------------------------------------------ */

/* Both are the scope's. */
static void read_arguments(const json_t *of_case, ct_value *args, ct_value *kwargs)
{
	*args = value_of_json(json_object_get(of_case, "args"));
	*kwargs = value_of_json(json_object_get(of_case, "kwargs"));
	OK(ct_value_move_to_scope(args));
	OK(ct_value_move_to_scope(kwargs));
}

static ct_error make(const json_t *of_case, ct_module **module)
{
	ct_value args, kwargs;
	char *text;

	read_arguments(of_case, &args, &kwargs);
	OK(ct_value_to_string(&args, &text));
	snprintf(about, sizeof about, "case %d: %s%.120s", (int)expected_int(of_case, "place"),
		 expected_text(of_case, "class"), text);
	OK(ct_manual_seed(1));
	return ct_nn_new(expected_text(of_case, "class"), &args, &kwargs, module);
}

static ct_error call_one(ct_module *module, const json_t *of_case)
{
	ct_tensor *inputs[MOST_INPUTS], *output;
	const int64_t n = draw_all(expected_list(of_case, "inputs"), inputs);

	return call_module(module, of_case, inputs, n, &output, 1);
}

static void check_error(const json_t *of_case)
{
	ct_module *module = NULL;
	ct_error error = make(of_case, &module);

	if (error == NULL && json_object_get(of_case, "inputs"))
		error = call_one(module, of_case);
	assert_expected_error(error, of_case, about);
	ct_error_free(error);
}

static void check_module(const json_t *of_case)
{
	ct_module *module;
	char *text;

	begin_warnings();
	OK(make(of_case, &module));
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
		assert_warnings(of_case, about);
}

START_TEST(is_as_in_python)
{
	json_t *cases = expected_cases(topics[_i]);
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
	const int64_t n = draw_all(json_object_get(of_case, "inputs"), inputs);
	const int64_t m = (int64_t)json_array_size(
		json_object_get(json_object_get(of_case, "train"), "outputs"));
	ct_module *module;
	ct_error error;

	if (!make_odd_inputs(number, inputs, n))
		return false;
	error = make(of_case, &module);
	if (error == NULL)
		error = call_module(module, of_case, inputs, n, outputs, m ? m : 1);
	assert_survived(error, about, number);
	return true;
}

START_TEST(takes_or_refuses_tensors_without_sizes_or_memory)
{
	json_t *cases = expected_cases(topics[_i]);
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
	CT_TRY(call_module(module, of_case, inputs, n, outputs, m));
	return go_backward(outputs, m);
}

/* The n-th operator of making the module, calling it and going backward fails. If the module was
 * made, it then works as before. Returns whether there was such an operator. */
static bool fails_at(const json_t *of_case, int n)
{
	CT_SCOPE;
	ct_tensor *inputs[MOST_INPUTS];
	const int64_t inputs_len = draw_all(json_object_get(of_case, "inputs"), inputs);
	ct_value args, kwargs;
	ct_module *module = NULL;
	ct_error error;
	bool failed;

	read_arguments(of_case, &args, &kwargs);
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
	json_t *cases = expected_cases(topics[_i]);
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
	tcase_add_loop_test(tests, is_as_in_python, 0, sizeof topics / sizeof *topics);
	tcase_add_loop_test(tests, takes_or_refuses_tensors_without_sizes_or_memory, 0,
			    sizeof topics / sizeof *topics);
	tcase_add_loop_test(tests, each_operator_may_fail, 0, sizeof topics / sizeof *topics);
	suite_add_tcase(suite, tests);
	return suite;
}
