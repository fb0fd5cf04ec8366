/*
 * calls.h: what bindings must know about a call as a whole: to which thread it is bound, whether it
 * may take long, and whether functions of the program may run during it.
 *
 * Annotations state the threads. The other two are derived, so that a new function cannot miss
 * them: they are false only where the declaration shows it.
 */
#ifndef CTORCH_GEN_HEADERS_CALLS_H
#define CTORCH_GEN_HEADERS_CALLS_H

#include "headers/scan.h"

struct call_facts {
	const char *thread; /* "any", "state", "same", "scopes"; of a callback: "caller", "any" */
	const char *same_thread; /* "same": as this function */
	bool may_block;
	bool may_call_back;
};

/* The handles whose objects hold functions of the program, or other such objects. */
struct names handles_with_callbacks(struct arena *arena, const struct api *api);

/* The facts of a function; `holders` are the handles found above. */
struct call_facts call_facts_of(const struct api *api, const struct names *holders,
				const struct decl *decl);

/* "caller" for a type of callback that only runs within the call that it is passed to, else "any". */
const char *thread_of_callback(struct arena *arena, const struct api *api, const struct decl *decl);

/* Reports annotations that name functions which do not exist. */
bool calls_check(struct diag *diag, const struct api *api);

#endif
