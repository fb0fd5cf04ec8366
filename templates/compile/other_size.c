/* Another value of a symbol, in its range. */
static int64_t other_size(int64_t hint, int64_t min, int64_t max, int attempt)
{
	static const int64_t steps[ATTEMPTS] = { 0, 1, 3, 2, -1, 4, 6, 8, -2, 5, 7, 12, 16, -3, 24, 32 };
	int64_t size = hint + steps[attempt];

	size = size < min ? min : size;
	return size > max ? max : size;
}

