/*
 * Inside the library: transforms as values. The classes of distributions that are functions of
 * another one describe their steps by them without any object (families/transformed.h); an object of
 * the program's has one that borrows from its arguments (transforms/class.h).
 *
 * The functions are parts of expressions, as those of distributions (base/class.h).
 */
#ifndef CT_DISTRIBUTIONS_TRANSFORMS_TRANSFORM_H
#define CT_DISTRIBUTIONS_TRANSFORMS_TRANSFORM_H

#include <ctorch/distributions/transform.h>

#include "distributions/base/constraint.h"
#include "distributions/base/shape.h"

struct ct_distribution_transform_code;
struct ct_distr_cache;

/* What each class keeps of its arguments, in the fields that it needs. */
struct ct_distr_transform {
	const struct ct_distribution_transform_code *code;
	bool is_inverse;                  /* apply is inverse, and the other way round */
	struct ct_distr_bound a;          /* loc; exponent */
	struct ct_distr_bound b;          /* scale */
	ct_distribution_transforms parts; /* what is composed, or applied to slices; the base */
	const ct_distribution *distribution;
	ct_ints in, out; /* shapes of Reshape; `in` has the lengths of Cat */
	int64_t dim;     /* event_dim; reinterpreted_batch_ndims; the dimension that is split */
	struct ct_distr_cache *cache; /* NULL: nothing is cached */
	const void *origin;           /* the object, or the one whose inverse it is; NULL: none */
};

/* One of Python's transforms without an object: `CT_DISTR_TRANSFORM(Exp, .is_inverse = true)`. */
#define CT_DISTR_TRANSFORM(...) CT_DISTR_TRANSFORM_(__VA_ARGS__, )
#define CT_DISTR_TRANSFORM_(name, ...) \
	((struct ct_distr_transform){ .code = CT_DISTR_CODE(name), __VA_ARGS__ })
#define CT_DISTR_CODE(name) &ct_distribution_transforms_##name##Transform_code

extern const struct ct_distribution_transform_code ct_distribution_transforms_AbsTransform_code;
extern const struct ct_distribution_transform_code ct_distribution_transforms_AffineTransform_code;
extern const struct ct_distribution_transform_code ct_distribution_transforms_ExpTransform_code;
extern const struct ct_distribution_transform_code ct_distribution_transforms_PowerTransform_code;
extern const struct ct_distribution_transform_code ct_distribution_transforms_SigmoidTransform_code;
extern const struct ct_distribution_transform_code
	ct_distribution_transforms_StickBreakingTransform_code;

/* --- apply.c ---------------------------------------------------------------------------------- */

/* y = f(x), and its inverse: x = f^-1(y). The result may be the argument itself. */
ct_tensor *ct_distr_forward(const struct ct_distr_transform *self, const ct_tensor *x);
ct_tensor *ct_distr_backward(const struct ct_distr_transform *self, const ct_tensor *y);

/* log |dy/dx| */
ct_tensor *ct_distr_log_det(const struct ct_distr_transform *self, const ct_tensor *x,
			    const ct_tensor *y);

/* --- facts.c ---------------------------------------------------------------------------------- */

/* Domain and codomain; what they point to is borrowed or belongs to the scope. */
void ct_distr_find_domain(const struct ct_distr_transform *self,
			  struct ct_distr_constraint *result);
void ct_distr_find_codomain(const struct ct_distr_transform *self,
			    struct ct_distr_constraint *result);

/* The dimensions of their events. */
int64_t ct_distr_domain_dim(const struct ct_distr_transform *self);
int64_t ct_distr_codomain_dim(const struct ct_distr_transform *self);

/* Dimensions of an event that a transform among others needs before it, where those after it need
 * `dims`; and after it, where those before it make `dims`. */
int64_t ct_distr_dims_before(const struct ct_distr_transform *self, int64_t dims);
int64_t ct_distr_dims_after(const struct ct_distr_transform *self, int64_t dims);

/* event_dim: an error waits if these differ. */
int64_t ct_distr_transform_dim(const struct ct_distr_transform *self);

bool ct_distr_is_bijective(const struct ct_distr_transform *self);

/* The sign of the derivative: an int or a tensor. */
struct ct_distr_bound ct_distr_sign(const struct ct_distr_transform *self);

/* The product of two of them. */
struct ct_distr_bound ct_distr_sign_product(struct ct_distr_bound a, struct ct_distr_bound b);

/* The shape of the result for one of the argument, in place; and back. An error waits. */
void ct_distr_forward_shape(const struct ct_distr_transform *self, struct ct_distr_shape *shape);
void ct_distr_inverse_shape(const struct ct_distr_transform *self, struct ct_distr_shape *shape);

/* Python's `a == b`. */
bool ct_distr_same_transform(const struct ct_distr_transform *a,
			     const struct ct_distr_transform *b);

/* Python's repr(). */
void ct_distr_transform_add(const struct ct_distr_transform *self, struct ct_text *text);

#endif
