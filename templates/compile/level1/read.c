/* The elements of a tensor in the order that the loops expect: its own, or those of a copy, which
 * replaces the last one. */
static ct_error read_tensor(const ct_tensor *tensor, const char *name, ct_dtype dtype, ct_ints size,
			    ct_ints stride, ct_tensor **copy, const void **result)
{
	const int64_t *strides = ct_tensor_strides(tensor);
	bool fits = true;

	if (ct_tensor_dtype(tensor) != dtype || ct_tensor_dim(tensor) != size.len)
		return ct_error_new(CT_ERROR_VALUE, "${name}_run",
				    "'%s' has %lld dimensions of %s; expected %lld of %s", name,
				    (long long)ct_tensor_dim(tensor),
				    ct_dtype_name(ct_tensor_dtype(tensor)), (long long)size.len,
				    ct_dtype_name(dtype));
	if (ct_tensor_device(tensor).type != CT_DEVICE_TYPE_CPU ||
	    ct_tensor_layout(tensor) != CT_STRIDED)
		return ct_error_new(CT_ERROR_VALUE, "${name}_run",
				    "'%s' is not a dense tensor in the memory of the processor", name);
	for (int64_t i = 0; i < size.len; i++) {
		if (ct_tensor_size(tensor, i) != size.at[i])
			return ct_error_new(CT_ERROR_VALUE, "${name}_run",
					    "'%s' has size %lld in dimension %lld; expected %lld",
					    name, (long long)ct_tensor_size(tensor, i), (long long)i,
					    (long long)size.at[i]);
		fits = fits && (size.at[i] == 1 || strides[i] == stride.at[i]);
	}
	if (!fits) {
		ct_tensor_free_unscoped(*copy);
		*copy = NULL;
		CT_TRY(ct_tensor_empty_strided(size, stride, &(ct_tensor_options){ .dtype = dtype },
					       copy));
		ct_scope_disown(*copy);
		CT_TRY(ct_copy_(*copy, tensor, false, NULL));
		tensor = *copy;
	}
	*result = ct_tensor_data(tensor);
	return NULL;
}

