/* For an archive without sample inputs, or with objects of classes that only its program has. */
static ct_error make_tensor(ct_value *input, ct_dtype dtype, const int64_t *sizes, int64_t dim)
{
	ct_tensor *made;

	if (ct_dtype_is_floating_point(dtype))
		CT_TRY(ct_randn(sizes, dim, dtype, CT_LAYOUT_NONE, CT_DEVICE_NONE, NULL, &made));
	else
		CT_TRY(ct_zeros(sizes, dim, dtype, CT_LAYOUT_NONE, CT_DEVICE_NONE, NULL, &made));
	*input = ct_value_tensor(made);
	return NULL;
}

