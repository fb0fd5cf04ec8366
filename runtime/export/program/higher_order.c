/*
 * Preparing the steps of higher-order operators: which there are, and their graphs.
 */
#include <string.h>

#include <ctorch/macros/try.h>

#include "export/program/operands.h"

static const struct kind {
	const char *name;
	ct_step_function run;
	int64_t graphs;     /* that it must have */
	int64_t inputs_min; /* the graphs among them */
	bool has_operator;  /* the first input names one */
} kinds[] = {
	{ "cond", ct_run_cond, 2, 4, false },
	{ "while_loop", ct_run_while_loop, 2, 4, false },
	{ "map_impl", ct_run_map, 1, 3, false },
	{ "map", ct_run_map, 1, 3, false },
	{ "scan", ct_run_scan, 1, 4, false },
	{ "associative_scan", ct_run_associative_scan, 1, 3, false },
	{ "wrap_with_set_grad_enabled", ct_run_set_grad_enabled, 1, 2, false },
	{ "wrap_with_autocast", ct_run_autocast, 1, 5, false },
	{ "wrap", ct_run_wrapped, 1, 1, false },
	{ "wrap_activation_checkpoint", ct_run_wrapped, 1, 1, false },
	{ "tag_activation_checkpoint", ct_run_wrapped, 1, 1, false },
	{ "strict_mode", ct_run_wrapped, 1, 1, false },
	{ "run_const_graph", ct_run_wrapped, 1, 1, false },
	{ "invoke_subgraph", ct_run_wrapped, 1, 1, false },
	{ "invoke_quant", ct_run_wrapped, 1, 1, false },
	{ "invoke_quant_packed", ct_run_wrapped, 1, 1, false },
	{ "hints_wrapper", ct_run_wrapped, 1, 1, false },
	{ "foreach_map", ct_run_wrapped, 1, 1, false },
	{ "out_dtype", ct_run_out_dtype, 0, 3, true },
	{ "auto_functionalized", ct_run_functionalized, 0, 1, true },
	{ "auto_functionalized_v2", ct_run_functionalized, 0, 1, true },
};

static const struct kind *find_kind(const char *name)
{
	for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
		if (strcmp(kinds[i].name, name) == 0)
			return &kinds[i];
	return NULL;
}

bool ct_is_higher_order(const char *name)
{
	return strcmp(name, "with_effects") == 0 || find_kind(name) != NULL;
}

/* --- Graphs ----------------------------------------------------------------------------------- */

static int64_t count_graphs(const struct ct_graph_node *node)
{
	int64_t count = 0;

	for (int64_t i = 0; i < node->inputs_len; i++)
		count += node->inputs[i].argument.arm == CT_ARM_GRAPH;
	return count;
}

static ct_error prepare_graphs(struct ct_preparing *self, const struct ct_plan *plan,
			       struct ct_step *step, int64_t count)
{
	const struct ct_graph_node *node = step->node;
	const struct ct_plan **inner = ct_prepare_array(self, count, sizeof *inner);

	if (inner == NULL)
		return ct_prepare_no_memory(&plan->place);
	step->inner = inner;
	step->inner_len = count;
	for (int64_t i = 0; i < node->inputs_len; i++) {
		const struct ct_graph_argument *argument = &node->inputs[i].argument;
		const struct ct_graph_place place = { plan->place.function, plan->place.what,
						      &plan->place, argument->string,
						      argument->graph };

		if (argument->arm == CT_ARM_GRAPH)
			CT_TRY(self->new_plan(self, &place, inner++));
	}
	return NULL;
}

/* --- Operators -------------------------------------------------------------------------------- */

static ct_error find_operator(const struct ct_plan *plan, struct ct_step *step)
{
	const struct ct_graph_argument *first = &step->node->inputs[0].argument;

	if (first->arm != CT_ARM_OPERATOR)
		return ct_graph_error(CT_ERROR_VALUE, &plan->place, step->node,
				      "its first input must be an operator");
	return ct_prepare_find_operator(plan, step, first->string);
}

ct_error ct_prepare_higher_order(struct ct_preparing *self, const struct ct_plan *plan,
				 struct ct_step *step)
{
	const struct ct_graph_node *node = step->node;
	const char *name = node->target + strlen("torch.ops.higher_order.");
	const int64_t graphs = count_graphs(node);
	const struct kind *kind = find_kind(name);

	if (strcmp(name, "with_effects") == 0)
		return ct_prepare_with_effects(self, plan, step);
	if (kind == NULL)
		return ct_graph_error(CT_ERROR_NOT_IMPLEMENTED, &plan->place, node,
				      "the higher-order operator is not supported; "
				      "program.run_decompositions() in Python may replace it");
	if (graphs != kind->graphs || node->inputs_len < kind->inputs_min)
		return ct_graph_error(CT_ERROR_VALUE, &plan->place, node,
				      "it has %lld graphs and %lld inputs", (long long)graphs,
				      (long long)node->inputs_len);
	step->run = kind->run;
	if (kind->has_operator)
		CT_TRY(find_operator(plan, step));
	return prepare_graphs(self, plan, step, graphs);
}
