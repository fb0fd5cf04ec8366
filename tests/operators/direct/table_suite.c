/*
 * The table has every operator whose arguments values can hold, with its function.
 */
#include <dlfcn.h>

#include "support.h"

static const char *member(const json_t *object, const char *key)
{
	return json_string_value(json_object_get(object, key));
}

/* Whether it has an argument that no value holds as C takes it. */
static bool is_called_by_name(const json_t *function)
{
	const json_t *params = json_object_get(function, "params"), *param;
	size_t i;

	json_array_foreach (params, i, param) {
		const char *type = member(param, "type");

		if (strncmp(type, "Scalar[", 7) == 0 || strncmp(type, "Dimname[", 8) == 0)
			return true;
	}
	return false;
}

static void compare(const json_t *function, int64_t *count)
{
	const char *overload = member(function, "overload");
	const bool has_overload = overload && *overload;
	const struct ct_direct *direct;
	char name[256];

	snprintf(name, sizeof name, "%s%s%s", member(function, "op"), has_overload ? "." : "",
		 has_overload ? overload : "");
	direct = ct_direct_find(name);
	ck_assert_msg((direct == NULL) == is_called_by_name(function), "%s", name);
	if (direct == NULL)
		return;
	ck_assert_str_eq(direct->name, name);
	ck_assert_msg((uintptr_t)direct->function ==
			      (uintptr_t)dlsym(RTLD_DEFAULT, member(function, "symbol")),
		      "%s", name);
	++*count;
}

START_TEST(every_operator_has_a_row_unless_it_has_a_list_of_scalars_or_names)
{
	json_t *api = json_load_file(CTORCH_TEST_API, 0, NULL), *function;
	int64_t count = 0;
	size_t i;

	MUST(api != NULL);
	json_array_foreach (json_object_get(api, "functions"), i, function)
		compare(function, &count);
	ck_assert_int_eq(count, ct_direct_table_len);
	json_decref(api);
}
END_TEST

START_TEST(every_row_has_the_numbers_of_arguments_and_results_of_the_schema)
{
	for (int64_t i = 0; i < ct_direct_table_len; i++) {
		const struct ct_direct *direct = &ct_direct_table[i];
		const ct_operator *op = NULL;
		char name[256];
		int64_t n = 0;

		snprintf(name, sizeof name, "%s%s", direct->name,
			 strchr(direct->name, '.') ? "" : ".default");
		OK(ct_operator_find(name, &op));
		OK(ct_operator_argument_count(op, &n));
		ck_assert_msg(direct->args_len == n, "%s", name);
		OK(ct_operator_result_count(op, &n));
		ck_assert_msg(direct->results_len == n, "%s", name);
	}
}
END_TEST

START_TEST(rows_are_sorted_and_found_by_both_of_their_names)
{
	for (int64_t i = 0; i < ct_direct_table_len; i++) {
		const struct ct_direct *direct = &ct_direct_table[i];
		char name[256];

		ck_assert(i == 0 || strcmp(direct[-1].name, direct->name) < 0);
		ck_assert_ptr_eq(ct_direct_find(direct->name), direct);
		snprintf(name, sizeof name, "%s.default", direct->name);
		ck_assert_ptr_eq(ct_direct_find(name), strchr(direct->name, '.') ? NULL : direct);
	}
}
END_TEST

START_TEST(other_names_have_no_row)
{
	static const char *const names[] = {
		"",
		"add.Tensor",
		"aten::",
		"aten::add",
		"aten::add.Tenso",
		"aten::add.Tensors",
		"aten::relu.",
		"aten::reluu",
		".default",
		"aten::_foreach_add.ScalarList",
		"mine::relu",
		"zzz",
	};

	for (int64_t i = 0; i < COUNT_OF(names); i++)
		ck_assert_msg(ct_direct_find(names[i]) == NULL, "%s", names[i]);
}
END_TEST

Suite *table_suite(void)
{
	Suite *suite = suite_create("direct: the table");
	TCase *tests = tests_of("rows");

	tcase_add_test(tests, every_operator_has_a_row_unless_it_has_a_list_of_scalars_or_names);
	tcase_add_test(tests, every_row_has_the_numbers_of_arguments_and_results_of_the_schema);
	tcase_add_test(tests, rows_are_sorted_and_found_by_both_of_their_names);
	tcase_add_test(tests, other_names_have_no_row);
	suite_add_tcase(suite, tests);
	return suite;
}
