/*
 * Options of loading: some of the arrays, other devices, types that PyTorch does not have.
 */
#include "support.h"

static const char *const names[] = { "fc.weight", "fc.bias", "fc2.weight", "fc", "head.fc.weight" };

static void make_five(void)
{
	ct_value dict = ct_value_dict_new();

	make_npz_folder();
	for (size_t i = 0; i < LENGTH(names); i++)
		OK(ct_value_dict_set(&dict, ct_value_string(names[i]), ct_value_float((double)i)));
	OK(ct_npz_save(&dict, npz_path, true));
	ct_value_free(&dict);
}

static const struct {
	const char *keys[3];
	int64_t keys_len;
	const char *selected; /* in the file's order, by their places in `names` */
} choices[] = {
	{ { "fc" }, 1, "013" },
	{ { "fc.weight" }, 1, "0" },
	{ { "head" }, 1, "4" },
	{ { "fc.bias", "fc.weight", "fc.bias" }, 3, "01" },
	{ { "head.fc", "fc", "fc.weight" }, 3, "0134" },
	{ { NULL }, 0, "" },
};

START_TEST(keys_select_names_and_all_below_them)
{
	const ct_load_options options = { .keys = choices[_i].keys,
					  .keys_len = choices[_i].keys_len };
	const char *selected = choices[_i].selected;
	ct_value arrays, name, value;

	OK(ct_npz_load(npz_path, &options, &arrays));
	ck_assert_int_eq(ct_value_count(&arrays), (int64_t)strlen(selected));
	for (int64_t i = 0; i < ct_value_count(&arrays); i++) {
		OK(ct_value_dict_item(&arrays, i, &name, &value));
		ck_assert_str_eq(name.object, names[selected[i] - '0']);
		ck_assert(value_of(value.object) == selected[i] - '0');
	}
	ct_value_free(&arrays);
}
END_TEST

/* What is wrong with entries that are not selected does not matter. */
START_TEST(other_entries_are_not_read)
{
	const char *const keys[] = { "a", "b" };
	ct_value arrays;

	put_case(npz_case("foreign"), "file");
	OK(ct_npz_load(npz_path, &(ct_load_options){ .keys = keys, .keys_len = 2 }, &arrays));
	ck_assert_int_eq(ct_value_count(&arrays), 2);
	ct_value_free(&arrays);
}
END_TEST

START_TEST(keys_are_checked)
{
	const char *const keys[] = { "fc.weight", "f" };
	ct_value arrays = ct_value_int(7), skipped = ct_value_int(8);
	char message[200];

	snprintf(message, sizeof message,
		 "KeyError: %s has no tensor 'f', nor any whose name begins with it and a dot",
		 npz_path);
	FAILS(ct_npz_load(npz_path,
			  &(ct_load_options){ .keys = keys, .keys_len = 2, .skipped = &skipped },
			  &arrays),
	      message);
	ck_assert_int_eq(arrays.i, 7);
	ck_assert_int_eq(skipped.i, 8);
	FAILS(ct_npz_load(npz_path, &(ct_load_options){ .keys = keys, .keys_len = -1 }, &arrays),
	      "ArgumentError: ct_npz_load: argument 2 (options): keys_len is -1, but keys is a list");
	FAILS(ct_npz_load(npz_path,
			  &(ct_load_options){ .keys = (const char *[]){ NULL }, .keys_len = 1 },
			  &arrays),
	      "ArgumentError: ct_npz_load: argument 2 (options): keys[0] must not be NULL");
}
END_TEST

