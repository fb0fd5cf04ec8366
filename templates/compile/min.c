static int64_t ${name}_min(int64_t a, int64_t b)
{
	return b < a ? b : a;
}

