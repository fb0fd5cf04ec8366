/*
 * Zip archives: the bytes of an entry, in parts.
 */
#include <limits.h>

#include "zip/stream.h"

ct_error ct_zip_stream_open(const struct ct_zip *zip, const struct ct_zip_entry *entry,
			    struct ct_zip_stream *stream)
{
	stream->zip = zip;
	stream->entry = entry;
	stream->at = entry->data;
	stream->left = entry->stored_size;
	stream->given = 0;
	stream->crc = 0;
	stream->inflater = (z_stream){ 0 };
	if (entry->method == CT_ZIP_STORED || inflateInit2(&stream->inflater, -MAX_WBITS) == Z_OK)
		return NULL;
	return ct_error_new(CT_ERROR_OUT_OF_MEMORY, zip->function,
			    "no memory to decompress an entry of %s", zip->path);
}

void ct_zip_stream_close(struct ct_zip_stream *stream)
{
	if (stream->entry->method != CT_ZIP_STORED)
		inflateEnd(&stream->inflater);
}

/* --- Compressed entries ---------------------------------------------------------------------- */

static ct_error wrong_bytes(const struct ct_zip_stream *stream)
{
	return ct_zip_wrong(stream->zip, "the compressed bytes of '%.100s' are damaged",
			    stream->entry->name);
}

static ct_error read_compressed(struct ct_zip_stream *stream)
{
	const size_t n = stream->left < sizeof stream->chunk ? (size_t)stream->left
							     : sizeof stream->chunk;

	CT_TRY(ct_zip_read_at(stream->zip, stream->at, stream->chunk, n));
	stream->inflater.next_in = stream->chunk;
	stream->inflater.avail_in = (unsigned)n;
	stream->at += n;
	stream->left -= n;
	return NULL;
}

/* Until there is no more room, or the compressed bytes end. */
static ct_error inflate_more(struct ct_zip_stream *stream, int *state)
{
	z_stream *inflater = &stream->inflater;

	*state = Z_OK;
	while (*state == Z_OK) {
		if (inflater->avail_in == 0 && stream->left)
			CT_TRY(read_compressed(stream));
		*state = inflate(inflater, Z_NO_FLUSH);
		if (inflater->avail_out == 0)
			return NULL;
	}
	return NULL;
}

/* zlib counts in unsigned ints. */
static ct_error read_deflated(struct ct_zip_stream *stream, unsigned char *bytes, size_t n)
{
	z_stream *inflater = &stream->inflater;
	int state;

	while (n) {
		const unsigned room = n < UINT_MAX ? (unsigned)n : UINT_MAX;

		inflater->next_out = bytes;
		inflater->avail_out = room;
		CT_TRY(inflate_more(stream, &state));
		if (inflater->avail_out)
			return wrong_bytes(stream);
		bytes += room;
		n -= room;
	}
	return NULL;
}

/* The mark of the end is after the last byte. */
static ct_error end_deflated(struct ct_zip_stream *stream)
{
	unsigned char beyond;
	int state;

	stream->inflater.next_out = &beyond;
	stream->inflater.avail_out = 1;
	CT_TRY(inflate_more(stream, &state));
	if (state != Z_STREAM_END || stream->left || stream->inflater.avail_in ||
	    stream->inflater.avail_out == 0)
		return wrong_bytes(stream);
	return NULL;
}

/* --- All entries ----------------------------------------------------------------------------- */

ct_error ct_zip_stream_read(struct ct_zip_stream *stream, void *bytes, size_t n)
{
	if (stream->entry->method == CT_ZIP_STORED)
		CT_TRY(ct_zip_read_at(stream->zip, stream->at + stream->given, bytes, n));
	else
		CT_TRY(read_deflated(stream, bytes, n));
	stream->given += n;
	stream->crc = (uint32_t)crc32_z(stream->crc, bytes, n);
	return NULL;
}

ct_error ct_zip_stream_end(struct ct_zip_stream *stream)
{
	if (stream->entry->method != CT_ZIP_STORED)
		CT_TRY(end_deflated(stream));
	if (stream->crc != stream->entry->crc)
		return ct_zip_wrong(stream->zip,
				    "the checksum of '%.100s' is wrong; the file is damaged",
				    stream->entry->name);
	return NULL;
}
