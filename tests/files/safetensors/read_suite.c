/*
 * Files that Python wrote, read; from memory, too, and mapped.
 */
#include "support.h"

/* Files of Python's safetensors; the other cases are folders. */
static bool is_file(const json_t *of_case)
{
	return json_object_get(of_case, "file") != NULL;
}

static void assert_file_loads(const json_t *of_case, const ct_load_options *options,
			      const char *what)
{
	ct_value tensors;

	OK(ct_safetensors_load(st_path, options, &tensors));
	assert_loaded(&tensors, of_case, "loaded", what);
	ct_value_free(&tensors);
}

static void assert_bytes_load(const json_t *of_case, const unsigned char *file, size_t n)
{
	ct_value tensors;

	OK(ct_safetensors_decode(file, (int64_t)n, NULL, &tensors));
	assert_loaded(&tensors, of_case, "loaded", "ct_safetensors_decode()");
	ct_value_free(&tensors);
}

START_TEST(pythons_files_are_loaded)
{
	const json_t *of_case;
	size_t i, n;

	json_array_foreach (st_cases, i, of_case) {
		unsigned char *file;

		if (!is_file(of_case))
			continue;
		file = from_hex(expected_text(of_case, "file"), &n);
		put_file(st_path, file, n);
		assert_file_loads(of_case, NULL, "a copy");
		assert_file_loads(of_case, &(ct_load_options){ .mmap = true }, "a mapping");
		assert_bytes_load(of_case, file, n);
		free(file);
	}
	ck_assert_uint_gt(i + expected_left_out("safetensors_files"), 40);
}
END_TEST

START_TEST(pythons_metadata_are_read)
{
	const json_t *of_case;
	size_t i, n;

	json_array_foreach (st_cases, i, of_case) {
		ct_value wanted = given_metadata(of_case), got;
		bool same = false;

		if (is_file(of_case)) {
			unsigned char *file = from_hex(expected_text(of_case, "file"), &n);

			put_file(st_path, file, n);
			free(file);
			OK(ct_safetensors_metadata(st_path, &got));
			if (ct_value_is_none(&wanted))
				wanted = ct_value_dict_new();
			OK(ct_value_equal(&got, &wanted, &same));
			ck_assert(same);
			ct_value_free(&got);
		}
		ct_value_free(&wanted);
	}
}
END_TEST

/* Other programs need not sort by type, or pad: only what the format demands. */
START_TEST(files_of_other_programs_are_loaded)
{
	static const char header[] =
		"{ \"b\" : {\"shape\":[ ],\"data_offsets\":[2,6],\"dtype\":\"F32\",\"more\":{}},\n"
		"\t\"__metadata__\":{\"k\":\"v\"}, \"\\u0061\":{\"dtype\":\"I16\",\"shape\":[1],"
		"\"data_offsets\":[0,2]}}\r\n";
	const ct_load_options options[] = { { .mmap = false }, { .mmap = true } };

	for (size_t i = 0; i < LENGTH(options); i++) {
		ct_value tensors;

		put_header(st_path, header, 6);
		OK(ct_safetensors_load(st_path, &options[i], &tensors));
		ck_assert_int_eq(ct_value_count(&tensors), 2);
		ck_assert_int_eq(ct_tensor_dtype(tensor_of(&tensors, "a")), CT_INT16);
		ck_assert_int_eq(ct_tensor_dim(tensor_of(&tensors, "b")), 0);
		ck_assert(value_of(tensor_of(&tensors, "b")) == 0);
		ct_value_free(&tensors);
	}
}
END_TEST

/* Whatever the header's length, an element's address is aligned. */
START_TEST(misaligned_data_are_copied)
{
	char header[200];

	for (int pad = 0; pad < 16; pad++) {
		const ct_load_options options = { .mmap = true };
		ct_tensor *tensor;
		ct_value tensors;

		snprintf(header, sizeof header,
			 "{\"a\":{\"dtype\":\"F64\",\"shape\":[2],\"data_offsets\":[0,16]}}%*s",
			 pad, "");
		put_header(st_path, header, 16);
		OK(ct_safetensors_load(st_path, &options, &tensors));
		tensor = tensor_of(&tensors, "a");
		ck_assert_uint_eq((uintptr_t)ct_tensor_data(tensor) % 8, 0);
		assert_floats(tensor, (int64_t[]){ 2, -1 }, (double[]){ 0, 0 });
		ct_value_free(&tensors);
	}
}
END_TEST

