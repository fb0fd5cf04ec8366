/*
 * Paths in guards, "L['x']['k'].size()[0]": which input and which part of it they are.
 */
#include <string.h>

#include "core/base/name_of.h"
#include "core/base/text.h"
#include "export/graph/json.h"
#include "export/guards/build.h"

/* --- The input -------------------------------------------------------------------------------- */

static bool is_string_step(const struct ct_symbolic *path, int64_t i)
{
	return path->steps_len > i && path->steps[i].kind == CT_SYMBOLIC_INDEX &&
	       path->steps[i].value.type == CT_SYMBOLIC_STRING;
}

static bool is_int_step(const struct ct_symbolic *path, int64_t i)
{
	return path->steps_len > i && path->steps[i].kind == CT_SYMBOLIC_INDEX &&
	       path->steps[i].value.type == CT_SYMBOLIC_INT;
}

/* "p.a" and "p['a']" are the same: a dataclass has its fields both ways. */
static void add_key(struct ct_text *text, const struct ct_symbolic_step *step)
{
	ct_text_add(text, "[");
	ct_symbolic_print_value(&step->value, text);
	ct_text_add(text, "]");
}

/* The leaf that the argument and the steps from `*at` on lead to, and where they end; -1: there is
 * none. */
static int64_t find_leaf_from(const struct ct_guard_builder *self, const struct ct_symbolic *path,
			      const char *argument, int64_t *at)
{
	struct ct_text text = { 0 };
	int64_t leaf = -1, end = *at;

	ct_text_add(&text, argument);
	while (!text.failed && (leaf = ct_guard_map_get(&self->by_path, text.data)) < 0) {
		/* No input is deeper than JSON. */
		if (end == path->steps_len || end > CT_JSON_DEPTH ||
		    path->steps[end].kind == CT_SYMBOLIC_NO_ARGUMENTS)
			break;
		add_key(&text, &path->steps[end++]);
	}
	ct_text_release(&text);
	*at = end;
	return leaf;
}

/* "L['args'][0]" of *args is Python's argument args_0, and "L['kwargs']['x']" of **kwargs is x. */
static int64_t find_variadic_leaf(const struct ct_guard_builder *self,
				  const struct ct_symbolic *path, int64_t *at)
{
	struct ct_text argument = { 0 };
	int64_t leaf = -1;

	*at = 2;
	if (is_string_step(path, 1))
		return find_leaf_from(self, path, path->steps[1].value.string, at);
	if (!is_int_step(path, 1))
		return -1;
	ct_text_add(&argument, path->steps[0].value.string);
	ct_text_addf(&argument, "_%lld", (long long)path->steps[1].value.i);
	if (!argument.failed)
		leaf = find_leaf_from(self, path, argument.data, at);
	ct_text_release(&argument);
	return leaf;
}

/* The leaf of "L[...]", after as many steps; -1: there is none. */
static int64_t find_leaf(const struct ct_guard_builder *self, const struct ct_symbolic *path,
			 int64_t *steps)
{
	const char *argument = path->steps[0].value.string;
	int64_t leaf;

	*steps = 1;
	if ((leaf = find_leaf_from(self, path, argument, steps)) >= 0 ||
	    (leaf = find_variadic_leaf(self, path, steps)) >= 0)
		return leaf;
	*steps = 2;
	if (strcmp(argument, "flat_args") == 0 && is_int_step(path, 1) &&
	    path->steps[1].value.i >= 0 && path->steps[1].value.i < self->paths_len)
		return path->steps[1].value.i;
	return -1;
}

bool ct_guard_index_paths(struct ct_guard_builder *self)
{
	for (int64_t leaf = 0; leaf < self->paths_len; leaf++) {
		const struct ct_guard_path *path = &self->paths[leaf];
		struct ct_text text = { 0 };
		const char *key;

		ct_text_add(&text, path->argument);
		for (int64_t i = 0; i < path->steps_len; i++)
			add_key(&text, &path->steps[i]);
		key = ct_guard_keep(self, &text);
		if (key == NULL)
			return false;
		if (ct_guard_map_get(&self->by_path, key) < 0 &&
		    !ct_guard_map_add(&self->by_path, key, leaf))
			return ct_guard_fail_memory(self);
	}
	return true;
}

/* --- The part --------------------------------------------------------------------------------- */

