/*
 * How Python names the inputs of a program: by the arguments of forward(), and the keys on the way
 * into nested ones. ct_program_check() has compared the tree of inputs with the inputs.
 */
#include <stdio.h>
#include <string.h>

#include "core/base/no_memory.h"
#include "core/base/text.h"
#include "export/graph/json.h"
#include "export/guards/build.h"

/* Its functions return false, or NULL, without memory. */
struct path_walk {
	struct ct_arena *arena;
	struct ct_guard_path *next;
	const char *argument;
	struct ct_symbolic_step steps[CT_JSON_DEPTH]; /* to the current node; trees are JSON */
};

/* --- Keys ------------------------------------------------------------------------------------- */

struct ct_symbolic_value ct_guard_constant(const struct ct_graph_argument *argument)
{
	switch (argument->arm) {
	case CT_ARM_INT:
	case CT_ARM_SYM_INT:
		return (struct ct_symbolic_value){ CT_SYMBOLIC_INT, .i = argument->i };
	case CT_ARM_BOOL:
	case CT_ARM_SYM_BOOL:
		return (struct ct_symbolic_value){ CT_SYMBOLIC_BOOL, .i = argument->i };
	case CT_ARM_FLOAT:
	case CT_ARM_SYM_FLOAT:
		return (struct ct_symbolic_value){ CT_SYMBOLIC_FLOAT, .f = argument->f };
	case CT_ARM_STRING:
		return (struct ct_symbolic_value){ CT_SYMBOLIC_STRING, .string = argument->string };
	default:
		return (struct ct_symbolic_value){ CT_SYMBOLIC_NONE };
	}
}

static bool is_dict(enum ct_tree_kind kind)
{
	return kind == CT_TREE_DICT || kind == CT_TREE_ORDERED_DICT;
}

/* "['k']" in a dict, ".a" in a class with fields, "[0]" in others. */
static struct ct_symbolic_step step_into(const struct ct_tree *tree, int64_t index)
{
	struct ct_symbolic_step step = { CT_SYMBOLIC_INDEX, { CT_SYMBOLIC_INT, .i = index } };

	if (tree->keys)
		step.value = ct_guard_constant(&tree->keys[index]);
	if (step.value.type == CT_SYMBOLIC_STRING && !is_dict(tree->kind))
		step.kind = CT_SYMBOLIC_ATTRIBUTE;
	return step;
}

/* --- Leaves ----------------------------------------------------------------------------------- */

static bool add_leaf(struct path_walk *self, int64_t depth)
{
	const size_t nbytes = (size_t)depth * sizeof *self->steps;
	struct ct_symbolic_step *steps = ct_arena_new(self->arena, nbytes);

	if (steps == NULL)
		return false;
	memcpy(steps, self->steps, nbytes);
	*self->next++ = (struct ct_guard_path){ self->argument, steps, depth, 0 };
	return true;
}

static bool walk_tree(struct path_walk *self, const struct ct_tree *tree, int64_t depth)
{
	if (tree->kind == CT_TREE_LEAF)
		return add_leaf(self, depth);
	for (int64_t i = 0; i < tree->children_len; i++) {
		self->steps[depth] = step_into(tree, i);
		if (!walk_tree(self, &tree->children[i], depth + 1))
			return false;
	}
	return true;
}

/* --- Arguments -------------------------------------------------------------------------------- */

static const char *numbered_argument(struct path_walk *self, int64_t index)
{
	char name[32], *copy;
	const int n = snprintf(name, sizeof name, "arg_%lld", (long long)index);

	copy = ct_arena_new(self->arena, (size_t)n + 1);
	return copy ? memcpy(copy, name, (size_t)n + 1) : NULL;
}

static bool walk_positional(struct path_walk *self, const struct ct_program_call *call,
			    const struct ct_tree *tree)
{
	for (int64_t i = 0; i < tree->children_len; i++) {
		self->argument = i < call->argument_names_len ? call->argument_names[i]
							      : numbered_argument(self, i);
		if (self->argument == NULL || !walk_tree(self, &tree->children[i], 0))
			return false;
	}
	return true;
}

static bool walk_keywords(struct path_walk *self, const struct ct_tree *tree)
{
	for (int64_t i = 0; i < tree->children_len; i++) {
		self->argument = tree->keys[i].string;
		if (!walk_tree(self, &tree->children[i], 0))
			return false;
	}
	return true;
}

ct_error ct_guard_paths_new(const struct ct_program *program, struct ct_arena *arena,
			    const struct ct_guard_path **result, int64_t *result_len)
{
	const struct ct_program_call *call = ct_program_own_call(program);
	const struct ct_tree *both = call->in_tree->children;
	const int64_t len = call->in_tree->leaves;
	struct ct_guard_path *paths = ct_arena_new(arena, (size_t)len * sizeof *paths);
	struct path_walk walk = { .arena = arena, .next = paths };

	if (paths == NULL || !walk_positional(&walk, call, &both[0]) ||
	    !walk_keywords(&walk, &both[1]))
		return ct_no_memory(NULL, "for the names of inputs");
	*result = paths;
	*result_len = len;
	for (int64_t i = 0; i < program->inputs_len; i++)
		if (ct_program_is_user_input(&program->inputs[i]))
			(paths++)->input = i;
	return NULL;
}

void ct_guard_path_print(const struct ct_guard_path *self, struct ct_text *text)
{
	ct_text_add(text, self->argument);
	ct_symbolic_print_steps(self->steps, self->steps_len, text);
}
