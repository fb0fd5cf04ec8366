/*
 * The C functions beside libtorch's own C++ on the same input: they must agree in value and in
 * error.
 */
#include <cmath>
#include <cstdlib>
#include <functional>
#include <limits>
#include <new>
#include <stdexcept>
#include <string>
#include <tuple>
#include <vector>

#include <ATen/ATen.h>
#include <ATen/CPUGeneratorImpl.h>
#include <check.h>
#include <ctorch/ctorch.h>
#include <ctorch/libtorch.hpp>
#include <torch/library.h>

namespace {

at::Tensor tensor_of(const ct_tensor *handle)
{
	return ct::to_tensor(handle);
}

void assert_no_error(ct_error error)
{
	ck_assert_msg(error == nullptr, "%s", error);
}

ct_tensor *handle_of(const at::Tensor &tensor)
{
	return ct::to_handle(tensor);
}

/* What libtorch says, without its backtrace; empty when it succeeds. */
template <class Call> std::string libtorchs_error(Call call)
{
	try {
		call();
		return "";
	} catch (const c10::Error &error) {
		return error.what_without_backtrace();
	} catch (const std::exception &error) {
		return error.what();
	}
}

void assert_same_error(ct_error error, const char *prefix, const std::string &theirs)
{
	std::string expected = prefix + theirs;

	ck_assert_msg(!theirs.empty(), "libtorch succeeds");
	ck_assert_ptr_nonnull(error);
	ck_assert_str_eq(error, expected.c_str());
	ct_error_free(error);
}

/* --- Scalars --------------------------------------------------------------------------------- */

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
};

const int64_t integers[] = {
	0, 1, -1, 255, INT64_C(9007199254740993), INT64_MAX, INT64_MIN, INT64_MIN + 1,
};

/* The conversions of one scalar to each type, ours and theirs. */
void compare_conversions(ct_scalar ours, const at::Scalar &theirs)
{
	double real = 0;
	int64_t whole = 0;
	bool truth = false;
	ct_error error = ct_scalar_to_double(ours, &real);
	std::string expected = libtorchs_error([&] { theirs.toDouble(); });

	if (!expected.empty())
		assert_same_error(error, "RuntimeError: ", expected);
	else
		ck_assert(!error && (real == theirs.toDouble() || std::isnan(theirs.toDouble())));

	error = ct_scalar_to_int64(ours, &whole);
	expected = libtorchs_error([&] { theirs.toLong(); });
	if (!expected.empty())
		assert_same_error(error, "RuntimeError: ", expected);
	else
		ck_assert(!error && whole == theirs.toLong());

	assert_no_error(ct_scalar_to_bool(ours, &truth));
	ck_assert_int_eq(truth, theirs.toBool());
}

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
		compare_conversions(ct_scalar_uint(static_cast<uint64_t>(integer)),
				    at::Scalar(static_cast<uint64_t>(integer)));
	}
	compare_conversions(ct_scalar_bool(true), at::Scalar(true));
	compare_conversions(ct_scalar_bool(false), at::Scalar(false));
}
END_TEST

START_TEST(items_convert_as_libtorchs)
{
	for (double number : numbers) {
		at::Tensor tensor = at::scalar_tensor(number, at::kDouble);
		ct_tensor *handle = handle_of(tensor);
		int64_t whole = 0;
		ct_error error = ct_tensor_item_int64(handle, &whole);
		std::string expected = libtorchs_error([&] { tensor.item<int64_t>(); });

		if (!expected.empty())
			assert_same_error(error, "RuntimeError: ", expected);
		else
			ck_assert(!error && whole == tensor.item<int64_t>());
		ct_tensor_free(handle);
	}
}
END_TEST

/* --- Operators ------------------------------------------------------------------------------- */

START_TEST(results_equal_libtorchs)
{
	at::Tensor a = at::randn({ 5, 7 }), b = at::randn({ 7, 3 });
	ct_tensor *ca = handle_of(a), *cb = handle_of(b), *product, *values, *indices;
	at::Tensor expected_values, expected_indices;

	assert_no_error(ct_mm(ca, cb, &product));
	ck_assert(at::equal(tensor_of(product), at::mm(a, b)));
	assert_no_error(ct_sort_stable(ca, nullptr, 1, true, &values, &indices));
	std::tie(expected_values, expected_indices) = at::sort(a, std::nullopt, 1, true);
	ck_assert(at::equal(tensor_of(values), expected_values));
	ck_assert(at::equal(tensor_of(indices), expected_indices));
	for (ct_tensor *handle : { ca, cb, product, values, indices })
		ct_tensor_free(handle);
}
END_TEST

