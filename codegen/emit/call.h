/* call.h: how a call with default and named arguments passes each of them. */
#ifndef CTORCH_GEN_EMIT_CALL_H
#define CTORCH_GEN_EMIT_CALL_H

#include "emit/emit.h"

/* The arguments that a call must give by position: those before the first one with a default. */
size_t call_required(const struct op *op);

/* The results that a call has places for: those that are no written arguments. */
size_t call_results(const struct op *op);

/* "values__, indices__": those places as macros call them. */
void call_result_names(const struct op *op, struct strbuf *out);

/* Adds the macro for CT_E(name, ...), with its #define, if the operator has what CT_E() can give: one
 * tensor, a list of them, or the argument that was written to. */
void call_add_expression(const struct op *op, const char *name, struct strbuf *out);

/* The arrays of the defaults of several calls, each once. */
struct call_lists {
	struct emitter *e;
	const char *prefix; /* of their names: "call_a" */
	struct names names;
	struct strbuf text;
};

/* Parts of a call: the members of the struct of arguments; ".bias = true, " for each default that
 * is not all zeros; the macro, whose results and target are as in templates/call_macro.h. */
void call_add_members(const struct op *op, struct strbuf *out);
void call_add_defaults(struct call_lists *lists, const struct op *op, struct strbuf *out);
bool call_add_macro(struct call_lists *lists, const struct op *op, const char *results,
		    const char *form, const char *target, struct strbuf *out);

/* Adds the struct, the inline function and the macro of each operator, and the arrays of their
 * defaults, whose names begin with `name`. `lists` must be empty. */
bool call_add_all(struct emitter *e, const char *name, const struct op_list *ops,
		  struct strbuf *lists, struct strbuf *calls);

/* Adds the macros by which CT(add, ...) finds its overload, for the names of a group that no
 * operator has alone. */
bool emit_overloads(struct emitter *e, const struct op_list *group, struct strbuf *out);

#endif
