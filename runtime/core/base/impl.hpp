/*
 * Inside the library: a handle is the address of libtorch's own tensor object.
 */
#pragma once

#include <ctorch/core/types.h>

#include "core/base/compat.hpp"

namespace ct {

using tensor_pointer = c10::intrusive_ptr<c10::TensorImpl, c10::UndefinedTensorImpl>;

inline c10::TensorImpl *impl_of(const ct_tensor *handle)
{
	return reinterpret_cast<c10::TensorImpl *>(const_cast<ct_tensor *>(handle));
}

inline ct_device from_device(at::Device device) noexcept
{
	return { device_number(device.type()), device.index() };
}

inline ct_dtype from_dtype(at::ScalarType dtype) noexcept
{
	return dtype == at::ScalarType::Undefined ? CT_DTYPE_NONE : number_of(dtype);
}

} // namespace ct
