/*
 * States of generators: read, set, cloned, refused; and blocks that leave no trace.
 */
#include "support.h"

static ct_generator *generator;

static void make_generator(void)
{
	OK(ct_generator_new(CT_DEVICE_CPU, &generator));
	OK(ct_generator_manual_seed(generator, 12));
}

static void free_generator(void)
{
	ct_generator_free(generator);
}

static int64_t draw(ct_generator *from)
{
	const int64_t one = 1;
	ct_tensor *drawn = NULL;
	int64_t number = -1;

	OK(ct_randint_low_generator(0, INT64_MAX, &one, 1, from, CT_INT64, CT_LAYOUT_NONE,
				    CT_DEVICE_NONE, NULL, &drawn));
	OK(ct_tensor_item_int64(drawn, &number));
	ct_tensor_free(drawn);
	return number;
}

static double draw_normal(ct_generator *from)
{
	const int64_t one = 1;
	ct_tensor *drawn = NULL;
	double number = 0;

	OK(ct_randn_generator(&one, 1, from, CT_FLOAT64, CT_LAYOUT_NONE, CT_DEVICE_NONE, NULL,
			      &drawn));
	OK(ct_tensor_item_double(drawn, &number));
	ct_tensor_free(drawn);
	return number;
}

START_TEST(state_that_is_set_brings_the_same_numbers_again)
{
	ct_tensor *state = NULL;
	double first;

	draw_normal(generator); /* keeps the second of a pair */
	OK(ct_generator_state(generator, &state));
	first = draw_normal(generator);
	ck_assert(draw_normal(generator) != first);
	OK(ct_generator_set_state(generator, state));
	ck_assert(draw_normal(generator) == first);
	ct_tensor_free(state);
}
END_TEST

START_TEST(state_is_a_copy_of_its_own)
{
	ct_tensor *before = NULL, *again = NULL;
	bool equal = true;

	OK(ct_generator_state(generator, &before));
	ck_assert_int_eq(ct_tensor_dtype(before), CT_UINT8);
	ck_assert_int_eq(ct_tensor_dim(before), 1);
	draw(generator);
	OK(ct_generator_state(generator, &again));
	OK(ct_equal(before, again, &equal));
	ck_assert(!equal);
	OK(ct_generator_set_state(generator, before));
	ct_tensor_free(again);
	OK(ct_zero_(before, NULL));
	draw(generator);
	ct_tensor_free(before);
}
END_TEST

START_TEST(state_of_null_is_that_of_the_default_generator)
{
	ct_tensor *state = NULL;
	int64_t first;

	OK(ct_manual_seed(3));
	OK(ct_generator_state(NULL, &state));
	first = draw(NULL);
	OK(ct_generator_set_state(generator, state));
	ck_assert_int_eq(draw(generator), first);
	OK(ct_generator_set_state(NULL, state));
	ck_assert_int_eq(draw(NULL), first);
	ct_tensor_free(state);
}
END_TEST

/* The texts are Python's; see tests/fixtures/expected/settings.py. */
static void assert_python_s_error(ct_error got, const char *of)
{
	json_t *cases = expected_cases("settings"), *of_case;
	const char *wanted = NULL;
	size_t i;

	json_array_foreach (cases, i, of_case)
		if (strcmp(expected_text(of_case, "about"), "error") == 0 &&
		    strcmp(expected_text(of_case, "of"), of) == 0)
			wanted = expected_text(of_case, "error");
	ck_assert_msg(wanted != NULL, "no expected error of %s", of);
	ck_assert_msg(got != NULL, "%s: no error, expected %s", of, wanted);
	ck_assert_msg(is_expected_error(got, wanted), "%s: expected %s, got %s", of, wanted, got);
	ct_error_free(got);
	json_decref(cases);
}

static ct_tensor *bytes(int64_t n, ct_dtype dtype)
{
	ct_tensor *zeros = NULL;

	OK(ct_zeros(&n, 1, dtype, CT_LAYOUT_NONE, CT_DEVICE_NONE, NULL, &zeros));
	return zeros;
}

START_TEST(what_is_no_state_is_refused_as_in_python)
{
	const int64_t size = 5056;
	int64_t next, begin = 0, end = 2 * size;
	ct_tensor *short_one = bytes(size - 1, CT_UINT8), *zeros = bytes(size, CT_UINT8);
	ct_tensor *floats_ = bytes(size, CT_FLOAT32), *twice = bytes(2 * size, CT_UINT8), *holes;
	ct_tensor *state = NULL;

	OK(ct_slice_Tensor(twice, 0, &begin, &end, 2, &holes));
	OK(ct_generator_state(generator, &state));
	next = draw(generator);
	OK(ct_generator_set_state(generator, state));
	assert_python_s_error(ct_generator_set_state(generator, short_one),
			      "state_of_another_size");
	assert_python_s_error(ct_generator_set_state(generator, zeros), "state_of_zeros");
	assert_python_s_error(ct_generator_set_state(generator, floats_), "state_of_floats");
	assert_python_s_error(ct_generator_set_state(generator, holes), "state_with_holes");
	FAILS(ct_generator_set_state(generator, NULL),
	      "ArgumentError: ct_generator_set_state: argument 2 (state) must not be NULL");
	ck_assert_int_eq(draw(generator), next);
	ct_tensor_free(short_one);
	ct_tensor_free(zeros);
	ct_tensor_free(floats_);
	ct_tensor_free(twice);
	ct_tensor_free(holes);
	ct_tensor_free(state);
}
END_TEST

