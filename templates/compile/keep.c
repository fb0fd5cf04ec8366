/* Another handle on a tensor. */
static ct_error ${name}_keep(const ct_tensor *tensor, ct_tensor **result)
{
	*result = ct_tensor_retain(tensor);
	if (*result == NULL && tensor != NULL)
		return ct_error_new(CT_ERROR_OUT_OF_MEMORY, __func__, "no memory for a handle");
	return NULL;
}

