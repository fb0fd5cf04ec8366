/*
 * Tensors from numbers, rows and text: what Python's torch.tensor() makes of them.
 */
#include <complex.h>

#include "support.h"

/* --- Text ------------------------------------------------------------------------------------ */

static void read_literal(const json_t *of_case)
{
	const char *text = expected_text(of_case, "text");
	const ct_dtype dtype = dtype_named(expected_text(of_case, "dtype"));
	ct_tensor *made = NULL;
	ct_error error = ct_tensor_from_text(text, CT_OPTIONS_DTYPE(dtype), &made);

	assert_case(of_case, text, error, made);
}

START_TEST(text_becomes_what_python_makes_of_it)
{
	for_each_case("literal", 190, read_literal);
}
END_TEST

#define ZEROS_64 "0000000000000000000000000000000000000000000000000000000000000000"

/* Python has the same number in both columns; in a list it has the error of the number alone. */
static const struct {
	const char *text, *decimal;
} in_other_bases[] = {
	{ "0o2000000000000000000000", "[18446744073709551616]" },
	{ "0o2000000000000000000000", "18446744073709551616" },
	{ "0x10000000000000000", "[18446744073709551616]" },
	{ "0x1_0000_0000_0000_0000", "18446744073709551616" },
	{ "0b1" ZEROS_64, "18446744073709551616" },
	{ "[0x10000000000000000]", "[18446744073709551616]" },
	{ "[0o2_000000000000000000000]", "[18446744073709551616]" },
	{ "[0B1" ZEROS_64 "]", "[18446744073709551616]" },
	{ "[-0x8000000000000001]", "[-9223372036854775809]" },
	{ "[0x400000000000000000, 0.5]", "[1180591620717411303424, 0.5]" },
	{ "0x8000000000000000", "9223372036854775808" },
	{ "0o1777777777777777777777", "18446744073709551615" },
};

START_TEST(large_integers_are_the_same_in_every_base)
{
	const char *const text = in_other_bases[_i].text;
	json_t *cases = expected_cases("create"), *of_case;
	size_t i, n = 0;

	json_array_foreach (cases, i, of_case) {
		ct_tensor *made = NULL;
		ct_dtype dtype;
		ct_error error;

		if (strcmp(expected_text(of_case, "what"), "literal") != 0 ||
		    strcmp(expected_text(of_case, "text"), in_other_bases[_i].decimal) != 0)
			continue;
		dtype = dtype_named(expected_text(of_case, "dtype"));
		error = ct_tensor_from_text(text, CT_OPTIONS_DTYPE(dtype), &made);
		assert_case(of_case, text, error, made);
		n++;
	}
	ck_assert_uint_gt(n + expected_left_out("create"), 0);
	json_decref(cases);
}
END_TEST

/* The results of Python's float(): of two equally near numbers, the even one. */
static const struct {
	const char *text;
	double value;
} rounded[] = {
	{ "0x80000000000004000", 0x1p67 },
	{ "0x80000000000004001", 0x1.0000000000001p67 },
	{ "0x8000000000000c000", 0x1.0000000000002p67 },
	{ "0x8000000000000bfff0000000001", 0x1.0000000000001p107 },
	{ "-0x1000000000000000000001", -0x1p84 },
	{ "0o10000000000000002000001", 0x1.000000000002p66 },
	{ "0b1" ZEROS_64 "1", 0x1p65 },
};

START_TEST(large_integers_are_rounded_once)
{
	ct_tensor *made = from_text(rounded[_i].text, CT_FLOAT64);

	ck_assert(value_of(made) == rounded[_i].value);
	ct_tensor_free(made);
}
END_TEST

START_TEST(text_is_read_alike_in_every_locale)
{
	ct_tensor *made = NULL;

	if (!enter_decimal_comma())
		return;
	OK(ct_tensor_from_text("2.75", NULL, &made));
	ck_assert_double_eq(value_of(made), 2.75);
	ct_tensor_free(made);
	leave_decimal_comma();
}
END_TEST

#define NO_ZERO "expected a number without a leading zero (octal ones begin with 0o)"

