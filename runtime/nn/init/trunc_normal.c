/*
 * torch.nn.init.trunc_normal_: normal numbers within bounds, drawn again until all are.
 *
 * Bounds that are likely reject normal numbers; unlikely ones, far out in a tail, take uniform
 * numbers with the probability that their density has relative to its peak within the bounds. Each
 * round draws for all elements, also for those that have their number, as Python does.
 */
#include <math.h>

#include <ctorch/ctorch.h>
#include <ctorch/nn/functions.h>

#include "core/base/warn.h"
#include "nn/functional/give.h"
#include "nn/init/init.h"

/* Below this probability of the bounds Python takes uniform numbers. */
static const double likely = 0.3;

struct bounded_normal {
	double mean, std, low, high;
	ct_generator *generator;
};

static double normal_cdf(double x)
{
	return (1.0 + erf(x / sqrt(2.0))) / 2.0;
}

static double probability(const struct bounded_normal *n)
{
	return normal_cdf((n->high - n->mean) / n->std) - normal_cdf((n->low - n->mean) / n->std);
}

/* --- Likely bounds ---------------------------------------------------------------------------- */

/* The bound as the tensor's dtype has it, so that no element is beyond a bound that it rounds
 * to. */
static double rounded(double bound, const ct_tensor *tensor)
{
	const ct_tensor *number = CT_E(scalar_tensor, ct_scalar_float(bound), .dtype = CT_FLOAT64,
				       .device = CT_DEVICE_CPU);

	return CT_ITEM(CT_E(to_dtype, number, ct_tensor_dtype(tensor)));
}

/* Draws again for what is outside; `done` if nothing was. */
static ct_error redraw_outside(ct_tensor *tensor, const struct bounded_normal *n, bool *done)
{
	CT_OWN_SCOPE(NULL);
	const ct_tensor *outside = CT_E(bitwise_or, CT_E(lt, tensor, n->low),
					CT_E(gt, tensor, n->high));
	ct_tensor *fresh;

	*done = CT_ITEM(CT_E(any, outside)) == 0;
	if (!*done) {
		fresh = CT_E(empty_like, tensor);
		CT_E(normal_, fresh, n->mean, n->std, .generator = n->generator);
		CT_E(copy_, tensor, CT_E(where_self, outside, fresh, tensor));
	}
	return CT_DONE();
}

static ct_error draw_normal(ct_tensor *tensor, struct bounded_normal n)
{
	bool done = false;

	n.low = rounded(n.low, tensor);
	n.high = rounded(n.high, tensor);
	CT_E(normal_, tensor, n.mean, n.std, .generator = n.generator);
	CT_TRY(CT_DONE());
	while (!done)
		CT_TRY(redraw_outside(tensor, &n, &done));
	return NULL;
}

/* --- Unlikely bounds -------------------------------------------------------------------------- */

struct candidates {
	ct_tensor *values; /* then their log densities, relative to the peak */
	ct_tensor *chances;
	ct_tensor *pending; /* which elements have no number yet */
	double log_peak;
};

/* Which of the candidates are not taken. */
static ct_tensor *rejected(const struct candidates *c, const struct bounded_normal *n)
{
	CT_E(sub_, c->values, n->mean);
	CT_E(div_, c->values, n->std);
	CT_E(pow_, c->values, 2);
	CT_E(mul_, c->values, -0.5);
	CT_E(sub_, c->values, c->log_peak);
	CT_E(log_, CT_E(uniform_, c->chances, .generator = n->generator));
	return CT_E(gt, c->chances, c->values);
}

static ct_error redraw_pending(ct_tensor *tensor, const struct candidates *c,
			       const struct bounded_normal *n, bool *done)
{
	CT_OWN_SCOPE(NULL);

	*done = CT_ITEM(CT_E(any, c->pending)) == 0;
	if (!*done) {
		CT_E(uniform_, c->values, n->low, n->high, .generator = n->generator);
		CT_E(copy_, tensor, CT_E(where_self, c->pending, c->values, tensor));
		CT_E(logical_and_, c->pending, rejected(c, n));
	}
	return CT_DONE();
}

static ct_error draw_uniform(ct_tensor *tensor, const struct bounded_normal *n)
{
	double mode = fmax(n->low, fmin(n->mean, n->high));
	struct candidates c = {
		.values = CT_E(empty_like, tensor),
		.chances = CT_E(empty_like, tensor),
		.log_peak = -0.5 * pow((mode - n->mean) / n->std, 2),
	};
	bool done = false;

	CT_E(uniform_, tensor, n->low, n->high, .generator = n->generator);
	CT_E(copy_, c.values, tensor);
	c.pending = rejected(&c, n);
	CT_TRY(CT_DONE());
	while (!done)
		CT_TRY(redraw_pending(tensor, &c, n, &done));
	return NULL;
}

ct_error ct_nn_init_trunc_normal_(ct_tensor *tensor, double mean, double std, double a, double b,
				  ct_generator *generator, ct_tensor **result)
{
	CT_OWN_SCOPE(__func__);
	CT_NO_GRAD_SCOPE;
	const struct bounded_normal n = { mean, std, a, b, generator };

	CT_NN_NEEDS(tensor, 1);
	if (!ct_nn_is_meta(tensor)) {
		if (mean < a - 2 * std || mean > b + 2 * std)
			ct_warn("mean is more than 2 std from [a, b] in nn.init.trunc_normal_. The "
				"distribution of values may be incorrect.");
		if (std == 0)
			CT_NN_RAISE(CT_ERROR_VALUE, "float division by zero");
		if (probability(&n) > likely)
			CT_TRY(draw_normal(tensor, n));
		else
			CT_TRY(draw_uniform(tensor, &n));
	}
	return ct_nn_give_if_wanted(CT_F(ct_nn_again, tensor), result);
}
