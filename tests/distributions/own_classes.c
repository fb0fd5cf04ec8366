/*
 * The classes of distributions_own.py, in C: the operators are Python's, in the same order.
 */
#include "own_classes.h"
#include "support.h"

static const ct_tensor *parameter(const ct_distribution *self, const char *name)
{
	return CT_F(ct_distribution_get_parameter, self, name);
}

/* --- ZeroInflatedPoisson ---------------------------------------------------------------------- */

static ct_tensor *poisson_sample(const ct_distribution *self, ct_ints sample_shape)
{
	const ct_ints shape = ct_distribution_extended_shape(self, sample_shape);
	const ct_tensor *is_zero, *counts;

	is_zero = CT_E(bernoulli, CT_E(expand, parameter(self, "gate"), shape));
	counts = CT_E(poisson, CT_E(expand, parameter(self, "rate"), shape));
	return CT_E(mul, counts, CT_E(rsub_Scalar, is_zero, 1));
}

static ct_tensor *poisson_log_prob(const ct_distribution *self, const ct_tensor *value)
{
	const ct_tensor *gate = parameter(self, "gate"), *rate = parameter(self, "rate");
	const ct_tensor *zero = CT_E(mul, CT_E(rsub_Scalar, gate, 1),
				     CT_E(exp, CT_E(neg, rate)));
	const ct_tensor *other = CT_E(add, CT_E(log1p, CT_E(neg, gate)),
				      CT_E(xlogy_Tensor, value, rate));

	zero = CT_E(log, CT_E(add, gate, zero));
	other = CT_E(sub, CT_E(sub, other, rate), CT_E(lgamma, CT_E(add, value, 1)));
	return CT_E(where_self, CT_E(eq_Scalar, value, 0), zero, other);
}

static ct_tensor *poisson_mean(const ct_distribution *self)
{
	return CT_E(mul, CT_E(rsub_Scalar, parameter(self, "gate"), 1), parameter(self, "rate"));
}

static ct_tensor *poisson_variance(const ct_distribution *self)
{
	const ct_tensor *more = CT_E(mul, parameter(self, "rate"), parameter(self, "gate"));

	return CT_E(mul, poisson_mean(self), CT_E(add, more, 1));
}

static const ct_distribution_class zero_inflated_poisson = {
	.name = "ZeroInflatedPoisson",
	.parameters = "gate: unit_interval, rate: positive",
	.support = "nonnegative_integer",
	.sample = poisson_sample,
	.log_prob = poisson_log_prob,
	.mean = poisson_mean,
	.variance = poisson_variance,
};

/* --- Triangular ------------------------------------------------------------------------------- */

struct triangle {
	const ct_tensor *low, *peak, *high, *width, *rise, *fall; /* rise: peak - low */
};

static struct triangle triangle_of(const ct_distribution *self)
{
	struct triangle t = { .low = parameter(self, "low"),
			      .peak = parameter(self, "peak"),
			      .high = parameter(self, "high") };

	t.width = CT_E(sub, t.high, t.low);
	t.rise = CT_E(sub, t.peak, t.low);
	t.fall = CT_E(sub, t.high, t.peak);
	return t;
}

static ct_tensor *triangular_log_prob(const ct_distribution *self, const ct_tensor *value)
{
	const struct triangle t = triangle_of(self);
	const ct_tensor *left = CT_E(mul, CT_E(sub, value, t.low), 2);
	const ct_tensor *right = CT_E(mul, CT_E(sub, t.high, value), 2);

	left = CT_E(log, CT_E(div, left, CT_E(mul, t.width, t.rise)));
	right = CT_E(log, CT_E(div, right, CT_E(mul, t.width, t.fall)));
	return CT_E(where_self, CT_E(lt_Tensor, value, t.peak), left, right);
}

