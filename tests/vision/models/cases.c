#include <inttypes.h>
#include <zlib.h>

#include "support.h"

/* --- Python's arguments ----------------------------------------------------------------------- */

static ct_value python_value(const json_t *json);

static ct_value python_list(const json_t *json)
{
	ct_value list = ct_value_list_new();

	for (size_t i = 0; i < json_array_size(json); i++)
		OK(ct_value_list_append(&list, python_value(json_array_get(json, i))));
	return list;
}

static ct_value python_value(const json_t *json)
{
	switch (json_typeof(json)) {
	case JSON_INTEGER:
		return ct_value_int(json_integer_value(json));
	case JSON_REAL:
		return ct_value_float(json_real_value(json));
	case JSON_STRING:
		return ct_value_string(json_string_value(json));
	case JSON_ARRAY:
		return python_list(json);
	case JSON_NULL:
		return ct_value_none();
	default:
		return ct_value_bool(json_is_true(json));
	}
}

static ct_value kwargs_of(const json_t *of_case)
{
	ct_value kwargs = ct_value_dict_new();
	const char *key;
	json_t *json;

	json_object_foreach (json_object_get(of_case, "kwargs"), key, json) {
		ct_value value = python_value(json);

		if (ct_value_is_owned(&value))
			OK(ct_value_dict_move(&kwargs, ct_value_string(key), &value));
		else
			OK(ct_value_dict_set(&kwargs, ct_value_string(key), value));
	}
	return kwargs;
}

/* --- the model -------------------------------------------------------------------------------- */

const char *model_of(const json_t *of_case)
{
	static char text[512];
	char *kwargs = json_dumps(json_object_get(of_case, "kwargs"), 0);

	snprintf(text, sizeof text, "%s %s", expected_text(of_case, "model"), kwargs);
	free(kwargs);
	return text;
}

ct_error make_case(const json_t *of_case, ct_module **result)
{
	ct_value kwargs = kwargs_of(of_case);
	ct_error error = ct_models_new(expected_text(of_case, "model"), &kwargs, result);

	ct_value_free(&kwargs);
	return error;
}

/* --- checksums -------------------------------------------------------------------------------- */

static uint32_t crc_of_bytes(const void *bytes, size_t n)
{
	return (uint32_t)crc32_z(0, bytes, n);
}

uint32_t crc_of_tensor(const ct_tensor *tensor)
{
	ck_assert(ct_tensor_is_contiguous(tensor));
	return crc_of_bytes(
		ct_tensor_data(tensor),
		(size_t)(ct_tensor_numel(tensor) * ct_dtype_size(ct_tensor_dtype(tensor))));
}

uint32_t crc_of_file(const char *path, int64_t *size)
{
	FILE *file = fopen(path, "rb");
	uLong crc = 0;
	Bytef part[1 << 16];
	size_t n;

	ck_assert_ptr_nonnull(file);
	for (*size = 0; (n = fread(part, 1, sizeof part, file)) > 0; *size += (int64_t)n)
		crc = crc32_z(crc, part, n);
	fclose(file);
	return (uint32_t)crc;
}

void assert_crc(const json_t *of_case, const char *what, uint32_t got, const json_t *wanted)
{
	ck_assert_msg(wanted && got == json_integer_value(wanted),
		      "%s: %s is not Python's: expected the checksum %lld, got %" PRIu32,
		      model_of(of_case), what, (long long)json_integer_value(wanted), got);
}

void assert_text(const json_t *of_case, const char *what, const char *got, const json_t *wanted)
{
	const uint32_t crc = crc_of_bytes(got, strlen(got));

	if (crc != json_integer_value(wanted))
		fprintf(stderr, "%s: the %s:\n%s\n", model_of(of_case), what, got);
	assert_crc(of_case, what, crc, wanted);
}
