/*
 * Inside the library: whether a graph is being captured, for files in C.
 */
#ifndef CT_CORE_BRIDGE_CAPTURING_H
#define CT_CORE_BRIDGE_CAPTURING_H

#include <ctorch/core/types.h>

#ifdef __cplusplus
extern "C" {
#endif

enum { CT_ACCELERATOR_NAME = 32 };

/* Whether the current stream of the accelerator is capturing, whose name, such as "CUDA", is then
 * written. False if there is no accelerator, and with releases before 2.13, which cannot tell. */
bool ct_accelerator_is_capturing(char name[CT_ACCELERATOR_NAME]) CT_NOEXCEPT;

#ifdef __cplusplus
}
#endif

#endif
