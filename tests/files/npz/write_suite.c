/*
 * Archives that are byte for byte NumPy's, and what cannot be saved.
 */
#include <zlib.h>

#include "support.h"

static void assert_written(const json_t *of_case, const char *key, bool compressed)
{
	size_t n;
	unsigned char *file;
	ct_value arrays;

	put_case(of_case, "file");
	OK(ct_npz_load(npz_path, NULL, &arrays));
	OK(ct_npz_save(&arrays, npz_path, compressed));
	ct_value_free(&arrays);
	file = from_hex(expected_text(of_case, key), &n);
	assert_file(npz_path, file, n, expected_text(of_case, "name"));
	free(file);
}

START_TEST(files_are_numpys)
{
	const json_t *of_case;
	size_t i, written = 0;

	json_array_foreach (npz_cases, i, of_case) {
		if (!json_is_string(json_object_get(of_case, "written")) ||
		    json_object_get(of_case, "kind"))
			continue;
		assert_written(of_case, "written", false);
		written++;
	}
	ck_assert_uint_gt(written + expected_left_out("npz"), 20);
}
END_TEST

/* Each release of zlib may compress in its own way: then only what is in them is compared. */
static bool has_pythons_zlib(void)
{
	static bool printed;
	const char *wanted = expected_text(json_array_get(npz_cases, 0), "zlib");
	const bool same = strcmp(zlibVersion(), wanted) == 0;

	if (!same && !printed)
		printf("compressed bytes are not compared: zlib is %s, and NumPy's files are of %s\n",
		       zlibVersion(), wanted);
	printed = !same;
	return same;
}

START_TEST(compressed_files_are_numpys)
{
	const json_t *of_case;
	size_t i;

	json_array_foreach (npz_cases, i, of_case) {
		ct_value arrays, again;

		if (!json_is_string(json_object_get(of_case, "compressed")))
			continue;
		if (has_pythons_zlib())
			assert_written(of_case, "compressed", true);
		put_case(of_case, "file");
		OK(ct_npz_load(npz_path, NULL, &arrays));
		OK(ct_npz_save(&arrays, npz_path, true));
		OK(ct_npz_load(npz_path, NULL, &again));
		assert_loaded(&again, of_case, "compressed again");
		ct_value_free(&again);
		ct_value_free(&arrays);
	}
}
END_TEST

/* --- Numbers --------------------------------------------------------------------------------- */

static ct_value number_of(const json_t *of_case)
{
	const json_t *parts = expected_list(of_case, "parts");
	const char *kind = expected_text(of_case, "kind"),
		   *text = json_string_value(json_array_get(parts, 0));

	if (strcmp(kind, "bool") == 0)
		return ct_value_bool(strcmp(text, "True") == 0);
	if (strcmp(kind, "float") == 0)
		return ct_value_float(strtod(text, NULL));
	if (strcmp(kind, "complex") == 0)
		return ct_value_complex(strtod(text, NULL),
					strtod(json_string_value(json_array_get(parts, 1)), NULL));
	if (*text != '-' && strtoull(text, NULL, 10) > INT64_MAX)
		return (ct_value){ .kind = CT_VALUE_UINT, .i = (int64_t)strtoull(text, NULL, 10) };
	return ct_value_int(strtoll(text, NULL, 10));
}

START_TEST(numbers_become_arrays)
{
	const json_t *of_case;
	size_t i, numbers = 0, n;

	json_array_foreach (npz_cases, i, of_case) {
		unsigned char *file;
		ct_value pair[2];
		ct_value dict;

		if (json_object_get(of_case, "kind") == NULL)
			continue;
		pair[0] = ct_value_string("x");
		pair[1] = number_of(of_case);
		dict = ct_value_dict(pair, 1);
		OK(ct_npz_save(&dict, npz_path, false));
		file = from_hex(expected_text(of_case, "written"), &n);
		assert_file(npz_path, file, n, expected_text(of_case, "name"));
		free(file);
		numbers++;
	}
	ck_assert_uint_eq(numbers, 12);
}
END_TEST

/* --- Tensors --------------------------------------------------------------------------------- */

/* Saves the tensor and its contiguous copy: the files are the same. */
static void assert_same_as_copy(ct_tensor *tensor)
{
	ct_value views = dict_of("a", ct_tensor_retain(tensor)), copies;
	ct_tensor *copy;
	size_t n;
	char *file;

	OK(ct_clone(tensor, CT_CONTIGUOUS_FORMAT, &copy));
	copies = dict_of("a", copy);
	for (int compressed = 0; compressed < 2; compressed++) {
		OK(ct_npz_save(&copies, npz_path, compressed));
		file = get_file(npz_path, &n);
		OK(ct_npz_save(&views, npz_path, compressed));
		assert_file(npz_path, file, n, "a view");
		free(file);
	}
	ct_value_free(&copies);
	ct_value_free(&views);
	ct_tensor_free(tensor);
}

