/*
 * Transforms and constraints beside Python's: values, inverses, log-determinants, gradients, shapes,
 * caches, comparisons, texts, errors. All bits are equal, except where square roots are taken
 * (docs/testing.md).
 */
#include <stdio.h>
#include <stdlib.h>

#include "support.h"

static void for_each_at_least(const char *kind, int at_least, void (*check)(const json_t *of_case))
{
	const int n = for_each_of("distributions_transforms", kind, check);

	ck_assert_msg(n >= at_least, "only %d cases of %s", n, kind);
}

static const char *titled(const json_t *of_case, const char *what)
{
	static char title[100];

	snprintf(title, sizeof title, "case %d: %s", (int)expected_int(of_case, "place"), what);
	return title;
}

static double tolerance_of(const json_t *of_case)
{
	return json_object_get(of_case, "tolerance") ? expected_double(of_case, "tolerance") : 0;
}

/* --- transforms of cases ---------------------------------------------------------------------- */

/* What a case describes: with the value that the arguments belong to. */
struct described {
	ct_value value;
	ct_distribution_transform *transform;
};

static ct_error make_transform(const json_t *json, struct described *result)
{
	const ct_value inverse = ct_value_string("inverse");
	ct_value name, kwargs;
	const char *class_name;
	ct_error error;

	result->value = decode(json);
	OK(ct_value_dict_get(&result->value, ct_value_string("class"), &name));
	OK(ct_value_dict_get(&result->value, ct_value_string("kwargs"), &kwargs));
	OK(ct_value_as_string(&name, &class_name, NULL));
	error = ct_distribution_transform_new(class_name, NULL, &kwargs, &result->transform);
	if (error == NULL && ct_value_dict_has(&result->value, inverse))
		OK(ct_distribution_transform_inverse(result->transform, &result->transform));
	return error;
}

static struct described transform_of(const json_t *of_case, const char *key)
{
	struct described made;
	ct_error error = make_transform(json_object_get(of_case, key), &made);

	ck_assert_msg(error == NULL, "%s: %s", titled(of_case, key), error);
	return made;
}

static ct_tensor *apply(const ct_distribution_transform *t, const ct_tensor *x)
{
	return CT_F(ct_distribution_transform_apply, t, x);
}

static ct_distribution_transform *inverse(const ct_distribution_transform *t)
{
	ct_distribution_transform *result = NULL;

	OK(ct_distribution_transform_inverse(t, &result));
	return result;
}

/* The call gives the tensor of the case, or an error of the class that it has instead. */
static void assert_gives(ct_error error, const ct_tensor *got, const json_t *of_case,
			 const char *key)
{
	char of_error[64];
	const char *wanted;

	snprintf(of_error, sizeof of_error, "%s_error", key);
	wanted = json_string_value(json_object_get(of_case, of_error));
	if (wanted) {
		ck_assert_msg(error && !strncmp(error, wanted, strlen(wanted)), "%s: %s not %s",
			      titled(of_case, key), error ? error : "no error,", wanted);
		ct_error_free(error);
		return;
	}
	ck_assert_msg(error == NULL, "%s: %s", titled(of_case, key), error);
	assert_expected_tensor(got, of_case, key, tolerance_of(of_case), titled(of_case, key));
}

/* --- what is known ---------------------------------------------------------------------------- */

static void assert_constraint(const ct_constraint *constraint, const json_t *of_case,
			      const char *key)
{
	char name[64], *text;

	OK(ct_constraint_to_string(constraint, &text));
	assert_text(text, expected_text(of_case, key), titled(of_case, key));
	snprintf(name, sizeof name, "%s_event_dim", key);
	ck_assert_msg(ct_constraint_event_dim(constraint) == expected_int(of_case, name), "%s",
		      titled(of_case, name));
	snprintf(name, sizeof name, "%s_is_discrete", key);
	ck_assert_msg(ct_constraint_is_discrete(constraint) == expected_bool(of_case, name), "%s",
		      titled(of_case, name));
}

