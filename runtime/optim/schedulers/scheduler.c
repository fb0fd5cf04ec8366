/*
 * Schedulers: handles, and what programs read.
 */
#include <math.h>
#include <stdlib.h>

#include <ctorch/core/scope.h>
#include <ctorch/tensor/tensor.h>

#include "core/memory/expression.h"
#include "optim/optimizer/class.h"
#include "optim/schedulers/scheduler.h"

/* --- handles ---------------------------------------------------------------------------------- */

static void scheduler_destroy(void *object)
{
	ct_lr_scheduler *self = object;

	for (int64_t i = 0; i < self->parts_len; i++)
		ct_counted_drop(self->parts[i]);
	free(self->parts);
	free(self->lambdas);
	ct_value_free(&self->state);
	ct_value_free(&self->arguments);
	ct_counted_drop(self->optimizer);
	free(self);
}

static const struct ct_counted_class counted = { "a scheduler", scheduler_destroy };

ct_lr_scheduler *ct_lr_scheduler_alloc(const struct ct_lr_scheduler_class *klass)
{
	ct_lr_scheduler *self = ct_counted_alloc(&counted, sizeof *self);

	if (self == NULL)
		return NULL;
	self->klass = klass;
	self->state = ct_value_dict_new();
	return self;
}

ct_error ct_lr_scheduler_give(ct_lr_scheduler *self, const char *function, ct_lr_scheduler **result)
{
	CT_TRY(ct_counted_give(self, &counted, function));
	*result = self;
	return NULL;
}

ct_lr_scheduler *ct_lr_scheduler_retain(const ct_lr_scheduler *self)
{
	return ct_counted_keep(self);
}

void ct_lr_scheduler_free(ct_lr_scheduler *self)
{
	ct_counted_free(self);
}

ct_error ct_lr_scheduler_check(const ct_lr_scheduler *self, const char *function, int position,
			       const char *name)
{
	return ct_counted_check(self, &counted, function, position, name);
}

const char *ct_lr_scheduler_class_name(const ct_lr_scheduler *self)
{
	return self ? self->klass->of.name : NULL;
}

ct_optimizer *ct_lr_scheduler_optimizer(const ct_lr_scheduler *self)
{
	return self ? self->optimizer : NULL;
}

/* --- reading ---------------------------------------------------------------------------------- */

ct_error ct_lr_scheduler_get(const ct_lr_scheduler *self, const char *name, ct_value *result)
{
	CT_TRY(ct_lr_scheduler_check(self, __func__, 1, "self"));
	if (name == NULL || result == NULL)
		return ct_missing_argument(__func__, name ? 3 : 2, name ? "result" : "name");
	if (!ct_value_dict_has(&self->state, ct_value_string(name)))
		return ct_error_new(CT_ERROR_ATTRIBUTE, __func__,
				    "'%s' object has no attribute '%s'", self->klass->of.name,
				    name);
	return ct_value_dict_get(&self->state, ct_value_string(name), result);
}

static ct_error scheduler_read_rate(const ct_lr_scheduler *self, int64_t group, double *result)
{
	ct_value rates, rate;

	CT_TRY(ct_lr_scheduler_get(self, "_last_lr", &rates));
	CT_TRY(ct_value_item(&rates, group, &rate));
	return ct_optim_number_of(&rate, result);
}

double ct_lr_scheduler_last_lr(const ct_lr_scheduler *self, int64_t group)
{
	double result = NAN;

	if (self && group >= 0)
		ct_error_free(scheduler_read_rate(self, group, &result));
	return result;
}
