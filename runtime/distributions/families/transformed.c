/*
 * Steps, and what TransformedDistribution does with them.
 */
#include <math.h>

#include "distributions/families/transformed.h"

typedef struct ct_distr_step step;

/* --- the transforms --------------------------------------------------------------------------- */

static ct_tensor *exp_call(const step *s, const ct_tensor *x)
{
	(void)s;
	return CT_E(exp, x);
}

static ct_tensor *exp_inverse(const step *s, const ct_tensor *y)
{
	(void)s;
	return CT_E(log, y);
}

static ct_tensor *exp_log_det(const step *s, const ct_tensor *x, const ct_tensor *y)
{
	(void)s;
	(void)y;
	return (ct_tensor *)x;
}

static ct_tensor *affine_call(const step *s, const ct_tensor *x)
{
	x = s->b.tensor ? CT_E(mul, s->b.tensor, x) : CT_E(mul, x, s->b.number);
	return s->a.tensor ? CT_E(add, s->a.tensor, x) : CT_E(add, x, s->a.number);
}

static ct_tensor *affine_inverse(const step *s, const ct_tensor *y)
{
	y = s->a.tensor ? CT_E(sub, y, s->a.tensor) : CT_E(sub, y, s->a.number);
	return s->b.tensor ? CT_E(div, y, s->b.tensor) : CT_E(div, y, s->b.number);
}

static ct_tensor *affine_log_det(const step *s, const ct_tensor *x, const ct_tensor *y)
{
	(void)y;
	if (s->b.tensor == NULL)
		return CT_E(full_like, x, log(fabs((double)s->b.number.i)));
	return CT_E(expand, CT_E(log, CT_E(abs, s->b.tensor)), ct_sizes_of(x));
}

static ct_tensor *power_call(const step *s, const ct_tensor *x)
{
	return CT_E(pow_Tensor_Tensor, x, s->a.tensor);
}

static ct_tensor *power_inverse(const step *s, const ct_tensor *y)
{
	return CT_E(pow_Tensor_Tensor, y, CT_E(reciprocal, s->a.tensor));
}

static ct_tensor *power_log_det(const step *s, const ct_tensor *x, const ct_tensor *y)
{
	return CT_E(log, CT_E(abs, CT_E(div, CT_E(mul, s->a.tensor, y), x)));
}

static ct_tensor *abs_call(const step *s, const ct_tensor *x)
{
	(void)s;
	return CT_E(abs, x);
}

static ct_tensor *abs_inverse(const step *s, const ct_tensor *y)
{
	(void)s;
	return (ct_tensor *)y;
}

/* ORDER STEP. The functions of AbsTransform alone are not asked for a determinant. */
static const struct {
	ct_tensor *(*call)(const step *s, const ct_tensor *x);
	ct_tensor *(*inverse)(const step *s, const ct_tensor *y);
	ct_tensor *(*log_det)(const step *s, const ct_tensor *x, const ct_tensor *y);
} kinds[] = {
	[CT_DISTR_EXP] = { exp_call, exp_inverse, exp_log_det },
	[CT_DISTR_AFFINE] = { affine_call, affine_inverse, affine_log_det },
	[CT_DISTR_POWER] = { power_call, power_inverse, power_log_det },
	[CT_DISTR_ABS] = { abs_call, abs_inverse, NULL },
};

static ct_tensor *forward(const step *s, const ct_tensor *x)
{
	return (s->is_inverse ? kinds[s->kind].inverse : kinds[s->kind].call)(s, x);
}

static ct_tensor *backward(const step *s, const ct_tensor *y)
{
	return (s->is_inverse ? kinds[s->kind].call : kinds[s->kind].inverse)(s, y);
}

static ct_tensor *log_det(const step *s, const ct_tensor *x, const ct_tensor *y)
{
	return s->is_inverse ? CT_E(neg, kinds[s->kind].log_det(s, y, x))
			     : kinds[s->kind].log_det(s, x, y);
}

/* The sign of the derivative; NULL: it is 1 everywhere. */
static ct_tensor *sign_of(const step *s)
{
	if (s->kind == CT_DISTR_POWER)
		return CT_E(sign, s->a.tensor);
	return s->kind == CT_DISTR_AFFINE && s->b.tensor ? CT_E(sign, s->b.tensor) : NULL;
}

