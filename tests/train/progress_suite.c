/*
 * Progress lines: what they say, in files and on a terminal.
 */
#define _GNU_SOURCE
#include <fcntl.h>
#include <math.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <ctorch/core/scope.h>

#include "support.h"

/* --- files ------------------------------------------------------------------------------------ */

/* What is in the file, without the numbers of rate and time, which differ. */
static char *read_back(FILE *file, char text[4096])
{
	size_t n;

	rewind(file);
	n = fread(text, 1, 4095, file);
	text[n] = '\0';
	return text;
}

/* "..., N a second, N s left, ..." */
static void assert_line(const char *line, const char *before, const char *after)
{
	const char *rest = line + strlen(before), *end;
	char *past;

	ck_assert_msg(!strncmp(line, before, strlen(before)), "%s", line);
	ck_assert_double_gt(strtod(rest, &past), 0);
	end = strstr(past, after);
	ck_assert_msg(!strncmp(past, " a second", 9), "%s", line);
	ck_assert_msg(end && strcspn(past, "\n") == (size_t)(end - past) + strlen(after), "%s",
		      line);
}

START_TEST(a_file_gets_lines_if_it_is_asked_for)
{
	const ct_progress_options options = { .total = 100,
					      .epochs = 2,
					      .unit = "images",
					      .when = CT_PROGRESS_ALWAYS,
					      .interval = CT_ZERO };
	FILE *file = tmpfile();
	char text[4096], *second;
	ct_progress *progress;

	CT_SCOPE;
	OK(ct_progress_new(&options, file, &progress));
	ct_progress_add(progress, 60);
	ct_progress_set(progress, "loss", 0.25);
	ct_progress_set(progress, "lr", 1e-5);
	ct_progress_set(progress, "loss", 0.125);
	ct_progress_add(progress, 70);
	read_back(file, text);
	second = strchr(text, '\n') + 1;
	assert_line(text, "epoch 1 of 2: 60 of 100 images, ", " s left");
	assert_line(second, "epoch 2 of 2: 30 of 100 images, ", " s left, loss 0.125, lr 1e-05");
	ck_assert_ptr_null(strchr(text, '\r'));
	ck_assert_ptr_null(strchr(text, '\033'));
	ck_assert_int_eq(ct_progress_done(progress), 130);
	ck_assert_int_eq(ct_progress_epoch(progress), 2);
	fclose(file);
}
END_TEST

START_TEST(a_file_gets_nothing_unless_it_is_asked_for)
{
	const ct_progress_options options = { .interval = CT_ZERO };
	FILE *file = tmpfile();
	char text[4096];
	ct_progress *progress;

	OK(ct_progress_new(&options, file, &progress));
	ct_progress_add(progress, 1);
	ct_progress_clear(progress);
	ck_assert_str_eq(read_back(file, text), "");
	ct_progress_free(progress);
	fclose(file);
}
END_TEST

START_TEST(lines_have_a_distance_in_time)
{
	const ct_progress_options options = { .when = CT_PROGRESS_ALWAYS, .interval = 3600 };
	FILE *file = tmpfile();
	char text[4096];

	CT_SCOPE;
	ct_progress *progress;

	OK(ct_progress_new(&options, file, &progress));
	for (int i = 0; i < 1000; i++)
		ct_progress_add(progress, 1);
	ck_assert_str_eq(read_back(file, text), "");
	ck_assert_int_eq(ct_progress_done(progress), 1000);
	fclose(file);
}
END_TEST

START_TEST(without_a_total_it_only_counts)
{
	const ct_progress_options options = { .when = CT_PROGRESS_ALWAYS, .interval = CT_ZERO };
	FILE *file = tmpfile();
	char text[4096];

	CT_SCOPE;
	ct_progress *progress;

	OK(ct_progress_new(&options, file, &progress));
	ck_assert(isnan(ct_progress_rate(progress)));
	ct_progress_add(progress, 5);
	assert_line(read_back(file, text), "5 steps, ", " a second");
	ck_assert(isnan(ct_progress_left(progress)));
	ck_assert_int_eq(ct_progress_epoch(progress), 1);
	fclose(file);
}
END_TEST

START_TEST(a_continued_run_counts_what_was_done)
{
	const ct_progress_options options = {
		.total = 10, .epochs = 3, .done = 15, .when = CT_PROGRESS_NEVER
	};
	ct_progress *progress;
	double left, seconds;

	CT_SCOPE;
	OK(ct_progress_new(&options, NULL, &progress));
	ck_assert_int_eq(ct_progress_epoch(progress), 2);
	usleep(20000);
	ct_progress_add(progress, 5);
	left = ct_progress_left(progress);
	seconds = ct_progress_seconds(progress);
	ck_assert_double_ge(left, 2 * 0.02);
	ck_assert_double_le(left, 2 * seconds);
	ck_assert_int_eq(ct_progress_epoch(progress), 2);
	ct_progress_add(progress, 1);
	ck_assert_int_eq(ct_progress_epoch(progress), 3);
	ct_progress_add(progress, 20); /* beyond the end */
	ck_assert_int_eq(ct_progress_epoch(progress), 3);
}
END_TEST

