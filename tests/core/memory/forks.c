/*
 * A process that forks while another of its threads is in the middle of counting, tracking and
 * freeing: the child must find no lock that is held by a thread which it has not, and the counts
 * must be those of the parent. Only tensors from data are made: libtorch's own threads do not
 * survive a fork either.
 */
#include <pthread.h>
#include <stdbool.h>
#include <sys/wait.h>
#include <unistd.h>

#include "fixture.h"

enum { FORKS = 50, SECONDS_FOR_A_CHILD = 20 };

static bool stop;

static ct_tensor *make(void)
{
	const double number = 1;
	const int64_t one = 1;
	ct_tensor *tensor;

	CT_CHECK(ct_tensor_from_data(&number, CT_FLOAT64, CT_L(one), &tensor));
	return tensor;
}

static void *make_in_thread(void *unused)
{
	(void)unused;
	return make();
}

static void *be_busy(void *unused)
{
	ct_memory_usage usage;

	(void)unused;
	while (!__atomic_load_n(&stop, __ATOMIC_RELAXED)) {
		ct_memory_stats(&usage, NULL);
		ct_tensor_free_later(make());
		ct_tensor_free_pending();
	}
	return NULL;
}

/* Of the parent's handles there may be one more or one fewer: the one that its other thread was
 * just counting or freeing. */
static void check_child(int64_t handles_of_parent)
{
	pthread_t thread;
	void *made;
	int64_t before;

	ct_tensor_free_pending(); /* what the other thread had put off */
	before = live_handles();
	MUST(before >= handles_of_parent - 1 && before <= handles_of_parent + 1);
	MUST(pthread_create(&thread, NULL, make_in_thread, NULL) == 0);
	MUST(pthread_join(thread, &made) == 0);
	MUST(live_handles() == before + 1);
	ct_tensor_free(made);
	MUST(live_handles() == before);
	CT_CHECK(ct_gc());
	make();
	CT_CHECK(ct_gc_finish());
	MUST(live_handles() == before);
}

static void fork_once(int64_t handles)
{
	pid_t child = fork();
	int status;

	if (child == 0) {
		alarm(SECONDS_FOR_A_CHILD); /* instead of hanging */
		check_child(handles);
		_exit(0);
	}
	MUST(child > 0);
	MUST(waitpid(child, &status, 0) == child);
	if (status)
		fprintf(stderr, "the child ended with status 0x%x; 0xe is a hang\n", status);
	MUST(status == 0);
}

int main(void)
{
	ct_tensor *mine;
	pthread_t thread;

	ct_memory_set_tracking_enabled(true);
	mine = make();
	MUST(pthread_create(&thread, NULL, be_busy, NULL) == 0);
	for (int i = 0; i < FORKS; i++)
		fork_once(1);
	__atomic_store_n(&stop, true, __ATOMIC_RELAXED);
	MUST(pthread_join(thread, NULL) == 0);
	ct_tensor_free(mine);
	MUST(live_handles() == 0);
	printf("%d forks\n", FORKS);
	return 0;
}
