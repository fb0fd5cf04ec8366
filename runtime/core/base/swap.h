/*
 * Inside the library: numbers in the other byte order.
 */
#ifndef CT_CORE_BASE_SWAP_H
#define CT_CORE_BASE_SWAP_H

#include <stdint.h>

/* Reverses the bytes of each number of `size` bytes. */
static inline void ct_swap_bytes(void *bytes, int64_t nbytes, int64_t size)
{
	unsigned char *at = (unsigned char *)bytes;

	for (; nbytes >= size; at += size, nbytes -= size) {
		for (int64_t i = 0; i < size / 2; i++) {
			const unsigned char byte = at[i];

			at[i] = at[size - 1 - i];
			at[size - 1 - i] = byte;
		}
	}
}

#endif