static const struct {
	const char *text, *error;
} unreadable[] = {
	{ "", "character 1: the text ends where a number is expected" },
	{ "   ", "character 4: the text ends where a number is expected" },
	{ "[1, 2", "character 6: the text ends where `,` or `]` is expected" },
	{ "[1, 2)", "character 6: expected `,` or `]`, not `)`" },
	{ "[1 2]", "character 4: expected `,` or `]`, not `2]`" },
	{ "[1,,2]", "character 4: expected a number, not `,2]`" },
	{ "[,]", "character 2: expected a number, not `,]`" },
	{ "[1]]", "character 4: expected the end of the text, not `]`" },
	{ "1, 2", "character 2: expected the end of the text, not `, 2`" },
	{ "(3)", "character 3: expected a comma after the only item of a tuple, not `)`" },
	{ "abc", "character 1: expected a number, not `abc`" },
	{ "None", "character 1: expected a number, not `None`" },
	{ "\"a\"", "character 1: expected a number, not `\"a\"`" },
	{ "1__0", "character 2: expected a number, not `__0`" },
	{ "1_", "character 2: expected a number, not `_`" },
	{ "0x", "character 1: expected a number, not `0x`" },
	{ "0b2", "character 1: expected a number, not `0b2`" },
	{ "007", "character 1: " NO_ZERO ", not `007`" },
	{ "[1, 08]", "character 5: " NO_ZERO ", not `08]`" },
	{ "-0_7", "character 2: " NO_ZERO ", not `0_7`" },
	{ ".", "character 1: expected a number, not `.`" },
	{ "1e", "character 1: expected a number, not `1e`" },
	{ "1+2", "character 4: the text ends where a number is expected" },
	{ "1+", "character 3: the text ends where a number is expected" },
	{ "12abc", "character 3: expected a number, not `abc`" },
	{ "Truely", "character 5: expected a number, not `ly`" },
	{ "[1;2]", "character 3: expected `,` or `]`, not `;2]`" },
};

START_TEST(text_that_cannot_be_read_is_a_syntax_error)
{
	const char *const text = unreadable[_i].text;
	ct_tensor *made = UNTOUCHED;
	ct_error error = ct_tensor_from_text(text, NULL, &made);
	char expected[256];

	snprintf(expected, sizeof expected, "SyntaxError: %s", unreadable[_i].error);
	ck_assert_msg(error != NULL, "ct_tensor_from_text(\"%s\"): no error", text);
	ck_assert_str_eq(error, expected);
	ck_assert_int_eq(ct_error_class_of(error), CT_ERROR_SYNTAX);
	ck_assert_ptr_eq(made, UNTOUCHED);
	ct_error_free(error);
}
END_TEST

/* The first items promise more elements than memory holds, and the second ones are missing. */
START_TEST(text_that_lies_about_its_size_is_ragged)
{
	char text[4096] = "";
	ct_tensor *made = UNTOUCHED;

	for (int depth = 0; depth < 9; depth++)
		strcat(text, "[");
	strcat(text, "1");
	for (int depth = 0; depth < 9; depth++) {
		for (int i = 1; i < 200; i++)
			strcat(text, ",1");
		strcat(text, "]");
	}
	FAILS(ct_tensor_from_text(text, NULL, &made), "TypeError: not a sequence");
	ck_assert_ptr_eq(made, UNTOUCHED);
}
END_TEST

START_TEST(lists_are_at_most_128_deep)
{
	char text[260];
	ct_tensor *made = NULL;

	memset(text, '[', 129);
	memset(text + 129, ']', 129);
	text[258] = '\0';
	FAILS(ct_tensor_from_text(text, NULL, NULL), "ValueError: too many dimensions 'list'");
	memset(text + 128, ']', 128);
	text[256] = '\0';
	OK(ct_tensor_from_text(text, NULL, &made));
	ck_assert_int_eq(ct_tensor_dim(made), 128);
	ct_tensor_free(made);
}
END_TEST

/* --- Rows ------------------------------------------------------------------------------------ */

START_TEST(rows_hold_constants_and_variables)
{
	ct_tensor *made = NULL;
	const double x = 4;

	OK(ct_tensor_from_rows(CT_ROWS(CT_FLOAT_ROW(1, 2.5), CT_FLOAT_ROW(x, x * x)), NULL, &made));
	ck_assert_int_eq(ct_tensor_dtype(made), CT_FLOAT32);
	assert_floats(made, (int64_t[]){ 2, 2, -1 }, (double[]){ 1, 2.5, 4, 16 });
	ct_tensor_free(made);
	OK(ct_tensor_from_rows(CT_ROWS(CT_ROWS(CT_INT_ROW(1, 2, 3)), CT_ROWS(CT_INT_ROW(4, 5, 6))),
			       NULL, &made));
	ck_assert_int_eq(ct_tensor_dtype(made), CT_INT64);
	assert_floats(made, (int64_t[]){ 2, 1, 3, -1 }, (double[]){ 1, 2, 3, 4, 5, 6 });
	ct_tensor_free(made);
	OK(ct_tensor_from_rows(CT_BOOL_ROW(true, false), NULL, &made));
	ck_assert_int_eq(ct_tensor_dtype(made), CT_BOOL);
	ck_assert_mem_eq(ct_tensor_data(made), "\1\0", 2);
	ct_tensor_free(made);
}
END_TEST

