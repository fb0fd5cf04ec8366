/*
 * Schedulers along a cosine: CosineAnnealingLR, CosineAnnealingWarmRestarts.
 */
#include <math.h>

#include "optim/schedulers/scheduler.h"

/* --- CosineAnnealingLR ------------------------------------------------------------------------ */

/* eta_min + (base_lr - eta_min) * (1 + cos(angle)) / 2 */
static void from_base(ct_lr_scheduler *self, double angle, ct_value *rates)
{
	const ct_value eta_min = ct_lr_get(self, "eta_min");

	for (int64_t i = 0; i < ct_lr_groups(self); i++) {
		const ct_value range = CT_MINUS(ct_lr_of_group(self, "base_lrs", i), eta_min);

		rates[i] = CT_PLUS(eta_min, CT_OVER(CT_TIMES(range, 1 + cos(angle)), 2));
	}
}

/* The first epoch after the end of a half wave. */
static void from_end(ct_lr_scheduler *self, double t_max, ct_value *rates)
{
	const ct_value eta_min = ct_lr_get(self, "eta_min");

	for (int64_t i = 0; i < ct_lr_groups(self); i++) {
		const ct_value range = CT_MINUS(ct_lr_of_group(self, "base_lrs", i), eta_min);

		rates[i] = CT_PLUS(ct_lr_group(self, i, "lr"),
				   CT_OVER(CT_TIMES(range, 1 - cos(CT_LR_PI / t_max)), 2));
	}
}

static void from_last(ct_lr_scheduler *self, double epoch, double t_max, ct_value *rates)
{
	const ct_value eta_min = ct_lr_get(self, "eta_min");
	const ct_value factor = CT_OVER(1 + cos(CT_LR_PI * epoch / t_max),
					1 + cos(CT_LR_PI * (epoch - 1) / t_max));

	for (int64_t i = 0; i < ct_lr_groups(self); i++)
		rates[i] = CT_PLUS(CT_TIMES(factor, CT_MINUS(ct_lr_group(self, i, "lr"), eta_min)),
				   eta_min);
}

static void cosine_rates(ct_lr_scheduler *self, ct_value *rates)
{
	const double epoch = ct_lr_float(self, "last_epoch"), t_max = ct_lr_float(self, "T_max");

	if (ct_lr_bool(self, "_is_initial"))
		for (int64_t i = 0; i < ct_lr_groups(self); i++)
			rates[i] = ct_lr_group(self, i, "lr");
	else if (ct_lr_float(self, "_step_count") == 1 && epoch > 0)
		from_base(self, epoch * CT_LR_PI / t_max, rates);
	else if (ct_lr_modulo(epoch - 1 - t_max, 2 * t_max) == 0)
		from_end(self, t_max, rates);
	else
		from_last(self, epoch, t_max, rates);
}

static void cosine_closed_form(ct_lr_scheduler *self, ct_value *rates)
{
	const ct_value angle = CT_OVER(CT_LR_PI * ct_lr_float(self, "last_epoch"),
				       ct_lr_get(self, "T_max"));

	from_base(self, ct_lr_double(angle), rates);
}

const struct ct_lr_scheduler_code ct_lr_scheduler_CosineAnnealingLR_code = {
	.rates = cosine_rates, .closed_form = cosine_closed_form
};

/* --- CosineAnnealingWarmRestarts -------------------------------------------------------------- */

static ct_error restarts_begin(ct_lr_scheduler *self)
{
	const int64_t t_0 = ct_lr_int_argument(self, "T_0");
	const int64_t t_mult = ct_lr_int_argument(self, "T_mult");

	CT_TRY(CT_DONE());
	if (t_0 <= 0)
		return ct_error_new(CT_ERROR_VALUE, self->klass->of.name,
				    "Expected positive integer T_0, but got %lld", (long long)t_0);
	if (t_mult < 1)
		return ct_error_new(CT_ERROR_VALUE, self->klass->of.name,
				    "Expected integer T_mult >= 1, but got %lld",
				    (long long)t_mult);
	ct_lr_keep_argument(self, "T_0");
	ct_lr_set(self, "T_i", ct_value_int(t_0));
	ct_lr_keep_argument(self, "T_mult");
	ct_lr_keep_argument(self, "eta_min");
	ct_lr_set(self, "T_cur", ct_lr_argument(self, "last_epoch"));
	return CT_DONE();
}

static void restarts_rates(ct_lr_scheduler *self, ct_value *rates)
{
	from_base(self,
		  ct_lr_double(
			  CT_OVER(CT_LR_PI * ct_lr_float(self, "T_cur"), ct_lr_get(self, "T_i"))),
		  rates);
}

/* The next epoch. A float stays one: that of an epoch that was given may be whole. */
static void go_on(ct_lr_scheduler *self)
{
	const ct_value t_i = ct_lr_get(self, "T_i"), t_cur = CT_PLUS(ct_lr_get(self, "T_cur"), 1);
	double rest;

	ct_lr_set(self, "T_cur", t_cur);
	if (ct_lr_double(t_cur) < ct_lr_double(t_i))
		return;
	rest = ct_lr_modulo(ct_lr_double(t_cur), ct_lr_double(t_i));
	ct_lr_set(self, "T_cur",
		  t_cur.kind == CT_VALUE_INT ? ct_lr_whole(rest) : ct_value_float(rest));
	ct_lr_set(self, "T_i", CT_TIMES(t_i, ct_lr_get(self, "T_mult")));
}

/* Goes to an epoch at or after the first restart. */
static void go_to_later(ct_lr_scheduler *self, double epoch, double t_0, double t_mult)
{
	double n, power;

	if (t_mult == 1) {
		ct_lr_set(self, "T_cur", ct_lr_whole(ct_lr_modulo(epoch, t_0)));
		return;
	}
	n = trunc(log(epoch / t_0 * (t_mult - 1) + 1) / log(t_mult));
	power = pow(t_mult, n);
	ct_lr_set(self, "T_cur", ct_value_float(epoch - t_0 * (power - 1) / (t_mult - 1)));
	ct_lr_set(self, "T_i", ct_lr_whole(t_0 * power));
}

static void go_to(ct_lr_scheduler *self, double epoch)
{
	const ct_value t_0 = ct_lr_get(self, "T_0");

	if (epoch >= ct_lr_double(t_0)) {
		go_to_later(self, epoch, ct_lr_double(t_0), ct_lr_float(self, "T_mult"));
	} else {
		ct_lr_set(self, "T_i", t_0);
		ct_lr_set(self, "T_cur", ct_lr_whole(epoch));
	}
}

static ct_error restarts_step(ct_lr_scheduler *self, const double *epoch)
{
	const double last_epoch = ct_lr_float(self, "last_epoch");
	const double next = epoch ? *epoch : last_epoch < 0 ? 0 : last_epoch + 1;

	CT_TRY(CT_DONE());
	if (epoch && !(*epoch >= 0))
		return ct_error_new(CT_ERROR_VALUE, self->klass->of.name,
				    "Expected non-negative epoch, but got %g", *epoch);
	if (epoch || last_epoch < 0)
		go_to(self, next);
	else
		go_on(self);
	ct_lr_set(self, "last_epoch", ct_lr_whole(floor(next)));
	CT_TRY(CT_DONE());
	return ct_lr_scheduler_set_rates(self, restarts_rates);
}

const struct ct_lr_scheduler_code ct_lr_scheduler_CosineAnnealingWarmRestarts_code = {
	.begin = restarts_begin, .rates = restarts_rates, .step = restarts_step
};
