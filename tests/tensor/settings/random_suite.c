/*
 * The same numbers as Python after the same seed, from any generator: each case of
 * tests/fixtures/expected/random_numbers.json, with the default generator and with one of our own.
 */
#include "support.h"

static json_t *cases;

static void read_cases(void)
{
	cases = expected_cases("random_numbers");
}

static void forget_cases(void)
{
	json_decref(cases);
}

/* --- Ways of drawing ------------------------------------------------------------------------- */

static ct_dtype dtype_of(const json_t *of_case)
{
	static const struct {
		const char *name;
		ct_dtype dtype;
	} known[] = {
		{ "float16", CT_FLOAT16 }, { "bfloat16", CT_BFLOAT16 }, { "float32", CT_FLOAT32 },
		{ "float64", CT_FLOAT64 }, { "uint8", CT_UINT8 },       { "int8", CT_INT8 },
		{ "int16", CT_INT16 },     { "int32", CT_INT32 },       { "int64", CT_INT64 },
		{ "bool", CT_BOOL },
	};
	const char *name = expected_text(of_case, "dtype");

	for (size_t i = 0; i < sizeof known / sizeof *known; i++)
		if (strcmp(known[i].name, name) == 0)
			return known[i].dtype;
	ck_abort_msg("no dtype %s here", name);
	return CT_DTYPE_NONE;
}

static double number_at(const json_t *of_case, size_t i)
{
	return json_number_value(json_array_get(expected_list(of_case, "numbers"), i));
}

static ct_tensor *zeros_of(const json_t *of_case)
{
	int64_t dim, *shape = expected_ints(of_case, "shape", &dim);
	ct_tensor *zeros = NULL;

	OK(ct_zeros(shape, dim, dtype_of(of_case), CT_LAYOUT_NONE, CT_DEVICE_NONE, NULL, &zeros));
	free(shape);
	return zeros;
}

typedef ct_error (*draw_numbers)(const json_t *of_case, ct_generator *generator,
				 ct_tensor **result);

static ct_error draw_rand(const json_t *of_case, ct_generator *generator, ct_tensor **result)
{
	int64_t dim, *shape = expected_ints(of_case, "shape", &dim);
	ct_error err = ct_rand_generator(shape, dim, generator, dtype_of(of_case), CT_LAYOUT_NONE,
					 CT_DEVICE_NONE, NULL, result);

	free(shape);
	return err;
}

static ct_error draw_randn(const json_t *of_case, ct_generator *generator, ct_tensor **result)
{
	int64_t dim, *shape = expected_ints(of_case, "shape", &dim);
	ct_error err = ct_randn_generator(shape, dim, generator, dtype_of(of_case), CT_LAYOUT_NONE,
					  CT_DEVICE_NONE, NULL, result);

	free(shape);
	return err;
}

static ct_error draw_randint(const json_t *of_case, ct_generator *generator, ct_tensor **result)
{
	int64_t dim, *shape = expected_ints(of_case, "shape", &dim);
	ct_error err = ct_randint_low_generator(
		expected_int(of_case, "low"), expected_int(of_case, "high"), shape, dim, generator,
		CT_INT64, CT_LAYOUT_NONE, CT_DEVICE_NONE, NULL, result);

	free(shape);
	return err;
}

static ct_error draw_randperm(const json_t *of_case, ct_generator *generator, ct_tensor **result)
{
	return ct_randperm_generator(expected_int(of_case, "n"), generator, CT_INT64,
				     CT_LAYOUT_NONE, CT_DEVICE_NONE, NULL, result);
}

static ct_error draw_uniform(const json_t *of_case, ct_generator *generator, ct_tensor **result)
{
	*result = zeros_of(of_case);
	return ct_uniform_(*result, number_at(of_case, 0), number_at(of_case, 1), generator, NULL);
}

static ct_error draw_normal(const json_t *of_case, ct_generator *generator, ct_tensor **result)
{
	*result = zeros_of(of_case);
	return ct_normal_(*result, number_at(of_case, 0), number_at(of_case, 1), generator, NULL);
}

static ct_error draw_log_normal(const json_t *of_case, ct_generator *generator, ct_tensor **result)
{
	*result = zeros_of(of_case);
	return ct_log_normal_(*result, number_at(of_case, 0), number_at(of_case, 1), generator,
			      NULL);
}

static ct_error draw_cauchy(const json_t *of_case, ct_generator *generator, ct_tensor **result)
{
	*result = zeros_of(of_case);
	return ct_cauchy_(*result, number_at(of_case, 0), number_at(of_case, 1), generator, NULL);
}

static ct_error draw_exponential(const json_t *of_case, ct_generator *generator, ct_tensor **result)
{
	*result = zeros_of(of_case);
	return ct_exponential_(*result, number_at(of_case, 0), generator, NULL);
}

