/*
 * Transforms and constraints in programs: typed calls, by name, handles, threads, mistakes of C.
 */
#include <pthread.h>

#include <ctorch/core/scope.h>

#include "support.h"

#define LIST(...)                                        \
	ct_value_list((const ct_value[]){ __VA_ARGS__ }, \
		      COUNT_OF(((const ct_value[]){ __VA_ARGS__ })))

static ct_tensor *pair(double a, double b)
{
	return CT_E(to_dtype, vector(2, (const float[]){ (float)a, (float)b }), CT_FLOAT32);
}

static void assert_shows(const ct_distribution_transform *t, const char *wanted)
{
	char *text;

	OK(CT_DONE());
	OK(ct_distribution_transform_to_string(t, &text));
	ck_assert_str_eq(text, wanted);
}

static ct_tensor *apply(const ct_distribution_transform *t, const ct_tensor *x)
{
	return CT_F(ct_distribution_transform_apply, t, x);
}

/* --- typed calls ------------------------------------------------------------------------------ */

START_TEST(transforms_are_parts_of_expressions)
{
	CT_SCOPE;
	const ct_distribution_transform *t = CT_DISTRIBUTION_TRANSFORM(
		ComposeTransform, CT_DISTRIBUTION_TRANSFORMS(
					  CT_DISTRIBUTION_TRANSFORM(AffineTransform, 1, pair(2, 3)),
					  CT_INVERSE(CT_DISTRIBUTION_TRANSFORM(SigmoidTransform))));

	assert_shows(t, "ComposeTransform(\n    AffineTransform(),\n    "
			"_InverseTransform(SigmoidTransform())\n)");
	assert_shows(CT_DISTRIBUTION_TRANSFORM(ComposeTransform, CT_NO_DISTRIBUTION_TRANSFORMS),
		     "ComposeTransform(\n    \n)");
}
END_TEST

/* Expected: TransformedDistribution(Uniform(0, 1), [SigmoidTransform().inv, AffineTransform(0.5,
 * 2)]).log_prob(torch.tensor([0.0, 1.0])), the logistic distribution of Python's documentation. */
START_TEST(a_logistic_distribution_is_a_transformed_uniform)
{
	CT_SCOPE;
	const ct_distribution_transforms transforms = CT_DISTRIBUTION_TRANSFORMS(
		CT_INVERSE(CT_DISTRIBUTION_TRANSFORM(SigmoidTransform)),
		CT_DISTRIBUTION_TRANSFORM(AffineTransform, 0.5, 2));
	const ct_distribution *logistic = CT_DISTRIBUTION(
		TransformedDistribution, CT_DISTRIBUTION(Uniform, 0, 1), transforms);
	const ct_tensor *log_prob = CT_F(ct_distribution_log_prob, logistic, pair(0, 1));
	ct_constraint *support;
	char *text;

	OK(CT_DONE());
	ck_assert_double_eq_tol(CT_ITEM(CT_E(select_int, log_prob, 0, 0)), -2.0950260, 1e-6);
	ck_assert_double_eq_tol(CT_ITEM(CT_E(select_int, log_prob, 0, 1)), -2.0950260, 1e-6);
	ck_assert(ct_distribution_has_rsample(logistic));
	OK(ct_distribution_to_string(logistic, &text));
	ck_assert_str_eq(text, "TransformedDistribution()");
	OK(ct_distribution_support(logistic, &support));
	OK(ct_constraint_to_string(support, &text));
	ck_assert_str_eq(text, "Real()");
}
END_TEST

