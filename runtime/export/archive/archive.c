/*
 * Archives of torch.export.save(): which kind one is, and its entries.
 */
#define _GNU_SOURCE

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <ctorch/macros/try.h>

#include "core/base/no_memory.h"
#include "core/base/shown.h"
#include "core/base/utf8.h"
#include "export/archive/archive.h"
#include "files/io/signature.h"
#include "files/torch/loader.h"

/* The longest name of an entry, and the longest short text. */
enum { MAX_NAME = 1024, MAX_SHORT = 64 };

static const char expected[] = CT_ARCHIVE_EXPECTED;

/* --- Errors ----------------------------------------------------------------------------------- */

ct_error ct_archive_wrong(const struct ct_archive *self, const struct ct_zip_entry *entry,
			  const char *format, ...)
{
	char text[3 * CT_SHOWN], name[CT_SHOWN];
	va_list args;

	va_start(args, format);
	ct_format_printable(text, sizeof text, format, args);
	va_end(args);
	if (entry == NULL)
		return ct_error_new(CT_ERROR_VALUE, self->function, "%s: %s", self->path, text);
	return ct_error_new(CT_ERROR_VALUE, self->function, "%s: %s: %s", self->path,
			    ct_shown(entry->name + self->root_len, name), text);
}

/* --- Entries ---------------------------------------------------------------------------------- */

const struct ct_zip_entry *ct_archive_find(const struct ct_archive *self, const char *format, ...)
{
	char name[MAX_NAME];
	va_list args;
	int n;

	if (self->root_len >= sizeof name)
		return NULL;
	memcpy(name, self->root, self->root_len);
	va_start(args, format);
	n = vsnprintf(name + self->root_len, sizeof name - self->root_len, format, args);
	va_end(args);
	if (n < 0 || (size_t)n >= sizeof name - self->root_len)
		return NULL;
	return ct_zip_find(&self->zip, name);
}

ct_error ct_archive_read_text(const struct ct_archive *self, const struct ct_zip_entry *entry,
			      char **result)
{
	if (ct_zip_is_bomb(entry))
		return ct_archive_wrong(self, entry, "it would grow from %llu to %llu bytes",
					(unsigned long long)entry->stored_size,
					(unsigned long long)entry->size);
	return ct_zip_read_new(&self->zip, entry, (unsigned char **)result);
}

/* A short text without the newline after it; "" if there is no such entry. */
static ct_error read_short(const struct ct_archive *self, const char *name, char text[MAX_SHORT])
{
	const struct ct_zip_entry *entry = ct_archive_find(self, "%s", name);

	memset(text, 0, MAX_SHORT);
	if (entry == NULL)
		return NULL;
	if (entry->size >= MAX_SHORT)
		return ct_archive_wrong(self, entry, "it is too long");
	CT_TRY(ct_zip_read(&self->zip, entry, text));
	text[strcspn(text, "\n")] = '\0';
	return NULL;
}

/* --- Opening ---------------------------------------------------------------------------------- */

static bool has_entry(const void *zip, const char *name)
{
	return ct_zip_has_in_folder(zip, name) || ct_zip_find(zip, name);
}

static ct_error not_exported(const struct ct_archive *self)
{
	CT_TRY(ct_signature_of_archive(self->function, self->path, expected, has_entry,
				       &self->zip));
	CT_TRY(ct_file_kind_explain(self->function, self->path, expected, &self->zip));
	return ct_archive_wrong(self, NULL, "it is a zip archive, but not %s", expected);
}

/* The folder of all entries is that of the first one; the plain archives have none. */
static ct_error find_root(struct ct_archive *self)
{
	const char *name = self->zip.len ? self->zip.entries[0].name : "";
	const char *slash = strchr(name, '/');

	self->root = "";
	self->is_plain = ct_archive_find(self, "serialized_exported_program.json") != NULL;
	if (self->is_plain)
		return NULL;
	self->root = name;
	self->root_len = slash ? (size_t)(slash + 1 - name) : 0;
	return ct_archive_find(self, "archive_format") ? NULL : not_exported(self);
}

static ct_error check_format(struct ct_archive *self)
{
	char format[MAX_SHORT], version[MAX_SHORT];

	if (self->is_plain)
		return NULL;
	CT_TRY(read_short(self, "archive_format", format));
	CT_TRY(read_short(self, "archive_version", version));
	if (strcmp(format, "pt2") != 0)
		return ct_archive_wrong(self, NULL, "its archive_format is '%s' (expected pt2)",
					format);
	if (strcmp(version, "0") != 0)
		return ct_archive_wrong(self, NULL, "its archive_version is '%s' (expected 0)",
					version);
	return NULL;
}

static ct_error check_byte_order(struct ct_archive *self)
{
	const char *const here = __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__ ? "little" : "big";
	char text[MAX_SHORT];

	CT_TRY(read_short(self, "byteorder", text));
	if (*text && strcmp(text, "little") && strcmp(text, "big"))
		return ct_archive_wrong(self, NULL, "its byte order is '%s'", text);
	self->swap = strcmp(*text ? text : "little", here) != 0;
	return NULL;
}

static ct_error archive_open(struct ct_archive *self, bool mmap)
{
	CT_TRY(ct_signature_explain(
		self->function, self->path, self->fd, expected, CT_OWN_ZIP,
		ct_zip_open(self->function, self->path, self->fd, self->size, &self->zip)));
	CT_TRY(find_root(self));
	CT_TRY(check_format(self));
	CT_TRY(check_byte_order(self));
	if (mmap && !self->swap)
		CT_TRY(ct_shared_map_open(self->function, self->path, self->fd, self->size,
					  &self->map));
	return NULL;
}

ct_error ct_archive_open(const char *function, const char *path, int fd, int64_t size, bool mmap,
			 ct_device device, struct ct_archive *result)
{
	ct_error error;

	*result = (struct ct_archive){ .function = function,
				       .path = path,
				       .fd = fd,
				       .size = size,
				       .device = device,
				       .root = "" };
	error = archive_open(result, mmap);
	if (error)
		ct_archive_close(result);
	return error;
}

void ct_archive_close(struct ct_archive *self)
{
	ct_shared_map_close(self->map);
	ct_zip_close(&self->zip);
	close(self->fd);
}
