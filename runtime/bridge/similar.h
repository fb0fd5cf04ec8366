/*
 * Suggestions for a name that does not exist, for files in C.
 */
#ifndef CT_BRIDGE_SIMILAR_H
#define CT_BRIDGE_SIMILAR_H

#include <stddef.h>

#include "base/text.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Adds the names most similar to `asked`, in whatever case, as "Conv1d, Conv2d"; at most three, and
 * nothing if none is similar. */
void ct_similar_names(const char *asked, const char *const *names, size_t names_len,
		      struct ct_text *text) CT_NOEXCEPT;

#ifdef __cplusplus
}
#endif

#endif
