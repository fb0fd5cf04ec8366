/*
 * Inside the library: an entry of a zip archive, read from its beginning to its end in parts.
 */
#ifndef CT_ZIP_STREAM_H
#define CT_ZIP_STREAM_H

#include <zlib.h>

#include "zip/zip.h"

struct ct_zip_stream {
	const struct ct_zip *zip;
	const struct ct_zip_entry *entry;
	uint64_t at, left; /* in the archive: where the next bytes are, and how many */
	uint64_t given;    /* bytes of the entry that were read */
	uint32_t crc;      /* of these */
	z_stream inflater;
	unsigned char chunk[1 << 16]; /* compressed bytes */
};

/* It must be closed, if this is no error. */
ct_error ct_zip_stream_open(const struct ct_zip *zip, const struct ct_zip_entry *entry,
			    struct ct_zip_stream *stream) CT_WARN_UNUSED;

/* The next `n` bytes, no more than the entry still has. */
ct_error ct_zip_stream_read(struct ct_zip_stream *stream, void *bytes, size_t n) CT_WARN_UNUSED;

/* After the last byte: compares the checksum. */
ct_error ct_zip_stream_end(struct ct_zip_stream *stream) CT_WARN_UNUSED;

void ct_zip_stream_close(struct ct_zip_stream *stream);

#endif
