/*
 * Data sets in files: IDX, CIFAR and CSV as Python reads them, lines; damaged ones.
 */
#include <math.h>
#include <unistd.h>

#include <zlib.h>

#include <ctorch/data/datasets.h>
#include <ctorch/files/save.h>

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

static void each_case(const char *what, void (*check)(const json_t *))
{
	json_t *cases = expected_cases("data_files"), *item;
	int n = 0;
	size_t i;

	json_array_foreach (cases, i, item) {
		if (strcmp(expected_text(item, "what"), what))
			continue;
		put_case(item);
		check(item);
		n++;
	}
	ck_assert_int_gt(n, 3);
	json_decref(cases);
}

/* The error that the call must have, without the path. */
#define FAILS_IN_FILE(call, message)                          \
	do {                                                  \
		char text_[300];                              \
		snprintf(text_, sizeof text_, message, path); \
		FAILS(call, text_);                           \
	} while (0)

/* --- IDX ----------------------------------------------------------------------------------------- */

static void check_idx(const json_t *of_case)
{
	ct_tensor *got;

	OK(ct_idx_load(path, &got));
	assert_expected_tensor(got, of_case, "tensor", 0, "ct_idx_load");
}

START_TEST(idx_files_are_read)
{
	each_case("idx", check_idx);
}
END_TEST

START_TEST(damaged_idx_files_are_refused)
{
	ct_tensor *got = UNTOUCHED;

	put_file(path, "\0\0\x08\x01\0\0\0\x03\1\2", 10);
	FAILS_IN_FILE(ct_idx_load(path, &got),
		      "ValueError: %s: truncated: it ends within its elements");
	put_file(path, "\0\0\x08\x01\0\0\0\x01\1\2", 10);
	FAILS_IN_FILE(ct_idx_load(path, &got), "ValueError: %s: longer than its header says");
	put_file(path, "\0\0\x08\x02\xff\xff\xff\xff\xff\xff\xff\xff", 12);
	FAILS_IN_FILE(ct_idx_load(path, &got),
		      "ValueError: %s: too short for the sizes in its header: dimension 0 has "
		      "4294967295");
	put_file(path, "\x89PNG", 4);
	FAILS_IN_FILE(
		ct_idx_load(path, &got),
		"ValueError: %s: not an IDX file: it begins with 89504e47 (expected 0000 and a "
		"type of 08, 09 or 0b to 0e)");
	put_file(path, "\0\0", 2);
	FAILS_IN_FILE(ct_idx_load(path, &got),
		      "ValueError: %s: truncated: it ends within its header");
	unlink(path);
	FAILS_WITH(ct_idx_load(path, &got), CT_ERROR_RUNTIME, "No such file or directory");
	ck_assert_ptr_eq(got, UNTOUCHED);
}
END_TEST

/* An IDX file in gzip of which a byte is another, or which ends early. */
START_TEST(damaged_gzip_is_noticed)
{
	unsigned char plain[1008] = { 0, 0, 8, 1, 0, 0, 3, 0xe8 }, *bytes;
	ct_tensor *got;
	size_t n;
	gzFile file;

	for (size_t i = 8; i < sizeof plain; i++)
		plain[i] = (unsigned char)(i * i % 251);
	file = gzopen(path, "wb");
	ck_assert_int_eq(gzwrite(file, plain, sizeof plain), sizeof plain);
	gzclose(file);
	OK(ct_idx_load(path, &got));
	bytes = (unsigned char *)get_file(path, &n);
	bytes[n - 6] ^= 1; /* of the checksum */
	put_file(path, bytes, n);
	FAILS_WITH(ct_idx_load(path, &got), CT_ERROR_VALUE, "the compressed data is damaged");
	for (size_t length = 18; length < n - 8; length += 97) {
		put_file(path, bytes, length);
		FAILS_WITH(ct_idx_load(path, &got), CT_ERROR_VALUE, "truncated");
	}
	free(bytes);
}
END_TEST

