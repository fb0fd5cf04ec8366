/* expression.h: expressions over sizes and numbers as C. */
#ifndef CTORCH_COMPILE_EXPRESSION_H
#define CTORCH_COMPILE_EXPRESSION_H

#include "compile/model.h"

/* Writes what a path stands for, and says of which type it is. False: C has no such value. */
typedef bool path_writer(const struct ct_symbolic *path, void *context, struct strbuf *out,
			 enum ct_symbolic_type *type);

/* Writes the expression, with what Python computes: floor divisions and remainders go through
 * functions that the file then has. False: C cannot compute it. */
bool expression_write(struct program *program, const struct ct_symbolic *tree, path_writer *path,
		      void *context, struct strbuf *out, enum ct_symbolic_type *type);

/* A constant as C: "3", "INT64_MIN", "0.5", "INFINITY", "true", "\"text\"". */
void write_int(struct strbuf *out, int64_t i);
void write_float(struct program *program, struct strbuf *out, double f);
void write_text(struct strbuf *out, const char *text);

/* The operators of Python on numbers (call/symbolic.c uses them, too). The operands are C. */
bool expression_join(struct program *program, enum ct_symbolic_operator operator_, const char *a,
		     enum ct_symbolic_type a_type, const char *b, enum ct_symbolic_type b_type,
		     struct strbuf *out, enum ct_symbolic_type *type);

/* A function of one number. False: C does not have it for this type. */
bool expression_call(struct program *program, enum ct_symbolic_function function, const char *arg,
		     enum ct_symbolic_type arg_type, struct strbuf *out,
		     enum ct_symbolic_type *type);

#endif
