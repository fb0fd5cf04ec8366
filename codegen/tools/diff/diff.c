#include "tools/diff/diff.h"

#include <string.h>

#include "tools/diff/ops.h"
#include "util/hash.h"

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

/* --- successors of removed operators ---------------------------------------------------------- */

/* The first new operator with a name, or with a name and arguments. */
struct added {
	const char *key;
	const struct op *op;
	UT_hash_handle hh;
};

struct all_added {
	struct arena *arena;
	struct added *by_name, *by_arguments;
};

static const char *without_underscores(const char *text)
{
	return text + strspn(text, "_");
}

/* Two operators with the same key can replace each other. */
static const char *name_key(struct arena *arena, const struct op *op)
{
	return arena_printf(arena, "%d %d %s", op->kind, op->schema.name.is_functional,
			    without_underscores(op->schema.name.base));
}

static const char *arguments_key(struct arena *arena, const struct op *op)
{
	return arena_printf(arena, "%s%s", name_key(arena, op), strchr(op->func, '('));
}

static void add_first(struct arena *arena, struct added **to, const char *key, const struct op *op)
{
	struct added *added;

	HASH_FIND_STR(*to, key, added);
	if (added)
		return;
	added = arena_alloc(arena, sizeof *added);
	*added = (struct added){ .key = key, .op = op };
	HASH_ADD_KEYPTR(hh, *to, added->key, strlen(added->key), added);
}

static void find_successor(const struct all_added *all, struct change *change)
{
	const char *name = name_key(all->arena, change->before);
	const char *arguments = arguments_key(all->arena, change->before);
	struct added *added;

	HASH_FIND_STR(all->by_arguments, arguments, added);
	change->successor_kind = SUCCESSOR_SAME_ARGUMENTS;
	if (!added) {
		HASH_FIND_STR(all->by_name, name, added);
		change->successor_kind = SUCCESSOR_SAME_NAME;
	}
	if (added)
		change->successor = added->op;
	else
		change->successor_kind = SUCCESSOR_NONE;
}

static void find_successors(struct arena *arena, struct diff *diff)
{
	struct all_added all = { .arena = arena };

	for (size_t i = 0; i < diff->of[CHANGE_ADDED].len; i++) {
		const struct change *change = &diff->of[CHANGE_ADDED].at[i];

		if (change->is_method)
			continue;
		add_first(arena, &all.by_name, name_key(arena, change->after), change->after);
		add_first(arena, &all.by_arguments, arguments_key(arena, change->after),
			  change->after);
	}
	for (size_t i = 0; i < diff->of[CHANGE_REMOVED].len; i++)
		if (!diff->of[CHANGE_REMOVED].at[i].is_method)
			find_successor(&all, &diff->of[CHANGE_REMOVED].at[i]);
	HASH_CLEAR(hh, all.by_name);
	HASH_CLEAR(hh, all.by_arguments);
}

void diff_models(struct arena *arena, const struct model *before, const struct model *after,
		 struct diff *diff)
{
	*diff = (struct diff){ .before = before, .after = after };
	compare_all(arena, diff);
	find_successors(arena, diff);
}

bool diff_compiles(const struct diff *diff)
{
	return !diff->of[CHANGE_REMOVED].len && !diff->of[CHANGE_SIGNATURE].len;
}
