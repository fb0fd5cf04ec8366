/**
 * @file
 * Gradient scaling: Python's torch.amp.GradScaler, for training in float16 (autocast.h).
 *
 * Small gradients of float16 become 0. So the loss is multiplied by a large scale before backward,
 * and the gradients are divided by it before the step. If one of them is infinite or nan, the scale
 * was too large: the step is skipped and the scale is reduced. After many steps without infinities,
 * it grows again.
 *
 *     ct_grad_scaler *scaler;
 *
 *     CT_TRY(ct_grad_scaler_new(NULL, &scaler));
 *     for (...) {
 *             CT_TRY(ct_optimizer_zero_grad(optimizer));
 *             ...
 *             CT_TRY(ct_tensor_backward(CT_F(ct_grad_scaler_scale, scaler, loss)));
 *             CT_TRY(ct_grad_scaler_step(scaler, optimizer));
 *             CT_TRY(ct_grad_scaler_update(scaler));
 *     }
 *
 * To clip or read gradients before the step, call ct_grad_scaler_unscale_(): the step then does not
 * divide them again.
 *
 * On the CPU, ct_grad_scaler_step() needs an operator that libtorch has had since 2.3.
 *
 * A scaler belongs to the innermost scope, or to the caller if no scope is open, who releases it
 * with ct_grad_scaler_free(). One thread at a time may use it.
 */
#ifndef CTORCH_OPTIM_GRAD_SCALER_H
#define CTORCH_OPTIM_GRAD_SCALER_H

#include <ctorch/core/error.h>
#include <ctorch/core/types.h>
#include <ctorch/operators/value.h>
#include <ctorch/optim/optimizer.h>

