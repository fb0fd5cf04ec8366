#include "compile/call/call.h"

#include "compile/options.h"

/* Cond and while_loop as C's own statements. */

/* The inputs of a node, by their order. */
enum { COND_OPERANDS = 3, WHILE_CARRIED = 2, WHILE_ADDITIONAL = 3 };

typedef const char *text;

static text *texts_new(struct statement *self, size_t len)
{
	return arena_alloc(self->program->arena, (len + 1) * sizeof(text));
}

static text *addresses(struct statement *self, const struct targets *targets, text suffix)
{
	text *result = texts_new(self, targets->len);

	for (size_t i = 0; i < targets->len; i++)
		result[i] = arena_printf(self->program->arena, "&%s%s", targets->at[i].c, suffix);
	return result;
}

/* --- Cond ------------------------------------------------------------------------------------- */

/* A tensor of one element, or a number. */
static text write_condition(struct statement *self)
{
	const struct ct_graph_argument *from = &self->node->from->inputs[0].argument;
	const enum held held = argument_held(self->node->in, from);
	text name;

	if (held == HELD_FLOAT)
		return arena_printf(self->program->arena, "%s != 0", argument_c(self, from, held));
	if (held != HELD_TENSOR)
		return argument_c(self, from, HELD_BOOL);
	name = local_new(self, "is_true");
	add_line(&self->before, 0, "bool %s;", name);
	add_line(&self->before, 0, "CT_TRY(ct_tensor_item_bool(%s, &%s));",
		 argument_c(self, from, held), name);
	return name;
}

/* "NAME_give_zeros(...)" for the operands that the branch does not use, if there are some. */
static void give_zeros(struct statement *self, const struct function *graph, const text *inputs,
		       const struct targets *targets)
{
	struct arena *arena = self->program->arena;
	text results = "", unused = "";
	size_t results_len = 0, unused_len = 0;

	for (size_t i = 0; i < targets->len; i++)
		if (targets->at[i].held == HELD_TENSOR)
			results = arena_printf(arena, "%s%s&%s", results, results_len++ ? ", " : "",
					       targets->at[i].c);
	for (int64_t i = 0; i < graph->graph->inputs_len; i++) {
		const struct variable *input = variable_of(graph, &graph->graph->inputs[i]);

		if (input && input->held == HELD_TENSOR && !input->users.len && !input->is_output)
			unused = arena_printf(arena, "%s%s%s", unused, unused_len++ ? ", " : "",
					      inputs[i]);
	}
	if (!results_len || !unused_len)
		return;
	self->program->needs_give_zeros = true;
	add_line(&self->main, 1,
		 "CT_TRY(%s_give_zeros((ct_tensor **[]){ %s }, %zu, (ct_tensor *[]){ %s }, %zu));",
		 self->program->name, results, results_len, unused, unused_len);
}

static bool call_branch(struct statement *self, const struct function *graph,
			const struct operands *operands, const struct targets *targets)
{
	text *inputs = texts_new(self, operands->len);

	for (size_t i = 0; i < operands->len && (int64_t)i < graph->graph->inputs_len; i++) {
		inputs[i] = operand_c(self, graph, (int64_t)i, operands->at[i]);
		if (!inputs[i])
			return false;
	}
	strbuf_add(&self->main, "\t");
	if (!write_graph_call(self, graph, inputs, operands->len, addresses(self, targets, ""),
			      targets->len, &self->main))
		return false;
	if (self->program->options->train)
		give_zeros(self, graph, inputs, targets);
	return true;
}

bool write_cond(struct statement *self)
{
	const struct node *node = self->node;
	struct operands operands = { 0 };
	struct targets targets = { 0 };
	text condition = write_condition(self);
	const bool has_blocks = self->program->options->train;

	if (!condition)
		return node_error(node, self->program,
				  "its condition is neither a tensor nor a "
				  "number");
	operands_add(self, &operands, COND_OPERANDS, node->from->inputs_len);
	if (!targets_find(self, node->inner.at[0], &targets))
		return false;
	add_line(&self->main, 0, has_blocks ? "if (%s) {" : "if (%s)", condition);
	if (!call_branch(self, node->inner.at[0], &operands, &targets))
		return false;
	add_line(&self->main, 0, has_blocks ? "} else {" : "else");
	if (!call_branch(self, node->inner.at[1], &operands, &targets))
		return false;
	if (has_blocks)
		add_line(&self->main, 0, "}");
	return true;
}

/* --- While ------------------------------------------------------------------------------------ */

struct loop {
	struct operands carried, additional;
	struct targets targets;
	text *inputs; /* of both graphs */
};

