/*
 * Every class beside Python's: samples for seeds, probabilities, moments, gradients, texts, errors.
 * All bits are equal, except where square roots are taken: of variances, and in factors of matrices
 * (docs/testing.md).
 */
#include <stdio.h>
#include <stdlib.h>

#include "support.h"

/* --- what is known of a distribution ---------------------------------------------------------- */

static void assert_shape(ct_ints got, const json_t *of_case, const char *key)
{
	int64_t n, *wanted = expected_ints(of_case, key, &n);

	ck_assert_msg(got.len == n, "%s: %lld dimensions", title_of(of_case, key),
		      (long long)got.len);
	for (int64_t i = 0; i < n; i++)
		ck_assert_msg(got.at[i] == wanted[i], "%s", title_of(of_case, key));
	free(wanted);
}

static void assert_constraint(const ct_constraint *constraint, const char *wanted, const char *what)
{
	char *text;

	OK(ct_constraint_to_string(constraint, &text));
	assert_text(text, wanted, what);
}

static void check_support(const ct_distribution *d, const json_t *of_case)
{
	ct_constraint *support;

	OK(ct_distribution_support(d, &support));
	assert_constraint(support, expected_text(of_case, "support"), title_of(of_case, "support"));
	ck_assert_int_eq(ct_constraint_event_dim(support), expected_int(of_case, "event_dim"));
	ck_assert_int_eq(ct_constraint_is_discrete(support), expected_bool(of_case, "is_discrete"));
}

static void check_constraints(const ct_distribution *d, const json_t *of_case)
{
	const json_t *wanted = expected_list(of_case, "constraints");
	ct_constraint *constraint;

	ck_assert_int_eq(ct_distribution_parameter_count(d), (int64_t)json_array_size(wanted));
	for (size_t i = 0; i < json_array_size(wanted); i++) {
		const json_t *pair = json_array_get(wanted, i);
		const char *name = json_string_value(json_array_get(pair, 0));

		ck_assert_str_eq(ct_distribution_parameter_name(d, (int64_t)i), name);
		OK(ct_distribution_parameter_constraint(d, name, &constraint));
		assert_constraint(constraint, json_string_value(json_array_get(pair, 1)),
				  title_of(of_case, name));
	}
	ck_assert_ptr_null(ct_distribution_parameter_name(d, (int64_t)json_array_size(wanted)));
}

static void check_facts(const json_t *of_case)
{
	struct made made;
	char *text;

	OK(make(of_case, &made));
	OK(ct_distribution_to_string(made.distribution, &text));
	assert_text(text, expected_text(of_case, "print"), title_of(of_case, "print"));
	ck_assert_str_eq(ct_distribution_class_name(made.distribution),
			 expected_text(of_case, "class"));
	assert_shape(ct_distribution_batch_shape(made.distribution), of_case, "batch_shape");
	assert_shape(ct_distribution_event_shape(made.distribution), of_case, "event_shape");
	ck_assert_int_eq(ct_distribution_has_rsample(made.distribution),
			 expected_bool(of_case, "has_rsample"));
	ck_assert_int_eq(ct_distribution_has_enumerate_support(made.distribution),
			 expected_bool(of_case, "has_enumerate_support"));
	check_support(made.distribution, of_case);
	check_constraints(made.distribution, of_case);
	release(&made);
}

START_TEST(distributions_know_of_themselves_what_python_s_do)
{
	for_each("case", check_facts);
}
END_TEST

static void check_parameters(const json_t *of_case)
{
	const json_t *wanted = expected_list(of_case, "parameters");
	struct made made;
	ct_tensor *got;

	OK(make(of_case, &made));
	for (size_t i = 0; i < json_array_size(wanted); i++) {
		const json_t *pair = json_array_get(wanted, i);
		const char *name = json_string_value(json_array_get(pair, 0));
		json_t *one = json_pack("{s:O}", "value", json_array_get(pair, 1));

		OK(ct_distribution_get_parameter(made.distribution, name, &got));
		assert_expected_tensor(got, one, "value", expected_double(of_case, "tolerance"),
				       title_of(of_case, name));
		json_decref(one);
	}
	release(&made);
}

