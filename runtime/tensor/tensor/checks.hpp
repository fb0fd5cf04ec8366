/*
 * Checks for functions that create tensors, before libtorch is called: sizes, strides, addresses.
 */
#pragma once

#include "core/bridge/callback.hpp"
#include "core/bridge/wrap.hpp"

namespace ct {

/* A dtype whose elements are plain numbers: those of a quantized one also need a scale and a zero
 * point. */
at::ScalarType number_dtype(ct_dtype dtype, int position, const char *name);

/* The numbers of the argument must not be negative. */
void check_not_negative(at::IntArrayRef list, int position, const char *name);

/* Number of elements of a shape; an error if they exceed the address space. */
int64_t checked_numel(at::IntArrayRef shape, at::ScalarType dtype, int position, const char *name);

/* One stride for each size, none negative, and an address for the farthest element. None:
 * contiguous. */
at::OptionalIntArrayRef checked_strides(const int64_t *strides, int64_t strides_len,
					at::IntArrayRef shape, at::ScalarType dtype, int position,
					const char *name);

/* Bytes from a storage's beginning to the end of the farthest element; INT64_MAX if they exceed the
 * address space. No size is 0. */
int64_t end_of(int64_t offset, at::IntArrayRef shape, at::IntArrayRef strides,
	       int64_t element_size);

/* Bytes in memory: quantized types of 4 and 2 bits have several elements in each. */
int64_t packed(int64_t nbytes, at::ScalarType dtype);

/* For CT_BOOL, every byte must be 0 or 1. */
void check_bools(const void *data, int64_t n, int position, const char *name);

/* In bytes, of an element. */
size_t alignment_of(at::ScalarType dtype);

/* The address must be aligned for elements of this type. */
void check_alignment(const void *data, at::ScalarType dtype, int position, const char *name);

/* ct_check_memory() of memory_check.h, which throws. */
void check_memory(const at::Tensor &self);

/* The user's memory. Its deleter is armed only when the tensor is returned; until then the data is
 * still the caller's. */
struct blob_owner final : pending_release {
	void *const data;
	void (*const deleter)(void *data, void *context);
	void *const context;
	bool armed = false;
	bool is_shared = false; /* other processes may see the memory */

	blob_owner(void *memory, void (*by)(void *data, void *context), void *with)
	    : data(memory), deleter(by), context(with)
	{
	}

	void release() noexcept override { deleter(data, context); }
};

/* A `c10::DeleterFnPtr` for a blob_owner. */
void release_blob(void *owner);

/* The owner of a storage's memory; NULL for memory that is not around a blob. */
inline blob_owner *owner_of(const c10::StorageImpl &storage)
{
	return storage.data_ptr().cast_context<blob_owner>(release_blob);
}

} // namespace ct
