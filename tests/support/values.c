#include "values.h"

void assert_prints(const ct_value *value, const char *text)
{
	char *got = NULL;

	OK(ct_value_to_string(value, &got));
	ck_assert_str_eq(got, text);
	ct_free(got);
}

void assert_equal_values(const ct_value *a, const ct_value *b, bool equal)
{
	bool got = !equal;
	char *left = NULL, *right = NULL;

	OK(ct_value_equal(a, b, &got));
	OK(ct_value_to_string(a, &left));
	OK(ct_value_to_string(b, &right));
	ck_assert_msg(got == equal, "%s == %s: expected %d, got %d", left, right, equal, got);
	ct_free(left);
	ct_free(right);
}

void make_plain(ct_value *dict)
{
	ct_value plain = ct_value_dict_new(), key, value;

	for (int64_t i = 0; i < ct_value_count(dict); i++) {
		OK(ct_value_dict_item(dict, i, &key, &value));
		OK(ct_value_dict_set(&plain, key, value));
	}
	ct_value_free(dict);
	*dict = plain;
}

ct_tensor *tensor_in(const ct_value *value)
{
	ct_tensor *tensor = NULL;

	OK(ct_value_as_tensor(value, &tensor));
	ck_assert_ptr_nonnull(tensor);
	return tensor;
}

/* --- Values from JSON ------------------------------------------------------------------------ */

static double number_of(const json_t *text)
{
	return strtod(json_string_value(text), NULL);
}

static ct_value decode_int(const json_t *json)
{
	const char *text = json_string_value(json);
	int64_t value;

	if (text[0] == '-')
		return ct_value_int(strtoll(text, NULL, 10));
	value = (int64_t)strtoull(text, NULL, 10);
	return value < 0 ? ct_value_scalar(ct_scalar_uint((uint64_t)value)) : ct_value_int(value);
}

static ct_value decode_ones(const json_t *json)
{
	int64_t shape[8], dim = (int64_t)json_array_size(json);
	ct_tensor *ones;
	ct_value borrowed, owned;

	for (int64_t i = 0; i < dim; i++)
		shape[i] = json_integer_value(json_array_get(json, (size_t)i));
	CT_CHECK(ct_ones(shape, dim, CT_FLOAT32, CT_LAYOUT_NONE, CT_DEVICE_NONE, NULL, &ones));
	borrowed = ct_value_tensor(ones);
	CT_CHECK(ct_value_copy(&borrowed, &owned));
	ct_tensor_free(ones);
	return owned;
}

static ct_value decode_tensor(const json_t *json)
{
	json_t *as_member = json_pack("{s:O}", "tensor", (json_t *)json);
	ct_tensor *tensor = expected_tensor(as_member, "tensor");
	ct_value borrowed = ct_value_tensor(tensor), owned;

	CT_CHECK(ct_tensor_set_requires_grad(tensor, expected_bool(json, "requires_grad")));
	CT_CHECK(ct_value_copy(&borrowed, &owned));
	ct_tensor_free(tensor);
	json_decref(as_member);
	return owned;
}

static ct_value decode_items(const json_t *json, ct_value list)
{
	for (size_t i = 0; i < json_array_size(json); i++) {
		ct_value item = decode(json_array_get(json, i));

		CT_CHECK(ct_value_list_move(&list, &item));
	}
	return list;
}

static ct_value decode_pairs(const json_t *json)
{
	ct_value dict = ct_value_dict_new();

	for (size_t i = 0; i < json_array_size(json); i++) {
		const json_t *pair = json_array_get(json, i);
		ct_value key = decode(json_array_get(pair, 0));
		ct_value value = decode(json_array_get(pair, 1));

		CT_CHECK(ct_value_dict_move(&dict, key, &value));
		ct_value_free(&key);
	}
	return dict;
}

static ct_value decode_device(const json_t *json)
{
	char name[32];
	ct_value text;
	ct_device device;

	snprintf(name, sizeof name, "%s", json_string_value(json_array_get(json, 0)));
	text = ct_value_string(name);
	CT_CHECK(ct_value_as_device(&text, &device));
	device.index = (int32_t)json_integer_value(json_array_get(json, 1));
	return ct_value_device(device);
}

static ct_value decode_string(const json_t *json)
{
	ct_value borrowed = ct_value_string(json_string_value(json)), owned;

	borrowed.i = (int64_t)json_string_length(json);
	CT_CHECK(ct_value_copy(&borrowed, &owned));
	return owned;
}

ct_value decode(const json_t *json)
{
	const char *kind = json_object_iter_key(json_object_iter((json_t *)json));
	const json_t *value = json_object_get(json, kind);
	int32_t number = (int32_t)json_integer_value(value);

	if (strcmp(kind, "none") == 0)
		return ct_value_none();
	if (strcmp(kind, "bool") == 0)
		return ct_value_bool(json_is_true(value));
	if (strcmp(kind, "int") == 0)
		return decode_int(value);
	if (strcmp(kind, "float") == 0)
		return ct_value_float(number_of(value));
	if (strcmp(kind, "complex") == 0)
		return ct_value_complex(number_of(json_array_get(value, 0)),
					number_of(json_array_get(value, 1)));
	if (strcmp(kind, "str") == 0)
		return decode_string(value);
	if (strcmp(kind, "ones") == 0)
		return decode_ones(value);
	if (strcmp(kind, "tensor") == 0)
		return decode_tensor(value);
	if (strcmp(kind, "list") == 0)
		return decode_items(value, ct_value_list_new());
	if (strcmp(kind, "tuple") == 0)
		return decode_items(value, ct_value_tuple_new());
	if (strcmp(kind, "dict") == 0)
		return decode_pairs(value);
	if (strcmp(kind, "device") == 0)
		return decode_device(value);
	if (strcmp(kind, "dtype") == 0)
		return ct_value_dtype(number + 1); /* The file has libtorch's numbers. */
	if (strcmp(kind, "layout") == 0)
		return ct_value_layout(number + 1);
	MUST(strcmp(kind, "memory_format") == 0);
	return ct_value_memory_format(number + 1);
}
