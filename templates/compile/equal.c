static ct_error tensors_equal(const ct_tensor *a, const ct_tensor *b, bool *result)
{
	ct_tensor *x, *y;

	*result = ct_tensor_dtype(a) == ct_tensor_dtype(b) && ct_tensor_dim(a) == ct_tensor_dim(b);
	for (int64_t i = 0; *result && i < ct_tensor_dim(a); i++)
		*result = ct_tensor_size(a, i) == ct_tensor_size(b, i);
	*result = *result && is_same_order(a, b);
	if (!*result)
		return NULL;
	CT_TRY(ct_contiguous(a, CT_CONTIGUOUS_FORMAT, &x));
	CT_TRY(ct_contiguous(b, CT_CONTIGUOUS_FORMAT, &y));
	*result = ct_tensor_numel(x) == 0 ||
		  memcmp(ct_tensor_data(x), ct_tensor_data(y),
			 (size_t)(ct_tensor_numel(x) * ct_dtype_size(ct_tensor_dtype(x)))) == 0;
	ct_tensor_free(x);
	ct_tensor_free(y);
	return NULL;
}

