/*
 * Inside the library: the content and the shapes of tensors that existed before a recording, which
 * gives them back.
 */
#pragma once

#include <vector>

#include <ATen/core/Tensor.h>
#include <ATen/ops/empty.h>

namespace ct {

/* All bytes of a storage, as a tensor. */
inline at::Tensor bytes_of(const at::Storage &storage, at::Device device)
{
	at::Tensor bytes = at::empty({ 0 }, at::TensorOptions(at::kByte).device(device));

	return bytes.set_(storage, 0, { static_cast<int64_t>(storage.nbytes()) });
}

inline const void *memory_of(const at::Tensor &tensor)
{
	return tensor.has_storage() ? tensor.storage().unsafeGetStorageImpl() : nullptr;
}

/* The content of the memory of a tensor that existed before, if the function writes to it. */
class old_memory {
	at::Tensor bytes; /* the memory itself */
	at::Tensor copy;  /* undefined: nothing was written */

public:
	old_memory() = default;
	explicit old_memory(const at::Tensor &tensor)
	    : bytes(bytes_of(tensor.storage(), tensor.device()))
	{
	}
	void save()
	{
		if (!copy.defined())
			copy = bytes.clone();
	}
	void restore()
	{
		if (copy.defined())
			bytes.copy_(copy);
	}
};

/* The shape of a tensor that existed before, which operators such as t_() change. */
class old_shape {
	at::Tensor tensor;
	at::Storage storage;
	std::vector<int64_t> sizes, strides;
	int64_t offset;

public:
	explicit old_shape(const at::Tensor &of)
	    : tensor(of), storage(of.storage()), sizes(of.sizes().vec()),
	      strides(of.strides().vec()), offset(of.storage_offset())
	{
	}
	void restore()
	{
		if (memory_of(tensor) != storage.unsafeGetStorageImpl() ||
		    tensor.sizes() != sizes || tensor.strides() != strides ||
		    tensor.storage_offset() != offset)
			tensor.set_(storage, offset, sizes, strides);
	}
};

} // namespace ct