static void put_idx(const char *name, int dims, int64_t n)
{
	unsigned char bytes[4 + 12 + 28 * 28 * 3] = { 0, 0, 8, (unsigned char)dims,
						      0, 0, 0, (unsigned char)n };
	size_t size = 8 + (size_t)n;
	char file[100];

	if (dims == 3) {
		bytes[11] = bytes[15] = 28;
		size = 16 + 28 * 28 * (size_t)n;
	}
	bytes[size - 1] = 7;
	snprintf(file, sizeof file, "%s/%s", folder, name);
	put_file(file, bytes, size);
}

static void remove_file(const char *name)
{
	char file[100];

	snprintf(file, sizeof file, "%s/%s", folder, name);
	unlink(file);
}

START_TEST(mnist_is_a_folder_of_idx_files)
{
	ct_tensor *images, *labels;
	char text[200];

	put_idx("t10k-images-idx3-ubyte", 3, 3);
	put_idx("t10k-labels-idx1-ubyte", 1, 3);
	OK(ct_mnist_load(folder, false, &images, &labels));
	ck_assert_int_eq(ct_tensor_dim(images), 4);
	ck_assert_int_eq(ct_tensor_size(images, 1), 1);
	ck_assert_int_eq(ct_tensor_size(images, 3), 28);
	ck_assert_int_eq(ct_tensor_dtype(labels), CT_INT64);
	ck_assert_int_eq(((const int64_t *)ct_tensor_data(labels))[2], 7);
	put_idx("t10k-labels-idx1-ubyte", 1, 2);
	snprintf(text, sizeof text, "ValueError: %s: 2 labels for 3 images", folder);
	FAILS(ct_mnist_load(folder, false, &images, &labels), text);
	FAILS_WITH(ct_mnist_load(folder, true, &images, &labels), CT_ERROR_RUNTIME,
		   "train-images-idx3-ubyte: ");
	remove_file("t10k-images-idx3-ubyte");
	remove_file("t10k-labels-idx1-ubyte");
}
END_TEST

START_TEST(cifar_is_read)
{
	const size_t n = 10000 * (2 + 3072);
	unsigned char *bytes = calloc(n + 1, 1);
	ct_tensor *images, *labels;
	char file[100];

	ck_assert_ptr_nonnull(bytes);
	snprintf(file, sizeof file, "%s/test.bin", folder);
	bytes[3074 + 1] = 99;       /* the fine label of image 1 */
	bytes[3074 + 2 + 1024] = 5; /* its first green pixel */
	put_file(file, bytes, n);
	OK(ct_cifar_load(folder, 100, false, &images, &labels));
	ck_assert_int_eq(ct_tensor_size(images, 0), 10000);
	ck_assert_int_eq(((const int64_t *)ct_tensor_data(labels))[1], 99);
	ck_assert_int_eq(((const unsigned char *)ct_tensor_data(images))[3072 + 1024], 5);
	bytes[1] = 100;
	put_file(file, bytes, n);
	FAILS_WITH(ct_cifar_load(folder, 100, false, &images, &labels), CT_ERROR_VALUE,
		   "the label of image 0 is 100, but must be less than 100");
	put_file(file, bytes, n - 1);
	bytes[1] = 0;
	put_file(file, bytes, n - 1);
	FAILS_WITH(ct_cifar_load(folder, 100, false, &images, &labels), CT_ERROR_VALUE,
		   "truncated: it ends within its images");
	unlink(file);
	FAILS(ct_cifar_load(folder, 20, false, &images, &labels),
	      "ValueError: classes is 20, but must be 10 or 100");
	free(bytes);
}
END_TEST

/* --- CSV ----------------------------------------------------------------------------------------- */

