/*
 * Transforms of transforms: one after the other, and with more dimensions in an event.
 */
#include "core/base/name_of.h"
#include "distributions/transforms/parts.h"

typedef struct ct_distr_transform transform;

bool ct_distr_parts_are_bijective(const transform *t)
{
	for (int64_t i = 0; i < t->parts.len; i++)
		if (!ct_distr_is_bijective(ct_distr_part(t, i)))
			return false;
	return true;
}

/* --- ComposeTransform ------------------------------------------------------------------------- */

static void compose_read(transform *t, const void *args)
{
	const struct ct_args_distribution_transforms_ComposeTransform_ *a = args;

	t->parts = a->parts;
}

static ct_tensor *compose_call(const transform *t, const ct_tensor *x)
{
	for (int64_t i = 0; i < t->parts.len; i++)
		x = ct_distr_forward(ct_distr_part(t, i), x);
	return (ct_tensor *)x;
}

static ct_tensor *compose_inverse(const transform *t, const ct_tensor *y)
{
	for (int64_t i = t->parts.len - 1; i >= 0; i--)
		y = ct_distr_backward(ct_distr_part(t, i), y);
	return (ct_tensor *)y;
}

/* The first part's, with as many dimensions of an event as any of the parts needs. */
static void compose_domain(const transform *t, struct ct_distr_constraint *result)
{
	int64_t dims;

	*result = ct_distr_real;
	if (t->parts.len == 0)
		return;
	dims = ct_distr_codomain_dim(ct_distr_part(t, t->parts.len - 1));
	for (int64_t i = t->parts.len - 1; i >= 0; i--)
		dims = ct_distr_dims_before(ct_distr_part(t, i), dims);
	ct_distr_find_domain(ct_distr_part(t, 0), result);
	ct_distr_widen(result, dims);
}

static void compose_codomain(const transform *t, struct ct_distr_constraint *result)
{
	int64_t dims;

	*result = ct_distr_real;
	if (t->parts.len == 0)
		return;
	dims = ct_distr_domain_dim(ct_distr_part(t, 0));
	for (int64_t i = 0; i < t->parts.len; i++)
		dims = ct_distr_dims_after(ct_distr_part(t, i), dims);
	ct_distr_find_codomain(ct_distr_part(t, t->parts.len - 1), result);
	ct_distr_widen(result, dims);
}

static ct_tensor *compose_log_det(const transform *t, const ct_tensor *x, const ct_tensor *y)
{
	int64_t dims = ct_distr_domain_dim(t);
	ct_tensor *sum = NULL;

	if (t->parts.len == 0)
		return CT_E(zeros_like, x);
	for (int64_t i = 0; i < t->parts.len; i++) {
		const transform *part = ct_distr_part(t, i);
		const bool is_last = i == t->parts.len - 1;
		const ct_tensor *next = is_last ? y : ct_distr_forward(part, x);
		ct_tensor *det = ct_distr_log_det(part, x, next);

		det = ct_distr_sum_rightmost(det, dims - ct_distr_domain_dim(part));
		dims += ct_distr_codomain_dim(part) - ct_distr_domain_dim(part);
		sum = sum ? CT_E(add, sum, det) : det;
		x = next;
	}
	return sum;
}

static struct ct_distr_bound compose_sign(const transform *t)
{
	struct ct_distr_bound sign = { .number = ct_scalar_int(1) };

	for (int64_t i = 0; i < t->parts.len; i++)
		sign = ct_distr_sign_product(sign, ct_distr_sign(ct_distr_part(t, i)));
	return sign;
}

static void compose_forward_shape(const transform *t, struct ct_distr_shape *shape)
{
	for (int64_t i = 0; i < t->parts.len; i++)
		ct_distr_forward_shape(ct_distr_part(t, i), shape);
}

static void compose_inverse_shape(const transform *t, struct ct_distr_shape *shape)
{
	for (int64_t i = t->parts.len - 1; i >= 0; i--)
		ct_distr_inverse_shape(ct_distr_part(t, i), shape);
}

static bool compose_equal(const transform *a, const transform *b)
{
	if (a->parts.len != b->parts.len)
		return false;
	for (int64_t i = 0; i < a->parts.len; i++)
		if (a->parts.at[i] != b->parts.at[i] &&
		    !ct_distr_same_transform(ct_distr_part(a, i), ct_distr_part(b, i)))
			return false;
	return true;
}

