/*
 * Operators that compute nothing: they create tensors, give other views of them, or change their
 * storages. The fallback to the CPU cannot do that, so each back end has these.
 */
#include <algorithm>

#include <ATen/EmptyTensor.h>
#include <ATen/ATen.h>
#include <ATen/native/Resize.h>
#include <ATen/ops/_reshape_alias_native.h>
#include <ATen/ops/as_strided_native.h>
#include <ATen/ops/set_native.h>
#include <ATen/ops/unfold_native.h>
#include <ATen/ops/view_as_complex_native.h>
#include <ATen/ops/view_as_real_native.h>
#include <ATen/ops/view_native.h>
#include <c10/core/DeviceGuard.h>
#include <torch/library.h>

#include "allocator.hpp"
#include "device.hpp"
#include "release.hpp"
#include "storage.hpp"

namespace sim {

namespace {

/* Not allocator(): a program may have put another one in front of it. */
c10::Allocator *source_of_memory()
{
	return c10::GetAllocator(c10::DeviceType::PrivateUse1);
}

} // namespace

void resize_storage(const c10::Storage &storage, size_t nbytes)
{
	const c10::DeviceGuard guard(storage.device());
	c10::DataPtr memory = source_of_memory()->allocate(nbytes);
	const size_t kept = std::min(nbytes, storage.nbytes());

	/* The old memory may still be written by the current stream's work. */
	if (kept) {
		end_of(current_stream(storage.device().index())).wait();
		allocator().copy_data(memory.get(), storage.data(), kept);
	}
	storage.set_data_ptr_noswap(std::move(memory));
	storage.unsafeGetStorageImpl()->set_nbytes(nbytes);
}

namespace {

const c10::DispatchKeySet keys(c10::DispatchKey::PrivateUse1);

/* --- New tensors ------------------------------------------------------------------------------ */

/* The devices' own interface checks the index. */
at::Tensor empty(at::IntArrayRef size, maybe<at::ScalarType> dtype, maybe<at::Layout> layout,
		 maybe<at::Device> on, maybe<bool> pin_memory, maybe<at::MemoryFormat> format)
{
	const c10::DeviceGuard guard(on.value_or(device(current_device())));

	TORCH_CHECK(layout.value_or(at::kStrided) == at::kStrided,
		    "sim: only strided tensors are supported");
	TORCH_CHECK(!pin_memory.value_or(false), "Only dense CPU tensors can be pinned");
	return at::detail::empty_generic(size, source_of_memory(), keys,
					 c10::dtype_or_default(dtype), format);
}

at::Tensor empty_strided(at::IntArrayRef size, at::IntArrayRef stride, maybe<at::ScalarType> dtype,
			 maybe<at::Layout>, maybe<at::Device> on, maybe<bool> pin_memory)
{
	const c10::DeviceGuard guard(on.value_or(device(current_device())));

	TORCH_CHECK(!pin_memory.value_or(false), "Only dense CPU tensors can be pinned");
	return at::detail::empty_strided_generic(size, stride, source_of_memory(), keys,
						 c10::dtype_or_default(dtype));
}

/* --- Other sizes and storages ----------------------------------------------------------------- */

void grow_storage(const at::Tensor &self, size_t nbytes)
{
	if (self.storage().nbytes() < nbytes)
		resize_storage(self.storage(), nbytes);
}

const at::Tensor &resize_(const at::Tensor &self, at::IntArrayRef size,
			  maybe<at::MemoryFormat> format)
{
	/* A view that has this size already keeps its strides. */
	if (self.sizes() != size) {
		grow_storage(self, at::detail::computeStorageNbytesContiguous(
					   size, self.itemsize(),
					   static_cast<size_t>(self.storage_offset())));
		self.unsafeGetTensorImpl()->set_sizes_contiguous(size);
	}
	if (format)
		self.unsafeGetTensorImpl()->empty_tensor_restride(*format);
	return self;
}

at::Tensor &set_source_storage_offset(at::Tensor &self, at::Storage source, int64_t offset,
				      at::IntArrayRef size, at::IntArrayRef stride)
{
	c10::TensorImpl *const tensor = self.unsafeGetTensorImpl();

	TORCH_CHECK(source.device() == self.device(), "sim: set_() of a tensor on ", self.device(),
		    " with a storage on ", source.device());
	tensor->set_storage_keep_dtype(source);
	tensor->set_storage_offset(offset);
	if (stride.data() == nullptr)
		tensor->set_sizes_contiguous(size);
	else
		tensor->set_sizes_and_strides(size, stride);
	grow_storage(self, at::detail::computeStorageNbytes(size, self.strides(), self.itemsize(),
							    static_cast<size_t>(offset)));
	return self;
}

at::Tensor &set_source_storage(at::Tensor &self, at::Storage source)
{
	const int64_t numel = static_cast<int64_t>(source.nbytes() / self.itemsize());

	return set_source_storage_offset(self, source, 0, numel, {});
}

/* To an empty one. */
at::Tensor &set_(at::Tensor &self)
{
	const c10::DeviceGuard guard(self.device());
	c10::Allocator *const source = source_of_memory();

	return set_source_storage(self, c10::Storage(c10::Storage::use_byte_size_t(), 0,
						     source->allocate(0), source, true));
}

void record_stream(at::Tensor &self, at::Stream stream)
{
	allocator().record_use(self.storage().data_ptr(), stream);
}

} // namespace

TORCH_LIBRARY_IMPL(aten, PrivateUse1, library)
{
	library.impl("empty.memory_format", empty);
	library.impl("empty_strided", empty_strided);
	library.impl("resize_", resize_);
	library.impl("set_", set_);
	library.impl("set_.source_Storage", set_source_storage);
	library.impl("set_.source_Storage_storage_offset", set_source_storage_offset);
	library.impl("set_.source_Tensor", at::native::set_tensor_);
	library.impl("record_stream", record_stream);
	/* Views: libtorch's own functions do not touch the memory. */
	library.impl("_reshape_alias", at::native::_reshape_alias);
	library.impl("as_strided", at::native::as_strided_tensorimpl);
	library.impl("unfold", at::native::unfold);
	library.impl("view", at::native::view);
	library.impl("view_as_complex", at::native::view_as_complex);
	library.impl("view_as_real", at::native::view_as_real);
}

} // namespace sim
