/*
 * The weights of an archive: mapped or read, and what they may be.
 */
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "releases.h"
#include "scratch.h"
#include "support.h"
#include "whole_files.h"

static const char training[] = "small/training.pt2", counting[] = "small/counting.pt2",
		  config[] = "data/weights/model_weights_config.json";

static ct_tensor *parameter(const ct_export *program, const char *path)
{
	ct_tensor *found;

	OK(ct_module_get_parameter(ct_export_module(program), path, &found));
	return found;
}

static ct_tensor *buffer(const ct_export *program, const char *path)
{
	ct_tensor *found;

	OK(ct_module_get_buffer(ct_export_module(program), path, &found));
	return found;
}

/* --- Mapping ---------------------------------------------------------------------------------- */

/* Writes to every parameter and buffer. */
static void write_everywhere(ct_export *program)
{
	CT_SCOPE;
	CT_NO_GRAD_SCOPE;
	CT_EACH_PARAMETER(ct_export_module(program), p)
	OK(CT(fill_, p->tensor, 7));
	CT_EACH_BUFFER(ct_export_module(program), b)
	OK(CT(fill_, b->tensor, 1));
}

static void assert_file_stays(const char *fixture, bool no_mmap)
{
	char folder[SCRATCH_SIZE], path[64];
	struct archive file = archive_of(fixture, NULL);
	ct_export *program;

	make_scratch(folder);
	snprintf(path, sizeof path, "%s/program.pt2", folder);
	put_file(path, file.bytes, file.n);
	OK(ct_export_load(path, &(ct_export_load_options){ .no_mmap = no_mmap }, &program));
	write_everywhere(program);
	assert_file(path, file.bytes, file.n, "the archive");
	unlink(path); /* the mapping lives longer than the name */
	write_everywhere(program);
	ct_export_free(program);
	archive_free(&file);
	remove_scratch(folder);
}

START_TEST(writing_to_weights_does_not_reach_the_file)
{
	assert_file_stays(training, false);
	assert_file_stays(training, true);
	assert_file_stays(counting, false);
	assert_file_stays("shared_weights.training.pt2", false);
	if (has_dtype(CT_UINT16))
		assert_file_stays("weights_of_all_dtypes.training.pt2", false);
	else
		LEFT_OUT("weights_of_all_dtypes.training.pt2", "it has uint16");
}
END_TEST

/* Two instances of one file do not see each other's writes. */
START_TEST(instances_of_a_file_are_independent)
{
	CT_SCOPE;
	ct_export *one = load_fixture(training), *other = load_fixture(training);

	write_everywhere(one);
	ck_assert(value_of(CT_E(max, parameter(one, "first.weight"))) == 7);
	ck_assert(value_of(CT_E(max, parameter(other, "first.weight"))) < 1);
	ct_export_free(one);
	ct_export_free(other);
}
END_TEST

/* Entries whose bytes begin at odd positions are read instead. */
START_TEST(unaligned_weights_are_read)
{
	size_t n;
	char *bytes = entry_of(training, "data/weights/weight_0", &n);

	for (int shift = 1; shift < 17; shift++) {
		char name[20] = "pppppppppppppppppp";
		const struct change changes[] = { { name + 18 - shift, "x", 0, false },
						  { "data/weights/weight_0", bytes, n, false },
						  { 0 } };
		ct_export *program;

		OK(load_changed(training, changes, &program));
		ck_assert_mem_eq(ct_tensor_data(parameter(program, "first.weight")), bytes, n);
		ct_export_free(program);
	}
	free(bytes);
}
END_TEST

/* --- What they are ---------------------------------------------------------------------------- */

START_TEST(frozen_weights_stay_frozen)
{
	ct_export *program = load_fixture(training);

	ck_assert(ct_tensor_requires_grad(parameter(program, "first.weight")));
	ck_assert(!ct_tensor_requires_grad(parameter(program, "first.bias")));
	ck_assert(ct_tensor_requires_grad(parameter(program, "last.bias")));
	ct_export_free(program);
}
END_TEST

