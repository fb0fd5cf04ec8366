/*
 * A run in another process that is killed again and again, at random moments, ends with the same
 * numbers as one that is left alone.
 */
#define _GNU_SOURCE
#include <dirent.h>
#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include <ctorch/files/save.h>

#include "scratch.h"
#include "support.h"
#include "testing.h"
#include "whole_files.h"

enum { KILLS = 8, LONGEST = 3000 /* microseconds */ };

extern char **environ;

static char folder[SCRATCH_SIZE], path[64];

static void make_folder(void)
{
	make_scratch(folder);
	snprintf(path, sizeof path, "%s/run.pt", folder);
}

/* A process that is killed while it replaces a file can leave the new one under its first name. */
static void remove_folder(void)
{
	DIR *stream = opendir(folder);
	const struct dirent *entry;

	MUST(stream);
	while ((entry = readdir(stream)))
		if (strncmp(entry->d_name, ".ctorch-", 8) == 0)
			unlinkat(dirfd(stream), entry->d_name, 0);
	closedir(stream);
	unlink(path);
	remove_scratch(folder);
}

/* --- The other process ------------------------------------------------------------------------- */

struct trainer {
	pid_t pid;
	int from;  /* what it says */
	char last; /* of that */
};

static struct trainer start(void)
{
	char *const command[] = { (char[]){ TRAIN_AGAIN }, path, NULL };
	posix_spawn_file_actions_t actions;
	struct trainer result = { .last = '\0' };
	int ends[2];

	MUST(pipe2(ends, O_CLOEXEC) == 0);
	posix_spawn_file_actions_init(&actions);
	posix_spawn_file_actions_adddup2(&actions, ends[1], 1);
	MUST(posix_spawn(&result.pid, command[0], &actions, NULL, command, environ) == 0);
	posix_spawn_file_actions_destroy(&actions);
	close(ends[1]);
	result.from = ends[0];
	return result;
}

/* Until it has said `what` so many times, or has ended. */
static void wait_for(struct trainer *trainer, char what, int times)
{
	while (times && read(trainer->from, &trainer->last, 1) == 1)
		times -= trainer->last == what;
}

/* Returns its status. */
static int end(struct trainer *trainer)
{
	int status;

	wait_for(trainer, '\0', -1);
	close(trainer->from);
	MUST(waitpid(trainer->pid, &status, 0) == trainer->pid);
	return status;
}

static void run_to_the_end(void)
{
	struct trainer trainer = start();
	const int status = end(&trainer);

	ck_assert_msg(WIFEXITED(status) && WEXITSTATUS(status) == 0,
		      "train_again: expected exit status 0, got wait status %d", status);
}

/* Kills a run that goes on, in a step or in a save; returns whether it was in a save. */
static bool kill_one(bool in_save)
{
	struct trainer trainer = start();
	int status;

	wait_for(&trainer, in_save ? '(' : 's', 2 + rand() % 3);
	usleep((useconds_t)(rand() % LONGEST));
	MUST(kill(trainer.pid, SIGKILL) == 0);
	status = end(&trainer);
	ck_assert_msg(WIFSIGNALED(status), "the run ended before it was killed");
	return trainer.last == '(';
}

/* --- Its checkpoint ---------------------------------------------------------------------------- */

/* Loads all of it; returns the step. */
static int64_t step_in_file(void)
{
	ct_value all, step;
	int64_t result;

	OK(ct_load(path, NULL, &all));
	OK(ct_value_at(&all, "/step", &step));
	result = step.i;
	ct_value_free(&all);
	return result;
}

static void assert_file_is(const char *wanted, size_t wanted_n)
{
	size_t n, at = 0;
	char *got = get_file(path, &n);

	while (at < n && at < wanted_n && got[at] == wanted[at])
		at++;
	ck_assert_msg(
		n == wanted_n && at == n,
		"the checkpoint of the killed run: expected the %zu bytes of the run that was "
		"left alone, got %zu bytes, which differ from byte %zu on",
		wanted_n, n, at);
	free(got);
}

/* The file has weights, the optimizer's, scheduler's and scaler's states, curves, the loader's place
 * and random numbers, so all of these are the same. */
START_TEST(killed_run_ends_as_one_that_is_left_alone)
{
	int64_t step = 0, before;
	int in_saves = 0;
	char *wanted;
	size_t n;

	run_to_the_end();
	wanted = get_file(path, &n);
	MUST(n < 1 << 20); /* what get_file() reads */
	MUST(unlink(path) == 0);
	srand(1);
	for (int i = 0; i < KILLS; i++) {
		in_saves += kill_one(i % 2);
		before = step;
		step = step_in_file();
		ck_assert_msg(step > before, "kill %d: expected a step after %lld, got %lld", i,
			      (long long)before, (long long)step);
	}
	ck_assert_msg(in_saves > 0, "none of %d kills was in a save", KILLS);
	run_to_the_end();
	assert_file_is(wanted, n);
	free(wanted);
}
END_TEST

Suite *killed_suite(void)
{
	Suite *suite = suite_create("killed runs");
	TCase *tests = tests_of("killed runs");

	tcase_add_checked_fixture(tests, make_folder, remove_folder);
	tcase_set_timeout(tests, 120);
	tcase_add_test(tests, killed_run_ends_as_one_that_is_left_alone);
	suite_add_tcase(suite, tests);
	return suite;
}
