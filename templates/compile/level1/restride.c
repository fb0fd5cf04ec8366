
/* A result in the order that the program was exported with. */
static ct_error restride(ct_tensor **tensor, ct_ints strides)
{
	const ct_ints sizes = { ct_tensor_shape(*tensor), strides.len };
	bool fits = true;
	ct_tensor *copy;

	for (int64_t i = 0; fits && i < sizes.len; i++)
		fits = sizes.at[i] == 1 || ct_tensor_strides(*tensor)[i] == strides.at[i];
	if (fits)
		return NULL;
	CT_TRY(ct_tensor_empty_strided(
		sizes, strides, &(ct_tensor_options){ .dtype = ct_tensor_dtype(*tensor) }, &copy));
	CT_TRY(ct_copy_(copy, *tensor, false, NULL));
	ct_tensor_free(*tensor);
	*tensor = copy;
	return NULL;
}
