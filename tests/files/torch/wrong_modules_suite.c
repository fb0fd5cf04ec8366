/*
 * Modules in files that are damaged or made to do harm, and indices of such files.
 */
#define _GNU_SOURCE
#include <string.h>
#include <unistd.h>

#include <ctorch/files/save.h>

#include "hostile.h"

static void assert_refused(const struct bytes *file, const char *message)
{
	ct_value result = ct_value_int(7);
	char text[600];

	put_bytes(file);
	snprintf(text, sizeof text, "ValueError: %s: %s", hostile_path, message);
	FAILS(ct_load(hostile_path, &(ct_load_options){ .state_dicts = true }, &result), text);
	FAILS(ct_load(hostile_path, &(ct_load_options){ .state_dicts = true, .skip_unknown = true },
		      &result),
	      text);
	ck_assert_int_eq(result.kind, CT_VALUE_INT);
}

static void assert_words_refused(const char *words, const char *message)
{
	struct archive archive = { 0 };

	make_checkpoint(&archive, words);
	assert_refused(&archive.file, message);
	free_archive(&archive);
}

/* An object of a class; its attributes follow. */
#define OBJECT "@m.Net ) #81 "
#define NO_DICT "'_parameters' } s '_buffers' } s "

START_TEST(module_in_itself_is_an_error)
{
	assert_words_refused(OBJECT "p0 } " NO_DICT "'_modules' } 'a' g0 s s b .",
			     "'a': it contains itself");
}
END_TEST

static void add_words(struct bytes *self, const char *words)
{
	add_bytes(self, words, strlen(words));
}

/* Each level has the one below twice: 2^40 modules. */
START_TEST(modules_repeated_without_end_are_an_error)
{
	struct archive archive = { 0 };
	struct bytes words = { 0 };
	ct_value result;
	char level[200];

	add_words(&words, OBJECT "} " NO_DICT "'_modules' } s b p0 ");
	for (int i = 0; i < 40; i++) {
		snprintf(level, sizeof level,
			 "#30 " OBJECT "} " NO_DICT "'_modules' } 'a' g%d s 'b' g%d s s b p%d ", i,
			 i, i + 1);
		add_words(&words, level);
	}
	add_bytes(&words, ".", 2);
	make_checkpoint(&archive, (const char *)words.data);
	put_bytes(&archive.file);
	FAILS_WITH(ct_load(hostile_path, &(ct_load_options){ .state_dicts = true }, &result),
		   CT_ERROR_VALUE, "repeats its parts too often");
	free_archive(&archive);
	free_bytes(&words);
}
END_TEST

START_TEST(parts_of_modules_are_checked)
{
	assert_words_refused(
		OBJECT "} '_parameters' } 'w' " TENSOR_ON(
			"$Float:0:4", "1", "%(2,2)", "%(2,1)") "s s "
							       "'_buffers' } s '_modules' } s b .",
		"'w': its last element ends at byte 20 of its storage, which has 16 bytes");
}
END_TEST

static void add_times(struct bytes *self, const char *words)
{
	enum { TIMES = 60000 };

	for (int i = 0; i < TIMES; i++)
		add_words(self, words);
}

/* Each buffer would be looked up in the whole set. */
START_TEST(many_buffers_and_a_long_set_are_an_error)
{
	struct archive archive = { 0 };
	struct bytes words = { 0 };

	add_words(&words, OBJECT "} '_parameters' } s '_modules' } s '_buffers' } ( 'b' p0 1 ");
	add_times(&words, "g0 1 ");
	add_words(&words, "u s '_non_persistent_buffers_set' #8f ( 'aa' p1 ");
	add_times(&words, "g1 ");
	add_bytes(&words, "#90 s b .", 10);
	make_checkpoint(&archive, (const char *)words.data);
	assert_refused(&archive.file, "its pickle repeats its parts too often");
	free_archive(&archive);
	free_bytes(&words);
}
END_TEST

/* --- TorchScript ------------------------------------------------------------------------------ */

static void make_script(struct archive *archive, const char *code)
{
	begin_checkpoint(archive, "@__torch__.Net ) #81 } 'w' " TENSOR "s 'x' 7 s b .");
	add_text_entry(archive, "a/constants.pkl", "");
	if (code)
		add_text_entry(archive, "a/code/__torch__.py", code);
	end_archive(archive);
}

static void assert_script(const char *code, int64_t tensors, const char *message)
{
	struct archive archive = { 0 };
	ct_value result;

	make_script(&archive, code);
	if (message)
		assert_refused(&archive.file, message);
	else {
		put_bytes(&archive.file);
		OK(ct_load(hostile_path, &(ct_load_options){ .state_dicts = true }, &result));
		ck_assert_int_eq(ct_value_count(&result), tensors);
		ct_value_free(&result);
	}
	free_archive(&archive);
}

