/*
 * Datasets of images: folders and archives, in the order and with the labels that torchvision,
 * tarfile and WebDataset give them (tests/fixtures/expected/image_data.py); hostile ones.
 */
#define _POSIX_C_SOURCE 200809L

#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include <ctorch/data/data.h>
#include <ctorch/vision/image_data.h>

#include "scratch.h"
#include "support.h"
#include "whole_files.h"

static ct_scope *scope;
static char folder[SCRATCH_SIZE], path[64];

static void open_all(void)
{
	scope = open_scope();
	make_scratch(folder);
	snprintf(path, sizeof path, "%s/a.tar", folder);
}

static void close_all(void)
{
	unlink(path);
	remove_scratch(folder);
	OK(ct_scope_close(scope));
}

static ct_tensor *contiguous(const ct_tensor *image)
{
	ct_tensor *result;

	OK(ct_contiguous(image, CT_CONTIGUOUS_FORMAT, &result));
	return result;
}

static void each_case(const char *what, void (*check)(const json_t *))
{
	json_t *cases = expected_cases("image_data"), *item;
	int n = 0;
	size_t i;

	json_array_foreach (cases, i, item) {
		if (strcmp(expected_text(item, "what"), what))
			continue;
		check(item);
		n++;
	}
	ck_assert_int_gt(n, 0);
	json_decref(cases);
}

static void put_case(const json_t *of_case)
{
	size_t n;
	unsigned char *bytes = from_hex(expected_text(of_case, "bytes"), &n);

	put_file(path, bytes, n);
	free(bytes);
}

static void assert_classes(const ct_dataset *dataset, const json_t *of_case)
{
	const json_t *wanted = expected_list(of_case, "classes");
	ct_value classes, name;

	OK(ct_dataset_classes(dataset, &classes));
	ck_assert_int_eq(ct_value_count(&classes), (int64_t)json_array_size(wanted));
	for (size_t i = 0; i < json_array_size(wanted); i++) {
		OK(ct_value_item(&classes, (int64_t)i, &name));
		ck_assert_str_eq(name.object, json_string_value(json_array_get(wanted, i)));
	}
	ct_value_free(&classes);
}

/* --- folders ---------------------------------------------------------------------------------- */

/* Makes or removes the file and its folders, which may be there or have other files. */
static void put_or_remove(const char *name, const void *bytes, size_t n)
{
	char whole[200];

	snprintf(whole, sizeof whole, "%s/%s", folder, name);
	for (char *at = whole + strlen(folder) + 1; bytes && (at = strchr(at, '/')); at++) {
		*at = '\0';
		mkdir(whole, 0700);
		*at = '/';
	}
	if (bytes)
		put_file(whole, bytes, n);
	else
		unlink(whole);
	for (char *at; !bytes && (at = strrchr(whole, '/')) > whole + strlen(folder);) {
		*at = '\0';
		rmdir(whole);
	}
}

static void check_folder(const json_t *of_case)
{
	const json_t *files = expected_list(of_case, "files");
	const json_t *samples = expected_list(of_case, "samples");
	ct_dataset *dataset;
	unsigned char *bytes;
	int64_t len;
	size_t n;

	bytes = from_hex(expected_text(of_case, "bytes"), &n);
	for (size_t i = 0; i < json_array_size(files); i++)
		put_or_remove(json_string_value(json_array_get(files, i)), bytes, n);
	OK(ct_image_folder_new(folder, NULL, &dataset));
	assert_classes(dataset, of_case);
	OK(ct_dataset_count(dataset, &len));
	ck_assert_int_eq(len, (int64_t)json_array_size(samples));
	for (int64_t i = 0; i < len; i++) {
		const json_t *sample = json_array_get(samples, (size_t)i);
		const char *file = json_string_value(json_array_get(sample, 0));
		ct_value got, label;
		ct_error error;
		char text[300];

		OK(ct_dataset_get(dataset, i, NULL, &got));
		OK(ct_value_item(&got, 1, &label));
		ck_assert_int_eq(label.i, json_integer_value(json_array_get(sample, 1)));
		ct_value_free(&got);
		put_or_remove(file, "?", 1); /* then the error says which file it is */
		error = ct_dataset_get(dataset, i, NULL, &got);
		snprintf(text, sizeof text, "ValueError: %s/%s is not a PNG, JPEG, WebP or BMP",
			 folder, file);
		ck_assert_str_eq(error, text);
		ct_error_free(error);
	}
	for (size_t i = 0; i < json_array_size(files); i++)
		put_or_remove(json_string_value(json_array_get(files, i)), NULL, 0);
	free(bytes);
}

START_TEST(a_folder_is_read_as_by_torchvision)
{
	each_case("folder", check_folder);
}
END_TEST

