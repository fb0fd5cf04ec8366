/* A tensor of the file, in no scope. */
static ct_error ${name}_weight(const ct_value *weights, const char *name, ct_tensor **result)
{
	ct_value value;
	ct_tensor *tensor;

	CT_TRY(ct_value_dict_get(weights, ct_value_string(name), &value));
	CT_TRY(ct_value_as_tensor(&value, &tensor));
	*result = ct_tensor_retain(tensor);
	if (*result == NULL)
		return ct_error_new(CT_ERROR_OUT_OF_MEMORY, __func__, "no memory for a handle");
	ct_scope_disown(*result);
	return NULL;
}

