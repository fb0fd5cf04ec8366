/* The size of the first dimension of tensors that a loop slices together. */
static inline ct_error ${name}_count_rows(ct_tensor *const *tensors, int64_t len, int64_t *result)
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

/* Room for the results of all slices, which belongs to the run's scope. */
static inline ct_error ${name}_rows_new(int64_t count, ct_tensor ***result)
{
	*result = calloc((size_t)count + 1, sizeof **result);
	if (*result == NULL)
		return ct_error_new(CT_ERROR_OUT_OF_MEMORY, __func__, "no memory for %lld slices",
				    (long long)count);
	return ct_scope_adopt_memory(*result);
}

/* Stacks the results, and releases them. */
static inline ct_error ${name}_stack(ct_tensor **rows, int64_t count, ct_tensor **result)
{
	CT_TRY(ct_stack(rows, count, 0, result));
	for (int64_t i = 0; i < count; i++)
		ct_tensor_free(rows[i]);
	ct_free(rows);
	return NULL;
}

