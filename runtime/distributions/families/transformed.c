/*
 * What TransformedDistribution does, for this class and those that are such distributions.
 */
#include "core/base/name_of.h"
#include "core/base/no_memory.h"
#include "core/memory/given.h"
#include "distributions/families/transformed.h"
#include "distributions/transforms/class.h"
#include "nn/functional/raise.h"

typedef struct ct_distr_transform transform;

/* --- steps ------------------------------------------------------------------------------------ */

struct steps {
	const transform *at;
	int64_t len;
};

/* Those of the object, copied to the scope. */
static struct steps own_steps(const ct_distribution *self)
{
	transform *all = ct_given_array(self->transforms_len, sizeof *all);

	if (all == NULL) {
		CT_DO(ct_no_memory(NULL, "for transforms"));
		return (struct steps){ NULL, 0 };
	}
	for (int64_t i = 0; i < self->transforms_len; i++)
		all[i] = self->transforms[i]->of;
	return (struct steps){ all, self->transforms_len };
}

/* Those of the class in `room`, or else of the object. */
static struct steps find_steps(const ct_distribution *self, transform *room)
{
	if (self->klass->code->steps == NULL)
		return own_steps(self);
	return (struct steps){ room, self->klass->code->steps(self, room) };
}

/* --- shapes ----------------------------------------------------------------------------------- */

void ct_distr_set_base(ct_distribution *self, const ct_distribution *base)
{
	if (base == NULL)
		return;
	ct_distr_set_part(self, 0, base);
	ct_distr_set_shapes(self, CT_INTS_OF(base->shape, base->batch_len + base->event_len),
			    base->event_len);
}

/* The dimensions of events of all steps together, as those of a ComposeTransform. */
static int64_t domain_dim_of(struct steps steps)
{
	int64_t dims = steps.len ? ct_distr_codomain_dim(&steps.at[steps.len - 1]) : 0;

	for (int64_t i = steps.len - 1; i >= 0; i--)
		dims = ct_distr_dims_before(&steps.at[i], dims);
	return dims;
}

static int64_t codomain_dim_of(struct steps steps)
{
	int64_t dims = steps.len ? ct_distr_domain_dim(&steps.at[0]) : 0;

	for (int64_t i = 0; i < steps.len; i++)
		dims = ct_distr_dims_after(&steps.at[i], dims);
	return dims;
}

static void forward_shape(struct steps steps, struct ct_distr_shape *shape)
{
	for (int64_t i = 0; i < steps.len; i++)
		ct_distr_forward_shape(&steps.at[i], shape);
}

static void inverse_shape(struct steps steps, struct ct_distr_shape *shape)
{
	for (int64_t i = steps.len - 1; i >= 0; i--)
		ct_distr_inverse_shape(&steps.at[i], shape);
}

/* Expanded to what the transforms broadcast to, and with events of the dimensions that they need. */
static const ct_distribution *base_for(const ct_distribution *base, int64_t domain_dim,
				       const struct ct_distr_shape *wanted)
{
	const ct_ints given = { base->shape, base->batch_len + base->event_len };
	const int64_t more = domain_dim - base->event_len;

	if (!ct_nn_same_ints(given, ct_distr_ints(wanted)))
		base = ct_distr_expand(base, CT_INTS_OF(wanted->at, wanted->len - base->event_len));
	return more > 0 && base ? CT_DISTRIBUTION(Independent, base, more) : base;
}

ct_error ct_distr_set_up_transformed(ct_distribution *self, const ct_distribution *base)
{
	const ct_ints given = { base ? base->shape : NULL,
				base ? base->batch_len + base->event_len : 0 };
	transform room[CT_DISTR_STEPS];
	struct ct_distr_shape forward, back;
	int64_t domain_dim, event_dim;
	struct steps steps;

	CT_TRY(CT_DONE());
	steps = find_steps(self, room);
	domain_dim = domain_dim_of(steps);
	if (given.len < domain_dim)
		return CT_RAISED(CT_ERROR_VALUE,
				 "base_distribution needs to have shape with size at least %lld, "
				 "but got torch.Size(%s).",
				 (long long)domain_dim, ct_nn_list_text(given).at);
	forward = back = ct_distr_joined(given, CT_L());
	forward_shape(steps, &forward);
	back = forward;
	inverse_shape(steps, &back);
	CT_TRY(CT_DONE());
	event_dim = codomain_dim_of(steps);
	if (base->event_len > domain_dim)
		event_dim += base->event_len - domain_dim;
	if (forward.len < event_dim)
		return CT_RAISED(CT_ERROR_ASSERTION,
				 "forward_shape length %lld must be >= event_dim %lld",
				 (long long)forward.len, (long long)event_dim);
	base = base_for(base, domain_dim, &back);
	CT_TRY(CT_DONE());
	ct_distr_set_part(self, 0, base);
	ct_distr_set_shapes(self, ct_distr_ints(&forward), event_dim);
	return NULL;
}

void ct_distr_expand_with_base(const ct_distribution *self, ct_distribution *result)
{
	ct_distr_expand_parameters(self, result);
	ct_distr_set_part(result, 0, ct_distr_expand(self->parts[0], ct_distr_batch(result)));
}

void ct_distr_transformed_expand(const ct_distribution *self, ct_distribution *result)
{
	const ct_distribution *base = self->parts[0];
	struct ct_distr_shape shape = ct_distr_joined(ct_distr_batch(result),
						      ct_distr_event(result));
	transform room[CT_DISTR_STEPS];

	if (self->transforms &&
	    !ct_distr_share_transforms(result, self->transforms, self->transforms_len))
		return;
	inverse_shape(find_steps(self, room), &shape);
	shape.len -= base->event_len;
	ct_distr_set_part(result, 0, ct_distr_expand(base, ct_distr_ints(&shape)));
}

