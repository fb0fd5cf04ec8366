/*
 * VonMises.
 */
#include <math.h>

#include "distributions/base/class.h"

enum { LOC, CONCENTRATION };

static const struct ct_distr_parameter parameters[] = {
	[LOC] = { .name = "loc", .constraint = &ct_distr_real },
	[CONCENTRATION] = { .name = "concentration", .constraint = &ct_distr_positive },
};

/* --- the modified Bessel functions of orders 0 and 1 ------------------------------------------ */

enum { COEFFICIENTS = 9 };

/* Of polynomials, for small and for large arguments. */
static const struct {
	int len;
	double at[COEFFICIENTS];
} small_coefficients[] = {
	{ 7, { 1.0, 3.5156229, 3.0899424, 1.2067492, 0.2659732, 0.360768e-1, 0.45813e-2 } },
	{ 7,
	  { 0.5, 0.87890594, 0.51498869, 0.15084934, 0.2658733e-1, 0.301532e-2, 0.32411e-3 } },
}, large_coefficients[] = {
	{ 9,
	  { 0.39894228, 0.1328592e-1, 0.225319e-2, -0.157565e-2, 0.916281e-2, -0.2057706e-1,
	    0.2635537e-1, -0.1647633e-1, 0.392377e-2 } },
	{ 9,
	  { 0.39894228, -0.3988024e-1, -0.362018e-2, 0.163801e-2, -0.1031555e-1, 0.2282967e-1,
	    -0.2895312e-1, 0.1787654e-1, -0.420059e-2 } },
};

static ct_tensor *polynomial(const ct_tensor *y, const double *coefficients, int len)
{
	ct_tensor *result = CT_E(add, CT_E(mul, y, coefficients[len - 1]), coefficients[len - 2]);

	for (int i = len - 3; i >= 0; i--)
		result = CT_E(add, CT_E(mul, y, result), coefficients[i]);
	return result;
}

/* _log_modified_bessel_fn() */
static ct_tensor *log_bessel(const ct_tensor *x, int order)
{
	const ct_tensor *y = CT_E(div, x, 3.75), *small, *large;

	y = CT_E(mul, y, y);
	small = polynomial(y, small_coefficients[order].at, small_coefficients[order].len);
	if (order == 1)
		small = CT_E(mul, CT_E(abs, x), small);
	small = CT_E(log, small);
	y = CT_E(mul, CT_E(reciprocal, x), 3.75);
	large = CT_E(sub, x, CT_E(mul, CT_E(log, x), 0.5));
	y = polynomial(y, large_coefficients[order].at, large_coefficients[order].len);
	large = CT_E(add, large, CT_E(log, y));
	return CT_E(where_self, CT_E(lt_Scalar, x, 3.75), small, large);
}

/* --- samples ---------------------------------------------------------------------------------- */

/* The parameter of the proposals for a concentration in double precision. */
static ct_tensor *proposal_of(const ct_tensor *kappa)
{
	const ct_tensor *tau, *rho, *exact, *taylor;

	tau = CT_E(sqrt, CT_E(add, CT_E(mul, CT_E(pow, kappa, 2), 4), 1));
	tau = CT_E(add, tau, 1);
	rho = CT_E(sub, tau, CT_E(sqrt, CT_E(mul, tau, 2)));
	rho = CT_E(div, rho, CT_E(mul, kappa, 2));
	exact = CT_E(div, CT_E(add, CT_E(pow, rho, 2), 1), CT_E(mul, rho, 2));
	taylor = CT_E(add, CT_E(reciprocal, kappa), kappa);
	return CT_E(where_self, CT_E(lt_Scalar, kappa, 1e-5), taylor, exact);
}

/* What the loop of the rejection changes. */
struct rejection {
	const ct_tensor *kappa, *proposal;
	ct_tensor *x, *done;
};

