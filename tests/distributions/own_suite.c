/*
 * Classes and formulas of the program's own: mistakes, ownership, inheritance, threads. What they
 * compute is compared with Python's in the suites of PyTorch's classes (own_classes.h).
 */
#include <ctorch/core/memory.h>
#include <ctorch/tensor/settings.h>
#include <pthread.h>
#include <stdatomic.h>

#include "own_classes.h"
#include "support.h"

#define NOTHING ((ct_distribution *)(uintptr_t)0x5a5a)

static ct_tensor *pair(float a, float b)
{
	return CT_F(ct_tensor_from_data, ((const float[]){ a, b }), CT_FLOAT32, CT_L(2));
}

static const ct_distribution *zip(void)
{
	return CT_OWN_DISTRIBUTION(own_class_of("ZeroInflatedPoisson"),
				   CT_TENSORS(pair(0.5, 0.25), CT_NUMBER(2)));
}

/* --- cases ------------------------------------------------------------------------------------ */

static void check_nothing(const json_t *of_case)
{
	(void)of_case;
}

/* for_each() has compared them. */
START_TEST(own_classes_are_among_the_cases_of_each_kind)
{
	ck_assert_int_gt(for_each_of("distributions_own", "case", check_nothing), 15);
	ck_assert_int_gt(for_each_of("distributions_own", "mistake", check_nothing), 10);
	ck_assert_int_gt(for_each_of("distributions_own", "divergence", check_nothing), 8);
}
END_TEST

/* --- classes ---------------------------------------------------------------------------------- */

/* A class lives forever, as the library wants; one that cannot be read is not kept. */
static void refuse(const ct_distribution_class *wrong, ct_error_class kind, const char *text)
{
	CT_SCOPE;
	ct_distribution *d = NOTHING;

	FAILS_WITH(ct_distribution_register_class(wrong), kind, text);
	FAILS_WITH(ct_distribution_new_of(wrong, CT_NO_TENSORS, NULL, &d), kind, text);
	ck_assert_ptr_eq(d, NOTHING);
}

static void refuse_parameters(const char *parameters, const char *text)
{
	const ct_distribution_class wrong = { .name = "Wrong",
					      .parameters = parameters,
					      .support = "real" };

	refuse(&wrong, CT_ERROR_VALUE, text);
}

static void refuse_support(const char *support, const char *text)
{
	const ct_distribution_class wrong = { .name = "Wrong",
					      .parameters = "a: real",
					      .support = support };

	refuse(&wrong, CT_ERROR_VALUE, text);
}

START_TEST(a_class_that_cannot_be_read_is_an_error)
{
	refuse_parameters("a", "the parameters of Wrong: expected ':' and a constraint at '', in 'a'");
	refuse_parameters("a: positiv", "expected a constraint such as 'real' or 'positive' at 'positiv'");
	refuse_parameters("a: real b: real", "expected ',' at 'b: real'");
	refuse_parameters("a: real,", "expected the name of a parameter at ''");
	refuse_parameters("a: real, a: real", "expected another name at 'a: real'");
	refuse_parameters(": real", "expected the name of a parameter at ': real'");
	refuse_parameters("a: greater_than(b)", "expected a number or a parameter at 'b)'");
	refuse_parameters("a: greater_than", "expected '(' at ''");
	refuse_parameters("a: greater_than(0", "expected ')' at ''");
	refuse_parameters("a: interval(0)", "expected ',' at ')'");
	refuse_parameters("a: independent(real, x)", "expected a number of dimensions at 'x)'");
	refuse_parameters("a: independent(real, 65)", "expected a number of dimensions before");
	refuse_parameters("a: independent(independent(independent(independent(independent(independent("
			  "independent(independent(independent(real, 1), 1), 1), 1), 1), 1), 1), 1), 1)",
			  "expected fewer constraints in one another");
	refuse_parameters("a: real, b: real, c: real, d: real, e: real, f: real, g: real, h: real, "
			  "i: real",
			  "expected no more than 8 parameters at 'i: real'");
	refuse_support("real, positive", "the support of Wrong: expected nothing more at ', positive'");
	refuse_support("interval(0, b)", "expected a number or a parameter at 'b)'");
	refuse_support(NULL, "Wrong needs a support, such as .support = \"real\"");
}
END_TEST

