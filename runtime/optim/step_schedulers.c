/*
 * Schedulers that multiply the last rate: StepLR, ExponentialLR.
 */
#include <math.h>

#include <ctorch/call.h>

#include "optim/scheduler.h"

/* --- StepLR ----------------------------------------------------------------------------------- */

static ct_error step_rates(ct_lr_scheduler *self, double *rates)
{
	const int64_t epoch = ct_lr_get_int(self, "last_epoch");
	const int64_t step_size = ct_lr_get_int(self, "step_size");
	const bool changes = epoch != 0 && step_size != 0 && epoch % step_size == 0;

	for (int64_t i = 0; i < ct_lr_groups(self); i++)
		rates[i] = changes ? ct_lr_group(self, i, "lr") * ct_lr_get(self, "gamma")
				   : ct_lr_group(self, i, "lr");
	return NULL;
}

/* Python's floor division. */
static int64_t divide(int64_t a, int64_t b)
{
	return a / b - (a % b != 0 && (a < 0) != (b < 0));
}

static ct_error step_closed_form(ct_lr_scheduler *self, double *rates)
{
	const double power = (double)divide(ct_lr_get_int(self, "last_epoch"),
					    ct_lr_get_int(self, "step_size"));

	for (int64_t i = 0; i < ct_lr_groups(self); i++)
		rates[i] = ct_lr_get_at(self, "base_lrs", i) * pow(ct_lr_get(self, "gamma"), power);
	return NULL;
}

const struct ct_lr_scheduler_code ct_lr_scheduler_StepLR_code = { .rates = step_rates,
								  .closed_form = step_closed_form };

/* --- ExponentialLR ---------------------------------------------------------------------------- */

static ct_error exponential_rates(ct_lr_scheduler *self, double *rates)
{
	const bool is_initial = ct_lr_get_bool(self, "_is_initial");

	for (int64_t i = 0; i < ct_lr_groups(self); i++)
		rates[i] = is_initial ? ct_lr_group(self, i, "lr")
				      : ct_lr_group(self, i, "lr") * ct_lr_get(self, "gamma");
	return NULL;
}

static ct_error exponential_closed_form(ct_lr_scheduler *self, double *rates)
{
	const double power = (double)ct_lr_get_int(self, "last_epoch");

	for (int64_t i = 0; i < ct_lr_groups(self); i++)
		rates[i] = ct_lr_get_at(self, "base_lrs", i) * pow(ct_lr_get(self, "gamma"), power);
	return NULL;
}

const struct ct_lr_scheduler_code ct_lr_scheduler_ExponentialLR_code = {
	.rates = exponential_rates, .closed_form = exponential_closed_form
};
