/* The tensor for a result: `out`, which the caller has given, or else a new one. Without strides it is
 * contiguous. */
static ct_error result_tensor(ct_tensor *out, const char *name, ct_dtype dtype, ct_ints size,
			      ct_ints stride, ct_tensor **result)
{
	const ct_tensor_options options = { .dtype = dtype };
	bool fits;

	if (out == NULL)
		return stride.len ? ct_tensor_empty_strided(size, stride, &options, result)
				  : ct_tensor_empty(size, &options, result);
	CT_TRY(check_dense(out, name, dtype, size));
	fits = !ct_tensor_is_neg(out) && (stride.len || ct_tensor_is_contiguous(out));
	for (int64_t i = 0; i < stride.len; i++)
		fits = fits && (size.at[i] == 1 || ct_tensor_strides(out)[i] == stride.at[i]);
	if (!fits)
		return ct_error_new(CT_ERROR_VALUE, "${name}_run_out",
				    "'%s' has its elements in another order than the result", name);
	*result = out;
	return NULL;
}

