/*
 * Files of torch.save(), in both forms.
 */
#define _GNU_SOURCE
#include <dirent.h>
#include <stdio.h>
#include <unistd.h>

#include "releases.h"
#include "scratch.h"
#include "suites.h"
#include "trials.h"

static char folder[SCRATCH_SIZE];
static char path[sizeof folder + 20], legacy_path[sizeof folder + 20];
static ct_value value, loaded, skipped;

/* --- Files ------------------------------------------------------------------------------------ */

/* The dict {"w": a tensor of 4 floats, "n": [1, "text"]} in the form before PyTorch 1.6, as
 * torch.save(..., _use_new_zipfile_serialization=False) writes it, without memos. */
static const char legacy[] =
	"\x80\2\x8a\n\x6c\xfc\x9c\x46\xf9\x20\x6a\xa8\x50\x19.\x80\2M\xe9\3.\x80\2}.\x80\2}("
	"X\1\0\0\0wctorch._utils\n_rebuild_tensor_v2\n((X\7\0\0\0storagectorch\nFloatStorage\n"
	"X\1\0\0\0"
	"0X\3\0\0\0cpuK\4NtQK\0K\4\x85K\1\x85\x89"
	"ccollections\nOrderedDict\n)RtR"
	"X\1\0\0\0n](K\1X\4\0\0\0texteu.\x80\2](X\1\0\0\0"
	"0e.\4\0\0\0\0\0\0\0"
	"\0\0\x80?\0\0\0@\0\0@@\0\0\x80@"; /* 1, 2, 3, 4 */

static void write_legacy(void)
{
	FILE *file = fopen(legacy_path, "wb");

	MUST(file != NULL);
	MUST(fwrite(legacy, 1, sizeof legacy - 1, file) == sizeof legacy - 1);
	MUST(fclose(file) == 0);
}

static void set(ct_value *dict, const char *key, ct_value item)
{
	must(ct_value_dict_set(dict, ct_value_string(key), item));
	ct_value_free(&item);
}

/* A view of a tensor, a sparse tensor, a list, an attribute, numbers of all kinds. */
static void make_value(void)
{
	const float numbers[] = { 1, 0, 3, 0, 5, 6 };
	ct_value metadata = ct_value_dict_new(), list = ct_value_list_new();
	ct_tensor *rows, *columns, *sparse;

	must(ct_tensor_from_data(numbers, CT_FLOAT32, CT_L(2, 3), &rows));
	must(ct_t(rows, &columns));
	must(ct_to_sparse(rows, CT_LAYOUT_NONE, NULL, 0, NULL, &sparse));
	value = ct_value_ordered_dict_new();
	set(&value, "layer.rows", ct_value_tensor(rows));
	set(&value, "layer.columns", ct_value_tensor(columns));
	set(&value, "sparse", ct_value_tensor(sparse));
	ct_tensor_free(sparse);
	ct_tensor_free(columns);
	ct_tensor_free(rows);
	must(ct_value_list_append(&list, ct_value_int(7)));
	must(ct_value_list_append(&list, ct_value_complex(1, 2)));
	must(ct_value_list_append(&list, ct_value_bytes("ab", 2)));
	set(&value, "list", list);
	set(&metadata, "version", ct_value_int(1));
	must(ct_value_dict_set_attribute(&value, "_metadata", metadata));
	ct_value_free(&metadata);
}

static void make_files(void)
{
	make_scratch(folder);
	snprintf(path, sizeof path, "%s/a.pt", folder);
	snprintf(legacy_path, sizeof legacy_path, "%s/old.pt", folder);
	make_value();
	must(ct_save(&value, path));
	write_legacy();
}

static void remove_files(void)
{
	unlink(path);
	unlink(legacy_path);
	remove_scratch(folder);
	ct_value_free(&value);
}

/* --- Loading ---------------------------------------------------------------------------------- */

static void check_loaded(struct attempt *attempt, bool failed)
{
	(void)attempt;
	MUST(ct_value_is_none(&loaded) == failed);
	MUST(failed || ct_value_count(&loaded) >= 1);
	MUST(!failed || ct_value_is_none(&skipped));
	ct_value_free(&loaded);
	ct_value_free(&skipped);
}

/* OpenMP would start threads for the sparse tensor, and end them with the trial's, when glibc
 * allocates something once. The number is the trial's thread's own. */
static void use_one_thread(struct attempt *attempt)
{
	(void)attempt;
	must(ct_set_num_threads(1));
}

static ct_error load(struct attempt *attempt)
{
	(void)attempt;
	return ct_load(path, NULL, &loaded);
}

static ct_error map_selected(struct attempt *attempt)
{
	const char *const keys[] = { "layer.columns", "sparse" };
	const ct_load_options options = { .mmap = true, .keys = keys, .keys_len = 2 };

	(void)attempt;
	return ct_load(path, &options, &loaded);
}

static ct_error load_legacy(struct attempt *attempt)
{
	const ct_load_options options = { .skip_unknown = true, .skipped = &skipped };

	(void)attempt;
	return ct_load(legacy_path, &options, &loaded);
}

static ct_error map_legacy(struct attempt *attempt)
{
	(void)attempt;
	return ct_load(legacy_path, &(ct_load_options){ .mmap = true }, &loaded);
}

START_TEST(checkpoints_are_loaded_completely_or_not_at_all)
{
	static ct_error (*const calls[])(struct attempt *) = { load, map_selected, load_legacy,
							       map_legacy };

	make_files();
	for (size_t i = 0; i < sizeof calls / sizeof *calls; i++)
		try_all(&(struct trial){ .prepare = use_one_thread,
					 .call = calls[i],
					 .check = check_loaded,
					 .fewest = 10 });
	remove_files();
}
END_TEST

/* --- Saving ----------------------------------------------------------------------------------- */

static ct_error save(struct attempt *attempt)
{
	(void)attempt;
	return ct_save(&value, path);
}

static int count_files(void)
{
	DIR *stream = opendir(folder);
	int n = 0;

	MUST(stream != NULL);
	while (readdir(stream))
		n++;
	closedir(stream);
	return n - 2; /* . and .. */
}

/* The file of before, or the new one, complete; nothing else is left in the folder. */
static void check_saved(struct attempt *attempt, bool failed)
{
	(void)attempt;
	(void)failed;
	must(ct_load(path, NULL, &loaded));
	MUST(ct_value_count(&loaded) == ct_value_count(&value));
	ct_value_free(&loaded);
	MUST(count_files() == 2);
}

START_TEST(checkpoints_are_saved_completely_or_not_at_all)
{
	make_files();
	try_all(&(struct trial){
		.prepare = use_one_thread, .call = save, .check = check_saved, .fewest = 10 });
	remove_files();
}
END_TEST

Suite *save_suite(void)
{
	Suite *suite = suite_create("checkpoints without memory");
	TCase *tests = tcase_create("checkpoints without memory");

	tcase_add_test(tests, checkpoints_are_loaded_completely_or_not_at_all);
	tcase_add_test(tests, checkpoints_are_saved_completely_or_not_at_all);
	suite_add_tcase(suite, tests);
	return suite;
}
