/* Repeats or cuts a tensor along a dimension. */
static ct_error resize(ct_value *input, int64_t dim, int64_t size)
{
	const ct_tensor *tensor = input->object;
	const int64_t old = ct_tensor_size(tensor, dim);
	ct_tensor *places, *wrapped, *made;

	if (old == size || old == 0)
		return NULL;
	CT_TRY(ct_arange(ct_scalar_int(size), CT_INT64, CT_LAYOUT_NONE, CT_DEVICE_NONE, NULL, &places));
	CT_TRY(ct_remainder_Scalar(places, ct_scalar_int(old), &wrapped));
	CT_TRY(ct_index_select(tensor, dim, wrapped, &made));
	*input = ct_value_tensor(made);
	return NULL;
}

