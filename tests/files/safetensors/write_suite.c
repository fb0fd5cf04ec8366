/*
 * Files that are byte for byte Python's.
 */
#define _GNU_SOURCE
#include <unistd.h>

#include <ctorch/nn/nn.h>

#include "support.h"

START_TEST(files_are_pythons)
{
	const json_t *of_case;
	size_t i, n;

	json_array_foreach (st_cases, i, of_case) {
		ct_value tensors = given_tensors(of_case), metadata = given_metadata(of_case);

		if (json_object_get(of_case, "file")) {
			unsigned char *file = from_hex(expected_text(of_case, "file"), &n);
			int64_t nbytes;
			char *bytes;

			OK(ct_safetensors_save(&tensors, st_path, &metadata));
			assert_file(st_path, file, n, expected_text(of_case, "name"));
			OK(ct_safetensors_encode(&tensors, &metadata, &bytes, &nbytes));
			ck_assert_int_eq(nbytes, (int64_t)n);
			ck_assert(memcmp(bytes, file, n) == 0);
			ct_free(bytes);
			free(file);
		}
		ct_value_free(&metadata);
		ct_value_free(&tensors);
	}
}
END_TEST

/* Saves the tensor and its contiguous copy: the files are the same. */
static void assert_same_as_copy(ct_tensor *tensor)
{
	ct_value views = dict_of("a", ct_tensor_retain(tensor)), copies;
	ct_tensor *copy;
	size_t n;
	char *file;

	OK(ct_clone(tensor, CT_CONTIGUOUS_FORMAT, &copy));
	copies = dict_of("a", copy);
	OK(ct_safetensors_save(&copies, st_path, NULL));
	file = get_file(st_path, &n);
	OK(ct_safetensors_save(&views, st_path, NULL));
	assert_file(st_path, file, n, "a view");
	free(file);
	ct_value_free(&copies);
	ct_value_free(&views);
	ct_tensor_free(tensor);
}

START_TEST(views_are_saved_as_what_they_show)
{
	ct_tensor *base = matrix(2, 3, (const float[]){ 1, 2, 3, 4, 5, 6 }), *view, *pairs,
		  *numbers;

	OK(ct_t(base, &view));
	assert_same_as_copy(view);
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
	ct_value tensors, got;

	OK(ct_requires_grad_(tensor, true, NULL));
	tensors = dict_of("a", tensor);
	OK(ct_safetensors_save(&tensors, st_path, NULL));
	OK(ct_safetensors_load(st_path, NULL, &got));
	assert_floats(tensor_of(&got, "a"), (int64_t[]){ 2, -1 }, (double[]){ 1, 2 });
	ck_assert(!ct_tensor_requires_grad(tensor_of(&got, "a")));
	ct_value_free(&got);
	ct_value_free(&tensors);
}
END_TEST

START_TEST(parts_of_one_memory_may_be_saved)
{
	ct_tensor *base = vector(4, (const float[]){ 1, 2, 3, 4 }), *low, *high;
	ct_value tensors, got;

	OK(ct_slice_Tensor(base, 0, NULL, &(int64_t){ 2 }, 1, &low));
	OK(ct_slice_Tensor(base, 0, &(int64_t){ 2 }, NULL, 1, &high));
	tensors = dict_of_two("low", low, "high", high);
	OK(ct_safetensors_save(&tensors, st_path, NULL));
	OK(ct_safetensors_load(st_path, NULL, &got));
	assert_floats(tensor_of(&got, "high"), (int64_t[]){ 2, -1 }, (double[]){ 3, 4 });
	ct_value_free(&got);
	ct_value_free(&tensors);
	ct_tensor_free(base);
}
END_TEST

