/*
 * The contents of files as JSON.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <jansson.h>

#include <ctorch/core/dtype.h>
#include <ctorch/macros/try.h>
#include <ctorch/tensor/tensor.h>

#include "actions.h"
#include "json.h"
#include "opened.h"
#include "parts.h"
#include "progress.h"
#include "report.h"
#include "statistics.h"
#include "text.h"

/* --- Entries ---------------------------------------------------------------------------------- */

static json_t *json_of_name(const struct entry *entry)
{
	return json_of_text(entry->name, entry->name_len);
}

static ct_error add_statistics(json_t *object, const struct entry *entry)
{
	struct statistics statistics;

	CT_TRY(compute_statistics(entry, &statistics));
	put(object, "statistics", json_of_statistics(&statistics));
	return NULL;
}

static ct_error json_of_tensor(const struct entry *entry, const struct options *options,
			       json_t **result)
{
	const ct_tensor *tensor = entry->tensor;
	const bool has_shape = !ct_tensor_is_nested(tensor);
	json_t *object = need_json(json_object());
	ct_error error = NULL;

	put(object, "name", json_of_name(entry));
	put(object, "dtype", json_string(ct_dtype_name(ct_tensor_dtype(tensor))));
	put(object, "layout", json_string(layout_names(tensor).name));
	if (has_shape)
		put(object, "shape", json_of_ints(ct_tensor_shape(tensor), ct_tensor_dim(tensor)));
	if (has_shape && ct_tensor_layout(tensor) == CT_STRIDED) {
		put(object, "stride",
		    json_of_ints(ct_tensor_strides(tensor), ct_tensor_dim(tensor)));
		put(object, "storage_offset", json_integer(ct_tensor_storage_offset(tensor)));
	}
	put(object, "elements", json_integer(ct_tensor_numel(tensor)));
	put(object, "bytes", json_integer(entry->nbytes));
	put(object, "requires_grad", json_boolean(ct_tensor_requires_grad(tensor)));
	put(object, "storage",
	    entry->storage_id == SIZE_MAX ? json_null()
					  : json_integer((json_int_t)entry->storage_id));
	if (options->action == STATISTICS)
		error = add_statistics(object, entry);
	if (error)
		json_decref(object);
	else
		*result = object;
	return error;
}

static ct_error json_of_other(const struct entry *entry, json_t **result)
{
	json_t *object = need_json(json_object()), *value;
	ct_error error = json_of_value(&entry->value, &value);

	if (error) {
		json_decref(object);
		return error;
	}
	put(object, "name", json_of_name(entry));
	put(object, "type", json_string(ct_value_type_name(&entry->value)));
	put(object, "value", value);
	*result = object;
	return NULL;
}

/* --- Files ------------------------------------------------------------------------------------ */

static ct_error add_entries(json_t *file, const struct entries *entries,
			    const struct options *options)
{
	json_t *tensors = need_json(json_array()), *values = need_json(json_array());

	put(file, "tensors", tensors);
	put(file, "values", values);
	for (size_t i = 0; i < entries->len; i++) {
		const struct entry *entry = &entries->items[i];
		json_t *made;

		if (entry->tensor) {
			CT_TRY(json_of_tensor(entry, options, &made));
			append(tensors, made);
		} else {
			CT_TRY(json_of_other(entry, &made));
			append(values, made);
		}
	}
	return NULL;
}

static void add_storages(json_t *file, const struct entries *entries)
{
	json_t *storages = need_json(json_array());

	put(file, "storages", storages);
	for (size_t i = 0; i < entries->storages_len; i++) {
		json_t *object = need_json(json_object());

		append(storages, object);
		put(object, "bytes", json_integer(entries->storages[i].nbytes));
		put(object, "tensors", json_integer((json_int_t)entries->storages[i].users));
	}
}

