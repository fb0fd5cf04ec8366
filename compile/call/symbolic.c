#include "compile/call/call.h"

#include <string.h>

#include <ctorch/core/dtype.h>

#include "compile/expression.h"

enum way { BINARY, UNARY, FUNCTION, EXTREME, CHOICE };

/* Python's own operators on numbers. */
static const struct target {
	const char *name;
	enum way way;
	int which; /* a ct_symbolic_operator or ct_symbolic_function */
	int64_t args;
	const char *division; /* what Python says of a division by zero */
} targets[] = {
	{ "_operator.add", BINARY, CT_SYMBOLIC_ADD, 2, NULL },
	{ "_operator.sub", BINARY, CT_SYMBOLIC_SUBTRACT, 2, NULL },
	{ "_operator.mul", BINARY, CT_SYMBOLIC_MULTIPLY, 2, NULL },
	{ "_operator.truediv", BINARY, CT_SYMBOLIC_DIVIDE, 2, "division by zero" },
	{ "_operator.floordiv", BINARY, CT_SYMBOLIC_FLOOR_DIVIDE, 2,
	  "integer division or modulo by zero" },
	{ "_operator.mod", BINARY, CT_SYMBOLIC_MODULO, 2, "integer modulo by zero" },
	{ "_operator.pow", BINARY, CT_SYMBOLIC_POWER, 2, NULL },
	{ "_operator.lshift", BINARY, CT_SYMBOLIC_SHIFT_LEFT, 2, NULL },
	{ "_operator.rshift", BINARY, CT_SYMBOLIC_SHIFT_RIGHT, 2, NULL },
	{ "_operator.and_", BINARY, CT_SYMBOLIC_BIT_AND, 2, NULL },
	{ "_operator.or_", BINARY, CT_SYMBOLIC_BIT_OR, 2, NULL },
	{ "_operator.eq", BINARY, CT_SYMBOLIC_EQ, 2, NULL },
	{ "_operator.ne", BINARY, CT_SYMBOLIC_NE, 2, NULL },
	{ "_operator.lt", BINARY, CT_SYMBOLIC_LT, 2, NULL },
	{ "_operator.le", BINARY, CT_SYMBOLIC_LE, 2, NULL },
	{ "_operator.gt", BINARY, CT_SYMBOLIC_GT, 2, NULL },
	{ "_operator.ge", BINARY, CT_SYMBOLIC_GE, 2, NULL },
	{ "_operator.neg", UNARY, CT_SYMBOLIC_MINUS, 1, NULL },
	{ "_operator.pos", UNARY, CT_SYMBOLIC_PLUS, 1, NULL },
	{ "torch.sym_not", FUNCTION, CT_SYMBOLIC_SYM_NOT, 1, NULL },
	{ "torch.sym_int", FUNCTION, CT_SYMBOLIC_TO_INT, 1, NULL },
	{ "torch.sym_float", FUNCTION, CT_SYMBOLIC_TO_FLOAT, 1, NULL },
	{ "torch.sym_sqrt", FUNCTION, CT_SYMBOLIC_SQRT, 1, NULL },
	{ "torch._sym_sqrt", FUNCTION, CT_SYMBOLIC_SQRT, 1, NULL },
	{ "math.trunc", FUNCTION, CT_SYMBOLIC_TRUNC, 1, NULL },
	{ "torch.sym_max", EXTREME, CT_SYMBOLIC_SYM_MAX, 2, NULL },
	{ "torch.sym_min", EXTREME, CT_SYMBOLIC_SYM_MIN, 2, NULL },
	{ "torch.sym_ite", CHOICE, 0, 3, NULL },
};

/* ORDER HELD */
static const enum ct_symbolic_type types[] = { [HELD_INT] = CT_SYMBOLIC_INT,
					       [HELD_FLOAT] = CT_SYMBOLIC_FLOAT,
					       [HELD_BOOL] = CT_SYMBOLIC_BOOL,
					       [HELD_TEXT] = CT_SYMBOLIC_STRING };

/* An argument in C, and its type. A tensor of one element is a number, too. */
struct operand {
	const char *c;
	enum ct_symbolic_type type;
};

static bool read_tensor(struct statement *self, const char *tensor, ct_dtype dtype,
			struct operand *operand)
{
	const bool is_float = ct_dtype_is_floating_point(dtype);
	const char *type = dtype == CT_BOOL ? "bool" : is_float ? "double" : "int64";

	operand->c = local_new(self, "item");
	operand->type = dtype == CT_BOOL ? CT_SYMBOLIC_BOOL
			: is_float       ? CT_SYMBOLIC_FLOAT
					 : CT_SYMBOLIC_INT;
	strbuf_printf(&self->before, "%s%s %s;\nCT_TRY(ct_tensor_item_%s(%s, &%s));\n", type,
		      strcmp(type, "int64") ? "" : "_t", operand->c, type, tensor, operand->c);
	return true;
}

