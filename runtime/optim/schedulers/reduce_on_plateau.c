/*
 * ReduceLROnPlateau.
 */
#include <math.h>
#include <string.h>

#include "optim/schedulers/scheduler.h"

/* --- making ----------------------------------------------------------------------------------- */

static ct_error keep_min_lrs(ct_lr_scheduler *self)
{
	const ct_value given = ct_lr_argument(self, "min_lr");
	const bool is_list = ct_lr_is_list(&given);
	ct_value list;

	CT_TRY(CT_DONE());
	if (is_list && ct_value_count(&given) != ct_lr_groups(self))
		return ct_error_new(
			CT_ERROR_VALUE, self->klass->of.name, "expected %lld min_lrs, got %lld",
			(long long)ct_lr_groups(self), (long long)ct_value_count(&given));
	CT_TRY(ct_lr_for_groups(self, "min_lr", &list));
	ct_lr_set(self, "default_min_lr", is_list ? ct_value_none() : given);
	ct_lr_move(self, "min_lrs", &list);
	return CT_DONE();
}

/* Python's _init_is_better(). */
static ct_error choose_worst(ct_lr_scheduler *self, const char *mode, const char *threshold_mode)
{
	CT_TRY(CT_DONE());
	if (strcmp(mode, "min") != 0 && strcmp(mode, "max") != 0)
		return ct_error_new(CT_ERROR_VALUE, self->klass->of.name, "mode %s is unknown!",
				    mode);
	if (strcmp(threshold_mode, "rel") != 0 && strcmp(threshold_mode, "abs") != 0)
		return ct_error_new(CT_ERROR_VALUE, self->klass->of.name,
				    "threshold mode %s is unknown!", threshold_mode);
	ct_lr_set(self, "mode_worse", ct_value_float(strcmp(mode, "min") ? -INFINITY : INFINITY));
	return CT_DONE();
}

static ct_error plateau_begin(ct_lr_scheduler *self)
{
	if (ct_lr_float_argument(self, "factor") >= 1.0)
		return ct_error_new(CT_ERROR_VALUE, self->klass->of.name,
				    "Factor should be < 1.0.");
	ct_lr_keep_argument(self, "factor");
	CT_TRY(keep_min_lrs(self));
	ct_lr_keep_argument(self, "patience");
	ct_lr_keep_argument(self, "cooldown");
	ct_lr_keep_argument(self, "eps");
	ct_lr_set(self, "last_epoch", ct_value_int(0));
	return ct_lr_list_groups(self, "lr", "_last_lr");
}

static ct_error plateau_init(ct_lr_scheduler *self)
{
	CT_TRY(choose_worst(self, ct_lr_text_argument(self, "mode"),
			    ct_lr_text_argument(self, "threshold_mode")));
	ct_lr_keep_argument(self, "mode");
	ct_lr_keep_argument(self, "threshold");
	ct_lr_keep_argument(self, "threshold_mode");
	ct_lr_set(self, "best", ct_lr_get(self, "mode_worse"));
	ct_lr_set(self, "cooldown_counter", ct_value_int(0));
	ct_lr_set(self, "num_bad_epochs", ct_value_int(0));
	return CT_DONE();
}

static ct_error plateau_loaded(ct_lr_scheduler *self)
{
	return choose_worst(self, ct_lr_text(self, "mode"), ct_lr_text(self, "threshold_mode"));
}

/* --- steps ------------------------------------------------------------------------------------ */

static bool is_better(const ct_lr_scheduler *self, double metric)
{
	const double best = ct_lr_float(self, "best"), threshold = ct_lr_float(self, "threshold");
	const bool is_relative = !strcmp(ct_lr_text(self, "threshold_mode"), "rel");

	if (!strcmp(ct_lr_text(self, "mode"), "min"))
		return metric < (is_relative ? best * (1.0 - threshold) : best - threshold);
	return metric > (is_relative ? best * (threshold + 1.0) : best + threshold);
}

/* A group was added: Python gives it the limit of the others, if there is one. */
static ct_error fit_min_lrs(ct_lr_scheduler *self)
{
	const ct_value old = ct_lr_get(self, "min_lrs"), one = ct_lr_get(self, "default_min_lr");
	const int64_t n = ct_lr_groups(self);
	ct_value list;

	CT_TRY(CT_DONE());
	if (ct_value_count(&old) == n)
		return NULL;
	if (ct_value_is_none(&one))
		return ct_error_new(
			CT_ERROR_RUNTIME, self->klass->of.name,
			"The number of param groups in the `optimizer` (%lld) differs "
			"from when `ReduceLROnPlateau` was initialized (%lld), usually due "
			"to a new param group being added to the optimizer. Please modify "
			"the `min_lrs` field to match the length of the `optimizer` param "
			"groups.",
			(long long)n, (long long)ct_value_count(&old));
	list = ct_value_list_new();
	for (int64_t i = 0; i < n; i++)
		CT_DO(ct_value_list_append(&list, one));
	ct_lr_move(self, "min_lrs", &list);
	return CT_DONE();
}

static ct_error reduce(ct_lr_scheduler *self)
{
	CT_TRY(fit_min_lrs(self));
	for (int64_t i = 0; i < ct_lr_groups(self); i++) {
		const double old = ct_lr_double(ct_lr_group(self, i, "lr"));
		const ct_value least = ct_lr_of_group(self, "min_lrs", i);
		const ct_value reduced = CT_TIMES(old, ct_lr_get(self, "factor"));
		const bool is_least = ct_lr_double(least) > ct_lr_double(reduced);
		const ct_value lr = is_least ? least : reduced;

		if (old - ct_lr_double(lr) > ct_lr_float(self, "eps"))
			ct_lr_update_group(self, i, "lr", lr);
	}
	return CT_DONE();
}

static void count_epoch(ct_lr_scheduler *self, double metric)
{
	if (is_better(self, metric)) {
		ct_lr_set(self, "best", ct_value_float(metric));
		ct_lr_set(self, "num_bad_epochs", ct_value_int(0));
	} else {
		ct_lr_set(self, "num_bad_epochs", CT_PLUS(ct_lr_get(self, "num_bad_epochs"), 1));
	}
	if (ct_lr_float(self, "cooldown_counter") > 0) {
		ct_lr_set(self, "cooldown_counter",
			  CT_MINUS(ct_lr_get(self, "cooldown_counter"), 1));
		ct_lr_set(self, "num_bad_epochs", ct_value_int(0));
	}
}

static ct_error plateau_step(ct_lr_scheduler *self, double metric)
{
	ct_lr_set(self, "last_epoch", CT_PLUS(ct_lr_get(self, "last_epoch"), 1));
	count_epoch(self, metric);
	if (ct_lr_float(self, "num_bad_epochs") > ct_lr_float(self, "patience")) {
		CT_TRY(reduce(self));
		ct_lr_set(self, "cooldown_counter", ct_lr_get(self, "cooldown"));
		ct_lr_set(self, "num_bad_epochs", ct_value_int(0));
	}
	CT_TRY(CT_DONE());
	return ct_lr_list_groups(self, "lr", "_last_lr");
}

const struct ct_lr_scheduler_code ct_lr_scheduler_ReduceLROnPlateau_code = {
	.begin = plateau_begin,
	.init = plateau_init,
	.step_metric = plateau_step,
	.loaded = plateau_loaded
};
