/*
 * Cases that Python wrote.
 */
#include <math.h>

#include <ctorch/core/dtype.h>
#include <ctorch/ops/all.h>
#include <ctorch/tensor/generator.h>

#include "support.h"

/* --- parameters and gradients: ORDER, tests/fixtures/expected/optim_common.py ----------------- */

static const int64_t shapes[PARAMETERS][2] = { { 2, 3 }, { 4 } };
static const int64_t dims[PARAMETERS] = { 2, 1 };

static ct_tensor *draw(int i, ct_dtype dtype)
{
	ct_tensor *drawn;

	OK(ct_randn(shapes[i], dims[i], dtype, CT_LAYOUT_NONE, CT_DEVICE_NONE, NULL, &drawn));
	return drawn;
}

void draw_parameters(ct_dtype dtype, ct_tensor *params[PARAMETERS])
{
	OK(ct_manual_seed(28));
	for (int i = 0; i < PARAMETERS; i++) {
		params[i] = draw(i, dtype);
		OK(ct_tensor_set_requires_grad(params[i], true));
	}
}

static bool is_fused(const ct_optimizer *optimizer)
{
	bool fused = false;
	ct_value value;
	ct_error error = ct_optimizer_get(optimizer, 0, "fused", &value);

	if (error == NULL && !ct_value_is_none(&value))
		OK(ct_value_as_bool(&value, &fused));
	ct_error_free(error);
	return fused;
}

void run_steps(ct_optimizer *optimizer, ct_tensor *const params[PARAMETERS], int first, int last)
{
	run_all(optimizer, params, (int)ct_optimizer_parameter_count(optimizer, 0), first, last);
}

void run_all(ct_optimizer *optimizer, ct_tensor *const params[PARAMETERS], int n, int first,
	     int last)
{
	const bool skips = !is_fused(optimizer);

	for (int step = first; step < last; step++) {
		{
			CT_SCOPE;

			for (int i = 0; i < n; i++) {
				const bool has_none = i == 1 && skips && (step == 0 || step == 7);
				ct_tensor *grad = draw(i, ct_tensor_dtype(params[i]));

				OK(ct_tensor_set_grad(params[i], has_none ? NULL : grad));
			}
			OK(ct_optimizer_step(optimizer));
		}
	}
}

/* --- arguments -------------------------------------------------------------------------------- */

/* Muon only takes matrices, which is the first parameter. */
int number_of(const json_t *of_case)
{
	if (json_object_get(of_case, "count"))
		return (int)expected_int(of_case, "count");
	return strcmp(expected_text(of_case, "class"), "Muon") ? PARAMETERS : 1;
}

const char *name_of(const json_t *of_case)
{
	static char name[300];
	char *kwargs = json_dumps(json_object_get(of_case, "kwargs"), JSON_COMPACT);

	snprintf(name, sizeof name, "%s(%.200s) of %s", expected_text(of_case, "class"), kwargs,
		 json_string_value(json_object_get(of_case, "dtype")));
	free(kwargs);
	return name;
}

static ct_error make(const char *class_name, const json_t *encoded, ct_parameters parameters,
		     ct_optimizer **result)
{
	ct_value kwargs = ct_value_dict_new();
	const char *name;
	json_t *value;
	ct_error error;

	json_object_foreach ((json_t *)encoded, name, value) {
		ct_value decoded = decode(value);

		OK(ct_value_dict_move(&kwargs, ct_value_string(name), &decoded));
	}
	error = ct_optimizer_new(class_name, parameters, NULL, &kwargs, result);
	ct_value_free(&kwargs);
	return error;
}

ct_error make_case(const json_t *of_case, ct_tensor *const params[PARAMETERS],
		   ct_optimizer **result)
{
	return make(expected_text(of_case, "class"), json_object_get(of_case, "kwargs"),
		    CT_PARAMETERS_OF(params, number_of(of_case)), result);
}

ct_optimizer *make_from(const char *class_name, const json_t *kwargs, ct_parameters parameters)
{
	ct_optimizer *result;

	OK(make(class_name, kwargs, parameters, &result));
	return result;
}

/* --- comparing -------------------------------------------------------------------------------- */

static void assert_same(const ct_value *got, const ct_value *wanted, double tolerance,
			const char *what);

