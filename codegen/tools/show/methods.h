/* methods.h: methods of a program's variables. */
#ifndef CTORCH_GEN_TOOLS_SHOW_METHODS_H
#define CTORCH_GEN_TOOLS_SHOW_METHODS_H

#include "model.h"

/* The names that a method may be found under, the likeliest first: "torch.Tensor.view" and "view" for
 * "x.view", "torch.Tensor.__setitem__" for "x[0] = 1". Returns their number: 0 for a name of a module,
 * "jit.load". */
size_t show_nn_methods(struct arena *arena, const struct nn *nn, const char *name,
		       const char *methods[2]);

#endif
