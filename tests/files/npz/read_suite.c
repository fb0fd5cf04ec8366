/*
 * Archives that Python wrote, read: copied and mapped.
 */
#include "archive.h"
#include "support.h"

static bool has_file(const json_t *of_case)
{
	return json_object_get(of_case, "file") != NULL;
}

static void assert_skipped(const ct_value *skipped, const json_t *of_case)
{
	const json_t *list = expected_list(of_case, "skipped"), *name;
	ct_value item;
	size_t i;

	ck_assert_int_eq(ct_value_count(skipped), (int64_t)json_array_size(list));
	json_array_foreach (list, i, name) {
		OK(ct_value_item(skipped, (int64_t)i, &item));
		ck_assert_str_eq(item.object, json_string_value(name));
	}
}

static void assert_loads(const json_t *of_case, bool mmap)
{
	ct_value arrays, skipped;
	const ct_load_options options = { .mmap = mmap, .skip_unknown = true, .skipped = &skipped };

	OK(ct_npz_load(npz_path, &options, &arrays));
	assert_loaded(&arrays, of_case, mmap ? "a mapping" : "a copy");
	assert_skipped(&skipped, of_case);
	ct_value_free(&skipped);
	ct_value_free(&arrays);
}

START_TEST(pythons_files_are_loaded)
{
	const json_t *of_case;
	size_t i;

	json_array_foreach (npz_cases, i, of_case) {
		if (!has_file(of_case))
			continue;
		put_case(of_case, "file");
		assert_loads(of_case, false);
		assert_loads(of_case, true);
	}
	ck_assert_uint_gt(i + expected_left_out("npz"), 35);
}
END_TEST

/* Whatever the position in the file, an element's address is aligned; where it is so in the file,
 * nothing is copied. */
START_TEST(aligned_arrays_are_mapped_and_others_copied)
{
	const ct_load_options options = { .mmap = true };
	int mapped = 0;
	char name[40];

	for (int n = 1; n <= 8; n++) {
		/* The local header with sizes of 64 bits, the entry's name, NumPy's header. */
		const uintptr_t position = 30 + 20 + (uintptr_t)n + 4 + 128;
		uintptr_t address;
		ct_value arrays;

		snprintf(name, sizeof name, "name of %d letters", n);
		put_case(npz_case(name), "file");
		OK(ct_npz_load(npz_path, &options, &arrays));
		address = (uintptr_t)ct_tensor_data(tensor_named(&arrays, &"nnnnnnnn"[8 - n]));
		ck_assert_uint_eq(address % 8, 0);
		if (position % 8 == 0) {
			ck_assert_uint_eq(address % 4096, position);
			mapped++;
		} else {
			ck_assert_uint_eq(address % 64, 0); /* libtorch's own memory */
		}
		ct_value_free(&arrays);
	}
	ck_assert_int_eq(mapped, 1);
}
END_TEST

/* The entry "nn.npy" of 2 float64 is mapped. */
static ct_value map_two(void)
{
	const ct_load_options options = { .mmap = true };
	ct_value arrays;

	put_case(npz_case("name of 2 letters"), "file");
	OK(ct_npz_load(npz_path, &options, &arrays));
	return arrays;
}

START_TEST(private_map_leaves_the_file_alone)
{
	ct_value arrays = map_two();

	OK(ct_zero_(tensor_named(&arrays, "nn"), NULL));
	ct_value_free(&arrays);
	assert_loads(npz_case("name of 2 letters"), true);
}
END_TEST

START_TEST(mapping_lasts_as_long_as_its_last_tensor)
{
	ct_value arrays = map_two(), nothing = ct_value_dict_new();
	ct_tensor *kept = ct_tensor_retain(tensor_named(&arrays, "nn"));

	ct_value_free(&arrays);
	/* The file may be replaced, too: the mapping is of the old one. */
	OK(ct_npz_save(&nothing, npz_path, false));
	assert_floats(kept, (int64_t[]){ 2, -1 }, (double[]){ -50, -13 });
	ct_tensor_free(kept);
	ct_value_free(&nothing);
}
END_TEST

/* Stored and compressed, at every length around that of the buffers. */
START_TEST(entries_of_all_lengths_are_read)
{
	static const size_t lengths[] = { 1, 4095, 4096, 65535, 65536, 65537, 200000 };

	for (size_t i = 0; i < LENGTH(lengths); i++) {
		unsigned char *bytes = malloc(lengths[i]);
		ct_value arrays, value;

		MUST(bytes);
		for (size_t j = 0; j < lengths[i]; j++)
			bytes[j] = (unsigned char)(j * j >> 7 ^ j);
		for (int deflated = 0; deflated < 2; deflated++) {
			put_entry(bytes, lengths[i], deflated);
			OK(ct_npz_load(npz_path, NULL, &arrays));
			value = value_named(&arrays, "a");
			ck_assert_int_eq(value.kind, CT_VALUE_BYTES);
			ck_assert_int_eq(value.i, (int64_t)lengths[i]);
			ck_assert(memcmp(value.object, bytes, lengths[i]) == 0);
			ct_value_free(&arrays);
		}
		free(bytes);
	}
}
END_TEST

Suite *read_suite(void)
{
	Suite *suite = suite_create("reading npz");
	TCase *tests = tests_of("reading npz");

	tcase_add_checked_fixture(tests, make_npz_folder, remove_npz_folder);
	tcase_add_test(tests, pythons_files_are_loaded);
	tcase_add_test(tests, aligned_arrays_are_mapped_and_others_copied);
	tcase_add_test(tests, private_map_leaves_the_file_alone);
	tcase_add_test(tests, mapping_lasts_as_long_as_its_last_tensor);
	tcase_add_test(tests, entries_of_all_lengths_are_read);
	suite_add_tcase(suite, tests);
	return suite;
}
