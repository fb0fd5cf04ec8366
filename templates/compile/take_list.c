/* The tensors of a list become variables; those without one are released. */
static ct_error ${name}_take_list(ct_tensor **list, int64_t list_len,
			       ct_tensor **const *to, int64_t len)
{
	if (list_len != len)
		return ct_error_new(CT_ERROR_RUNTIME, __func__,
				    "it has returned %lld tensors, not %lld as at its export",
				    (long long)list_len, (long long)len);
	for (int64_t i = 0; i < len; i++) {
		if (to[i] != NULL)
			*to[i] = list[i];
		else
			ct_tensor_free(list[i]);
	}
	ct_free(list);
	return NULL;
}