START_TEST(views_are_saved_as_what_they_show)
{
	ct_tensor *base = matrix(2, 3, (const float[]){ 1, 2, 3, 4, 5, 6 }), *view, *pairs,
		  *numbers;

	OK(ct_select_int(base, 1, 2, &view));
	assert_same_as_copy(view);
	OK(ct_slice_Tensor(base, 1, &(int64_t){ 1 }, NULL, 1, &view));
	assert_same_as_copy(view);
	numbers = number(1);
	OK(ct_expand(numbers, (const int64_t[]){ 2, 2 }, 2, false, &view));
	ct_tensor_free(numbers);
	assert_same_as_copy(view);
	OK(ct_slice_Tensor(base, 1, NULL, &(int64_t){ 2 }, 1, &view));
	OK(ct_contiguous(view, CT_CONTIGUOUS_FORMAT, &pairs));
	OK(ct_view_as_complex(pairs, &numbers));
	ct_tensor_free(view);
	OK(ct_conj(numbers, &view));
	assert_same_as_copy(view);
	ct_tensor_free(numbers);
	ct_tensor_free(pairs);
	ct_tensor_free(base);
}
END_TEST

START_TEST(parameters_are_saved_as_numbers)
{
	ct_tensor *tensor = vector(2, (const float[]){ 1, 2 });
	ct_value arrays, got;

	OK(ct_requires_grad_(tensor, true, NULL));
	arrays = dict_of("a", tensor);
	OK(ct_npz_save(&arrays, npz_path, false));
	OK(ct_npz_load(npz_path, NULL, &got));
	assert_floats(tensor_named(&got, "a"), (int64_t[]){ 2, -1 }, (double[]){ 1, 2 });
	ck_assert(!ct_tensor_requires_grad(tensor_named(&got, "a")));
	ct_value_free(&got);
	ct_value_free(&arrays);
}
END_TEST

/* A mapped file may be saved over: the tensors are on the old one. */
START_TEST(mapped_tensors_are_saved_to_their_own_file)
{
	const ct_load_options options = { .mmap = true };
	ct_value arrays;

	put_case(npz_case("name of 2 letters"), "file");
	OK(ct_npz_load(npz_path, &options, &arrays));
	OK(ct_npz_save(&arrays, npz_path, true));
	ct_value_free(&arrays);
	OK(ct_npz_load(npz_path, &options, &arrays));
	assert_loaded(&arrays, npz_case("name of 2 letters"), "saved over itself");
	ct_value_free(&arrays);
}
END_TEST

START_TEST(large_arrays_are_compressed_and_come_back)
{
	ct_tensor *tensor;
	ct_value arrays, got;
	bool same;
	size_t n;

	OK(ct_arange(ct_scalar_int(300000), CT_INT32, CT_LAYOUT_NONE, CT_DEVICE_NONE, NULL,
		     &tensor));
	arrays = dict_of_two("a", ct_tensor_retain(tensor), "b", tensor);
	OK(ct_npz_save(&arrays, npz_path, true));
	free(get_file(npz_path, &n));
	ck_assert_uint_lt(n, 2 * 300000 * 4 / 2);
	OK(ct_npz_load(npz_path, NULL, &got));
	OK(ct_value_equal(&arrays, &got, &same));
	ck_assert(same);
	ct_value_free(&got);
	ct_value_free(&arrays);
}
END_TEST

/* --- Errors ---------------------------------------------------------------------------------- */

/* The dict must be refused, and the file at the path stays. */
static void assert_not_saved(const ct_value *arrays, const char *message)
{
	FAILS(ct_npz_save(arrays, npz_path, false), message);
	FAILS(ct_npz_save(arrays, npz_path, true), message);
	assert_file(npz_path, "old", 3, message);
}

static void assert_tensor_is_not_saved(ct_tensor *tensor, const char *message)
{
	ct_value arrays = dict_of_two("a", number(1), "x", tensor);

	assert_not_saved(&arrays, message);
	ct_value_free(&arrays);
}

START_TEST(tensors_that_numpy_does_not_have_are_refused)
{
	const ct_device meta = { CT_DEVICE_TYPE_META, -1 };
	ct_tensor *tensor, *base = matrix(1, 2, (const float[]){ 1, 0 });

	put_text(npz_path, "old");
	OK(ct_to_dtype(base, CT_BFLOAT16, false, false, CT_MEMORY_FORMAT_NONE, &tensor));
	assert_tensor_is_not_saved(
		tensor, "TypeError: array 'x': Got unsupported ScalarType BFloat16, NumPy has no "
			"such dtype; convert the tensor to float32, or view it as integers of the "
			"same size");
	OK(ct_to_sparse(base, CT_LAYOUT_NONE, NULL, 0, NULL, &tensor));
	assert_tensor_is_not_saved(tensor, "TypeError: array 'x': NumPy arrays are strided; call "
					   "ct_to_dense() first");
	OK(ct_to_device(base, meta, CT_FLOAT32, false, false, CT_MEMORY_FORMAT_NONE, &tensor));
	assert_tensor_is_not_saved(tensor,
				   "TypeError: array 'x': NumPy arrays are on the CPU; copy the "
				   "tensor to the CPU first");
	ct_tensor_free(base);
}
END_TEST

