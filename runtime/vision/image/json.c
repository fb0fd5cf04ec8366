/*
 * JSON as values, read by jansson.
 */
#include <jansson.h>

#include "vision/image/json.h"

/* A value is part of a sample, of a batch and of what programs make of these, which may have
 * CT_VALUE_MAX_DEPTH in all. */
enum { MAX_DEPTH = CT_VALUE_MAX_DEPTH / 2 };

/* For errors. */
struct place {
	const char *function, *name;
	int depth; /* of brackets */
};

static ct_error to_value(const json_t *json, struct place place, ct_value *result);

/* It may contain NULs. */
static ct_error to_string(const json_t *json, ct_value *result)
{
	ct_value text = ct_value_string(json_string_value(json));

	text.i = (int64_t)json_string_length(json);
	return ct_value_copy(&text, result);
}

static ct_error add_item(const json_t *json, struct place place, ct_value *list)
{
	ct_value item = ct_value_none();
	ct_error error = to_value(json, place, &item);

	if (error == NULL)
		error = ct_value_list_move(list, &item);
	ct_value_free(&item);
	return error;
}

static ct_error to_list(const json_t *json, struct place place, ct_value *result)
{
	ct_value list = ct_value_list_new();
	ct_error error = NULL;

	for (size_t i = 0; i < json_array_size(json) && error == NULL; i++)
		error = add_item(json_array_get(json, i), place, &list);
	if (error)
		ct_value_free(&list);
	else
		*result = list;
	return error;
}

static ct_error add_pair(const char *key, const json_t *json, struct place place, ct_value *dict)
{
	ct_value value = ct_value_none();
	ct_error error = to_value(json, place, &value);

	if (error == NULL)
		error = ct_value_dict_move(dict, ct_value_string(key), &value);
	ct_value_free(&value);
	return error;
}

static ct_error to_dict(json_t *json, struct place place, ct_value *result)
{
	ct_value dict = ct_value_dict_new();
	ct_error error = NULL;

	for (void *at = json_object_iter(json); at && error == NULL;
	     at = json_object_iter_next(json, at))
		error = add_pair(json_object_iter_key(at), json_object_iter_value(at), place,
				 &dict);
	if (error)
		ct_value_free(&dict);
	else
		*result = dict;
	return error;
}

static ct_error to_container(json_t *json, struct place place, ct_value *result)
{
	if (place.depth++ == MAX_DEPTH)
		return ct_error_new(CT_ERROR_VALUE, place.function,
				    "%s: brackets are nested more than %d levels deep", place.name,
				    MAX_DEPTH);
	return json_is_object(json) ? to_dict(json, place, result) : to_list(json, place, result);
}

static ct_error to_value(const json_t *json, struct place place, ct_value *result)
{
	switch (json_typeof(json)) {
	case JSON_OBJECT:
	case JSON_ARRAY:
		return to_container((json_t *)json, place, result);
	case JSON_STRING:
		return to_string(json, result);
	case JSON_INTEGER:
		*result = ct_value_int(json_integer_value(json));
		return NULL;
	case JSON_REAL:
		*result = ct_value_float(json_real_value(json));
		return NULL;
	case JSON_TRUE:
	case JSON_FALSE:
		*result = ct_value_bool(json_is_true(json));
		return NULL;
	default:
		*result = ct_value_none();
		return NULL;
	}
}

ct_error ct_image_json_decode(const char *function, const char *name, const void *bytes, size_t n,
			      ct_value *result)
{
	json_error_t wrong;
	json_t *json = json_loadb(bytes, n, JSON_DECODE_ANY | JSON_ALLOW_NUL, &wrong);
	ct_error error;

	if (json == NULL)
		return ct_error_new(CT_ERROR_VALUE, function,
				    "%s: not JSON: line %d, column %d: %s", name, wrong.line,
				    wrong.column, wrong.text);
	error = to_value(json, (struct place){ function, name, 0 }, result);
	json_decref(json);
	return error;
}
