/*
 * The gradient scaler, for its two files: the scaler itself, and the steps of its optimizers.
 */
#ifndef CT_OPTIM_AMP_GRAD_SCALER_H
#define CT_OPTIM_AMP_GRAD_SCALER_H

#include <ctorch/macros/try.h>
#include <ctorch/optim/grad_scaler.h>

enum ct_scaler_stage { CT_SCALER_READY, CT_SCALER_UNSCALED, CT_SCALER_STEPPED };

/* What is known of an optimizer since the last update(). */
struct ct_scaler_seen {
	ct_optimizer *optimizer; /* a reference, so that no other one gets its address */
	enum ct_scaler_stage stage;
	ct_tensor **found_inf; /* one for each device */
	int64_t len, room;
	struct ct_scaler_seen *next;
	int references; /* of the scaler, and of a step: its hooks may call update() */
};

struct ct_grad_scaler {
	ct_device_type device_type;
	bool enabled;
	double init_scale, growth_factor, backoff_factor;
	int64_t growth_interval, init_growth_tracker;
	ct_tensor *scale, *growth_tracker; /* made when the first output is scaled; no scope's */
	struct ct_scaler_seen *seen;
	uint64_t magic;
};

ct_error ct_scaler_check(const ct_grad_scaler *self, const char *function) CT_WARN_UNUSED;
#define CT_SCALER_CHECK(self) CT_TRY(ct_scaler_check((self), __func__))

/* An error unless an output was scaled: "Attempted unscale_ but ...". */
ct_error ct_scaler_check_scaled(const ct_grad_scaler *self, const char *what) CT_WARN_UNUSED;

ct_error ct_scaler_assertion(const char *text) CT_WARN_UNUSED;

ct_error ct_scaler_number(double value, ct_dtype dtype, ct_device device,
			  ct_tensor **result) CT_WARN_UNUSED;

/* Drops a reference. */
void ct_scaler_drop_seen(struct ct_scaler_seen *self);

/* Forgets all optimizers. */
void ct_scaler_forget(ct_grad_scaler *self);

#endif
