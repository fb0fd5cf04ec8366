/*
 * ReshapeTransform, which gives events another shape.
 */
#include "core/base/name_of.h"
#include "distributions/transforms/class.h"
#include "nn/functional/raise.h"

typedef struct ct_distr_transform transform;

static int64_t product(ct_ints shape)
{
	int64_t all = 1;

	for (int64_t i = 0; i < shape.len; i++)
		all *= shape.at[i];
	return all;
}

static ct_error reshape_setup(void *args)
{
	const struct ct_args_distribution_transforms_ReshapeTransform_ *a = args;

	if (product(a->in_shape) == product(a->out_shape))
		return NULL;
	return CT_RAISED(CT_ERROR_VALUE, "in_shape, out_shape have different numbers of elements");
}

static void reshape_read(transform *t, const void *args)
{
	const struct ct_args_distribution_transforms_ReshapeTransform_ *a = args;

	t->in = a->in_shape;
	t->out = a->out_shape;
}

/* The sizes before those of an event, as Python's x.shape[:x.dim() - len(event)]. */
static ct_ints batch_of(const ct_tensor *x, ct_ints event)
{
	const ct_ints sizes = ct_sizes_of(x);
	const int64_t end = sizes.len - event.len;
	const int64_t from_end = end < 0 ? end + sizes.len : end;

	return CT_INTS_OF(sizes.at, from_end > 0 ? from_end : 0);
}

static ct_tensor *with_event(const ct_tensor *x, ct_ints before, ct_ints after)
{
	const struct ct_distr_shape shape = ct_distr_joined(batch_of(x, before), after);

	return CT_E(reshape, x, ct_distr_ints(&shape));
}

static ct_tensor *reshape_call(const transform *t, const ct_tensor *x)
{
	return with_event(x, t->in, t->out);
}

static ct_tensor *reshape_inverse(const transform *t, const ct_tensor *y)
{
	return with_event(y, t->out, t->in);
}

static ct_tensor *reshape_log_det(const transform *t, const ct_tensor *x, const ct_tensor *y)
{
	(void)y;
	return CT_E(zeros, batch_of(x, t->in), .dtype = ct_tensor_dtype(x),
		    .device = ct_tensor_device(x));
}

static void reshape_domain(const transform *t, struct ct_distr_constraint *result)
{
	*result = ct_distr_independent(&ct_distr_real, t->in.len);
}

static void reshape_codomain(const transform *t, struct ct_distr_constraint *result)
{
	*result = ct_distr_independent(&ct_distr_real, t->out.len);
}

/* Puts one event shape in place of another one at the end. */
static void replace(struct ct_distr_shape *shape, ct_ints before, ct_ints after)
{
	const int64_t cut = shape->len - before.len;
	const ct_ints end = { shape->at + (cut > 0 ? cut : 0), before.len };

	if (cut < 0)
		CT_FAIL(CT_ERROR_VALUE, "Too few dimensions on input");
	else if (!ct_nn_same_ints(end, before))
		CT_FAIL(CT_ERROR_VALUE,
			"Shape mismatch: expected torch.Size(%s) but got torch.Size(%s)",
			ct_nn_list_text(end).at, ct_nn_list_text(before).at);
	else
		*shape = ct_distr_joined(CT_INTS_OF(shape->at, cut), after);
}

static void reshape_forward_shape(const transform *t, struct ct_distr_shape *shape)
{
	replace(shape, t->in, t->out);
}

static void reshape_inverse_shape(const transform *t, struct ct_distr_shape *shape)
{
	replace(shape, t->out, t->in);
}

const struct ct_distribution_transform_code ct_distribution_transforms_ReshapeTransform_code = {
	.setup = reshape_setup,
	.read = reshape_read,
	.call = reshape_call,
	.inverse = reshape_inverse,
	.log_det = reshape_log_det,
	.find_domain = reshape_domain,
	.find_codomain = reshape_codomain,
	.bijective = true,
	.forward_shape = reshape_forward_shape,
	.inverse_shape = reshape_inverse_shape,
};
