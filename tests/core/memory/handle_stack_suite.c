/*
 * The stack of handles by itself.
 */
#include <stdlib.h>

#include "handle_stack_model.h"

/* Pools from many equal handles to almost none. */
enum { SEEDS = 200 };
static const uint32_t pools[] = { 3, 40, 200, HANDLES };

START_TEST(random_operations_do_as_the_model)
{
	run_seed(1 + (uint64_t)_i, 700, pools[_i % 4], false);
}
END_TEST

START_TEST(random_operations_do_as_the_model_when_allocations_fail)
{
	if (_i == 0)
		calls_failed = 0;
	run_seed(1000 + (uint64_t)_i, 700, pools[_i % 4], true);
	if (_i == SEEDS - 1)
		ck_assert_int_gt(calls_failed, SEEDS);
}
END_TEST

static void push_many(struct ct_handle_stack *stack, int64_t n)
{
	ck_assert(ct_handle_stack_reserve(stack, n));
	for (int64_t i = 0; i < n; i++)
		ct_handle_stack_push(stack, handle_of(i), 1);
}

START_TEST(search_without_memory_for_an_index_finds)
{
	struct ct_handle_stack stack = { 0 };

	push_many(&stack, 10000);
	calloc_fails = true;
	for (uint32_t i = 0; i < 10000; i += 97)
		ck_assert_uint_eq(ct_handle_stack_find(&stack, handle_of(i)), i);
	ck_assert_uint_eq(ct_handle_stack_find(&stack, handle_of(10000)), CT_NOWHERE);
	ck_assert_uint_eq(ct_handle_stack_find_oldest(&stack, 9000, 10000), 9000);
	ck_assert_uint_eq(stack.indexed, 0);
	calloc_fails = false;
	ck_assert_uint_eq(ct_handle_stack_find(&stack, handle_of(5)), 5);
	ck_assert_uint_eq(stack.indexed, 10000);
	ct_handle_stack_free(&stack);
}
END_TEST

/* 200 handles are in the first index; for 5,000 it has no memory, and must not lose the 200. */
START_TEST(index_that_cannot_grow_is_none)
{
	struct ct_handle_stack stack = { 0 };

	push_many(&stack, 100);
	ck_assert_uint_eq(ct_handle_stack_find(&stack, handle_of(0)), 0);
	ck_assert_uint_eq(stack.indexed, 100);
	ck_assert(ct_handle_stack_reserve(&stack, 5000));
	for (int64_t i = 100; i < 5100; i++)
		ct_handle_stack_push(&stack, handle_of(i), 1);
	calloc_fails = true;
	for (uint32_t i = 0; i < 5100; i += 13)
		ck_assert_uint_eq(ct_handle_stack_find(&stack, handle_of(i)), i);
	calloc_fails = false;
	for (uint32_t i = 0; i < 5100; i += 13)
		ck_assert_uint_eq(ct_handle_stack_find(&stack, handle_of(i)), i);
	ct_handle_stack_free(&stack);
}
END_TEST

START_TEST(reserve_that_fails_changes_nothing)
{
	struct ct_handle_stack stack = { 0 };

	push_many(&stack, 64);
	realloc_fails = true;
	ck_assert(!ct_handle_stack_reserve(&stack, 1000));
	realloc_fails = false;
	ck_assert_uint_eq(stack.count, 64);
	for (int64_t i = 63; i >= 0; i--)
		MUST(ct_handle_stack_pop(&stack) == handle_of(i));
	ct_handle_stack_free(&stack);
}
END_TEST

/* Positions are 32 bits wide, and one of them means none. */
START_TEST(stack_holds_at_most_four_thousand_million_handles)
{
	struct ct_handle_stack stack = { 0 };

	push_many(&stack, 1);
	calls_failed = 0;
	realloc_fails = true;
	ck_assert(!ct_handle_stack_reserve(&stack, INT64_C(0xfffffffe)));
	ck_assert_int_eq(calls_failed, 0);
	ck_assert(!ct_handle_stack_reserve(&stack, INT64_C(0xfffffffd)));
	ck_assert_int_eq(calls_failed, 1);
	ck_assert_uint_eq(size_refused, UINT64_C(0xfffffffe) * sizeof(struct ct_handle_entry));
	ck_assert(!ct_handle_stack_reserve(&stack, INT64_MAX - 1));
	ck_assert_int_eq(calls_failed, 1);
	realloc_fails = false;
	ct_handle_stack_free(&stack);
}
END_TEST

/* As a scope in which nothing is freed early. */
START_TEST(pushes_and_pops_make_no_index)
{
	struct ct_handle_stack stack = { 0 };

	push_many(&stack, 100000);
	for (int64_t i = 100000; i-- > 0;)
		MUST(ct_handle_stack_pop(&stack) == handle_of(i));
	ck_assert_ptr_null(stack.slots);
	ct_handle_stack_free(&stack);
}
END_TEST