START_TEST(buffers_are_persistent_as_in_the_file)
{
	ct_export *program = load_fixture(counting);
	ct_value state;

	OK(ct_module_state_dict(ct_export_module(program), NULL, &state));
	ck_assert(ct_value_dict_has(&state, ct_value_string("scale")));
	ck_assert(ct_value_dict_has(&state, ct_value_string("count")));
	ck_assert(!ct_value_dict_has(&state, ct_value_string("view")));
	ct_value_free(&state);
	ck_assert_int_eq(ct_tensor_numel(buffer(program, "view")), 1);
	ct_export_free(program);
}
END_TEST

START_TEST(weights_that_share_memory_still_do)
{
	CT_SCOPE;
	ct_export *program = load_fixture("shared_weights.training.pt2");
	const void *seen[64];
	int64_t n = 0, shared = 0;

	CT_EACH_PARAMETER(ct_export_module(program), p)
	{
		ct_storage *storage;

		OK(ct_tensor_storage(p->tensor, &storage));
		for (int64_t i = 0; i < n; i++)
			shared += seen[i] == ct_storage_data(storage);
		seen[n++] = ct_storage_data(storage);
	}
	ck_assert_int_gt(shared, 0);
	ct_export_free(program);
}
END_TEST

/* --- Descriptions that are wrong -------------------------------------------------------------- */

static void refuses(const char *from, const char *to, const char *part)
{
	ct_export *program = NULL;
	ct_error error = load_with(training, config, from, to, &program);

	ck_assert_msg(error != NULL, "accepted: %s", to);
	ck_assert_msg(strstr(error, part) && strstr(error, "the bytes"), "%s: %s", to, error);
	ck_assert_ptr_null(program);
	ct_error_free(error);
}

START_TEST(wrong_shapes_are_refused)
{
	refuses("\"sizes\": [{\"as_int\": 8}, {\"as_int\": 4}]",
		"\"sizes\": [{\"as_int\": 8}, {\"as_int\": 5}]", "first.weight");
	refuses("\"sizes\": [{\"as_int\": 8}, {\"as_int\": 4}]",
		"\"sizes\": [{\"as_int\": -8}, {\"as_int\": 4}]", "first.weight");
	refuses("\"sizes\": [{\"as_int\": 8}, {\"as_int\": 4}]",
		"\"sizes\": [{\"as_int\": 1000000000}, {\"as_int\": 1000000000}]", "first.weight");
	refuses("\"sizes\": [{\"as_int\": 8}, {\"as_int\": 4}]",
		"\"sizes\": [{\"as_int\": 4611686018427387904}, {\"as_int\": 4}]", "first.weight");
	refuses("\"sizes\": [{\"as_int\": 8}, {\"as_int\": 4}]", "\"sizes\": [{\"as_int\": 8}]",
		"");
	refuses("\"sizes\": [{\"as_int\": 8}, {\"as_int\": 4}]",
		"\"sizes\": [{\"as_int\": 99999999999999999999}, {\"as_int\": 4}]", "");
	refuses("\"strides\": [{\"as_int\": 4}, {\"as_int\": 1}]",
		"\"strides\": [{\"as_int\": -4}, {\"as_int\": 1}]", "first.weight");
	refuses("\"strides\": [{\"as_int\": 4}, {\"as_int\": 1}]",
		"\"strides\": [{\"as_int\": 5}, {\"as_int\": 1}]", "first.weight");
	refuses("\"strides\": [{\"as_int\": 4}, {\"as_int\": 1}]",
		"\"strides\": [{\"as_int\": 9223372036854775807}, {\"as_int\": 1}]",
		"first.weight");
	refuses("\"storage_offset\": {\"as_int\": 0}", "\"storage_offset\": {\"as_int\": 1}",
		"first.weight");
	refuses("\"storage_offset\": {\"as_int\": 0}", "\"storage_offset\": {\"as_int\": -1}",
		"first.weight");
	refuses("\"storage_offset\": {\"as_int\": 0}",
		"\"storage_offset\": {\"as_int\": 9223372036854775807}", "first.weight");
	refuses("\"sizes\": [{\"as_int\": 8}, {\"as_int\": 4}]",
		"\"sizes\": [{\"as_expr\": {\"expr_str\": \"s0\", \"hint\": null}}, {\"as_int\": "
		"4}]",
		"the size of 'first.weight' is not a number");
}
END_TEST

