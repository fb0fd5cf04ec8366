/*
 * From a graph to the steps that run it.
 */
#include <string.h>

#include <ctorch/macros/try.h>

#include "export/graph/check.h"
#include "export/program/plan.h"

/* --- What is dead after a step ---------------------------------------------------------------- */

/* A value that a node makes, and that neither a later node nor an output uses. */
static bool dies(const struct ct_graph *graph, const struct ct_graph_value *value)
{
	return value->kind == CT_GRAPH_TENSOR && value->made_by >= 0 &&
	       value->last_use < graph->nodes_len;
}

/* The dead values of all steps are one array, sorted by counting. */
static bool note_dead(struct ct_preparing *self, const struct ct_graph *graph,
		      struct ct_step *steps)
{
	int32_t *dead = ct_prepare_array(self, graph->values_len, sizeof *dead);

	if (dead == NULL)
		return false;
	for (int64_t i = 0; i < graph->values_len; i++)
		if (dies(graph, &graph->values[i]))
			steps[graph->values[i].last_use].dead_len++;
	for (int64_t i = 0; i < graph->nodes_len; i++) {
		steps[i].dead = dead;
		dead += steps[i].dead_len;
		steps[i].dead_len = 0;
	}
	for (int64_t i = 0; i < graph->values_len; i++) {
		struct ct_step *step;

		if (!dies(graph, &graph->values[i]))
			continue;
		step = &steps[graph->values[i].last_use];
		((int32_t *)step->dead)[step->dead_len++] = (int32_t)i;
	}
	return true;
}

/* --- Steps ------------------------------------------------------------------------------------ */

static bool begins_with(const char *text, const char *prefix)
{
	return strncmp(text, prefix, strlen(prefix)) == 0;
}

static ct_error unknown_target(const struct ct_plan *plan, const struct ct_graph_node *node)
{
	if (begins_with(node->target, "torch._functorch."))
		return ct_graph_error(CT_ERROR_NOT_IMPLEMENTED, &plan->place, node,
				      "functions of torch.func run only in Python; export it with "
				      "program.run_decompositions()");
	return ct_graph_error(CT_ERROR_NOT_IMPLEMENTED, &plan->place, node,
			      "the target is unknown; program.run_decompositions() in Python may "
			      "replace it by operators");
}

static ct_error prepare_step(struct ct_preparing *self, const struct ct_plan *plan,
			     struct ct_step *step)
{
	const char *target = step->node->target;

	if (begins_with(target, "torch.ops.higher_order."))
		return ct_prepare_higher_order(self, plan, step);
	if (begins_with(target, "torch.ops."))
		return ct_prepare_operator(self, plan, step);
	return ct_prepare_symbolic(step) ? NULL : unknown_target(plan, step->node);
}

static void note_sizes(struct ct_plan *plan, const struct ct_step *step)
{
	if (step->args_len > plan->args_max)
		plan->args_max = step->args_len;
	if (step->lists_nbytes > plan->lists_max)
		plan->lists_max = step->lists_nbytes;
}

ct_error ct_plan_new(struct ct_preparing *self, const struct ct_graph_place *place,
		     const struct ct_plan **result)
{
	const struct ct_graph *graph = place->graph;
	struct ct_plan *plan = ct_prepare_array(self, 1, sizeof *plan);
	struct ct_step *steps = ct_prepare_array(self, graph->nodes_len, sizeof *steps);

	if (plan == NULL || steps == NULL || !note_dead(self, graph, steps))
		return ct_prepare_no_memory(place);
	plan->place = *place;
	plan->steps = steps;
	for (int64_t i = 0; i < graph->nodes_len; i++) {
		steps[i].node = &graph->nodes[i];
		CT_TRY(prepare_step(self, plan, &steps[i]));
		note_sizes(plan, &steps[i]);
	}
	*result = plan;
	return NULL;
}
