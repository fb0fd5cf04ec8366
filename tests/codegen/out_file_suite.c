/*
 * A regular file at the path is replaced; anything else is written to. The devices are copies in
 * the test's own folder, since a mistake would replace them.
 */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>
#include <unistd.h>

#include "util/out_file.h"
#include "emit/output.h"
#include "support.h"

static const char *path;

static void use(const char *name)
{
	path = path_in_folder(name);
}

static bool put(const char *text)
{
	struct strbuf buffer = { 0 };
	bool changed = false, fine;

	strbuf_add(&buffer, text);
	fine = output_write_file(&arena, &diag, path, &buffer, &changed);
	strbuf_free(&buffer);
	ck_assert(changed);
	return fine;
}

static mode_t kind_of(const char *name)
{
	struct stat there;

	ck_assert_int_eq(lstat(path_in_folder(name), &there), 0);
	return there.st_mode & S_IFMT;
}

/* --- written in place ------------------------------------------------------------------------- */

/* A pipe whose other end is open, so that the writer does not wait. */
static int make_pipe(const char *name)
{
	int reader;

	use(name);
	ck_assert_int_eq(mkfifo(path, 0600), 0);
	reader = open(path, O_RDONLY | O_NONBLOCK);
	ck_assert_int_ge(reader, 0);
	return reader;
}

static void assert_came_out(int reader, const char *text)
{
	char got[100] = { 0 };

	ck_assert_int_ge(read(reader, got, sizeof got - 1), 0);
	ck_assert_str_eq(got, text);
	close(reader);
}

START_TEST(a_pipe_is_written_to)
{
	int reader = make_pipe("pipe");

	assert_silent(put("text\n"));
	ck_assert_uint_eq(kind_of("pipe"), S_IFIFO);
	assert_came_out(reader, "text\n");
	ck_assert(!exists(path_in_folder(arena_printf(&arena, "pipe.%ld.tmp", (long)getpid()))));
}
END_TEST

START_TEST(so_is_one_among_files_that_are_written_all_or_none)
{
	struct output output = { .arena = &arena, .diag = &diag, .folder = folder() };
	int reader = make_pipe("a.txt");

	ck_assert_int_eq(mkfifo(path_in_folder("ops_pipe.h"), 0600), 0);
	strbuf_add(output_add(&output, "a.txt"), "a\n");
	strbuf_add(output_add(&output, "b.txt"), "b\n");
	output_compare(&output);
	ck_assert_uint_eq(output_stale(&output), 2);
	assert_silent(output_write(&output));
	output_free(&output);
	ck_assert_uint_eq(kind_of("a.txt"), S_IFIFO);
	assert_came_out(reader, "a\n");
	ck_assert_str_eq(read_text(path_in_folder("b.txt")), "b\n");
}
END_TEST

/* A device like /dev/full. Only root can make one, and only root could replace the real one. */
static bool use_full_device(void)
{
	int fd;

	use("full");
	if (geteuid())
		path = "/dev/full";
	else if (mknod(path, S_IFCHR | 0666, makedev(1, 7)))
		return false;
	fd = open(path, O_WRONLY);
	close(fd);
	return fd >= 0;
}

START_TEST(a_device_that_takes_nothing_is_an_error_and_stays)
{
	if (!use_full_device()) {
		fprintf(stderr, "skipped: cannot make a device in %s\n", folder());
		return;
	}
	assert_says(put("text\n"),
		    arena_printf(&arena,
				 "ctorch-gen: error: cannot write %s: No space left on device\n",
				 path));
	ck_assert(out_is_stream(path));
	if (!geteuid())
		ck_assert_uint_eq(kind_of("full"), S_IFCHR);
}
END_TEST

