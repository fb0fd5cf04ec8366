/*
 * Schedulers with functions of the program: LambdaLR, MultiplicativeLR.
 */
#include <stdlib.h>

#include "core/base/lengths.h"
#include "core/base/no_memory.h"
#include "optim/schedulers/scheduler.h"

/* --- functions -------------------------------------------------------------------------------- */

/* One function is for all groups. */
static ct_error spread(ct_lr_scheduler *self)
{
	const int64_t n = ct_lr_groups(self);
	ct_lr_lambda *all;

	if (self->lambdas_len == n)
		return NULL;
	if (self->lambdas_len != 1)
		return ct_error_new(CT_ERROR_VALUE, self->klass->of.name,
				    "Expected %lld lr_lambdas, but got %lld", (long long)n,
				    (long long)self->lambdas_len);
	all = ct_array_new(n, sizeof *all);
	if (all == NULL)
		return ct_no_memory(self->klass->of.name, "for functions");
	for (int64_t i = 0; i < n; i++)
		all[i] = self->lambdas[0];
	free(self->lambdas);
	self->lambdas = all;
	self->lambdas_len = n;
	return NULL;
}

static ct_error lambda_begin(ct_lr_scheduler *self)
{
	CT_TRY(spread(self));
	for (int64_t i = 0; i < self->lambdas_len; i++)
		if (self->lambdas[i].call == NULL)
			return ct_error_new(CT_ERROR_TYPE, self->klass->of.name,
					    "lr_lambda should be a function, but got NoneType");
	return NULL;
}

static double factor(const ct_lr_scheduler *self, int64_t i)
{
	const ct_lr_lambda *lambda = &self->lambdas[i];

	return lambda->call(ct_lr_float(self, "last_epoch"), lambda->context);
}

/* Functions cannot be saved: Python has None for each. */
static ct_error lambda_save(const ct_lr_scheduler *self, ct_value *state)
{
	ct_value list = ct_value_list_new();
	ct_error error = NULL;

	for (int64_t i = 0; i < self->lambdas_len && error == NULL; i++)
		error = ct_value_list_append(&list, ct_value_none());
	if (error == NULL)
		error = ct_value_dict_move(state, ct_value_string("lr_lambdas"), &list);
	ct_value_free(&list);
	return error;
}

/* There may be more groups than there were. */
static bool has_all(const ct_lr_scheduler *self)
{
	if (self->lambdas_len == ct_lr_groups(self))
		return true;
	CT_FAIL(CT_ERROR_VALUE, "zip() argument 2 is %s than argument 1",
		self->lambdas_len < ct_lr_groups(self) ? "shorter" : "longer");
	return false;
}

/* --- LambdaLR --------------------------------------------------------------------------------- */

static void lambda_rates(ct_lr_scheduler *self, ct_value *rates)
{
	for (int64_t i = 0; has_all(self) && i < ct_lr_groups(self); i++) {
		const double times = factor(self, i); /* first: it may change what is borrowed */

		rates[i] = CT_TIMES(ct_lr_of_group(self, "base_lrs", i), times);
	}
}

const struct ct_lr_scheduler_code ct_lr_scheduler_LambdaLR_code = { .begin = lambda_begin,
								    .rates = lambda_rates,
								    .save = lambda_save,
								    .required_key = "lr_lambdas" };

/* --- MultiplicativeLR ------------------------------------------------------------------------- */

static void multiplicative_rates(ct_lr_scheduler *self, ct_value *rates)
{
	const bool is_initial = ct_lr_bool(self, "_is_initial");

	for (int64_t i = 0; (is_initial || has_all(self)) && i < ct_lr_groups(self); i++) {
		const double times = is_initial ? 1 : factor(self, i);
		const ct_value lr = ct_lr_group(self, i, "lr");

		rates[i] = is_initial ? lr : CT_TIMES(lr, times);
	}
}

const struct ct_lr_scheduler_code ct_lr_scheduler_MultiplicativeLR_code = {
	.begin = lambda_begin,
	.rates = multiplicative_rates,
	.save = lambda_save,
	.required_key = "lr_lambdas"
};
