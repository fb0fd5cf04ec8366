/* Python's integer operators; a division by zero gives 0 here. */
static inline int64_t ${name}_modulo(int64_t a, int64_t b)
{
	const int64_t rest = b == 0 || b == -1 ? 0 : a % b;

	return rest != 0 && (rest < 0) != (b < 0) ? rest + b : rest;
}

static inline int64_t ${name}_floor_divide(int64_t a, int64_t b)
{
	return b == 0 ? 0 : b == -1 ? -a : (a - ${name}_modulo(a, b)) / b;
}

static inline int64_t ${name}_power(int64_t base, int64_t exponent)
{
	int64_t result = 1;

	for (; exponent > 0; exponent--)
		result *= base;
	return result;
}

static inline int64_t ${name}_min(int64_t a, int64_t b)
{
	return b < a ? b : a;
}

static inline int64_t ${name}_max(int64_t a, int64_t b)
{
	return b > a ? b : a;
}

