/*
 * Memory for arrays whose lengths come from elsewhere.
 */
#include <stdlib.h>

#include "base/lengths.h"

/* False: more than a size can say. Never 0 bytes, for which malloc() may return NULL. */
static bool count_bytes(size_t head, int64_t count, size_t size, size_t *nbytes)
{
	if (__builtin_mul_overflow(count, size, nbytes) ||
	    __builtin_add_overflow(*nbytes, head, nbytes) || *nbytes > PTRDIFF_MAX)
		return false;
	*nbytes += *nbytes == 0;
	return true;
}

void *ct_array_new_after(size_t head, int64_t count, size_t size)
{
	size_t nbytes;

	return count_bytes(head, count, size, &nbytes) ? calloc(1, nbytes) : NULL;
}

void *ct_array_new(int64_t count, size_t size)
{
	return ct_array_new_after(0, count, size);
}

void *ct_array_resize(void *array, int64_t count, size_t size)
{
	size_t nbytes;

	return count_bytes(0, count, size, &nbytes) ? realloc(array, nbytes) : NULL;
}