static bool read_operand(struct statement *self, int64_t i, struct operand *operand)
{
	const struct ct_graph_argument *from = &self->node->from->inputs[i].argument;
	const enum held held = argument_held(self->node->in, from);
	const char *c;

	if (held == HELD_TENSOR)
		return read_tensor(self, argument_c(self, from, held),
				   variable_of(self->node->in, from)->dtype, operand);
	if (held == HELD_NOTHING || held == HELD_OBJECT)
		return false;
	c = argument_c(self, from, held);
	operand->c = c && c[0] == '-' ? arena_printf(self->program->arena, "(%s)", c) : c;
	operand->type = types[held];
	return c != NULL;
}

/* --- Expressions ------------------------------------------------------------------------------ */

/* A number that is written there is not. */
static bool is_perhaps_zero(const char *c)
{
	return strspn(c, "0123456789.") != strlen(c) || strspn(c, "0.") == strlen(c);
}

static bool join(struct statement *self, const struct target *target,
		 const struct operand *operands, struct strbuf *out, enum ct_symbolic_type *type)
{
	if (target->division && is_perhaps_zero(operands[1].c))
		strbuf_printf(&self->before,
			      "if (%s == 0)\n\treturn ct_error_new(CT_ERROR_RUNTIME, __func__, "
			      "\"ZeroDivisionError: %s\");\n",
			      operands[1].c, target->division);
	return expression_join(self->program, (enum ct_symbolic_operator)target->which,
			       operands[0].c, operands[0].type, operands[1].c, operands[1].type,
			       out, type);
}

/* Python's max() is the first of equal ones; torch.sym_max() of an int and a float is a float. */
static bool choose_extreme(const struct target *target, const struct operand *operands,
			   struct strbuf *out, enum ct_symbolic_type *type)
{
	const bool is_float = operands[0].type == CT_SYMBOLIC_FLOAT ||
			      operands[1].type == CT_SYMBOLIC_FLOAT;
	const char *cast = is_float ? "(double)" : "";

	*type = is_float ? CT_SYMBOLIC_FLOAT : CT_SYMBOLIC_INT;
	strbuf_printf(out, "%s%s %s %s%s ? %s%s : %s%s", cast, operands[1].c,
		      target->which == CT_SYMBOLIC_SYM_MAX ? ">" : "<", cast, operands[0].c, cast,
		      operands[1].c, cast, operands[0].c);
	return true;
}

static bool compute(struct statement *self, const struct target *target,
		    const struct operand *operands, struct strbuf *out, enum ct_symbolic_type *type)
{
	switch (target->way) {
	case BINARY:
		return join(self, target, operands, out, type);
	case UNARY:
		*type = operands->type == CT_SYMBOLIC_BOOL ? CT_SYMBOLIC_INT : operands->type;
		strbuf_printf(out, "%s%s", target->which == CT_SYMBOLIC_MINUS ? "-" : "+",
			      operands->c);
		return true;
	case FUNCTION:
		return expression_call(self->program, (enum ct_symbolic_function)target->which,
				       operands->c, operands->type, out, type);
	case EXTREME:
		return choose_extreme(target, operands, out, type);
	default:
		*type = operands[1].type;
		strbuf_printf(out, "%s ? %s : %s", operands[0].c, operands[1].c, operands[2].c);
		return true;
	}
}

/* --- Statements ------------------------------------------------------------------------------- */

static const struct target *find_target(const char *name)
{
	for (size_t i = 0; i < sizeof targets / sizeof *targets; i++)
		if (!strcmp(targets[i].name, name))
			return &targets[i];
	return NULL;
}

static bool write_computed(struct statement *self, const struct target *target,
			   const struct variable *result)
{
	struct operand operands[3];
	enum ct_symbolic_type type;

	for (int64_t i = 0; i < target->args; i++)
		if (!read_operand(self, i, &operands[i]))
			return node_error(self->node, self->program,
					  "its argument %lld is no number", (long long)i);
	strbuf_printf(&self->main, "const %s%s = ", held_c(result->held), result->c);
	if (!compute(self, target, operands, &self->main, &type))
		return node_error(self->node, self->program, "C cannot compute it");
	strbuf_add(&self->main, ";\n");
	return true;
}

bool write_symbolic(struct statement *self)
{
	const struct target *target = find_target(self->node->target);
	const struct ct_graph_node *from = self->node->from;
	const struct variable *result = from->outputs_len == 1
						? variable_of(self->node->in, &from->outputs[0])
						: NULL;

	if (!target)
		return node_error(self->node, self->program, "the function is not supported");
	if (from->inputs_len != target->args || !result || !held_c(result->held) ||
	    result->held == HELD_TENSOR)
		return node_error(self->node, self->program,
				  "its inputs and outputs are not those of the function");
	return write_computed(self, target, result);
}
