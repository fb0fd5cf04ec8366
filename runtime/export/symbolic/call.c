/*
 * The functions that symbolic expressions call, by the names of Python, of torch and of sympy.
 */
#include <string.h>

#include "export/symbolic/tree.h"

/* What becomes of a call with arguments a, b, ... */
enum call_form {
	FORM_CALL,        /* it stays one */
	FORM_JOIN,        /* "a OPERATOR b OPERATOR ..." */
	FORM_AND,         /* "a and b and ..." */
	FORM_OR,          /* "a or b or ..." */
	FORM_NOT,         /* "not a" */
	FORM_CONDITIONAL, /* "b if a else c" */
	FORM_PIECEWISE,   /* "a if b else c if d else ..." */
	FORM_MODULAR,     /* "a // b % c" */
	FORM_TRUNC_FLOAT, /* "float(math.trunc(a))" */
	FORM_SAME         /* "a" */
};

struct ct_symbolic_callee {
	const char *name;
	enum call_form form;
	int least, most;     /* arguments; most of 0: any number */
	int which;           /* a ct_symbolic_function or a ct_symbolic_operator */
	const char *printed; /* NULL: the name */
};

#define FUNCTION(name, which, least, most)                           \
	{                                                            \
		name, FORM_CALL, least, most, CT_SYMBOLIC_##which, 0 \
	}
#define SYMPY(name, which, least, most, printed)                           \
	{                                                                  \
		name, FORM_CALL, least, most, CT_SYMBOLIC_##which, printed \
	}
#define OPERATOR(name, which)                                 \
	{                                                     \
		name, FORM_JOIN, 2, 2, CT_SYMBOLIC_##which, 0 \
	}
/* As math.NAME, torch._sym_NAME and sympy's opaque function. */
#define MATH(name, which)                                                               \
	FUNCTION("math." name, which, 1, 1), FUNCTION("torch._sym_" name, which, 1, 1), \
		SYMPY("OpaqueUnaryFn_" name, which, 1, 1, "math." name)

