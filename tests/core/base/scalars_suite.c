/*
 * ct_scalar: made, read, and passed through an operator. conversions_suite.cpp compares the
 * conversions with libtorch's.
 */
#include <math.h>

#include "support.h"

START_TEST(each_kind_holds_its_value)
{
	ct_scalar complex_scalar = ct_scalar_complex(1, -2);

	ck_assert_int_eq(ct_scalar_int(-3).kind, CT_SCALAR_INT);
	ck_assert_int_eq(ct_scalar_int(-3).i, -3);
	ck_assert_int_eq(ct_scalar_float(.5).kind, CT_SCALAR_FLOAT);
	ck_assert_double_eq(ct_scalar_float(.5).re, .5);
	ck_assert_int_eq(ct_scalar_bool(true).kind, CT_SCALAR_BOOL);
	ck_assert_int_eq(ct_scalar_bool(true).i, 1);
	ck_assert_int_eq(complex_scalar.kind, CT_SCALAR_COMPLEX);
	ck_assert_double_eq(complex_scalar.im, -2);
}
END_TEST

START_TEST(unsigned_that_fits_is_an_int)
{
	ck_assert_int_eq(ct_scalar_uint(INT64_MAX).kind, CT_SCALAR_INT);
	ck_assert_int_eq(ct_scalar_uint((uint64_t)INT64_MAX + 1).kind, CT_SCALAR_UINT);
}
END_TEST

START_TEST(integers_are_read_whole)
{
	int64_t value = 0;
	uint64_t large = 0;

	OK(ct_scalar_to_int64(ct_scalar_int((INT64_C(1) << 53) + 1), &value));
	ck_assert_int_eq(value, (INT64_C(1) << 53) + 1);
	OK(ct_scalar_to_uint64(ct_scalar_uint(UINT64_MAX), &large));
	ck_assert_uint_eq(large, UINT64_MAX);
	OK(ct_scalar_to_int64(ct_scalar_int(INT64_MIN), &value));
	ck_assert_int_eq(value, INT64_MIN);
}
END_TEST

START_TEST(fractions_are_cut_off_towards_zero)
{
	int64_t value = 0;

	OK(ct_scalar_to_int64(ct_scalar_float(2.9), &value));
	ck_assert_int_eq(value, 2);
	OK(ct_scalar_to_int64(ct_scalar_float(-2.9), &value));
	ck_assert_int_eq(value, -2);
}
END_TEST

#define NO_INT64 "RuntimeError: value cannot be converted to type int64_t without overflow"
#define NO_UINT64 "RuntimeError: value cannot be converted to type uint64_t without overflow"
#define NO_DOUBLE "RuntimeError: value cannot be converted to type double without overflow"

START_TEST(what_does_not_fit_is_an_error)
{
	int64_t value = 77;
	uint64_t large = 77;
	double real = 77;

	FAILS(ct_scalar_to_int64(ct_scalar_float(9223372036854775808.0), &value), NO_INT64);
	FAILS(ct_scalar_to_int64(ct_scalar_float(NAN), &value), NO_INT64);
	FAILS(ct_scalar_to_int64(ct_scalar_float(-INFINITY), &value), NO_INT64);
	FAILS(ct_scalar_to_int64(ct_scalar_uint(UINT64_MAX), &value), NO_INT64);
	FAILS(ct_scalar_to_int64(ct_scalar_complex(1, 1), &value), NO_INT64);
	FAILS(ct_scalar_to_uint64(ct_scalar_int(-1), &large), NO_UINT64);
	FAILS(ct_scalar_to_uint64(ct_scalar_float(-.5), &large), NO_UINT64);
	FAILS(ct_scalar_to_uint64(ct_scalar_float(18446744073709551616.0), &large), NO_UINT64);
	FAILS(ct_scalar_to_double(ct_scalar_complex(1, 1), &real), NO_DOUBLE);
	ck_assert_int_eq(value, 77);
	ck_assert_uint_eq(large, 77);
	ck_assert_double_eq(real, 77);
}
END_TEST

START_TEST(anything_but_zero_is_true)
{
	const struct {
		ct_scalar scalar;
		bool truth;
	} cases[] = {
		{ ct_scalar_int(0), false },       { ct_scalar_int(-4), true },
		{ ct_scalar_float(-0.), false },   { ct_scalar_float(NAN), true },
		{ ct_scalar_bool(true), true },    { ct_scalar_complex(0, 0), false },
		{ ct_scalar_complex(0, 1), true }, { ct_scalar_uint(UINT64_MAX), true },
	};

	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		bool truth = !cases[i].truth;

		OK(ct_scalar_to_bool(cases[i].scalar, &truth));
		ck_assert_int_eq(truth, cases[i].truth);
	}
}
END_TEST

START_TEST(complex_numbers_without_imaginary_part_are_real)
{
	double re = 0, im = 5;
	int64_t value = 0;

	OK(ct_scalar_to_double(ct_scalar_complex(2.5, 0), &re));
	ck_assert_double_eq(re, 2.5);
	OK(ct_scalar_to_int64(ct_scalar_complex(2.5, 0), &value));
	ck_assert_int_eq(value, 2);
	OK(ct_scalar_to_complex(ct_scalar_int(3), &re, &im));
	ck_assert_double_eq(re, 3);
	ck_assert_double_eq(im, 0);
	OK(ct_scalar_to_complex(ct_scalar_complex(1, 2), &re, &im));
	ck_assert_double_eq(im, 2);
}
END_TEST