START_TEST(a_class_needs_a_name_of_its_own_and_a_parent_that_is_known)
{
	refuse(NULL, CT_ERROR_ARGUMENT, "argument 1 (distribution_class) must not be NULL");
	refuse(&(ct_distribution_class){ .support = "real" }, CT_ERROR_ARGUMENT, "needs a name");
	refuse(&(ct_distribution_class){ .name = "Normal", .support = "real" }, CT_ERROR_VALUE,
	       "'Normal' is a class of torch.distributions");
	refuse(&(ct_distribution_class){ .name = "Wrong", .parent = "Norml" }, CT_ERROR_KEY,
	       "no class 'Norml'");
	refuse(&(ct_distribution_class){ .name = "Wrong", .parent = "Gamma", .parameters = "a: real" },
	       CT_ERROR_VALUE, "Wrong has the parameters of Gamma: leave .parameters out");
}
END_TEST

static ct_constraint *no_support(const ct_distribution *self)
{
	(void)self;
	return NULL;
}

START_TEST(a_support_is_a_text_or_a_function)
{
	static const ct_distribution_class without = { .name = "Without",
						       .find_support = no_support };
	CT_SCOPE;
	ct_constraint *support = NULL;
	const ct_distribution *d = CT_OWN_DISTRIBUTION(&without, CT_NO_TENSORS);

	OK(CT_DONE());
	FAILS(ct_distribution_support(d, &support),
	      "TypeError: Without.find_support() returned NULL");
	ck_assert_ptr_null(support);
	refuse(&(ct_distribution_class){ .name = "Wrong", .support = "real", .find_support = no_support },
	       CT_ERROR_ARGUMENT, "Wrong has both .support and .find_support");
}
END_TEST

static ct_tensor *no_natural(const ct_distribution *self, int64_t index)
{
	(void)self;
	(void)index;
	return NULL;
}

static ct_tensor *some_normalizer(const ct_distribution *self, ct_tensors natural)
{
	(void)self;
	return CT_E(sum, natural.at[0]);
}

START_TEST(an_exponential_family_needs_natural_parameters)
{
	static const ct_distribution_class without = { .name = "Plain",
						       .parent = "ExponentialFamily",
						       .support = "real" };
	static const ct_distribution_class empty = { .name = "Empty",
						     .parent = "ExponentialFamily",
						     .support = "real",
						     .natural_count = 1,
						     .natural = no_natural,
						     .log_normalizer = some_normalizer };
	CT_SCOPE;
	const ct_distribution *plain = CT_OWN_DISTRIBUTION(&without, CT_NO_TENSORS);
	const ct_distribution *d = CT_OWN_DISTRIBUTION(&empty, CT_NO_TENSORS);
	ct_tensor *got = UNTOUCHED;

	OK(CT_DONE());
	FAILS(ct_distribution_kl_divergence(plain, plain, &got),
	      "NotImplementedError: Plain does not implement _natural_params");
	FAILS(ct_distribution_entropy(plain, &got),
	      "NotImplementedError: Plain does not implement entropy");
	FAILS(ct_distribution_entropy(d, &got), "TypeError: Empty.natural() returned NULL");
	ck_assert_ptr_eq(got, UNTOUCHED);
	refuse(&(ct_distribution_class){ .name = "Wrong",
					 .support = "real",
					 .natural = no_natural },
	       CT_ERROR_VALUE,
	       "Wrong needs .natural, .log_normalizer and a .natural_count from 1 to 8");
}
END_TEST

/* --- parameters ------------------------------------------------------------------------------- */

START_TEST(parameters_are_counted_and_broadcast)
{
	CT_SCOPE;
	const ct_distribution_class *of_class = own_class_of("ZeroInflatedPoisson");
	ct_distribution *d = NOTHING;

	FAILS_WITH(ct_distribution_new_of(of_class, CT_NO_TENSORS, NULL, &d), CT_ERROR_TYPE,
		   "ZeroInflatedPoisson takes 2 parameters (gate: unit_interval, rate: positive), but "
		   "0 were given");
	FAILS_WITH(ct_distribution_new_of(of_class, CT_TENSORS(number(1)), NULL, &d), CT_ERROR_TYPE,
		   "but 1 was given");
	FAILS_WITH(ct_distribution_new_of(of_class, CT_TENSORS(number(1), NULL), NULL, &d),
		   CT_ERROR_ARGUMENT, "rate");
	FAILS_WITH(ct_distribution_new_of(of_class, CT_TENSORS_OF((ct_tensor **)NULL, 2), NULL, &d),
		   CT_ERROR_ARGUMENT, "parameters");
	FAILS_WITH(ct_distribution_new_of(of_class,
					  CT_TENSORS(pair(0.5, 0.5), CT_E(ones, CT_L(3))), NULL, &d),
		   CT_ERROR_RUNTIME, "broadcast");
	FAILS_WITH(ct_distribution_new_of(own_class_of("Die"), CT_TENSORS(number(1)), NULL, &d),
		   CT_ERROR_VALUE,
		   "the parameter probs of Die needs 1 dimension or more, but has the shape "
		   "torch.Size([])");
	FAILS_WITH(ct_distribution_new_of(of_class, CT_TENSORS(number(1), number(1)), NULL, NULL),
		   CT_ERROR_ARGUMENT, "result");
	ck_assert_ptr_eq(d, NOTHING);
	OK(CT_DONE());
}
END_TEST

