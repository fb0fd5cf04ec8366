/*
 * Zip archives: the directory.
 */
#define _GNU_SOURCE

#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/stat.h>
#include <unistd.h>

#include <ctorch/macros/try.h>

#include "core/base/lengths.h"
#include "core/base/no_memory.h"
#include "core/base/utf8.h"
#include "files/zip/bytes.h"
#include "files/zip/format.h"
#include "files/zip/zip.h"

/* The longest comment at the end. */
enum { MAX_COMMENT = 0xffff };

/* Where the directory is. */
struct directory {
	uint64_t at, size, len, end; /* `end`: where the record that describes it begins */
};

/* --- The records at the end ------------------------------------------------------------------ */

/* The only record whose comment ends with the file; another reader could take the other one of
 * two. */
static ct_error find_end(const struct ct_zip *zip, const unsigned char *bytes, size_t n,
			 const unsigned char **result)
{
	*result = NULL;
	for (size_t i = 0; i + CT_ZIP_END_SIZE <= n; i++) {
		if (ct_read_u32(bytes + i) != CT_ZIP_END ||
		    ct_read_u16(bytes + i + 20) != n - i - CT_ZIP_END_SIZE)
			continue;
		if (*result)
			return ct_zip_wrong(zip, "it has two end records");
		*result = bytes + i;
	}
	return *result ? NULL : ct_zip_wrong(zip, "it has no end record; the file may be cut off");
}

static ct_error read_end64(const struct ct_zip *zip, uint64_t locator, struct directory *result)
{
	unsigned char bytes[CT_ZIP_END64_SIZE];
	uint64_t at;

	CT_TRY(ct_zip_read_at(zip, locator, bytes, CT_ZIP_LOCATOR64_SIZE));
	at = ct_read_u64(bytes + 8);
	if (ct_read_u32(bytes + 4) || ct_read_u32(bytes + 16) > 1)
		return ct_zip_wrong(zip, "it is spread over several disks");
	if (locator < CT_ZIP_END64_SIZE || at != locator - CT_ZIP_END64_SIZE)
		return ct_zip_wrong(zip, "its zip64 record is not at the expected offset");
	CT_TRY(ct_zip_read_at(zip, at, bytes, sizeof bytes));
	if (ct_read_u32(bytes) != CT_ZIP_END64 || ct_read_u64(bytes + 4) != CT_ZIP_END64_SIZE - 12)
		return ct_zip_wrong(zip, "its zip64 record is damaged");
	if (ct_read_u32(bytes + 16) || ct_read_u32(bytes + 20) ||
	    ct_read_u64(bytes + 24) != ct_read_u64(bytes + 32))
		return ct_zip_wrong(zip, "it is spread over several disks");
	*result = (struct directory){ .at = ct_read_u64(bytes + 48),
				      .size = ct_read_u64(bytes + 40),
				      .len = ct_read_u64(bytes + 32),
				      .end = at };
	return NULL;
}

/* A field of the old record must agree with that of zip64, or refer to it. */
static bool agrees(uint64_t field, uint64_t all_ones, uint64_t wide)
{
	return field == all_ones || field == wide;
}

static ct_error read_end(const struct ct_zip *zip, const unsigned char *end, uint64_t position,
			 struct directory *result)
{
	const uint64_t len = ct_read_u16(end + 10), size = ct_read_u32(end + 12),
		       at = ct_read_u32(end + 16);
	unsigned char signature[4] = { 0 };

	if ((ct_read_u16(end + 4) && ct_read_u16(end + 4) != 0xffff) ||
	    (ct_read_u16(end + 6) && ct_read_u16(end + 6) != 0xffff) || ct_read_u16(end + 8) != len)
		return ct_zip_wrong(zip, "it is spread over several disks");
	*result = (struct directory){ .at = at, .size = size, .len = len, .end = position };
	if (position >= CT_ZIP_LOCATOR64_SIZE)
		CT_TRY(ct_zip_read_at(zip, position - CT_ZIP_LOCATOR64_SIZE, signature, 4));
	if (ct_read_u32(signature) != CT_ZIP_LOCATOR64)
		return NULL;
	CT_TRY(read_end64(zip, position - CT_ZIP_LOCATOR64_SIZE, result));
	if (!agrees(len, 0xffff, result->len) || !agrees(size, 0xffffffff, result->size) ||
	    !agrees(at, 0xffffffff, result->at))
		return ct_zip_wrong(zip, "its two end records differ");
	return NULL;
}

