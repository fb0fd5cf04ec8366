/**
 * @file
 * Distributions of your own: a class names its parameters with their constraints, and has a function
 * for each thing that it can compute. Its objects are used as those of PyTorch's classes are: checks,
 * batches, Independent, printing and divergences work the same. docs/distributions.md has examples.
 *
 *     static ct_tensor *log_prob(const ct_distribution *self, const ct_tensor *value)
 *     {
 *             const ct_tensor *rate = CT_F(ct_distribution_get_parameter, self, "rate");
 *
 *             return CT_E(sub, CT_E(log, rate), CT_E(mul, rate, value));
 *     }
 *
 *     static const ct_distribution_class waiting = { .name = "Waiting",
 *                                                    .parameters = "rate: positive",
 *                                                    .support = "nonnegative",
 *                                                    .log_prob = log_prob };
 *
 *     ct_distribution *d = CT_OWN_DISTRIBUTION(&waiting, CT_TENSORS(CT_NUMBER(2)));
 *
 * **Functions of a class** are expressions (CT_E, CT_F, CT_M) and return their result. What they
 * create belongs to a scope of the public function that called them, which keeps the result alone. If
 * an operator fails, that function returns the error with the operator's location; NULL without an
 * error is a TypeError. A result of another shape than the comment says is a ValueError. Several
 * threads may call the functions of one object at once.
 *
 * **Constraints** are written with Python's names: `real`, `positive`, `unit_interval`, `simplex` and
 * the others without arguments; with bounds `greater_than(0.5)`, `interval(low, high)`,
 * `integer_interval(0, total_count)` and the like; and `independent(positive, 1)`, whose last dimension
 * belongs to an event. A bound is a number, or the name of a parameter.
 */
#ifndef CTORCH_DISTRIBUTIONS_DISTRIBUTION_CLASS_H
#define CTORCH_DISTRIBUTIONS_DISTRIBUTION_CLASS_H

#include <ctorch/calls/call.h>
#include <ctorch/core/error.h>
#include <ctorch/core/types.h>
#include <ctorch/distributions/constraint.h>
#include <ctorch/distributions/distribution.h>

