/**
 * @file Transforms of distributions: Python's torch.distributions.transforms.
 * ctorch/distributions/distributions.h creates them, and docs/distributions.md has examples.
 *
 *     ct_distribution_transform *exp = CT_DISTRIBUTION_TRANSFORM(ExpTransform);
 *     ct_tensor *y = CT_F(ct_distribution_transform_apply, exp, x);
 *     ct_tensor *det = CT_F(ct_distribution_transform_log_abs_det_jacobian, exp, x, y);
 *
 * A transform maps the values of its domain to those of its codomain. A TransformedDistribution
 * applies transforms to the samples of a distribution, and computes probabilities by their inverses
 * and by the determinants of their derivatives.
 *
 * **Events.** The constraints of domain and codomain say how many last dimensions of a value are
 * transformed together: none for an ExpTransform, one for a StickBreakingTransform, which makes n + 1
 * probabilities of n numbers. Other dimensions are those of a batch.
 *
 * **Caches.** With `.cache_size = 1` a transform keeps the last pair of x and y, and the inverse of
 * this very y (the same tensor, not an equal one) is this very x. This saves inverses that are
 * expensive or not stable. The transform then holds references to both tensors, and to their graphs.
 *
 * **Ownership.** Transforms are reference counted: a new one, or another handle from
 * ct_distribution_transform_retain(), belongs to the innermost scope, or to the caller if no scope is
 * open, who releases it with ct_distribution_transform_free(). A transform holds references to its
 * parts and to its tensors.
 *
 * **Threads.** A transform never changes but for its cache, so several threads can use it at once.
 */
#ifndef CTORCH_DISTRIBUTIONS_TRANSFORM_H
#define CTORCH_DISTRIBUTIONS_TRANSFORM_H

#include <stdio.h>

#include <ctorch/core/error.h>
#include <ctorch/core/types.h>
#include <ctorch/distributions/constraint.h>

