#include <stdlib.h>
#include <string.h>

#include <zlib.h>

#include "archive.h"
#include "support.h"

enum { ROOM = 1 << 22 };

void put_number(unsigned char *at, uint64_t value, size_t size)
{
	for (size_t i = 0; i < size; i++)
		at[i] = (unsigned char)(value >> 8 * i);
}

static void append(struct archive *archive, const void *bytes, size_t n)
{
	MUST(archive->n + n <= ROOM);
	memcpy(archive->bytes + archive->n, bytes, n);
	archive->n += n;
}

static void append_number(struct archive *archive, uint64_t value, size_t size)
{
	unsigned char bytes[8];

	put_number(bytes, value, size);
	append(archive, bytes, size);
}

/* What local header and directory have in common: from the version on, up to the extra length. */
static void append_facts(struct archive *archive, const struct part *part, size_t stored)
{
	append_number(archive, 20, 2);
	append_number(archive, 0, 2);
	append_number(archive, part->deflated ? 8 : 0, 2);
	append_number(archive, 0x00210000, 4);
	append_number(archive, crc32(0, part->bytes, (unsigned)part->n), 4);
	append_number(archive, stored, 4);
	append_number(archive, part->n, 4);
	append_number(archive, strlen(part->name), 2);
	append_number(archive, 0, 2);
}

static size_t compress_part(const struct part *part, unsigned char *room, size_t size)
{
	z_stream z = { 0 };

	MUST(deflateInit2(&z, 9, Z_DEFLATED, -15, 9, Z_DEFAULT_STRATEGY) == Z_OK);
	z.next_in = (unsigned char *)part->bytes;
	z.avail_in = (unsigned)part->n;
	z.next_out = room;
	z.avail_out = (unsigned)size;
	MUST(deflate(&z, Z_FINISH) == Z_STREAM_END);
	MUST(deflateEnd(&z) == Z_OK);
	return size - z.avail_out;
}

static size_t append_local(struct archive *archive, const struct part *part, size_t i)
{
	unsigned char *compressed = malloc(ROOM);
	size_t stored = part->n;

	MUST(compressed);
	if (part->deflated)
		stored = compress_part(part, compressed, ROOM);
	archive->local[i] = archive->n;
	append_number(archive, 0x04034b50, 4);
	append_facts(archive, part, stored);
	append(archive, part->name, strlen(part->name));
	archive->data[i] = archive->n;
	append(archive, part->deflated ? compressed : part->bytes, stored);
	free(compressed);
	return stored;
}

static void append_central(struct archive *archive, const struct part *part, size_t i,
			   size_t stored)
{
	archive->central[i] = archive->n;
	append_number(archive, 0x02014b50, 4);
	append_number(archive, 0x0314, 2);
	append_facts(archive, part, stored);
	append_number(archive, 0, 6); /* comment, disk, internal attributes */
	append_number(archive, (uint32_t)0100600 << 16, 4);
	append_number(archive, archive->local[i], 4);
	append(archive, part->name, strlen(part->name));
}

struct archive make_archive(const struct part *parts, size_t n)
{
	struct archive archive = { .bytes = malloc(ROOM) };
	size_t stored[4], begin;

	MUST(archive.bytes && n <= LENGTH(stored));
	for (size_t i = 0; i < n; i++)
		stored[i] = append_local(&archive, &parts[i], i);
	begin = archive.n;
	for (size_t i = 0; i < n; i++)
		append_central(&archive, &parts[i], i, stored[i]);
	archive.end = archive.n;
	append_number(&archive, 0x06054b50, 4);
	append_number(&archive, 0, 4);
	append_number(&archive, n, 2);
	append_number(&archive, n, 2);
	append_number(&archive, archive.end - begin, 4);
	append_number(&archive, begin, 4);
	append_number(&archive, 0, 2);
	return archive;
}

unsigned char *make_npy(const char *header, const void *bytes, size_t nbytes, size_t *n)
{
	const size_t length = strlen(header);
	unsigned char *file = malloc(10 + length + nbytes);

	MUST(file);
	memcpy(file, "\x93NUMPY\1\0", 8);
	put_number(file + 8, length, 2);
	memcpy(file + 10, header, length);
	if (nbytes)
		memcpy(file + 10 + length, bytes, nbytes);
	*n = 10 + length + nbytes;
	return file;
}

void put_entry(const void *bytes, size_t n, int deflated)
{
	const struct part part = { "a.npy", bytes, n, deflated };
	struct archive archive = make_archive(&part, 1);

	put_file(npz_path, archive.bytes, archive.n);
	free(archive.bytes);
}

struct archive make_two(void)
{
	size_t n;
	unsigned char *npy = make_npy(FLOATS, "\0\0\x80\x3f\0\0\0\x40", 8, &n);
	const struct part parts[] = { { "a.npy", npy, n, 0 }, { "b.npy", npy, n, 0 } };
	struct archive archive = make_archive(parts, 2);

	free(npy);
	return archive;
}
