/*
 * Inside the library: what the initializers share.
 */
#ifndef CT_NN_INIT_INIT_H
#define CT_NN_INIT_INIT_H

#include <ctorch/ctorch.h>

#include "nn/functional/raise.h"

/* An initializer leaves a tensor of the meta device as it is, since it has no elements. */
static inline bool ct_nn_is_meta(const ct_tensor *x)
{
	return ct_tensor_device(x).type == CT_DEVICE_TYPE_META;
}

#endif