static ct_tensor *triangular_cdf(const ct_distribution *self, const ct_tensor *value)
{
	const struct triangle t = triangle_of(self);
	const ct_tensor *left = CT_E(square, CT_E(sub, value, t.low));
	const ct_tensor *right = CT_E(square, CT_E(sub, t.high, value));

	left = CT_E(div, left, CT_E(mul, t.width, t.rise));
	right = CT_E(rsub_Scalar, CT_E(div, right, CT_E(mul, t.width, t.fall)), 1);
	return CT_E(where_self, CT_E(lt_Tensor, value, t.peak), left, right);
}

static ct_tensor *triangular_icdf(const ct_distribution *self, const ct_tensor *value)
{
	const struct triangle t = triangle_of(self);
	const ct_tensor *scaled = CT_E(mul, value, t.width);
	const ct_tensor *rest = CT_E(mul, CT_E(rsub_Scalar, value, 1), t.width);
	const ct_tensor *left = CT_E(add, t.low, CT_E(sqrt, CT_E(mul, scaled, t.rise)));
	const ct_tensor *right = CT_E(sub, t.high, CT_E(sqrt, CT_E(mul, rest, t.fall)));

	return CT_E(where_self, CT_E(lt_Tensor, scaled, t.rise), left, right);
}

/* torch.rand() in the shape of a sample and the dtype of a parameter. */
static ct_tensor *rand_like(const ct_distribution *self, ct_ints sample_shape, const ct_tensor *like)
{
	return CT_E(rand, ct_distribution_extended_shape(self, sample_shape),
		    .dtype = ct_tensor_dtype(like));
}

static ct_tensor *triangular_rsample(const ct_distribution *self, ct_ints sample_shape)
{
	return triangular_icdf(self, rand_like(self, sample_shape, parameter(self, "low")));
}

static ct_tensor *triangular_entropy(const ct_distribution *self)
{
	return CT_E(add, CT_E(log, CT_E(div, triangle_of(self).width, 2)), 0.5);
}

static ct_tensor *triangular_mean(const ct_distribution *self)
{
	const struct triangle t = triangle_of(self);

	return CT_E(div, CT_E(add, CT_E(add, t.low, t.peak), t.high), 3);
}

static ct_tensor *triangular_mode(const ct_distribution *self)
{
	return (ct_tensor *)parameter(self, "peak");
}

static ct_tensor *triangular_variance(const ct_distribution *self)
{
	const struct triangle t = triangle_of(self);
	const ct_tensor *first = CT_E(mul, t.low, CT_E(sub, t.low, t.peak));
	const ct_tensor *second = CT_E(mul, t.peak, CT_E(sub, t.peak, t.high));
	const ct_tensor *third = CT_E(mul, t.high, t.width);

	return CT_E(div, CT_E(add, CT_E(add, first, second), third), 18);
}

static const ct_distribution_class triangular = {
	.name = "Triangular",
	.parameters = "low: real, peak: interval(low, high), high: greater_than(low)",
	.support = "interval(low, high)",
	.rsample = triangular_rsample,
	.log_prob = triangular_log_prob,
	.cdf = triangular_cdf,
	.icdf = triangular_icdf,
	.entropy = triangular_entropy,
	.mean = triangular_mean,
	.mode = triangular_mode,
	.variance = triangular_variance,
};

/* --- Die -------------------------------------------------------------------------------------- */

static const ct_distribution *categorical_of(const ct_distribution *self)
{
	return CT_DISTRIBUTION(Categorical, parameter(self, "probs"));
}

static ct_constraint *die_support(const ct_distribution *self)
{
	ct_constraint *result = NULL;

	CT_DO(ct_distribution_support(categorical_of(self), &result));
	return result;
}

static ct_tensor *die_sample(const ct_distribution *self, ct_ints sample_shape)
{
	return CT_F(ct_distribution_sample, categorical_of(self), sample_shape);
}

static ct_tensor *die_log_prob(const ct_distribution *self, const ct_tensor *value)
{
	return CT_F(ct_distribution_log_prob, categorical_of(self), value);
}

static ct_tensor *die_enumerate_support(const ct_distribution *self, bool expand)
{
	const ct_enumerate_support_options options = { .no_expand = !expand };

	return CT_F(ct_distribution_enumerate_support, categorical_of(self), &options);
}

