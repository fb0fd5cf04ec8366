/* y[n] = x[k] x w[k, n] + bias[n], rounded once. `sums` has n elements; `bias` may be NULL. */
static void multiply_vector_bf16(int64_t k, int64_t n, const uint16_t *restrict x,
				 const uint16_t *restrict w, uint16_t *restrict y,
				 const uint16_t *restrict bias, float *restrict sums)
{
	memset(sums, 0, (size_t)n * sizeof *sums);
	for (int64_t i = 0; i < k; i++) {
		const uint16_t *restrict row = w + i * n;
		const float xi = bf16_to_float(x[i]);

#pragma omp simd
		for (int64_t j = 0; j < n; j++)
			sums[j] += xi * bf16_to_float(row[j]);
	}
	round_sums(n, sums, bias, y);
}

