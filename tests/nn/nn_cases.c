/*
 * Runs the cases of torch.nn.
 */
#include <stdlib.h>

#include <ctorch/ctorch.h>

#include "nn_cases.h"
#include "odd_inputs.h"
#include "releases.h"
#include "warned.h"

enum { SEED = 27, MOST_TENSORS = 16, MOST_CASES = 512 };

static json_t *cases;
static bool some_left_out;
static bool ran[MOST_CASES];

void begin_topic(const char *topic)
{
	cases = expected_cases(topic);
	some_left_out = expected_left_out(topic) > 0;
	ck_assert_uint_lt(json_array_size(cases), MOST_CASES);
	memset(ran, 0, sizeof ran);
	note_warnings();
	CT_CHECK(ct_set_num_threads(1));
}

void end_topic(void)
{
	forget_warnings();
	json_decref(cases);
}

void assert_all_ran(void)
{
	const json_t *of_case;
	size_t i;

	json_array_foreach (cases, i, of_case)
		ck_assert_msg(ran[i], "the case '%s' was not run", expected_text(of_case, "name"));
	assert_odd_inputs_were_made();
}

/* --- The case of now -------------------------------------------------------------------------- */

static struct {
	const json_t *json;
	const char *name;
	ct_scope *scope;
	ct_generator *generator;
	ct_tensor *inputs[MOST_TENSORS], *outputs[MOST_TENSORS];
	int64_t inputs_len, outputs_len;
	ct_tensor **list;
	int64_t list_len;
} now;

/* NULL if it is left out. With the release of the values none is, so a mistyped name is found. */
static const json_t *find_case(const char *name)
{
	const json_t *of_case;
	size_t i;

	json_array_foreach (cases, i, of_case) {
		if (strcmp(expected_text(of_case, "name"), name) == 0) {
			ran[i] = true;
			return of_case;
		}
	}
	ck_assert_msg(some_left_out, "no case '%s'", name);
	return NULL;
}

void leave_out_case(const char *name, const char *reason)
{
	find_case(name);
	LEFT_OUT(name, reason);
}

static int64_t length_of(const char *list)
{
	return (int64_t)json_array_size(json_object_get(now.json, list));
}

/* NULL if there is none; Python's None is a null. */
static json_t *element(const char *list, int64_t i)
{
	return json_array_get(json_object_get(now.json, list), (size_t)i);
}

/* Draws the input as Python did, if the case has its shape alone. */
static ct_tensor *drawn(const json_t *input, int64_t i)
{
	const char *key = json_object_get(input, "randn") ? "randn" : "rand";
	ct_dtype dtype = expected_dtype(expected_text(input, "dtype"));
	int64_t dim, *shape = expected_ints(input, key, &dim);
	ct_tensor *result;

	OK(ct_manual_seed((uint64_t)(SEED + 100 + i)));
	OK((strcmp(key, "randn") == 0 ? ct_randn : ct_rand)(shape, dim, dtype, CT_LAYOUT_NONE,
							    CT_DEVICE_NONE, NULL, &result));
	free(shape);
	return result;
}

static ct_tensor *written(json_t *value)
{
	json_t *parent = json_pack("{s:O}", "value", value);
	ct_tensor *result = expected_tensor(parent, "value");

	json_decref(parent);
	return result;
}

static void read_input(int64_t i)
{
	json_t *input = element("inputs", i);

	now.inputs[i] = json_object_get(input, "data") ? written(input) : drawn(input, i);
	if (json_is_true(element("grad", i)))
		OK(ct_tensor_set_requires_grad(now.inputs[i], true));
}

bool begin_case(const char *name)
{
	memset(&now, 0, sizeof now);
	now.name = name;
	now.json = find_case(name);
	if (now.json == NULL)
		return false;
	now.scope = open_scope();
	now.inputs_len = length_of("inputs");
	now.outputs_len = length_of("outputs");
	ck_assert_int_le(now.inputs_len, MOST_TENSORS);
	ck_assert_int_le(now.outputs_len, MOST_TENSORS);
	for (int64_t i = 0; i < now.inputs_len; i++)
		read_input(i);
	OK(ct_generator_new(CT_DEVICE_CPU, &now.generator));
	OK(ct_generator_manual_seed(now.generator, SEED + 1));
	OK(ct_manual_seed(SEED));
	begin_warnings();
	return true;
}

ct_tensor *case_input(int64_t i)
{
	ck_assert_msg(i < now.inputs_len, "%s: no input %lld", now.name, (long long)i);
	return now.inputs[i];
}

ct_tensor **case_output(int64_t i)
{
	ck_assert_int_lt(i, MOST_TENSORS);
	return &now.outputs[i];
}

ct_tensor ***case_list(void)
{
	return &now.list;
}

int64_t *case_list_len(void)
{
	return &now.list_len;
}

ct_generator *case_generator(void)
{
	return now.generator;
}

/* --- Comparing -------------------------------------------------------------------------------- */

/* Another release's kernels, or another processor, may compute other last digits. */
static double tolerance(void)
{
	const double of_case = expected_double(now.json, "tolerance");

	return expected_has_other_digits() && of_case < 1e-5 ? 1e-5 : of_case;
}

