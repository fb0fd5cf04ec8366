/*
 * The lines of text files as a stream.
 */
#define _POSIX_C_SOURCE 200809L

#include <stdlib.h>
#include <string.h>

#include <ctorch/data/datasets.h>

#include "core/base/lengths.h"
#include "core/base/name_of.h"
#include "core/base/no_memory.h"
#include "core/base/utf8.h"
#include "core/memory/expression.h"
#include "data/dataset/dataset.h"
#include "data/formats/gz.h"

enum { MAX_LINE = 1 << 24, BUFFER = 1 << 16 };

struct lines {
	int64_t len;
	char *paths[];
};

struct lines_pass {
	const struct lines *lines;
	int64_t next_file;
	struct ct_gz file;
	int64_t number; /* of the line in the file, from 1 */
	char *line;
	int64_t len, room;
	int64_t at, filled; /* in the buffer */
	char buffer[BUFFER];
};

static ct_error lines_open(void *data, ct_generator *generator, void **stream)
{
	struct lines_pass *self = calloc(1, sizeof *self);

	(void)generator;
	if (self == NULL)
		return ct_no_memory(CT_NAME_OF(ct_lines_dataset_new), NULL);
	self->lines = data;
	*stream = self;
	return NULL;
}

static ct_error open_next(struct lines_pass *self)
{
	self->number = 0;
	self->at = self->filled = 0;
	return ct_gz_open(&self->file, self->lines->paths[self->next_file++],
			  CT_NAME_OF(ct_lines_dataset_new));
}

/* False: the file is at its end. */
static ct_error lines_fill(struct lines_pass *self, bool *has_more)
{
	*has_more = true;
	if (self->at < self->filled)
		return NULL;
	self->at = self->filled = 0;
	CT_TRY(ct_gz_read_some(&self->file, self->buffer, BUFFER, &self->filled));
	*has_more = self->filled > 0;
	return NULL;
}

static ct_error append(struct lines_pass *self, const char *from, int64_t n)
{
	char *line;

	if (n == 0)
		return NULL;
	line = ct_array_grow(self->line, &self->room, self->len + n, 1);
	if (line == NULL)
		return ct_no_memory(CT_NAME_OF(ct_lines_dataset_new), NULL);
	self->line = line;
	memcpy(self->line + self->len, from, (size_t)n);
	self->len += n;
	return NULL;
}

/* Reads to the end of the line; `*is_long`: it has more than MAX_LINE bytes, which are not kept.
 * `*has_line` is false at the end of the file. */
static ct_error read_line(struct lines_pass *self, bool *has_line, bool *is_long)
{
	const char *start, *newline;
	bool has_more;
	int64_t n;

	*has_line = *is_long = false;
	self->len = 0;
	for (;;) {
		CT_TRY(lines_fill(self, &has_more));
		if (!has_more)
			return NULL;
		*has_line = true;
		start = self->buffer + self->at;
		newline = memchr(start, '\n', (size_t)(self->filled - self->at));
		n = newline ? newline - start : self->filled - self->at;
		*is_long = *is_long || self->len + n > MAX_LINE;
		if (!*is_long)
			CT_TRY(append(self, start, n));
		self->at += n + (newline != NULL);
		if (newline)
			return NULL;
	}
}

static ct_error give_line(struct lines_pass *self, bool is_long, ct_value *sample)
{
	const long long number = (long long)++self->number;
	ct_value text;

	if (is_long)
		return ct_gz_wrong(&self->file, "line %lld is longer than 16 MiB", number);
	if (self->len && self->line[self->len - 1] == '\r')
		self->len--;
	CT_TRY(append(self, "", 1));
	self->len--;
	if (!ct_is_utf8(self->line, (size_t)self->len))
		return ct_gz_wrong(&self->file, "line %lld is not UTF-8", number);
	text = ct_value_string(self->line);
	text.i = self->len; /* it may have NULs */
	return ct_value_copy(&text, sample);
}

static ct_error lines_next(void *stream, ct_value *sample)
{
	struct lines_pass *self = stream;
	bool has_line, is_long;
	ct_error error;

	for (;;) {
		if (self->file.file) {
			error = read_line(self, &has_line, &is_long);
			if (error == NULL && has_line)
				return give_line(self, is_long, sample);
			ct_gz_close(&self->file); /* after an error, too: the next file follows */
			if (error)
				return error;
		}
		if (self->next_file == self->lines->len)
			return NULL;
		CT_TRY(open_next(self));
	}
}

static void lines_close(void *stream)
{
	struct lines_pass *self = stream;

	ct_gz_close(&self->file);
	free(self->line);
	free(self);
}

static void lines_free(void *data)
{
	struct lines *self = data;

	for (int64_t i = 0; i < self->len; i++)
		free(self->paths[i]);
	free(self);
}

static const ct_dataset_functions functions = {
	.name = "Lines",
	.open = lines_open,
	.next = lines_next,
	.close = lines_close,
	.free = lines_free,
};

ct_error ct_lines_dataset_new(ct_strings paths, ct_dataset **result)
{
	struct lines *self;

	if (!ct_is_list(paths.at, paths.len) || paths.len == 0)
		return ct_missing_argument(__func__, 1, "paths");
	if (result == NULL)
		return ct_missing_argument(__func__, 2, "result");
	for (int64_t i = 0; i < paths.len; i++)
		if (paths.at[i] == NULL)
			return ct_missing_argument(__func__, 1, "paths");
	self = ct_array_new_after(sizeof *self, paths.len, sizeof *self->paths);
	if (self == NULL)
		return ct_no_memory(__func__, NULL);
	for (; self->len < paths.len; self->len++) {
		self->paths[self->len] = strdup(paths.at[self->len]);
		if (self->paths[self->len] == NULL) {
			lines_free(self);
			return ct_no_memory(__func__, NULL);
		}
	}
	return ct_dataset_make(&functions, self, __func__, result);
}
