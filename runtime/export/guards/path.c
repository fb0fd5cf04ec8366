/*
 * How Python names the inputs of a program: by the arguments of forward(), and the keys on the way
 * into nested ones.
 */
#include <stdlib.h>
#include <string.h>

#include "core/base/name_of.h"
#include "core/base/no_memory.h"
#include "core/base/text.h"
#include "export/guards/build.h"

enum { DEEPEST_TREE = 1000 };

struct path_walk {
	struct ct_arena *arena;
	struct ct_guard_path *paths;
	int64_t paths_len, leaves;
	const char *argument;
	struct ct_symbolic_step steps[DEEPEST_TREE]; /* to the current node */
	ct_error error;
};

static bool fail_walk(struct path_walk *self, ct_error error)
{
	if (self->error)
		ct_error_free(error);
	else
		self->error = error;
	return false;
}

static void *new_for_walk(struct path_walk *self, size_t n)
{
	void *memory = ct_arena_new(self->arena, n);

	if (memory == NULL)
		fail_walk(self, ct_no_memory(NULL, "for the names of inputs"));
	return memory;
}

static const char *keep_in_walk(struct path_walk *self, const char *string, size_t n)
{
	char *copy = new_for_walk(self, n + 1);

	if (copy)
		memcpy(copy, string, n);
	return copy;
}

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

/* The name at `index` in the context of a dataclass, [["a", "b"], []]; false: it is another one. */
static bool name_in_context(const char *context, int64_t index, const char **name, size_t *n)
{
	if (context == NULL || strncmp(context, "[[\"", 3) != 0)
		return false;
	for (context += 3;; index--) {
		*n = strcspn(context, "\"\\");
		if (context[*n] != '"')
			return false;
		*name = context;
		context += *n + 1;
		if (index == 0)
			return true;
		context += strspn(context, ", ");
		if (*context++ != '"')
			return false;
	}
}

static bool step_into(struct path_walk *self, const struct ct_tree *tree, int64_t index,
		      struct ct_symbolic_step *step)
{
	const char *name;
	size_t n;

	*step = (struct ct_symbolic_step){ .kind = CT_SYMBOLIC_INDEX };
	if (tree->keys) {
		step->value = ct_guard_constant(&tree->keys[index]);
		if (tree->kind == CT_TREE_NAMED_TUPLE && step->value.type == CT_SYMBOLIC_STRING)
			step->kind = CT_SYMBOLIC_ATTRIBUTE;
	} else if (tree->kind == CT_TREE_OTHER &&
		   name_in_context(tree->context, index, &name, &n)) {
		step->value.type = CT_SYMBOLIC_STRING;
		step->value.string = keep_in_walk(self, name, n);
		return step->value.string != NULL;
	} else {
		step->value = (struct ct_symbolic_value){ CT_SYMBOLIC_INT, .i = index };
	}
	return true;
}

/* --- Leaves ----------------------------------------------------------------------------------- */

static bool add_leaf(struct path_walk *self, int64_t depth)
{
	struct ct_guard_path *path = &self->paths[self->leaves];
	struct ct_symbolic_step *steps = NULL;

	if (self->leaves++ >= self->paths_len)
		return true; /* the number is compared at the end */
	if (depth > 0) {
		steps = new_for_walk(self, (size_t)depth * sizeof *steps);
		if (steps == NULL)
			return false;
		memcpy(steps, self->steps, (size_t)depth * sizeof *steps);
	}
	path->argument = self->argument;
	path->steps = steps;
	path->steps_len = depth;
	return true;
}

static bool walk_tree(struct path_walk *self, const struct ct_tree *tree, int64_t depth)
{
	if (tree->kind == CT_TREE_LEAF)
		return add_leaf(self, depth);
	if (depth == DEEPEST_TREE)
		return fail_walk(
			self, CT_RAISED(CT_ERROR_VALUE, "the tree of inputs is nested too deeply"));
	for (int64_t i = 0; i < tree->children_len; i++) {
		if (!step_into(self, tree, i, &self->steps[depth]) ||
		    !walk_tree(self, &tree->children[i], depth + 1))
			return false;
	}
	return true;
}

/* --- Arguments -------------------------------------------------------------------------------- */

