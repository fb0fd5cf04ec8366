/* past.h: what `show` tells from the history: since when an operator is there, or until. */
#ifndef CTORCH_GEN_SHOW_PAST_H
#define CTORCH_GEN_SHOW_PAST_H

#include "facts/history.h"

/* Prints nothing where the history has nothing to tell of the model's release. */
void show_since(const struct history *history, const struct model *model, const struct op *op);

/*
 * "was there up to 2.6.0; 2.8.0 does not have it", "is there from 2.8.0 on": of an operator that is
 * not in the release at `at`.
 */
const char *past_when(struct arena *arena, const struct history *history,
		      const struct past_op *past, int at);

/* Overloads of a name that there are, which the release no longer has. */
void show_gone(const struct history *history, const struct model *model, const char *plain);

/*
 * Reports that the release does not have `name`, and when another one did; false, in silence, when
 * none of the history did. `plain` is the name as spelling_plain gives it.
 */
bool show_past(struct arena *arena, struct diag *diag, const struct history *history,
	       const struct model *model, const char *name, const char *plain);

/* Notes when there were operators that the release does not have, of names that are near to it. */
void show_past_nearest(struct arena *arena, struct diag *diag, const struct history *history,
		       const struct model *model, const char *plain);

#endif
