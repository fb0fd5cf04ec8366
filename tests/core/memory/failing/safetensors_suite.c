/*
 * safetensors files.
 */
#define _GNU_SOURCE
#include <dirent.h>
#include <stdio.h>
#include <unistd.h>

#include "scratch.h"
#include "suites.h"
#include "trials.h"

static char folder[SCRATCH_SIZE];
static char path[sizeof folder + 20];
static ct_value tensors, metadata, loaded;

/* As state dicts of two: a tensor that is written as it is, and one that must be copied. */
static void make_files(void)
{
	const int64_t shape[] = { 2, 3 };
	const float numbers[] = { 1, 2, 3, 4, 5, 6 };
	const ct_value text = ct_value_string("text");
	ct_tensor *rows, *columns;

	make_scratch(folder);
	snprintf(path, sizeof path, "%s/a.safetensors", folder);
	must(ct_tensor_from_data(numbers, CT_FLOAT32, CT_INTS_OF(shape, 2), &rows));
	must(ct_tensor_from_data(numbers, CT_FLOAT32, CT_INTS_OF(shape, 2), &columns));
	tensors = ct_value_dict_new();
	must(ct_value_dict_set(&tensors, ct_value_string("layer.rows"), ct_value_tensor(rows)));
	ct_tensor_free(rows);
	must(ct_t(columns, &rows));
	must(ct_value_dict_set(&tensors, ct_value_string("columns"), ct_value_tensor(rows)));
	ct_tensor_free(rows);
	ct_tensor_free(columns);
	metadata = ct_value_dict_new();
	must(ct_value_dict_set(&metadata, text, text));
	must(ct_safetensors_save(&tensors, path, &metadata));
	must(ct_safetensors_save_sharded(&tensors, folder, 24, &metadata));
}

static void remove_files(void)
{
	DIR *stream = opendir(folder);
	const struct dirent *entry;

	MUST(stream != NULL);
	while ((entry = readdir(stream)))
		if (strstr(entry->d_name, "safetensors"))
			unlinkat(dirfd(stream), entry->d_name, 0);
	closedir(stream);
	remove_scratch(folder);
	ct_value_free(&metadata);
	ct_value_free(&tensors);
}

static void check_loaded(struct attempt *attempt, bool failed)
{
	(void)attempt;
	MUST(ct_value_is_none(&loaded) == failed);
	MUST(failed || ct_value_count(&loaded) >= 1);
	ct_value_free(&loaded);
}

static ct_error load(struct attempt *attempt)
{
	(void)attempt;
	return ct_safetensors_load(path, NULL, &loaded);
}

static ct_error map_selected(struct attempt *attempt)
{
	const char *const keys[] = { "layer", "columns" };
	const ct_load_options options = { .mmap = true, .keys = keys, .keys_len = 2 };

	(void)attempt;
	return ct_safetensors_load(path, &options, &loaded);
}

static ct_error load_folder(struct attempt *attempt)
{
	(void)attempt;
	return ct_safetensors_load(folder, NULL, &loaded);
}

static ct_error load_metadata(struct attempt *attempt)
{
	(void)attempt;
	return ct_safetensors_metadata(path, &loaded);
}

static ct_error load_metadata_of_index(struct attempt *attempt)
{
	(void)attempt;
	return ct_safetensors_metadata(folder, &loaded);
}

START_TEST(files_are_loaded_completely_or_not_at_all)
{
	static ct_error (*const calls[])(struct attempt *) = { load, map_selected, load_folder,
							       load_metadata,
							       load_metadata_of_index };

	make_files();
	for (size_t i = 0; i < sizeof calls / sizeof *calls; i++)
		try_all(&(struct trial){ .call = calls[i], .check = check_loaded, .fewest = 4 });
	remove_files();
}
END_TEST

static ct_error save(struct attempt *attempt)
{
	(void)attempt;
	return ct_safetensors_save(&tensors, path, &metadata);
}

static ct_error format(struct attempt *attempt)
{
	char *bytes = NULL;
	int64_t n = 0;

	(void)attempt;
	CT_TRY(ct_safetensors_encode(&tensors, &metadata, &bytes, &n));
	MUST(n > 48);
	ct_free(bytes);
	return NULL;
}

/* The file of before, or the new one, complete. */
static void check_saved(struct attempt *attempt, bool failed)
{
	(void)attempt;
	(void)failed;
	must(ct_safetensors_load(path, NULL, &loaded));
	MUST(ct_value_count(&loaded) == 2);
	ct_value_free(&loaded);
}

static ct_error save_sharded(struct attempt *attempt)
{
	(void)attempt;
	return ct_safetensors_save_sharded(&tensors, folder, 24, &metadata);
}

/* With an index, all its files are there. */
static void check_folder(struct attempt *attempt, bool failed)
{
	char index[sizeof folder + 40];

	(void)attempt;
	snprintf(index, sizeof index, "%s/model.safetensors.index.json", folder);
	MUST(failed || access(index, F_OK) == 0);
	if (access(index, F_OK) == 0) {
		must(ct_safetensors_load(folder, NULL, &loaded));
		MUST(ct_value_count(&loaded) == 2);
		ct_value_free(&loaded);
	}
}

START_TEST(files_are_saved_completely_or_not_at_all)
{
	make_files();
	try_all(&(struct trial){ .call = save, .check = check_saved, .fewest = 3 });
	try_all(&(struct trial){ .call = format, .fewest = 3 });
	try_all(&(struct trial){ .call = save_sharded, .check = check_folder, .fewest = 6 });
	remove_files();
}
END_TEST

Suite *safetensors_suite(void)
{
	Suite *suite = suite_create("safetensors without memory");
	TCase *tests = tcase_create("safetensors without memory");

	tcase_add_test(tests, files_are_loaded_completely_or_not_at_all);
	tcase_add_test(tests, files_are_saved_completely_or_not_at_all);
	suite_add_tcase(suite, tests);
	return suite;
}