static void check_numbers(const ct_value *got, const json_t *column, const char *name)
{
	const json_t *numbers = json_object_get(column, "numbers");
	const bool is_int = strcmp(expected_text(column, "dtype"), "int64") == 0;

	ck_assert_msg(got->kind == CT_VALUE_TENSOR, "%s: not a tensor", name);
	ck_assert_int_eq(ct_tensor_dtype(got->object), is_int ? CT_INT64 : CT_FLOAT64);
	ck_assert_int_eq(ct_tensor_numel(got->object), (int64_t)json_array_size(numbers));
	for (size_t i = 0; i < json_array_size(numbers); i++) {
		const char *text = json_string_value(json_array_get(numbers, i));

		if (is_int)
			ck_assert_int_eq(((const int64_t *)ct_tensor_data(got->object))[i],
					 strtoll(text, NULL, 10));
		else if (strcmp(text, "nan") == 0)
			ck_assert(isnan(((const double *)ct_tensor_data(got->object))[i]));
		else
			ck_assert_msg(((const double *)ct_tensor_data(got->object))[i] ==
					      strtod(text, NULL),
				      "%s: %zu: not %s", name, i, text);
	}
}

static void check_texts(const ct_value *got, const json_t *texts, const char *name)
{
	ck_assert_int_eq(ct_value_count(got), (int64_t)json_array_size(texts));
	for (size_t i = 0; i < json_array_size(texts); i++) {
		ct_value item;

		OK(ct_value_item(got, (int64_t)i, &item));
		ck_assert_msg(item.kind == CT_VALUE_STRING, "%s: not a text", name);
		ck_assert_str_eq(item.object, json_string_value(json_array_get(texts, i)));
	}
}

static void check_csv(const json_t *of_case)
{
	const char *name = expected_text(of_case, "name");
	const json_t *columns = expected_list(of_case, "columns"), *column;
	ct_value dict, got;
	size_t i;

	OK(ct_csv_load(path, NULL, &dict));
	ck_assert_int_eq(ct_value_count(&dict), (int64_t)json_array_size(columns));
	json_array_foreach (columns, i, column) {
		OK(ct_value_dict_get(&dict, ct_value_string(expected_text(column, "name")), &got));
		if (json_object_get(column, "texts"))
			check_texts(&got, json_object_get(column, "texts"), name);
		else
			check_numbers(&got, column, name);
	}
	ct_value_free(&dict);
}

START_TEST(csv_files_are_read_as_by_python)
{
	each_case("csv", check_csv);
}
END_TEST

START_TEST(wrong_csv_files_are_refused)
{
	const char *const columns[] = { "a", "d" };
	ct_value dict;

	put_text(path, "a,b\n1,2\n\n1,2,3\n");
	FAILS_IN_FILE(ct_csv_load(path, NULL, &dict),
		      "ValueError: %s: line 4 has 3 fields, but the first line has 2");
	put_text(path, "a,b\n1,\"2\n\n1,2,3\n");
	FAILS_IN_FILE(ct_csv_load(path, NULL, &dict), "ValueError: %s: line 2: unclosed quote");
	put_text(path, "a,b\n1,\"2\"3\n");
	FAILS_IN_FILE(ct_csv_load(path, NULL, &dict),
		      "ValueError: %s: line 2: text after a closing quote");
	put_text(path, "a,a\n1,2\n");
	FAILS_IN_FILE(ct_csv_load(path, NULL, &dict), "ValueError: %s: two columns are named 'a'");
	put_text(path, "\n\n");
	FAILS_IN_FILE(ct_csv_load(path, NULL, &dict), "ValueError: %s: it has no rows");
	put_text(path, "a\n\xff\n");
	FAILS_IN_FILE(ct_csv_load(path, NULL, &dict), "ValueError: %s: the text is not UTF-8");
	put_file(path, "a,b\n\"1\n\",\"2\"\n1,x\0y\n", 19);
	FAILS_IN_FILE(ct_csv_load(path, NULL, &dict),
		      "ValueError: %s: line 4, column 2: the field contains a NUL byte");
	put_file(path, "a,\"\0\"\n1,2\n", 11);
	FAILS_IN_FILE(ct_csv_load(path, NULL, &dict),
		      "ValueError: %s: line 1, column 2: the field contains a NUL byte");
	put_text(path, "a,b,c\n1,2,3\n");
	FAILS_IN_FILE(
		ct_csv_load(path, &(ct_csv_options){ .columns = columns, .columns_len = 2 }, &dict),
		"KeyError: %s: no column 'd'; the columns are: a, b, c");
}
END_TEST

