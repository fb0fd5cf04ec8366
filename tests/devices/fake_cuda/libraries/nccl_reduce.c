/* nccl_reduce.c: numbers of two ranks become one. */
#include <math.h>
#include <string.h>

#include "nccl.h"

static const struct {
	const char *name;
	size_t size;
} types[TYPE_COUNT] = {
	{ "int8", 1 },    { "uint8", 1 },    { "int32", 4 },      { "uint32", 4 },
	{ "int64", 8 },   { "uint64", 8 },   { "float16", 2 },    { "float32", 4 },
	{ "float64", 8 }, { "bfloat16", 2 }, { "float8e4m3", 1 }, { "float8e5m2", 1 },
};

const char *fake_nccl_type_name(int type)
{
	return type >= 0 && type < TYPE_COUNT ? types[type].name : NULL;
}

size_t fake_nccl_element_size(int type)
{
	return types[type].size;
}

/* --- 16 bits ------------------------------------------------------------------------------------ */

static float from_float16(uint16_t bits)
{
	const int exponent = bits >> 10 & 31, fraction = bits & 1023;
	const float size = exponent == 0    ? ldexpf((float)fraction, -24)
			   : exponent == 31 ? (fraction ? NAN : INFINITY)
					    : ldexpf((float)(fraction + 1024), exponent - 25);

	return bits >> 15 ? -size : size;
}

static uint16_t to_float16(float number)
{
	const unsigned sign = signbit(number) ? 0x8000 : 0;
	const float size = fabsf(number);
	unsigned bits;
	int exponent;

	if (isnan(number))
		return 0x7e00;
	if (size >= 65520)
		return (uint16_t)(sign | 0x7c00);
	if (size < ldexpf(1, -14))
		return (uint16_t)(sign | (unsigned)lrintf(ldexpf(size, 24)));
	bits = (unsigned)lrintf(ldexpf(frexpf(size, &exponent), 11));
	/* Rounding up may carry into the exponent. */
	return (uint16_t)(sign | (((unsigned)(exponent + 13) << 10) + bits));
}

static float from_bfloat16(uint16_t half)
{
	const uint32_t bits = (uint32_t)half << 16;
	float number;

	memcpy(&number, &bits, sizeof number);
	return number;
}

static uint16_t to_bfloat16(float number)
{
	uint32_t bits;

	memcpy(&bits, &number, sizeof bits);
	return isnan(number) ? 0x7fc0 : (uint16_t)((bits + 0x7fff + (bits >> 16 & 1)) >> 16);
}

/* --- All types ----------------------------------------------------------------------------------- */

#define SAME(number) (number)

/* `name` combines, and divides by a number of ranks; `type` is stored, `real` computed with. */
#define DEFINE(name, type, real, FROM, TO)                                             \
	static void combine_##name(type *into, const type *from, size_t count, int op) \
	{                                                                              \
		for (size_t i = 0; i < count; i++) {                                   \
			const real a = (real)FROM(into[i]), b = (real)FROM(from[i]);   \
			const real result = op == PRODUCT   ? (real)(a * b)            \
					    : op == MAXIMUM ? (a > b ? a : b)          \
					    : op == MINIMUM ? (a < b ? a : b)          \
							    : (real)(a + b);           \
			into[i] = (type)TO(result);                                    \
		}                                                                      \
	}                                                                              \
	static void divide_##name(type *into, size_t count, int by)                    \
	{                                                                              \
		for (size_t i = 0; i < count; i++)                                     \
			into[i] = (type)TO((real)((real)FROM(into[i]) / (real)by));    \
	}

DEFINE(int8, int8_t, int8_t, SAME, SAME)
DEFINE(uint8, uint8_t, uint8_t, SAME, SAME)
DEFINE(int32, int32_t, int32_t, SAME, SAME)
DEFINE(uint32, uint32_t, uint32_t, SAME, SAME)
DEFINE(int64, int64_t, int64_t, SAME, SAME)
DEFINE(uint64, uint64_t, uint64_t, SAME, SAME)
DEFINE(float16, uint16_t, float, from_float16, to_float16)
DEFINE(float32, float, float, SAME, SAME)
DEFINE(float64, double, double, SAME, SAME)
DEFINE(bfloat16, uint16_t, float, from_bfloat16, to_bfloat16)

/* By the numbers of NCCL's types. */
#define EACH(X)                                                                                   \
	X(0, int8)                                                                                \
	X(1, uint8) X(2, int32) X(3, uint32) X(4, int64) X(5, uint64) X(6, float16) X(7, float32) \
		X(8, float64) X(9, bfloat16)

bool fake_nccl_reduce(void *into, const void *from, size_t count, int type, int op)
{
	switch (type) {
#define CASE(number, name)                             \
	case number:                                   \
		combine_##name(into, from, count, op); \
		return true;
		EACH(CASE)
#undef CASE
	default:
		return false;
	}
}

void fake_nccl_divide(void *into, size_t count, int type, int by)
{
	switch (type) {
#define CASE(number, name)                      \
	case number:                            \
		divide_##name(into, count, by); \
		break;
		EACH(CASE)
#undef CASE
	default:
		break;
	}
}