START_TEST(meta_tensors_have_no_data)
{
	const ct_load_options options = { .map_location = { CT_DEVICE_TYPE_META, -1 } };
	const json_t *of_case, *item, *wanted;
	ct_value arrays;
	size_t i;

	if (expected_left_out("npz")) {
		LEFT_OUT("meta_tensors_have_no_data", "there are not all dtypes");
		return;
	}
	of_case = npz_case("all types, compressed");
	put_case(of_case, "file");
	OK(ct_npz_load(npz_path, &options, &arrays));
	json_array_foreach (expected_list(of_case, "loaded"), i, item) {
		const ct_tensor *tensor = tensor_named(&arrays, expected_text(item, "name"));

		wanted = json_object_get(item, "tensor");
		ck_assert_int_eq(ct_tensor_device(tensor).type, CT_DEVICE_TYPE_META);
		ck_assert_int_eq(ct_tensor_dtype(tensor),
				 expected_dtype(expected_text(wanted, "dtype")));
		ck_assert_int_eq(ct_tensor_numel(tensor), 3);
	}
	ct_value_free(&arrays);
}
END_TEST

static ct_device choose(ct_device saved, void *context)
{
	int *calls = context;

	ck_assert_int_eq(saved.type, CT_DEVICE_TYPE_CPU);
	if (++*calls == 1)
		return (ct_device){ CT_DEVICE_TYPE_META, -1 };
	return *calls == 2 ? CT_DEVICE_NONE : CT_DEVICE_CPU;
}

START_TEST(map_is_asked_for_each_array)
{
	int calls = 0, on_meta = 0;
	ct_load_options options = { .map = choose, .context = &calls };
	ct_value arrays, name, value;

	OK(ct_npz_load(npz_path, &options, &arrays));
	ck_assert_int_eq(calls, (int)LENGTH(names));
	for (int64_t i = 0; i < ct_value_count(&arrays); i++) {
		OK(ct_value_dict_item(&arrays, i, &name, &value));
		on_meta += ct_tensor_device(value.object).type == CT_DEVICE_TYPE_META;
	}
	ck_assert_int_eq(on_meta, 1);
	ct_value_free(&arrays);
	options.map_location = CT_DEVICE_CPU;
	FAILS(ct_npz_load(npz_path, &options, &arrays),
	      "ArgumentError: ct_npz_load: argument 2 (options): map and map_location are both "
	      "given");
}
END_TEST

START_TEST(device_that_is_missing_is_libtorchs_error)
{
	ct_load_options options = { .map_location = { CT_DEVICE_TYPE_CUDA, 0 } };
	ct_value arrays = ct_value_int(7);
	ct_error error;

	if (ct_device_count(CT_DEVICE_TYPE_CUDA)) {
		printf("device_that_is_missing_is_libtorchs_error: there is a CUDA device\n");
		return;
	}
	error = ct_npz_load(npz_path, &options, &arrays);
	ck_assert(error != NULL);
	ct_error_free(error);
	ck_assert_int_eq(arrays.i, 7);
}
END_TEST

/* With skip_unknown, the suite of reading loads the same file. */
START_TEST(foreign_types_are_refused)
{
	ct_value arrays = ct_value_int(7);
	char message[300];

	put_case(npz_case("foreign"), "file");
	snprintf(message, sizeof message,
		 "ValueError: %s: 's.npy': its elements are of type '|S2': byte strings", npz_path);
	FAILS(ct_npz_load(npz_path, NULL, &arrays), message);
	ck_assert_int_eq(arrays.i, 7);
}
END_TEST

Suite *options_suite(void)
{
	Suite *suite = suite_create("options of loading npz");
	TCase *tests = tests_of("options of loading npz");

	tcase_add_checked_fixture(tests, make_five, remove_npz_folder);
	tcase_add_loop_test(tests, keys_select_names_and_all_below_them, 0, (int)LENGTH(choices));
	tcase_add_test(tests, other_entries_are_not_read);
	tcase_add_test(tests, keys_are_checked);
	tcase_add_test(tests, meta_tensors_have_no_data);
	tcase_add_test(tests, map_is_asked_for_each_array);
	tcase_add_test(tests, device_that_is_missing_is_libtorchs_error);
	tcase_add_test(tests, foreign_types_are_refused);
	suite_add_tcase(suite, tests);
	return suite;
}
