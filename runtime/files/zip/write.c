/*
 * Zip archives: written as PyTorch and Python do it, byte for byte.
 */
#include <stdlib.h>
#include <string.h>

#include <libdeflate.h>

#include <ctorch/macros/try.h>

#include "core/base/no_memory.h"
#include "files/zip/bytes.h"
#include "files/zip/format.h"
#include "files/zip/zip.h"

/* In a field of 32 bits: the value is in one of 64. */
#define WIDE UINT32_C(0xffffffff)

/* Before an extra field: its number and length. */
enum { EXTRA_HEAD = 4 };

/* Room for the extra fields of an entry: three values of 64 bits, and padding. */
enum { MAX_EXTRA = EXTRA_HEAD + 3 * 8 + EXTRA_HEAD + 64 };

/* Padded entries, which can be mapped and read by vector instructions. */
const struct ct_zip_style ct_zip_pytorch = { .end_needs = 0x002d031e, /* as PyTorch writes it */
					     .most = WIDE - 1,
					     .alignment = 64,
					     .sizes_last = true,
					     .always_utf8 = true,
					     .wide_end = true };

/* Entries of 1 January 1980, readable and writable by the owner. */
const struct ct_zip_style ct_zip_numpy = { .made_by = 0x032d,
					   .needed = 0x002d,
					   .end_needs = 0x002d002d,
					   .time = UINT32_C(0x0021) << 16,
					   .attributes = UINT32_C(0600) << 16,
					   .most = 0x7fffffff,
					   .wide_headers = true };

/* What the directory says about an entry. */
struct ct_zip_written {
	struct ct_zip_written *next;
	uint64_t size, stored_size, header;
	uint32_t crc;
	uint16_t method, flags;
	size_t name_len;
	char name[];
};

void ct_zip_writer_init(struct ct_zip_writer *writer, const struct ct_zip_style *style,
			struct ct_file_output *output)
{
	*writer = (struct ct_zip_writer){ .style = style, .output = output };
	writer->end = &writer->first;
}

void ct_zip_writer_free(struct ct_zip_writer *writer)
{
	while (writer->first) {
		struct ct_zip_written *next = writer->first->next;

		free(writer->first);
		writer->first = next;
	}
}

static ct_error put(struct ct_zip_writer *writer, const void *bytes, size_t n)
{
	writer->position += n;
	return ct_file_put(writer->output, bytes, n);
}

static ct_error put_to(struct ct_zip_writer *writer, const unsigned char *bytes,
		       const unsigned char *end)
{
	return put(writer, bytes, (size_t)(end - bytes));
}

/* --- Extra fields ---------------------------------------------------------------------------- */

static bool has_wide_sizes(const struct ct_zip_writer *writer, const struct ct_zip_written *entry)
{
	return entry->size > writer->style->most || entry->stored_size > writer->style->most;
}

/* With sizes, a position, or both in 64 bits; nothing without any. */
static unsigned char *write_wide(const struct ct_zip_written *entry, bool sizes, bool position,
				 unsigned char *at)
{
	const size_t n = (sizes ? 2U : 0U) + (position ? 1U : 0U);

	if (n == 0)
		return at;
	at = ct_write_u16(ct_write_u16(at, CT_ZIP_EXTRA64), (uint16_t)(8 * n));
	if (sizes)
		at = ct_write_u64(ct_write_u64(at, entry->size), entry->stored_size);
	return position ? ct_write_u64(at, entry->header) : at;
}

/* PyTorch's own: "FB", filled with Z so that the entry's bytes are aligned. `before` is the length of
 * the header without it. */
static unsigned char *write_padding(const struct ct_zip_writer *writer, uint64_t before,
				    unsigned char *at)
{
	const size_t alignment = writer->style->alignment;
	size_t n;

	if (alignment == 0)
		return at;
	n = (size_t)((writer->position + before + EXTRA_HEAD) % alignment);
	n = n ? alignment - n : 0;
	at[0] = 'F';
	at[1] = 'B';
	at = ct_write_u16(at + 2, (uint16_t)n);
	memset(at, 'Z', n);
	return at + n;
}

/* --- An entry -------------------------------------------------------------------------------- */

static bool is_ascii(const char *text)
{
	while (*text && (unsigned char)*text < 0x80)
		text++;
	return *text == '\0';
}

