/*
 * Eight threads for a while, each with scopes and loops of its own, that hand tensors to one
 * another; and a ninth that looks on. Nothing may be lost, and ThreadSanitizer has nothing to say.
 *
 * CTORCH_TEST_SECONDS says for how long.
 */
#define _POSIX_C_SOURCE 200809L
#include <pthread.h>
#include <string.h>
#include <time.h>

#include "fixture.h"

enum { WORKERS = 8, QUEUE = 256 };

static int64_t made, deleted; /* tensors with memory of their own */
static bool stop;

static bool stopped(void)
{
	return __atomic_load_n(&stop, __ATOMIC_RELAXED);
}

/* --- Tensors --------------------------------------------------------------------------------- */

static void release_data(void *data, void *context)
{
	(void)context;
	free(data);
	__atomic_add_fetch(&deleted, 1, __ATOMIC_RELAXED);
}

/* Of four equal numbers in memory of its own. */
static ct_tensor *make(int64_t value)
{
	int64_t *data = malloc(4 * sizeof *data);
	ct_tensor *tensor;

	MUST(data != NULL);
	for (int i = 0; i < 4; i++)
		data[i] = value;
	CT_CHECK(ct_tensor_from_blob(data, CT_INT64, CT_L(4), CT_NO_INTS, release_data, NULL,
				     &tensor));
	__atomic_add_fetch(&made, 1, __ATOMIC_RELAXED);
	return tensor;
}

/* What was released too early holds something else, or is a sanitizer's. */
static void look_at(const ct_tensor *tensor)
{
	const int64_t *data = ct_tensor_data(tensor);

	MUST(ct_tensor_numel(tensor) == 4);
	for (int i = 1; i < 4; i++)
		MUST(data[i] == data[0]);
}

/* --- The queue: its handles belong to no scope ------------------------------------------------ */

static struct {
	pthread_mutex_t lock;
	ct_tensor *handles[QUEUE];
	int count;
} queue = { .lock = PTHREAD_MUTEX_INITIALIZER };

/* False: it is full. */
static bool hand_over(ct_tensor *tensor)
{
	bool taken;

	pthread_mutex_lock(&queue.lock);
	taken = queue.count < QUEUE;
	if (taken)
		queue.handles[queue.count++] = tensor;
	pthread_mutex_unlock(&queue.lock);
	return taken;
}

/* The oldest, so that it mostly comes from another thread; NULL: none. */
static ct_tensor *receive(void)
{
	ct_tensor *tensor = NULL;

	pthread_mutex_lock(&queue.lock);
	if (queue.count) {
		tensor = queue.handles[0];
		queue.count--;
		memmove(queue.handles, queue.handles + 1,
			(size_t)queue.count * sizeof *queue.handles);
	}
	pthread_mutex_unlock(&queue.lock);
	return tensor;
}

/* --- What a worker does ----------------------------------------------------------------------- */

struct worker {
	pthread_t thread;
	uint64_t random;
	int64_t rounds;
};

static uint32_t below(struct worker *worker, uint32_t n)
{
	worker->random = worker->random * UINT64_C(6364136223846793005) +
			 UINT64_C(1442695040888963407);
	return (uint32_t)(worker->random >> 33) % n;
}

/* Taken out of its scope, if one owns it, and given to whoever takes it. */
static void pass_on(ct_tensor *tensor)
{
	ct_scope_disown(tensor);
	if (!hand_over(tensor))
		ct_tensor_free(tensor);
}

/* What to do with a handle of the innermost scope. Afterwards it is not used. */
static void part_with(struct worker *worker, ct_tensor *tensor)
{
	look_at(tensor);
	switch (below(worker, 6)) {
	case 0:
		ct_tensor_free(tensor);
		break;
	case 1:
		pass_on(tensor);
		break;
	case 2:
		ct_scope_disown(tensor);
		ct_tensor_free_later(tensor);
		break;
	default: /* the scope's close */
		break;
	}
}

static void work_with(struct worker *worker, const ct_tensor *tensor)
{
	ct_tensor *result, **parts;
	int64_t n;

	switch (below(worker, 4)) {
	case 0:
		CT_CHECK(ct_add_Tensor(tensor, tensor, ct_scalar_int(1), &result));
		look_at(result);
		break;
	case 1:
		CT_CHECK(ct_unbind_int(tensor, 0, &parts, &n));
		MUST(n == 4);
		ct_free(parts);
		break;
	case 2:
		CT_CHECK(ct_split_Tensor(tensor, 2, 0, &parts, &n));
		ct_tensors_free(parts, n);
		break;
	default:
		CT_CHECK(ct_contiguous(tensor, CT_CONTIGUOUS_FORMAT, &result));
		MUST(result == tensor);
		look_at(ct_tensor_retain(tensor));
		break;
	}
}

/* Scopes in scopes, of which some are left with those inside them. */
static void work_in_scopes(struct worker *worker, int depth)
{
	ct_scope *scope = ct_scope_open();
	const uint32_t n = below(worker, 50);

	MUST(scope != NULL);
	for (uint32_t i = 0; i < n; i++) {
		ct_tensor *tensor = make(i);

		work_with(worker, tensor);
		if (depth > 1 && below(worker, 8) == 0)
			ct_scope_move_up(tensor);
		else if (i % 3 == 0)
			part_with(worker, make(i));
	}
	if (depth < 4 && below(worker, 2))
		work_in_scopes(worker, depth + 1);
	if (below(worker, 4))
		CT_CHECK(ct_scope_close(scope));
	else if (ct_scope_open())
		ct_scope_leave(scope);
}