static ct_error add_metadata(json_t *file, const ct_value *metadata)
{
	json_t *object = need_json(json_object());

	put(file, "metadata", object);
	for (int64_t i = 0; i < ct_value_count(metadata); i++) {
		ct_value key, value;
		json_t *made;
		const char *name;

		CT_TRY(ct_value_dict_item(metadata, i, &key, &value));
		CT_TRY(ct_value_as_string(&key, &name, NULL));
		CT_TRY(json_of_value(&value, &made));
		put(object, name, made);
	}
	return NULL;
}

static ct_error fill(json_t *file, const struct opened *opened, const struct options *options)
{
	const char *path = opened->file.path;

	put(file, "file", json_of_text(path, strlen(path)));
	put(file, "format", json_string(ct_file_kind_name(opened->file.kind)));
	put(file, "file_bytes",
	    opened->file.nbytes < 0 ? json_null() : json_integer(opened->file.nbytes));
	CT_TRY(add_metadata(file, &opened->file.metadata));
	put(file, "state_dicts_with_metadata",
	    json_integer((json_int_t)opened->entries.state_dicts));
	CT_TRY(add_entries(file, &opened->entries, options));
	add_storages(file, &opened->entries);
	if (opened->file.kind == CT_FILE_EXPORT) {
		json_t *programs;

		CT_TRY(json_of_data(&opened->file.programs, &programs));
		put(file, "programs", programs);
	}
	if (options->skip_unknown) {
		json_t *skipped;

		CT_TRY(json_of_value(&opened->file.skipped, &skipped));
		put(file, "skipped", skipped);
	}
	return NULL;
}

/* A file that cannot be read is left out, and has a message. */
static bool add_file(json_t *files, const char *path, const struct options *options)
{
	const enum depth depth = options->action == STATISTICS ? MAPPED : SHAPES;
	struct opened opened = { 0 };
	ct_error error;
	json_t *file;
	bool fine;

	if (!open_and_list(path, options, depth, &opened))
		return false;
	file = need_json(json_object());
	begin_reading(path, readable_nbytes(&opened.entries),
		      options->quiet || options->action != STATISTICS);
	error = fill(file, &opened, options);
	end_progress();
	fine = !is_trouble(error);
	if (fine)
		append(files, file);
	else
		json_decref(file);
	close_opened(&opened);
	return fine;
}

/* Each tensor and value has one line. Only ASCII, so that no name controls a terminal. */
enum { FLAGS = JSON_ENSURE_ASCII | JSON_ENCODE_ANY | JSON_REAL_PRECISION(17) };

static void print_json(json_t *json, const char *begin)
{
	fputs(begin, stdout);
	json_dumpf(json, stdout, FLAGS);
}

static void print_member(const char *key, json_t *value)
{
	const char *begin = "\n      ";
	json_t *item;
	size_t i;

	printf("    \"%s\": ", key);
	if (!json_is_array(value) || json_array_size(value) == 0) {
		print_json(value, "");
		return;
	}
	putchar('[');
	json_array_foreach (value, i, item) {
		print_json(item, begin);
		begin = ",\n      ";
	}
	fputs("\n    ]", stdout);
}

static void print_object(json_t *file)
{
	const char *key, *separator = "";
	json_t *value;

	fputs("  {\n", stdout);
	json_object_foreach (file, key, value) {
		fputs(separator, stdout);
		print_member(key, value);
		separator = ",\n";
	}
	fputs("\n  }", stdout);
}

static void print_files(json_t *files)
{
	json_t *file;
	size_t i;

	putchar('[');
	json_array_foreach (files, i, file) {
		fputs(i ? ",\n" : "\n", stdout);
		print_object(file);
	}
	fputs("\n]\n", stdout);
}

int show_json(char *const *paths, int n, const struct options *options)
{
	json_t *files = need_json(json_array());
	int status = SAME;

	for (int i = 0; i < n; i++)
		if (!add_file(files, paths[i], options))
			status = TROUBLE;
	print_files(files);
	json_decref(files);
	return status;
}
