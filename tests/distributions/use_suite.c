/*
 * Distributions in programs: typed calls, numbers, handles, checks, threads, mistakes of C.
 */
#include <pthread.h>

#include <ctorch/core/scope.h>

#include "support.h"

static ct_tensor *pair(double a, double b)
{
	return CT_E(to_dtype, vector(2, (const float[]){ (float)a, (float)b }), CT_FLOAT32);
}

#define LIST(...)                                        \
	ct_value_list((const ct_value[]){ __VA_ARGS__ }, \
		      COUNT_OF(((const ct_value[]){ __VA_ARGS__ })))

static void assert_prints_as(const ct_distribution *d, const char *wanted)
{
	char *text;

	OK(CT_DONE());
	OK(ct_distribution_to_string(d, &text));
	ck_assert_str_eq(text, wanted);
}

/* --- typed calls ------------------------------------------------------------------------------ */

START_TEST(numbers_stand_for_required_tensors)
{
	CT_SCOPE;

	assert_prints_as(CT_DISTRIBUTION(Normal, 0, 2.5), "Normal(loc: 0.0, scale: 2.5)");
	assert_prints_as(CT_DISTRIBUTION(Normal, pair(0, 1), 2.5),
			 "Normal(loc: torch.Size([2]), scale: torch.Size([2]))");
	assert_prints_as(CT_DISTRIBUTION(Bernoulli, .probs = CT_NUMBER(0.5)),
			 "Bernoulli(probs: 0.5)");
	assert_prints_as(CT_DISTRIBUTION(Binomial, CT_NUMBER(3), .logits = pair(0, 1)),
			 "Binomial(total_count: torch.Size([2]), logits: torch.Size([2]))");
	assert_prints_as(CT_DISTRIBUTION(Independent, CT_DISTRIBUTION(Normal, pair(0, 1), 2.5), 1),
			 "Independent(Normal(loc: torch.Size([2]), scale: torch.Size([2])), 1)");
}
END_TEST

START_TEST(a_number_takes_the_dtype_of_the_tensor_beside_it)
{
	CT_SCOPE;
	const ct_tensor *loc = CT_E(to_dtype, pair(0, 1), CT_FLOAT64);
	const ct_distribution *d = CT_DISTRIBUTION(Normal, loc, 1);

	ck_assert_int_eq(ct_tensor_dtype(CT_F(ct_distribution_get_parameter, d, "scale")),
			 CT_FLOAT64);
	ck_assert_int_eq(ct_tensor_dtype(CT_F(ct_distribution_sample, d, CT_L())), CT_FLOAT64);
	OK(CT_DONE());
}
END_TEST

/* Expected: Normal(torch.tensor(0), torch.tensor(1)).log_prob(torch.tensor(1)) */
START_TEST(a_normal_of_integers_has_probabilities_that_are_none)
{
	CT_SCOPE;
	const ct_tensor *zero = CT_E(zeros, CT_L(), .dtype = CT_INT64);
	const ct_tensor *one = CT_E(ones, CT_L(), .dtype = CT_INT64);
	const ct_distribution *d = CT_DISTRIBUTION(Normal, zero, one);

	ck_assert_double_eq(CT_ITEM(CT_F(ct_distribution_log_prob, d, one)), -1.4189385175704956);
	OK(CT_DONE());
}
END_TEST

/* Expected: Gumbel(-1.985, torch.tensor([3.655])).cdf(torch.tensor([5.0], dtype=torch.float64)) */
START_TEST(a_gumbel_keeps_a_number_in_double_precision)
{
	CT_SCOPE;
	const ct_tensor *scale = CT_E(full, CT_L(1), 3.655);
	const ct_tensor *value = CT_E(full, CT_L(1), 5.0, .dtype = CT_FLOAT64);
	const double cdf = CT_ITEM(
		CT_F(ct_distribution_cdf, CT_DISTRIBUTION(Gumbel, -1.985, scale), value));

	OK(CT_DONE());
	ck_assert_double_eq_tol(cdf, 0.8624998366556729, 1e-12);
}
END_TEST

/* Expected: the dtype of Weibull(torch.tensor([3.0], dtype=torch.float16), 3.5)
 * .cdf(torch.tensor([2])). */