START_TEST(numbers_take_the_dtype_of_the_tensors_beside_them)
{
	CT_SCOPE;
	const ct_tensor *gate = CT_E(full, CT_L(2), 0.5, .dtype = CT_FLOAT64);
	const ct_distribution *d = CT_OWN_DISTRIBUTION(own_class_of("ZeroInflatedPoisson"),
						       CT_TENSORS(gate, CT_NUMBER(2)));

	ck_assert_int_eq(ct_tensor_dtype(CT_F(ct_distribution_get_parameter, d, "rate")), CT_FLOAT64);
	ck_assert_int_eq(ct_distribution_batch_shape(d).len, 1);
	OK(CT_DONE());
}
END_TEST

START_TEST(checks_can_be_turned_off)
{
	CT_SCOPE;
	const ct_distribution *d = CT_OWN_DISTRIBUTION(own_class_of("ZeroInflatedPoisson"),
						       CT_TENSORS(pair(0.5, 1.5), CT_NUMBER(2)),
						       .no_validate_args = true);

	OK(CT_DONE());
	ck_assert(!ct_distribution_is_checked(d));
	ck_assert(ct_distribution_is_checked(zip()));
	ck_assert(!ct_distribution_is_checked(NULL));
	ck_assert_ptr_nonnull(CT_F(ct_distribution_log_prob, d, number(0.5)));
	OK(CT_DONE());
}
END_TEST

/* --- what functions return -------------------------------------------------------------------- */

static ct_tensor *returns_nothing(const ct_distribution *self)
{
	(void)self;
	return NULL;
}

static ct_tensor *returns_a_triple(const ct_distribution *self)
{
	(void)self;
	return CT_E(ones, CT_L(3));
}

static ct_tensor *draws_a_triple(const ct_distribution *self, ct_ints sample_shape)
{
	(void)sample_shape;
	return returns_a_triple(self);
}

static ct_tensor *scores_a_triple(const ct_distribution *self, const ct_tensor *value)
{
	(void)value;
	return returns_a_triple(self);
}

static ct_tensor *lists_a_triple(const ct_distribution *self, bool expand)
{
	(void)expand;
	return returns_a_triple(self);
}

static ct_tensor *fails(const ct_distribution *self, const ct_tensor *value)
{
	const ct_tensor *a = CT_F(ct_distribution_get_parameter, self, "a");

	return CT_E(mm, a, value);
}

static ct_distribution *keeps_its_shape(const ct_distribution *self, ct_ints batch_shape)
{
	(void)batch_shape;
	return (ct_distribution *)self;
}

static const ct_distribution_class odd = { .name = "Odd",
					   .parameters = "a: real",
					   .support = "real",
					   .sample = draws_a_triple,
					   .log_prob = scores_a_triple,
					   .cdf = scores_a_triple,
					   .icdf = fails,
					   .entropy = returns_nothing,
					   .mean = returns_a_triple,
					   .mode = returns_nothing,
					   .enumerate_support = lists_a_triple,
					   .expand = keeps_its_shape };

START_TEST(results_of_another_shape_are_errors)
{
	CT_SCOPE;
	const ct_distribution *d = CT_OWN_DISTRIBUTION(&odd, CT_TENSORS(pair(0, 1)));
	ct_distribution *expanded = NOTHING;
	ct_tensor *got = UNTOUCHED;

	OK(CT_DONE());
	FAILS(ct_distribution_sample(d, CT_L(4), &got),
	      "ValueError: Odd.sample() returned torch.Size([3]), but expected was torch.Size([4, 2])");
	FAILS(ct_distribution_log_prob(d, CT_E(ones, CT_L(5, 1)), &got),
	      "ValueError: Odd.log_prob() returned torch.Size([3]), but expected was "
	      "torch.Size([5, 2])");
	FAILS(ct_distribution_cdf(d, number(1), &got),
	      "ValueError: Odd.cdf() returned torch.Size([3]), but expected was torch.Size([2])");
	FAILS(ct_distribution_mean(d, &got),
	      "ValueError: Odd.mean() returned torch.Size([3]), but expected was torch.Size([2])");
	FAILS(ct_distribution_enumerate_support(d, NULL, &got),
	      "ValueError: Odd.enumerate_support() returned torch.Size([3]), but expected was "
	      "torch.Size([3, 2])");
	FAILS_WITH(ct_distribution_expand(d, CT_L(4, 2), &expanded), CT_ERROR_VALUE,
		   "Odd.expand() returned a distribution with the batch shape torch.Size([2]), but "
		   "expected was torch.Size([4, 2])");
	ck_assert_ptr_eq(got, UNTOUCHED);
	ck_assert_ptr_eq(expanded, NOTHING);
	OK(ct_distribution_expand(d, CT_L(2), &expanded)); /* another handle on the same */
	ck_assert_ptr_eq(expanded, d);
}
END_TEST

