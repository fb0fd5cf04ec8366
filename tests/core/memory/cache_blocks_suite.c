/*
 * The heap of CPU tensors by itself.
 */
#include <check.h>
#include <errno.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include "core/memory/cache.h"

enum { MIB = 1 << 20, GRANULE = 256 << 10, KEPT_STEPS = 8 };

static bool mprotect_fails;

int __real_mprotect(void *memory, size_t size, int access);
int __wrap_mprotect(void *memory, size_t size, int access);

int __wrap_mprotect(void *memory, size_t size, int access)
{
	if (mprotect_fails) {
		errno = ENOMEM;
		return -1;
	}
	return __real_mprotect(memory, size, access);
}

static size_t cached(void)
{
	return ct_cache_measure().cached;
}

static char *take(size_t n)
{
	char *memory = ct_cache_take(n);

	ck_assert_ptr_nonnull(memory);
	memset(memory, 1, n);
	return memory;
}

static void begin(void)
{
	ck_assert(ct_cache_start());
	ct_cache_set_limit(SIZE_MAX);
	ct_cache_empty();
}

static void end(void)
{
	ck_assert_uint_eq(ct_cache_measure().used, 0);
	mprotect_fails = false;
}

START_TEST(blocks_are_aligned_and_owned)
{
	for (size_t n = CT_CACHE_LEAST; n < CT_CACHE_LEAST + 200; n++) {
		char *memory = take(n);

		ck_assert_uint_eq((uintptr_t)memory % 64, 0);
		ck_assert(ct_cache_owns(memory) && ct_cache_owns(memory + n - 1));
		ct_cache_give(memory);
	}
	ck_assert(!ct_cache_owns(NULL) && !ct_cache_owns(&mprotect_fails));
}
END_TEST

START_TEST(small_and_impossible_sizes_are_not_for_the_heap)
{
	ck_assert_ptr_null(ct_cache_take(0));
	ck_assert_ptr_null(ct_cache_take(CT_CACHE_LEAST - 1));
	ck_assert_ptr_null(ct_cache_take(SIZE_MAX));
	ck_assert_ptr_null(ct_cache_take(SIZE_MAX - 64));
	ck_assert_ptr_null(ct_cache_take((size_t)1 << 46));
}
END_TEST

START_TEST(freed_neighbors_become_one)
{
	char *a = take(MIB), *b = take(MIB), *c = take(MIB), *last = take(MIB);
	size_t before = cached();

	ct_cache_give(a);
	ct_cache_give(c);
	ct_cache_give(b);
	ck_assert_uint_ge(cached(), before + 3 * MIB);
	ck_assert_ptr_eq(take(3 * MIB), a);
	ck_assert_uint_lt(cached(), before + GRANULE);
	ct_cache_give(a);
	ct_cache_give(last);
}
END_TEST

START_TEST(rest_of_a_block_is_used)
{
	char *large = take(4 * MIB), *last = take(MIB), *a, *b;

	ct_cache_give(large);
	a = take(MIB);
	b = take(MIB);
	ck_assert_ptr_eq(a, large);
	ck_assert(b > a && b < last);
	ct_cache_give(a);
	ct_cache_give(b);
	ct_cache_give(last);
}
END_TEST

START_TEST(smallest_block_that_is_large_enough_is_used)
{
	char *large = take(4 * MIB), *wall = take(MIB), *small = take(2 * MIB), *last = take(MIB);

	ct_cache_give(small);
	ct_cache_give(large);
	ck_assert_ptr_eq(take(2 * MIB), small);
	ct_cache_give(small);
	ct_cache_give(wall);
	ct_cache_give(last);
}
END_TEST

START_TEST(memory_that_no_step_uses_is_given_back)
{
	ct_cache_give(take(8 * MIB));
	for (int i = 0; i < KEPT_STEPS - 1; i++)
		ct_cache_step();
	ck_assert_uint_ge(cached(), 8 * MIB);
	ct_cache_step();
	ck_assert_uint_le(cached(), GRANULE);
}
END_TEST