START_TEST(folders_without_images_are_refused)
{
	const char *const classes[] = { "cat", "fish" };
	ct_dataset *dataset;
	char text[200];

	snprintf(text, sizeof text, "RuntimeError: %s: it contains no class folders", folder);
	FAILS(ct_image_folder_new(folder, NULL, &dataset), text);
	put_or_remove("cat/x.txt", "x", 1);
	snprintf(text, sizeof text,
		 "RuntimeError: %s/cat: it contains no file that ends in " IMAGE_ENDINGS, folder);
	FAILS(ct_image_folder_new(folder, NULL, &dataset), text);
	FAILS(ct_image_folder_new(folder,
				  &(ct_image_data_options){ .classes = classes, .classes_len = 2 },
				  &dataset),
	      text);
	put_or_remove("cat/x.txt", NULL, 0);
	FAILS_WITH(ct_image_folder_new("/nowhere", NULL, &dataset), CT_ERROR_RUNTIME,
		   "/nowhere: opening it: No such file or directory");
}
END_TEST

/* --- archives --------------------------------------------------------------------------------- */

static ct_error compare_images(ct_data_loader *loader, const json_t *samples)
{
	size_t i = 0;

	CT_EACH_BATCH (batch, loader) {
		const json_t *wanted = json_array_get(samples, i++);
		ct_value label;

		ck_assert_ptr_nonnull(wanted);
		CT_TRY(ct_value_item(&batch->value, 1, &label));
		ck_assert_int_eq(label.i, expected_int(wanted, "label"));
		if (ct_tensor_size(batch->data, 2) == 3 || ct_tensor_size(batch->data, 1) == 3)
			assert_expected_tensor(contiguous(batch->data), wanted, "image", 0,
					       "image");
	}
	ck_assert_uint_eq(i, json_array_size(samples));
	return NULL;
}

static void check_tar(const json_t *of_case)
{
	const char *const paths[] = { path };
	ct_data_loader *loader;
	ct_dataset *dataset;
	int64_t len;

	put_case(of_case);
	OK(ct_tar_images_new(CT_STRINGS_OF(paths, 1), NULL, &dataset));
	assert_classes(dataset, of_case);
	OK(ct_dataset_count(dataset, &len));
	ck_assert_int_eq(len, (int64_t)json_array_size(expected_list(of_case, "samples")));
	for (int32_t workers = 0; workers < 4; workers++) {
		OK(ct_data_loader_new(
			dataset,
			&(ct_data_loader_options){ .batch_size = CT_ZERO, .num_workers = workers },
			&loader));
		for (int epoch = 0; epoch < 2; epoch++)
			OK(compare_images(loader, expected_list(of_case, "samples")));
	}
}

START_TEST(images_of_an_archive_are_a_stream)
{
	each_case("tar", check_tar);
}
END_TEST

static ct_error read_labels(ct_data_loader *loader, char *text, size_t size)
{
	size_t len = 0;

	CT_EACH_BATCH (batch, loader) {
		ct_value label;

		CT_TRY(ct_value_item(&batch->value, 1, &label));
		len += (size_t)snprintf(text + len, size - len, "%d", (int)label.i);
	}
	return NULL;
}

/* An archive has a dog, a cat, a dog and what is of no class, so that of three archives Python's
 * [0::2] is six dogs, and [1::2] three cats and what fails. */
static void check_order(const json_t *of_case)
{
	static const char *const shares[] = { "000000", "222" };
	const char *const classes[] = { "dog", "?", "cat" };
	const char *const paths[] = { path, path, path };
	ct_image_data_options options = {
		.classes = classes, .classes_len = 3, .shuffle = 20, .shuffle_archives = true
	};
	char first[100], text[100];
	ct_data_loader *loader;
	ct_dataset *dataset;

	put_case(of_case);
	for (int32_t workers = 0; workers < 3; workers++) {
		OK(ct_tar_images_new(CT_STRINGS_OF(paths, 3), &options, &dataset));
		OK(ct_data_loader_new(dataset,
				      &(ct_data_loader_options){ .batch_size = CT_ZERO,
								 .num_workers = workers,
								 .max_skipped = 3 },
				      &loader));
		OK(ct_manual_seed(1));
		OK(read_labels(loader, workers ? text : first, sizeof text));
		if (workers)
			ck_assert_str_eq(text, first);
		ck_assert_uint_eq(strlen(first), 9); /* of 12, 3 are of no class */
		ck_assert_int_eq(ct_data_loader_skipped_count(loader), 3);
		ck_assert_ptr_nonnull(
			strstr(ct_data_loader_skipped_error(loader), "no folder of 'pets/ccc"));
	}
	options.num_shards = 2;
	for (options.shard_index = 0; options.shard_index < 2; options.shard_index++) {
		OK(ct_tar_images_new(CT_STRINGS_OF(paths, 3), &options, &dataset));
		OK(ct_data_loader_new(
			dataset,
			&(ct_data_loader_options){ .batch_size = CT_ZERO, .max_skipped = -1 },
			&loader));
		OK(read_labels(loader, text, sizeof text));
		ck_assert_str_eq(text, shares[options.shard_index]);
	}
}

