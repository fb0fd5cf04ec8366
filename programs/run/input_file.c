/*
 * Inputs from files.
 */
#define _GNU_SOURCE

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <ctorch/files/save.h>
#include <ctorch/macros/try.h>
#include <ctorch/ops/all.h>
#include <ctorch/tensor/tensor.h>

#include "inputs.h"
#include "inspect/text.h"

/* --- Names ------------------------------------------------------------------------------------ */

static bool is_there(const char *text, size_t n)
{
	char *path = strndup(text, n);
	const bool found = path && access(path, F_OK) == 0;

	free(path);
	return found;
}

/* The length of the file's name: the whole text, or up to the last colon before which a file is. */
static size_t path_length(const char *text)
{
	size_t n = strlen(text);

	while (n > 0 && !is_there(text, n))
		do
			n--;
		while (n > 0 && text[n] != ':');
	return n;
}

/* Whether the text would be a file if there were one. */
static bool looks_like_file(const char *text)
{
	static const char *const endings[] = { ".npy", ".npz", ".pt", ".pth", ".safetensors" };
	const size_t n = strcspn(text, ":");

	for (size_t i = 0; i < sizeof endings / sizeof *endings; i++) {
		const size_t m = strlen(endings[i]);

		if (n > m && strncmp(text + n - m, endings[i], m) == 0)
			return true;
	}
	return is_image(text);
}

/* --- Contents --------------------------------------------------------------------------------- */

/* The item that is named after the colon, or the only item of an archive of arrays. */
static ct_error select_item(const char *path, const ct_value *whole, const char *name,
			    ct_value *result)
{
	ct_value key, item;
	const size_t n = strlen(path);

	if (name && *name == '/')
		CT_TRY(ct_value_at(whole, name, &item));
	else if (name)
		CT_TRY(ct_value_dict_get(whole, ct_value_string(name), &item));
	else if (n > 4 && strcmp(path + n - 4, ".npz") == 0 && ct_value_count(whole) == 1)
		CT_TRY(ct_value_dict_item(whole, 0, &key, &item));
	else
		item = ct_value_borrow(whole);
	return ct_value_copy(&item, result);
}

static ct_error load_item(const char *path, const char *name, ct_value *result)
{
	const ct_load_options options = { .map_location = { .type = CT_DEVICE_TYPE_CPU } };
	ct_value whole;
	ct_error error;

	CT_TRY(ct_load(path, &options, &whole));
	error = prefixed(select_item(path, &whole, name, result), path);
	ct_value_free(&whole);
	return error;
}

ct_error input_of_file(const struct options *options, const char *text, bool *is_file,
		       ct_value *result)
{
	const size_t n = path_length(text);
	ct_error error;
	char *path;

	*is_file = n > 0;
	if (n == 0 && looks_like_file(text))
		return ct_error_new(CT_ERROR_VALUE, __func__, "there is no file '%s'", text);
	if (n == 0)
		return NULL;
	path = strndup(text, n);
	if (path == NULL)
		end_without_memory();
	error = is_image(path) ? input_of_image(options, path, result)
			       : load_item(path, text[n] ? text + n + 1 : NULL, result);
	free(path);
	return error;
}

/* --- Devices ---------------------------------------------------------------------------------- */

static ct_error move_tensor(const ct_value *value, ct_device device, ct_value *result)
{
	ct_tensor *tensor, *moved;
	ct_value borrowed;
	ct_error error;

	CT_TRY(ct_value_as_tensor(value, &tensor));
	CT_TRY(ct_to_device(tensor, device, ct_tensor_dtype(tensor), false, false,
			    CT_MEMORY_FORMAT_NONE, &moved));
	borrowed = ct_value_tensor(moved);
	error = ct_value_copy(&borrowed, result);
	ct_tensor_free(moved);
	return error;
}

static ct_error move_list(const ct_value *value, ct_device device, ct_value *list)
{
	for (int64_t i = 0; i < ct_value_count(value); i++) {
		ct_value item, moved;

		CT_TRY(ct_value_item(value, i, &item));
		CT_TRY(move_to_device(&item, device, &moved));
		CT_TRY(ct_value_list_move(list, &moved));
	}
	return NULL;
}

static ct_error move_dict(const ct_value *value, ct_device device, ct_value *dict)
{
	for (int64_t i = 0; i < ct_value_count(value); i++) {
		ct_value key, item, moved;

		CT_TRY(ct_value_dict_item(value, i, &key, &item));
		CT_TRY(move_to_device(&item, device, &moved));
		CT_TRY(ct_value_dict_move(dict, key, &moved));
	}
	return NULL;
}

ct_error move_to_device(const ct_value *value, ct_device device, ct_value *result)
{
	ct_value made;
	ct_error error;

	switch (value->kind) {
	case CT_VALUE_TENSOR:
		return move_tensor(value, device, result);
	case CT_VALUE_LIST:
	case CT_VALUE_TENSORS:
	case CT_VALUE_TUPLE:
		made = value->kind == CT_VALUE_TUPLE ? ct_value_tuple_new() : ct_value_list_new();
		error = move_list(value, device, &made);
		break;
	case CT_VALUE_DICT:
		made = ct_value_dict_new();
		error = move_dict(value, device, &made);
		break;
	default:
		return ct_value_copy(value, result);
	}
	if (error)
		ct_value_free(&made);
	else
		*result = made;
	return error;
}