/* Nothing follows an entry without bytes. */
static uint16_t flags_of(const struct ct_zip_style *style, const struct ct_zip_written *entry)
{
	const bool last = style->sizes_last && entry->size,
		   utf8 = style->always_utf8 || !is_ascii(entry->name);

	return (uint16_t)((last ? CT_ZIP_HAS_DESCRIPTOR : 0) | (utf8 ? CT_ZIP_UTF8 : 0));
}

static ct_error put_head(struct ct_zip_writer *writer, const struct ct_zip_written *entry)
{
	const struct ct_zip_style *style = writer->style;
	const bool wide = style->wide_headers || has_wide_sizes(writer, entry);
	const uint64_t stored = style->sizes_last ? 0 : entry->stored_size,
		       size = style->sizes_last ? 0 : entry->size;
	unsigned char head[CT_ZIP_LOCAL_SIZE], extra[MAX_EXTRA], *at = head, *end;

	end = write_wide(entry, wide, false, extra);
	end = write_padding(writer, sizeof head + entry->name_len + (size_t)(end - extra), end);
	at = ct_write_u32(at, CT_ZIP_LOCAL);
	at = ct_write_u16(at, style->needed);
	at = ct_write_u16(ct_write_u16(at, entry->flags), entry->method);
	at = ct_write_u32(at, style->time);
	at = ct_write_u32(at, style->sizes_last ? 0 : entry->crc);
	at = ct_write_u32(at, wide ? WIDE : (uint32_t)stored);
	at = ct_write_u32(at, wide ? WIDE : (uint32_t)size);
	at = ct_write_u16(at, (uint16_t)entry->name_len);
	at = ct_write_u16(at, (uint16_t)(end - extra));
	CT_TRY(put_to(writer, head, at));
	CT_TRY(put(writer, entry->name, entry->name_len));
	return put_to(writer, extra, end);
}

static ct_error put_tail(struct ct_zip_writer *writer, const struct ct_zip_written *entry)
{
	unsigned char tail[24], *at = tail;

	at = ct_write_u32(ct_write_u32(at, CT_ZIP_DESCRIPTOR), entry->crc);
	if (has_wide_sizes(writer, entry))
		at = ct_write_u64(ct_write_u64(at, entry->stored_size), entry->size);
	else
		at = ct_write_u32(ct_write_u32(at, (uint32_t)entry->stored_size),
				  (uint32_t)entry->size);
	return put_to(writer, tail, at);
}

/* NULL: there is no memory. */
static struct ct_zip_written *add_entry(struct ct_zip_writer *writer, const char *name,
					const struct ct_file_piece *pieces, size_t n)
{
	const size_t name_len = strlen(name);
	struct ct_zip_written *entry = malloc(sizeof *entry + name_len + 1);

	if (entry == NULL)
		return NULL;
	*entry = (struct ct_zip_written){ .header = writer->position, .name_len = name_len };
	memcpy(entry->name, name, name_len + 1);
	for (size_t i = 0; i < n; i++) {
		entry->size += pieces[i].n;
		if (pieces[i].n) /* NULL would begin again */
			entry->crc = libdeflate_crc32(entry->crc, pieces[i].bytes, pieces[i].n);
	}
	*writer->end = entry;
	writer->end = &entry->next;
	return entry;
}

static ct_error put_entry(struct ct_zip_writer *writer, struct ct_zip_written *entry,
			  const struct ct_file_piece *pieces, size_t n)
{
	for (size_t i = 0; i < n; i++)
		entry->stored_size += pieces[i].n;
	entry->flags = flags_of(writer->style, entry);
	CT_TRY(put_head(writer, entry));
	for (size_t i = 0; i < n; i++)
		CT_TRY(put(writer, pieces[i].bytes, pieces[i].n));
	return entry->flags & CT_ZIP_HAS_DESCRIPTOR ? put_tail(writer, entry) : NULL;
}