START_TEST(values_of_integers_do_not_widen_a_weibull)
{
	CT_SCOPE;
	const ct_tensor *scale = CT_E(full, CT_L(1), 3.0, .dtype = CT_FLOAT16);
	const ct_tensor *value = CT_E(full, CT_L(1), 2, .dtype = CT_INT64);
	const ct_tensor *cdf = CT_F(ct_distribution_cdf, CT_DISTRIBUTION(Weibull, scale, 3.5),
				    value);

	OK(CT_DONE());
	ck_assert_int_eq(ct_tensor_dtype(cdf), CT_FLOAT16);
}
END_TEST

/* As in Python, where the log-probability of no category has no elements. */
START_TEST(a_categorical_may_have_no_categories)
{
	CT_SCOPE;
	const ct_distribution *d = CT_DISTRIBUTION(Categorical, .logits = CT_E(zeros, CT_L(3, 0)),
						   .validate_args = false);
	const ct_tensor *log_prob = CT_F(ct_distribution_log_prob, d, CT_E(zeros, CT_L(3)));

	OK(CT_DONE());
	ck_assert_int_eq(ct_tensor_dim(log_prob), 2);
	ck_assert_int_eq(ct_tensor_size(log_prob, 0), 3);
	ck_assert_int_eq(ct_tensor_size(log_prob, 1), 0);
}
END_TEST

/* A number of the default dtype is a plain tensor, too: it decides the dtype of results. */
START_TEST(parameters_that_were_numbers_are_no_longer_numbers)
{
	CT_SCOPE;
	const ct_tensor *loc = CT_F(ct_distribution_get_parameter,
				    CT_DISTRIBUTION(Normal, 0.5, 1.0), "loc");
	const ct_tensor *halves = CT_E(to_dtype, number(2), CT_FLOAT16);

	ck_assert_int_eq(ct_tensor_dtype(CT_E(add, loc, halves)), CT_FLOAT32);
	OK(CT_DONE());
}
END_TEST

START_TEST(calls_are_parts_of_expressions)
{
	CT_SCOPE;
	ct_tensor *loss = NULL, *loc = CT_E(requires_grad_, pair(0, 1)), *grad;
	const ct_distribution *d = CT_DISTRIBUTION(Normal, loc, 1.0);
	const ct_tensor *x = CT_F(ct_distribution_rsample, d, CT_L(100));

	OK(CT_FINISH(CT_E(mean, CT_F(ct_distribution_log_prob, d, CT_E(detach, x))), &loss));
	OK(ct_tensor_backward(loss));
	OK(ct_tensor_grad(loc, &grad));
	ck_assert_int_eq(ct_tensor_numel(grad), 2);
}
END_TEST

START_TEST(the_first_error_of_an_expression_waits)
{
	CT_SCOPE;
	const ct_distribution *d = CT_DISTRIBUTION(Normal, 0.0, -1.0);

	ck_assert_ptr_null(d);
	ck_assert_ptr_null(CT_F(ct_distribution_sample, d, CT_L()));
	ck_assert_ptr_null(CT_DISTRIBUTION(Normal, 0.0, 1.0));
	FAILS(CT_DONE(),
	      "ValueError: Expected parameter scale (Tensor of shape ()) of distribution "
	      "Normal(loc: 0.0, scale: -1.0) to satisfy the constraint "
	      "GreaterThan(lower_bound=0.0), but found invalid values:\n-1.0");
}
END_TEST

/* --- by name ---------------------------------------------------------------------------------- */

START_TEST(a_distribution_that_exists_is_an_argument_by_its_index)
{
	CT_SCOPE;
	ct_distribution *base = CT_DISTRIBUTION(Normal, pair(0, 1), 1.0), *made, *again;
	const ct_value args = LIST(ct_value_int(0), ct_value_int(1));
	const ct_value wrong = LIST(ct_value_int(1), ct_value_int(1));
	const ct_distributions bases = { &base, 1 };

	OK(CT_DONE());
	OK(ct_distribution_new_from("Independent", bases, &args, NULL, &made));
	OK(ct_distribution_base(made, &again));
	ck_assert_ptr_eq(again, base);
	FAILS_WITH(ct_distribution_new_from("Independent", bases, &wrong, NULL, &made),
		   CT_ERROR_INDEX, "there is no object 1");
	FAILS_WITH(ct_distribution_base(base, &again), CT_ERROR_ATTRIBUTE,
		   "'Normal' object has no attribute 'base_dist'");
}
END_TEST