/* Python's error for TransformedDistribution(MixtureSameFamily(...), [ExpTransform()]) */
START_TEST(a_cdf_checks_values_for_the_distribution_that_is_transformed)
{
	CT_SCOPE;
	const ct_distribution *mixture = CT_DISTRIBUTION(
		MixtureSameFamily, CT_DISTRIBUTION(Categorical, CT_E(ones, CT_L(2))),
		CT_DISTRIBUTION(Normal, CT_E(zeros, CT_L(2)), 1.0));
	const ct_distribution *d = CT_DISTRIBUTION(
		TransformedDistribution, mixture,
		CT_DISTRIBUTION_TRANSFORMS(CT_DISTRIBUTION_TRANSFORM(ExpTransform)));
	ct_tensor *cdf = UNTOUCHED;

	OK(CT_DONE());
	FAILS_WITH(ct_distribution_cdf(d, number(-1), &cdf), CT_ERROR_VALUE,
		   "Expected value argument (Tensor of shape ()) to be within the support "
		   "(MixtureSameFamilyConstraint(Real())) of the distribution MixtureSameFamily(");
	ck_assert_ptr_eq(cdf, UNTOUCHED);
}
END_TEST

START_TEST(constraints_are_parts_of_expressions)
{
	CT_SCOPE;
	const ct_constraint *parts = CT_CONSTRAINT(
		stack, CT_CONSTRAINTS(CT_CONSTRAINT(real), CT_CONSTRAINT(greater_than, 1)));
	const ct_tensor *fits = CT_F(ct_constraint_check, parts, pair(0, 1));
	char *text;

	OK(CT_DONE());
	ck_assert(CT_ITEM(CT_E(select_int, fits, 0, 0)) == 1);
	ck_assert(CT_ITEM(CT_E(select_int, fits, 0, 1)) == 0);
	OK(ct_constraint_to_string(CT_CONSTRAINT(interval, 0, 2.5), &text));
	ck_assert_str_eq(text, "Interval(lower_bound=0, upper_bound=2.5)");
	ck_assert(ct_constraint_is_dependent(CT_CONSTRAINT(dependent)));
	ck_assert_int_eq(ct_constraint_event_dim(CT_CONSTRAINT(dependent)), -1);
}
END_TEST

/* --- by name ---------------------------------------------------------------------------------- */

START_TEST(objects_that_exist_are_arguments_by_their_indices)
{
	CT_SCOPE;
	ct_distribution_transform *exp = CT_DISTRIBUTION_TRANSFORM(ExpTransform), *made, *again;
	ct_distribution *normal = CT_DISTRIBUTION(Normal, pair(0, 1), 1.0), *made_of, *base;
	const ct_distribution_transforms transforms = { &exp, 1 };
	const ct_distributions distributions = { &normal, 1 };
	ct_constraint *real = CT_CONSTRAINT(real), *independent;
	const ct_value both = LIST(ct_value_int(0), LIST(ct_value_int(0)));
	const ct_value one = LIST(ct_value_int(0), ct_value_int(1));
	const ct_value wrong = LIST(ct_value_int(0), LIST(ct_value_int(1)));
	const ct_value first = LIST(ct_value_int(0));

	OK(CT_DONE());
	OK(ct_distribution_new_from_parts("TransformedDistribution", distributions, transforms,
					  &both, NULL, &made_of));
	OK(ct_distribution_base(made_of, &base));
	ck_assert_ptr_eq(base, normal);
	OK(ct_distribution_transform_new_from("IndependentTransform", transforms, distributions,
					      &one, NULL, &made));
	assert_shows(made, "IndependentTransform(ExpTransform(), 1)");
	OK(ct_distribution_transform_new_from("CumulativeDistributionTransform", transforms,
					      distributions, &first, NULL, &again));
	OK(ct_constraint_new_from("independent", (ct_constraints){ &real, 1 }, &one, NULL,
				  &independent));
	ck_assert_int_eq(ct_constraint_event_dim(independent), 1);
	FAILS_WITH(ct_distribution_new_from_parts("TransformedDistribution", distributions,
						  transforms, &wrong, NULL, &made_of),
		   CT_ERROR_INDEX, "there is no object 1: the call gives 1");
}
END_TEST

