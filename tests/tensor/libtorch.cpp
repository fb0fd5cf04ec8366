/*
 * C++ tensors and handles, each made from the other; and what depends on libtorch's settings, or on
 * its own conversions.
 */
#include <cmath>
#include <cstdlib>
#include <limits>
#include <stdexcept>
#include <string>

#include <ATen/ATen.h>
#include <c10/core/DefaultDtype.h>
#include <check.h>
#include <ctorch/ctorch.h>
#include <ctorch/libtorch.hpp>

namespace {

void assert_no_error(ct_error error)
{
	ck_assert_msg(error == nullptr, "%s", error);
}

/* --- Handles --------------------------------------------------------------------------------- */

START_TEST(handle_and_tensor_are_one)
{
	at::Tensor tensor = at::arange(4.);
	ct_tensor *handle = ct::to_handle(tensor), *doubled = nullptr;

	ck_assert_int_eq(tensor.use_count(), 2);
	ck_assert_int_eq(ct_tensor_size(handle, 0), 4);
	assert_no_error(ct_add__Tensor(handle, handle, ct_scalar_int(1), nullptr));
	ck_assert(at::equal(tensor, at::arange(4.) * 2));
	assert_no_error(ct_mul_Scalar(handle, ct_scalar_int(3), &doubled));
	ck_assert(at::equal(ct::to_tensor(doubled), at::arange(4.) * 6));
	ct_tensor_free(doubled);
	{
		at::Tensor again = ct::to_tensor(handle);

		ck_assert(again.is_same(tensor));
		ck_assert_int_eq(tensor.use_count(), 3);
	}
	ct_tensor_free(handle);
	ck_assert_int_eq(tensor.use_count(), 1);
}
END_TEST

START_TEST(handle_holds_the_tensor)
{
	ct_tensor *handle = ct::to_handle(at::ones({ 2 }));
	at::Tensor tensor = ct::to_tensor(handle);

	ct_tensor_free(handle);
	ck_assert_double_eq(tensor.sum().item<double>(), 2);
}
END_TEST

START_TEST(undefined_tensor_is_null)
{
	ct_tensor *handle = reinterpret_cast<ct_tensor *>(8);

	ck_assert_ptr_null(ct::to_handle(at::Tensor()));
	ck_assert(!ct::to_tensor(nullptr).defined());
	assert_no_error(ct_tensor_from_impl(nullptr, &handle));
	ck_assert_ptr_null(handle);
	assert_no_error(ct_tensor_from_impl(at::ones({ 1 }).unsafeGetTensorImpl(), nullptr));
}
END_TEST

START_TEST(handle_belongs_to_the_scope)
{
	at::Tensor tensor = at::ones({ 2 });
	ct_scope *scope = ct_scope_open();

	ct::to_handle(tensor);
	ck_assert_int_eq(tensor.use_count(), 2);
	assert_no_error(ct_scope_close(scope));
	ck_assert_int_eq(tensor.use_count(), 1);
}
END_TEST

/* --- Settings -------------------------------------------------------------------------------- */

ct_dtype dtype_of_text(const char *text)
{
	ct_tensor *tensor = nullptr;
	ct_dtype dtype;

	assert_no_error(ct_tensor_from_text(text, nullptr, &tensor));
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

/* --- Items ----------------------------------------------------------------------------------- */

const double inf = std::numeric_limits<double>::infinity();
const double numbers[] = {
	0,           .5,           -.5,           127,          127.9,       128,
	-128,        -128.5,       -129,          255,          255.9,       256,
	32767.9,     32768,        -32768.5,      65535.5,      65536,       2147483647.9,
	2147483648., -2147483648., -2147483648.5, 4294967295.5, 4294967296., 1e19,
	1.8e19,      1.9e19,       1e38,          3.4e38,       3.5e38,      -3.5e38,
	1e300,       inf,          -inf,          std::nan("")
};

/* Ours and libtorch's item<T>() agree in value and in error. */
template <class T, class Item> void compare(const at::Tensor &tensor, Item item)
{
	ct_tensor *handle = ct::to_handle(tensor);
	T ours = 0, theirs = 0;
	ct_error error = item(handle, &ours);

	try {
		theirs = tensor.item().to<T>();
		ck_assert_msg(error == nullptr, "%s, of %g", error, tensor.item<double>());
		ck_assert(ours == theirs || std::isnan(static_cast<double>(theirs)));
	} catch (const std::runtime_error &expected) {
		std::string text = std::string("RuntimeError: ") + expected.what();

		ck_assert_msg(error != nullptr, "no error: %s", text.c_str());
		ck_assert_str_eq(error, text.c_str());
		ct_error_free(error);
	}
	ct_tensor_free(handle);
}

/* That a negative number is no unsigned one is ours. */
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
	compare<uint16_t>(tensor, ct_tensor_item_uint16);
	compare<uint32_t>(tensor, ct_tensor_item_uint32);
	compare<uint64_t>(tensor, ct_tensor_item_uint64);
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

		assert_no_error(ct_tensor_from_array(
			source.const_data_ptr(), CT_FLOAT64, source.sizes().data(), 1,
			CT_OPTIONS_DTYPE(static_cast<ct_dtype>(dtype)), &handle));
		ck_assert(at::equal(ct::to_tensor(handle), source.to(dtype)));
		ct_tensor_free(handle);
	}
}
END_TEST

/* A test that leaves more or fewer handles than it found fails, as in the other suites. */
int64_t live_before;

int64_t live_handles()
{
	ct_memory_usage process;

	ct_memory_stats(nullptr, &process);
	return process.handles;
}

void remember_live()
{
	live_before = live_handles();
}

void compare_live()
{
	ck_assert_int_eq(live_handles(), live_before);
}

} // namespace

int main()
{
	Suite *suite = suite_create("tensors of C++");
	TCase *tests = tcase_create("tensors of C++");
	SRunner *runner = srunner_create(suite);
	int failed;

	tcase_add_checked_fixture(tests, remember_live, compare_live);
	tcase_add_test(tests, handle_and_tensor_are_one);
	tcase_add_test(tests, handle_holds_the_tensor);
	tcase_add_test(tests, undefined_tensor_is_null);
	tcase_add_test(tests, handle_belongs_to_the_scope);
	tcase_add_test(tests, numbers_have_the_default_dtype);
	tcase_add_test(tests, items_fit_where_libtorchs_fit);
	tcase_add_test(tests, array_is_converted_as_libtorch_converts);
	suite_add_tcase(suite, tests);
	srunner_run_all(runner, CK_NORMAL);
	failed = srunner_ntests_failed(runner);
	srunner_free(runner);
	return failed ? EXIT_FAILURE : EXIT_SUCCESS;
}
