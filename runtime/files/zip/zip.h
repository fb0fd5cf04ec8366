/*
 * Inside the library: zip archives, as PyTorch and NumPy write them: read without trusting them,
 * written so that the elements of tensors are aligned.
 *
 * Libraries for zip do not say where an entry's bytes begin, which mapping a tensor needs, and they
 * accept archives in which two readers find different entries.
 */
#ifndef CT_FILES_ZIP_ZIP_H
#define CT_FILES_ZIP_ZIP_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <ctorch/core/error.h>

#include "core/base/error_make.h"
#include "files/io/write.h"

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
	uint64_t begin;              /* of the archive in the file; positions count from here */
	uint64_t file_size;          /* of the archive */
	struct ct_zip_entry *entries; /* in the order of the directory */
	size_t len;
	struct ct_zip_entry **by_name; /* sorted; those that differ only in case are neighbors */
};

/* Reads the directory of an open file and compares every entry's own header with it. Archives that
 * are encrypted, on several disks, or ambiguous (two entries of one name, entries that overlap) are
 * refused. */
ct_error ct_zip_open(const char *function, const char *path, int fd, int64_t file_size,
		     struct ct_zip *result) CT_WARN_UNUSED;
/* The same for an archive that is a part of the file. */
ct_error ct_zip_open_part(const char *function, const char *path, int fd, int64_t begin,
			  int64_t size, struct ct_zip *result) CT_WARN_UNUSED;
void ct_zip_close(struct ct_zip *zip);

/* Refuses names that differ only in case, for formats whose other readers do not distinguish them. */
ct_error ct_zip_check_case(const struct ct_zip *zip) CT_WARN_UNUSED;

/* Whether some folder has an entry of this name: "data.pkl" for "archive/data.pkl". */
bool ct_zip_has_in_folder(const struct ct_zip *zip, const char *name);

/* Whether a text or pickle is a bomb: larger than a MiB, and a hundred times larger than in the
 * archive. */
bool ct_zip_is_bomb(const struct ct_zip_entry *entry);

/* NULL if there is none of this name. */
const struct ct_zip_entry *ct_zip_find(const struct ct_zip *zip, const char *name);

/* Reads a whole entry into `entry->size` bytes, and compares its checksum. */
ct_error ct_zip_read(const struct ct_zip *zip, const struct ct_zip_entry *entry,
		     void *bytes) CT_WARN_UNUSED;

/* Whether the entry has a checksum, which is compared. */
bool ct_zip_has_checksum(const struct ct_zip_entry *entry);

/* As ct_zip_read(), into new memory with a NUL after it: free(). */
ct_error ct_zip_read_new(const struct ct_zip *zip, const struct ct_zip_entry *entry,
			 unsigned char **result) CT_WARN_UNUSED;

/* Reads `n` bytes at a position of the archive. */
ct_error ct_zip_read_at(const struct ct_zip *zip, uint64_t position, void *bytes,
			size_t n) CT_WARN_UNUSED;

/* The 64-bit values in an extra field replace those of the entry that have only ones: sizes and
 * position, in this order. False if the fields are damaged, or lack one. */
bool ct_zip_read_extra64(const unsigned char *extra, size_t n, struct ct_zip_entry *entry);

/* Compares the headers in the archive with the directory (check.c). */
ct_error ct_zip_check(struct ct_zip *zip, uint64_t directory) CT_WARN_UNUSED;

/* "PATH: not a valid zip archive: ..." */
ct_error ct_zip_wrong(const struct ct_zip *zip, const char *format, ...)
	CT_PRINTF(2, 3) CT_NEVER_NULL CT_WARN_UNUSED;

/* --- Writing --------------------------------------------------------------------------------- */

/* What programs write differently, and readers do not mind. */
struct ct_zip_style {
	uint16_t made_by;    /* the version and the system */
	uint16_t needed;     /* the version that a reader needs */
	uint32_t end_needs;  /* both, in the record of 64-bit archives */
	uint32_t time;       /* of all entries: the date, then the time */
	uint32_t attributes; /* of all entries */
	uint64_t most;       /* larger sizes and positions are in fields of 64 bits */
	size_t alignment;    /* of each entry's bytes; 0: there is no padding */
	bool sizes_last;     /* size and checksum follow the bytes */
	bool always_utf8;    /* false: only names that are not ASCII are marked as UTF-8 */
	bool wide_headers;   /* an entry's own header has 64-bit sizes, however small it is */
	bool wide_end;       /* the archive has a 64-bit record, however small it is */
};

/* torch.save() and Python's zipfile as NumPy uses it. */
extern const struct ct_zip_style ct_zip_pytorch, ct_zip_numpy;

/* The limit of an entry's name, in bytes. */
#define CT_ZIP_MAX_NAME 0xffff

struct ct_zip_written;

/* An archive that is being written to a file. */
struct ct_zip_writer {
	const struct ct_zip_style *style;
	struct ct_file_output *output;
	struct ct_zip_written *first, **end; /* the entries so far */
	uint64_t position;                   /* the length so far */
};

void ct_zip_writer_init(struct ct_zip_writer *writer, const struct ct_zip_style *style,
			struct ct_file_output *output);
void ct_zip_writer_free(struct ct_zip_writer *writer);

/* Writes an entry of the pieces' bytes. Compressed ones are in memory until it is complete. `method`
 * is CT_ZIP_STORED or CT_ZIP_DEFLATED; `crc` gets the checksum unless it is NULL. */
ct_error ct_zip_put(struct ct_zip_writer *writer, const char *name,
		    const struct ct_file_piece *pieces, size_t n, int method,
		    uint32_t *crc) CT_WARN_UNUSED;

/* Writes the directory, which ends the archive. */
ct_error ct_zip_finish(struct ct_zip_writer *writer) CT_WARN_UNUSED;

/* Compresses pieces as Python's zipfile does; the result is new (free()) (deflate.c). */
ct_error ct_zip_deflate(const char *function, const char *path, const struct ct_file_piece *pieces,
			size_t n, struct ct_file_piece *result) CT_WARN_UNUSED;

#ifdef __cplusplus
}
#endif

#endif