START_TEST(archives_are_shuffled_and_shared_out)
{
	each_case("tar", check_order);
}
END_TEST

static void check_shards(const json_t *of_case)
{
	const char *const paths[] = { path };
	const json_t *samples = expected_list(of_case, "samples");
	ct_data_loader *loader;
	ct_dataset *dataset;
	const ct_batch *batch;

	put_case(of_case);
	OK(ct_tar_shards_new(CT_STRINGS_OF(paths, 1), NULL, &dataset));
	OK(ct_data_loader_new(dataset,
			      &(ct_data_loader_options){ .batch_size = CT_ZERO, .num_workers = 2 },
			      &loader));
	for (size_t i = 0; i < json_array_size(samples); i++) {
		char text[400] = "{";
		size_t len = 1;

		OK(ct_data_loader_next(loader, &batch));
		ck_assert_ptr_nonnull(batch);
		for (int64_t j = 0; j < ct_value_count(&batch->value); j++) {
			ct_value key, value;

			OK(ct_value_dict_item(&batch->value, j, &key, &value));
			len += (size_t)snprintf(text + len, sizeof text - len,
						"%s'%s': ", j ? ", " : "",
						(const char *)key.object);
			if (value.kind == CT_VALUE_TENSOR) {
				assert_expected_tensor(contiguous(value.object), of_case, "image",
						       0, "image");
				len += (size_t)snprintf(text + len, sizeof text - len, "image");
			} else if (value.kind == CT_VALUE_BYTES) {
				len += (size_t)snprintf(text + len, sizeof text - len, "bytes");
			} else {
				char *shown;

				OK(ct_value_to_string(&value, &shown));
				len += (size_t)snprintf(text + len, sizeof text - len, "%s", shown);
				ct_free(shown);
			}
		}
		snprintf(text + len, sizeof text - len, "}");
		ck_assert_str_eq(text, json_string_value(json_array_get(samples, i)));
	}
	OK(ct_data_loader_next(loader, &batch));
	ck_assert_ptr_null(batch);
}

START_TEST(files_of_one_name_are_a_sample)
{
	each_case("shards", check_shards);
}
END_TEST

static void assert_refused(const char *name, const char *bytes, int64_t n, const char *wanted)
{
	const char *const paths[] = { path };
	ct_tar_writer *writer;
	ct_data_loader *loader;
	ct_dataset *dataset;
	const ct_batch *batch;

	OK(ct_tar_writer_new(path, CT_TAR_PLAIN, &writer));
	OK(ct_tar_writer_add(writer, name, bytes, n));
	OK(ct_tar_writer_close(writer));
	OK(ct_tar_shards_new(CT_STRINGS_OF(paths, 1), NULL, &dataset));
	OK(ct_data_loader_new(dataset, &(ct_data_loader_options){ .batch_size = CT_ZERO },
			      &loader));
	FAILS_WITH(ct_data_loader_next(loader, &batch), CT_ERROR_VALUE, wanted);
}

START_TEST(what_a_nul_would_cut_is_refused)
{
	assert_refused("1.txt", "a\0b", 3, "1.txt: it contains a NUL byte");
	assert_refused("1.cls", "7\0x", 3, "1.cls: '7' is not an int");
}
END_TEST

/* --- hostile ones ----------------------------------------------------------------------------- */

/* A header of the oldest tar format, and the content in blocks. */
static size_t put_entry(char *at, const char *name, const char *content, const char *size)
{
	unsigned sum = 0;

	memset(at, 0, 1024);
	snprintf(at, 100, "%s", name);
	memcpy(at + 100, "0000644\0000000000\0000000000\0", 24);
	snprintf(at + 124, 12, "%s", size);
	memcpy(at + 136, "00000000000\0        0", 21);
	for (int i = 0; i < 512; i++)
		sum += (unsigned char)at[i];
	snprintf(at + 148, 8, "%06o", sum);
	memcpy(at + 512, content, strlen(content));
	return 1024;
}

