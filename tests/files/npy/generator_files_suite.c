/*
 * Generator states in NumPy files: written completely, read back, and rejected if the file holds
 * something else.
 */
#define _XOPEN_SOURCE 700

#include <unistd.h>

#include "scratch.h"
#include "support.h"

static char folder[SCRATCH_SIZE];
static char path[64];
static ct_generator *generator;

static void make_folder(void)
{
	make_scratch(folder);
	snprintf(path, sizeof path, "%s/state.npy", folder);
}

static void remove_folder(void)
{
	remove_scratch(folder);
}

static void make_generator(void)
{
	OK(ct_generator_new(CT_DEVICE_CPU, &generator));
}

static void free_generator(void)
{
	ct_generator_free(generator);
	unlink(path);
}

static int64_t draw(void)
{
	const int64_t one = 1;
	ct_tensor *drawn = NULL;
	int64_t number = -1;

	OK(ct_randint_low_generator(0, INT64_MAX, &one, 1, generator, CT_INT64, CT_LAYOUT_NONE,
				    CT_DEVICE_NONE, NULL, &drawn));
	OK(ct_tensor_item_int64(drawn, &number));
	ct_tensor_free(drawn);
	return number;
}

static void write_bytes(const void *bytes, size_t n)
{
	FILE *file = fopen(path, "wb");

	MUST(file != NULL);
	MUST(fwrite(bytes, 1, n, file) == n);
	MUST(fclose(file) == 0);
}

static size_t read_bytes(unsigned char *bytes, size_t size)
{
	FILE *file = fopen(path, "rb");
	size_t n;

	MUST(file != NULL);
	n = fread(bytes, 1, size, file);
	fclose(file);
	return n;
}

START_TEST(saved_state_is_loaded_again)
{
	int64_t first;

	OK(ct_generator_manual_seed(generator, 5));
	draw();
	OK(ct_generator_save(generator, path));
	first = draw();
	OK(ct_generator_manual_seed(generator, 6));
	OK(ct_generator_load(generator, path));
	ck_assert_int_eq(draw(), first);
}
END_TEST

START_TEST(file_is_an_array_of_numpy_s)
{
	unsigned char file[8192];
	ct_tensor *state = NULL;
	const char *line = (const char *)file + 10;

	OK(ct_generator_save(generator, path));
	ck_assert_uint_eq(read_bytes(file, sizeof file), 128 + 5056);
	ck_assert_mem_eq(file, "\x93NUMPY\x01\x00\x76\x00", 10);
	ck_assert_mem_eq(line, "{'descr': '|u1', 'fortran_order': False, 'shape': (5056,), }", 60);
	ck_assert_int_eq(file[127], '\n');
	OK(ct_generator_state(generator, &state));
	ck_assert_mem_eq(file + 128, ct_tensor_data(state), 5056);
	ct_tensor_free(state);
}
END_TEST

static void refuses(const void *bytes, size_t n, ct_error_class kind, const char *why)
{
	int64_t next;

	OK(ct_generator_manual_seed(generator, 5));
	next = draw();
	OK(ct_generator_manual_seed(generator, 5));
	write_bytes(bytes, n);
	FAILS_WITH(ct_generator_load(generator, path), kind, why);
	ck_assert_int_eq(draw(), next);
}

START_TEST(file_that_is_cut_off_or_something_else_is_refused)
{
	unsigned char file[8192];
	size_t n;

	OK(ct_generator_save(generator, path));
	n = read_bytes(file, sizeof file - 1);
	refuses(file, 0, CT_ERROR_VALUE, path);
	refuses(file, 9, CT_ERROR_VALUE, path);
	refuses("\x89PNG\r\n\x1a\n and so on", 18, CT_ERROR_VALUE, path);
	refuses(file, 100, CT_ERROR_VALUE, path);
	refuses(file, n - 1, CT_ERROR_VALUE, path);
	memcpy(file + 10, "{'descr': '|i1'", 15);
	refuses(file, n, CT_ERROR_TYPE, "RNG state must be a torch.ByteTensor");
}
END_TEST

START_TEST(array_that_is_no_state_is_refused_by_libtorch)
{
	unsigned char file[8192];
	size_t n;

	OK(ct_generator_save(generator, path));
	n = read_bytes(file, sizeof file);
	memset(file + 128, 0, n - 128);
	write_bytes(file, n);
	FAILS(ct_generator_load(generator, path), "RuntimeError: Invalid mt19937 state");
	memcpy(file + 10, "{'descr': '|u1', 'fortran_order': False, 'shape': (3,), }   ", 60);
	write_bytes(file, 131);
	FAILS_AS_EXPECTED(
		ct_generator_load(generator, path),
		"RuntimeError: Expected a CPUGeneratorImplState of size 5056 but found the input "
		"RNG state size to be 3");
}
END_TEST

START_TEST(file_that_cannot_be_read_or_written_says_why)
{
	char nowhere[96];

	snprintf(nowhere, sizeof nowhere, "%s/nowhere/state", folder);
	FAILS_WITH(ct_generator_load(generator, nowhere), CT_ERROR_RUNTIME,
		   "No such file or directory");
	FAILS_WITH(ct_generator_save(generator, nowhere), CT_ERROR_RUNTIME,
		   "No such file or directory");
	FAILS_WITH(ct_generator_save(generator, "/dev/full"), CT_ERROR_RUNTIME,
		   "No space left on device");
	FAILS_WITH(ct_generator_save(generator, folder), CT_ERROR_RUNTIME, "Is a directory");
	FAILS(ct_generator_load(generator, NULL),
	      "ArgumentError: ct_generator_load: argument 2 (path) must not be NULL");
	FAILS(ct_generator_save(generator, NULL),
	      "ArgumentError: ct_generator_save: argument 2 (path) must not be NULL");
}
END_TEST

Suite *generator_files_suite(void)
{
	Suite *suite = suite_create("files of generators");
	TCase *tests = tests_of("files of generators");

	tcase_add_unchecked_fixture(tests, make_folder, remove_folder);
	tcase_add_checked_fixture(tests, make_generator, free_generator);
	tcase_add_test(tests, saved_state_is_loaded_again);
	tcase_add_test(tests, file_is_an_array_of_numpy_s);
	tcase_add_test(tests, file_that_is_cut_off_or_something_else_is_refused);
	tcase_add_test(tests, array_that_is_no_state_is_refused_by_libtorch);
	tcase_add_test(tests, file_that_cannot_be_read_or_written_says_why);
	suite_add_tcase(suite, tests);
	return suite;
}
