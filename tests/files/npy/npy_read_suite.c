/*
 * NumPy files, loaded, parsed and mapped.
 */
#include "npy_support.h"

static void assert_case(const ct_tensor *got, const json_t *of_case, const char *what)
{
	int64_t n, *strides = expected_ints(of_case, "strides", &n);
	char message[200];

	snprintf(message, sizeof message, "%s of %s", what, expected_text(of_case, "name"));
	assert_expected_tensor(got, of_case, "tensor", 0, message);
	for (int64_t i = 0; i < n && ct_tensor_numel(got) > 0; i++)
		ck_assert_msg(ct_tensor_shape(got)[i] == 1 ||
				      ct_tensor_strides(got)[i] == strides[i],
			      "%s: stride %d", message, (int)i);
	free(strides);
}

START_TEST(numpys_files_are_loaded)
{
	const json_t *of_case;
	size_t i, n;

	json_array_foreach (npy_cases, i, of_case) {
		unsigned char *file = npy_file_of(of_case, "file", &n);
		ct_tensor *tensor;
		int64_t used;

		put_npy(file, n);
		OK(ct_npy_load(npy_path, &tensor));
		assert_case(tensor, of_case, "ct_npy_load()");
		ct_tensor_free(tensor);
		OK(ct_npy_decode(file, (int64_t)n, &used, &tensor));
		assert_case(tensor, of_case, "ct_npy_decode()");
		ck_assert_int_eq(used, (int64_t)n);
		ct_tensor_free(tensor);
		free(file);
	}
	ck_assert_uint_gt(i + expected_left_out("npy"), 90);
}
END_TEST

START_TEST(numpys_files_are_mapped)
{
	const json_t *of_case;
	size_t i, n;
	int refused = 0;

	json_array_foreach (npy_cases, i, of_case) {
		unsigned char *file = npy_file_of(of_case, "file", &n);
		bool swapped = memchr(file, '>', n < 40 ? n : 40);
		ct_tensor *tensor;
		ct_error error;

		put_npy(file, n);
		error = ct_npy_map(npy_path, false, &tensor);
		if (swapped) {
			ck_assert_msg(
				error && strstr(error,
						"its byte order is not this "
						"machine's; use ct_npy_load(), which converts it"),
				"%s", error);
			ck_assert_int_eq(ct_error_class_of(error), CT_ERROR_VALUE);
			ct_error_free(error);
			refused++;
		} else {
			OK(error);
			assert_case(tensor, of_case, "ct_npy_map()");
			ct_tensor_free(tensor);
		}
		free(file);
	}
	ck_assert_int_gt(refused + (int)expected_left_out("npy"), 10);
}
END_TEST

START_TEST(private_map_leaves_the_file_alone)
{
	ct_tensor *tensor = vector(2, (const float[]){ 1, 2 }), *mapped, *again;

	OK(ct_npy_save(tensor, npy_path));
	OK(ct_npy_map(npy_path, false, &mapped));
	OK(ct_zero_(mapped, NULL));
	OK(ct_npy_load(npy_path, &again));
	assert_floats(again, (int64_t[]){ 2, -1 }, (double[]){ 1, 2 });
	ct_tensor_free(again);
	ct_tensor_free(mapped);
	ct_tensor_free(tensor);
}
END_TEST

START_TEST(shared_map_writes_to_the_file)
{
	ct_tensor *tensor = vector(2, (const float[]){ 1, 2 }), *mapped, *again;

	OK(ct_npy_save(tensor, npy_path));
	OK(ct_npy_map(npy_path, true, &mapped));
	((float *)ct_tensor_mutable_data(mapped))[1] = 20;
	OK(ct_tensor_flush_file(mapped));
	OK(ct_npy_load(npy_path, &again));
	assert_floats(again, (int64_t[]){ 2, -1 }, (double[]){ 1, 20 });
	ct_tensor_free(again);
	ct_tensor_free(mapped);
	ct_tensor_free(tensor);
}
END_TEST

START_TEST(several_arrays_follow_each_other)
{
	ct_tensor *tensors[2] = { number(1), vector(3, (const float[]){ 4, 5, 6 }) }, *got;
	char *file[2], *both;
	int64_t n[2], used;

	for (int i = 0; i < 2; i++)
		OK(ct_npy_encode(tensors[i], &file[i], &n[i]));
	both = malloc((size_t)(n[0] + n[1]));
	MUST(both);
	memcpy(both, file[0], (size_t)n[0]);
	memcpy(both + n[0], file[1], (size_t)n[1]);
	put_npy(both, (size_t)(n[0] + n[1]));
	OK(ct_npy_load(npy_path, &got));
	ck_assert(value_of(got) == 1);
	ct_tensor_free(got);
	OK(ct_npy_decode(both, n[0] + n[1], &used, &got));
	ct_tensor_free(got);
	OK(ct_npy_decode(both + used, n[0] + n[1] - used, NULL, &got));
	assert_floats(got, (int64_t[]){ 3, -1 }, (double[]){ 4, 5, 6 });
	ct_tensor_free(got);
	for (int i = 0; i < 2; i++) {
		ct_free(file[i]);
		ct_tensor_free(tensors[i]);
	}
	free(both);
}
END_TEST

START_TEST(results_may_be_dropped)
{
	ct_tensor *tensor = number(1);

	OK(ct_npy_save(tensor, npy_path));
	OK(ct_npy_load(npy_path, NULL));
	OK(ct_npy_map(npy_path, false, NULL));
	ct_tensor_free(tensor);
}
END_TEST

Suite *npy_read_suite(void)
{
	Suite *suite = suite_create("reading .npy");
	TCase *tests = tests_of("reading .npy");

	tcase_add_checked_fixture(tests, make_npy_folder, remove_npy_folder);
	tcase_add_test(tests, numpys_files_are_loaded);
	tcase_add_test(tests, numpys_files_are_mapped);
	tcase_add_test(tests, private_map_leaves_the_file_alone);
	tcase_add_test(tests, shared_map_writes_to_the_file);
	tcase_add_test(tests, several_arrays_follow_each_other);
	tcase_add_test(tests, results_may_be_dropped);
	suite_add_tcase(suite, tests);
	return suite;
}