START_TEST(parameters_are_computed_from_those_that_were_given)
{
	for_each("case", check_parameters);
}
END_TEST

/* --- results ---------------------------------------------------------------------------------- */

/* An error of Python's class, and with its text if it has one. */
static void assert_lacking(ct_error error, const char *wanted, const char *what)
{
	static const char without_text[] = "NotImplementedError: ";

	ck_assert_msg(error != NULL, "%s: no error", what);
	if (strcmp(wanted, without_text) != 0)
		ck_assert_msg(is_expected_error(error, wanted), "%s: %s", what, error);
	else
		ck_assert_msg(ct_error_class_of(error) == CT_ERROR_NOT_IMPLEMENTED, "%s: %s", what,
			      error);
	ct_error_free(error);
}

/* A tensor with the values of the case, or its error. */
static void assert_result(ct_error error, const ct_tensor *got, const json_t *of_case,
			  const char *key)
{
	const bool is_root = !strcmp(key, "stddev");
	const double tolerance = is_root ? 1e-6 : expected_double(of_case, "tolerance");
	char of_error[64];

	snprintf(of_error, sizeof of_error, "%s_error", key);
	if (json_object_get(of_case, of_error)) {
		assert_lacking(error, expected_text(of_case, of_error), title_of(of_case, key));
		return;
	}
	ck_assert_msg(error == NULL, "%s: %s", title_of(of_case, key), error);
	assert_expected_tensor(got, of_case, key, tolerance, title_of(of_case, key));
}

static ct_ints sample_shape(const json_t *of_case)
{
	static int64_t at[8];
	int64_t n, *shape = expected_ints(of_case, "sample_shape", &n);

	memcpy(at, shape, (size_t)n * sizeof *at);
	free(shape);
	return CT_INTS_OF(at, n);
}

static void seed(const json_t *of_case)
{
	OK(ct_manual_seed((uint64_t)expected_int(of_case, "seed")));
}

static void check_samples(const json_t *of_case)
{
	const ct_ints shape = sample_shape(of_case);
	struct made made;
	ct_tensor *got = NULL;
	ct_error error;

	OK(make(of_case, &made));
	seed(of_case);
	error = ct_distribution_sample(made.distribution, shape, &got);
	assert_result(error, got, of_case, "sample");
	ck_assert(!ct_tensor_requires_grad(got));
	seed(of_case);
	error = ct_distribution_rsample(made.distribution, shape, &got);
	assert_result(error, got, of_case, "rsample");
	release(&made);
}

START_TEST(samples_for_a_seed_are_python_s)
{
	for_each("case", check_samples);
}
END_TEST

typedef ct_error moment(const ct_distribution *self, ct_tensor **result);
typedef ct_error score(const ct_distribution *self, const ct_tensor *value, ct_tensor **result);

static const struct {
	const char *key;
	moment *function;
} moments[] = {
	{ "mean", ct_distribution_mean },         { "mode", ct_distribution_mode },
	{ "variance", ct_distribution_variance }, { "stddev", ct_distribution_stddev },
	{ "entropy", ct_distribution_entropy },   { "perplexity", ct_distribution_perplexity },
};

static const struct {
	const char *key, *value;
	score *function;
	bool is_special; /* Python has it for the classes whose cases do */
} scores[] = {
	{ "log_prob", "sample", ct_distribution_log_prob, false },
	{ "cdf", "sample", ct_distribution_cdf, false },
	{ "icdf", "probabilities", ct_distribution_icdf, false },
	{ "log_cdf", "sample", ct_distribution_log_cdf, true },
	{ "log_survival_function", "sample", ct_distribution_log_survival_function, true },
};

static void assert_no_attribute(ct_error error, const char *what)
{
	ck_assert_msg(error != NULL, "%s: no error", what);
	ck_assert_int_eq(ct_error_class_of(error), CT_ERROR_ATTRIBUTE);
	ct_error_free(error);
}

