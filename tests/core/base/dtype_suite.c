#include "support.h"

START_TEST(dtypes_are_as_in_python)
{
	json_t *cases = expected_cases("dtype"), *of;
	size_t i;

	json_array_foreach (cases, i, of) {
		const char *called = expected_text(of, "called");
		char with_prefix[64];
		ct_dtype dtype = CT_DTYPE_NONE, again = CT_DTYPE_NONE;

		OK(ct_dtype_from_name(called, &dtype));
		snprintf(with_prefix, sizeof with_prefix, "torch.%s", called);
		OK(ct_dtype_from_name(with_prefix, &again));
		ck_assert_int_eq(again, dtype);
		ck_assert_str_eq(ct_dtype_name(dtype), expected_text(of, "name"));
		ck_assert_msg(ct_dtype_size(dtype) == expected_int(of, "size"), "size of %s",
			      called);
		ck_assert_msg(ct_dtype_is_floating_point(dtype) ==
				      expected_bool(of, "floating_point"),
			      "is_floating_point of %s", called);
		ck_assert_msg(ct_dtype_is_complex(dtype) == expected_bool(of, "complex"),
			      "is_complex of %s", called);
		ck_assert_msg(ct_dtype_is_signed(dtype) == expected_bool(of, "signed"),
			      "is_signed of %s", called);
	}
	json_decref(cases);
}
END_TEST

/* Operators pass a dtype's number to libtorch, so a tensor shows which dtype the number means. */
START_TEST(names_belong_to_the_dtypes_of_tensors)
{
	ct_tensor *like = number(1), *tensor = NULL;

	for (ct_dtype dtype = CT_UINT8; dtype <= CT_BFLOAT16; dtype++) {
		if (dtype >= CT_QINT8 && dtype <= CT_QINT32)
			continue; /* not made by a conversion */
		OK(ct_to_dtype(like, dtype, false, false, CT_MEMORY_FORMAT_NONE, &tensor));
		ck_assert_int_eq(ct_tensor_element_size(tensor), ct_dtype_size(dtype));
		ck_assert(ct_dtype_is_complex(dtype) ==
			  (dtype >= CT_COMPLEX32 && dtype <= CT_COMPLEX128));
		ct_tensor_free(tensor);
	}
	ct_tensor_free(like);
}
END_TEST

START_TEST(what_is_no_dtype_is_told)
{
	ct_dtype dtype = 77;

	ck_assert_str_eq(ct_dtype_name(CT_DTYPE_NONE), "none");
	ck_assert_str_eq(ct_dtype_name(-7), "unknown");
	ck_assert_str_eq(ct_dtype_name(1000), "unknown");
	ck_assert_int_eq(ct_dtype_size(1000), 0);
	ck_assert(!ct_dtype_is_signed(CT_DTYPE_NONE));
	FAILS(ct_dtype_from_name(NULL, &dtype),
	      "ArgumentError: ct_dtype_from_name: argument 1 (name) must not be NULL");
	FAILS(ct_dtype_from_name("Float", &dtype),
	      "ValueError: not a dtype: 'Float' (expected a name like float32 or torch.int64)");
	FAILS(ct_dtype_from_name("torch.", &dtype),
	      "ValueError: not a dtype: 'torch.' (expected a name like float32 or torch.int64)");
	ck_assert_int_eq(dtype, 77);
}
END_TEST

Suite *dtype_suite(void)
{
	Suite *suite = suite_create("dtypes");
	TCase *tests = tests_of("dtypes");

	tcase_add_test(tests, dtypes_are_as_in_python);
	tcase_add_test(tests, names_belong_to_the_dtypes_of_tensors);
	tcase_add_test(tests, what_is_no_dtype_is_told);
	suite_add_tcase(suite, tests);
	return suite;
}