#ifdef __cplusplus
extern "C" {
#endif

/** A transform of values and of their probabilities, reference counted. */
typedef struct ct_distribution_transform ct_distribution_transform;

/** Transforms that are applied one after the other, or to parts of a value; who takes the list holds
 * a reference to each. */
typedef struct ct_distribution_transforms {
	ct_distribution_transform *const *at;
	int64_t len;
} ct_distribution_transforms;

/** Makes a ct_distribution_transforms: `CT_DISTRIBUTION_TRANSFORMS(affine, exp)`. */
#define CT_DISTRIBUTION_TRANSFORMS(...)                                                 \
	((ct_distribution_transforms){                                                  \
		(ct_distribution_transform *const[]){ __VA_ARGS__ },                    \
		(int64_t)(sizeof((ct_distribution_transform *const[]){ __VA_ARGS__ }) / \
			  sizeof(ct_distribution_transform *)) })
/** No transforms: those of an identity. */
#define CT_NO_DISTRIBUTION_TRANSFORMS ((ct_distribution_transforms){ NULL, 0 })

/* --- Handles --------------------------------------------------------------------------------- */

/** Returns another handle on the same transform, new; NULL for NULL, and if there is no memory. */
CT_API ct_distribution_transform *ct_distribution_transform_retain(
	const ct_distribution_transform *self) CT_NOEXCEPT CT_NEW(ct_distribution_transform_free);
/** Releases a handle. One that a scope of this thread owns is taken out of the scope first. */
CT_API void ct_distribution_transform_free(ct_distribution_transform *self)
	CT_LOOKS_IN_SCOPES CT_NOEXCEPT;

/** Returns the name of its class, borrowed: "ExpTransform"; "_InverseTransform" for an inverse; NULL
 * for NULL. */
CT_API const char *ct_distribution_transform_class_name(const ct_distribution_transform *self)
	CT_NOEXCEPT CT_BORROWED;

/** Returns the text that Python's print() shows, new: "ExpTransform()". */
CT_API ct_error ct_distribution_transform_to_string(const ct_distribution_transform *self,
						    char **result) CT_RETURNS_ERROR;
/** Prints it and a newline; a NULL `stream` is stdout. */
CT_API ct_error ct_distribution_transform_print(const ct_distribution_transform *self,
						FILE *stream CT_NULLABLE)
	CT_TEXT(ct_distribution_transform_to_string) CT_RETURNS_ERROR;

/** Compares two transforms as Python's `==` does: those of most classes are equal if their
 * parameters are; CatTransform, CorrCholeskyTransform, CumulativeDistributionTransform,
 * IndependentTransform, ReshapeTransform and StackTransform are equal to themselves alone. */
CT_API ct_error ct_distribution_transform_equal(const ct_distribution_transform *self,
						const ct_distribution_transform *other,
						bool *result CT_NOT_NULL) CT_RETURNS_ERROR;

/* --- Use ------------------------------------------------------------------------------------- */

/** Computes y = f(x): Python's `transform(x)`.
 *
 * @param x       [..., event dimensions of the domain]
 * @param result  [..., event dimensions of the codomain], new; another handle on `x` if nothing
 *                changes, or on the cached result */
CT_API ct_error ct_distribution_transform_apply(const ct_distribution_transform *self,
						const ct_tensor *x,
						ct_tensor **result) CT_RETURNS_ERROR;

/** Returns the inverse, new: Python's `inv`. The inverse of an inverse is the first transform again,
 * and both share a cache. Each call returns another object, which is equal to those before. */
CT_API ct_error ct_distribution_transform_inverse(const ct_distribution_transform *self,
						  ct_distribution_transform **result CT_NOT_NULL)
	CT_RETURNS_ERROR;

/** Computes log |dy/dx| for x and y = f(x). A NotImplementedError of a transform that is not
 * bijective, and of matrices.
 *
 * @param input   x, [..., event dimensions of the domain]
 * @param output  y, the transform of x
 * @param result  without the event dimensions, new */
CT_API ct_error ct_distribution_transform_log_abs_det_jacobian(
	const ct_distribution_transform *self, const ct_tensor *input, const ct_tensor *output,
	ct_tensor **result) CT_RETURNS_ERROR;

/* --- Properties ------------------------------------------------------------------------------ */

/** Returns the constraint that inputs satisfy, new. */
CT_API ct_error ct_distribution_transform_domain(
	const ct_distribution_transform *self, ct_constraint **result CT_NOT_NULL) CT_RETURNS_ERROR;
/** Returns the constraint that results satisfy, new. */
CT_API ct_error ct_distribution_transform_codomain(
	const ct_distribution_transform *self, ct_constraint **result CT_NOT_NULL) CT_RETURNS_ERROR;

/** Returns the number of event dimensions, if domain and codomain have as many. A ValueError
 * otherwise. */
CT_API ct_error ct_distribution_transform_event_dim(const ct_distribution_transform *self,
						    int64_t *result CT_NOT_NULL) CT_RETURNS_ERROR;

/** Returns whether each result comes from one input alone; false for NULL. */
CT_API bool ct_distribution_transform_is_bijective(const ct_distribution_transform *self)
	CT_NOEXCEPT;

/** Returns the sign of the derivative of a bijective transform of numbers, new: an integer 1 or -1,
 * or a tensor if there are tensors among the parameters. A NotImplementedError of a transform of
 * vectors and of one that is not bijective. */
CT_API ct_error ct_distribution_transform_sign(const ct_distribution_transform *self,
					       ct_tensor **result) CT_RETURNS_ERROR;

/** Computes the shape of the result from that of the input. A ValueError for a shape that does not
 * fit.
 *
 * @param result  new: as many sizes as `result_len` says */
CT_API ct_error ct_distribution_transform_forward_shape(const ct_distribution_transform *self,
							ct_ints shape, int64_t **result,
							int64_t *result_len) CT_RETURNS_ERROR;
/** Computes the shape of the input from that of the result, as
 * ct_distribution_transform_forward_shape() does for the other direction. */
CT_API ct_error ct_distribution_transform_inverse_shape(const ct_distribution_transform *self,
							ct_ints shape, int64_t **result,
							int64_t *result_len) CT_RETURNS_ERROR;

/** Returns how many pairs it caches: 0 or 1; 0 for NULL. */
CT_API int64_t ct_distribution_transform_cache_size(const ct_distribution_transform *self)
	CT_NOEXCEPT;
/** Returns a transform with the same parameters that caches so many pairs, new: the same one if it
 * already does. A ValueError unless `cache_size` is 0 or 1. */
CT_API ct_error ct_distribution_transform_with_cache(
	const ct_distribution_transform *self, int64_t cache_size,
	ct_distribution_transform **result CT_NOT_NULL) CT_RETURNS_ERROR;

/* --- From unconstrained values to constrained ones ------------------------------------------- */

/** Returns a bijective transform from unconstrained numbers to values that satisfy the constraint,
 * new: Python's `biject_to(self)`. A NotImplementedError if there is none. */
CT_API ct_error ct_constraint_biject_to(
	const ct_constraint *self, ct_distribution_transform **result CT_NOT_NULL) CT_RETURNS_ERROR;
/** Returns a transform, which need not be bijective, for the optimization of constrained parameters,
 * new: Python's `transform_to(self)`. A NotImplementedError if there is none. */
CT_API ct_error ct_constraint_transform_to(
	const ct_constraint *self, ct_distribution_transform **result CT_NOT_NULL) CT_RETURNS_ERROR;

#ifdef __cplusplus
}
#endif

#endif
