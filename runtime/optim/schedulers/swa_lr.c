/*
 * SWALR, of torch.optim.swa_utils.
 */
#include <math.h>
#include <string.h>

#include "optim/schedulers/scheduler.h"

/* --- making ----------------------------------------------------------------------------------- */

static ct_error check_strategy(const ct_lr_scheduler *self)
{
	const char *strategy = ct_lr_text_argument(self, "anneal_strategy");

	CT_TRY(CT_DONE());
	if (!strcmp(strategy, "cos") || !strcmp(strategy, "linear"))
		return NULL;
	return ct_error_new(CT_ERROR_VALUE, self->klass->of.name,
			    "anneal_strategy must be one of 'cos' or 'linear', instead got %s",
			    strategy);
}

static ct_error check_epochs(const ct_lr_scheduler *self)
{
	const int64_t epochs = ct_lr_int_argument(self, "anneal_epochs");

	CT_TRY(CT_DONE());
	if (epochs >= 0)
		return NULL;
	return ct_error_new(CT_ERROR_VALUE, self->klass->of.name,
			    "anneal_epochs must be equal or greater than 0, got %lld",
			    (long long)epochs);
}

static void swa_lr_begin_groups(ct_lr_scheduler *self, const ct_value *swa_lrs)
{
	ct_value swa_lr = ct_value_none();

	for (int64_t i = 0; i < ct_lr_groups(self); i++) {
		CT_DO(ct_value_item(swa_lrs, i, &swa_lr));
		ct_lr_set_group(self, i, "swa_lr", swa_lr);
	}
}

static ct_error begin_with(ct_lr_scheduler *self, const ct_value *swa_lrs)
{
	CT_TRY(check_strategy(self));
	CT_TRY(check_epochs(self));
	swa_lr_begin_groups(self, swa_lrs);
	ct_lr_set(self, "_anneal_strategy", ct_lr_argument(self, "anneal_strategy"));
	ct_lr_keep_argument(self, "anneal_epochs");
	return CT_DONE();
}

static ct_error swa_begin(ct_lr_scheduler *self)
{
	ct_value swa_lrs;
	ct_error error;

	CT_TRY(ct_lr_for_groups(self, "swa_lr", &swa_lrs));
	error = begin_with(self, &swa_lrs);
	ct_value_free(&swa_lrs);
	return error;
}

/* --- rates ------------------------------------------------------------------------------------ */

/* The weight of the last rate's target after so many steps. */
static double weight(const ct_lr_scheduler *self, double step)
{
	const double t = fmax(0, fmin(1, step / fmax(1, ct_lr_float(self, "anneal_epochs"))));

	if (strcmp(ct_lr_text(self, "_anneal_strategy"), "cos") != 0)
		return t;
	return (1 - cos(CT_LR_PI * t)) / 2;
}

static ct_value first_rate(ct_value lr, ct_value swa_lr, double alpha)
{
	if (alpha == 1)
		return swa_lr;
	return CT_OVER(CT_MINUS(lr, CT_TIMES(alpha, swa_lr)), 1 - alpha);
}

static void swa_rates(ct_lr_scheduler *self, ct_value *rates)
{
	const bool is_at_once = ct_lr_float(self, "anneal_epochs") == 0;
	const double count = ct_lr_float(self, "_step_count") - 1;
	const double step = is_at_once ? fmax(1, count) : count;
	const double before = weight(self, step - 1), now = weight(self, step);

	for (int64_t i = 0; i < ct_lr_groups(self); i++) {
		const ct_value swa_lr = ct_lr_group(self, i, "swa_lr");
		const ct_value first = first_rate(ct_lr_group(self, i, "lr"), swa_lr, before);

		rates[i] = CT_PLUS(CT_TIMES(swa_lr, now), CT_TIMES(first, 1 - now));
	}
}

const struct ct_lr_scheduler_code ct_lr_scheduler_SWALR_code = { .begin = swa_begin,
								 .rates = swa_rates };
