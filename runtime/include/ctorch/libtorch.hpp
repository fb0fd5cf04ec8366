/**
 * @file
 * For C++ programs that also use libtorch directly: converts tensors and values between the two.
 *
 * Both are handles on the same tensor and each owns a reference, so nothing is copied. Compile with
 * the headers of the libtorch release that libctorch was built for, and link both libraries.
 */
#ifndef CTORCH_LIBTORCH_HPP
#define CTORCH_LIBTORCH_HPP

#include <stdexcept>
#include <string>

#include <ATen/core/Tensor.h>
#include <ATen/core/ivalue.h>

#include <ctorch/core/error.h>
#include <ctorch/operators/ivalue.h>
#include <ctorch/tensor/create.h>

namespace ct {

/** Throws the text of an error as a std::runtime_error, and frees it; nothing if it is NULL. */
inline void throw_error(ct_error error)
{
	if (error == nullptr)
		return;
	std::string text(error);

	ct_error_free(error);
	throw std::runtime_error(text);
}

/** A new handle on a tensor: it belongs to the innermost scope of the thread, or is released with
 * ct_tensor_free(). NULL for the undefined tensor. Throws std::runtime_error if the scope has no
 * memory for it. */
inline ct_tensor *to_handle(const at::Tensor &tensor)
{
	ct_tensor *handle = nullptr;

	throw_error(ct_tensor_from_impl(tensor.unsafeGetTensorImpl(), &handle));
	return handle;
}

/** The tensor of a handle, which stays the caller's; the undefined tensor for NULL. */
inline at::Tensor to_tensor(const ct_tensor *handle)
{
	auto *impl = reinterpret_cast<c10::TensorImpl *>(const_cast<ct_tensor *>(handle));

	if (impl == nullptr)
		return at::Tensor();
	return at::Tensor(
		c10::intrusive_ptr<c10::TensorImpl, c10::UndefinedTensorImpl>::reclaim_copy(impl));
}

/** A new value for anything that libtorch's operators take or return, such as an object of a
 * registered class: ct_value_free(). Throws std::runtime_error. */
inline ct_value to_value(const c10::IValue &ivalue)
{
	ct_value value;

	throw_error(ct_value_from_ivalue(&ivalue, &value));
	return value;
}

/** What libtorch has for a value, which stays the caller's; None for NULL. Throws std::runtime_error
 * for a value that libtorch has no type for. */
inline c10::IValue to_ivalue(const ct_value *value)
{
	c10::IValue ivalue;

	throw_error(ct_value_to_ivalue(value, &ivalue));
	return ivalue;
}

} // namespace ct

#endif
