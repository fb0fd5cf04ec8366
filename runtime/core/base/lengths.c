/*
 * Memory for arrays whose lengths come from elsewhere.
 */
#include <stdlib.h>

#include "core/base/lengths.h"

/* The room that an array gets with its first element. */
enum { LEAST_ROOM = 4 };

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

void *ct_array_grow(void *array, int64_t *room, int64_t count, size_t size)
{
	int64_t more = ct_size_times(*room, 2);
	void *grown;

	if (count <= *room)
		return array;
	if (more < count)
		more = count;
	if (more < LEAST_ROOM)
		more = LEAST_ROOM;
	grown = ct_array_resize(array, more, size);
	if (grown)
		*room = more;
	return grown;
}
