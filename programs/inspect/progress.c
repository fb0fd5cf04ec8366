#define _GNU_SOURCE

#include "progress.h"

#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include <ctorch/file.h>

#include "text.h"

/* Seconds between two lines, and until the first. */
#define INTERVAL 0.1

static const int signals[] = { SIGINT, SIGTERM, SIGHUP };

enum { SIGNALS = sizeof signals / sizeof *signals };

static volatile sig_atomic_t is_cancelled;
static struct sigaction old_actions[SIGNALS];
static char *shown; /* what is done */
static bool is_visible, is_line;
static double begun, last;

static double now(void)
{
	struct timespec time;

	clock_gettime(CLOCK_MONOTONIC, &time);
	return (double)time.tv_sec + 1e-9 * (double)time.tv_nsec;
}

static void cancel(int signal)
{
	(void)signal;
	is_cancelled = 1;
}

static void add_time_left(struct text *text, double seconds)
{
	const long left = seconds < 1e6 ? (long)(seconds + 0.5) : 1000000;

	text_add(text, ", %ld:%02ld left", left / 60, left % 60);
}

static void show_line(int64_t done, int64_t total, double seconds)
{
	struct text line = { 0 };

	text_add(&line, "\r\33[K%s: ", shown);
	if (total > 0)
		text_add(&line, "%d%%, ", (int)(100 * ((double)done / (double)total)));
	text_add_size(&line, done);
	if (total > 0) {
		text_add(&line, " of ");
		text_add_size(&line, total);
	}
	text_add(&line, ", ");
	text_add_size(&line, (int64_t)((double)done / seconds));
	text_add(&line, "/s");
	if (total > 0 && done > 0)
		add_time_left(&line, seconds * ((double)total / (double)done - 1));
	fputs(line.data, stderr);
	fflush(stderr);
	free(line.data);
	is_line = true;
}

static bool follow(int64_t done, int64_t total, void *context)
{
	const double time = now();

	(void)context;
	if (is_visible && time - last >= INTERVAL) {
		last = time;
		show_line(done, total, time - begun);
	}
	return !is_cancelled;
}

void begin_progress(const char *what, bool quiet)
{
	struct sigaction action = { .sa_handler = cancel };

	shown = escaped(what, strlen(what));
	is_visible = !quiet && isatty(STDERR_FILENO);
	begun = last = now();
	for (int i = 0; i < SIGNALS; i++) {
		sigaction(signals[i], NULL, &old_actions[i]);
		if (old_actions[i].sa_handler != SIG_IGN)
			sigaction(signals[i], &action, NULL);
	}
	ct_file_set_progress(follow, NULL);
}

void end_progress(void)
{
	ct_file_set_progress(NULL, NULL);
	for (int i = 0; i < SIGNALS; i++)
		sigaction(signals[i], &old_actions[i], NULL);
	if (is_line)
		fputs("\r\33[K", stderr);
	is_line = false;
	free(shown);
	shown = NULL;
}
