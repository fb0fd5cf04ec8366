/*
 * Summaries of modules, compared with what torchinfo printed, and their errors.
 */
#define _POSIX_C_SOURCE 200809L /* open_memstream() */
#include "summary_models.h"

#include "expected.h"

/* --- As torchinfo ----------------------------------------------------------------------------- */

/* ORDER: by ct_module_column. */
static const char *const columns[] = { "input_size",  "output_size", "num_params", "params_percent",
				       "kernel_size", "mult_adds",   "trainable" };

enum { MOST_COLUMNS = 10 };

static ct_module_column column_of(const char *name)
{
	ct_module_column column = 0;

	while (strcmp(columns[column], name))
		ck_assert_msg((size_t)++column < sizeof columns / sizeof *columns, "%s", name);
	return column;
}

static bool has_row_setting(const json_t *settings, const char *name)
{
	const json_t *setting;
	size_t i;

	json_array_foreach (settings, i, setting)
		if (!strcmp(json_string_value(setting), name))
			return true;
	return false;
}

static int64_t number_of(const json_t *options, const char *name)
{
	const json_t *number = json_object_get(options, name);

	return number && json_integer_value(number) == 0 ? CT_ZERO : json_integer_value(number);
}

static ct_module_summary_options options_of(const json_t *given, ct_module_column *list)
{
	const json_t *names = json_object_get(given, "col_names"), *name;
	const json_t *rows = json_object_get(given, "row_settings");
	const char *mode = json_string_value(json_object_get(given, "mode"));
	ct_module_summary_options options = { .depth = number_of(given, "depth"),
					      .column_width = number_of(given, "col_width"),
					      .train = mode && !strcmp(mode, "train") };
	size_t i;

	options.columns = names ? list : NULL;
	options.columns_len = (int64_t)json_array_size(names);
	ck_assert(options.columns_len <= MOST_COLUMNS);
	json_array_foreach (names, i, name)
		list[i] = column_of(json_string_value(name));
	options.no_depth = rows && !has_row_setting(rows, "depth");
	options.var_names = has_row_setting(rows, "var_names");
	options.ascii_only = has_row_setting(rows, "ascii_only");
	options.hide_recursive_layers = has_row_setting(rows, "hide_recursive_layers");
	return options;
}

static void check_case(const json_t *of_case)
{
	CT_SCOPE;
	struct sample sample = sample_of(expected_text(of_case, "model"));
	const json_t *given = json_object_get(of_case, "options");
	ct_module_column list[MOST_COLUMNS];
	const ct_module_summary_options options = options_of(given, list);
	const int64_t inputs_len = expected_bool(of_case, "has_inputs") ? sample.inputs_len : 0;
	char *text;

	OK(ct_module_summary(sample.module,
			     CT_TENSORS_OF(inputs_len ? sample.inputs : NULL, inputs_len),
			     json_object_size(given) ? &options : NULL, &text));
	ck_assert_msg(!strcmp(text, expected_text(of_case, "text")),
		      "case %d, %s:\nexpected:\n%s\ngot:\n%s", (int)expected_int(of_case, "place"),
		      expected_text(of_case, "model"), expected_text(of_case, "text"), text);
}

static void check_cases(void)
{
	json_t *cases = expected_cases("module_summary");
	const json_t *of_case;
	size_t i;

	json_array_foreach (cases, i, of_case)
		check_case(of_case);
	json_decref(cases);
}

START_TEST(is_the_text_of_torchinfo)
{
	check_cases();
}
END_TEST

START_TEST(does_not_depend_on_the_locale)
{
	if (!enter_decimal_comma())
		return;
	check_cases();
	leave_decimal_comma();
}
END_TEST

START_TEST(is_printed_with_a_newline)
{
	CT_SCOPE;
	struct sample sample = sample_of("mlp");
	char *text, *printed = NULL;
	size_t length;
	FILE *file = open_memstream(&printed, &length);

	OK(ct_module_summary(sample.module, CT_TENSORS_OF(sample.inputs, 1), NULL, &text));
	OK(ct_module_print_summary(sample.module, CT_TENSORS_OF(sample.inputs, 1), NULL, file));
	fclose(file);
	ck_assert_uint_eq(length, strlen(text) + 1);
	ck_assert(!strncmp(printed, text, strlen(text)) && printed[length - 1] == '\n');
	free(printed);
}
END_TEST

