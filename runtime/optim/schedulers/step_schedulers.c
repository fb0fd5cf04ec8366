/*
 * Schedulers that multiply the last rate now and then: StepLR, MultiStepLR, ExponentialLR.
 */
#include <math.h>

#include "operators/value/value.h"
#include "optim/schedulers/scheduler.h"

/* The rate of a group as it is. */
static ct_value last(const ct_lr_scheduler *self, int64_t i)
{
	return ct_lr_group(self, i, "lr");
}

/* Each last rate times gamma to some power, unless that is 0. */
static void step_multiply(ct_lr_scheduler *self, double power, ct_value *rates)
{
	for (int64_t i = 0; i < ct_lr_groups(self); i++)
		rates[i] = power == 0 ? last(self, i)
				      : CT_TIMES(last(self, i),
						 pow(ct_lr_float(self, "gamma"), power));
}

/* Each base rate times gamma to some power. */
static void step_multiply_base(ct_lr_scheduler *self, double power, ct_value *rates)
{
	for (int64_t i = 0; i < ct_lr_groups(self); i++)
		rates[i] = CT_TIMES(ct_lr_of_group(self, "base_lrs", i),
				    pow(ct_lr_float(self, "gamma"), power));
}

/* --- StepLR ----------------------------------------------------------------------------------- */

static void step_rates(ct_lr_scheduler *self, ct_value *rates)
{
	const double epoch = ct_lr_float(self, "last_epoch");
	const bool changes = epoch != 0 && ct_lr_modulo(epoch, ct_lr_float(self, "step_size")) == 0;

	step_multiply(self, changes, rates);
}

static void step_closed_form(ct_lr_scheduler *self, ct_value *rates)
{
	const double epoch = ct_lr_float(self, "last_epoch");
	const double step_size = ct_lr_float(self, "step_size");

	/* Python's floor division. */
	step_multiply_base(self, (epoch - ct_lr_modulo(epoch, step_size)) / step_size, rates);
}

const struct ct_lr_scheduler_code ct_lr_scheduler_StepLR_code = { .rates = step_rates,
								  .closed_form = step_closed_form };

/* --- MultiStepLR ------------------------------------------------------------------------------ */

/* Python's Counter: how often each epoch is in the list. */
static ct_error count_milestones(const ct_value *list, ct_value *counter)
{
	ct_value milestone, count;

	for (int64_t i = 0; i < ct_value_count(list); i++) {
		int64_t n = 0;

		CT_TRY(ct_value_item(list, i, &milestone));
		if (ct_value_dict_has(counter, milestone)) {
			CT_TRY(ct_value_dict_get(counter, milestone, &count));
			CT_TRY(ct_value_as_int(&count, &n));
		}
		CT_TRY(ct_value_dict_set(counter, milestone, ct_value_int(n + 1)));
	}
	return NULL;
}

static ct_error multi_step_begin(ct_lr_scheduler *self)
{
	const ct_value list = ct_lr_argument(self, "milestones");
	ct_value counter = ct_value_dict_new();

	counter.flags |= CT_VALUE_COUNTER; /* Python's closed form calls its elements() */
	CT_DO(count_milestones(&list, &counter));
	ct_lr_move(self, "milestones", &counter);
	ct_lr_keep_argument(self, "gamma");
	return CT_DONE();
}

static void multi_step_rates(ct_lr_scheduler *self, ct_value *rates)
{
	const ct_value counter = ct_lr_get(self, "milestones"), key = ct_lr_get(self, "last_epoch");
	ct_value count = ct_value_int(0);

	if (ct_value_dict_has(&counter, key))
		CT_DO(ct_value_dict_get(&counter, key, &count));
	step_multiply(self, ct_lr_double(count), rates);
}

/* How many milestones are not after the epoch. */
static double count_until(const ct_value *counter, double epoch)
{
	ct_value milestone = ct_value_int(0), count = ct_value_int(0);
	double n = 0;

	for (int64_t i = 0; i < ct_value_count(counter); i++) {
		CT_DO(ct_value_dict_item(counter, i, &milestone, &count));
		if (ct_lr_double(milestone) <= epoch)
			n += ct_lr_double(count);
	}
	return n;
}

static void multi_step_closed_form(ct_lr_scheduler *self, ct_value *rates)
{
	const ct_value counter = ct_lr_get(self, "milestones");

	step_multiply_base(self, count_until(&counter, ct_lr_float(self, "last_epoch")), rates);
}

const struct ct_lr_scheduler_code ct_lr_scheduler_MultiStepLR_code = {
	.begin = multi_step_begin, .rates = multi_step_rates, .closed_form = multi_step_closed_form
};

/* --- ExponentialLR ---------------------------------------------------------------------------- */

static void exponential_rates(ct_lr_scheduler *self, ct_value *rates)
{
	step_multiply(self, !ct_lr_bool(self, "_is_initial"), rates);
}

static void exponential_closed_form(ct_lr_scheduler *self, ct_value *rates)
{
	step_multiply_base(self, ct_lr_float(self, "last_epoch"), rates);
}

const struct ct_lr_scheduler_code ct_lr_scheduler_ExponentialLR_code = {
	.rates = exponential_rates, .closed_form = exponential_closed_form
};
