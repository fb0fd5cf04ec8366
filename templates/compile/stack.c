/* Stacks the results, and releases them. */
static ct_error ${name}_stack(ct_tensor **rows, int64_t count, ct_tensor **result)
{
	CT_TRY(ct_stack(rows, count, 0, result));
	for (int64_t i = 0; i < count; i++)
		ct_tensor_free(rows[i]);
	ct_free(rows);
	return NULL;
}

