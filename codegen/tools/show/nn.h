/* nn.h: shows names of Python that are no operators: those of torch.nn, and what other_names.yaml and
 * transforms.yaml have. */
#ifndef CTORCH_GEN_TOOLS_SHOW_NN_H
#define CTORCH_GEN_TOOLS_SHOW_NN_H

#include "emit/emit.h"

/*
 * Shows what a name in any spelling means there: "torch.nn.Conv2d", "nn.init.zeros_", "F.relu",
 * "ct_nn_cross_entropy", "data.DataLoader", "Tensor.backward"; without a module ("Conv2d",
 * "cross_entropy"), all functions and classes of that name, but not those that are operators. Sets
 * their number.
 */
bool show_nn(struct emitter *e, const char *name, size_t *shown);

/* The names of Python, with their modules, that are closest to the name; none if `nn` is NULL. */
struct names show_nn_nearest(struct arena *arena, const struct nn *nn, const char *name);

#endif
