#include "tools/show/past.h"

#include <stdio.h>
#include <string.h>

#include "read/spec.h"
#include "tools/show/spelling.h"

enum { SIMILAR_AT_MOST = 5 };

static const char *release_at(const struct history *history, int at)
{
	return history->releases.at[at];
}

static bool is_in(const struct model *model, const char *name)
{
	for (size_t i = 0; i < model->ops.len; i++)
		if (!strcmp(model->ops.at[i]->name, name))
			return true;
	return false;
}

/* --- existing operators ----------------------------------------------------------------------- */

static void show_until(const struct history *history, const struct past_op *past, int at)
{
	int newest = (int)history->releases.len - 1;

	while (at < newest && past->in[at + 1])
		at++;
	if (at < newest)
		printf("until:     %s; %s does not have it\n", release_at(history, at),
		       release_at(history, at + 1));
}

void show_since(const struct history *history, const struct model *model, const struct op *op)
{
	int at = history_at(history, model->spec->release);
	const struct past_op *past = history_find(history, op->name);
	int since = past ? history_since(past, at) : NO_RELEASE;

	if (at == NO_RELEASE)
		return;
	if (since == NO_RELEASE &&
	    !spec_compare_releases(release_at(history, at), model->spec->release))
		printf("since:     unknown: it is missing in the history of %s; update the "
		       "history: ctorch-gen history %s\n",
		       release_at(history, at), release_at(history, at));
	else if (since == NO_RELEASE)
		printf("since:     later than %s\n", release_at(history, at));
	else if (!since)
		printf("since:     %s or earlier\n", release_at(history, since));
	else
		printf("since:     %s; %s does not have it\n", release_at(history, since),
		       release_at(history, since - 1));
	if (since != NO_RELEASE)
		show_until(history, past, at);
}

void show_gone(const struct history *history, const struct model *model, const char *plain)
{
	int at = history_at(history, model->spec->release);

	for (size_t i = 0; i < history->ops.len; i++) {
		const struct past_op *past = history->ops.at[i];
		int last = spelling_is(past->name, plain) ? history_last(past, at) : NO_RELEASE;

		if (last != NO_RELEASE && !is_in(model, past->name))
			printf("gone:      %s, last in %s\n\n", past->name,
			       release_at(history, last));
	}
}

/* --- missing operators ------------------------------------------------------------------------ */

/* Adds overloads of operators whose name is `prefix` and then `base`. */
static void add_overloads(struct arena *arena, const struct model *model, const char *prefix,
			  const char *base, struct names *names)
{
	for (size_t i = 0; i < model->ops.len && names->len < SIMILAR_AT_MOST; i++) {
		const char *name = model->by_symbol[i]->name;
		size_t length = strlen(prefix);

		if (!strncmp(name, prefix, length) && spelling_is(name + length, base) &&
		    !names_has(names, name))
			vec_push(arena, names, name);
	}
}

/* Other overloads, the name with or without an underscore, in another module, or close names. */
static struct names similar_to(struct arena *arena, const struct model *model, const char *name)
{
	static const char *const modules[] = { "", "_", "linalg_", "special_", "fft_", "sparse_" };
	const char *base = arena_strndup(arena, name, strcspn(name, "."));
	struct names names = { 0 };

	for (size_t i = 0; i < sizeof modules / sizeof *modules; i++)
		add_overloads(arena, model, modules[i], base, &names);
	if (*base == '_')
		add_overloads(arena, model, "", base + 1, &names);
	return names.len ? names : spelling_nearest(arena, model, base);
}

static const char *what_to_do(struct arena *arena, const struct history *history,
			      const struct model *model, const struct past_op *past, int last)
{
	struct names similar = similar_to(arena, model, past->name);
	const char *text = "";

	for (size_t i = 0; i < similar.len; i++)
		text = arena_printf(arena, "%s%s'%s'", text, i ? ", " : "similar: ", similar.at[i]);
	if (last == NO_RELEASE || (size_t)last + 1 >= history->releases.len)
		return similar.len ? text : NULL;
	return arena_printf(arena, "%s%sfor the other changes: ctorch-gen diff %s %s", text,
			    similar.len ? "; " : "", release_at(history, last),
			    release_at(history, last + 1));
}

const char *past_when(struct arena *arena, const struct history *history,
		      const struct past_op *past, int at)
{
	int last = history_last(past, at), since = history_since(past, last);
	const char *when;

	if (last == NO_RELEASE)
		return arena_printf(arena, "exists since %s",
				    release_at(history, history_next(history, past, at)));
	if (!since)
		when = arena_printf(arena, "up to %s", release_at(history, last));
	else if (since == last)
		when = arena_printf(arena, "in %s", release_at(history, last));
	else
		when = arena_printf(arena, "from %s to %s", release_at(history, since),
				    release_at(history, last));
	if ((size_t)last + 1 >= history->releases.len)
		return arena_printf(arena, "existed %s", when);
	return arena_printf(arena, "existed %s; %s does not have it", when,
			    release_at(history, last + 1));
}

bool show_past(struct arena *arena, struct diag *diag, const struct history *history,
	       const struct model *model, const char *name, const char *plain)
{
	int at = history_at(history, model->spec->release), last = NO_RELEASE;
	const struct past_op *newest = NULL;
	VEC(const struct past_op *) found = { 0 };

	for (size_t i = 0; i < history->ops.len; i++) {
		const struct past_op *past = history->ops.at[i];

		if (!spelling_is(past->name, plain))
			continue;
		vec_push(arena, &found, past);
		if (!newest || history_last(past, at) > last)
			newest = past;
		last = history_last(newest, at);
	}
	if (!found.len)
		return false;
	diag_error(diag, (struct loc){ 0 }, what_to_do(arena, history, model, newest, last),
		   last == NO_RELEASE ? "PyTorch %s does not have the operator '%s' yet"
				      : "PyTorch %s no longer has the operator '%s'",
		   model->spec->release, name);
	for (size_t i = 0; i < found.len; i++)
		diag_note(diag, (struct loc){ 0 }, "'%s' %s", found.at[i]->name,
			  past_when(arena, history, found.at[i], at));
	return true;
}

void show_past_nearest(struct arena *arena, struct diag *diag, const struct history *history,
		       const struct model *model, const char *plain)
{
	int at = history_at(history, model->spec->release);
	struct names gone = { 0 }, nearest;

	for (size_t i = 0; i < history->ops.len; i++)
		if (!is_in(model, history->ops.at[i]->name))
			vec_push(arena, &gone, history->ops.at[i]->name);
	nearest = spelling_nearest_of(arena, &gone, plain);
	for (size_t i = 0; i < nearest.len; i++)
		diag_note(diag, (struct loc){ 0 }, "'%s' %s", nearest.at[i],
			  past_when(arena, history, history_find(history, nearest.at[i]), at));
}