static bool begin_loop(struct statement *self, struct loop *loop)
{
	const struct function *body = self->node->inner.at[1];

	operands_add(self, &loop->carried, WHILE_CARRIED, WHILE_ADDITIONAL);
	operands_add(self, &loop->additional, WHILE_ADDITIONAL, self->node->from->inputs_len);
	if (!targets_find(self, body, &loop->targets))
		return false;
	if (loop->carried.len != loop->targets.len ||
	    (int64_t)(loop->carried.len + loop->additional.len) != body->graph->inputs_len)
		return node_error(self->node, self->program,
				  "its body has %lld outputs for %zu carried values",
				  (long long)body->graph->outputs_len, loop->carried.len);
	loop->inputs = texts_new(self, loop->carried.len + loop->additional.len);
	for (size_t i = 0; i < loop->carried.len + loop->additional.len; i++) {
		const bool is_carried = i < loop->carried.len;
		const struct ct_graph_argument *from =
			is_carried ? loop->carried.at[i]
				   : loop->additional.at[i - loop->carried.len];
		text c = operand_c(self, body, (int64_t)i, from);

		if (!c)
			return false;
		loop->inputs[i] = is_carried ? loop->targets.at[i].c : c;
		if (!is_carried || graph_input_held(body, (int64_t)i) == HELD_NOTHING)
			continue;
		self->program->needs_keep |= loop->targets.at[i].held == HELD_TENSOR;
		if (loop->targets.at[i].held == HELD_TENSOR)
			add_line(&self->main, 0, "CT_TRY(%s_keep(%s, &%s));", self->program->name,
				 c, loop->targets.at[i].c);
		else
			add_line(&self->main, 0, "%s = %s;", loop->targets.at[i].c, c);
	}
	return true;
}

static bool write_test(struct statement *self, const struct loop *loop)
{
	const struct function *graph = self->node->inner.at[0];
	const enum held held = graph->graph->outputs_len == 1 ? graph_output_held(graph, 0)
							      : HELD_NOTHING;
	text answer = local_new(self, "goes_on"), is_true = answer;
	text address = arena_printf(self->program->arena, "&%s", answer);

	if (held != HELD_TENSOR && held != HELD_BOOL && held != HELD_INT)
		return node_error(self->node, self->program, "its condition is no single answer");
	add_line(&self->main, 1, "%s%s = 0;", held_c(held), answer);
	if (held == HELD_TENSOR) {
		is_true = local_new(self, "is_true");
		add_line(&self->main, 1, "bool %s;", is_true);
	}
	strbuf_add(&self->main, "\t");
	if (!write_graph_call(self, graph, loop->inputs, loop->carried.len + loop->additional.len,
			      &address, 1, &self->main))
		return false;
	if (held == HELD_TENSOR) {
		add_line(&self->main, 1, "CT_TRY(ct_tensor_item_bool(%s, &%s));", answer, is_true);
		add_line(&self->main, 1, "ct_tensor_free(%s);", answer);
	}
	add_line(&self->main, 1, "if (!%s)", is_true);
	add_line(&self->main, 2, "break;");
	return true;
}

static bool write_body(struct statement *self, const struct loop *loop)
{
	const size_t inputs = loop->carried.len + loop->additional.len;

	for (size_t i = 0; i < loop->targets.len; i++)
		if (loop->targets.at[i].held != HELD_NOTHING)
			add_line(&self->main, 1, "%s%s_next%s;", held_c(loop->targets.at[i].held),
				 loop->targets.at[i].c,
				 loop->targets.at[i].held == HELD_TENSOR ? " = NULL" : " = 0");
	strbuf_add(&self->main, "\t");
	if (!write_graph_call(self, self->node->inner.at[1], loop->inputs, inputs,
			      addresses(self, &loop->targets, "_next"), loop->targets.len,
			      &self->main))
		return false;
	for (size_t i = 0; i < loop->targets.len; i++) {
		const struct target_variable *target = &loop->targets.at[i];

		if (target->held == HELD_TENSOR)
			add_line(&self->main, 1, "ct_tensor_free(%s);", target->c);
		if (target->held != HELD_NOTHING)
			add_line(&self->main, 1, "%s = %s_next;", target->c, target->c);
	}
	return true;
}

bool write_while_loop(struct statement *self)
{
	struct loop loop = { 0 };

	if (!begin_loop(self, &loop))
		return false;
	add_line(&self->main, 0, "for (;;) {");
	if (!write_test(self, &loop) || !write_body(self, &loop))
		return false;
	add_line(&self->main, 0, "}");
	return true;
}
