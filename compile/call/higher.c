#include "compile/call/call.h"

#include <string.h>

/* A letter for each input of a node; with a star, any number of them:
 *
 *     g  a graph               s  a text
 *     b  a bool                B  a bool or None
 *     c  a tensor or a number  D  a dtype or None
 *     o  an operator           d  a dtype
 *     *  what is left
 */
static const struct kind {
	const char *name, *inputs;
	size_t graphs;
	bool (*write)(struct statement *self);
} kinds[] = {
	{ "cond", "cgg*", 2, write_cond },
	{ "while_loop", "gg*", 2, write_while_loop },
	{ "map_impl", "g*", 1, write_map },
	{ "map", "g*", 1, write_map },
	{ "scan", "g*", 1, write_scan },
	{ "associative_scan", "g*", 1, write_associative_scan },
	{ "wrap_with_set_grad_enabled", "bg*", 1, write_grad_enabled },
	{ "wrap_with_autocast", "sDbBg*", 1, write_autocast },
	{ "wrap", "*", 1, write_wrapped },
	{ "wrap_activation_checkpoint", "*", 1, write_wrapped },
	{ "tag_activation_checkpoint", "*", 1, write_wrapped },
	{ "strict_mode", "*", 1, write_wrapped },
	{ "run_const_graph", "*", 1, write_wrapped },
	{ "invoke_subgraph", "*", 1, write_wrapped },
	{ "invoke_quant", "*", 1, write_wrapped },
	{ "invoke_quant_packed", "*", 1, write_wrapped },
	{ "hints_wrapper", "*", 1, write_wrapped },
	{ "foreach_map", "*", 1, write_wrapped },
	{ "out_dtype", "od*", 0, write_out_dtype },
	{ "auto_functionalized", "o*", 0, write_functionalized_v1 },
	{ "auto_functionalized_v2", "o*", 0, write_functionalized },
};

static bool is_input(char letter, const struct ct_graph_argument *argument)
{
	switch (letter) {
	case 'g':
		return argument->arm == CT_ARM_GRAPH;
	case 's':
		return argument->arm == CT_ARM_STRING;
	case 'b':
		return argument->arm == CT_ARM_BOOL;
	case 'B':
		return argument->arm == CT_ARM_BOOL || argument->arm == CT_ARM_NONE;
	case 'o':
		return argument->arm == CT_ARM_OPERATOR;
	case 'd':
		return argument->arm == CT_ARM_SCALAR_TYPE && argument->i != CT_DTYPE_NONE;
	case 'D':
		return argument->arm == CT_ARM_SCALAR_TYPE || argument->arm == CT_ARM_NONE;
	default:
		return argument->arm == CT_ARM_TENSOR || ct_arm_is_number(argument->arm);
	}
}

static bool check(struct statement *self, const struct kind *kind)
{
	const struct ct_graph_node *from = self->node->from;
	int64_t i = 0;

	for (const char *letter = kind->inputs; *letter && *letter != '*'; letter++, i++)
		if (i == from->inputs_len || !is_input(*letter, &from->inputs[i].argument))
			return node_error(self->node, self->program,
					  "its input %lld is not what the operator takes",
					  (long long)i);
	if (self->node->inner.len != kind->graphs)
		return node_error(self->node, self->program, "it has %zu graphs, not %zu",
				  self->node->inner.len, kind->graphs);
	return true;
}

bool write_higher(struct statement *self)
{
	const char *name = self->node->target + strlen("torch.ops.higher_order.");

	for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
		if (!strcmp(kinds[i].name, name))
			return check(self, &kinds[i]) && kinds[i].write(self);
	return node_error(self->node, self->program,
			  "the higher-order operator is not supported; "
			  "program.run_decompositions() in Python may replace it");
}
