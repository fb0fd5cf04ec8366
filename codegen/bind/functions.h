/* functions.h: what the functions of a binding are called, and those by the names of C. */
#ifndef CTORCH_GEN_BIND_FUNCTIONS_H
#define CTORCH_GEN_BIND_FUNCTIONS_H

#include "bind/emit.h"

/* The handle that a handwritten function is a method of; NULL: it is none. */
const struct bind_value *function_self(const struct bind_function *function);

/* "ct_data_loader_next" as a method is "next", as a function "data_loader_next"; an operator has
 * the name of its schema, a function of torch.nn that of Python. */
const char *function_plain_name(const struct bind_function *function, bool is_method);

/* Overloads have the same base name: "add" of "add.Tensor". */
const char *function_base_name(struct arena *arena, const char *name);

const char *function_nn_name(const struct bind_function *function);

/* The name in the language. */
const char *function_name(const struct language *language, const struct bind_function *function,
			  bool is_method);

/* Sorts the bound functions for the one below. */
void binding_sort_functions(struct binding *binding);

/* NULL: the binding has no such function. */
const struct bind_function *binding_find_function(const struct binding *binding,
						  const char *symbol);

#endif
