/*
 * Values as JSON.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include <ctorch/macros/try.h>
#include <ctorch/tensor/tensor.h>

#include "json.h"
#include "text.h"

json_t *need_json(json_t *json)
{
	if (json == NULL)
		end_without_memory();
	return json;
}

void put(json_t *object, const char *key, json_t *value)
{
	if (json_object_set_new(object, key, need_json(value)) != 0)
		need_json(NULL);
}

void append(json_t *array, json_t *value)
{
	if (json_array_append_new(array, need_json(value)) != 0)
		need_json(NULL);
}

/* JSON has only Unicode; bytes that are none get the escapes of the table. */
json_t *json_of_text(const char *bytes, size_t n)
{
	json_t *json = json_stringn(bytes, n);
	char *text;

	if (json)
		return json;
	text = escaped(bytes, n);
	json = json_string(text);
	free(text);
	return json;
}

json_t *json_of_ints(const int64_t *ints, int64_t n)
{
	json_t *array = need_json(json_array());

	for (int64_t i = 0; i < n; i++)
		append(array, json_integer(ints[i]));
	return array;
}

/* JSON has no names for these. */
json_t *json_of_number(double number)
{
	if (isfinite(number))
		return json_real(number);
	return json_string(isnan(number) ? "nan" : number > 0 ? "inf" : "-inf");
}

/* --- Values ----------------------------------------------------------------------------------- */

static ct_error convert(const ct_value *value, bool has_dicts, json_t **result);

static ct_error json_of_list(const ct_value *value, bool has_dicts, json_t **result)
{
	json_t *array = need_json(json_array());

	for (int64_t i = 0; i < ct_value_count(value); i++) {
		json_t *made = NULL;
		ct_value item;
		ct_error error = ct_value_item(value, i, &item);

		if (error == NULL)
			error = convert(&item, has_dicts, &made);
		if (error) {
			json_decref(array);
			return error;
		}
		append(array, made);
	}
	*result = array;
	return NULL;
}

static ct_error json_of_repr(const ct_value *value, json_t **result)
{
	char *repr;

	CT_TRY(ct_value_to_string(value, &repr));
	*result = need_json(json_of_text(repr, strlen(repr)));
	ct_free(repr);
	return NULL;
}

/* An item, unless its key is not a text. */
static ct_error put_item(json_t *object, const ct_value *dict, int64_t i, bool *is_object)
{
	ct_value key, item;
	const char *name;
	json_t *made;

	CT_TRY(ct_value_dict_item(dict, i, &key, &item));
	*is_object = key.kind == CT_VALUE_STRING;
	if (!*is_object)
		return NULL;
	CT_TRY(ct_value_as_string(&key, &name, NULL));
	CT_TRY(convert(&item, true, &made));
	put(object, name, made);
	return NULL;
}

static ct_error json_of_dict(const ct_value *value, json_t **result)
{
	json_t *object = need_json(json_object());
	bool is_object = true;
	ct_error error = NULL;

	for (int64_t i = 0; i < ct_value_count(value) && is_object && error == NULL; i++)
		error = put_item(object, value, i, &is_object);
	if (error == NULL && is_object) {
		*result = object;
		return NULL;
	}
	json_decref(object);
	return error ? error : json_of_repr(value, result);
}

/* What JSON does not have is a text as Python prints it. */
static ct_error convert(const ct_value *value, bool has_dicts, json_t **result)
{
	const char *text;
	int64_t n;

	switch (value->kind) {
	case CT_VALUE_NONE:
		*result = json_null();
		return NULL;
	case CT_VALUE_BOOL:
		*result = json_boolean(value->i != 0);
		return NULL;
	case CT_VALUE_INT:
		*result = need_json(json_integer(value->i));
		return NULL;
	case CT_VALUE_FLOAT:
		*result = need_json(json_of_number(value->re));
		return NULL;
	case CT_VALUE_STRING:
		CT_TRY(ct_value_as_string(value, &text, &n));
		*result = need_json(json_of_text(text, (size_t)n));
		return NULL;
	case CT_VALUE_INTS:
	case CT_VALUE_FLOATS:
	case CT_VALUE_BOOLS:
	case CT_VALUE_LIST:
	case CT_VALUE_TUPLE:
		return json_of_list(value, has_dicts, result);
	case CT_VALUE_DICT:
		return has_dicts ? json_of_dict(value, result) : json_of_repr(value, result);
	default:
		return json_of_repr(value, result);
	}
}

ct_error json_of_value(const ct_value *value, json_t **result)
{
	return convert(value, false, result);
}

ct_error json_of_data(const ct_value *value, json_t **result)
{
	return convert(value, true, result);
}
