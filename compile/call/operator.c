#include "compile/call/call.h"

#include <string.h>

#include "types/c_type.h"
#include "types/type_table.h"

/* --- Results ---------------------------------------------------------------------------------- */

/* The number that the operator returns, as the graph's value. */
static bool write_scalar_result(struct statement *self, const struct variable *variable,
				struct strbuf *out)
{
	static const char *const types[] = {
		[HELD_INT] = "int64", [HELD_FLOAT] = "double", [HELD_BOOL] = "bool"
	};
	const char *name = local_new(self,
				     arena_printf(self->program->arena, "%s_scalar", variable->c));

	if (variable->held != HELD_INT && variable->held != HELD_FLOAT &&
	    variable->held != HELD_BOOL)
		return false;
	strbuf_printf(&self->before, "ct_scalar %s;\n", name);
	strbuf_printf(out, "&%s", name);
	strbuf_printf(&self->after, "CT_TRY(ct_scalar_to_%s(%s, &%s));\n", types[variable->held],
		      name, variable->c);
	return true;
}

/* The items become variables; those that the graph does not name are released. */
static bool write_list_result(struct statement *self, const struct ct_graph_argument *output,
			      struct strbuf *out)
{
	const int64_t len = output->items_len;
	const char *list = local_new(self, "list"), *list_len = local_new(self, "list_len");

	if (!ct_arm_is_tensors(output->arm))
		return false;
	self->program->needs_take_list = true;
	strbuf_printf(&self->before, "ct_tensor **%s;\nint64_t %s;\n", list, list_len);
	strbuf_printf(out, "&%s, &%s", list, list_len);
	strbuf_printf(&self->after, "CT_TRY(%s_take_list(%s, %s, ", self->program->name, list,
		      list_len);
	if (len == 0)
		strbuf_add(&self->after, "NULL");
	for (int64_t i = 0; i < len; i++) {
		const struct variable *item = variable_of(self->node->in, &output->items[i]);

		strbuf_add(&self->after, i ? ", " : "(ct_tensor **[]){ ");
		if (item)
			strbuf_printf(&self->after, "&%s", item->c);
		else
			strbuf_add(&self->after, "NULL");
	}
	strbuf_printf(&self->after, "%s, %lld));\n", len ? " }" : "", (long long)len);
	return true;
}

static bool write_result(struct statement *self, const struct ret *ret,
			 const struct ct_graph_argument *output, struct strbuf *out)
{
	static const struct {
		const struct c_type *type;
		enum held held;
	} held_by[] = { { &c_tensor_result, HELD_TENSOR },
			{ &c_int64_result, HELD_INT },
			{ &c_double_result, HELD_FLOAT },
			{ &c_bool_result, HELD_BOOL } };
	const struct c_type *type = ret->form->c_type;
	const struct variable *variable = output ? variable_of(self->node->in, output) : NULL;

	if (type == &c_tensors_result && output && ct_arm_is_list(output->arm))
		return write_list_result(self, output, out);
	if (!variable) {
		strbuf_add(out, ret->form->has_length ? "NULL, NULL" : "NULL");
		return true;
	}
	if (type == &c_scalar_result)
		return write_scalar_result(self, variable, out);
	for (size_t i = 0; i < sizeof held_by / sizeof *held_by; i++)
		if (held_by[i].type == type && held_by[i].held == variable->held) {
			strbuf_printf(out, "&%s", variable->c);
			return true;
		}
	return false;
}

/* --- Calls ------------------------------------------------------------------------------------ */

static const struct ct_graph_argument *output_at(const struct node *node, size_t i)
{
	i += node->skipped ? 1 : 0;
	return i < (size_t)node->from->outputs_len ? &node->from->outputs[i] : NULL;
}

static bool write_arguments(struct statement *self)
{
	const struct schema *schema = &self->node->op->schema;

	for (size_t i = 0; i < schema->args.len; i++) {
		strbuf_add(&self->main, i ? ", " : "");
		if (!write_argument(self, &schema->args.at[i], self->node->args[i], &self->main))
			return node_error(self->node, self->program,
					  "C has no value for its argument '%s', which is %s",
					  schema->args.at[i].name,
					  ct_arm_name(self->node->args[i]->arm));
	}
	return true;
}

static bool write_results(struct statement *self)
{
	const struct schema *schema = &self->node->op->schema;

	for (size_t i = 0; i < schema->rets.len; i++) {
		strbuf_add(&self->main, i || schema->args.len ? ", " : "");
		if (!write_result(self, &schema->rets.at[i], output_at(self->node, i), &self->main))
			return node_error(self->node, self->program,
					  "its result %zu is of another type than the graph says",
					  i);
	}
	return true;
}

bool write_operator(struct statement *self)
{
	strbuf_printf(&self->main, "CT_TRY(%s(", self->node->op->symbol);
	if (!write_arguments(self) || !write_results(self))
		return false;
	strbuf_add(&self->main, "));\n");
	return true;
}
