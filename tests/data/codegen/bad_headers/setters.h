/* error 26:16 setters: the setter ct_thing_set_size returns int64_t */
/* error 32:68 setters: the setter ct_thing_set_open has a result, 'previous' */
/* error 35:13 setters: the setter ct_thing_set_color has no getter */
#ifndef CTORCH_SETTERS_H
#define CTORCH_SETTERS_H

#include <ctorch/types.h>

#ifdef __cplusplus
extern "C" {
#endif

/** A thing. */
typedef struct ct_thing ct_thing;

/** Frees a thing. */
CT_API void ct_thing_free(ct_thing *self) CT_NOEXCEPT;

/** Called with a number. */
typedef void (*ct_number_function)(int64_t number, void *context);

/** The size of a thing. */
CT_API int64_t ct_thing_size(const ct_thing *self) CT_NOEXCEPT;

/** Changes the size, and returns the previous one. */
CT_API int64_t ct_thing_set_size(ct_thing *self, int64_t size) CT_NOEXCEPT;

/** Whether it is open. */
CT_API bool ct_thing_is_open(const ct_thing *self) CT_NOEXCEPT;

/** Opens it, or not. */
CT_API ct_error ct_thing_set_open(ct_thing *self, bool open, bool *previous) CT_RETURNS_ERROR;

/** Changes the color, which nobody can see. */
CT_API void ct_thing_set_color(ct_thing *self, int64_t color) CT_NOEXCEPT;

/** Changes the function that is called. */
CT_API void ct_thing_set_function(ct_thing *self, ct_number_function function,
				  void *context) CT_NOEXCEPT;

#ifdef __cplusplus
}
#endif

#endif
