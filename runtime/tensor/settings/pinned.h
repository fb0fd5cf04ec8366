/*
 * Inside the library: pinned memory.
 */
#ifndef CT_TENSOR_SETTINGS_PINNED_H
#define CT_TENSOR_SETTINGS_PINNED_H

#include <stdbool.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Whether there is a device for which libtorch pins memory if it is not told which. */
bool ct_can_pin_memory(void);

#ifdef __cplusplus
}
#endif

#endif
