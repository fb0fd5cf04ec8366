#include "compile/emit/emit.h"

/* What the result is a view of; NULL: it has memory of its own. */
static const struct variable *viewed(const struct variable *variable)
{
	const struct node *node = variable->made_by;
	const struct schema *schema = node->op ? &node->op->schema : NULL;

	if (!schema || !schema->rets.len || !schema->rets.at[0].alias)
		return NULL;
	for (size_t i = 0; i < schema->args.len; i++)
		if (schema->args.at[i].alias && node->args[i])
			return variable_of(node->in, node->args[i]);
	return NULL;
}

static bool is_given(const struct variable *variable)
{
	while (variable && variable->made_by)
		variable = viewed(variable);
	return variable != NULL;
}

static bool argument_is_given(const struct node *node, const struct ct_graph_argument *argument)
{
	int64_t len;
	const struct ct_graph_argument *items = argument_items(argument, &len);

	for (int64_t i = 0; i < len; i++)
		if (is_given(variable_of(node->in, &items[i])))
			return true;
	return false;
}

static bool node_writes(const struct node *node)
{
	const struct schema *schema = node->op ? &node->op->schema : NULL;

	if (node_is_training(node) && node_arg(node, "running_mean"))
		return true;
	for (size_t i = 0; schema && i < schema->args.len; i++)
		if (schema->args.at[i].alias && schema->args.at[i].alias->is_write &&
		    node->args[i] && argument_is_given(node, node->args[i]))
			return true;
	return false;
}

bool program_writes(const struct program *program)
{
	for (int64_t i = 0; i < program->from->outputs_len; i++)
		if (ct_program_is_mutation(&program->from->outputs[i]))
			return true;
	for (int64_t i = 0; i < program->main->graph->nodes_len; i++)
		if (node_writes(&program->main->nodes[i]))
			return true;
	return false;
}
