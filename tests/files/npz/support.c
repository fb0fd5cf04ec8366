#define _GNU_SOURCE
#include <stdio.h>
#include <unistd.h>

#include "support.h"

json_t *npz_cases;
char npz_folder[SCRATCH_SIZE];
char npz_path[64];

void make_npz_folder(void)
{
	make_scratch(npz_folder);
	snprintf(npz_path, sizeof npz_path, "%s/a.npz", npz_folder);
	npz_cases = expected_cases("npz");
}

void remove_npz_folder(void)
{
	json_decref(npz_cases);
	unlink(npz_path);
	remove_scratch(npz_folder);
}

const json_t *npz_case(const char *name)
{
	const json_t *of_case;
	size_t i;

	json_array_foreach (npz_cases, i, of_case) {
		const char *its = json_string_value(json_object_get(of_case, "name"));

		if (its && strcmp(its, name) == 0)
			return of_case;
	}
	fprintf(stderr, "npz.json: there is no case '%s'\n", name);
	abort();
}

void put_case(const json_t *of_case, const char *key)
{
	size_t n;
	unsigned char *file = from_hex(expected_text(of_case, key), &n);

	put_file(npz_path, file, n);
	free(file);
}

/* --- Dicts ----------------------------------------------------------------------------------- */

/* Those of arrays without elements, and of dimensions of one, do not matter. */
static void assert_strides(const ct_tensor *tensor, const json_t *item, const char *what)
{
	int64_t n, *strides = expected_ints(item, "strides", &n);

	ck_assert_int_eq(ct_tensor_dim(tensor), n);
	for (int64_t i = 0; i < n && ct_tensor_numel(tensor) > 0; i++)
		ck_assert_msg(ct_tensor_shape(tensor)[i] == 1 ||
				      ct_tensor_strides(tensor)[i] == strides[i],
			      "%s: stride %lld is %lld, expected %lld", what, (long long)i,
			      (long long)ct_tensor_strides(tensor)[i], (long long)strides[i]);
	free(strides);
}

static void assert_bytes(const ct_value *value, const json_t *item, const char *what)
{
	size_t n;
	unsigned char *bytes = from_hex(expected_text(item, "bytes"), &n);

	ck_assert_msg(value->kind == CT_VALUE_BYTES && value->i == (int64_t)n &&
			      memcmp(value->object, bytes, n) == 0,
		      "%s: a value of kind %d and length %lld, expected %zu bytes", what,
		      value->kind, (long long)value->i, n);
	free(bytes);
}

static void assert_item(const ct_value *value, const json_t *item, const char *what)
{
	if (json_object_get(item, "bytes")) {
		assert_bytes(value, item, what);
	} else if (json_object_get(item, "tensor")) {
		ck_assert_msg(value->kind == CT_VALUE_TENSOR, "%s: a value of kind %d", what,
			      value->kind);
		assert_expected_tensor(value->object, item, "tensor", 0, what);
		assert_strides(value->object, item, what);
	} else {
		ck_assert_msg(ct_value_is_none(value), "%s: a value of kind %d, expected None",
			      what, value->kind);
	}
}

void assert_loaded(const ct_value *arrays, const json_t *of_case, const char *what)
{
	const json_t *list = expected_list(of_case, "loaded"), *item;
	ct_value name, value;
	char message[200];
	size_t i;

	ck_assert_int_eq(ct_value_count(arrays), (int64_t)json_array_size(list));
	json_array_foreach (list, i, item) {
		snprintf(message, sizeof message, "%s of %s, item %zu", what,
			 expected_text(of_case, "name"), i);
		OK(ct_value_dict_item(arrays, (int64_t)i, &name, &value));
		ck_assert_str_eq(name.object, expected_text(item, "name"));
		assert_item(&value, item, message);
	}
}

static void add(ct_value *dict, const char *name, ct_tensor *tensor)
{
	OK(ct_value_dict_set(dict, ct_value_string(name), ct_value_tensor(tensor)));
	ct_tensor_free(tensor);
}

ct_value dict_of(const char *name, ct_tensor *tensor)
{
	ct_value dict = ct_value_dict_new();

	add(&dict, name, tensor);
	return dict;
}

ct_value dict_of_two(const char *first, ct_tensor *a, const char *second, ct_tensor *b)
{
	ct_value dict = dict_of(first, a);

	add(&dict, second, b);
	return dict;
}

ct_value value_named(const ct_value *arrays, const char *name)
{
	ct_value value;

	OK(ct_value_dict_get(arrays, ct_value_string(name), &value));
	return value;
}

ct_tensor *tensor_named(const ct_value *arrays, const char *name)
{
	ct_value value = value_named(arrays, name);
	ct_tensor *tensor;

	OK(ct_value_as_tensor(&value, &tensor));
	return tensor;
}

void assert_refused(const char *text)
{
	ct_value arrays = ct_value_int(7);
	char message[600];

	snprintf(message, sizeof message, "ValueError: %s: %s", npz_path, text);
	FAILS(ct_npz_load(npz_path, NULL, &arrays), message);
	FAILS(ct_npz_load(npz_path, &(ct_load_options){ .mmap = true }, &arrays), message);
	ck_assert_int_eq(arrays.i, 7);
}