START_TEST(mistakes_by_name_are_python_s)
{
	CT_SCOPE;
	ct_distribution *made = NULL;
	const ct_value text = LIST(ct_value_string("a"), ct_value_int(1));
	const ct_value one = LIST(ct_value_int(1));

	FAILS_WITH(ct_distribution_new("Norml", NULL, NULL, &made), CT_ERROR_KEY, "Normal");
	FAILS_WITH(ct_distribution_new("Normal", &one, NULL, &made), CT_ERROR_TYPE,
		   "Normal.__init__() missing 1 required positional argument: 'scale'");
	FAILS_WITH(ct_distribution_new("Normal", &text, NULL, &made), CT_ERROR_VALUE,
		   "Input arguments must all be instances of Number, torch.Tensor or objects");
	FAILS_WITH(ct_distribution_new("Independent", &text, NULL, &made), CT_ERROR_VALUE,
		   "a distribution is described by a dict with the key 'class'");
	ck_assert_ptr_null(made);
}
END_TEST

START_TEST(all_classes_are_listed_with_their_supports)
{
	ct_value list, first, text;

	OK(ct_distribution_list_classes(&list));
	ck_assert_int_ge(ct_value_count(&list), 22);
	OK(ct_value_item(&list, 0, &first));
	OK(ct_value_dict_get(&first, ct_value_string("support"), &text));
	assert_prints(&text, "'boolean'");
	ct_value_free(&list);
}
END_TEST

/* --- handles ---------------------------------------------------------------------------------- */

START_TEST(a_distribution_keeps_its_parameters_and_parts)
{
	ct_distribution *kept = NULL;
	ct_tensor *sample;

	{
		CT_SCOPE;
		ct_distribution *normal = CT_DISTRIBUTION(Normal, pair(0, 1), 1.0);
		ct_distribution *d = CT_DISTRIBUTION(Independent, normal, 1);

		OK(CT_DONE());
		kept = ct_distribution_retain(d);
		ct_scope_disown_object(kept);
	}
	OK(ct_distribution_sample_n(kept, 3, &sample));
	ck_assert_int_eq(ct_tensor_size(sample, 0), 3);
	ct_tensor_free(sample);
	ct_distribution_free(kept);
}
END_TEST

START_TEST(a_constraint_keeps_its_bounds)
{
	ct_constraint *support;
	ct_tensor *fits;
	char *text;

	{
		CT_SCOPE;
		ct_distribution *d = CT_DISTRIBUTION(Uniform, pair(0, 1), 3.0);

		OK(CT_DONE());
		OK(ct_distribution_support(CT_DISTRIBUTION(Independent, d, 1), &support));
		ct_scope_disown_object(support);
	}
	OK(ct_constraint_to_string(support, &text));
	ck_assert_str_eq(text, "IndependentConstraint(Interval(lower_bound=tensor([0., 1.]), "
			       "upper_bound=tensor([3., 3.])), 1)");
	ct_free(text);
	{
		CT_SCOPE;

		OK(ct_constraint_check(support, pair(0.5, 0.5), &fits));
		ck_assert_double_eq(CT_ITEM(fits), 0);
	}
	ct_constraint_free(support);
}
END_TEST

/* Python's text for constraints.interval(torch.zeros(2), torch.ones(2)).check(torch.zeros(3)) */
START_TEST(the_lower_bound_of_an_interval_is_checked_first)
{
	CT_SCOPE;
	const ct_constraint *interval = CT_CONSTRAINT(interval, pair(0, 0), pair(1, 1));
	ct_tensor *fits = UNTOUCHED;

	OK(CT_DONE());
	FAILS_WITH(ct_constraint_check(interval, CT_E(zeros, CT_L(3)), &fits), CT_ERROR_RUNTIME,
		   "The size of tensor a (2) must match the size of tensor b (3) at non-singleton "
		   "dimension 0");
	ck_assert_ptr_eq(fits, UNTOUCHED);
}
END_TEST

