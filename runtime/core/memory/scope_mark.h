/*
 * Inside the library: who opened a scope, for messages.
 */
#ifndef CT_CORE_MEMORY_SCOPE_MARK_H
#define CT_CORE_MEMORY_SCOPE_MARK_H

#include <stdbool.h>

#ifdef __cplusplus
extern "C" {
#endif

struct ct_scope_mark {
	const char *name;   /* from ct_scope_open_named(), or NULL; valid while it is open */
	const void *caller; /* the place that opened it */
	bool is_step;       /* ct_gc() opened it */
};
struct ct_scope_text {
	char of[200];
};

/* "the scope train.c:42". Returns the text. */
const char *ct_scope_mark_text(struct ct_scope_mark mark, struct ct_scope_text *text);

#ifdef __cplusplus
}
#endif

#endif
