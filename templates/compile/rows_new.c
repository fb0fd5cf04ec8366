/* Room for the results of all slices, which belongs to the run's scope. */
static ct_error ${name}_rows_new(int64_t count, ct_tensor ***result)
{
	*result = calloc((size_t)count + 1, sizeof **result);
	if (*result == NULL)
		return ct_error_new(CT_ERROR_OUT_OF_MEMORY, __func__, "no memory for %lld slices",
				    (long long)count);
	return ct_scope_adopt_memory(*result);
}