START_TEST(a_constraint_on_vectors_needs_a_dimension)
{
	CT_SCOPE;
	const ct_distribution *normal = CT_DISTRIBUTION(Normal, pair(0, 1), 1.0);
	ct_constraint *support;
	ct_tensor *fits = UNTOUCHED;

	OK(ct_distribution_support(CT_DISTRIBUTION(Independent, normal, 1), &support));
	FAILS_WITH(ct_constraint_check(support, number(0.5F), &fits), CT_ERROR_VALUE,
		   "Expected value.dim() >= 1 but got 0");
	ck_assert_ptr_eq(fits, UNTOUCHED);
}
END_TEST

/* --- single classes --------------------------------------------------------------------------- */

START_TEST(parts_of_a_mixture_are_found_by_their_names)
{
	CT_SCOPE;
	ct_distribution *choice = CT_DISTRIBUTION(Categorical, pair(1, 3)), *part;
	ct_distribution *d = CT_DISTRIBUTION(MixtureSameFamily, choice,
					     CT_DISTRIBUTION(Normal, pair(0, 1), 1.0));

	OK(CT_DONE());
	OK(ct_distribution_get_part(d, "mixture_distribution", &part));
	ck_assert_ptr_eq(part, choice);
	OK(ct_distribution_get_part(d, "component_distribution", &part));
	ck_assert_str_eq(ct_distribution_class_name(part), "Normal");
	OK(ct_distribution_get_part(CT_DISTRIBUTION(Independent, part, 1), "base_dist", &part));
	ck_assert_str_eq(ct_distribution_class_name(part), "Normal");
	FAILS_WITH(ct_distribution_get_part(d, "base_dist", &part), CT_ERROR_ATTRIBUTE,
		   "'MixtureSameFamily' object has no attribute 'base_dist'");
	FAILS_WITH(ct_distribution_get_part(d, NULL, &part), CT_ERROR_ARGUMENT, "name");
}
END_TEST

/* Expected: MixtureSameFamily(Categorical(torch.tensor([0.25, 0.75])),
 * Normal(torch.tensor([[0.0, 1.0], [2.0, 4.0]]), 1.0)).mean, and the error of .sample(). */
START_TEST(one_mixture_serves_a_batch_of_components)
{
	CT_SCOPE;
	ct_tensor *means = CT_E(stack, CT_TENSORS(pair(0, 1), pair(2, 4))), *got = UNTOUCHED;
	ct_distribution *d = CT_DISTRIBUTION(MixtureSameFamily,
					     CT_DISTRIBUTION(Categorical, pair(0.25, 0.75)),
					     CT_DISTRIBUTION(Normal, means, 1.0));
	const ct_tensor *mean = CT_F(ct_distribution_mean, d);

	ck_assert_double_eq(CT_ITEM(CT_E(select_int, mean, 0, 0)), 0.75);
	ck_assert_double_eq(CT_ITEM(CT_E(select_int, mean, 0, 1)), 3.5);
	OK(CT_DONE());
	FAILS_WITH(ct_distribution_sample(d, CT_L(), &got), CT_ERROR_RUNTIME,
		   "Index tensor must have the same number of dimensions as input tensor");
	ck_assert_ptr_eq(got, UNTOUCHED);
}
END_TEST

/* Expected: -(1 / c + 1) * log(1 + c); in single precision Python computes -1.2164. */
START_TEST(a_generalized_pareto_works_in_double_precision)
{
	CT_SCOPE;
	const ct_tensor *loc = CT_E(zeros, CT_L(1), .dtype = CT_FLOAT64);
	const ct_distribution *d = CT_DISTRIBUTION(GeneralizedPareto, loc, 1.0, 0.5);
	const double got = CT_ITEM(
		CT_F(ct_distribution_log_prob, d, CT_E(ones, CT_L(1), .dtype = CT_FLOAT64)));

	OK(CT_DONE());
	ck_assert_double_eq_tol(got, -3 * 0.4054651081081644, 1e-14);
}
END_TEST

/* Expected: the mean of a Wishart is df * covariance_matrix. */
START_TEST(a_wishart_of_a_batch_may_have_a_number_of_degrees)
{
	CT_SCOPE;
	const ct_tensor *identities = CT_E(expand, CT_E(eye, 2), CT_L(3, 2, 2));
	const ct_distribution *d = CT_DISTRIBUTION(Wishart, 4, identities);
	const ct_tensor *mean = CT_F(ct_distribution_mean, d);

	ck_assert_double_eq(CT_ITEM(CT_E(all, CT_E(eq_Tensor, mean, CT_E(mul, identities, 4)))), 1);
	OK(CT_DONE());
}
END_TEST

