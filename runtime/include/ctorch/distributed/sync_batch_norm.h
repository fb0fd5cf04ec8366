/**
 * @file
 * Batch normalization over the batches of all ranks: Python's torch.nn.SyncBatchNorm.
 *
 *     CT_TRY(ct_sync_batch_norm_convert(net, NULL, &net));
 *     CT_TRY(ct_ddp_new(net, NULL, &ddp));
 *
 * Python's class needs a GPU; this one works wherever the group does.
 */
#ifndef CTORCH_DISTRIBUTED_SYNC_BATCH_NORM_H
#define CTORCH_DISTRIBUTED_SYNC_BATCH_NORM_H

#include <ctorch/core/error.h>
#include <ctorch/core/types.h>
#include <ctorch/distributed/group.h>
#include <ctorch/nn/module.h>

#ifdef __cplusplus
extern "C" {
#endif

/** The library of these functions. */
#define CT_SYNC_BATCH_NORM_LIBRARY "ctorch_distributed"

/** Options of ct_sync_batch_norm_convert(); zeros are PyTorch's defaults. */
typedef struct ct_sync_batch_norm_options {
	const ct_dist_group *group; /**< NULL: the default group */
} ct_sync_batch_norm_options;

/**
 * Replaces each BatchNorm1d, BatchNorm2d, BatchNorm3d and SyncBatchNorm in a module by one that, in
 * training mode, normalizes with the mean and the variance of the inputs of all ranks (Python's
 * SyncBatchNorm.convert_sync_batchnorm()). The new modules have the same parameters and buffers;
 * state dicts do not change. Hooks of the replaced modules are lost. Lazy modules must have had an
 * input before.
 *
 * In training mode all ranks call the module and its backward equally often, also ranks with an
 * empty batch. The gradients of weight and bias are this rank's own, which ct_ddp_new() reduces.
 *
 * @param module  changed in place
 * @param result  a new handle on `module`, or on its replacement if it is itself a BatchNorm
 */
CT_API ct_error ct_sync_batch_norm_convert(ct_module *module,
					   const ct_sync_batch_norm_options *options CT_NULLABLE,
					   ct_module **result CT_NOT_NULL) CT_RETURNS_ERROR;

#ifdef __cplusplus
}
#endif

#endif
