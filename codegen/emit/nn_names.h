/* nn_names.h: how a program writes what a name of torch.nn or torch.optim is in C, for NAMES.md, audit and show. */
#ifndef CTORCH_GEN_EMIT_NN_NAMES_H
#define CTORCH_GEN_EMIT_NN_NAMES_H

#include "emit/emit.h"

/* "CT(max_dim, &values, &indices, self, dim)": by the name of the overload itself, which always
 * works. */
const char *op_call_text(struct arena *arena, const struct op *op);

/* "CT(nn_cross_entropy, &result, input, target)": with the arguments that have no default. */
const char *nn_call_text(struct arena *arena, const struct model *model, const struct op *op);

/* nn_functions.c: "cross_entropy" for torch.nn.functional.cross_entropy, unless CT() has an
 * operator of that name; otherwise NULL. */
const char *nn_function_name(struct arena *arena, const struct model *model,
			     const struct nn_function *function);

/* "CT_NN(Linear, in_features, out_features)" */
const char *class_call_text(struct arena *arena, const struct class_def *class);

/* The call of an operator or function; "CT_PARAMETER(...)", "ct_module" for what is written by
 * hand. */
const char *nn_symbol_text(struct arena *arena, const struct model *model,
			   const struct nn_symbol *symbol);

/* False if the symbol before it has the same call: of several overloads, types choose. */
bool nn_symbol_is_new(struct arena *arena, const struct model *model, const struct nn_name *name,
		      size_t i);

/* classes.c: "ctorch/classes/nn.h", the generated header of a family. */
const char *class_header(struct arena *arena, const struct family *family);

/* nn_functions.c, classes.c: the prototype of a function, and the struct of the arguments of a
 * class, below their comments. */
bool emit_nn_prototype(struct emitter *e, const struct nn_function *function, struct strbuf *out);
bool emit_class_struct(struct emitter *e, const struct class_def *class, struct strbuf *out);

#endif
