#include <ctorch/ctorch.h>

#include "index_macros.h"

ct_error index_in_cplusplus(const ct_tensor *x, const ct_tensor *i, ct_tensor **result) noexcept
{
	return ct_tensor_index(
		x,
		CT_INDEX(CT_INDEX_AT_TENSOR(i), CT_ELLIPSIS, CT_NEW_AXIS, CT_INDEX_AT_LIST(0, 2)),
		result);
}

ct_error assign_in_cplusplus(ct_tensor *x) noexcept
{
	int place = 0;

	return ct_tensor_index_put_scalar(
		x, CT_INDEX(CT_INDEX_AT(++place), CT_INDEX_AT(++place), CT_SLICE_FROM_STEP(1, 2)),
		ct_scalar_int(-4));
}