static const struct ct_symbolic_callee callees[] = {
	FUNCTION("min", MIN, 2, 0),
	FUNCTION("max", MAX, 2, 0),
	FUNCTION("abs", ABS, 1, 1),
	FUNCTION("int", TO_INT, 1, 1),
	FUNCTION("float", TO_FLOAT, 1, 1),
	FUNCTION("bool", TO_BOOL, 1, 1),
	FUNCTION("round", ROUND, 1, 2),
	FUNCTION("pow", POW, 2, 2),
	FUNCTION("math.floor", FLOOR, 1, 1),
	FUNCTION("math.ceil", CEIL, 1, 1),
	FUNCTION("math.trunc", TRUNC, 1, 1),
	FUNCTION("math.isnan", IS_NAN, 1, 1),
	FUNCTION("math.isinf", IS_INF, 1, 1),
	MATH("sqrt", SQRT),
	MATH("cos", COS),
	MATH("cosh", COSH),
	MATH("sin", SIN),
	MATH("sinh", SINH),
	MATH("tan", TAN),
	MATH("tanh", TANH),
	MATH("acos", ACOS),
	MATH("asin", ASIN),
	MATH("atan", ATAN),
	MATH("exp", EXP),
	MATH("log", LOG),
	MATH("asinh", ASINH),
	MATH("log2", LOG2),
	FUNCTION("torch.sym_sqrt", SQRT, 1, 1),
	FUNCTION("torch.sym_min", SYM_MIN, 2, 2),
	FUNCTION("torch.sym_max", SYM_MAX, 2, 2),
	FUNCTION("torch.sym_not", SYM_NOT, 1, 1),
	FUNCTION("torch.sym_ite", SYM_ITE, 3, 3),
	FUNCTION("torch.sym_float", TO_FLOAT, 1, 1),
	FUNCTION("torch.sym_int", TO_INT, 1, 1),
	FUNCTION("cast_symbool_to_symint_guardless", TO_INT, 1, 1),
	FUNCTION("IsNonOverlappingAndDenseIndicator", IS_DENSE, 0, 0),
	FUNCTION("CeilDiv", CEIL_DIV, 2, 2),
	SYMPY("Min", MIN, 2, 0, "min"),
	SYMPY("Max", MAX, 2, 0, "max"),
	SYMPY("Abs", ABS, 1, 1, "abs"),
	SYMPY("floor", FLOOR, 1, 1, "math.floor"),
	SYMPY("ceiling", CEIL, 1, 1, "math.ceil"),
	SYMPY("FloorToInt", FLOOR, 1, 1, "math.floor"),
	SYMPY("CeilToInt", CEIL, 1, 1, "math.ceil"),
	SYMPY("TruncToInt", TRUNC, 1, 1, "math.trunc"),
	SYMPY("RoundToInt", ROUND, 1, 1, "round"),
	SYMPY("RoundDecimal", ROUND, 2, 2, "round"),
	SYMPY("ToFloat", TO_FLOAT, 1, 1, "torch.sym_float"),
	{ "Add", FORM_JOIN, 1, 0, CT_SYMBOLIC_ADD, NULL },
	{ "Mul", FORM_JOIN, 1, 0, CT_SYMBOLIC_MULTIPLY, NULL },
	OPERATOR("Pow", POWER),
	OPERATOR("PowByNatural", POWER),
	OPERATOR("FloatPow", POWER),
	OPERATOR("FloorDiv", FLOOR_DIVIDE),
	OPERATOR("CleanDiv", FLOOR_DIVIDE),
	OPERATOR("Mod", MODULO),
	OPERATOR("PythonMod", MODULO),
	OPERATOR("IntTrueDiv", DIVIDE),
	OPERATOR("FloatTrueDiv", DIVIDE),
	OPERATOR("LShift", SHIFT_LEFT),
	OPERATOR("RShift", SHIFT_RIGHT),
	OPERATOR("BitwiseFn_bitwise_and", BIT_AND),
	OPERATOR("BitwiseFn_bitwise_or", BIT_OR),
	OPERATOR("BitwiseFn_bitwise_xor", BIT_XOR),
	OPERATOR("Xor", BIT_XOR),
	OPERATOR("Eq", EQ),
	OPERATOR("Ne", NE),
	OPERATOR("Lt", LT),
	OPERATOR("Le", LE),
	OPERATOR("Gt", GT),
	OPERATOR("Ge", GE),
	OPERATOR("Equality", EQ),
	OPERATOR("Unequality", NE),
	OPERATOR("StrictLessThan", LT),
	OPERATOR("LessThan", LE),
	OPERATOR("StrictGreaterThan", GT),
	OPERATOR("GreaterThan", GE),
	{ "And", FORM_AND, 1, 0, 0, NULL },
	{ "Or", FORM_OR, 1, 0, 0, NULL },
	{ "Not", FORM_NOT, 1, 1, 0, NULL },
	{ "Where", FORM_CONDITIONAL, 3, 3, 0, NULL },
	{ "ITE", FORM_CONDITIONAL, 3, 3, 0, NULL },
	{ "Piecewise", FORM_PIECEWISE, 2, 0, 0, NULL },
	{ "ModularIndexing", FORM_MODULAR, 3, 3, 0, NULL },
	{ "TruncToFloat", FORM_TRUNC_FLOAT, 1, 1, 0, NULL },
	{ "Identity", FORM_SAME, 1, 1, 0, NULL },
};

const struct ct_symbolic_callee *ct_symbolic_callee_of(const char *name)
{
	for (size_t i = 0; i < sizeof callees / sizeof *callees; i++) {
		if (strcmp(callees[i].name, name) == 0)
			return &callees[i];
	}
	return NULL;
}

bool ct_symbolic_takes_pairs(const struct ct_symbolic_callee *callee)
{
	return callee->form == FORM_PIECEWISE;
}