static void check_moments(const json_t *of_case)
{
	struct made made;
	ct_tensor *got = NULL;

	OK(make(of_case, &made));
	for (size_t i = 0; i < sizeof moments / sizeof *moments; i++) {
		ct_error error = moments[i].function(made.distribution, &got);

		assert_result(error, got, of_case, moments[i].key);
	}
	release(&made);
}

START_TEST(moments_and_entropies_are_python_s)
{
	for_each("case", check_moments);
}
END_TEST

static void check_scores(const json_t *of_case)
{
	struct made made;
	ct_tensor *got = NULL;

	OK(make(of_case, &made));
	for (size_t i = 0; i < sizeof scores / sizeof *scores; i++) {
		const ct_tensor *value = expected_tensor(of_case, scores[i].value);
		ct_error error = scores[i].function(made.distribution, value, &got);

		if (scores[i].is_special && json_object_get(of_case, scores[i].key) == NULL)
			assert_no_attribute(error, title_of(of_case, scores[i].key));
		else
			assert_result(error, got, of_case, scores[i].key);
	}
	release(&made);
}

START_TEST(probabilities_are_python_s)
{
	for_each("case", check_scores);
}
END_TEST

static void check_enumerated(const json_t *of_case)
{
	const ct_enumerate_support_options one = { .no_expand = true };
	struct made made;
	ct_tensor *got = NULL;
	ct_error error;

	OK(make(of_case, &made));
	error = ct_distribution_enumerate_support(made.distribution, NULL, &got);
	assert_result(error, got, of_case, "enumerate_support");
	error = ct_distribution_enumerate_support(made.distribution, &one, &got);
	assert_result(error, got, of_case, "enumerate_one");
	release(&made);
}

START_TEST(supports_are_enumerated)
{
	for_each("case", check_enumerated);
}
END_TEST

/* --- exponential families --------------------------------------------------------------------- */

static void check_carrier_measure(const ct_distribution *d, const json_t *of_case)
{
	double got = -1;
	ct_error error = ct_distribution_mean_carrier_measure(d, &got);

	if (json_object_get(of_case, "mean_carrier_measure") == NULL) {
		assert_lacking(error, "NotImplementedError: ", title_of(of_case, "carrier"));
		return;
	}
	OK(error);
	ck_assert_double_eq(got, expected_double(of_case, "mean_carrier_measure"));
}

static void check_family(const json_t *of_case)
{
	const json_t *wanted = expected_list(of_case, "natural");
	ct_tensor **natural = NULL, *got = NULL;
	int64_t len = 0;
	struct made made;

	OK(make(of_case, &made));
	OK(ct_distribution_natural_params(made.distribution, &natural, &len));
	ck_assert_int_eq(len, (int64_t)json_array_size(wanted));
	for (int64_t i = 0; i < len; i++) {
		json_t *one = json_pack("{s:O}", "value", json_array_get(wanted, (size_t)i));

		assert_expected_tensor(natural[i], one, "value",
				       expected_double(of_case, "tolerance"),
				       title_of(of_case, "natural"));
		json_decref(one);
	}
	OK(ct_distribution_log_normalizer(made.distribution, CT_TENSORS_OF(natural, len), &got));
	assert_expected_tensor(got, of_case, "log_normalizer",
			       expected_double(of_case, "tolerance"),
			       title_of(of_case, "log_normalizer"));
	check_carrier_measure(made.distribution, of_case);
	release(&made);
}

START_TEST(exponential_families_are_python_s)
{
	for_each("family", check_family);
}
END_TEST

/* --- gradients -------------------------------------------------------------------------------- */

static ct_tensor *rsample_of(const ct_distribution *d, const json_t *of_case)
{
	seed(of_case);
	return CT_F(ct_distribution_rsample, d, sample_shape(of_case));
}

static ct_tensor *log_prob_of(const ct_distribution *d, const json_t *of_case)
{
	return CT_F(ct_distribution_log_prob, d, expected_tensor(of_case, "sample"));
}

static ct_tensor *entropy_of(const ct_distribution *d, const json_t *of_case)
{
	(void)of_case;
	return CT_F(ct_distribution_entropy, d);
}