/* Although all of it is one free block between the steps. */
START_TEST(only_what_no_step_uses_is_given_back)
{
	ct_cache_give(take(32 * MIB));
	for (int i = 0; i < 3 * KEPT_STEPS; i++) {
		ct_cache_step();
		ct_cache_give(take(8 * MIB));
	}
	ck_assert_uint_ge(cached(), 8 * MIB);
	ck_assert_uint_le(cached(), 8 * MIB + 2 * GRANULE);
}
END_TEST

START_TEST(hole_that_no_step_uses_is_given_back)
{
	char *large = take(8 * MIB), *last = take(MIB);

	ct_cache_give(large);
	for (int i = 0; i < KEPT_STEPS; i++)
		ct_cache_step();
	ck_assert_uint_le(cached(), 3 * GRANULE);
	ck_assert_int_eq(last[0] + last[MIB - 1], 2);
	ct_cache_give(last);
}
END_TEST

START_TEST(memory_that_was_given_back_is_new)
{
	char *memory = take(8 * MIB);

	ct_cache_give(memory);
	ck_assert_uint_ge(ct_cache_empty(), 7 * MIB);
	ck_assert_uint_le(cached(), GRANULE);
	ck_assert_ptr_eq(ct_cache_take(8 * MIB), memory);
	ck_assert_int_eq(memory[4 * MIB], 0);
	ct_cache_give(memory);
}
END_TEST

static bool holds(const void *memory, size_t n, unsigned char pattern)
{
	const unsigned char *bytes = memory;

	return bytes[0] == pattern && memcmp(bytes, bytes + 1, n - 1) == 0;
}

START_TEST(emptying_leaves_what_is_in_use)
{
	char *a = take(8 * MIB), *b = take(8 * MIB), *c = take(8 * MIB);

	ct_cache_give(b);
	ct_cache_empty();
	ck_assert_uint_le(cached(), 4 * GRANULE);
	ck_assert(holds(a, 8 * MIB, 1) && holds(c, 8 * MIB, 1));
	ct_cache_give(a);
	ct_cache_give(c);
}
END_TEST

START_TEST(more_than_the_limit_is_given_back)
{
	char *blocks[16];

	ct_cache_set_limit(4 * MIB);
	for (int i = 0; i < 16; i++)
		blocks[i] = take(2 * MIB);
	for (int i = 0; i < 16; i++) {
		ct_cache_give(blocks[i * 7 % 16]);
		ck_assert_uint_le(cached(), 4 * MIB + 2 * MIB + 2 * GRANULE);
	}
	ct_cache_set_limit(MIB);
	ck_assert_uint_le(cached(), MIB);
}
END_TEST

START_TEST(without_a_limit_to_keep_nothing_is_given_out)
{
	char *memory = take(MIB);

	ct_cache_set_limit(0);
	ck_assert_ptr_null(ct_cache_take(MIB));
	ct_cache_give(memory);
	ck_assert_uint_le(cached(), GRANULE);
}
END_TEST

START_TEST(system_that_has_no_memory_is_no_block)
{
	char *memory = take(MIB);

	mprotect_fails = true;
	ck_assert_ptr_null(ct_cache_take(256 * MIB));
	mprotect_fails = false;
	ct_cache_give(take(256 * MIB));
	ct_cache_give(memory);
}
END_TEST

/* Each holds its own pattern: none may lie over another. */
/* The bytes of each block are compared, which takes a sanitizer ten times as long. */
#ifdef __SANITIZE_ADDRESS__
enum { OPERATIONS = 2000 };
#else
enum { OPERATIONS = 20000 };
#endif
enum { PLACES = 64 };

static size_t random_size(unsigned *seed)
{
	const int bits = 12 + rand_r(seed) % 9;

	return CT_CACHE_LEAST + (size_t)rand_r(seed) % ((size_t)1 << bits);
}

