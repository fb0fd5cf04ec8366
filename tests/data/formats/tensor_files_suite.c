/*
 * Tensors in files as datasets: files that Python wrote, and others.
 */
#include <unistd.h>

#include <ctorch/calls/call.h>
#include <ctorch/ctorch.h>
#include <ctorch/data/datasets.h>

#include "scratch.h"
#include "support.h"
#include "testing.h"
#include "whole_files.h"

static char folder[SCRATCH_SIZE], path[64];
static ct_scope *scope;

static void open_all(void)
{
	scope = open_scope();
	make_scratch(folder);
	snprintf(path, sizeof path, "%s/file", folder);
}

static void close_all(void)
{
	unlink(path);
	remove_scratch(folder);
	OK(ct_scope_close(scope));
}

/* The bytes of the case as the file at `path`. */
static void put_case(const json_t *of_case)
{
	size_t n;
	unsigned char *bytes = from_hex(expected_text(of_case, "bytes"), &n);

	put_file(path, bytes, n);
	free(bytes);
}

/* The error that the call must have, without the path. */
#define FAILS_IN_FILE(call, message)                          \
	do {                                                  \
		char text_[300];                              \
		snprintf(text_, sizeof text_, message, path); \
		FAILS(call, text_);                           \
	} while (0)

/* Every sample is the tuple of the rows in the case. */
static void check_rows(const ct_dataset *dataset, const json_t *of_case)
{
	const json_t *samples = json_object_get(of_case, "samples");
	int64_t len = -1;

	OK(ct_dataset_count(dataset, &len));
	ck_assert_int_eq(len, (int64_t)json_array_size(samples));
	for (int64_t i = 0; i < len; i++) {
		const json_t *parts = json_object_get(json_array_get(samples, (size_t)i), "parts");
		ct_value sample, part;

		OK(ct_dataset_get(dataset, i, NULL, &sample));
		ck_assert_int_eq(ct_value_count(&sample), (int64_t)json_array_size(parts));
		for (int64_t j = 0; j < ct_value_count(&sample); j++) {
			json_t *wanted = json_pack("{s:O}", "row",
						   json_array_get(parts, (size_t)j));
			ct_tensor *row;

			OK(ct_value_item(&sample, j, &part));
			OK(ct_value_as_tensor(&part, &row));
			OK(ct_contiguous(row, CT_CONTIGUOUS_FORMAT, &row));
			assert_expected_tensor(row, wanted, "row", 0,
					       expected_text(of_case, "name"));
			json_decref(wanted);
		}
		ct_value_free(&sample);
	}
}

static void check_tensor_file(const json_t *of_case)
{
	const json_t *keys = json_object_get(of_case, "keys");
	const char *names[4];
	const int64_t n = (int64_t)json_array_size(keys);
	ct_dataset *dataset;
	ct_error error;

	for (int64_t i = 0; i < n; i++)
		names[i] = json_string_value(json_array_get(keys, (size_t)i));
	error = ct_file_dataset_new(path, CT_STRINGS_OF(n ? names : NULL, n), &dataset);
	ck_assert_msg(error == NULL, "%s: %s", expected_text(of_case, "name"), error);
	unlink(path); /* the mapping stays */
	check_rows(dataset, of_case);
}

START_TEST(rows_of_a_file_are_samples)
{
	json_t *cases = expected_cases("data_files"), *item;
	int n = 0;
	size_t i;

	json_array_foreach (cases, i, item) {
		if (strcmp(expected_text(item, "what"), "tensors"))
			continue;
		put_case(item);
		check_tensor_file(item);
		n++;
	}
	ck_assert_int_eq(n, 9);
	json_decref(cases);
}
END_TEST