#ifdef __cplusplus
extern "C" {
#endif

/** A scaler: Python's torch.amp.GradScaler. */
typedef struct ct_grad_scaler ct_grad_scaler;

/** Arguments of Python's GradScaler; zeros are the defaults, CT_ZERO is 0. */
typedef struct ct_grad_scaler_options {
	ct_device_type device_type
		CT_DEFAULT(CT_DEVICE_TYPE_CUDA); /**< default CT_DEVICE_TYPE_CUDA */
	double init_scale CT_DEFAULT(65536);     /**< the first scale */
	double growth_factor CT_DEFAULT(2);      /**< factor by which the scale grows; above 1 */
	double backoff_factor CT_DEFAULT(0.5);   /**< factor by which it is reduced; below 1 */
	int64_t growth_interval CT_DEFAULT(2000); /**< steps without infinities until it grows */
	bool disabled; /**< Python's `enabled=False`: ct_grad_scaler_step() only steps */
} ct_grad_scaler_options;

/**
 * Creates a scaler. If it is for CUDA and CUDA is missing, it is disabled, with a warning.
 *
 * Invalid factors are `AssertionError: The growth factor must be > 1.0.` or `The backoff factor
 * must be < 1.0.`
 */
CT_API ct_error ct_grad_scaler_new(const ct_grad_scaler_options *options,
				   ct_grad_scaler **result CT_NOT_NULL) CT_RETURNS_ERROR;

/** Releases a scaler. If a scope of this thread owns it, the scaler is removed from the scope
 * first. */
CT_API void ct_grad_scaler_free(ct_grad_scaler *self) CT_NOEXCEPT;

/* --- A step of training ---------------------------------------------------------------------- */

/** Multiplies the outputs by the scale: Python's `scaler.scale(outputs)`. The result is new; if the
 * scaler is disabled, it is a new handle on `outputs`. */
CT_API ct_error ct_grad_scaler_scale(ct_grad_scaler *self, const ct_tensor *outputs,
				     ct_tensor **result) CT_RETURNS_ERROR;

/** Divides the gradients of the optimizer's parameters by the scale, in place, and records whether
 * one of them is infinite or nan: Python's `scaler.unscale_(optimizer)`.
 *
 * Errors: `RuntimeError: unscale_() has already been called on this optimizer since the last
 * update().`, `RuntimeError: unscale_() is being called after step().`, `ValueError: Attempting to
 * unscale FP16 gradients.`, and an AssertionError if nothing was scaled before. */
CT_API ct_error ct_grad_scaler_unscale_(ct_grad_scaler *self,
					ct_optimizer *optimizer) CT_RETURNS_ERROR;

/** Steps the optimizer: Python's `scaler.step(optimizer)`. Calls ct_grad_scaler_unscale_(), unless
 * you called it, and ct_optimizer_step(), unless a gradient is infinite or nan. A fused optimizer
 * does both in its own kernel; `grad` then stays scaled.
 *
 * Errors: `RuntimeError: step() has already been called since the last update().`, and
 * `AssertionError: No inf checks were recorded for this optimizer.` if no parameter has a
 * gradient. */
CT_API ct_error ct_grad_scaler_step(ct_grad_scaler *self, ct_optimizer *optimizer) CT_RETURNS_ERROR;

/** Returns whether a gradient of this optimizer was infinite or nan, so that its step is skipped.
 * Call it before ct_grad_scaler_update(): it considers only gradients checked since the last
 * update. */
CT_API ct_error ct_grad_scaler_found_inf(const ct_grad_scaler *self, const ct_optimizer *optimizer,
					 bool *result) CT_RETURNS_ERROR;

/** Reduces the scale, or lets it grow: Python's `scaler.update()`, once after the steps of all
 * optimizers. `AssertionError: No inf checks were recorded prior to update.` */
CT_API ct_error ct_grad_scaler_update(ct_grad_scaler *self) CT_RETURNS_ERROR;

/** Sets the scale: Python's `scaler.update(new_scale)`. */
CT_API ct_error ct_grad_scaler_update_to(ct_grad_scaler *self, double new_scale) CT_RETURNS_ERROR;

/** Sets the scale to a tensor of one element, which is copied: Python's `scaler.update(new_scale)`.
 * An AssertionError if the tensor is on a different device type than the scaler, or requires a
 * gradient. */
CT_API ct_error ct_grad_scaler_update_to_tensor(ct_grad_scaler *self,
						const ct_tensor *new_scale) CT_RETURNS_ERROR;

/* --- Reading and setting --------------------------------------------------------------------- */

/** Returns the scale: Python's get_scale(); 1 if the scaler is disabled. */
CT_API ct_error ct_grad_scaler_scale_factor(const ct_grad_scaler *self,
					    double *result) CT_RETURNS_ERROR;

/** Returns whether the scaler is enabled: Python's is_enabled(); false for NULL. */
CT_API bool ct_grad_scaler_is_enabled(const ct_grad_scaler *self) CT_NOEXCEPT;

/** Returns the growth factor: Python's get_growth_factor(); NaN for NULL. */
CT_API double ct_grad_scaler_growth_factor(const ct_grad_scaler *self) CT_NOEXCEPT;
/** Sets the growth factor: Python's set_growth_factor(). */
CT_API ct_error ct_grad_scaler_set_growth_factor(ct_grad_scaler *self,
						 double factor) CT_RETURNS_ERROR;

/** Returns the backoff factor: Python's get_backoff_factor(); NaN for NULL. */
CT_API double ct_grad_scaler_backoff_factor(const ct_grad_scaler *self) CT_NOEXCEPT;
/** Sets the backoff factor: Python's set_backoff_factor(). */
CT_API ct_error ct_grad_scaler_set_backoff_factor(ct_grad_scaler *self,
						  double factor) CT_RETURNS_ERROR;

/** Returns the growth interval: Python's get_growth_interval(); 0 for NULL. */
CT_API int64_t ct_grad_scaler_growth_interval(const ct_grad_scaler *self) CT_NOEXCEPT;
/** Sets the growth interval: Python's set_growth_interval(). */
CT_API ct_error ct_grad_scaler_set_growth_interval(ct_grad_scaler *self,
						   int64_t interval) CT_RETURNS_ERROR;

/* --- State dicts ----------------------------------------------------------------------------- */

/** Returns the state as a new dict: Python's `scaler.state_dict()`, with "scale", "growth_factor",
 * "backoff_factor", "growth_interval" and "_growth_tracker"; empty if the scaler is disabled. */
CT_API ct_error ct_grad_scaler_state_dict(const ct_grad_scaler *self,
					  ct_value *result CT_NOT_NULL) CT_RETURNS_ERROR;

/** Loads a state: Python's `scaler.load_state_dict()`; does nothing if the scaler is disabled. A
 * RuntimeError for an empty dict, a KeyError or TypeError for a dict that does not fit; the scaler
 * is then unchanged. */
CT_API ct_error ct_grad_scaler_load_state_dict(ct_grad_scaler *self,
					       const ct_value *state_dict) CT_RETURNS_ERROR;

#ifdef __cplusplus
}
#endif

#endif
