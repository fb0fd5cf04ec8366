/* The elements of a tensor in the order that the loops expect: its own, or those of a copy, which
 * replaces the last one. */
static ct_error read_tensor(const ct_tensor *tensor, const char *name, ct_dtype dtype, ct_ints size,
			    ct_ints stride, ct_tensor **copy, const void **result)
{
	bool fits = !ct_tensor_is_neg(tensor);

	CT_TRY(check_dense(tensor, name, dtype, size));
	for (int64_t i = 0; i < size.len; i++)
		fits = fits &&
		       (size.at[i] == 1 || ct_tensor_strides(tensor)[i] == stride.at[i]);
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

