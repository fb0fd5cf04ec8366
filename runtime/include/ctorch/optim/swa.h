/**
 * @file
 * Averages of a model's parameters over the steps of training: Python's torch.optim.swa_utils,
 * whose scheduler SWALR is in ctorch/optim/optim.h with the others.
 *
 *     ct_module *average;
 *
 *     CT_TRY(ct_averaged_model_new(net, &(ct_averaged_model_options){
 *                                               .averaging = CT_AVERAGING_EMA_MULTI,
 *                                               .decay = 0.99,
 *                                       }, &average));
 *     for (...) {
 *             ...
 *             CT_TRY(ct_optimizer_step(optimizer));
 *             CT_TRY(ct_averaged_model_update_parameters(average, net));
 *     }
 *     CT_TRY(ct_module_forward(average, x, &y));
 */
#ifndef CTORCH_OPTIM_SWA_H
#define CTORCH_OPTIM_SWA_H

#include <ctorch/core/error.h>
#include <ctorch/core/types.h>
#include <ctorch/nn/module.h>

#ifdef __cplusplus
extern "C" {
#endif

/* --- Averages -------------------------------------------------------------------------------- */

/** How parameters are averaged. The MULTI functions update all tensors of a dtype and device by one
 * operator, which is faster on an accelerator. */
typedef int32_t ct_averaging;
enum ct_averaging_value {
	CT_AVERAGING_EQUAL = 0, /**< Python's default: the mean, on an accelerator by SWA_MULTI */
	CT_AVERAGING_SWA = 1,   /**< avg_fn=get_swa_avg_fn(): the mean */
	CT_AVERAGING_SWA_MULTI = 2, /**< multi_avg_fn=get_swa_multi_avg_fn() */
	CT_AVERAGING_EMA = 3,       /**< avg_fn=get_ema_avg_fn(decay): an exponential average */
	CT_AVERAGING_EMA_MULTI = 4  /**< multi_avg_fn=get_ema_multi_avg_fn(decay) */
};

/** Computes the new average of a parameter from the old one, the model's parameter, and the number
 * of models in the average, a tensor with one int (Python's avg_fn). Objects that it creates belong
 * to the scope of the call; nothing is recorded for autograd. */
typedef ct_error (*ct_average_function)(const ct_tensor *averaged, const ct_tensor *current,
					const ct_tensor *n_averaged, void *context,
					ct_tensor **result);

/** Updates `tensors_len` averages in place (Python's multi_avg_fn). All have the same dtype and
 * device. */
typedef ct_error (*ct_multi_average_function)(ct_tensor *const *averaged CT_LENGTH(tensors_len),
					      ct_tensor *const *current CT_LENGTH(tensors_len),
					      int64_t tensors_len, const ct_tensor *n_averaged,
					      void *context);

/** Options of ct_averaged_model_new(); zeros are Python's defaults. */
typedef struct ct_averaged_model_options {
	ct_device device;                       /**< device of the average; zeros: the model's */
	ct_averaging averaging;                 /**< unless one of the functions below is given */
	double decay CT_DEFAULT(0.999);         /**< for EMA, from 0 (CT_ZERO) to 1; 0: 0.999 */
	ct_average_function avg_fn;             /**< NULL: none of your own */
	ct_multi_average_function multi_avg_fn; /**< NULL: none of your own */
	void *context;                          /**< for these functions */
	ct_release_function
		release;  /**< releases `context` with the last copy of the module; NULL: nothing */
	bool use_buffers; /**< buffers are averaged instead of copied */
} ct_averaged_model_options;

/**
 * Creates a module with a deep copy of the model as its child `module` and a buffer `n_averaged`
 * (Python's AveragedModel(model)). Calling it calls the copy.
 *
 * An AssertionError if both functions are given, a ValueError for a decay out of range. After an
 * error `context` stays the caller's.
 */
CT_API ct_error ct_averaged_model_new(const ct_module *model,
				      const ct_averaged_model_options *options CT_NULLABLE,
				      ct_module **result CT_NOT_NULL) CT_RETURNS_ERROR;

/** Adds the model's parameters to the average; the first time, copies them (Python's
 * `self.update_parameters(model)`). A TypeError if `averaged` is another module. */
CT_API ct_error ct_averaged_model_update_parameters(ct_module *averaged,
						    const ct_module *model) CT_RETURNS_ERROR;

/* --- Batch normalization --------------------------------------------------------------------- */

/** Returns the next batch, which belongs to the scope of the call; NULL after the last. */
typedef ct_error (*ct_batch_function)(void *context, ct_tensor **batch);

/**
 * Calls the module with all batches to recompute the running statistics of the BatchNorm modules in
 * it (Python's update_bn()). If it has no BatchNorm modules, nothing is called.
 *
 * @param device  device that batches are copied to; CT_DEVICE_NONE: no copy
 */
CT_API ct_error ct_module_update_bn(ct_module *self, ct_batch_function next, void *context,
				    ct_device device) CT_RETURNS_ERROR;

#ifdef __cplusplus
}
#endif

#endif
