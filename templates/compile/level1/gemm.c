/* The product of libtorch's BLAS, which is looked up when weights are loaded; NULL: there is none. */
typedef void gemm_function(const char *, const char *, const int *, const int *, const int *,
			   const float *, const float *, const int *, const float *, const int *,
			   const float *, float *, const int *);
static gemm_function *found_gemm; /* atomic: a thread may load weights while others run */

/* Among the libraries of the process: NULL is dlsym()'s RTLD_DEFAULT. */
static void find_gemm(void)
{
	gemm_function *found = NULL;

#ifndef CTORCH_NO_GEMM
	*(void **)&found = dlsym(NULL, "sgemm_");
#endif
	__atomic_store_n(&found_gemm, found, __ATOMIC_RELAXED);
}

/* c[m, n] = scale * a[m, k] x b[k, n]. With 'T', a matrix is stored with its rows as columns. The
 * last number of each is the distance of its rows in memory. */
static ct_error multiply(int64_t m, int64_t n, int64_t k, float scale, char a_is, const float *a,
			 int64_t a_row, char b_is, const float *b, int64_t b_row, float *c,
			 int64_t c_row)
{
	const int rows = (int)m, columns = (int)n, inner = (int)k;
	const int64_t a_least = a_is == 'T' ? m : k, b_least = b_is == 'T' ? k : n;
	const float zero = 0;
	gemm_function *const gemm = __atomic_load_n(&found_gemm, __ATOMIC_RELAXED);

	if (gemm == NULL || m > INT_MAX || n > INT_MAX || k > INT_MAX || a_row > INT_MAX ||
	    b_row > INT_MAX || c_row > INT_MAX || k == 0) {
		CT_TRY(multiply_tensors(CT_FLOAT32, m, n, k, a, a_is == 'T' ? 1 : a_row,
					a_is == 'T' ? a_row : 1, b, b_is == 'T' ? 1 : b_row,
					b_is == 'T' ? b_row : 1, NULL, c, c_row));
		for (int64_t i = 0; scale != 1 && i < m; i++)
			for (int64_t j = 0; j < n; j++)
				c[i * c_row + j] *= scale;
		return NULL;
	}
	/* A single row may have any distance to the next. */
	const int a_next = (int)(a_row < a_least ? a_least : a_row);
	const int b_next = (int)(b_row < b_least ? b_least : b_row);
	const int c_next = (int)c_row;

	/* In BLAS, a matrix is stored by columns: it computes c' = b' x a'. */
	if (m > 0 && n > 0)
		gemm(&b_is, &a_is, &columns, &rows, &inner, &scale, b, &b_next, a, &a_next, &zero,
		     c, &c_next);
	return NULL;
}

