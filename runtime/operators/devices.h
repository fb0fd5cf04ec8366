/*
 * Inside the library: devices from their names.
 */
#ifndef CT_DEVICES_H
#define CT_DEVICES_H

#include <ctorch/types.h>

#ifdef __cplusplus
extern "C" {
#endif

/* "cpu", "cuda:1"; libtorch's error for any other text. */
ct_error ct_device_parse(const char *text, const char *function, ct_device *result) CT_WARN_UNUSED;

#ifdef __cplusplus
}
#endif

#endif
