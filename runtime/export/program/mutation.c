/*
 * Which of its weights a program writes to: a run of such a program excludes others.
 *
 * Nodes are visited from the last one to the first. A value that an operator writes to is marked,
 * and so are the inputs of a node whose results are marked, unless the results are known to have
 * memory of their own. What is not known costs at most a lock that was not needed.
 */
#include <stdlib.h>
#include <string.h>

#include <ctorch/macros/try.h>

#include "core/base/lengths.h"
#include "core/base/no_memory.h"
#include "export/graph/check.h"
#include "export/program/instance.h"

#define ATEN "torch.ops.aten."

/* In training they update running statistics, which their schemas do not say. */
static const char *const secret_writers[] = {
	"batch_norm",        "native_batch_norm", "cudnn_batch_norm",
	"miopen_batch_norm", "instance_norm",     "_batch_norm_impl_index",
};

/* Kernels that return an argument or a view of it, as their schemas do not say. */
static const char *const secret_views[] = {
	"_unsafe_view", "dequantize", "lift", "unsafe_split", "unsafe_split_with_sizes",
};

/* Compositions of other operators whose results share no memory with their arguments. Most others
 * may share it: dropout() in evaluation returns its argument. */
static const char *const fresh[] = {
	"adaptive_avg_pool1d",
	"adaptive_avg_pool2d",
	"adaptive_avg_pool3d",
	"avg_pool1d",
	"batch_norm",
	"bilinear",
	"concat",
	"concatenate",
	"conv1d",
	"conv2d",
	"conv3d",
	"conv_transpose1d",
	"conv_transpose2d",
	"conv_transpose3d",
	"divide",
	"group_norm",
	"instance_norm",
	"layer_norm",
	"linear",
	"log_softmax",
	"matmul",
	"max_pool1d",
	"max_pool2d",
	"max_pool3d",
	"multiply",
	"outer",
	"rms_norm",
	"softmax",
	"square",
	"subtract",
	"upsample_bilinear2d",
	"upsample_nearest2d",
	"scaled_dot_product_attention",
};

#define IS_AMONG(list, target) is_among(list, sizeof(list) / sizeof *(list), target)

/* Whether a target is an overload of one of these operators. */
static bool is_among(const char *const *names, size_t names_len, const char *target)
{
	if (strncmp(target, ATEN, strlen(ATEN)))
		return false;
	target += strlen(ATEN);
	for (size_t i = 0; i < names_len; i++) {
		const size_t len = strlen(names[i]);

		if (strncmp(names[i], target, len) == 0 && target[len] == '.')
			return true;
	}
	return false;
}

/* --- Marks ------------------------------------------------------------------------------------ */

struct marking {
	bool *marked; /* of the graph's values */
	bool found;   /* a marked value */
};

static ct_error find_marked(const struct ct_graph_argument *argument, void *context)
{
	struct marking *self = context;

	self->found |= self->marked[argument->value];
	return NULL;
}

static ct_error mark_value(const struct ct_graph_argument *argument, void *context)
{
	struct marking *self = context;

	self->marked[argument->value] = true;
	return NULL;
}

static void mark(struct marking *self, const struct ct_graph_argument *argument)
{
	ct_error_free(ct_argument_visit(argument, mark_value, self));
}

static void mark_inputs(struct marking *self, const struct ct_graph_node *node)
{
	for (int64_t i = 0; i < node->inputs_len; i++)
		mark(self, &node->inputs[i].argument);
}

