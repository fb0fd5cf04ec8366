/*
 * CyclicLR.
 */
#include <math.h>
#include <string.h>

#include "optim/schedulers/scheduler.h"

/* --- the scale of a cycle --------------------------------------------------------------------- */

static bool is_known(const char *mode)
{
	return !strcmp(mode, "triangular") || !strcmp(mode, "triangular2") ||
	       !strcmp(mode, "exp_range");
}

/* Python's _init_scale_fn(): a mode decides what its scale is a function of. */
static ct_error choose_scale_mode(ct_lr_scheduler *self)
{
	const char *mode = ct_lr_text(self, "mode");

	if (self->lambdas == NULL && is_known(mode))
		ct_lr_set(self, "scale_mode",
			  ct_value_string(strcmp(mode, "exp_range") ? "cycle" : "iterations"));
	return CT_DONE();
}

static double cyclic_scale(const ct_lr_scheduler *self, double x)
{
	const char *mode = ct_lr_text(self, "mode");

	if (self->lambdas)
		return self->lambdas[0].call(x, self->lambdas[0].context);
	if (!strcmp(mode, "triangular2"))
		return 1 / pow(2.0, x - 1);
	return strcmp(mode, "exp_range") ? 1.0 : pow(ct_lr_float(self, "gamma"), x);
}

/* --- making ----------------------------------------------------------------------------------- */

static ct_error begin_lists(ct_lr_scheduler *self)
{
	const double up = (double)ct_lr_int_argument(self, "step_size_up");
	const ct_value given = ct_lr_argument(self, "step_size_down");
	const double down = ct_value_is_none(&given) ? up : ct_lr_double(given);
	const ct_value total = ct_value_float(up + down);
	ct_value max_lrs;

	CT_TRY(CT_DONE());
	CT_TRY(ct_lr_for_groups(self, "max_lr", &max_lrs));
	ct_lr_move(self, "max_lrs", &max_lrs);
	ct_lr_set(self, "total_size", total);
	ct_lr_set(self, "step_ratio", CT_OVER(up, total));
	return CT_DONE();
}

static ct_error begin_mode(ct_lr_scheduler *self)
{
	if (self->lambdas == NULL && !is_known(ct_lr_text_argument(self, "mode")))
		return ct_error_new(CT_ERROR_VALUE, self->klass->of.name,
				    "mode is invalid and scale_fn is None");
	if (self->lambdas && self->lambdas[0].call == NULL)
		return ct_error_new(CT_ERROR_TYPE, self->klass->of.name,
				    "scale_fn should be a function, but got NoneType");
	ct_lr_keep_argument(self, "mode");
	ct_lr_keep_argument(self, "gamma");
	ct_lr_keep_argument(self, "scale_mode");
	return choose_scale_mode(self);
}

static ct_error keep_for_groups(ct_lr_scheduler *self, const char *argument, const char *name)
{
	ct_value list;

	CT_TRY(ct_lr_for_groups(self, argument, &list));
	ct_lr_move(self, name, &list);
	return CT_DONE();
}

static ct_error begin_momentum(ct_lr_scheduler *self)
{
	ct_lr_keep_argument(self, "cycle_momentum");
	if (!ct_lr_bool(self, "cycle_momentum"))
		return CT_DONE();
	CT_TRY(ct_lr_check_momentum(self));
	CT_TRY(keep_for_groups(self, "base_momentum", "base_momentums"));
	return keep_for_groups(self, "max_momentum", "max_momentums");
}

static ct_error cyclic_begin(ct_lr_scheduler *self)
{
	ct_value base_lrs;

	CT_TRY(ct_lr_for_groups(self, "base_lr", &base_lrs)); /* only to check it */
	ct_value_free(&base_lrs);
	CT_TRY(begin_lists(self));
	CT_TRY(begin_mode(self));
	return begin_momentum(self);
}

static void cyclic_begin_groups(ct_lr_scheduler *self, const ct_value *base_lrs)
{
	ct_value lr = ct_value_none(), max_momentums, base_momentums;

	for (int64_t i = 0; i < ct_lr_groups(self); i++) {
		CT_DO(ct_value_item(base_lrs, i, &lr));
		ct_lr_update_group(self, i, "lr", lr);
	}
	if (!ct_lr_bool(self, "cycle_momentum"))
		return;
	max_momentums = ct_lr_get(self, "max_momentums");
	base_momentums = ct_lr_get(self, "base_momentums");
	ct_lr_begin_momentum(self, &max_momentums, &base_momentums);
}

static ct_error init_with(ct_lr_scheduler *self, ct_value *base_lrs)
{
	if (ct_lr_int_argument(self, "last_epoch") == -1)
		cyclic_begin_groups(self, base_lrs);
	CT_TRY(CT_DONE());
	CT_TRY(ct_lr_scheduler_init(self));
	ct_lr_move(self, "base_lrs", base_lrs);
	return CT_DONE();
}

static ct_error cyclic_init(ct_lr_scheduler *self)
{
	ct_value base_lrs;
	ct_error error;

	CT_TRY(ct_lr_for_groups(self, "base_lr", &base_lrs));
	error = init_with(self, &base_lrs);
	ct_value_free(&base_lrs);
	return error;
}

/* --- rates ------------------------------------------------------------------------------------ */

/* How high each rate is above its base in this cycle. */
struct height {
	double factor, scale;
};

static struct height height_now(const ct_lr_scheduler *self)
{
	const double epoch = ct_lr_float(self, "last_epoch");
	const double part = ct_lr_double(CT_OVER(epoch, ct_lr_get(self, "total_size")));
	const double ratio = ct_lr_float(self, "step_ratio");
	const double cycle = floor(1 + part), x = 1.0 + part - cycle;
	const bool by_cycle = !strcmp(ct_lr_text(self, "scale_mode"), "cycle");

	return (struct height){
		.factor = ct_lr_double(x <= ratio ? CT_OVER(x, ratio) : CT_OVER(x - 1, ratio - 1)),
		.scale = cyclic_scale(self, by_cycle ? cycle : epoch),
	};
}

static ct_value rise(struct height height, ct_value base, ct_value top)
{
	return CT_TIMES(CT_TIMES(CT_MINUS(top, base), height.factor), height.scale);
}

static void cyclic_rates(ct_lr_scheduler *self, ct_value *rates)
{
	const struct height height = height_now(self);

	for (int64_t i = 0; i < ct_lr_groups(self); i++) {
		const ct_value base = ct_lr_of_group(self, "base_lrs", i);

		rates[i] = CT_PLUS(base, rise(height, base, ct_lr_of_group(self, "max_lrs", i)));
	}
	for (int64_t i = 0; ct_lr_bool(self, "cycle_momentum") && i < ct_lr_groups(self); i++) {
		const ct_value base = ct_lr_of_group(self, "base_momentums", i);
		const ct_value top = ct_lr_of_group(self, "max_momentums", i);

		ct_lr_set_momentum(self, i, CT_MINUS(top, rise(height, base, top)));
	}
}

/* --- state ------------------------------------------------------------------------------------ */

static ct_error cyclic_save(const ct_lr_scheduler *self, ct_value *state)
{
	(void)self;
	return ct_value_dict_set(state, ct_value_string("_scale_fn_custom"), ct_value_none());
}

const struct ct_lr_scheduler_code ct_lr_scheduler_CyclicLR_code = {
	.begin = cyclic_begin,
	.init = cyclic_init,
	.rates = cyclic_rates,
	.save = cyclic_save,
	.loaded = choose_scale_mode,
	.required_key = "_scale_fn_custom"
};