/* 300 MiB of zeros, which gzip makes 300 KiB. */
START_TEST(a_small_file_does_not_unpack_without_end)
{
	static const char zeros[1 << 20];
	ct_value dict;
	gzFile file = gzopen(path, "wb1");

	ck_assert_ptr_nonnull(file);
	for (int i = 0; i < 300; i++)
		ck_assert_int_eq(gzwrite(file, zeros, sizeof zeros), sizeof zeros);
	gzclose(file);
	FAILS_IN_FILE(ct_csv_load(path, NULL, &dict),
		      "ValueError: %s: more text than max_text_nbytes allows (268435456 bytes)");
	put_text(path, "a\n12\n");
	FAILS_IN_FILE(ct_csv_load(path, &(ct_csv_options){ .max_text_nbytes = 4 }, &dict),
		      "ValueError: %s: more text than max_text_nbytes allows (4 bytes)");
	OK(ct_csv_load(path, &(ct_csv_options){ .max_text_nbytes = 5 }, &dict));
	ct_value_free(&dict);
	FAILS(ct_csv_load(path, &(ct_csv_options){ .max_text_nbytes = -1 }, &dict),
	      "ValueError: max_text_nbytes is -1, but must be from 0 to 17179869184");
}
END_TEST

static double seconds_for_names(int64_t n)
{
	char *text = malloc((size_t)n * 16 + 16), *at = text;
	double begin;
	ct_value dict;

	ck_assert_ptr_nonnull(text);
	for (int64_t i = 0; i < n; i++)
		at += sprintf(at, "%lld,", (long long)i);
	strcpy(at, "77,77,5\n");
	put_text(path, text);
	free(text);
	begin = thread_seconds();
	FAILS_IN_FILE(ct_csv_load(path, NULL, &dict), "ValueError: %s: two columns are named '77'");
	return thread_seconds() - begin;
}

/* If each name were compared with each other, 16 times as many would take 256 times as long. */
START_TEST(a_header_may_have_many_names)
{
	const double few = seconds_for_names(8000), many = seconds_for_names(16 * 8000);

	ck_assert_msg(many < 64 * few, "8000 names take %g s, 16 times as many %g s", few, many);
}
END_TEST

START_TEST(rows_of_csv_are_samples)
{
	ct_value classes, sample;
	ct_dataset *dataset;
	char *text;

	put_text(path, "sepal;petal;species\n1;0.5;setosa\n2;1.5;virginica\n3;;setosa\n");
	OK(ct_csv_dataset_new(path, "species", &(ct_csv_options){ .separator = ';' }, &dataset,
			      &classes));
	OK(ct_value_to_string(&classes, &text));
	ck_assert_str_eq(text, "['setosa', 'virginica']");
	OK(ct_dataset_get(dataset, 1, NULL, &sample));
	OK(ct_value_to_string(&sample, &text));
	ck_assert_str_eq(text, "(tensor([2.0000, 1.5000]), tensor(1))");
	ct_value_free(&sample);
	ct_value_free(&classes);
	FAILS_IN_FILE(
		ct_csv_dataset_new(path, "petal", &(ct_csv_options){ .separator = ';' }, &dataset,
				   NULL),
		"TypeError: %s: column 'species' contains text; leave it out of `columns`, make "
		"it the target, or give its categories (ct_csv_categories())");
}
END_TEST

static void assert_value(ct_value *value, const char *wanted)
{
	char *text;

	OK(ct_value_to_string(value, &text));
	ck_assert_str_eq(text, wanted);
	ct_free(text);
	ct_value_free(value);
}

/* A title, comments and categories, as pandas 3.0 reads them with skiprows=1, comment="#" and
 * keep_default_na=False. */
static const char survey[] =
	"Measured in 2020\n# by hand\ncolor,size,y # units: cm\n\nred,3,yes#sure\n"
	"\"b#e\",1,no\n# all\nred,2,no\n,5,yes\n";
static const ct_csv_options survey_options = { .skip_rows = 1, .comment = '#' };

