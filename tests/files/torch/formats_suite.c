/*
 * Files of other formats, which every loader names.
 */
#define _GNU_SOURCE
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <ctorch/files/npy.h>
#include <ctorch/files/npz.h>
#include <ctorch/files/safetensors.h>
#include <ctorch/nn/module.h>
#include <ctorch/nn/nn.h>

#include "support.h"

#define B(text) (text), sizeof(text) - 1

#define DISTRIBUTED "load its folder with ct_load() or ct_dcp_load()"

static const struct {
	const char *name, *bytes;
	size_t n;
	const char *what, *advice; /* parts of the message */
} files[] = {
	{ "a.pth", B("<!DOCTYPE html>\n<html>"), "a web page (it begins with '<!DOCTYPE html>')",
	  "fetch the file again" },
	{ "a.pth", B("\xef\xbb\xbf \n<HTML><head>"),
	  "a web page (it begins with ef bb bf 20 0a 3c 48 "
	  "54)",
	  "fetch the file again" },
	{ "a.pth", B("<?xml version='1.0'?><Error><Code>AccessDenied"), "a web page",
	  "fetch the file again" },
	{ "a.pth", B("version https://git-lfs.github.com/spec/v1\noid sha256:00\nsize 7\n"),
	  "a pointer of Git LFS", "git lfs pull" },
	{ "a.pth", B("\x1f\x8b\x08\0\0\0"), "compressed by gzip (it begins with 1f 8b 08 00 00 00)",
	  "gunzip" },
	{ "a.pth", B("BZh91AY"), "compressed by bzip2", "decompress it first" },
	{ "a.pth",
	  B("\xfd"
	    "7zXZ\0"),
	  "compressed by xz", "decompress it first" },
	{ "a.pth", B("\x28\xb5\x2f\xfd\0"), "compressed by zstd", "decompress it first" },
	{ "a.pth", B("GGUF\3\0\0\0"), "a GGUF file of llama.cpp (it begins with 47 47 55 46 03",
	  "fetch the model as safetensors" },
	{ "a.h5", B("\x89HDF\r\n\x1a\n\0\0"), "an HDF5 file", "numpy.savez()" },
	{ "a.tflite", B("\x1c\0\0\0TFL3\0"), "a TensorFlow Lite model", "PyTorch" },
	/* Messages as onnx.helper.make_model() and torch.onnx.export() write them. */
	{ "model",
	  B("\x08\x0a\x12\x07pytorch\x1a\x05"
	    "2.15.0"),
	  "an ONNX model", "net.state_dict()" },
	{ "model", B("\x08\x08\x3a\x10\x0a\x05"), "an ONNX model", "net.state_dict()" },
	{ "a.onnx", B("\x08\x03\x28\x01"), "an ONNX model", "net.state_dict()" },
	{ "config.json", B("{\n  \"hidden\": 8\n}\n"), "JSON", ".index.json" },
	{ "a.json", B("[1, 2]"), "JSON", ".index.json" },
	{ "a.pkl", B("\x80\4\x95\x0b\0\0\0\0\0\0\0]."), "a plain pickle of Python",
	  "net.state_dict()" },
	{ "a.pkl", B("(dp0\nS'a'\n"), "a plain pickle of Python", "torch.save()" },
	{ ".metadata", B("\x80\4\x95\xf7\3\0\0\0"), "a part of a distributed checkpoint",
	  DISTRIBUTED },
	{ "__0_0.distcp", B("PK\3\4\0\0\x08\x08"), "a part of a distributed checkpoint",
	  DISTRIBUTED },
};

static void put(const char *name, const void *bytes, size_t n, char path[200])
{
	FILE *file;

	snprintf(path, 200, "%s/%s", save_folder, name);
	file = fopen(path, "wb");
	MUST(file && fwrite(bytes, 1, n, file) == n && fclose(file) == 0);
}

static void assert_says(ct_error error, const char *loader, const char *path, const char *what,
			const char *advice)
{
	ck_assert_msg(error && ct_error_class_of(error) == CT_ERROR_VALUE && strstr(error, path) &&
			      strstr(error, what) && strstr(error, advice),
		      "%s: %s: expected '%s' and '%s', got %s", loader, path, what, advice,
		      error ? error : "no error");
	ct_error_free(error);
}