START_TEST(code_says_which_attributes_are_parameters)
{
	static const char none[] = "its code does not define the class __torch__.Net";

	assert_script("class Net(Module):\n  __parameters__ = [\"w\", ]\n", 1, NULL);
	assert_script("class Net(Module):\n  __parameters__ = []\n  __buffers__ = [\"w\", ]\n", 1,
		      NULL);
	assert_script("class Net(Module):\n  __parameters__ = []\n  __buffers__ = []\n", 0, NULL);
	/* PyTorch before 1.5 lists no buffers. */
	assert_script("class Net(Module):\n  __parameters__ = []\n", 1, NULL);
	/* An object that is not a module is the dict of its attributes. */
	assert_script("class Net(object):\n  w : Tensor\n", 2, NULL);
	assert_script(NULL, 0, none);
	assert_script("", 0, none);
	assert_script("class Other(Module):\n", 0, none);
	assert_script("class Net", 0, none);
	assert_script("class Net(Module", 2, NULL);
	assert_script("class Net(Module):\n  __parameters__ = [\"w", 1, NULL);
	assert_script("class Net(Module):\n  __parameters__ = [\"w\", \"w\", ", 1, NULL);
}
END_TEST

START_TEST(code_that_grows_too_much_is_an_error)
{
	static char code[8 << 20];
	struct archive archive = { 0 };
	ct_value result;

	memset(code, ' ', sizeof code);
	begin_checkpoint(&archive, "@__torch__.Net ) #81 } 'w' " TENSOR "s b .");
	add_text_entry(&archive, "a/constants.pkl", "");
	add_deflated(&archive, "a/code/__torch__.py", code, sizeof code);
	end_archive(&archive);
	put_bytes(&archive.file);
	FAILS_WITH(ct_load(hostile_path, &(ct_load_options){ .state_dicts = true }, &result),
		   CT_ERROR_VALUE, "its code/__torch__.py would grow from ");
	free_archive(&archive);
}
END_TEST

/* --- Several files ---------------------------------------------------------------------------- */

static const struct {
	const char *index, *message;
} indices[] = {
	{ "{}", "not an index of bin files: it has no \"weight_map\"" },
	{ "{\"weight_map\":{\"w\":\"../a.bin\"}}",
	  "a tensor's file must be a name that ends in .bin, without slashes or '..'" },
	{ "{\"weight_map\":{\"w\":\"a.safetensors\"}}",
	  "a tensor's file must be a name that ends in .bin, without slashes or '..'" },
	{ "{\"weight_map\":{\"w\":\"none.bin\"}}", "No such file or directory" },
	{ "{\"weight_map\":{\"w\":\"page.bin\"}}", "page.bin: not a file of torch.save(), "
						   "safetensors, .npz or .npy, but a web page" },
	{ "{\"weight_map\":{\"v\":\"a.bin\"}}",
	  "the tensor 'v' of 'a.bin' is in the index, but not in the file" },
	{ "{\"weight_map\":{\"w\":\"b.bin\"}}", "the tensor 'v' of 'b.bin' is not in the index" },
	{ "{\"weight_map\":{\"w\":\"list.bin\"}}", "the file 'list.bin' has no dict of tensors" },
};

static void put_file(const char *folder, const char *name, const void *bytes, size_t n)
{
	char path[200];
	FILE *file;

	snprintf(path, sizeof path, "%s/%s", folder, name);
	file = fopen(path, "wb");
	MUST(file && fwrite(bytes, 1, n, file) == n && fclose(file) == 0);
}

static void put_checkpoint(const char *folder, const char *name, const char *words)
{
	struct archive archive = { 0 };

	make_checkpoint(&archive, words);
	put_file(folder, name, archive.file.data, archive.file.n);
	free_archive(&archive);
}

START_TEST(damaged_indices_are_errors)
{
	static const char *const names[] = { "a.bin", "b.bin", "list.bin", "page.bin",
					     "pytorch_model.bin.index.json" };
	char folder[SCRATCH_SIZE], path[200];
	ct_value result;

	make_scratch(folder);
	put_checkpoint(folder, names[0], "} 'w' " TENSOR "s .");
	put_checkpoint(folder, names[1], "} 'w' " TENSOR "s 'v' " TENSOR "s .");
	put_checkpoint(folder, names[2], "] .");
	put_file(folder, names[3], "<html>\n", 7);
	for (size_t i = 0; i < LENGTH(indices); i++) {
		put_file(folder, names[4], indices[i].index, strlen(indices[i].index));
		FAILS_WITH(ct_load(folder, NULL, &result),
			   i == 3 ? CT_ERROR_RUNTIME : CT_ERROR_VALUE, indices[i].message);
	}
	for (size_t i = 0; i < LENGTH(names); i++) {
		snprintf(path, sizeof path, "%s/%s", folder, names[i]);
		MUST(unlink(path) == 0);
	}
	remove_scratch(folder);
}
END_TEST

Suite *wrong_modules_suite(void)
{
	Suite *suite = suite_create("hostile modules");
	TCase *tests = tests_of("hostile modules");

	tcase_add_checked_fixture(tests, make_hostile_folder, remove_hostile_folder);
	tcase_add_test(tests, module_in_itself_is_an_error);
	tcase_add_test(tests, modules_repeated_without_end_are_an_error);
	tcase_add_test(tests, many_buffers_and_a_long_set_are_an_error);
	tcase_add_test(tests, parts_of_modules_are_checked);
	tcase_add_test(tests, code_says_which_attributes_are_parameters);
	tcase_add_test(tests, code_that_grows_too_much_is_an_error);
	tcase_add_test(tests, damaged_indices_are_errors);
	suite_add_tcase(suite, tests);
	return suite;
}
