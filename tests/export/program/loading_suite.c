/*
 * Where a program is loaded from, and what an archive may be.
 */
#define _GNU_SOURCE

#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "scratch.h"
#include "support.h"
#include "whole_files.h"

static const char training[] = "small/training.pt2", model[] = "models/model.json";

/* 2 rows of input, 1 result each. */
static void assert_runs(ct_export *program)
{
	CT_SCOPE;
	ct_tensor *x = CT_E(ones, CT_L(2, 4)), *y;

	OK(ct_module_forward(ct_export_module(program), x, &y));
	ck_assert_int_eq(ct_tensor_size(y, 0), 2);
	ck_assert_int_eq(ct_tensor_size(y, 1), 1);
}

/* --- Where it is from ------------------------------------------------------------------------- */

START_TEST(bytes_may_be_overwritten_after_loading)
{
	struct archive file = archive_of(training, NULL);
	ct_export *program;

	OK(ct_export_decode(file.bytes, (int64_t)file.n, NULL, &program));
	memset(file.bytes, 0x5a, file.n);
	archive_free(&file);
	assert_runs(program);
	ct_export_free(program);
}
END_TEST

START_TEST(descriptor_stays_where_it_is)
{
	const int fd = open(fixture_path(training), O_RDONLY);
	ct_export *program;

	ck_assert(fd >= 0 && lseek(fd, 7, SEEK_SET) == 7);
	OK(ct_export_load_descriptor(fd, NULL, &program));
	ck_assert_int_eq(lseek(fd, 0, SEEK_CUR), 7);
	ck_assert_int_eq(close(fd), 0);
	assert_runs(program);
	ct_export_free(program);
}
END_TEST

START_TEST(descriptor_that_is_no_file_is_refused)
{
	ct_export *program = NULL;
	int ends[2];

	ck_assert_int_eq(pipe(ends), 0);
	FAILS_WITH(ct_export_load_descriptor(ends[0], NULL, &program), CT_ERROR_ARGUMENT,
		   "it is not a regular file");
	close(ends[0]);
	close(ends[1]);
	FAILS_WITH(ct_export_load_descriptor(-1, NULL, &program), CT_ERROR_RUNTIME,
		   "descriptor -1: opening it: Bad file descriptor");
	ck_assert_ptr_null(program);
}
END_TEST

START_TEST(missing_arguments_are_named)
{
	ct_export *program;
	const char *const *names;
	ct_value value;
	int64_t n;

	FAILS(ct_export_load(NULL, NULL, &program),
	      "ArgumentError: ct_export_load: argument 1 (path) must not be NULL");
	FAILS(ct_export_load("x", NULL, NULL),
	      "ArgumentError: ct_export_load: argument 3 (result) must not be NULL");
	FAILS(ct_export_decode(NULL, 0, NULL, &program),
	      "ArgumentError: ct_export_decode: argument 1 (bytes) must not be NULL");
	FAILS(ct_export_decode("x", -1, NULL, &program),
	      "ArgumentError: ct_export_decode: argument 2 (nbytes): -1 is not a size");
	FAILS(ct_export_list_models("x", NULL, &n),
	      "ArgumentError: ct_export_list_models: argument 2 (result) must not be NULL");
	FAILS(ct_export_list_models("x", &names, NULL),
	      "ArgumentError: ct_export_list_models: argument 3 (result_len) must not be NULL");
	FAILS(ct_export_sample_inputs(NULL, &value),
	      "ArgumentError: ct_export_sample_inputs: argument 1 (self) must not be NULL");
	program = load_fixture(training);
	FAILS(ct_export_sample_inputs(program, NULL),
	      "ArgumentError: ct_export_sample_inputs: argument 2 (result) must not be NULL");
	FAILS(ct_export_extra_files(program, NULL),
	      "ArgumentError: ct_export_extra_files: argument 2 (result) must not be NULL");
	FAILS(ct_export_clone(program, NULL),
	      "ArgumentError: ct_export_clone: argument 2 (result) must not be NULL");
	FAILS(ct_export_clone(NULL, &program),
	      "ArgumentError: ct_export_clone: argument 1 (self) must not be NULL");
	ck_assert_ptr_null(ct_export_module(NULL));
	ck_assert_ptr_null(ct_export_retain(NULL));
	ck_assert_int_eq(ct_export_node_count(NULL), 0);
	ck_assert(!ct_export_is_mutating(NULL));
	ct_export_free(NULL);
	ct_export_free(program);
}
END_TEST

