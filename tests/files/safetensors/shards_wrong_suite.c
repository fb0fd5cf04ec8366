/*
 * Indices that are wrong, and folders whose files are not those of the index.
 */
#define _GNU_SOURCE
#include <sys/stat.h>
#include <unistd.h>

#include "support.h"

#define TENSOR(name) "\"" name "\":{\"dtype\":\"U8\",\"shape\":[1],\"data_offsets\":[0,1]}"

static char path_of_index[80];

static void make_two(void)
{
	make_st_folder();
	snprintf(path_of_index, sizeof path_of_index, "%s/model.safetensors.index.json", st_folder);
	put_header(in_folder("1.safetensors"), "{" TENSOR("a") "}", 1);
	put_header(in_folder("2.safetensors"), "{" TENSOR("b") "}", 1);
}

#define INVALID(at, text) \
	"the index is invalid at byte " at ": " text "; the file is damaged or in another format"
#define NO_NAME(at)                                                                             \
	INVALID(at,                                                                             \
		"a tensor's file must be a name that ends in .safetensors, without slashes or " \
		"'..'")
#define NO_MAP "not an index of safetensors files: it has no \"weight_map\""

static const struct {
	const char *text, *message;
} indices[] = {
	{ "", INVALID("0", "it must begin with {") },
	{ "[]", INVALID("0", "it must begin with {") },
	{ "{}", NO_MAP },
	{ "{\"weight_map\":{}}", NO_MAP },
	{ "{\"weight_map\":[]}", INVALID("14", "it must begin with {") },
	{ "{\"weight_map\":{\"a\":1}}", INVALID("19", "a tensor's file must be a string") },
	{ "{\"weight_map\":{\"a\":\"\"}}", NO_NAME("19") },
	{ "{\"weight_map\":{\"a\":\".safetensors\"}}", NO_NAME("19") },
	{ "{\"weight_map\":{\"a\":\"1.bin\"}}", NO_NAME("19") },
	{ "{\"weight_map\":{\"a\":\"..\"}}", NO_NAME("19") },
	{ "{\"weight_map\":{\"a\":\"../1.safetensors\"}}", NO_NAME("19") },
	{ "{\"weight_map\":{\"a\":\"/etc/1.safetensors\"}}", NO_NAME("19") },
	{ "{\"weight_map\":{\"a\":\"x\\\\1.safetensors\"}}", NO_NAME("19") },
	{ "{\"weight_map\":{\"a\":\"\\u002e./1.safetensors\"}}", NO_NAME("19") },
	{ "{\"weight_map\":{\"a\":\"..1.safetensors\"}}", NO_NAME("19") },
	{ "{\"weight_map\":{\"a\":\"1.safetensors\\u0000\"}}",
	  INVALID("39", "\\u0000 is not allowed without JSON_ALLOW_NUL") },
	{ "{\"weight_map\":{\"a\":\"1.safetensors\",\"a\":\"2.safetensors\"}}",
	  "\"weight_map\" lists the tensor 'a' twice; fetch or save the index again" },
	{ "{\"weight_map\":{\"a\":\"1.safetensors\"},\"weight_map\":{}}",
	  INVALID("49", "\"weight_map\" appears twice") },
	{ "{\"weight_map\":{\"a\":\"1.safetensors\"}", INVALID("35", "expected a comma or }") },
	{ "{\"metadata\":1,\"weight_map\":{\"a\":\"1.safetensors\"}}",
	  INVALID("12", "it must begin with {") },
};

START_TEST(indices_are_checked_strictly)
{
	ct_value tensors = ct_value_int(7);
	char message[300];

	put_text(path_of_index, indices[_i].text);
	snprintf(message, sizeof message, "ValueError: %s: %s", path_of_index, indices[_i].message);
	FAILS(ct_safetensors_load(st_folder, NULL, &tensors), message);
	FAILS(ct_safetensors_load(path_of_index, NULL, &tensors), message);
	FAILS(ct_safetensors_metadata(st_folder, &tensors), message);
	ck_assert_int_eq(tensors.i, 7);
}
END_TEST

static const struct {
	const char *text, *file, *message; /* the file that the message names */
} mismatches[] = {
	{ "{\"weight_map\":{\"a\":\"1.safetensors\",\"b\":\"1.safetensors\"}}", "1.safetensors",
	  "it does not have the tensor 'b', but the index lists it there; fetch or save all "
	  "files of the model again" },
	{ "{\"weight_map\":{\"a\":\"2.safetensors\",\"b\":\"1.safetensors\"}}", "1.safetensors",
	  "it has the tensor 'a', but the index does not list it there; fetch or save all files "
	  "of the model again" },
	{ "{\"weight_map\":{\"A\":\"1.safetensors\",\"a\":\"1.safetensors\"}}", "1.safetensors",
	  "it does not have the tensor 'A', but the index lists it there; fetch or save all "
	  "files of the model again" },
	{ "{\"weight_map\":{\"a\":\"1.safetensors\",\"b\":\"3.safetensors\"}}", "3.safetensors",
	  "opening it: No such file or directory" },
};

