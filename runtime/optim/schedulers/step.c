/*
 * Schedulers: steps, as LRScheduler's.
 */
#include <string.h>

#include <ctorch/autograd/autograd.h>
#include <ctorch/core/scope.h>

#include "core/base/no_memory.h"
#include "core/base/warn.h"
#include "core/memory/given.h"
#include "core/memory/own_scope.h"
#include "optim/optimizer/class.h"
#include "optim/schedulers/scheduler.h"

/* --- rates ------------------------------------------------------------------------------------ */

ct_error ct_lr_scheduler_set_rates(ct_lr_scheduler *self,
				   void (*compute)(ct_lr_scheduler *self, ct_value *rates))
{
	const int64_t n = ct_lr_groups(self);
	ct_value *rates;

	CT_OWN_SCOPE(NULL);
	rates = ct_given_array(n, sizeof *rates);
	if (rates == NULL)
		return ct_no_memory(NULL, "for rates");
	memset(rates, 0, (size_t)n * sizeof *rates);
	compute(self, rates);
	CT_TRY(CT_DONE());
	for (int64_t i = 0; i < n; i++)
		ct_lr_update_group(self, i, "lr", rates[i]);
	CT_TRY(CT_DONE());
	return ct_lr_list_groups(self, "lr", "_last_lr");
}

ct_error ct_lr_scheduler_update(ct_lr_scheduler *self, const double *epoch)
{
	const struct ct_lr_scheduler_code *code = self->klass->code;

	ct_lr_set(self, "last_epoch",
		  epoch ? ct_lr_whole(*epoch) : CT_PLUS(ct_lr_get(self, "last_epoch"), 1));
	CT_TRY(CT_DONE());
	if (code->rates == NULL)
		return ct_error_new(CT_ERROR_NOT_IMPLEMENTED, self->klass->of.name,
				    "it has no get_lr(), so that only step() can set its rates");
	return ct_lr_scheduler_set_rates(self, epoch && code->closed_form ? code->closed_form
									  : code->rates);
}

/* --- steps ------------------------------------------------------------------------------------ */

static void warn_of_order(const ct_lr_scheduler *self)
{
	if (ct_lr_float(self, "_step_count") == 1 && !self->optimizer->has_stepped)
		ct_warn("Detected call of `lr_scheduler.step()` before `optimizer.step()`. In PyTorch "
			"1.1.0 and later, you should call them in the opposite order: "
			"`optimizer.step()` before `lr_scheduler.step()`.  Failure to do this will "
			"result in PyTorch skipping the first value of the learning rate schedule. See "
			"more details at "
			"https://pytorch.org/docs/stable/optim.html#how-to-adjust-learning-rate");
}

static void warn_of_epoch(void)
{
	ct_warn("The epoch parameter in `scheduler.step()` was not necessary and is being deprecated "
		"where possible. Please use `scheduler.step()` to step the scheduler. During the "
		"deprecation, if epoch is different from None, the closed form is used instead of "
		"the new chainable form, where available. Please open an issue if you are unable to "
		"replicate your use case: https://github.com/pytorch/pytorch/issues/new/choose.");
}

ct_error ct_lr_scheduler_step_to(ct_lr_scheduler *self, const double *epoch)
{
	if (self->klass->code->step)
		return self->klass->code->step(self, epoch);
	warn_of_order(self);
	ct_lr_set(self, "_step_count", CT_PLUS(ct_lr_get(self, "_step_count"), 1));
	CT_TRY(CT_DONE());
	if (epoch)
		warn_of_epoch();
	return ct_lr_scheduler_update(self, epoch);
}

ct_error ct_lr_scheduler_initial_step(ct_lr_scheduler *self)
{
	ct_error error;

	ct_lr_set(self, "_step_count", ct_value_int(0));
	ct_lr_set(self, "_is_initial", ct_value_bool(true));
	CT_TRY(CT_DONE());
	error = ct_lr_scheduler_step_to(self, NULL);
	if (error)
		return error;
	ct_lr_set(self, "_is_initial", ct_value_bool(false));
	return CT_DONE();
}

