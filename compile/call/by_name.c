#include "compile/call/call.h"

#include <string.h>

#include "compile/expression.h"

/* An operator that the list does not have: libtorch finds it when the program runs. */

/* --- Arguments -------------------------------------------------------------------------------- */

static bool write_values(struct statement *self, bool by_name, size_t *count)
{
	struct strbuf *out = &self->main;

	*count = 0;
	for (size_t i = self->node->skipped; i < (size_t)self->node->from->inputs_len; i++) {
		const struct ct_graph_input *input = &self->node->from->inputs[i];

		if ((input->kind == CT_GRAPH_KEYWORD) != by_name)
			continue;
		strbuf_add(out, (*count)++ ? ", " : "(ct_value[]){ ");
		if (!write_value(self, &input->argument, out))
			return node_error(self->node, self->program,
					  "C has no value for its argument '%s', which is %s",
					  input->name, ct_arm_name(input->argument.arm));
	}
	strbuf_printf(out, "%s, %zu", *count ? " }" : "NULL", *count);
	return true;
}

static void write_names(struct statement *self)
{
	size_t count = 0;

	for (size_t i = self->node->skipped; i < (size_t)self->node->from->inputs_len; i++) {
		const struct ct_graph_input *input = &self->node->from->inputs[i];

		if (input->kind != CT_GRAPH_KEYWORD)
			continue;
		strbuf_add(&self->main, count++ ? ", " : "(const char *const[]){ ");
		write_text(&self->main, input->name);
	}
	strbuf_add(&self->main, count ? " }, " : "NULL, ");
}

/* --- Results ---------------------------------------------------------------------------------- */

static bool take_list(struct statement *self, const char *value,
		      const struct ct_graph_argument *output)
{
	const char *list = local_new(self, "list"), *list_len = local_new(self, "list_len");

	self->program->needs_take_list = true;
	strbuf_printf(&self->before, "ct_tensor **%s;\nint64_t %s;\n", list, list_len);
	strbuf_printf(&self->after,
		      "CT_TRY(ct_value_take_tensors(&%s, &%s, &%s));\n"
		      "CT_TRY(%s_take_list(%s, %s, ",
		      value, list, list_len, self->program->name, list, list_len);
	strbuf_add(&self->after, output->items_len ? "(ct_tensor **[]){ " : "NULL");
	for (int64_t i = 0; i < output->items_len; i++) {
		const struct variable *item = variable_of(self->node->in, &output->items[i]);

		strbuf_printf(&self->after, "%s%s%s", i ? ", " : "", item ? "&" : "",
			      item ? item->c : "NULL");
	}
	strbuf_printf(&self->after, "%s, %lld));\n", output->items_len ? " }" : "",
		      (long long)output->items_len);
	return true;
}

static bool take(struct statement *self, const char *value, const struct ct_graph_argument *output)
{
	static const char *const takers[] = { [HELD_TENSOR] = "take_tensor",
					      [HELD_INT] = "as_int",
					      [HELD_FLOAT] = "as_float",
					      [HELD_BOOL] = "as_bool" };
	const struct variable *variable = variable_of(self->node->in, output);

	if (ct_arm_is_tensors(output->arm))
		return take_list(self, value, output);
	if (!variable)
		return true;
	if (variable->held > HELD_BOOL || variable->held == HELD_NOTHING)
		return node_error(self->node, self->program,
				  "its result '%s' is of a type that C does not have",
				  variable->from->name);
	if (variable->held == HELD_TENSOR)
		strbuf_printf(&self->after,
			      "%s = NULL;\nif (!ct_value_is_none(&%s))\n"
			      "\tCT_TRY(ct_value_take_tensor(&%s, &%s));\n",
			      variable->c, value, value, variable->c);
	else
		strbuf_printf(&self->after, "CT_TRY(ct_value_%s(&%s, &%s));\n",
			      takers[variable->held], value, variable->c);
	return true;
}

static int64_t count_outputs(const struct node *node)
{
	int64_t len = node->from->outputs_len;

	while (len > 0 && node->from->outputs[len - 1].arm == CT_ARM_NONE)
		len--;
	return len - (node->skipped ? 1 : 0);
}

static bool take_results(struct statement *self, const char *results, int64_t len)
{
	const size_t skipped = self->node->skipped ? 1 : 0;

	for (int64_t i = 0; i < len; i++)
		if (!take(self,
			  arena_printf(self->program->arena, "%s[%lld]", results, (long long)i),
			  &self->node->from->outputs[(size_t)i + skipped]))
			return false;
	if (len > 0)
		strbuf_printf(&self->after, "ct_values_free(%s, %lld);\n", results, (long long)len);
	return true;
}

bool write_by_name(struct statement *self)
{
	const char *results = local_new(self, "results");
	const int64_t len = count_outputs(self->node);
	size_t count;

	if (len > 0)
		strbuf_printf(&self->before, "ct_value %s[%lld];\n", results, (long long)len);
	strbuf_printf(&self->main, "CT_TRY(ct_call_with(\"%s\", ",
		      node_operator(self->node, self->program->arena));
	if (!write_values(self, false, &count))
		return false;
	strbuf_add(&self->main, ", ");
	write_names(self);
	if (!write_values(self, true, &count))
		return false;
	strbuf_printf(&self->main, ", %s, %lld));\n", len > 0 ? results : "NULL", (long long)len);
	return take_results(self, results, len);
}