static void work_in_steps(struct worker *worker)
{
	ct_tensor *parameter = make(7);

	for (int step = 0; step < 5; step++) {
		CT_CHECK(ct_gc());
		work_with(worker, parameter);
		part_with(worker, make(step));
		look_at(parameter);
		if (step == 3)
			work_in_scopes(worker, 2);
	}
	CT_CHECK(ct_gc_finish());
	pass_on(parameter);
}

/* What was received is freed at once, later, or by a scope that adopts it, or goes on. */
static void work_with_others(struct worker *worker)
{
	ct_tensor *tensor = receive();
	ct_scope *scope;

	if (tensor == NULL)
		return;
	look_at(tensor);
	scope = ct_scope_open();
	work_with(worker, tensor);
	CT_CHECK(ct_scope_close(scope));
	look_at(tensor);
	switch (below(worker, 5)) {
	case 0:
		ct_tensor_free(tensor);
		break;
	case 1:
		ct_tensor_free_later(tensor);
		break;
	case 2:
		ct_tensor_free_unscoped(tensor);
		break;
	case 3:
		scope = ct_scope_open();
		CT_CHECK(ct_scope_adopt(tensor));
		work_with(worker, tensor);
		CT_CHECK(ct_scope_close(scope));
		break;
	default:
		pass_on(tensor);
		break;
	}
}

static void *work(void *context)
{
	struct worker *worker = context;
	ct_memory_usage usage;

	/* Once at least, however late this thread came to run. */
	do {
		work_in_scopes(worker, 1);
		work_in_steps(worker);
		for (int i = 0; i < 8; i++)
			work_with_others(worker);
		if (below(worker, 16) == 0)
			ct_tensor_free_pending();
		ct_memory_stats(&usage, NULL);
		MUST(usage.handles == usage.handles_given - usage.handles_released);
		worker->rounds++;
	} while (!stopped());
	/* Its end closes what is open. */
	MUST(ct_scope_open() != NULL);
	make(1);
	CT_CHECK(ct_gc());
	make(2);
	return NULL;
}

/* --- Who looks on ----------------------------------------------------------------------------- */

static void *look_on(void *context)
{
	FILE *nowhere = fopen("/dev/null", "w");
	ct_memory_usage thread, process;
	int64_t given = 0;

	MUST(nowhere != NULL);
	for (int round = 0; !stopped(); round++) {
		ct_memory_stats(&thread, &process);
		MUST(thread.handles_given == 0);
		MUST(process.handles_given >= given);
		given = process.handles_given;
		CT_CHECK(ct_memory_report(nowhere));
		if (round % 4 == 0)
			ct_memory_set_tracking_enabled(round % 8 == 0);
		if (round % 16 == 0)
			ct_memory_reset_peak();
		nanosleep(&(struct timespec){ 0, 2000000 }, NULL);
	}
	fclose(nowhere);
	*(int64_t *)context = given;
	return NULL;
}

/* --- The test --------------------------------------------------------------------------------- */

static int seconds(void)
{
	const char *text = getenv("CTORCH_TEST_SECONDS");

	return text ? atoi(text) : 3;
}

static void drain(void)
{
	ct_tensor *tensor;

	while ((tensor = receive()) != NULL)
		ct_tensor_free(tensor);
	ct_tensor_free_pending();
}

START_TEST(eight_threads_lose_nothing)
{
	struct worker workers[WORKERS];
	int64_t given = 0;
	pthread_t looker;

	for (int i = 0; i < WORKERS; i++) {
		workers[i] = (struct worker){ .random = (uint64_t)i };
		ck_assert_int_eq(pthread_create(&workers[i].thread, NULL, work, &workers[i]), 0);
	}
	ck_assert_int_eq(pthread_create(&looker, NULL, look_on, &given), 0);
	nanosleep(&(struct timespec){ seconds(), 0 }, NULL);
	__atomic_store_n(&stop, true, __ATOMIC_RELAXED);
	for (int i = 0; i < WORKERS; i++) {
		ck_assert_int_eq(pthread_join(workers[i].thread, NULL), 0);
		ck_assert_int_gt(workers[i].rounds, 0);
	}
	pthread_join(looker, NULL);
	ct_memory_set_tracking_enabled(false);
	drain();
	ck_assert_int_eq(deleted, made);
	ck_assert_int_gt(given, 0);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("threads");
	TCase *tests = tests_of("threads");
	SRunner *runner = srunner_create(suite);
	int failed;

	tcase_set_timeout(tests, 600);
	tcase_add_test(tests, eight_threads_lose_nothing);
	suite_add_tcase(suite, tests);
	srunner_run_all(runner, CK_NORMAL);
	failed = srunner_ntests_failed(runner);
	srunner_free(runner);
	return failed ? EXIT_FAILURE : EXIT_SUCCESS;
}
