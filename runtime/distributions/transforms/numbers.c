/*
 * Transforms of numbers.
 */
#include <math.h>

#include "distributions/transforms/class.h"

typedef struct ct_distr_transform transform;

/* --- ExpTransform ----------------------------------------------------------------------------- */

static ct_tensor *exp_call(const transform *t, const ct_tensor *x)
{
	(void)t;
	return CT_E(exp, x);
}

static ct_tensor *exp_inverse(const transform *t, const ct_tensor *y)
{
	(void)t;
	return CT_E(log, y);
}

static ct_tensor *exp_log_det(const transform *t, const ct_tensor *x, const ct_tensor *y)
{
	(void)t;
	(void)y;
	return (ct_tensor *)x;
}

const struct ct_distribution_transform_code ct_distribution_transforms_ExpTransform_code = {
	.call = exp_call,
	.inverse = exp_inverse,
	.log_det = exp_log_det,
	.domain = &ct_distr_real,
	.codomain = &ct_distr_positive,
	.bijective = true,
	.rises = true,
	.equal = ct_distr_always_equal,
};

/* --- AffineTransform -------------------------------------------------------------------------- */

static void affine_read(transform *t, const void *args)
{
	const struct ct_args_distribution_transforms_AffineTransform_ *a = args;

	t->a = ct_distr_bound_of(a->loc);
	t->b = ct_distr_bound_of(a->scale);
	t->dim = a->event_dim;
}

static ct_tensor *affine_call(const transform *t, const ct_tensor *x)
{
	x = t->b.tensor ? CT_E(mul, t->b.tensor, x) : CT_E(mul, x, t->b.number);
	return t->a.tensor ? CT_E(add, t->a.tensor, x) : CT_E(add, x, t->a.number);
}

static ct_tensor *affine_inverse(const transform *t, const ct_tensor *y)
{
	y = t->a.tensor ? CT_E(sub, y, t->a.tensor) : CT_E(sub, y, t->a.number);
	return t->b.tensor ? CT_E(div, y, t->b.tensor) : CT_E(div, y, t->b.number);
}

/* The sizes without the last `dims`, as in Python of fewer, too. */
static ct_ints batch_sizes(ct_ints sizes, int64_t dims)
{
	return CT_INTS_OF(sizes.at, sizes.len > dims ? sizes.len - dims : 0);
}

static ct_tensor *affine_log_det(const transform *t, const ct_tensor *x, const ct_tensor *y)
{
	ct_tensor *result;
	struct ct_distr_shape flat;

	(void)y;
	if (t->b.tensor)
		result = CT_E(log, CT_E(abs, t->b.tensor));
	else
		result = CT_E(full_like, x, log(fabs(ct_distr_number_of(&t->b))));
	if (t->dim == 0)
		return t->b.tensor ? CT_E(expand, result, ct_sizes_of(x)) : result;
	flat = ct_distr_joined(batch_sizes(ct_sizes_of(result), t->dim), CT_L(-1));
	result = CT_E(sum_dim_IntList, CT_E(view, result, ct_distr_ints(&flat)), CT_L(-1));
	return CT_E(expand, result, batch_sizes(ct_sizes_of(x), t->dim));
}

static void affine_domain(const transform *t, struct ct_distr_constraint *result)
{
	*result = ct_distr_real;
	if (t->dim)
		*result = ct_distr_independent(&ct_distr_real, t->dim);
}

static int64_t affine_event_dim(const transform *t)
{
	return t->dim;
}

static struct ct_distr_bound affine_sign(const transform *t)
{
	const double number = t->b.tensor ? 0 : ct_distr_number_of(&t->b);

	if (t->b.tensor)
		return (struct ct_distr_bound){ .tensor = CT_E(sign, t->b.tensor) };
	return (struct ct_distr_bound){ .number = ct_scalar_int((number > 0) - (number < 0)) };
}

