/*
 * Learning curves: adding and reading, tables, drawings, state dicts, files.
 */
#include <math.h>
#include <stdio.h>
#include <unistd.h>

#include <ctorch/core/memory.h>
#include <ctorch/core/scope.h>

#include "scratch.h"
#include "support.h"
#include "values.h"

static ct_curves *made(void)
{
	ct_curves *curves;

	OK(ct_curves_new(&curves));
	OK(ct_curves_add(curves, "loss", 0, 2.5));
	OK(ct_curves_add(curves, "loss", 10, 0.1));
	OK(ct_curves_add(curves, "accuracy", 10, 0.75));
	OK(ct_curves_add(curves, "accuracy", 20, NAN));
	return curves;
}

START_TEST(numbers_are_kept_by_name_and_step)
{
	CT_SCOPE;
	ct_curves *curves = made();
	double value;
	int64_t step;

	ck_assert_int_eq(ct_curves_count(curves), 2);
	ck_assert_str_eq(ct_curves_name(curves, 1), "accuracy");
	ck_assert_ptr_null(ct_curves_name(curves, 2));
	ck_assert_int_eq(ct_curves_point_count(curves, "loss"), 2);
	ck_assert_int_eq(ct_curves_point_count(curves, "none"), 0);
	OK(ct_curves_at(curves, "loss", -1, &step, &value));
	ck_assert_int_eq(step, 10);
	ck_assert_double_eq(value, 0.1);
	FAILS(ct_curves_at(curves, "loss", 2, NULL, NULL),
	      "IndexError: index 2 is out of range: the curve 'loss' has 2 numbers");
	FAILS(ct_curves_at(curves, "none", 0, NULL, NULL), "KeyError: unknown curve 'none'");
	FAILS(ct_curves_add(curves, "loss", 9, 1),
	      "ValueError: step 9 of the curve 'loss' is not greater than the previous step, 10");
	OK(ct_curves_add(curves, "loss", 10, 1));
	FAILS(ct_curves_add(curves, NULL, 9, 1),
	      "ArgumentError: ct_curves_add: argument 2 (name) must not be NULL");
}
END_TEST

START_TEST(many_numbers_are_kept)
{
	ct_curves *curves;
	double value;

	OK(ct_curves_new(&curves));
	for (int i = 0; i < 5000; i++)
		OK(ct_curves_add(curves, i % 2 ? "odd" : "even", i, i));
	ck_assert_int_eq(ct_curves_point_count(curves, "odd"), 2500);
	OK(ct_curves_at(curves, "even", 1234, NULL, &value));
	ck_assert_double_eq(value, 2468);
	ct_curves_free(curves);
	ct_curves_free(NULL);
}
END_TEST

/* --- tables ----------------------------------------------------------------------------------- */

START_TEST(a_table_has_a_line_for_each_step)
{
	CT_SCOPE;
	ct_curves *curves = made();
	char *text;

	OK(ct_curves_to_csv(curves, &text));
	ck_assert_str_eq(text, "step,loss,accuracy\n0,2.5,\n10,0.1,0.75\n20,,nan\n");
	OK(ct_curves_add(curves, "a \"b\", c", 5, -1e-7));
	OK(ct_curves_add(curves, "loss", 10, 7));
	OK(ct_curves_to_csv(curves, &text));
	ck_assert_str_eq(text, "step,loss,accuracy,\"a \"\"b\"\", c\"\n0,2.5,,\n5,,,-1e-07\n"
			       "10,7.0,0.75,\n20,,nan,\n");
	OK(ct_curves_new(&curves));
	OK(ct_curves_to_csv(curves, &text));
	ck_assert_str_eq(text, "step\n");
}
END_TEST

/* --- drawings --------------------------------------------------------------------------------- */

static char *drawn(const ct_curves *curves, const ct_curves_svg_options *options)
{
	char *text;

	OK(ct_curves_to_svg(curves, options, &text));
	return text;
}

START_TEST(a_drawing_does_not_depend_on_the_locale)
{
	CT_SCOPE;
	ct_curves *curves = made();
	char *svg = drawn(curves, NULL), *csv, *again;

	OK(ct_curves_to_csv(curves, &csv));
	if (!enter_decimal_comma())
		return;
	ck_assert_str_eq(drawn(curves, NULL), svg);
	OK(ct_curves_to_csv(curves, &again));
	ck_assert_str_eq(again, csv);
	leave_decimal_comma();
}
END_TEST

static int count_of(const char *text, const char *part)
{
	int n = 0;

	while ((text = strstr(text, part)) != NULL) {
		text += strlen(part);
		n++;
	}
	return n;
}

START_TEST(only_the_named_curves_are_drawn)
{
	const char *const names[] = { "accuracy", "none" };
	char *text;

	CT_SCOPE;
	ct_curves *curves = made();

	ck_assert_int_eq(count_of(drawn(curves, NULL), "<title>"), 2);
	text = drawn(curves, &(ct_curves_svg_options){ .names = names, .names_len = 1 });
	ck_assert_ptr_nonnull(strstr(text, "<title>accuracy</title>"));
	ck_assert_ptr_null(strstr(text, "loss"));
	FAILS(ct_curves_to_svg(curves, &(ct_curves_svg_options){ .names = names, .names_len = 2 },
			       &text),
	      "KeyError: unknown curve 'none'");
	FAILS(ct_curves_to_svg(curves, &(ct_curves_svg_options){ .width = 100 }, &text),
	      "ValueError: the size is 100 x 400, but width and height must be from 160 to 10000");
}
END_TEST