static ct_error draw_geometric(const json_t *of_case, ct_generator *generator, ct_tensor **result)
{
	*result = zeros_of(of_case);
	return ct_geometric_(*result, number_at(of_case, 0), generator, NULL);
}

static ct_error draw_coins(const json_t *of_case, ct_generator *generator, ct_tensor **result)
{
	*result = zeros_of(of_case);
	return ct_bernoulli__float(*result, number_at(of_case, 0), generator, NULL);
}

static ct_error draw_integers(const json_t *of_case, ct_generator *generator, ct_tensor **result)
{
	const size_t n = json_array_size(expected_list(of_case, "numbers"));
	const int64_t to = n == 2 ? (int64_t)number_at(of_case, 1) : 0;

	*result = zeros_of(of_case);
	if (n == 0)
		return ct_random_(*result, generator, NULL);
	if (n == 1)
		return ct_random__to(*result, (int64_t)number_at(of_case, 0), generator, NULL);
	return ct_random__from(*result, (int64_t)number_at(of_case, 0), &to, generator, NULL);
}

static ct_error draw_bernoulli(const json_t *of_case, ct_generator *generator, ct_tensor **result)
{
	ct_tensor *input = expected_tensor(of_case, "input");
	ct_error err = ct_bernoulli(input, generator, result);

	ct_tensor_free(input);
	return err;
}

static ct_error draw_poisson(const json_t *of_case, ct_generator *generator, ct_tensor **result)
{
	ct_tensor *input = expected_tensor(of_case, "input");
	ct_error err = ct_poisson(input, generator, result);

	ct_tensor_free(input);
	return err;
}

static ct_error draw_multinomial(const json_t *of_case, ct_generator *generator, ct_tensor **result)
{
	ct_tensor *input = expected_tensor(of_case, "input");
	ct_error err = ct_multinomial(input, expected_int(of_case, "n"),
				      expected_bool(of_case, "replacement"), generator, result);

	ct_tensor_free(input);
	return err;
}

/* It has no parameter for a generator. */
static ct_error draw_dropout(const json_t *of_case, ct_generator *generator, ct_tensor **result)
{
	ct_tensor *input = expected_tensor(of_case, "input");
	ct_error err = ct_dropout(input, expected_double(of_case, "p"), true, result);

	(void)generator;
	ct_tensor_free(input);
	return err;
}

static draw_numbers draw_of(const char *call)
{
	static const struct {
		const char *call;
		draw_numbers draw;
	} known[] = {
		{ "rand", draw_rand },
		{ "randn", draw_randn },
		{ "randint", draw_randint },
		{ "randperm", draw_randperm },
		{ "uniform_", draw_uniform },
		{ "normal_", draw_normal },
		{ "log_normal_", draw_log_normal },
		{ "cauchy_", draw_cauchy },
		{ "exponential_", draw_exponential },
		{ "geometric_", draw_geometric },
		{ "bernoulli_", draw_coins },
		{ "random_", draw_integers },
		{ "bernoulli", draw_bernoulli },
		{ "poisson", draw_poisson },
		{ "multinomial", draw_multinomial },
		{ "dropout", draw_dropout },
	};

	for (size_t i = 0; i < sizeof known / sizeof *known; i++)
		if (strcmp(known[i].call, call) == 0)
			return known[i].draw;
	return NULL;
}

/* --- Comparing ------------------------------------------------------------------------------- */

static void describe(const json_t *of_case, const char *what, char *text, size_t size)
{
	char *arguments;
	json_t *shown = json_copy((json_t *)(uintptr_t)of_case);

	json_object_del(shown, "result");
	json_object_del(shown, "input");
	json_object_del(shown, "next");
	json_object_del(shown, "next_normal");
	arguments = json_dumps(shown, JSON_COMPACT);
	snprintf(text, size, "%s of %s", what, arguments);
	free(arguments);
	json_decref(shown);
}

/* The next numbers show whether the generator is in the same state as Python's. */
static void assert_goes_on(const json_t *of_case, ct_generator *generator)
{
#if HAS_WIDE_RANDINT
	const int64_t four = 4, one = 1;
	ct_tensor *next = NULL, *normal = NULL;
	char what[512];

	OK(ct_randint_low_generator(0, INT32_MAX, &four, 1, generator, CT_INT64, CT_LAYOUT_NONE,
				    CT_DEVICE_NONE, NULL, &next));
	describe(of_case, "the numbers after the result", what, sizeof what);
	assert_expected_tensor(next, of_case, "next", 0, what);
	OK(ct_randn_generator(&one, 1, generator, CT_FLOAT64, CT_LAYOUT_NONE, CT_DEVICE_NONE, NULL,
			      &normal));
	describe(of_case, "the normal number after that", what, sizeof what);
	assert_expected_tensor(normal, of_case, "next_normal", 1e-12, what);
	ct_tensor_free(next);
	ct_tensor_free(normal);
#else
	(void)of_case, (void)generator;
#endif
}

