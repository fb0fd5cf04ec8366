#define _GNU_SOURCE
#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "support.h"

json_t *st_cases;
char st_folder[SCRATCH_SIZE];
char st_path[64];

void make_st_folder(void)
{
	make_scratch(st_folder);
	snprintf(st_path, sizeof st_path, "%s/a.safetensors", st_folder);
	st_cases = expected_cases("safetensors_files");
}

/* Files of the library's own, which it should have removed, stay. */
static bool is_tests(const char *name)
{
	return strstr(name, ".safetensors") != NULL && name[0] != '.';
}

void remove_st_folder(void)
{
	DIR *folder = opendir(st_folder);
	const struct dirent *entry;

	json_decref(st_cases);
	MUST(folder);
	while ((entry = readdir(folder)))
		if (is_tests(entry->d_name))
			unlinkat(dirfd(folder), entry->d_name, 0);
	closedir(folder);
	remove_scratch(st_folder);
}

int count_files(void)
{
	DIR *folder = opendir(st_folder);
	int n = 0;

	MUST(folder);
	while (readdir(folder))
		n++;
	closedir(folder);
	return n - 2; /* . and .. */
}

const char *in_folder(const char *name)
{
	static char paths[2][200];
	static int i;

	i = !i;
	snprintf(paths[i], sizeof paths[i], "%s/%s", st_folder, name);
	return paths[i];
}

char *with_header(const char *header, size_t n, size_t *length)
{
	const size_t m = strlen(header);
	char *file = calloc(1, 8 + m + n);

	MUST(file);
	for (int i = 0; i < 8; i++)
		file[i] = (char)((uint64_t)m >> 8 * i);
	memcpy(file + 8, header, m);
	*length = 8 + m + n;
	return file;
}

void put_header(const char *path, const char *header, size_t n)
{
	size_t length;
	char *file = with_header(header, n, &length);

	put_file(path, file, length);
	free(file);
}

/* --- Dicts ----------------------------------------------------------------------------------- */

static void add(ct_value *dict, const char *name, ct_tensor *tensor)
{
	OK(ct_value_dict_set(dict, ct_value_string(name), ct_value_tensor(tensor)));
	ct_tensor_free(tensor);
}

ct_value given_tensors(const json_t *of_case)
{
	ct_value dict = ct_value_dict_new();
	const json_t *item;
	size_t i;

	json_array_foreach (expected_list(of_case, "given"), i, item)
		add(&dict, expected_text(item, "name"), expected_tensor(item, "tensor"));
	return dict;
}

ct_value given_metadata(const json_t *of_case)
{
	json_t *texts = json_object_get(of_case, "metadata");
	ct_value dict = json_is_object(texts) ? ct_value_dict_new() : ct_value_none();
	const char *key;
	json_t *text;

	json_object_foreach (texts, key, text)
		OK(ct_value_dict_set(&dict, ct_value_string(key),
				     ct_value_string(json_string_value(text))));
	return dict;
}

void assert_loaded(const ct_value *tensors, const json_t *of_case, const char *key,
		   const char *what)
{
	const json_t *list = expected_list(of_case, key), *item;
	ct_value name, value;
	char message[200];
	size_t i;

	ck_assert_int_eq(ct_value_count(tensors), (int64_t)json_array_size(list));
	json_array_foreach (list, i, item) {
		snprintf(message, sizeof message, "%s of %s, item %zu", what,
			 expected_text(of_case, "name"), i);
		OK(ct_value_dict_item(tensors, (int64_t)i, &name, &value));
		ck_assert_str_eq(name.object, expected_text(item, "name"));
		assert_expected_tensor(value.object, item, "tensor", 0, message);
	}
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

ct_tensor *tensor_of(const ct_value *tensors, const char *name)
{
	ct_tensor *tensor;
	ct_value value;

	OK(ct_value_dict_get(tensors, ct_value_string(name), &value));
	OK(ct_value_as_tensor(&value, &tensor));
	return tensor;
}
