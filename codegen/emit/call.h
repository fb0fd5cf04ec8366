/* call.h: how a call with default and named arguments passes each of them. */
#ifndef CTORCH_GEN_EMIT_CALL_H
#define CTORCH_GEN_EMIT_CALL_H

#include "emit/emit.h"

/* The arguments that a call must give by position: those before the first one with a default. */
size_t call_required(const struct op *op);

/* The results that a call has places for: those that are no written arguments. */
size_t call_results(const struct op *op);

/* The arrays of the defaults of several calls, each once. */
struct call_lists {
	struct emitter *e;
	const char *prefix;  /* of their names: "call_a" */
	const char *mention; /* how a macro uses the name itself: "CT_OPERATOR_(op__)" */
	struct names names;
	struct strbuf text;
};

/* The tag of an operator's struct of arguments: "ct_args_relu_". If overloads are beside it, it
 * names them, as the compiler prints it: "ct_args_sum_see_sum_dim_IntList_". */
const char *call_struct(struct emitter *e, const struct op *op);

/* overloads.c: "_see_sum_dim_IntList", or "". */
const char *emit_see_also(struct emitter *e, const struct op *op);

/* Parts of a call: the members of the struct of arguments; ".bias = true, " for each default that
 * is not all zeros. */
void call_add_members(const struct op *op, const char *see, struct strbuf *out);
void call_add_defaults(struct call_lists *lists, const struct op *op, struct strbuf *out);

/* --- operand.c -------------------------------------------------------------------------------- */

/* True if CT() accepts numbers for the tensors that the operator reads. */
bool call_takes_numbers(const struct op *op);
bool call_is_operand(const struct op *op, const struct arg *arg);

/* "CT_NUMBER_TENSOR_(other)": what makes tensors of such numbers, a line each. */
void call_add_number_tensors(const struct op *op, struct strbuf *out);

/* --- call_macros.c ---------------------------------------------------------------------------- */

/* The marks of templates/call_macro.h that are not the same for operators and classes. */
struct macro {
	const char *results; /* "values__, indices__" */
	const char *form;    /* "WRITTEN_" for an operator that has no results */
	const char *begin;   /* "struct ct_args_relu_, ct_call_relu_"; "nn_Linear" */
	const char *end;     /* "ct_call_relu_"; "nn_Linear" */
	const char *given_results;
	const char *value; /* without results, the argument that CT_E() returns */
	const char
		*number; /* how a required tensor is passed that may be a number; NULL: as it is */
};

/* "values__, indices__": the places of results as macros call them, and as they are passed on. */
void call_result_names(const struct op *op, struct strbuf *out);
void call_given_results(const struct op *op, struct strbuf *out);
const char *call_form(const struct op *op);
const char *call_value(const struct op *op);

/* How the macros of a name mention it, so that an editor finds its declaration. */
const char *call_mention(const char *family, const char *name);

/* The lines of the initializer of a call. */
void call_add_initializers(const char *defaults, const char *mention, const char *given,
			   size_t tabs, struct strbuf *out);

bool call_add_macro(struct call_lists *lists, const struct op *op, const struct macro *macro,
		    struct strbuf *out);

/* All macros of an operator. */
bool call_add_macros(struct call_lists *lists, const struct op *op, struct strbuf *out);

/* What counts the arguments of a name: of an operator or a base; of a class, which `places` results
 * precede; what CT() says if there are too few. */
void call_add_counts(const struct op *op, const char *name, struct strbuf *out);
void call_add_needs(const struct op *op, const char *name, size_t places, struct strbuf *out);
/* The same for a base with overloads that need one argument more, whose macro is of `more_name`. */
void call_add_counts_of_both(const struct op *op, const char *name, const struct op *more,
			     const char *more_name, struct strbuf *out);
void call_add_missing(const struct op *op, const char *macro, const char *called, const char *name,
		      struct strbuf *out);

/* CT(NAME, ...) is CT(TARGET, ...). */
void call_add_alias(const char *target, const char *name, struct strbuf *out);

/* --- call.c, overloads.c ---------------------------------------------------------------------- */

/* Adds the struct, the inline function and the macros of each operator, and the arrays of their
 * defaults. */
bool call_add_all(struct call_lists *lists, const struct op_list *ops, struct strbuf *calls);

/* Adds the macros by which CT(add, ...) finds its overload, for the names of a group that no
 * operator has alone. */
bool emit_overloads(struct call_lists *lists, const struct op_list *group, struct strbuf *out);

/* True if CT() has an operator of the name, alone or as the base of overloads. */
bool call_has_operator(struct arena *arena, const struct model *model, const char *name);

/* If no operator has the operator's base name alone and it is the first overload of its base, all
 * of them; otherwise none. */
struct op_list emit_overloads_of(struct emitter *e, const struct op *op, const char **base);

/* --- call_names.c ----------------------------------------------------------------------------- */

/* True if one of C's own headers defines a macro of the name. */
bool call_is_macro(const char *name);

/* Adds the member of a name to a struct of names: "__typeof__(ct_relu) *relu;" below its schema. */
void call_add_name(const char *schema, const char *type, const char *name, struct strbuf *out);

/* The header that has all names of CT(). */
bool emit_call_names(struct emitter *e);

#endif