START_TEST(wrong_kinds_are_refused)
{
	refuses("\"dtype\": 7", "\"dtype\": 0", "the dtype of 'first.weight' is unknown");
	refuses("\"dtype\": 7", "\"dtype\": 99", "99");
	refuses("\"dtype\": 7", "\"dtype\": 8", "first.weight");
	refuses("\"layout\": 7", "\"layout\": 1", "'first.weight' is sparse");
	refuses("\"type\": \"cpu\"", "\"type\": \"nowhere\"", "nowhere");
	refuses("\"type\": \"cpu\"", "\"type\": \"\"", "");
	refuses("\"path_name\": \"weight_0\"", "\"path_name\": \"../weight_0\"",
		"the bytes of 'first.weight' are missing");
	refuses("\"path_name\": \"weight_0\"", "\"path_name\": \"%s%s%n\"",
		"the bytes of 'first.weight' are missing");
	refuses("\"use_pickle\": false", "\"use_pickle\": true", "weight_0");
	refuses("\"first.weight\"", "\"first.weigh\"",
		"'first.weight' is an input of the graph, but the archive does not have it");
	refuses("\"first.bias\"", "\"first.weight\"", "first.weight");
	refuses("{\"config\"", "{\"confi\"", "config");
	refuses("{\"config\": {", "{\"config\": [", "");
}
END_TEST

START_TEST(tensor_of_another_shape_than_the_graph_says_fails_in_its_node)
{
	CT_SCOPE;
	ct_tensor *x = CT_E(ones, CT_L(2, 4)), *y;
	ct_export *program;

	OK(load_with(training, config, "\"sizes\": [{\"as_int\": 8}, {\"as_int\": 4}]",
		     "\"sizes\": [{\"as_int\": 8}, {\"as_int\": 3}]", &program));
	FAILS_WITH(ct_module_forward(ct_export_module(program), x, &y), CT_ERROR_RUNTIME, "linear");
	ct_export_free(program);
}
END_TEST

START_TEST(bools_are_0_or_1)
{
	static const char all[] = "weights_of_all_dtypes.training.pt2";
	char *json = entry_of(all, config, NULL), path[64], entry[96];
	const char *at = strstr(json, "\"of_bool\": {\"path_name\": \"");
	struct change changes[] = { { entry, "\1\2\1", 3, true }, { 0 } };
	ct_export *program;

	ck_assert_ptr_nonnull(at);
	ck_assert_int_eq(sscanf(at, "\"of_bool\": {\"path_name\": \"%63[^\"]", path), 1);
	snprintf(entry, sizeof entry, "data/weights/%s", path);
	FAILS_WITH(load_changed(all, changes, &program), CT_ERROR_VALUE,
		   "element 1 is 2, a bool must be 0 or 1");
	changes[0].deflated = false;
	FAILS_WITH(load_changed(all, changes, &program), CT_ERROR_VALUE,
		   "element 1 is 2, a bool must be 0 or 1");
	free(json);
}
END_TEST

/* --- The other byte order --------------------------------------------------------------------- */

START_TEST(other_byte_order_is_swapped)
{
	ct_export *swapped, *program = load_fixture(training);
	struct change changes[] = { { "byteorder", "big", 0, false },
				    { "data/weights/weight_1", NULL, 0, false },
				    { 0 } };
	char reversed[32], *bytes = entry_of(training, "data/weights/weight_1", NULL);

	for (int i = 0; i < 32; i++)
		reversed[i] = bytes[i / 4 * 4 + 3 - i % 4];
	changes[1].bytes = reversed;
	changes[1].n = sizeof reversed;
	OK(load_changed(training, changes, &swapped));
	ck_assert_mem_eq(ct_tensor_data(parameter(swapped, "first.bias")),
			 ct_tensor_data(parameter(program, "first.bias")), 32);
	free(bytes);
	ct_export_free(swapped);
	ct_export_free(program);
}
END_TEST

