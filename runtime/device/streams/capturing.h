/*
 * Inside the library: whether ct_stream_is_capturing() has an answer.
 */
#ifndef CT_DEVICE_STREAMS_CAPTURING_H
#define CT_DEVICE_STREAMS_CAPTURING_H

#include <stdbool.h>

#include <ctorch/core/types.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Whether streams of this type of device can be asked whether they are capturing. */
bool ct_tells_capturing(ct_device_type type) CT_NOEXCEPT;

#ifdef __cplusplus
}
#endif

#endif