/* As a loop in a long scope that frees what it makes. */
START_TEST(taking_what_was_pushed_last_makes_no_index)
{
	struct ct_handle_stack stack = { 0 };

	push_many(&stack, 1000);
	for (int64_t i = 1000; i < 100000; i++) {
		MUST(ct_handle_stack_reserve(&stack, 1));
		ct_handle_stack_push(&stack, handle_of(i), 1);
		ct_handle_stack_take(&stack, ct_handle_stack_find(&stack, handle_of(i)));
	}
	ck_assert_ptr_null(stack.slots);
	ck_assert_uint_eq(stack.count, 1000);
	ck_assert_uint_lt(stack.room, 4096);
	ct_handle_stack_free(&stack);
}
END_TEST

/* Below one that stays: otherwise a program that frees all of its tensors grows. */
START_TEST(holes_do_not_pile_up)
{
	struct ct_handle_stack stack = { 0 };

	push_many(&stack, 2);
	for (int64_t i = 2; i < 100000; i++) {
		MUST(ct_handle_stack_reserve(&stack, 1));
		ct_handle_stack_push(&stack, handle_of(i), 1);
		ct_handle_stack_take(&stack, ct_handle_stack_find(&stack, handle_of(i - 1)));
	}
	ck_assert_uint_lt(stack.count, 300);
	ck_assert_uint_lt(stack.room, 1024);
	ck_assert_uint_eq(stack.count - stack.holes, 2);
	ck_assert_uint_eq(ct_handle_stack_find(&stack, handle_of(0)), 0);
	ct_handle_stack_free(&stack);
}
END_TEST

/* A third is freed early, the oldest: what is left of them are holes, which are not popped. */
static void fill_and_empty(struct ct_handle_stack *stack, int64_t n)
{
	push_many(stack, n);
	for (int64_t i = 0; i < n / 3; i++)
		ct_handle_stack_take(stack, ct_handle_stack_find(stack, handle_of(i)));
	for (int64_t i = n; i-- > n / 3;)
		MUST(ct_handle_stack_pop(stack) == handle_of(i));
	ct_handle_stack_trim(stack);
	ck_assert_uint_eq(stack->count, 0);
	ck_assert_uint_eq(stack->holes, 0);
}

START_TEST(an_empty_stack_gives_much_memory_back_and_keeps_little)
{
	struct ct_handle_stack stack = { 0 };

	fill_and_empty(&stack, 1000000);
	ck_assert_uint_eq(stack.room, 0);
	fill_and_empty(&stack, 10000);
	ck_assert_uint_ge(stack.room, 10000);
	ck_assert_uint_le(stack.room, 1 << 16);
	ct_handle_stack_free(&stack);
}
END_TEST

/* As when a large scope closes inside a small one that stays open for the whole program. */
START_TEST(a_stack_that_was_large_gives_memory_back_and_holds_what_is_left)
{
	struct ct_handle_stack stack = { 0 };

	push_many(&stack, 1000000);
	ck_assert_uint_eq(ct_handle_stack_find(&stack, handle_of(7)), 7);
	for (int64_t i = 1000000; i-- > 50000;)
		MUST(ct_handle_stack_pop(&stack) == handle_of(i));
	ct_handle_stack_trim(&stack);
	ck_assert_uint_eq(stack.count, 50000);
	ck_assert_uint_ge(stack.room, 100000);
	ck_assert_uint_lt(stack.room, 500000);
	for (uint32_t i = 0; i < 50000; i++)
		MUST(ct_handle_stack_find(&stack, handle_of(i)) == i);
	ct_handle_stack_free(&stack);
}
END_TEST

static void allocate_again(void)
{
	calloc_fails = realloc_fails = false;
}

int main(void)
{
	Suite *suite = suite_create("handle stack");
	TCase *tests = tcase_create("handle stack");
	SRunner *runner = srunner_create(suite);
	int failed;

	tcase_set_timeout(tests, 300);
	tcase_add_checked_fixture(tests, NULL, allocate_again);
	tcase_add_loop_test(tests, random_operations_do_as_the_model, 0, SEEDS);
	tcase_add_loop_test(tests, random_operations_do_as_the_model_when_allocations_fail, 0,
			    SEEDS);
	tcase_add_test(tests, search_without_memory_for_an_index_finds);
	tcase_add_test(tests, index_that_cannot_grow_is_none);
	tcase_add_test(tests, reserve_that_fails_changes_nothing);
	tcase_add_test(tests, stack_holds_at_most_four_thousand_million_handles);
	tcase_add_test(tests, pushes_and_pops_make_no_index);
	tcase_add_test(tests, taking_what_was_pushed_last_makes_no_index);
	tcase_add_test(tests, holes_do_not_pile_up);
	tcase_add_test(tests, an_empty_stack_gives_much_memory_back_and_keeps_little);
	tcase_add_test(tests, a_stack_that_was_large_gives_memory_back_and_holds_what_is_left);
	suite_add_tcase(suite, tests);
	srunner_run_all(runner, CK_NORMAL);
	failed = srunner_ntests_failed(runner);
	srunner_free(runner);
	return failed ? EXIT_FAILURE : EXIT_SUCCESS;
}
