/*
 * Inside this room: making the nodes of symbolic expressions, for their readers.
 */
#ifndef CT_EXPORT_SYMBOLIC_TREE_H
#define CT_EXPORT_SYMBOLIC_TREE_H

#include "export/symbolic/symbolic.h"
#include "export/symbolic/token.h"

/* The levels of precedence; a higher one binds tighter. */
enum ct_symbolic_level {
	CT_SYMBOLIC_LEVEL_CONDITIONAL,
	CT_SYMBOLIC_LEVEL_OR,
	CT_SYMBOLIC_LEVEL_AND,
	CT_SYMBOLIC_LEVEL_NOT,
	CT_SYMBOLIC_LEVEL_COMPARISON,
	CT_SYMBOLIC_LEVEL_BIT_OR,
	CT_SYMBOLIC_LEVEL_BIT_XOR,
	CT_SYMBOLIC_LEVEL_BIT_AND,
	CT_SYMBOLIC_LEVEL_SHIFT,
	CT_SYMBOLIC_LEVEL_SUM,
	CT_SYMBOLIC_LEVEL_TERM,
	CT_SYMBOLIC_LEVEL_FACTOR,
	CT_SYMBOLIC_LEVEL_POWER,
	CT_SYMBOLIC_LEVEL_AWAIT, /* Python's */
	CT_SYMBOLIC_LEVEL_ATOM
};

enum ct_symbolic_level ct_symbolic_level_of(enum ct_symbolic_operator operator_);

/* What the functions below need: NULL from any of them means that the reader has an error. */
struct ct_symbolic *ct_symbolic_node(struct ct_symbolic_reader *reader, enum ct_symbolic_kind kind);
struct ct_symbolic *ct_symbolic_constant(struct ct_symbolic_reader *reader,
					 struct ct_symbolic_value value);
struct ct_symbolic *ct_symbolic_int(struct ct_symbolic_reader *reader, int64_t i);
/* A number that Python or sympy has a name for, "math.inf" or "oo"; NULL without an error: it is not
 * one. */
struct ct_symbolic *ct_symbolic_named_number(struct ct_symbolic_reader *reader, const char *name);
struct ct_symbolic *ct_symbolic_path(struct ct_symbolic_reader *reader, const char *name);
bool ct_symbolic_add_step(struct ct_symbolic_reader *reader, struct ct_symbolic *path,
			  struct ct_symbolic_step step);
bool ct_symbolic_add_item(struct ct_symbolic_reader *reader, struct ct_symbolic *node,
			  struct ct_symbolic *item, enum ct_symbolic_operator before);

struct ct_symbolic *ct_symbolic_unary(struct ct_symbolic_reader *reader,
				      enum ct_symbolic_operator operator_,
				      struct ct_symbolic *item);
/* "a OPERATOR b"; continues `a` if it is a chain of such operators. NULL operands are errors that
 * the reader has already, here and below. */
struct ct_symbolic *ct_symbolic_join(struct ct_symbolic_reader *reader, struct ct_symbolic *a,
				     enum ct_symbolic_operator operator_, struct ct_symbolic *b);
struct ct_symbolic *ct_symbolic_conditional(struct ct_symbolic_reader *reader,
					    struct ct_symbolic *then, struct ct_symbolic *condition,
					    struct ct_symbolic *otherwise);

/* --- Calls (call.c) ------------------------------------------------------------------ */

/* A function of Python, of torch or of sympy. */
struct ct_symbolic_callee;

/* NULL: there is no function of this name. */
const struct ct_symbolic_callee *ct_symbolic_callee_of(const char *name);

/* Whether its arguments are pairs: "Piecewise((a, b), (c, True))". */
bool ct_symbolic_takes_pairs(const struct ct_symbolic_callee *callee);

/* The call of it; an operator if it is one. Its arguments are the items of a node. */
struct ct_symbolic *ct_symbolic_call(struct ct_symbolic_reader *reader,
				     const struct ct_symbolic_callee *callee, const char *name,
				     struct ct_symbolic *arguments);

#endif
