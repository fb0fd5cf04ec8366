/*
 * Outputs for people and for programs.
 */
#include <stdio.h>
#include <string.h>

#include <ctorch/core/dtype.h>
#include <ctorch/macros/try.h>
#include <ctorch/ops/all.h>
#include <ctorch/tensor/tensor.h>

#include "actions.h"
#include "inspect/json.h"

enum { MOST_VALUES = 1000 }; /* of a tensor in JSON */

ct_error print_output(const ct_value *output)
{
	char *text;

	CT_TRY(ct_value_to_string(output, &text));
	puts(text);
	ct_free(text);
	return NULL;
}

/* --- JSON ------------------------------------------------------------------------------------- */

static json_t *json_of_elements(const ct_tensor *doubles)
{
	const double *data = ct_tensor_data(doubles);
	json_t *array = need_json(json_array());

	for (int64_t i = 0; i < ct_tensor_numel(doubles); i++)
		append(array, json_of_number(data[i]));
	return array;
}

static json_t *json_of_integers(const ct_tensor *integers)
{
	return json_of_ints(ct_tensor_data(integers), ct_tensor_numel(integers));
}

/* In C's order; complex numbers and others that double and int64 lack are left out. */
static ct_error put_values(json_t *object, const ct_tensor *tensor)
{
	const ct_dtype dtype = ct_tensor_dtype(tensor);
	const bool is_floating = ct_dtype_is_floating_point(dtype);
	ct_tensor *plain, *numbers;
	ct_error error;

	if (ct_tensor_numel(tensor) > MOST_VALUES || ct_dtype_is_complex(dtype) ||
	    dtype == CT_UINT64 || ct_tensor_is_quantized(tensor))
		return NULL;
	CT_TRY(plain_copy(tensor, &plain));
	error = ct_to_dtype(plain, is_floating ? CT_FLOAT64 : CT_INT64, false, false,
			    CT_MEMORY_FORMAT_NONE, &numbers);
	ct_tensor_free(plain);
	if (error)
		return error;
	put(object, "values", is_floating ? json_of_elements(numbers) : json_of_integers(numbers));
	ct_tensor_free(numbers);
	return NULL;
}

static ct_error put_tensor(json_t *object, const ct_tensor *tensor)
{
	put(object, "dtype", json_string(ct_dtype_name(ct_tensor_dtype(tensor))));
	if (ct_tensor_is_nested(tensor) || ct_tensor_layout(tensor) != CT_STRIDED)
		return NULL;
	put(object, "shape", json_of_ints(ct_tensor_shape(tensor), ct_tensor_dim(tensor)));
	return put_values(object, tensor);
}

static ct_error put_other(json_t *object, const ct_value *value)
{
	json_t *made;

	CT_TRY(json_of_data(value, &made));
	put(object, "value", made);
	return NULL;
}

ct_error report_outputs(const struct leaves *leaves, json_t *report)
{
	json_t *array = need_json(json_array());

	put(report, "outputs", array);
	for (int64_t i = 0; i < leaves->len; i++) {
		const struct leaf *leaf = &leaves->items[i];
		json_t *object = need_json(json_object());

		append(array, object);
		put(object, "name", json_of_text(leaf->name, strlen(leaf->name)));
		put(object, "type", json_string(ct_value_type_name(&leaf->value)));
		CT_TRY(tensor_of(leaf) ? put_tensor(object, tensor_of(leaf))
				       : put_other(object, &leaf->value));
	}
	return NULL;
}
