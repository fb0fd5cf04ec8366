/*
 * Using distributions: what the public functions do, and what the classes need of one another.
 */
#include <string.h>

#include <ctorch/core/scope.h>
#include <ctorch/macros/blocks.h>

#include "core/base/lengths.h"
#include "core/base/name_of.h"
#include "core/memory/checked.h"
#include "core/memory/expression.h"
#include "core/memory/own_scope.h"
#include "distributions/base/class.h"

/* --- for other classes ------------------------------------------------------------------------ */

ct_tensor *ct_distr_lacks(const ct_distribution *self, const char *what)
{
	return CT_FAIL(CT_ERROR_NOT_IMPLEMENTED, "%s does not implement %s", self->klass->of.name,
		       what);
}

ct_tensor *ct_distr_rsample(const ct_distribution *self, ct_ints sample_shape)
{
	ct_distr_draw *draw = self->klass->code->rsample;

	return draw ? draw(self, sample_shape) : ct_distr_lacks(self, "rsample");
}

ct_tensor *ct_distr_sample(const ct_distribution *self, ct_ints sample_shape)
{
	ct_distr_draw *draw = self->klass->code->sample;

	CT_NO_GRAD_SCOPE;
	return draw ? draw(self, sample_shape) : ct_distr_rsample(self, sample_shape);
}

static ct_tensor *score(const ct_distribution *self, ct_distr_score *function,
			const ct_tensor *value, const char *name)
{
	return function ? function(self, value) : ct_distr_lacks(self, name);
}

static ct_tensor *moment(const ct_distribution *self, ct_distr_moment *function, const char *name)
{
	return function ? function(self) : ct_distr_lacks(self, name);
}

ct_tensor *ct_distr_log_prob(const ct_distribution *self, const ct_tensor *value)
{
	return score(self, self->klass->code->log_prob, value, "log_prob");
}

ct_tensor *ct_distr_cdf(const ct_distribution *self, const ct_tensor *value)
{
	return score(self, self->klass->code->cdf, value, "cdf");
}

ct_tensor *ct_distr_icdf(const ct_distribution *self, const ct_tensor *value)
{
	return score(self, self->klass->code->icdf, value, "icdf");
}

ct_tensor *ct_distr_entropy(const ct_distribution *self)
{
	const struct ct_distribution_code *code = self->klass->code;
	const struct ct_distr_exp_family *family = code->exp_family;

	if (code->entropy == NULL && family && family->mean_carrier_measure)
		return ct_distr_bregman_entropy(self);
	return moment(self, code->entropy, "entropy");
}

static ct_tensor *perplexity(const ct_distribution *self)
{
	return CT_E(exp, ct_distr_entropy(self));
}

ct_tensor *ct_distr_mean(const ct_distribution *self)
{
	return moment(self, self->klass->code->mean, "mean");
}

ct_tensor *ct_distr_mode(const ct_distribution *self)
{
	const struct ct_distribution_code *code = self->klass->code;

	if (code->mode == NULL && code->python)
		return CT_FAIL(CT_ERROR_NOT_IMPLEMENTED, "<class '%s'> does not implement mode",
			       code->python);
	return moment(self, code->mode, "mode");
}

ct_tensor *ct_distr_variance(const ct_distribution *self)
{
	return moment(self, self->klass->code->variance, "variance");
}

static ct_tensor *stddev(const ct_distribution *self)
{
	ct_distr_moment *function = self->klass->code->stddev;

	return function ? function(self) : CT_E(sqrt, ct_distr_variance(self));
}

ct_tensor *ct_distr_enumerate_support(const ct_distribution *self, bool expand)
{
	const struct ct_distribution_code *code = self->klass->code;

	return code->enumerate_support ? code->enumerate_support(self, expand)
				       : ct_distr_lacks(self, "enumerate_support");
}

bool ct_distr_has_rsample(const ct_distribution *self)
{
	const struct ct_distribution_code *code = self->klass->code;

	return code->has_rsample ? code->has_rsample(self) : code->rsample != NULL;
}