static bool has_marked_result(struct marking *self, const struct ct_graph_node *node)
{
	self->found = false;
	for (int64_t i = 0; i < node->outputs_len; i++)
		ct_error_free(ct_argument_visit(&node->outputs[i], find_marked, self));
	return self->found;
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

/* The operator of a node, also one that a higher-order operator calls. */
static const char *called(const struct ct_graph_node *node)
{
	for (int64_t i = 0; i < node->inputs_len; i++)
		if (node->inputs[i].argument.arm == CT_ARM_OPERATOR)
			return node->inputs[i].argument.string;
	return node->target;
}

/* An input without a name may be one of the statistics. */
static void mark_statistics(struct marking *self, const struct ct_graph_node *node)
{
	for (int64_t i = 0; i < node->inputs_len; i++) {
		const char *name = node->inputs[i].name;

		if (name[0] == '\0' || strncmp(name, "running_", strlen("running_")) == 0)
			mark(self, &node->inputs[i].argument);
	}
}

/* Marks the inputs of whose types the schema says something: "Tensor(a)", "Tensor(a!)". */
static void mark_annotated(struct marking *self, const struct ct_step *step,
			   enum ct_input_note note)
{
	for (int64_t i = 0; step->notes && i < step->node->inputs_len; i++)
		if (step->notes[i] >= note)
			mark(self, &step->node->inputs[i].argument);
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

/* PyTorch's other kernels return what their schemas say, but for those above. */
static bool is_composition(const struct ct_step *step)
{
	bool result = true;

	ct_error_free(
		ct_operator_has_kernel(step->operator_, "CompositeImplicitAutograd", &result));
	return result;
}

/* Marks what the results of a node may share memory with. */
static void mark_sources(struct marking *self, const struct ct_step *step)
{
	const char *target = step->node->target;

	if (strncmp(target, ATEN, strlen(ATEN)))
		mark_inputs(self, step->node);
	else if (may_return_view(step))
		mark_annotated(self, step, CT_INPUT_SHARED);
	else if (IS_AMONG(secret_views, target) ||
		 (is_composition(step) && !IS_AMONG(fresh, target)))
		mark_inputs(self, step->node);
}

/* --- Graphs ----------------------------------------------------------------------------------- */

static ct_error find_written(const struct ct_plan *plan, struct marking *self);

/* Whether a graph writes to its inputs. */
static ct_error writes_to_inputs(const struct ct_plan *plan, bool *result)
{
	const struct ct_graph *graph = plan->place.graph;
	struct marking inner = { .marked = ct_array_new(graph->values_len, sizeof(bool)) };
	const ct_error error = inner.marked ? find_written(plan, &inner)
					    : ct_no_memory(plan->place.function, "for a program");

	inner.found = false;
	for (int64_t i = 0; i < graph->inputs_len && error == NULL; i++)
		ct_error_free(ct_argument_visit(&graph->inputs[i], find_marked, &inner));
	free(inner.marked);
	*result = inner.found;
	return error;
}

/* Which input of a graph is which operand is not followed. */
static ct_error mark_operands(struct marking *self, const struct ct_step *step)
{
	for (int64_t i = 0; i < step->inner_len; i++) {
		bool writes;

		CT_TRY(writes_to_inputs(step->inner[i], &writes));
		if (writes)
			mark_inputs(self, step->node);
	}
	return NULL;
}

static ct_error visit(struct marking *self, const struct ct_step *step)
{
	const struct ct_graph_node *node = step->node;

	if (has_marked_result(self, node))
		mark_sources(self, step);
	mark_annotated(self, step, CT_INPUT_WRITTEN);
	if (IS_AMONG(secret_writers, called(node)) && !is_in_evaluation(node))
		mark_statistics(self, node);
	return mark_operands(self, step);
}

static ct_error find_written(const struct ct_plan *plan, struct marking *self)
{
	for (int64_t i = plan->place.graph->nodes_len - 1; i >= 0; i--)
		CT_TRY(visit(self, &plan->steps[i]));
	return NULL;
}

/* --- Programs --------------------------------------------------------------------------------- */

/* Whether an output of the graph is to be copied into a weight. */
static bool is_copied_into(const struct ct_program *program, const struct ct_program_input *input)
{
	for (int64_t i = 0; i < program->outputs_len; i++) {
		const struct ct_program_output *output = &program->outputs[i];

		if ((output->kind == CT_PROGRAM_BUFFER_MUTATION ||
		     output->kind == CT_PROGRAM_PARAMETER_MUTATION) &&
		    strcmp(output->target, input->target) == 0)
			return true;
	}
	return false;
}

static void note_weights(const struct ct_program *program, const struct marking *marking,
			 struct ct_export_shared *shared, bool *writes)
{
	for (int64_t i = 0; i < program->inputs_len; i++) {
		const struct ct_program_input *input = &program->inputs[i];

		writes[i] = ct_program_is_weight(input) &&
			    (marking->marked[input->argument.value] ||
			     is_copied_into(program, input));
		shared->is_mutating |= writes[i];
	}
	shared->writes = writes;
}

ct_error ct_export_find_mutation(struct ct_export_shared *self)
{
	const struct ct_program *program = self->program;
	struct marking marking = {
		.marked = ct_array_new(program->graph->values_len, sizeof(bool)),
	};
	bool *writes = ct_arena_new(&self->arena, (size_t)program->inputs_len + 1);
	const ct_error error = marking.marked && writes
				       ? find_written(self->plan, &marking)
				       : ct_no_memory(self->plan->place.function, "for a program");

	if (error == NULL)
		note_weights(program, &marking, self, writes);
	free(marking.marked);
	return error;
}
