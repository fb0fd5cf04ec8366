/*
 * Shared memory among processes (shared_peer.c) that end in every way.
 */
#define _GNU_SOURCE

#include <dirent.h>
#include <fcntl.h>
#include <inttypes.h>
#include <signal.h>
#include <spawn.h>
#include <sys/file.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "segments.h"

extern char **environ;

/* --- Other processes ------------------------------------------------------------------------- */

struct peer {
	pid_t pid;
	FILE *to, *from;
};

static struct peer start(void)
{
	char *const command[] = { (char[]){ CTORCH_TEST_PEER }, NULL };
	posix_spawn_file_actions_t actions;
	struct peer peer;
	int to[2], from[2];

	MUST(pipe2(to, O_CLOEXEC) == 0 && pipe2(from, O_CLOEXEC) == 0);
	posix_spawn_file_actions_init(&actions);
	posix_spawn_file_actions_adddup2(&actions, to[0], 0);
	posix_spawn_file_actions_adddup2(&actions, from[1], 1);
	MUST(posix_spawn(&peer.pid, command[0], &actions, NULL, command, environ) == 0);
	posix_spawn_file_actions_destroy(&actions);
	close(to[0]);
	close(from[1]);
	peer.to = fdopen(to[1], "w");
	peer.from = fdopen(from[0], "r");
	MUST(peer.to && peer.from);
	return peer;
}

/* The answer to a command, without its newline; it is overwritten by the next. */
static const char *ask(struct peer *peer, const char *command, const char *argument)
{
	static char answer[4096];

	fprintf(peer->to, "%s %s\n", command, argument);
	fflush(peer->to);
	ck_assert_msg(fgets(answer, sizeof answer, peer->from) != NULL, "no answer to %s %s",
		      command, argument);
	answer[strcspn(answer, "\n")] = '\0';
	return answer;
}

#define ASK(peer, command, argument, expected) \
	ck_assert_str_eq(ask(peer, command, argument), expected)

static void wait_for(struct peer *peer)
{
	fclose(peer->to);
	fclose(peer->from);
	MUST(waitpid(peer->pid, NULL, 0) == peer->pid);
}

/* SIGKILL: none of its code runs any more. */
static void kill_peer(struct peer *peer)
{
	MUST(kill(peer->pid, SIGKILL) == 0);
	wait_for(peer);
}

/* --- Among processes -------------------------------------------------------------------------- */

START_TEST(processes_see_what_the_others_write)
{
	struct peer a = start(), b = start();

	ASK(&a, "open", handle, "10");
	ASK(&b, "open", handle, "10");
	ASK(&a, "add", "0.5", "12");
	ASK(&b, "sum", "", "12");
	assert_floats(tensor, (int64_t[]){ 4, -1 }, (double[]){ 1.5, 2.5, 3.5, 4.5 });
	OK(ct_zero_(tensor, NULL));
	ASK(&a, "sum", "", "0");
	ASK(&b, "add", "1", "4");
	wait_for(&a);
	wait_for(&b);
}
END_TEST

START_TEST(segment_goes_with_its_last_user)
{
	struct peer a = start(), b = start();

	ASK(&a, "open", handle, "10");
	ct_tensor_free(tensor);
	tensor = NULL;
	ck_assert(exists(handle));
	/* The creator is gone, but others can still open it. */
	ASK(&b, "open", handle, "10");
	ASK(&a, "free", "", "ok");
	ASK(&b, "add", "1", "14");
	ck_assert(exists(handle));
	ASK(&b, "free", "", "ok");
	ck_assert_ptr_nonnull(strstr(ask(&a, "open", handle), "no longer exists: all its users"));
	ck_assert(is_gone(handle));
	wait_for(&a);
	wait_for(&b);
}
END_TEST

START_TEST(process_that_ends_is_no_user)
{
	struct peer a = start();

	ASK(&a, "open", handle, "10");
	ct_tensor_free(tensor);
	tensor = NULL;
	/* It frees nothing. */
	ASK(&a, "exit", "", "ok");
	wait_for(&a);
	ck_assert(is_gone(handle));
}
END_TEST

START_TEST(killed_process_leaves_the_others_alone)
{
	struct peer a = start(), b = start();

	ASK(&a, "open", handle, "10");
	ASK(&b, "open", handle, "10");
	kill_peer(&a);
	OK(ct_shared_reap(NULL));
	ck_assert(exists(handle));
	ASK(&b, "add", "1", "14");
	wait_for(&b);
	assert_floats(tensor, (int64_t[]){ 4, -1 }, (double[]){ 2, 3, 4, 5 });
}
END_TEST

START_TEST(what_a_killed_process_leaves_is_reaped)
{
	struct peer a = start();
	char *left = strdup(ask(&a, "share", "100"));
	ct_tensor *opened;
	int64_t removed = -1;

	MUST(left);
	kill_peer(&a);
	/* Another process, of another test, may have been faster. */
	OK(ct_shared_reap(&removed));
	ck_assert_int_ge(removed, 0);
	ck_assert(is_gone(left));
	FAILS_WITH(ct_tensor_open_shared(left, &opened), CT_ERROR_RUNTIME, "no longer exists");
	free(left);
}
END_TEST

/* Waits until a reaping is due again. */
static void wait_for_reaping(void)
{
	nanosleep(&(struct timespec){ 0, 150000000 }, NULL);
}

START_TEST(next_sharing_reaps_by_itself)
{
	struct peer a = start();
	char *left = strdup(ask(&a, "share", "100"));
	ct_tensor *other = number(1);

	MUST(left);
	kill_peer(&a);
	wait_for_reaping();
	OK(ct_tensor_share_memory(other));
	ck_assert(is_gone(left));
	ct_tensor_free(other);
	free(left);
}
END_TEST

