/*
 * A program that exits while its other threads compute, for exits.sh.
 *
 * usage: exits HOW [WORD...]    HOW is one of the names up to "check"
 *   ct_exit, quick_exit
 *           call this function with status 3
 *   exit    call exit(); the only other thread shares tensors, and a destructor joins it
 *   cancel  ct_exit in a thread that is cancelled, and in another
 *   fork    ct_exit in a child that was forked while the parent was in ct_exit; both end
 *   twice   ct_exit in two threads at once, with a slow handler
 *   inside  ct_exit, and again in one of its handlers
 *   check   a CT_CHECK that fails in all threads at once
 *   handler register one handler with at_quick_exit() and one with atexit(); each prints a word
 *   file    leave some bytes in the buffer of the file "left" in the working directory
 *   stdin   let a thread wait for input, with the stream locked
 *   share   let the threads share what they compute, and keep a shared tensor in each
 *   slow    let a thread share a tensor; making room for it takes longer than the exit
 *   leaks   request the leak report
 * It prints "begun" without a newline, which stays in the buffer if stdout is a file.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "exits_pool.h"
#include "fixture.h"

enum { THREADS = 4, STATUS = 3, SECONDS = 120 };

static int computing; /* how many threads compute */
static bool sharing, failing, slow;
static sem_t making_room, handling, handled;

/* Uses all that has destructors: recording, backward, a call by name, shared memory. */
static ct_error compute_once(const ct_tensor *x)
{
	CT_SCOPE;
	ct_tensor *product, *sum;
	ct_value relu, argument;

	CT_TRY(ct_mm(x, x, &product));
	CT_TRY(ct_sum(product, CT_DTYPE_NONE, &sum));
	CT_TRY(ct_tensor_backward(sum));
	argument = ct_value_tensor(product);
	CT_TRY(ct_call("aten::relu", &argument, 1, &relu, 1));
	ct_value_free(&relu);
	if (!sharing)
		return NULL;
	CT_TRY(ct_detach(product, &product));
	return ct_tensor_share_memory(product);
}

static void *compute(void *unused)
{
	const int64_t shape[] = { 32, 32 };
	ct_tensor_options options = { 0 };
	ct_tensor *x, *kept;

	(void)unused;
	options.requires_grad = true;
	CT_CHECK(ct_tensor_ones(CT_INTS_OF(shape, 2), &options, &x));
	if (sharing) {
		CT_CHECK(ct_tensor_ones(CT_INTS_OF(shape, 2), NULL, &kept));
		CT_CHECK(ct_tensor_share_memory(kept));
	}
	CT_CHECK(compute_once(x));
	__atomic_add_fetch(&computing, 1, __ATOMIC_RELEASE);
	for (;;) {
		CT_CHECK(compute_once(x));
		if (__atomic_load_n(&failing, __ATOMIC_ACQUIRE))
			CT_CHECK(ct_error_new(CT_ERROR_VALUE, NULL, "one of many"));
	}
	return NULL;
}

static void *wait_for_input(void *unused)
{
	(void)unused;
	getchar();
	return NULL;
}

static void *end_in_thread(void *unused)
{
	(void)unused;
	ct_exit(STATUS);
}

/* Replaces the C library's function, also in libctorch. */
int posix_fallocate(int fd, off_t offset, off_t length)
{
	if (slow) {
		sem_post(&making_room);
		sleep(SECONDS);
	}
	return syscall(SYS_fallocate, fd, 0, offset, length) ? errno : 0;
}

static void share_once(void)
{
	const double number = 1;
	const int64_t one = 1;
	ct_tensor *tensor;

	CT_CHECK(ct_tensor_from_data(&number, CT_FLOAT64, CT_L(one), &tensor));
	CT_CHECK(ct_tensor_share_memory(tensor));
	ct_tensor_free(tensor);
	__atomic_store_n(&computing, THREADS, __ATOMIC_RELEASE);
}