static ct_error find_directory(const struct ct_zip *zip, struct directory *result)
{
	const uint64_t most = MAX_COMMENT + CT_ZIP_END_SIZE;
	const size_t n = (size_t)(zip->file_size < most ? zip->file_size : most);
	const unsigned char *end;
	unsigned char *bytes;
	ct_error error;

	bytes = malloc(n + 1);
	if (bytes == NULL)
		return ct_no_memory(zip->function, "for the directory of %s", zip->path);
	error = ct_zip_read_at(zip, zip->file_size - n, bytes, n);
	if (error == NULL)
		error = find_end(zip, bytes, n, &end);
	if (error == NULL)
		error = read_end(zip, end, zip->file_size - n + (uint64_t)(end - bytes), result);
	free(bytes);
	if (error == NULL && (result->at > result->end || result->size != result->end - result->at))
		error = ct_zip_wrong(zip, "its directory does not end where its end record begins");
	if (error == NULL && result->len > result->size / CT_ZIP_CENTRAL_SIZE)
		error = ct_zip_wrong(zip, "its directory is too small for %llu entries",
				     (unsigned long long)result->len);
	return error;
}

/* --- The directory --------------------------------------------------------------------------- */

static ct_error take_name(const struct ct_zip *zip, const unsigned char *bytes, size_t n,
			  struct ct_zip_entry *entry)
{
	if (n == 0 || memchr(bytes, 0, n))
		return ct_zip_wrong(zip, "an entry's name is empty or contains a NUL");
	entry->name = malloc(n + 1);
	if (entry->name == NULL)
		return ct_no_memory(zip->function, "for the directory of %s", zip->path);
	memcpy(entry->name, bytes, n);
	entry->name[n] = '\0';
	return NULL;
}

/* What makes an entry one that no reader of models needs. */
static ct_error check_kind(const struct ct_zip *zip, const struct ct_zip_entry *entry,
			   const unsigned char *at)
{
	if (entry->flags & (CT_ZIP_ENCRYPTED | CT_ZIP_STRONGLY_ENCRYPTED | CT_ZIP_MASKED))
		return ct_zip_wrong(zip, "'%.100s' is encrypted", entry->name);
	if (entry->method != CT_ZIP_STORED && entry->method != CT_ZIP_DEFLATED)
		return ct_zip_wrong(zip, "'%.100s' uses the unknown compression method %d",
				    entry->name, entry->method);
	if (S_ISLNK(ct_read_u32(at + 38) >> 16))
		return ct_zip_wrong(zip, "'%.100s' is a symbolic link", entry->name);
	return NULL;
}

/* Deflate cannot compress better than 1032 to 1, so that a small file needs little memory. */
static ct_error check_size(const struct ct_zip *zip, const struct ct_zip_entry *entry)
{
	if (entry->stored_size > zip->file_size)
		return ct_zip_wrong(zip, "'%.100s' is larger than the archive", entry->name);
	if (entry->method == CT_ZIP_STORED && entry->size != entry->stored_size)
		return ct_zip_wrong(zip, "'%.100s' is not compressed but has two sizes",
				    entry->name);
	if (entry->size > 1032 * entry->stored_size + 64)
		return ct_zip_wrong(zip, "'%.100s' is too small to decompress to %llu bytes",
				    entry->name, (unsigned long long)entry->size);
	return NULL;
}

/* One entry of the directory; `*used` is its length. */
static ct_error read_central(const struct ct_zip *zip, const unsigned char *at, size_t n,
			     struct ct_zip_entry *entry, size_t *used)
{
	size_t name, extra;

	if (n < CT_ZIP_CENTRAL_SIZE || ct_read_u32(at) != CT_ZIP_CENTRAL)
		return ct_zip_wrong(zip, "its directory is damaged");
	name = ct_read_u16(at + 28);
	extra = ct_read_u16(at + 30);
	*used = CT_ZIP_CENTRAL_SIZE + name + extra + ct_read_u16(at + 32);
	if (*used > n)
		return ct_zip_wrong(zip, "its directory is damaged");
	entry->flags = ct_read_u16(at + 8);
	entry->method = ct_read_u16(at + 10);
	entry->crc = ct_read_u32(at + 16);
	entry->stored_size = ct_read_u32(at + 20);
	entry->size = ct_read_u32(at + 24);
	entry->header = ct_read_u32(at + 42);
	CT_TRY(take_name(zip, at + CT_ZIP_CENTRAL_SIZE, name, entry));
	if (!ct_zip_read_extra64(at + CT_ZIP_CENTRAL_SIZE + name, extra, entry))
		return ct_zip_wrong(zip, "the extra fields of '%.100s' are damaged", entry->name);
	if (ct_read_u16(at + 34) && ct_read_u16(at + 34) != 0xffff)
		return ct_zip_wrong(zip, "it is spread over several disks");
	CT_TRY(check_kind(zip, entry, at));
	return check_size(zip, entry);
}

