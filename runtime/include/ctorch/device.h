/**
 * @file
 * Devices: which there are, which is the current one, names.
 *
 * What is here asks libtorch's own interface to its devices, which knows a device type when the
 * library for it is loaded; libctorch itself loads the CPU's alone. A program that links to
 * libtorch_cuda too (or is run with it in LD_PRELOAD) sees its CUDA devices here. What only CUDA
 * can tell (a device's name, its multiprocessors) is no part of libctorch.
 */
#ifndef CTORCH_DEVICE_H
#define CTORCH_DEVICE_H

#include <ctorch/error.h>
#include <ctorch/types.h>

#ifdef __cplusplus
extern "C" {
#endif

/* --- Names ----------------------------------------------------------------------------------- */

/**
 * A device by the name that Python gives it: "cpu", "cuda", "cuda:1", "mps:0". Without an index it
 * is the current device (-1). It need not exist.
 *
 * The errors are Python's own: `RuntimeError: Invalid device string: 'cuda:01'`. An index above 127
 * is an ArgumentError, where Python 2.15 takes it for another number.
 */
CT_API ct_error ct_device_from_string(const char *text, ct_device *result) CT_CALL;

/** Python's str(device): "cuda:1", "cpu"; "None" of CT_DEVICE_NONE. `*result` is new: ct_free(). */
CT_API ct_error ct_device_to_string(ct_device device, char **result) CT_CALL;

/** The name of a type as in a device's: "cuda". NULL when there is no such type; never freed. */
CT_API const char *ct_device_type_name(ct_device_type type) CT_NOEXCEPT;

/* --- Which there are ------------------------------------------------------------------------- */

/** How many devices of a type can be used; 0 when there is none, when the library for the type is
 * not loaded, and for an unknown type. There is one CPU and one meta device. */
CT_API int64_t ct_device_count(ct_device_type type) CT_NOEXCEPT;

/** Whether the device can be used: its index is below ct_device_count(), or -1 and there is any. */
CT_API bool ct_device_is_available(ct_device device) CT_NOEXCEPT;

/** The accelerator that can be used, without an index (Python's
 * torch.accelerator.current_accelerator(check_available=True)); CT_DEVICE_NONE when there is
 * none. */
CT_API ct_device ct_device_accelerator(void) CT_NOEXCEPT;

/* --- The current device ----------------------------------------------------------------------
 *
 * A thread has one current device of each type; work for a device without an index (-1) goes to it.
 * The CPU's is always the same.
 */

/** The calling thread's current device of a type. */
CT_API ct_error ct_device_current(ct_device_type type, ct_device *result) CT_CALL;

/** Makes a device the calling thread's current one of its type (torch.cuda.set_device()); with
 * index -1 nothing changes. `*was`, which may be NULL, is the one before. */
CT_API ct_error ct_device_set_current(ct_device device, ct_device *was) CT_CALL;

#if defined(__GNUC__) || defined(__clang__)
/**
 * Python's `with torch.cuda.device(1):` for the block that follows: the device is the current one
 * of its type in it, and the one before is again once the block is left, in whatever way but by
 * longjmp. In it, break and continue mean the block, not a loop around it.
 *
 *     ct_error err = NULL;
 *
 *     CT_ON_DEVICE(err, CT_DEVICE_CUDA(1)) {
 *             CT_TRY(step(model));
 *     }
 *     CT_TRY(err);
 *
 * @param error   a variable of type ct_error, set to NULL; when the device cannot be made the
 *                current one it gets the reason, and the block does not run
 * @param device  a ct_device
 *
 * It needs GNU C's cleanup attribute (gcc, clang) and does not exist elsewhere; there, use
 * ct_device_set_current().
 */
#define CT_ON_DEVICE(error, device) CT_ON_DEVICE_AT_(error, device, __LINE__)

#define CT_ON_DEVICE_AT_(error, device, line) CT_ON_DEVICE_NAMED_(error, device, line)
#define CT_ON_DEVICE_NAMED_(error, device, line)                                                \
	for (ct_device ct_device_was_##line##_                                                  \
	     __attribute__((cleanup(ct_device_leave_))) = ct_device_enter_(&(error), (device)), \
	     ct_device_once_##line##_ = ct_device_was_##line##_;                                \
	     ct_device_once_##line##_.type >= 0;                                                \
	     ct_device_once_##line##_.type = CT_DEVICE_TYPE_NONE)

static inline ct_device ct_device_enter_(ct_error *error, ct_device device)
{
	ct_device was = CT_DEVICE_NONE;

	*error = ct_device_set_current(device, &was);
	return was;
}

static inline void ct_device_leave_(ct_device *was)
{
	if (was->type >= 0)
		ct_error_free(ct_device_set_current(*was, NULL));
}
#endif

/* --- The default device ----------------------------------------------------------------------
 *
 * Where a tensor is made when nothing says so. A thread has one of its own, which is the CPU as
 * long as none is set, and a thread that is begun has none.
 *
 * It counts, where the device is CT_DEVICE_NONE, for the operators that Python's heeds as well, and
 * for the functions of create.h that are made of them: those that make a tensor out of nothing
 * (ct_zeros(), ct_rand(), ct_arange(), ct_eye(), ct_full(), ...), out of numbers, rows, text or
 * a copied array, and the sparse ones. Those that take after a tensor (ct_zeros_like(),
 * ct_new_zeros(), ...) have its device, and C data that is not copied stays where it is.
 * docs/settings.md has the list.
 */

/**
 * Python's torch.set_default_device(), for the calling thread. It need not exist.
 *
 * @param device  CT_DEVICE_NONE: none, so that it is the CPU again (Python's None)
 * @param was     what was set before, CT_DEVICE_NONE for none; may be NULL
 */
CT_API ct_error ct_set_default_device(ct_device device, ct_device *was) CT_CALL;

/** Python's torch.get_default_device(): the CPU when none is set. When it was set without an index,
 * it has that of the current device, if there is one. */
CT_API ct_device ct_get_default_device(void) CT_NOEXCEPT;

#if defined(__GNUC__) || defined(__clang__)
/**
 * Python's `with torch.device("meta"):` for the block that follows: tensors that are made in it
 * without a device are made there. The default device before is so again once the block is left, in
 * whatever way but by longjmp. In it, break and continue mean the block, not a loop around it.
 *
 *     ct_error err = NULL;
 *
 *     CT_WITH_DEVICE(err, CT_DEVICE(CT_DEVICE_TYPE_META, -1)) {
 *             CT_TRY(make_layers(model));
 *     }
 *     CT_TRY(err);
 *
 * @param error   a variable of type ct_error, set to NULL; when there is no such device type it
 *                gets the reason, and the block does not run
 * @param device  a ct_device; CT_DEVICE_NONE: as if none was set
 *
 * It needs GNU C's cleanup attribute (gcc, clang) and does not exist elsewhere; there, use
 * ct_set_default_device().
 */
#define CT_WITH_DEVICE(error, device) CT_WITH_DEVICE_AT_(error, device, __LINE__)

#define CT_WITH_DEVICE_AT_(error, device, line) CT_WITH_DEVICE_NAMED_(error, device, line)
#define CT_WITH_DEVICE_NAMED_(error, device, line)                 \
	for (ct_default_device_was ct_default_##line##_            \
	     __attribute__((cleanup(ct_default_device_leave_))) =  \
		     ct_default_device_enter_(&(error), (device)), \
	     ct_default_once_##line##_ = ct_default_##line##_;     \
	     ct_default_once_##line##_.entered; ct_default_once_##line##_.entered = false)

/** What was before a block; only the block reads it. */
typedef struct ct_default_device_was {
	ct_device device; /**< the default device */
	bool entered;     /**< false: nothing has changed */
} ct_default_device_was;

static inline ct_default_device_was ct_default_device_enter_(ct_error *error, ct_device device)
{
	ct_default_device_was was = { CT_DEVICE_NONE, false };

	*error = ct_set_default_device(device, &was.device);
	was.entered = *error == NULL;
	return was;
}

static inline void ct_default_device_leave_(ct_default_device_was *was)
{
	if (was->entered)
		ct_error_free(ct_set_default_device(was->device, NULL));
}
#endif

/* --- Waiting --------------------------------------------------------------------------------- */

/** Waits until all work of the device is done (torch.accelerator.synchronize()); index -1 is the
 * current one. The CPU's is done when a call returns. */
CT_API ct_error ct_device_synchronize(ct_device device) CT_CALL;

/* --- What a device is ------------------------------------------------------------------------ */

/** The CPU's name, such as "AMD EPYC 7763 64-Core Processor", and where the system does not tell
 * it that of its instruction set, such as "aarch64". Of other devices libtorch's CPU library cannot
 * tell: a NotImplementedError. `*result` is new: ct_free(). */
CT_API ct_error ct_device_name(ct_device device, char **result) CT_CALL;

/**
 * The memory of a device in bytes: of the CPU the machine's, of an accelerator its own
 * (torch.accelerator.get_memory_info()). Either pointer may be NULL.
 *
 * @param available  what a program could still allocate, about
 * @param total      all there is
 */
CT_API ct_error ct_device_memory(ct_device device, int64_t *available, int64_t *total) CT_CALL;

#ifdef __cplusplus
}
#endif

#endif
