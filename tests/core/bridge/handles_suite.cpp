/*
 * Conversions between C++ tensors and handles, and their reference counts.
 */
#include <cstring>

#include "beside.hpp"
#include "support.h"

namespace {

START_TEST(handle_and_tensor_are_one)
{
	at::Tensor tensor = at::arange(4.);
	ct_tensor *handle = ct::to_handle(tensor), *doubled = nullptr;

	ck_assert_int_eq(tensor.use_count(), 2);
	ck_assert_int_eq(ct_tensor_size(handle, 0), 4);
	OK(ct_add__Tensor(handle, handle, ct_scalar_int(1), nullptr));
	ck_assert(at::equal(tensor, at::arange(4.) * 2));
	OK(ct_mul_Scalar(handle, ct_scalar_int(3), &doubled));
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
	OK(ct_tensor_from_impl(nullptr, &handle));
	ck_assert_ptr_null(handle);
	OK(ct_tensor_from_impl(at::ones({ 1 }).unsafeGetTensorImpl(), nullptr));
}
END_TEST

START_TEST(values_are_converted)
{
	ct_value ints = ct::to_value(std::vector<int64_t>{ 2, 3 }), bytes = ct_value_bytes("x", 1);
	const ct_value dtype = ct_value_dtype(CT_FLOAT32);

	ck_assert_int_eq(ints.kind, CT_VALUE_INTS);
	ck_assert(ct_value_is_owned(&ints));
	ck_assert(ct::to_ivalue(&ints).toIntVector() == std::vector<int64_t>({ 2, 3 }));
	ct_value_free(&ints);
	ck_assert(ct::to_ivalue(nullptr).isNone());
	ck_assert_int_eq(ct::to_ivalue(&dtype).toInt(), static_cast<int64_t>(at::kFloat));
	try {
		ct::to_ivalue(&bytes);
		ck_abort_msg("no exception");
	} catch (const std::runtime_error &error) {
		ck_assert_ptr_nonnull(std::strstr(error.what(), "no type for 'bytes'"));
	}
	FAILS_WITH(ct_value_from_ivalue(nullptr, &ints), CT_ERROR_ARGUMENT, "argument 1 (ivalue)");
	FAILS_WITH(ct_value_to_ivalue(&ints, nullptr), CT_ERROR_ARGUMENT, "argument 2 (ivalue)");
}
END_TEST

/* The value has a reference to the object, which is libtorch's. */
START_TEST(objects_are_values)
{
	ct_tensor *weight = ct::to_handle(
		at::quantize_per_tensor(at::ones({ 2, 2 }), 0.1, 0, at::kQInt8));
	const ct_value arguments[] = { ct_value_tensor(weight), ct_value_none() };
	ct_value packed;

	OK(ct_call("quantized::linear_prepack", arguments, 2, &packed, 1));
	ct_value again = ct::to_value(ct::to_ivalue(&packed));
	bool equal = false;

	ck_assert(ct::to_ivalue(&again).isCustomClass());
	ck_assert_str_eq(ct_value_type_name(&again),
			 "__torch__.torch.classes.quantized.LinearPackedParamsBase");
	OK(ct_value_equal(&packed, &again, &equal));
	ck_assert(equal);
	ct_value_free(&packed);
	ct_value_free(&again);
	ct_tensor_free(weight);
}
END_TEST

START_TEST(handle_belongs_to_the_scope)
{
	at::Tensor tensor = at::ones({ 2 });
	ct_scope *scope = ct_scope_open();

	ct::to_handle(tensor);
	ck_assert_int_eq(tensor.use_count(), 2);
	OK(ct_scope_close(scope));
	ck_assert_int_eq(tensor.use_count(), 1);
}
END_TEST

START_TEST(calls_leave_the_reference_count_alone)
{
	at::Tensor tensor = at::randn({ 4 });
	ct_tensor *handle = ct::to_handle(tensor), *list[] = { handle, handle }, *result;

	OK(ct_add_Tensor(handle, handle, ct_scalar_int(1), &result));
	ct_tensor_free(result);
	OK(ct_cat(list, 2, 0, &result));
	ct_tensor_free(result);
	ck_assert_uint_eq(tensor.use_count(), 2);
	OK(ct_relu_(handle, &result));
	ck_assert_uint_eq(tensor.use_count(), 3);
	ct_tensor_free(result);
	ct_tensor_free(handle);
	ck_assert_uint_eq(tensor.use_count(), 1);
}
END_TEST

at::Tensor quantized(const at::Tensor &values)
{
	return at::quantize_per_tensor(values, 0.1, 10, at::kQUInt8);
}

/* hardtanh's kernel for quantized tensors replaces `out` with another tensor. */
START_TEST(written_argument_becomes_what_replaces_it)
{
	const at::Tensor values = at::arange(-3, 5, at::kFloat), input = quantized(values);
	at::Tensor out = quantized(at::zeros({ 2 })), at_out = quantized(at::zeros({ 2 }));
	const at::Tensor expected = at::hardtanh_out(at_out, input, -1, 1);
	ct_tensor *self = ct::to_handle(input), *handle = ct::to_handle(out), *result;

	OK(ct_hardtanh_out(self, ct_scalar_int(-1), ct_scalar_int(1), handle, nullptr));
	ck_assert_uint_eq(out.use_count(), 2);
	ck_assert(at::equal(out.dequantize(), expected.dequantize()));
	ck_assert_int_eq(out._version(), 1);
	OK(ct_hardtanh_out(self, ct_scalar_int(-1), ct_scalar_int(0), handle, &result));
	ck_assert_ptr_eq(result, handle);
	ck_assert_uint_eq(out.use_count(), 3);
	ck_assert(at::equal(out.dequantize(), at::hardtanh(input, -1, 0).dequantize()));
	for (ct_tensor *tensor : { self, handle, result })
		ct_tensor_free(tensor);
	ck_assert_uint_eq(out.use_count(), 1);
}
END_TEST

void check_refused(const at::Tensor &input, const at::Tensor &out)
{
	const at::Tensor before = out.clone();
	ct_tensor *self = ct::to_handle(input), *handle = ct::to_handle(out), *result = nullptr;
	const int64_t references = static_cast<int64_t>(out.use_count());
	ct_error error = ct_hardtanh_out(self, ct_scalar_int(-1), ct_scalar_int(1), handle,
					 &result);

	ck_assert_ptr_nonnull(error);
	ck_assert_ptr_nonnull(std::strstr(error, "with an incompatible one"));
	ct_error_free(error);
	ck_assert_ptr_null(result);
	ck_assert_int_eq(static_cast<int64_t>(out.use_count()), references);
	ck_assert(at::equal(out, before));
	for (ct_tensor *tensor : { self, handle })
		ct_tensor_free(tensor);
}

START_TEST(written_argument_that_cannot_become_it_stays)
{
	const at::Tensor input = quantized(at::ones({ 2 }));

	check_refused(input, at::zeros({ 2 }));
	check_refused(input, at::quantize_per_tensor(at::zeros({ 2 }), 0.1, 10, at::kQInt8));
	c10::InferenceMode inference;
	const at::Tensor out = quantized(at::zeros({ 2 }));
	ct_tensor *self = ct::to_handle(input), *handle = ct::to_handle(out);

	OK(ct_hardtanh_out(self, ct_scalar_int(-1), ct_scalar_int(1), handle, nullptr));
	ck_assert(at::equal(out.dequantize(), at::hardtanh(input, -1, 1).dequantize()));
	for (ct_tensor *tensor : { self, handle })
		ct_tensor_free(tensor);
}
END_TEST

/* The call succeeds although an exception is propagating. */
START_TEST(written_argument_is_taken_over_while_an_error_is_thrown)
{
	struct writes_at_the_end {
		ct_tensor *self, *out;

		~writes_at_the_end()
		{
			OK(ct_hardtanh_out(self, ct_scalar_int(-1), ct_scalar_int(1), out,
					   nullptr));
		}
	};
	const at::Tensor input = quantized(at::arange(-3, 5, at::kFloat));
	at::Tensor out = quantized(at::zeros({ 2 })), at_out = quantized(at::zeros({ 2 }));
	const at::Tensor expected = at::hardtanh_out(at_out, input, -1, 1);
	ct_tensor *self = ct::to_handle(input), *handle = ct::to_handle(out);

	try {
		writes_at_the_end writer{ self, handle };

		throw 1;
	} catch (int) {
	}
	ck_assert(at::equal(out.dequantize(), expected.dequantize()));
	for (ct_tensor *tensor : { self, handle })
		ct_tensor_free(tensor);
}
END_TEST

/* In inference mode, _add_relu's kernel replaces `out` with the tensor that it computed in. */
START_TEST(written_argument_keeps_its_dtype)
{
	c10::InferenceMode inference;
	const at::Tensor input = at::ones({ 2 }, at::kDouble), out = at::zeros({ 2 });
	ct_tensor *self = ct::to_handle(input), *handle = ct::to_handle(out), *result;

	OK(ct__add_relu_out(self, self, ct_scalar_int(1), handle, &result));
	ck_assert_ptr_eq(result, handle);
	ck_assert(at::equal(out, at::full({ 2 }, 2.)));
	for (ct_tensor *tensor : { self, handle, result })
		ct_tensor_free(tensor);
}
END_TEST

} // namespace

Suite *handles_suite()
{
	Suite *suite = suite_create("tensors of C++");
	TCase *tests = tests_of("tensors of C++");

	tcase_add_test(tests, handle_and_tensor_are_one);
	tcase_add_test(tests, handle_holds_the_tensor);
	tcase_add_test(tests, undefined_tensor_is_null);
	tcase_add_test(tests, values_are_converted);
	tcase_add_test(tests, objects_are_values);
	tcase_add_test(tests, handle_belongs_to_the_scope);
	tcase_add_test(tests, calls_leave_the_reference_count_alone);
	tcase_add_test(tests, written_argument_becomes_what_replaces_it);
	tcase_add_test(tests, written_argument_that_cannot_become_it_stays);
	tcase_add_test(tests, written_argument_is_taken_over_while_an_error_is_thrown);
	tcase_add_test(tests, written_argument_keeps_its_dtype);
	suite_add_tcase(suite, tests);
	return suite;
}
