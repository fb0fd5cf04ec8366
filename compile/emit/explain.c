#include "compile/emit/emit.h"

#include <stdio.h>

static void print_node(const struct program *program, const struct node *node)
{
	const char *name = node->from->name ? node->from->name : "";
	const struct kernel *kernel = node->kernel;

	printf("%-24s %-36s %-20s ", name,
	       node->kind == NODE_SYMBOLIC ? node->target : node_operator(node, program->arena),
	       kernel ? kernel->name : "call");
	if (kernel && kernel->at == node && kernel->saved > 0)
		printf("%lld bytes", (long long)kernel->saved);
	else if (!kernel && node->why_not)
		fputs(node->why_not, stdout);
	putchar('\n');
}

/* What becomes of each node, to stdout. */
bool emit_explained(struct program *program)
{
	printf("%-24s %-36s %-20s %s\n", "node", "operator", "computed by", "saves, or why not");
	for (size_t k = program->functions.len; k-- > 0;) {
		const struct function *function = program->functions.at[k];

		if (function != program->main)
			printf("\n%s:\n", function->c);
		for (int64_t i = 0; i < function->graph->nodes_len; i++)
			print_node(program, &function->nodes[i]);
	}
	return true;
}