START_TEST(null_without_an_error_and_functions_that_are_missing_are_errors)
{
	CT_SCOPE;
	const ct_distribution *d = CT_OWN_DISTRIBUTION(&odd, CT_TENSORS(pair(0, 1)));
	ct_tensor *got = UNTOUCHED;

	OK(CT_DONE());
	FAILS(ct_distribution_entropy(d, &got), "TypeError: Odd.entropy() returned NULL");
	FAILS(ct_distribution_mode(d, &got), "TypeError: Odd.mode() returned NULL");
	FAILS(ct_distribution_variance(d, &got),
	      "NotImplementedError: Odd does not implement variance");
	FAILS(ct_distribution_rsample(d, CT_L(), &got),
	      "NotImplementedError: Odd does not implement rsample");
	ck_assert(!ct_distribution_has_rsample(d));
	ck_assert(ct_distribution_has_enumerate_support(d));
	ck_assert_ptr_eq(got, UNTOUCHED);
}
END_TEST

START_TEST(an_error_has_the_place_where_the_function_failed)
{
	CT_SCOPE;
	const ct_distribution *d = CT_OWN_DISTRIBUTION(&odd, CT_TENSORS(pair(0, 1)));
	ct_tensor *got = UNTOUCHED;
	ct_error error;

	OK(CT_DONE());
	error = ct_distribution_icdf(d, pair(0.25, 0.5), &got);
	ck_assert_ptr_nonnull(error);
	ck_assert_int_eq(ct_error_class_of(error), CT_ERROR_RUNTIME);
	ck_assert_ptr_nonnull(strstr(ct_error_trace(error), "at fails ("));
	ct_error_free(error);
	ck_assert_ptr_eq(got, UNTOUCHED);
}
END_TEST

/* --- ownership -------------------------------------------------------------------------------- */

START_TEST(what_functions_make_is_released_but_for_the_result)
{
	CT_SCOPE;
	const ct_distribution *d = zip();
	const ct_tensor *value = pair(0, 3);
	int64_t before;
	ct_tensor *got;

	OK(CT_DONE());
	before = ct_memory_handle_count();
	OK(ct_distribution_log_prob(d, value, &got));
	ck_assert_int_eq(ct_memory_handle_count(), before + 1);
	OK(ct_distribution_sample_n(d, 5, &got));
	ck_assert_int_eq(ct_memory_handle_count(), before + 2);
}
END_TEST

static ct_tensor *mean_of_context(const ct_distribution *self)
{
	return CT_E(full, ct_distribution_extended_shape(self, CT_L()),
		    *(const double *)ct_distribution_context(self));
}

static const ct_distribution_class point = { .name = "Point",
					     .support = "real",
					     .mean = mean_of_context };

static atomic_int releases;

static void count_release(void *context)
{
	(void)context;
	releases++;
}

START_TEST(the_context_is_released_with_the_last_distribution_that_has_it)
{
	double at = 1.5;
	ct_distribution *d, *expanded;
	ct_tensor *mean;

	releases = 0;
	OK(ct_distribution_new_of(
		&point, CT_NO_TENSORS,
		&(ct_distribution_new_of_options){ .context = &at, .release = count_release }, &d));
	ck_assert_ptr_eq(ct_distribution_context(d), &at);
	ck_assert_ptr_null(ct_distribution_context(NULL));
	OK(ct_distribution_expand(d, CT_L(3), &expanded));
	ct_distribution_free(d);
	ck_assert_int_eq(releases, 0);
	OK(ct_distribution_mean(expanded, &mean));
	ck_assert_int_eq(ct_tensor_size(mean, 0), 3);
	ct_tensor_free(mean);
	ct_distribution_free(expanded);
	ck_assert_int_eq(releases, 1);
}
END_TEST

