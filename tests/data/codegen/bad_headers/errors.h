/* error 13:17 errors: ct_fail returns an error, but is not declared CT_RETURNS_ERROR */
/* error 16:13 errors: ct_succeed is declared CT_RETURNS_ERROR, but returns void */
#ifndef CTORCH_ERRORS_H
#define CTORCH_ERRORS_H

#include <ctorch/types.h>

#ifdef __cplusplus
extern "C" {
#endif

/** Fails. */
CT_API ct_error ct_fail(void) CT_NOEXCEPT;

/** Succeeds. */
CT_API void ct_succeed(void) CT_NOEXCEPT CT_RETURNS_ERROR;

#ifdef __cplusplus
}
#endif

#endif