static ct_tensor *die_mode(const ct_distribution *self)
{
	return CT_E(argmax, parameter(self, "probs"), -1);
}

static const ct_distribution_class die = {
	.name = "Die",
	.parameters = "probs: simplex",
	.find_support = die_support,
	.sample = die_sample,
	.log_prob = die_log_prob,
	.enumerate_support = die_enumerate_support,
	.mode = die_mode,
};

/* --- Box -------------------------------------------------------------------------------------- */

static ct_tensor *box_rsample(const ct_distribution *self, ct_ints sample_shape)
{
	const ct_tensor *low = parameter(self, "low");
	const ct_tensor *width = CT_E(sub, parameter(self, "high"), low);

	return CT_E(add, low, CT_E(mul, rand_like(self, sample_shape, low), width));
}

static ct_tensor *box_entropy(const ct_distribution *self)
{
	const ct_tensor *width = CT_E(sub, parameter(self, "high"), parameter(self, "low"));

	return CT_E(sum_dim_IntList, CT_E(log, width), CT_L(-1));
}

static ct_tensor *box_log_prob(const ct_distribution *self, const ct_tensor *value)
{
	const ct_ints shape = CT_INTS_OF(ct_tensor_shape(value), ct_tensor_dim(value) - 1);

	return CT_E(neg, CT_E(expand, box_entropy(self), shape));
}

static ct_tensor *box_mean(const ct_distribution *self)
{
	return CT_E(div, CT_E(add, parameter(self, "low"), parameter(self, "high")), 2);
}

/* Python's expands the parameters, too; here the class does it itself. */
static ct_distribution *box_expand(const ct_distribution *self, ct_ints batch_shape)
{
	const int64_t n = ct_distribution_event_shape(self).at[0];
	int64_t shape[8];

	for (int64_t i = 0; i < batch_shape.len; i++)
		shape[i] = batch_shape.at[i];
	shape[batch_shape.len] = n;
	const ct_ints all = CT_INTS_OF(shape, batch_shape.len + 1);

	return CT_OWN_DISTRIBUTION(own_class_of("Box"),
				   CT_TENSORS(CT_E(expand, parameter(self, "low"), all),
					      CT_E(expand, parameter(self, "high"), all)),
				   .event_shape = CT_L(n),
				   .no_validate_args = !ct_distribution_is_checked(self));
}

static const ct_distribution_class box = {
	.name = "Box",
	.parameters = "low: real_vector, high: independent(real, 1)",
	.support = "independent(interval(low, high), 1)",
	.rsample = box_rsample,
	.log_prob = box_log_prob,
	.entropy = box_entropy,
	.mean = box_mean,
	.expand = box_expand,
};

/* --- Bell ------------------------------------------------------------------------------------- */

static ct_tensor *bell_sample(const ct_distribution *self, ct_ints sample_shape)
{
	const ct_ints shape = ct_distribution_extended_shape(self, sample_shape);

	return CT_E(normal_Tensor_Tensor, CT_E(expand, parameter(self, "loc"), shape),
		    CT_E(expand, parameter(self, "scale"), shape));
}

static ct_tensor *bell_natural(const ct_distribution *self, int64_t index)
{
	const ct_tensor *square = CT_E(square, parameter(self, "scale"));

	if (index == 0)
		return CT_E(div, parameter(self, "loc"), square);
	return CT_E(mul, CT_E(reciprocal, square), -0.5);
}

static ct_tensor *bell_log_normalizer(const ct_distribution *self, ct_tensors natural)
{
	const ct_tensor *x = natural.at[0], *y = natural.at[1];
	const ct_tensor *first = CT_E(div, CT_E(mul, CT_E(square, x), -0.25), y);
	const ct_tensor *second = CT_E(log, CT_E(mul, CT_E(reciprocal, y), -3.0));

	(void)self;
	return CT_E(add, first, CT_E(mul, second, 0.5));
}

