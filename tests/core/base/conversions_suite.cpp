/*
 * Conversions between types of numbers: scalars, items, arrays, and numbers without a dtype.
 */
#include <cmath>
#include <limits>
#include <vector>

#include <c10/core/DefaultDtype.h>

#include "beside.hpp"
#include "support.h"

namespace {

const double inf = std::numeric_limits<double>::infinity();

const double numbers[] = {
	0,
	-0.,
	.5,
	-.5,
	.999,
	1,
	-1,
	2.9,
	-2.9,
	255,
	256,
	1e10,
	-1e10,
	9007199254740993.,
	9223372036854774784.,
	9223372036854775808.,
	-9223372036854775808.,
	-9223372036854777856.,
	18446744073709549568.,
	18446744073709551616.,
	1e300,
	-1e300,
	inf,
	-inf,
	std::nan(""),
	127,
	127.9,
	128,
	-128,
	-128.5,
	-129,
	255.9,
	32767.9,
	32768,
	-32768.5,
	65535.5,
	65536,
	2147483647.9,
	2147483648.,
	-2147483648.,
	-2147483648.5,
	4294967295.5,
	4294967296.,
	1e19,
	1.8e19,
	1.9e19,
	1e38,
	3.4e38,
	3.5e38,
	-3.5e38,
};

const int64_t integers[] = {
	0, 1, -1, 255, INT64_C(9007199254740993), INT64_MAX, INT64_MIN, INT64_MIN + 1,
};

/* Compares our conversions of a scalar to each type with libtorch's. */
void compare_conversions(ct_scalar ours, const at::Scalar &theirs)
{
	double real = 0;
	int64_t whole = 0;
	bool truth = false;
	ct_error error = ct_scalar_to_double(ours, &real);
	std::string expected = libtorchs_error([&] { theirs.toDouble(); });

	if (!expected.empty())
		assert_same_error(error, "RuntimeError", expected);
	else
		ck_assert(!error && (real == theirs.toDouble() || std::isnan(theirs.toDouble())));

	error = ct_scalar_to_int64(ours, &whole);
	expected = libtorchs_error([&] { theirs.toLong(); });
	if (!HAS_EXACT_LIMITS && ours.kind != CT_SCALAR_INT && ours.re == 0x1p63)
		ct_error_free(error); /* libtorch accepts it; the result is undefined */
	else if (!expected.empty())
		assert_same_error(error, "RuntimeError", expected);
	else
		ck_assert(!error && whole == theirs.toLong());

	OK(ct_scalar_to_bool(ours, &truth));
#if !HAS_COMPLEX_TRUTH
	if (theirs.isComplex() && theirs.toComplexDouble().real() == 0) {
		ck_assert_int_eq(truth, theirs.toComplexDouble().imag() != 0);
		return;
	}
#endif
	ck_assert_int_eq(truth, theirs.toBool());
}

/* libtorch before 2.3 has no unsigned numbers wider than 8 bits to compare with. */
START_TEST(scalars_convert_as_libtorchs)
{
	for (double number : numbers) {
		compare_conversions(ct_scalar_float(number), at::Scalar(number));
		for (double im : { 0., 1. })
			compare_conversions(ct_scalar_complex(number, im),
					    at::Scalar(c10::complex<double>(number, im)));
	}
	for (int64_t integer : integers) {
		compare_conversions(ct_scalar_int(integer), at::Scalar(integer));
#if CT_HAS_UNSIGNED_SCALAR
		compare_conversions(ct_scalar_uint(static_cast<uint64_t>(integer)),
				    at::Scalar(static_cast<uint64_t>(integer)));
#endif
	}
	compare_conversions(ct_scalar_bool(true), at::Scalar(true));
	compare_conversions(ct_scalar_bool(false), at::Scalar(false));
}
END_TEST

#if !HAS_EXACT_LIMITS
/* libtorch rejects 127.9 for an int8_t, although it truncates to 127, and accepts 2^63 for an
 * int64_t and 2^64 for a uint64_t, with an undefined result. */
template <class T> bool is_at_limit(const at::Tensor &tensor)
{
	const double number = tensor.item<double>();
	const double min = static_cast<double>(std::numeric_limits<T>::min());
	const double max = static_cast<double>(std::numeric_limits<T>::max());

	if (!std::is_integral_v<T> || std::is_same_v<T, bool> || !tensor.is_floating_point())
		return false;
	return (number > max && std::trunc(number) <= max) ||
	       (number < min && std::trunc(number) >= min) || number == 0x1p63 || number == 0x1p64;
}
#endif

/* Ours and libtorch's item<T>() agree in value and in error. */
template <class T, class Item> void compare(const at::Tensor &tensor, Item item)
{
#if !HAS_EXACT_LIMITS
	if (is_at_limit<T>(tensor))
		return;
#endif
	ct_tensor *handle = ct::to_handle(tensor);
	T ours = 0;
	ct_error error = item(handle, &ours);
	std::string expected = libtorchs_error([&] { tensor.item().to<T>(); });

	if (expected.empty()) {
		T theirs = tensor.item().to<T>();

		ck_assert_msg(error == nullptr, "%s, of %g", error, tensor.item<double>());
		ck_assert(ours == theirs || std::isnan(static_cast<double>(theirs)));
	} else {
		ck_assert_msg(error != nullptr, "no error, of %g: %s", tensor.item<double>(),
			      expected.c_str());
		assert_same_error(error, "RuntimeError", expected);
	}
	ct_tensor_free(handle);
}

/* Only ours rejects negative numbers for unsigned types. */
void compare_all(const at::Tensor &tensor, bool is_negative)
{
	compare<int8_t>(tensor, ct_tensor_item_int8);
	compare<int16_t>(tensor, ct_tensor_item_int16);
	compare<int>(tensor, ct_tensor_item_int32);
	compare<int64_t>(tensor, ct_tensor_item_int64);
	compare<float>(tensor, ct_tensor_item_float);
	compare<double>(tensor, ct_tensor_item_double);
	compare<bool>(tensor, ct_tensor_item_bool);
	if (is_negative)
		return;
	compare<uint8_t>(tensor, ct_tensor_item_uint8);
#if CT_HAS_UNSIGNED_SCALAR
	compare<uint16_t>(tensor, ct_tensor_item_uint16);
	compare<uint32_t>(tensor, ct_tensor_item_uint32);
	compare<uint64_t>(tensor, ct_tensor_item_uint64);
#endif
}

START_TEST(items_fit_where_libtorchs_fit)
{
	for (double number : numbers)
		compare_all(at::scalar_tensor(number, at::kDouble), number < 0);
	for (int64_t number : { INT64_C(0), INT64_C(127), INT64_C(128), INT64_C(-128),
				INT64_C(-129), INT64_C(255), INT64_C(256), INT64_C(65536),
				INT64_C(1) << 31, INT64_C(1) << 32, INT64_MAX, INT64_MIN })
		compare_all(at::scalar_tensor(number, at::kLong), number < 0);
}
END_TEST

/* --- Data ------------------------------------------------------------------------------------ */

START_TEST(array_is_converted_as_libtorch_converts)
{
	at::Tensor source = at::randn({ 1000 }, at::kDouble) * 100;

	for (at::ScalarType dtype : { at::kFloat, at::kHalf, at::kBFloat16, at::kInt, at::kChar,
				      at::kBool, at::kComplexFloat }) {
		ct_tensor *handle = nullptr;

		OK(ct_tensor_from_data_with(
			source.data_ptr(), CT_FLOAT64, { source.sizes().data(), 1 },
			CT_OPTIONS_DTYPE(static_cast<ct_dtype>(dtype) + 1), &handle));
		ck_assert(at::equal(ct::to_tensor(handle), source.to(dtype)));
		ct_tensor_free(handle);
	}
}
END_TEST

START_TEST(data_of_from_data_reads_as_libtorch_reads_it)
{
	const std::vector<int64_t> shape = { 2, 3 };
	const std::vector<c10::BFloat16> halves = { 1.f, 2.f, 3.f, 4.f, 5.f, 6.5f };
	ct_tensor *handle;

	OK(ct_tensor_from_data(halves.data(), CT_BFLOAT16, { shape.data(), 2 }, &handle));
	ck_assert(at::equal(
		ct::to_tensor(handle),
		at::tensor({ 1., 2., 3., 4., 5., 6.5 }).to(at::kBFloat16).view({ 2, 3 })));
	ct_tensor_free(handle);
}
END_TEST

/* --- Settings -------------------------------------------------------------------------------- */

ct_dtype dtype_of_text(const char *text)
{
	ct_tensor *tensor = nullptr;
	ct_dtype dtype;

	OK(ct_tensor_from_text(text, nullptr, &tensor));
	dtype = ct_tensor_dtype(tensor);
	ct_tensor_free(tensor);
	return dtype;
}

START_TEST(numbers_have_the_default_dtype)
{
	ct_error error;

	c10::set_default_dtype(caffe2::TypeMeta::Make<double>());
	ck_assert_int_eq(dtype_of_text("[1.5]"), CT_FLOAT64);
	ck_assert_int_eq(dtype_of_text("[1j]"), CT_COMPLEX128);
	ck_assert_int_eq(dtype_of_text("[]"), CT_FLOAT64);
	ck_assert_int_eq(dtype_of_text("[1]"), CT_INT64);
	c10::set_default_dtype(caffe2::TypeMeta::Make<c10::Half>());
	ck_assert_int_eq(dtype_of_text("[1.5]"), CT_FLOAT16);
	ck_assert_int_eq(dtype_of_text("[1j]"), CT_COMPLEX32);
	c10::set_default_dtype(caffe2::TypeMeta::Make<c10::BFloat16>());
	ck_assert_int_eq(dtype_of_text("[1.5]"), CT_BFLOAT16);
	error = ct_tensor_from_text("[1j]", nullptr, nullptr);
	ck_assert_str_eq(error, "RuntimeError: invalid default scalar type for complex");
	ct_error_free(error);
	c10::set_default_dtype(caffe2::TypeMeta::Make<float>());
	ck_assert_int_eq(dtype_of_text("[1.5]"), CT_FLOAT32);
}
END_TEST

} // namespace

Suite *conversions_suite()
{
	Suite *suite = suite_create("conversions beside libtorch");
	TCase *tests = tests_of("conversions beside libtorch");

	tcase_add_test(tests, scalars_convert_as_libtorchs);
	tcase_add_test(tests, items_fit_where_libtorchs_fit);
	tcase_add_test(tests, array_is_converted_as_libtorch_converts);
	tcase_add_test(tests, data_of_from_data_reads_as_libtorch_reads_it);
	tcase_add_test(tests, numbers_have_the_default_dtype);
	suite_add_tcase(suite, tests);
	return suite;
}
