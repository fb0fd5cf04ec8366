/* The elements next to each other, without the marks of lazy views. */
static ct_error make_plain(const ct_tensor *tensor, ct_tensor **result)
{
	CT_TRY(ct_resolve_conj(tensor, result));
	CT_TRY(ct_resolve_neg(*result, result));
	return ct_contiguous(*result, CT_CONTIGUOUS_FORMAT, result);
}

static ct_error tensors_equal(const ct_tensor *a, const ct_tensor *b, bool *result)
{
	ct_tensor *x, *y;

	*result = ct_tensor_dtype(a) == ct_tensor_dtype(b) && ct_tensor_dim(a) == ct_tensor_dim(b);
	for (int64_t i = 0; *result && i < ct_tensor_dim(a); i++)
		*result = ct_tensor_size(a, i) == ct_tensor_size(b, i);
	*result = *result && is_same_order(a, b);
	if (!*result)
		return NULL;
	CT_TRY(make_plain(a, &x));
	CT_TRY(make_plain(b, &y));
	*result = ct_tensor_numel(x) == 0 ||
		  memcmp(ct_tensor_data(x), ct_tensor_data(y),
			 (size_t)(ct_tensor_numel(x) * ct_dtype_size(ct_tensor_dtype(x)))) == 0;
	return NULL;
}

