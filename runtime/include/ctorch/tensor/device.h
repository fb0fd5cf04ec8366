/**
 * @file
 * Devices: names, available devices, the current and the default device.
 *
 * These functions use libtorch's generic device interface, which supports a device type once its
 * library is loaded: device/load.h. Streams, events and memory are in device/, too. Properties that
 * only CUDA knows (a device's multiprocessors) are in libctorch_cuda: cuda/device.h.
 */
#ifndef CTORCH_TENSOR_DEVICE_H
#define CTORCH_TENSOR_DEVICE_H

#include <ctorch/core/error.h>
#include <ctorch/core/types.h>

#ifdef __cplusplus
extern "C" {
#endif

/* --- Names ----------------------------------------------------------------------------------- */

/**
 * Finds the device with this name in Python: "cpu", "cuda", "cuda:1", "mps:0". Without an index it
 * is the current device (-1). The device need not exist.
 *
 * The errors are Python's own: `RuntimeError: Invalid device string: 'cuda:01'`. An index above 127
 * is an ArgumentError; PyTorch 2.15 silently wraps it.
 */
CT_API ct_error ct_device_from_string(const char *text,
				      ct_device *result) CT_BRIEF CT_RETURNS_ERROR;

/** Returns Python's str(device): "cuda:1", "cpu"; "None" for CT_DEVICE_NONE. `*result` is new:
 * ct_free(). */
CT_API ct_error ct_device_to_string(ct_device device, char **result) CT_BRIEF CT_RETURNS_ERROR;

/** Returns the name of a device type: "cuda", or a loaded library's ("sim"). NULL if unknown. */
CT_API const char *ct_device_type_name(ct_device_type type) CT_NOEXCEPT;

/* --- Available devices ----------------------------------------------------------------------- */

/** Returns the number of usable devices of a type; 0 if the type's library is not loaded, and for
 * an unknown type. There is one CPU and one meta device. */
CT_API int64_t ct_device_count(ct_device_type type) CT_MAY_BLOCK CT_NOEXCEPT;

/** Returns whether the device can be used: its index is below ct_device_count(), or it is -1 and
 * the count is not 0. */
CT_API bool ct_device_is_available(ct_device device) CT_MAY_BLOCK CT_NOEXCEPT;

/** Returns the usable accelerator, without an index (Python's
 * torch.accelerator.current_accelerator(check_available=True)); CT_DEVICE_NONE if there is none. */
CT_API ct_device ct_device_accelerator(void) CT_MAY_BLOCK CT_NOEXCEPT;

/* --- The current device ----------------------------------------------------------------------
 *
 * Each thread has one current device of each type; a device without an index (-1) refers to it. For
 * the CPU it never changes.
 */

/** Returns the calling thread's current device of a type. */
CT_API ct_error ct_device_current(ct_device_type type,
				  ct_device *result) CT_THREAD_STATE CT_BRIEF CT_RETURNS_ERROR;

/** Makes a device the calling thread's current device of its type (torch.cuda.set_device()); index
 * -1 has no effect. */
CT_API ct_error ct_device_set_current(ct_device device) CT_THREAD_STATE CT_RETURNS_ERROR;

/* The same, for blocks: `*was` is the previous device. */
CT_API ct_error ct_device_swap_(ct_device device, ct_device *was CT_NOT_NULL) CT_RETURNS_ERROR;

/* --- The default device ----------------------------------------------------------------------
 *
 * Tensors are created on the default device if no device is given. Each thread has its own; it is
 * the CPU until you set one, also in a new thread.
 *
 * If the device argument is CT_DEVICE_NONE, the default applies to the same operators as in Python,
 * and to the functions of create.h that are built on them: operators that create a tensor from
 * nothing (ct_zeros(), ct_rand(), ct_arange(), ct_eye(), ct_full(), ...), from numbers, rows, text
 * or a copied array, and the sparse ones. Functions that follow another tensor (ct_zeros_like(),
 * ct_new_zeros(), ...) use its device, and C data that is not copied stays where it is.
 * docs/settings.md has the list.
 */

/**
 * Sets the default device of the calling thread: Python's torch.set_default_device(). The device
 * need not exist.
 *
 * @param device  CT_DEVICE_NONE: unset; the default is the CPU again (Python's None)
 */
CT_API ct_error ct_set_default_device(ct_device device) CT_THREAD_STATE CT_BRIEF CT_RETURNS_ERROR;

/* The same, for blocks: `*was` is the previous device, CT_DEVICE_NONE if none was set. */
CT_API ct_error ct_default_device_swap_(ct_device device,
					ct_device *was CT_NOT_NULL) CT_RETURNS_ERROR;

/** Returns the default device: Python's torch.get_default_device(); the CPU if none is set. If it
 * was set without an index, the result has the index of the current device, if there is one. */
CT_API ct_device ct_default_device(void) CT_THREAD_STATE CT_NOEXCEPT;

/* --- Waiting --------------------------------------------------------------------------------- */

/** Waits until all work of the device is done (torch.accelerator.synchronize()); index -1 is the
 * current device. Work of the CPU is done when a call returns. */
CT_API ct_error ct_device_synchronize(ct_device device) CT_WAITS_FOR(devices) CT_RETURNS_ERROR;

/* --- Properties of a device ------------------------------------------------------------------ */

/** Returns the CPU's name, such as "AMD EPYC 7763 64-Core Processor"; if the system does not know
 * it, the name of the instruction set, such as "aarch64". The name of an accelerator, which only its
 * own library knows, is its type and index: "cuda:0". `*result` is new: ct_free(). */
CT_API ct_error ct_device_name(ct_device device, char **result) CT_RETURNS_ERROR;

/** Returns whether tensors of a dtype can be allocated on a device and converted to its other dtypes
 * (torch.accelerator.get_device_capability(device)["supported_dtypes"]); single operators may still
 * lack a kernel. Needs libtorch 2.10. */
CT_API ct_error ct_device_supports_dtype(ct_device device, ct_dtype dtype,
					 bool *result) CT_RETURNS_ERROR;

/**
 * Returns the memory of a device in bytes: the machine's for the CPU, its own for an accelerator
 * (torch.accelerator.get_memory_info()). Either pointer may be NULL.
 *
 * @param available  approximately the memory that a program can still allocate
 * @param total      free and used together
 */
CT_API ct_error ct_device_memory(ct_device device, int64_t *available,
				 int64_t *total) CT_RETURNS_ERROR;

#ifdef __cplusplus
}
#endif

#endif
