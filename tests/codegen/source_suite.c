/* Text files that the generator reads whole; any other file is rejected by name. */
#include "util/source.h"

#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "support.h"

START_TEST(a_file_that_cannot_be_read_is_named)
{
	struct source source;

	assert_says(source_read(&arena, &diag, path_in_folder("none"), &source),
		    in_folder("@/none: error: cannot open: No such file or directory\n"));
	assert_says(source_read(&arena, &diag, folder(), &source),
		    in_folder("@: error: cannot read: Is a directory\n"));
	assert_says(source_read(&arena, &diag, write_bytes("nul", "a\nb\0c\n", 6), &source),
		    in_folder("@/nul:2:2: error: not a text file: it contains a NUL character\n"));
}
END_TEST

START_TEST(a_file_is_read_to_sixteen_mebibytes_and_no_further)
{
	const size_t most = 16 * 1024 * 1024;
	char *bytes = malloc(most + 1);
	struct source source;

	memset(bytes, 'a', most + 1);
	assert_silent(source_read(&arena, &diag, write_bytes("most", bytes, most), &source));
	ck_assert_uint_eq(source.size, most);
	assert_says(source_read(&arena, &diag, write_bytes("more", bytes, most + 1), &source),
		    in_folder("@/more: error: larger than 16 MiB, the most that "
			      "ctorch-gen reads\n"
			      "  help: check that you passed the right file\n"));
	free(bytes);
	assert_silent(source_read(&arena, &diag, write_file("empty", ""), &source));
	ck_assert_uint_eq(source.size, 0);
}
END_TEST

/* --- not a regular file --- */

START_TEST(what_is_found_in_a_folder_is_read_only_if_it_is_a_regular_file)
{
	const char *path = path_in_folder("pipe");
	struct source source;

	ck_assert_int_eq(mkfifo(path, 0600), 0);
	assert_says(source_read_found(&arena, &diag, path, &source),
		    in_folder("@/pipe: error: cannot open: not a regular file\n"));
	assert_says(source_read_found(&arena, &diag, "/dev/zero", &source),
		    "/dev/zero: error: cannot open: not a regular file\n");
	assert_says(source_read_found(&arena, &diag, folder(), &source),
		    in_folder("@: error: cannot open: Is a directory\n"));
	assert_silent(source_read_found(&arena, &diag, write_file("file", "text"), &source));
	ck_assert_str_eq(source.text, "text");
}
END_TEST

/* The writer opens the pipe later than the reader, and is slow. */
START_TEST(a_pipe_that_is_named_is_read_to_its_end)
{
	const char *path = path_in_folder("pipe");
	struct source source;
	int status;
	pid_t child;

	ck_assert_int_eq(mkfifo(path, 0600), 0);
	child = fork();
	if (!child) {
		struct timespec a_while = { 0, 100 * 1000 * 1000 };
		int fd;

		nanosleep(&a_while, NULL);
		fd = open(path, O_WRONLY);
		write(fd, "one ", 4) == 4 && !nanosleep(&a_while, NULL) && write(fd, "two", 3) == 3
			? _exit(0)
			: _exit(1);
	}
	assert_silent(source_read(&arena, &diag, path, &source));
	ck_assert_str_eq(source.text, "one two");
	ck_assert_int_eq(waitpid(child, &status, 0), child);
	ck_assert_int_eq(status, 0);
}
END_TEST

Suite *source_suite(void)
{
	Suite *suite = suite_create("source");
	TCase *tests = add_case(suite, "files");

	tcase_add_test(tests, a_file_that_cannot_be_read_is_named);
	tcase_add_test(tests, a_file_is_read_to_sixteen_mebibytes_and_no_further);
	tcase_add_test(tests, what_is_found_in_a_folder_is_read_only_if_it_is_a_regular_file);
	tcase_add_test(tests, a_pipe_that_is_named_is_read_to_its_end);
	return suite;
}