/* Draws all again, and takes those that are accepted. */
static void draw(struct rejection *r)
{
	const ct_ints shape = ct_sizes_of(r->x);
	const struct ct_distr_shape three = ct_distr_joined(CT_L(3), shape);
	const ct_tensors u = CT_E(unbind_int, CT_E(rand, ct_distr_ints(&three), .dtype = CT_FLOAT64,
						   .device = ct_tensor_device(r->x)));
	const ct_tensor *z = CT_E(cos, CT_E(mul, u.at[0], CT_DISTR_PI)), *f, *c, *accept, *angle;

	f = CT_E(div, CT_E(add, CT_E(mul, r->proposal, z), 1), CT_E(add, r->proposal, z));
	c = CT_E(mul, r->kappa, CT_E(sub, r->proposal, f));
	accept = CT_E(sub, CT_E(mul, c, CT_E(rsub_Scalar, c, 2)), u.at[1]);
	angle = CT_E(sub, CT_E(add, CT_E(log, CT_E(div, c, u.at[1])), 1), c);
	accept = CT_E(bitwise_or_Tensor, CT_E(gt_Scalar, accept, 0), CT_E(ge_Scalar, angle, 0));
	angle = CT_E(mul, CT_E(sign, CT_E(sub, u.at[2], 0.5)), CT_E(acos, f));
	r->x = CT_E(where_self, accept, angle, r->x);
	r->done = CT_E(bitwise_or_Tensor, r->done, accept);
}

/* By rejection, in double precision, since single precision is not exact enough. */
static ct_tensor *von_mises_sample(const ct_distribution *self, ct_ints sample_shape)
{
	const struct ct_distr_shape shape = ct_distr_extended(self, sample_shape);
	const ct_tensor *loc = CT_E(to_dtype, self->at[LOC], CT_FLOAT64);
	struct rejection r = { .kappa = CT_E(to_dtype, self->at[CONCENTRATION], CT_FLOAT64) };
	ct_tensor *angle;

	r.proposal = proposal_of(r.kappa);
	r.x = CT_E(empty, ct_distr_ints(&shape), .dtype = CT_FLOAT64,
		   .device = ct_tensor_device(loc));
	r.done = CT_E(zeros_like, r.x, .dtype = CT_BOOL);
	while (!ct_expression_failed() && CT_ITEM(CT_E(all, r.done)) == 0)
		draw(&r);
	angle = CT_E(add, CT_E(add, r.x, CT_DISTR_PI), loc);
	angle = CT_E(sub, CT_E(remainder_Scalar, angle, 2 * CT_DISTR_PI), CT_DISTR_PI);
	return ct_distr_as(angle, self->at[LOC]);
}

/* --- probabilities ---------------------------------------------------------------------------- */

static ct_tensor *von_mises_log_prob(const ct_distribution *self, const ct_tensor *value)
{
	const ct_tensor *log_prob;

	ct_distr_check_value(self, value);
	log_prob = CT_E(mul, self->at[CONCENTRATION], CT_E(cos, CT_E(sub, value, self->at[LOC])));
	return CT_E(sub, CT_E(sub, log_prob, log(2 * CT_DISTR_PI)),
		    log_bessel(self->at[CONCENTRATION], 0));
}

static ct_tensor *von_mises_loc(const ct_distribution *self)
{
	return self->at[LOC];
}

/* The circular variance: 1 - E[cos(x - loc)]. */
static ct_tensor *von_mises_variance(const ct_distribution *self)
{
	const ct_tensor *first = log_bessel(self->at[CONCENTRATION], 1);

	return ct_distr_one_minus(
		CT_E(exp, CT_E(sub, first, log_bessel(self->at[CONCENTRATION], 0))));
}

const struct ct_distribution_code ct_distributions_VonMises_code = {
	.parameters = parameters,
	.parameters_len = 2,
	.sample = von_mises_sample,
	.log_prob = von_mises_log_prob,
	.mean = von_mises_loc,
	.mode = von_mises_loc,
	.variance = von_mises_variance,
	.support = &ct_distr_real,
};
