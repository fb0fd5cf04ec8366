/*
 * Inside the library: reductions of losses.
 */
#ifndef CT_NN_FUNCTIONAL_REDUCTION_H
#define CT_NN_FUNCTIONAL_REDUCTION_H

#include <ctorch/ctorch.h>

#include "nn/functional/raise.h"

/* A ValueError for what is not a ct_reduction; CT_REDUCTION_BATCH_MEAN is none here. */
ct_error ct_nn_check_reduction(int64_t reduction);

/* A loss per element, reduced; a call within an expression. */
ct_tensor *ct_nn_reduce(ct_tensor *loss, int64_t reduction);

#endif
