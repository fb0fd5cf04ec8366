/*
 * Subscripts as text: how they are written, tensors in them, and invalid ones. The table of cases
 * compares their meaning with Python's.
 */
#include "index_cases.h"

static ct_tensor *of_2_3(void)
{
	return matrix(2, 3, (const float[]){ 1, 2, 3, 4, 5, 6 });
}

static ct_tensor *truths(int64_t n, const bool *values)
{
	ct_tensor *tensor = NULL;

	OK(ct_tensor_from_data(values, CT_BOOL, CT_L(n), &tensor));
	return tensor;
}

static const struct {
	const char *text, *same;
} spellings[] = {
	{ " 0 , 1 ", "0,1" },
	{ "0,\n\t1", "0, 1" },
	{ "1,", "1" },
	{ "- 1", "-1" },
	{ "-+-1", "1" },
	{ "0X1", "1" },
	{ "0b0", "0" },
	{ "0O1", "1" },
	{ "1_0", "10" },
	{ "00", "0" },
	{ "0 : 2 : 1", "0:2:1" },
	{ ":: -1", "::-1" },
	{ "None :1", ":1" },
	{ "Ellipsis", "..." },
	{ "( )", "()" },
	{ "...,0", "..., 0" },
	{ "[ 0 , 1 , ]", "[0, 1]" },
	{ "[True,False,]", "[True, False]" },
	{ "0x_1, 0", "1, 0" },
	{ "..., None , True", "...,None,True" },
};

START_TEST(spelling_does_not_matter)
{
	ct_tensor *x = of_2_3(), *one = NULL, *other = NULL;
	ct_error error = ct_tensor_index_text(x, spellings[_i].text, &one);
	ct_error same = ct_tensor_index_text(x, spellings[_i].same, &other);
	bool equal = false;

	/* "1_0" is read, and out of bounds. */
	ck_assert_msg((error == NULL) == (same == NULL), "%s: %s", spellings[_i].text, error);
	if (error == NULL) {
		OK(ct_equal(one, other, &equal));
		ck_assert_msg(equal, "%s is not %s", spellings[_i].text, spellings[_i].same);
	} else {
		ck_assert_str_eq(error, same);
	}
	ct_error_free(error);
	ct_error_free(same);
	ct_tensor_free(one);
	ct_tensor_free(other);
	ct_tensor_free(x);
}
END_TEST

#define NO_INDEX                                                                            \
	"expected an integer, a slice (1:3), ..., None, True, False, a list ([0, 2]) or a " \
	"tensor ({})"

/* The message after "column", and the caret's column. */
static const struct {
	const char *text, *message;
	int column;
} faults[] = {
	{ "", "an index is missing", 1 },
	{ " ", "an index is missing", 2 },
	{ ",", "an index is missing", 1 },
	{ "1, , 2", "an index is missing", 4 },
	{ "0, x", NO_INDEX, 4 },
	{ "0, \xc3\xa9t\xc3\xa9, 1 1", /* an e with an accent is one character */
	  NO_INDEX, 4 },
	{ "Nonesuch", NO_INDEX, 1 },
	{ "0, ..", NO_INDEX, 4 },
	{ "1 2", "',' or the end is missing", 3 },
	{ "1:2:3:4", "',' or the end is missing", 6 },
	{ "True:3", "',' or the end is missing", 5 },
	{ "0]", "',' or the end is missing", 2 },
	{ "(0)", "parentheses are only for (), an empty subscript", 2 },
	{ "(), 0", "parentheses are only for (), an empty subscript", 3 },
	{ "-", "an integer is missing", 2 },
	{ "0:-", "an integer is missing", 4 },
	{ "1.5", "an index must be an integer", 2 },
	{ "0x", "a digit is missing", 3 },
	{ "1_", "a digit is missing", 3 },
	{ "1__0", "not a digit of an integer", 3 },
	{ "12a", "not a digit of an integer", 3 },
	{ "0b2", "not a digit of an integer", 3 },
	{ "007", "an integer must not begin with 0", 1 },
	{ "[1, 2", "',' or ']' is missing", 6 },
	{ "[1 2]", "',' or ']' is missing", 4 },
	{ "[,]", "expected an integer, True, False or a list", 2 },
	{ "[1, None]", "expected an integer, True, False or a list", 5 },
	{ "[1:2]", "',' or ']' is missing", 3 },
	{ "[0, [1]],", "lists are nested too deep", 5 },
	{ "[[0], 1],", "expected a list, like the other items", 7 },
	{ "[[0, 1]]",
	  "a list of lists alone is ambiguous: write '[[0, 1], [1, 0]],' for a tensor, "
	  "'[0, 1], [1, 0]' for one list for each dimension",
	  1 },
	{ "{}", "this function takes no tensors; use the one that ends in _with", 1 },
	{ "{x}", "'}' is missing: a tensor is {} or {0}, {1}, ...", 2 },
};