static ct_error read_whole(const char *file, int64_t *skipped, char *last, size_t size)
{
	const char *const classes[] = { "cat" };
	const char *const paths[] = { file };
	ct_data_loader *loader;
	ct_dataset *dataset;

	CT_TRY(ct_tar_images_new(CT_STRINGS_OF(paths, 1),
				 &(ct_image_data_options){ .classes = classes, .classes_len = 1 },
				 &dataset));
	CT_TRY(ct_data_loader_new(
		dataset, &(ct_data_loader_options){ .batch_size = CT_ZERO, .max_skipped = -1 },
		&loader));
	CT_EACH_BATCH (batch, loader)
		(void)batch;
	*skipped = ct_data_loader_skipped_count(loader);
	snprintf(last, size, "%s",
		 *skipped ? ct_data_loader_skipped_error(loader) + strlen("ValueError: ") : "");
	return NULL;
}

START_TEST(hostile_names_are_errors_of_their_samples)
{
	static const struct {
		const char *name, *error;
	} entries[] = {
		{ "/cat/1.png", "the path leads out of the archive's folder" },
		{ "../cat/1.png", "the path leads out of the archive's folder" },
		{ "cat/../../cat/1.png", "the path leads out of the archive's folder" },
		{ "1.png", "it is not in a class folder" },
		{ "./1.png", "it is not in a class folder" },
		{ "cat/1.png", "is not a PNG, JPEG, WebP or BMP" },
	};
	char archive[3 * 1024 + 1024], last[500], text[700];
	int64_t skipped = 0;

	for (size_t i = 0; i < sizeof entries / sizeof *entries; i++) {
		memset(archive, 0, sizeof archive);
		put_entry(archive, entries[i].name, "hello", "00000000005");
		put_entry(archive + 1024, "cat/last.png", "hello", "00000000005");
		put_file(path, archive, sizeof archive);
		OK(read_whole(path, &skipped, last, sizeof last));
		ck_assert_int_eq(skipped, 2); /* it goes on after the first */
		put_file(path, archive, 1024);
		OK(read_whole(path, &skipped, last, sizeof last));
		snprintf(text, sizeof text, "sample 0: %s: %s%s%s", path, entries[i].name,
			 entries[i].error[0] == 'i' && entries[i].error[1] == 's' ? " " : ": ",
			 entries[i].error);
		ck_assert_str_eq(last, text);
	}
}
END_TEST

START_TEST(damaged_archives_end)
{
	char archive[4096] = { 0 }, last[500];
	int64_t skipped = 0;

	put_entry(archive, "cat/1.png", "hello", "00000002000"); /* longer than the file */
	put_file(path, archive, 1024);
	OK(read_whole(path, &skipped, last, sizeof last));
	ck_assert_int_eq(skipped, 1);
	ck_assert_ptr_nonnull(strstr(last, "Truncated tar archive"));

	memset(archive, 'x', sizeof archive);
	put_file(path, archive, sizeof archive);
	OK(read_whole(path, &skipped, last, sizeof last));
	ck_assert_int_eq(skipped, 1);

	put_file(path, "", 0);
	OK(read_whole(path, &skipped, last, sizeof last));
	ck_assert_int_eq(skipped, 0);
}
END_TEST

START_TEST(an_archive_without_images_is_refused)
{
	const char *const paths[] = { path }, *const nowhere[] = { "/nowhere.tar" };
	ct_dataset *dataset;
	char text[200];

	put_file(path, "", 0);
	snprintf(text, sizeof text,
		 "ValueError: %s: it contains no file that ends in " IMAGE_ENDINGS, path);
	FAILS(ct_tar_images_new(CT_STRINGS_OF(paths, 1), NULL, &dataset), text);
	FAILS_WITH(ct_tar_images_new(CT_STRINGS_OF(nowhere, 1), NULL, &dataset), CT_ERROR_RUNTIME,
		   "/nowhere.tar: opening it: No such file or directory");
	FAILS(ct_tar_shards_new(CT_STRINGS_OF(paths, 0), NULL, &dataset),
	      "ArgumentError: ct_tar_shards_new: argument 1 (paths): there must be at least one, and none "
	      "NULL");
}
END_TEST

Suite *data_suite(void)
{
	Suite *suite = suite_create("data");
	TCase *tests = tests_of("data");

	tcase_add_checked_fixture(tests, open_all, close_all);
	tcase_add_test(tests, a_folder_is_read_as_by_torchvision);
	tcase_add_test(tests, folders_without_images_are_refused);
	tcase_add_test(tests, images_of_an_archive_are_a_stream);
	tcase_add_test(tests, archives_are_shuffled_and_shared_out);
	tcase_add_test(tests, files_of_one_name_are_a_sample);
	tcase_add_test(tests, what_a_nul_would_cut_is_refused);
	tcase_add_test(tests, hostile_names_are_errors_of_their_samples);
	tcase_add_test(tests, damaged_archives_end);
	tcase_add_test(tests, an_archive_without_images_is_refused);
	suite_add_tcase(suite, tests);
	return suite;
}