START_TEST(lines_before_the_header_and_comments_are_skipped)
{
	ct_value dict;

	put_text(path, survey);
	OK(ct_csv_load(path, &survey_options, &dict));
	assert_value(&dict, "{'color': ['red', 'b#e', 'red', ''], 'size': tensor([3, 1, 2, 5]), "
			    "'y ': ['yes', 'no', 'no', 'yes']}");
	put_text(path, "one\r\ntwo\rthree\na\r\n1#\r\n#\r\n2");
	OK(ct_csv_load(path, &(ct_csv_options){ .skip_rows = 3, .comment = '#' }, &dict));
	assert_value(&dict, "{'a': tensor([1, 2])}");
	FAILS_IN_FILE(ct_csv_load(path, &(ct_csv_options){ .skip_rows = 99 }, &dict),
		      "ValueError: %s: it has no rows");
	FAILS(ct_csv_load(path, &(ct_csv_options){ .skip_rows = -1 }, &dict),
	      "ValueError: skip_rows is -1, but must not be negative");
	FAILS(ct_csv_load(path, &(ct_csv_options){ .comment = ',' }, &dict),
	      "ValueError: the comment character must not be the separator, a quote or a line "
	      "break");
	put_text(path, "title\na,b\n\n1,2\n# x\n3\n");
	FAILS_IN_FILE(ct_csv_load(path, &(ct_csv_options){ .skip_rows = 1, .comment = '#' }, &dict),
		      "ValueError: %s: line 6 has 1 fields, but the first line has 2");
}
END_TEST

/* The codes are those of pandas' astype("category") and of scikit-learn's OrdinalEncoder, the columns
 * those of pandas' get_dummies() and OneHotEncoder(handle_unknown="ignore"). */
START_TEST(categories_become_codes)
{
	const char *const columns[] = { "color", "y " };
	ct_csv_options options = survey_options;
	ct_value categories, dict;

	put_text(path, survey);
	OK(ct_csv_categories(path, CT_STRINGS_OF(columns, 2), &survey_options, &categories));
	options.categories = &categories;
	OK(ct_csv_load(path, &options, &dict));
	assert_value(&dict, "{'color': tensor([2, 1, 2, 0]), 'size': tensor([3, 1, 2, 5]), "
			    "'y ': tensor([1, 0, 0, 1])}");
	put_text(path, "color,size\nred,1\nmauve,2\n,3\n");
	options.skip_rows = 0;
	FAILS_IN_FILE(ct_csv_load(path, &options, &dict),
		      "ValueError: %s: line 3, column 'color': 'mauve' is not one of its 3 "
		      "categories; options.has_unknown_code assigns a code to unknown strings");
	options.has_unknown_code = true;
	options.unknown_code = -1;
	OK(ct_csv_load(path, &options, &dict));
	assert_value(&dict, "{'color': tensor([ 2, -1,  0]), 'size': tensor([1, 2, 3])}");
	options.one_hot = true;
	OK(ct_csv_load(path, &options, &dict));
	assert_value(&dict,
		     "{'color': tensor([[0, 0, 1],\n        [0, 0, 0],\n        [1, 0, 0]]), "
		     "'size': tensor([1, 2, 3])}");
	assert_value(&categories, "{'color': ['', 'b#e', 'red'], 'y ': ['no', 'yes']}");
	FAILS_IN_FILE(ct_csv_categories(path, CT_STRINGS_OF(columns, 2), NULL, &categories),
		      "KeyError: %s: no column 'y '; the columns are: color, size");
}
END_TEST

static void assert_sample(const ct_dataset *dataset, int64_t index, const char *wanted)
{
	ct_value sample;

	OK(ct_dataset_get(dataset, index, NULL, &sample));
	assert_value(&sample, wanted);
}