START_TEST(null_is_accepted)
{
	ct_progress_add(NULL, 1);
	ct_progress_set(NULL, "loss", 1);
	ct_progress_clear(NULL);
	ct_progress_free(NULL);
	ck_assert_int_eq(ct_progress_done(NULL), 0);
	ck_assert_int_eq(ct_progress_epoch(NULL), 0);
	ck_assert(isnan(ct_progress_left(NULL)));
	FAILS(ct_progress_new(NULL, NULL, NULL),
	      "ArgumentError: ct_progress_new: argument 3 (result) must not be NULL");
}
END_TEST

/* --- terminals -------------------------------------------------------------------------------- */

struct terminal {
	int other; /* what a reader sees */
	FILE *file;
};

static struct terminal open_terminal(unsigned short columns)
{
	struct winsize size = { 24, columns, 0, 0 };
	struct terminal t = { posix_openpt(O_RDWR | O_NOCTTY), NULL };

	ck_assert_int_ge(t.other, 0);
	ck_assert_int_eq(grantpt(t.other), 0);
	ck_assert_int_eq(unlockpt(t.other), 0);
	t.file = fopen(ptsname(t.other), "w");
	ck_assert_ptr_nonnull(t.file);
	ck_assert_int_eq(ioctl(fileno(t.file), TIOCSWINSZ, &size), 0);
	return t;
}

static void close_terminal(struct terminal t)
{
	fclose(t.file);
	close(t.other);
}

static char *seen(struct terminal t, char text[4096])
{
	struct pollfd waits = { t.other, POLLIN, 0 };
	size_t n = 0;

	while (n < 4095 && poll(&waits, 1, 50) > 0) {
		const ssize_t got = read(t.other, text + n, 4095 - n);

		if (got <= 0)
			break;
		n += (size_t)got;
	}
	text[n] = '\0';
	return text;
}

static char *show_twice(struct terminal t, char text[4096])
{
	const ct_progress_options options = { .total = 100, .epochs = 2, .interval = CT_ZERO };
	ct_progress *progress;

	OK(ct_progress_new(&options, t.file, &progress));
	ct_progress_add(progress, 10);
	ct_progress_add(progress, 10);
	ct_progress_free(progress);
	return seen(t, text);
}

/* Runs it in an environment. */
static char *show_under(const char *term, const char *no_color, unsigned short columns,
			char text[4096])
{
	struct terminal t = open_terminal(columns);

	setenv("TERM", term, 1);
	setenv("NO_COLOR", no_color, 1);
	show_twice(t, text);
	unsetenv("NO_COLOR");
	close_terminal(t);
	return text;
}

START_TEST(a_terminal_has_one_line_that_is_cleared)
{
	char text[4096], *second;

	show_under("xterm", "", 200, text);
	ck_assert_ptr_nonnull(strstr(text, "\033[1mepoch 1 of 2: \033[0m10 of 100 steps"));
	second = strstr(text, "20 of 100 steps");
	ck_assert_ptr_nonnull(second);
	ck_assert_ptr_null(strchr(text, '\n'));
	ck_assert_int_eq(text[strlen(text) - 1], '\r');
	ck_assert_int_eq(second[strlen(second) - 2], ' ');
}
END_TEST

START_TEST(colors_can_be_refused)
{
	char text[4096];

	show_under("xterm", "1", 200, text);
	ck_assert_ptr_null(strchr(text, '\033'));
	ck_assert_ptr_nonnull(strstr(text, "epoch 1 of 2: 10 of 100 steps"));
	show_under("dumb", "", 200, text);
	ck_assert_ptr_null(strchr(text, '\033'));
	ck_assert_ptr_nonnull(strstr(text, "epoch 1 of 2: 20 of 100 steps"));
}
END_TEST

START_TEST(a_narrow_terminal_cuts_the_line)
{
	char text[4096], *end;

	show_under("xterm", "1", 20, text);
	end = strchr(text, '\r');
	ck_assert_ptr_nonnull(end);
	ck_assert_int_eq(end - text, 19);
	ck_assert_mem_eq(text, "epoch 1 of 2: 10 of", 19);
}
END_TEST

Suite *progress_suite(void)
{
	Suite *suite = suite_create("progress");
	TCase *tests = tcase_create("progress");

	tcase_add_test(tests, a_file_gets_lines_if_it_is_asked_for);
	tcase_add_test(tests, a_file_gets_nothing_unless_it_is_asked_for);
	tcase_add_test(tests, lines_have_a_distance_in_time);
	tcase_add_test(tests, without_a_total_it_only_counts);
	tcase_add_test(tests, a_continued_run_counts_what_was_done);
	tcase_add_test(tests, null_is_accepted);
	tcase_add_test(tests, a_terminal_has_one_line_that_is_cleared);
	tcase_add_test(tests, colors_can_be_refused);
	tcase_add_test(tests, a_narrow_terminal_cuts_the_line);
	suite_add_tcase(suite, tests);
	return suite;
}
