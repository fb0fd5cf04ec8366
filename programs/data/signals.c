/*
 * ct_data: signals while something is written.
 */
#define _POSIX_C_SOURCE 200809L

#include <signal.h>
#include <stdio.h>

#include "data/shared.h"

static volatile sig_atomic_t caught; /* a signal, or 0 */

static void note(int signal)
{
	caught = signal;
}

void catch_signals(void)
{
	static const int signals[] = { SIGINT, SIGTERM, SIGHUP };
	const struct sigaction action = { .sa_handler = note, .sa_flags = (int)SA_RESETHAND };
	struct sigaction before;

	for (size_t i = 0; i < sizeof signals / sizeof *signals; i++) {
		sigaction(signals[i], NULL, &before);
		if (before.sa_handler != SIG_IGN) /* nohup */
			sigaction(signals[i], &action, NULL);
	}
}

bool is_signalled(void)
{
	return caught != 0;
}

ct_error check_signals(void)
{
	if (!is_signalled())
		return NULL;
	return ct_error_new(CT_ERROR_RUNTIME, "ct_data", "interrupted: nothing was written");
}

void end_if_signalled(void)
{
	if (!is_signalled())
		return;
	fflush(stdout);
	signal(caught, SIG_DFL);
	raise(caught);
}