static bool is_method(const struct ct_symbolic *path, int64_t at, const char *name)
{
	return path->steps_len > at + 1 && path->steps[at].kind == CT_SYMBOLIC_ATTRIBUTE &&
	       path->steps[at + 1].kind == CT_SYMBOLIC_NO_ARGUMENTS &&
	       strcmp(path->steps[at].value.string, name) == 0;
}

static bool is_property(const struct ct_symbolic *path, int64_t at, const char *name)
{
	return path->steps_len > at && path->steps[at].kind == CT_SYMBOLIC_ATTRIBUTE &&
	       strcmp(path->steps[at].value.string, name) == 0;
}

/* The part of the input, at the step after those that lead to it. */
static bool find_part(const struct ct_symbolic *path, int64_t at, struct ct_guard_reference *result)
{
	const int64_t left = path->steps_len - at;

	result->index = 0;
	if (left == 0)
		result->part = CT_GUARD_ITSELF;
	else if (left == 2 && is_method(path, at, "storage_offset"))
		result->part = CT_GUARD_OFFSET;
	else if ((left == 2 && is_method(path, at, "dim")) ||
		 (left == 1 && is_property(path, at, "ndim")))
		result->part = CT_GUARD_DIM;
	else if (left == 2 && is_method(path, at, "numel"))
		result->part = CT_GUARD_NUMEL;
	else if (is_int_step(path, path->steps_len - 1) &&
		 ((left == 3 && is_method(path, at, "size")) ||
		  (left == 2 && is_property(path, at, "shape"))))
		result->part = CT_GUARD_SIZE;
	else if (left == 3 && is_int_step(path, at + 2) && is_method(path, at, "stride"))
		result->part = CT_GUARD_STRIDE;
	else
		return false;
	if (result->part == CT_GUARD_SIZE || result->part == CT_GUARD_STRIDE)
		result->index = path->steps[path->steps_len - 1].value.i;
	return true;
}

static bool fail_path(struct ct_guard_builder *self, const struct ct_symbolic *path)
{
	struct ct_text text = { 0 };

	ct_symbolic_print(path, &text);
	ct_guard_fail(self, CT_RAISED(CT_ERROR_VALUE, "%.200s is not a part of an input",
				      text.data ? text.data : ""));
	ct_text_release(&text);
	return false;
}

/* Python's message has the name of the argument, and the keys of the input, after it. */
static bool rename_path(struct ct_guard_builder *self, struct ct_symbolic *path,
			const struct ct_guard_path *input, int64_t at)
{
	const int64_t left = path->steps_len - at, n = input->steps_len + left;
	struct ct_symbolic_step *steps = ct_arena_new(self->arena, (size_t)n * sizeof *steps);

	if (steps == NULL)
		return ct_guard_fail_memory(self);
	if (input->steps_len > 0)
		memcpy(steps, input->steps, (size_t)input->steps_len * sizeof *steps);
	if (left > 0)
		memcpy(steps + input->steps_len, path->steps + at, (size_t)left * sizeof *steps);
	path->name = input->argument;
	path->steps = steps;
	path->steps_len = path->steps_room = n;
	return true;
}

static bool resolve_path(struct ct_guard_builder *self, struct ct_symbolic *path)
{
	struct ct_guard_reference reference;
	int64_t steps;
	void *list;

	if (strcmp(path->name, "L") != 0 || !is_string_step(path, 0))
		return fail_path(self, path);
	reference.leaf = find_leaf(self, path, &steps);
	if (reference.leaf < 0 || !find_part(path, steps, &reference))
		return fail_path(self, path);
	list = ct_guard_grow(self, self->references, self->references_len, &self->references_room,
			     sizeof *self->references);
	if (list == NULL)
		return false;
	self->references = list;
	path->slot = self->references_len;
	self->references[self->references_len++] = reference;
	return rename_path(self, path, &self->paths[reference.leaf], steps);
}

bool ct_guard_resolve(struct ct_guard_builder *self, struct ct_symbolic *tree)
{
	if (tree->kind == CT_SYMBOLIC_PATH)
		return resolve_path(self, tree);
	for (int64_t i = 0; i < tree->items_len; i++) {
		if (!ct_guard_resolve(self, tree->items[i]))
			return false;
	}
	return true;
}
