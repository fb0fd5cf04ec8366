/* past.h: what `show` prints from the history: since or until when an operator exists. */
#ifndef CTORCH_GEN_TOOLS_SHOW_PAST_H
#define CTORCH_GEN_TOOLS_SHOW_PAST_H

#include "facts/history.h"

/* Prints nothing if the history does not cover the model's release. */
void show_since(const struct history *history, const struct model *model, const struct op *op);

/*
 * "existed up to 2.6.0; 2.8.0 does not have it", "exists since 2.8.0": for an operator that is not
 * in the release with index `at`.
 */
const char *past_when(struct arena *arena, const struct history *history,
		      const struct past_op *past, int at);

/* Prints the overloads that the release no longer has. */
void show_gone(const struct history *history, const struct model *model, const char *plain);

/*
 * Reports that the release does not have `name`, and which releases do. Returns false, without a
 * message, if none does. `plain` is the result of spelling_plain().
 */
bool show_past(struct arena *arena, struct diag *diag, const struct history *history,
	       const struct model *model, const char *name, const char *plain);

/* Adds notes about operators with similar names that the release does not have. */
void show_past_nearest(struct arena *arena, struct diag *diag, const struct history *history,
		       const struct model *model, const char *plain);

#endif