/* `value` is a tensor of the case or a null. */
static void assert_same(const ct_tensor *got, json_t *value, const char *what, int64_t i)
{
	json_t *parent = json_pack("{s:O}", "value", value);
	char text[200];

	snprintf(text, sizeof text, "%s: %s %lld", now.name, what, (long long)i);
	if (json_is_null(value))
		ck_assert_msg(got == NULL, "%s: Python has none", text);
	else
		assert_expected_tensor(got, parent, "value", tolerance(), text);
	json_decref(parent);
}

/* What the input is after the call. */
static void check_input(const ct_tensor *got, int64_t i, const char *what)
{
	json_t *after = element("after", i), *before = element("inputs", i);
	ct_tensor *again;

	if (!json_is_null(after) || json_object_get(before, "data")) {
		assert_same(got, json_is_null(after) ? before : after, what, i);
		return;
	}
	again = drawn(before, i);
	ck_assert_msg(
		ct_tensor_numel(got) == ct_tensor_numel(again) &&
			memcmp(ct_tensor_data(got), ct_tensor_data(again),
			       (size_t)(ct_tensor_numel(got) * ct_tensor_element_size(got))) == 0,
		"%s: %s %lld has changed", now.name, what, (long long)i);
}

#if HAS_WIDE_RANDINT
static void check_next(ct_generator *generator, int64_t i)
{
	ct_tensor *next;

	OK(ct_randint_low_generator(0, INT32_MAX, CT_L(1).at, 1, generator, CT_INT64,
				    CT_LAYOUT_NONE, CT_DEVICE_NONE, NULL, &next));
	ck_assert_msg((json_int_t)value_of(next) == json_integer_value(element("next", i)),
		      "%s: not as many random numbers were drawn from the %s generator", now.name,
		      i == 0 ? "default" : "given");
}
#else
static void check_next(ct_generator *generator, int64_t i)
{
	static bool is_said;

	(void)generator;
	(void)i;
	if (!is_said)
		LEFT_OUT("what is drawn after each case",
			 "randint() takes fewer bits of the generator");
	is_said = true;
}
#endif

/* The output is the input `of`. An in-place operator has no place for it in C. */
static void check_written(int64_t i, int64_t of)
{
	if (now.outputs[i] == NULL)
		now.outputs[i] = now.inputs[of];
	check_input(now.outputs[i], of, "result, input");
	ck_assert_ptr_eq(ct_tensor_data(now.outputs[i]), ct_tensor_data(now.inputs[of]));
}

static void check_outputs(void)
{
	if (now.list) {
		ck_assert_int_eq(now.list_len, now.outputs_len);
		memcpy(now.outputs, now.list, (size_t)now.list_len * sizeof *now.list);
	}
	for (int64_t i = 0; i < now.outputs_len; i++) {
		json_t *output = element("outputs", i);

		if (json_is_integer(output))
			check_written(i, json_integer_value(output));
		else
			assert_same(now.outputs[i], output, "result", i);
	}
}

/* The same as in nn_common.py. */
static ct_tensor *gradient_for(const ct_tensor *output)
{
	ct_tensor *of = CT_E(arange_start, 1, ct_scalar_int(ct_tensor_numel(output) + 1));

	of = CT_E(reshape, CT_E(div, of, 4),
		  CT_INTS_OF(ct_tensor_shape(output), ct_tensor_dim(output)));
	return CT_E(to_dtype, of, ct_tensor_dtype(output));
}

static void differentiate(void)
{
	ct_tensor *outputs[MOST_TENSORS], *gradients[MOST_TENSORS];
	int64_t n = 0;

	for (int64_t i = 0; i < now.outputs_len; i++) {
		if (now.outputs[i] == NULL || !ct_tensor_requires_grad(now.outputs[i]))
			continue;
		outputs[n] = now.outputs[i];
		gradients[n++] = gradient_for(now.outputs[i]);
	}
	OK(CT_DONE());
	OK(ct_autograd_backward_tensors(CT_TENSORS_OF(outputs, n), CT_TENSORS_OF(gradients, n),
					NULL, false, CT_NO_TENSORS));
}

static void check_gradients(void)
{
	differentiate();
	for (int64_t i = 0; i < now.inputs_len; i++) {
		ct_tensor *got = NULL;

		OK(ct_tensor_grad(now.inputs[i], &got));
		if (got && ct_tensor_layout(got) == CT_SPARSE_COO)
			OK(CT(to_dense, &got, got));
		assert_same(got, element("gradients", i), "gradient of input", i);
	}
}

void end_case(ct_error error)
{
	if (json_object_get(now.json, "error")) {
		assert_expected_error(error, now.json, now.name);
		ct_error_free(error);
	} else {
		ck_assert_msg(error == NULL, "%s: %.2000s", now.name, error);
	}
	assert_warnings(now.json, now.name);
	check_next(NULL, 0);
	check_next(now.generator, 1);
	check_outputs();
	for (int64_t i = 0; i < now.inputs_len; i++)
		check_input(now.inputs[i], i, "afterwards, input");
	if (json_object_get(now.json, "gradients"))
		check_gradients();
	OK(ct_scope_close(now.scope));
}

/* --- Other inputs ----------------------------------------------------------------------------- */

bool begin_odd_case(const char *name, int64_t number)
{
	if (!begin_case(name))
		return false;
	if (make_odd_inputs(number, now.inputs, now.inputs_len))
		return true;
	OK(ct_scope_close(now.scope));
	return false;
}

void end_odd_case(ct_error error, int64_t number)
{
	assert_survived(error, now.name, number);
	OK(ct_scope_close(now.scope));
}