static void broadcast(struct ct_distr_shape *shape, const struct ct_distr_bound *bound, int index)
{
	const struct ct_distr_shape before = *shape;

	if (bound->tensor)
		CT_DO(ct_distr_broadcast_shape(ct_distr_ints(&before), ct_sizes_of(bound->tensor),
					       index, shape));
}

static void affine_shape(const transform *t, struct ct_distr_shape *shape)
{
	broadcast(shape, &t->a, 1);
	broadcast(shape, &t->b, 2);
}

static bool same_bound(const struct ct_distr_bound *a, const struct ct_distr_bound *b)
{
	const ct_tensor *same;

	if (a->tensor == NULL && b->tensor == NULL)
		return ct_distr_number_of(a) == ct_distr_number_of(b);
	if (a->tensor == NULL || b->tensor == NULL)
		same = a->tensor ? CT_E(eq_Scalar, a->tensor, b->number)
				 : CT_E(eq_Scalar, b->tensor, a->number);
	else
		same = CT_E(eq_Tensor, a->tensor, b->tensor);
	return CT_ITEM(CT_E(all, same)) != 0;
}

static bool affine_equal(const transform *a, const transform *b)
{
	return same_bound(&a->a, &b->a) && same_bound(&a->b, &b->b);
}

const struct ct_distribution_transform_code ct_distribution_transforms_AffineTransform_code = {
	.read = affine_read,
	.call = affine_call,
	.inverse = affine_inverse,
	.log_det = affine_log_det,
	.find_domain = affine_domain,
	.find_codomain = affine_domain,
	.event_dim = affine_event_dim,
	.bijective = true,
	.sign = affine_sign,
	.forward_shape = affine_shape,
	.inverse_shape = affine_shape,
	.equal = affine_equal,
};

/* --- PowerTransform --------------------------------------------------------------------------- */

static ct_error power_setup(void *args)
{
	struct ct_args_distribution_transforms_PowerTransform_ *a = args;

	ct_distr_broadcast(1, &a->exponent, &a->exponent);
	return NULL;
}

static void power_read(transform *t, const void *args)
{
	const struct ct_args_distribution_transforms_PowerTransform_ *a = args;

	t->a.tensor = a->exponent;
}

static ct_tensor *power_call(const transform *t, const ct_tensor *x)
{
	return CT_E(pow_Tensor_Tensor, x, t->a.tensor);
}

static ct_tensor *power_inverse(const transform *t, const ct_tensor *y)
{
	return CT_E(pow_Tensor_Tensor, y, CT_E(reciprocal, t->a.tensor));
}

static ct_tensor *power_log_det(const transform *t, const ct_tensor *x, const ct_tensor *y)
{
	return CT_E(log, CT_E(abs, CT_E(div, CT_E(mul, t->a.tensor, y), x)));
}

static struct ct_distr_bound power_sign(const transform *t)
{
	return (struct ct_distr_bound){ .tensor = CT_E(sign, t->a.tensor) };
}

static void power_shape(const transform *t, struct ct_distr_shape *shape)
{
	broadcast(shape, &t->a, 1);
}

static bool power_equal(const transform *a, const transform *b)
{
	return same_bound(&a->a, &b->a);
}

const struct ct_distribution_transform_code ct_distribution_transforms_PowerTransform_code = {
	.setup = power_setup,
	.read = power_read,
	.call = power_call,
	.inverse = power_inverse,
	.log_det = power_log_det,
	.domain = &ct_distr_positive,
	.codomain = &ct_distr_positive,
	.bijective = true,
	.sign = power_sign,
	.forward_shape = power_shape,
	.inverse_shape = power_shape,
	.equal = power_equal,
};

/* --- AbsTransform ----------------------------------------------------------------------------- */

static ct_tensor *abs_call(const transform *t, const ct_tensor *x)
{
	(void)t;
	return CT_E(abs, x);
}

static ct_tensor *abs_inverse(const transform *t, const ct_tensor *y)
{
	(void)t;
	return (ct_tensor *)y;
}

