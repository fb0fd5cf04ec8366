/*
 * Functions that are lists of operators: see steps.h.
 */
#include "steps.h"

enum { MOST_ARGUMENTS = 8, MOST_ITEMS = 4 };

/* An argument, and what its value points to. */
struct argument {
	ct_value value;
	ct_tensor *tensors[MOST_ITEMS];
	int64_t ints[MOST_ITEMS];
};

static bool is_reference(const json_t *text)
{
	return json_is_string(text) && json_string_value(text)[0] == '$';
}

static ct_tensor *referred(const json_t *text, const struct steps_values *values)
{
	int64_t i = atoll(json_string_value(text) + 1);

	MUST(i < values->n);
	return values->tensors[i];
}

static ct_value list_of(const json_t *json, const struct steps_values *values,
			struct argument *argument)
{
	size_t i;
	json_t *item;

	MUST(json_array_size(json) <= MOST_ITEMS);
	json_array_foreach (json, i, item) {
		if (is_reference(item))
			argument->tensors[i] = referred(item, values);
		else
			argument->ints[i] = json_integer_value(item);
	}
	if (is_reference(json_array_get(json, 0)))
		return ct_value_tensors(CT_TENSORS_OF(argument->tensors, (int64_t)i));
	return ct_value_ints(CT_INTS_OF(argument->ints, (int64_t)i));
}

static ct_value value_of_json(const json_t *json, const struct steps_values *values,
			      struct argument *argument)
{
	if (is_reference(json))
		return ct_value_tensor(referred(json, values));
	switch (json_typeof(json)) {
	case JSON_ARRAY:
		return list_of(json, values, argument);
	case JSON_INTEGER:
		return ct_value_int(json_integer_value(json));
	case JSON_REAL:
		return ct_value_float(json_real_value(json));
	case JSON_TRUE:
	case JSON_FALSE:
		return ct_value_bool(json_is_true(json));
	case JSON_STRING:
		return ct_value_string(json_string_value(json));
	default:
		return ct_value_none();
	}
}

static void add(struct steps_values *values, ct_tensor *tensor)
{
	MUST(values->n < MOST_VALUES);
	values->tensors[values->n++] = tensor;
}

/* Takes a tensor, or a list of tensors. */
static ct_error take(ct_value *result, struct steps_values *values)
{
	ct_tensor *tensor, **list;
	int64_t n;

	if (strcmp(ct_value_type_name(result), "Tensor") == 0) {
		CT_TRY(ct_value_take_tensor(result, &tensor));
		add(values, tensor);
		return NULL;
	}
	CT_TRY(ct_value_take_tensors(result, &list, &n));
	for (int64_t i = 0; i < n; i++)
		add(values, list[i]);
	ct_free(list);
	return NULL;
}

/* As in Python, a name without an overload means the default overload. */
static ct_error operator_called(const char *name, const ct_operator **op)
{
	char whole[80];

	snprintf(whole, sizeof whole, "%s%s", name, strchr(name, '.') ? "" : ".default");
	return ct_operator_find(whole, op);
}

static ct_error run_step(const json_t *step, struct steps_values *values)
{
	struct argument arguments[MOST_ARGUMENTS];
	ct_value given[MOST_ARGUMENTS], results[MOST_ITEMS];
	int64_t n = (int64_t)json_array_size(step) - 1, results_len;
	const ct_operator *op;

	MUST(n <= MOST_ARGUMENTS);
	CT_TRY(operator_called(json_string_value(json_array_get(step, 0)), &op));
	CT_TRY(ct_operator_result_count(op, &results_len));
	MUST(results_len <= MOST_ITEMS);
	for (int64_t i = 0; i < n; i++)
		given[i] = value_of_json(json_array_get(step, (size_t)i + 1), values,
					 &arguments[i]);
	CT_TRY(ct_operator_call(op, given, n, results, results_len));
	for (int64_t i = 0; i < results_len; i++)
		CT_TRY(take(&results[i], values));
	return NULL;
}

ct_error run_steps(const json_t *steps, struct steps_values *values)
{
	size_t i;
	json_t *step;

	json_array_foreach (steps, i, step)
		CT_TRY(run_step(step, values));
	return NULL;
}

/* --- Lists of tensors in cases ---------------------------------------------------------------- */

/* The element wrapped in an object, since expected.h reads objects; NULL for null. */
static json_t *wrapped(const json_t *of_case, const char *key, size_t i)
{
	json_t *item = json_array_get(expected_list(of_case, key), i);

	MUST(item != NULL);
	if (json_is_null(item))
		return NULL;
	return json_pack("{s:O, s:O}", "item", item, "place", json_object_get(of_case, "place"));
}

ct_tensor *tensor_at(const json_t *of_case, const char *key, size_t i)
{
	json_t *object = wrapped(of_case, key, i);
	ct_tensor *tensor = object ? expected_tensor(object, "item") : NULL;

	json_decref(object);
	return tensor;
}

void assert_tensor_at(const ct_tensor *got, const json_t *of_case, const char *key, size_t i,
		      const char *what)
{
	json_t *object = wrapped(of_case, key, i);
	char text[200];

	snprintf(text, sizeof text, "%s %zu of %s", key, i, what);
	if (object == NULL)
		ck_assert_msg(got == NULL, "%s: a tensor, expected none", text);
	else
		ck_assert_msg(got != NULL, "%s: none, expected a tensor", text);
	if (object)
		assert_expected_tensor(got, object, "item", 1e-9, text);
	json_decref(object);
}

const json_t *case_called(const json_t *cases, const char *kind, const char *name)
{
	size_t i;
	json_t *each;

	json_array_foreach (cases, i, each)
		if (strcmp(expected_text(each, "kind"), kind) == 0 &&
		    strcmp(expected_text(each, "name"), name) == 0)
			return each;
	ck_abort_msg("PyTorch was not asked for: %s", name);
	return NULL;
}

void for_each_case(const json_t *cases, const char *kind, int wanted,
		   void (*check)(const json_t *of_case))
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
	ck_assert_int_ge(n + (int)expected_left_out("derivatives"), wanted);
}
