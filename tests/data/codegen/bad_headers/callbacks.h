/* error 21:44 callbacks: the callback 'function' of ct_count_to has no context after it */
/* error 24:61 callbacks: ct_on_number keeps the context, but no release follows it */
/* error 27:50 callbacks: 'release' does not follow what it releases */
/* error 31:29 callbacks: the function that releases 'context' is called 'free_context' */
#ifndef CTORCH_CALLBACKS_H
#define CTORCH_CALLBACKS_H

#include <ctorch/types.h>

#ifdef __cplusplus
extern "C" {
#endif

/** Called with a number. */
typedef void (*ct_number_function)(int64_t number, void *context);

/** Releases what a context points to. */
typedef void (*ct_release_function)(void *context);

/** Calls it without a context. */
CT_API void ct_count_to(ct_number_function function, int64_t last) CT_NOEXCEPT;

/** Keeps it without a release. */
CT_API void ct_on_number(ct_number_function function, void *context CT_KEPT) CT_NOEXCEPT;

/** Releases something that is not told. */
CT_API void ct_release_later(ct_release_function release) CT_NOEXCEPT;

/** Calls a release by another name. */
CT_API void ct_on_end(ct_number_function function, void *context,
		      ct_release_function free_context) CT_NOEXCEPT;

#ifdef __cplusplus
}
#endif

#endif
