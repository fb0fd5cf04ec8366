/*
 * The cache of compiled programs.
 */
#define _GNU_SOURCE

#include "support.h"

#include <dirent.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "scratch.h"

static const double bound = 1e-6;

/* The only file in the cache; the result is static. */
static const char *cached_file(void)
{
	static char path[400];
	DIR *folder = opendir(cache);
	const struct dirent *entry;
	int count = 0;

	while (folder && (entry = readdir(folder)))
		if (*entry->d_name != '.') {
			snprintf(path, sizeof path, "%s/%.255s", cache, entry->d_name);
			count++;
		}
	ck_assert_int_eq(count, 1);
	closedir(folder);
	return path;
}

static void compile_and_compare(ct_compile_options options)
{
	CT_SCOPE;
	ct_module *mlp = new_mlp();
	ct_export *program = compile_mlp(mlp, options);

	assert_agrees(program, mlp, CT_E(randn, CT_L(4, 8)), bound);
	ct_export_free(program);
}

/* Where nothing can be made, only what is in the cache can be loaded. */
static void compile_without_making(void)
{
	setenv("TMPDIR", "/nonexistent", 1);
	compile_and_compare((ct_compile_options){ 0 });
	unsetenv("TMPDIR");
}

static ino_t inode_of(const char *path)
{
	struct stat about;

	ck_assert_int_eq(stat(path, &about), 0);
	return about.st_ino;
}

START_TEST(another_module_of_the_same_shapes_is_loaded)
{
	empty_folder(cache);
	compile_and_compare((ct_compile_options){ 0 });
	compile_without_making();
	cached_file();
}
END_TEST

START_TEST(other_options_are_other_code)
{
	compile_and_compare((ct_compile_options){ 0 });
	empty_folder(cache);
	compile_and_compare((ct_compile_options){ .exact = true });
	cached_file();
	compile_and_compare((ct_compile_options){ .no_cache = true });
	cached_file();
}
END_TEST

/* --- Damage ----------------------------------------------------------------------------------- */

static void cut(const char *path)
{
	ck_assert_int_eq(truncate(path, 5000), 0);
}

static void empty(const char *path)
{
	ck_assert_int_eq(truncate(path, 0), 0);
}

static void change_a_byte(const char *path)
{
	const int fd = open(path, O_WRONLY);

	ck_assert(pwrite(fd, "x", 1, 9000) == 1);
	close(fd);
}

static void replace_by_link(const char *path)
{
	ck_assert_int_eq(unlink(path), 0);
	ck_assert_int_eq(symlink("/nonexistent", path), 0);
}

START_TEST(a_damaged_file_is_made_again)
{
	static void (*const damages[])(const char *) = { cut, empty, change_a_byte,
							 replace_by_link };

	empty_folder(cache);
	compile_and_compare((ct_compile_options){ 0 });
	/* A new file, as this process has mapped the old one. */
	for (size_t i = 0; i < sizeof damages / sizeof *damages; i++) {
		const char *path = cached_file();
		char other[500];
		ino_t before;

		snprintf(other, sizeof other, "cp %s %s.copy && mv %s.copy %s", path, path, path,
			 path);
		ck_assert_int_eq(system(other), 0);
		damages[i](path);
		before = i + 1 < sizeof damages / sizeof *damages ? inode_of(path) : 0;
		compile_and_compare((ct_compile_options){ 0 });
		ck_assert(inode_of(cached_file()) != before);
		compile_without_making();
	}
}
END_TEST

/* --- Old files -------------------------------------------------------------------------------- */

static void set_age(const char *path, int days)
{
	const struct timespec time_then = { .tv_sec = time(NULL) - days * 24 * 60 * 60 };

	ck_assert_int_eq(
		utimensat(AT_FDCWD, path, (const struct timespec[]){ time_then, time_then }, 0), 0);
}

/* A file of this name below the cache, of this age. */
static void make_file(const char *name, int days, char path[500])
{
	FILE *file;

	snprintf(path, 500, "%s/%s", cache, name);
	file = fopen(path, "w");
	ck_assert_ptr_nonnull(file);
	fclose(file);
	set_age(path, days);
}

#define KEY "0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcde"