static void *use_randomly(void *context)
{
	unsigned seed = *(unsigned *)context;
	unsigned char *memory[PLACES] = { 0 };
	size_t sizes[PLACES];

	for (int i = 0; i < OPERATIONS; i++) {
		const int place = rand_r(&seed) % PLACES;
		const unsigned char pattern = (unsigned char)(place + (int)*(unsigned *)context);

		if (memory[place]) {
			if (!holds(memory[place], sizes[place], pattern))
				return context;
			ct_cache_give(memory[place]);
			memory[place] = NULL;
		} else {
			sizes[place] = random_size(&seed);
			memory[place] = ct_cache_take(sizes[place]);
			if (memory[place] == NULL)
				return context;
			memset(memory[place], pattern, sizes[place]);
		}
		if (i % 1000 == 0)
			ct_cache_step();
	}
	for (int i = 0; i < PLACES; i++)
		if (memory[i])
			ct_cache_give(memory[i]);
	return NULL;
}

START_TEST(random_blocks_of_several_threads_do_not_overlap)
{
	unsigned seeds[] = { 1, 64, 128, 192 };
	pthread_t threads[4];
	void *failed;

	for (int i = 0; i < 4; i++)
		ck_assert_int_eq(pthread_create(&threads[i], NULL, use_randomly, &seeds[i]), 0);
	for (int i = 0; i < 4; i++) {
		pthread_join(threads[i], &failed);
		ck_assert_ptr_null(failed);
	}
}
END_TEST

static void *give(void *memory)
{
	ct_cache_give(memory);
	return NULL;
}

START_TEST(another_thread_may_free)
{
	char *memory = take(MIB);
	pthread_t thread;

	ck_assert_int_eq(pthread_create(&thread, NULL, give, memory), 0);
	pthread_join(thread, NULL);
	ck_assert_ptr_eq(take(MIB), memory);
	ct_cache_give(memory);
}
END_TEST

static atomic_bool stop;

static void *stay_busy(void *context)
{
	while (!atomic_load(&stop))
		ct_cache_give(ct_cache_take(CT_CACHE_LEAST));
	return context;
}

/* In the child the lock must be free, whoever had it. */
START_TEST(forked_child_has_the_heap)
{
	pthread_t thread;
	int status;

	atomic_store(&stop, false);
	ck_assert_int_eq(pthread_create(&thread, NULL, stay_busy, NULL), 0);
	for (int i = 0; i < 100; i++) {
		const pid_t child = fork();

		if (child == 0) {
			alarm(60);
			ct_cache_give(ct_cache_take(MIB));
			_exit(0);
		}
		ck_assert_int_eq(waitpid(child, &status, 0), child);
		ck_assert(WIFEXITED(status) && WEXITSTATUS(status) == 0);
	}
	atomic_store(&stop, true);
	pthread_join(thread, NULL);
}
END_TEST

static Suite *heap_suite(void)
{
	Suite *suite = suite_create("heap");
	TCase *tests = tcase_create("heap");

	tcase_set_timeout(tests, 120);
	tcase_add_checked_fixture(tests, begin, end);
	tcase_add_test(tests, blocks_are_aligned_and_owned);
	tcase_add_test(tests, small_and_impossible_sizes_are_not_for_the_heap);
	tcase_add_test(tests, freed_neighbors_become_one);
	tcase_add_test(tests, rest_of_a_block_is_used);
	tcase_add_test(tests, smallest_block_that_is_large_enough_is_used);
	tcase_add_test(tests, memory_that_no_step_uses_is_given_back);
	tcase_add_test(tests, only_what_no_step_uses_is_given_back);
	tcase_add_test(tests, hole_that_no_step_uses_is_given_back);
	tcase_add_test(tests, memory_that_was_given_back_is_new);
	tcase_add_test(tests, emptying_leaves_what_is_in_use);
	tcase_add_test(tests, more_than_the_limit_is_given_back);
	tcase_add_test(tests, without_a_limit_to_keep_nothing_is_given_out);
	tcase_add_test(tests, system_that_has_no_memory_is_no_block);
	tcase_add_test(tests, random_blocks_of_several_threads_do_not_overlap);
	tcase_add_test(tests, another_thread_may_free);
	tcase_add_test(tests, forked_child_has_the_heap);
	suite_add_tcase(suite, tests);
	return suite;
}

int main(void)
{
	SRunner *runner = srunner_create(heap_suite());
	int failed;

	srunner_run_all(runner, CK_ENV);
	failed = srunner_ntests_failed(runner);
	srunner_free(runner);
	return failed != 0;
}
