/*
 * The cases of tests/fixtures/expected/distributions.json, and of distributions_own.json.
 */
#include <stdio.h>

#include "own_classes.h"
#include "support.h"

enum { PARTS_AT_MOST = 2 };

/* Of a description, {"class": ..., "kwargs": ...}. */
static ct_error make_part(const ct_value *of, ct_distribution **result)
{
	ct_value name, kwargs;
	const char *text;

	OK(ct_value_dict_get(of, ct_value_string("class"), &name));
	OK(ct_value_dict_get(of, ct_value_string("kwargs"), &kwargs));
	OK(ct_value_as_string(&name, &text, NULL));
	return own_class_of(text) ? own_new(text, &kwargs, result)
				  : ct_distribution_new(text, NULL, &kwargs, result);
}

/* Distributions among the arguments become parts, of which one may be of a class of the tests'. */
static ct_error make_of_parts(const char *name, const ct_value *kwargs, ct_distribution **result)
{
	ct_distribution *parts[PARTS_AT_MOST];
	ct_value with_indexes = ct_value_dict_new(), key, value;
	int64_t n = 0;
	ct_error error = NULL;

	for (int64_t i = 0; i < ct_value_count(kwargs) && error == NULL; i++) {
		OK(ct_value_dict_item(kwargs, i, &key, &value));
		if (value.kind == CT_VALUE_DICT) {
			ck_assert_int_lt(n, PARTS_AT_MOST);
			error = make_part(&value, &parts[n]);
			value = ct_value_int(n++);
		}
		OK(ct_value_dict_set(&with_indexes, key, value));
	}
	if (error == NULL)
		error = ct_distribution_new_from(name, (ct_distributions){ parts, n }, NULL,
						 &with_indexes, result);
	ct_value_free(&with_indexes);
	return error;
}

/* Whether a distribution of such a class is among the arguments. */
static bool has_own_part(const ct_value *kwargs)
{
	ct_value key, value, name;
	const char *text;

	for (int64_t i = 0; i < ct_value_count(kwargs); i++) {
		OK(ct_value_dict_item(kwargs, i, &key, &value));
		if (value.kind != CT_VALUE_DICT)
			continue;
		OK(ct_value_dict_get(&value, ct_value_string("class"), &name));
		OK(ct_value_as_string(&name, &text, NULL));
		if (own_class_of(text))
			return true;
	}
	return false;
}

ct_error make(const json_t *of_case, struct made *result)
{
	const char *name = expected_text(of_case, "class");
	ct_error error;

	result->kwargs = decode(json_object_get(of_case, "kwargs"));
	if (own_class_of(name))
		error = own_new(name, &result->kwargs, &result->distribution);
	else if (has_own_part(&result->kwargs))
		error = make_of_parts(name, &result->kwargs, &result->distribution);
	else
		error = ct_distribution_new(name, NULL, &result->kwargs, &result->distribution);
	if (error)
		ct_value_free(&result->kwargs);
	return error;
}

void release(struct made *made)
{
	ct_value_free(&made->kwargs);
}

int for_each_of(const char *topic, const char *kind, void (*check)(const json_t *of_case))
{
	json_t *cases = expected_cases(topic);
	int n = 0;

	for (size_t i = 0; i < json_array_size(cases); i++) {
		CT_SCOPE;
		const json_t *of_case = json_array_get(cases, i);

		if (strcmp(expected_text(of_case, "kind"), kind) != 0)
			continue;
		check(of_case);
		OK(CT_DONE());
		n++;
	}
	json_decref(cases);
	return n;
}

void for_each(const char *kind, void (*check)(const json_t *of_case))
{
	const int n = for_each_of("distributions", kind, check);

	ck_assert_msg(n > 30, "only %d cases of %s", n, kind);
	know_own_classes();
	for_each_of("distributions_own", kind, check); /* not of every kind: own_suite.c */
}

const char *title_of(const json_t *of_case, const char *what)
{
	static char title[200];

	snprintf(title, sizeof title, "case %d of %s: %s", (int)expected_int(of_case, "place"),
		 expected_text(of_case, "class"), what);
	return title;
}

void assert_text(const char *got, const char *wanted, const char *what)
{
	ck_assert_msg(!strcmp(got, wanted), "%s\nexpected: %s\ngot:      %s", what, wanted, got);
}

/* --- gradients -------------------------------------------------------------------------------- */

enum { LEAVES_AT_MOST = 8 };

/* The tensors that need gradients, in the order of the arguments. */
static void find_leaves(const ct_value *value, ct_tensor **leaves, size_t *len)
{
	const bool is_dict = value->kind == CT_VALUE_DICT;
	const bool is_list = value->kind == CT_VALUE_LIST;
	ct_value key, item;

	for (int64_t i = 0; (is_dict || is_list) && i < ct_value_count(value); i++) {
		if (is_dict)
			OK(ct_value_dict_item(value, i, &key, &item));
		else
			OK(ct_value_item(value, i, &item));
		find_leaves(&item, leaves, len);
	}
	if (value->kind != CT_VALUE_TENSOR || !ct_tensor_requires_grad(tensor_in(value)))
		return;
	ck_assert(*len < LEAVES_AT_MOST);
	leaves[(*len)++] = tensor_in(value);
}

void assert_gradients(const struct made *made, const json_t *of_case, const char *key,
		      double tolerance, const char *what)
{
	assert_gradients_from(made, of_case, key, 0, tolerance, what);
}

void assert_gradients_from(const struct made *made, const json_t *of_case, const char *key,
			   size_t first, double tolerance, const char *what)
{
	const json_t *wanted = expected_list(of_case, key);
	ct_tensor *leaves[LEAVES_AT_MOST], *grad;
	size_t len = 0;

	find_leaves(&made->kwargs, leaves, &len);
	ck_assert_uint_eq(first + len, json_array_size(wanted));
	for (size_t i = 0; i < len; i++) {
		const json_t *one = json_array_get(wanted, first + i);

		OK(ct_tensor_grad(leaves[i], &grad));
		ck_assert_msg((grad == NULL) == json_is_null(one), "%s: expected %s gradient %d",
			      what, json_is_null(one) ? "no" : "a", (int)i);
		if (grad)
			assert_expected_tensor(grad, one, "grad", tolerance, what);
	}
}