START_TEST(fault_in_a_text_is_pointed_at)
{
	ct_tensor *x = of_2_3(), *result = UNTOUCHED;
	const char *text = faults[_i].text;
	char message[512];

	snprintf(message, sizeof message,
		 "ArgumentError: ct_tensor_index_text: argument 2 (text): column %d: %s\n"
		 "  %s\n  %*s^",
		 faults[_i].column, faults[_i].message, text, faults[_i].column - 1, "");
	FAILS(ct_tensor_index_text(x, text, &result), message);
	ck_assert_ptr_eq(result, UNTOUCHED);
	ct_tensor_free(x);
}
END_TEST

START_TEST(only_the_part_around_a_fault_is_shown)
{
	char text[1001];
	ct_tensor *x = of_2_3();

	memset(text, ' ', 1000);
	text[1000] = '\0';
	memcpy(text + 700, "?, 1", 4);
	FAILS_WITH(ct_tensor_index_text(x, text, NULL), CT_ERROR_ARGUMENT,
		   "column 701: " NO_INDEX "\n"
		   "                                                    ?, 1"
		   "                      \n"
		   "                                                    ^");
	/* Characters of three bytes are not cut. */
	for (int i = 0; i < 333; i++)
		memcpy(text + 3 * i, "\xe2\x82\xac", 3);
	text[999] = '\0';
	memcpy(text, "0, ", 3);
	FAILS_WITH(ct_tensor_index_text(x, text, NULL), CT_ERROR_ARGUMENT,
		   "column 4: expected an integer");
	/* Nor those of four. */
	for (int i = 0; i < 250; i++)
		memcpy(text + 4 * i, "\xf0\x9f\x98\x80", 4);
	memcpy(text, "0,  ", 4);
	FAILS_WITH(ct_tensor_index_text(x, text, NULL), CT_ERROR_ARGUMENT,
		   "\xf0\x9f\x98\x80\n      ^");
	ct_tensor_free(x);
}
END_TEST

START_TEST(control_characters_are_shown_as_spaces)
{
	ct_tensor *x = of_2_3();

	FAILS(ct_tensor_index_text(x, "0,\n\t1 1", NULL),
	      "ArgumentError: ct_tensor_index_text: argument 2 (text): column 7: ',' or the end is "
	      "missing\n  0,  1 1\n        ^");
	ct_tensor_free(x);
}
END_TEST

/* --- Tensors --------------------------------------------------------------------------------- */

START_TEST(tensors_come_in_turn_or_by_number)
{
	ct_tensor *x = of_2_3(), *y = NULL;
	ct_tensor *rows = truths(2, (const bool[]){ false, true });
	ct_tensor *columns = truths(3, (const bool[]){ true, false, false });
	ct_tensor *pair[] = { rows, columns };

	OK(ct_tensor_index_text_with(x, "{}, {}", CT_TENSORS_OF(pair, 2), &y));
	assert_floats(y, (int64_t[]){ 1, -1 }, (double[]){ 4 });
	ct_tensor_free(y);
	OK(ct_tensor_index_text_with(x, "..., { 0 }", CT_TENSORS(columns), &y));
	assert_floats(y, (int64_t[]){ 2, 1, -1 }, (double[]){ 1, 4 });
	ct_tensor_free(y);
	pair[0] = columns;
	pair[1] = rows;
	OK(ct_tensor_index_put_scalar_text_with(x, "{1}, {0}", CT_TENSORS_OF(pair, 2),
						ct_scalar_int(9)));
	assert_floats(x, (int64_t[]){ 2, 3, -1 }, (double[]){ 1, 2, 3, 9, 5, 6 });
	ct_tensor_free(columns);
	ct_tensor_free(rows);
	ct_tensor_free(x);
}
END_TEST

