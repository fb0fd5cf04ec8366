/* read.h: a program from its archive, and the operators from their list. */
#ifndef CTORCH_COMPILE_READ_READ_H
#define CTORCH_COMPILE_READ_READ_H

#include "compile/model.h"

/* archive.c: opens the archive of the options, and reads and checks the program and its guards. */
bool read_archive(struct program *program);

/* operators.c: the list of operators, with their C names. */
bool read_operators(struct program *program);
/* "add.Tensor"; NULL: the list does not have it. */
const struct op *find_operator(const struct program *program, const char *name);

/* weights.c: where the tensors of the program are in the archive. The inputs must be variables. */
bool read_weights(struct program *program);

#endif
