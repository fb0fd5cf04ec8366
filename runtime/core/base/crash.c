/*
 * A sentence after a crash, for programs that ask for it. A library installs no handlers of signals
 * by itself: they belong to the program.
 */
#define _GNU_SOURCE /* SA_ONSTACK */
#include <signal.h>
#include <stdatomic.h>
#include <stddef.h>
#include <unistd.h>

#include <ctorch/core/process.h>

#include "core/base/origin.h"

static const int crashes[] = { SIGSEGV, SIGBUS, SIGABRT };
static struct sigaction before[sizeof crashes / sizeof *crashes];

static const char sentence[] =
	"A tensor that was already released, or a pointer that is not a tensor, may be the cause of "
	"this crash: run the program with ctorch-check.\n";

/* Only what is safe in a handler. Then the signal does what it did before: a fault happens again when
 * the handler returns, and what was sent is sent again. */
static void explain(int number, siginfo_t *info, void *context)
{
	const ssize_t written = write(STDERR_FILENO, sentence, sizeof sentence - 1);

	(void)written, (void)context;
	for (size_t i = 0; i < sizeof crashes / sizeof *crashes; i++)
		if (crashes[i] == number)
			sigaction(number, &before[i], NULL);
	if (info->si_code <= 0)
		raise(number);
}

void ct_process_explain_crashes(void)
{
	static atomic_flag is_done = ATOMIC_FLAG_INIT;
	struct sigaction action = { .sa_sigaction = explain, .sa_flags = SA_SIGINFO | SA_ONSTACK };

	if (CT_CHECKED || atomic_flag_test_and_set(&is_done))
		return;
	sigemptyset(&action.sa_mask);
	for (size_t i = 0; i < sizeof crashes / sizeof *crashes; i++)
		sigaction(crashes[i], &action, &before[i]);
}
