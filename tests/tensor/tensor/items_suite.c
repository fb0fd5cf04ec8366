/*
 * A tensor's only element as a number of each type of C.
 */
#include <math.h>

#include "support.h"

START_TEST(item_has_a_function_for_each_type)
{
	ct_tensor *tensor = from_text("[[42]]", CT_INT16);
	int64_t i64 = 0;
	int32_t i32 = 0;
	int16_t i16 = 0;
	int8_t i8 = 0;
	uint64_t u64 = 0;
	uint32_t u32 = 0;
	uint16_t u16 = 0;
	uint8_t u8 = 0;
	float f = 0;
	double d = 0, re = 0, im = 1;
	bool b = false;

	OK(ct_tensor_item_int64(tensor, &i64));
	OK(ct_tensor_item_int32(tensor, &i32));
	OK(ct_tensor_item_int16(tensor, &i16));
	OK(ct_tensor_item_int8(tensor, &i8));
	OK(ct_tensor_item_uint64(tensor, &u64));
	OK(ct_tensor_item_uint32(tensor, &u32));
	OK(ct_tensor_item_uint16(tensor, &u16));
	OK(ct_tensor_item_uint8(tensor, &u8));
	OK(ct_tensor_item_float(tensor, &f));
	OK(ct_tensor_item_double(tensor, &d));
	OK(ct_tensor_item_bool(tensor, &b));
	OK(ct_tensor_item_complex(tensor, &re, &im));
	ck_assert(i64 == 42 && i32 == 42 && i16 == 42 && i8 == 42);
	ck_assert(u64 == 42 && u32 == 42 && u16 == 42 && u8 == 42);
	ck_assert(f == 42 && d == 42 && b && re == 42 && im == 0);
	ct_tensor_free(tensor);
}
END_TEST

START_TEST(item_that_does_not_fit_names_the_type)
{
	ct_tensor *large = from_text("300", CT_INT64), *negative = from_text("-1", CT_INT64);
	ct_tensor *fraction = from_text("-128.5", CT_FLOAT64),
		  *huge = from_text("1e39", CT_FLOAT64);
	ct_tensor *complex_ = from_text("1j", CT_COMPLEX64),
		  *infinite = from_text("inf", CT_FLOAT64);
	int8_t i8 = 7;
	uint8_t u8 = 7;
	float f = 7;

#define OVERFLOWS(call, type) \
	FAILS(call, "RuntimeError: value cannot be converted to type " type " without overflow")
	OVERFLOWS(ct_tensor_item_int8(large, &i8), "int8_t");
	OVERFLOWS(ct_tensor_item_uint8(large, &u8), "uint8_t");
	OVERFLOWS(ct_tensor_item_uint8(negative, &u8), "uint8_t");
	OVERFLOWS(ct_tensor_item_uint16(negative, NULL), "uint16_t");
	OVERFLOWS(ct_tensor_item_uint32(negative, NULL), "uint32_t");
	OVERFLOWS(ct_tensor_item_uint64(negative, NULL), "uint64_t");
	OVERFLOWS(ct_tensor_item_int8(fraction, &i8), "int8_t");
	OVERFLOWS(ct_tensor_item_float(huge, &f), "float");
	OVERFLOWS(ct_tensor_item_int16(huge, NULL), "int16_t");
	OVERFLOWS(ct_tensor_item_int32(huge, NULL), "int");
	OVERFLOWS(ct_tensor_item_int64(infinite, NULL), "int64_t");
	OVERFLOWS(ct_tensor_item_float(complex_, &f), "float");
	OVERFLOWS(ct_tensor_item_int8(complex_, &i8), "int8_t");
	ck_assert(i8 == 7 && u8 == 7 && f == 7);
	OK(ct_tensor_item_float(infinite, &f));
	ck_assert(isinf(f));
	FAILS(ct_tensor_item_int8(NULL, &i8),
	      "ArgumentError: ct_tensor_item_int8: argument 1 (self) must not be NULL");
	ct_tensor_free(large);
	ct_tensor_free(negative);
	ct_tensor_free(fraction);
	ct_tensor_free(huge);
	ct_tensor_free(complex_);
	ct_tensor_free(infinite);
}
END_TEST

Suite *items_suite(void)
{
	Suite *suite = suite_create("items");
	TCase *tests = tests_of("items");

	tcase_add_test(tests, item_has_a_function_for_each_type);
	tcase_add_test(tests, item_that_does_not_fit_names_the_type);
	suite_add_tcase(suite, tests);
	return suite;
}