/* Its bytes were swapped as those of the other tensor. */
START_TEST(shared_bytes_of_two_dtypes_are_not_swapped_twice)
{
	static const char sharing[] = "small/sharing.pt2";
	char *json = entry_of(sharing, config, NULL);
	char *edited = with(json,
			    "\"view\": {\"path_name\": \"weight_0\", \"is_param\": false, "
			    "\"use_pickle\": false, \"tensor_meta\": {\"dtype\": 7",
			    "\"view\": {\"path_name\": \"weight_0\", \"is_param\": false, "
			    "\"use_pickle\": false, \"tensor_meta\": {\"dtype\": 3");
	const struct change changes[] = { { config, edited, 0, false },
					  { "byteorder", "big", 0, false },
					  { 0 } };
	ct_export *program;

	FAILS_WITH(load_changed(sharing, changes, &program), CT_ERROR_VALUE,
		   "'view' shares it with another dtype");
	free(json);
	free(edited);
}
END_TEST

/* --- Devices ---------------------------------------------------------------------------------- */

START_TEST(weights_without_elements_on_meta)
{
	CT_SCOPE;
	const ct_export_load_options options = { .device = { CT_DEVICE_TYPE_META, -1 } };
	ct_tensor *x = CT_E(ones, CT_L(2, 4), .device = options.device), *y;
	ct_export *program;

	OK(ct_export_load(fixture_path(training), &options, &program));
	ck_assert_int_eq(ct_tensor_device(parameter(program, "first.weight")).type,
			 CT_DEVICE_TYPE_META);
	OK(ct_module_forward(ct_export_module(program), x, &y));
	ck_assert_int_eq(ct_tensor_size(y, 0), 2);
	ck_assert_int_eq(ct_tensor_device(y).type, CT_DEVICE_TYPE_META);
	ct_export_free(program);
}
END_TEST

/* Views of libtorch may have more dimensions than a file may describe. */
START_TEST(tensor_with_too_many_dimensions_is_not_saved)
{
	CT_SCOPE;
	ct_export *program = load_fixture("small/counting.pt2");
	int64_t shape[70];
	ct_tensor *scale;

	for (int i = 0; i < 70; i++)
		shape[i] = 1;
	OK(ct_parameter_new(CT_E(view, CT_E(ones, CT_L(1)), CT_INTS_OF(shape, 70)), true, &scale));
	OK(ct_module_set_parameter(ct_export_module(program), "scale", scale));
	FAILS_WITH(ct_export_save(program, "/dev/null"), CT_ERROR_VALUE,
		   "'scale' has 70 dimensions; 64 is the limit");
	ct_export_free(program);
}
END_TEST

Suite *weights_suite(void)
{
	Suite *suite = suite_create("weights");
	TCase *tests = tests_of("weights");

	tcase_add_test(tests, writing_to_weights_does_not_reach_the_file);
	tcase_add_test(tests, instances_of_a_file_are_independent);
	tcase_add_test(tests, unaligned_weights_are_read);
	tcase_add_test(tests, frozen_weights_stay_frozen);
	tcase_add_test(tests, buffers_are_persistent_as_in_the_file);
	tcase_add_test(tests, weights_that_share_memory_still_do);
	tcase_add_test(tests, wrong_shapes_are_refused);
	tcase_add_test(tests, wrong_kinds_are_refused);
	tcase_add_test(tests, tensor_of_another_shape_than_the_graph_says_fails_in_its_node);
	if (has_dtype(CT_UINT16))
		tcase_add_test(tests, bools_are_0_or_1);
	else
		LEFT_OUT("bools_are_0_or_1", "the file has uint16, too");
	tcase_add_test(tests, other_byte_order_is_swapped);
	tcase_add_test(tests, shared_bytes_of_two_dtypes_are_not_swapped_twice);
	tcase_add_test(tests, weights_without_elements_on_meta);
	tcase_add_test(tests, tensor_with_too_many_dimensions_is_not_saved);
	suite_add_tcase(suite, tests);
	return suite;
}
