/* The product of bfloat16 of libtorch's BLAS, which makes floats; NULL: there is none. */
typedef void gemm_bf16_function(const char *, const char *, const int *, const int *, const int *,
				const float *, const uint16_t *, const int *, const uint16_t *,
				const int *, const float *, float *, const int *);
static gemm_bf16_function *found_gemm_bf16; /* atomic: a thread may load weights while others run */

static void find_gemm_bf16(void)
{
	gemm_bf16_function *found = NULL;

#ifndef CTORCH_NO_GEMM
	*(void **)&found = dlsym(NULL, "gemm_bf16bf16f32_");
#endif
	__atomic_store_n(&found_gemm_bf16, found, __ATOMIC_RELAXED);
}

/* Whether the processor multiplies bfloat16, which libtorch's operator uses. */
static bool has_bf16(void)
{
#ifdef __x86_64__
	return __builtin_cpu_supports("avx512bf16");
#else
	return false;
#endif
}

/* Of so many multiplications, the operator is faster where the processor does them. */
enum { LARGE_PRODUCT = 1 << 20 };

/* c[m, n] = a[m, k] x b[k, n] + bias[n], rounded once. With 'T', a matrix is stored with its rows as
 * columns. A number after a matrix is the distance of its rows in memory. `sums` has m * n elements;
 * `bias` may be NULL. */
static ct_error multiply_bf16(int64_t m, int64_t n, int64_t k, char a_is, const uint16_t *a,
			      int64_t a_row, char b_is, const uint16_t *b, int64_t b_row,
			      uint16_t *c, const uint16_t *bias, float *sums)
{
	const int rows = (int)m, columns = (int)n, inner = (int)k;
	const int64_t a_least = a_is == 'T' ? m : k, b_least = b_is == 'T' ? k : n;
	const float zero = 0, one = 1;
	gemm_bf16_function *const gemm_bf16 =
		__atomic_load_n(&found_gemm_bf16, __ATOMIC_RELAXED);

	if (gemm_bf16 == NULL || m > INT_MAX || n > INT_MAX || k > INT_MAX || a_row > INT_MAX ||
	    b_row > INT_MAX || k == 0 || (m > 1 && (double)m * n * k >= LARGE_PRODUCT && has_bf16()))
		return multiply_tensors(CT_BFLOAT16, m, n, k, a, a_is == 'T' ? 1 : a_row,
					a_is == 'T' ? a_row : 1, b, b_is == 'T' ? 1 : b_row,
					b_is == 'T' ? b_row : 1, bias, c, n);
	/* A single row may have any distance to the next. */
	const int a_next = (int)(a_row < a_least ? a_least : a_row);
	const int b_next = (int)(b_row < b_least ? b_least : b_row);

	/* In BLAS, a matrix is stored by columns: it computes c' = b' x a'. */
	if (m > 0 && n > 0)
		gemm_bf16(&b_is, &a_is, &columns, &rows, &inner, &one, b, &b_next, a, &a_next,
			  &zero, sums, &columns);
	for (int64_t i = 0; i < m; i++)
		round_sums(n, sums + i * n, bias, c + i * n);
	return NULL;
}

