/*
 * Which kind a file is.
 */
#define _GNU_SOURCE
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "support.h"

static void assert_kind(const char *path, ct_file_kind wanted, const char *what)
{
	ct_file_kind got = -1;

	OK(ct_file_find_kind(path, &got));
	ck_assert_msg(got == wanted, "ct_file_find_kind, %s: expected %s, got %s", what,
		      ct_file_kind_name(wanted), ct_file_kind_name(got));
}

static void put_bytes(const void *bytes, size_t n)
{
	FILE *file = fopen(save_path, "wb");

	MUST(file && fwrite(bytes, 1, n, file) == n && fclose(file) == 0);
}

START_TEST(pythons_files_are_recognized)
{
	size_t n;
	const struct python_file *files = python_files(&n);

	for (size_t i = 0; i < n; i++) {
		const char *path = files[i].path;
		ct_file_kind kind = CT_FILE_TORCH;

		if (strstr(path, ".legacy.pt"))
			kind = CT_FILE_TORCH_LEGACY;
		else if (strstr(path, "/script.pt"))
			kind = CT_FILE_TORCHSCRIPT;
		assert_kind(path, kind, path);
	}
}
END_TEST

/* Written by torch.export.save(). */
START_TEST(exported_programs_are_recognized)
{
	ct_file_kind kind = CT_FILE_EXPORT;

	assert_kind("../../fixtures/modules/export.pt2", kind, "torch.export.save");
	assert_kind("../../fixtures/exported/mlp.training.pt2", kind, "torch.export.save");
	ck_assert_str_eq(ct_file_kind_name(kind), "torch.export");
}
END_TEST

/* Only the entry makes an archive TorchScript's, not a text in one. */
START_TEST(written_files_are_recognized)
{
	ct_tensor *tensor = number(1);
	ct_value dict = ct_value_dict_new();

	OK(ct_value_dict_set(&dict, ct_value_string("archive/constants.pkl"),
			     ct_value_tensor(tensor)));
	OK(ct_save(&dict, save_path));
	assert_kind(save_path, CT_FILE_TORCH, "ct_save");
	OK(ct_safetensors_save(&dict, save_path, NULL));
	assert_kind(save_path, CT_FILE_SAFETENSORS, "ct_safetensors_save");
	OK(ct_npz_save(&dict, save_path, false));
	assert_kind(save_path, CT_FILE_NPZ, "ct_npz_save");
	OK(ct_npy_save(tensor, save_path));
	assert_kind(save_path, CT_FILE_NPY, "ct_npy_save");
	ct_value_free(&dict);
	ct_tensor_free(tensor);
}
END_TEST

static const struct {
	const char *bytes;
	size_t n;
	ct_file_kind kind;
} begins[] = {
	{ "", 0, CT_FILE_UNKNOWN },
	{ "PK\3", 3, CT_FILE_UNKNOWN },
	{ "PK\3\4, cut off", 13, CT_FILE_TORCH },
	{ "PK\5\6", 4, CT_FILE_NPZ },
	{ "\x80\2}.", 4, CT_FILE_UNKNOWN },
	{ "\x80\2\x8a\n\x6c\xfc\x9c\x46\xf9", 9, CT_FILE_TORCH_LEGACY },
	{ "\x80\4\x95\1\0\0\0\0\0\0\0\x8a\n\x6c\xfc\x9c\x46\xf9", 18, CT_FILE_TORCH_LEGACY },
	{ "\x93NUMPY", 6, CT_FILE_NPY },
	{ "\2\0\0\0\0\0\0\0{}", 10, CT_FILE_SAFETENSORS },
	{ "\2\0\0\0\0\0\0\1{}", 10, CT_FILE_UNKNOWN },
	{ "{\"weight_map\": {}}", 18, CT_FILE_UNKNOWN },
};

START_TEST(beginnings_decide)
{
	char what[40];

	for (size_t i = 0; i < LENGTH(begins); i++) {
		snprintf(what, sizeof what, "the beginning %zu", i);
		put_bytes(begins[i].bytes, begins[i].n);
		assert_kind(save_path, begins[i].kind, what);
	}
}
END_TEST

START_TEST(folder_and_index_are_recognized)
{
	char index[sizeof save_path + 16];

	snprintf(index, sizeof index, "%s.index.json", save_path);
	assert_kind(save_folder, CT_FILE_SAFETENSORS_INDEX, "a folder");
	put_bytes("{}", 2);
	MUST(rename(save_path, index) == 0);
	assert_kind(index, CT_FILE_SAFETENSORS_INDEX, "an index");
	MUST(unlink(index) == 0);
}
END_TEST

START_TEST(what_cannot_be_opened_is_an_error)
{
	char message[sizeof save_path + 80];
	ct_file_kind kind = -1;

	snprintf(message, sizeof message, "RuntimeError: %s: opening it: No such file or directory",
		 save_path);
	FAILS(ct_file_find_kind(save_path, &kind), message);
	MUST(mkfifo(save_path, 0600) == 0);
	snprintf(message, sizeof message,
		 "ArgumentError: ct_file_find_kind: argument 1 (path): %s is not a regular file",
		 save_path);
	FAILS(ct_file_find_kind(save_path, &kind), message);
	FAILS(ct_file_find_kind(NULL, &kind),
	      "ArgumentError: ct_file_find_kind: argument 1 (path) must not be NULL");
	ck_assert_int_eq(kind, -1);
	ck_assert_str_eq(ct_file_kind_name(-1), "unknown");
	ck_assert_str_eq(ct_file_kind_name(CT_FILE_NPY), "npy");
	ck_assert_str_eq(ct_file_kind_name(CT_FILE_AOTI), "AOTInductor");
	ck_assert_str_eq(ct_file_kind_name(CT_FILE_DISTRIBUTED), "torch.distributed.checkpoint");
	ck_assert_str_eq(ct_file_kind_name(CT_FILE_DISTRIBUTED + 1), "unknown");
}
END_TEST

Suite *kind_suite(void)
{
	Suite *suite = suite_create("kinds of files");
	TCase *tests = tests_of("kinds of files");

	tcase_add_checked_fixture(tests, make_save_folder, remove_save_folder);
	tcase_add_test(tests, pythons_files_are_recognized);
	tcase_add_test(tests, exported_programs_are_recognized);
	tcase_add_test(tests, written_files_are_recognized);
	tcase_add_test(tests, beginnings_decide);
	tcase_add_test(tests, folder_and_index_are_recognized);
	tcase_add_test(tests, what_cannot_be_opened_is_an_error);
	suite_add_tcase(suite, tests);
	return suite;
}