START_TEST(a_file_that_is_stdout_is_written_to_where_stdout_is)
{
	int before = dup(STDOUT_FILENO), file;

	fflush(stdout);
	write_file("out", "");
	use("out");
	file = open(path, O_WRONLY | O_TRUNC);
	ck_assert_int_ge(dup2(file, STDOUT_FILENO), 0);
	close(file);
	ck_assert_int_eq(symlink("/proc/self/fd/1", path_in_folder("stdout")), 0);
	fputs("before\n", stdout);
	fflush(stdout);
	use("stdout");
	assert_silent(put("text\n"));
	fputs("behind\n", stdout);
	fflush(stdout);
	ck_assert_int_ge(dup2(before, STDOUT_FILENO), 0);
	close(before);
	ck_assert_str_eq(read_text(path_in_folder("out")), "before\ntext\nbehind\n");
	ck_assert_uint_eq(kind_of("stdout"), S_IFLNK);
}
END_TEST

/* --- replaced --------------------------------------------------------------------------------- */

static const struct {
	const char *says; /* the link's text */
	const char *file; /* its target */
} links[] = {
	{ "file", "sub/file" },       { "../other/file", "other/file" },
	{ "new", "sub/new" },         { "../deep/er/new", "deep/er/new" },
	{ "second", "other/second" }, { "whole", "elsewhere" },
};

START_TEST(a_link_stays_and_what_it_means_is_replaced)
{
	write_file("sub/file", "old\n");
	write_file("other/file", "old\n");
	ck_assert_int_eq(symlink("../other/second", path_in_folder("sub/second")), 0);
	ck_assert_int_eq(symlink(path_in_folder("elsewhere"), path_in_folder("sub/whole")), 0);
	ck_assert_int_eq(symlink(links[_i].says, path_in_folder("sub/link")), 0);
	use("sub/link");
	assert_silent(put("text\n"));
	ck_assert_uint_eq(kind_of("sub/link"), S_IFLNK);
	ck_assert_uint_eq(kind_of(links[_i].file), S_IFREG);
	ck_assert_str_eq(read_text(path_in_folder(links[_i].file)), "text\n");
	ck_assert_ptr_null(strstr(list_folder(), ".tmp"));
}
END_TEST

START_TEST(a_link_to_itself_is_an_error)
{
	use("link");
	ck_assert_int_eq(symlink("link", path), 0);
	assert_says(put("text\n"), in_folder("ctorch-gen: error: cannot write @/link: "
					     "Too many levels of symbolic links\n"));
}
END_TEST

START_TEST(a_name_that_is_too_long_is_an_error)
{
	char found[PATH_MAX], name[PATH_MAX + 1];

	memset(name, 'x', sizeof name - 1);
	name[sizeof name - 1] = '\0';
	ck_assert(!out_resolve_links(name, found));
	ck_assert_int_eq(errno, ENAMETOOLONG);
}
END_TEST

START_TEST(a_folder_is_neither)
{
	write_file("sub/file", "");
	ck_assert(!out_is_stream(path_in_folder("sub")));
	ck_assert(!out_is_stream(path_in_folder("nowhere")));
	use("sub");
	assert_says(put("text\n"),
		    in_folder("ctorch-gen: error: cannot replace @/sub: Is a directory\n"));
}
END_TEST

Suite *out_file_suite(void)
{
	Suite *suite = suite_create("out_file");
	TCase *to = add_case(suite, "written to"), *replaced = add_case(suite, "replaced");

	tcase_add_test(to, a_pipe_is_written_to);
	tcase_add_test(to, so_is_one_among_files_that_are_written_all_or_none);
	tcase_add_test(to, a_device_that_takes_nothing_is_an_error_and_stays);
	tcase_add_test(to, a_file_that_is_stdout_is_written_to_where_stdout_is);
	tcase_add_loop_test(replaced, a_link_stays_and_what_it_means_is_replaced, 0,
			    sizeof links / sizeof *links);
	tcase_add_test(replaced, a_link_to_itself_is_an_error);
	tcase_add_test(replaced, a_name_that_is_too_long_is_an_error);
	tcase_add_test(replaced, a_folder_is_neither);
	return suite;
}