static void compose_print(const transform *t, struct ct_text *text)
{
	ct_text_add(text, "(\n    ");
	for (int64_t i = 0; i < t->parts.len; i++) {
		ct_text_add(text, i ? ",\n    " : "");
		ct_distr_transform_add(ct_distr_part(t, i), text);
	}
	ct_text_add(text, "\n)");
}

const struct ct_distribution_transform_code ct_distribution_transforms_ComposeTransform_code = {
	.read = compose_read,
	.call = compose_call,
	.inverse = compose_inverse,
	.log_det = compose_log_det,
	.find_domain = compose_domain,
	.find_codomain = compose_codomain,
	.is_bijective = ct_distr_parts_are_bijective,
	.sign = compose_sign,
	.forward_shape = compose_forward_shape,
	.inverse_shape = compose_inverse_shape,
	.equal = compose_equal,
	.print = compose_print,
	.is_composed = true,
};

/* --- IndependentTransform --------------------------------------------------------------------- */

static ct_error independent_setup(void *args)
{
	const struct ct_args_distribution_transforms_IndependentTransform_ *a = args;

	if (a->reinterpreted_batch_ndims >= 0)
		return NULL;
	return CT_RAISED(CT_ERROR_ASSERTION, "reinterpreted_batch_ndims must be >= 0, got %lld",
			 (long long)a->reinterpreted_batch_ndims);
}

static void independent_read(transform *t, const void *args)
{
	const struct ct_args_distribution_transforms_IndependentTransform_ *a = args;

	t->parts = (ct_distribution_transforms){
		(ct_distribution_transform *const *)&a->base_transform, 1
	};
	t->dim = a->reinterpreted_batch_ndims;
}

/* What the base has, with more dimensions. */
static void independent_domain(const transform *t, struct ct_distr_constraint *result)
{
	ct_distr_find_domain(ct_distr_part(t, 0), result);
	ct_distr_wrap(result, t->dim);
}

static void independent_codomain(const transform *t, struct ct_distr_constraint *result)
{
	ct_distr_find_codomain(ct_distr_part(t, 0), result);
	ct_distr_wrap(result, t->dim);
}

static bool has_dims(const ct_tensor *x, int64_t dims)
{
	if (ct_tensor_dim(x) >= dims)
		return true;
	CT_FAIL(CT_ERROR_VALUE, "Too few dimensions on input");
	return false;
}

static ct_tensor *independent_call(const transform *t, const ct_tensor *x)
{
	const transform *base = ct_distr_part(t, 0);

	return has_dims(x, ct_distr_domain_dim(base) + t->dim) ? ct_distr_forward(base, x) : NULL;
}

static ct_tensor *independent_inverse(const transform *t, const ct_tensor *y)
{
	const transform *base = ct_distr_part(t, 0);

	return has_dims(y, ct_distr_codomain_dim(base) + t->dim) ? ct_distr_backward(base, y)
								 : NULL;
}

static ct_tensor *independent_log_det(const transform *t, const ct_tensor *x, const ct_tensor *y)
{
	return ct_distr_sum_rightmost(ct_distr_log_det(ct_distr_part(t, 0), x, y), t->dim);
}

static struct ct_distr_bound independent_sign(const transform *t)
{
	return ct_distr_sign(ct_distr_part(t, 0));
}

static void independent_print(const transform *t, struct ct_text *text)
{
	ct_text_add(text, "(");
	ct_distr_transform_add(ct_distr_part(t, 0), text);
	ct_text_addf(text, ", %lld)", (long long)t->dim);
}

const struct ct_distribution_transform_code ct_distribution_transforms_IndependentTransform_code = {
	.setup = independent_setup,
	.read = independent_read,
	.call = independent_call,
	.inverse = independent_inverse,
	.log_det = independent_log_det,
	.find_domain = independent_domain,
	.find_codomain = independent_codomain,
	.is_bijective = ct_distr_parts_are_bijective,
	.sign = independent_sign,
	.forward_shape = compose_forward_shape,
	.inverse_shape = compose_inverse_shape,
	.print = independent_print,
};