static void check_domains(const ct_distribution_transform *t, const json_t *of_case)
{
	ct_tensor *fits = NULL;
	ct_constraint *found;
	ct_error error;

	OK(ct_distribution_transform_domain(t, &found));
	assert_constraint(found, of_case, "domain");
	error = ct_constraint_check(found, expected_tensor(of_case, "x"), &fits);
	assert_gives(error, fits, of_case, "domain_check");
	OK(ct_distribution_transform_codomain(t, &found));
	assert_constraint(found, of_case, "codomain");
	error = ct_constraint_check(found, expected_tensor(of_case, "y"), &fits);
	assert_gives(error, fits, of_case, "codomain_check");
}

static void check_sign(const ct_distribution_transform *t, const json_t *of_case)
{
	ct_tensor *sign = NULL;
	ct_error error = ct_distribution_transform_sign(t, &sign);

	assert_gives(error, sign, of_case, "sign");
}

static void check_event_dim(const ct_distribution_transform *t, const json_t *of_case)
{
	int64_t dims = -1;
	ct_error error = ct_distribution_transform_event_dim(t, &dims);
	ct_tensor *got = error ? NULL : CT_E(full, CT_L(), dims, .dtype = CT_INT64);

	assert_gives(error, got, of_case, "event_dim");
}

static void check_transform(const json_t *of_case)
{
	struct described made = transform_of(of_case, "described");
	const ct_distribution_transform *t = made.transform;
	char *text;

	OK(ct_distribution_transform_to_string(t, &text));
	assert_text(text, expected_text(of_case, "print"), titled(of_case, "print"));
	OK(ct_distribution_transform_to_string(inverse(t), &text));
	assert_text(text, expected_text(of_case, "inverse_print"), titled(of_case, "inverse"));
	assert_text(ct_distribution_transform_class_name(t), expected_text(of_case, "class"),
		    titled(of_case, "class"));
	ck_assert_int_eq(ct_distribution_transform_is_bijective(t),
			 expected_bool(of_case, "bijective"));
	ck_assert_int_eq(ct_distribution_transform_cache_size(t),
			 expected_int(of_case, "cache_size"));
	check_domains(t, of_case);
	check_sign(t, of_case);
	check_event_dim(t, of_case);
	ct_value_free(&made.value);
}

START_TEST(transforms_know_of_themselves_what_python_s_do)
{
	for_each_at_least("transform", 50, check_transform);
}
END_TEST

/* --- values ----------------------------------------------------------------------------------- */

static void check_values(const json_t *of_case)
{
	struct described made = transform_of(of_case, "described");
	const ct_distribution_transform *t = made.transform;
	ct_tensor *x = expected_tensor(of_case, "x"), *y = expected_tensor(of_case, "y"), *got;
	ct_error error;

	error = ct_distribution_transform_log_abs_det_jacobian(t, x, y, &got);
	assert_gives(error, got, of_case, "log_det");
	error = ct_distribution_transform_log_abs_det_jacobian(inverse(t), y, x, &got);
	assert_gives(error, got, of_case, "inverse_log_det");
	error = ct_distribution_transform_apply(inverse(t), y, &got);
	assert_gives(error, got, of_case, "inverse");
	error = ct_distribution_transform_apply(t, x, &got);
	assert_gives(error, got, of_case, "y");
	ct_value_free(&made.value);
}

START_TEST(values_inverses_and_log_determinants_are_python_s)
{
	for_each_at_least("transform", 50, check_values);
}
END_TEST

static ct_tensor *log_det_of(const ct_distribution_transform *t, const ct_tensor *x)
{
	return CT_F(ct_distribution_transform_log_abs_det_jacobian, t, x, apply(t, x));
}

