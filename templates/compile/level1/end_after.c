/* Where a buffer of this many bytes, a product, ends after another one: at a multiple of 64. -1: not in
 * this memory, which a tensor with strides of zero may ask for. */
static int64_t end_after(int64_t begin, ct_ints factors)
{
	int64_t n = 1;

	for (int64_t i = 0; i < factors.len; i++)
		if (__builtin_mul_overflow(n, factors.at[i], &n))
			return -1;
	if (begin < 0 || n > INT64_MAX / 4 || begin > INT64_MAX / 4)
		return -1;
	return begin + ((n + 63) & ~(int64_t)63);
}

