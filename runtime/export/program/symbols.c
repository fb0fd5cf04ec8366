/*
 * Steps of Python's own operators on numbers: "_operator.add", "torch.sym_max", "math.trunc".
 */
#include <string.h>

#include <ctorch/macros/try.h>
#include <ctorch/tensor/element.h>

#include "export/symbolic/symbolic.h"
#include "export/symbolic/value.h"
#include "export/program/plan.h"

enum { MAX_ARGUMENTS = 3 };

typedef struct ct_symbolic_value number;

/* How a target is computed. */
enum way { BINARY, COMPARISON, UNARY, FUNCTION, CHOICE };

static const struct target {
	const char *name;
	enum way way;
	int which; /* a ct_symbolic_operator or ct_symbolic_function */
	int arguments;
} targets[] = {
	{ "_operator.add", BINARY, CT_SYMBOLIC_ADD, 2 },
	{ "_operator.sub", BINARY, CT_SYMBOLIC_SUBTRACT, 2 },
	{ "_operator.mul", BINARY, CT_SYMBOLIC_MULTIPLY, 2 },
	{ "_operator.truediv", BINARY, CT_SYMBOLIC_DIVIDE, 2 },
	{ "_operator.floordiv", BINARY, CT_SYMBOLIC_FLOOR_DIVIDE, 2 },
	{ "_operator.mod", BINARY, CT_SYMBOLIC_MODULO, 2 },
	{ "_operator.pow", BINARY, CT_SYMBOLIC_POWER, 2 },
	{ "_operator.lshift", BINARY, CT_SYMBOLIC_SHIFT_LEFT, 2 },
	{ "_operator.rshift", BINARY, CT_SYMBOLIC_SHIFT_RIGHT, 2 },
	{ "_operator.and_", BINARY, CT_SYMBOLIC_BIT_AND, 2 },
	{ "_operator.or_", BINARY, CT_SYMBOLIC_BIT_OR, 2 },
	{ "_operator.eq", COMPARISON, CT_SYMBOLIC_EQ, 2 },
	{ "_operator.ne", COMPARISON, CT_SYMBOLIC_NE, 2 },
	{ "_operator.lt", COMPARISON, CT_SYMBOLIC_LT, 2 },
	{ "_operator.le", COMPARISON, CT_SYMBOLIC_LE, 2 },
	{ "_operator.gt", COMPARISON, CT_SYMBOLIC_GT, 2 },
	{ "_operator.ge", COMPARISON, CT_SYMBOLIC_GE, 2 },
	{ "_operator.neg", UNARY, CT_SYMBOLIC_MINUS, 1 },
	{ "_operator.pos", UNARY, CT_SYMBOLIC_PLUS, 1 },
	{ "torch.sym_not", FUNCTION, CT_SYMBOLIC_SYM_NOT, 1 },
	{ "torch.sym_int", FUNCTION, CT_SYMBOLIC_TO_INT, 1 },
	{ "torch.sym_float", FUNCTION, CT_SYMBOLIC_TO_FLOAT, 1 },
	{ "torch.sym_max", FUNCTION, CT_SYMBOLIC_SYM_MAX, 2 },
	{ "torch.sym_min", FUNCTION, CT_SYMBOLIC_SYM_MIN, 2 },
	{ "torch.sym_sqrt", FUNCTION, CT_SYMBOLIC_SQRT, 1 },
	{ "torch._sym_sqrt", FUNCTION, CT_SYMBOLIC_SQRT, 1 },
	{ "math.trunc", FUNCTION, CT_SYMBOLIC_TRUNC, 1 },
	{ "torch.sym_ite", CHOICE, 0, 3 },
};

/* --- Numbers ---------------------------------------------------------------------------------- */

static ct_error read_tensor(const ct_tensor *tensor, number *result)
{
	ct_scalar scalar;

	CT_TRY(ct_tensor_item(tensor, &scalar));
	*result = scalar.kind == CT_SCALAR_FLOAT  ? ct_symbolic_from_float(scalar.re)
		  : scalar.kind == CT_SCALAR_BOOL ? ct_symbolic_from_bool(scalar.i != 0)
						  : ct_symbolic_from_int(scalar.i);
	return NULL;
}

static ct_error read_slot(const struct ct_slot *slot, number *result)
{
	switch (slot->kind) {
	case CT_VALUE_INT:
		*result = ct_symbolic_from_int(slot->i);
		return NULL;
	case CT_VALUE_BOOL:
		*result = ct_symbolic_from_bool(slot->i != 0);
		return NULL;
	case CT_VALUE_FLOAT:
		*result = ct_symbolic_from_float(slot->f);
		return NULL;
	case CT_VALUE_TENSOR:
		return read_tensor(slot->tensor, result);
	default:
		*result = (number){ .type = CT_SYMBOLIC_NONE };
		return NULL;
	}
}

static struct ct_slot slot_of_number(const number *from)
{
	switch (from->type) {
	case CT_SYMBOLIC_INT:
		return (struct ct_slot){ .kind = CT_VALUE_INT, .i = from->i };
	case CT_SYMBOLIC_BOOL:
		return (struct ct_slot){ .kind = CT_VALUE_BOOL, .i = from->i };
	case CT_SYMBOLIC_FLOAT:
		return (struct ct_slot){ .kind = CT_VALUE_FLOAT, .f = from->f };
	default:
		return (struct ct_slot){ .kind = CT_VALUE_NONE };
	}
}

/* --- Steps ------------------------------------------------------------------------------------ */

static ct_error compute(const struct target *target, const number *args, number *result)
{
	bool truth;

	switch (target->way) {
	case BINARY:
		return ct_symbolic_apply((enum ct_symbolic_operator)target->which, &args[0],
					 &args[1], result);
	case UNARY:
		return ct_symbolic_apply_unary((enum ct_symbolic_operator)target->which, &args[0],
					       result);
	case COMPARISON:
		CT_TRY(ct_symbolic_compare((enum ct_symbolic_operator)target->which, &args[0],
					   &args[1], &truth));
		*result = ct_symbolic_from_bool(truth);
		return NULL;
	case FUNCTION:
		return ct_symbolic_apply_function((enum ct_symbolic_function)target->which, args,
						  target->arguments, result);
	default:
		*result = ct_symbolic_is_true(&args[0]) ? args[1] : args[2];
		return NULL;
	}
}

static ct_error run_symbolic(const struct ct_step *step, struct ct_plan_frame *frame)
{
	const struct target *target = &targets[step->number];
	number args[MAX_ARGUMENTS], result;

	for (int i = 0; i < target->arguments; i++) {
		const struct ct_slot slot = ct_slot_of(frame, &step->node->inputs[i].argument);

		CT_TRY(read_slot(&slot, &args[i]));
	}
	CT_TRY(compute(target, args, &result));
	return ct_plan_frame_put(frame, step->node->outputs[0].value, slot_of_number(&result));
}

bool ct_prepare_symbolic(struct ct_step *step)
{
	const struct ct_graph_node *node = step->node;

	for (size_t i = 0; i < sizeof targets / sizeof *targets; i++) {
		if (strcmp(targets[i].name, node->target) != 0)
			continue;
		step->number = (int64_t)i;
		step->run = run_symbolic;
		return node->inputs_len == targets[i].arguments && node->outputs_len == 1 &&
		       node->outputs[0].value != CT_NO_VALUE;
	}
	return false;
}