START_TEST(mistakes_by_name_say_what_is_expected)
{
	CT_SCOPE;
	ct_distribution_transform *made = NULL;
	ct_constraint *constraint = NULL;
	const ct_value text = LIST(ct_value_string("a"));

	FAILS_WITH(ct_distribution_transform_new("ExpTransfrm", NULL, NULL, &made), CT_ERROR_KEY,
		   "ExpTransform");
	FAILS_WITH(ct_distribution_transform_new("AffineTransform", NULL, NULL, &made),
		   CT_ERROR_TYPE, "missing 2 required positional arguments: 'loc' and 'scale'");
	FAILS_WITH(ct_distribution_transform_new("ComposeTransform", &text, NULL, &made),
		   CT_ERROR_VALUE, "a transform is described by a dict with the key 'class'");
	FAILS_WITH(ct_constraint_new("reel", NULL, NULL, &constraint), CT_ERROR_KEY, "real");
	FAILS_WITH(ct_constraint_new("cat", &text, NULL, &constraint), CT_ERROR_VALUE,
		   "constraints are described by a list of dicts, not by str");
	ck_assert_ptr_null(made);
	ck_assert_ptr_null(constraint);
}
END_TEST

START_TEST(all_classes_are_listed)
{
	ct_value list, first, domain;

	OK(ct_distribution_transform_list_classes(&list));
	ck_assert_int_eq(ct_value_count(&list), 18);
	OK(ct_value_item(&list, 0, &first));
	OK(ct_value_dict_get(&first, ct_value_string("domain"), &domain));
	assert_prints(&domain, "'real'");
	ct_value_free(&list);
	OK(ct_constraint_list_classes(&list));
	ck_assert_int_eq(ct_value_count(&list), 29);
	ct_value_free(&list);
}
END_TEST

/* --- handles ---------------------------------------------------------------------------------- */

START_TEST(transforms_keep_their_parts_and_tensors)
{
	ct_distribution_transform *kept = NULL;
	ct_distribution *distribution = NULL;
	ct_constraint *domain;
	ct_tensor *y;

	{
		CT_SCOPE;
		ct_distribution_transform *affine = CT_DISTRIBUTION_TRANSFORM(
			AffineTransform, pair(0, 1), pair(1, 2));
		ct_distribution_transform *t = CT_DISTRIBUTION_TRANSFORM(IndependentTransform,
									 CT_INVERSE(affine), 1);

		distribution = CT_DISTRIBUTION(TransformedDistribution,
					       CT_DISTRIBUTION(Normal, pair(0, 1), 1.0),
					       CT_DISTRIBUTION_TRANSFORMS(t));
		OK(CT_DONE());
		ct_scope_disown_object(distribution);
		OK(ct_distribution_transform_inverse(t, &kept));
		ct_scope_disown_object(kept);
	}
	OK(ct_distribution_transform_domain(kept, &domain));
	ct_constraint_free(domain);
	{
		CT_SCOPE;

		OK(ct_distribution_transform_apply(kept, pair(1, 1), &y));
		ck_assert_double_eq(CT_ITEM(CT_E(select_int, y, 0, 1)), 3);
		OK(ct_distribution_sample(distribution, CT_L(2), &y));
	}
	ct_distribution_transform_free(kept);
	ct_distribution_free(distribution);
}
END_TEST

/* The cache of a transform whose pair belonged to a scope that is closed. */
START_TEST(a_cache_keeps_its_pair)
{
	CT_SCOPE;
	ct_distribution_transform *exp = CT_DISTRIBUTION_TRANSFORM(ExpTransform, .cache_size = 1);
	ct_tensor *y;

	OK(CT_DONE());
	{
		CT_SCOPE;
		OK(ct_distribution_transform_apply(exp, pair(1, 2), &y));
		ct_scope_move_up(y);
	}
	ck_assert_double_eq(CT_ITEM(CT_E(select_int, apply(CT_INVERSE(exp), y), 0, 1)), 2);
	OK(CT_DONE());
}
END_TEST

/* --- threads ---------------------------------------------------------------------------------- */

enum { THREADS = 4, TIMES = 100 };

static void *use_cache(void *context)
{
	for (int i = 0; i < TIMES; i++) {
		CT_SCOPE;
		const ct_tensor *x = pair(i, i), *y = apply(context, x);
		const ct_tensor *back = apply(CT_INVERSE(context), y);

		OK(CT_DONE());
		ck_assert_double_eq(CT_ITEM(CT_E(select_int, back, 0, 0)), i);
	}
	return NULL;
}

