/* A row of floats, with its bias, as bfloat16. `bias` may be NULL. */
static void round_sums(int64_t n, const float *restrict sums, const uint16_t *restrict bias,
		       uint16_t *restrict c)
{
	if (bias == NULL) {
#pragma omp simd
		for (int64_t j = 0; j < n; j++)
			c[j] = float_to_bf16(sums[j]);
	} else {
#pragma omp simd
		for (int64_t j = 0; j < n; j++)
			c[j] = float_to_bf16(sums[j] + bf16_to_float(bias[j]));
	}
}

