/**
 * @file
 * Shared memory: tensors that several processes use at the same time.
 *
 * ct_tensor_share_memory() moves a tensor's memory into a named POSIX segment; the tensor and all
 * its views remain valid. ct_tensor_shared_handle() describes it in a line of text, from which
 * another process creates a tensor with ct_tensor_open_shared(). Each process then sees the others'
 * writes; your program must synchronize them.
 *
 * The system counts the processes that use a segment as locks on it, so a process that dies for any
 * reason no longer counts. The last process removes the segment when it frees its last tensor or
 * ends. If that process is killed, the next ct_tensor_share_memory(), ct_tensor_open_shared() or
 * ct_shared_reap() in any process of the same user removes the segment.
 *
 * Therefore keep the tensor until the process that you sent the handle to has opened it.
 *
 * A forked child uses its parent's segments like its parent's memory, and counts as a process that
 * uses them until it ends, frees them or calls exec().
 */
#ifndef CTORCH_TENSOR_SHARED_H
#define CTORCH_TENSOR_SHARED_H

#include <ctorch/core/types.h>

#ifdef __cplusplus
extern "C" {
#endif

/**
 * Moves the storage of a tensor on the CPU into shared memory, as Python's Tensor.share_memory_(),
 * with everything that uses that storage: views, parameters, tensors that autograd saved. No effect
 * if it is already shared. Afterwards the storage cannot be resized. Memory that had a deleter is
 * released.
 *
 * All earlier addresses become invalid: those from ct_tensor_data() and ct_storage_data(), in a
 * ct_accessor, and in the results of ct_tensor_to_dlpack(). So share a tensor before you pass its
 * memory on. No other thread may use the storage during the call. It copies the whole storage, and
 * needs one open file for as long as the storage lives.
 *
 * @return ArgumentError for a tensor on another device; RuntimeError with the system's text if
 *         there is no room for the segment (/dev/shm is full), which is then removed
 */
CT_API ct_error ct_tensor_share_memory(ct_tensor *self) CT_WAITS_FOR(processes) CT_RETURNS_ERROR;

/** Returns whether the tensor's storage is in a segment of ct_tensor_share_memory() or
 * ct_tensor_open_shared(), so that it has a handle; false for NULL. ct_storage_is_shared() is true of
 * more memory, as Python's is_shared() is. */
CT_API bool ct_tensor_is_shared(const ct_tensor *self) CT_NOEXCEPT;

/**
 * Returns a handle from which another process can create the same tensor: one line of letters,
 * digits and a few punctuation characters, without spaces, safe on a command line, such as
 * `ctorch_shm:1:ctorch_4711_9f86d081884c7d65:24:7:2,3:3,1:0`. It has the segment's name and size in
 * bytes, and the tensor's dtype (as a ct_dtype), shape, strides and offset. The tensor may be a
 * view.
 *
 * @param result  new: ct_free(); may not be NULL
 * @return ArgumentError for a tensor that is not shared, and for one that a handle cannot describe:
 *         a quantized tensor, or one whose elements must be conjugated or negated when they are
 *         read
 */
CT_API ct_error ct_tensor_shared_handle(const ct_tensor *self, char **result CT_NOT_NULL)
	CT_WAITS_FOR(processes) CT_RETURNS_ERROR;

/**
 * Creates a tensor on a segment that this or another process has shared, with the dtype, shape and
 * strides of the handle, and without a gradient.
 *
 * The handle need not be trusted. ArgumentError if it does not have the form above, does not name a
 * segment of libctorch and of this user, or describes a tensor that is not inside the segment.
 * RuntimeError if all processes have closed the segment.
 */
CT_API ct_error ct_tensor_open_shared(const char *handle, ct_tensor **result)
	CT_WAITS_FOR(processes) CT_RETURNS_ERROR;

/** Removes segments of this user that no process uses, because the last one was killed. Calling it
 * is optional; see above. `removed`, which may be NULL, receives their number. */
CT_API ct_error ct_shared_reap(int64_t *removed) CT_WAITS_FOR(processes) CT_RETURNS_ERROR;

#ifdef __cplusplus
}
#endif

#endif
