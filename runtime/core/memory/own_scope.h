/*
 * CT_SCOPE for the library's own functions. Without memory for a scope, a program's CT_SCOPE uses
 * the enclosing one; here that would mix our handles with the caller's.
 */
#ifndef CT_CORE_MEMORY_OWN_SCOPE_H
#define CT_CORE_MEMORY_OWN_SCOPE_H

#include <ctorch/core/error.h>
#include <ctorch/core/scope.h>
#include <ctorch/macros/blocks.h>

#include "core/base/no_memory.h"

/* At the beginning of a block of a function that returns a ct_error; `function`, which may be NULL,
 * is named in the error if there is no memory. */
#define CT_OWN_SCOPE(function) CT_OWN_SCOPE_AT_(function, __FILE__, __LINE__)

#define CT_OWN_SCOPE_AT_(function, file, line) CT_OWN_SCOPE_NAMED_(function, file, line)
#define CT_OWN_SCOPE_NAMED_(function, file, line) \
	CT_SCOPE_NAMED_(file, line);              \
	if (ct_scope_##line##_ == NULL)           \
	return ct_no_memory(function, "for a scope")

#endif
