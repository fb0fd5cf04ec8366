/*
 * Random numbers: the same seed gives the same sequence, from any generator.
 */
#include "support.h"

static ct_generator *generator;

static void make_generator(void)
{
	OK(ct_generator_new(CT_DEVICE_CPU, &generator));
}

static void free_generator(void)
{
	ct_generator_free(generator);
}

static ct_tensor *draw(ct_generator *from)
{
	ct_tensor *tensor;

	OK(ct_zeros((int64_t[]){ 16 }, 1, CT_DTYPE_NONE, CT_LAYOUT_NONE, CT_DEVICE_NONE, NULL,
		    &tensor));
	OK(ct_normal_(tensor, 0, 1, from, NULL));
	return tensor;
}

static bool same(ct_tensor *a, ct_tensor *b)
{
	bool equal = false;

	OK(ct_equal(a, b, &equal));
	ct_tensor_free(a);
	ct_tensor_free(b);
	return equal;
}

START_TEST(same_seed_gives_the_same_numbers)
{
	ct_tensor *first;

	OK(ct_generator_manual_seed(generator, 7));
	first = draw(generator);
	OK(ct_generator_manual_seed(generator, 7));
	ck_assert(same(first, draw(generator)));
	ck_assert(!same(draw(generator), draw(generator)));
}
END_TEST

START_TEST(default_generator_is_used_for_null)
{
	ct_tensor *first;

	OK(ct_manual_seed(11));
	first = draw(NULL);
	OK(ct_generator_manual_seed(NULL, 11));
	ck_assert(same(first, draw(NULL)));
	OK(ct_generator_manual_seed(generator, 11));
	OK(ct_manual_seed(11));
	ck_assert(same(draw(generator), draw(NULL)));
}
END_TEST

START_TEST(generators_do_not_disturb_each_other)
{
	ct_tensor *first;

	OK(ct_manual_seed(5));
	first = draw(NULL);
	OK(ct_manual_seed(5));
	ct_tensor_free(draw(generator));
	ck_assert(same(first, draw(NULL)));
}
END_TEST

START_TEST(default_generator_is_one_object)
{
	ct_generator *one, *two;

	OK(ct_generator_default(CT_DEVICE_CPU, &one));
	OK(ct_generator_default(CT_DEVICE_CPU, &two));
	ck_assert_ptr_eq(one, two);
	ck_assert_ptr_ne(one, generator);
	ct_generator_free(one);
	ct_generator_free(two);
}
END_TEST

START_TEST(seed_can_be_read_back)
{
	uint64_t seed = 0, drawn = 0;

	OK(ct_generator_manual_seed(generator, UINT64_MAX));
	OK(ct_generator_initial_seed(generator, &seed));
	ck_assert_uint_eq(seed, UINT64_MAX);
	OK(ct_generator_seed(generator, &drawn));
	OK(ct_generator_initial_seed(generator, &seed));
	ck_assert_uint_eq(seed, drawn);
	OK(ct_manual_seed(99));
	OK(ct_generator_initial_seed(NULL, &seed));
	ck_assert_uint_eq(seed, 99);
}
END_TEST

START_TEST(kept_generator_continues_its_sequence)
{
	ct_generator *again = ct_generator_retain(generator);
	ct_tensor *first;

	ck_assert_ptr_eq(again, generator);
	OK(ct_generator_manual_seed(generator, 3));
	first = draw(again);
	OK(ct_generator_manual_seed(again, 3));
	ct_generator_free(again);
	ck_assert(same(first, draw(generator)));
}
END_TEST

START_TEST(device_is_told)
{
	ck_assert_int_eq(ct_generator_device(generator).type, CT_DEVICE_TYPE_CPU);
	ck_assert_int_eq(ct_generator_device(NULL).type, CT_DEVICE_TYPE_NONE);
}
END_TEST

START_TEST(device_must_be_one_that_draws)
{
	ct_generator *none = (ct_generator *)UNTOUCHED;

	FAILS(ct_generator_new(CT_DEVICE_NONE, &none),
	      "ArgumentError: ct_generator_new: argument 1 (device) must not be CT_DEVICE_NONE");
#if CT_RELEASE_AT_LEAST(2, 6)
	FAILS_WITH(ct_generator_new(CT_DEVICE(CT_DEVICE_TYPE_META, -1), &none), CT_ERROR_RUNTIME,
		   "RuntimeError: ");
#else
	FAILS(ct_generator_new(CT_DEVICE(CT_DEVICE_TYPE_META, -1), &none),
	      "ArgumentError: ct_generator_new: argument 1 (device): this release of libtorch "
	      "creates generators only for the CPU");
#endif
	ck_assert_ptr_eq(none, (ct_generator *)UNTOUCHED);
}
END_TEST

Suite *generators_suite(void)
{
	Suite *suite = suite_create("generators");
	TCase *tests = tests_of("generators");

	tcase_add_checked_fixture(tests, make_generator, free_generator);
	tcase_add_test(tests, same_seed_gives_the_same_numbers);
	tcase_add_test(tests, default_generator_is_used_for_null);
	tcase_add_test(tests, generators_do_not_disturb_each_other);
	tcase_add_test(tests, default_generator_is_one_object);
	tcase_add_test(tests, seed_can_be_read_back);
	tcase_add_test(tests, kept_generator_continues_its_sequence);
	tcase_add_test(tests, device_is_told);
	tcase_add_test(tests, device_must_be_one_that_draws);
	suite_add_tcase(suite, tests);
	return suite;
}