static void check_gradients_of(const json_t *of_case, const char *key,
			       ct_tensor *(*compute)(const ct_distribution_transform *t,
						     const ct_tensor *x))
{
	const json_t *wanted = json_object_get(of_case, key);
	struct described described;
	struct made made;
	ct_tensor *x, *value, *grad;

	if (wanted == NULL || json_array_size(wanted) == 0)
		return;
	described = transform_of(of_case, "described");
	x = CT_E(clone, expected_tensor(of_case, "x"));
	OK(ct_tensor_set_requires_grad(x, true));
	value = compute(described.transform, x);
	OK(CT_DONE());
	OK(ct_tensor_backward(CT_E(sum, CT_E(mul, value, value))));
	OK(ct_tensor_grad(x, &grad));
	ck_assert_msg((grad == NULL) == json_is_null(json_array_get(wanted, 0)), "%s",
		      titled(of_case, key));
	if (grad)
		assert_expected_tensor(grad, json_array_get(wanted, 0), "grad",
				       tolerance_of(of_case), titled(of_case, key));
	made.kwargs = described.value;
	assert_gradients_from(&made, of_case, key, 1, tolerance_of(of_case), titled(of_case, key));
	ct_value_free(&described.value);
}

static void check_gradients(const json_t *of_case)
{
	check_gradients_of(of_case, "gradients", apply);
	check_gradients_of(of_case, "log_det_gradients", log_det_of);
}

START_TEST(gradients_of_transforms_are_python_s)
{
	for_each_at_least("transform", 50, check_gradients);
}
END_TEST

/* --- shapes ----------------------------------------------------------------------------------- */

typedef ct_error shape_function(const ct_distribution_transform *self, ct_ints shape,
				int64_t **result, int64_t *result_len);

static void check_shape(const ct_distribution_transform *t, shape_function *function, ct_ints shape,
			const json_t *of_case, const char *key)
{
	int64_t *got = NULL, got_len = -1, wanted_len, *wanted;
	char of_error[64];
	ct_error error = function(t, shape, &got, &got_len);

	snprintf(of_error, sizeof of_error, "%s_error", key);
	if (json_object_get(of_case, of_error)) {
		ck_assert_msg(error != NULL, "%s: no error", titled(of_case, key));
		ck_assert_msg(is_expected_error(error, expected_text(of_case, of_error)),
			      "%s\nexpected: %s\ngot:      %s", titled(of_case, key),
			      expected_text(of_case, of_error), error);
		ck_assert_ptr_null(got);
		ct_error_free(error);
		return;
	}
	ck_assert_msg(error == NULL, "%s: %s", titled(of_case, key), error);
	wanted = expected_ints(of_case, key, &wanted_len);
	ck_assert_msg(got_len == wanted_len, "%s: %lld sizes", titled(of_case, key),
		      (long long)got_len);
	for (int64_t i = 0; i < got_len; i++)
		ck_assert_msg(got[i] == wanted[i], "%s", titled(of_case, key));
	free(wanted);
}

static ct_ints shape_of(const ct_tensor *x)
{
	return CT_INTS_OF(ct_tensor_shape(x), ct_tensor_dim(x));
}

static void check_shapes(const json_t *of_case)
{
	struct described made = transform_of(of_case, "described");
	const ct_distribution_transform *t = made.transform;
	ct_tensor *x = expected_tensor(of_case, "x"), *y = expected_tensor(of_case, "y");

	check_shape(t, ct_distribution_transform_forward_shape, shape_of(x), of_case,
		    "forward_shape");
	check_shape(t, ct_distribution_transform_inverse_shape, shape_of(y), of_case,
		    "inverse_shape");
	check_shape(t, ct_distribution_transform_forward_shape, CT_L(), of_case,
		    "forward_shape_of_none");
	check_shape(t, ct_distribution_transform_inverse_shape, CT_L(5), of_case,
		    "inverse_shape_of_five");
	ct_value_free(&made.value);
}

START_TEST(shapes_of_transforms_are_python_s)
{
	for_each_at_least("transform", 50, check_shapes);
}
END_TEST

/* --- caches ----------------------------------------------------------------------------------- */