START_TEST(the_context_is_released_if_there_is_no_distribution)
{
	CT_SCOPE;
	const ct_distribution_new_of_options options = { .context = &releases,
							 .release = count_release };
	ct_distribution *d = NOTHING;

	releases = 0;
	FAILS_WITH(ct_distribution_new_of(&point, CT_TENSORS(number(1)), &options, &d), CT_ERROR_TYPE,
		   "takes 0 parameters (none)");
	FAILS_WITH(ct_distribution_new_of(&point, CT_NO_TENSORS, &options, NULL), CT_ERROR_ARGUMENT,
		   "result");
	ck_assert_int_eq(releases, 2);
	CT_FAIL(CT_ERROR_VALUE, "before");
	ck_assert_ptr_null(CT_OWN_DISTRIBUTION(&point, CT_NO_TENSORS, .release = count_release));
	FAILS(CT_DONE(), "ValueError: before");
	ck_assert_int_eq(releases, 3);
	ck_assert_ptr_eq(d, NOTHING);
}
END_TEST

/* Its own last handle. */
static ct_tensor *releases_itself(const ct_distribution *self)
{
	ct_distribution **handle = ct_distribution_context(self);
	ct_tensor *result = CT_E(zeros, ct_distribution_batch_shape(self));

	ct_distribution_free(*handle);
	return result;
}

START_TEST(a_function_may_release_the_last_handle)
{
	static const ct_distribution_class fleeting = { .name = "Fleeting",
							.support = "real",
							.entropy = releases_itself };
	ct_distribution *handle;
	ct_tensor *entropy;

	OK(ct_distribution_new_of(&fleeting, CT_NO_TENSORS,
				  &(ct_distribution_new_of_options){ .context = &handle }, &handle));
	OK(ct_distribution_entropy(handle, &entropy));
	ct_tensor_free(entropy);
}
END_TEST

/* The error names the class, so it needs the object. */
static ct_tensor *releases_the_whole(const ct_distribution *self)
{
	ct_distribution **whole = ct_distribution_context(self);

	ct_distribution_free(*whole);
	return CT_E(zeros, CT_L(3));
}

START_TEST(a_function_of_a_part_may_release_the_whole)
{
	static const ct_distribution_class part_of = { .name = "PartOf",
						       .support = "real",
						       .mean = releases_the_whole };
	CT_SCOPE;
	ct_distribution *part, *whole;
	ct_tensor *mean = UNTOUCHED;

	OK(ct_distribution_new_of(&part_of, CT_NO_TENSORS,
				  &(ct_distribution_new_of_options){ .context = &whole }, &part));
	whole = CT_DISTRIBUTION(Independent, part, 0);
	OK(CT_DONE());
	ct_distribution_free(part);
	FAILS(ct_distribution_mean(whole, &mean),
	      "ValueError: PartOf.mean() returned torch.Size([3]), but expected was torch.Size([])");
	ck_assert_ptr_eq(mean, UNTOUCHED);
}
END_TEST

/* --- inheritance ------------------------------------------------------------------------------ */

static const ct_distribution_class calm = { .name = "CalmPoisson",
					    .parent = "ZeroInflatedPoisson",
					    .mode = returns_nothing };

START_TEST(a_class_inherits_from_one_of_the_program_s_own)
{
	CT_SCOPE;
	const ct_distribution *parent, *d;

	know_own_classes();
	parent = zip();
	d = CT_OWN_DISTRIBUTION(&calm, CT_TENSORS(pair(0.5, 0.25), CT_NUMBER(2)));
	OK(CT_DONE());
	ck_assert(CT_ITEM(CT_E(all, CT_E(eq_Tensor, CT_F(ct_distribution_mean, d),
					 CT_F(ct_distribution_mean, parent)))) != 0);
	ck_assert_str_eq(ct_distribution_class_name(d), "CalmPoisson");
	FAILS(ct_distribution_mode(d, NULL), "TypeError: CalmPoisson.mode() returned NULL");
}
END_TEST