/* Python notes steps of the optimizer from the first scheduler on. */
static void watch(ct_optimizer *optimizer)
{
	if (optimizer->is_watched)
		return;
	optimizer->is_watched = true;
	optimizer->has_stepped = false;
}

static ct_error scheduler_step_begin_groups(ct_lr_scheduler *self, int64_t last_epoch)
{
	for (int64_t i = 0; i < ct_lr_groups(self); i++) {
		if (ct_value_dict_has(&self->optimizer->groups[i]->options,
				      ct_value_string("initial_lr")))
			continue;
		if (last_epoch != -1)
			return ct_error_new(
				CT_ERROR_KEY, self->klass->of.name,
				"\"param 'initial_lr' is not specified in param_groups[%lld] when "
				"resuming scheduler with last_epoch >= 0.\\nThis typically happens "
				"when:\\n1. You're trying to resume training from a checkpoint but "
				"haven't properly loaded the optimizer state\\n2. You're using "
				"last_epoch >= 0 for a fresh training run (not recommended)\"",
				(long long)i);
		ct_lr_set_group(self, i, "initial_lr", ct_lr_group(self, i, "lr"));
		CT_TRY(CT_DONE());
	}
	return ct_lr_list_groups(self, "initial_lr", "base_lrs");
}

ct_error ct_lr_scheduler_init(ct_lr_scheduler *self)
{
	const int64_t last_epoch = ct_lr_int_argument(self, "last_epoch");

	CT_TRY(CT_DONE());
	CT_TRY(scheduler_step_begin_groups(self, last_epoch));
	watch(self->optimizer);
	ct_lr_set(self, "last_epoch", ct_value_int(last_epoch));
	/* Python's order. */
	ct_lr_set(self, "_step_count", ct_value_int(0));
	ct_lr_set(self, "_is_initial", ct_value_bool(true));
	ct_lr_set(self, "_get_lr_called_within_step", ct_value_bool(false));
	CT_TRY(CT_DONE());
	return ct_lr_scheduler_initial_step(self);
}

/* --- the public functions --------------------------------------------------------------------- */

static bool takes_metric(const ct_lr_scheduler *self)
{
	return self->klass->code->step_metric != NULL;
}

static ct_error needs_metric(const char *function)
{
	return ct_error_new(CT_ERROR_TYPE, function,
			    "ReduceLROnPlateau.step() missing 1 required positional argument: "
			    "'metrics'");
}

ct_error ct_lr_scheduler_step(ct_lr_scheduler *self)
{
	CT_TRY(ct_lr_scheduler_check(self, __func__, 1, "self"));
	CT_HOLD(self); /* a function of the program may release it */
	if (takes_metric(self))
		return needs_metric(__func__);
	CT_OWN_SCOPE(__func__);
	CT_NO_GRAD_SCOPE;
	return ct_lr_scheduler_step_to(self, NULL);
}

ct_error ct_lr_scheduler_step_epoch(ct_lr_scheduler *self, double epoch)
{
	CT_TRY(ct_lr_scheduler_check(self, __func__, 1, "self"));
	CT_HOLD(self); /* a function of the program may release it */
	if (takes_metric(self))
		return needs_metric(__func__);
	CT_OWN_SCOPE(__func__);
	CT_NO_GRAD_SCOPE;
	return ct_lr_scheduler_step_to(self, &epoch);
}

ct_error ct_lr_scheduler_step_metric(ct_lr_scheduler *self, double metric)
{
	CT_TRY(ct_lr_scheduler_check(self, __func__, 1, "self"));
	CT_HOLD(self); /* a function of the program may release it */
	if (!takes_metric(self))
		return ct_error_new(CT_ERROR_TYPE, __func__, "%s.step() takes no metric",
				    self->klass->of.name);
	CT_OWN_SCOPE(__func__);
	CT_NO_GRAD_SCOPE;
	return self->klass->code->step_metric(self, metric);
}
