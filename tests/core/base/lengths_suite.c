/*
 * Lists and arrays whose lengths come from elsewhere.
 */
#include <check.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/lengths.h"

START_TEST(size_that_no_memory_has_is_the_largest_number)
{
	ck_assert_int_eq(ct_size_times(3, 5), 15);
	ck_assert_int_eq(ct_size_times(INT64_MAX / 2, 3), INT64_MAX);
	ck_assert_int_eq(ct_size_plus(INT64_MAX - 1, 1), INT64_MAX);
	ck_assert_int_eq(ct_size_plus(INT64_MAX, 1), INT64_MAX);
}
END_TEST

START_TEST(array_is_zeroed_even_if_it_is_empty)
{
	int64_t *three = ct_array_new(3, sizeof *three);
	void *none = ct_array_new(0, sizeof *three);

	ck_assert_ptr_nonnull(three);
	ck_assert_ptr_nonnull(none);
	for (int i = 0; i < 3; i++)
		ck_assert_int_eq(three[i], 0);
	free(three);
	free(none);
}
END_TEST

START_TEST(array_larger_than_memory_is_null)
{
	static const int64_t counts[] = { -1, INT64_MIN, INT64_MAX, INT64_MAX / 4,
					  INT64_C(1) << 61 };

	for (size_t i = 0; i < sizeof counts / sizeof *counts; i++) {
		ck_assert_ptr_null(ct_array_new(counts[i], 8));
		ck_assert_ptr_null(ct_array_new_after(16, counts[i], 8));
		ck_assert_ptr_null(ct_array_resize(NULL, counts[i], 8));
	}
	ck_assert_ptr_null(ct_array_new_after(PTRDIFF_MAX, 1, 1));
}
END_TEST

START_TEST(array_grows_to_twice_its_size)
{
	int64_t room = 0, *array = NULL;
	int times = 0;

	for (int64_t n = 0; n < 1000; n++) {
		const int64_t before = room;

		array = ct_array_grow(array, &room, n + 1, sizeof *array);
		ck_assert_ptr_nonnull(array);
		ck_assert_int_gt(room, n);
		ck_assert(room == before || room >= 2 * before);
		times += room != before;
		array[n] = n;
	}
	ck_assert_int_le(times, 10);
	for (int64_t n = 0; n < 1000; n++)
		ck_assert_int_eq(array[n], n);
	free(array);
}
END_TEST

START_TEST(array_grows_to_more_if_more_is_needed)
{
	int64_t room = 0;
	char *text = ct_array_grow(NULL, &room, 5000, 1);

	ck_assert_ptr_nonnull(text);
	ck_assert_int_eq(room, 5000);
	memset(text, 'x', 5000);
	free(text);
}
END_TEST

START_TEST(array_that_cannot_grow_is_as_it_was)
{
	int64_t room = 0, *array = ct_array_grow(NULL, &room, 1, sizeof *array);
	const int64_t before = room;

	ck_assert_ptr_nonnull(array);
	array[0] = 7;
	ck_assert_ptr_null(ct_array_grow(array, &room, INT64_MAX, sizeof *array));
	ck_assert_ptr_null(ct_array_grow(array, &room, INT64_C(1) << 61, sizeof *array));
	ck_assert_int_eq(room, before);
	ck_assert_int_eq(array[0], 7);
	free(array);
}
END_TEST

static Suite *lengths_suite(void)
{
	Suite *suite = suite_create("lengths");
	TCase *tests = tcase_create("lengths");

	tcase_add_test(tests, size_that_no_memory_has_is_the_largest_number);
	tcase_add_test(tests, array_is_zeroed_even_if_it_is_empty);
	tcase_add_test(tests, array_larger_than_memory_is_null);
	tcase_add_test(tests, array_grows_to_twice_its_size);
	tcase_add_test(tests, array_grows_to_more_if_more_is_needed);
	tcase_add_test(tests, array_that_cannot_grow_is_as_it_was);
	suite_add_tcase(suite, tests);
	return suite;
}

int main(void)
{
	SRunner *runner = srunner_create(lengths_suite());
	int failed;

	srunner_run_all(runner, CK_ENV);
	failed = srunner_ntests_failed(runner);
	srunner_free(runner);
	return failed != 0;
}