static ct_error read_entries(struct ct_zip *zip, const unsigned char *bytes, size_t n, size_t len)
{
	while (zip->len < len) {
		size_t used;

		/* Counted at once, so that ct_zip_close() frees its name. */
		zip->len++;
		CT_TRY(read_central(zip, bytes, n, &zip->entries[zip->len - 1], &used));
		bytes += used;
		n -= used;
	}
	return n ? ct_zip_wrong(zip, "%zu bytes of its directory do not belong to any entry", n)
		 : NULL;
}

static ct_error read_directory(struct ct_zip *zip, const struct directory *directory)
{
	const size_t n = (size_t)directory->size, len = (size_t)directory->len;
	unsigned char *bytes = malloc(n + 1);
	ct_error error;

	zip->entries = ct_array_new((int64_t)len, sizeof *zip->entries);
	zip->by_name = ct_array_new((int64_t)len, sizeof *zip->by_name);
	if (bytes == NULL || zip->entries == NULL || zip->by_name == NULL)
		error = ct_no_memory(zip->function, "for the directory of %s", zip->path);
	else
		error = ct_zip_read_at(zip, directory->at, bytes, n);
	if (error == NULL)
		error = read_entries(zip, bytes, n, len);
	free(bytes);
	return error;
}

/* --- Names ----------------------------------------------------------------------------------- */

static int compare_names(const void *a, const void *b)
{
	const struct ct_zip_entry *const *x = a, *const *y = b;
	const int order = strcasecmp((*x)->name, (*y)->name);

	return order ? order : strcmp((*x)->name, (*y)->name);
}

/* Another reader may take the other one of two entries with the same name. */
static ct_error sort_names(struct ct_zip *zip)
{
	for (size_t i = 0; i < zip->len; i++)
		zip->by_name[i] = &zip->entries[i];
	qsort(zip->by_name, zip->len, sizeof(struct ct_zip_entry *), compare_names);
	for (size_t i = 1; i < zip->len; i++)
		if (compare_names(&zip->by_name[i - 1], &zip->by_name[i]) == 0)
			return ct_zip_wrong(zip, "two entries are named '%.100s'",
					    zip->by_name[i]->name);
	return NULL;
}

ct_error ct_zip_check_case(const struct ct_zip *zip)
{
	for (size_t i = 1; i < zip->len; i++) {
		const struct ct_zip_entry *a = zip->by_name[i - 1], *b = zip->by_name[i];

		if (strcasecmp(a->name, b->name) == 0)
			return ct_zip_wrong(
				zip,
				"the names of the entries '%.100s' and '%.100s' differ only in "
				"case",
				a < b ? a->name : b->name, a < b ? b->name : a->name);
	}
	return NULL;
}

bool ct_zip_is_bomb(const struct ct_zip_entry *entry)
{
	enum { MAX_GROWN = 1 << 20, MAX_GROWTH = 100 };

	return entry->size > MAX_GROWN && entry->size / MAX_GROWTH > entry->stored_size;
}

const struct ct_zip_entry *ct_zip_find(const struct ct_zip *zip, const char *name)
{
	struct ct_zip_entry wanted = { .name = (char *)name }, *key = &wanted, **found;

	found = zip->len ? bsearch(&key, zip->by_name, zip->len, sizeof key, compare_names) : NULL;
	return found ? *found : NULL;
}

bool ct_zip_has_in_folder(const struct ct_zip *zip, const char *name)
{
	for (size_t i = 0; i < zip->len; i++) {
		const char *slash = strchr(zip->entries[i].name, '/');

		if (slash && strcmp(slash + 1, name) == 0)
			return true;
	}
	return false;
}

/* --- The whole ------------------------------------------------------------------------------- */

void ct_zip_close(struct ct_zip *zip)
{
	for (size_t i = 0; i < zip->len; i++)
		free(zip->entries[i].name);
	free(zip->entries);
	free(zip->by_name);
	zip->entries = NULL;
	zip->by_name = NULL;
	zip->len = 0;
}

ct_error ct_zip_open_part(const char *function, const char *path, int fd, int64_t begin,
			  int64_t size, struct ct_zip *result)
{
	struct directory directory = { 0 };
	ct_error error;

	*result = (struct ct_zip){ .function = function,
				   .path = path,
				   .fd = fd,
				   .begin = (uint64_t)begin,
				   .file_size = (uint64_t)size };
	CT_TRY(find_directory(result, &directory));
	error = read_directory(result, &directory);
	if (error == NULL)
		error = sort_names(result);
	if (error == NULL)
		error = ct_zip_check(result, directory.at);
	if (error)
		ct_zip_close(result);
	return error;
}

ct_error ct_zip_open(const char *function, const char *path, int fd, int64_t file_size,
		     struct ct_zip *result)
{
	return ct_zip_open_part(function, path, fd, 0, file_size, result);
}
