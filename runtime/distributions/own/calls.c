/*
 * Calls of the functions of a class of the program's own.
 */
#include "core/base/name_of.h"
#include "core/base/no_memory.h"
#include "core/memory/expression.h"
#include "core/memory/given.h"
#include "distributions/own/own.h"
#include "nn/functional/raise.h"

/* --- samples ---------------------------------------------------------------------------------- */

static ct_tensor *draw(const ct_distribution *self, ct_distribution_draw_function function,
		       ct_ints sample_shape, const char *name)
{
	const struct ct_distr_shape wanted = ct_distr_extended(self, sample_shape);

	if (ct_expression_failed())
		return NULL;
	return ct_distr_own_checked(self, function(self, sample_shape), &wanted, name);
}

static ct_tensor *own_sample(const ct_distribution *self, ct_ints sample_shape)
{
	return draw(self, ct_distr_functions_of(self)->sample, sample_shape, "sample");
}

static ct_tensor *own_rsample(const ct_distribution *self, ct_ints sample_shape)
{
	return draw(self, ct_distr_functions_of(self)->rsample, sample_shape, "rsample");
}

static ct_tensor *own_enumerate_support(const ct_distribution *self, bool expand)
{
	struct ct_distr_shape wanted = ct_distr_extended(self, CT_L(-1));
	const ct_tensor *made = ct_expression_failed()
					? NULL
					: ct_distr_functions_of(self)->enumerate_support(self,
											 expand);

	if (made && ct_tensor_dim(made) > 0)
		wanted.at[0] = ct_size_of(made, 0); /* as many as it says */
	for (int64_t i = 1; !expand && i <= self->batch_len; i++)
		wanted.at[i] = 1;
	return ct_distr_own_checked(self, made, &wanted, "enumerate_support");
}

/* --- probabilities ---------------------------------------------------------------------------- */

/* The shape of a value without the dimensions of an event, broadcast with the batch. */
static struct ct_distr_shape scored_shape(const ct_distribution *self, const ct_tensor *value)
{
	const ct_ints shape = ct_sizes_of(value);
	struct ct_distr_shape result = { .len = 0 };

	CT_DO(ct_distr_broadcast_shapes(
		CT_INTS_OF(shape.at, shape.len < self->event_len ? 0 : shape.len - self->event_len),
		ct_distr_batch(self), &result));
	return result;
}

static ct_tensor *score(const ct_distribution *self, ct_distribution_score_function function,
			const ct_tensor *value, const char *name)
{
	const ct_tensor *made = ct_expression_failed() ? NULL : function(self, value);
	struct ct_distr_shape wanted = { .len = 0 };

	if (!ct_expression_failed())
		wanted = scored_shape(self, value);
	return ct_distr_own_checked(self, made, &wanted, name);
}

static ct_tensor *own_log_prob(const ct_distribution *self, const ct_tensor *value)
{
	ct_distr_check_value(self, value);
	return score(self, ct_distr_functions_of(self)->log_prob, value, "log_prob");
}

static ct_tensor *own_cdf(const ct_distribution *self, const ct_tensor *value)
{
	ct_distr_check_value(self, value);
	return score(self, ct_distr_functions_of(self)->cdf, value, "cdf");
}

static ct_tensor *own_icdf(const ct_distribution *self, const ct_tensor *value)
{
	return score(self, ct_distr_functions_of(self)->icdf, value, "icdf");
}

/* --- moments ---------------------------------------------------------------------------------- */

static ct_tensor *moment(const ct_distribution *self, ct_distribution_moment_function function,
			 const char *name)
{
	const struct ct_distr_shape wanted = ct_distr_extended(self, CT_L());

	return ct_distr_own_checked(self, function(self), &wanted, name);
}

static ct_tensor *own_entropy(const ct_distribution *self)
{
	const struct ct_distr_shape wanted = ct_distr_joined(ct_distr_batch(self), CT_L());

	return ct_distr_own_checked(self, ct_distr_functions_of(self)->entropy(self), &wanted,
				    "entropy");
}

static ct_tensor *own_mean(const ct_distribution *self)
{
	return moment(self, ct_distr_functions_of(self)->mean, "mean");
}

