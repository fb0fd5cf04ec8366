/*
 * Reductions of losses.
 */
#include <ctorch/calls/call.h>

#include "nn/functional/reduction.h"

ct_error ct_nn_check_reduction(int64_t reduction)
{
	if (reduction == CT_REDUCTION_BATCH_MEAN)
		CT_NN_RAISE(CT_ERROR_VALUE, "batchmean is not a valid value for reduction");
	if (reduction != CT_REDUCTION_NONE && reduction != CT_REDUCTION_MEAN &&
	    reduction != CT_REDUCTION_SUM)
		CT_NN_RAISE(CT_ERROR_VALUE, "%lld is not a valid value for reduction",
			    (long long)reduction);
	return NULL;
}

ct_tensor *ct_nn_reduce(ct_tensor *loss, int64_t reduction)
{
	if (reduction == CT_REDUCTION_MEAN)
		return CT_E(mean, loss);
	return reduction == CT_REDUCTION_SUM ? CT_E(sum, loss) : loss;
}
