/**
 * @file
 * For libraries in C++ that offer functions in C as libctorch does: exceptions as errors.
 */
#ifndef CTORCH_CORE_EXCEPTION_H
#define CTORCH_CORE_EXCEPTION_H

#include <ctorch/core/error.h>

#ifdef __cplusplus
extern "C" {
#endif

/**
 * Creates an error from the C++ exception that is being handled. Call it in a catch block:
 *
 *     catch (...) {
 *             return ct_error_from_exception(__func__);
 *     }
 *
 * The class of the error is that of libtorch's exception, as for libctorch's own functions.
 *
 * @param function  the C function that fails, usually `__func__`; copied; may be NULL
 * @return a new error, never NULL: an InternalError if no exception is being handled
 */
CT_API ct_error ct_error_from_exception(const char *function CT_NULLABLE) CT_BRIEF CT_RETURNS_ERROR;

#ifdef __cplusplus
}
#endif

#endif
