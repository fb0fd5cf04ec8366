/*
 * Exponential families of the program's own, as base/exp_family.c needs them.
 */
#include "distributions/own/own.h"

static void natural_params(const ct_distribution *self, ct_tensor **result)
{
	const ct_distribution_class *functions = ct_distr_functions_of(self);

	for (int64_t i = 0; i < functions->natural_count && !ct_expression_failed(); i++) {
		result[i] = functions->natural(self, i);
		if (result[i] == NULL && !ct_expression_failed())
			ct_distr_returns_null(self, "natural");
	}
}

/* The program may ask for it at natural parameters of another shape. */
static ct_tensor *log_normalizer(const ct_distribution *self, ct_tensor *const *natural)
{
	const ct_distribution_class *functions = ct_distr_functions_of(self);
	ct_tensor *made;

	if (ct_expression_failed())
		return NULL;
	made = functions->log_normalizer(self, CT_TENSORS_OF(natural, functions->natural_count));
	if (made == NULL && !ct_expression_failed())
		return ct_distr_returns_null(self, "log_normalizer");
	return CT_F(ct_nn_again, made);
}

static double mean_carrier_measure(const ct_distribution *self)
{
	return ct_distr_functions_of(self)->mean_carrier_measure;
}

void ct_distr_own_set_family(struct ct_distr_own_class *self)
{
	if (self->functions.natural == NULL)
		return;
	self->family = (struct ct_distr_exp_family){
		.natural_len = (int)self->functions.natural_count,
		.natural_params = natural_params,
		.log_normalizer = log_normalizer,
		.mean_carrier_measure = mean_carrier_measure,
	};
	self->code.exp_family = &self->family;
}
