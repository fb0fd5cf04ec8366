#include "support.h"

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
	ck_assert_uint_ge(n + expected_left_out("create"), at_least);
	json_decref(cases);
}

ct_dtype dtype_named(const char *name)
{
	return *name ? expected_dtype(name) : CT_DTYPE_NONE;
}

void assert_case(const json_t *of_case, const char *what, ct_error error, ct_tensor *value)
{
	if (json_object_get(of_case, "error")) {
		assert_expected_error(error, of_case, what);
		ct_error_free(error);
		return;
	}
	ck_assert_msg(error == NULL, "%s: %s", what, error);
	assert_expected_tensor(value, of_case, "value", 0, what);
	ct_tensor_free(value);
}

ct_tensor *from_text(const char *text, ct_dtype dtype)
{
	ct_tensor *tensor = NULL;

	OK(ct_tensor_from_text(text, CT_OPTIONS_DTYPE(dtype), &tensor));
	return tensor;
}

ct_tensor *tensor_called(const char *name)
{
	ct_tensor *flat = NULL, *plain = NULL, *tensor = NULL, *part = NULL;

	OK(ct_tensor_arange(ct_scalar_int(0), ct_scalar_int(24), ct_scalar_int(1),
			    CT_OPTIONS_DTYPE(CT_FLOAT64), &flat));
	OK(ct_view(flat, (int64_t[]){ 2, 3, 4 }, 3, &plain));
	if (strcmp(name, "flat") == 0) {
		tensor = ct_tensor_retain(flat);
	} else if (strcmp(name, "plain") == 0) {
		tensor = ct_tensor_retain(plain);
	} else if (strcmp(name, "transposed") == 0) {
		OK(ct_transpose_int(plain, 0, 2, &tensor));
	} else if (strcmp(name, "number") == 0) {
		OK(ct_tensor_from_scalar(ct_scalar_float(5), NULL, &tensor));
	} else if (strcmp(name, "empty") == 0) {
		OK(ct_narrow(plain, 1, 0, 0, &tensor));
	} else if (strcmp(name, "row") == 0) {
		OK(ct_select_int(plain, 0, 0, &part));
		OK(ct_narrow(part, 0, 0, 1, &tensor));
		ct_tensor_free(part);
		part = tensor;
		OK(ct_narrow(part, 1, 0, 1, &tensor));
		ct_tensor_free(part);
	} else {
		ck_abort_msg("tensor_called() does not know %s", name);
	}
	ct_tensor_free(flat);
	ct_tensor_free(plain);
	return tensor;
}
