#include "compile/emit/emit.h"

#include <stdio.h>
#include <string.h>

#include "compile/call/call.h"
#include "compile/options.h"

/* The program as its passes have made it, for --print-after. What is not known yet is left out. */

static void print_variable(struct program *program, const struct variable *variable)
{
	printf("%s: %s", variable->c,
	       held_c(variable->held) ? shape_text(program, variable) : "None");
	if (variable->weight)
		printf(", the %s %s", variable->weight->role, variable->weight->name);
	if (variable->is_output)
		printf(", an output");
	if (!variable->users.len && !variable->is_output)
		printf(", not used");
	for (size_t i = 0; i < variable->users.len; i++)
		printf("%s%zu", i ? ", " : ", used by ", variable->users.at[i]->index);
	putchar('\n');
}

static void print_results(struct program *program, const struct function *function,
			  const struct ct_graph_argument *output)
{
	const struct variable *variable = variable_of(function, output);

	for (int64_t i = 0; ct_arm_is_list(output->arm) && i < output->items_len; i++)
		print_results(program, function, &output->items[i]);
	if (!variable || ct_arm_is_list(output->arm))
		return;
	printf("    -> ");
	print_variable(program, variable);
}

static void print_node(struct program *program, const struct node *node)
{
	static const char *const kinds[] = { [NODE_OPERATOR] = "",
					     [NODE_BY_NAME] = " by name",
					     [NODE_SYMBOLIC] = " of numbers",
					     [NODE_HIGHER] = " of graphs" };

	printf("  %zu %s%s\n", node->index, node->target ? node->target : node->from->target,
	       kinds[node->kind]);
	for (size_t i = 0; node->op && i < node->op->schema.args.len; i++)
		if (node->args[i])
			printf("    %s: %s\n", node->op->schema.args.at[i].name,
			       node->args[i]->value == CT_NO_VALUE
				       ? ct_arm_name(node->args[i]->arm)
				       : variable_of(node->in, node->args[i])->c);
	for (size_t i = 0; i < node->inner.len; i++)
		printf("    calls %s\n", node->inner.at[i]->c);
	for (int64_t i = 0; i < node->from->outputs_len; i++)
		print_results(program, node->in, &node->from->outputs[i]);
	if (node->kernel)
		printf("    computed by %s at %zu\n", node->kernel->name, node->kernel->at->index);
	for (size_t i = 0; i < node->dead.len; i++)
		printf("    releases %s\n", node->dead.at[i]->c);
}

static void print_function(struct program *program, const struct function *function)
{
	printf("%s\n", function->c);
	for (int64_t i = 0; i < function->graph->values_len; i++) {
		if (function->variables[i].made_by)
			continue;
		printf("  ");
		print_variable(program, &function->variables[i]);
	}
	for (int64_t i = 0; i < function->graph->nodes_len; i++)
		print_node(program, &function->nodes[i]);
}

static void print_symbol(const struct symbol *symbol)
{
	printf("symbol %s: %lld to %lld", symbol->c, (long long)symbol->min,
	       (long long)symbol->max);
	if (symbol->is_fixed)
		printf(", fixed to %lld", (long long)symbol->hint);
	else if (symbol->input)
		printf(", from size %lld of %s", (long long)symbol->dim, symbol->input->c);
	putchar('\n');
}

void print_program(struct program *program)
{
	for (size_t i = 0; i < program->functions.len; i++)
		print_function(program, program->functions.at[i]);
	for (size_t i = 0; i < program->inputs.len; i++)
		printf("input %s: %s\n", program->inputs.at[i].path,
		       program->inputs.at[i].variable ? program->inputs.at[i].variable->c
						      : "a constant");
	for (size_t i = 0; i < program->returned.len; i++)
		printf("result %s: %s\n", program->returned.at[i].c ? program->returned.at[i].c : "-",
		       program->returned.at[i].variable ? program->returned.at[i].variable->c
							: "a constant");
	for (size_t i = 0; i < program->symbols.len; i++)
		print_symbol(&program->symbols.at[i]);
}