START_TEST(threads_may_use_a_cache_at_once)
{
	CT_SCOPE;
	pthread_t threads[THREADS];
	ct_distribution_transform *t = CT_DISTRIBUTION_TRANSFORM(AffineTransform, 0, 2,
								 .cache_size = 1);

	OK(CT_DONE());
	for (int i = 0; i < THREADS; i++)
		ck_assert_int_eq(pthread_create(&threads[i], NULL, use_cache, t), 0);
	for (int i = 0; i < THREADS; i++)
		ck_assert_int_eq(pthread_join(threads[i], NULL), 0);
}
END_TEST

/* --- mistakes of C ---------------------------------------------------------------------------- */

START_TEST(null_is_an_error_or_nothing)
{
	CT_SCOPE;
	ct_distribution_transform *exp = CT_DISTRIBUTION_TRANSFORM(ExpTransform), *made = NULL;
	ct_tensor *got = UNTOUCHED;
	const ct_distribution_transforms none = { &made, 1 };
	ct_constraint *constraint;

	OK(CT_DONE());
	ct_distribution_transform_free(NULL);
	ck_assert_ptr_null(ct_distribution_transform_retain(NULL));
	ck_assert_ptr_null(ct_distribution_transform_class_name(NULL));
	ck_assert(!ct_distribution_transform_is_bijective(NULL));
	ck_assert_int_eq(ct_distribution_transform_cache_size(NULL), 0);
	FAILS_WITH(ct_distribution_transform_apply(NULL, pair(0, 1), &got), CT_ERROR_ARGUMENT,
		   "self");
	FAILS_WITH(ct_distribution_transform_apply(exp, NULL, &got), CT_ERROR_ARGUMENT, "x");
	FAILS_WITH(ct_distribution_transform_domain(exp, NULL), CT_ERROR_ARGUMENT, "result");
	FAILS_WITH(ct_constraint_biject_to(NULL, &made), CT_ERROR_ARGUMENT, "self");
	FAILS_WITH(ct_distribution_transform_with_cache(exp, 2, &made), CT_ERROR_VALUE,
		   "cache_size must be 0 or 1");
	ck_assert_ptr_null(CT_DISTRIBUTION_TRANSFORM(IndependentTransform,
						     (ct_distribution_transform *)NULL, 1));
	FAILS_WITH(CT_DONE(), CT_ERROR_ARGUMENT, "base_transform");
	ck_assert_ptr_null(CT_DISTRIBUTION_TRANSFORM(ComposeTransform, none));
	FAILS_WITH(CT_DONE(), CT_ERROR_ARGUMENT, "parts");
	ck_assert_ptr_null(CT_CONSTRAINT(independent, (ct_constraint *)NULL, 1));
	FAILS_WITH(CT_DONE(), CT_ERROR_ARGUMENT, "base_constraint");
	FAILS_WITH(ct_constraint_new(NULL, NULL, NULL, &constraint), CT_ERROR_ARGUMENT, "name");
	ck_assert_ptr_eq(got, UNTOUCHED);
}
END_TEST

Suite *transforms_use_suite(void)
{
	Suite *suite = suite_create("transforms and constraints in programs");
	TCase *tcase = tcase_create("use");

	tcase_add_test(tcase, transforms_are_parts_of_expressions);
	tcase_add_test(tcase, a_logistic_distribution_is_a_transformed_uniform);
	tcase_add_test(tcase, a_cdf_checks_values_for_the_distribution_that_is_transformed);
	tcase_add_test(tcase, constraints_are_parts_of_expressions);
	tcase_add_test(tcase, objects_that_exist_are_arguments_by_their_indices);
	tcase_add_test(tcase, mistakes_by_name_say_what_is_expected);
	tcase_add_test(tcase, all_classes_are_listed);
	tcase_add_test(tcase, transforms_keep_their_parts_and_tensors);
	tcase_add_test(tcase, a_cache_keeps_its_pair);
	tcase_add_test(tcase, threads_may_use_a_cache_at_once);
	tcase_add_test(tcase, null_is_an_error_or_nothing);
	suite_add_tcase(suite, tcase);
	return suite;
}