ct_error ct_zip_put(struct ct_zip_writer *writer, const char *name,
		    const struct ct_file_piece *pieces, size_t n, int method, uint32_t *crc)
{
	struct ct_zip_written *entry = add_entry(writer, name, pieces, n);
	struct ct_file_piece deflated;
	ct_error error;

	if (entry == NULL)
		return ct_no_memory(writer->output->function, "for the directory of %s",
				    writer->output->path);
	entry->method = (uint16_t)method;
	if (crc)
		*crc = entry->crc;
	if (method == CT_ZIP_STORED)
		return put_entry(writer, entry, pieces, n);
	CT_TRY(ct_zip_deflate(writer->output->function, writer->output->path, pieces, n,
			      &deflated));
	error = put_entry(writer, entry, &deflated, 1);
	free((void *)deflated.bytes);
	return error;
}

/* --- The directory --------------------------------------------------------------------------- */

static ct_error put_central(struct ct_zip_writer *writer, const struct ct_zip_written *entry)
{
	const struct ct_zip_style *style = writer->style;
	const bool wide = has_wide_sizes(writer, entry), far = entry->header > style->most;
	unsigned char head[CT_ZIP_CENTRAL_SIZE], extra[MAX_EXTRA], *at = head;
	const unsigned char *end = write_wide(entry, wide, far, extra);

	at = ct_write_u32(at, CT_ZIP_CENTRAL);
	at = ct_write_u16(ct_write_u16(at, style->made_by), style->needed);
	at = ct_write_u16(ct_write_u16(at, entry->flags), entry->method);
	at = ct_write_u32(ct_write_u32(at, style->time), entry->crc);
	at = ct_write_u32(at, wide ? WIDE : (uint32_t)entry->stored_size);
	at = ct_write_u32(at, wide ? WIDE : (uint32_t)entry->size);
	at = ct_write_u16(at, (uint16_t)entry->name_len);
	at = ct_write_u16(at, (uint16_t)(end - extra));
	at = ct_write_u16(at, 0); /* comment */
	at = ct_write_u32(at, 0); /* disk, internal attributes */
	at = ct_write_u32(at, style->attributes);
	at = ct_write_u32(at, far ? WIDE : (uint32_t)entry->header);
	CT_TRY(put_to(writer, head, at));
	CT_TRY(put(writer, entry->name, entry->name_len));
	return put_to(writer, extra, end);
}

/* The record of 64 bits and the one that finds it. */
static unsigned char *write_wide_end(const struct ct_zip_style *style, unsigned char *at,
				     uint64_t begin, uint64_t size, uint64_t len)
{
	at = ct_write_u32(at, CT_ZIP_END64);
	at = ct_write_u64(at, CT_ZIP_END64_SIZE - 12);
	at = ct_write_u32(at, style->end_needs);
	at = ct_write_u64(at, 0); /* disks */
	at = ct_write_u64(ct_write_u64(at, len), len);
	at = ct_write_u64(ct_write_u64(at, size), begin);
	at = ct_write_u32(at, CT_ZIP_LOCATOR64);
	at = ct_write_u32(at, 0);
	at = ct_write_u64(at, begin + size);
	return ct_write_u32(at, 1);
}

static ct_error put_ends(struct ct_zip_writer *writer, uint64_t begin, uint64_t size, uint64_t len)
{
	const uint64_t most = writer->style->most;
	const uint16_t len16 = len >= 0xffff ? 0xffff : (uint16_t)len;
	unsigned char bytes[CT_ZIP_END64_SIZE + CT_ZIP_LOCATOR64_SIZE + CT_ZIP_END_SIZE],
		*at = bytes;

	if (writer->style->wide_end || len > 0xffff || begin > most || size > most)
		at = write_wide_end(writer->style, at, begin, size, len);
	at = ct_write_u32(at, CT_ZIP_END);
	at = ct_write_u32(at, 0); /* disks */
	at = ct_write_u16(ct_write_u16(at, len16), len16);
	at = ct_write_u32(at, size >= WIDE ? WIDE : (uint32_t)size);
	at = ct_write_u32(at, begin >= WIDE ? WIDE : (uint32_t)begin);
	at = ct_write_u16(at, 0); /* comment */
	return put_to(writer, bytes, at);
}

ct_error ct_zip_finish(struct ct_zip_writer *writer)
{
	const uint64_t begin = writer->position;
	uint64_t len = 0;

	for (const struct ct_zip_written *i = writer->first; i; i = i->next, len++)
		CT_TRY(put_central(writer, i));
	return put_ends(writer, begin, writer->position - begin, len);
}