/* --- exponential families --------------------------------------------------------------------- */

/* Expected: the entropy of a family is A(n) - n . A'(n), where A is the log normalizer and n the
 * natural parameters, unless it has a carrier measure. */
START_TEST(derivatives_of_a_log_normalizer_give_the_entropy)
{
	CT_SCOPE;
	const ct_distribution *d = CT_DISTRIBUTION(Gamma, 2.5, 3.0);
	ct_tensor **natural = NULL, *leaves[2], *grads[2], *sum, *entropy;
	int64_t len = 0;

	OK(CT_DONE());
	OK(ct_distribution_natural_params(d, &natural, &len));
	ck_assert_int_eq(len, 2);
	for (int i = 0; i < 2; i++)
		leaves[i] = CT_E(requires_grad_, CT_E(detach, natural[i]));
	sum = CT_F(ct_distribution_log_normalizer, d, CT_TENSORS_OF(leaves, 2));
	OK(ct_autograd_grad(CT_TENSORS(sum), CT_TENSORS_OF(leaves, 2), NULL, grads));
	for (int i = 0; i < 2; i++)
		sum = CT_E(sub, sum, CT_E(mul, leaves[i], grads[i]));
	OK(ct_distribution_entropy(d, &entropy));
	ck_assert_double_eq_tol(CT_ITEM(sum), CT_ITEM(entropy), 1e-5);
	OK(CT_DONE());
}
END_TEST

START_TEST(mistakes_with_families_are_errors)
{
	CT_SCOPE;
	const ct_distribution *normal = CT_DISTRIBUTION(Normal, 0.0, 1.0);
	const ct_distribution *laplace = CT_DISTRIBUTION(Laplace, 0.0, 1.0);
	ct_tensor **natural = NULL, *got = UNTOUCHED;
	int64_t len = -1;
	double measure = -1;

	OK(CT_DONE());
	FAILS_WITH(ct_distribution_natural_params(laplace, &natural, &len),
		   CT_ERROR_NOT_IMPLEMENTED, "Laplace does not implement _natural_params");
	FAILS_WITH(ct_distribution_mean_carrier_measure(laplace, &measure),
		   CT_ERROR_NOT_IMPLEMENTED, "Laplace does not implement _mean_carrier_measure");
	FAILS_WITH(ct_distribution_mean_carrier_measure(CT_DISTRIBUTION(Poisson, 1.0), &measure),
		   CT_ERROR_NOT_IMPLEMENTED, "Poisson does not implement _mean_carrier_measure");
	FAILS_WITH(ct_distribution_log_normalizer(normal, CT_TENSORS(number(1)), &got),
		   CT_ERROR_TYPE, "Normal._log_normalizer() takes 2 natural parameters, not 1");
	FAILS_WITH(ct_distribution_log_normalizer(normal, CT_TENSORS_OF(NULL, 2), &got),
		   CT_ERROR_ARGUMENT, "natural_params");
	ck_assert_ptr_null(natural);
	ck_assert_int_eq(len, -1);
	ck_assert_double_eq(measure, -1);
	ck_assert_ptr_eq(got, UNTOUCHED);
}
END_TEST

/* --- checks ----------------------------------------------------------------------------------- */

START_TEST(checks_can_be_turned_off_for_one_and_for_all)
{
	CT_SCOPE;
	ct_distribution *d = CT_DISTRIBUTION(Normal, 0.0, -1.0, .validate_args = false);

	ck_assert(ct_distribution_is_validating());
	OK(CT_DONE());
	ct_distribution_set_validating(false);
	ck_assert(!ct_distribution_is_validating());
	d = CT_DISTRIBUTION(Exponential, -1.0);
	OK(CT_DONE());
	ck_assert_ptr_nonnull(CT_F(ct_distribution_log_prob, d, number(-1)));
	OK(CT_DONE());
	ck_assert_ptr_null(CT_DISTRIBUTION(Exponential, -1.0, .validate_args = true));
	FAILS_WITH(CT_DONE(), CT_ERROR_VALUE, "Expected parameter rate");
	ct_distribution_set_validating(true);
}
END_TEST

