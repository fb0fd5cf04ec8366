/* error 8:1 linkage: ct_succeed is not declared within extern "C" */
#ifndef CTORCH_LINKAGE_H
#define CTORCH_LINKAGE_H

#include <ctorch/core/types.h>

/** Succeeds. */
CT_API void ct_succeed(void) CT_NOEXCEPT;

#endif
