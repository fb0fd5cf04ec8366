#include "facts/history.h"

#include <stdlib.h>
#include <string.h>

#include "read/spec.h"

/* --- releases --------------------------------------------------------------------------------- */

int history_at(const struct history *history, const char *release)
{
	int at = (int)history->releases.len - 1;

	while (at >= 0 && spec_compare_releases(history->releases.at[at], release) > 0)
		at--;
	return at;
}

/* The index of the release. If it is new, it is inserted, and no operator is in it yet. */
static size_t index_of(struct arena *arena, struct history *history, const char *release)
{
	struct names *releases = &history->releases;
	size_t at = (size_t)(history_at(history, release) + 1);

	if (at && !spec_compare_releases(releases->at[at - 1], release))
		return at - 1;
	vec_push(arena, releases, release);
	memmove(releases->at + at + 1, releases->at + at,
		(releases->len - 1 - at) * sizeof *releases->at);
	releases->at[at] = release;
	for (size_t i = 0; i < history->ops.len; i++) {
		struct past_op *op = history->ops.at[i];
		bool *in = arena_alloc(arena, releases->len * sizeof *in);

		memcpy(in, op->in, at * sizeof *in);
		in[at] = false;
		memcpy(in + at + 1, op->in + at, (releases->len - 1 - at) * sizeof *in);
		op->in = in;
	}
	return at;
}

/* --- operators -------------------------------------------------------------------------------- */

static int by_name(const void *a, const void *b)
{
	const struct past_op *const *x = a, *const *y = b;

	return strcmp((*x)->name, (*y)->name);
}

static int name_to_op(const void *name, const void *op)
{
	return strcmp(name, (*(const struct past_op *const *)op)->name);
}

static struct past_op *find(const struct history *history, size_t count, const char *name)
{
	struct past_op **found = NULL;

	if (count)
		found = bsearch(name, history->ops.at, count, sizeof *history->ops.at, name_to_op);
	return found ? *found : NULL;
}

const struct past_op *history_find(const struct history *history, const char *name)
{
	return find(history, history->ops.len, name);
}

static bool is_anywhere(const struct past_op *op, size_t releases)
{
	return memchr(op->in, true, releases) != NULL;
}

/* Drops operators that were only in a release whose list has been replaced. */
static void drop_unknown(struct history *history)
{
	size_t kept = 0;

	for (size_t i = 0; i < history->ops.len; i++)
		if (is_anywhere(history->ops.at[i], history->releases.len))
			history->ops.at[kept++] = history->ops.at[i];
	history->ops.len = kept;
}

void history_add(struct arena *arena, struct history *history, const struct model *model)
{
	size_t at = index_of(arena, history, model->spec->release);
	size_t known = history->ops.len; /* these are sorted */

	for (size_t i = 0; i < known; i++)
		history->ops.at[i]->in[at] = false;
	for (size_t i = 0; i < model->ops.len; i++) {
		const char *name = model->ops.at[i]->name;
		struct past_op *op = find(history, known, name);

		if (!op) {
			op = arena_alloc(arena, sizeof *op);
			op->name = name;
			op->in = arena_alloc(arena, history->releases.len * sizeof *op->in);
			vec_push(arena, &history->ops, op);
		}
		op->in[at] = true;
	}
	drop_unknown(history);
	if (history->ops.len)
		qsort(history->ops.at, history->ops.len, sizeof *history->ops.at, by_name);
}

/* --- queries ---------------------------------------------------------------------------------- */

size_t history_gone(const struct history *history)
{
	size_t gone = 0;

	for (size_t i = 0; i < history->ops.len; i++)
		gone += !history->ops.at[i]->in[history->releases.len - 1];
	return gone;
}

int history_last(const struct past_op *op, int at)
{
	while (at >= 0 && !op->in[at])
		at--;
	return at;
}

int history_since(const struct past_op *op, int at)
{
	if (at < 0 || !op->in[at])
		return NO_RELEASE;
	while (at > 0 && op->in[at - 1])
		at--;
	return at;
}

int history_next(const struct history *history, const struct past_op *op, int at)
{
	for (at++; (size_t)at < history->releases.len; at++)
		if (op->in[at])
			return at;
	return NO_RELEASE;
}
