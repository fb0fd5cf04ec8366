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

#include "killed.h"
#include "scratch.h"
#include "testing.h"
#include "whole_files.h"

enum { LONGEST = 3000 /* microseconds */ };

extern char **environ;

/* The command of a run, whose checkpoint is at the path. */
struct killed_run {
	const char *program, *library, *device;
	char path[64];
};

/* A process that is killed while it replaces a file can leave the new one under its first name. */
static void remove_folder(const char *folder, const char *path)
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

/* posix_spawn() changes none of the words. */
static char *word(const char *text)
{
	return (char *)(uintptr_t)text;
}

static struct trainer start(const struct killed_run *run)
{
	char *const command[] = { word(run->program), word(run->path), word(run->library),
				  word(run->device), NULL };
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

static void run_to_the_end(const struct killed_run *run)
{
	struct trainer trainer = start(run);
	const int status = end(&trainer);

	ck_assert_msg(WIFEXITED(status) && WEXITSTATUS(status) == 0,
		      "train_again: expected exit status 0, got wait status %d", status);
}

/* Kills a run that goes on, in a step or in a save; returns whether it was in a save. */
static bool kill_one(const struct killed_run *run, bool in_save)
{
	struct trainer trainer = start(run);
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
static int64_t step_in_file(const char *path)
{
	const ct_load_options options = { .map_location = CT_DEVICE_CPU };
	ct_value all, step;
	int64_t result;

	OK(ct_load(path, &options, &all));
	OK(ct_value_at(&all, "/step", &step));
	result = step.i;
	ct_value_free(&all);
	return result;
}

static void assert_file_is(const char *path, const char *wanted, size_t wanted_n)
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

static void kill_again_and_again(const struct killed_run *run, int kills)
{
	int64_t step = 0, before;
	int in_saves = 0;

	srand(1);
	for (int i = 0; i < kills; i++) {
		in_saves += kill_one(run, i % 2);
		before = step;
		step = step_in_file(run->path);
		ck_assert_msg(step > before, "kill %d: expected a step after %lld, got %lld", i,
			      (long long)before, (long long)step);
	}
	ck_assert_msg(in_saves > 0, "none of %d kills was in a save", kills);
}

void assert_killed_run_ends_alike(const char *program, const char *library, const char *device,
				  int kills)
{
	struct killed_run run = { program, library, device, "" };
	char folder[SCRATCH_SIZE], *wanted;
	size_t n;

	make_scratch(folder);
	snprintf(run.path, sizeof run.path, "%s/run.pt", folder);
	run_to_the_end(&run);
	wanted = get_file(run.path, &n);
	MUST(n < 1 << 20); /* what get_file() reads */
	MUST(unlink(run.path) == 0);
	kill_again_and_again(&run, kills);
	run_to_the_end(&run);
	assert_file_is(run.path, wanted, n);
	free(wanted);
	remove_folder(folder, run.path);
}
