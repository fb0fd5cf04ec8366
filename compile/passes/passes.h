/* passes.h: what each pass does to the program; in the order in which they run. */
#ifndef CTORCH_COMPILE_PASSES_PASSES_H
#define CTORCH_COMPILE_PASSES_PASSES_H

#include "compile/model.h"

/* functions.c: a function for each graph, the inner ones of higher-order operators first, with
 * nodes and variables; who uses what. */
bool make_functions(struct program *program);

/* bind.c: what each node calls, and with which arguments. */
bool bind_nodes(struct program *program);
/* The same for one node that calls this operator. */
bool bind_operator(struct program *program, struct node *node, const char *target);

/* symbols.c: the sizes that vary, and where a run finds them. --input-shape fixes some. */
bool find_symbols(struct program *program);

/* interface.c: the parameters of NAME_run(). */
bool make_interface(struct program *program);

/* lives.c: what is released after each statement. It runs after the passes that make kernels. */
bool find_lives(struct program *program);

#endif
