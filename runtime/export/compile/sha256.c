/*
 * SHA-256, of FIPS 180-4, whose names the variables have.
 */
#include "export/compile/sha256.h"

#include <stdio.h>
#include <string.h>

enum { BLOCK = sizeof((struct ct_sha256 *)0)->block, ROUNDS = 64, LENGTH_AT = 56 };

/* The first 32 bits of the fractional parts of the cube roots of the first 64 primes. */
static const uint32_t k[ROUNDS] = {
	0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4,
	0xab1c5ed5, 0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe,
	0x9bdc06a7, 0xc19bf174, 0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f,
	0x4a7484aa, 0x5cb0a9dc, 0x76f988da, 0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7,
	0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967, 0x27b70a85, 0x2e1b2138, 0x4d2c6dfc,
	0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85, 0xa2bfe8a1, 0xa81a664b,
	0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070, 0x19a4c116,
	0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3,
	0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7,
	0xc67178f2,
};

void ct_sha256_init(struct ct_sha256 *self)
{
	/* Likewise of the square roots of the first 8 primes. */
	*self = (struct ct_sha256){ .state = { 0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a,
					       0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19 } };
}

static uint32_t rotate(uint32_t x, int n)
{
	return x >> n | x << (32 - n);
}

static void fill_schedule(uint32_t w[ROUNDS], const unsigned char block[BLOCK])
{
	for (int t = 0; t < 16; t++)
		w[t] = (uint32_t)block[4 * t] << 24 | (uint32_t)block[4 * t + 1] << 16 |
		       (uint32_t)block[4 * t + 2] << 8 | block[4 * t + 3];
	for (int t = 16; t < ROUNDS; t++) {
		const uint32_t x = w[t - 15], y = w[t - 2];

		w[t] = (rotate(y, 17) ^ rotate(y, 19) ^ y >> 10) + w[t - 7] +
		       (rotate(x, 7) ^ rotate(x, 18) ^ x >> 3) + w[t - 16];
	}
}

static void add_block(struct ct_sha256 *self, const unsigned char block[BLOCK])
{
	uint32_t w[ROUNDS], s[8];

	fill_schedule(w, block);
	memcpy(s, self->state, sizeof s);
	for (int t = 0; t < ROUNDS; t++) {
		const uint32_t a = s[0], e = s[4];
		const uint32_t choice = (e & s[5]) ^ (~e & s[6]);
		const uint32_t majority = (a & s[1]) ^ (a & s[2]) ^ (s[1] & s[2]);
		const uint32_t t1 = s[7] + (rotate(e, 6) ^ rotate(e, 11) ^ rotate(e, 25)) + choice +
				    k[t] + w[t];
		const uint32_t t2 = (rotate(a, 2) ^ rotate(a, 13) ^ rotate(a, 22)) + majority;

		memmove(s + 1, s, 7 * sizeof *s);
		s[0] = t1 + t2;
		s[4] += t1;
	}
	for (int i = 0; i < 8; i++)
		self->state[i] += s[i];
}

void ct_sha256_add(struct ct_sha256 *self, const void *bytes, size_t n)
{
	const unsigned char *from = bytes;
	size_t filled = self->length % BLOCK;

	self->length += n;
	while (n > 0) {
		const size_t part = n < BLOCK - filled ? n : BLOCK - filled;

		memcpy(self->block + filled, from, part);
		from += part;
		n -= part;
		filled += part;
		if (filled == BLOCK) {
			add_block(self, self->block);
			filled = 0;
		}
	}
}

void ct_sha256_end(struct ct_sha256 *self, char result[CT_SHA256_HEX + 1])
{
	const uint64_t bits = self->length * 8;
	unsigned char length[8];

	ct_sha256_add(self, "\x80", 1);
	while (self->length % BLOCK != LENGTH_AT)
		ct_sha256_add(self, "", 1);
	for (int i = 0; i < 8; i++)
		length[i] = (unsigned char)(bits >> (56 - 8 * i));
	ct_sha256_add(self, length, sizeof length);
	for (int i = 0; i < 8; i++)
		sprintf(result + 8 * i, "%08x", (unsigned)self->state[i]);
}
