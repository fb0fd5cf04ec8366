/*
 * Inside the library: how an error names the function that it is an error of.
 *
 * - In that function itself: `__func__`.
 * - In a helper of several functions: a parameter or a member called `function`, which the function
 *   passes as `__func__`.
 * - In a helper of one function, and where that function has returned already: CT_NAME_OF().
 * - What a table calls, such as a module's forward or an optimizer's step, does not know which
 *   function the program has called. Its errors have Python's text and name none: CT_RAISED();
 *   NULL for ct_no_memory() and CT_OWN_SCOPE().
 *
 * So no name is written in quotes, where it could outlive its function.
 */
#ifndef CT_CORE_BASE_NAME_OF_H
#define CT_CORE_BASE_NAME_OF_H

#include <ctorch/core/error.h>

/* The name of a function, "ct_mm", or of the type of a function of the caller's, "ct_tensor_hook".
 * It must be declared. In C also in an initializer. */
#ifdef __cplusplus
#define CT_NAME_OF(function) (true ? #function : (static_cast<void>(&(function)), ""))
#define CT_NAME_OF_TYPE(type) (true ? #type : (static_cast<void>(sizeof(type)), ""))
#else
#define CT_NAME_OF(function) _Generic(&(function), default : #function)
#endif

/* What Python raises: an error of no function. */
#define CT_RAISED(kind, ...) ct_error_new((kind), NULL, __VA_ARGS__)

#endif
