/*
 * Functions that make a ct_index, for languages without the macros.
 */
#include <ctorch/tensor/index.h>

ct_index ct_index_at(int64_t place)
{
	return CT_INDEX_AT(place);
}

ct_index ct_index_slice(ct_index_given given, int64_t start, int64_t stop, int64_t step)
{
	return CT_INDEX_SLICE_(given, start, stop, step);
}

ct_index ct_index_new_axis(void)
{
	return CT_NEW_AXIS;
}

ct_index ct_index_ellipsis(void)
{
	return CT_ELLIPSIS;
}

ct_index ct_index_at_bool(bool truth)
{
	return CT_INDEX_AT_BOOL(truth);
}

ct_index ct_index_at_tensor(const ct_tensor *tensor)
{
	return CT_INDEX_AT_TENSOR(tensor);
}

ct_index ct_index_at_list(const int64_t *list, int64_t length)
{
	return (ct_index){ .kind = CT_INDEX_LIST, .list = list, .length = length };
}

ct_index ct_index_at_mask(const bool *list, int64_t length)
{
	return (ct_index){ .kind = CT_INDEX_MASK, .list = list, .length = length };
}
