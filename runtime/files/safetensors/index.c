/*
 * The index of a model in several files.
 */
#define _GNU_SOURCE

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <ctorch/macros/try.h>

#include "core/base/error_make.h"
#include "core/base/no_memory.h"
#include "core/base/shown.h"
#include "core/base/lengths.h"
#include "files/safetensors/index.h"
#include "files/safetensors/json.h"
#include "files/safetensors/open.h"

/* --- The files ------------------------------------------------------------------------------- */

/* An index may come from anywhere, and must not lead out of its folder. */
static bool is_file_name(const char *name, const char *end)
{
	const size_t n = strlen(name), m = strlen(end);

	return n > m && strcmp(name + n - m, end) == 0 && strpbrk(name, "/\\") == NULL &&
	       strstr(name, "..") == NULL;
}

static struct ct_st_place *index_add(struct ct_st_index *index)
{
	void *more = ct_array_grow(index->places, &index->room, index->len + 1,
				   sizeof *index->places);

	if (more == NULL)
		return NULL;
	index->places = more;
	index->places[index->len] = (struct ct_st_place){ 0 };
	return &index->places[index->len++];
}

static ct_error not_a_file_name(const struct ct_json *json, const char *at, const char *ending)
{
	char text[120];

	snprintf(text, sizeof text,
		 "a tensor's file must be a name that ends in %s, without slashes or '..'", ending);
	return ct_json_invalid(json, at, text);
}

static ct_error add_place(const struct ct_json *json, struct ct_json_pair *pair,
			  struct ct_st_index *index)
{
	struct ct_st_place *place = index_add(index);
	ct_error error = NULL;
	json_t *file;

	if (place == NULL)
		return ct_error_prefix(ct_no_memory(json->function, "for the index"), json->file);
	place->name = pair->key;
	pair->key = NULL;
	if (*pair->value != '"')
		return ct_json_invalid(json, pair->value, "a tensor's file must be a string");
	CT_TRY(ct_json_decode(json, pair->value, pair->n, &file));
	if (!is_file_name(json_string_value(file), index->ending))
		error = not_a_file_name(json, pair->value, index->ending);
	else if ((place->file = strdup(json_string_value(file))) == NULL)
		error = ct_error_prefix(ct_no_memory(json->function, "for the index"), json->file);
	json_decref(file);
	return error;
}

static ct_error read_map(const struct ct_json *json, const struct ct_json_pair *of,
			 struct ct_st_index *index)
{
	struct ct_json inside = ct_json_inside(json, of);
	struct ct_json_pair pair;
	ct_error error;

	if (index->places)
		return ct_json_invalid(json, of->value, "\"weight_map\" appears twice");
	CT_TRY(ct_json_enter(&inside));
	while ((error = ct_json_next(&inside, &pair)) == NULL && pair.key) {
		error = add_place(&inside, &pair, index);
		free(pair.key);
		if (error)
			break;
	}
	return error;
}

/* --- Metadata -------------------------------------------------------------------------------- */

/* Python's writers add numbers: "total_size". false: it is a list or an object. */
static bool value_of(const json_t *json, ct_value *value)
{
	*value = ct_value_none();
	if (json_is_string(json))
		*value = ct_value_string(json_string_value(json));
	else if (json_is_integer(json))
		*value = ct_value_int(json_integer_value(json));
	else if (json_is_real(json))
		*value = ct_value_float(json_real_value(json));
	else if (json_is_boolean(json))
		*value = ct_value_bool(json_is_true(json));
	return !json_is_object(json) && !json_is_array(json);
}

/* Lists and objects are left out: nothing in the format has them. */
static ct_error index_add_metadata(const struct ct_json *json, const struct ct_json_pair *pair,
				   ct_value *metadata)
{
	ct_error error = NULL;
	json_t *decoded;
	ct_value value;

	if (*pair->value == '{' || *pair->value == '[')
		return NULL;
	CT_TRY(ct_json_decode(json, pair->value, pair->n, &decoded));
	if (value_of(decoded, &value))
		error = ct_value_dict_set(metadata, ct_value_string(pair->key), value);
	json_decref(decoded);
	return error;
}

