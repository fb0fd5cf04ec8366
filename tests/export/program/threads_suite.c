/*
 * One program in several threads.
 */
#include <pthread.h>
#include <string.h>

#include "support.h"

enum { THREADS = 8, ROUNDS = 50 };

static void run_in_threads(void *(*function)(void *), void *context)
{
	pthread_t threads[THREADS];

	for (int i = 0; i < THREADS; i++)
		MUST(pthread_create(&threads[i], NULL, function, context) == 0);
	for (int i = 0; i < THREADS; i++)
		pthread_join(threads[i], NULL);
}

struct shared {
	ct_export *program;
	const ct_tensor *x, *expected;
};

static ct_error compare_once(const struct shared *shared)
{
	CT_SCOPE;
	ct_tensor *y;

	CT_TRY(ct_module_forward(ct_export_module(shared->program), shared->x, &y));
	MUST(memcmp(ct_tensor_data(y), ct_tensor_data(shared->expected),
		    (size_t)ct_tensor_numel(y) * sizeof(float)) == 0);
	return NULL;
}

static void *compare(void *shared)
{
	for (int i = 0; i < ROUNDS; i++)
		CT_CHECK(compare_once(shared));
	return NULL;
}

START_TEST(threads_have_the_same_results)
{
	CT_SCOPE;
	struct shared shared = { .program = load_fixture("small/training.pt2") };
	ct_tensor *x, *expected;

	OK(CT(randn, &x, CT_L(16, 4)));
	OK(ct_module_forward(ct_export_module(shared.program), x, &expected));
	shared.x = x;
	shared.expected = expected;
	run_in_threads(compare, &shared);
	ct_export_free(shared.program);
}
END_TEST

static ct_error count_once(const struct shared *shared)
{
	CT_SCOPE;
	ct_tensor *y;

	return ct_module_forward(ct_export_module(shared->program), shared->x, &y);
}

static void *count(void *shared)
{
	for (int i = 0; i < ROUNDS; i++)
		CT_CHECK(count_once(shared));
	return NULL;
}

START_TEST(runs_that_write_follow_each_other)
{
	CT_SCOPE;
	struct shared shared = { .program = load_fixture("small/counting.pt2") };
	ct_tensor *counter;

	shared.x = CT_E(ones, CT_L(2));
	ck_assert(ct_export_is_mutating(shared.program));
	run_in_threads(count, &shared);
	OK(ct_module_get_buffer(ct_export_module(shared.program), "count", &counter));
	ck_assert(value_of(CT_E(min, counter)) == THREADS * ROUNDS);
	ct_export_free(shared.program);
}
END_TEST

/* batch_norm() writes to its buffers, as its schema does not say, but only in training. */
START_TEST(program_in_evaluation_does_not_write)
{
	ct_export *program = load_fixture("small/normalizing.pt2"), *training = NULL;

	ck_assert(!ct_export_is_mutating(program));
	ct_export_free(program);
	OK(load_with("small/normalizing.pt2", "models/model.json",
		     "{\"name\": \"training\", \"arg\": {\"as_bool\": false}",
		     "{\"name\": \"training\", \"arg\": {\"as_bool\": true}", &training));
	ck_assert(ct_export_is_mutating(training));
	ct_export_free(training);
}
END_TEST

static void *use_clone(void *shared_)
{
	const struct shared *shared = shared_;
	struct shared own = *shared;

	CT_CHECK(ct_export_clone(shared->program, &own.program));
	count(&own);
	ct_export_free(own.program);
	return NULL;
}

START_TEST(each_thread_has_a_clone)
{
	CT_SCOPE;
	struct shared shared = { .program = load_fixture("small/counting.pt2") };
	ct_tensor *counter;

	shared.x = CT_E(ones, CT_L(2));
	run_in_threads(use_clone, &shared);
	OK(ct_module_get_buffer(ct_export_module(shared.program), "count", &counter));
	ck_assert(value_of(CT_E(max, counter)) == 0);
	ct_export_free(shared.program);
}
END_TEST

static void *load_and_run(void *shared_)
{
	const struct shared *shared = shared_;
	struct shared own = *shared;

	for (int i = 0; i < 5; i++) {
		CT_CHECK(ct_export_load("../../fixtures/exported/small/training.pt2", NULL,
					&own.program));
		CT_CHECK(compare_once(&own));
		ct_export_free(own.program);
	}
	return NULL;
}

START_TEST(threads_load_the_same_file)
{
	CT_SCOPE;
	struct shared shared = { .program = load_fixture("small/training.pt2") };
	ct_tensor *x, *expected;

	OK(CT(randn, &x, CT_L(16, 4)));
	OK(ct_module_forward(ct_export_module(shared.program), x, &expected));
	shared.x = x;
	shared.expected = expected;
	run_in_threads(load_and_run, &shared);
	ct_export_free(shared.program);
}
END_TEST

Suite *threads_suite(void)
{
	Suite *suite = suite_create("threads");
	TCase *tests = tests_of("threads");

	tcase_add_test(tests, threads_have_the_same_results);
	tcase_add_test(tests, runs_that_write_follow_each_other);
	tcase_add_test(tests, program_in_evaluation_does_not_write);
	tcase_add_test(tests, each_thread_has_a_clone);
	tcase_add_test(tests, threads_load_the_same_file);
	suite_add_tcase(suite, tests);
	return suite;
}