/* Two samples are views of one mapping, which outlives the dataset. */
START_TEST(rows_of_a_file_are_views)
{
	enum { ROWS = 5, WIDTH = 4 };
	ct_dataset *dataset;
	ct_tensor *numbers, *rows[2];
	ct_value samples[2], part;

	OK(CT(arange, &numbers, CT_S(ROWS * WIDTH), .dtype = CT_INT64));
	OK(CT(view, &numbers, numbers, CT_L(ROWS, WIDTH)));
	OK(ct_npy_save(numbers, path));
	OK(ct_file_dataset_new(path, CT_NO_STRINGS, &dataset));
	for (int i = 0; i < 2; i++) {
		OK(ct_dataset_get(dataset, i + 1, NULL, &samples[i]));
		OK(ct_value_item(&samples[i], 0, &part));
		OK(ct_value_as_tensor(&part, &rows[i]));
	}
	ct_dataset_free(dataset);
	ck_assert_ptr_eq((const int64_t *)ct_tensor_data(rows[0]) + WIDTH, ct_tensor_data(rows[1]));
	ck_assert_int_eq(*(const int64_t *)ct_tensor_data(rows[1]), 2 * WIDTH);
	for (int i = 0; i < 2; i++)
		ct_value_free(&samples[i]);
}
END_TEST

static void put_wrong(const char *what)
{
	json_t *cases = expected_cases("data_files"), *item;
	size_t i;

	json_array_foreach (cases, i, item)
		if (!strcmp(expected_text(item, "what"), what))
			put_case(item);
	json_decref(cases);
}

/* The call with one key. */
static ct_error one_key(const char *key, ct_dataset **result)
{
	return ct_file_dataset_new(path, CT_STRINGS_OF(&key, 1), result);
}

START_TEST(dicts_without_such_rows_are_refused)
{
	ct_dataset *dataset = NULL;

	put_wrong("wrong dict");
	FAILS_IN_FILE(ct_file_dataset_new(path, CT_STRINGS("images", "short"), &dataset),
		      "ValueError: %s: 'short' has 3 rows, but 'images' has 4");
	FAILS_IN_FILE(one_key("number", &dataset),
		      "ValueError: %s: 'number' is a single number and has no rows");
	FAILS_IN_FILE(one_key("text", &dataset),
		      "KeyError: %s has no tensor 'text', nor any whose name begins with it and "
		      "a dot");
	FAILS_IN_FILE(one_key("more", &dataset), "TypeError: %s: 'more' must be a tensor, not "
						 "dict");
	FAILS_IN_FILE(
		ct_file_dataset_new(path, CT_NO_STRINGS, &dataset),
		"ValueError: %s: it has 5 named values, such as 'images'; set `keys` to those "
		"that make up a sample");
	FAILS(ct_file_dataset_new(path, CT_STRINGS_OF(NULL, 1), &dataset),
	      "ArgumentError: ct_file_dataset_new: argument 2 (keys): length is 1, but the list is NULL");
	ck_assert_ptr_null(dataset);
}
END_TEST

START_TEST(other_files_without_such_rows_are_refused)
{
	ct_dataset *dataset = NULL;

	put_wrong("wrong tuple");
	FAILS_IN_FILE(ct_file_dataset_new(path, CT_NO_STRINGS, &dataset),
		      "TypeError: %s: item 1 must be a tensor, not str");
	FAILS_IN_FILE(
		one_key("1", &dataset),
		"KeyError: %s has no tensor '1', nor any whose name begins with it and a dot");
	FAILS_IN_FILE(one_key("0", &dataset),
		      "KeyError: %s: '0' does not name a tensor in the file's dict");
	put_text(path, "no tensors");
	FAILS_WITH(ct_file_dataset_new(path, CT_NO_STRINGS, &dataset), CT_ERROR_VALUE, path);
	ck_assert_ptr_null(dataset);
}
END_TEST

Suite *tensor_files_suite(void)
{
	Suite *suite = suite_create("tensor files");
	TCase *tests = tests_of("tensor files");

	tcase_add_checked_fixture(tests, open_all, close_all);
	tcase_add_test(tests, rows_of_a_file_are_samples);
	tcase_add_test(tests, rows_of_a_file_are_views);
	tcase_add_test(tests, dicts_without_such_rows_are_refused);
	tcase_add_test(tests, other_files_without_such_rows_are_refused);
	suite_add_tcase(suite, tests);
	return suite;
}
