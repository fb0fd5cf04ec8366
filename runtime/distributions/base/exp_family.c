/*
 * Exponential families: what is computed from the natural parameters and the log normalizer of a
 * class, by its derivatives (Bregman divergences), as Python's ExponentialFamily does.
 */
#include <ctorch/autograd/autograd.h>

#include "core/base/lengths.h"
#include "core/base/name_of.h"
#include "core/base/no_memory.h"
#include "core/memory/checked.h"
#include "core/memory/expression.h"
#include "core/memory/own_scope.h"
#include "distributions/base/class.h"

double ct_distr_no_carrier(const ct_distribution *self)
{
	(void)self;
	return 0;
}

/* --- derivatives ------------------------------------------------------------------------------ */

/* A log normalizer at natural parameters that are leaves, and its derivatives there. */
struct point {
	int len;
	ct_tensor *natural[CT_DISTR_NATURAL], *gradients[CT_DISTR_NATURAL];
	ct_tensor *log_normalizer;
};

static const struct ct_distr_exp_family *family_of(const ct_distribution *self)
{
	return self->klass->code->exp_family;
}

static ct_error differentiate(struct point *at)
{
	const ct_autograd_grad_options options = { .create_graph = true };
	ct_tensor *sum = CT_E(sum, at->log_normalizer);

	CT_TRY(CT_DONE());
	return ct_autograd_grad(CT_TENSORS(sum), CT_TENSORS_OF(at->natural, at->len), &options,
				at->gradients);
}

/* Without gradients after an error. */
static struct point point_of(const ct_distribution *self)
{
	const struct ct_distr_exp_family *family = family_of(self);
	struct point at = { .len = family->natural_len };

	family->natural_params(self, at.natural);
	for (int i = 0; i < at.len; i++)
		at.natural[i] = CT_E(requires_grad_, CT_E(detach, at.natural[i]));
	at.log_normalizer = family->log_normalizer(self, at.natural);
	CT_DO(differentiate(&at));
	return at;
}

/* Sums the products with the derivatives over all dimensions but those of the batch. */
static ct_tensor *sum_of_events(const ct_distribution *self, const ct_tensor *x)
{
	const struct ct_distr_shape shape = ct_distr_joined(ct_distr_batch(self), CT_L(-1));

	return ct_distr_sum_last(CT_E(reshape, x, ct_distr_ints(&shape)));
}

ct_tensor *ct_distr_bregman_entropy(const ct_distribution *self)
{
	const struct ct_distr_exp_family *family = family_of(self);
	const struct point at = point_of(self);
	ct_tensor *result;

	result = CT_E(add, at.log_normalizer, 0.0 - family->mean_carrier_measure(self));
	for (int i = 0; i < at.len; i++)
		result = CT_E(sub, result,
			      sum_of_events(self, CT_E(mul, at.natural[i], at.gradients[i])));
	return result;
}

ct_tensor *ct_distr_bregman_divergence(const ct_distribution *p, const ct_distribution *q)
{
	ct_tensor *of_q[CT_DISTR_NATURAL] = { NULL }, *result;
	struct point at;

	family_of(q)->natural_params(q, of_q);
	at = point_of(p);
	result = CT_E(sub, family_of(q)->log_normalizer(q, of_q), at.log_normalizer);
	for (int i = 0; i < at.len; i++) {
		ct_tensor *term = CT_E(mul, CT_E(sub, of_q[i], at.natural[i]), at.gradients[i]);

		result = CT_E(sub, result, ct_distr_sum_rightmost(term, q->event_len));
	}
	return result;
}

/* --- for programs ----------------------------------------------------------------------------- */

static ct_error check_family(const ct_distribution *self, const char *function, const char *what)
{
	CT_TRY(ct_distr_check(self, function, 1, "self"));
	if (family_of(self))
		return NULL;
	return ct_error_new(CT_ERROR_NOT_IMPLEMENTED, function,
			    "%s does not implement %s: it is no exponential family",
			    self->klass->of.name, what);
}

/* For the caller of a function with a scope. */
static ct_error give_list(ct_tensor *const *tensors, int len, const char *function,
			  ct_tensor ***result, int64_t *result_len)
{
	ct_tensor **list = ct_array_new(len, sizeof *list);

	if (list == NULL)
		return ct_no_memory(function, "for a list of tensors");
	CT_TRY(ct_scope_adopt_memory(list));
	ct_scope_move_object_up(list);
	for (int i = 0; i < len; i++) {
		list[i] = tensors[i];
		ct_scope_move_up(list[i]);
	}
	*result = list;
	if (result_len)
		*result_len = len;
	return NULL;
}

ct_error ct_distribution_natural_params(const ct_distribution *self, ct_tensor ***result,
					int64_t *result_len)
{
	ct_tensor *found[CT_DISTR_NATURAL] = { NULL };
	int len;

	CT_TRY(check_family(self, __func__, "_natural_params"));
	if (result == NULL)
		return ct_missing_argument(__func__, 2, "result");
	len = family_of(self)->natural_len;
	CT_OWN_SCOPE(__func__);
	family_of(self)->natural_params(self, found);
	for (int i = 0; i < len; i++)
		found[i] = CT_F(ct_nn_again, found[i]);
	CT_TRY(CT_DONE());
	return give_list(found, len, __func__, result, result_len);
}

ct_error ct_distribution_log_normalizer(const ct_distribution *self, ct_tensors natural_params,
					ct_tensor **result)
{
	CT_TRY(check_family(self, __func__, "_log_normalizer"));
	if (!ct_is_list(natural_params.at, natural_params.len))
		return ct_missing_argument(__func__, 2, "natural_params");
	for (int64_t i = 0; i < natural_params.len; i++)
		CT_TRY(ct_check_given(natural_params.at[i], __func__));
	if (natural_params.len != family_of(self)->natural_len)
		return ct_error_new(CT_ERROR_TYPE, __func__,
				    "%s._log_normalizer() takes %d natural parameters, not %lld",
				    self->klass->of.name, family_of(self)->natural_len,
				    (long long)natural_params.len);
	CT_OWN_SCOPE(__func__);
	return ct_nn_give(family_of(self)->log_normalizer(self, natural_params.at), result);
}

ct_error ct_distribution_mean_carrier_measure(const ct_distribution *self, double *result)
{
	CT_TRY(check_family(self, __func__, "_mean_carrier_measure"));
	if (result == NULL)
		return ct_missing_argument(__func__, 2, "result");
	if (family_of(self)->mean_carrier_measure == NULL)
		return ct_error_new(CT_ERROR_NOT_IMPLEMENTED, __func__,
				    "%s does not implement _mean_carrier_measure",
				    self->klass->of.name);
	*result = family_of(self)->mean_carrier_measure(self);
	return NULL;
}
