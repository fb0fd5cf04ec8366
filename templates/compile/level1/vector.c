/* y[n] = x[k] x w[k, n] */
static void multiply_vector(int64_t k, int64_t n, const float *restrict x, const float *restrict w,
			    float *restrict y)
{
	memset(y, 0, (size_t)n * sizeof *y);
	for (int64_t i = 0; i < k; i++) {
		const float *restrict row = w + i * n;
		const float xi = x[i];

#pragma omp simd
		for (int64_t j = 0; j < n; j++)
			y[j] += xi * row[j];
	}
}