/* Each number is valid in a state, but together they lead beyond the last of its 624 numbers. */
START_TEST(state_that_leads_behind_its_end_is_refused)
{
	static const struct {
		int32_t left;
		uint64_t next;
		bool fits;
	} places[] = { { 1, 0, true },    { 624, 0, true },
		       { 624, 1, true },  { 1, 624, true },
		       { 624, 2, false }, { 624, 624, false },
		       { 2, 624, false }, { 624, 2 + (UINT64_C(1) << 32), false } };
	ct_tensor *state = NULL;

	OK(ct_generator_state(generator, &state));
	for (size_t i = 0; i < sizeof places / sizeof *places; i++) {
		unsigned char *at = ct_tensor_mutable_data(state);
		ct_tensor *before = NULL;
		int64_t next;

		OK(ct_generator_state(generator, &before));
		memcpy(at + 8, &places[i].left, sizeof places[i].left);
		memcpy(at + 16, &places[i].next, sizeof places[i].next);
		if (places[i].fits) {
			OK(ct_generator_set_state(generator, state));
		} else {
			FAILS(ct_generator_set_state(generator, state),
			      "RuntimeError: Invalid mt19937 state");
			next = draw(generator);
			OK(ct_generator_set_state(generator, before));
			ck_assert_int_eq(draw(generator), next);
		}
		ct_tensor_free(before);
	}
	ct_tensor_free(state);
}
END_TEST

START_TEST(clone_goes_on_alike_and_apart)
{
	ct_generator *clone = NULL;
	int64_t first;

	OK(ct_generator_clone_state(generator, &clone));
	ck_assert_ptr_ne(clone, generator);
	first = draw(clone);
	ck_assert_int_eq(draw(generator), first);
	draw(clone);
	OK(ct_generator_manual_seed(generator, 12));
	ck_assert_int_eq(draw(generator), first);
	ct_generator_free(clone);

	OK(ct_manual_seed(12));
	OK(ct_generator_clone_state(NULL, &clone));
	ck_assert_int_eq(draw(clone), first);
	ck_assert_int_eq(draw(NULL), first);
	ct_generator_free(clone);
}
END_TEST

START_TEST(what_only_devices_have_is_refused_as_in_python)
{
	ct_generator *none = (ct_generator *)UNTOUCHED;
	uint64_t offset = 77;

#if CT_RELEASE_AT_LEAST(2, 1)
	assert_python_s_error(ct_generator_offset(generator, &offset), "get_offset");
	assert_python_s_error(ct_generator_set_offset(generator, 4), "set_offset");
#else
	FAILS(ct_generator_offset(generator, &offset),
	      "NotImplementedError: this release of libtorch does not report a generator's offset");
	FAILS(ct_generator_set_offset(generator, 4),
	      "NotImplementedError: this release of libtorch cannot set a generator's offset");
#endif
#if CT_RELEASE_AT_LEAST(2, 4)
	assert_python_s_error(ct_generator_graphsafe_state(generator, &none),
			      "graphsafe_get_state");
	assert_python_s_error(ct_generator_graphsafe_set_state(generator, generator),
			      "graphsafe_set_state");
#else
	FAILS(ct_generator_graphsafe_state(generator, &none),
	      "NotImplementedError: this release of libtorch does not support generator states "
	      "for CUDA graphs");
	FAILS(ct_generator_graphsafe_set_state(generator, generator),
	      "NotImplementedError: this release of libtorch does not support generator states "
	      "for CUDA graphs");
#endif
#if CT_RELEASE_AT_LEAST(2, 6)
	assert_python_s_error(ct_generator_new(CT_DEVICE(CT_DEVICE_TYPE_META, -1), &none),
			      "generator_on_meta");
#else
	FAILS(ct_generator_new(CT_DEVICE(CT_DEVICE_TYPE_META, -1), &none),
	      "ArgumentError: ct_generator_new: argument 1 (device): this release of libtorch "
	      "creates generators only for the CPU");
#endif
#if CT_RELEASE_AT_LEAST(2, 4)
	FAILS(ct_generator_graphsafe_set_state(generator, NULL),
	      "ArgumentError: ct_generator_graphsafe_set_state: argument 2 (state) must not be "
	      "NULL");
#endif
	ck_assert_ptr_eq(none, (ct_generator *)UNTOUCHED);
	ck_assert_uint_eq(offset, 77);
}
END_TEST

