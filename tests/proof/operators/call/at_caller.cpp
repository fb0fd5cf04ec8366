/*
 * Calls operators through libtorch's dispatcher, and describes what they throw. The classification
 * is repeated here on purpose: the library's own is compared with it.
 */
#include <cstdio>
#include <cstring>
#include <exception>
#include <new>
#include <stdexcept>
#include <string>

#include <c10/core/TensorOptions.h>
#include <c10/core/impl/DeviceGuardImplInterface.h>
#include <c10/util/Exception.h>

#include "support/releases.hpp"
#include "call/caller.hpp"

namespace ops {

namespace {

/* No error has a class of later releases. */
template <class Class> bool is([[maybe_unused]] const c10::Error &error)
{
	if constexpr (ct::is_complete<Class>::value)
		return dynamic_cast<const Class *>(&error);
	else
		return false;
}

/* Python's name of the class; libtorch has no class for two of them. */
std::string class_of(const c10::Error &error, const std::string &text)
{
	if (is<c10::DistQueueEmptyError>(error))
		return "QueueEmptyError";
	if (is<c10::DistNetworkError>(error))
		return "DistNetworkError";
	if (is<c10::DistStoreError>(error))
		return "DistStoreError";
	if (is<c10::DistBackendError>(error))
		return "DistBackendError";
	if (is<c10::DistError>(error))
		return "DistError";
	if (is<c10::AcceleratorError>(error))
		return "AcceleratorError";
	if (is<c10::BufferError>(error))
		return "BufferError";
	if (is<c10::SyntaxError>(error))
		return "SyntaxError";
	if (is<c10::LinAlgError>(error))
		return "LinAlgError";
	if (is<c10::OutOfMemoryError>(error))
		return "OutOfMemoryError";
	if (is<c10::NotImplementedError>(error))
		return "NotImplementedError";
	if (is<c10::TypeError>(error))
		return "TypeError";
	if (is<c10::ValueError>(error))
		return "ValueError";
	if (is<c10::IndexError>(error))
		return "IndexError";
	if (text.find("INTERNAL ASSERT FAILED") != std::string::npos)
		return "InternalError";
	if (text.find("you tried to allocate ") != std::string::npos)
		return "OutOfMemoryError";
	return "RuntimeError";
}

/* For a device whose library is not loaded libtorch lists on sixty lines the kernels that there are;
 * libctorch says that it is not loaded. */
std::string without_kernels(const std::string &text)
{
	char name[200], key[100];

	if (std::sscanf(text.c_str(), "Could not run '%199[^']' with arguments from the '%99[^']'",
			name, key) != 2)
		return text;
	try {
		const auto device = c10::dispatchKeyToDeviceType(c10::parseDispatchKey(key));

		if (device == at::kCPU || c10::impl::hasDeviceGuardImpl(device))
			return text;
		return name + std::string(": PyTorch is not linked with support for ") +
		       c10::DeviceTypeName(device, true) + " devices";
	} catch (const c10::Error &) {
		return text; /* a key that is no device's */
	}
}

std::string describe(const c10::Error &error)
{
	std::string text = error.what_without_backtrace();

	return class_of(error, text) + ": " + without_kernels(text);
}

/* The argument that a result is, from the schema's `(a!)` on both; -1 if it is a new value. */
int argument_returned(const c10::FunctionSchema &schema, const c10::Argument &result)
{
	const c10::AliasInfo *alias = result.alias_info();

	if (alias == nullptr || !alias->isWrite())
		return -1;
	for (size_t i = 0; i < schema.arguments().size(); i++) {
		const c10::AliasInfo *of_argument = schema.arguments()[i].alias_info();

		if (of_argument && of_argument->isWrite() &&
		    of_argument->beforeSets() == alias->beforeSets())
			return static_cast<int>(i);
	}
	return -1;
}

/* A kernel that computes in another dtype converts the result, and may still return the
 * original. */
bool holds_converted(const at::Tensor &given, const at::Tensor &now)
{
	return !now.is_quantized() && !given.is_quantized() &&
	       given.equal(now.to(given.scalar_type()));
}

/* An argument that is written to stays the caller's tensor, also if the kernel returns another one
 * in its place. It must then become that one, with the same number of writes, or that is an
 * error. */
void become(const c10::IValue &argument, const c10::IValue &returned)
{
	if (!argument.isTensor() || !returned.isTensor() || argument.is(returned))
		return;
	const at::Tensor given = argument.toTensor(), now = returned.toTensor();

	if (given.dtype() != now.dtype() && holds_converted(given, now))
		return;
	if (given.dtype() != now.dtype() ||
	    !given.unsafeGetTensorImpl()->has_compatible_shallow_copy_type(now.key_set()))
		throw std::runtime_error(
			"the kernel replaced its output tensor with an incompatible one: the "
			"replacement must have the same dtype and layout and, in inference mode, "
			"be created in that mode");
	given.unsafeGetTensorImpl()->shallow_copy_from(now.getIntrusivePtr());
	for (int64_t writes = now._version(); writes > 0; writes--)
		given.unsafeGetTensorImpl()->bump_version();
}

/* A kernel may change a list of optional tensors, and some do. A C function cannot change its
 * caller's list, so such a change does not count as an effect of the operator. */
torch::jit::Stack copied(const std::vector<c10::IValue> &arguments)
{
	torch::jit::Stack stack(arguments);

	for (c10::IValue &value : stack)
		if (value.isOptionalTensorList())
			value = value.toOptionalTensorList().copy();
	return stack;
}

/* A kernel may return a tensor whose pointer is NULL, instead of the undefined tensor: copying it
 * crashes. C has NULL for both. */
void give_undefined(c10::IValue &value)
{
	if (!value.isTensor() || value.unsafeToTensorImpl() != nullptr)
		return;
	std::move(value).toTensor().unsafeReleaseTensorImpl();
	value = at::Tensor();
}

} // namespace

std::string describe_exception()
{
	try {
		throw;
	} catch (const c10::Error &error) {
		return describe(error);
	} catch (const std::bad_alloc &error) {
		return std::string("OutOfMemoryError: ") + error.what();
	} catch (const std::exception &error) {
		return std::string("RuntimeError: ") + error.what();
	} catch (...) {
		return "RuntimeError: unknown C++ exception";
	}
}

outcome call_at(const c10::OperatorHandle &op, const std::vector<c10::IValue> &arguments)
{
	const c10::FunctionSchema &schema = op.schema();
	outcome result;

	result.error = error_of([&] {
		torch::jit::Stack stack = copied(arguments);

		op.callBoxed(stack);
		for (c10::IValue &value : stack)
			give_undefined(value);
		for (size_t i = 0; i < stack.size(); i++) {
			int argument = argument_returned(schema, schema.returns()[i]);

			if (argument < 0)
				continue;
			become(arguments[static_cast<size_t>(argument)], stack[i]);
			stack[i] = arguments[static_cast<size_t>(argument)];
		}
		result.results = std::move(stack);
	});
	result.op = schema.name();
	return result;
}

c10::OperatorHandle find_operator(const api_function &function)
{
	const auto found = c10::Dispatcher::singleton().findSchema(
		{ function.op, function.overload });

	if (!found)
		throw std::runtime_error(std::string("libtorch has no operator ") + function.op +
					 "." + function.overload);
	return *found;
}

} // namespace ops