static const char *numbered_argument(struct path_walk *self, int64_t index)
{
	struct ct_text text = { 0 };
	const char *name;

	ct_text_addf(&text, "arg_%lld", (long long)index);
	name = text.failed ? NULL : keep_in_walk(self, text.data, text.length);
	ct_text_release(&text);
	return name ? name : "arg";
}

static bool walk_positional(struct path_walk *self, const struct ct_program_call *call,
			    const struct ct_tree *tree)
{
	for (int64_t i = 0; i < tree->children_len; i++) {
		self->argument = call->argument_names && i < call->argument_names_len
					 ? call->argument_names[i]
					 : numbered_argument(self, i);
		if (!walk_tree(self, &tree->children[i], 0))
			return false;
	}
	return true;
}

static bool walk_keywords(struct path_walk *self, const struct ct_tree *tree)
{
	for (int64_t i = 0; i < tree->children_len; i++) {
		const struct ct_graph_argument *key = tree->keys ? &tree->keys[i] : NULL;

		self->argument = key && key->arm == CT_ARM_STRING ? key->string
								  : numbered_argument(self, i);
		if (!walk_tree(self, &tree->children[i], 0))
			return false;
	}
	return true;
}

static bool has_args_and_kwargs(const struct ct_tree *tree)
{
	return tree->kind == CT_TREE_TUPLE && tree->children_len == 2 &&
	       tree->children[0].kind == CT_TREE_TUPLE && tree->children[1].kind == CT_TREE_DICT;
}

static bool walk_arguments(struct path_walk *self, const struct ct_program_call *call)
{
	const struct ct_tree *tree = call->in_tree;

	if (tree->kind == CT_TREE_LEAF)
		return fail_walk(self, CT_RAISED(CT_ERROR_VALUE, "the tree of inputs is a leaf"));
	if (!has_args_and_kwargs(tree))
		return walk_positional(self, call, tree);
	return walk_positional(self, call, &tree->children[0]) &&
	       walk_keywords(self, &tree->children[1]);
}

/* --- Inputs ----------------------------------------------------------------------------------- */

static int64_t count_leaf_inputs(const struct ct_program *program)
{
	int64_t n = 0;

	for (int64_t i = 0; i < program->inputs_len; i++)
		n += ct_program_is_user_input(&program->inputs[i]);
	return n;
}

static const char *own_name(const struct ct_program *program, const struct ct_program_input *input)
{
	const int32_t value = input->argument.value;

	if (input->kind == CT_PROGRAM_CONSTANT_INPUT)
		return input->target ? input->target : "constant";
	return value >= 0 && value < program->graph->values_len ? program->graph->values[value].name
								: "input";
}

/* The names that inputs have in the graph, for a program without a tree. */
static void name_inputs(const struct ct_program *program, struct ct_guard_path *paths)
{
	int64_t n = 0;

	for (int64_t i = 0; i < program->inputs_len; i++) {
		if (!ct_program_is_user_input(&program->inputs[i]))
			continue;
		paths[n++] = (struct ct_guard_path){
			.argument = own_name(program, &program->inputs[i]), .input = i
		};
	}
}

ct_error ct_guard_paths_new(const struct ct_program *program, struct ct_arena *arena,
			    const struct ct_guard_path **result, int64_t *result_len)
{
	const struct ct_program_call *call = ct_program_own_call(program);
	const int64_t n = count_leaf_inputs(program);
	struct path_walk *walk = calloc(1, sizeof *walk);
	ct_error err;

	if (walk == NULL)
		return ct_no_memory(NULL, "for the names of inputs");
	walk->arena = arena;
	walk->paths_len = n;
	walk->paths = new_for_walk(walk, (size_t)n * sizeof *walk->paths);
	if (walk->paths) {
		name_inputs(program, walk->paths);
		if (call && call->in_tree && walk_arguments(walk, call) && walk->leaves != n)
			fail_walk(walk, CT_RAISED(CT_ERROR_VALUE,
						  "the program has %lld inputs, but its tree of "
						  "inputs has %lld leaves",
						  (long long)n, (long long)walk->leaves));
	}
	err = walk->error;
	if (err == NULL) {
		*result = walk->paths;
		*result_len = n;
	}
	free(walk);
	return err;
}

void ct_guard_path_print(const struct ct_guard_path *self, struct ct_text *text)
{
	ct_text_add(text, self->argument);
	ct_symbolic_print_steps(self->steps, self->steps_len, text);
}
