/*
 * Batch normalizations of torch.nn.
 */
#pragma once

#include <ctorch/nn/module.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Options of a BatchNorm1d to BatchNorm3d, or a SyncBatchNorm. */
struct ct_found_norm {
	bool is_norm; /* otherwise the module is of another class, and the rest is unset */
	int64_t num_features;
	double eps, momentum;
	bool has_momentum; /* otherwise the statistics are the mean of all batches' */
	bool affine, track_running_stats; /* as they are printed */
};

ct_error ct_find_batch_norm(const ct_module *module, struct ct_found_norm *result);

#ifdef __cplusplus
}
#endif
