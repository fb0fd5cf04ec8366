/*
 * Inside the library: parts of an entry of a zip archive.
 */
#ifndef CT_FILES_ZIP_STREAM_H
#define CT_FILES_ZIP_STREAM_H

#include <zlib.h>

#include "files/zip/zip.h"

/* An entry that is read from its beginning, a part at a time. */
struct ct_zip_stream {
	const struct ct_zip *zip;
	const struct ct_zip_entry *entry;
	uint64_t position;    /* of the next bytes in the file */
	uint64_t left;        /* of the entry's bytes */
	uint64_t stored_left; /* of the compressed ones */
	uint32_t crc;         /* of the bytes so far */
	int state;            /* zlib's */
	z_stream z;
	unsigned char chunk[1 << 16]; /* compressed bytes */
};

ct_error ct_zip_stream_open(const struct ct_zip *zip, const struct ct_zip_entry *entry,
			    struct ct_zip_stream *stream) CT_WARN_UNUSED;
void ct_zip_stream_close(struct ct_zip_stream *stream);

/* The next `n` bytes, at most stream->left. */
ct_error ct_zip_stream_read(struct ct_zip_stream *stream, void *bytes, size_t n) CT_WARN_UNUSED;

/* Reads the rest and compares the checksum. */
ct_error ct_zip_stream_check(struct ct_zip_stream *stream) CT_WARN_UNUSED;

#endif
