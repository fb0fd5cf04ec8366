/* error 12:13 noexcept: ct_succeed is not declared CT_NOEXCEPT */
#ifndef CTORCH_NOEXCEPT_H
#define CTORCH_NOEXCEPT_H

#include <ctorch/core/types.h>

#ifdef __cplusplus
extern "C" {
#endif

/** Succeeds. */
CT_API void ct_succeed(void);

#ifdef __cplusplus
}
#endif

#endif
