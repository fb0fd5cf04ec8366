/*
 * Steps that run a graph as it is, or in another mode of autograd or autocast.
 */
#include <stdlib.h>

#include <ctorch/autograd/autograd.h>
#include <ctorch/macros/try.h>
#include <ctorch/tensor/autocast.h>

#include "export/archive/archive.h"
#include "export/program/operands.h"

/* Where the operands end: inputs by name are hints. */
static int64_t operands_end(const struct ct_graph_node *node, int64_t begin)
{
	int64_t end = begin;

	while (end < node->inputs_len && node->inputs[end].kind != CT_GRAPH_KEYWORD)
		end++;
	return end;
}

/* Runs the step's graph with the node's inputs from `begin` on. */
static ct_error run_graph(const struct ct_step *step, struct ct_plan_frame *frame, int64_t begin)
{
	const struct ct_graph_node *node = step->node;
	const struct ct_plan *plan = step->inner[0];
	const int64_t end = operands_end(node, begin), len = ct_operands_count(node, begin, end);
	struct ct_slots inputs, outputs = { 0 };
	ct_error error;

	CT_TRY(ct_slots_new(frame->plan, len, &inputs));
	ct_operands_read(frame, node, begin, end, inputs.at);
	error = ct_slots_new(frame->plan, plan->place.graph->outputs_len, &outputs);
	if (error == NULL)
		error = ct_plan_run(plan, inputs.at, len, outputs.at);
	if (error == NULL)
		error = ct_operands_give(frame, node, &outputs);
	free(inputs.at);
	free(outputs.at);
	return error;
}

/* Where the graph is among the inputs. */
static int64_t graph_at(const struct ct_graph_node *node)
{
	int64_t i = 0;

	while (node->inputs[i].argument.arm != CT_ARM_GRAPH)
		i++;
	return i;
}

/* For operators that mean something only to PyTorch's compiler. Texts and numbers that are options
 * of theirs come before the graph, or right after it. */
ct_error ct_run_wrapped(const struct ct_step *step, struct ct_plan_frame *frame)
{
	const struct ct_graph_node *node = step->node;
	int64_t begin = graph_at(node) + 1;

	while (begin < node->inputs_len && node->inputs[begin].argument.arm == CT_ARM_STRING)
		begin++;
	return run_graph(step, frame, begin);
}

ct_error ct_run_set_grad_enabled(const struct ct_step *step, struct ct_plan_frame *frame)
{
	const bool was = ct_autograd_is_grad_enabled();
	ct_error error;

	ct_autograd_set_grad_enabled(step->node->inputs[0].argument.i != 0);
	error = run_graph(step, frame, graph_at(step->node) + 1);
	ct_autograd_set_grad_enabled(was);
	return error;
}

/* The inputs are the device type, the dtype or None, whether it is enabled, whether it caches. */
static ct_error read_autocast(const struct ct_graph_node *node, ct_autocast_options *result)
{
	const struct ct_graph_argument *type = &node->inputs[0].argument;
	const bool caches = node->inputs[3].argument.arm == CT_ARM_NONE ||
			    node->inputs[3].argument.i != 0;
	ct_device device;

	CT_TRY(ct_archive_find_device(type->string, -1, &device));
	*result = (ct_autocast_options){ .device_type = device.type,
					 .dtype = (ct_dtype)node->inputs[1].argument.i,
					 .disabled = node->inputs[2].argument.i == 0,
					 .cache_enabled = caches,
					 .cache_disabled = !caches };
	return NULL;
}

ct_error ct_run_autocast(const struct ct_step *step, struct ct_plan_frame *frame)
{
	const struct ct_graph_node *node = step->node;
	ct_autocast_options options;
	ct_autocast_was was;
	ct_error error;

	CT_TRY(read_autocast(node, &options));
	CT_TRY(ct_autocast_enter(&options, &was));
	error = run_graph(step, frame, graph_at(node) + 1);
	ct_autocast_leave(&was);
	return error;
}