START_TEST(other_values_are_refused)
{
	static const char wrong_kind[] =
		"TypeError: array 'x': it must be a tensor or a number, not ";
	const ct_value values[] = { ct_value_string("text"), ct_value_none(),
				    ct_value_bytes("b", 1), ct_value_dict_new() };
	static const char *const kinds[] = { "str", "NoneType", "bytes", "dict" };
	char message[200];

	put_text(npz_path, "old");
	for (size_t i = 0; i < LENGTH(values); i++) {
		const ct_value pair[] = { ct_value_string("x"), values[i] };
		const ct_value dict = ct_value_dict(pair, 1);

		snprintf(message, sizeof message, "%s%s", wrong_kind, kinds[i]);
		assert_not_saved(&dict, message);
	}
}
END_TEST

static void assert_name_is_refused(ct_value name, const char *message)
{
	const ct_value pairs[] = { ct_value_string("first"), ct_value_int(1), name,
				   ct_value_int(2) };
	const ct_value dict = ct_value_dict(pairs, 2);

	assert_not_saved(&dict, message);
}

START_TEST(names_are_checked)
{
	const ct_value with_nul = { .kind = CT_VALUE_STRING, .i = 3, .object = "a\0b" };
	char *longest = malloc(65533), message[300];

	put_text(npz_path, "old");
	assert_name_is_refused(with_nul,
			       "ValueError: the name 'a' contains a NUL; rename the array");
	assert_name_is_refused(ct_value_string("\xff"),
			       "ValueError: the name '\xff' is not UTF-8; rename the array");
	assert_name_is_refused(ct_value_int(3),
			       "TypeError: argument 1 (arrays): keys must be strings, not int");
	MUST(longest);
	memset(longest, 'n', 65532);
	longest[65532] = '\0';
	snprintf(message, sizeof message,
		 "ValueError: the name '%.96s...' is too long for a zip archive; rename the array",
		 longest);
	assert_name_is_refused(ct_value_string(longest), message);
	free(longest);
}
END_TEST

START_TEST(longest_name_comes_back)
{
	char *longest = malloc(65532);
	ct_value arrays, got;
	bool same;

	MUST(longest);
	memset(longest, 'n', 65531);
	longest[65531] = '\0';
	arrays = dict_of(longest, number(1));
	OK(ct_npz_save(&arrays, npz_path, false));
	OK(ct_npz_load(npz_path, NULL, &got));
	OK(ct_value_equal(&arrays, &got, &same));
	ck_assert(same);
	ct_value_free(&got);
	ct_value_free(&arrays);
	free(longest);
}
END_TEST

START_TEST(names_that_differ_only_in_case_are_two_arrays)
{
	ct_tensor *one = number(1), *two = number(2);
	const ct_value pairs[] = { ct_value_string("W"), ct_value_tensor(one), ct_value_string("w"),
				   ct_value_tensor(two) };
	const ct_value arrays = ct_value_dict(pairs, 2);
	ct_value got;
	bool same;

	OK(ct_npz_save(&arrays, npz_path, false));
	OK(ct_npz_load(npz_path, NULL, &got));
	OK(ct_value_equal(&arrays, &got, &same));
	ck_assert(same);
	ct_value_free(&got);
	ct_tensor_free(one);
	ct_tensor_free(two);
}
END_TEST

START_TEST(arguments_are_checked)
{
	const ct_value list = ct_value_list(NULL, 0), dict = ct_value_dict(NULL, 0);

	FAILS(ct_npz_save(NULL, npz_path, false),
	      "TypeError: argument 1 (arrays) must be a dict of tensors, not NoneType");
	FAILS(ct_npz_save(&list, npz_path, false),
	      "TypeError: argument 1 (arrays) must be a dict of tensors, not list");
	FAILS(ct_npz_save(&dict, NULL, false),
	      "ArgumentError: ct_npz_save: argument 2 (path) must not be NULL");
	FAILS(ct_npz_save(&dict, "/nonexistent/a.npz", true),
	      "RuntimeError: /nonexistent/a.npz: creating it: No such file or directory");
}
END_TEST

Suite *write_suite(void)
{
	Suite *suite = suite_create("writing npz");
	TCase *tests = tests_of("writing npz");

	tcase_add_checked_fixture(tests, make_npz_folder, remove_npz_folder);
	tcase_add_test(tests, files_are_numpys);
	tcase_add_test(tests, compressed_files_are_numpys);
	tcase_add_test(tests, numbers_become_arrays);
	tcase_add_test(tests, views_are_saved_as_what_they_show);
	tcase_add_test(tests, parameters_are_saved_as_numbers);
	tcase_add_test(tests, mapped_tensors_are_saved_to_their_own_file);
	tcase_add_test(tests, large_arrays_are_compressed_and_come_back);
	tcase_add_test(tests, tensors_that_numpy_does_not_have_are_refused);
	tcase_add_test(tests, other_values_are_refused);
	tcase_add_test(tests, names_are_checked);
	tcase_add_test(tests, longest_name_comes_back);
	tcase_add_test(tests, names_that_differ_only_in_case_are_two_arrays);
	tcase_add_test(tests, arguments_are_checked);
	suite_add_tcase(suite, tests);
	return suite;
}
