/*
 * Zip archives: the bytes of an entry.
 */
#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include <zlib.h>

#include "zip/zip.h"

/* Of compressed bytes that are read at a time. */
enum { CHUNK = 1 << 16 };

/* --- Compressed entries ---------------------------------------------------------------------- */

/* zlib counts in unsigned ints. */
static void lend_room(z_stream *stream, unsigned char *bytes, uint64_t size)
{
	const uint64_t left = size - (uint64_t)(stream->next_out - bytes);

	stream->avail_out = left > UINT_MAX ? UINT_MAX : (unsigned)left;
}

static ct_error inflate_all(const struct ct_zip *zip, const struct ct_zip_entry *entry,
			    z_stream *stream, unsigned char *bytes)
{
	unsigned char chunk[CHUNK];
	uint64_t left = entry->stored_size, at = entry->data;
	int state = Z_OK;

	stream->next_out = bytes;
	while (state == Z_OK) {
		if (stream->avail_in == 0 && left) {
			const size_t n = left < CHUNK ? (size_t)left : CHUNK;

			CT_TRY(ct_zip_read_at(zip, at, chunk, n));
			stream->next_in = chunk;
			stream->avail_in = (unsigned)n;
			at += n;
			left -= n;
		}
		lend_room(stream, bytes, entry->size);
		state = inflate(stream, Z_NO_FLUSH);
	}
	if (state != Z_STREAM_END || left || stream->avail_in ||
	    (uint64_t)(stream->next_out - bytes) != entry->size)
		return ct_zip_wrong(zip, "the compressed bytes of '%.100s' are damaged",
				    entry->name);
	return NULL;
}

static ct_error read_deflated(const struct ct_zip *zip, const struct ct_zip_entry *entry,
			      void *bytes)
{
	z_stream stream = { 0 };
	ct_error error;

	if (inflateInit2(&stream, -MAX_WBITS) != Z_OK)
		return ct_error_new(CT_ERROR_OUT_OF_MEMORY, zip->function,
				    "no memory to decompress an entry of %s", zip->path);
	error = inflate_all(zip, entry, &stream, bytes);
	inflateEnd(&stream);
	return error;
}

/* --- All entries ----------------------------------------------------------------------------- */

ct_error ct_zip_read(const struct ct_zip *zip, const struct ct_zip_entry *entry, void *bytes)
{
	if (entry->method == CT_ZIP_STORED)
		CT_TRY(ct_zip_read_at(zip, entry->data, bytes, (size_t)entry->size));
	else
		CT_TRY(read_deflated(zip, entry, bytes));
	if (crc32_z(0, bytes, (size_t)entry->size) != entry->crc)
		return ct_zip_wrong(zip, "the checksum of '%.100s' is wrong; the file is damaged",
				    entry->name);
	return NULL;
}

ct_error ct_zip_read_new(const struct ct_zip *zip, const struct ct_zip_entry *entry,
			 unsigned char **result)
{
	unsigned char *bytes = malloc((size_t)entry->size + 1);
	ct_error error;

	if (bytes == NULL)
		return ct_error_new(CT_ERROR_OUT_OF_MEMORY, zip->function,
				    "no memory for %llu bytes of %s",
				    (unsigned long long)entry->size, zip->path);
	error = ct_zip_read(zip, entry, bytes);
	if (error) {
		free(bytes);
		return error;
	}
	bytes[entry->size] = '\0';
	*result = bytes;
	return NULL;
}
