/*
 * Loops of several threads, and finalizers that free while they run.
 */
#include <pthread.h>

#include "support.h"

enum { THREADS = 4, STEPS = 200, EACH = 500 };

static void *run_loop(void *context)
{
	int *wrong = context;
	int deleted[3];
	ct_memory_usage usage;

	for (int step = 0; step < STEPS; step++) {
		if (step)
			*wrong += deleted[0] + deleted[1] + deleted[2];
		ct_error_free(ct_gc());
		if (step)
			*wrong += deleted[0] != 1 || deleted[1] != 1 || deleted[2] != 1;
		for (int i = 0; i < 3; i++)
			counted(&deleted[i]);
		ct_memory_stats(&usage, NULL);
		*wrong += usage.handles != 3;
	}
	ct_error_free(ct_gc_finish());
	*wrong += deleted[0] != 1 || deleted[1] != 1 || deleted[2] != 1;
	return NULL;
}

static void start(pthread_t *thread, void *(*function)(void *), void *context)
{
	ck_assert_int_eq(pthread_create(thread, NULL, function, context), 0);
}

START_TEST(each_thread_has_a_loop_of_its_own)
{
	pthread_t threads[THREADS];
	int wrong[THREADS] = { 0 }, mine;

	OK(ct_gc());
	counted(&mine);
	for (int i = 0; i < THREADS; i++)
		start(&threads[i], run_loop, &wrong[i]);
	for (int i = 0; i < THREADS; i++) {
		pthread_join(threads[i], NULL);
		ck_assert_int_eq(wrong[i], 0);
	}
	ck_assert_int_eq(mine, 0);
	OK(ct_gc_finish());
	ck_assert_int_eq(mine, 1);
}
END_TEST

static void *step_once(void *context)
{
	ct_error error = ct_gc();

	(void)context;
	return (void *)(error ? error : ct_gc_finish());
}

START_TEST(step_of_any_thread_frees_what_was_put_off)
{
	int deleted;
	pthread_t thread;
	void *error;

	ct_tensor_free_later(counted(&deleted));
	start(&thread, step_once, NULL);
	pthread_join(thread, &error);
	ck_assert_ptr_null(error);
	ck_assert_int_eq(deleted, 1);
}
END_TEST

static void count_atomically(void *data, void *context)
{
	(void)data;
	__atomic_add_fetch((int *)context, 1, __ATOMIC_RELAXED);
}

struct finalizer {
	ct_tensor **handles; /* EACH of them */
	pthread_t thread;
};

static void *finalize(void *context)
{
	struct finalizer *finalizer = context;

	for (int i = 0; i < EACH; i++)
		ct_tensor_free_later(finalizer->handles[i]);
	return NULL;
}

START_TEST(finalizer_threads_free_while_a_loop_runs)
{
	static ct_tensor *handles[THREADS][EACH];
	struct finalizer finalizers[THREADS];
	int deleted = 0, in_step = 0, steps = 0;

	for (int i = 0; i < THREADS; i++)
		for (int j = 0; j < EACH; j++)
			handles[i][j] = blob(count_atomically, &deleted);
	for (int i = 0; i < THREADS; i++) {
		finalizers[i].handles = handles[i];
		start(&finalizers[i].thread, finalize, &finalizers[i]);
	}
	while (__atomic_load_n(&deleted, __ATOMIC_RELAXED) < THREADS * EACH) {
		OK(ct_gc());
		blob(count_atomically, &in_step);
		steps++;
	}
	OK(ct_gc_finish());
	for (int i = 0; i < THREADS; i++)
		pthread_join(finalizers[i].thread, NULL);
	ck_assert_int_eq(ct_tensor_free_pending(), 0);
	ck_assert_int_eq(deleted, THREADS * EACH);
	ck_assert_int_eq(in_step, steps);
}
END_TEST

static void *free_pending_until_done(void *context)
{
	int64_t *freed = context;

	while (__atomic_load_n(&freed[1], __ATOMIC_RELAXED) == 0)
		freed[0] += ct_tensor_free_pending();
	freed[0] += ct_tensor_free_pending();
	return NULL;
}

/* Two threads compete for what four add: each is freed once and counted once. */
START_TEST(each_pending_free_is_counted_by_one_thread)
{
	static ct_tensor *handles[THREADS][EACH];
	struct finalizer finalizers[THREADS];
	pthread_t other;
	int64_t freed[2] = { 0 }, mine = 0;
	int deleted = 0;

	for (int i = 0; i < THREADS; i++)
		for (int j = 0; j < EACH; j++)
			handles[i][j] = blob(count_atomically, &deleted);
	start(&other, free_pending_until_done, freed);
	for (int i = 0; i < THREADS; i++) {
		finalizers[i].handles = handles[i];
		start(&finalizers[i].thread, finalize, &finalizers[i]);
	}
	for (int i = 0; i < 100; i++)
		mine += ct_tensor_free_pending();
	for (int i = 0; i < THREADS; i++)
		pthread_join(finalizers[i].thread, NULL);
	__atomic_store_n(&freed[1], 1, __ATOMIC_RELAXED);
	pthread_join(other, NULL);
	ck_assert_int_eq(mine + freed[0], THREADS * EACH);
	ck_assert_int_eq(deleted, THREADS * EACH);
}
END_TEST

Suite *gc_threads_suite(void)
{
	Suite *suite = suite_create("loops of threads");
	TCase *tests = tests_of("loops of threads");

	tcase_add_test(tests, each_thread_has_a_loop_of_its_own);
	tcase_add_test(tests, step_of_any_thread_frees_what_was_put_off);
	tcase_add_test(tests, finalizer_threads_free_while_a_loop_runs);
	tcase_add_test(tests, each_pending_free_is_counted_by_one_thread);
	suite_add_tcase(suite, tests);
	return suite;
}
