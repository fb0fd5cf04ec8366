/*
 * Zip archives: the bytes of an entry.
 */
#include <limits.h>
#include <stdlib.h>

#include <libdeflate.h>

#include <ctorch/macros/try.h>

#include "core/base/no_memory.h"
#include "files/zip/format.h"
#include "files/zip/stream.h"

/* Bytes that are read at a time: few enough to be in the processor's cache for their checksum. */
enum { PART = 1 << 18 };

/* --- A part at a time ------------------------------------------------------------------------ */

static ct_error damaged(const struct ct_zip_stream *stream)
{
	return ct_zip_wrong(stream->zip, "the compressed bytes of '%.100s' are damaged",
			    stream->entry->name);
}

ct_error ct_zip_stream_open(const struct ct_zip *zip, const struct ct_zip_entry *entry,
			    struct ct_zip_stream *stream)
{
	stream->zip = zip;
	stream->entry = entry;
	stream->position = entry->data;
	stream->left = entry->size;
	stream->stored_left = entry->stored_size;
	stream->crc = 0;
	stream->state = Z_OK;
	stream->z = (z_stream){ 0 };
	if (entry->method == CT_ZIP_DEFLATED && inflateInit2(&stream->z, -MAX_WBITS) != Z_OK)
		return ct_no_memory(zip->function, "to decompress an entry of %s", zip->path);
	return NULL;
}

void ct_zip_stream_close(struct ct_zip_stream *stream)
{
	if (stream->entry->method == CT_ZIP_DEFLATED)
		inflateEnd(&stream->z);
}

static ct_error refill(struct ct_zip_stream *stream)
{
	const size_t n = stream->stored_left < sizeof stream->chunk ? (size_t)stream->stored_left
								    : sizeof stream->chunk;

	if (stream->z.avail_in || n == 0)
		return NULL;
	CT_TRY(ct_zip_read_at(stream->zip, stream->position, stream->chunk, n));
	stream->z.next_in = stream->chunk;
	stream->z.avail_in = (unsigned)n;
	stream->position += n;
	stream->stored_left -= n;
	return NULL;
}

/* zlib counts in unsigned ints. */
static ct_error inflate_next(struct ct_zip_stream *stream, unsigned char *bytes, size_t n)
{
	stream->z.next_out = bytes;
	while (stream->state == Z_OK && n) {
		const unsigned most = n > UINT_MAX ? UINT_MAX : (unsigned)n;

		CT_TRY(refill(stream));
		stream->z.avail_out = most;
		stream->state = inflate(&stream->z, Z_NO_FLUSH);
		n -= most - stream->z.avail_out;
	}
	return n ? damaged(stream) : NULL;
}

static ct_error read_part(struct ct_zip_stream *stream, void *bytes, size_t n)
{
	if (stream->entry->method == CT_ZIP_DEFLATED)
		CT_TRY(inflate_next(stream, bytes, n));
	else
		CT_TRY(ct_zip_read_at(stream->zip, stream->position, bytes, n));
	if (stream->entry->method == CT_ZIP_STORED)
		stream->position += n;
	stream->left -= n;
	stream->crc = libdeflate_crc32(stream->crc, bytes, n);
	return NULL;
}

ct_error ct_zip_stream_read(struct ct_zip_stream *stream, void *bytes, size_t n)
{
	unsigned char *at = bytes;

	while (n) {
		const size_t part = n < PART ? n : PART;

		CT_TRY(read_part(stream, at, part));
		at += part;
		n -= part;
	}
	return NULL;
}

/* The mark of the end is left when all bytes were made. */
static ct_error check_end(struct ct_zip_stream *stream)
{
	unsigned char none;

	stream->z.next_out = &none;
	stream->z.avail_out = 0;
	while (stream->state == Z_OK) {
		CT_TRY(refill(stream));
		stream->state = inflate(&stream->z, Z_NO_FLUSH);
	}
	if (stream->state != Z_STREAM_END || stream->stored_left || stream->z.avail_in)
		return damaged(stream);
	return NULL;
}

/* PyTorch writes zeros with set_crc32_options(False) and under skip_data(), and its reader does not
 * compare them; its entries have their checksum after their bytes. */
bool ct_zip_has_checksum(const struct ct_zip_entry *entry)
{
	return entry->crc != 0 || !(entry->flags & CT_ZIP_HAS_DESCRIPTOR);
}

ct_error ct_zip_stream_check(struct ct_zip_stream *stream)
{
	unsigned char rest[4096];

	while (stream->left)
		CT_TRY(ct_zip_stream_read(stream, rest,
					  stream->left < sizeof rest ? (size_t)stream->left
								     : sizeof rest));
	if (stream->entry->method == CT_ZIP_DEFLATED)
		CT_TRY(check_end(stream));
	if (ct_zip_has_checksum(stream->entry) && stream->crc != stream->entry->crc)
		return ct_zip_wrong(stream->zip,
				    "the checksum of '%.100s' is wrong; the file is damaged",
				    stream->entry->name);
	return NULL;
}

/* --- All entries ----------------------------------------------------------------------------- */

ct_error ct_zip_read(const struct ct_zip *zip, const struct ct_zip_entry *entry, void *bytes)
{
	struct ct_zip_stream stream;
	ct_error error;

	CT_TRY(ct_zip_stream_open(zip, entry, &stream));
	error = ct_zip_stream_read(&stream, bytes, (size_t)entry->size);
	if (error == NULL)
		error = ct_zip_stream_check(&stream);
	ct_zip_stream_close(&stream);
	return error;
}

ct_error ct_zip_read_new(const struct ct_zip *zip, const struct ct_zip_entry *entry,
			 unsigned char **result)
{
	unsigned char *bytes = malloc((size_t)entry->size + 1);
	ct_error error;

	if (bytes == NULL)
		return ct_no_memory(zip->function, "for %llu bytes of %s",
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
