#include <stdio.h>
#include <unistd.h>

#include "hostile.h"

/* --- Loading ---------------------------------------------------------------------------------- */

static char folder[SCRATCH_SIZE];
char hostile_path[64];

void make_hostile_folder(void)
{
	make_scratch(folder);
	snprintf(hostile_path, sizeof hostile_path, "%s/a.pt", folder);
}

void remove_hostile_folder(void)
{
	unlink(hostile_path);
	remove_scratch(folder);
}

void put_bytes(const struct bytes *bytes)
{
	FILE *file = fopen(hostile_path, "wb");

	MUST(file && fwrite(bytes->data, 1, bytes->n, file) == bytes->n && fclose(file) == 0);
}

static void assert_refused(const char *expected, bool mmap, const char *what)
{
	const ct_load_options options = { .mmap = mmap };
	ct_value result = ct_value_int(7);
	ct_error error = ct_load(hostile_path, &options, &result);

	ck_assert_msg(error != NULL, "ct_load%s of %s: no error\n  expected %s",
		      mmap ? " (mmap)" : "", what, expected);
	ck_assert_msg(strcmp(error, expected) == 0,
		      "ct_load%s of %s:\n  expected %s\n  got      %s", mmap ? " (mmap)" : "", what,
		      expected, error);
	ck_assert_int_eq(result.kind, CT_VALUE_INT);
	ck_assert_int_eq(result.i, 7);
	ct_error_free(error);
}

void assert_file_refused(const struct bytes *file, const char *class_name, const char *message,
			 const char *what)
{
	char expected[700];

	put_bytes(file);
	snprintf(expected, sizeof expected, "%s: %s: %s", class_name, hostile_path, message);
	assert_refused(expected, false, what);
	assert_refused(expected, true, what);
}

static void assert_legacy_is_an_error(const char *words)
{
	struct bytes file = { 0 };
	ct_value result = ct_value_int(7);
	ct_error error;

	begin_legacy(&file, words);
	end_legacy(&file);
	put_bytes(&file);
	error = ct_load(hostile_path, NULL, &result);
	ck_assert_msg(error != NULL, "ct_load of %s (older form): no error", words);
	ck_assert_msg(ct_error_class_of(error) == CT_ERROR_VALUE && strstr(error, hostile_path),
		      "ct_load of %s (older form): %s", words, error);
	ck_assert_int_eq(result.i, 7);
	ct_error_free(error);
	free_bytes(&file);
}

void assert_pickle_refused(const char *words, const char *message)
{
	struct archive archive = { 0 };

	make_checkpoint(&archive, words);
	assert_file_refused(&archive.file, "ValueError", message, words);
	free_archive(&archive);
	assert_legacy_is_an_error(words);
}

void assert_pickle_is_an_error(const char *words)
{
	struct archive archive = { 0 };
	ct_value result = ct_value_int(7);

	make_checkpoint(&archive, words);
	put_bytes(&archive.file);
	FAILS_WITH(ct_load(hostile_path, NULL, &result), CT_ERROR_VALUE, hostile_path);
	ck_assert_int_eq(result.i, 7);
	free_archive(&archive);
}

void assert_pickle_loads(const char *words, ct_value_kind kind)
{
	struct archive archive = { 0 };
	ct_value result;
	ct_error error;

	make_checkpoint(&archive, words);
	put_bytes(&archive.file);
	error = ct_load(hostile_path, NULL, &result);
	ck_assert_msg(error == NULL, "ct_load of %s: %s", words, error);
	ck_assert_msg(result.kind == kind, "ct_load of %s: kind %d instead of %d", words,
		      result.kind, kind);
	ct_value_free(&result);
	free_archive(&archive);
}

void assert_file_loads(const struct bytes *file, const char *what)
{
	ct_value result, tensor;
	ct_error error;

	put_bytes(file);
	error = ct_load(hostile_path, NULL, &result);
	ck_assert_msg(error == NULL, "ct_load of %s: %s", what, error);
	OK(ct_value_dict_get(&result, ct_value_string("w"), &tensor));
	ck_assert_int_eq(tensor.kind, CT_VALUE_TENSOR);
	assert_floats(tensor.object, (const int64_t[]){ 2, 2, -1 }, (const double[]){ 1, 2, 3, 4 });
	ct_value_free(&result);
}