START_TEST(a_class_of_pytorch_s_gives_its_parameters)
{
	static const ct_distribution_class coarse = { .name = "Coarse", .parent = "Rounded" };
	CT_SCOPE;
	const ct_distribution_class *rounded = own_class_of("Rounded");
	ct_distribution *d = NOTHING, *gamma = CT_DISTRIBUTION(Gamma, 1.0, 1.0), *again;
	ct_distribution *normal = CT_DISTRIBUTION(Normal, 0.0, 1.0);

	OK(CT_DONE());
	FAILS(ct_distribution_new_of(rounded, CT_NO_TENSORS, NULL, &d),
	      "TypeError: Rounded needs an object of Normal as .parent");
	FAILS(ct_distribution_new_of(rounded, CT_NO_TENSORS,
				     &(ct_distribution_new_of_options){ .parent = gamma }, &d),
	      "TypeError: Rounded needs an object of Normal as .parent, not of Gamma");
	FAILS_WITH(ct_distribution_new_of(rounded, CT_TENSORS(number(1), number(2)), NULL, &d),
		   CT_ERROR_TYPE, "Rounded has the parameters of Normal");
	ck_assert_ptr_eq(d, NOTHING);
	OK(ct_distribution_new_of(rounded, CT_NO_TENSORS,
				  &(ct_distribution_new_of_options){ .parent = normal }, &d));
	OK(ct_distribution_new_of(rounded, CT_NO_TENSORS,
				  &(ct_distribution_new_of_options){ .parent = d }, &again));
	ck_assert(ct_distribution_has_rsample(again));
	/* A class below one of the program's own still is a Normal. */
	OK(ct_distribution_register_class(rounded));
	OK(ct_distribution_new_of(&coarse, CT_NO_TENSORS,
				  &(ct_distribution_new_of_options){ .parent = d }, &again));
	ck_assert_double_eq(CT_ITEM(CT_F(ct_distribution_kl_divergence, again, normal)), 0);
	OK(CT_DONE());
}
END_TEST

START_TEST(a_class_below_a_transformed_distribution_has_its_transforms)
{
	static const ct_distribution_class own = { .name = "OwnFlow",
						   .parent = "TransformedDistribution" };
	CT_SCOPE;
	const ct_distribution *parent = CT_DISTRIBUTION(
		TransformedDistribution, CT_DISTRIBUTION(Normal, 0.0, 1.0),
		CT_DISTRIBUTION_TRANSFORMS(CT_DISTRIBUTION_TRANSFORM(ExpTransform)));
	const ct_distribution *d = CT_OWN_DISTRIBUTION(&own, CT_NO_TENSORS, .parent = parent);
	ct_distribution *expanded;
	ct_constraint *support;
	char *text;

	OK(CT_DONE());
	OK(ct_distribution_support(d, &support));
	OK(ct_constraint_to_string(support, &text));
	ck_assert_str_eq(text, "GreaterThan(lower_bound=0.0)");
	OK(ct_distribution_expand(d, CT_L(1), &expanded));
	for (int i = 0; i < 2; i++)
		ck_assert_double_eq(
			CT_ITEM(CT_F(ct_distribution_log_prob, i ? expanded : d, number(2))),
			CT_ITEM(CT_F(ct_distribution_log_prob, parent, number(2))));
	OK(CT_DONE());
}
END_TEST

START_TEST(the_newest_class_has_the_name)
{
	static const ct_distribution_class old = { .name = "Renewed", .support = "real" };
	static const ct_distribution_class new = { .name = "Renewed", .support = "positive" };
	static const ct_distribution_class child = { .name = "Child", .parent = "Renewed" };
	CT_SCOPE;
	ct_constraint *support;
	char *text;

	OK(ct_distribution_register_class(&old));
	OK(ct_distribution_register_class(&new));
	OK(ct_distribution_support(CT_OWN_DISTRIBUTION(&child, CT_NO_TENSORS), &support));
	OK(ct_constraint_to_string(support, &text));
	ck_assert_str_eq(text, "GreaterThan(lower_bound=0.0)");
	OK(ct_distribution_support(CT_OWN_DISTRIBUTION(&old, CT_NO_TENSORS), &support));
	OK(ct_constraint_to_string(support, &text));
	ck_assert_str_eq(text, "Real()");
}
END_TEST

/* --- divergences ------------------------------------------------------------------------------ */

/* The context is a number. */
static ct_error kl_number(const ct_distribution *self, const ct_distribution *other, void *context,
			  ct_tensor **result)
{
	(void)self;
	(void)other;
	return CT_FINISH(CT_E(full, CT_L(), *(const double *)context), result);
}

static ct_error kl_nothing(const ct_distribution *self, const ct_distribution *other, void *context,
			   ct_tensor **result)
{
	(void)self;
	(void)other;
	(void)context;
	(void)result;
	return NULL;
}

static ct_error kl_fails(const ct_distribution *self, const ct_distribution *other, void *context,
			 ct_tensor **result)
{
	(void)self;
	(void)other;
	(void)context;
	return CT_FINISH(CT_E(mm, pair(0, 1), pair(0, 1)), result);
}

static double divergence(const ct_distribution *p, const ct_distribution *q)
{
	return CT_ITEM(CT_F(ct_distribution_kl_divergence, p, q));
}

