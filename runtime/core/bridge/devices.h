/*
 * Inside the library: devices from their names, and the device of tensors that are created without
 * one.
 */
#ifndef CT_CORE_BRIDGE_DEVICES_H
#define CT_CORE_BRIDGE_DEVICES_H

#include <ctorch/core/types.h>

#ifdef __cplusplus
extern "C" {
#endif

/* "cpu", "cuda:1"; libtorch's error for any other text. */
ct_error ct_device_parse(const char *text, const char *function, ct_device *result) CT_WARN_UNUSED;

/* The calling thread's; CT_DEVICE_NONE: libtorch's own, the CPU. Always one that can be passed on.
 * Initial-exec, as ct_this_thread is. */
extern __thread ct_device ct_this_default_device
	__attribute__((tls_model("initial-exec"), visibility("hidden")));

#ifdef __cplusplus
}
#endif

#endif
