/*
 * Zip archives: entries must be where the directory says, each has its own bytes, and its header
 * says the same as the directory. Otherwise another reader would find other entries.
 */
#include <stdlib.h>
#include <string.h>

#include <ctorch/macros/try.h>

#include "core/base/lengths.h"
#include "core/base/no_memory.h"
#include "files/zip/bytes.h"
#include "files/zip/format.h"
#include "files/zip/zip.h"

/* With a descriptor after the bytes, the header may have zeros. */
static bool same_number(const struct ct_zip_entry *entry, uint64_t local, uint64_t central)
{
	return local == central || ((entry->flags & CT_ZIP_HAS_DESCRIPTOR) && local == 0);
}

/* The sizes in the header, or in the extra field after its name. */
static ct_error read_sizes(const struct ct_zip *zip, const struct ct_zip_entry *entry,
			   const unsigned char *header, unsigned char *room,
			   struct ct_zip_entry *result)
{
	const size_t n = ct_read_u16(header + 28);

	result->stored_size = ct_read_u32(header + 18);
	result->size = ct_read_u32(header + 22);
	if (result->stored_size != 0xffffffff && result->size != 0xffffffff)
		return NULL;
	CT_TRY(ct_zip_read_at(zip, entry->header + CT_ZIP_LOCAL_SIZE + strlen(entry->name), room,
			      n));
	if (!ct_zip_read_extra64(room, n, result))
		return ct_zip_wrong(zip, "the extra fields of '%.100s' are damaged", entry->name);
	return NULL;
}

/* `room` has the name, and may be overwritten. */
static ct_error compare(const struct ct_zip *zip, const struct ct_zip_entry *entry,
			const unsigned char *header, unsigned char *room)
{
	struct ct_zip_entry local = { 0 };

	if (ct_read_u16(header + 26) != strlen(entry->name) ||
	    memcmp(room, entry->name, strlen(entry->name)) != 0)
		return ct_zip_wrong(zip, "'%.100s' has another name in its own header",
				    entry->name);
	if (ct_read_u16(header + 6) != entry->flags || ct_read_u16(header + 8) != entry->method)
		return ct_zip_wrong(zip, "'%.100s' has other flags in its own header", entry->name);
	CT_TRY(read_sizes(zip, entry, header, room, &local));
	if (!same_number(entry, ct_read_u32(header + 14), entry->crc) ||
	    !same_number(entry, local.stored_size, entry->stored_size) ||
	    !same_number(entry, local.size, entry->size))
		return ct_zip_wrong(zip, "'%.100s' has another size or checksum in its own header",
				    entry->name);
	return NULL;
}

/* `room` is for a name or extra fields. The entries are before `directory`. */
static ct_error check_entry(const struct ct_zip *zip, struct ct_zip_entry *entry,
			    uint64_t directory, unsigned char *room)
{
	const size_t name_len = strlen(entry->name);
	unsigned char header[CT_ZIP_LOCAL_SIZE];

	if (entry->header > directory || directory - entry->header < CT_ZIP_LOCAL_SIZE + name_len)
		return ct_zip_wrong(zip, "'%.100s' begins after the entries", entry->name);
	CT_TRY(ct_zip_read_at(zip, entry->header, header, sizeof header));
	if (ct_read_u32(header) != CT_ZIP_LOCAL)
		return ct_zip_wrong(zip, "'%.100s' has no header of its own", entry->name);
	CT_TRY(ct_zip_read_at(zip, entry->header + sizeof header, room, name_len));
	CT_TRY(compare(zip, entry, header, room));
	entry->data = entry->header + CT_ZIP_LOCAL_SIZE + name_len + ct_read_u16(header + 28);
	if (entry->data > directory || entry->stored_size > directory - entry->data)
		return ct_zip_wrong(zip, "'%.100s' extends into the directory", entry->name);
	return NULL;
}

static int compare_positions(const void *a, const void *b)
{
	const struct ct_zip_entry *const *x = a, *const *y = b;

	return ((*x)->header > (*y)->header) - ((*x)->header < (*y)->header);
}

static ct_error check_overlaps(const struct ct_zip *zip, struct ct_zip_entry **sorted)
{
	for (size_t i = 0; i < zip->len; i++)
		sorted[i] = &zip->entries[i];
	qsort(sorted, zip->len, sizeof *sorted, compare_positions);
	for (size_t i = 1; i < zip->len; i++)
		if (sorted[i - 1]->data + sorted[i - 1]->stored_size > sorted[i]->header)
			return ct_zip_wrong(zip, "'%.100s' and '%.100s' overlap",
					    sorted[i - 1]->name, sorted[i]->name);
	return NULL;
}

ct_error ct_zip_check(struct ct_zip *zip, uint64_t directory)
{
	struct ct_zip_entry **sorted = ct_array_new((int64_t)zip->len, sizeof *sorted);
	unsigned char *room = malloc(0x10000);
	ct_error error = NULL;

	if (sorted == NULL || room == NULL)
		error = ct_no_memory(zip->function, "for the directory of %s", zip->path);
	for (size_t i = 0; i < zip->len && error == NULL; i++)
		error = check_entry(zip, &zip->entries[i], directory, room);
	if (error == NULL)
		error = check_overlaps(zip, sorted);
	free(room);
	free(sorted);
	return error;
}
