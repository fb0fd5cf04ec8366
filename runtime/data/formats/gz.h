/*
 * Inside the library: reading files that gzip may have compressed.
 */
#ifndef CT_DATA_FORMATS_GZ_H
#define CT_DATA_FORMATS_GZ_H

#include <stdbool.h>
#include <stdint.h>

#include <ctorch/core/error.h>

/* zlib's gzFile. */
struct gzFile_s;

struct ct_gz {
	struct gzFile_s *file;
	const char *path;     /* borrowed */
	const char *function; /* for errors */
	int64_t size;         /* of the file */
	int64_t max_bytes;    /* more cannot come of a file of this size */
	bool is_compressed;
};

ct_error ct_gz_open(struct ct_gz *self, const char *path, const char *function) CT_WARN_UNUSED;
void ct_gz_close(struct ct_gz *self);

/* Exactly `n` bytes of `what`; fewer are an error. */
ct_error ct_gz_read(struct ct_gz *self, void *to, int64_t n, const char *what) CT_WARN_UNUSED;

/* At most `n` bytes; fewer at the end. */
ct_error ct_gz_read_some(struct ct_gz *self, void *to, int64_t n, int64_t *got) CT_WARN_UNUSED;

/* An error if there is more to read, or if the checksum is wrong. */
ct_error ct_gz_expect_end(struct ct_gz *self) CT_WARN_UNUSED;

/* ValueError: PATH: ... */
ct_error ct_gz_wrong(const struct ct_gz *self, const char *format, ...) CT_PRINTF(2, 3);

#endif
