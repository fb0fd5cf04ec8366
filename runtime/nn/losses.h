/*
 * Inside the library: reductions of losses.
 */
#ifndef CT_NN_LOSSES_H
#define CT_NN_LOSSES_H

#include <ctorch/ctorch.h>

#include "nn/raise.h"

/* A ValueError for what is not a ct_reduction; CT_REDUCTION_BATCH_MEAN is none here. */
ct_error ct_nn_check_reduction(int64_t reduction);

/* A loss per element, reduced; a call within an expression. */
ct_tensor *ct_nn_reduce(ct_tensor *loss, int64_t reduction);

#endif
