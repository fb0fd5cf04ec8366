/*
 * CT_SCOPE for the library's own functions. Where there is no memory for a scope, a program's goes
 * on in the one around; here what belongs to the caller would be mixed up with what is ours.
 */
#ifndef CT_MEMORY_OWN_SCOPE_H
#define CT_MEMORY_OWN_SCOPE_H

#include <ctorch/error.h>
#include <ctorch/scope.h>

/* At the beginning of a block of a function that returns a ct_error; `function`, which may be NULL,
 * is the one that fails without memory. */
#define CT_OWN_SCOPE(function) CT_OWN_SCOPE_AT_(function, __FILE__, __LINE__)

#define CT_OWN_SCOPE_AT_(function, file, line) CT_OWN_SCOPE_NAMED_(function, file, line)
#define CT_OWN_SCOPE_NAMED_(function, file, line) \
	CT_SCOPE_NAMED_(file, line);              \
	if (ct_scope_##line##_ == NULL)           \
	return ct_error_new(CT_ERROR_OUT_OF_MEMORY, function, "no memory for a scope")

#endif
