/*
 * kl_divergence() of every pair that Python registers, beside Python's.
 */
#include <stdio.h>

#include "support.h"

static const char *title_of_pair(const json_t *of_case)
{
	static char title[200];

	snprintf(title, sizeof title, "case %d: KL of %s and %s",
		 (int)expected_int(of_case, "place"),
		 expected_text(json_object_get(of_case, "p"), "class"),
		 expected_text(json_object_get(of_case, "q"), "class"));
	return title;
}

/* --- values and gradients --------------------------------------------------------------------- */

/* The gradients are sums whose terms may come in another order. */
static void check_gradients(ct_tensor *kl, const struct made *p, const struct made *q,
			    const json_t *of_case)
{
	const json_t *of_p = json_object_get(of_case, "p"), *of_q = json_object_get(of_case, "q");

	if (json_object_get(of_p, "gradients") == NULL)
		return;
	OK(ct_tensor_backward(CT_E(sum, kl)));
	assert_gradients(p, of_p, "gradients", 1e-5, title_of_pair(of_case));
	assert_gradients(q, of_q, "gradients", 1e-5, title_of_pair(of_case));
}

/* Python has no text for some errors, so there the class must be the same. */
static void check_error(ct_error error, const json_t *of_case)
{
	static const char without_text[] = "NotImplementedError: ";
	const char *wanted = expected_text(of_case, "error");

	ck_assert_msg(error != NULL, "%s: no error", title_of_pair(of_case));
	if (!strcmp(wanted, without_text))
		ck_assert_int_eq(ct_error_class_of(error), CT_ERROR_NOT_IMPLEMENTED);
	else
		assert_expected_error(error, of_case, title_of_pair(of_case));
	ct_error_free(error);
}

static void check_divergence(const json_t *of_case)
{
	struct made p, q;
	ct_tensor *kl = UNTOUCHED;
	ct_error error;

	OK(make(json_object_get(of_case, "p"), &p));
	OK(make(json_object_get(of_case, "q"), &q));
	error = ct_distribution_kl_divergence(p.distribution, q.distribution, &kl);
	if (json_object_get(of_case, "error")) {
		check_error(error, of_case);
		ck_assert_ptr_eq(kl, UNTOUCHED);
	} else {
		ck_assert_msg(error == NULL, "%s: %s", title_of_pair(of_case), error);
		assert_expected_tensor(kl, of_case, "kl", 0, title_of_pair(of_case));
		check_gradients(kl, &p, &q, of_case);
	}
	release(&p);
	release(&q);
}

START_TEST(divergences_are_python_s)
{
	for_each("divergence", check_divergence);
}
END_TEST

/* --- the list --------------------------------------------------------------------------------- */

/* Python makes no objects of these. */
static const char *const bases[] = { "Distribution", "ExponentialFamily" };

static bool is_one_of(const char *name, const char *const *list, size_t len)
{
	for (size_t i = 0; i < len; i++)
		if (!strcmp(list[i], name))
			return true;
	return false;
}

static bool is_in_c(const char *name, const ct_value *classes)
{
	ct_value one, text;
	const char *found;

	if (is_one_of(name, bases, COUNT_OF(bases)))
		return false;
	for (int64_t i = 0; i < ct_value_count(classes); i++) {
		OK(ct_value_item(classes, i, &one));
		OK(ct_value_dict_get(&one, ct_value_string("name"), &text));
		OK(ct_value_as_string(&text, &found, NULL));
		if (!strcmp(found, name))
			return true;
	}
	return false;
}

/* The number of cases of a pair. */
static int cases_of(const json_t *cases, const char *p, const char *q)
{
	int n = 0;

	for (size_t i = 0; i < json_array_size(cases); i++) {
		const json_t *one = json_array_get(cases, i);

		n += !strcmp(expected_text(one, "kind"), "divergence") &&
		     !strcmp(expected_text(json_object_get(one, "p"), "class"), p) &&
		     !strcmp(expected_text(json_object_get(one, "q"), "class"), q);
	}
	return n;
}

/* With the test above: a formula of Python's that is missing in C fails, once both classes are. */
START_TEST(every_pair_of_python_s_has_a_case)
{
	json_t *cases = expected_cases("distributions");
	int pairs = 0;
	ct_value classes;

	OK(ct_distribution_list_classes(&classes));
	for (size_t i = 0; i < json_array_size(cases); i++) {
		const json_t *one = json_array_get(cases, i);
		const char *p, *q;

		if (strcmp(expected_text(one, "kind"), "pair") != 0)
			continue;
		p = expected_text(one, "p");
		q = expected_text(one, "q");
		pairs++;
		if (is_in_c(p, &classes) && is_in_c(q, &classes))
			ck_assert_msg(cases_of(cases, p, q) > 0, "no case of %s and %s", p, q);
	}
	ck_assert_int_gt(pairs, 80);
	ct_value_free(&classes);
	json_decref(cases);
}
END_TEST

START_TEST(every_class_of_python_s_is_in_c)
{
	json_t *cases = expected_cases("distributions");
	int found = 0;
	ct_value classes;

	OK(ct_distribution_list_classes(&classes));
	for (size_t i = 0; i < json_array_size(cases); i++) {
		const json_t *one = json_array_get(cases, i);
		const char *name;

		if (strcmp(expected_text(one, "kind"), "class") != 0)
			continue;
		name = expected_text(one, "class");
		found++;
		if (!is_one_of(name, bases, COUNT_OF(bases)))
			ck_assert_msg(is_in_c(name, &classes), "%s is not in C", name);
	}
	ck_assert_int_gt(found, 40);
	ct_value_free(&classes);
	json_decref(cases);
}
END_TEST

Suite *kl_suite(void)
{
	Suite *suite = suite_create("divergences");
	TCase *tcase = tcase_create("cases");

	tcase_set_timeout(tcase, 60);
	tcase_add_test(tcase, divergences_are_python_s);
	tcase_add_test(tcase, every_pair_of_python_s_has_a_case);
	tcase_add_test(tcase, every_class_of_python_s_is_in_c);
	suite_add_tcase(suite, tcase);
	return suite;
}