START_TEST(gradients_equal_libtorchs)
{
	at::Tensor leaf = at::randn({ 6 }), twin = leaf.clone();
	ct_tensor *handle = handle_of(leaf), *activated, *sum, *grad;

	twin.requires_grad_(true);
	at::gelu(twin).sum().backward();
	assert_no_error(ct_tensor_set_requires_grad(handle, true));
	assert_no_error(ct_gelu(handle, "none", &activated));
	assert_no_error(ct_sum(activated, CT_DTYPE_NONE, &sum));
	assert_no_error(ct_autograd_backward(sum));
	assert_no_error(ct_tensor_grad(handle, &grad));
	ck_assert(at::equal(tensor_of(grad), twin.grad()));
	for (ct_tensor *tensor : { handle, activated, sum, grad })
		ct_tensor_free(tensor);
}
END_TEST

START_TEST(seeded_numbers_equal_libtorchs)
{
	at::Tensor theirs = at::zeros({ 100 });
	at::Generator generator = at::detail::createCPUGenerator(1234);
	ct_generator *ours;
	ct_tensor *handle = handle_of(at::zeros({ 100 }));

	theirs.normal_(0, 1, generator);
	assert_no_error(ct_generator_new(CT_DEVICE_CPU, &ours));
	assert_no_error(ct_generator_manual_seed(ours, 1234));
	assert_no_error(ct_normal_(handle, 0, 1, ours, nullptr));
	ck_assert(at::equal(tensor_of(handle), theirs));
	ct_tensor_free(handle);
	ct_generator_free(ours);
}
END_TEST

START_TEST(errors_have_libtorchs_text)
{
	at::Tensor a = at::zeros({ 2, 3 });
	ct_tensor *handle = handle_of(a);

	assert_same_error(ct_mm(handle, handle, nullptr),
			  "RuntimeError: ", libtorchs_error([&] { at::mm(a, a); }));
	assert_same_error(ct_select_int(handle, 5, 0, nullptr),
			  "IndexError: ", libtorchs_error([&] { at::select(a, 5, 0); }));
	assert_same_error(ct_linalg_inv(handle, nullptr),
			  "RuntimeError: ", libtorchs_error([&] { at::linalg_inv(a); }));
	assert_same_error(ct_cholesky_inverse(handle, false, nullptr),
			  "RuntimeError: ", libtorchs_error([&] { at::cholesky_inverse(a); }));
	ct_tensor_free(handle);
}
END_TEST

/* --- Exceptions ------------------------------------------------------------------------------ */

/* What relu throws for a tensor of the device type that libtorch leaves to its users. */
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
	ct_tensor *handle = handle_of(tensor), *untouched = handle, *result = untouched;
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
	ck_assert_int_eq(ct_error_kind(error), kind);
	ck_assert_str_eq(ct_error_function(error), "ct_relu");
	ct_error_free(error);
}

template <class Class> void throw_class()
{
	throw Class(c10::SourceLocation{ __func__, __FILE__, __LINE__ }, "what happened");
}

START_TEST(every_class_of_libtorch_has_its_kind)
{
	const struct {
		ct_error_class kind;
		const char *message;
		void (*throws)();
	} cases[] = {
		{ CT_ERROR_RUNTIME, "RuntimeError: what happened", throw_class<c10::Error> },
		{ CT_ERROR_INDEX, "IndexError: what happened", throw_class<c10::IndexError> },
		{ CT_ERROR_VALUE, "ValueError: what happened", throw_class<c10::ValueError> },
		{ CT_ERROR_TYPE, "TypeError: what happened", throw_class<c10::TypeError> },
		{ CT_ERROR_NOT_IMPLEMENTED, "NotImplementedError: what happened",
		  throw_class<c10::NotImplementedError> },
		{ CT_ERROR_OUT_OF_MEMORY, "OutOfMemoryError: what happened",
		  throw_class<c10::OutOfMemoryError> },
		{ CT_ERROR_LINALG, "LinAlgError: what happened", throw_class<c10::LinAlgError> },
		{ CT_ERROR_SYNTAX, "SyntaxError: what happened", throw_class<c10::SyntaxError> },
		{ CT_ERROR_BUFFER, "BufferError: what happened", throw_class<c10::BufferError> },
		{ CT_ERROR_DIST, "DistError: what happened", throw_class<c10::DistError> },
		{ CT_ERROR_DIST_BACKEND, "DistBackendError: what happened",
		  throw_class<c10::DistBackendError> },
		{ CT_ERROR_DIST_STORE, "DistStoreError: what happened",
		  throw_class<c10::DistStoreError> },
		{ CT_ERROR_DIST_NETWORK, "DistNetworkError: what happened",
		  throw_class<c10::DistNetworkError> },
		{ CT_ERROR_DIST_QUEUE_EMPTY, "QueueEmptyError: what happened",
		  throw_class<c10::DistQueueEmptyError> },
		/* These have no class of their own in Python's view. */
		{ CT_ERROR_RUNTIME, "RuntimeError: what happened",
		  throw_class<c10::EnforceFiniteError> },
		{ CT_ERROR_RUNTIME, "RuntimeError: what happened",
		  throw_class<c10::OnnxfiBackendSystemError> },
	};

	for (const auto &one : cases)
		assert_becomes(one.kind, one.message, one.throws);
	assert_becomes(CT_ERROR_ACCELERATOR, "AcceleratorError: what happened", [] {
		throw c10::AcceleratorError({ __func__, __FILE__, __LINE__ }, 700, "what happened");
	});
}
END_TEST

