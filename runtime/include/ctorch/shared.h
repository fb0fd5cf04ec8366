/**
 * @file
 * Shared memory: tensors that several processes use at once.
 *
 * ct_tensor_share() moves a tensor's memory into a POSIX segment with a name; the tensor and all
 * its views stay what they are. ct_tensor_shared_handle() says in a line of text where it is, and
 * another process makes a tensor of that line with ct_tensor_open_shared(). From then on, what one
 * writes the others see; waiting for each other is up to them.
 *
 * Users of a segment are counted by the system, as locks on it: a process that dies, by whatever
 * signal, is a user no longer. The segment goes with its last user: when its last tensor is freed
 * or the process ends. Where the last user was killed, or died before it could say its handle to
 * somebody, the next ct_tensor_share() or ct_tensor_open_shared() of any process of the same user
 * removes what is left, and so does ct_shared_reap().
 *
 * So whoever hands a handle to another process keeps its tensor until that one has opened it.
 *
 * A child that was forked uses its parent's segments as it uses its parent's memory, and counts as
 * a user until it ends, frees them or calls exec().
 */
#ifndef CTORCH_SHARED_H
#define CTORCH_SHARED_H

#include <ctorch/types.h>

#ifdef __cplusplus
extern "C" {
#endif

/**
 * Moves the storage of a tensor on the CPU into shared memory, as Python's Tensor.share_memory_(),
 * with everything that uses that storage: views, parameters, what autograd keeps. Nothing is done
 * when it is there already. Afterwards the storage cannot be resized any more; memory that came
 * with a deleter is released.
 *
 * Every address from before leads nowhere: what ct_tensor_data() and ct_storage_data() gave, what
 * is in a ct_accessor, and what ct_tensor_to_dlpack() handed out, to whomever. So share first, and
 * hand out then. No other thread may use the storage during the call. Costs a copy of the whole
 * storage and, as long as it lives, one open file.
 *
 * @return ArgumentError for a tensor on another device; RuntimeError with the system's words when
 *         there is no room for the segment (/dev/shm is full), and then nothing is left of it
 */
CT_API ct_error ct_tensor_share(ct_tensor *self) CT_CALL;

/** Whether the tensor's storage is in a segment of ct_tensor_share() or ct_tensor_open_shared();
 * false for NULL. */
CT_API bool ct_tensor_is_shared(const ct_tensor *self) CT_NOEXCEPT;

/**
 * What another process needs to make the same tensor: one line of letters, digits and a few signs
 * without spaces, fit for a command line, such as
 * `ctorch_shm:1:ctorch_4711_9f86d081884c7d65:24:6:2,3:3,1:0`. It names the segment, its bytes, the
 * dtype (as a ct_dtype), shape, strides and offset of this very tensor, which may be a view.
 *
 * @param result  new: ct_free(); may not be NULL
 * @return ArgumentError for a tensor that is not shared, and for what a handle does not say:
 *         quantised tensors, and those whose elements are to be conjugated or negated when they
 *         are read
 */
CT_API ct_error ct_tensor_shared_handle(const ct_tensor *self, char **result) CT_CALL;

/**
 * A new tensor on a segment that another process, or this one, has shared: without a gradient, and
 * with dtype, shape and strides as the handle says.
 *
 * The handle may come from anywhere. It is refused (ArgumentError) when it does not have the form
 * above, names what is no segment of libctorch's and of this user's, or describes a tensor that is
 * not in it. A segment that all users have closed is an error that says so (RuntimeError).
 */
CT_API ct_error ct_tensor_open_shared(const char *handle, ct_tensor **result) CT_CALL;

/** Removes segments of this user that no process has any more, because the last one was killed.
 * Nobody needs to call it; see above. `removed`, which may be NULL, tells how many there were. */
CT_API ct_error ct_shared_reap(int64_t *removed) CT_CALL;

#ifdef __cplusplus
}
#endif

#endif