START_TEST(expanded_distributions_check_as_before)
{
	CT_SCOPE;
	ct_distribution *d = CT_DISTRIBUTION(Exponential, 1.0), *expanded;

	OK(CT_DONE());
	OK(ct_distribution_expand(d, CT_L(2), &expanded));
	ck_assert_ptr_null(CT_F(ct_distribution_log_prob, expanded, pair(-1, 1)));
	FAILS_WITH(CT_DONE(), CT_ERROR_VALUE, "GreaterThanEq(lower_bound=0.0)");
	FAILS_WITH(ct_distribution_expand(expanded, CT_L(3), &expanded), CT_ERROR_RUNTIME,
		   "expand");
}
END_TEST

/* --- mistakes of C ---------------------------------------------------------------------------- */

START_TEST(null_is_an_error_or_nothing)
{
	CT_SCOPE;
	ct_distribution *d = CT_DISTRIBUTION(Normal, 0.0, 1.0);
	ct_tensor *got = UNTOUCHED;

	OK(CT_DONE());
	ct_distribution_free(NULL);
	ct_constraint_free(NULL);
	ck_assert_ptr_null(ct_distribution_retain(NULL));
	ck_assert_ptr_null(ct_distribution_class_name(NULL));
	ck_assert_int_eq(ct_distribution_batch_shape(NULL).len, 0);
	ck_assert_int_eq(ct_distribution_parameter_count(NULL), 0);
	FAILS_WITH(ct_distribution_sample(NULL, CT_L(), &got), CT_ERROR_ARGUMENT, "self");
	FAILS_WITH(ct_distribution_sample(d, CT_INTS_OF(NULL, 2), &got), CT_ERROR_ARGUMENT,
		   "sample_shape");
	FAILS_WITH(ct_distribution_log_prob(d, NULL, &got), CT_ERROR_ARGUMENT, "value");
	FAILS_WITH(ct_distribution_get_parameter(d, "rate", &got), CT_ERROR_ATTRIBUTE,
		   "'Normal' object has no attribute 'rate'");
	ck_assert_ptr_null(CT_DISTRIBUTION(Normal, (ct_tensor *)NULL, 1.0));
	FAILS_WITH(CT_DONE(), CT_ERROR_ARGUMENT, "loc");
	ck_assert_ptr_eq(got, UNTOUCHED);
}
END_TEST

START_TEST(a_sample_with_too_many_dimensions_is_an_error)
{
	CT_SCOPE;
	int64_t shape[65];
	ct_tensor *got = UNTOUCHED;
	ct_distribution *d = CT_DISTRIBUTION(Normal, 0.0, 1.0);

	for (int i = 0; i < 65; i++)
		shape[i] = 1;
	OK(CT_DONE());
	FAILS_WITH(ct_distribution_sample(d, CT_INTS_OF(shape, 65), &got), CT_ERROR_RUNTIME,
		   "65 dimensions");
	FAILS_WITH(ct_distribution_rsample(d, CT_L(-1), &got), CT_ERROR_RUNTIME, "negative");
	ck_assert_ptr_eq(got, UNTOUCHED);
}
END_TEST

/* All of size 1, but the last of size 2. */
static ct_tensor *with_dims(int64_t dims)
{
	int64_t shape[70];

	for (int64_t i = 0; i < dims; i++)
		shape[i] = i == dims - 1 ? 2 : 1;
	return CT_E(full, CT_INTS_OF(shape, dims), 0.5);
}

START_TEST(parameters_with_too_many_dimensions_are_an_error)
{
	const ct_enumerate_support_options narrow = { .no_expand = true };
	CT_SCOPE;
	ct_distribution *bernoulli = CT_DISTRIBUTION(Bernoulli, with_dims(64));
	ct_distribution *one_hot = CT_DISTRIBUTION(OneHotCategorical, with_dims(64));
	ct_tensor *matrix = CT_E(mul, CT_E(unsqueeze, with_dims(69), -1), CT_E(ones, CT_L(2, 2)));
	ct_tensor *got = UNTOUCHED;

	OK(CT_DONE());
	FAILS_WITH(ct_distribution_enumerate_support(bernoulli, NULL, &got), CT_ERROR_RUNTIME,
		   "65 dimensions");
	FAILS_WITH(ct_distribution_enumerate_support(one_hot, &narrow, &got), CT_ERROR_RUNTIME,
		   "65 dimensions");
	ck_assert_ptr_eq(got, UNTOUCHED);
	ck_assert_ptr_null(CT_DISTRIBUTION(MultivariateNormal, with_dims(1), matrix));
	FAILS_WITH(CT_DONE(), CT_ERROR_RUNTIME, "68 dimensions");
}
END_TEST

