/*
 * What cannot be saved. The file of before stays.
 */
#define _GNU_SOURCE
#include <sys/stat.h>
#include <unistd.h>

#include "support.h"

/* Saves, and releases the dict. */
static ct_error save(ct_value tensors)
{
	ct_error error = ct_safetensors_save(&tensors, st_path, NULL);

	ct_value_free(&tensors);
	return error;
}

static void check_before_and_after(void (*test)(void))
{
	put_text(st_path, "before");
	test();
	assert_file(st_path, "before", 6, "the file of before");
	ck_assert_int_eq(count_files(), 1);
}

static void save_tensors_of_other_kinds(void)
{
	const int64_t shape[] = { 2 };
	int64_t ones[65];
	ct_tensor *tensor = vector(2, (const float[]){ 1, 2 }), *other;

	OK(ct_to_sparse(tensor, CT_LAYOUT_NONE, NULL, 0, NULL, &other));
	FAILS(save(dict_of("a", other)),
	      "TypeError: tensor 'a': safetensors files cannot hold sparse tensors; call "
	      "ct_to_dense() first");
	OK(ct__nested_tensor_from_tensor_list(&tensor, 1, CT_DTYPE_NONE, CT_LAYOUT_NONE,
					      CT_DEVICE_NONE, NULL, &other));
	FAILS(save(dict_of("a", other)),
	      "TypeError: tensor 'a': safetensors files cannot hold nested tensors; save the "
	      "components of ct_unbind_int()");
	OK(ct_quantize_per_tensor(tensor, 1, 0, CT_QINT8, &other));
	FAILS(save(dict_of("a", other)),
	      "TypeError: tensor 'a': safetensors files have no type for QInt8; convert it, or save "
	      "its parts (ct_view_as_real(), ct_int_repr(), ct_view_dtype())");
	OK(ct_to_dtype(tensor, CT_COMPLEX128, false, false, CT_MEMORY_FORMAT_NONE, &other));
	FAILS_WITH(save(dict_of("a\x1b", other)), CT_ERROR_TYPE,
		   "tensor 'a?': safetensors files have no type for ComplexDouble");
	OK(ct_empty_memory_format(shape, 1, CT_FLOAT32, CT_LAYOUT_NONE,
				  CT_DEVICE(CT_DEVICE_TYPE_META, -1), NULL, CT_MEMORY_FORMAT_NONE,
				  &other));
	FAILS(save(dict_of("a", other)),
	      "TypeError: tensor 'a': a tensor on the meta device has no elements to save");
	for (int i = 0; i < 65; i++)
		ones[i] = 1;
	OK(ct_zeros(ones, 65, CT_FLOAT32, CT_LAYOUT_NONE, CT_DEVICE_NONE, NULL, &other));
	FAILS(save(dict_of("a", other)), "TypeError: tensor 'a': it has more than 64 dimensions");
	ct_tensor_free(tensor);
}

START_TEST(tensors_of_other_kinds_are_refused)
{
	check_before_and_after(save_tensors_of_other_kinds);
}
END_TEST

static void save_shared_tensors(void)
{
	static const char message[] =
		"RuntimeError: Some tensors share memory, this will lead to duplicate memory on "
		"disk and potential differences when loading them again: [%s]; save one of each, or "
		"copies made with ct_clone()";
	ct_tensor *base = matrix(2, 3, (const float[]){ 1, 2, 3, 4, 5, 6 }), *part, *columns[2];
	ct_value tensors;
	char expected[400];

	snprintf(expected, sizeof expected, message, "{'a', 'b'}");
	FAILS(save(dict_of_two("b", ct_tensor_retain(base), "a", ct_tensor_retain(base))),
	      expected);
	OK(ct_select_int(base, 0, 1, &part));
	FAILS(save(dict_of_two("a", ct_tensor_retain(base), "b", part)), expected);
	for (int i = 0; i < 2; i++)
		OK(ct_select_int(base, 1, i, &columns[i]));
	FAILS(save(dict_of_two("a", columns[0], "b", columns[1])), expected);

	tensors = dict_of_two("head.weight", ct_tensor_retain(base), "embed.weight", base);
	part = number(1);
	for (int i = 0; i < 2; i++)
		OK(ct_value_dict_set(&tensors, ct_value_string(i ? "x" : "y"),
				     ct_value_tensor(part)));
	ct_tensor_free(part);
	part = number(1);
	OK(ct_value_dict_set(&tensors, ct_value_string("alone"), ct_value_tensor(part)));
	ct_tensor_free(part);
	FAILS_WITH(save(tensors), CT_ERROR_RUNTIME, "{'embed.weight', 'head.weight'}");
}

START_TEST(tensors_that_share_memory_are_named)
{
	check_before_and_after(save_shared_tensors);
}
END_TEST