const struct ct_distribution_transform_code ct_distribution_transforms_AbsTransform_code = {
	.call = abs_call,
	.inverse = abs_inverse,
	.domain = &ct_distr_real,
	.codomain = &ct_distr_positive,
	.equal = ct_distr_always_equal,
};

/* --- SigmoidTransform ------------------------------------------------------------------------- */

static ct_tensor *sigmoid_call(const transform *t, const ct_tensor *x)
{
	(void)t;
	return ct_distr_clipped(CT_E(sigmoid, x));
}

static ct_tensor *sigmoid_inverse(const transform *t, const ct_tensor *y)
{
	(void)t;
	y = ct_distr_clipped(y);
	return CT_E(sub, CT_E(log, y), CT_E(log1p, CT_E(neg, y)));
}

static ct_tensor *sigmoid_log_det(const transform *t, const ct_tensor *x, const ct_tensor *y)
{
	(void)t;
	(void)y;
	return CT_E(sub, CT_E(neg, CT_E(softplus, CT_E(neg, x))), CT_E(softplus, x));
}

const struct ct_distribution_transform_code ct_distribution_transforms_SigmoidTransform_code = {
	.call = sigmoid_call,
	.inverse = sigmoid_inverse,
	.log_det = sigmoid_log_det,
	.domain = &ct_distr_real,
	.codomain = &ct_distr_unit_interval,
	.bijective = true,
	.rises = true,
	.equal = ct_distr_always_equal,
};

/* --- SoftplusTransform ------------------------------------------------------------------------ */

static ct_tensor *softplus_call(const transform *t, const ct_tensor *x)
{
	(void)t;
	return CT_E(softplus, x);
}

static ct_tensor *softplus_inverse(const transform *t, const ct_tensor *y)
{
	(void)t;
	return CT_E(add, CT_E(log, CT_E(neg, CT_E(expm1, CT_E(neg, y)))), y);
}

static ct_tensor *softplus_log_det(const transform *t, const ct_tensor *x, const ct_tensor *y)
{
	(void)t;
	(void)y;
	return CT_E(neg, CT_E(softplus, CT_E(neg, x)));
}

const struct ct_distribution_transform_code ct_distribution_transforms_SoftplusTransform_code = {
	.call = softplus_call,
	.inverse = softplus_inverse,
	.log_det = softplus_log_det,
	.domain = &ct_distr_real,
	.codomain = &ct_distr_positive,
	.bijective = true,
	.rises = true,
	.equal = ct_distr_always_equal,
};

/* --- TanhTransform ---------------------------------------------------------------------------- */

static const struct ct_distr_constraint between_minus_one_and_one = {
	.kind = CT_DISTR_INTERVAL,
	.lower = { .number = { CT_SCALAR_FLOAT, 0, -1, 0 } },
	.upper = { .number = { CT_SCALAR_FLOAT, 0, 1, 0 } },
};

static ct_tensor *tanh_call(const transform *t, const ct_tensor *x)
{
	(void)t;
	return CT_E(tanh, x);
}

static ct_tensor *tanh_inverse(const transform *t, const ct_tensor *y)
{
	(void)t;
	return CT_E(atanh, y);
}

static ct_tensor *tanh_log_det(const transform *t, const ct_tensor *x, const ct_tensor *y)
{
	const ct_tensor *sum = CT_E(rsub_Scalar, x, log(2.0));

	(void)t;
	(void)y;
	return CT_E(mul, CT_E(sub, sum, CT_E(softplus, CT_E(mul, x, -2.0))), 2.0);
}

const struct ct_distribution_transform_code ct_distribution_transforms_TanhTransform_code = {
	.call = tanh_call,
	.inverse = tanh_inverse,
	.log_det = tanh_log_det,
	.domain = &ct_distr_real,
	.codomain = &between_minus_one_and_one,
	.bijective = true,
	.rises = true,
	.equal = ct_distr_always_equal,
};
