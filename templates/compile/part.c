/* Bytes that several tensors share, or that are not contiguous. */
static ct_error ${name}_bytes(const ct_value *weights, const char *name, ct_tensor **result)
{
	ct_value value;

	CT_TRY(ct_value_dict_get(weights, ct_value_string(name), &value));
	return ct_value_as_tensor(&value, result);
}

/* A part of such bytes, in no scope. */
static ct_error ${name}_part(const ct_tensor *bytes, ct_dtype dtype,
			  ct_ints sizes, ct_ints strides, int64_t offset,
			  ct_tensor **result)
{
	ct_tensor *elements;

	CT_TRY(ct_view_dtype(bytes, dtype, &elements));
	CT_TRY(ct_as_strided(elements, sizes.at, sizes.len, strides.at, strides.len,
			     &offset, result));
	ct_scope_disown(*result);
	return NULL;
}

