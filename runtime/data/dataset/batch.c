/*
 * Items of a batch.
 */
#include <ctorch/ctorch.h>

#include "core/memory/expression.h"
#include "data/dataset/dataset.h"

ct_error ct_batch_item(const ct_batch *self, int64_t index, ct_tensor **result)
{
	ct_value item;

	if (self == NULL)
		return ct_missing_argument(__func__, 1, "self");
	if (result == NULL)
		return ct_missing_argument(__func__, 3, "result");
	CT_TRY(ct_data_error_in(ct_value_item(&self->value, index, &item), "item %lld of the batch",
				(long long)index));
	if (item.kind != CT_VALUE_TENSOR)
		return ct_error_new(CT_ERROR_TYPE, __func__,
				    "item %lld of the batch must be a tensor, not %s",
				    (long long)index, ct_value_type_name(&item));
	return ct_value_as_tensor(&item, result);
}

ct_tensor *ct_batch_item_expression_(const ct_batch *batch, int64_t index, const char *file,
				     int line, const char *function)
{
	ct_tensor *item = NULL;
	ct_error error;

	if (ct_expression_failed())
		return NULL;
	error = ct_batch_item(batch, index, &item);
	if (error)
		ct_expression_note(error, file, line, function);
	return item;
}
