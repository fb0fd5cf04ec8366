/* Python's power of integers. */
static int64_t ${name}_power(int64_t base, int64_t exponent)
{
	int64_t result = 1;

	for (; exponent > 0; exponent--)
		result *= base;
	return result;
}