#define TENSORS_FAULT(function, text) \
	"ArgumentError: ct_tensor_index_text_with: argument " function ": " text

START_TEST(tensors_that_do_not_fit_the_text_are_refused)
{
	ct_tensor *x = of_2_3(), *mask = truths(2, (const bool[]){ true, false });
	ct_tensor *pair[] = { mask, NULL };

	FAILS(ct_tensor_index_text_with(x, "{}, {}", CT_TENSORS_OF(pair, 1), NULL),
	      TENSORS_FAULT("2 (text)",
			    "column 5: the call passes too few tensors for this\n  {}, {}\n"
			    "      ^"));
	FAILS(ct_tensor_index_text_with(x, "{99999999999999999999}", CT_TENSORS_OF(pair, 1), NULL),
	      TENSORS_FAULT("2 (text)", "column 1: the call passes too few tensors for this\n"
					"  {99999999999999999999}\n  ^"));
	FAILS(ct_tensor_index_text_with(x, "{0}, {}", CT_TENSORS_OF(pair, 2), NULL),
	      TENSORS_FAULT("2 (text)", "column 6: either number all tensors or none\n  {0}, {}\n"
					"       ^"));
	FAILS(ct_tensor_index_text_with(x, "{}", CT_TENSORS_OF(pair, 2), NULL),
	      TENSORS_FAULT("3 (tensors)", "the text does not use all 2 of them"));
	FAILS(ct_tensor_index_text_with(x, "()", CT_TENSORS_OF(pair, 1), NULL),
	      TENSORS_FAULT("3 (tensors)", "the text does not use all 1 of them"));
	FAILS(ct_tensor_index_text_with(x, "{}, {}", CT_TENSORS_OF(pair, 2), NULL),
	      TENSORS_FAULT("3 (tensors)", "element 1 must not be NULL"));
	FAILS(ct_tensor_index_text_with(x, "0", CT_TENSORS_OF(pair, -1), NULL),
	      TENSORS_FAULT("3 (tensors)", "length is -1, but must not be negative"));
	FAILS(ct_tensor_index_text_with(x, "{}", CT_TENSORS_OF(NULL, 1), NULL),
	      "ArgumentError: ct_tensor_index_text_with: argument 3 (tensors) must not be NULL, "
	      "since its length is 1");
	FAILS_WITH(ct_tensor_index_text_with(x, "{}:3", CT_TENSORS_OF(pair, 1), NULL),
		   CT_ERROR_ARGUMENT, "column 3: ',' or the end is missing");
	ct_tensor_free(mask);
	ct_tensor_free(x);
}
END_TEST

START_TEST(null_is_refused_by_its_place)
{
	ct_tensor *x = of_2_3();
	const ct_scalar no_scalar = { .kind = 77 };

	FAILS(ct_tensor_index_text(NULL, "0", NULL),
	      "ArgumentError: ct_tensor_index_text: argument 1 (self) must not be NULL");
	FAILS(ct_tensor_index_text(x, NULL, NULL),
	      "ArgumentError: ct_tensor_index_text: argument 2 (text) must not be NULL");
	FAILS(ct_tensor_index_put_text(x, "0", NULL),
	      "ArgumentError: ct_tensor_index_put_text: argument 3 (value) must not be NULL");
	FAILS(ct_tensor_index_put_text_with(x, "0", CT_NO_TENSORS, NULL),
	      "ArgumentError: ct_tensor_index_put_text_with: argument 4 (value) must not be NULL");
	FAILS(ct_tensor_index_put_scalar_text(x, "0", no_scalar),
	      "ArgumentError: ct_tensor_index_put_scalar_text: argument 3 (value): unknown kind of "
	      "scalar 77");
	FAILS(ct_tensor_index_put_scalar_text_with(x, "0", CT_NO_TENSORS, no_scalar),
	      "ArgumentError: ct_tensor_index_put_scalar_text_with: argument 4 (value): unknown "
	      "kind of scalar 77");
	ct_tensor_free(x);
}
END_TEST

