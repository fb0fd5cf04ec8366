/*
 * Models in several files, as huggingface_hub writes them.
 */
#define _GNU_SOURCE
#include <unistd.h>

#include "support.h"

static const char index_name[] = "model.safetensors.index.json";

static void put_files(const json_t *of_case)
{
	const char *name;
	json_t *digits;
	size_t n;

	json_object_foreach (json_object_get(of_case, "files"), name, digits) {
		unsigned char *bytes = from_hex(json_string_value(digits), &n);

		put_file(in_folder(name), bytes, n);
		free(bytes);
	}
}

/* The folder has exactly the case's files. */
static void assert_files(const json_t *of_case)
{
	const json_t *files = json_object_get(of_case, "files");
	const char *name;
	json_t *digits;
	size_t n;

	json_object_foreach ((json_t *)files, name, digits) {
		unsigned char *bytes = from_hex(json_string_value(digits), &n);

		assert_file(in_folder(name), bytes, n, expected_text(of_case, "name"));
		free(bytes);
	}
	ck_assert_int_eq(count_files(), (int)json_object_size(files));
}

static void remove_files(const json_t *of_case)
{
	const char *name;
	json_t *digits;

	json_object_foreach (json_object_get(of_case, "files"), name, digits)
		unlink(in_folder(name));
}

static void save_case(const json_t *of_case)
{
	ct_value tensors = given_tensors(of_case), metadata = given_metadata(of_case);

	OK(ct_safetensors_save_sharded(&tensors, st_folder, expected_int(of_case, "most"),
				       &metadata));
	ct_value_free(&metadata);
	ct_value_free(&tensors);
}

START_TEST(folders_are_huggingface_hubs)
{
	const json_t *of_case;
	int cases = 0;
	size_t i;

	json_array_foreach (st_cases, i, of_case) {
		if (json_object_get(of_case, "files") == NULL)
			continue;
		save_case(of_case);
		assert_files(of_case);
		remove_files(of_case);
		cases++;
	}
	ck_assert_int_eq(cases, 5);
}
END_TEST

/* Whatever was in the folder, only the new model's files are left. */
START_TEST(files_of_an_older_model_are_removed)
{
	const json_t *before, *after;
	size_t i, j;

	put_text(in_folder("model-1-of-2.safetensors"), "another's");
	put_text(in_folder("other.safetensors"), "another's");
	json_array_foreach (st_cases, i, before)
		json_array_foreach (st_cases, j, after) {
			if (!json_object_get(before, "files") || !json_object_get(after, "files"))
				continue;
			save_case(before);
			unlink(in_folder("model-1-of-2.safetensors"));
			unlink(in_folder("other.safetensors"));
			save_case(after);
			assert_files(after);
			put_text(in_folder("model-1-of-2.safetensors"), "another's");
			put_text(in_folder("other.safetensors"), "another's");
		}
	assert_file(in_folder("other.safetensors"), "another's", 9, "another's file");
	assert_file(in_folder("model-1-of-2.safetensors"), "another's", 9, "another's file");
}
END_TEST

/* The tensors of the dict are those that were given, in any order. */
static void assert_given(const ct_value *loaded, const json_t *of_case)
{
	ct_value given = given_tensors(of_case);
	bool same = false;

	OK(ct_value_equal(loaded, &given, &same));
	ck_assert_msg(same, "%s", expected_text(of_case, "name"));
	ct_value_free(&given);
}

START_TEST(folders_are_loaded)
{
	const ct_load_options options[] = { { .mmap = false }, { .mmap = true } };
	const json_t *of_case;
	ct_value loaded;
	size_t i;

	json_array_foreach (st_cases, i, of_case) {
		if (json_object_get(of_case, "files") == NULL)
			continue;
		put_files(of_case);
		OK(ct_safetensors_load(st_folder, &options[i % 2], &loaded));
		assert_given(&loaded, of_case);
		ct_value_free(&loaded);
		if (access(in_folder(index_name), F_OK) == 0) {
			OK(ct_safetensors_load(in_folder(index_name), &options[i % 2], &loaded));
			assert_given(&loaded, of_case);
			ct_value_free(&loaded);
		}
		remove_files(of_case);
	}
}
END_TEST