START_TEST(rows_of_several_kinds_have_the_one_that_holds_all)
{
	ct_tensor *made = NULL;
	const double *parts;

	OK(ct_tensor_from_rows(CT_ROWS(CT_BOOL_ROW(true), CT_INT_ROW(2), CT_FLOAT_ROW(.5)), NULL,
			       &made));
	ck_assert_int_eq(ct_tensor_dtype(made), CT_FLOAT32);
	assert_floats(made, (int64_t[]){ 3, 1, -1 }, (double[]){ 1, 2, .5 });
	ct_tensor_free(made);
	OK(ct_tensor_from_rows(CT_COMPLEX_ROW(1 + 2 * I, 3), CT_OPTIONS_DTYPE(CT_COMPLEX128),
			       &made));
	OK(ct_tensor_data_as(made, CT_COMPLEX128, &parts));
	ck_assert_mem_eq(parts, ((const double[]){ 1, 2, 3, 0 }), 4 * sizeof(double));
	ct_tensor_free(made);
	OK(ct_tensor_from_rows(CT_NO_ROWS, NULL, &made));
	ck_assert_int_eq(ct_tensor_dtype(made), CT_FLOAT32);
	ck_assert_int_eq(ct_tensor_size(made, 0), 0);
	ct_tensor_free(made);
	OK(ct_tensor_from_rows(CT_ROWS(CT_NO_ROWS, CT_NO_ROWS), CT_OPTIONS_DTYPE(CT_INT8), &made));
	ck_assert_int_eq(ct_tensor_size(made, 0), 2);
	ck_assert_int_eq(ct_tensor_size(made, 1), 0);
	ck_assert_int_eq(ct_tensor_dtype(made), CT_INT8);
	ct_tensor_free(made);
}
END_TEST

START_TEST(integers_of_rows_keep_all_their_bits)
{
	const int64_t large = INT64_C(9007199254740993);
	ct_tensor *made = NULL;
	int64_t item = 0;

	OK(ct_tensor_from_rows(CT_INT_ROW(large), NULL, &made));
	OK(ct_tensor_item_int64(made, &item));
	ck_assert_int_eq(item, large);
	ct_tensor_free(made);
}
END_TEST

START_TEST(ragged_rows_are_refused)
{
	ct_tensor *made = UNTOUCHED;

	FAILS(ct_tensor_from_rows(CT_ROWS(CT_INT_ROW(1, 2), CT_INT_ROW(3)), NULL, &made),
	      "ValueError: expected sequence of length 2 at dim 1 (got 1)");
	FAILS(ct_tensor_from_rows(CT_ROWS(CT_INT_ROW(1, 2), CT_ROWS(CT_INT_ROW(3), CT_INT_ROW(4))),
				  NULL, &made),
	      "TypeError: 'list' object cannot be interpreted as an integer");
	FAILS(ct_tensor_from_rows(CT_ROWS(CT_ROWS(CT_INT_ROW(1)), CT_INT_ROW(2)), NULL, &made),
	      "TypeError: not a sequence");
	FAILS(ct_tensor_from_rows((ct_rows){ 7, 0, NULL }, NULL, &made),
	      "ArgumentError: ct_tensor_from_rows: argument 1 (rows): unknown kind of rows 7");
	FAILS(ct_tensor_from_rows((ct_rows){ CT_ROWS_OF_INTS, -1, NULL }, NULL, &made),
	      "ArgumentError: ct_tensor_from_rows: argument 1 (rows): length is -1, but must not "
	      "be negative");
	FAILS(ct_tensor_from_rows((ct_rows){ CT_ROWS_OF_INTS, 2, NULL }, NULL, &made),
	      "ArgumentError: ct_tensor_from_rows: argument 1 (rows): items must not be NULL, "
	      "since the length is 2");
	ck_assert_ptr_eq(made, UNTOUCHED);
}
END_TEST

/* --- Numbers --------------------------------------------------------------------------------- */

START_TEST(scalar_has_the_dtype_of_its_kind)
{
	static const ct_dtype dtypes[] = { CT_INT64, CT_FLOAT32, CT_BOOL, CT_COMPLEX64 };
	const ct_scalar scalars[] = { ct_scalar_int(3), ct_scalar_float(3.5), ct_scalar_bool(true),
				      ct_scalar_complex(1, 2) };
	static const double values[] = { 3, 3.5, 1, 1 };

	for (size_t i = 0; i < 4; i++) {
		ct_tensor *made = NULL;
		double re = 0, im = 0;

		OK(ct_tensor_from_scalar(scalars[i], NULL, &made));
		ck_assert_int_eq(ct_tensor_dtype(made), dtypes[i]);
		ck_assert_int_eq(ct_tensor_dim(made), 0);
		OK(ct_tensor_item_complex(made, &re, &im));
		ck_assert_double_eq(re, values[i]);
		ck_assert_double_eq(im, i == 3 ? 2 : 0);
		ct_tensor_free(made);
	}
}
END_TEST