START_TEST(a_dataset_has_the_codes_of_its_training_data)
{
	const char *const columns[] = { "color", "label" };
	char checkpoint[sizeof path + 4];
	ct_value categories, classes;
	ct_csv_options options = { .categories = &categories };
	ct_dataset *dataset;

	put_text(path, "color,size,label\nred,3,cat\nblue,1,dog\ngreen,2,cat\n");
	OK(ct_csv_categories(path, CT_STRINGS_OF(columns, 2), NULL, &categories));
	snprintf(checkpoint, sizeof checkpoint, "%s.pt", path);
	OK(ct_save(&categories, checkpoint));
	ct_value_free(&categories);
	OK(ct_load(checkpoint, NULL, &categories));
	unlink(checkpoint);
	put_text(path, "color,size,label\nred,3,dog\n"); /* alone, both would have the code 0 */
	OK(ct_csv_dataset_new(path, "label", &options, &dataset, &classes));
	assert_sample(dataset, 0, "(tensor([2., 3.]), tensor(1))");
	assert_value(&classes, "['cat', 'dog']");
	options.one_hot = true;
	OK(ct_csv_dataset_new(path, "label", &options, &dataset, NULL));
	assert_sample(dataset, 0, "(tensor([0., 0., 1., 3.]), tensor(1))");
	put_text(path, "size,color\n3,mauve\n"); /* without a target */
	FAILS_IN_FILE(ct_csv_dataset_new(path, NULL, &options, &dataset, NULL),
		      "ValueError: %s: line 2, column 'color': 'mauve' is not one of its 3 "
		      "categories; options.has_unknown_code assigns a code to unknown strings");
	options.has_unknown_code = true;
	options.unknown_code = 1;
	OK(ct_csv_dataset_new(path, NULL, &options, &dataset, NULL));
	assert_sample(dataset, 0, "(tensor([3., 0., 1., 0.]),)");
	ct_value_free(&categories);
}
END_TEST

static void refuse_categories(ct_value list, const char *message)
{
	ct_value pairs[] = { ct_value_string("a"), list };
	const ct_value dict = ct_value_dict(pairs, 1);
	ct_value result;

	FAILS(ct_csv_load(path, &(ct_csv_options){ .categories = &dict }, &result), message);
}

START_TEST(wrong_categories_are_refused)
{
	const ct_value twice[] = { ct_value_string("x"), ct_value_string("x") };
	const ct_value number = ct_value_int(1);
	ct_value result;

	put_text(path, "a\nx\n");
	FAILS(ct_csv_load(path, &(ct_csv_options){ .categories = &number }, &result),
	      "TypeError: options.categories: expected a dict, but got int");
	refuse_categories(
		ct_value_int(1),
		"TypeError: options.categories['a']: expected a list of strings, but got int");
	refuse_categories(ct_value_list(&number, 1),
			  "TypeError: options.categories['a'][0]: expected a string, but got int");
	refuse_categories(ct_value_list(twice, 2),
			  "ValueError: options.categories['a']: 'x' appears twice");
}
END_TEST

/* As pandas' read_csv(path, dtype={"zip": str, "note": str}, keep_default_na=False). */
START_TEST(columns_of_csv_can_be_kept_as_texts)
{
	const char *const names[] = { "zip", "note" }, *const unknown[] = { "zap" };
	const ct_csv_options options = { .texts = names, .texts_len = 2 };
	ct_value dict, classes;
	ct_dataset *dataset;
	char *text;

	put_text(path, "zip,note,x\n01,,1\n007,nan,2\n01,5,3\n");
	OK(ct_csv_load(path, &options, &dict));
	OK(ct_value_to_string(&dict, &text));
	ck_assert_str_eq(text, "{'zip': ['01', '007', '01'], 'note': ['', 'nan', '5'], "
			       "'x': tensor([1, 2, 3])}");
	ct_free(text);
	ct_value_free(&dict);
	FAILS_IN_FILE(
		ct_csv_load(path, &(ct_csv_options){ .texts = unknown, .texts_len = 1 }, &dict),
		"KeyError: %s: no column 'zap'; the columns are: zip, note, x");
	FAILS_IN_FILE(ct_csv_dataset_new(path, "zip", &options, &dataset, NULL),
		      "TypeError: %s: column 'note' contains text; leave it out of `columns`, "
		      "make it the target, or give its categories (ct_csv_categories())");
	OK(ct_csv_dataset_new(path, "zip",
			      &(ct_csv_options){ .columns = (const char *const[]){ "x" },
						 .columns_len = 1,
						 .texts = names,
						 .texts_len = 2 },
			      &dataset, &classes));
	OK(ct_value_to_string(&classes, &text));
	ck_assert_str_eq(text, "['007', '01']");
	ct_free(text);
	ct_value_free(&classes);
}
END_TEST