static void make_two(void)
{
	ct_value tensors;

	make_st_folder();
	tensors = dict_of_two("a.x", vector(2, (const float[]){ 1, 2 }), "b",
			      vector(2, (const float[]){ 3, 4 }));
	OK(ct_safetensors_save_sharded(&tensors, st_folder, 8, NULL));
	ct_value_free(&tensors);
}

START_TEST(metadata_of_an_index_have_the_size)
{
	ct_value metadata, size;

	OK(ct_safetensors_metadata(st_folder, &metadata));
	OK(ct_value_dict_get(&metadata, ct_value_string("total_size"), &size));
	ck_assert_int_eq(size.i, 16);
	ck_assert_int_eq(ct_value_count(&metadata), 1);
	ct_value_free(&metadata);
}
END_TEST

START_TEST(only_files_of_selected_tensors_are_opened)
{
	const char *key = "a";
	const ct_load_options options = { .keys = &key, .keys_len = 1 };
	ct_value loaded;

	unlink(in_folder("model-00002-of-00002.safetensors"));
	OK(ct_safetensors_load(st_folder, &options, &loaded));
	ck_assert_int_eq(ct_value_count(&loaded), 1);
	assert_floats(tensor_of(&loaded, "a.x"), (int64_t[]){ 2, -1 }, (double[]){ 1, 2 });
	ct_value_free(&loaded);
}
END_TEST

/* As in huggingface's cache, whose files are links to others elsewhere. */
START_TEST(links_are_followed)
{
	char path[64];
	ct_value loaded;

	MUST(rename(in_folder("model-00001-of-00002.safetensors"),
		    in_folder("blob.safetensors.1")) == 0);
	MUST(symlink("blob.safetensors.1", in_folder("model-00001-of-00002.safetensors")) == 0);
	snprintf(path, sizeof path, "%s/", st_folder);
	OK(ct_safetensors_load(path, NULL, &loaded));
	ck_assert_int_eq(ct_value_count(&loaded), 2);
	ct_value_free(&loaded);
}
END_TEST

START_TEST(index_in_the_working_folder_needs_no_slash)
{
	char was[4096];
	ct_value loaded;

	MUST(getcwd(was, sizeof was) && chdir(st_folder) == 0);
	OK(ct_safetensors_load(index_name, NULL, &loaded));
	ct_value_free(&loaded);
	OK(ct_safetensors_load(".", NULL, &loaded));
	ct_value_free(&loaded);
	MUST(chdir(was) == 0);
}
END_TEST

START_TEST(limit_of_zero_is_pythons_default)
{
	ct_value tensors = dict_of("a", number(1));

	OK(ct_safetensors_save_sharded(&tensors, st_folder, 0, NULL));
	ck_assert_int_eq(count_files(), 1);
	ct_value_free(&tensors);
	OK(ct_safetensors_load(st_folder, NULL, &tensors));
	ct_value_free(&tensors);
}
END_TEST

START_TEST(nothing_is_one_file)
{
	ct_value tensors = ct_value_dict_new();

	OK(ct_safetensors_save_sharded(&tensors, st_folder, 10, NULL));
	ck_assert_int_eq(count_files(), 1);
	ct_value_free(&tensors);
	OK(ct_safetensors_load(st_folder, NULL, &tensors));
	ck_assert_int_eq(ct_value_count(&tensors), 0);
	ct_value_free(&tensors);
}
END_TEST

Suite *shards_suite(void)
{
	Suite *suite = suite_create("safetensors in several files");
	TCase *tests = tests_of("safetensors in several files"), *two = tests_of("two files");

	tcase_add_checked_fixture(tests, make_st_folder, remove_st_folder);
	tcase_add_test(tests, folders_are_huggingface_hubs);
	tcase_add_test(tests, files_of_an_older_model_are_removed);
	tcase_add_test(tests, folders_are_loaded);
	tcase_add_test(tests, limit_of_zero_is_pythons_default);
	tcase_add_test(tests, nothing_is_one_file);
	suite_add_tcase(suite, tests);
	tcase_add_checked_fixture(two, make_two, remove_st_folder);
	tcase_add_test(two, metadata_of_an_index_have_the_size);
	tcase_add_test(two, only_files_of_selected_tensors_are_opened);
	tcase_add_test(two, links_are_followed);
	tcase_add_test(two, index_in_the_working_folder_needs_no_slash);
	suite_add_tcase(suite, two);
	return suite;
}
