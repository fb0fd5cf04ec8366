/* Python's // of integers; by zero, it gives 0 here. */
static int64_t ${name}_floor_divide(int64_t a, int64_t b)
{
	return b == 0 ? 0 : b == -1 ? -a : (a - ${name}_modulo(a, b)) / b;
}

