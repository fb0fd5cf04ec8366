/* error 13:16 callback_types: the name of ct_text_callback does not say that it is a function type */
/* error 16:45 callback_types: the context of ct_first_function comes before 'number' */
#ifndef CTORCH_CALLBACK_TYPES_H
#define CTORCH_CALLBACK_TYPES_H

#include <ctorch/types.h>

#ifdef __cplusplus
extern "C" {
#endif

/** Called with a text. */
typedef void (*ct_text_callback)(const char *text, void *context);

/** Computes a number from another one, with the context first. */
typedef ct_error (*ct_first_function)(void *context, int64_t number, int64_t *result);

/** And in its place. */
typedef ct_error (*ct_good_function)(int64_t number, void *context, int64_t *result);

#ifdef __cplusplus
}
#endif

#endif
