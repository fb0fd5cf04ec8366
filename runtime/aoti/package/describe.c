/*
 * The compiler's notes on the models in a package.
 */
#define _GNU_SOURCE

#include <stdlib.h>
#include <string.h>

#include <jansson.h>

#include <ctorch/aoti/package.h>
#include <ctorch/macros/try.h>

#include "aoti/package/package.h"
#include "core/base/no_memory.h"
#include "core/memory/expression.h"

/* --- One model -------------------------------------------------------------------------------- */

static bool describe_ends_with(const char *text, const char *ending)
{
	const size_t n = strlen(text), m = strlen(ending);

	return n >= m && strcmp(text + n - m, ending) == 0;
}

/* The metadata of the whole model; the kernels of a GPU have files of their own. */
static const struct ct_zip_entry *find_metadata(const struct ct_aoti_package *self,
						const char *model)
{
	const struct ct_zip_entry *found = NULL;

	for (size_t i = 0; i < self->zip.len; i++) {
		const struct ct_zip_entry *entry = &self->zip.entries[i];

		if (!ct_aoti_is_of(entry, model) ||
		    !describe_ends_with(entry->name, "_metadata.json"))
			continue;
		if (found == NULL || describe_ends_with(entry->name, "wrapper_metadata.json"))
			found = entry;
	}
	return found;
}

static ct_error fill_metadata(json_t *object, ct_value *dict)
{
	const char *key;
	json_t *value;

	json_object_foreach (object, key, value)
		if (json_is_string(value))
			CT_TRY(ct_value_dict_set(dict, ct_value_string(key),
						 ct_value_string(json_string_value(value))));
	return NULL;
}

static ct_error read_metadata(const struct ct_aoti_package *self, const struct ct_zip_entry *entry,
			      const char *text, ct_value *result)
{
	json_t *object = json_loadb(text, (size_t)entry->size, JSON_REJECT_DUPLICATES, NULL);
	ct_value dict = ct_value_dict_new();
	ct_error error = json_is_object(object)
				 ? fill_metadata(object, &dict)
				 : ct_aoti_wrong(self, CT_ERROR_VALUE, "%s: not a JSON object",
						 entry->name);

	json_decref(object);
	if (error)
		ct_value_free(&dict);
	else
		*result = dict;
	return error;
}

ct_error ct_aoti_metadata(const struct ct_aoti_package *self, const char *model, ct_value *result)
{
	const struct ct_zip_entry *entry = find_metadata(self, model);
	unsigned char *text;
	ct_error error;

	if (entry == NULL || ct_zip_is_bomb(entry))
		return ct_aoti_wrong(self, CT_ERROR_VALUE,
				     "model '%s': it has no metadata, which says what the code is "
				     "compiled for",
				     model);
	CT_TRY(ct_zip_read_new(&self->zip, entry, &text));
	error = read_metadata(self, entry, (const char *)text, result);
	free(text);
	return error;
}

const char *ct_aoti_note(const ct_value *metadata, const char *key)
{
	const char *text = "";
	ct_value item;

	if (!ct_value_dict_has(metadata, ct_value_string(key)))
		return text;
	ct_error_free(ct_value_dict_get(metadata, ct_value_string(key), &item));
	ct_error_free(ct_value_as_string(&item, &text, NULL));
	return text;
}

/* --- All of them ------------------------------------------------------------------------------ */

static ct_error add_model(const struct ct_aoti_package *self, const char *model, ct_value *dict)
{
	ct_value metadata;
	ct_error error;

	if (ct_value_dict_has(dict, ct_value_string(model)))
		return NULL;
	CT_TRY(ct_aoti_metadata(self, model, &metadata));
	error = ct_value_dict_move(dict, ct_value_string(model), &metadata);
	ct_value_free(&metadata);
	return error;
}

static ct_error add_entry(const struct ct_aoti_package *self, const struct ct_zip_entry *entry,
			  ct_value *dict)
{
	const char *name;
	char *model;
	size_t n;
	ct_error error;

	if (ct_aoti_file_of(entry, &name, &n) == NULL)
		return NULL;
	model = strndup(name, n);
	if (model == NULL)
		return ct_no_memory(self->function, "for a name");
	error = add_model(self, model, dict);
	free(model);
	return error;
}

ct_error ct_aoti_describe(const char *path, ct_value *result)
{
	struct ct_aoti_package package;
	ct_value dict = ct_value_dict_new();
	ct_error error = NULL;

	if (path == NULL || result == NULL)
		return ct_missing_argument(__func__, path ? 2 : 1, path ? "result" : "path");
	CT_TRY(ct_aoti_package_open(__func__, path, &package));
	for (size_t i = 0; i < package.zip.len && error == NULL; i++)
		error = add_entry(&package, &package.zip.entries[i], &dict);
	ct_aoti_package_close(&package);
	if (error)
		ct_value_free(&dict);
	else
		*result = dict;
	return error;
}
