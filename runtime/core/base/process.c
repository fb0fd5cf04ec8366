/*
 * Ending a process while other threads compute.
 *
 * exit() runs libtorch's destructors, and a thread in the middle of an operator uses the destroyed
 * objects. quick_exit() runs no destructors. Each part of the library registers its final steps for
 * both: the report of leaks (core/memory/memory.c), the segments of shared memory
 * (tensor/sharing/segment.c), and here, only for ct_exit(), exit()'s flushing of streams.
 */
#include <pthread.h>
#include <stdio.h>
#include <stdio_ext.h>
#include <stdlib.h>
#include <unistd.h>

#include <ctorch/core/process.h>

static bool ending;               /* a thread is in ct_exit() */
static __thread bool ending_here; /* and it is this one */

/* A program's own quick_exit() flushes nothing, as usual. */
static void flush_streams(void)
{
	if (!__atomic_load_n(&ending, __ATOMIC_ACQUIRE))
		return;
	/* fflush(NULL) waits for the lock of every stream, and a thread that waits for input holds
	 * that of stdin, perhaps forever. */
	__fsetlocking(stdin, FSETLOCKING_BYCALLER);
	fflush(NULL);
}

/* The thread that was ending the parent is in the child only if it has forked. */
static void forget_end_of_parent(void)
{
	if (!ending_here)
		__atomic_store_n(&ending, false, __ATOMIC_RELEASE);
}

/* When the library is loaded, so that it runs after the program's handlers. */
__attribute__((constructor)) static void prepare_end(void)
{
	at_quick_exit(flush_streams);
	pthread_atfork(NULL, NULL, forget_end_of_parent);
}

void ct_exit(int32_t status)
{
	/* The others wait for this thread, so it must not be cancelled in a handler. */
	pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, NULL);
	/* A second thread would end the process in the middle of the first one's work. */
	if (!ending_here && __atomic_exchange_n(&ending, true, __ATOMIC_ACQ_REL))
		for (;;)
			pause();
	ending_here = true;
	quick_exit(status);
}