static ct_error index_read_metadata(const struct ct_json *json, const struct ct_json_pair *of,
				    ct_value *metadata)
{
	struct ct_json inside = ct_json_inside(json, of);
	struct ct_json_pair pair;
	ct_error error;

	CT_TRY(ct_json_enter(&inside));
	while ((error = ct_json_next(&inside, &pair)) == NULL && pair.key) {
		error = index_add_metadata(&inside, &pair, metadata);
		free(pair.key);
		if (error)
			break;
	}
	return error;
}

/* --- The index ------------------------------------------------------------------------------- */

static ct_error index_parse(struct ct_json *json, struct ct_st_index *index)
{
	struct ct_json_pair pair;
	ct_error error;

	CT_TRY(ct_json_enter(json));
	while ((error = ct_json_next(json, &pair)) == NULL && pair.key) {
		if (strcmp(pair.key, "weight_map") == 0)
			error = read_map(json, &pair, index);
		else if (strcmp(pair.key, "metadata") == 0)
			error = index_read_metadata(json, &pair, &index->metadata);
		free(pair.key);
		if (error)
			break;
	}
	return error;
}

static int index_compare_names(const void *left, const void *right)
{
	const struct ct_st_place *a = left, *b = right;

	return strcmp(a->name, b->name);
}

static int compare_places(const void *left, const void *right)
{
	const struct ct_st_place *a = left, *b = right;
	const int order = strcmp(a->file, b->file);

	return order ? order : strcmp(a->name, b->name);
}

static ct_error check(const struct ct_st_source *source, struct ct_st_index *index)
{
	char shown[CT_SHOWN];

	if (index->len == 0)
		return ct_error_new(CT_ERROR_VALUE, source->function,
				    "%s: not an index of %s files: it has no \"weight_map\"",
				    source->name, index->ending + 1);
	qsort(index->places, (size_t)index->len, sizeof *index->places, index_compare_names);
	for (int64_t i = 1; i < index->len; i++)
		if (index_compare_names(&index->places[i - 1], &index->places[i]) == 0)
			return ct_error_new(CT_ERROR_VALUE, source->function,
					    "%s: \"weight_map\" lists the tensor '%s' twice; "
					    "fetch or save the index again",
					    source->name, ct_shown(index->places[i].name, shown));
	qsort(index->places, (size_t)index->len, sizeof *index->places, compare_places);
	return NULL;
}

ct_error ct_st_index_read(const struct ct_st_source *source, const char *ending,
			  struct ct_st_index *index)
{
	struct ct_json json = {
		source->function, source->name, "the index", NULL, NULL, NULL, false
	};
	ct_error error;
	char *text;

	*index = (struct ct_st_index){ .ending = ending, .metadata = ct_value_dict_new() };
	if (source->size > CT_ST_MAX_HEADER)
		return ct_error_new(CT_ERROR_VALUE, source->function,
				    "%s: not an index: it has %lld bytes, but the limit is %lld",
				    source->name, (long long)source->size,
				    (long long)CT_ST_MAX_HEADER);
	text = malloc(source->size ? (size_t)source->size : 1);
	if (text == NULL)
		return ct_error_prefix(ct_no_memory(json.function, "for the index"), json.file);
	error = ct_st_read(source, 0, text, source->size);
	json.begin = json.at = text;
	json.end = text + source->size;
	if (error == NULL)
		error = index_parse(&json, index);
	free(text);
	return error ? error : check(source, index);
}

void ct_st_index_release(struct ct_st_index *index)
{
	for (int64_t i = 0; i < index->len; i++) {
		free(index->places[i].name);
		free(index->places[i].file);
	}
	free(index->places);
	ct_value_free(&index->metadata);
	*index = (struct ct_st_index){ 0 };
}
