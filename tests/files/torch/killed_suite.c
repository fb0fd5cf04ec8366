/*
 * Another process saves, and is killed at random moments: the file is always a whole one.
 */
#define _GNU_SOURCE
#include <dirent.h>
#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "support.h"

enum { KILLS = 10, LONGEST = 20000 /* microseconds */ };

extern char **environ;

/* Starts the other process; returns when it has saved `times` times. */
static pid_t start(int times)
{
	char *const command[] = { (char[]){ SAVE_AGAIN }, save_path, NULL };
	posix_spawn_file_actions_t actions;
	char answer;
	int from[2];
	pid_t pid;

	MUST(pipe2(from, O_CLOEXEC) == 0);
	posix_spawn_file_actions_init(&actions);
	posix_spawn_file_actions_adddup2(&actions, from[1], 1);
	MUST(posix_spawn(&pid, command[0], &actions, NULL, command, environ) == 0);
	posix_spawn_file_actions_destroy(&actions);
	close(from[1]);
	while (times-- > 0)
		ck_assert_int_eq(read(from[0], &answer, 1), 1);
	close(from[0]);
	return pid;
}

/* All numbers of the file, which are the same; 0 if they are not. */
static double number_in_file(void)
{
	double number = 0, least, most;
	ct_value value, key, item;
	ct_tensor *tensor;

	CT_SCOPE;
	OK(ct_load(save_path, NULL, &value));
	ck_assert_int_eq(ct_value_count(&value), 4);
	for (int64_t i = 0; i < ct_value_count(&value); i++) {
		OK(ct_value_dict_item(&value, i, &key, &item));
		OK(ct_amin(item.object, NULL, 0, false, &tensor));
		least = value_of(tensor);
		OK(ct_amax(item.object, NULL, 0, false, &tensor));
		most = value_of(tensor);
		number = least == most && (i == 0 || least == number) ? least : 0;
	}
	ct_value_free(&value);
	return number;
}

/* What a process that is killed between naming its file and renaming it leaves. */
static void remove_temporary_files(void)
{
	DIR *folder = opendir(save_folder);
	const struct dirent *entry;

	MUST(folder);
	while ((entry = readdir(folder)))
		if (strncmp(entry->d_name, ".ctorch-", 8) == 0)
			unlinkat(dirfd(folder), entry->d_name, 0);
	closedir(folder);
}

START_TEST(killed_process_leaves_a_whole_file)
{
	double number, most = 0;

	srand(1);
	for (int i = 0; i < KILLS; i++) {
		const pid_t pid = start(1 + rand() % 3);

		usleep((useconds_t)(rand() % LONGEST));
		MUST(kill(pid, SIGKILL) == 0);
		MUST(waitpid(pid, NULL, 0) == pid);
		number = number_in_file();
		ck_assert_msg(number >= 1, "after kill %d the numbers differ", i);
		most = number > most ? number : most;
	}
	ck_assert_msg(most > 1, "no process has saved twice");
	remove_temporary_files();
}
END_TEST

/* As if the disk was full: a limit for the size of a file. */
START_TEST(full_disk_leaves_the_old_file)
{
	ct_value value = ct_value_dict_new();
	struct rlimit limit, small;
	ct_tensor *tensor;

	CT_SCOPE;
	signal(SIGXFSZ, SIG_IGN);
	OK(ct_tensor_full(CT_L(4), ct_scalar_int(7), NULL, &tensor));
	OK(ct_value_dict_set(&value, ct_value_string("a"), ct_value_tensor(tensor)));
	OK(ct_save(&value, save_path));
	OK(ct_tensor_full(CT_L(1 << 20), ct_scalar_int(8), NULL, &tensor));
	OK(ct_value_dict_set(&value, ct_value_string("b"), ct_value_tensor(tensor)));
	MUST(getrlimit(RLIMIT_FSIZE, &limit) == 0);
	small = limit;
	small.rlim_cur = 1 << 20;
	MUST(setrlimit(RLIMIT_FSIZE, &small) == 0);
	FAILS_WITH(ct_save(&value, save_path), CT_ERROR_RUNTIME, "File too large");
	MUST(setrlimit(RLIMIT_FSIZE, &limit) == 0);
	ct_value_free(&value);
	OK(ct_load(save_path, NULL, &value));
	ck_assert_int_eq(ct_value_count(&value), 1);
	ct_value_free(&value);
}
END_TEST

Suite *killed_suite(void)
{
	Suite *suite = suite_create("interrupted saving");
	TCase *tests = tests_of("interrupted saving");

	tcase_add_checked_fixture(tests, make_save_folder, remove_save_folder);
	tcase_set_timeout(tests, 60);
	tcase_add_test(tests, killed_process_leaves_a_whole_file);
	tcase_add_test(tests, full_disk_leaves_the_old_file);
	suite_add_tcase(suite, tests);
	return suite;
}