#ifdef __cplusplus
extern "C" {
#endif

/* --- Classes --------------------------------------------------------------------------------- */

/** Draws samples: [sample_shape, batch_shape, event_shape], which
 * ct_distribution_extended_shape() joins. */
typedef ct_tensor *(*ct_distribution_draw_function)(const ct_distribution *self,
						    ct_ints sample_shape)CT_BORROWED;

/** Computes a number for each event of a value: the shape of `value` without the event dimensions,
 * broadcast with the batch shape. */
typedef ct_tensor *(*ct_distribution_score_function)(const ct_distribution *self,
						     const ct_tensor *value)CT_BORROWED;

/** Computes something of the distribution itself: [batch_shape], or for mean, mode, variance and
 * stddev [batch_shape, event_shape]. */
typedef ct_tensor *(*ct_distribution_moment_function)(const ct_distribution *self)CT_BORROWED;

/** Lists all values: [values, batch_shape, event_shape]; without `expand`, the dimensions of the batch
 * have size 1. */
typedef ct_tensor *(*ct_distribution_enumerate_function)(const ct_distribution *self,
							 bool expand)CT_BORROWED;

/** Returns a distribution with another batch shape, made by CT_OWN_DISTRIBUTION(), with
 * `.no_validate_args = !ct_distribution_is_checked(self)`. */
typedef ct_distribution *(*ct_distribution_expand_function)(const ct_distribution *self,
							    ct_ints batch_shape)CT_BORROWED;

/** Returns the support, such as that of another distribution. */
typedef ct_constraint *(*ct_distribution_support_function)(const ct_distribution *self)CT_BORROWED;

/** Computes a natural parameter of an exponential family, [batch_shape] at least: an item of Python's
 * `_natural_params`. */
typedef ct_tensor *(*ct_distribution_natural_function)(const ct_distribution *self,
						       int64_t index)CT_BORROWED;

/** Computes the logarithm of the normalizer, [batch_shape], from natural parameters: Python's
 * `_log_normalizer()`. Its gradients are needed. */
typedef ct_tensor *(*ct_distribution_normalizer_function)(const ct_distribution *self,
							  ct_tensors natural)CT_BORROWED;

/**
 * Describes a class of distributions: one struct for each class, with static lifetime.
 *
 * Unused members are NULL. What a class does not have is a NotImplementedError, as in Python; with a
 * parent, what the parent does.
 */
typedef struct ct_distribution_class {
	const char *name; /**< "ZeroInflatedPoisson": printed, and named in errors */
	/** The base class, for inheritance and divergences: "ExponentialFamily", a class of PyTorch's
	 * such as "Gamma", or a class of your own that is known (ct_distribution_register_class()).
	 * NULL: Python's Distribution. */
	const char *parent CT_NULLABLE;
	/** The parameters with their constraints, Python's `arg_constraints`: "gate: unit_interval,
	 * rate: positive". At most 8. NULL: those of the parent, or none. */
	const char *parameters CT_NULLABLE;
	const char *support CT_NULLABLE; /**< a constraint; NULL: `find_support`, or the parent's */
	ct_distribution_support_function find_support CT_NULLABLE; /**< instead of `support` */
	ct_distribution_draw_function sample CT_NULLABLE; /**< not recorded; NULL: by `rsample` */
	ct_distribution_draw_function rsample CT_NULLABLE;
	ct_distribution_score_function log_prob CT_NULLABLE; /**< of values that were checked */
	ct_distribution_score_function cdf CT_NULLABLE;      /**< likewise */
	ct_distribution_score_function icdf CT_NULLABLE;
	ct_distribution_moment_function entropy CT_NULLABLE;
	ct_distribution_moment_function mean CT_NULLABLE;
	ct_distribution_moment_function mode CT_NULLABLE;
	ct_distribution_moment_function variance CT_NULLABLE;
	ct_distribution_moment_function stddev CT_NULLABLE; /**< NULL: the root of the variance */
	ct_distribution_enumerate_function enumerate_support CT_NULLABLE;
	ct_distribution_expand_function expand CT_NULLABLE; /**< NULL: expands the parameters */
	/** For a class below "ExponentialFamily", which then has an entropy and the divergence of two
	 * of its objects: how many natural parameters there are, at most 8, and the functions. */
	int64_t natural_count;
	ct_distribution_natural_function natural CT_NULLABLE;
	ct_distribution_normalizer_function log_normalizer CT_NULLABLE;
	double mean_carrier_measure; /**< Python's `_mean_carrier_measure` */
} ct_distribution_class;

/**
 * Makes a class known by its name, for `parent` of other classes and for
 * ct_distribution_register_kl(); ct_distribution_new_of() does it, too. Nothing happens if it is known
 * already. If another class has the name, objects that are made later are of the new one.
 *
 * A ValueError for a name that PyTorch's classes have, and for texts that cannot be read; a KeyError
 * for a parent that is not known.
 *
 * @param distribution_class  borrowed forever
 */
CT_API ct_error ct_distribution_register_class(
	const ct_distribution_class *distribution_class CT_KEPT) CT_RETURNS_ERROR;

/* --- Objects --------------------------------------------------------------------------------- */

/** Options of ct_distribution_new_of(). */
typedef struct ct_distribution_new_of_options {
	ct_ints event_shape;   /**< of a single draw; { NULL, 0 }: a draw is a number */
	bool no_validate_args; /**< neither the parameters nor values are checked */
	/** For a class whose parent is one of PyTorch's: an object of the parent's class, whose
	 * parameters and shapes the new one has. */
	const ct_distribution *parent CT_NULLABLE;
	void *context CT_NULLABLE; /**< what ct_distribution_context() returns */
	/** Called with the context when the last distribution that has it is released, in the
	 * releasing thread, or if the call fails. */
	ct_release_function release CT_NULLABLE;
} ct_distribution_new_of_options;

/**
 * Creates a distribution of a class of your own.
 *
 * The parameters are broadcast together, except for the dimensions that their constraints give to an
 * event. Numbers (CT_NUMBER()) take the dtype of the tensors beside them. A TypeError for another
 * number of parameters than the class has; a ValueError for a parameter that is outside of its
 * constraint.
 *
 * @param distribution_class  borrowed forever
 * @param parameters          in the order in which the class names them
 * @param options             NULL: none
 */
CT_API ct_error ct_distribution_new_of(const ct_distribution_class *distribution_class CT_KEPT,
				       ct_tensors parameters,
				       const ct_distribution_new_of_options *options CT_NULLABLE,
				       ct_distribution **result CT_NOT_NULL) CT_RETURNS_ERROR;

/** Returns the `context` with which the distribution, or that which was expanded, was made; NULL for
 * NULL. */
CT_API void *ct_distribution_context(const ct_distribution *self) CT_NOEXCEPT CT_BORROWED;

/** Joins the shapes of a sample: sample_shape + batch_shape + event_shape. A part of an expression:
 * the list belongs to the innermost scope. */
CT_API ct_ints ct_distribution_extended_shape(const ct_distribution *self,
					      ct_ints sample_shape) CT_NOEXCEPT CT_BORROWED;

/* --- Divergences ----------------------------------------------------------------------------- */

/** Computes the divergence of `other` from `self`, [batch_shape], as ct_distribution_kl_divergence()
 * returns it. Several threads may call it at once. NULL without an error is a TypeError. */
typedef ct_error (*ct_distribution_kl_function)(const ct_distribution *self,
						const ct_distribution *other,
						void *context CT_NULLABLE, ct_tensor **result);

/**
 * Registers the formula of a pair of classes for the whole process: Python's register_kl(). It also
 * applies to classes below them; the most specific pair is taken, first by the class of the first
 * distribution, then by that of the second. Where the other order would choose another formula,
 * ct_distribution_kl_divergence() warns once, as Python does.
 *
 * A pair that has a formula gets the new one, also if it is PyTorch's. Calls that use the old one at
 * this moment finish first; then its context is released.
 *
 * A KeyError for a class that is neither PyTorch's nor known (ct_distribution_register_class()).
 *
 * @param first     the class of the first distribution: "Normal", "ExponentialFamily",
 *                  "Distribution", or the name of a class of your own
 * @param second    the class of the second one
 * @param function  NULL removes the formula that the program has registered
 * @param release   called with the context when the formula is replaced or removed, or if this call
 *                  fails; NULL: nothing to release
 */
CT_API ct_error ct_distribution_register_kl(
	const char *first, const char *second, ct_distribution_kl_function function CT_NULLABLE,
	void *context CT_NULLABLE CT_KEPT,
	ct_release_function release CT_NULLABLE) CT_RETURNS_ERROR;

/* --- What the macros call -------------------------------------------------------------------- */

CT_API ct_distribution *ct_distribution_new_of_(
	const ct_distribution_class *distribution_class CT_KEPT, ct_tensors parameters,
	const ct_distribution_new_of_options *options, const char *file, int line,
	const char *function) CT_NOEXCEPT CT_BORROWED;

#ifdef __cplusplus
}
#endif

/** Creates a distribution of a class of your own within an expression:
 * `CT_OWN_DISTRIBUTION(&zero_inflated, CT_TENSORS(gate, rate), .no_validate_args = true)`. The options
 * are those of ct_distribution_new_of_options. NULL after an error. */
#define CT_OWN_DISTRIBUTION(...) CT_OWN_DISTRIBUTION_(__VA_ARGS__, )
#define CT_OWN_DISTRIBUTION_(distribution_class, parameters, ...)                       \
	__extension__({                                                                 \
		CT_QUIET_                                                               \
		ct_distribution *ct_made_ = ct_distribution_new_of_(                    \
			(distribution_class), (parameters),                             \
			&(const ct_distribution_new_of_options){ .no_validate_args = 0, \
								 __VA_ARGS__ },         \
			CT_PLACE_);                                                     \
		CT_AS_BEFORE_                                                           \
		ct_made_;                                                               \
	})

#endif
