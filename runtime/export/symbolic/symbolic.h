/*
 * Inside the library: expressions over sizes and numbers, as exported programs have them in two
 * languages: Python, in guards and as the keys of ranges ("4*s18"), and the calls that sympy's
 * srepr() prints, in the sizes of tensors. Both are read into the same tree. A text is never
 * executed: there is a fixed list of functions, and names are looked up by a callback.
 *
 * A tree is as deep as its text is nested, which is limited; a sum of a million terms is one node.
 */
#ifndef CT_EXPORT_SYMBOLIC_SYMBOLIC_H
#define CT_EXPORT_SYMBOLIC_SYMBOLIC_H

#include <stdbool.h>
#include <stdint.h>

#include <ctorch/core/error.h>
#include <ctorch/core/types.h>

#include "core/base/arena.h"

#ifdef __cplusplus
extern "C" {
#endif

struct ct_text;

/* ORDER SYMBOLIC TYPE: also value.c */
enum ct_symbolic_type {
	CT_SYMBOLIC_NONE,
	CT_SYMBOLIC_INT,
	CT_SYMBOLIC_FLOAT,
	CT_SYMBOLIC_BOOL,
	CT_SYMBOLIC_STRING,
	CT_SYMBOLIC_OBJECT /* anything else, such as a tensor: only equal to nothing */
};

struct ct_symbolic_value {
	enum ct_symbolic_type type;
	int64_t i; /* of a bool: 0 or 1 */
	double f;
	const char *string;
};

enum ct_symbolic_kind {
	CT_SYMBOLIC_CONSTANT, /* value */
	CT_SYMBOLIC_PATH,     /* name, steps: "L['x'].size()[0]" */
	CT_SYMBOLIC_CHAIN,    /* items, joined from the left by operators of one level: "a - b + c";
				    two items of a power */
	CT_SYMBOLIC_COMPARISON,  /* items, operators: "a < b <= c" */
	CT_SYMBOLIC_AND,         /* items */
	CT_SYMBOLIC_OR,          /* items */
	CT_SYMBOLIC_UNARY,       /* one item, one operator */
	CT_SYMBOLIC_CONDITIONAL, /* items: a, b, c of "a if b else c" */
	CT_SYMBOLIC_CALL         /* function; name: as printed; items */
};

/* ORDER SYMBOLIC OPERATOR: also print.c */
enum ct_symbolic_operator {
	CT_SYMBOLIC_ADD,
	CT_SYMBOLIC_SUBTRACT,
	CT_SYMBOLIC_MULTIPLY,
	CT_SYMBOLIC_DIVIDE,
	CT_SYMBOLIC_FLOOR_DIVIDE,
	CT_SYMBOLIC_MODULO,
	CT_SYMBOLIC_POWER,
	CT_SYMBOLIC_SHIFT_LEFT,
	CT_SYMBOLIC_SHIFT_RIGHT,
	CT_SYMBOLIC_BIT_AND,
	CT_SYMBOLIC_BIT_XOR,
	CT_SYMBOLIC_BIT_OR,
	CT_SYMBOLIC_EQ,
	CT_SYMBOLIC_NE,
	CT_SYMBOLIC_LT,
	CT_SYMBOLIC_LE,
	CT_SYMBOLIC_GT,
	CT_SYMBOLIC_GE,
	CT_SYMBOLIC_NOT,
	CT_SYMBOLIC_MINUS,
	CT_SYMBOLIC_PLUS,
	CT_SYMBOLIC_INVERT
};

/* ORDER SYMBOLIC FUNCTION: also call.c */
enum ct_symbolic_function {
	CT_SYMBOLIC_MIN,
	CT_SYMBOLIC_MAX,
	CT_SYMBOLIC_SYM_MIN, /* a float if any argument is one */
	CT_SYMBOLIC_SYM_MAX,
	CT_SYMBOLIC_ABS,
	CT_SYMBOLIC_TO_INT,
	CT_SYMBOLIC_TO_FLOAT,
	CT_SYMBOLIC_TO_BOOL,
	CT_SYMBOLIC_ROUND,
	CT_SYMBOLIC_FLOOR,
	CT_SYMBOLIC_CEIL,
	CT_SYMBOLIC_TRUNC,
	CT_SYMBOLIC_IS_NAN,
	CT_SYMBOLIC_IS_INF,
	CT_SYMBOLIC_POW,
	CT_SYMBOLIC_SYM_NOT,
	CT_SYMBOLIC_SYM_ITE,
	CT_SYMBOLIC_CEIL_DIV,
	CT_SYMBOLIC_IS_DENSE, /* IsNonOverlappingAndDenseIndicator: sizes, strides */
	CT_SYMBOLIC_SQRT,
	CT_SYMBOLIC_COS,
	CT_SYMBOLIC_COSH,
	CT_SYMBOLIC_SIN,
	CT_SYMBOLIC_SINH,
	CT_SYMBOLIC_TAN,
	CT_SYMBOLIC_TANH,
	CT_SYMBOLIC_ACOS,
	CT_SYMBOLIC_ASIN,
	CT_SYMBOLIC_ATAN,
	CT_SYMBOLIC_EXP,
	CT_SYMBOLIC_LOG,
	CT_SYMBOLIC_ASINH,
	CT_SYMBOLIC_LOG2
};

enum ct_symbolic_step_kind {
	CT_SYMBOLIC_INDEX,       /* value: "[0]", "['x']" */
	CT_SYMBOLIC_ATTRIBUTE,   /* value.string: ".size" */
	CT_SYMBOLIC_NO_ARGUMENTS /* "()" */
};

struct ct_symbolic_step {
	enum ct_symbolic_step_kind kind;
	struct ct_symbolic_value value;
};

struct ct_symbolic {
	enum ct_symbolic_kind kind;
	enum ct_symbolic_function function;
	bool in_parentheses; /* in the text */
	struct ct_symbolic_value value;
	const char *name;
	struct ct_symbolic **items;
	enum ct_symbolic_operator *operators; /* one fewer than items; of a unary one: 1 */
	int64_t items_len, items_room;
	struct ct_symbolic_step *steps;
	int64_t steps_len, steps_room;
	int64_t slot; /* for the owner of a path: what it stands for */
};

/* --- Reading (read.c, sympy.c) ---------------------------------------------- */

/* The text is Python's. The names that sympy has for functions are known as well, since Python
 * prints the keys of ranges with them: they become operators if Python has one. */
ct_error ct_symbolic_read(const char *text, struct ct_arena *arena,
			  struct ct_symbolic **result) CT_RETURNS_ERROR;

/* The text is that of srepr(): "Add(Symbol('s0', integer=True), Integer(1))". */
ct_error ct_symbolic_read_sympy(const char *text, struct ct_arena *arena,
				struct ct_symbolic **result) CT_RETURNS_ERROR;

/* --- Evaluation (evaluate.c) --------------------------------------------------------- */

/* What a name or a path is. */
typedef ct_error (*ct_symbolic_lookup)(const struct ct_symbolic *path, void *context,
				       struct ct_symbolic_value *result);

/* As Python does, except that an integer of more than 64 bits is an error. Errors that Python
 * raises and we have no class for are RuntimeErrors: "RuntimeError: ZeroDivisionError: division by
 * zero". */
ct_error ct_symbolic_evaluate(const struct ct_symbolic *self, ct_symbolic_lookup lookup,
			      void *context, struct ct_symbolic_value *result) CT_RETURNS_ERROR;

/* Python's bool(). */
bool ct_symbolic_is_true(const struct ct_symbolic_value *value);

/* --- Printing (print.c) -------------------------------------------------------------- */

/* As ast.unparse() prints it. */
void ct_symbolic_print(const struct ct_symbolic *self, struct ct_text *text);

/* A constant, and the steps of a path: "['k'][0]". */
void ct_symbolic_print_value(const struct ct_symbolic_value *value, struct ct_text *text);
void ct_symbolic_print_steps(const struct ct_symbolic_step *steps, int64_t steps_len,
			     struct ct_text *text);

/* --- Comparing (normal.c, affine.c) -------------------------------------------------- */

/* A text that is the same for expressions that sympy considers the same: sums and products are
 * collected and sorted. It is in the arena. */
ct_error ct_symbolic_normalize(const struct ct_symbolic *self, struct ct_arena *arena,
			       const char **result) CT_RETURNS_ERROR;

struct ct_symbolic_fraction {
	int64_t over, under; /* over / under, in lowest terms, under > 0 */
};

/* slope * symbol + offset */
struct ct_symbolic_affine {
	const char *symbol; /* in the arena */
	struct ct_symbolic_fraction slope, offset;
};

/* Whether the expression is one, with a slope that is not 0; false also without memory. */
bool ct_symbolic_as_affine(const struct ct_symbolic *self, struct ct_arena *arena,
			   struct ct_symbolic_affine *result);

/* False: a number does not fit in 64 bits, or the divisor is 0. */
bool ct_symbolic_fraction_times(struct ct_symbolic_fraction a, struct ct_symbolic_fraction b,
				struct ct_symbolic_fraction *result);
bool ct_symbolic_fraction_plus(struct ct_symbolic_fraction a, struct ct_symbolic_fraction b,
			       struct ct_symbolic_fraction *result);
bool ct_symbolic_fraction_divide(struct ct_symbolic_fraction a, struct ct_symbolic_fraction b,
				 struct ct_symbolic_fraction *result);

/* The only name in the expression, which may occur more than once; NULL: there are none or more. */
const char *ct_symbolic_only_name(const struct ct_symbolic *self);

#ifdef __cplusplus
}
#endif

#endif
