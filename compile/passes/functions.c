#include "compile/passes/passes.h"

#include <string.h>

/* --- Variables -------------------------------------------------------------------------------- */

/* ORDER HELD: enum ct_graph_value_kind. */
static const enum held held_as[] = {
	[CT_GRAPH_UNKNOWN] = HELD_NOTHING, [CT_GRAPH_TENSOR] = HELD_TENSOR,
	[CT_GRAPH_SYM_INT] = HELD_INT,     [CT_GRAPH_SYM_FLOAT] = HELD_FLOAT,
	[CT_GRAPH_SYM_BOOL] = HELD_BOOL,   [CT_GRAPH_CUSTOM_OBJ] = HELD_OBJECT,
	[CT_GRAPH_TOKEN] = HELD_NOTHING,
};

/* A malformed expression is of no use, but the program runs without it. */
static void set_extent(struct program *program, const struct ct_graph_size *from,
		       struct extent *extent)
{
	struct ct_symbolic *tree = NULL;

	extent->i = from->i;
	if (from->expression)
		ct_error_free(ct_symbolic_read_sympy(from->expression, program->trees, &tree));
	extent->tree = tree;
}

static struct extent *extents_of(struct program *program, const struct ct_graph_size *from,
				 int64_t dim)
{
	struct extent *extents = arena_alloc(program->arena, ((size_t)dim + 1) * sizeof *extents);

	for (int64_t i = 0; from && i < dim; i++)
		set_extent(program, &from[i], &extents[i]);
	return extents;
}

static void set_tensor(struct program *program, struct variable *variable,
		       const struct ct_graph_tensor *tensor)
{
	variable->dim = -1;
	if (!tensor)
		return;
	variable->dtype = tensor->dtype;
	variable->dim = tensor->dim;
	variable->sizes = extents_of(program, tensor->sizes, tensor->dim);
	variable->strides = extents_of(program, tensor->strides, tensor->dim);
}

static void make_variables(struct program *program, struct function *function)
{
	const struct ct_graph *graph = function->graph;

	function->variables = arena_alloc(program->arena, ((size_t)graph->values_len + 1) *
								  sizeof *function->variables);
	for (int64_t i = 0; i < graph->values_len; i++) {
		struct variable *variable = &function->variables[i];

		variable->from = &graph->values[i];
		variable->in = function;
		variable->held = held_as[variable->from->kind];
		variable->is_borrowed = variable->from->made_by < 0;
		variable->c = identifier_in(program->arena, &function->taken, variable->from->name);
		set_tensor(program, variable, variable->from->tensor);
	}
}

/* --- Who uses what ---------------------------------------------------------------------------- */

static void visit(struct program *program, struct function *function, struct node *user,
		  const struct ct_graph_argument *argument)
{
	struct variable *variable = variable_of(function, argument);

	for (int64_t i = 0; ct_arm_is_list(argument->arm) && i < argument->items_len; i++)
		visit(program, function, user, &argument->items[i]);
	if (!variable || ct_arm_is_list(argument->arm))
		return;
	if (!user)
		variable->is_output = true;
	else if (!variable->users.len || variable->users.at[variable->users.len - 1] != user)
		vec_push(program->arena, &variable->users, user);
}

static void set_maker(struct function *function, struct node *maker,
		      const struct ct_graph_argument *argument)
{
	struct variable *variable = variable_of(function, argument);

	for (int64_t i = 0; ct_arm_is_list(argument->arm) && i < argument->items_len; i++)
		set_maker(function, maker, &argument->items[i]);
	if (variable && !ct_arm_is_list(argument->arm))
		variable->made_by = maker;
}

static void link_node(struct program *program, struct node *node)
{
	for (int64_t i = 0; i < node->from->inputs_len; i++)
		visit(program, node->in, node, &node->from->inputs[i].argument);
	for (int64_t i = 0; i < node->from->outputs_len; i++)
		set_maker(node->in, node, &node->from->outputs[i]);
}

/* --- Functions -------------------------------------------------------------------------------- */

static struct function *make_function(struct program *program, const char *name,
				      const struct ct_graph_place *place, struct function *outer);

static void make_inner(struct program *program, struct node *node)
{
	for (int64_t i = 0; i < node->from->inputs_len; i++) {
		const struct ct_graph_argument *argument = &node->from->inputs[i].argument;
		const struct ct_graph_place place = { node->in->place.function,
						      node->in->place.what, &node->in->place,
						      argument->string, argument->graph };

		if (argument->arm == CT_ARM_GRAPH)
			vec_push(program->arena, &node->inner,
				 make_function(program,
					       arena_printf(program->arena, "%s_%s", program->name,
							    argument->string),
					       &place, node->in));
	}
}

static struct function *make_function(struct program *program, const char *name,
				      const struct ct_graph_place *place, struct function *outer)
{
	struct function *function = arena_alloc(program->arena, sizeof *function);
	const struct ct_graph *graph = place->graph;

	function->c = identifier_new(program, name);
	function->place = *place;
	function->graph = graph;
	function->outer = outer;
	make_variables(program, function);
	function->nodes = arena_alloc(program->arena,
				      ((size_t)graph->nodes_len + 1) * sizeof *function->nodes);
	for (int64_t i = 0; i < graph->nodes_len; i++) {
		struct node *node = &function->nodes[i];

		node->from = &graph->nodes[i];
		node->in = function;
		node->index = (size_t)i;
		make_inner(program, node);
		link_node(program, node);
	}
	for (int64_t i = 0; i < graph->outputs_len; i++)
		visit(program, function, NULL, &graph->outputs[i]);
	vec_push(program->arena, &program->functions, function);
	return function;
}

bool make_functions(struct program *program)
{
	const struct ct_graph_place place = { "ctorch-compile",
					      arena_printf(program->arena, "%s: models/%s.json",
							   program->archive->path, program->model),
					      NULL, NULL, program->from->graph };

	program->main = make_function(
		program, arena_printf(program->arena, "%s_forward", program->name), &place, NULL);
	return true;
}
