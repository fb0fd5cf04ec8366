/*
 * Modules by the names of their classes: what they print, and Python's errors for wrong arguments
 * (tests/data/expected/nn_by_name.py).
 */
#include <ctorch/nn.h>

#include "support.h"

static void check(const json_t *of_case, ct_error error, const ct_module *module, const char *what)
{
	const json_t *wanted = json_object_get(of_case, "error");
	char *text = NULL;

	if (wanted) {
		ck_assert_msg(begins_as_expected(error, json_string_value(wanted)),
			      "%s\nexpected: %s\ngot:      %s", what, json_string_value(wanted),
			      error);
		ct_error_free(error);
		return;
	}
	OK(error);
	OK(ct_module_to_string(module, &text));
	ck_assert_str_eq(text, expected_text(of_case, "text"));
}

START_TEST(modules_are_those_of_python)
{
	json_t *cases = expected_cases("nn_by_name"), *of_case;
	size_t i;

	ck_assert_uint_gt(json_array_size(cases), 0);
	json_array_foreach (cases, i, of_case) {
		CT_SCOPE;
		ct_value args = value_of_json(json_object_get(of_case, "args"));
		ct_value kwargs = value_of_json(json_object_get(of_case, "kwargs"));
		char *what = json_dumps(of_case, 0);
		ct_module *module = NULL;
		ct_error error = ct_nn_make(expected_text(of_case, "class"), &args, &kwargs,
					    &module);

		check(of_case, error, module, what);
		ct_value_free(&args);
		ct_value_free(&kwargs);
		free(what);
	}
	json_decref(cases);
}
END_TEST

Suite *by_name_suite(void)
{
	Suite *suite = suite_create("by name");
	TCase *tests = tests_of("by name");

	tcase_add_test(tests, modules_are_those_of_python);
	suite_add_tcase(suite, tests);
	return suite;
}
