/*
 * Inside the library: lists whose lengths come from a caller, a file or a tensor, and memory for as
 * many elements. A length is checked before it is multiplied.
 */
#ifndef CT_CORE_BASE_LENGTHS_H
#define CT_CORE_BASE_LENGTHS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* No list in memory is as long: its elements may be of 64 bytes, and some are added to it, before a
 * size in bytes or a difference of pointers overflows. */
#define CT_LENGTH_MAX (INT64_MAX / 128)

/* Whether it can be a list: not negative, not longer than memory, and not NULL unless empty. */
static inline bool ct_is_list(const void *list, int64_t length)
{
	return length >= 0 && length <= CT_LENGTH_MAX && (list != NULL || length == 0);
}

/* The product and the sum of sizes; INT64_MAX instead of one that is larger, which no memory has. */
static inline int64_t ct_size_times(int64_t a, int64_t b)
{
	int64_t product;

	return __builtin_mul_overflow(a, b, &product) ? INT64_MAX : product;
}

static inline int64_t ct_size_plus(int64_t a, int64_t b)
{
	int64_t sum;

	return __builtin_add_overflow(a, b, &sum) ? INT64_MAX : sum;
}

/* A number as a size, without its fraction: at most CT_LENGTH_MAX in magnitude, 0 for NaN. A cast
 * of what an int64_t cannot hold is undefined. */
static inline int64_t ct_size_of_number(double number)
{
	if (number >= (double)CT_LENGTH_MAX)
		return CT_LENGTH_MAX;
	if (number <= (double)-CT_LENGTH_MAX)
		return -CT_LENGTH_MAX;
	return number == number ? (int64_t)number : 0;
}

/* Zeroed memory for `count` elements of `size` bytes, for free(); also if there are 0. NULL: that
 * many do not fit in memory, or the count is negative. */
void *ct_array_new(int64_t count, size_t size);

/* The same for a structure of `head` bytes that ends with an array without a length. */
void *ct_array_new_after(size_t head, int64_t count, size_t size);

/* As realloc(): the array is unchanged if the result is NULL. Elements that are added are not
 * zeroed. */
void *ct_array_resize(void *array, int64_t count, size_t size);

/* The array with room for `count` elements, 1 at least, of which it has `*room`. It grows at least to
 * twice its size, so that elements may be added one at a time. Otherwise as ct_array_resize();
 * `*room` is unchanged if the result is NULL. */
void *ct_array_grow(void *array, int64_t *room, int64_t count, size_t size);

#ifdef __cplusplus
}
#endif

#endif