/* ct_scalar_uint() makes it an int; other languages may not. */
START_TEST(unsigned_scalar_that_fits_is_an_int)
{
	ct_tensor *made = NULL;

	OK(ct_tensor_from_scalar((ct_scalar){ .kind = CT_SCALAR_UINT, .i = 7 }, NULL, &made));
	ck_assert_int_eq(ct_tensor_dtype(made), CT_INT64);
	ck_assert_double_eq(value_of(made), 7);
	ct_tensor_free(made);
}
END_TEST

START_TEST(scalar_is_converted_as_python_converts)
{
	ct_tensor *made = NULL;
	uint64_t item = 0;

	if (!is_refused_dtype(CT_UINT64)) {
		OK(ct_tensor_from_scalar(ct_scalar_uint(UINT64_MAX), CT_OPTIONS_DTYPE(CT_UINT64),
					 &made));
		OK(ct_tensor_item_uint64(made, &item));
		ck_assert_uint_eq(item, UINT64_MAX);
		ct_tensor_free(made);
	}
	OK(ct_tensor_from_scalar(ct_scalar_float(2.5), CT_OPTIONS_GRAD, &made));
	ck_assert(ct_tensor_requires_grad(made));
	ct_tensor_free(made);
	made = UNTOUCHED;
	FAILS(ct_tensor_from_scalar(ct_scalar_uint(UINT64_MAX), NULL, &made),
	      "ValueError: Overflow when unpacking long long");
	FAILS(ct_tensor_from_scalar(ct_scalar_int(300), CT_OPTIONS_DTYPE(CT_UINT8), &made),
	      "RuntimeError: value cannot be converted to type uint8 without overflow");
	FAILS(ct_tensor_from_scalar(ct_scalar_complex(1, 0), CT_OPTIONS_DTYPE(CT_FLOAT32), &made),
	      "TypeError: must be real number, not complex");
	FAILS(ct_tensor_from_scalar((ct_scalar){ .kind = 9 }, NULL, &made),
	      "ArgumentError: ct_tensor_from_scalar: argument 1 (value): unknown kind of scalar 9");
	if (!is_refused_dtype(CT_INT4))
		FAILS(ct_tensor_from_scalar(ct_scalar_int(1), CT_OPTIONS_DTYPE(CT_INT4), &made),
		      "ArgumentError: ct_tensor_from_scalar: options.dtype: numbers cannot be "
		      "stored as "
		      "int4; convert a tensor of another dtype");
	FAILS(ct_tensor_from_text(NULL, NULL, &made),
	      "ArgumentError: ct_tensor_from_text: argument 1 (text) must not be NULL");
	ck_assert_ptr_eq(made, UNTOUCHED);
}
END_TEST

Suite *lists_suite(void)
{
	Suite *suite = suite_create("tensors of numbers, rows and text");
	TCase *tests = tests_of("tensors of numbers, rows and text");

	tcase_add_test(tests, text_becomes_what_python_makes_of_it);
	tcase_add_loop_test(tests, large_integers_are_the_same_in_every_base, 0,
			    sizeof in_other_bases / sizeof *in_other_bases);
	tcase_add_loop_test(tests, large_integers_are_rounded_once, 0,
			    sizeof rounded / sizeof *rounded);
	tcase_add_test(tests, text_is_read_alike_in_every_locale);
	tcase_add_loop_test(tests, text_that_cannot_be_read_is_a_syntax_error, 0,
			    (int)(sizeof unreadable / sizeof *unreadable));
	tcase_add_test(tests, text_that_lies_about_its_size_is_ragged);
	tcase_add_test(tests, lists_are_at_most_128_deep);
	tcase_add_test(tests, rows_hold_constants_and_variables);
	tcase_add_test(tests, rows_of_several_kinds_have_the_one_that_holds_all);
	tcase_add_test(tests, integers_of_rows_keep_all_their_bits);
	tcase_add_test(tests, ragged_rows_are_refused);
	tcase_add_test(tests, scalar_has_the_dtype_of_its_kind);
	tcase_add_test(tests, unsigned_scalar_that_fits_is_an_int);
	tcase_add_test(tests, scalar_is_converted_as_python_converts);
	suite_add_tcase(suite, tests);
	return suite;
}
