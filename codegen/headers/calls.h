/*
 * calls.h: what bindings must know about a call as a whole: to which thread it is bound, what it does
 * with scopes, whether it may take long, what it waits for, and whether functions of the program may
 * run during it.
 *
 * Annotations state the threads and the scopes. Whether a call may take long or call back is derived,
 * so that a new function cannot miss it: it is false only where the declaration shows it. What it
 * waits for is derived for files, and stated for the rest.
 */
#ifndef CTORCH_GEN_HEADERS_CALLS_H
#define CTORCH_GEN_HEADERS_CALLS_H

#include "headers/scan.h"

enum wait { WAIT_FILES, WAIT_DEVICES, WAIT_THREADS, WAIT_PROCESSES, WAIT_COUNT };
extern const char *const wait_names[WAIT_COUNT];

struct call_facts {
	const char *thread; /* "any", "state", "same", "scopes"; of a callback: "caller", "any" */
	const char *same_thread; /* "same": as this function */
	const char *scopes;      /* "opens", ...: CT_SCOPES(); NULL: it is not about scopes */
	bool may_block;
	bool waits_for[WAIT_COUNT]; /* true only if it may block */
	bool may_call_back;
};

/* The handles whose objects hold functions of the program, or other such objects. */
struct names handles_with_callbacks(struct arena *arena, const struct api *api);

/* The facts of a function; `holders` are the handles found above. */
struct call_facts call_facts_of(const struct api *api, const struct names *holders,
				const struct decl *decl);

/* "caller" for a type of callback that only runs within the call that it is passed to, else "any". */
const char *thread_of_callback(struct arena *arena, const struct api *api, const struct decl *decl);

/* Reports annotations that name what does not exist, and functions about scopes without one. */
bool calls_check(struct diag *diag, const struct api *api);

#endif
