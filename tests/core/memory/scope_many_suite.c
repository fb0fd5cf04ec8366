/*
 * Very many handles, and very many scopes.
 */
#include <stdlib.h>

#include "support.h"

/* Handles on so many tensors, of which each has four. */
static ct_tensor **make_many(int64_t n)
{
	ct_tensor **tensors = malloc((size_t)n * sizeof *tensors);
	const int64_t empty[] = { 0 };

	ck_assert_ptr_nonnull(tensors);
	for (int64_t i = 0; i < n; i++) {
		ct_error error = NULL;

		if (i % 4)
			tensors[i] = ct_tensor_retain(tensors[i - 1]);
		else
			error = ct_empty_memory_format(empty, 1, CT_FLOAT32, CT_LAYOUT_NONE,
						       CT_DEVICE_NONE, NULL, CT_MEMORY_FORMAT_NONE,
						       &tensors[i]);
		if (error)
			ck_abort_msg("%s", error);
	}
	return tensors;
}

static void shuffle(ct_tensor **tensors, int64_t n)
{
	uint64_t random = 1;

	for (int64_t i = n - 1; i > 0; i--) {
		int64_t j;
		ct_tensor *tensor = tensors[i];

		random = random * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
		j = (int64_t)((random >> 33) % (uint64_t)(i + 1));
		tensors[i] = tensors[j];
		tensors[j] = tensor;
	}
}

enum { MILLION = 1000000 };

START_TEST(a_million_handles_are_released_by_one_close)
{
	const int64_t before = live_handles();
	ct_scope *scope = open_scope();

	free(make_many(MILLION));
	ck_assert_int_eq(live_handles(), before + MILLION);
	OK(ct_scope_close(scope));
	ck_assert_int_eq(live_handles(), before);
}
END_TEST

START_TEST(half_of_a_million_handles_is_freed_in_random_order)
{
	const int64_t before = live_handles();
	ct_scope *outer = open_scope(), *inner;
	ct_tensor **tensors = make_many(MILLION);

	inner = open_scope();
	shuffle(tensors, MILLION);
	for (int64_t i = 0; i < MILLION; i += 2)
		ct_tensor_free(tensors[i]);
	ck_assert_int_eq(live_handles(), before + MILLION / 2);
	OK(ct_scope_close(inner));
	ck_assert_int_eq(live_handles(), before + MILLION / 2);
	free(tensors);
	OK(ct_scope_close(outer));
	ck_assert_int_eq(live_handles(), before);
}
END_TEST

START_TEST(a_million_handles_are_moved_up_and_kept_in_random_order)
{
	const int64_t before = live_handles();
	ct_scope *outer = open_scope(), *inner = open_scope();
	ct_tensor **tensors = make_many(MILLION);

	shuffle(tensors, MILLION);
	for (int64_t i = 0; i < MILLION / 2; i++)
		ct_scope_move_up(tensors[i]);
	OK(ct_scope_close(inner));
	ck_assert_int_eq(live_handles(), before + MILLION / 2);
	for (int64_t i = 0; i < MILLION / 4; i++)
		ct_scope_disown(tensors[i]);
	OK(ct_scope_close(outer));
	ck_assert_int_eq(live_handles(), before + MILLION / 4);
	for (int64_t i = 0; i < MILLION / 4; i++)
		ct_tensor_free(tensors[i]);
	ck_assert_int_eq(live_handles(), before);
	free(tensors);
}
END_TEST

START_TEST(ten_thousand_scopes_are_nested)
{
	enum { N = 10000 };
	static ct_scope *scopes[N];
	static int deleted[N];

	for (int i = 0; i < N; i++) {
		scopes[i] = open_scope();
		counted(&deleted[i]);
	}
	for (int i = N - 1; i >= N / 2; i--) {
		ct_error error = ct_scope_close(scopes[i]);

		if (error || deleted[i] != 1 || deleted[i - 1] != 0)
			ck_abort_msg("closing scope %d: %s", i, error ? error : "wrong releases");
	}
	ct_scope_leave(scopes[0]);
	for (int i = 0; i < N; i++)
		if (deleted[i] != 1)
			ck_abort_msg("handle of scope %d is deleted %d times", i, deleted[i]);
}
END_TEST

Suite *scope_many_suite(void)
{
	Suite *suite = suite_create("many handles");
	TCase *tests = tests_of("many handles");

	tcase_set_timeout(tests, 120);
	tcase_add_test(tests, a_million_handles_are_released_by_one_close);
	tcase_add_test(tests, half_of_a_million_handles_is_freed_in_random_order);
	tcase_add_test(tests, a_million_handles_are_moved_up_and_kept_in_random_order);
	tcase_add_test(tests, ten_thousand_scopes_are_nested);
	suite_add_tcase(suite, tests);
	return suite;
}