/* More parts, tensors, elements and brackets than there is room for at first. */
START_TEST(texts_may_be_long)
{
	char text[4096] = "0";
	ct_tensor *x = vector(3, (const float[]){ 7, 8, 9 }), *y = NULL;

	for (int i = 0; i < 40; i++)
		strcat(text, ", None");
	OK(ct_tensor_index_text(x, text, &y));
	ck_assert_int_eq(ct_tensor_dim(y), 40);
	ct_tensor_free(y);
	strcpy(text, "[0");
	for (int i = 0; i < 999; i++)
		strcat(text, ",2");
	strcat(text, "]");
	OK(ct_tensor_index_text(x, text, &y));
	ck_assert_int_eq(ct_tensor_numel(y), 1000);
	ct_tensor_free(y);
	memset(text, '[', 3000);
	text[3000] = '\0';
	FAILS_WITH(ct_tensor_index_text(x, text, NULL), CT_ERROR_ARGUMENT,
		   "column 65: lists are nested too deep");
	ct_tensor_free(x);
}
END_TEST

START_TEST(many_tensors_are_counted)
{
	ct_tensor *x = vector(3, (const float[]){ 7, 8, 9 }), *y = NULL, *yes = NULL;
	ct_tensor *all[70];
	char text[512] = "";
	const bool truth = true;

	OK(ct_tensor_from_data(&truth, CT_BOOL, CT_NO_INTS, &yes));
	for (int i = 0; i < 70; i++) {
		all[i] = yes;
		strcat(text, i < 60 ? "{}," : "");
	}
	FAILS_WITH(ct_tensor_index_text_with(x, text, CT_TENSORS_OF(all, 61), &y),
		   CT_ERROR_ARGUMENT, "the text does not use all 61 of them");
	ct_tensor_free(yes);
	ct_tensor_free(x);
}
END_TEST

/* Python's message except for the type, which is `torch.LongTensor` in Python: docs/indexing.md. */
START_TEST(value_with_too_many_dimensions_has_libtorchs_type_in_its_message)
{
	ct_tensor *x = NULL, *value = NULL;

	OK(ct_tensor_zeros(CT_L(3, 4), NULL, &x));
	OK(ct_zeros((int64_t[]){ 2, 1, 3 }, 3, CT_INT64, CT_LAYOUT_NONE, CT_DEVICE_NONE, NULL,
		    &value));
	FAILS(ct_tensor_index_put_text(x, "0", value),
	      "RuntimeError: expand(CPULongType{[2, 1, 3]}, size=[4]): the number of sizes "
	      "provided (1) must be greater or equal to the number of dimensions in the tensor "
	      "(3)");
	ct_tensor_free(value);
	ct_tensor_free(x);
}
END_TEST

Suite *index_text_suite(void)
{
	Suite *suite = suite_create("index by a text");
	TCase *tests = tests_of("index by a text");

	tcase_add_loop_test(tests, spelling_does_not_matter, 0,
			    sizeof spellings / sizeof *spellings);
	tcase_add_loop_test(tests, fault_in_a_text_is_pointed_at, 0,
			    sizeof faults / sizeof *faults);
	tcase_add_test(tests, only_the_part_around_a_fault_is_shown);
	tcase_add_test(tests, control_characters_are_shown_as_spaces);
	tcase_add_test(tests, tensors_come_in_turn_or_by_number);
	tcase_add_test(tests, tensors_that_do_not_fit_the_text_are_refused);
	tcase_add_test(tests, null_is_refused_by_its_place);
	tcase_add_test(tests, texts_may_be_long);
	tcase_add_test(tests, many_tensors_are_counted);
	tcase_add_test(tests, value_with_too_many_dimensions_has_libtorchs_type_in_its_message);
	suite_add_tcase(suite, tests);
	return suite;
}
