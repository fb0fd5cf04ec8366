#include "diff.h"

#include "diff_ops.h"

/* --- names ------------------------------------------------------------------------------------ */

const char *change_kind_name(enum change_kind kind)
{
	static const char *const names[] = {
		[CHANGE_REMOVED] = "removed",     [CHANGE_SIGNATURE] = "signature",
		[CHANGE_MEANING] = "meaning",     [CHANGE_DEFAULT] = "default",
		[CHANGE_INVISIBLE] = "invisible", [CHANGE_ADDED] = "added",
	};

	return names[kind];
}

const char *detail_kind_name(enum detail_kind kind)
{
	static const char *const names[] = {
		[DETAIL_NEW] = "new",       [DETAIL_GONE] = "gone", [DETAIL_POSITION] = "position",
		[DETAIL_PASSED] = "passed", [DETAIL_TYPE] = "type", [DETAIL_DEFAULT] = "default",
		[DETAIL_ALIAS] = "alias",   [DETAIL_NAME] = "name",
	};

	return names[kind];
}

const char *successor_kind_name(enum successor_kind kind)
{
	static const char *const names[] = {
		[SUCCESSOR_NONE] = "",
		[SUCCESSOR_FUNCTION] = "function",
		[SUCCESSOR_SAME_ARGUMENTS] = "same arguments",
		[SUCCESSOR_SAME_NAME] = "same name",
	};

	return names[kind];
}

const char *change_symbol(const struct change *change)
{
	const struct op *op = change->after ? change->after : change->before;

	if (change->is_method)
		op = op->method ? op : change->before;
	return change->is_method ? op->method : op->symbol;
}

const char *change_method(const struct change *change)
{
	if (change->is_method)
		return NULL;
	if (change->before && !change->before->method)
		return NULL;
	return change->after ? change->after->method : change->before->method;
}

/* --- the lists -------------------------------------------------------------------------------- */

static void add_change(struct arena *arena, struct diff *diff, enum change_kind kind,
		       struct change change)
{
	vec_push(arena, &diff->of[kind], change);
	diff->of[kind].functions += !change.is_method;
	diff->of[kind].methods += change.is_method || change_method(&change);
}

static void compare_methods(struct arena *arena, struct diff *diff, const struct op *before,
			    const struct op *after)
{
	struct change change = { .before = before, .after = after, .is_method = true };

	if (before->method && !after->method) {
		change.successor_kind = SUCCESSOR_FUNCTION;
		change.successor = after;
		add_change(arena, diff, CHANGE_REMOVED, change);
	} else if (!before->method && after->method) {
		add_change(arena, diff, CHANGE_ADDED, change);
	}
}

static void compare_ops(struct arena *arena, struct diff *diff, const struct op *before,
			const struct op *after)
{
	struct change change = { .before = before, .after = after };

	compare_methods(arena, diff, before, after);
	if (strcmp(before->func, after->func))
		add_change(arena, diff, diff_ops(arena, &change), change);
}

/* Both lists are sorted by symbol. */
static void compare_all(struct arena *arena, struct diff *diff)
{
	const struct model *before = diff->before, *after = diff->after;
	size_t i = 0, j = 0;

	while (i < before->ops.len || j < after->ops.len) {
		const struct op *old = i < before->ops.len ? before->by_symbol[i] : NULL;
		const struct op *new = j < after->ops.len ? after->by_symbol[j] : NULL;
		int order = !old ? 1 : !new ? -1 : strcmp(old->symbol, new->symbol);

		i += order <= 0;
		j += order >= 0;
		if (order < 0)
			add_change(arena, diff, CHANGE_REMOVED, (struct change){ .before = old });
		else if (order > 0)
			add_change(arena, diff, CHANGE_ADDED, (struct change){ .after = new });
		else
			compare_ops(arena, diff, old, new);
	}
}

/* --- what has taken the place of what is gone ------------------------------------------------- */

static const char *without_underscores(const char *text)
{
	return text + strspn(text, "_");
}

static bool same_name(const struct op *a, const struct op *b)
{
	return a->kind == b->kind && a->schema.name.is_functional == b->schema.name.is_functional &&
	       !strcmp(without_underscores(a->schema.name.base),
		       without_underscores(b->schema.name.base));
}

static enum successor_kind successor_kind(const struct op *gone, const struct op *new)
{
	if (!same_name(gone, new))
		return SUCCESSOR_NONE;
	return strcmp(strchr(gone->func, '('), strchr(new->func, '(')) ? SUCCESSOR_SAME_NAME
								       : SUCCESSOR_SAME_ARGUMENTS;
}

static void find_successor(const struct diff *diff, struct change *change)
{
	for (size_t i = 0; i < diff->of[CHANGE_ADDED].len; i++) {
		const struct change *added = &diff->of[CHANGE_ADDED].at[i];
		enum successor_kind kind;

		if (added->is_method)
			continue;
		kind = successor_kind(change->before, added->after);
		if (kind == SUCCESSOR_NONE || (change->successor && kind >= change->successor_kind))
			continue;
		change->successor = added->after;
		change->successor_kind = kind;
	}
}

void diff_models(struct arena *arena, const struct model *before, const struct model *after,
		 struct diff *diff)
{
	*diff = (struct diff){ .before = before, .after = after };
	compare_all(arena, diff);
	for (size_t i = 0; i < diff->of[CHANGE_REMOVED].len; i++)
		if (!diff->of[CHANGE_REMOVED].at[i].is_method)
			find_successor(diff, &diff->of[CHANGE_REMOVED].at[i]);
}

bool diff_compiles(const struct diff *diff)
{
	return !diff->of[CHANGE_REMOVED].len && !diff->of[CHANGE_SIGNATURE].len;
}