/* --- Models ----------------------------------------------------------------------------------- */

START_TEST(models_are_listed)
{
	const char *const *names;
	int64_t n;

	OK(ct_export_list_models(fixture_path("small/models.pt2"), &names, &n));
	ck_assert_int_eq(n, 3);
	ck_assert_str_eq(names[0], "parts/encoder");
	ck_assert_str_eq(names[1], "parts/decoder");
	ck_assert_str_eq(names[2], "c");
	ct_free((void *)names);
	OK(ct_export_list_models(fixture_path("old/2.6/counter.training.pt2"), &names, &n));
	ck_assert_int_eq(n, 1);
	ck_assert_str_eq(names[0], "model");
	ct_free((void *)names);
}
END_TEST

START_TEST(one_of_several_models_is_chosen)
{
	const char *path = fixture_path("small/models.pt2");
	ct_export *encoder, *c;

	OK(ct_export_load(path, &(ct_export_load_options){ .model = "parts/encoder" }, &encoder));
	OK(ct_export_load(path, &(ct_export_load_options){ .model = "c" }, &c));
	assert_runs(encoder);
	ck_assert(ct_export_is_mutating(c) && !ct_export_is_mutating(encoder));
	ct_export_free(encoder);
	ct_export_free(c);
	FAILS_WITH(
		ct_export_load(path, NULL, &c), CT_ERROR_VALUE,
		"it has 3 models, 'parts/encoder', 'parts/decoder', 'c'; choose one with .model");
	FAILS_WITH(ct_export_load(path, &(ct_export_load_options){ .model = "encoder" }, &c),
		   CT_ERROR_VALUE, "it has no model 'encoder'; its models are 'parts/encoder', ");
}
END_TEST

START_TEST(extra_files_are_bytes)
{
	ct_export *program = load_fixture("small/aliases.pt2");
	ct_value files, value;
	const void *bytes;
	int64_t n;

	OK(ct_export_extra_files(program, &files));
	ck_assert_int_eq(ct_value_count(&files), 2);
	OK(ct_value_dict_get(&files, ct_value_string("notes/a.txt"), &value));
	OK(ct_value_as_bytes(&value, &bytes, &n));
	ck_assert_int_eq(n, 16);
	ck_assert_mem_eq(bytes, "made by small.py", 16);
	OK(ct_value_dict_get(&files, ct_value_string("empty"), &value));
	OK(ct_value_as_bytes(&value, &bytes, &n));
	ck_assert_int_eq(n, 0);
	ct_value_free(&files);
	ct_export_free(program);
}
END_TEST

START_TEST(sample_inputs_are_arguments_of_a_call)
{
	ct_export *program = load_fixture("small/nested.pt2");
	ct_value inputs, args, kwargs, scale, result;
	const char *const names[] = { "scale" };

	OK(ct_export_sample_inputs(program, &inputs));
	OK(ct_value_item(&inputs, 0, &args));
	OK(ct_value_item(&inputs, 1, &kwargs));
	OK(ct_value_dict_get(&kwargs, ct_value_string("scale"), &scale));
	{
		ct_value two[2];

		OK(ct_value_item(&args, 0, &two[0]));
		OK(ct_value_item(&args, 1, &two[1]));
		OK(ct_export_call(program, two, 2, names, &scale, 1, &result));
	}
	ck_assert_str_eq(ct_value_type_name(&result), "dict");
	ct_value_free(&result);
	ct_value_free(&inputs);
	ct_export_free(program);
}
END_TEST

START_TEST(program_without_sample_inputs_has_none)
{
	const struct change changes[] = { { "data/sample_inputs/model.pt", NULL, 0, false },
					  { 0 } };
	ct_export *program;
	ct_value inputs;

	OK(load_changed(training, changes, &program));
	OK(ct_export_sample_inputs(program, &inputs));
	ck_assert(ct_value_is_none(&inputs));
	assert_runs(program);
	ct_export_free(program);
}
END_TEST