/* Of the sum of squares; Python wrote no list where nothing needs a gradient. */
static void check_gradient(const json_t *of_case, const char *key,
			   ct_tensor *(*compute)(const ct_distribution *, const json_t *))
{
	ct_tensor *value = NULL;
	struct made made;

	if (json_object_get(of_case, key) == NULL)
		return;
	OK(make(of_case, &made));
	value = compute(made.distribution, of_case);
	OK(ct_tensor_backward(CT_E(sum, CT_E(mul, value, value))));
	assert_gradients(&made, of_case, key, expected_double(of_case, "tolerance"),
			 title_of(of_case, key));
	release(&made);
}

static void check_gradients(const json_t *of_case)
{
	check_gradient(of_case, "rsample_gradients", rsample_of);
	check_gradient(of_case, "log_prob_gradients", log_prob_of);
	check_gradient(of_case, "entropy_gradients", entropy_of);
}

START_TEST(gradients_are_python_s)
{
	for_each("case", check_gradients);
}
END_TEST

/* --- expanding -------------------------------------------------------------------------------- */

static void check_expanded(const json_t *of_case)
{
	int64_t n, *shape = expected_ints(of_case, "expand", &n);
	ct_tensor *sample = expected_tensor(of_case, "sample"), *got = NULL;
	ct_distribution *expanded;
	struct made made;
	ct_error error;
	char *text;

	OK(make(of_case, &made));
	OK(ct_distribution_expand(made.distribution, CT_INTS_OF(shape, n), &expanded));
	assert_shape(ct_distribution_batch_shape(expanded), of_case, "expand");
	assert_shape(ct_distribution_event_shape(expanded), of_case, "event_shape");
	seed(of_case);
	error = ct_distribution_sample(expanded, CT_L(), &got);
	assert_result(error, got, of_case, "expanded_sample");
	error = ct_distribution_log_prob(expanded, CT_E(select_int, sample, 0, 0), &got);
	assert_result(error, got, of_case, "expanded_log_prob");
	OK(ct_distribution_to_string(made.distribution, &text));
	free(shape);
	release(&made);
}

START_TEST(expanded_distributions_are_python_s)
{
	for_each("case", check_expanded);
}
END_TEST

/* --- mistakes --------------------------------------------------------------------------------- */

static ct_error use(const ct_distribution *d, const json_t *of_case, ct_tensor **result)
{
	for (size_t i = 0; i < sizeof scores / sizeof *scores; i++)
		if (!strcmp(scores[i].key, expected_text(of_case, "method")))
			return scores[i].function(d, expected_tensor(of_case, "value"), result);
	return NULL;
}

/* Some are noticed when the distribution is made, others when it is used. */
static void check_mistake(const json_t *of_case)
{
	ct_tensor *got = UNTOUCHED;
	struct made made;
	ct_error error = make(of_case, &made);

	if (error == NULL) {
		error = use(made.distribution, of_case, &got);
		release(&made);
	}
	assert_expected_error(error, of_case, title_of(of_case, "error"));
	ck_assert_ptr_eq(got, UNTOUCHED);
	ct_error_free(error);
}

START_TEST(mistakes_are_python_s_errors)
{
	for_each("mistake", check_mistake);
}
END_TEST

Suite *expected_suite(void)
{
	Suite *suite = suite_create("distributions as Python's");
	TCase *tcase = tcase_create("cases");

	tcase_set_timeout(tcase, 120);
	tcase_add_test(tcase, distributions_know_of_themselves_what_python_s_do);
	tcase_add_test(tcase, parameters_are_computed_from_those_that_were_given);
	tcase_add_test(tcase, samples_for_a_seed_are_python_s);
	tcase_add_test(tcase, moments_and_entropies_are_python_s);
	tcase_add_test(tcase, probabilities_are_python_s);
	tcase_add_test(tcase, supports_are_enumerated);
	tcase_add_test(tcase, exponential_families_are_python_s);
	tcase_add_test(tcase, gradients_are_python_s);
	tcase_add_test(tcase, expanded_distributions_are_python_s);
	tcase_add_test(tcase, mistakes_are_python_s_errors);
	suite_add_tcase(suite, tcase);
	return suite;
}
