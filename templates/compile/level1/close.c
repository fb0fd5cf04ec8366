/* How many units in the last place of its largest element a result may differ. */
static const double bound = ${bound};
static double largest_difference;

/* Not a number in both, the same infinity, or close. */
static bool is_close(double wanted, double got, double unit)
{
	if (wanted == got || (wanted != wanted && got != got))
		return true;
	if (!(fabs(wanted - got) / unit <= DBL_MAX))
		return false;
	largest_difference = fmax(largest_difference, fabs(wanted - got) / unit);
	return fabs(wanted - got) <= bound * unit;
}

/* The elements next to each other; a complex number is its real and its imaginary part. */
static ct_error real_parts(const ct_tensor *tensor, ct_tensor **result)
{
	if (ct_dtype_is_complex(ct_tensor_dtype(tensor))) {
		CT_TRY(ct_resolve_conj(tensor, result));
		CT_TRY(ct_view_as_real(*result, result));
		tensor = *result;
	}
	return ct_contiguous(tensor, CT_CONTIGUOUS_FORMAT, result);
}

static ct_error tensors_equal(const ct_tensor *a, const ct_tensor *b, bool *result)
{
	const ct_dtype dtype = ct_tensor_dtype(a);
	const bool is_wide = dtype == CT_FLOAT64 || dtype == CT_COMPLEX128;
	const double epsilon = ${epsilon}
	const double *wanted, *got;
	double largest = is_wide ? DBL_MIN : FLT_MIN;
	ct_tensor *x, *y, *x64, *y64;

	*result = ct_tensor_dtype(a) == ct_tensor_dtype(b) && ct_tensor_dim(a) == ct_tensor_dim(b);
	for (int64_t i = 0; *result && i < ct_tensor_dim(a); i++)
		*result = ct_tensor_size(a, i) == ct_tensor_size(b, i);
	*result = *result && is_same_order(a, b);
	if (!*result)
		return NULL;
	if (!ct_dtype_is_floating_point(dtype) && !ct_dtype_is_complex(dtype))
		return ct_equal(a, b, result);
	CT_TRY(real_parts(a, &x));
	CT_TRY(real_parts(b, &y));
	CT_TRY(ct_to_dtype(x, CT_FLOAT64, false, false, CT_MEMORY_FORMAT_NONE, &x64));
	CT_TRY(ct_to_dtype(y, CT_FLOAT64, false, false, CT_MEMORY_FORMAT_NONE, &y64));
	wanted = ct_tensor_data(x64);
	got = ct_tensor_data(y64);
	for (int64_t i = 0; i < ct_tensor_numel(x); i++)
		if (fabs(wanted[i]) <= DBL_MAX)
			largest = fmax(largest, fabs(wanted[i]));
	for (int64_t i = 0; *result && i < ct_tensor_numel(x); i++)
		*result = is_close(wanted[i], got[i], largest * epsilon);
	ct_tensor_free(x);
	ct_tensor_free(y);
	ct_tensor_free(x64);
	ct_tensor_free(y64);
	return NULL;
}

