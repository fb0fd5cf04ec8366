/*
 * Zip archives: bytes of the file, the extra fields among them, and errors about them.
 */
#define _GNU_SOURCE

#include <errno.h>
#include <stdarg.h>
#include <unistd.h>

#include "core/base/utf8.h"
#include "files/io/error.h"
#include "files/zip/bytes.h"
#include "files/zip/format.h"
#include "files/zip/zip.h"

ct_error ct_zip_wrong(const struct ct_zip *zip, const char *format, ...)
{
	char text[300];
	va_list list;

	va_start(list, format);
	ct_format_printable(text, sizeof text, format, list);
	va_end(list);
	return ct_error_new(CT_ERROR_VALUE, zip->function, "%s: not a valid zip archive: %s",
			    zip->path, text);
}

ct_error ct_zip_read_at(const struct ct_zip *zip, uint64_t position, void *bytes, size_t n)
{
	char *at = bytes;

	if (position > zip->file_size || n > zip->file_size - position)
		return ct_zip_wrong(zip, "the file ends early");
	while (n) {
		const ssize_t got = pread(zip->fd, at, n, (off_t)(zip->begin + position));

		if (got < 0 && errno == EINTR)
			continue;
		if (got < 0)
			return ct_file_error(zip->function, zip->path, "reading it");
		if (got == 0)
			return ct_zip_wrong(zip, "the file ends %zu bytes early", n);
		at += got;
		position += (uint64_t)got;
		n -= (size_t)got;
	}
	return NULL;
}

bool ct_zip_read_extra64(const unsigned char *extra, size_t n, struct ct_zip_entry *entry)
{
	uint64_t *wide[3], *const all[] = { &entry->size, &entry->stored_size, &entry->header };
	size_t len = 0;

	for (size_t i = 0; i < 3; i++)
		if (*all[i] == 0xffffffff)
			wide[len++] = all[i];
	while (n >= 4) {
		const size_t size = ct_read_u16(extra + 2);

		if (size > n - 4)
			return false;
		if (ct_read_u16(extra) == CT_ZIP_EXTRA64 && len) {
			if (size < 8 * len)
				return false;
			for (size_t i = 0; i < len; i++)
				*wide[i] = ct_read_u64(extra + 4 + 8 * i);
			len = 0;
		}
		extra += 4 + size;
		n -= 4 + size;
	}
	return len == 0 && n == 0;
}
