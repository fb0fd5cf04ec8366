static ct_error ${name}_check_tensor(const ct_tensor *tensor, const char *input,
				  ct_dtype dtype, int64_t dim)
{
	if (tensor == NULL)
		return ct_error_new(CT_ERROR_ARGUMENT, "${name}_run", "the input %s is NULL", input);
	if (dtype != CT_DTYPE_NONE && ct_tensor_dtype(tensor) != dtype)
		return ct_error_new(CT_ERROR_TYPE, "${name}_run",
				    "the input %s must be of the dtype %s, but is %s", input,
				    ct_dtype_name(dtype), ct_dtype_name(ct_tensor_dtype(tensor)));
	if (ct_tensor_dim(tensor) != dim)
		return ct_error_new(CT_ERROR_TYPE, "${name}_run",
				    "the input %s must be of %lld dimensions, but is of %lld",
				    input, (long long)dim, (long long)ct_tensor_dim(tensor));
	return NULL;
}

