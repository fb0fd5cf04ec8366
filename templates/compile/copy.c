/* A copy with the same strides, also of a tensor whose elements share memory. */
static ct_error ${name}_copy(const ct_tensor *tensor, ct_tensor **result)
{
	const int64_t one = 1, zero = 0;
	int64_t size, offset;
	ct_tensor *flat, *copy;

	*result = NULL;
	if (tensor == NULL)
		return NULL;
	if (ct_tensor_strides(tensor) == NULL)
		return ct_clone(tensor, CT_MEMORY_FORMAT_NONE, result);
	offset = ct_tensor_storage_offset(tensor);
	size = ct_tensor_numel(tensor) ? offset + 1 : 0;
	for (int64_t i = 0; size && i < ct_tensor_dim(tensor); i++)
		size += (ct_tensor_size(tensor, i) - 1) * ct_tensor_strides(tensor)[i];
	CT_TRY(ct_as_strided(tensor, &size, 1, &one, 1, &zero, &flat));
	CT_TRY(ct_clone(flat, CT_MEMORY_FORMAT_NONE, &copy));
	CT_TRY(ct_as_strided(copy, ct_tensor_shape(tensor), ct_tensor_dim(tensor),
			     ct_tensor_strides(tensor), ct_tensor_dim(tensor), &offset, result));
	ct_tensor_free(flat);
	ct_tensor_free(copy);
	return NULL;
}

