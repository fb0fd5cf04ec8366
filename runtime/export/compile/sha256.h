/*
 * Inside the library: SHA-256, of FIPS 180-4.
 */
#ifndef CT_EXPORT_COMPILE_SHA256_H
#define CT_EXPORT_COMPILE_SHA256_H

#include <stddef.h>
#include <stdint.h>

struct ct_sha256 {
	uint32_t state[8];
	uint64_t length; /* in bytes, so far */
	unsigned char block[64];
};

enum { CT_SHA256_HEX = 64 };

void ct_sha256_init(struct ct_sha256 *self);
void ct_sha256_add(struct ct_sha256 *self, const void *bytes, size_t n);

/* The digest in hexadecimal digits, with a NUL. Nothing can be added afterwards. */
void ct_sha256_end(struct ct_sha256 *self, char result[CT_SHA256_HEX + 1]);

#endif
