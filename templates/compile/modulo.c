/* Python's % of integers; of zero, it gives 0 here. */
static int64_t ${name}_modulo(int64_t a, int64_t b)
{
	const int64_t rest = b == 0 || b == -1 ? 0 : a % b;

	return rest != 0 && (rest < 0) != (b < 0) ? rest + b : rest;
}