/* --- Other files ------------------------------------------------------------------------------ */

START_TEST(files_of_other_kinds_are_named)
{
	ct_export *program;

	FAILS_WITH(ct_export_load(fixture_path("none.pt2"), NULL, &program), CT_ERROR_RUNTIME,
		   "No such file or directory");
	FAILS_WITH(ct_export_load(fixture_path("README.md"), NULL, &program), CT_ERROR_VALUE,
		   "README.md: ");
	FAILS_WITH(
		ct_export_load(fixture_path("small/training.ref.pt"), NULL, &program),
		CT_ERROR_VALUE,
		"not an archive of torch.export.save(), but a file of torch.save(), which has no "
		"code; load it with ct_load()");
	FAILS_WITH(ct_export_decode("", 0, NULL, &program), CT_ERROR_VALUE, "the bytes: ");
}
END_TEST

START_TEST(other_major_version_is_refused)
{
	ct_export *program;

	FAILS_WITH(load_with(training, model, "\"schema_version\": {\"major\": 8,",
			     "\"schema_version\": {\"major\": 9,", &program),
		   CT_ERROR_VALUE, "9.20");
	FAILS_WITH(load_with(training, model, "\"schema_version\": {\"major\": 8,",
			     "\"schema_version\": {\"major\": 7,", &program),
		   CT_ERROR_VALUE, "7.20");
	OK(load_with(training, model, "\"minor\": 20", "\"minor\": 99", &program));
	assert_runs(program);
	ct_export_free(program);
}
END_TEST

START_TEST(other_format_is_refused)
{
	const struct change version[] = { { "archive_version", "1", 0, false }, { 0 } };
	const struct change format[] = { { "archive_format", "pt3", 0, false }, { 0 } };
	const struct change order[] = { { "byteorder", "middle", 0, false }, { 0 } };
	ct_export *program;

	FAILS_WITH(load_changed(training, version, &program), CT_ERROR_VALUE,
		   "its archive_version is '1' (expected 0)");
	FAILS_WITH(load_changed(training, format, &program), CT_ERROR_VALUE,
		   "its archive_format is 'pt3' (expected pt2)");
	FAILS_WITH(load_changed(training, order, &program), CT_ERROR_VALUE,
		   "its byte order is 'middle'");
}
END_TEST

START_TEST(missing_entries_are_named)
{
	static const char *const entries[] = { "models/model.json",
					       "data/weights/model_weights_config.json",
					       "data/constants/model_constants_config.json",
					       "data/weights/weight_2" };
	static const char *const messages[] = {
		"it has no exported program",
		"the weights of the model 'model' are missing",
		"the constants of the model 'model' are missing",
		"the bytes of 'last.weight' are missing: there is no data/weights/weight_2",
	};
	ct_export *program;

	for (int i = 0; i < 4; i++) {
		const struct change changes[] = { { entries[i], NULL, 0, false }, { 0 } };

		FAILS_WITH(load_changed(training, changes, &program), CT_ERROR_VALUE, messages[i]);
	}
}
END_TEST

START_TEST(unknown_entries_are_ignored)
{
	const struct change changes[] = { { "data/weights/weight_99", "x", 0, false },
					  { "data/aotinductor/model/a.so", "x", 0, false },
					  { 0 } };
	ct_export *program;

	OK(load_changed(training, changes, &program));
	assert_runs(program);
	ct_export_free(program);
}
END_TEST

START_TEST(compressed_entries_are_read)
{
	static const char *const entries[] = {
		"models/model.json",
		"data/weights/model_weights_config.json",
		"data/weights/weight_0",
		"data/weights/weight_1",
		"data/weights/weight_2",
		"data/weights/weight_3",
		"byteorder",
		"data/sample_inputs/model.pt",
	};
	struct change changes[9] = { 0 };
	ct_export *program;

	for (int i = 0; i < 8; i++) {
		changes[i] = (struct change){ .entry = entries[i], .deflated = true };
		changes[i].bytes = entry_of(training, entries[i], &changes[i].n);
	}
	OK(load_changed(training, changes, &program));
	assert_runs(program);
	ct_export_free(program);
	for (int i = 0; i < 8; i++)
		free((char *)changes[i].bytes);
}
END_TEST

