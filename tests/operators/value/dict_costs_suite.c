/*
 * The cost of many keys in a dict: each costs as much as one of few, whatever numbers they are.
 */
#include <math.h>

#include "support.h"

enum {
	FEW = 2000,
	TIMES = 16,
	/* With quadratic time, 16 times as many keys would take 256 times as long. */
	TOLERATED = TIMES * 4
};

static ct_value nan_key(int64_t i)
{
	(void)i;
	return ct_value_float(NAN);
}

static ct_value complex_nan_key(int64_t i)
{
	return ct_value_complex((double)i, NAN);
}

static ct_value imaginary_key(int64_t i)
{
	return ct_value_complex(1, (double)i);
}

/* Doubles are too far apart to distinguish them. */
static ct_value large_key(int64_t i)
{
	return ct_value_int((INT64_C(1) << 62) + i);
}

static ct_value larger_key(int64_t i)
{
	return ct_value_scalar(ct_scalar_uint(UINT64_MAX - (uint64_t)i));
}

static ct_value (*const keys[])(int64_t i) = {
	nan_key, complex_nan_key, imaginary_key, large_key, larger_key,
};

/* To add them and to copy the dict. */
static double seconds_for(int64_t n, ct_value (*key)(int64_t i))
{
	ct_value dict = ct_value_dict_new(), copy;
	double begin = thread_seconds(), passed;

	for (int64_t i = 0; i < n; i++)
		OK(ct_value_dict_set(&dict, key(i), ct_value_int(i)));
	OK(ct_value_copy(&dict, &copy));
	passed = thread_seconds() - begin;
	ck_assert_int_eq(ct_value_count(&copy), n);
	ct_value_free(&copy);
	ct_value_free(&dict);
	return passed;
}

static double least_seconds_for(int64_t n, ct_value (*key)(int64_t i))
{
	double least = seconds_for(n, key);

	for (int i = 0; i < 2; i++)
		least = fmin(least, seconds_for(n, key));
	return least;
}

START_TEST(a_key_among_many_costs_what_one_among_few_does)
{
	double few = least_seconds_for(FEW, keys[_i]);
	double many = least_seconds_for((int64_t)FEW * TIMES, keys[_i]);

	ck_assert_msg(many < TOLERATED * few, "%d take %g s, and %d take %g s", FEW, few,
		      FEW * TIMES, many);
}
END_TEST

/* --- Many lookups in one dict ----------------------------------------------------------------- */

/* In the caller's array. */
static double seconds_to_compare(int64_t n)
{
	ct_value *pairs = calloc((size_t)(2 * n), sizeof *pairs);
	ct_value dict;
	bool equal = false;
	double begin;

	ck_assert_ptr_nonnull(pairs);
	for (int64_t i = 0; i < n; i++) {
		pairs[2 * i] = ct_value_int(i);
		pairs[2 * i + 1] = ct_value_int(i);
	}
	dict = ct_value_dict(pairs, n);
	begin = thread_seconds();
	OK(ct_value_equal(&dict, &dict, &equal));
	begin = thread_seconds() - begin;
	ck_assert(equal);
	free(pairs);
	return begin;
}

static double seconds_after_removing_one(int64_t n)
{
	ct_value dict = ct_value_dict_new();
	double begin;

	for (int64_t i = 0; i < n; i++)
		OK(ct_value_dict_set(&dict, ct_value_int(i), ct_value_int(i)));
	OK(ct_value_dict_remove(&dict, ct_value_int(0)));
	begin = thread_seconds();
	for (int64_t i = 1; i < n; i++)
		ck_assert(ct_value_dict_has(&dict, ct_value_int(i)));
	begin = thread_seconds() - begin;
	ct_value_free(&dict);
	return begin;
}

static double (*const lookups[])(int64_t n) = { seconds_to_compare, seconds_after_removing_one };

START_TEST(a_lookup_among_many_costs_what_one_among_few_does)
{
	double few = lookups[_i](FEW), many;

	for (int i = 0; i < 4; i++)
		few = fmin(few, lookups[_i](FEW));
	many = fmin(lookups[_i](FEW * TIMES), lookups[_i](FEW * TIMES));
	ck_assert_msg(many < TOLERATED * few, "%d take %g s, and %d take %g s", FEW, few,
		      FEW * TIMES, many);
}
END_TEST

Suite *dict_costs_suite(void)
{
	Suite *suite = suite_create("operators: costs of dicts");
	TCase *tests = tests_of("costs of dicts");

	tcase_set_timeout(tests, 120);
	tcase_add_loop_test(tests, a_key_among_many_costs_what_one_among_few_does, 0,
			    (int)(sizeof keys / sizeof *keys));
	tcase_add_loop_test(tests, a_lookup_among_many_costs_what_one_among_few_does, 0,
			    (int)(sizeof lookups / sizeof *lookups));
	suite_add_tcase(suite, tests);
	return suite;
}
