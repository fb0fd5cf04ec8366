#include "compile/call/call.h"

#include <stdarg.h>
#include <string.h>

void add_line(struct strbuf *out, int depth, const char *format, ...)
{
	va_list args;

	strbuf_repeat(out, '\t', (size_t)depth);
	va_start(args, format);
	strbuf_vprintf(out, format, args);
	va_end(args);
	strbuf_add(out, "\n");
}

/* --- Operands --------------------------------------------------------------------------------- */

static bool is_list(const struct ct_graph_argument *argument)
{
	return ct_arm_is_plain_list(argument->arm) || argument->arm == CT_ARM_STRING_TO_ARGUMENT;
}

static void add(struct statement *self, struct operands *operands,
		const struct ct_graph_argument *argument)
{
	if (!is_list(argument)) {
		vec_push(self->program->arena, operands, argument);
		return;
	}
	for (int64_t i = 0; i < argument->items_len; i++)
		vec_push(self->program->arena, operands, &argument->items[i]);
}

void operands_add(struct statement *self, struct operands *operands, int64_t begin, int64_t end)
{
	for (int64_t i = begin; i < end && i < self->node->from->inputs_len; i++)
		add(self, operands, &self->node->from->inputs[i].argument);
}

enum held graph_input_held(const struct function *graph, int64_t i)
{
	const struct variable *variable = variable_of(graph, &graph->graph->inputs[i]);

	return variable ? variable->held : HELD_NOTHING;
}

enum held graph_output_held(const struct function *graph, int64_t i)
{
	return argument_held(graph, &graph->graph->outputs[i]);
}

const char *operand_c(struct statement *self, const struct function *graph, int64_t i,
		      const struct ct_graph_argument *operand)
{
	const enum held held = graph_input_held(graph, i);
	const char *c;

	if (held == HELD_NOTHING)
		return "";
	c = argument_c(self, operand, held);
	if (!c)
		node_error(self->node, self->program,
			   "the input %lld of its graph '%s' is of another type", (long long)i,
			   graph->place.name);
	return c;
}

/* --- Results ---------------------------------------------------------------------------------- */

bool targets_find(struct statement *self, const struct function *graph, struct targets *targets)
{
	struct operands outputs = { 0 };

	for (int64_t i = 0; i < self->node->from->outputs_len; i++)
		add(self, &outputs, &self->node->from->outputs[i]);
	if ((int64_t)outputs.len != graph->graph->outputs_len)
		return node_error(self->node, self->program,
				  "it has %zu results, but its graph %lld", outputs.len,
				  (long long)graph->graph->outputs_len);
	for (size_t i = 0; i < outputs.len; i++) {
		const struct variable *variable = variable_of(self->node->in, outputs.at[i]);
		const enum held held = graph_output_held(graph, (int64_t)i);
		struct target_variable target = { held, variable ? variable->c : NULL };

		if (variable && held != HELD_NOTHING && variable->held != held)
			return node_error(self->node, self->program,
					  "its result '%s' is of another type than its graph's",
					  variable->from->name);
		if (variable && held == HELD_NOTHING && variable->held == HELD_TENSOR)
			add_line(&self->before, 0, "%s = NULL;", variable->c);
		if (!variable && held != HELD_NOTHING) {
			target.c = local_new(self, "unused");
			add_line(&self->before, 0, "%s%s = 0;", held_c(held), target.c);
			if (held == HELD_TENSOR)
				add_line(&self->after, 0, "ct_tensor_free(%s);", target.c);
			else
				add_line(&self->after, 0, "(void)%s;", target.c);
		}
		vec_push(self->program->arena, targets, target);
	}
	return true;
}

/* --- Calls ------------------------------------------------------------------------------------ */

bool write_graph_call(struct statement *self, const struct function *graph,
		      const char *const *inputs, size_t inputs_len, const char *const *outputs,
		      size_t outputs_len, struct strbuf *out)
{
	if ((int64_t)inputs_len != graph->graph->inputs_len ||
	    (int64_t)outputs_len != graph->graph->outputs_len)
		return node_error(
			self->node, self->program,
			"its graph '%s' has %lld inputs and %lld outputs, not %zu and %zu",
			graph->place.name, (long long)graph->graph->inputs_len,
			(long long)graph->graph->outputs_len, inputs_len, outputs_len);
	strbuf_printf(out, "CT_TRY(%s(self", graph->c);
	for (size_t i = 0; i < inputs_len; i++)
		if (graph_input_held(graph, (int64_t)i) != HELD_NOTHING)
			strbuf_printf(out, ", %s", inputs[i]);
	for (size_t i = 0; i < outputs_len; i++)
		if (graph_output_held(graph, (int64_t)i) != HELD_NOTHING)
			strbuf_printf(out, ", %s", outputs[i]);
	strbuf_add(out, "));\n");
	return true;
}