START_TEST(next_opening_reaps_by_itself)
{
	struct peer a = start();
	char *left = strdup(ask(&a, "share", "100"));
	ct_tensor *opened;

	MUST(left);
	kill_peer(&a);
	wait_for_reaping();
	OK(ct_tensor_open_shared(handle, &opened));
	ck_assert(is_gone(left));
	ct_tensor_free(opened);
	free(left);
}
END_TEST

START_TEST(what_was_begun_and_not_finished_is_reaped)
{
	char name[100];
	int fd;

	/* As left by a process that was killed between creating and locking. */
	snprintf(name, sizeof name, "/ctorch_%ld_0123456789abcdef", (long)getpid());
	fd = shm_open(name, O_RDWR | O_CREAT | O_EXCL, 0600);
	MUST(fd >= 0);
	/* While a process has the lock, nobody removes it. */
	MUST(flock(fd, LOCK_SH) == 0);
	OK(ct_shared_reap(NULL));
	ck_assert_int_eq(shm_unlink(name), 0);
	close(fd);
	fd = shm_open(name, O_RDWR | O_CREAT | O_EXCL, 0600);
	MUST(fd >= 0);
	OK(ct_shared_reap(NULL));
	ck_assert_int_ne(shm_unlink(name), 0);
	close(fd);
}
END_TEST

START_TEST(other_files_are_not_reaped)
{
	const char *const names[] = { "/ctorch_1_0123456789abcde", "/ctorch_test_0123456789abcdef",
				      "/ctorch_1_0123456789abcdef.old" };

	for (size_t i = 0; i < LENGTH(names); i++) {
		int fd = shm_open(names[i], O_RDWR | O_CREAT, 0600);

		MUST(fd >= 0);
		close(fd);
	}
	OK(ct_shared_reap(NULL));
	for (size_t i = 0; i < LENGTH(names); i++)
		ck_assert_int_eq(shm_unlink(names[i]), 0);
}
END_TEST

START_TEST(forked_child_is_a_user)
{
	struct peer a = start();
	char *shared = strdup(ask(&a, "share", "100"));
	pid_t child = (pid_t)strtol(ask(&a, "fork", ""), NULL, 10);

	MUST(shared && child > 0);
	/* The parent frees it, then is killed: the child still has it. */
	ASK(&a, "free", "", "ok");
	ck_assert(exists(shared));
	kill_peer(&a);
	OK(ct_shared_reap(NULL));
	ck_assert(exists(shared));
	MUST(kill(child, SIGKILL) == 0);
	/* It is an orphan now; its end takes a moment. */
	for (int i = 0; i < 1000 && exists(shared); i++) {
		OK(ct_shared_reap(NULL));
		nanosleep(&(struct timespec){ 0, 10000000 }, NULL);
	}
	ck_assert(is_gone(shared));
	free(shared);
}
END_TEST

START_TEST(another_program_is_no_user)
{
	struct peer a = start();
	char *shared = strdup(ask(&a, "share", "100"));

	MUST(shared);
	ASK(&a, "exec", "", "ok");
	for (int i = 0; i < 1000 && exists(shared); i++) {
		OK(ct_shared_reap(NULL));
		nanosleep(&(struct timespec){ 0, 10000000 }, NULL);
	}
	ck_assert(is_gone(shared));
	kill_peer(&a);
	free(shared);
}
END_TEST

START_TEST(killed_in_the_middle_of_it_leaves_nothing)
{
	/* Processes that make and free segments all the time, and die at any moment. */
	for (int i = 0; i < 8; i++) {
		struct peer a = start();

		for (int j = 0; j < 200; j++)
			fprintf(a.to, "share 1000\nfree\n");
		fflush(a.to);
		MUST(fgetc(a.from) >= 0);
		nanosleep(&(struct timespec){ 0, i * 500000 }, NULL);
		pid_t pid = a.pid;
		kill_peer(&a);
		OK(ct_shared_reap(NULL));

		char prefix[40];
		DIR *folder = opendir("/dev/shm");
		struct dirent *entry;

		MUST(folder);
		snprintf(prefix, sizeof prefix, "ctorch_%ld_", (long)pid);
		while ((entry = readdir(folder)))
			ck_assert_msg(strncmp(entry->d_name, prefix, strlen(prefix)) != 0,
				      "%s is left", entry->d_name);
		closedir(folder);
	}
}
END_TEST

Suite *shared_processes_suite(void)
{
	Suite *suite = suite_create("shared_processes");
	TCase *several = tests_of("among processes");

	tcase_add_checked_fixture(several, share_tensor, free_tensor);
	tcase_set_timeout(several, 120);
	tcase_add_test(several, processes_see_what_the_others_write);
	tcase_add_test(several, segment_goes_with_its_last_user);
	tcase_add_test(several, process_that_ends_is_no_user);
	tcase_add_test(several, killed_process_leaves_the_others_alone);
	tcase_add_test(several, what_a_killed_process_leaves_is_reaped);
	tcase_add_test(several, next_sharing_reaps_by_itself);
	tcase_add_test(several, next_opening_reaps_by_itself);
	tcase_add_test(several, what_was_begun_and_not_finished_is_reaped);
	tcase_add_test(several, other_files_are_not_reaped);
	tcase_add_test(several, forked_child_is_a_user);
	tcase_add_test(several, another_program_is_no_user);
	tcase_add_test(several, killed_in_the_middle_of_it_leaves_nothing);
	suite_add_tcase(suite, several);
	return suite;
}
