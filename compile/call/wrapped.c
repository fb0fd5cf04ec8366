#include "compile/call/call.h"

#include <string.h>

/* Graphs that run as they are, or in another mode of autograd or autocast. */

/* Where the operands end: inputs by name are hints. */
static int64_t operands_end(const struct ct_graph_node *from, int64_t begin)
{
	while (begin < from->inputs_len && from->inputs[begin].kind != CT_GRAPH_KEYWORD)
		begin++;
	return begin;
}

/* The place after the graph. */
static int64_t after_graph(const struct ct_graph_node *from)
{
	int64_t i = 0;

	while (i < from->inputs_len && from->inputs[i].argument.arm != CT_ARM_GRAPH)
		i++;
	return i + 1;
}

/* Adds "CT_TRY(mlp_body_0(self, x, &add));". */
static bool call_graph(struct statement *self, int64_t begin, struct strbuf *out)
{
	const struct function *graph = self->node->inner.at[0];
	struct arena *arena = self->program->arena;
	struct operands operands = { 0 };
	struct targets targets = { 0 };
	const char **inputs, **outputs;

	operands_add(self, &operands, begin, operands_end(self->node->from, begin));
	if (!targets_find(self, graph, &targets))
		return false;
	inputs = arena_alloc(arena, (operands.len + 1) * sizeof *inputs);
	outputs = arena_alloc(arena, (targets.len + 1) * sizeof *outputs);
	for (size_t i = 0; i < operands.len && (int64_t)i < graph->graph->inputs_len; i++) {
		inputs[i] = operand_c(self, graph, (int64_t)i, operands.at[i]);
		if (!inputs[i])
			return false;
	}
	for (size_t i = 0; i < targets.len; i++)
		outputs[i] = arena_printf(arena, "&%s", targets.at[i].c);
	return write_graph_call(self, graph, inputs, operands.len, outputs, targets.len, out);
}

/* For operators that mean something only to PyTorch's compiler. Texts and numbers that are options
 * of theirs come before the graph, or right after it. */
bool write_wrapped(struct statement *self)
{
	const struct ct_graph_node *from = self->node->from;
	int64_t begin = after_graph(from);

	while (begin < from->inputs_len && from->inputs[begin].argument.arm == CT_ARM_STRING)
		begin++;
	return call_graph(self, begin, &self->main);
}

/* The call with something before it that has to be undone after it, also after an error. */
static bool call_between(struct statement *self, const char *undo)
{
	const char *error = local_new(self, "failed");
	struct strbuf call = { 0 };
	const bool fine = call_graph(self, after_graph(self->node->from), &call);

	if (fine) {
		/* Without "CT_TRY(" and ");\n". */
		add_line(&self->main, 0, "ct_error %s = %.*s;", error, (int)call.length - 10,
			 strbuf_str(&call) + 7);
		add_line(&self->main, 0, "%s", undo);
		add_line(&self->main, 0, "CT_TRY(%s);", error);
	}
	strbuf_free(&call);
	return fine;
}

bool write_grad_enabled(struct statement *self)
{
	const char *was = local_new(self, "grad_was_enabled");

	add_line(&self->before, 0, "const bool %s = ct_autograd_is_grad_enabled();", was);
	add_line(&self->before, 0, "ct_autograd_set_grad_enabled(%s);",
		 self->node->from->inputs[0].argument.i ? "true" : "false");
	return call_between(
		self, arena_printf(self->program->arena, "ct_autograd_set_grad_enabled(%s);", was));
}

/* The inputs are the device type, the dtype or None, whether it is enabled, whether it caches. */
bool write_autocast(struct statement *self)
{
	const struct ct_graph_input *inputs = self->node->from->inputs;
	const bool caches = inputs[3].argument.arm == CT_ARM_NONE || inputs[3].argument.i != 0;
	const char *was = local_new(self, "autocast_was"),
		   *device = device_c(self, &inputs[0].argument);

	if (!device)
		return node_error(self->node, self->program, "unknown device '%s'",
				  inputs[0].argument.string);
	add_line(&self->before, 0, "ct_autocast_was %s;", was);
	add_line(&self->before, 0,
		 "CT_TRY(ct_autocast_enter(&(ct_autocast_options){ .device_type = %s.type, "
		 ".dtype = %s, .disabled = %s, .%s = true }, &%s));",
		 device, dtype_name_c(self->program, (ct_dtype)inputs[1].argument.i),
		 inputs[2].argument.i ? "false" : "true",
		 caches ? "cache_enabled" : "cache_disabled", was);
	return call_between(self,
			    arena_printf(self->program->arena, "ct_autocast_leave(&%s);", was));
}
