/*
 * Python's files of several releases, read: as copies, and mapped.
 */
#include <string.h>

#include "support.h"

/* TorchScript's objects are dicts of their attributes here; Python makes modules of them. */
static bool is_script(const struct python_file *file)
{
	return strstr(file->path, "/script.pt") != NULL;
}

static void assert_loads(const struct python_file *file, const ct_load_options *options)
{
	char *got, *wanted;
	ct_value value;
	size_t n;

	wanted = get_file(file->description, &n);
	OK(ct_load(file->path, options, &value));
	got = is_script(file) ? describe_tensors(&value) : describe(&value);
	assert_described(got, wanted, file->path);
	ct_value_free(&value);
	free(got);
	free(wanted);
}

START_TEST(pythons_files_are_loaded)
{
	size_t n;
	const struct python_file *files = python_files(&n);

	for (size_t i = 0; i < n; i++) {
		assert_loads(&files[i], NULL);
		assert_loads(&files[i], &(ct_load_options){ .mmap = true });
	}
	ck_assert_uint_ge(n, 10);
}
END_TEST

Suite *read_suite(void)
{
	Suite *suite = suite_create("reading checkpoints");
	TCase *tests = tests_of("reading checkpoints");

	tcase_add_test(tests, pythons_files_are_loaded);
	suite_add_tcase(suite, tests);
	return suite;
}
