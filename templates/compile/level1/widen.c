/* A bfloat16 is the upper half of a float. */
static inline float bf16_to_float(uint16_t x)
{
	const uint32_t bits = (uint32_t)x << 16;
	float f;

	memcpy(&f, &bits, sizeof f);
	return f;
}

