/**
 * @file
 * Schedulers: Python's torch.optim.lr_scheduler. A scheduler sets the learning rates of an
 * optimizer for each epoch or each batch; ctorch/optim/optim.h creates schedulers.
 *
 *     ct_lr_scheduler *scheduler = CT_LR_SCHEDULER(CosineAnnealingLR, optimizer, 100);
 *
 *     CT_TRY(CT_DONE());
 *     for (int64_t epoch = 0; epoch < 100; epoch++) {
 *             ...
 *             CT_TRY(ct_lr_scheduler_step(scheduler));
 *     }
 *
 * Where Python takes a number or a list of numbers, as for OneCycleLR's `max_lr`, `CT_FLOATS(0.1)`
 * is one number for all groups of the optimizer, and `CT_FLOATS(0.1, 0.2)` has one for each group.
 *
 * Schedulers are reference counted, belong to scopes as optimizers do, and hold a reference to
 * their optimizer. One thread at a time may use a scheduler and its optimizer.
 */
#ifndef CTORCH_OPTIM_LR_SCHEDULER_H
#define CTORCH_OPTIM_LR_SCHEDULER_H

#include <ctorch/core/error.h>
#include <ctorch/core/types.h>
#include <ctorch/operators/value.h>

#ifdef __cplusplus
extern "C" {
#endif

/* --- Arguments of constructors --------------------------------------------------------------- */

/** Returns a factor for an epoch or an iteration. It cannot fail. */
typedef double (*ct_lr_function)(double x, void *context);

/** A function and its context, borrowed until the scheduler is released. */
typedef struct ct_lr_lambda {
	ct_lr_function call CT_KEPT;
	void *context CT_NULLABLE CT_KEPT;
} ct_lr_lambda;

/** One function for all groups of the optimizer, or one for each group. */
typedef struct ct_lr_lambdas {
	const ct_lr_lambda *at;
	int64_t len;
} ct_lr_lambdas;

/** Makes a list of functions: `CT_LR_LAMBDAS({ warm_up, NULL })` */
#define CT_LR_LAMBDAS(...)                             \
	((ct_lr_lambdas){                              \
		(const ct_lr_lambda[]){ __VA_ARGS__ }, \
		(int64_t)(sizeof((const ct_lr_lambda[]){ __VA_ARGS__ }) / sizeof(ct_lr_lambda)) })

/** Child schedulers; the parent holds a reference to each. */
typedef struct ct_lr_schedulers {
	ct_lr_scheduler *const *at;
	int64_t len;
} ct_lr_schedulers;

/** Makes a list of schedulers: `CT_LR_SCHEDULERS(warm_up, decay)` */
#define CT_LR_SCHEDULERS(...)                                                              \
	((ct_lr_schedulers){ (ct_lr_scheduler *const[]){ __VA_ARGS__ },                    \
			     (int64_t)(sizeof((ct_lr_scheduler *const[]){ __VA_ARGS__ }) / \
				       sizeof(ct_lr_scheduler *)) })

/* --- Handles --------------------------------------------------------------------------------- */

/** Returns a new handle on the same scheduler; NULL for NULL, or if there is no memory. */
CT_API ct_lr_scheduler *ct_lr_scheduler_retain(const ct_lr_scheduler *self) CT_NOEXCEPT
	CT_NEW(ct_lr_scheduler_free);
/** Releases a handle. If a scope of this thread owns it, the handle is removed from the scope
 * first. */
CT_API void ct_lr_scheduler_free(ct_lr_scheduler *self) CT_LOOKS_IN_SCOPES CT_NOEXCEPT;

/** Returns the name of the scheduler's class, borrowed: "StepLR"; NULL for NULL. */
CT_API const char *ct_lr_scheduler_class_name(const ct_lr_scheduler *self) CT_NOEXCEPT CT_BORROWED;
/** Returns the scheduler's optimizer, borrowed; NULL for NULL. */
CT_API ct_optimizer *ct_lr_scheduler_optimizer(const ct_lr_scheduler *self) CT_NOEXCEPT CT_BORROWED;

/* --- Steps ----------------------------------------------------------------------------------- */

/** Sets the learning rates of the next epoch or batch: Python's `scheduler.step()`. Warns if the
 * optimizer has not made a step yet. A TypeError for ReduceLROnPlateau, which needs a metric. */
CT_API ct_error ct_lr_scheduler_step(ct_lr_scheduler *self) CT_RETURNS_ERROR;
/** Adjusts the learning rates to a metric: `scheduler.step(metrics)` of Python's ReduceLROnPlateau.
 * A TypeError for other schedulers. */
CT_API ct_error ct_lr_scheduler_step_metric(ct_lr_scheduler *self, double metric) CT_RETURNS_ERROR;
/** Sets the learning rates of an epoch: Python's `scheduler.step(epoch)`. It is deprecated, and
 * warns, for all but CosineAnnealingWarmRestarts, where the epoch may have a fraction. A TypeError
 * for SequentialLR and ChainedScheduler, which take no epoch. */
CT_API ct_error ct_lr_scheduler_step_epoch(ct_lr_scheduler *self, double epoch) CT_RETURNS_ERROR;

/** Returns an attribute of Python's scheduler: "last_epoch", "best", "num_bad_epochs". An
 * AttributeError if there is none with this name. */
CT_API ct_error ct_lr_scheduler_get(const ct_lr_scheduler *self, const char *name,
				    ct_value *result CT_BORROWED) CT_BRIEF CT_RETURNS_ERROR;
/** Returns Python's `scheduler.get_last_lr()[group]`; NaN if there is no such group. */
CT_API double ct_lr_scheduler_last_lr(const ct_lr_scheduler *self, int64_t group) CT_NOEXCEPT;

/* --- State dicts ----------------------------------------------------------------------------- */

/** Returns the state as a new dict: Python's `scheduler.state_dict()`. Functions are None in it. */
CT_API ct_error ct_lr_scheduler_state_dict(const ct_lr_scheduler *self,
					   ct_value *result CT_NOT_NULL) CT_RETURNS_ERROR;
/** Replaces the scheduler's attributes by the dict's: Python's `scheduler.load_state_dict()`. Load
 * the optimizer's state, too: it holds the rates. A dict from another class is a KeyError or
 * TypeError and leaves the scheduler unchanged; a wrong attribute is an error of a later step. */
CT_API ct_error ct_lr_scheduler_load_state_dict(ct_lr_scheduler *self,
						const ct_value *state_dict) CT_RETURNS_ERROR;

#ifdef __cplusplus
}
#endif

#endif