static struct ct_symbolic *stays_call(struct ct_symbolic_reader *reader, struct ct_symbolic *self,
				      int function, const char *printed)
{
	self->function = (enum ct_symbolic_function)function;
	self->name = ct_symbolic_copy(reader, printed, strlen(printed));
	return self->name ? self : NULL;
}

/* Its items joined by one operator. */
static struct ct_symbolic *join_items(struct ct_symbolic_reader *reader, struct ct_symbolic *self,
				      enum ct_symbolic_operator operator_)
{
	struct ct_symbolic *result = self->items[0];

	result->in_parentheses = true;
	for (int64_t i = 1; i < self->items_len; i++)
		result = ct_symbolic_join(reader, result, operator_, self->items[i]);
	return result;
}

/* Its items are conditions that "and" or "or" joins. */
static struct ct_symbolic *become_condition(struct ct_symbolic *self, enum ct_symbolic_kind kind)
{
	self->kind = kind;
	return self->items_len == 1 ? self->items[0] : self;
}

/* From the last pair to the first. */
static struct ct_symbolic *join_pieces(struct ct_symbolic_reader *reader, struct ct_symbolic *self)
{
	struct ct_symbolic *result = NULL;

	if (self->items_len % 2 != 0 || self->items_len > CT_SYMBOLIC_MAX_DEPTH) {
		ct_symbolic_fail(reader, "Piecewise has an odd number of arguments, or too many");
		return NULL;
	}
	for (int64_t i = self->items_len - 2; i >= 0; i -= 2) {
		/* The last condition is True in every expression of PyTorch's. */
		result = result ? ct_symbolic_conditional(reader, self->items[i],
							  self->items[i + 1], result)
				: self->items[i];
	}
	return result;
}

static struct ct_symbolic *trunc_to_float(struct ct_symbolic_reader *reader,
					  struct ct_symbolic *self)
{
	struct ct_symbolic *outer = ct_symbolic_node(reader, CT_SYMBOLIC_CALL);

	self = stays_call(reader, self, CT_SYMBOLIC_TRUNC, "math.trunc");
	return ct_symbolic_add_item(reader, outer, self, CT_SYMBOLIC_EQ)
		       ? stays_call(reader, outer, CT_SYMBOLIC_TO_FLOAT, "float")
		       : NULL;
}

static bool has_right_number(struct ct_symbolic_reader *reader,
			     const struct ct_symbolic_callee *callee, int64_t n)
{
	if (n >= callee->least && (callee->most == 0 || n <= callee->most))
		return true;
	return ct_symbolic_fail(reader, "%s has %lld arguments", callee->name, (long long)n);
}

struct ct_symbolic *ct_symbolic_call(struct ct_symbolic_reader *reader,
				     const struct ct_symbolic_callee *callee, const char *name,
				     struct ct_symbolic *arguments)
{
	struct ct_symbolic **of = arguments->items;

	if (!has_right_number(reader, callee, arguments->items_len))
		return NULL;
	switch (callee->form) {
	case FORM_CALL:
		return stays_call(reader, arguments, callee->which,
				  callee->printed ? callee->printed : name);
	case FORM_JOIN:
		return join_items(reader, arguments, (enum ct_symbolic_operator)callee->which);
	case FORM_AND:
		return become_condition(arguments, CT_SYMBOLIC_AND);
	case FORM_OR:
		return become_condition(arguments, CT_SYMBOLIC_OR);
	case FORM_NOT:
		return ct_symbolic_unary(reader, CT_SYMBOLIC_NOT, of[0]);
	case FORM_CONDITIONAL:
		return ct_symbolic_conditional(reader, of[1], of[0], of[2]);
	case FORM_PIECEWISE:
		return join_pieces(reader, arguments);
	case FORM_MODULAR:
		return ct_symbolic_join(
			reader, ct_symbolic_join(reader, of[0], CT_SYMBOLIC_FLOOR_DIVIDE, of[1]),
			CT_SYMBOLIC_MODULO, of[2]);
	case FORM_TRUNC_FLOAT:
		return trunc_to_float(reader, arguments);
	default:
		return of[0];
	}
}
