/* error 23:38 parameters: a parameter of ct_find_thing is called 'n' */
/* error 23:53 parameters: a parameter of ct_find_thing is called 'str' */
/* error 23:73 parameters: a parameter of ct_find_thing is called 'kind' */
#ifndef CTORCH_PARAMETERS_H
#define CTORCH_PARAMETERS_H

#include <ctorch/core/types.h>

#ifdef __cplusplus
extern "C" {
#endif

/** A thing. */
typedef struct ct_thing ct_thing;

/** Frees a thing. */
CT_API void ct_thing_free(ct_thing *self) CT_NOEXCEPT;

/** The kinds of things. */
typedef int32_t ct_thing_class;

/** Finds a thing. */
CT_API int64_t ct_find_thing(int64_t n, const char *str, ct_thing_class kind) CT_NOEXCEPT;

/** Measures it at two numbers. */
CT_API double ct_thing_at(const ct_thing *self, double x, double v) CT_NOEXCEPT;

#ifdef __cplusplus
}
#endif

#endif