START_TEST(failed_assertion_is_an_internal_error)
{
	ct_error error = error_of([] { TORCH_INTERNAL_ASSERT(false, "what happened"); });

	ck_assert_ptr_nonnull(error);
	ck_assert_int_eq(ct_error_kind(error), CT_ERROR_INTERNAL);
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

/* --- Handles --------------------------------------------------------------------------------- */

static bool throw_from_hook(int64_t, void *calls)
{
	++*static_cast<int *>(calls);
	throw std::runtime_error("from the hook");
}

/* The error is the exception's, and the thread's scopes are as they were. */
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

START_TEST(calls_leave_the_reference_count_alone)
{
	at::Tensor tensor = at::randn({ 4 });
	ct_tensor *handle = handle_of(tensor), *list[] = { handle, handle }, *result;

	assert_no_error(ct_add_Tensor(handle, handle, ct_scalar_int(1), &result));
	ct_tensor_free(result);
	assert_no_error(ct_cat(list, 2, 0, &result));
	ct_tensor_free(result);
	ck_assert_uint_eq(tensor.use_count(), 2);
	assert_no_error(ct_relu_(handle, &result));
	ck_assert_uint_eq(tensor.use_count(), 3);
	ct_tensor_free(result);
	ct_tensor_free(handle);
	ck_assert_uint_eq(tensor.use_count(), 1);
}
END_TEST

START_TEST(data_of_from_data_reads_as_libtorch_reads_it)
{
	const std::vector<int64_t> shape = { 2, 3 };
	const std::vector<c10::BFloat16> halves = { 1.f, 2.f, 3.f, 4.f, 5.f, 6.5f };
	ct_tensor *handle;

	assert_no_error(ct_tensor_from_data(halves.data(), CT_BFLOAT16, shape.data(), 2, &handle));
	ck_assert(at::equal(
		tensor_of(handle),
		at::tensor({ 1., 2., 3., 4., 5., 6.5 }).to(at::kBFloat16).view({ 2, 3 })));
	ct_tensor_free(handle);
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
	Suite *suite = suite_create("beside libtorch");
	TCase *tests = tcase_create("beside libtorch");
	SRunner *runner = srunner_create(suite);
	int failed;

	tcase_add_checked_fixture(tests, remember_live, compare_live);
	tcase_add_test(tests, scalars_convert_as_libtorchs);
	tcase_add_test(tests, items_convert_as_libtorchs);
	tcase_add_test(tests, results_equal_libtorchs);
	tcase_add_test(tests, gradients_equal_libtorchs);
	tcase_add_test(tests, seeded_numbers_equal_libtorchs);
	tcase_add_test(tests, errors_have_libtorchs_text);
	tcase_add_test(tests, every_class_of_libtorch_has_its_kind);
	tcase_add_test(tests, failed_assertion_is_an_internal_error);
	tcase_add_test(tests, whatever_is_thrown_becomes_an_error);
	tcase_add_test(tests, hook_that_throws_is_over);
	tcase_add_test(tests, calls_leave_the_reference_count_alone);
	tcase_add_test(tests, data_of_from_data_reads_as_libtorch_reads_it);
	suite_add_tcase(suite, tests);
	srunner_run_all(runner, CK_NORMAL);
	failed = srunner_ntests_failed(runner);
	srunner_free(runner);
	return failed ? EXIT_FAILURE : EXIT_SUCCESS;
}