/* A mapped file may be saved over: the tensors are on the old one. */
START_TEST(mapped_tensors_are_saved_to_their_own_file)
{
	const ct_load_options options = { .mmap = true };
	ct_value tensors = dict_of("a", vector(2, (const float[]){ 1, 2 })), mapped;

	OK(ct_safetensors_save(&tensors, st_path, NULL));
	OK(ct_safetensors_load(st_path, &options, &mapped));
	OK(ct_mul__Scalar(tensor_of(&mapped, "a"), ct_scalar_int(10), NULL));
	OK(ct_safetensors_save(&mapped, st_path, NULL));
	ct_value_free(&mapped);
	OK(ct_safetensors_load(st_path, &options, &mapped));
	assert_floats(tensor_of(&mapped, "a"), (int64_t[]){ 2, -1 }, (double[]){ 10, 20 });
	ct_value_free(&mapped);
	ct_value_free(&tensors);
}
END_TEST

START_TEST(state_dict_of_a_module_comes_back)
{
	ct_scope *scope = open_scope();
	ct_module *module = CT_NN(Linear, 3, 2), *other = CT_NN(Linear, 3, 2);
	ct_value state, got;

	OK(ct_module_state_dict(module, NULL, &state));
	OK(ct_safetensors_save(&state, st_path, NULL));
	OK(ct_safetensors_load(st_path, NULL, &got));
	OK(ct_module_load_state_dict(other, &got, NULL, NULL));
	ct_value_free(&got);
	ct_value_free(&state);
	OK(ct_scope_close(scope));
}
END_TEST

/* As everywhere, the first pair of a key in a caller's array is the one that counts. */
START_TEST(later_pairs_of_a_name_are_left_out)
{
	ct_tensor *one = number(1), *two = number(2);
	const ct_value a = ct_value_string("a"), b = ct_value_string("b");
	const ct_value pairs[] = { a, ct_value_tensor(one), a, ct_value_tensor(two) };
	const ct_value texts[] = { a, a, a, b }, tensors = ct_value_dict(pairs, 2);
	const ct_value metadata = ct_value_dict(texts, 2);
	ct_value got;

	OK(ct_safetensors_save(&tensors, st_path, &metadata));
	OK(ct_safetensors_load(st_path, NULL, &got));
	ck_assert_int_eq(ct_value_count(&got), 1);
	ck_assert(value_of(tensor_of(&got, "a")) == 1);
	ct_value_free(&got);
	ct_tensor_free(one);
	ct_tensor_free(two);
}
END_TEST

/* Many small tensors, and large ones among them: all bytes arrive, in order. */
START_TEST(pieces_of_all_sizes_arrive)
{
	ct_value tensors = ct_value_dict_new(), got;
	char name[20];
	bool same;

	for (int64_t i = 0; i < 200; i++) {
		ct_tensor *tensor;

		OK(ct_arange(ct_scalar_int(i * i % 3001), CT_INT16, CT_LAYOUT_NONE, CT_DEVICE_NONE,
			     NULL, &tensor));
		snprintf(name, sizeof name, "%03d", (int)i);
		OK(ct_value_dict_set(&tensors, ct_value_string(name), ct_value_tensor(tensor)));
		ct_tensor_free(tensor);
	}
	OK(ct_safetensors_save(&tensors, st_path, NULL));
	OK(ct_safetensors_load(st_path, NULL, &got));
	OK(ct_value_equal(&tensors, &got, &same));
	ck_assert(same);
	ct_value_free(&got);
	ct_value_free(&tensors);
}
END_TEST

Suite *write_suite(void)
{
	Suite *suite = suite_create("writing safetensors");
	TCase *tests = tests_of("writing safetensors");

	tcase_add_checked_fixture(tests, make_st_folder, remove_st_folder);
	tcase_add_test(tests, files_are_pythons);
	tcase_add_test(tests, views_are_saved_as_what_they_show);
	tcase_add_test(tests, parameters_are_saved_as_numbers);
	tcase_add_test(tests, parts_of_one_memory_may_be_saved);
	tcase_add_test(tests, mapped_tensors_are_saved_to_their_own_file);
	tcase_add_test(tests, state_dict_of_a_module_comes_back);
	tcase_add_test(tests, later_pairs_of_a_name_are_left_out);
	tcase_add_test(tests, pieces_of_all_sizes_arrive);
	suite_add_tcase(suite, tests);
	return suite;
}