START_TEST(a_logarithmic_axis_leaves_out_what_is_not_above_0)
{
	CT_SCOPE;
	ct_curves *curves;
	char *text;

	OK(ct_curves_new(&curves));
	for (int i = 0; i < 5; i++)
		OK(ct_curves_add(curves, "x", i, i == 2 ? 0 : pow(10, -i)));
	text = drawn(curves, &(ct_curves_svg_options){ .log_y = true });
	ck_assert_int_eq(count_of(text, "<circle"), 4);
	ck_assert_ptr_nonnull(strstr(text, ">0.001</text>"));
	text = drawn(curves, NULL);
	ck_assert_int_eq(count_of(text, "<circle"), 5);
	ck_assert_ptr_null(strstr(text, ">0.001</text>"));
}
END_TEST

/* --- state dicts ------------------------------------------------------------------------------ */

START_TEST(a_state_dict_has_all_numbers)
{
	CT_SCOPE;
	ct_curves *curves = made(), *others;
	ct_value state;
	char *text, *other;

	OK(ct_curves_state_dict(curves, &state));
	assert_prints(&state, "{'loss': {'steps': [0, 10], 'values': [2.5, 0.1]}, 'accuracy': "
			      "{'steps': [10, 20], 'values': [0.75, nan]}}");
	OK(ct_curves_new(&others));
	OK(ct_curves_add(others, "old", 1, 1));
	OK(ct_curves_load_state_dict(others, &state));
	ct_value_free(&state);
	OK(ct_curves_to_csv(curves, &text));
	OK(ct_curves_to_csv(others, &other));
	ck_assert_str_eq(text, other);
}
END_TEST

static void refuses(ct_curves *curves, ct_value steps, ct_value values, const char *message)
{
	const ct_value inner[] = { ct_value_string("steps"), steps, ct_value_string("values"),
				   values };
	const ct_value outer[] = { ct_value_string("x"), ct_value_dict(inner, 2) };
	const ct_value state = ct_value_dict(outer, 1);

	FAILS(ct_curves_load_state_dict(curves, &state), message);
}

START_TEST(a_wrong_state_dict_changes_nothing)
{
	const int64_t falling[] = { 3, 2 };
	const double two[] = { 1, 2 };

	CT_SCOPE;
	ct_curves *curves = made();
	const ct_value none = ct_value_none();
	const ct_value pair[] = { ct_value_string("x"), ct_value_int(1) };
	const ct_value flat = ct_value_dict(pair, 1);

	refuses(curves, ct_value_ints(CT_INTS_OF(falling, 2)),
		ct_value_floats(CT_FLOATS_OF(two, 2)),
		"ValueError: step 2 of the curve 'x' is not greater than the previous step, 3");
	refuses(curves, ct_value_ints(CT_INTS_OF(falling, 1)),
		ct_value_floats(CT_FLOATS_OF(two, 2)),
		"ValueError: the curve 'x' has 1 steps and 2 values");
	FAILS(ct_curves_load_state_dict(curves, &none),
	      "TypeError: state_dict must be a dict, not NoneType");
	FAILS(ct_curves_load_state_dict(curves, &flat),
	      "TypeError: the curve 'x' must be a dict, not int");
	ck_assert_int_eq(ct_curves_count(curves), 2);
	ck_assert_int_eq(ct_curves_point_count(curves, "loss"), 2);
}
END_TEST

/* --- files ------------------------------------------------------------------------------------ */

static void assert_file(const char *path, const char *text)
{
	const size_t n = strlen(text);
	char *read = malloc(n + 2);
	FILE *file = fopen(path, "rb");

	ck_assert_ptr_nonnull(file);
	ck_assert_uint_eq(fread(read, 1, n + 2, file), n);
	ck_assert_mem_eq(read, text, n);
	fclose(file);
	free(read);
	ck_assert_int_eq(unlink(path), 0);
}

START_TEST(files_have_what_the_texts_have)
{
	char folder[SCRATCH_SIZE], path[100], *csv;

	CT_SCOPE;
	ct_curves *curves = made();

	make_scratch(folder);
	snprintf(path, sizeof path, "%s/curves", folder);
	OK(ct_curves_save_svg(curves, path, NULL));
	assert_file(path, drawn(curves, NULL));
	OK(ct_curves_to_csv(curves, &csv));
	OK(ct_curves_save_csv(curves, path));
	OK(ct_curves_save_csv(curves, path));
	assert_file(path, csv);
	FAILS_WITH(ct_curves_save_csv(curves, "/no/such/folder/x"), CT_ERROR_RUNTIME,
		   "/no/such/folder/x");
	FAILS(ct_curves_save_svg(curves, NULL, NULL),
	      "ArgumentError: ct_curves_save_svg: argument 2 (path) must not be NULL");
	remove_scratch(folder);
}
END_TEST

Suite *curves_suite(void)
{
	Suite *suite = suite_create("curves");
	TCase *tests = tcase_create("curves");

	tcase_add_test(tests, numbers_are_kept_by_name_and_step);
	tcase_add_test(tests, many_numbers_are_kept);
	tcase_add_test(tests, a_table_has_a_line_for_each_step);
	tcase_add_test(tests, a_drawing_does_not_depend_on_the_locale);
	tcase_add_test(tests, only_the_named_curves_are_drawn);
	tcase_add_test(tests, a_logarithmic_axis_leaves_out_what_is_not_above_0);
	tcase_add_test(tests, a_state_dict_has_all_numbers);
	tcase_add_test(tests, a_wrong_state_dict_changes_nothing);
	tcase_add_test(tests, files_have_what_the_texts_have);
	suite_add_tcase(suite, tests);
	return suite;
}