static const ct_distribution_class bell = {
	.name = "Bell",
	.parent = "ExponentialFamily",
	.parameters = "loc: real, scale: positive",
	.support = "real",
	.sample = bell_sample,
	.natural_count = 2,
	.natural = bell_natural,
	.log_normalizer = bell_log_normalizer,
	.mean_carrier_measure = 0.25,
};

/* --- Rounded ---------------------------------------------------------------------------------- */

static ct_tensor *rounded_sample(const ct_distribution *self, ct_ints sample_shape)
{
	const ct_ints shape = ct_distribution_extended_shape(self, sample_shape);

	return CT_E(round, CT_E(normal_Tensor_Tensor, CT_E(expand, parameter(self, "loc"), shape),
				CT_E(expand, parameter(self, "scale"), shape)));
}

static const ct_distribution_class rounded = {
	.name = "Rounded",
	.parent = "Normal",
	.sample = rounded_sample,
};

/* --- divergences ------------------------------------------------------------------------------ */

static ct_error kl_die(const ct_distribution *self, const ct_distribution *other, void *context,
		       ct_tensor **result)
{
	const ct_tensor *p = parameter(self, "probs"), *q = parameter(other, "probs");
	const ct_tensor *off = CT_E(sub, CT_E(log, p), CT_E(log, q));

	(void)context;
	return CT_FINISH(CT_E(sum_dim_IntList, CT_E(mul, p, off), CT_L(-1)), result);
}

static ct_error kl_triangular_uniform(const ct_distribution *self, const ct_distribution *other,
				      void *context, ct_tensor **result)
{
	const ct_tensor *width = CT_E(sub, parameter(other, "high"), parameter(other, "low"));

	(void)context;
	return CT_FINISH(
		CT_E(sub, CT_E(log, width), CT_F(ct_distribution_entropy, self)), result);
}

/* --- all -------------------------------------------------------------------------------------- */

static const ct_distribution_class *const classes[] = {
	&zero_inflated_poisson, &triangular, &die, &box, &bell, &rounded
};

const ct_distribution_class *own_class_of(const char *name)
{
	for (size_t i = 0; i < COUNT_OF(classes); i++)
		if (!strcmp(classes[i]->name, name))
			return classes[i];
	return NULL;
}

void know_own_classes(void)
{
	for (size_t i = 0; i < COUNT_OF(classes); i++)
		OK(ct_distribution_register_class(classes[i]));
	OK(ct_distribution_register_kl("Die", "Die", kl_die, NULL, NULL));
	OK(ct_distribution_register_kl("Triangular", "Uniform", kl_triangular_uniform, NULL, NULL));
}

/* A tensor, or a number. */
static const ct_tensor *tensor_of(const ct_value *value)
{
	if (value->kind == CT_VALUE_INT)
		return CT_NUMBER(value->i);
	return value->kind == CT_VALUE_FLOAT ? CT_NUMBER(value->re) : tensor_in(value);
}

static ct_error new_of_parameters(const ct_distribution_class *of_class, const ct_value *kwargs,
				  ct_distribution **result)
{
	const ct_tensor *parameters[8];
	const int64_t n = ct_value_count(kwargs);
	int64_t size = 0;
	ct_value key, value;

	for (int64_t i = 0; i < n; i++) { /* in the order of the class */
		OK(ct_value_dict_item(kwargs, i, &key, &value));
		parameters[i] = tensor_of(&value);
	}
	if (of_class == &box)
		size = ct_tensor_size(parameters[0], -1);
	return ct_distribution_new_of(
		of_class, CT_TENSORS_OF(parameters, n),
		&(ct_distribution_new_of_options){ .event_shape = { &size, of_class == &box } },
		result);
}

ct_error own_new(const char *name, const ct_value *kwargs, ct_distribution **result)
{
	const ct_distribution_class *of_class = own_class_of(name);
	ct_distribution *normal;

	if (of_class != &rounded)
		return new_of_parameters(of_class, kwargs, result);
	CT_TRY(ct_distribution_new("Normal", NULL, kwargs, &normal));
	return ct_distribution_new_of(of_class, CT_NO_TENSORS,
				      &(ct_distribution_new_of_options){ .parent = normal }, result);
}