START_TEST(formulas_of_the_program_take_the_place_of_others)
{
	static double one = 1, two = 2;
	CT_SCOPE;
	const ct_distribution *p = CT_DISTRIBUTION(Normal, 0.0, 1.0);
	const ct_distribution *q = CT_DISTRIBUTION(Normal, 1.0, 1.0);

	OK(CT_DONE());
	releases = 0;
	OK(ct_distribution_register_kl("Normal", "Normal", kl_number, &one, count_release));
	ck_assert_double_eq(divergence(p, q), 1);
	OK(ct_distribution_register_kl("Normal", "Normal", kl_number, &two, count_release));
	ck_assert_int_eq(releases, 1);
	ck_assert_double_eq(divergence(p, q), 2);
	OK(ct_distribution_register_kl("Normal", "Normal", NULL, NULL, NULL));
	ck_assert_int_eq(releases, 2);
	ck_assert_double_eq(divergence(p, q), 0.5); /* PyTorch's again: of two means at a distance of 1 */
	OK(ct_distribution_register_kl("Normal", "Normal", NULL, NULL, NULL));
	OK(CT_DONE());
}
END_TEST

START_TEST(mistakes_of_formulas_are_errors)
{
	CT_SCOPE;
	const ct_distribution *p = zip();
	ct_tensor *got = UNTOUCHED;
	ct_error error;

	OK(CT_DONE());
	know_own_classes();
	releases = 0;
	FAILS_WITH(ct_distribution_register_kl("Norml", "Normal", kl_nothing, NULL, count_release),
		   CT_ERROR_KEY, "no class 'Norml'");
	FAILS_WITH(ct_distribution_register_kl("Normal", NULL, kl_nothing, NULL, count_release),
		   CT_ERROR_ARGUMENT, "second");
	ck_assert_int_eq(releases, 2);
	FAILS(ct_distribution_kl_divergence(p, p, &got),
	      "NotImplementedError: No KL(p || q) is implemented for p type ZeroInflatedPoisson and q "
	      "type ZeroInflatedPoisson");
	OK(ct_distribution_register_kl("ZeroInflatedPoisson", "Distribution", kl_nothing, NULL, NULL));
	FAILS(ct_distribution_kl_divergence(p, p, &got),
	      "TypeError: kl_divergence(ZeroInflatedPoisson, Distribution) returned NULL");
	OK(ct_distribution_register_kl("ZeroInflatedPoisson", "Distribution", kl_fails, NULL, NULL));
	error = ct_distribution_kl_divergence(p, p, &got);
	ck_assert_ptr_nonnull(error);
	ck_assert_ptr_nonnull(strstr(ct_error_trace(error), "at kl_fails ("));
	ct_error_free(error);
	OK(ct_distribution_register_kl("ZeroInflatedPoisson", "Distribution", NULL, NULL, NULL));
	ck_assert_ptr_eq(got, UNTOUCHED);
}
END_TEST

static char warned[200];
static int warnings;

static void keep_warning(const ct_warning *warning, void *context)
{
	(void)context;
	snprintf(warned, sizeof warned, "%s", warning->message);
	warnings++;
}

static ct_error kl_low(const ct_distribution *self, const ct_distribution *other, void *context,
		       ct_tensor **result)
{
	(void)other;
	(void)context;
	return CT_FINISH(CT_E(add, CT_F(ct_distribution_get_parameter, self, "low"), 1), result);
}

static ct_error kl_loc(const ct_distribution *self, const ct_distribution *other, void *context,
		       ct_tensor **result)
{
	(void)self;
	(void)context;
	return CT_FINISH(CT_E(add, CT_F(ct_distribution_get_parameter, other, "loc"), 2), result);
}

/* distributions_own.py, ambiguous() */
static void check_ambiguous(const json_t *of_case)
{
	const ct_tensor *parameters[] = { CT_E(zeros, CT_L(1)), CT_NUMBER(0.25), CT_NUMBER(1) };
	const ct_distribution *p = CT_OWN_DISTRIBUTION(own_class_of("Triangular"),
						       CT_TENSORS_OF(parameters, 3));
	const ct_distribution *q = CT_OWN_DISTRIBUTION(
		own_class_of("Rounded"), CT_NO_TENSORS,
		.parent = CT_DISTRIBUTION(Normal, pair(0.5, 1), pair(1, 2)));
	ct_tensor *kl = NULL;

	know_own_classes();
	OK(ct_distribution_register_kl("Triangular", "Distribution", kl_low, NULL, NULL));
	OK(ct_distribution_register_kl("Distribution", "Rounded", kl_loc, NULL, NULL));
	OK(ct_set_warning_handler(keep_warning, NULL, NULL));
	warnings = 0;
	for (int i = 0; i < 2; i++)
		OK(ct_distribution_kl_divergence(p, q, &kl));
	OK(ct_set_warning_handler(NULL, NULL, NULL));
	ck_assert_int_eq(warnings, 1);
	ck_assert_str_eq(warned, expected_text(of_case, "warning"));
	assert_expected_tensor(kl, of_case, "kl", 0, "ambiguous");
	OK(ct_distribution_register_kl("Triangular", "Distribution", NULL, NULL, NULL));
	OK(ct_distribution_register_kl("Distribution", "Rounded", NULL, NULL, NULL));
}