bool ct_distr_has_enumerate_support(const ct_distribution *self)
{
	const struct ct_distribution_code *code = self->klass->code;

	return code->has_enumerate_support ? code->has_enumerate_support(self)
					   : code->enumerate_support != NULL;
}

ct_error ct_distr_find_support(const ct_distribution *self, struct ct_distr_constraint *result)
{
	const struct ct_distribution_code *code = self->klass->code;

	if (code->support == NULL)
		return code->find_support(self, result);
	*result = *code->support;
	return NULL;
}

/* --- expanding -------------------------------------------------------------------------------- */

void ct_distr_copy_plain(const ct_distribution *self, ct_distribution *result)
{
	result->number = self->number;
	result->param = self->param;
	memcpy(result->limits, self->limits, sizeof result->limits);
}

static ct_error expanded(const ct_distribution *self, ct_ints batch_shape, ct_distribution *result)
{
	const struct ct_distr_shape shape = ct_distr_joined(batch_shape, ct_distr_event(self));

	result->validates = self->validates;
	result->data = ct_counted_share(self->data);
	ct_distr_copy_plain(self, result);
	ct_distr_set_shapes(result, ct_distr_ints(&shape), self->event_len);
	CT_TRY(CT_DONE());
	if (self->klass->code->expand)
		self->klass->code->expand(self, result);
	else
		ct_distr_expand_parameters(self, result);
	return CT_DONE();
}

static ct_error remade(const ct_distribution *self, ct_ints batch_shape, const char *function,
		       ct_distribution **result)
{
	const ct_distribution *made = self->klass->code->remake(self, batch_shape);

	CT_TRY(CT_DONE());
	return ct_distr_give(ct_counted_share(made), function, result);
}

static ct_error expand(const ct_distribution *self, ct_ints batch_shape, const char *function,
		       ct_distribution **result)
{
	ct_distribution *made;
	ct_error error;

	if (self->klass->code->remake)
		return remade(self, batch_shape, function, result);
	made = ct_distr_alloc(self->klass);
	if (made == NULL)
		return ct_no_memory(function, "for a distribution");
	error = expanded(self, batch_shape, made);
	if (error == NULL)
		return ct_distr_give(made, function, result);
	ct_counted_drop(made);
	return error;
}

ct_distribution *ct_distr_expand(const ct_distribution *self, ct_ints batch_shape)
{
	ct_distribution *result = NULL;

	CT_DO(expand(self, batch_shape, NULL, &result));
	return result;
}

ct_error ct_distribution_expand(const ct_distribution *self, ct_ints batch_shape,
				ct_distribution **result)
{
	ct_distribution *made;

	CT_TRY(ct_distr_check(self, __func__, 1, "self"));
	if (!ct_is_list(batch_shape.at, batch_shape.len) || result == NULL)
		return ct_missing_argument(__func__, result ? 2 : 3,
					   result ? "batch_shape" : "result");
	CT_HOLD_OWN(self);
	CT_OWN_SCOPE(__func__);
	CT_TRY(expand(self, batch_shape, __func__, &made));
	ct_scope_move_object_up(made);
	*result = made;
	return NULL;
}

/* --- samples ---------------------------------------------------------------------------------- */

static ct_error draw(const ct_distribution *self, ct_distr_draw *function, ct_ints sample_shape,
		     const char *name, ct_tensor **result)
{
	CT_TRY(ct_distr_check(self, name, 1, "self"));
	if (!ct_is_list(sample_shape.at, sample_shape.len))
		return ct_missing_argument(name, 2, "sample_shape");
	CT_HOLD_OWN(self);
	CT_OWN_SCOPE(name);
	return ct_nn_give(function(self, sample_shape), result);
}

ct_error ct_distribution_sample(const ct_distribution *self, ct_ints sample_shape,
				ct_tensor **result)
{
	return draw(self, ct_distr_sample, sample_shape, __func__, result);
}

ct_error ct_distribution_sample_n(const ct_distribution *self, int64_t count, ct_tensor **result)
{
	return draw(self, ct_distr_sample, CT_L(count), __func__, result);
}