static void check_cache(const json_t *of_case)
{
	struct described made = transform_of(of_case, "described");
	const json_t *wanted = expected_list(of_case, "keeps");
	ct_distribution_transform *cached, *again;
	ct_tensor *x = expected_tensor(of_case, "x"), *given = CT_E(clone, x), *y;
	bool keeps[5];

	OK(ct_distribution_transform_with_cache(made.transform, 1, &cached));
	y = apply(cached, given);
	keeps[0] = apply(cached, given) == y;
	keeps[1] = apply(inverse(cached), y) == given;
	OK(ct_distribution_transform_equal(inverse(inverse(cached)), cached, &keeps[2]));
	keeps[3] = apply(cached, x) == y;
	OK(ct_distribution_transform_with_cache(cached, 1, &again));
	keeps[4] = again == cached;
	OK(CT_DONE());
	for (size_t i = 0; i < sizeof keeps; i++)
		ck_assert_msg(keeps[i] == json_is_true(json_array_get(wanted, i)), "%s %d",
			      titled(of_case, "keeps"), (int)i);
	ct_value_free(&made.value);
}

START_TEST(caches_keep_what_python_s_keep)
{
	for_each_at_least("transform", 50, check_cache);
}
END_TEST

/* --- comparisons ------------------------------------------------------------------------------ */

static void check_comparison(const json_t *of_case)
{
	const json_t *wanted = expected_list(of_case, "equal");
	json_t *cases = expected_cases("distributions_transforms");
	struct described a = transform_of(of_case, "a"), b;
	size_t n = 0;
	bool equal;

	for (size_t i = 0; i < json_array_size(cases); i++) {
		const json_t *other = json_array_get(cases, i);

		if (strcmp(expected_text(other, "kind"), "comparison") != 0)
			continue;
		b = transform_of(other, "a");
		OK(ct_distribution_transform_equal(a.transform, b.transform, &equal));
		ck_assert_msg(equal == json_is_true(json_array_get(wanted, n)),
			      "%s and the one at %d", titled(of_case, "equal"), (int)n);
		ct_value_free(&b.value);
		n++;
	}
	ck_assert_uint_eq(n, json_array_size(wanted));
	OK(ct_distribution_transform_equal(a.transform, a.transform, &equal));
	ck_assert(equal);
	ct_value_free(&a.value);
	json_decref(cases);
}

START_TEST(transforms_are_equal_where_python_s_are)
{
	for_each_at_least("comparison", 20, check_comparison);
}
END_TEST

/* --- constraints ------------------------------------------------------------------------------ */

static ct_error make_constraint(const json_t *of_case, ct_constraint **result)
{
	ct_value kwargs = decode(json_object_get(of_case, "kwargs"));
	ct_error error = ct_constraint_new(expected_text(of_case, "class"), NULL, &kwargs, result);

	ct_value_free(&kwargs);
	return error;
}

typedef ct_error registry(const ct_constraint *self, ct_distribution_transform **result);

static void check_registered(const ct_constraint *c, registry *function, const json_t *of_case,
			     const char *key)
{
	const json_t *wanted = json_object_get(of_case, key);
	ct_distribution_transform *found = NULL;
	ct_error error = function(c, &found);
	ct_tensor *y;
	char *text;

	if (json_object_get(wanted, "error")) {
		ck_assert_ptr_null(found);
		assert_expected_error(error, wanted, titled(of_case, key));
		ct_error_free(error);
		return;
	}
	ck_assert_msg(error == NULL, "%s: %s", titled(of_case, key), error);
	OK(ct_distribution_transform_to_string(found, &text));
	assert_text(text, expected_text(wanted, "print"), titled(of_case, key));
	OK(ct_distribution_transform_apply(found, expected_tensor(of_case, "numbers"), &y));
	assert_expected_tensor(y, wanted, "y", tolerance_of(of_case), titled(of_case, key));
}

static void check_constraint(const json_t *of_case)
{
	ct_tensor *fits = NULL;
	ct_constraint *c;
	ct_error error;

	OK(make_constraint(of_case, &c));
	assert_constraint(c, of_case, "print");
	ck_assert_int_eq(ct_constraint_is_dependent(c), expected_bool(of_case, "is_dependent"));
	if (json_object_get(of_case, "x")) {
		error = ct_constraint_check(c, expected_tensor(of_case, "x"), &fits);
		assert_gives(error, fits, of_case, "check");
	}
	check_registered(c, ct_constraint_biject_to, of_case, "biject_to");
	check_registered(c, ct_constraint_transform_to, of_case, "transform_to");
}