static ct_tensor *own_mode(const ct_distribution *self)
{
	return moment(self, ct_distr_functions_of(self)->mode, "mode");
}

static ct_tensor *own_variance(const ct_distribution *self)
{
	return moment(self, ct_distr_functions_of(self)->variance, "variance");
}

static ct_tensor *own_stddev(const ct_distribution *self)
{
	return moment(self, ct_distr_functions_of(self)->stddev, "stddev");
}

/* --- other objects ---------------------------------------------------------------------------- */

static ct_distribution *own_expand(const ct_distribution *self, ct_ints batch_shape)
{
	ct_distribution *made = ct_distr_functions_of(self)->expand(self, batch_shape);

	if (ct_expression_failed())
		return NULL;
	if (made == NULL) {
		ct_distr_returns_null(self, "expand");
		return NULL;
	}
	if (!ct_nn_same_ints(ct_distr_batch(made), batch_shape)) {
		CT_DO(CT_RAISED(CT_ERROR_VALUE,
				"%s.expand() returned a distribution with the batch shape "
				"torch.Size(%s), but expected was torch.Size(%s)",
				self->klass->of.name, ct_nn_list_text(ct_distr_batch(made)).at,
				ct_nn_list_text(batch_shape).at));
		return NULL;
	}
	return made;
}

static void own_constraint(const ct_distribution *self, int64_t index,
			   struct ct_distr_constraint *result)
{
	ct_distr_term_find(self, &self->klass->own->constraints[index], result);
}

static ct_error own_support(const ct_distribution *self, struct ct_distr_constraint *result)
{
	const ct_distribution_class *functions = ct_distr_functions_of(self);
	const ct_constraint *made;

	if (functions->find_support == NULL) {
		ct_distr_term_find(self, &self->klass->own->support, result);
		return CT_DONE();
	}
	made = functions->find_support(self);
	if (made == NULL && !ct_expression_failed())
		ct_distr_returns_null(self, "find_support");
	CT_TRY(CT_DONE());
	*result = *ct_distr_constraint_of(made);
	return NULL;
}

/* --- all of a class --------------------------------------------------------------------------- */

static void set_support(struct ct_distr_own_class *self)
{
	const bool has_text = self->functions.support != NULL;

	if (!has_text && self->functions.find_support == NULL)
		return; /* what PyTorch's class has */
	self->code.support = has_text && ct_distr_term_is_fixed(&self->support) ? &self->support.of
										: NULL;
	self->code.find_support = own_support;
}

#define SET(member)                 \
	if (self->functions.member) \
	self->code.member = own_##member

void ct_distr_own_set_calls(struct ct_distr_own_class *self)
{
	set_support(self);
	if (self->inherited == NULL)
		self->code.find_constraint = own_constraint;
	SET(sample);
	SET(rsample);
	SET(log_prob);
	SET(cdf);
	SET(icdf);
	SET(entropy);
	SET(mean);
	SET(mode);
	SET(variance);
	SET(stddev);
	SET(enumerate_support);
	ct_distr_own_set_family(self);
	if (self->functions.rsample)
		self->code.has_rsample = NULL;
	if (self->functions.enumerate_support)
		self->code.has_enumerate_support = NULL;
	if (self->functions.expand)
		self->code.remake = own_expand;
}

/* --- what functions of classes call ----------------------------------------------------------- */

ct_ints ct_distribution_extended_shape(const ct_distribution *self, ct_ints sample_shape)
{
	struct ct_distr_shape shape;
	int64_t *list;

	CT_DO(ct_distr_check(self, __func__, 1, "self"));
	if (ct_expression_failed())
		return CT_NO_INTS;
	shape = ct_distr_extended(self, sample_shape);
	list = ct_given_array(shape.len, sizeof *list);
	if (list == NULL) {
		CT_DO(ct_no_memory(__func__, "for a shape"));
		return CT_NO_INTS;
	}
	for (int64_t i = 0; i < shape.len; i++)
		list[i] = shape.at[i];
	return CT_INTS_OF(list, shape.len);
}
