/* history.h: the releases that have each operator; operator_history.tsv. */
#ifndef CTORCH_GEN_FACTS_HISTORY_H
#define CTORCH_GEN_FACTS_HISTORY_H

#include "model.h"
#include "util/strbuf.h"

struct past_op {
	const char *name; /* "add.Tensor" */
	bool *in;         /* one for each release of the history */
	struct loc loc;   /* of its first line; empty for an operator from a model */
};

struct history {
	struct names releases;     /* "2.15.0", oldest first */
	VEC(struct past_op *) ops; /* sorted by name */
};

/* --- the file --------------------------------------------------------------------------------- */

/* Reports all errors. */
bool history_read(struct arena *arena, struct diag *diag, const char *path,
		  struct history *history);

void history_print(const struct history *history, struct strbuf *out);

/* Adds the model's release, or replaces its data. */
void history_add(struct arena *arena, struct history *history, const struct model *model);

/* --- queries ---------------------------------------------------------------------------------- */

/* NULL if no release of the history has the operator. */
const struct past_op *history_find(const struct history *history, const char *name);

/* The number of operators that are not in the newest release. */
size_t history_gone(const struct history *history);

enum { NO_RELEASE = -1 };

/* The index of the newest release that is not newer than `release`, or NO_RELEASE. */
int history_at(const struct history *history, const char *release);

/*
 * The first release of the unbroken run of releases that have the operator and end at index `at`.
 * NO_RELEASE if release `at` does not have it.
 */
int history_since(const struct past_op *op, int at);

/* The last release up to index `at` that has the operator, or NO_RELEASE. */
int history_last(const struct past_op *op, int at);

/* The first release after index `at` that has it, or NO_RELEASE. */
int history_next(const struct history *history, const struct past_op *op, int at);

#endif
