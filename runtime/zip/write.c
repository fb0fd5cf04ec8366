/*
 * Zip archives: written as PyTorch does it, with the checksum of each entry after its bytes, and
 * padding before them.
 */
#include <stdlib.h>
#include <string.h>

#include <zlib.h>

#include "zip/bytes.h"
#include "zip/format.h"
#include "zip/zip.h"

/* Nothing follows an entry without bytes. */
static uint16_t flags_of(const struct ct_zip_written *entry)
{
	return entry->size ? CT_ZIP_HAS_DESCRIPTOR | CT_ZIP_UTF8 : CT_ZIP_UTF8;
}

/* In a field of 32 bits: the value is in one of 64. */
#define WIDE UINT32_C(0xffffffff)

/* Of an extra field: its number and length. */
enum { EXTRA_HEAD = 4 };

void ct_zip_writer_init(struct ct_zip_writer *writer, size_t alignment)
{
	*writer = (struct ct_zip_writer){ .alignment = alignment };
	writer->end = &writer->first;
}

void ct_zip_writer_free(struct ct_zip_writer *writer)
{
	while (writer->first) {
		struct ct_zip_written *next = writer->first->next;

		free(writer->first);
		writer->first = next;
	}
	free(writer->directory);
	free(writer->pieces);
	ct_zip_writer_init(writer, writer->alignment);
}

static void add_piece(struct ct_zip_writer *writer, const void *bytes, size_t n)
{
	if (writer->len == writer->room) {
		const size_t room = writer->room ? 2 * writer->room : 64;
		void *grown = realloc(writer->pieces, room * sizeof *writer->pieces);

		if (grown == NULL) {
			writer->failed = true;
			return;
		}
		writer->pieces = grown;
		writer->room = room;
	}
	writer->pieces[writer->len++] = (struct ct_file_piece){ bytes, n };
	writer->position += n;
}

/* --- An entry -------------------------------------------------------------------------------- */

/* Values of 64 bits that do not fit into 32. */
static size_t wide_values(const struct ct_zip_written *entry, bool in_directory)
{
	const size_t sizes = entry->size >= WIDE ? 2 : 0;

	return sizes + (in_directory && entry->header >= WIDE);
}

static size_t extra64_size(const struct ct_zip_written *entry, bool in_directory)
{
	const size_t n = wide_values(entry, in_directory);

	return n ? EXTRA_HEAD + 8 * n : 0;
}

static unsigned char *write_extra64(const struct ct_zip_written *entry, bool in_directory,
				    unsigned char *at)
{
	const size_t n = wide_values(entry, in_directory);

	if (n == 0)
		return at;
	at = ct_write_u16(ct_write_u16(at, CT_ZIP_EXTRA64), (uint16_t)(8 * n));
	if (entry->size >= WIDE)
		at = ct_write_u64(ct_write_u64(at, entry->size), entry->size);
	return in_directory && entry->header >= WIDE ? ct_write_u64(at, entry->header) : at;
}

/* The length of the extra field that pads the header, so that the bytes are aligned. */
static size_t padding(const struct ct_zip_writer *writer, const struct ct_zip_written *entry)
{
	const uint64_t begin = entry->header + CT_ZIP_LOCAL_SIZE + entry->name_len +
			       extra64_size(entry, false) + EXTRA_HEAD;

	return EXTRA_HEAD +
	       (size_t)((writer->alignment - begin % writer->alignment) % writer->alignment);
}

/* PyTorch's own: "FB", filled with Z. */
static unsigned char *write_padding(unsigned char *at, size_t n)
{
	at[0] = 'F';
	at[1] = 'B';
	at = ct_write_u16(at + 2, (uint16_t)(n - EXTRA_HEAD));
	memset(at, 'Z', n - EXTRA_HEAD);
	return at + n - EXTRA_HEAD;
}

/* Size and checksum are after the bytes. */
static size_t write_head(struct ct_zip_written *entry, const char *name, size_t padding)
{
	const uint32_t size = entry->size >= WIDE ? WIDE : 0;
	unsigned char *at = entry->head;

	at = ct_write_u32(at, CT_ZIP_LOCAL);
	at = ct_write_u16(at, 0); /* the version that is needed: as PyTorch */
	at = ct_write_u16(at, flags_of(entry));
	at = ct_write_u16(at, CT_ZIP_STORED);
	at = ct_write_u32(at, 0); /* time and date */
	at = ct_write_u32(at, 0);
	at = ct_write_u32(at, size);
	at = ct_write_u32(at, size);
	at = ct_write_u16(at, (uint16_t)entry->name_len);
	at = ct_write_u16(at, (uint16_t)(extra64_size(entry, false) + padding));
	memcpy(at, name, entry->name_len);
	at = write_extra64(entry, false, at + entry->name_len);
	return (size_t)(write_padding(at, padding) - entry->head);
}