ct_error ct_distribution_rsample(const ct_distribution *self, ct_ints sample_shape,
				 ct_tensor **result)
{
	return draw(self, ct_distr_rsample, sample_shape, __func__, result);
}

ct_error ct_distribution_enumerate_support(const ct_distribution *self,
					   const ct_enumerate_support_options *options,
					   ct_tensor **result)
{
	CT_TRY(ct_distr_check(self, __func__, 1, "self"));
	CT_HOLD_OWN(self);
	CT_OWN_SCOPE(__func__);
	return ct_nn_give(ct_distr_enumerate_support(self, !(options && options->no_expand)),
			  result);
}

/* --- probabilities ---------------------------------------------------------------------------- */

static ct_error compute_of(const ct_distribution *self, ct_distr_score *function,
			   const ct_tensor *value, const char *name, ct_tensor **result)
{
	CT_TRY(ct_distr_check(self, name, 1, "self"));
	if (value == NULL)
		return ct_missing_argument(name, 2, "value");
	CT_HOLD_OWN(self);
	CT_OWN_SCOPE(name);
	return ct_nn_give(function(self, value), result);
}

ct_error ct_distribution_log_prob(const ct_distribution *self, const ct_tensor *value,
				  ct_tensor **result)
{
	return compute_of(self, ct_distr_log_prob, value, __func__, result);
}

ct_error ct_distribution_cdf(const ct_distribution *self, const ct_tensor *value,
			     ct_tensor **result)
{
	return compute_of(self, ct_distr_cdf, value, __func__, result);
}

ct_error ct_distribution_icdf(const ct_distribution *self, const ct_tensor *value,
			      ct_tensor **result)
{
	return compute_of(self, ct_distr_icdf, value, __func__, result);
}

/* A method that one class has. */
static ct_error compute_special(const ct_distribution *self, ct_distr_score *function,
				const ct_tensor *value, const char *attribute, const char *name,
				ct_tensor **result)
{
	CT_TRY(ct_check_given(value, name));
	if (function)
		return compute_of(self, function, value, name, result);
	return ct_error_new(CT_ERROR_ATTRIBUTE, name, "'%s' object has no attribute '%s'",
			    self->klass->of.name, attribute);
}

ct_error ct_distribution_log_cdf(const ct_distribution *self, const ct_tensor *value,
				 ct_tensor **result)
{
	CT_TRY(ct_distr_check(self, __func__, 1, "self"));
	return compute_special(self, self->klass->code->log_cdf, value, "log_cdf", __func__,
			       result);
}

ct_error ct_distribution_log_survival_function(const ct_distribution *self, const ct_tensor *value,
					       ct_tensor **result)
{
	CT_TRY(ct_distr_check(self, __func__, 1, "self"));
	return compute_special(self, self->klass->code->log_survival_function, value,
			       "log_survival_function", __func__, result);
}

/* The result may be a parameter, of which the caller gets another handle. */
static ct_error compute(const ct_distribution *self, ct_distr_moment *function, const char *name,
			ct_tensor **result)
{
	CT_TRY(ct_distr_check(self, name, 1, "self"));
	CT_HOLD_OWN(self);
	CT_OWN_SCOPE(name);
	return ct_nn_give(CT_F(ct_nn_again, function(self)), result);
}

ct_error ct_distribution_entropy(const ct_distribution *self, ct_tensor **result)
{
	return compute(self, ct_distr_entropy, __func__, result);
}

ct_error ct_distribution_perplexity(const ct_distribution *self, ct_tensor **result)
{
	return compute(self, perplexity, __func__, result);
}

ct_error ct_distribution_mean(const ct_distribution *self, ct_tensor **result)
{
	return compute(self, ct_distr_mean, __func__, result);
}

ct_error ct_distribution_mode(const ct_distribution *self, ct_tensor **result)
{
	return compute(self, ct_distr_mode, __func__, result);
}

ct_error ct_distribution_variance(const ct_distribution *self, ct_tensor **result)
{
	return compute(self, ct_distr_variance, __func__, result);
}

ct_error ct_distribution_stddev(const ct_distribution *self, ct_tensor **result)
{
	return compute(self, stddev, __func__, result);
}
