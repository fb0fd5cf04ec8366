/*
 * Inside the library: the device of tensors that are created without one.
 */
#ifndef CT_DEFAULT_DEVICE_H
#define CT_DEFAULT_DEVICE_H

#include <ctorch/types.h>

#ifdef __cplusplus
extern "C" {
#endif

/* The calling thread's; CT_DEVICE_NONE: libtorch's own, the CPU. Always a valid device.
 * Initial-exec, as ct_this_thread is. */
extern __thread ct_device ct_this_default_device
	__attribute__((tls_model("initial-exec"), visibility("hidden")));

#ifdef __cplusplus
}
#endif

#endif