static size_t write_tail(struct ct_zip_written *entry)
{
	unsigned char *at = ct_write_u32(entry->tail, CT_ZIP_DESCRIPTOR);

	at = ct_write_u32(at, entry->crc);
	if (entry->size >= WIDE)
		at = ct_write_u64(ct_write_u64(at, entry->size), entry->size);
	else
		at = ct_write_u32(ct_write_u32(at, (uint32_t)entry->size), (uint32_t)entry->size);
	return (size_t)(at - entry->tail);
}

uint32_t ct_zip_add(struct ct_zip_writer *writer, const char *name, const void *bytes, size_t n)
{
	const uint32_t crc = (uint32_t)crc32_z(0, bytes, n);
	const size_t name_len = strlen(name);
	struct ct_zip_written *entry =
		malloc(sizeof *entry + CT_ZIP_LOCAL_SIZE + name_len + 64 + writer->alignment);

	if (entry == NULL) {
		writer->failed = true;
		return crc;
	}
	*entry = (struct ct_zip_written){ .size = n, .header = writer->position,
					  .name_len = name_len, .crc = crc };
	*writer->end = entry;
	writer->end = &entry->next;
	add_piece(writer, entry->head, write_head(entry, name, padding(writer, entry)));
	add_piece(writer, bytes, n);
	if (n)
		add_piece(writer, entry->tail, write_tail(entry));
	return crc;
}

/* --- The directory --------------------------------------------------------------------------- */

static unsigned char *write_central(const struct ct_zip_written *entry, unsigned char *at)
{
	const uint32_t size = entry->size >= WIDE ? WIDE : (uint32_t)entry->size;

	at = ct_write_u32(at, CT_ZIP_CENTRAL);
	at = ct_write_u16(at, 0); /* made by */
	at = ct_write_u16(at, 0);
	at = ct_write_u16(at, flags_of(entry));
	at = ct_write_u16(at, CT_ZIP_STORED);
	at = ct_write_u32(at, 0); /* time and date */
	at = ct_write_u32(at, entry->crc);
	at = ct_write_u32(at, size);
	at = ct_write_u32(at, size);
	at = ct_write_u16(at, (uint16_t)entry->name_len);
	at = ct_write_u16(at, (uint16_t)extra64_size(entry, true));
	at = ct_write_u16(at, 0); /* comment */
	at = ct_write_u32(at, 0); /* disk, internal attributes */
	at = ct_write_u32(at, 0); /* attributes */
	at = ct_write_u32(at, entry->header >= WIDE ? WIDE : (uint32_t)entry->header);
	memcpy(at, entry->head + CT_ZIP_LOCAL_SIZE, entry->name_len);
	return write_extra64(entry, true, at + entry->name_len);
}

static unsigned char *write_ends(unsigned char *at, uint64_t begin, uint64_t size, uint64_t len)
{
	const uint16_t len16 = len >= 0xffff ? 0xffff : (uint16_t)len;

	at = ct_write_u32(at, CT_ZIP_END64);
	at = ct_write_u64(at, CT_ZIP_END64_SIZE - 12);
	at = ct_write_u32(at, 0x002d031e); /* versions, as PyTorch */
	at = ct_write_u64(at, 0);          /* disks */
	at = ct_write_u64(ct_write_u64(at, len), len);
	at = ct_write_u64(ct_write_u64(at, size), begin);
	at = ct_write_u32(at, CT_ZIP_LOCATOR64);
	at = ct_write_u32(at, 0);
	at = ct_write_u64(at, begin + size);
	at = ct_write_u32(at, 1);
	at = ct_write_u32(at, CT_ZIP_END);
	at = ct_write_u32(at, 0); /* disks */
	at = ct_write_u16(ct_write_u16(at, len16), len16);
	at = ct_write_u32(at, size >= WIDE ? WIDE : (uint32_t)size);
	at = ct_write_u32(at, begin >= WIDE ? WIDE : (uint32_t)begin);
	return ct_write_u16(at, 0); /* comment */
}

static void add_directory(struct ct_zip_writer *writer)
{
	size_t room = CT_ZIP_END64_SIZE + CT_ZIP_LOCATOR64_SIZE + CT_ZIP_END_SIZE;
	unsigned char *at;
	uint64_t len = 0;

	for (struct ct_zip_written *i = writer->first; i; i = i->next, len++)
		room += CT_ZIP_CENTRAL_SIZE + i->name_len + extra64_size(i, true);
	writer->directory = at = malloc(room);
	if (at == NULL) {
		writer->failed = true;
		return;
	}
	for (struct ct_zip_written *i = writer->first; i; i = i->next)
		at = write_central(i, at);
	at = write_ends(at, writer->position, (uint64_t)(at - writer->directory), len);
	add_piece(writer, writer->directory, (size_t)(at - writer->directory));
}

ct_error ct_zip_save(struct ct_zip_writer *writer, const char *function, const char *path)
{
	if (!writer->failed)
		add_directory(writer);
	if (writer->failed)
		return ct_error_new(CT_ERROR_OUT_OF_MEMORY, function,
				    "no memory for the directory of %s", path);
	return ct_file_write(function, path, writer->pieces, writer->len);
}
