#define _GNU_SOURCE

#include "progress.h"

#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <time.h>
#include <unistd.h>

#include <ctorch/files/file.h>

#include "text.h"

/* Seconds between two lines, and until the first. */
#define INTERVAL 0.1

static const int signals[] = { SIGINT, SIGTERM, SIGHUP };

enum { SIGNALS = sizeof signals / sizeof *signals };

static volatile sig_atomic_t cancelled_by; /* a signal, or 0 */
static struct sigaction old_actions[SIGNALS];
static char *shown; /* what is done */
static bool is_visible, is_line, is_caught, is_begun;
static double begun, last;
static int64_t read_until_now, read_in_all;

static double now(void)
{
	struct timespec time;

	clock_gettime(CLOCK_MONOTONIC, &time);
	return (double)time.tv_sec + 1e-9 * (double)time.tv_nsec;
}

static void cancel(int signal)
{
	cancelled_by = signal;
}

static void add_time_left(struct text *text, double seconds)
{
	const long left = seconds < 1e6 ? (long)(seconds + 0.5) : 1000000;

	text_add(text, ", %ld:%02ld left", left / 60, left % 60);
}

/* One less than the terminal has, as some go to the next line after the last column. */
static size_t line_width(void)
{
	struct winsize size;

	return ioctl(STDERR_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col ? size.ws_col - 1U : 79;
}

/* The middle is cut: the end has the time that is left. */
static void cut(char **line, size_t width)
{
	if (width_of(*line) > width && width < 8)
		**line = '\0';
	else
		shorten(line, width);
}

static void show_line(int64_t done, int64_t total, double seconds)
{
	struct text line = { 0 };
	char *text;

	text_add(&line, "%s: ", shown);
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
	text = line.data;
	cut(&text, line_width());
	fprintf(stderr, "\r\33[K%s", text);
	fflush(stderr);
	free(text);
	is_line = true;
}

static bool follow(int64_t done, int64_t total, void *context)
{
	const double time = now();

	(void)context;
	is_begun = true;
	if (is_visible && time - last >= INTERVAL) {
		last = time;
		show_line(done, total, time - begun);
	}
	return cancelled_by == 0;
}

static void begin(const char *what, bool quiet)
{
	shown = escaped(what, strlen(what));
	is_visible = !quiet && isatty(STDERR_FILENO);
	is_begun = false;
	begun = last = now();
}

static void catch_signals(void)
{
	struct sigaction action = { .sa_handler = cancel };

	for (int i = 0; i < SIGNALS; i++) {
		sigaction(signals[i], NULL, &old_actions[i]);
		if (old_actions[i].sa_handler != SIG_IGN)
			sigaction(signals[i], &action, NULL);
	}
	is_caught = true;
}

void begin_progress(const char *what, bool quiet)
{
	begin(what, quiet);
	catch_signals();
	ct_file_set_progress(follow, NULL);
}

void begin_reading(const char *what, int64_t total, bool quiet)
{
	begin(what, quiet);
	read_until_now = 0;
	read_in_all = total;
}

void add_progress(int64_t nbytes)
{
	read_until_now = add_up(read_until_now, nbytes);
	if (read_until_now > read_in_all)
		read_in_all = read_until_now;
	if (shown)
		follow(read_until_now, read_in_all, NULL);
}

void hide_progress(void)
{
	if (is_line)
		fputs("\r\33[K", stderr);
	is_line = false;
}

void end_progress(void)
{
	ct_file_set_progress(NULL, NULL);
	for (int i = 0; i < SIGNALS && is_caught; i++)
		sigaction(signals[i], &old_actions[i], NULL);
	is_caught = false;
	hide_progress();
	free(shown);
	shown = NULL;
}

bool has_worked(void)
{
	return is_begun;
}

void end_if_cancelled(void)
{
	if (cancelled_by == 0)
		return;
	fflush(stdout);
	raise(cancelled_by);
}