START_TEST(unknown_kind_cannot_be_read)
{
	ct_scalar scalar = ct_scalar_int(1);
	double value;
	int64_t integer;
	uint64_t natural;
	bool truth;

	scalar.kind = 17;
	FAILS(ct_scalar_to_double(scalar, &value), "ArgumentError: ct_scalar_to_double: argument 1 "
						   "(self): unknown kind of scalar 17");
	FAILS(ct_scalar_to_bool(scalar, &truth), "ArgumentError: ct_scalar_to_bool: argument 1 "
						 "(self): unknown kind of scalar 17");
	FAILS_WITH(ct_scalar_to_int64(scalar, &integer), CT_ERROR_ARGUMENT,
		   "unknown kind of scalar 17");
	FAILS_WITH(ct_scalar_to_uint64(scalar, &natural), CT_ERROR_ARGUMENT,
		   "unknown kind of scalar 17");
	FAILS_WITH(ct_scalar_to_complex(scalar, &value, &value), CT_ERROR_ARGUMENT,
		   "unknown kind of scalar 17");
}
END_TEST

START_TEST(null_results_are_dropped)
{
	OK(ct_scalar_to_double(ct_scalar_int(1), NULL));
	OK(ct_scalar_to_int64(ct_scalar_int(1), NULL));
	OK(ct_scalar_to_uint64(ct_scalar_int(1), NULL));
	OK(ct_scalar_to_bool(ct_scalar_int(1), NULL));
	OK(ct_scalar_to_complex(ct_scalar_int(1), NULL, NULL));
}
END_TEST

/* A scalar of each kind fills a tensor of its dtype and is read back from it. */
START_TEST(every_kind_survives_an_operator)
{
	const struct {
		ct_scalar scalar;
		ct_dtype dtype;
	} cases[] = {
		{ ct_scalar_int(INT64_MIN), CT_INT64 },
		{ ct_scalar_float(.1), CT_FLOAT64 },
		{ ct_scalar_bool(true), CT_BOOL },
		{ ct_scalar_complex(.1, -.2), CT_COMPLEX128 },
		{ ct_scalar_uint(UINT64_MAX - 1), CT_UINT64 },
	};

	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		ct_tensor *tensor;
		ct_scalar back;

		if (is_refused_dtype(cases[i].dtype))
			continue;
		OK(ct_scalar_tensor(cases[i].scalar, cases[i].dtype, CT_LAYOUT_NONE, CT_DEVICE_NONE,
				    NULL, &tensor));
		OK(ct_item(tensor, &back));
		ck_assert_int_eq(back.kind, cases[i].scalar.kind);
		ck_assert_int_eq(back.i, cases[i].scalar.i);
		ck_assert_double_eq(back.re, cases[i].scalar.re);
		ck_assert_double_eq(back.im, cases[i].scalar.im);
		ct_tensor_free(tensor);
	}
}
END_TEST

/* As a signed number, the same bits would be about -2^63. */
START_TEST(large_unsigned_reaches_an_operator_as_it_is)
{
	const uint64_t large = (UINT64_C(1) << 63) + 5;
	ct_tensor *tensor;
	ct_scalar back;

	if (is_refused_dtype(CT_UINT64)) {
		FAILS(ct_full(NULL, 0, ct_scalar_uint(large), CT_FLOAT64, CT_LAYOUT_NONE,
			      CT_DEVICE_NONE, NULL, NULL),
		      "ArgumentError: ct_full: argument 2 (fill_value): this release of libtorch "
		      "does not support integers above 2^63 - 1");
		return;
	}
	OK(ct_full(NULL, 0, ct_scalar_uint(large), CT_UINT64, CT_LAYOUT_NONE, CT_DEVICE_NONE, NULL,
		   &tensor));
	OK(ct_tensor_item(tensor, &back));
	ck_assert_int_eq(back.kind, CT_SCALAR_UINT);
	ck_assert_uint_eq((uint64_t)back.i, large);
	ct_tensor_free(tensor);
	OK(ct_full(NULL, 0, ct_scalar_uint(large), CT_FLOAT64, CT_LAYOUT_NONE, CT_DEVICE_NONE, NULL,
		   &tensor));
	ck_assert_double_eq(value_of(tensor), 9223372036854775808.0);
	ct_tensor_free(tensor);
}
END_TEST

Suite *scalars_suite(void)
{
	Suite *suite = suite_create("scalars");
	TCase *tests = tests_of("scalars");

	tcase_add_test(tests, each_kind_holds_its_value);
	tcase_add_test(tests, unsigned_that_fits_is_an_int);
	tcase_add_test(tests, integers_are_read_whole);
	tcase_add_test(tests, fractions_are_cut_off_towards_zero);
	tcase_add_test(tests, what_does_not_fit_is_an_error);
	tcase_add_test(tests, anything_but_zero_is_true);
	tcase_add_test(tests, complex_numbers_without_imaginary_part_are_real);
	tcase_add_test(tests, unknown_kind_cannot_be_read);
	tcase_add_test(tests, null_results_are_dropped);
	tcase_add_test(tests, every_kind_survives_an_operator);
	tcase_add_test(tests, large_unsigned_reaches_an_operator_as_it_is);
	suite_add_tcase(suite, tests);
	return suite;
}
