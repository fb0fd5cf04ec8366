/*
 * Reading files that gzip may have compressed.
 */
#define _POSIX_C_SOURCE 200809L

#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include <unistd.h>
#include <zlib.h>

#include "core/base/error_make.h"
#include "core/base/no_memory.h"
#include "core/memory/expression.h"
#include "data/dataset/dataset.h"
#include "data/formats/gz.h"
#include "files/io/error.h"
#include "files/io/map.h"

/* A byte becomes at most 1,032. */
enum { MOST_FROM_A_BYTE = 1032 };

/* gzread() takes at most this many at once. */
enum { PIECE = 1 << 30 };

ct_error ct_gz_wrong(const struct ct_gz *self, const char *format, ...)
{
	char text[300];
	va_list list;

	va_start(list, format);
	vsnprintf(text, sizeof text, format, list);
	va_end(list);
	return ct_error_new(CT_ERROR_VALUE, self->function, "%s: %s", self->path, text);
}

ct_error ct_gz_open(struct ct_gz *self, const char *path, const char *function)
{
	int64_t size = 0;
	int fd;

	if (path == NULL)
		return ct_missing_argument(function, 1, "path");
	*self = (struct ct_gz){ .path = path, .function = function };
	CT_TRY(ct_file_open(function, path, O_RDONLY, &fd, &size));
	self->file = gzdopen(fd, "rb");
	if (self->file == NULL) {
		close(fd);
		return ct_no_memory(function, NULL);
	}
	self->size = size;
	self->is_compressed = !gzdirect(self->file);
	self->max_bytes = self->is_compressed ? size * MOST_FROM_A_BYTE : size;
	return NULL;
}

void ct_gz_close(struct ct_gz *self)
{
	if (self->file)
		gzclose(self->file);
	self->file = NULL;
}

static ct_error failed(struct ct_gz *self)
{
	int code;
	const char *text = gzerror(self->file, &code);

	if (code == Z_ERRNO)
		return ct_file_error(self->function, self->path, "reading");
	if (code == Z_MEM_ERROR)
		return ct_no_memory(self->function, NULL);
	if (code == Z_BUF_ERROR)
		return ct_gz_wrong(self, "truncated: the compressed data ends early");
	return ct_gz_wrong(self, "the compressed data is damaged (zlib: %s)", text);
}

ct_error ct_gz_read_some(struct ct_gz *self, void *to, int64_t n, int64_t *got)
{
	int64_t done = 0;
	int code, piece;

	while (done < n) {
		piece = gzread(self->file, (char *)to + done,
			       (unsigned)(n - done < PIECE ? n - done : PIECE));
		gzerror(self->file, &code);
		if (piece < 0 || code == Z_BUF_ERROR)
			return failed(self);
		if (piece == 0)
			break;
		done += piece;
	}
	*got = done;
	return NULL;
}

ct_error ct_gz_read(struct ct_gz *self, void *to, int64_t n, const char *what)
{
	int64_t got = 0;

	CT_TRY(ct_gz_read_some(self, to, n, &got));
	return got == n ? NULL : ct_gz_wrong(self, "truncated: it ends within its %s", what);
}

/* zlib compares the checksum when it reads beyond the end. */
ct_error ct_gz_expect_end(struct ct_gz *self)
{
	int64_t got = 0;
	char more;

	CT_TRY(ct_gz_read_some(self, &more, 1, &got));
	return got == 0 ? NULL : ct_gz_wrong(self, "longer than its header says");
}
