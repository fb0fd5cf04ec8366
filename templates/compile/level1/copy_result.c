/* A result of a call, which becomes a tensor of its own, for the caller's. */
static ct_error copy_result(const ct_tensor *result, const char *name, ct_tensor *out)
{
	const ct_ints size = { ct_tensor_shape(result), ct_tensor_dim(result) };

	CT_TRY(check_dense(out, name, ct_tensor_dtype(result), size));
	return ct_copy_(out, result, false, NULL);
}

