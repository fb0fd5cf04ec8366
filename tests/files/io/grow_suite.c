/*
 * Several processes that extend the same file, on a separate disk.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <sched.h>
#include <signal.h>
#include <sys/mount.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "scratch.h"
#include "support.h"

static char folder[SCRATCH_SIZE];
static char path[sizeof folder + 16];

static void make_folder(void)
{
	make_scratch(folder);
	snprintf(path, sizeof path, "%s/numbers", folder);
}

/* The mount is visible only to this process and disappears with it. */
static void remove_folder(void)
{
	unlink(path);
	umount2(folder, MNT_DETACH);
	remove_scratch(folder);
}

static bool mount_disk(const char *type, const char *options)
{
	if (unshare(CLONE_NEWNS) == 0 && mount("none", "/", NULL, MS_REC | MS_PRIVATE, NULL) == 0 &&
	    mount("none", folder, type, 0, options) == 0)
		return true;
	printf("left out: mounting a %s needs root: %s\n", type, strerror(errno));
	return false;
}

static ct_error grow(int64_t n, ct_tensor **result)
{
	ct_map_options options = { 0 };

	options.shared = options.grow = true;
	return ct_tensor_map_file(path, CT_UINT8, CT_L(n), &options, result);
}

/* Waits until the pipe's other end is closed, so that all processes start at once. */
static void wait_for(int pipe_end)
{
	char byte;

	MUST(read(pipe_end, &byte, 1) == 0);
}

static void grow_and_fill(int64_t n)
{
	ct_tensor *tensor;
	ct_error error = grow(n, &tensor);

	if (error) {
		fprintf(stderr, "%s\n", error);
		_exit(1);
	}
	memset(ct_tensor_mutable_data(tensor), 255, (size_t)n);
	_exit(0);
}

/* The file must exist, since a new file is completed before it gets its name. */
static void make_empty_file(void)
{
	int fd = open(path, O_RDWR | O_CREAT | O_TRUNC, 0600);

	MUST(fd >= 0 && close(fd) == 0);
}

static void wait_for_success(pid_t child)
{
	int status;

	MUST(waitpid(child, &status, 0) == child);
	ck_assert_int_eq(status, 0);
}

static void grow_in_processes(int processes, int64_t n)
{
	pid_t children[8];
	int start[2];

	make_empty_file();
	MUST(pipe(start) == 0);
	for (int i = 0; i < processes; i++) {
		children[i] = fork();
		MUST(children[i] >= 0);
		if (children[i])
			continue;
		close(start[1]);
		wait_for(start[0]);
		grow_and_fill(n);
	}
	close(start[0]);
	close(start[1]);
	for (int i = 0; i < processes; i++)
		wait_for_success(children[i]);
}

START_TEST(all_that_grow_one_file_find_its_room)
{
	if (!mount_disk("tmpfs", "size=128m"))
		return;
	for (int i = 0; i < 5; i++)
		grow_in_processes(4, 80 << 20);
}
END_TEST

/* The position of the first byte that no process wrote, or n. */
static int64_t first_lost(int64_t n)
{
	ct_tensor *tensor;
	int64_t at = 0;

	OK(grow(n, &tensor));
	const unsigned char *bytes = ct_tensor_data(tensor);
	while (at < n && bytes[at] == 255)
		at++;
	ct_tensor_free(tensor);
	return at;
}

static int64_t length_of_file(void)
{
	struct stat about;

	MUST(stat(path, &about) == 0);
	return about.st_size;
}

/* Stops the process after it wrote part of the file. false: it was too fast. */
static bool stop_within(pid_t child, int64_t n)
{
	int status;

	while (length_of_file() == 0)
		sched_yield();
	MUST(kill(child, SIGSTOP) == 0);
	MUST(waitpid(child, &status, WUNTRACED) == child);
	return WIFSTOPPED(status) && length_of_file() < n;
}

static void grow_here_and_fill(int64_t n)
{
	ct_tensor *tensor;

	OK(grow(n, &tensor));
	memset(ct_tensor_mutable_data(tensor), 255, (size_t)n);
	ct_tensor_free(tensor);
}

/* ramfs has no fallocate(), so the library writes zeros. */
START_TEST(nothing_that_another_process_wrote_is_lost)
{
	const int64_t n = 64 << 20;
	bool stopped = false;

	if (!mount_disk("ramfs", NULL))
		return;
	for (int i = 0; i < 50 && !stopped; i++) {
		make_empty_file();
		const pid_t child = fork();
		MUST(child >= 0);
		if (child == 0)
			_exit(grow(n, &(ct_tensor *){ NULL }) != NULL);
		stopped = stop_within(child, n);
		if (stopped)
			grow_here_and_fill(n);
		if (kill(child, SIGCONT) == 0)
			waitpid(child, NULL, 0);
	}
	ck_assert_msg(stopped, "the other process was always too fast");
	ck_assert_int_eq(first_lost(n), n);
}
END_TEST

START_TEST(room_that_a_killed_process_took_is_used)
{
	ct_tensor *tensor;
	int fd;

	if (!mount_disk("tmpfs", "size=1m"))
		return;
	fd = open(path, O_RDWR | O_CREAT, 0600);
	MUST(fd >= 0 && fallocate(fd, FALLOC_FL_KEEP_SIZE, 0, 600 << 10) == 0);
	OK(grow(600 << 10, &tensor));
	memset(ct_tensor_mutable_data(tensor), 255, 600 << 10);
	ct_tensor_free(tensor);
	FAILS_WITH(grow(2 << 20, &tensor), CT_ERROR_RUNTIME,
		   "extending it: No space left on device");
	close(fd);
}
END_TEST

START_TEST(program_that_keeps_the_file_locked_is_not_waited_for)
{
	struct flock whole = { .l_type = F_WRLCK, .l_whence = SEEK_SET };
	int fd = open(path, O_RDWR | O_CREAT, 0600);
	ct_tensor *tensor;

	MUST(fd >= 0 && fcntl(fd, F_OFD_SETLK, &whole) == 0);
	OK(grow(100, &tensor));
	ct_tensor_free(tensor);
	close(fd);
}
END_TEST

/* The mapping keeps the locked file description open. */
START_TEST(file_that_is_mapped_is_not_locked)
{
	struct flock whole = { .l_type = F_WRLCK, .l_whence = SEEK_SET };
	int fd = open(path, O_RDWR | O_CREAT, 0600);
	ct_tensor *tensor;

	OK(grow(100, &tensor));
	MUST(fd >= 0);
	ck_assert_int_eq(fcntl(fd, F_OFD_SETLK, &whole), 0);
	close(fd);
	ct_tensor_free(tensor);
}
END_TEST

Suite *grow_suite(void)
{
	Suite *suite = suite_create("growing");
	TCase *tests = tests_of("growing"), *several = tests_of("growing together");

	tcase_add_checked_fixture(tests, make_folder, remove_folder);
	tcase_add_test(tests, room_that_a_killed_process_took_is_used);
	tcase_add_test(tests, program_that_keeps_the_file_locked_is_not_waited_for);
	tcase_add_test(tests, file_that_is_mapped_is_not_locked);
	suite_add_tcase(suite, tests);
	tcase_add_checked_fixture(several, make_folder, remove_folder);
	tcase_set_timeout(several, 120);
	tcase_add_test(several, all_that_grow_one_file_find_its_room);
	tcase_add_test(several, nothing_that_another_process_wrote_is_lost);
	suite_add_tcase(suite, several);
	return suite;
}