START_TEST(private_map_leaves_the_file_alone)
{
	const ct_load_options options = { .mmap = true };
	ct_value tensors = dict_of("a", vector(2, (const float[]){ 1, 2 })), mapped, again;

	OK(ct_safetensors_save(&tensors, st_path, NULL));
	OK(ct_safetensors_load(st_path, &options, &mapped));
	OK(ct_zero_(tensor_of(&mapped, "a"), NULL));
	OK(ct_safetensors_load(st_path, NULL, &again));
	assert_floats(tensor_of(&again, "a"), (int64_t[]){ 2, -1 }, (double[]){ 1, 2 });
	ct_value_free(&again);
	ct_value_free(&mapped);
	ct_value_free(&tensors);
}
END_TEST

START_TEST(mapping_lasts_as_long_as_its_last_tensor)
{
	const ct_load_options options = { .mmap = true };
	ct_value tensors = dict_of_two("a", vector(2, (const float[]){ 1, 2 }), "b",
				       vector(2, (const float[]){ 3, 4 })),
		 mapped;
	ct_tensor *kept;

	OK(ct_safetensors_save(&tensors, st_path, NULL));
	OK(ct_safetensors_load(st_path, &options, &mapped));
	kept = ct_tensor_retain(tensor_of(&mapped, "b"));
	ct_value_free(&mapped);
	/* The file may be replaced, too: the mapping is of the old one. */
	OK(ct_safetensors_save(&(ct_value){ .kind = CT_VALUE_DICT }, st_path, NULL));
	assert_floats(kept, (int64_t[]){ 2, -1 }, (double[]){ 3, 4 });
	ct_tensor_free(kept);
	ct_value_free(&tensors);
}
END_TEST

START_TEST(decimal_comma_changes_nothing)
{
	const ct_value metadata = ct_value_dict(
		(ct_value[]){ ct_value_string("pi"), ct_value_string("3.14") }, 1);
	ct_value tensors = dict_of("a", vector(2, (const float[]){ 1.5, 2 })), got;
	size_t n, m;
	char *before, *under_comma;

	OK(ct_safetensors_save(&tensors, st_path, &metadata));
	before = get_file(st_path, &n);
	if (enter_decimal_comma()) {
		OK(ct_safetensors_save(&tensors, st_path, &metadata));
		OK(ct_safetensors_load(st_path, NULL, &got));
		ct_value_free(&got);
		put_text(in_folder("model.safetensors.index.json"),
			 "{\"metadata\":{\"share\":0.5},\"weight_map\":{\"a\":\"a.safetensors\"}}");
		OK(ct_safetensors_metadata(st_folder, &got));
		ck_assert(((const ct_value *)got.object)[1].re == 0.5);
		ct_value_free(&got);
		leave_decimal_comma();
	}
	under_comma = get_file(st_path, &m);
	ck_assert(n == m && memcmp(before, under_comma, n) == 0);
	free(before);
	free(under_comma);
	ct_value_free(&tensors);
}
END_TEST

Suite *read_suite(void)
{
	Suite *suite = suite_create("reading safetensors");
	TCase *tests = tests_of("reading safetensors");

	tcase_add_checked_fixture(tests, make_st_folder, remove_st_folder);
	tcase_add_test(tests, pythons_files_are_loaded);
	tcase_add_test(tests, pythons_metadata_are_read);
	tcase_add_test(tests, files_of_other_programs_are_loaded);
	tcase_add_test(tests, misaligned_data_are_copied);
	tcase_add_test(tests, private_map_leaves_the_file_alone);
	tcase_add_test(tests, mapping_lasts_as_long_as_its_last_tensor);
	tcase_add_test(tests, decimal_comma_changes_nothing);
	suite_add_tcase(suite, tests);
	return suite;
}
