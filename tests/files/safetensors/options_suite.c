/*
 * Options of loading: some of the tensors, other devices, types that libtorch does not have.
 */
#include "support.h"

static const char *const names[] = { "fc.weight", "fc.bias", "fc2.weight", "fc", "head.fc.weight" };

static void make_file(void)
{
	ct_value dict = ct_value_dict_new();

	make_st_folder();
	for (size_t i = 0; i < LENGTH(names); i++) {
		ct_tensor *tensor = number((float)i);

		OK(ct_value_dict_set(&dict, ct_value_string(names[i]), ct_value_tensor(tensor)));
		ct_tensor_free(tensor);
	}
	OK(ct_safetensors_save(&dict, st_path, NULL));
	ct_value_free(&dict);
}

static const struct {
	const char *keys[3];
	int64_t keys_len;
	const char *selected; /* in the file's order, by their places in `names` */
} choices[] = {
	{ { "fc" }, 1, "310" },
	{ { "fc.weight" }, 1, "0" },
	{ { "head" }, 1, "4" },
	{ { "fc.bias", "fc.weight", "fc.bias" }, 3, "10" },
	{ { "head.fc", "fc", "fc.weight" }, 3, "3104" },
	{ { "fc2", "head.fc.weight" }, 2, "24" },
	{ { NULL }, 0, "" },
};

START_TEST(keys_select_names_and_all_below_them)
{
	const ct_load_options options = { .keys = choices[_i].keys,
					  .keys_len = choices[_i].keys_len };
	const char *selected = choices[_i].selected;
	ct_value tensors, name, value;

	OK(ct_safetensors_load(st_path, &options, &tensors));
	ck_assert_int_eq(ct_value_count(&tensors), (int64_t)strlen(selected));
	for (int64_t i = 0; i < ct_value_count(&tensors); i++) {
		OK(ct_value_dict_item(&tensors, i, &name, &value));
		ck_assert_str_eq(name.object, names[selected[i] - '0']);
		ck_assert(value_of(value.object) == selected[i] - '0');
	}
	ct_value_free(&tensors);
}
END_TEST

START_TEST(key_that_selects_nothing_is_refused)
{
	const char *const keys[] = { "fc.weight", "f" };
	ct_value tensors = ct_value_int(7);
	char message[200];

	snprintf(message, sizeof message,
		 "KeyError: %s has no tensor 'f', nor any whose name begins with it and a dot",
		 st_path);
	FAILS(ct_safetensors_load(st_path, &(ct_load_options){ .keys = keys, .keys_len = 2 },
				  &tensors),
	      message);
	ck_assert_int_eq(tensors.i, 7);
	FAILS(ct_safetensors_load(st_path, &(ct_load_options){ .keys = keys, .keys_len = -1 },
				  &tensors),
	      "ArgumentError: ct_safetensors_load: argument 2 (options): keys_len is -1, but keys is "
	      "a list");
	FAILS(ct_safetensors_load(st_path, &(ct_load_options){ .keys_len = 1 }, &tensors),
	      "ArgumentError: ct_safetensors_load: argument 2 (options): keys_len is 1, but keys is "
	      "NULL");
	FAILS(ct_safetensors_load(
		      st_path,
		      &(ct_load_options){ .keys = (const char *[]){ NULL }, .keys_len = 1 },
		      &tensors),
	      "ArgumentError: ct_safetensors_load: argument 2 (options): keys[0] must not be NULL");
}
END_TEST

