/*
 * NumPy's archives.
 */
#define _GNU_SOURCE
#include <stdio.h>
#include <unistd.h>

#include "scratch.h"
#include "suites.h"
#include "trials.h"

static char folder[SCRATCH_SIZE];
static char path[sizeof folder + 20];
static ct_value arrays, loaded;

/* A tensor that is written as it is, one that must be copied, and a number. */
static void make_arrays(void)
{
	const int64_t shape[] = { 2, 3 };
	const float numbers[] = { 1, 2, 3, 4, 5, 6 };
	ct_tensor *tensor, *column;

	make_scratch(folder);
	snprintf(path, sizeof path, "%s/a.npz", folder);
	must(ct_tensor_from_data(numbers, CT_FLOAT32, CT_INTS_OF(shape, 2), &tensor));
	must(ct_select_int(tensor, 1, 1, &column));
	arrays = ct_value_dict_new();
	must(ct_value_dict_set(&arrays, ct_value_string("layer.0"), ct_value_tensor(tensor)));
	must(ct_value_dict_set(&arrays, ct_value_string("column"), ct_value_tensor(column)));
	must(ct_value_dict_set(&arrays, ct_value_string("number"), ct_value_float(1.5)));
	ct_tensor_free(column);
	ct_tensor_free(tensor);
}

static void free_arrays(void)
{
	unlink(path);
	remove_scratch(folder);
	ct_value_free(&arrays);
}

static void check_loaded(struct attempt *attempt, bool failed)
{
	(void)attempt;
	MUST(ct_value_is_none(&loaded) == failed);
	MUST(failed || ct_value_count(&loaded) >= 2);
	ct_value_free(&loaded);
}

static ct_error load(struct attempt *attempt)
{
	(void)attempt;
	return ct_npz_load(path, NULL, &loaded);
}

static ct_error map_selected(struct attempt *attempt)
{
	const char *const keys[] = { "layer", "column" };
	const ct_load_options options = { .mmap = true, .keys = keys, .keys_len = 2 };

	(void)attempt;
	return ct_npz_load(path, &options, &loaded);
}

START_TEST(archives_are_loaded_completely_or_not_at_all)
{
	make_arrays();
	for (int compressed = 0; compressed < 2; compressed++) {
		must(ct_npz_save(&arrays, path, compressed));
		try_all(&(struct trial){ .call = load, .check = check_loaded, .fewest = 6 });
		try_all(&(struct trial){
			.call = map_selected, .check = check_loaded, .fewest = 6 });
	}
	free_arrays();
}
END_TEST

static ct_error save(struct attempt *attempt)
{
	(void)attempt;
	return ct_npz_save(&arrays, path, false);
}

static ct_error save_compressed(struct attempt *attempt)
{
	(void)attempt;
	return ct_npz_save(&arrays, path, true);
}

/* The file of before, or the new one, complete. */
static void check_saved(struct attempt *attempt, bool failed)
{
	(void)attempt;
	(void)failed;
	must(ct_npz_load(path, NULL, &loaded));
	MUST(ct_value_count(&loaded) == 3);
	ct_value_free(&loaded);
}

START_TEST(archives_are_saved_completely_or_not_at_all)
{
	make_arrays();
	must(ct_npz_save(&arrays, path, false));
	try_all(&(struct trial){ .call = save, .check = check_saved, .fewest = 6 });
	try_all(&(struct trial){ .call = save_compressed, .check = check_saved, .fewest = 9 });
	free_arrays();
}
END_TEST

static int64_t checksums;

static ct_error verify(struct attempt *attempt)
{
	(void)attempt;
	checksums = 0;
	return ct_file_verify(path, &checksums);
}

static void check_verified(struct attempt *attempt, bool failed)
{
	(void)attempt;
	MUST(checksums == (failed ? 0 : 3));
}

START_TEST(archives_are_verified_completely_or_not_at_all)
{
	make_arrays();
	must(ct_npz_save(&arrays, path, true));
	try_all(&(struct trial){ .call = verify, .check = check_verified, .fewest = 6 });
	free_arrays();
}
END_TEST

Suite *npz_suite(void)
{
	Suite *suite = suite_create("npz without memory");
	TCase *tests = tcase_create("npz without memory");

	tcase_add_test(tests, archives_are_loaded_completely_or_not_at_all);
	tcase_add_test(tests, archives_are_saved_completely_or_not_at_all);
	tcase_add_test(tests, archives_are_verified_completely_or_not_at_all);
	suite_add_tcase(suite, tests);
	return suite;
}
