/*
 * Schedulers with a factor until an epoch: ConstantLR, LinearLR, PolynomialLR.
 */
#include <math.h>

#include "optim/schedulers/scheduler.h"

static ct_error out_of_range(const ct_lr_scheduler *self, const char *text)
{
	CT_TRY(CT_DONE());
	return ct_error_new(CT_ERROR_VALUE, self->klass->of.name, "%s", text);
}

/* Each last rate times a factor. */
static void linear_multiply(ct_lr_scheduler *self, double factor, ct_value *rates)
{
	for (int64_t i = 0; i < ct_lr_groups(self); i++)
		rates[i] = CT_TIMES(ct_lr_group(self, i, "lr"), factor);
}

static void linear_multiply_base(ct_lr_scheduler *self, double factor, ct_value *rates)
{
	for (int64_t i = 0; i < ct_lr_groups(self); i++)
		rates[i] = CT_TIMES(ct_lr_of_group(self, "base_lrs", i), factor);
}

static void stay(ct_lr_scheduler *self, ct_value *rates)
{
	for (int64_t i = 0; i < ct_lr_groups(self); i++)
		rates[i] = ct_lr_group(self, i, "lr");
}

/* --- ConstantLR ------------------------------------------------------------------------------- */

static ct_error constant_begin(ct_lr_scheduler *self)
{
	const double factor = ct_lr_float_argument(self, "factor");

	if (factor > 1.0 || factor < 0)
		return out_of_range(self, "Constant multiplicative factor expected to be between 0 "
					  "and 1.");
	ct_lr_keep_arguments(self);
	return CT_DONE();
}

static void constant_rates(ct_lr_scheduler *self, ct_value *rates)
{
	const double epoch = ct_lr_float(self, "last_epoch");
	const double factor = ct_lr_float(self, "factor");

	if (epoch == 0)
		linear_multiply(self, factor, rates);
	else if (epoch != ct_lr_float(self, "total_iters"))
		stay(self, rates);
	else
		linear_multiply(self, ct_lr_double(CT_OVER(1.0, factor)), rates);
}

static void constant_closed_form(ct_lr_scheduler *self, ct_value *rates)
{
	const double factor = ct_lr_float(self, "factor");
	const bool is_over = ct_lr_float(self, "last_epoch") >= ct_lr_float(self, "total_iters");

	linear_multiply_base(self, factor + is_over * (1 - factor), rates);
}

const struct ct_lr_scheduler_code ct_lr_scheduler_ConstantLR_code = {
	.begin = constant_begin, .rates = constant_rates, .closed_form = constant_closed_form
};

/* --- LinearLR --------------------------------------------------------------------------------- */

static ct_error linear_begin(ct_lr_scheduler *self)
{
	const double start = ct_lr_float_argument(self, "start_factor");
	const double end = ct_lr_float_argument(self, "end_factor");

	if (start > 1.0 || start <= 0)
		return out_of_range(self, "Starting multiplicative factor expected to be greater "
					  "than 0 and less or equal to 1.");
	if (end > 1.0 || end < 0)
		return out_of_range(self, "Ending multiplicative factor expected to be between 0 "
					  "and 1.");
	ct_lr_keep_arguments(self);
	return CT_DONE();
}

static void linear_rates(ct_lr_scheduler *self, ct_value *rates)
{
	const double epoch = ct_lr_float(self, "last_epoch");
	const double total = ct_lr_float(self, "total_iters");
	const double start = ct_lr_float(self, "start_factor");
	const double end = ct_lr_float(self, "end_factor");

	if (epoch == 0)
		linear_multiply(self, start, rates);
	else if (ct_lr_bool(self, "_is_initial") || epoch > total)
		stay(self, rates);
	else
		linear_multiply(
			self,
			1.0 + ct_lr_double(CT_OVER(end - start,
						   total * start + (epoch - 1) * (end - start))),
			rates);
}

static void linear_closed_form(ct_lr_scheduler *self, ct_value *rates)
{
	const double start = ct_lr_float(self, "start_factor");
	const double end = ct_lr_float(self, "end_factor");
	const double total = ct_lr_float(self, "total_iters");
	const double epoch = fmin(total, ct_lr_float(self, "last_epoch"));

	linear_multiply_base(self, start + ct_lr_double(CT_OVER((end - start) * epoch, total)),
			     rates);
}

const struct ct_lr_scheduler_code ct_lr_scheduler_LinearLR_code = {
	.begin = linear_begin, .rates = linear_rates, .closed_form = linear_closed_form
};

/* --- PolynomialLR ----------------------------------------------------------------------------- */

/* How much is left at an epoch. */
static double left(const ct_lr_scheduler *self, ct_value epoch)
{
	return 1.0 - ct_lr_double(CT_OVER(epoch, ct_lr_get(self, "total_iters")));
}

static void polynomial_rates(ct_lr_scheduler *self, ct_value *rates)
{
	const ct_value epoch = ct_lr_get(self, "last_epoch");
	const ct_value before = CT_MINUS(epoch, 1);

	if (ct_lr_bool(self, "_is_initial") ||
	    ct_lr_double(epoch) > ct_lr_float(self, "total_iters"))
		stay(self, rates);
	else
		linear_multiply(self,
				pow(ct_lr_double(CT_OVER(left(self, epoch), left(self, before))),
				    ct_lr_float(self, "power")),
				rates);
}

static void polynomial_closed_form(ct_lr_scheduler *self, ct_value *rates)
{
	const ct_value epoch = ct_lr_get(self, "last_epoch"),
		       total = ct_lr_get(self, "total_iters");
	const bool is_over = ct_lr_double(total) <= ct_lr_double(epoch);

	linear_multiply_base(
		self, pow(left(self, is_over ? total : epoch), ct_lr_float(self, "power")), rates);
}

const struct ct_lr_scheduler_code ct_lr_scheduler_PolynomialLR_code = {
	.rates = polynomial_rates, .closed_form = polynomial_closed_form
};