static void assert_all_say(const char *path, const char *what, const char *advice)
{
	ct_value value;
	ct_tensor *tensor;

	CT_SCOPE;
	assert_says(ct_load(path, NULL, &value), "ct_load", path, what, advice);
	assert_says(ct_safetensors_load(path, NULL, &value), "ct_safetensors_load", path, what,
		    advice);
	assert_says(ct_npz_load(path, NULL, &value), "ct_npz_load", path, what, advice);
	assert_says(ct_npy_load(path, &tensor), "ct_npy_load", path, what, advice);
	assert_says(ct_npy_map(path, false, &tensor), "ct_npy_map", path, what, advice);
	assert_says(ct_module_load(CT_NN(Linear, 2, 2), path, NULL, NULL), "ct_module_load", path,
		    what, advice);
	OK(CT_DONE());
}

START_TEST(every_loader_names_the_format)
{
	char path[200];

	for (size_t i = 0; i < LENGTH(files); i++) {
		put(files[i].name, files[i].bytes, files[i].n, path);
		assert_all_say(path, files[i].what, files[i].advice);
		MUST(unlink(path) == 0);
	}
}
END_TEST

START_TEST(tar_is_known_by_its_mark)
{
	char bytes[512] = "checkpoint.pth", path[200];

	memcpy(bytes + 257, "ustar", 5);
	put("a.pth.tar", bytes, sizeof bytes, path);
	assert_all_say(path, "a tar archive (it begins with 63 68 65 63 6b 70 6f 69)", "tar -xf");
	MUST(unlink(path) == 0);
}
END_TEST

/* Files of this library, for another of its loaders. */
START_TEST(loaders_name_each_others_files)
{
	ct_tensor *tensor = number(1), *other;
	char path[200];
	ct_value value;

	put("a", "", 0, path);
	OK(ct_npy_save(tensor, path));
	assert_says(ct_npz_load(path, NULL, &value), "ct_npz_load", path,
		    "not an .npz archive, but a .npy file, of one array", "use ct_npy_load()");
	assert_says(ct_safetensors_load(path, NULL, &value), "ct_safetensors_load", path,
		    "a .npy file", "use ct_npy_load()");
	value = ct_value_tensor(tensor);
	OK(ct_save(&value, path));
	assert_says(ct_npy_load(path, &other), "ct_npy_load", path,
		    "a zip archive, as torch.save()", "ct_load()");
	assert_says(ct_safetensors_load(path, NULL, &value), "ct_safetensors_load", path,
		    "a zip archive", "ct_load()");
	assert_says(ct_safetensors_load("../../fixtures/checkpoints/2.15.0/values.legacy.pt", NULL,
					&value),
		    "ct_safetensors_load", "values.legacy.pt", "a file of torch.save()",
		    "ct_load()");
	MUST(unlink(path) == 0);
	ct_tensor_free(tensor);
}
END_TEST

START_TEST(folder_of_a_distributed_checkpoint_is_named)
{
	char path[200];
	ct_value value;

	put(".metadata", "\x80\4", 2, path);
	assert_says(ct_safetensors_load(save_folder, NULL, &value), "ct_safetensors_load",
		    save_folder, "the folder is a distributed checkpoint", DISTRIBUTED);
	MUST(unlink(path) == 0);
}
END_TEST

START_TEST(formats_in_a_zip_archive_are_named)
{
	ct_value value;

	/* Written by torch.export.save(). */
	assert_says(ct_load("../../fixtures/modules/export.pt2", NULL, &value), "ct_load",
		    "export.pt2", "a .pt2 file, of torch.export", "ct_export_load()");
}
END_TEST

Suite *formats_suite(void)
{
	Suite *suite = suite_create("formats of others");
	TCase *tests = tests_of("formats of others");

	tcase_add_checked_fixture(tests, make_save_folder, remove_save_folder);
	tcase_add_test(tests, every_loader_names_the_format);
	tcase_add_test(tests, tar_is_known_by_its_mark);
	tcase_add_test(tests, loaders_name_each_others_files);
	tcase_add_test(tests, folder_of_a_distributed_checkpoint_is_named);
	tcase_add_test(tests, formats_in_a_zip_archive_are_named);
	suite_add_tcase(suite, tests);
	return suite;
}
