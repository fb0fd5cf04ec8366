${any_order}
/* Whether elements are in the same order in memory. The sizes are the same. */
static bool is_same_order(const ct_tensor *a, const ct_tensor *b)
{
	const int64_t *x = ct_tensor_strides(a), *y = ct_tensor_strides(b);

	${if_any}
	for (int64_t i = 0; x != NULL && y != NULL && i < ct_tensor_dim(a); i++)
		if (ct_tensor_numel(a) > 0 && ct_tensor_size(a, i) != 1 && x[i] != y[i])
			return false;
	return true;
}

