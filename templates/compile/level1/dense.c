/* A tensor in the memory of the processor, of this dtype and these sizes. */
static ct_error check_dense(const ct_tensor *tensor, const char *name, ct_dtype dtype, ct_ints size)
{
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
	for (int64_t i = 0; i < size.len; i++)
		if (ct_tensor_size(tensor, i) != size.at[i])
			return ct_error_new(CT_ERROR_VALUE, "${name}_run",
					    "'%s' has size %lld in dimension %lld; expected %lld",
					    name, (long long)ct_tensor_size(tensor, i), (long long)i,
					    (long long)size.at[i]);
	return NULL;
}

