/*
 * Zip archives made by hand, so that anything in them can be wrong.
 */
#ifndef NPZ_ARCHIVE_H
#define NPZ_ARCHIVE_H

#include <stddef.h>
#include <stdint.h>

/* An entry; zeros: stored, neither encrypted nor a link. */
struct part {
	const char *name;
	const void *bytes;
	size_t n;
	int deflated; /* the bytes are what is to be compressed */
};

struct archive {
	unsigned char *bytes;
	size_t n;
	size_t local[4], central[4], data[4]; /* where they are, of each entry */
	size_t end;                           /* the record at the end */
};

/* Release it with free(archive.bytes). */
struct archive make_archive(const struct part *parts, size_t n);

/* Little-endian. */
void put_number(unsigned char *at, uint64_t value, size_t size);

/* An array of format 1.0 with this header and bytes, new (free()). */
unsigned char *make_npy(const char *header, const void *bytes, size_t nbytes, size_t *n);

/* Writes an archive of a single entry "a.npy" to the path. */
void put_entry(const void *bytes, size_t n, int deflated);

/* Two arrays of 2 float32: "a.npy" and "b.npy". */
struct archive make_two(void);

#define FLOATS "{'descr': '<f4', 'fortran_order': False, 'shape': (2,), }"

#endif