static void *share_slowly(void *unused)
{
	slow = true;
	share_once();
	return unused;
}

/* Takes longer than a second thread would need to end the process. */
static void take_long(void)
{
	sem_post(&handling);
	nanosleep(&(struct timespec){ .tv_nsec = 100000000 }, NULL);
	printf(", waited for");
}

static void end_again(void)
{
	ct_exit(STATUS);
}

static void say_quick(void)
{
	printf(", quick");
}

static void say_slow(void)
{
	printf(", slow");
}

static void wait_until_handled(void)
{
	sem_post(&handling);
	sem_wait(&handled);
}

static pthread_t start(void *(*function)(void *))
{
	pthread_t thread;

	MUST(pthread_create(&thread, NULL, function, NULL) == 0);
	return thread;
}

static void do_it(const char *word)
{
	static FILE *left;

	if (strcmp(word, "handler") == 0) {
		MUST(at_quick_exit(say_quick) == 0 && atexit(say_slow) == 0);
	} else if (strcmp(word, "file") == 0) {
		left = fopen("left", "w");
		MUST(left && fputs("kept", left) >= 0);
	} else if (strcmp(word, "stdin") == 0) {
		start(wait_for_input);
	} else if (strcmp(word, "slow") == 0) {
		start(share_slowly);
		sem_wait(&making_room);
	} else if (strcmp(word, "leaks") == 0) {
		CT_CHECK(ct_memory_report_leaks_at_exit());
	} else {
		MUST(strcmp(word, "share") == 0);
		sharing = true;
	}
}

static _Noreturn void end_cancelled(void)
{
	pthread_t thread;

	MUST(at_quick_exit(take_long) == 0);
	thread = start(end_in_thread);
	sem_wait(&handling);
	MUST(pthread_cancel(thread) == 0);
	ct_exit(STATUS);
}

/* The child does not have the thread that is ending the parent. */
static _Noreturn void end_in_child(void)
{
	pid_t child;
	int status;

	MUST(at_quick_exit(wait_until_handled) == 0);
	start(end_in_thread);
	sem_wait(&handling);
	fflush(stdout);
	child = fork();
	if (child == 0) {
		alarm(SECONDS / 2);
		ct_exit(STATUS);
	}
	MUST(waitpid(child, &status, 0) == child);
	MUST(WIFEXITED(status) && WEXITSTATUS(status) == STATUS);
	printf(", child ended");
	sem_post(&handled);
	for (;;)
		pause();
}

static void end(const char *how)
{
	if (strcmp(how, "exit") == 0)
		exit(STATUS);
	if (strcmp(how, "cancel") == 0)
		end_cancelled();
	if (strcmp(how, "fork") == 0)
		end_in_child();
	if (strcmp(how, "quick_exit") == 0)
		quick_exit(STATUS);
	if (strcmp(how, "twice") == 0) {
		MUST(at_quick_exit(take_long) == 0);
		start(end_in_thread);
	}
	if (strcmp(how, "inside") == 0)
		MUST(at_quick_exit(end_again) == 0);
	if (strcmp(how, "check") != 0)
		ct_exit(STATUS);
	__atomic_store_n(&failing, true, __ATOMIC_RELEASE);
	for (;;)
		pause();
}

int main(int argc, char **argv)
{
	MUST(argc > 1);
	alarm(SECONDS); /* in case it hangs */
	sem_init(&making_room, 0, 0);
	sem_init(&handling, 0, 0);
	sem_init(&handled, 0, 0);
	printf("begun");
	for (int i = 2; i < argc; i++)
		do_it(argv[i]);
	if (strcmp(argv[1], "exit") == 0)
		MUST(start_pool(share_once));
	else
		for (int i = 0; i < THREADS; i++)
			start(compute);
	while (__atomic_load_n(&computing, __ATOMIC_ACQUIRE) < THREADS)
		continue;
	end(argv[1]);
}
