/*
 * Paths in guards, "L['x']['k'].size()[0]": which input and which part of it they are.
 */
#include <stdio.h>
#include <string.h>

#include "core/base/name_of.h"
#include "core/base/text.h"
#include "export/graph/guards_build.h"

/* --- The input -------------------------------------------------------------------------------- */

static bool is_same_key(const struct ct_symbolic_value *a, const struct ct_symbolic_value *b)
{
	if (a->type != b->type)
		return false;
	if (a->type == CT_SYMBOLIC_STRING)
		return strcmp(a->string, b->string) == 0;
	return a->type == CT_SYMBOLIC_FLOAT ? a->f == b->f : a->i == b->i;
}

/* Whether the path's steps from `at` on begin with those of the input. "p.a" and "p['a']" are the
 * same: a dataclass has its fields both ways. */
static bool begins_with_steps(const struct ct_symbolic *path, int64_t at,
			      const struct ct_guard_path *input)
{
	if (path->steps_len - at < input->steps_len)
		return false;
	for (int64_t i = 0; i < input->steps_len; i++) {
		const struct ct_symbolic_step *step = &path->steps[at + i];

		if (step->kind == CT_SYMBOLIC_NO_ARGUMENTS ||
		    !is_same_key(&step->value, &input->steps[i].value))
			return false;
	}
	return true;
}

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

/* The number of steps that lead to the input; 0: the path is of another one. */
static int64_t steps_to_input(const struct ct_symbolic *path, const struct ct_guard_path *input)
{
	return strcmp(path->steps[0].value.string, input->argument) == 0 &&
			       begins_with_steps(path, 1, input)
		       ? 1 + input->steps_len
		       : 0;
}

/* "L['args'][0]" of *args is Python's argument args_0, and "L['kwargs']['x']" of **kwargs is x. */
static int64_t steps_to_variadic(const struct ct_symbolic *path, const struct ct_guard_path *input)
{
	const char *argument = path->steps[0].value.string;
	const size_t n = strlen(argument);
	char number[24];

	if (is_string_step(path, 1) && strcmp(path->steps[1].value.string, input->argument) == 0)
		return begins_with_steps(path, 2, input) ? 2 + input->steps_len : 0;
	if (!is_int_step(path, 1) || strncmp(argument, input->argument, n) != 0)
		return 0;
	snprintf(number, sizeof number, "_%lld", (long long)path->steps[1].value.i);
	return strcmp(input->argument + n, number) == 0 && begins_with_steps(path, 2, input)
		       ? 2 + input->steps_len
		       : 0;
}

/* The leaf of "L[...]", after as many steps; -1: there is none. */
static int64_t find_leaf(const struct ct_guard_builder *self, const struct ct_symbolic *path,
			 int64_t leaf, int64_t *steps)
{
	if (leaf >= 0 && (*steps = steps_to_input(path, &self->paths[leaf])) > 0)
		return leaf;
	for (int64_t i = 0; i < self->paths_len; i++) {
		if ((*steps = steps_to_input(path, &self->paths[i])) > 0)
			return i;
	}
	for (int64_t i = 0; i < self->paths_len; i++) {
		if ((*steps = steps_to_variadic(path, &self->paths[i])) > 0)
			return i;
	}
	*steps = 2;
	if (strcmp(path->steps[0].value.string, "flat_args") == 0 && is_int_step(path, 1) &&
	    path->steps[1].value.i >= 0 && path->steps[1].value.i < self->paths_len)
		return path->steps[1].value.i;
	return -1;
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

static bool is_infinite_name(const struct ct_symbolic *path)
{
	return path->steps_len == 0 && strcmp(path->name, "inf") == 0;
}

static bool resolve_path(struct ct_guard_builder *self, struct ct_symbolic *path, int64_t leaf)
{
	struct ct_guard_reference reference;
	int64_t steps;
	void *list;

	path->slot = -1;
	if (is_infinite_name(path))
		return true;
	if (strcmp(path->name, "L") != 0 || !is_string_step(path, 0))
		return fail_path(self, path);
	reference.leaf = find_leaf(self, path, leaf, &steps);
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

bool ct_guard_resolve(struct ct_guard_builder *self, struct ct_symbolic *tree, int64_t leaf)
{
	if (tree->kind == CT_SYMBOLIC_PATH)
		return resolve_path(self, tree, leaf);
	for (int64_t i = 0; i < tree->items_len; i++) {
		if (!ct_guard_resolve(self, tree->items[i], leaf))
			return false;
	}
	return true;
}
