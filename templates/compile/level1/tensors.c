/* c[m, n] = a[m, k] x b[k, n] + bias[n], by libtorch's operator. `bias` may be NULL. */
static ct_error multiply_tensors(ct_dtype dtype, int64_t m, int64_t n, int64_t k, const void *a,
				 int64_t a_row, int64_t a_column, const void *b, int64_t b_row,
				 int64_t b_column, const void *bias, void *c, int64_t c_row)
{
	ct_tensor *x = NULL, *y = NULL, *z = NULL, *added = NULL;
	ct_error error = ct_tensor_from_blob((void *)a, dtype, CT_L(m, k), CT_L(a_row, a_column),
					     NULL, NULL, &x);

	if (error == NULL)
		error = ct_tensor_from_blob((void *)b, dtype, CT_L(k, n), CT_L(b_row, b_column),
					    NULL, NULL, &y);
	if (error == NULL)
		error = ct_tensor_from_blob(c, dtype, CT_L(m, n), CT_L(c_row, 1), NULL, NULL, &z);
	if (error == NULL && bias != NULL)
		error = ct_tensor_from_blob((void *)bias, dtype, CT_L(n), CT_L(1), NULL, NULL,
					    &added);
	if (error == NULL)
		error = added == NULL ? ct_mm_out(x, y, z, NULL)
				      : ct_addmm_out(added, x, y, ct_scalar_int(1),
						     ct_scalar_int(1), z, NULL);
	ct_tensor_free(x);
	ct_tensor_free(y);
	ct_tensor_free(z);
	ct_tensor_free(added);
	return error;
}