START_TEST(constraints_by_name_are_python_s)
{
	for_each_at_least("constraint", 40, check_constraint);
}
END_TEST

/* Other errors than that of an unknown name are of missing arguments. */
static void check_name(const json_t *of_case)
{
	const char *name = expected_text(of_case, "class");
	ct_distribution_transform *transform;
	ct_constraint *constraint;
	ct_error error;

	error = expected_bool(of_case, "is_constraint")
			? ct_constraint_new(name, NULL, NULL, &constraint)
			: ct_distribution_transform_new(name, NULL, NULL, &transform);
	ck_assert_msg(error == NULL || strncmp(error, "KeyError", 8) != 0, "%s is not in C", name);
	ct_error_free(error);
}

START_TEST(every_transform_and_constraint_of_python_s_is_in_c)
{
	for_each_at_least("name", 40, check_name);
}
END_TEST

/* --- mistakes --------------------------------------------------------------------------------- */

static void check_making(const json_t *of_case)
{
	struct described made = { .transform = NULL };
	ct_error error = make_transform(json_object_get(of_case, "described"), &made);

	assert_expected_error(error, of_case, titled(of_case, "error"));
	ck_assert_ptr_null(made.transform);
	ct_error_free(error);
	ct_value_free(&made.value);
}

static void check_use(const json_t *of_case)
{
	struct described made = transform_of(of_case, "described");
	const char *method = expected_text(of_case, "method");
	const ct_tensor *x = expected_tensor(of_case, "x"), *y = expected_tensor(of_case, "y");
	const ct_distribution_transform *t = made.transform;
	ct_tensor *got = UNTOUCHED;
	ct_error error;

	if (!strcmp(method, "log_det"))
		error = ct_distribution_transform_log_abs_det_jacobian(t, x, y, &got);
	else
		error = ct_distribution_transform_apply(strcmp(method, "inverse") ? t : inverse(t),
							x, &got);
	assert_expected_error(error, of_case, titled(of_case, "error"));
	ck_assert_ptr_eq(got, UNTOUCHED);
	ct_error_free(error);
	ct_value_free(&made.value);
}

static void check_constraint_mistake(const json_t *of_case)
{
	ct_constraint *c = NULL;
	ct_tensor *fits = UNTOUCHED;
	ct_error error = make_constraint(of_case, &c);

	if (error == NULL)
		error = ct_constraint_check(c, expected_tensor(of_case, "x"), &fits);
	assert_expected_error(error, of_case, titled(of_case, "error"));
	ck_assert_ptr_eq(fits, UNTOUCHED);
	ct_error_free(error);
}

START_TEST(mistakes_with_transforms_are_python_s_errors)
{
	for_each_at_least("making", 4, check_making);
	for_each_at_least("use", 10, check_use);
	for_each_at_least("constraint_mistake", 4, check_constraint_mistake);
}
END_TEST

Suite *transforms_suite(void)
{
	Suite *suite = suite_create("transforms and constraints as Python's");
	TCase *tcase = tcase_create("cases");

	tcase_set_timeout(tcase, 120);
	tcase_add_test(tcase, transforms_know_of_themselves_what_python_s_do);
	tcase_add_test(tcase, values_inverses_and_log_determinants_are_python_s);
	tcase_add_test(tcase, gradients_of_transforms_are_python_s);
	tcase_add_test(tcase, shapes_of_transforms_are_python_s);
	tcase_add_test(tcase, caches_keep_what_python_s_keep);
	tcase_add_test(tcase, transforms_are_equal_where_python_s_are);
	tcase_add_test(tcase, constraints_by_name_are_python_s);
	tcase_add_test(tcase, every_transform_and_constraint_of_python_s_is_in_c);
	tcase_add_test(tcase, mistakes_with_transforms_are_python_s_errors);
	suite_add_tcase(suite, tcase);
	return suite;
}