/* --- threads ---------------------------------------------------------------------------------- */

enum { THREADS = 4, TIMES = 50 };

static void *read_logits(void *context)
{
	for (int i = 0; i < TIMES; i++) {
		CT_SCOPE;

		ck_assert_ptr_nonnull(CT_F(ct_distribution_get_parameter, context, "logits"));
		OK(CT_DONE());
	}
	return NULL;
}

/* A parameter that several threads compute at once is computed well, and kept once. */
START_TEST(threads_may_use_a_distribution_at_once)
{
	CT_SCOPE;
	pthread_t threads[THREADS];
	ct_distribution *d = CT_DISTRIBUTION(Categorical, pair(1, 3));

	OK(CT_DONE());
	for (int i = 0; i < THREADS; i++)
		ck_assert_int_eq(pthread_create(&threads[i], NULL, read_logits, d), 0);
	for (int i = 0; i < THREADS; i++)
		ck_assert_int_eq(pthread_join(threads[i], NULL), 0);
	assert_prints_as(d, "Categorical(probs: torch.Size([2]), logits: torch.Size([2]))");
}
END_TEST

Suite *use_suite(void)
{
	Suite *suite = suite_create("distributions in programs");
	TCase *tcase = tcase_create("use");

	tcase_add_test(tcase, numbers_stand_for_required_tensors);
	tcase_add_test(tcase, a_number_takes_the_dtype_of_the_tensor_beside_it);
	tcase_add_test(tcase, a_normal_of_integers_has_probabilities_that_are_none);
	tcase_add_test(tcase, a_gumbel_keeps_a_number_in_double_precision);
	tcase_add_test(tcase, values_of_integers_do_not_widen_a_weibull);
	tcase_add_test(tcase, a_categorical_may_have_no_categories);
	tcase_add_test(tcase, parameters_that_were_numbers_are_no_longer_numbers);
	tcase_add_test(tcase, calls_are_parts_of_expressions);
	tcase_add_test(tcase, the_first_error_of_an_expression_waits);
	tcase_add_test(tcase, a_distribution_that_exists_is_an_argument_by_its_index);
	tcase_add_test(tcase, mistakes_by_name_are_python_s);
	tcase_add_test(tcase, all_classes_are_listed_with_their_supports);
	tcase_add_test(tcase, a_distribution_keeps_its_parameters_and_parts);
	tcase_add_test(tcase, a_constraint_keeps_its_bounds);
	tcase_add_test(tcase, the_lower_bound_of_an_interval_is_checked_first);
	tcase_add_test(tcase, a_constraint_on_vectors_needs_a_dimension);
	tcase_add_test(tcase, parts_of_a_mixture_are_found_by_their_names);
	tcase_add_test(tcase, one_mixture_serves_a_batch_of_components);
	tcase_add_test(tcase, a_generalized_pareto_works_in_double_precision);
	tcase_add_test(tcase, a_wishart_of_a_batch_may_have_a_number_of_degrees);
	tcase_add_test(tcase, derivatives_of_a_log_normalizer_give_the_entropy);
	tcase_add_test(tcase, mistakes_with_families_are_errors);
	tcase_add_test(tcase, checks_can_be_turned_off_for_one_and_for_all);
	tcase_add_test(tcase, expanded_distributions_check_as_before);
	tcase_add_test(tcase, null_is_an_error_or_nothing);
	tcase_add_test(tcase, a_sample_with_too_many_dimensions_is_an_error);
	tcase_add_test(tcase, parameters_with_too_many_dimensions_are_an_error);
	tcase_add_test(tcase, threads_may_use_a_distribution_at_once);
	suite_add_tcase(suite, tcase);
	return suite;
}
