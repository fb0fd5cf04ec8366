/*
 * Indexing by parts: how parts are written, and invalid subscripts.
 */
#include "index_cases.h"
#include "index_macros.h"
#include "index_tensors.h"

/* --- How parts are written ------------------------------------------------------------------- */

/* Each macro is compared with its text, which the table compares with Python. */
#define SAME(expected, ...)                                                \
	do {                                                               \
		ct_tensor *by_parts_ = NULL, *by_text_ = NULL;             \
		OK(ct_tensor_index(x, CT_INDEX(__VA_ARGS__), &by_parts_)); \
		OK(ct_tensor_index_text(x, expected, &by_text_));          \
		assert_same(by_parts_, by_text_, #__VA_ARGS__);            \
	} while (0)

/* Frees both. */
static void assert_same(ct_tensor *a, ct_tensor *b, const char *what)
{
	bool equal = false;

	OK(ct_equal(a, b, &equal));
	ck_assert_msg(equal, "%s: not the same as the text's", what);
	ck_assert_int_eq(ct_tensor_dim(a), ct_tensor_dim(b));
	ct_tensor_free(a);
	ct_tensor_free(b);
}

START_TEST(each_macro_is_what_its_text_is)
{
	ct_tensor *x = of_2_3_4();
	int last = 1;

	SAME("1", CT_INDEX_AT(1));
	SAME("1", CT_INDEX_AT(last));
	SAME("-1, 2", CT_INDEX_AT(-1), CT_INDEX_AT(2));
	SAME(":, 1", CT_SLICE_ALL, CT_INDEX_AT(1));
	SAME(":, 1:3", CT_SLICE_ALL, CT_SLICE(1, 3));
	SAME(":, 1:", CT_SLICE_ALL, CT_SLICE_FROM(1));
	SAME(":, :-1", CT_SLICE_ALL, CT_SLICE_TO(-1));
	SAME(":, ::2", CT_SLICE_ALL, CT_SLICE_ALL_STEP(2));
	SAME("..., 1:4:2", CT_ELLIPSIS, CT_SLICE_STEP(1, 4, 2));
	SAME("..., 1::2", CT_ELLIPSIS, CT_SLICE_FROM_STEP(1, 2));
	SAME("..., :3:2", CT_ELLIPSIS, CT_SLICE_TO_STEP(3, 2));
	SAME("None, 0", CT_NEW_AXIS, CT_INDEX_AT(0));
	SAME("True", CT_INDEX_AT_BOOL(true));
	SAME("0, False", CT_INDEX_AT(0), CT_INDEX_AT_BOOL(false));
	SAME("[1, 0, 1]", CT_INDEX_AT_LIST(1, 0, 1));
	SAME("[False, True], 0", CT_INDEX_AT_MASK(false, true), CT_INDEX_AT(0));
	ct_tensor_free(x);
}
END_TEST

START_TEST(each_function_is_what_its_macro_is)
{
	const int64_t list[] = { 2, 0 };
	const bool mask[] = { true, false };
	ct_tensor *tensor = number(1);
	const struct {
		ct_index by_function, by_macro;
	} pairs[] = {
		{ ct_index_at(-3), CT_INDEX_AT(-3) },
		{ ct_index_slice(CT_INDEX_START | CT_INDEX_STOP, 1, 3, 1), CT_SLICE(1, 3) },
		{ ct_index_new_axis(), CT_NEW_AXIS },
		{ ct_index_ellipsis(), CT_ELLIPSIS },
		{ ct_index_at_bool(true), CT_INDEX_AT_BOOL(7) },
		{ ct_index_at_tensor(tensor), CT_INDEX_AT_TENSOR(tensor) },
	};

	for (size_t i = 0; i < sizeof pairs / sizeof *pairs; i++)
		ck_assert_mem_eq(&pairs[i].by_function, &pairs[i].by_macro, sizeof(ct_index));
	ck_assert_int_eq(ct_index_at_list(list, 2).kind, CT_INDEX_LIST);
	ck_assert_ptr_eq(ct_index_at_list(list, 2).list, list);
	ck_assert_int_eq(ct_index_at_mask(mask, 2).kind, CT_INDEX_MASK);
	ck_assert_int_eq(ct_index_at_mask(mask, 2).length, 2);
	ct_tensor_free(tensor);
}
END_TEST

START_TEST(macros_work_in_cplusplus)
{
	ct_tensor *x = of_2_3_4(), *by_parts = NULL, *by_text = NULL;
	ct_tensor *i = places((int64_t[]){ 1, 0 }, 2);

	OK(index_in_cplusplus(x, i, &by_parts));
	OK(ct_tensor_index_text_with(x, "{}, ..., None, [0, 2]", CT_TENSORS(i), &by_text));
	assert_same(by_parts, by_text, "C++");
	OK(assign_in_cplusplus(x));
	OK(ct_tensor_index_text(x, "1, 2, 1::2", &by_text));
	assert_floats(by_text, (int64_t[]){ 2, -1 }, (double[]){ -4, -4 });
	ct_tensor_free(by_text);
	ct_tensor_free(i);
	ct_tensor_free(x);
}
END_TEST

/* --- Invalid subscripts ---------------------------------------------------------------------- */

static const struct {
	ct_index part;
	const char *message;
} impossible[] = {
	{ { .kind = 8 }, "element 1: unknown kind of index" },
	{ { .kind = -1 }, "element 1: unknown kind of index" },
	{ { .kind = CT_INDEX_BOOL, .start = 2 }, "element 1: a bool must be 0 or 1" },
	{ { .kind = CT_INDEX_SLICE, .given = 8 },
	  "element 1: `given` must be a sum of CT_INDEX_START, _STOP, _STEP" },
	{ { .kind = CT_INDEX_TENSOR }, "element 1: the tensor must not be NULL" },
	{ { .kind = CT_INDEX_LIST, .length = -1 },
	  "element 1: the length of a list must not be negative" },
	{ { .kind = CT_INDEX_LIST, .length = 1 }, "element 1: the list must not be NULL" },
	{ { .kind = CT_INDEX_MASK, .length = 1 }, "element 1: the list must not be NULL" },
	{ { .kind = CT_INDEX_MASK, .length = 2, .list = "\1\2" },
	  "element 1: a bool must be 0 or 1" },
};

START_TEST(impossible_parts_are_refused)
{
	ct_index parts[] = { CT_SLICE_ALL, impossible[_i].part };
	ct_tensor *x = of_2_3_4(), *result = UNTOUCHED;
	char message[256];

	snprintf(message, sizeof message,
		 "ArgumentError: ct_tensor_index: argument 2 (indices): %s",
		 impossible[_i].message);
	FAILS(ct_tensor_index(x, parts, 2, &result), message);
	ck_assert_ptr_eq(result, UNTOUCHED);
	snprintf(message, sizeof message,
		 "ArgumentError: ct_tensor_index_put_scalar: argument 2 (indices): %s",
		 impossible[_i].message);
	FAILS(ct_tensor_index_put_scalar(x, parts, 2, ct_scalar_int(1)), message);
	ct_tensor_free(x);
}
END_TEST

START_TEST(impossible_arguments_are_refused)
{
	ct_tensor *x = of_2_3_4(), *result = UNTOUCHED;
	const ct_index lone_bool = { .kind = CT_INDEX_BOOL, .start = -1 };
	const ct_scalar no_scalar = { .kind = 77 };

	FAILS(ct_tensor_index(NULL, CT_INDEX(CT_INDEX_AT(0)), &result),
	      "ArgumentError: ct_tensor_index: argument 1 (self) must not be NULL");
	FAILS(ct_tensor_index(x, NULL, 2, &result),
	      "ArgumentError: ct_tensor_index: argument 2 (indices) must not be NULL, since its "
	      "length is 2");
	FAILS(ct_tensor_index(x, &lone_bool, -2, &result),
	      "ArgumentError: ct_tensor_index: argument 2 (indices): length is -2, but must not "
	      "be negative");
	FAILS(ct_tensor_index_put(NULL, CT_INDEX(CT_INDEX_AT(0)), x),
	      "ArgumentError: ct_tensor_index_put: argument 1 (self) must not be NULL");
	FAILS(ct_tensor_index_put(x, CT_INDEX(CT_INDEX_AT(0)), NULL),
	      "ArgumentError: ct_tensor_index_put: argument 4 (value) must not be NULL");
	FAILS(ct_tensor_index_accumulate(x, CT_INDEX(CT_INDEX_AT(0)), NULL),
	      "ArgumentError: ct_tensor_index_accumulate: argument 4 (value) must not be NULL");
	FAILS(ct_tensor_index_put_scalar(x, &lone_bool, 1, ct_scalar_int(1)),
	      "ArgumentError: ct_tensor_index_put_scalar: argument 2 (indices): element 0: a bool "
	      "must be 0 or 1");
	FAILS(ct_tensor_index_put_scalar(x, CT_INDEX(CT_INDEX_AT(0)), no_scalar),
	      "ArgumentError: ct_tensor_index_put_scalar: argument 4 (value): unknown kind of "
	      "scalar 77");
	ck_assert_ptr_eq(result, UNTOUCHED);
	ct_tensor_free(x);
}
END_TEST

/* Other builds would use it as if it still existed. */
START_TEST(freed_index_is_named_in_a_checked_build)
{
	ct_tensor *x = of_2_3_4(), *i = places((int64_t[]){ 0 }, 1);

	ct_tensor_free(i);
	if (is_checked()) {
		FAILS_WITH(ct_tensor_index(x, CT_INDEX(CT_SLICE_ALL, CT_INDEX_AT_TENSOR(i)), NULL),
			   CT_ERROR_ARGUMENT, "argument 2 (indices): element 1: ");
		FAILS_WITH(ct_tensor_index_text_with(x, "{}", CT_TENSORS(i), NULL),
			   CT_ERROR_ARGUMENT,
			   "ct_tensor_index_text_with: argument 3 (tensors): element 0: ");
	}
	ct_tensor_free(x);
}
END_TEST

START_TEST(result_may_be_dropped)
{
	ct_tensor *x = of_2_3_4();

	OK(ct_tensor_index(x, CT_INDEX(CT_INDEX_AT(0)), NULL));
	FAILS(ct_tensor_index(x, CT_INDEX(CT_INDEX_AT(2)), NULL),
	      "IndexError: index 2 is out of bounds for dimension 0 with size 2");
	ct_tensor_free(x);
}
END_TEST

START_TEST(error_names_the_function)
{
	ct_tensor *x = of_2_3_4();
	ct_error error = ct_tensor_index(x, CT_INDEX(CT_INDEX_AT(2)), NULL);

	ck_assert_str_eq(ct_error_function(error), "ct_tensor_index");
	ck_assert_int_eq(ct_error_class_of(error), CT_ERROR_INDEX);
	ct_error_free(error);
	error = ct_tensor_index_put_scalar_text(x, "2", ct_scalar_int(1));
	ck_assert_str_eq(ct_error_function(error), "ct_tensor_index_put_scalar_text");
	ct_error_free(error);
	ct_tensor_free(x);
}
END_TEST

/* Python's own message if there are elements; without elements, Python returns a tensor of size
 * -1. */
START_TEST(step_too_large_to_count_is_refused_of_no_elements_either)
{
	static const int64_t shapes[][2] = { { 2, 4 }, { 0, 4 } };
	ct_tensor *x = NULL, *y = UNTOUCHED;

	for (int i = 0; i < 2; i++) {
		OK(ct_ones(shapes[i], 2, CT_FLOAT32, CT_LAYOUT_NONE, CT_DEVICE_NONE, NULL, &x));
		FAILS_WITH(ct_tensor_index_text(x, ":, :2:9223372036854775807", &y),
			   CT_ERROR_RUNTIME,
			   i ? "overflowed with sizes=[0, -1] and strides="
			     : "overflowed with sizes=[2, -1] and strides=");
		ck_assert_ptr_eq(y, UNTOUCHED);
		ct_tensor_free(x);
	}
}
END_TEST

Suite *index_parts_suite(void)
{
	Suite *suite = suite_create("index by parts");
	TCase *tests = tests_of("parts");

	tcase_add_test(tests, each_macro_is_what_its_text_is);
	tcase_add_test(tests, each_function_is_what_its_macro_is);
	tcase_add_test(tests, macros_work_in_cplusplus);
	tcase_add_loop_test(tests, impossible_parts_are_refused, 0,
			    sizeof impossible / sizeof *impossible);
	tcase_add_test(tests, impossible_arguments_are_refused);
	tcase_add_test(tests, freed_index_is_named_in_a_checked_build);
	tcase_add_test(tests, result_may_be_dropped);
	tcase_add_test(tests, error_names_the_function);
	tcase_add_test(tests, step_too_large_to_count_is_refused_of_no_elements_either);
	suite_add_tcase(suite, tests);
	return suite;
}
