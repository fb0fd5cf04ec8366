#include "create.h"

void for_each_case(const char *what, size_t at_least, void (*function)(const json_t *))
{
	json_t *cases = expected_cases("create");
	size_t n = 0;

	for (size_t i = 0; i < json_array_size(cases); i++) {
		const json_t *of_case = json_array_get(cases, i);

		if (strcmp(expected_text(of_case, "what"), what) != 0)
			continue;
		function(of_case);
		n++;
	}
	ck_assert_uint_ge(n, at_least);
	json_decref(cases);
}

ct_dtype dtype_named(const char *name)
{
	static const struct {
		const char *name;
		ct_dtype dtype;
	} dtypes[] = {
		{ "", CT_DTYPE_NONE },
		{ "bool", CT_BOOL },
		{ "uint8", CT_UINT8 },
		{ "int8", CT_INT8 },
		{ "int16", CT_INT16 },
		{ "int32", CT_INT32 },
		{ "int64", CT_INT64 },
		{ "uint16", CT_UINT16 },
		{ "uint32", CT_UINT32 },
		{ "uint64", CT_UINT64 },
		{ "float16", CT_FLOAT16 },
		{ "float32", CT_FLOAT32 },
		{ "float64", CT_FLOAT64 },
		{ "bfloat16", CT_BFLOAT16 },
		{ "float8_e5m2", CT_FLOAT8_E5M2 },
		{ "float8_e4m3fn", CT_FLOAT8_E4M3FN },
		{ "float8_e5m2fnuz", CT_FLOAT8_E5M2FNUZ },
		{ "float8_e4m3fnuz", CT_FLOAT8_E4M3FNUZ },
		{ "float8_e8m0fnu", CT_FLOAT8_E8M0FNU },
		{ "complex32", CT_COMPLEX32 },
		{ "complex64", CT_COMPLEX64 },
		{ "complex128", CT_COMPLEX128 },
	};

	for (size_t i = 0; i < sizeof dtypes / sizeof *dtypes; i++)
		if (strcmp(dtypes[i].name, name) == 0)
			return dtypes[i].dtype;
	ck_abort_msg("no dtype %s", name);
}

void assert_case(const json_t *of_case, const char *what, ct_error error, ct_tensor *value)
{
	if (json_object_get(of_case, "error")) {
		ck_assert_msg(error != NULL, "%s: no error", what);
		ck_assert_str_eq(error, expected_text(of_case, "error"));
		ct_error_free(error);
		return;
	}
	ck_assert_msg(error == NULL, "%s: %s", what, error);
	assert_expected_tensor(value, of_case, "value", 0, what);
	ct_tensor_free(value);
}

int main(void)
{
	return run_suites((Suite *(*const[])(void)){ convert_suite, lists_suite, factories_suite,
						     elements_suite, storage_use_suite, NULL });
}
