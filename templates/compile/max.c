static int64_t ${name}_max(int64_t a, int64_t b)
{
	return b > a ? b : a;
}