/* The older releases' files have other names and pickles; exported_old_files compares results. */
START_TEST(archives_of_older_releases_load)
{
	static const char *const releases[] = { "2.6", "2.7", "2.8", "2.9", "2.12" };
	char name[64];

	for (size_t i = 0; i < sizeof releases / sizeof *releases; i++) {
		ct_export *program;
		ct_value inputs, files;

		snprintf(name, sizeof name, "old/%s/shared_weights.training.pt2", releases[i]);
		program = load_fixture(name);
		OK(ct_export_sample_inputs(program, &inputs));
		ck_assert_int_eq(ct_value_count(&inputs), 2);
		OK(ct_export_extra_files(program, &files));
		ck_assert_int_eq(ct_value_count(&files), 0);
		ct_value_free(&inputs);
		ct_value_free(&files);
		ct_export_free(program);
	}
}
END_TEST

START_TEST(drawing_for_a_full_device_is_an_error)
{
	ct_export *program = load_fixture(training);
	FILE *full = fopen("/dev/full", "w");

	ck_assert_ptr_nonnull(full);
	FAILS(ct_export_draw(program, full), "RuntimeError: could not write to the stream: No "
					     "space left on device");
	fclose(full);
	ct_export_free(program);
}
END_TEST

START_TEST(no_program_has_no_text)
{
	FAILS(ct_export_to_string(NULL, NULL),
	      "ArgumentError: ct_export_to_string: argument 1 (self) must not be NULL");
	FAILS(ct_export_to_dot(NULL, NULL),
	      "ArgumentError: ct_export_to_dot: argument 1 (self) must not be NULL");
}
END_TEST

START_TEST(program_is_printed_and_drawn)
{
	ct_export *program = load_fixture(training);
	char *text = NULL, *drawing = NULL, *same = NULL;
	size_t n;
	FILE *stream = open_memstream(&text, &n);

	OK(ct_export_print(program, stream));
	fclose(stream);
	ck_assert_ptr_nonnull(strstr(text, "aten.linear.default"));
	stream = open_memstream(&drawing, &n);
	OK(ct_export_draw(program, stream));
	fclose(stream);
	ck_assert_ptr_nonnull(strstr(drawing, "digraph"));
	OK(ct_export_to_string(program, &same));
	ck_assert_str_eq(same, text);
	ct_free(same);
	OK(ct_export_to_dot(program, &same));
	ck_assert_str_eq(same, drawing);
	ct_free(same);
	ck_assert_int_eq(ct_export_node_count(program), 3);
	free(text);
	free(drawing);
	ct_export_free(program);
}
END_TEST

Suite *loading_suite(void)
{
	Suite *suite = suite_create("loading");
	TCase *tests = tests_of("loading");

	tcase_add_test(tests, bytes_may_be_overwritten_after_loading);
	tcase_add_test(tests, descriptor_stays_where_it_is);
	tcase_add_test(tests, descriptor_that_is_no_file_is_refused);
	tcase_add_test(tests, missing_arguments_are_named);
	tcase_add_test(tests, drawing_for_a_full_device_is_an_error);
	tcase_add_test(tests, no_program_has_no_text);
	tcase_add_test(tests, models_are_listed);
	tcase_add_test(tests, one_of_several_models_is_chosen);
	tcase_add_test(tests, extra_files_are_bytes);
	tcase_add_test(tests, sample_inputs_are_arguments_of_a_call);
	tcase_add_test(tests, program_without_sample_inputs_has_none);
	tcase_add_test(tests, files_of_other_kinds_are_named);
	tcase_add_test(tests, other_major_version_is_refused);
	tcase_add_test(tests, other_format_is_refused);
	tcase_add_test(tests, missing_entries_are_named);
	tcase_add_test(tests, unknown_entries_are_ignored);
	tcase_add_test(tests, compressed_entries_are_read);
	tcase_add_test(tests, archives_of_older_releases_load);
	tcase_add_test(tests, program_is_printed_and_drawn);
	suite_add_tcase(suite, tests);
	return suite;
}
