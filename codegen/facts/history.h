/* history.h: in which releases each operator is; operator_history.tsv. */
#ifndef CTORCH_GEN_FACTS_HISTORY_H
#define CTORCH_GEN_FACTS_HISTORY_H

#include "model.h"
#include "util/strbuf.h"

struct past_op {
	const char *name; /* "add.Tensor" */
	bool *in;         /* for each release of the history */
	struct loc loc;   /* its first line; no place for what a model has brought */
};

struct history {
	struct names releases;     /* "2.15.0", the oldest first */
	VEC(struct past_op *) ops; /* by name */
};

/* --- the file --------------------------------------------------------------------------------- */

/* Reports everything that is wrong; false when anything is. */
bool history_read(struct arena *arena, struct diag *diag, const char *path,
		  struct history *history);

void history_print(const struct history *history, struct strbuf *out);

/* Adds the model's release, or replaces what is known of it. */
void history_add(struct arena *arena, struct history *history, const struct model *model);

/* --- questions -------------------------------------------------------------------------------- */

/* NULL when no release of the history has it. */
const struct past_op *history_find(const struct history *history, const char *name);

/* Operators that are not in the newest release. */
size_t history_gone(const struct history *history);

enum { NO_RELEASE = -1 };

/* The place of the newest release that is not newer than this one, or NO_RELEASE. */
int history_at(const struct history *history, const char *release);

/*
 * The first of the releases that the operator has been in without a break up to the one at `at`,
 * or NO_RELEASE when it is not in that one.
 */
int history_since(const struct past_op *op, int at);

/* The last release with the operator up to the one at `at`, or NO_RELEASE. */
int history_last(const struct past_op *op, int at);

/* The first release with it behind that one, or NO_RELEASE. */
int history_next(const struct history *history, const struct past_op *op, int at);

#endif
