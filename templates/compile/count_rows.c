/* The size of the first dimension of tensors that a loop slices together. */
static ct_error ${name}_count_rows(ct_tensor *const *tensors, int64_t len, int64_t *result)
{
	for (int64_t i = 0; i < len; i++) {
		if (ct_tensor_dim(tensors[i]) == 0)
			return ct_error_new(CT_ERROR_VALUE, __func__,
					    "it cannot slice a tensor without dimensions");
		if (ct_tensor_size(tensors[i], 0) != ct_tensor_size(tensors[0], 0))
			return ct_error_new(CT_ERROR_VALUE, __func__,
					    "it cannot slice tensors of %lld and %lld rows together",
					    (long long)ct_tensor_size(tensors[0], 0),
					    (long long)ct_tensor_size(tensors[i], 0));
	}
	*result = ct_tensor_size(tensors[0], 0);
	return NULL;
}

