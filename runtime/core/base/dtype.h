/*
 * Inside the library: dtypes by name.
 */
#ifndef CT_CORE_BASE_DTYPE_H
#define CT_CORE_BASE_DTYPE_H

#include <ctorch/core/types.h>

/* By Python's name or alias, without "torch."; CT_DTYPE_NONE if there is none. */
ct_dtype ct_dtype_named(const char *name);

#endif