START_TEST(files_that_no_process_has_used_for_a_month_are_removed)
{
	static const struct {
		const char *name;
		int days;
		bool is_kept;
	} files[] = { { KEY "0.so", 31, false },      { KEY "1.so", 29, true },
		      { KEY "2", 31, true },          { "notes.txt", 31, true },
		      { ".ctorch-1.tmp", 31, false }, { ".ctorch-2.tmp", 0, true } };
	enum { FILES = sizeof files / sizeof *files };
	char paths[FILES][500];

	empty_folder(cache);
	for (size_t i = 0; i < FILES; i++)
		make_file(files[i].name, files[i].days, paths[i]);
	compile_and_compare((ct_compile_options){ 0 });
	for (size_t i = 0; i < FILES; i++)
		ck_assert_msg((access(paths[i], F_OK) == 0) == files[i].is_kept, "%s", paths[i]);
}
END_TEST

START_TEST(a_file_that_is_loaded_becomes_new)
{
	struct stat about;
	const char *path;

	empty_folder(cache);
	compile_and_compare((ct_compile_options){ 0 });
	path = cached_file();
	set_age(path, 29);
	compile_without_making();
	ck_assert_int_eq(stat(path, &about), 0);
	ck_assert(time(NULL) - about.st_mtime < 24 * 60 * 60);
}
END_TEST

/* --- Folders that cannot be used -------------------------------------------------------------- */

static void assert_refused(const char *folder, const char *reason)
{
	CT_SCOPE;
	ct_export *program;

	FAILS_WITH(ct_compile(new_mlp(), CT_TENSORS(CT_E(ones, CT_L(4, 8))),
			      &(ct_compile_options){ .cache = folder }, &program),
		   CT_ERROR_RUNTIME, reason);
}

START_TEST(a_folder_of_others_is_refused)
{
	char folder[SCRATCH_SIZE];

	make_scratch(folder);
	ck_assert_int_eq(chmod(folder, 0755), 0);
	assert_refused(folder, "other users have access to the cache");
	ck_assert_int_eq(chmod(folder, 0700), 0);
	if (geteuid() == 0) {
		ck_assert_int_eq(chown(folder, 65534, 65534), 0);
		assert_refused(folder, "the cache belongs to another user");
	} else {
		puts("left out: a folder of another user, which needs root");
	}
	remove_scratch(folder);
	assert_refused("/proc/version", "the cache is not a folder");
	assert_refused("/proc/nothing/compiled", "making the cache: ");
}
END_TEST

/* Also if it cannot be found: the program runs as compiled, and says so once. */
START_TEST(a_home_that_cannot_be_written_to_is_a_warning)
{
	char was[SCRATCH_SIZE];
	struct warnings warnings;

	snprintf(was, sizeof was, "%s", getenv("CTORCH_CACHE"));
	unsetenv("CTORCH_CACHE");
	setenv("XDG_CACHE_HOME", "/proc/nothing", 1);
	begin_warnings(&warnings);
	compile_and_compare((ct_compile_options){ 0 });
	ck_assert_int_eq(warnings.count, 1);
	ck_assert_ptr_nonnull(strstr(warnings.last, "compiled code is not saved: "
						    "/proc/nothing/libctorch/compiled"));
	end_warnings();
	unsetenv("XDG_CACHE_HOME");
	setenv("CTORCH_CACHE", was, 1);
}
END_TEST

/* As a full disk is: the code runs, and the cache is left as it was. */
START_TEST(code_that_cannot_be_saved_is_a_warning)
{
	struct warnings warnings;
	const char *path;

	empty_folder(cache);
	compile_and_compare((ct_compile_options){ 0 });
	path = cached_file();
	ck_assert_int_eq(unlink(path), 0);
	ck_assert_int_eq(mkdir(path, 0700), 0);
	begin_warnings(&warnings);
	compile_and_compare((ct_compile_options){ 0 });
	ck_assert_int_eq(warnings.count, 1);
	ck_assert_ptr_nonnull(strstr(warnings.last, "compiled code was not saved: "));
	end_warnings();
	ck_assert_str_eq(cached_file(), path);
	ck_assert_int_eq(rmdir(path), 0);
}
END_TEST

Suite *cache_suite(void)
{
	Suite *suite = suite_create("cache");
	TCase *tests = tests_of("cache");

	tcase_set_timeout(tests, 120);
	tcase_add_test(tests, another_module_of_the_same_shapes_is_loaded);
	tcase_add_test(tests, other_options_are_other_code);
	tcase_add_test(tests, a_damaged_file_is_made_again);
	tcase_add_test(tests, files_that_no_process_has_used_for_a_month_are_removed);
	tcase_add_test(tests, a_file_that_is_loaded_becomes_new);
	tcase_add_test(tests, a_folder_of_others_is_refused);
	tcase_add_test(tests, a_home_that_cannot_be_written_to_is_a_warning);
	tcase_add_test(tests, code_that_cannot_be_saved_is_a_warning);
	suite_add_tcase(suite, tests);
	return suite;
}
