/* As PyTorch: an index that is out of range is an error. */
static ct_error check_rows(const int64_t *index, int64_t n, int64_t rows)
{
	int64_t least = 0, most = 0;

#pragma omp simd reduction(min : least) reduction(max : most)
	for (int64_t i = 0; i < n; i++) {
		least = index[i] < least ? index[i] : least;
		most = index[i] > most ? index[i] : most;
	}
	if (least < 0 || most >= rows)
		return ct_error_new(CT_ERROR_INDEX, "${name}_run",
				    "index %lld is out of range for an embedding of %lld rows",
				    (long long)(least < 0 ? least : most), (long long)rows);
	return NULL;
}

