/*
 * Inside the library: integers in files, which are little-endian.
 */
#ifndef CT_FILES_ZIP_BYTES_H
#define CT_FILES_ZIP_BYTES_H

#include <stdint.h>

static inline uint16_t ct_read_u16(const unsigned char *at)
{
	return (uint16_t)(at[0] | at[1] << 8);
}

static inline uint32_t ct_read_u32(const unsigned char *at)
{
	return ct_read_u16(at) | (uint32_t)ct_read_u16(at + 2) << 16;
}

static inline uint64_t ct_read_u64(const unsigned char *at)
{
	return ct_read_u32(at) | (uint64_t)ct_read_u32(at + 4) << 32;
}

/* Each returns the position after what it wrote. */
static inline unsigned char *ct_write_u16(unsigned char *at, uint16_t n)
{
	at[0] = (unsigned char)n;
	at[1] = (unsigned char)(n >> 8);
	return at + 2;
}

static inline unsigned char *ct_write_u32(unsigned char *at, uint32_t n)
{
	return ct_write_u16(ct_write_u16(at, (uint16_t)n), (uint16_t)(n >> 16));
}

static inline unsigned char *ct_write_u64(unsigned char *at, uint64_t n)
{
	return ct_write_u32(ct_write_u32(at, (uint32_t)n), (uint32_t)(n >> 32));
}

#endif