START_TEST(negative_seed_is_the_number_of_its_bits)
{
	uint64_t seed = 0;

	OK(ct_manual_seed((uint64_t)-1));
	OK(ct_generator_initial_seed(NULL, &seed));
	ck_assert_uint_eq(seed, UINT64_MAX);
}
END_TEST

START_TEST(seed_is_drawn_for_all_default_generators)
{
	uint64_t first = 0, second = 0, told = 0;

	OK(ct_seed(&first));
	OK(ct_generator_initial_seed(NULL, &told));
	ck_assert_uint_eq(told, first);
	OK(ct_seed(&second));
	ck_assert_uint_ne(first, second);
	OK(ct_seed(NULL));
}
END_TEST

/* --- Without a trace ------------------------------------------------------------------------- */

START_TEST(states_go_back_as_often_as_one_likes)
{
	ct_rng_states *states = NULL;
	int64_t first;

	OK(ct_manual_seed(8));
	OK(ct_rng_states_capture(&states));
	first = draw(NULL);
	for (int i = 0; i < 2; i++) {
		OK(ct_manual_seed(1000));
		OK(ct_rng_states_restore(states));
		ck_assert_int_eq(draw(NULL), first);
	}
	ct_rng_states_free(states);
	ct_rng_states_free(NULL);
	FAILS(ct_rng_states_restore(NULL),
	      "ArgumentError: ct_rng_states_restore: argument 1 (self) must not be NULL");
	FAILS(ct_rng_states_capture(NULL),
	      "ArgumentError: ct_rng_states_capture: argument 1 (result) must not be NULL");
}
END_TEST

static ct_error leave_by_return(int *runs)
{
	ct_error err = NULL;

	CT_FORK_RNG(err)
	{
		(*runs)++;
		CT_TRY(ct_manual_seed(1));
		CT_TRY(ct_error_new(CT_ERROR_VALUE, NULL, "left"));
	}
	return err;
}

START_TEST(block_leaves_no_trace_however_it_is_left)
{
	ct_error err = NULL;
	int64_t first;
	int runs = 0;

	OK(ct_manual_seed(8));
	first = draw(NULL);
	OK(ct_manual_seed(8));
	CT_FORK_RNG(err)
	{
		runs++;
		OK(ct_manual_seed(9));
		draw(NULL);
	}
	ck_assert_ptr_null(err);
	CT_FORK_RNG(err)
	{
		runs++;
		draw(NULL);
		break;
	}
	CT_FORK_RNG(err)
	{
		CT_FORK_RNG(err)
		{
			runs++;
			draw(NULL);
		}
		continue;
	}
	FAILS(leave_by_return(&runs), "ValueError: left");
	ck_assert_int_eq(runs, 4);
	ck_assert_int_eq(draw(NULL), first);
}
END_TEST

static ct_error draw_in_a_scope(void)
{
	CT_FORK_RNG_SCOPE;

	CT_TRY(ct_manual_seed(1));
	draw(NULL);
	return ct_error_new(CT_ERROR_VALUE, NULL, "left");
}

START_TEST(rest_of_a_scope_leaves_no_trace)
{
	int64_t first;

	OK(ct_manual_seed(8));
	first = draw(NULL);
	OK(ct_manual_seed(8));
	FAILS(draw_in_a_scope(), "ValueError: left");
	ck_assert_int_eq(draw(NULL), first);
}
END_TEST

Suite *generator_states_suite(void)
{
	Suite *suite = suite_create("states of generators");
	TCase *tests = tests_of("states of generators");

	tcase_add_checked_fixture(tests, make_generator, free_generator);
	tcase_add_test(tests, state_that_is_set_brings_the_same_numbers_again);
	tcase_add_test(tests, state_is_a_copy_of_its_own);
	tcase_add_test(tests, state_of_null_is_that_of_the_default_generator);
	tcase_add_test(tests, what_is_no_state_is_refused_as_in_python);
	tcase_add_test(tests, state_that_leads_behind_its_end_is_refused);
	tcase_add_test(tests, clone_goes_on_alike_and_apart);
	tcase_add_test(tests, what_only_devices_have_is_refused_as_in_python);
	tcase_add_test(tests, negative_seed_is_the_number_of_its_bits);
	tcase_add_test(tests, seed_is_drawn_for_all_default_generators);
	tcase_add_test(tests, states_go_back_as_often_as_one_likes);
	tcase_add_test(tests, block_leaves_no_trace_however_it_is_left);
	tcase_add_test(tests, rest_of_a_scope_leaves_no_trace);
	suite_add_tcase(suite, tests);
	return suite;
}