static bool same_bound(const struct ct_distr_bound *a, const struct ct_distr_bound *b)
{
	const ct_tensor *same;

	if (a->tensor == NULL && b->tensor == NULL)
		return a->number.i == b->number.i;
	if (a->tensor == NULL || b->tensor == NULL)
		same = a->tensor ? CT_E(eq_Scalar, a->tensor, b->number)
				 : CT_E(eq_Scalar, b->tensor, a->number);
	else
		same = CT_E(eq_Tensor, a->tensor, b->tensor);
	return CT_ITEM(CT_E(all, same)) != 0;
}

/* --- the distribution ------------------------------------------------------------------------- */

void ct_distr_set_base(ct_distribution *self, const ct_distribution *base)
{
	if (base == NULL)
		return;
	ct_distr_set_part(self, 0, base);
	ct_distr_set_shapes(self, CT_INTS_OF(base->shape, base->batch_len + base->event_len),
			    base->event_len);
}

void ct_distr_expand_with_base(const ct_distribution *self, ct_distribution *result)
{
	ct_distr_expand_parameters(self, result);
	ct_distr_set_part(result, 0, ct_distr_expand(self->parts[0], ct_distr_batch(result)));
}

static int find_steps(const ct_distribution *self, struct ct_distr_step *result)
{
	return self->klass->code->steps(self, result);
}

static ct_tensor *apply_steps(const ct_distribution *self, ct_tensor *x)
{
	struct ct_distr_step all[CT_DISTR_STEPS];
	const int count = find_steps(self, all);

	for (int i = 0; i < count; i++)
		x = forward(&all[i], x);
	return x;
}

ct_tensor *ct_distr_transformed_sample(const ct_distribution *self, ct_ints sample_shape)
{
	return apply_steps(self, ct_distr_sample(self->parts[0], sample_shape));
}

ct_tensor *ct_distr_transformed_rsample(const ct_distribution *self, ct_ints sample_shape)
{
	return apply_steps(self, ct_distr_rsample(self->parts[0], sample_shape));
}

ct_tensor *ct_distr_transformed_log_prob(const ct_distribution *self, const ct_tensor *value)
{
	struct ct_distr_step all[CT_DISTR_STEPS];
	const ct_tensor *log_prob = NULL;
	int count;

	ct_distr_check_value(self, value);
	count = find_steps(self, all);
	for (int i = count - 1; i >= 0; i--) {
		const ct_tensor *x = backward(&all[i], value);
		const ct_tensor *det = log_det(&all[i], x, value);

		log_prob = log_prob ? CT_E(sub, log_prob, det) : CT_E(rsub_Scalar, det, 0.0);
		value = x;
	}
	return CT_E(add, log_prob, ct_distr_log_prob(self->parts[0], value));
}

/* value -> 1 - value where the steps together fall. */
static ct_tensor *monotonized(const ct_tensor *value, const struct ct_distr_step *all, int count)
{
	const ct_tensor *sign = NULL;

	for (int i = 0; i < count; i++) {
		const ct_tensor *one = sign_of(&all[i]);

		if (one)
			sign = sign ? CT_E(mul, sign, one) : one;
		else if (all[i].kind == CT_DISTR_AFFINE && all[i].b.number.i < 0)
			sign = CT_E(neg, sign);
	}
	if (sign == NULL)
		return (ct_tensor *)value;
	return CT_E(add, CT_E(mul, sign, CT_E(sub, value, 0.5)), 0.5);
}

ct_tensor *ct_distr_transformed_cdf(const ct_distribution *self, const ct_tensor *value)
{
	struct ct_distr_step all[CT_DISTR_STEPS];
	const int count = find_steps(self, all);

	for (int i = count - 1; i >= 0; i--)
		value = backward(&all[i], value);
	return monotonized(ct_distr_cdf(self->parts[0], value), all, count);
}

ct_tensor *ct_distr_transformed_icdf(const ct_distribution *self, const ct_tensor *value)
{
	struct ct_distr_step all[CT_DISTR_STEPS];
	const int count = find_steps(self, all);
	ct_tensor *x = ct_distr_icdf(self->parts[0], monotonized(value, all, count));

	for (int i = 0; i < count; i++)
		x = forward(&all[i], x);
	return x;
}

bool ct_distr_same_steps(const ct_distribution *p, const ct_distribution *q)
{
	struct ct_distr_step of_p[CT_DISTR_STEPS], of_q[CT_DISTR_STEPS];
	const int count = find_steps(p, of_p);
	bool same = find_steps(q, of_q) == count;

	for (int i = 0; same && i < count; i++)
		same = of_p[i].kind == of_q[i].kind && of_p[i].is_inverse == of_q[i].is_inverse &&
		       same_bound(&of_p[i].a, &of_q[i].a) && same_bound(&of_p[i].b, &of_q[i].b);
	return same;
}