/* --- Errors ----------------------------------------------------------------------------------- */

#define SUMMARY_FAILS(message, n, ...)                                                    \
	FAILS(ct_module_summary(sample.module, CT_TENSORS_OF(sample.inputs, n),           \
				&(const ct_module_summary_options){ __VA_ARGS__ }, NULL), \
	      "ArgumentError: ct_module_summary: " message)

START_TEST(wrong_options_are_named)
{
	CT_SCOPE;
	struct sample sample = sample_of("mlp");
	const ct_module_column none[] = { CT_MODULE_COLUMN_TRAINABLE, 7 };

	SUMMARY_FAILS("argument 4 (options): depth is -2, but must be at least 0", 1, .depth = -2);
	SUMMARY_FAILS("argument 4 (options): column_width is -1, but must be at least 0", 1,
		      .column_width = -1);
	SUMMARY_FAILS("argument 4 (options): columns_len is -1, but must be at least 0", 1,
		      .columns = none, .columns_len = -1);
	SUMMARY_FAILS("argument 4 (options): unknown column 7", 1, .columns = none,
		      .columns_len = 2);
	SUMMARY_FAILS("argument 4 (options): columns must not be NULL, since columns_len is 2", 1,
		      .columns_len = 2);
}
END_TEST

START_TEST(wrong_inputs_are_named)
{
	CT_SCOPE;
	struct sample sample = sample_of("mlp");

	FAILS(ct_module_summary(sample.module, CT_TENSORS_OF(NULL, 1), NULL, NULL),
	      "ArgumentError: ct_module_summary: argument 2 (inputs) must not be NULL, since "
	      "its length is 1");
	FAILS(ct_module_summary(sample.module, CT_TENSORS_OF(sample.inputs, -1), NULL, NULL),
	      "ArgumentError: ct_module_summary: argument 2 (inputs): length is -1, but must not "
	      "be negative");
	FAILS_WITH(ct_module_summary(NULL, CT_TENSORS_OF(sample.inputs, 1), NULL, NULL),
		   CT_ERROR_ARGUMENT, "argument 1 (self) must not be NULL");
}
END_TEST

START_TEST(columns_of_a_call_need_inputs)
{
	CT_SCOPE;
	struct sample sample = sample_of("mlp");
	const ct_module_column asked[] = { CT_MODULE_COLUMN_TRAINABLE, CT_MODULE_COLUMN_MULT_ADDS };

	FAILS(ct_module_summary(
		      sample.module, CT_NO_TENSORS,
		      &(const ct_module_summary_options){ .columns = asked, .columns_len = 2 },
		      NULL),
	      "ValueError: the column mult_adds requires sample inputs, but inputs_len is 0");
}
END_TEST

START_TEST(without_a_result_the_module_is_still_called)
{
	CT_SCOPE;
	struct sample sample = sample_of("mlp");

	OK(ct_module_summary(sample.module, CT_TENSORS_OF(sample.inputs, 1), NULL, NULL));
}
END_TEST

Suite *summary_suite(void)
{
	Suite *suite = suite_create("summaries of modules");
	TCase *tests = tests_of("as torchinfo");
	TCase *errors = tests_of("errors");

	tcase_set_timeout(tests, 120);
	tcase_add_test(tests, is_the_text_of_torchinfo);
	tcase_add_test(tests, does_not_depend_on_the_locale);
	tcase_add_test(tests, is_printed_with_a_newline);
	suite_add_tcase(suite, tests);
	tcase_add_test(errors, wrong_options_are_named);
	tcase_add_test(errors, wrong_inputs_are_named);
	tcase_add_test(errors, columns_of_a_call_need_inputs);
	tcase_add_test(errors, without_a_result_the_module_is_still_called);
	suite_add_tcase(suite, errors);
	return suite;
}