START_TEST(meta_tensors_have_no_data)
{
	const ct_load_options options = { .map_location = { CT_DEVICE_TYPE_META, -1 } };
	ct_tensor *tensor;
	ct_value tensors;

	/* More than any memory: nothing is read. */
	put_header(st_path, "{\"a\":{\"dtype\":\"F32\",\"shape\":[2,0],\"data_offsets\":[0,0]}}",
		   0);
	OK(ct_safetensors_load(st_path, &options, &tensors));
	tensor = tensor_of(&tensors, "a");
	ck_assert_int_eq(ct_tensor_device(tensor).type, CT_DEVICE_TYPE_META);
	ck_assert_int_eq(ct_tensor_shape(tensor)[0], 2);
	ct_value_free(&tensors);
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

START_TEST(map_is_asked_for_each_tensor)
{
	int calls = 0, on_meta = 0;
	ct_load_options options = { .map = choose, .context = &calls };
	ct_value tensors, name, value;

	OK(ct_safetensors_load(st_path, &options, &tensors));
	ck_assert_int_eq(calls, (int)LENGTH(names));
	for (int64_t i = 0; i < ct_value_count(&tensors); i++) {
		OK(ct_value_dict_item(&tensors, i, &name, &value));
		on_meta += ct_tensor_device(value.object).type == CT_DEVICE_TYPE_META;
	}
	ck_assert_int_eq(on_meta, 1);
	ct_value_free(&tensors);
	options.map_location = CT_DEVICE_CPU;
	FAILS(ct_safetensors_load(st_path, &options, &tensors),
	      "ArgumentError: ct_safetensors_load: argument 2 (options): map and map_location are "
	      "both given");
}
END_TEST

START_TEST(device_that_is_missing_is_libtorchs_error)
{
	ct_load_options options = { .map_location = { CT_DEVICE_TYPE_CUDA, 0 } };
	ct_value tensors = ct_value_int(7);
	ct_error error;

	if (ct_device_count(CT_DEVICE_TYPE_CUDA))
		return;
	error = ct_safetensors_load(st_path, &options, &tensors);
	ck_assert(error != NULL);
	ct_error_free(error);
	ck_assert_int_eq(tensors.i, 7);
}
END_TEST

START_TEST(unknown_type_is_refused_or_skipped)
{
	ct_value tensors = ct_value_int(7), skipped = ct_value_int(8);
	ct_load_options options = { .skipped = &skipped };
	const char *text;
	ct_value item;
	char message[300];

	put_header(st_path,
		   "{\"a\":{\"dtype\":\"F6_E2M3\",\"shape\":[4],\"data_offsets\":[0,3]},"
		   "\"b\":{\"dtype\":\"U8\",\"shape\":[],\"data_offsets\":[3,4]}}",
		   4);
	snprintf(message, sizeof message,
		 "TypeError: %s: tensor 'a' is of type F6_E2M3, which libtorch does not support; "
		 "convert it with the program that wrote it, or leave it out (keys, skip_unknown)",
		 st_path);
	FAILS(ct_safetensors_load(st_path, &options, &tensors), message);
	ck_assert_int_eq(tensors.i, 7);
	ck_assert_int_eq(skipped.i, 8);

	options.skip_unknown = true;
	OK(ct_safetensors_load(st_path, &options, &tensors));
	OK(ct_value_dict_get(&tensors, ct_value_string("a"), &item));
	ck_assert(ct_value_is_none(&item));
	ck_assert_int_eq(ct_tensor_dtype(tensor_of(&tensors, "b")), CT_UINT8);
	ck_assert_int_eq(ct_value_count(&skipped), 1);
	OK(ct_value_item(&skipped, 0, &item));
	OK(ct_value_as_string(&item, &text, NULL));
	ck_assert_str_eq(text, "a");
	ct_value_free(&skipped);
	ct_value_free(&tensors);
}
END_TEST

Suite *options_suite(void)
{
	Suite *suite = suite_create("options of loading safetensors");
	TCase *tests = tests_of("options of loading safetensors");

	tcase_add_checked_fixture(tests, make_file, remove_st_folder);
	tcase_add_loop_test(tests, keys_select_names_and_all_below_them, 0, (int)LENGTH(choices));
	tcase_add_test(tests, key_that_selects_nothing_is_refused);
	tcase_add_test(tests, meta_tensors_have_no_data);
	tcase_add_test(tests, map_is_asked_for_each_tensor);
	tcase_add_test(tests, device_that_is_missing_is_libtorchs_error);
	tcase_add_test(tests, unknown_type_is_refused_or_skipped);
	suite_add_tcase(suite, tests);
	return suite;
}
