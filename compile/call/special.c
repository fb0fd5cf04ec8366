#include "compile/call/call.h"

#include <string.h>

#include <ctorch/core/dtype.h>

#include "compile/passes/passes.h"

/* out_dtype: an operator whose result has another dtype. */

/* The inputs of out_dtype: the operator, the dtype of the result, the operator's arguments. */
enum { OPERATOR = 0, DTYPE = 1, FIRST_ARGUMENT = 2 };

/* --- The dtype of out_dtype ------------------------------------------------------------------- */

static bool is_signed_integer(ct_dtype dtype)
{
	return dtype >= CT_INT8 && dtype <= CT_INT64;
}

/* The operator computes in the dtype of the result, to which its tensors are cast: true for integers
 * that are not wider. */
static bool is_computed_in(const struct statement *self, ct_dtype dtype)
{
	const struct ct_graph_node *from = self->node->from;

	for (int64_t i = FIRST_ARGUMENT; i < from->inputs_len; i++) {
		const struct variable *variable = variable_of(self->node->in,
							      &from->inputs[i].argument);

		if (ct_arm_is_list(from->inputs[i].argument.arm))
			return false;
		if (!variable || variable->held != HELD_TENSOR || variable->dtype == dtype)
			continue;
		if (!is_signed_integer(dtype) || !is_signed_integer(variable->dtype) ||
		    ct_dtype_size(variable->dtype) > ct_dtype_size(dtype))
			return false;
	}
	return dtype != CT_FLOAT16 && dtype != CT_BFLOAT16;
}

/* --- The call --------------------------------------------------------------------------------- */

static void cast(struct statement *self, struct variable *variable, ct_dtype dtype)
{
	const char *name = local_new(self, "cast");

	strbuf_printf(&self->before,
		      "ct_tensor *%s;\nCT_TRY(ct_to_dtype(%s, %s, false, false, "
		      "CT_MEMORY_FORMAT_NONE, &%s));\n",
		      name, variable->c, dtype_name_c(self->program, dtype), name);
	strbuf_printf(&self->after, "ct_tensor_free(%s);\n", name);
	variable->c = name;
	variable->dtype = dtype; /* the node may use it twice */
}

/* The function with casts in place of the tensors that the node uses. */
static struct function *with_casts(struct statement *self, ct_dtype dtype)
{
	const struct ct_graph_node *from = self->node->from;
	struct function *copy = arena_alloc(self->program->arena, sizeof *copy);
	const size_t len = (size_t)self->node->in->graph->values_len;
	struct variable *variables = arena_alloc(self->program->arena,
						 (len + 1) * sizeof *variables);

	memcpy(variables, self->node->in->variables, len * sizeof *variables);
	for (int64_t i = FIRST_ARGUMENT; i < from->inputs_len; i++) {
		const int32_t value = from->inputs[i].argument.value;

		if (value != CT_NO_VALUE && variables[value].held == HELD_TENSOR &&
		    variables[value].dtype != dtype)
			cast(self, &variables[value], dtype);
	}
	*copy = *self->node->in;
	copy->variables = variables;
	return copy;
}

/* The call of the operator, as if it were a node. */
bool write_out_dtype(struct statement *self)
{
	const struct ct_graph_node *from = self->node->from;
	const ct_dtype dtype = (ct_dtype)from->inputs[DTYPE].argument.i;
	struct ct_graph_node inner = *from;
	struct node node = { .from = &inner, .index = self->node->index };
	struct statement call;

	if (!is_computed_in(self, dtype))
		return node_error(self->node, self->program,
				  "ctorch-compile has it only for products of integers; run the "
				  "program with the interpreter, ct_export_load()");
	inner.inputs = from->inputs + FIRST_ARGUMENT;
	inner.inputs_len = from->inputs_len - FIRST_ARGUMENT;
	node.in = with_casts(self, dtype);
	call = *self;
	call.node = &node;
	if (!bind_operator(self->program, &node, from->inputs[OPERATOR].argument.string))
		return false;
	if (!node.op || node.op->kind != KIND_FUNCTIONAL)
		return node_error(self->node, self->program,
				  "its operator is not one that returns a new tensor");
	if (!write_operator(&call))
		return false;
	self->before = call.before;
	self->main = call.main;
	self->after = call.after;
	self->node->in->taken = node.in->taken;
	return true;
}