ct_error ct_distr_transformed_support(const ct_distribution *self,
				      struct ct_distr_constraint *result)
{
	transform room[CT_DISTR_STEPS];
	const struct steps steps = find_steps(self, room);

	if (steps.len == 0)
		return ct_distr_find_support(self->parts[0], result);
	ct_distr_find_codomain(&steps.at[steps.len - 1], result);
	ct_distr_widen(result, self->event_len);
	return CT_DONE();
}

/* --- samples and probabilities ---------------------------------------------------------------- */

static ct_tensor *apply_steps(struct steps steps, ct_tensor *x)
{
	for (int64_t i = 0; i < steps.len; i++)
		x = ct_distr_forward(&steps.at[i], x);
	return x;
}

ct_tensor *ct_distr_transformed_sample(const ct_distribution *self, ct_ints sample_shape)
{
	transform room[CT_DISTR_STEPS];

	return apply_steps(find_steps(self, room), ct_distr_sample(self->parts[0], sample_shape));
}

ct_tensor *ct_distr_transformed_rsample(const ct_distribution *self, ct_ints sample_shape)
{
	transform room[CT_DISTR_STEPS];

	return apply_steps(find_steps(self, room), ct_distr_rsample(self->parts[0], sample_shape));
}

ct_tensor *ct_distr_transformed_log_prob(const ct_distribution *self, const ct_tensor *value)
{
	const ct_distribution *base = self->parts[0];
	int64_t event_dim = self->event_len;
	ct_tensor *log_prob = NULL, *of_base;
	transform room[CT_DISTR_STEPS];
	struct steps steps;

	ct_distr_check_value(self, value);
	steps = find_steps(self, room);
	for (int64_t i = steps.len - 1; i >= 0; i--) {
		const transform *step = &steps.at[i];
		const ct_tensor *x = ct_distr_backward(step, value);
		const int64_t domain_dim = ct_distr_domain_dim(step);
		ct_tensor *det = ct_distr_log_det(step, x, value);

		event_dim += domain_dim - ct_distr_codomain_dim(step);
		det = ct_distr_sum_rightmost(det, event_dim - domain_dim);
		log_prob = log_prob ? CT_E(sub, log_prob, det) : CT_E(rsub_Scalar, det, 0.0);
		value = x;
	}
	of_base = ct_distr_sum_rightmost(ct_distr_log_prob(base, value),
					 event_dim - base->event_len);
	return log_prob ? CT_E(add, log_prob, of_base) : CT_E(add, of_base, 0.0);
}

/* value -> 1 - value where the steps together fall. */
static ct_tensor *monotonized(const ct_tensor *value, struct steps steps)
{
	struct ct_distr_bound sign = ct_distr_number(1);
	ct_tensor *centered;

	for (int64_t i = 0; i < steps.len; i++)
		sign = ct_distr_sign_product(sign, ct_distr_sign(&steps.at[i]));
	if (sign.tensor == NULL && sign.number.i == 1)
		return (ct_tensor *)value;
	centered = CT_E(sub, value, 0.5);
	centered = sign.tensor ? CT_E(mul, sign.tensor, centered)
			       : CT_E(mul, centered, sign.number);
	return CT_E(add, centered, 0.5);
}

ct_tensor *ct_distr_transformed_cdf(const ct_distribution *self, const ct_tensor *value)
{
	const ct_distribution *base = self->parts[0];
	transform room[CT_DISTR_STEPS];
	const struct steps steps = find_steps(self, room);

	for (int64_t i = steps.len - 1; i >= 0; i--)
		value = ct_distr_backward(&steps.at[i], value);
	if (self->validates)
		ct_distr_require_value(base, value);
	return monotonized(ct_distr_cdf(base, value), steps);
}

ct_tensor *ct_distr_transformed_icdf(const ct_distribution *self, const ct_tensor *value)
{
	transform room[CT_DISTR_STEPS];
	const struct steps steps = find_steps(self, room);

	return apply_steps(steps, ct_distr_icdf(self->parts[0], monotonized(value, steps)));
}

bool ct_distr_same_steps(const ct_distribution *p, const ct_distribution *q)
{
	transform of_p[CT_DISTR_STEPS], of_q[CT_DISTR_STEPS];
	const struct steps a = find_steps(p, of_p), b = find_steps(q, of_q);
	bool same = a.len == b.len;

	for (int64_t i = 0; same && i < a.len; i++)
		same = (a.at[i].origin && a.at[i].origin == b.at[i].origin &&
			a.at[i].is_inverse == b.at[i].is_inverse) ||
		       ct_distr_same_transform(&a.at[i], &b.at[i]);
	return same;
}

/* --- the class -------------------------------------------------------------------------------- */

static ct_error transformed_setup(ct_distribution *self, const void *args)
{
	const struct ct_args_distributions_TransformedDistribution_ *a = args;

	CT_TRY(ct_distr_transforms_check(a->transforms, self->klass->of.name, 2, "transforms"));
	if (!ct_distr_share_transforms(self, a->transforms.at, a->transforms.len))
		return NULL;
	return ct_distr_set_up_transformed(self, a->base_distribution);
}

static bool transformed_has_rsample(const ct_distribution *self)
{
	return ct_distr_has_rsample(self->parts[0]);
}

const struct ct_distribution_code ct_distributions_TransformedDistribution_code = {
	.python = "torch.distributions.transformed_distribution.TransformedDistribution",
	.setup = transformed_setup,
	.expand = ct_distr_transformed_expand,
	.has_base = true,
	.has_rsample = transformed_has_rsample,
	CT_DISTR_TRANSFORMED_FUNCTIONS,
	.find_support = ct_distr_transformed_support,
};
