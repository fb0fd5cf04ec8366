/*
 * The rows of tensors in a file as a dataset.
 */
#include <stdio.h>
#include <stdlib.h>

#include <ctorch/ctorch.h>
#include <ctorch/data/datasets.h>

#include "core/base/lengths.h"
#include "core/base/name_of.h"
#include "core/base/no_memory.h"
#include "core/memory/expression.h"
#include "data/dataset/dataset.h"
#include "operators/value/value.h"

struct parts {
	const char *path;
	const char *const *keys; /* NULL: the items of a list, or the only tensor */
	int64_t len;
	ct_tensor *at[]; /* borrowed from the file's value */
};

/* What a part is called in errors: "'labels'" or "item 1". */
struct name {
	char at[100];
};

static struct name name_of(const struct parts *self, int64_t i)
{
	struct name name;

	if (self->keys)
		snprintf(name.at, sizeof name.at, "'%s'", self->keys[i]);
	else
		snprintf(name.at, sizeof name.at, "item %lld", (long long)i);
	return name;
}

/* --- which tensors ---------------------------------------------------------------------------- */

static ct_error several(const char *path, const ct_value *dict)
{
	const int64_t n = ct_value_count(dict);
	ct_value key = ct_value_none(), value;

	if (n)
		CT_TRY(ct_value_dict_item(dict, 0, &key, &value));
	return ct_error_new(
		CT_ERROR_VALUE, CT_NAME_OF(ct_file_dataset_new),
		"%s: it has %lld named values%s%s%s; set `keys` to those that make up a sample",
		path, (long long)n, n ? ", such as '" : "",
		key.kind == CT_VALUE_STRING ? (const char *)key.object : "", n ? "'" : "");
}

static ct_error no_key(const struct parts *self, int64_t i)
{
	return ct_error_new(CT_ERROR_KEY, CT_NAME_OF(ct_file_dataset_new),
			    "%s: %s does not name a tensor in the file's dict", self->path,
			    name_of(self, i).at);
}

/* Part `i` of what the file has, borrowed. */
static ct_error get_part(const struct parts *self, const ct_value *all, int64_t i, ct_value *part)
{
	ct_value key;

	if (self->keys) {
		if (!ct_value_dict_has(all, ct_value_string(self->keys[i])))
			return no_key(self, i);
		return ct_value_dict_get(all, ct_value_string(self->keys[i]), part);
	}
	if (ct_value_is_sequence(all))
		return ct_value_item(all, i, part);
	if (all->kind == CT_VALUE_DICT)
		return ct_value_dict_item(all, i, &key, part);
	*part = *all;
	return NULL;
}

static ct_error take_parts(struct parts *self, const ct_value *all)
{
	ct_value part;

	for (int64_t i = 0; i < self->len; i++) {
		CT_TRY(get_part(self, all, i, &part));
		if (part.kind != CT_VALUE_TENSOR)
			return ct_error_new(CT_ERROR_TYPE, CT_NAME_OF(ct_file_dataset_new),
					    "%s: %s must be a tensor, not %s", self->path,
					    name_of(self, i).at, ct_value_type_name(&part));
		CT_TRY(ct_value_as_tensor(&part, &self->at[i]));
	}
	return NULL;
}

static ct_error check_rows(const struct parts *self)
{
	for (int64_t i = 0; i < self->len; i++) {
		if (ct_tensor_dim(self->at[i]) < 1)
			return ct_error_new(CT_ERROR_VALUE, CT_NAME_OF(ct_file_dataset_new),
					    "%s: %s is a single number and has no rows", self->path,
					    name_of(self, i).at);
		if (ct_tensor_size(self->at[i], 0) != ct_tensor_size(self->at[0], 0))
			return ct_error_new(
				CT_ERROR_VALUE, CT_NAME_OF(ct_file_dataset_new),
				"%s: %s has %lld rows, but %s has %lld", self->path,
				name_of(self, i).at, (long long)ct_tensor_size(self->at[i], 0),
				name_of(self, 0).at, (long long)ct_tensor_size(self->at[0], 0));
	}
	return NULL;
}

static int64_t count_parts(const ct_value *all, const char *const *keys, int64_t keys_len)
{
	if (keys)
		return keys_len;
	return ct_value_is_sequence(all) || all->kind == CT_VALUE_DICT ? ct_value_count(all) : 1;
}

/* --- the dataset ------------------------------------------------------------------------------ */

static ct_error file_dataset_make(const char *path, const char *const *keys, int64_t keys_len,
				  const ct_value *all, ct_dataset **result)
{
	const int64_t n = count_parts(all, keys, keys_len);
	struct parts *parts;
	ct_error error;

	if (keys == NULL && all->kind == CT_VALUE_DICT && n != 1)
		return several(path, all);
	if (n == 0)
		return ct_error_new(CT_ERROR_VALUE, CT_NAME_OF(ct_file_dataset_new),
				    "%s: it has no tensors", path);
	parts = ct_array_new_after(sizeof *parts, n, sizeof *parts->at);
	if (parts == NULL)
		return ct_no_memory(CT_NAME_OF(ct_file_dataset_new), NULL);
	parts->path = path;
	parts->keys = keys;
	parts->len = n;
	error = take_parts(parts, all);
	if (error == NULL)
		error = check_rows(parts);
	if (error == NULL)
		error = ct_tensor_dataset_new(CT_TENSORS_OF(parts->at, n), result);
	free(parts);
	return error;
}

ct_error ct_file_dataset_new(const char *path, ct_strings keys, ct_dataset **result)
{
	const ct_load_options options = {
		.map_location = CT_DEVICE_CPU, .mmap = true, .keys = keys.at, .keys_len = keys.len
	};
	ct_value all;
	ct_error error;

	if (path == NULL || result == NULL)
		return ct_missing_argument(__func__, path ? 4 : 1, path ? "result" : "path");
	if (!ct_is_list(keys.at, keys.len) || (keys.at && keys.len == 0))
		return ct_error_new(CT_ERROR_ARGUMENT, __func__,
				    "argument 2 (keys): length is %lld, %s", (long long)keys.len,
				    keys.at ? "but must be at least 1" : "but the list is NULL");
	for (int64_t i = 0; i < keys.len; i++)
		if (keys.at[i] == NULL)
			return ct_missing_argument(__func__, 2, "keys");
	CT_TRY(ct_load(path, &options, &all));
	error = file_dataset_make(path, keys.at, keys.len, &all, result);
	ct_value_free(&all);
	return error;
}