static void save_other_values(void)
{
	const ct_value a = ct_value_string("a"), one = ct_value_int(1);
	ct_value tensors;

	FAILS(save(one), "TypeError: argument 1 (tensors) must be a dict of tensors, not int");
	FAILS(ct_safetensors_save(NULL, st_path, NULL),
	      "TypeError: argument 1 (tensors) must be a dict of tensors, not NoneType");
	FAILS(save(ct_value_dict((ct_value[]){ a, one }, 1)),
	      "TypeError: 'a' must be a tensor, not int");
	FAILS(save(ct_value_dict((ct_value[]){ a, ct_value_none() }, 1)),
	      "TypeError: 'a' must be a tensor, not NoneType");
	FAILS(save(ct_value_dict((ct_value[]){ one, one }, 1)),
	      "TypeError: argument 1 (tensors): keys must be strings, not int");
	FAILS(save(dict_of("__metadata__", number(1))),
	      "ValueError: a tensor cannot be named '__metadata__'; rename it");
	FAILS(save(dict_of("a\xff", number(1))),
	      "ValueError: the name or string 'a\xff' is not UTF-8, or contains a NUL");
	tensors = dict_of("a", number(1));
	FAILS(ct_safetensors_save(&tensors, st_path, &one),
	      "TypeError: argument 3 (metadata) must be a dict of strings, not int");
	FAILS(ct_safetensors_save(&tensors, st_path,
				  &(ct_value){ .kind = CT_VALUE_DICT,
					       .i = 1,
					       .object = (ct_value[]){ a, one } }),
	      "TypeError: argument 3 (metadata): values must be strings, not int");
	FAILS(ct_safetensors_save(&tensors, st_path,
				  &(ct_value){ .kind = CT_VALUE_DICT,
					       .i = 1,
					       .object = (ct_value[]){ one, a } }),
	      "TypeError: argument 3 (metadata): keys must be strings, not int");
	FAILS(ct_safetensors_save(&tensors, NULL, NULL),
	      "ArgumentError: ct_safetensors_save: argument 2 (path) must not be NULL");
	FAILS(ct_safetensors_encode(&tensors, NULL, NULL, &(int64_t){ 0 }),
	      "ArgumentError: ct_safetensors_encode: argument 3 (bytes) must not be NULL");
	FAILS(ct_safetensors_encode(&tensors, NULL, &(char *){ NULL }, NULL),
	      "ArgumentError: ct_safetensors_encode: argument 4 (nbytes) must not be NULL");
	ct_value_free(&tensors);
}

START_TEST(values_of_other_kinds_are_refused)
{
	check_before_and_after(save_other_values);
}
END_TEST

/* Values that a program has filled in by hand. */
static void save_invalid_values(void)
{
	ct_tensor *tensor = number(1);
	const ct_value a = ct_value_string("a");
	const ct_value none[] = { { .kind = CT_VALUE_STRING, .i = 3 }, ct_value_tensor(tensor) };
	const ct_value of_none[] = { a, { .kind = CT_VALUE_TENSOR } };

	FAILS_WITH(save((ct_value){ .kind = CT_VALUE_DICT, .i = -3 }), CT_ERROR_ARGUMENT,
		   "negative length");
	FAILS_WITH(save((ct_value){ .kind = CT_VALUE_DICT, .i = 3 }), CT_ERROR_ARGUMENT,
		   "a list that is NULL and not empty");
	FAILS_WITH(save((ct_value){ .kind = 77 }), CT_ERROR_TYPE, "must be a dict of tensors");
	FAILS_WITH(save(ct_value_dict(none, 1)), CT_ERROR_ARGUMENT, "points to nothing");
	FAILS_WITH(save(ct_value_dict(of_none, 1)), CT_ERROR_ARGUMENT, "points to nothing");
	ct_tensor_free(tensor);
}

START_TEST(invalid_values_are_refused)
{
	check_before_and_after(save_invalid_values);
}
END_TEST

static void save_surrogates(void)
{
	/* Too long forms, half of a pair, beyond the last character, a part of one. */
	static const char *const texts[] = {
		"\xc0\x80",     "\xe0\x80\x80",        "\xf0\x80\x80\x80",
		"\xed\xa0\x80", "\xf4\x90\x80\x80",    "\xe2\x82",
		"\x80",         "\xf8\x88\x80\x80\x80"
	};

	for (size_t i = 0; i < LENGTH(texts); i++)
		FAILS_WITH(save(dict_of(texts[i], number(1))), CT_ERROR_VALUE, "is not UTF-8");
}

START_TEST(names_must_be_utf_8)
{
	check_before_and_after(save_surrogates);
}
END_TEST

START_TEST(errors_of_the_system_have_its_text)
{
	ct_value tensors = dict_of("a", number(1));
	char message[200];

	snprintf(message, sizeof message,
		 "RuntimeError: %s: creating it: No such file or directory", in_folder("none/a"));
	FAILS(ct_safetensors_save(&tensors, in_folder("none/a"), NULL), message);
	FAILS(ct_safetensors_save(&tensors, "/dev/full", NULL),
	      "RuntimeError: /dev/full: writing to it: No space left on device");
	ct_value_free(&tensors);
}
END_TEST

START_TEST(header_has_a_limit)
{
	const size_t n = 100000000;
	ct_value tensors = dict_of("a", number(1)), metadata = ct_value_dict_new();
	char *text = malloc(n + 1);

	MUST(text);
	memset(text, 'x', n);
	text[n] = '\0';
	OK(ct_value_dict_set(&metadata, ct_value_string("k"), ct_value_string(text)));
	FAILS_WITH(ct_safetensors_save(&tensors, st_path, &metadata), CT_ERROR_VALUE,
		   "but the format's limit is 100000000");
	free(text);
	ct_value_free(&metadata);
	ct_value_free(&tensors);
}
END_TEST

Suite *write_wrong_suite(void)
{
	Suite *suite = suite_create("what safetensors cannot be");
	TCase *tests = tests_of("what safetensors cannot be");

	tcase_add_checked_fixture(tests, make_st_folder, remove_st_folder);
	tcase_add_test(tests, tensors_of_other_kinds_are_refused);
	tcase_add_test(tests, tensors_that_share_memory_are_named);
	tcase_add_test(tests, values_of_other_kinds_are_refused);
	tcase_add_test(tests, invalid_values_are_refused);
	tcase_add_test(tests, names_must_be_utf_8);
	tcase_add_test(tests, errors_of_the_system_have_its_text);
	tcase_add_test(tests, header_has_a_limit);
	suite_add_tcase(suite, tests);
	return suite;
}