static void assert_tensor(const ct_value *got, const json_t *wanted, double tolerance,
			  const char *what)
{
	ct_tensor *tensor;

	OK(ct_value_as_tensor(got, &tensor));
	assert_expected_tensor(tensor, wanted, "tensor", tolerance, what);
}

/* As Python shows them: an int is not a float. */
static void assert_number(const ct_value *got, const ct_value *wanted, double tolerance,
			  const char *what)
{
	double a, b;

	if ((tolerance > 0 || expected_has_other_digits()) && wanted->kind == CT_VALUE_FLOAT &&
	    got->kind == CT_VALUE_FLOAT) {
		OK(ct_value_as_float(got, &a));
		OK(ct_value_as_float(wanted, &b));
		ck_assert_msg(fabs(a - b) <= tolerance * fmax(1, fabs(b)) ||
				      is_expected_number(a, b),
			      "%s: expected %.17g, got %.17g", what, b, a);
		return;
	}
	assert_same(got, wanted, tolerance, what);
}

static void assert_same(const ct_value *got, const ct_value *wanted, double tolerance,
			const char *what)
{
	char *a, *b;

	(void)tolerance;
	OK(ct_value_to_string(got, &a));
	OK(ct_value_to_string(wanted, &b));
	ck_assert_msg(!strcmp(a, b), "%s:\nexpected: %.500s\ngot:      %.500s", what, b, a);
	ct_free(a);
	ct_free(b);
}

static void assert_items(const ct_value *got, const json_t *wanted, double tolerance,
			 const char *what)
{
	char place[200];
	ct_value item;

	ck_assert_msg(ct_value_count(got) == (int64_t)json_array_size(wanted),
		      "%s: expected %zu items, got %lld", what, json_array_size(wanted),
		      (long long)ct_value_count(got));
	for (int64_t i = 0; i < ct_value_count(got); i++) {
		snprintf(place, sizeof place, "%.150s[%lld]", what, (long long)i);
		OK(ct_value_item(got, i, &item));
		assert_encoded(&item, json_array_get(wanted, (size_t)i), tolerance, place);
	}
}

static void assert_pairs(const ct_value *got, const json_t *wanted, double tolerance,
			 const char *what)
{
	char place[200], *text;
	ct_value key, value;

	for (int64_t i = 0; i < ct_value_count(got) && i < (int64_t)json_array_size(wanted); i++) {
		const json_t *pair = json_array_get(wanted, (size_t)i);

		OK(ct_value_dict_item(got, i, &key, &value));
		assert_encoded(&key, json_array_get(pair, 0), 0, what);
		OK(ct_value_to_string(&key, &text));
		snprintf(place, sizeof place, "%.150s[%.40s]", what, text);
		ct_free(text);
		assert_encoded(&value, json_array_get(pair, 1), tolerance, place);
	}
	ck_assert_msg(ct_value_count(got) == (int64_t)json_array_size(wanted),
		      "%s: expected %zu keys, got %lld", what, json_array_size(wanted),
		      (long long)ct_value_count(got));
}

void assert_encoded(const ct_value *got, const json_t *wanted, double tolerance, const char *what)
{
	const char *kind = json_object_iter_key(json_object_iter((json_t *)wanted));
	const json_t *inner = json_object_get(wanted, kind);
	const char *type = ct_value_type_name(got);
	ct_value decoded;

	if (!strcmp(kind, "tensor") && got->kind == CT_VALUE_TENSOR) {
		assert_tensor(got, wanted, tolerance, what);
	} else if ((!strcmp(kind, "list") || !strcmp(kind, "tuple")) && !strcmp(type, kind)) {
		assert_items(got, inner, tolerance, what);
	} else if (!strcmp(kind, "dict") && got->kind == CT_VALUE_DICT) {
		assert_pairs(got, inner, tolerance, what);
	} else {
		decoded = decode(wanted);
		assert_number(got, &decoded, tolerance, what);
		ct_value_free(&decoded);
	}
}

void assert_state(const ct_optimizer *optimizer, const json_t *wanted, double tolerance,
		  const char *what)
{
	ct_value state;

	OK(ct_optimizer_state_dict(optimizer, &state));
	assert_encoded(&state, wanted, tolerance, what);
	ct_value_free(&state);
}
