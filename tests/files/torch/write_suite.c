/*
 * Files are written as Python writes them: what was read from one gives the same bytes again.
 */
#define _GNU_SOURCE
#include <string.h>
#include <unistd.h>

#include "releases.h"
#include "support.h"

#if CT_RELEASE_AT_LEAST(2, 15)
static void assert_same_file(const char *path, const char *wanted_path)
{
	size_t n, m, at = 0;
	char *got = get_file(path, &n), *wanted = get_file(wanted_path, &m);

	while (at < n && at < m && got[at] == wanted[at])
		at++;
	ck_assert_msg(n == m && at == n,
		      "%s is written again as %zu bytes instead of %zu; byte %zu "
		      "differs",
		      wanted_path, n, m, at);
	free(got);
	free(wanted);
}

/* Not "values": an array has become a tensor. And what requires a gradient may have
 * been a Parameter. */
START_TEST(files_of_this_release_give_the_same_bytes)
{
	static const char *const names[] = { "tensor", "layouts", "training",     "untyped", "many",
					     "tuples", "schemes", "big_integers", "schedule" };

	for (size_t i = 0; i < LENGTH(names); i++) {
		char path[100], written[100];
		ct_value value;

		snprintf(path, sizeof path, "../../fixtures/checkpoints/2.15.0/%s.pt", names[i]);
		OK(ct_load(path, NULL, &value));
		/* The archive's folder has the file's name. */
		snprintf(written, sizeof written, "%s/%s.pt", save_folder, names[i]);
		OK(ct_save(&value, written));
		ct_value_free(&value);
		assert_same_file(written, path);
		unlink(written);
	}
}
END_TEST
#endif

static void assert_saves(const struct python_file *file)
{
	char *before, *after;
	ct_value value;

	OK(ct_load(file->path, NULL, &value));
	before = describe(&value);
	OK(ct_save(&value, save_path));
	ct_value_free(&value);
	OK(ct_load(save_path, NULL, &value));
	after = describe(&value);
	assert_described(after, before, file->path);
	ct_value_free(&value);
	free(before);
	free(after);
}

START_TEST(what_is_saved_is_loaded_again)
{
	size_t n;
	const struct python_file *files = python_files(&n);

	for (size_t i = 0; i < n; i++)
		assert_saves(&files[i]);
}
END_TEST

Suite *write_suite(void)
{
	Suite *suite = suite_create("writing checkpoints");
	TCase *tests = tests_of("writing checkpoints");

	tcase_add_checked_fixture(tests, make_save_folder, remove_save_folder);
#if CT_RELEASE_AT_LEAST(2, 15)
	tcase_add_test(tests, files_of_this_release_give_the_same_bytes);
#else
	LEFT_OUT("files of this release give the same bytes", "they are of 2.15.0");
#endif
	tcase_add_test(tests, what_is_saved_is_loaded_again);
	suite_add_tcase(suite, tests);
	return suite;
}