START_TEST(an_ambiguous_pair_warns_once_as_python_does)
{
	ck_assert_int_eq(for_each_of("distributions_own", "ambiguous", check_ambiguous), 1);
}
END_TEST

/* --- threads ---------------------------------------------------------------------------------- */

enum { THREADS = 4, TIMES = 200 };

static void *use_while_formulas_change(void *context)
{
	static double numbers[] = { 1, 2 };
	const ct_distribution *d = context;

	for (int i = 0; i < TIMES; i++) {
		CT_SCOPE;
		double kl;

		OK(ct_distribution_register_kl("Point", "Point", kl_number, &numbers[i % 2],
					       count_release));
		kl = divergence(d, d);
		ck_assert_msg(kl == 1 || kl == 2, "%g", kl);
		ck_assert_double_eq(CT_ITEM(CT_F(ct_distribution_mean, d)), 1.5);
		OK(CT_DONE());
	}
	return NULL;
}

START_TEST(threads_use_a_class_while_others_register_formulas)
{
	double at = 1.5;
	pthread_t threads[THREADS];
	ct_distribution *d;

	OK(ct_distribution_new_of(&point, CT_NO_TENSORS,
				  &(ct_distribution_new_of_options){ .context = &at }, &d));
	releases = 0;
	for (int i = 0; i < THREADS; i++)
		ck_assert_int_eq(pthread_create(&threads[i], NULL, use_while_formulas_change, d), 0);
	for (int i = 0; i < THREADS; i++)
		ck_assert_int_eq(pthread_join(threads[i], NULL), 0);
	OK(ct_distribution_register_kl("Point", "Point", NULL, NULL, NULL));
	ck_assert_int_eq(releases, THREADS * TIMES);
	ct_distribution_free(d);
}
END_TEST

Suite *own_suite(void)
{
	Suite *suite = suite_create("distributions of the program's own");
	TCase *tcase = tcase_create("own");

	tcase_add_test(tcase, own_classes_are_among_the_cases_of_each_kind);
	tcase_add_test(tcase, a_class_that_cannot_be_read_is_an_error);
	tcase_add_test(tcase, a_class_needs_a_name_of_its_own_and_a_parent_that_is_known);
	tcase_add_test(tcase, a_support_is_a_text_or_a_function);
	tcase_add_test(tcase, an_exponential_family_needs_natural_parameters);
	tcase_add_test(tcase, parameters_are_counted_and_broadcast);
	tcase_add_test(tcase, numbers_take_the_dtype_of_the_tensors_beside_them);
	tcase_add_test(tcase, checks_can_be_turned_off);
	tcase_add_test(tcase, results_of_another_shape_are_errors);
	tcase_add_test(tcase, null_without_an_error_and_functions_that_are_missing_are_errors);
	tcase_add_test(tcase, an_error_has_the_place_where_the_function_failed);
	tcase_add_test(tcase, what_functions_make_is_released_but_for_the_result);
	tcase_add_test(tcase, the_context_is_released_with_the_last_distribution_that_has_it);
	tcase_add_test(tcase, the_context_is_released_if_there_is_no_distribution);
	tcase_add_test(tcase, a_function_may_release_the_last_handle);
	tcase_add_test(tcase, a_function_of_a_part_may_release_the_whole);
	tcase_add_test(tcase, a_class_inherits_from_one_of_the_program_s_own);
	tcase_add_test(tcase, a_class_of_pytorch_s_gives_its_parameters);
	tcase_add_test(tcase, a_class_below_a_transformed_distribution_has_its_transforms);
	tcase_add_test(tcase, the_newest_class_has_the_name);
	tcase_add_test(tcase, formulas_of_the_program_take_the_place_of_others);
	tcase_add_test(tcase, mistakes_of_formulas_are_errors);
	tcase_add_test(tcase, an_ambiguous_pair_warns_once_as_python_does);
	tcase_add_test(tcase, threads_use_a_class_while_others_register_formulas);
	suite_add_tcase(suite, tcase);
	return suite;
}