static void check_case(const json_t *of_case, ct_generator *generator)
{
	const uint64_t seed = (uint64_t)expected_int(of_case, "seed");
	draw_numbers draw = draw_of(expected_text(of_case, "call"));
	ct_tensor *result = NULL;
	char what[512];

	OK(generator ? ct_generator_manual_seed(generator, seed) : ct_manual_seed(seed));
	OK(draw(of_case, generator, &result));
	describe(of_case, generator ? "a generator's result" : "the result", what, sizeof what);
	assert_expected_tensor(result, of_case, "result", expected_double(of_case, "tolerance"),
			       what);
	ct_tensor_free(result);
	assert_goes_on(of_case, generator);
}

/* Without MKL, libtorch draws other numbers in these cases. */
static bool can_be_compared(const json_t *of_case)
{
	return draw_of(expected_text(of_case, "call")) != NULL &&
	       (!expected_bool(of_case, "mkl") || ct_backend_is_available(CT_BACKEND_MKL));
}

START_TEST(default_generator_draws_what_python_draws)
{
	size_t i, compared = 0;
	json_t *of_case;

	json_array_foreach (cases, i, of_case)
		if (can_be_compared(of_case)) {
			check_case(of_case, NULL);
			compared++;
		}
	ck_assert_uint_ge(compared + expected_left_out("random_numbers"), 150);
}
END_TEST

START_TEST(generator_of_ones_own_draws_what_python_draws)
{
	ct_generator *generator = NULL;
	size_t i;
	json_t *of_case;

	OK(ct_generator_new(CT_DEVICE_CPU, &generator));
	json_array_foreach (cases, i, of_case)
		if (can_be_compared(of_case) && strcmp(expected_text(of_case, "call"), "dropout"))
			check_case(of_case, generator);
	ct_generator_free(generator);
}
END_TEST

/* --- States ---------------------------------------------------------------------------------- */

static void draw_some(const json_t *draw, ct_generator *generator)
{
	const char *kind = json_string_value(json_array_get(draw, 0));
	const int64_t n = json_integer_value(json_array_get(draw, 1));
	const ct_dtype dtype = strcmp(kind, "randn_double") == 0 ? CT_FLOAT64 : CT_FLOAT32;
	ct_tensor *drawn = NULL;

	if (strcmp(kind, "randint") == 0)
		OK(ct_randint_low_generator(0, INT32_MAX, &n, 1, generator, CT_INT64,
					    CT_LAYOUT_NONE, CT_DEVICE_NONE, NULL, &drawn));
	else
		OK(ct_randn_generator(&n, 1, generator, dtype, CT_LAYOUT_NONE, CT_DEVICE_NONE, NULL,
				      &drawn));
	ct_tensor_free(drawn);
}

static void check_state(const json_t *of_case, ct_generator *generator)
{
	const int64_t seed = expected_int(of_case, "seed");
	uint64_t initial = 0;
	ct_tensor *state = NULL;
	size_t i;
	json_t *draw;

	OK(ct_generator_manual_seed(generator, (uint64_t)seed));
	json_array_foreach (expected_list(of_case, "draws"), i, draw)
		draw_some(draw, generator);
	OK(ct_generator_initial_seed(generator, &initial));
	ck_assert_uint_eq(initial, strtoull(expected_text(of_case, "initial_seed"), NULL, 10));
	OK(ct_generator_state(generator, &state));
	assert_expected_tensor(state, of_case, "state", 0, "the state");
	ct_tensor_free(state);
}

/* A state with half a pair of normal numbers has digits from a logarithm. */
START_TEST(states_have_the_bytes_that_python_has)
{
	ct_generator *generator = NULL;
	size_t i, compared = 0;
	json_t *of_case;

	OK(ct_generator_new(CT_DEVICE_CPU, &generator));
	json_array_foreach (cases, i, of_case)
		if (strcmp(expected_text(of_case, "call"), "state") == 0) {
			check_state(of_case, generator);
			check_state(of_case, NULL);
			compared++;
		}
	ck_assert_uint_ge(compared + expected_left_out("random_numbers"), 4);
	ct_generator_free(generator);
}
END_TEST

Suite *random_suite(void)
{
	Suite *suite = suite_create("random numbers");
	TCase *tests = tests_of("random numbers");

#if !HAS_WIDE_RANDINT
	LEFT_OUT("what is drawn after each case", "randint() takes fewer bits of the generator");
#endif
	tcase_add_unchecked_fixture(tests, read_cases, forget_cases);
	tcase_add_test(tests, default_generator_draws_what_python_draws);
	tcase_add_test(tests, generator_of_ones_own_draws_what_python_draws);
	tcase_add_test(tests, states_have_the_bytes_that_python_has);
	suite_add_tcase(suite, tests);
	return suite;
}
