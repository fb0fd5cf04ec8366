
/* A tensor like a result of the interpreter, with other elements. */
static ct_error make_like(const ct_value *list, int64_t i, ct_tensor **result)
{
	ct_value item;
	ct_tensor *like;

	CT_TRY(ct_value_item(list, i, &item));
	CT_TRY(ct_value_as_tensor(&item, &like));
	return ct_full_like(like, ct_scalar_int(3), CT_DTYPE_NONE, CT_LAYOUT_NONE, CT_DEVICE_NONE,
			    NULL, CT_MEMORY_FORMAT_NONE, result);
}