START_TEST(files_must_be_those_of_the_index)
{
	ct_value tensors = ct_value_int(7);
	ct_error error;
	char message[300];

	put_text(path_of_index, mismatches[_i].text);
	snprintf(message, sizeof message, "%s: %s", in_folder(mismatches[_i].file),
		 mismatches[_i].message);
	error = ct_safetensors_load(st_folder, NULL, &tensors);
	ck_assert(error != NULL);
	ck_assert_msg(strstr(error, message) != NULL, "%s", error);
	ct_error_free(error);
	ck_assert_int_eq(tensors.i, 7);
}
END_TEST

START_TEST(what_else_an_index_has_is_ignored)
{
	ct_value tensors, metadata;

	put_text(
		path_of_index,
		"{\"more\":[1,{}],\"metadata\":{\"total_size\":2,\"f\":1.5,\"t\":true,\"n\":null,"
		"\"list\":[1]},\"weight_map\":{\"a\":\"1.safetensors\",\"b\":\"2.safetensors\"}}\n");
	OK(ct_safetensors_load(st_folder, NULL, &tensors));
	ck_assert_int_eq(ct_value_count(&tensors), 2);
	ct_value_free(&tensors);
	OK(ct_safetensors_metadata(st_folder, &metadata));
	ck_assert_int_eq(ct_value_count(&metadata), 4);
	ct_value_free(&metadata);
}
END_TEST

START_TEST(key_that_no_file_has_is_refused)
{
	const char *key = "c";
	const ct_load_options options = { .keys = &key, .keys_len = 1 };
	ct_value tensors;
	char message[300];

	put_text(path_of_index, "{\"weight_map\":{\"a\":\"1.safetensors\"}}");
	snprintf(message, sizeof message,
		 "KeyError: %s has no tensor 'c', nor any whose name begins with it and a dot",
		 path_of_index);
	FAILS(ct_safetensors_load(st_folder, &options, &tensors), message);
}
END_TEST

START_TEST(wrong_arguments_are_refused)
{
	ct_value tensors = dict_of("a", number(1));
	char message[200];

	FAILS(ct_safetensors_save_sharded(&tensors, NULL, 0, NULL),
	      "ArgumentError: ct_safetensors_save_sharded: argument 2 (folder) must not be NULL");
	FAILS(ct_safetensors_save_sharded(&tensors, st_folder, -1, NULL),
	      "ArgumentError: ct_safetensors_save_sharded: argument 3 (max_shard_nbytes) is -1, "
	      "but must not be negative");
	snprintf(message, sizeof message,
		 "RuntimeError: %s: opening the folder: No such file or directory",
		 in_folder("none"));
	FAILS(ct_safetensors_save_sharded(&tensors, in_folder("none"), 0, NULL), message);
	FAILS(ct_safetensors_save_sharded(&tensors, st_folder, 0, &tensors),
	      "TypeError: argument 4 (metadata): values must be strings, not Tensor");
	ct_value_free(&tensors);
}
END_TEST

/* If saving fails, no index leads to files of two models. */
START_TEST(index_goes_before_its_files_change)
{
	ct_value tensors = dict_of_two("a", number(1), "b", number(2)), got;
	const char *second = "model-00002-of-00002.safetensors";

	unlink(in_folder("1.safetensors"));
	unlink(in_folder("2.safetensors"));
	OK(ct_safetensors_save_sharded(&tensors, st_folder, 4, NULL));
	unlink(in_folder(second));
	MUST(mkdir(in_folder(second), 0700) == 0); /* which cannot be replaced */
	FAILS_WITH(ct_safetensors_save_sharded(&tensors, st_folder, 4, NULL), CT_ERROR_RUNTIME,
		   second);
	FAILS_WITH(ct_safetensors_load(st_folder, NULL, &got), CT_ERROR_VALUE,
		   "the folder has neither");
	MUST(rmdir(in_folder(second)) == 0);
	ct_value_free(&tensors);
}
END_TEST

Suite *shards_wrong_suite(void)
{
	Suite *suite = suite_create("safetensors in files that do not match");
	TCase *tests = tests_of("safetensors in files that do not match");

	tcase_add_checked_fixture(tests, make_two, remove_st_folder);
	tcase_add_loop_test(tests, indices_are_checked_strictly, 0, (int)LENGTH(indices));
	tcase_add_loop_test(tests, files_must_be_those_of_the_index, 0, (int)LENGTH(mismatches));
	tcase_add_test(tests, what_else_an_index_has_is_ignored);
	tcase_add_test(tests, key_that_no_file_has_is_refused);
	tcase_add_test(tests, wrong_arguments_are_refused);
	tcase_add_test(tests, index_goes_before_its_files_change);
	suite_add_tcase(suite, tests);
	return suite;
}
