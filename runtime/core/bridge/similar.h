/*
 * Suggestions for a name that does not exist, for files in C.
 */
#ifndef CT_CORE_BRIDGE_SIMILAR_H
#define CT_CORE_BRIDGE_SIMILAR_H

#include <stddef.h>

#include "core/base/text.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Adds the end of a message about the unknown name `asked`: "; similar ones are: Conv1d, Conv2d", at
 * most three, in whatever case. If none is similar, the function that lists all: " (ct_nn_list_classes()
 * has all)". */
void ct_similar_names(const char *asked, const char *const *names, size_t names_len,
		      const char *lister, struct ct_text *text) CT_NOEXCEPT;

#ifdef __cplusplus
}
#endif

#endif
