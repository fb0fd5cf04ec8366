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

