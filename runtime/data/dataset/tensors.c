/*
 * Tensors of samples and batches: made on the CPU, visited in nested values, replaced.
 */
#include <ctorch/ctorch.h>

#include "data/dataset/dataset.h"

ct_error ct_data_empty(const int64_t *shape, int64_t dim, ct_dtype dtype, ct_tensor **result)
{
	return ct_tensor_empty(CT_INTS_OF(shape, dim),
			       &(ct_tensor_options){ .dtype = dtype, .device = CT_DEVICE_CPU },
			       result);
}

ct_error ct_data_each_tensor(ct_value *value, ct_data_visit visit, void *context)
{
	const int64_t step = value->kind == CT_VALUE_DICT ? 2 : 1;

	if (value->kind == CT_VALUE_TENSOR)
		return visit(value, context);
	if (value->kind != CT_VALUE_LIST && value->kind != CT_VALUE_TUPLE &&
	    value->kind != CT_VALUE_DICT)
		return NULL;
	for (int64_t i = 0; i < value->i; i++)
		CT_TRY(ct_data_each_tensor((ct_value *)value->object + step * i + step - 1, visit,
					   context));
	return NULL;
}

ct_error ct_data_replace_tensor(ct_value *value, ct_tensor *tensor)
{
	const ct_value borrowed = ct_value_tensor(tensor);
	ct_value owned;

	CT_TRY(ct_value_copy(&borrowed, &owned));
	ct_value_free(value);
	*value = owned;
	return NULL;
}
