/* error 19:13 questions: ct_thing_close returns a bool, but its name is not a question */
/* error 22:16 questions: the name of ct_thing_is_open is a question, but it does not return a bool */
#ifndef CTORCH_QUESTIONS_H
#define CTORCH_QUESTIONS_H

#include <ctorch/types.h>

#ifdef __cplusplus
extern "C" {
#endif

/** A thing. */
typedef struct ct_thing ct_thing;

/** Frees a thing. */
CT_API void ct_thing_free(ct_thing *self) CT_NOEXCEPT;

/** Opens a thing. Whether it was closed. */
CT_API bool ct_thing_close(ct_thing *self) CT_NOEXCEPT;

/** Whether it is open. */
CT_API int64_t ct_thing_is_open(const ct_thing *self) CT_NOEXCEPT;

/** Whether it has parts. */
CT_API ct_error ct_thing_has_parts(const ct_thing *self, bool *result) CT_RETURNS_ERROR;

/** Removes a part. Whether there was one. */
CT_API bool ct_thing_remove_part(ct_thing *self, const char *name) CT_NOEXCEPT;

#ifdef __cplusplus
}
#endif

#endif
