/*
 * Whether a program writes to its weights: a run of such a program excludes others.
 *
 * A value that may share memory with a weight is marked: the weight itself, and views of marked
 * values. The program writes if an operator writes to a marked value, or an output is to be copied
 * into a weight.
 */
#include <stdlib.h>
#include <string.h>

#include <ctorch/macros/try.h>

#include "core/base/lengths.h"
#include "core/base/no_memory.h"
#include "export/graph/check.h"
#include "export/program/instance.h"

/* In training they update running statistics, which their schemas do not say. */
static const char *const secret_writers[] = {
	"torch.ops.aten.batch_norm.default",       "torch.ops.aten.native_batch_norm.default",
	"torch.ops.aten.cudnn_batch_norm.default", "torch.ops.aten.miopen_batch_norm.default",
	"torch.ops.aten.instance_norm.default",    "torch.ops.aten._batch_norm_impl_index.default",
};

struct marking {
	const struct ct_graph *graph;
	bool *marked; /* of the graph's values */
	bool found;   /* of the present node: it names a marked value */
};

static ct_error find_marked(const struct ct_graph_argument *argument, void *context)
{
	struct marking *self = context;

	self->found |= self->marked[argument->value];
	return NULL;
}

static ct_error mark(const struct ct_graph_argument *argument, void *context)
{
	struct marking *self = context;

	self->marked[argument->value] = true;
	return NULL;
}

static bool names_marked(struct marking *self, const struct ct_graph_argument *argument)
{
	self->found = false;
	ct_error_free(ct_argument_visit(argument, find_marked, self));
	return self->found;
}

static bool any_marked(struct marking *self, const struct ct_graph_node *node)
{
	for (int64_t i = 0; i < node->inputs_len; i++)
		if (names_marked(self, &node->inputs[i].argument))
			return true;
	return false;
}

/* --- Operators -------------------------------------------------------------------------------- */

/* The argument that says so is a constant. */
static bool is_in_evaluation(const struct ct_graph_node *node)
{
	for (int64_t i = 0; i < node->inputs_len; i++) {
		const struct ct_graph_argument *argument = &node->inputs[i].argument;
		const char *name = node->inputs[i].name;

		if ((strcmp(name, "training") == 0 || strcmp(name, "use_input_stats") == 0) &&
		    argument->arm == CT_ARM_BOOL)
			return argument->i == 0;
	}
	return false;
}

static bool is_secret_writer(const struct ct_graph_node *node)
{
	for (size_t i = 0; i < sizeof secret_writers / sizeof *secret_writers; i++)
		if (strcmp(secret_writers[i], node->target) == 0)
			return !is_in_evaluation(node);
	return false;
}

static bool is_written(const struct ct_step *step, const char *name)
{
	ct_schema_argument argument;

	for (int64_t k = 0; k < step->args_len; k++) {
		ct_error_free(ct_operator_argument(step->operator_, k, &argument));
		if (strcmp(argument.name, name) == 0)
			return argument.is_written;
	}
	return false;
}

static bool writes_to_marked(struct marking *self, const struct ct_step *step)
{
	const struct ct_graph_node *node = step->node;

	if (is_secret_writer(node) && any_marked(self, node))
		return true;
	for (int64_t i = 0; i < node->inputs_len; i++)
		if (names_marked(self, &node->inputs[i].argument) &&
		    is_written(step, node->inputs[i].name))
			return true;
	return false;
}

/* Its results may share memory with an argument: "Tensor(a)". */
static bool may_return_view(const struct ct_step *step)
{
	ct_schema_argument result;

	for (int64_t i = 0; i < step->outputs_len; i++) {
		ct_error_free(ct_operator_result(step->operator_, i, &result));
		if (strchr(result.type, '('))
			return true;
	}
	return false;
}

/* --- Graphs ----------------------------------------------------------------------------------- */

static int64_t count_graphs_of(const struct ct_graph_node *node)
{
	int64_t count = 0;

	for (int64_t i = 0; i < node->inputs_len; i++)
		count += node->inputs[i].argument.arm == CT_ARM_GRAPH;
	return count;
}

static bool inner_writes(const struct ct_plan *plan);

static bool any_graph_writes(const struct ct_step *step)
{
	const int64_t graphs = count_graphs_of(step->node);

	for (int64_t i = 0; i < graphs; i++)
		if (inner_writes(step->inner[i]))
			return true;
	return false;
}

/* What an inner graph does with its inputs is not followed: any operator in it that writes counts. */
static bool inner_writes(const struct ct_plan *plan)
{
	const struct ct_graph *graph = plan->place.graph;

	for (int64_t n = 0; n < graph->nodes_len; n++) {
		const struct ct_step *step = &plan->steps[n];

		if (is_secret_writer(step->node) || any_graph_writes(step))
			return true;
		for (int64_t i = 0; step->operator_ && i < step->node->inputs_len; i++)
			if (is_written(step, step->node->inputs[i].name))
				return true;
	}
	return false;
}

/* A higher-order operator: its results may be any of its operands. */
static bool follow_graphs(struct marking *self, const struct ct_step *step)
{
	const struct ct_graph_node *node = step->node;

	if (!any_marked(self, node))
		return false;
	if (any_graph_writes(step))
		return true;
	for (int64_t i = 0; i < node->outputs_len; i++)
		ct_error_free(ct_argument_visit(&node->outputs[i], mark, self));
	return false;
}

/* Whether the step writes; marks its results. */
static bool follow(struct marking *self, const struct ct_step *step)
{
	if (step->inner)
		return follow_graphs(self, step);
	if (step->operator_ == NULL || step->outputs == NULL)
		return false;
	if (writes_to_marked(self, step))
		return true;
	if (may_return_view(step) && any_marked(self, step->node))
		for (int64_t i = 0; i < step->node->outputs_len; i++)
			ct_error_free(ct_argument_visit(&step->node->outputs[i], mark, self));
	return false;
}

static bool is_weight(const struct ct_program_input *input)
{
	return input->kind == CT_PROGRAM_PARAMETER || input->kind == CT_PROGRAM_BUFFER ||
	       input->kind == CT_PROGRAM_TENSOR_CONSTANT;
}

static bool copies_into_weight(const struct ct_program *program)
{
	for (int64_t i = 0; i < program->outputs_len; i++)
		if (program->outputs[i].kind == CT_PROGRAM_BUFFER_MUTATION ||
		    program->outputs[i].kind == CT_PROGRAM_PARAMETER_MUTATION)
			return true;
	return false;
}

ct_error ct_export_find_mutation(const struct ct_export_shared *shared, bool *result)
{
	const struct ct_program *program = shared->program;
	struct marking self = { .graph = program->graph };

	*result = copies_into_weight(program);
	if (*result)
		return NULL;
	self.marked = ct_array_new(program->graph->values_len, sizeof *self.marked);
	if (self.marked == NULL)
		return ct_no_memory(shared->plan->place.function, "for a program");
	for (int64_t i = 0; i < program->inputs_len; i++)
		if (is_weight(&program->inputs[i]))
			self.marked[program->inputs[i].argument.value] = true;
	for (int64_t i = 0; i < program->graph->nodes_len && !*result; i++)
		*result = follow(&self, &shared->plan->steps[i]);
	free(self.marked);
	return NULL;
}