/* --- lines --------------------------------------------------------------------------------------- */

START_TEST(lines_are_a_stream)
{
	const char *const paths[] = { path, path };
	ct_data_loader *loader;
	ct_dataset *lines;
	const ct_batch *batch;
	char *text;

	put_text(path, "one\r\n\ntwo \xc3\xa9\nthree");
	OK(ct_lines_dataset_new(CT_STRINGS_OF(paths, 2), &lines));
	OK(ct_data_loader_new(lines, &(ct_data_loader_options){ .batch_size = 5 }, &loader));
	OK(ct_data_loader_next(loader, &batch));
	OK(ct_value_to_string(&batch->value, &text));
	ck_assert_str_eq(text, "['one', '', 'two \xc3\xa9', 'three', 'one']");
	OK(ct_data_loader_next(loader, &batch));
	ck_assert_int_eq(batch->size, 3);
	OK(ct_data_loader_next(loader, &batch));
	ck_assert_ptr_null(batch);
}
END_TEST

START_TEST(wrong_lines_can_be_left_out)
{
	const char *const paths[] = { path };
	const size_t n = (1 << 24) + 10;
	char *text = malloc(n);
	ct_data_loader *loader;
	ct_dataset *lines;
	const ct_batch *batch;

	ck_assert_ptr_nonnull(text);
	memset(text, 'x', n);
	memcpy(text, "a\n\xff\nb\n", 7);
	memcpy(text + n - 3, "\nc\n", 3);
	put_file(path, text, n);
	free(text);
	OK(ct_lines_dataset_new(CT_STRINGS_OF(paths, 1), &lines));
	OK(ct_data_loader_new(lines, &(ct_data_loader_options){ .max_skipped = -1 }, &loader));
	for (int i = 0; i < 3; i++) {
		OK(ct_data_loader_next(loader, &batch));
		ck_assert_str_eq(((const ct_value *)batch->value.object)->object,
				 ((const char *[]){ "a", "b", "c" })[i]);
	}
	ck_assert_int_eq(ct_data_loader_skipped_count(loader), 2);
	ck_assert_ptr_nonnull(
		strstr(ct_data_loader_skipped_error(loader), "line 4 is longer than 16 MiB"));
}
END_TEST

Suite *files_suite(void)
{
	Suite *suite = suite_create("files");
	TCase *tests = tests_of("files");

	tcase_add_checked_fixture(tests, open_all, close_all);
	tcase_add_test(tests, idx_files_are_read);
	tcase_add_test(tests, damaged_idx_files_are_refused);
	tcase_add_test(tests, damaged_gzip_is_noticed);
	tcase_add_test(tests, mnist_is_a_folder_of_idx_files);
	tcase_add_test(tests, cifar_is_read);
	tcase_add_test(tests, csv_files_are_read_as_by_python);
	tcase_add_test(tests, wrong_csv_files_are_refused);
	tcase_add_test(tests, a_small_file_does_not_unpack_without_end);
	tcase_add_test(tests, a_header_may_have_many_names);
	tcase_add_test(tests, rows_of_csv_are_samples);
	tcase_add_test(tests, columns_of_csv_can_be_kept_as_texts);
	tcase_add_test(tests, lines_before_the_header_and_comments_are_skipped);
	tcase_add_test(tests, categories_become_codes);
	tcase_add_test(tests, a_dataset_has_the_codes_of_its_training_data);
	tcase_add_test(tests, wrong_categories_are_refused);
	tcase_add_test(tests, lines_are_a_stream);
	tcase_add_test(tests, wrong_lines_can_be_left_out);
	suite_add_tcase(suite, tests);
	return suite;
}
