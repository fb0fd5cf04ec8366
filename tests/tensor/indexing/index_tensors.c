#include "index_tensors.h"

ct_tensor *of_2_3_4(void)
{
	ct_tensor *range = NULL, *result = NULL;

	OK(ct_arange(ct_scalar_int(24), CT_FLOAT32, CT_LAYOUT_NONE, CT_DEVICE_NONE, NULL, &range));
	OK(ct_reshape(range, (int64_t[]){ 2, 3, 4 }, 3, &result));
	ct_tensor_free(range);
	return result;
}

ct_tensor *places(const int64_t *values, int64_t n)
{
	ct_tensor *tensor = NULL;

	OK(ct_tensor_from_data(values, CT_INT64, CT_L(n), &tensor));
	return tensor;
}
