/**
 * @file Distributions: Python's torch.distributions. ctorch/distributions/distributions.h creates
 * them, and docs/distributions.md has examples.
 *
 *     ct_distribution *normal = CT_DISTRIBUTION(Normal, mean, 0.5);
 *     ct_tensor *x = CT_F(ct_distribution_rsample, normal, CT_L());
 *     ct_tensor *loss = CT_E(neg, CT_E(mean, CT_F(ct_distribution_log_prob, normal, x)));
 *
 * **Shapes.** A sample has the shape `sample_shape + batch_shape + event_shape`. Each element of the
 * batch has its own parameters; an event is one draw, such as the vector of a MultivariateNormal.
 * log_prob() returns a number for each event.
 *
 * **Random numbers** come from the default generator of the parameters' device, in the order in
 * which Python draws them: the same seed gives the same samples (ct_manual_seed()).
 *
 * **Gradients.** rsample() computes samples through which gradients flow to the parameters;
 * sample() is not recorded. The parameters keep their graphs, so a distribution of a network's
 * output lives for one step, like the output.
 *
 * **Errors** are Python's. A ValueError says which parameter, or value, is outside of its
 * constraint; ct_distribution_set_validating() turns these checks off. A NotImplementedError says
 * that a distribution does not have a property, such as the entropy of a Poisson.
 *
 * **Ownership.** Distributions are reference counted: a new one, or another handle from
 * ct_distribution_retain(), belongs to the innermost scope, or to the caller if no scope is open,
 * who releases it with ct_distribution_free(). A distribution holds references to its parameters.
 *
 * **Threads.** A distribution never changes, so several threads can use it at once.
 */
#ifndef CTORCH_DISTRIBUTIONS_DISTRIBUTION_H
#define CTORCH_DISTRIBUTIONS_DISTRIBUTION_H

#include <stdio.h>

#include <ctorch/core/error.h>
#include <ctorch/core/types.h>
#include <ctorch/distributions/constraint.h>
#include <ctorch/distributions/transform.h>
#include <ctorch/operators/value.h>

