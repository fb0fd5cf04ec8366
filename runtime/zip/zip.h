/*
 * Inside the library: zip archives, as PyTorch and NumPy write them: read without trusting them,
 * written so that the elements of tensors are aligned.
 *
 * Libraries for zip do not say where an entry's bytes begin, which mapping a tensor needs, and they
 * accept archives in which two readers find different entries.
 */
#ifndef CT_ZIP_ZIP_H
#define CT_ZIP_ZIP_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <ctorch/error.h>

#include "base/error_make.h"
#include "files/write.h"

#ifdef __cplusplus
extern "C" {
#endif

/* --- Reading --------------------------------------------------------------------------------- */

struct ct_zip_entry {
	char *name; /* "archive/data.pkl"; has no NUL inside */
	uint64_t size;
	uint64_t stored_size; /* in the archive: less if it is compressed */
	uint64_t header;      /* position of its local header */
	uint64_t data;        /* position of its bytes */
	uint32_t crc;
	uint16_t flags;
	uint16_t method; /* CT_ZIP_STORED or CT_ZIP_DEFLATED */
};

enum { CT_ZIP_STORED = 0, CT_ZIP_DEFLATED = 8 };

struct ct_zip {
	const char *function, *path; /* for messages; borrowed */
	int fd;                      /* borrowed */
	uint64_t file_size;
	struct ct_zip_entry *entries; /* in the order of the directory */
	size_t len;
	struct ct_zip_entry **by_name; /* sorted as strcasecmp() does */
};

/* Reads the directory of an open file and compares every entry's own header with it. Archives that
 * are encrypted, on several disks, or ambiguous (two entries of one name, entries that overlap) are
 * refused. */
ct_error ct_zip_open(const char *function, const char *path, int fd, int64_t file_size,
		     struct ct_zip *result) CT_WARN_UNUSED;
void ct_zip_close(struct ct_zip *zip);

/* NULL if there is none of this name. */
const struct ct_zip_entry *ct_zip_find(const struct ct_zip *zip, const char *name);

/* Reads a whole entry into `entry->size` bytes, and compares its checksum. */
ct_error ct_zip_read(const struct ct_zip *zip, const struct ct_zip_entry *entry,
		     void *bytes) CT_WARN_UNUSED;

/* As ct_zip_read(), into new memory with a NUL after it: free(). */
ct_error ct_zip_read_new(const struct ct_zip *zip, const struct ct_zip_entry *entry,
			 unsigned char **result) CT_WARN_UNUSED;

/* Reads `n` bytes at a position of the file. */
ct_error ct_zip_read_at(const struct ct_zip *zip, uint64_t position, void *bytes,
			size_t n) CT_WARN_UNUSED;

/* The 64-bit values in an extra field replace those of the entry that have only ones: sizes and
 * position, in this order. False if the fields are damaged, or lack one. */
bool ct_zip_read_extra64(const unsigned char *extra, size_t n, struct ct_zip_entry *entry);

/* Compares the headers in the archive with the directory (check.c). */
ct_error ct_zip_check(struct ct_zip *zip, uint64_t directory) CT_WARN_UNUSED;

/* "PATH: not a valid zip archive: ..." */
ct_error ct_zip_wrong(const struct ct_zip *zip, const char *format, ...) CT_PRINTF(2, 3)
	CT_NEVER_NULL CT_WARN_UNUSED;

/* --- Writing --------------------------------------------------------------------------------- */

/* An entry of an archive that is being collected; a block of its own, since pieces point into it. */
struct ct_zip_written {
	struct ct_zip_written *next;
	uint64_t size, header;
	uint32_t crc;
	size_t name_len;
	unsigned char tail[24]; /* after the bytes */
	unsigned char head[];   /* the local header, which contains the name */
};

/* An archive of entries that are not compressed, whose bytes the caller keeps until it is saved. */
struct ct_zip_writer {
	struct ct_file_piece *pieces;
	size_t len, room;
	struct ct_zip_written *first, **end;
	unsigned char *directory;
	uint64_t position; /* the length so far */
	size_t alignment;  /* the bytes of each entry begin at a multiple of it */
	bool failed;       /* no memory */
};

void ct_zip_writer_init(struct ct_zip_writer *writer, size_t alignment);
/* Returns the entry's checksum. */
uint32_t ct_zip_add(struct ct_zip_writer *writer, const char *name, const void *bytes, size_t n);

/* Writes it as ct_file_write() does. */
ct_error ct_zip_save(struct ct_zip_writer *writer, const char *function,
		     const char *path) CT_WARN_UNUSED;
void ct_zip_writer_free(struct ct_zip_writer *writer);

#ifdef __cplusplus
}
#endif

#endif
