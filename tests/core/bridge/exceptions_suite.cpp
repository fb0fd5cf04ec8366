/*
 * Exceptions of every class, thrown by a libtorch operator, and one thrown by a hook.
 */
#include <functional>
#include <new>
#include <stdexcept>

#include <torch/library.h>

#include "beside.hpp"
#include "support.h"

namespace {

/* What relu throws for a tensor on PrivateUse1, the device type reserved for libtorch's users. */
std::function<void()> thrower;

at::Tensor throwing_relu(const at::Tensor &self)
{
	thrower();
	return self;
}

TORCH_LIBRARY_IMPL(aten, PrivateUse1, library)
{
	library.impl("relu", throwing_relu);
}

ct_error error_of(std::function<void()> throws)
{
	at::Tensor tensor = at::detail::make_tensor<c10::TensorImpl>(
		c10::DispatchKeySet(c10::DispatchKey::PrivateUse1), caffe2::TypeMeta::Make<float>(),
		c10::Device(c10::DeviceType::PrivateUse1, 0));
	ct_tensor *handle = ct::to_handle(tensor), *untouched = handle, *result = untouched;
	ct_error error;

	thrower = throws;
	error = ct_relu(handle, &result);
	ck_assert_ptr_eq(result, untouched);
	ct_tensor_free(handle);
	return error;
}

void assert_becomes(ct_error_class kind, const char *message, std::function<void()> throws)
{
	ct_error error = error_of(throws);

	ck_assert_ptr_nonnull(error);
	ck_assert_str_eq(error, message);
	ck_assert_int_eq(ct_error_class_of(error), kind);
	ck_assert_str_eq(ct_error_function(error), "ct_relu");
	ct_error_free(error);
}

/* NULL for a class that only later releases have. */
template <class Class> constexpr void (*throw_class())()
{
	if constexpr (ct::is_complete<Class>::value)
		return [] {
			throw Class(c10::SourceLocation{ __func__, __FILE__, __LINE__ },
				    "what happened");
		};
	else
		return nullptr;
}

template <class Class> void throw_accelerator_error()
{
	if constexpr (ct::is_complete<Class>::value)
		throw Class({ __func__, __FILE__, __LINE__ }, 700, "what happened");
}

START_TEST(every_class_of_libtorch_has_its_kind)
{
	const struct {
		ct_error_class kind;
		const char *message;
		void (*throws)();
	} cases[] = {
		{ CT_ERROR_RUNTIME, "RuntimeError: what happened", throw_class<c10::Error>() },
		{ CT_ERROR_INDEX, "IndexError: what happened", throw_class<c10::IndexError>() },
		{ CT_ERROR_VALUE, "ValueError: what happened", throw_class<c10::ValueError>() },
		{ CT_ERROR_TYPE, "TypeError: what happened", throw_class<c10::TypeError>() },
		{ CT_ERROR_NOT_IMPLEMENTED, "NotImplementedError: what happened",
		  throw_class<c10::NotImplementedError>() },
		{ CT_ERROR_OUT_OF_MEMORY, "OutOfMemoryError: what happened",
		  throw_class<c10::OutOfMemoryError>() },
		{ CT_ERROR_LINALG, "LinAlgError: what happened", throw_class<c10::LinAlgError>() },
		{ CT_ERROR_SYNTAX, "SyntaxError: what happened", throw_class<c10::SyntaxError>() },
		{ CT_ERROR_BUFFER, "BufferError: what happened", throw_class<c10::BufferError>() },
		{ CT_ERROR_DIST, "DistError: what happened", throw_class<c10::DistError>() },
		{ CT_ERROR_DIST_BACKEND, "DistBackendError: what happened",
		  throw_class<c10::DistBackendError>() },
		{ CT_ERROR_DIST_STORE, "DistStoreError: what happened",
		  throw_class<c10::DistStoreError>() },
		{ CT_ERROR_DIST_NETWORK, "DistNetworkError: what happened",
		  throw_class<c10::DistNetworkError>() },
		{ CT_ERROR_DIST_QUEUE_EMPTY, "QueueEmptyError: what happened",
		  throw_class<c10::DistQueueEmptyError>() },
		/* Python has no classes for these. */
		{ CT_ERROR_RUNTIME, "RuntimeError: what happened",
		  throw_class<c10::EnforceFiniteError>() },
		{ CT_ERROR_RUNTIME, "RuntimeError: what happened",
		  throw_class<c10::OnnxfiBackendSystemError>() },
	};

	for (const auto &one : cases)
		if (one.throws)
			assert_becomes(one.kind, one.message, one.throws);
		else
			LEFT_OUT(one.message, "libtorch has no such class");
	if (ct::is_complete<c10::AcceleratorError>::value)
		assert_becomes(CT_ERROR_ACCELERATOR, "AcceleratorError: what happened",
			       throw_accelerator_error<c10::AcceleratorError>);
	else
		LEFT_OUT("AcceleratorError", "libtorch has no such class");
}
END_TEST

START_TEST(failed_assertion_is_an_internal_error)
{
	ct_error error = error_of([] { TORCH_INTERNAL_ASSERT(false, "what happened"); });

	ck_assert_ptr_nonnull(error);
	ck_assert_int_eq(ct_error_class_of(error), CT_ERROR_INTERNAL);
	ck_assert_int_eq(std::string(error).rfind("InternalError: ", 0), 0);
	ck_assert(std::string(error).find("INTERNAL ASSERT FAILED") != std::string::npos);
	ct_error_free(error);
}
END_TEST

START_TEST(whatever_is_thrown_becomes_an_error)
{
	assert_becomes(CT_ERROR_OUT_OF_MEMORY, "OutOfMemoryError: std::bad_alloc",
		       [] { throw std::bad_alloc(); });
	assert_becomes(CT_ERROR_RUNTIME, "RuntimeError: what happened",
		       [] { throw std::out_of_range("what happened"); });
	assert_becomes(CT_ERROR_RUNTIME, "RuntimeError: unknown C++ exception", [] { throw 7; });
}
END_TEST

bool throw_from_hook(ct_device, int64_t, void *calls)
{
	++*static_cast<int *>(calls);
	throw std::runtime_error("from the hook");
}

/* The exception becomes the error, and the thread's scopes are unchanged. */
START_TEST(hook_that_throws_is_over)
{
	const int64_t petabyte = INT64_C(1) << 50;
	ct_scope *scope = ct_scope_open();
	int calls = 0;

	ct_memory_set_out_of_memory_hook(throw_from_hook, &calls);
	for (int i = 1; i <= 2; i++) {
		ct_error error = ct_empty_memory_format(&petabyte, 1, CT_UINT8, CT_LAYOUT_NONE,
							CT_DEVICE_NONE, NULL, CT_MEMORY_FORMAT_NONE,
							nullptr);

		ck_assert_str_eq(error, "RuntimeError: from the hook");
		ct_error_free(error);
		ck_assert_int_eq(calls, i);
	}
	ct_memory_set_out_of_memory_hook(nullptr, nullptr);
	ck_assert_ptr_null(ct_gc());
	ck_assert_ptr_null(ct_gc_finish());
	ck_assert_ptr_null(ct_scope_close(scope));
}
END_TEST

} // namespace

Suite *exceptions_suite()
{
	Suite *suite = suite_create("exceptions of libtorch");
	TCase *tests = tests_of("exceptions of libtorch");

	tcase_add_test(tests, every_class_of_libtorch_has_its_kind);
	tcase_add_test(tests, failed_assertion_is_an_internal_error);
	tcase_add_test(tests, whatever_is_thrown_becomes_an_error);
	tcase_add_test(tests, hook_that_throws_is_over);
	suite_add_tcase(suite, tests);
	return suite;
}