#ifdef __cplusplus
extern "C" {
#endif

/** A probability distribution, reference counted. */
typedef struct ct_distribution ct_distribution;

/** Distributions that others are made of: ct_distribution_new_from(). */
typedef struct ct_distributions {
	ct_distribution *const *at;
	int64_t len;
} ct_distributions;

/* --- Handles --------------------------------------------------------------------------------- */

/** Returns another handle on the same distribution, new; NULL for NULL, and if there is no
 * memory. */
CT_API ct_distribution *ct_distribution_retain(const ct_distribution *self) CT_NOEXCEPT
	CT_NEW(ct_distribution_free);
/** Releases a handle. One that a scope of this thread owns is taken out of the scope first. */
CT_API void ct_distribution_free(ct_distribution *self) CT_LOOKS_IN_SCOPES CT_NOEXCEPT;

/** Returns the name of its class, borrowed: "Normal"; NULL for NULL. */
CT_API const char *ct_distribution_class_name(const ct_distribution *self) CT_NOEXCEPT CT_BORROWED;

/** Returns the text that Python's print() shows, new: "Normal(loc: 0.0, scale: 1.0)". */
CT_API ct_error ct_distribution_to_string(const ct_distribution *self,
					  char **result) CT_RETURNS_ERROR;
/** Prints it and a newline; a NULL `stream` is stdout. */
CT_API ct_error ct_distribution_print(const ct_distribution *self, FILE *stream CT_NULLABLE)
	CT_TEXT(ct_distribution_to_string) CT_RETURNS_ERROR;

/* --- Properties ------------------------------------------------------------------------------ */

/** Returns the shape over which the parameters are batched; { NULL, 0 } for NULL. The list is
 * borrowed from the distribution. */
CT_API ct_ints ct_distribution_batch_shape(const ct_distribution *self) CT_NOEXCEPT CT_BORROWED;
/** Returns the shape of a single draw; { NULL, 0 } for NULL. The list is borrowed from the
 * distribution. */
CT_API ct_ints ct_distribution_event_shape(const ct_distribution *self) CT_NOEXCEPT CT_BORROWED;

/** Returns whether ct_distribution_rsample() is available. */
CT_API bool ct_distribution_has_rsample(const ct_distribution *self) CT_NOEXCEPT;
/** Returns whether ct_distribution_enumerate_support() is available. */
CT_API bool ct_distribution_has_enumerate_support(const ct_distribution *self) CT_NOEXCEPT;

/** Looks up a parameter by Python's name of the attribute, such as "loc" or "logits", broadcast to
 * the batch shape. A class with two parameters for the same thing, such as `probs` and `logits`,
 * computes the other one when it is first needed. Also looks up the tensors that Python has as other
 * properties, such as the "precision_matrix" of a LowRankMultivariateNormal. An AttributeError for
 * another name.
 *
 * @param result  another handle on the parameter, new */
CT_API ct_error ct_distribution_get_parameter(const ct_distribution *self, const char *name,
					      ct_tensor **result) CT_RETURNS_ERROR;

/** Returns the distribution that another one is made of, such as that of an Independent: Python's
 * `base_dist`. An AttributeError if there is none.
 *
 * @param result  another handle on it, new */
CT_API ct_error ct_distribution_base(const ct_distribution *self,
				     ct_distribution **result CT_NOT_NULL) CT_RETURNS_ERROR;

/** Looks up a distribution that another one is made of by Python's name of the attribute: "base_dist",
 * or the "mixture_distribution" and the "component_distribution" of a MixtureSameFamily. An
 * AttributeError for another name.
 *
 * @param result  another handle on it, new */
CT_API ct_error ct_distribution_get_part(const ct_distribution *self, const char *name,
					 ct_distribution **result CT_NOT_NULL) CT_RETURNS_ERROR;

/** Returns the constraint that all samples satisfy, new. */
CT_API ct_error ct_distribution_support(const ct_distribution *self,
					ct_constraint **result CT_NOT_NULL) CT_RETURNS_ERROR;

/** Returns the number of constrained parameters: the length of Python's `arg_constraints`. */
CT_API int64_t ct_distribution_parameter_count(const ct_distribution *self) CT_NOEXCEPT;
/** Returns the name of one of them, borrowed; NULL if there is no such index. */
CT_API const char *ct_distribution_parameter_name(const ct_distribution *self,
						  int64_t index) CT_NOEXCEPT CT_BORROWED;
/** Returns the constraint on a parameter, new: an item of Python's `arg_constraints`. A KeyError
 * for another name. */
CT_API ct_error ct_distribution_parameter_constraint(const ct_distribution *self, const char *name,
						     ct_constraint **result CT_NOT_NULL)
	CT_RETURNS_ERROR;

/* --- Samples --------------------------------------------------------------------------------- */

/** Draws samples, which are not recorded for differentiation.
 *
 * @param sample_shape  how many: CT_L() for one, CT_L(1000) for as many in a first dimension
 * @param result        [sample_shape, batch_shape, event_shape], new */
CT_API ct_error ct_distribution_sample(const ct_distribution *self, ct_ints sample_shape,
				       ct_tensor **result) CT_RETURNS_ERROR;

/** Draws `count` samples, as ct_distribution_sample() does with CT_L(count). */
CT_API ct_error ct_distribution_sample_n(const ct_distribution *self, int64_t count,
					 ct_tensor **result) CT_RETURNS_ERROR;

/** Draws reparameterized samples: functions of the parameters and of random numbers that do not
 * depend on them, so that gradients flow to the parameters. A NotImplementedError without
 * ct_distribution_has_rsample(). */
CT_API ct_error ct_distribution_rsample(const ct_distribution *self, ct_ints sample_shape,
					ct_tensor **result) CT_RETURNS_ERROR;

/** Python's arguments of enumerate_support(). */
typedef struct ct_enumerate_support_options {
	bool no_expand; /**< the batch dimensions of the result have size 1 */
} ct_enumerate_support_options;

/** Lists all values of a discrete distribution.
 *
 * @param result  [values, batch_shape, event_shape], new */
CT_API ct_error ct_distribution_enumerate_support(const ct_distribution *self,
						  const ct_enumerate_support_options *options,
						  ct_tensor **result) CT_RETURNS_ERROR;

/* --- Probabilities --------------------------------------------------------------------------- */

/** Computes the logarithm of the probability, or of its density, of each value. A ValueError for a
 * value outside of the support, or of another shape.
 *
 * @param value   [..., event_shape], broadcast with the batch shape
 * @param result  without the event dimensions, new */
CT_API ct_error ct_distribution_log_prob(const ct_distribution *self, const ct_tensor *value,
					 ct_tensor **result) CT_RETURNS_ERROR;
/** Computes the probability that a sample is at most the value. */
CT_API ct_error ct_distribution_cdf(const ct_distribution *self, const ct_tensor *value,
				    ct_tensor **result) CT_RETURNS_ERROR;
/** Computes the inverse of ct_distribution_cdf(). */
CT_API ct_error ct_distribution_icdf(const ct_distribution *self, const ct_tensor *value,
				     ct_tensor **result) CT_RETURNS_ERROR;

/** Computes the logarithms of ct_distribution_cdf() and of the probability that a sample is above the
 * value, for a GeneralizedPareto. An AttributeError for other classes, as in Python. */
CT_API ct_error ct_distribution_log_cdf(const ct_distribution *self, const ct_tensor *value,
					ct_tensor **result) CT_RETURNS_ERROR;
CT_API ct_error ct_distribution_log_survival_function(const ct_distribution *self,
						      const ct_tensor *value,
						      ct_tensor **result) CT_RETURNS_ERROR;

/** Computes the entropy, [batch_shape], new; perplexity() is its exponential. */
CT_API ct_error ct_distribution_entropy(const ct_distribution *self,
					ct_tensor **result) CT_RETURNS_ERROR;
CT_API ct_error ct_distribution_perplexity(const ct_distribution *self,
					   ct_tensor **result) CT_RETURNS_ERROR;

/** Computes the mean, mode, variance or standard deviation, new: [batch_shape, event_shape]. NaN or
 * infinity where it does not exist. */
CT_API ct_error ct_distribution_mean(const ct_distribution *self,
				     ct_tensor **result) CT_RETURNS_ERROR;
CT_API ct_error ct_distribution_mode(const ct_distribution *self,
				     ct_tensor **result) CT_RETURNS_ERROR;
CT_API ct_error ct_distribution_variance(const ct_distribution *self,
					 ct_tensor **result) CT_RETURNS_ERROR;
CT_API ct_error ct_distribution_stddev(const ct_distribution *self,
				       ct_tensor **result) CT_RETURNS_ERROR;

/* --- Exponential families --------------------------------------------------------------------- *
 *
 * The density of an exponential family is exp(t(x) . natural - log_normalizer(natural) + k(x)). The
 * classes are Bernoulli, Beta, Chi2, ContinuousBernoulli, Dirichlet, Exponential, Gamma, Normal,
 * Poisson and Wishart; others are a NotImplementedError. Derivatives of the log normalizer are
 * moments of t(x). Python's names begin with an underscore.
 */

/** Computes the natural parameters: Python's _natural_params.
 *
 * @param result  new: ct_tensors_free(); the handles belong to the innermost scope */
CT_API ct_error ct_distribution_natural_params(const ct_distribution *self, ct_tensor ***result,
					       int64_t *result_len) CT_RETURNS_ERROR;

/** Computes the log normalizer for natural parameters: Python's _log_normalizer(). It uses nothing
 * of the distribution but its class and the shape of an event. A TypeError for another number of
 * parameters.
 *
 * @param natural_params  as many as ct_distribution_natural_params() returns, and in that order
 * @param result          [batch_shape], new */
CT_API ct_error ct_distribution_log_normalizer(const ct_distribution *self,
					       ct_tensors natural_params,
					       ct_tensor **result) CT_RETURNS_ERROR;

/** Returns the expected carrier measure, the mean of k(x): Python's _mean_carrier_measure. A
 * NotImplementedError for a Beta, Dirichlet and Poisson, as in Python. */
CT_API ct_error ct_distribution_mean_carrier_measure(const ct_distribution *self,
						     double *result) CT_RETURNS_ERROR;

/* --- Divergence ------------------------------------------------------------------------------ */

/** Computes the Kullback-Leibler divergence of `other` from this distribution, [batch_shape], new:
 * Python's kl_divergence(self, other). A NotImplementedError for two classes for which PyTorch has no
 * formula. */
CT_API ct_error ct_distribution_kl_divergence(const ct_distribution *self,
					      const ct_distribution *other,
					      ct_tensor **result) CT_RETURNS_ERROR;

/* --- Other shapes ---------------------------------------------------------------------------- */

/** Returns a distribution with the batch shape expanded, new. The parameters are expanded views;
 * nothing is copied or checked again. */
CT_API ct_error ct_distribution_expand(const ct_distribution *self, ct_ints batch_shape,
				       ct_distribution **result CT_NOT_NULL) CT_RETURNS_ERROR;

/* --- Checks ---------------------------------------------------------------------------------- */

/** Returns whether the distribution checks the values passed to log_prob() and cdf(); false for
 * NULL. */
CT_API bool ct_distribution_is_checked(const ct_distribution *self) CT_NOEXCEPT;

/** Returns whether new distributions check their parameters, and the values passed to log_prob()
 * and cdf(): true, unless ct_distribution_set_validating() changed it. */
CT_API bool ct_distribution_is_validating(void) CT_NOEXCEPT;
/** Turns these checks on or off for distributions that are created later without `.validate_args`,
 * in the whole process: Python's Distribution.set_default_validate_args(). */
CT_API void ct_distribution_set_validating(bool validating) CT_NOEXCEPT;

#ifdef __cplusplus
}
#endif

#endif
