#include "compile/passes/passes.h"

#include <string.h>

#include "compile/read/read.h"

static const char ops[] = "torch.ops.", aten[] = "torch.ops.aten.",
		  higher[] = "torch.ops.higher_order.";

#define BEGINS(text, with) (!strncmp((text), (with), sizeof(with) - 1))

/* --- Operators -------------------------------------------------------------------------------- */

/* "add.Tensor" of "torch.ops.aten.add.Tensor", "add" of "torch.ops.aten.add.default". */
static const struct op *operator_of(struct program *program, const char *target)
{
	static const char unnamed[] = ".default";
	const char *name = target + sizeof aten - 1;
	size_t n = strlen(name), end = sizeof unnamed - 1;

	if (!BEGINS(target, aten))
		return NULL;
	if (n > end && !strcmp(name + n - end, unnamed))
		name = arena_strndup(program->arena, name, n - end);
	return find_operator(program, name);
}

/* A program comes from a file, and must not read or change others. */
static bool opens_files(const char *target)
{
	return BEGINS(target, "torch.ops.aten.from_file.");
}

static size_t place_of(const struct node *node, const struct ct_graph_input *input, size_t k)
{
	for (size_t i = 0; i < node->op->schema.args.len; i++)
		if (input->name[0] ? !strcmp(node->op->schema.args.at[i].name, input->name)
				   : i == k)
			return i;
	return node->op->schema.args.len;
}

/* Inputs without a name are in the schema's order. */
static bool match_inputs(struct program *program, struct node *node)
{
	const struct schema *schema = &node->op->schema;

	node->args = arena_alloc(program->arena, (schema->args.len + 1) * sizeof *node->args);
	for (int64_t i = (int64_t)node->skipped; i < node->from->inputs_len; i++) {
		const struct ct_graph_input *input = &node->from->inputs[i];
		size_t place = place_of(node, input, (size_t)i - node->skipped);

		if (place == schema->args.len)
			return node_error(node, program, "the operator has no argument '%s'",
					  input->name);
		if (node->args[place])
			return node_error(node, program, "two inputs are for the argument '%s'",
					  schema->args.at[place].name);
		node->args[place] = &input->argument;
	}
	for (size_t i = 0; i < schema->args.len; i++)
		if (!node->args[i] && !schema->args.at[i].default_text)
			return node_error(node, program, "the argument '%s' is missing",
					  schema->args.at[i].name);
	return true;
}

/* A None after the last output stands for no result. */
static bool check_outputs(struct program *program, const struct node *node)
{
	int64_t len = node->from->outputs_len;
	size_t skipped = node->skipped ? 1 : 0;

	while (len > 0 && node->from->outputs[len - 1].arm == CT_ARM_NONE)
		len--;
	if ((size_t)len <= node->op->schema.rets.len + skipped)
		return true;
	return node_error(node, program, "it has %lld results, but the operator %zu",
			  (long long)len, node->op->schema.rets.len);
}

bool bind_operator(struct program *program, struct node *node, const char *target)
{
	if (opens_files(target))
		return node_error(node, program, "programs must not open files");
	node->target = target;
	node->op = operator_of(program, target);
	node->kind = node->op ? NODE_OPERATOR : NODE_BY_NAME;
	return !node->op || (match_inputs(program, node) && check_outputs(program, node));
}

/* --- Other nodes ------------------------------------------------------------------------------ */

/* Its first inputs are a token, which only orders the calls, and the operator. */
static bool bind_with_effects(struct program *program, struct node *node)
{
	const struct ct_graph_node *from = node->from;

	if (from->inputs_len < 2 || from->inputs[1].argument.arm != CT_ARM_OPERATOR ||
	    from->outputs_len < 1)
		return node_error(node, program,
				  "its inputs must begin with a token and an operator");
	node->skipped = 2;
	if (variable_of(node->in, &from->outputs[0]))
		variable_of(node->in, &from->outputs[0])->held = HELD_NOTHING;
	return bind_operator(program, node, from->inputs[1].argument.string);
}

static bool bind_node(struct program *program, struct node *node)
{
	const char *target = node->from->target;

	if (!strcmp(target, "torch.ops.higher_order.with_effects"))
		return bind_with_effects(program, node);
	node->target = target;
	if (BEGINS(target, higher))
		node->kind = NODE_HIGHER;
	else if (!BEGINS(target, ops))
		node->kind = NODE_SYMBOLIC;
	else
		return bind_operator(program, node, target);
	return true;
}

bool bind_nodes(struct program *program)
{
	size_t before = program->diag->errors;

	for (size_t k = 0; k < program->functions.len; k++) {
		struct function *function = program->functions.at[k];

		for (int64_t i = 0; i < function->graph->nodes_len; i++)
			bind_node(program, &function->nodes[i]);
	}
	return program->diag->errors == before;
}
