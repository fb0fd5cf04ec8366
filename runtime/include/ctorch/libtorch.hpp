/**
 * @file
 * For C++ programs that also use libtorch directly: converts tensors between the two.
 *
 * Both are handles on the same tensor and each owns a reference, so nothing is copied. Compile with
 * the headers of the libtorch release that libctorch was built for, and link both libraries.
 */
#ifndef CTORCH_LIBTORCH_HPP
#define CTORCH_LIBTORCH_HPP

#include <stdexcept>
#include <string>

#include <ATen/core/Tensor.h>

#include <ctorch/core/error.h>
#include <ctorch/tensor/create.h>

namespace ct {

/** A new handle on a tensor: it belongs to the innermost scope of the thread, or is released with
 * ct_tensor_free(). NULL for the undefined tensor. Throws std::runtime_error if the scope has no
 * memory for it. */
inline ct_tensor *to_handle(const at::Tensor &tensor)
{
	ct_tensor *handle = nullptr;
	ct_error error = ct_tensor_from_impl(tensor.unsafeGetTensorImpl(), &handle);

	if (error != nullptr) {
		std::string text(error);

		ct_error_free(error);
		throw std::runtime_error(text);
	}
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

} // namespace ct

#endif
