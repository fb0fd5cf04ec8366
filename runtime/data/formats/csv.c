/*
 * Reading CSV files: rows of fields (RFC 4180).
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/lengths.h"
#include "core/base/no_memory.h"
#include "core/base/utf8.h"
#include "core/memory/expression.h"
#include "data/dataset/dataset.h"
#include "data/formats/csv.h"
#include "data/formats/gz.h"

enum { FIRST_ROOM = 1 << 16 };

/* The limits of the text unless the options have one: of a file that is not compressed; of any
 * compressed one, and for each of its bytes. Tables become about 10 times as small; deflate can make
 * a line of zeros 1,032 times as small, so that a small file could fill the memory. */
static const int64_t max_plain = INT64_C(1) << 34, max_unpacked = INT64_C(1) << 28;
enum { UNPACKED_FROM_A_BYTE = 100 };

/* --- the text ---------------------------------------------------------------------------------- */

static int64_t text_limit(const struct ct_gz *file, const ct_csv_options *options)
{
	int64_t limit = max_unpacked;

	if (options->max_text_nbytes)
		return options->max_text_nbytes;
	if (!file->is_compressed || file->size > max_plain / UNPACKED_FROM_A_BYTE)
		return max_plain;
	if (file->size * UNPACKED_FROM_A_BYTE > limit)
		limit = file->size * UNPACKED_FROM_A_BYTE;
	return limit;
}

static ct_error read_text(struct ct_csv *self, struct ct_gz *file, int64_t limit)
{
	int64_t room = 0, got = 0;

	do {
		char *text;

		room = room ? room * 2 : FIRST_ROOM;
		room = room < limit ? room : limit + 1;
		text = realloc(self->text, (size_t)room + 1);
		if (text == NULL)
			return ct_no_memory(file->function, NULL);
		self->text = text;
		CT_TRY(ct_gz_read_some(file, text + self->len, room - self->len, &got));
		self->len += got;
		if (self->len > limit)
			return ct_gz_wrong(file,
					   "more text than max_text_nbytes allows (%lld bytes)",
					   (long long)limit);
	} while (self->len == room);
	self->text[self->len] = '\0';
	if (!ct_is_utf8(self->text, (size_t)self->len))
		return ct_gz_wrong(file, "the text is not UTF-8");
	return NULL;
}

/* --- fields ------------------------------------------------------------------------------------ */

struct parser {
	struct ct_csv *table;
	const struct ct_gz *file;
	char separator, comment; /* comment: NUL if there are none */
	char *at, *end;
	int64_t line;
	int64_t first; /* field of the row */
};

static ct_error add_field(struct parser *self, char *field)
{
	struct ct_csv *table = self->table;
	char **fields = ct_array_grow(table->fields, &table->fields_room, table->fields_len + 1,
				      sizeof *fields);

	if (fields == NULL)
		return ct_no_memory(self->file->function, NULL);
	table->fields = fields;
	table->fields[table->fields_len++] = field;
	return NULL;
}

static bool is_comment(const struct parser *self)
{
	return self->comment && self->at < self->end && *self->at == self->comment;
}

static void skip_comment(struct parser *self)
{
	if (is_comment(self))
		while (self->at < self->end && *self->at != '\n' && *self->at != '\r')
			self->at++;
}

/* A field in quotes, of which two are one; moved over the quotes. */
static ct_error read_quoted(struct parser *self, char **result, char **stop)
{
	const int64_t first_line = self->line;
	char *to = self->at, *from = self->at + 1;

	*result = to;
	for (; from < self->end; from++) {
		if (*from == '"' && from[1] != '"') {
			self->at = from + 1;
			*stop = to;
			return NULL;
		}
		self->line += *from == '\n';
		from += *from == '"';
		*to++ = *from;
	}
	return ct_gz_wrong(self->file, "line %lld: unclosed quote", (long long)first_line);
}

static ct_error read_plain(struct parser *self, char **result, char **stop)
{
	*result = self->at;
	while (self->at < self->end && *self->at != self->separator && *self->at != '\n' &&
	       *self->at != '\r' && !is_comment(self))
		self->at++;
	*stop = self->at;
	return NULL;
}

/* A field is a C string, which a NUL would cut. */
static ct_error check_field(const struct parser *self, const char *field, const char *stop,
			    int64_t line)
{
	if (memchr(field, '\0', (size_t)(stop - field)) == NULL)
		return NULL;
	return ct_gz_wrong(self->file, "line %lld, column %lld: the field contains a NUL byte",
			   (long long)line, (long long)(self->table->fields_len - self->first + 1));
}

/* Reads a field and what ends it; `*is_last` of its row. */
static ct_error read_field(struct parser *self, bool *is_last)
{
	const int64_t line = self->line;
	char *field, *stop, ends;

	CT_TRY((self->at < self->end && *self->at == '"' ? read_quoted : read_plain)(self, &field,
										     &stop));
	skip_comment(self);
	ends = self->at < self->end ? *self->at : '\n';
	if (ends == '\r' && self->at + 1 < self->end && self->at[1] == '\n')
		self->at++;
	else if (ends != self->separator && ends != '\n' && ends != '\r')
		return ct_gz_wrong(self->file, "line %lld: text after a closing quote",
				   (long long)self->line);
	CT_TRY(check_field(self, field, stop, line));
	self->at++;
	*is_last = ends != self->separator;
	self->line += *is_last;
	*stop = '\0';
	return add_field(self, field);
}

static void end_line(struct parser *self)
{
	self->at += *self->at == '\r' && self->at[1] == '\n' ? 2 : 1;
	self->line++;
}

/* A line that is empty, or a comment, is no row. */
static bool skip_empty_line(struct parser *self)
{
	skip_comment(self);
	if (self->at < self->end && *self->at != '\n' && *self->at != '\r')
		return false;
	end_line(self);
	return true;
}

static void skip_lines(struct parser *self, int64_t n)
{
	for (; n > 0 && self->at < self->end; n--) {
		while (self->at < self->end && *self->at != '\n' && *self->at != '\r')
			self->at++;
		end_line(self);
	}
}

static ct_error note_line(struct parser *self, int64_t line)
{
	struct ct_csv *table = self->table;
	int64_t *lines = ct_array_grow(table->lines, &table->lines_room, table->rows + 1,
				       sizeof *lines);

	if (lines == NULL)
		return ct_no_memory(self->file->function, NULL);
	table->lines = lines;
	table->lines[table->rows++] = line;
	return NULL;
}

static ct_error read_row(struct parser *self)
{
	struct ct_csv *table = self->table;
	const int64_t before = table->fields_len, line = self->line;
	bool is_last = false;

	self->first = before;
	while (!is_last)
		CT_TRY(read_field(self, &is_last));
	if (table->rows == 0)
		table->columns = table->fields_len;
	if (table->fields_len - before != table->columns)
		return ct_gz_wrong(self->file,
				   "line %lld has %lld fields, but the first line has %lld",
				   (long long)line, (long long)(table->fields_len - before),
				   (long long)table->columns);
	return note_line(self, line);
}

static ct_error read_rows(struct ct_csv *self, const struct ct_gz *file,
			  const ct_csv_options *options, char separator)
{
	const int64_t mark = strncmp(self->text, "\xef\xbb\xbf", 3) == 0 ? 3 : 0; /* byte order */
	struct parser parser = {
		.table = self,
		.file = file,
		.separator = separator,
		.comment = options->comment,
		.at = self->text + mark,
		.end = self->text + self->len,
		.line = 1,
	};

	skip_lines(&parser, options->skip_rows);
	while (parser.at < parser.end)
		if (!skip_empty_line(&parser))
			CT_TRY(read_row(&parser));
	return self->rows ? NULL : ct_gz_wrong(file, "it has no rows");
}

/* --- names ------------------------------------------------------------------------------------- */

enum { NUMBER_SIZE = 21 };

/* Equal names in the order of their columns. */
static int compare_names(const void *left, const void *right)
{
	const struct ct_csv_name *a = left, *b = right;
	const int order = strcmp(a->name, b->name);

	return order ? order : (a->column > b->column) - (a->column < b->column);
}

/* The first column whose name an earlier one has; -1 if there is none. */
static int64_t find_repeated(const struct ct_csv *self)
{
	const struct ct_csv_name *sorted = self->sorted;
	int64_t first = -1;

	for (int64_t i = 1; i < self->columns; i++)
		if (strcmp(sorted[i].name, sorted[i - 1].name) == 0 &&
		    (first < 0 || sorted[i].column < first))
			first = sorted[i].column;
	return first;
}

/* So that a file of many columns takes no longer than its length. */
static ct_error sort_names(struct ct_csv *self, const char *function)
{
	const size_t n = (size_t)self->columns;

	self->sorted = ct_array_new(self->columns, sizeof *self->sorted);
	if (self->sorted == NULL)
		return ct_no_memory(function, NULL);
	for (int64_t i = 0; i < self->columns; i++)
		self->sorted[i] = (struct ct_csv_name){ self->names[i], i };
	qsort(self->sorted, n, sizeof *self->sorted, compare_names);
	return NULL;
}

static ct_error number_columns(struct ct_csv *self, const char *function)
{
	self->names = ct_array_new(self->columns, sizeof *self->names);
	self->numbers = ct_array_new(self->columns, NUMBER_SIZE);
	if (self->names == NULL || self->numbers == NULL)
		return ct_no_memory(function, NULL);
	for (int64_t i = 0; i < self->columns; i++) {
		self->names[i] = self->numbers + i * NUMBER_SIZE;
		snprintf(self->names[i], NUMBER_SIZE, "%lld", (long long)i);
	}
	return sort_names(self, function);
}

/* The first row has the names. */
static ct_error take_header(struct ct_csv *self, const struct ct_gz *file)
{
	const size_t n = (size_t)self->columns;
	int64_t repeated;

	self->names = ct_array_new(self->columns, sizeof *self->names);
	if (self->names == NULL)
		return ct_no_memory(file->function, NULL);
	memcpy(self->names, self->fields, n * sizeof *self->names);
	self->fields_len -= self->columns;
	memmove(self->fields, self->fields + n, (size_t)self->fields_len * sizeof *self->fields);
	self->rows--;
	memmove(self->lines, self->lines + 1, (size_t)self->rows * sizeof *self->lines);
	CT_TRY(sort_names(self, file->function));
	repeated = find_repeated(self);
	if (repeated < 0)
		return NULL;
	return ct_gz_wrong(file, "two columns are named '%.60s'", self->names[repeated]);
}

static ct_error csv_read_file(struct ct_csv *self, struct ct_gz *file,
			      const ct_csv_options *options)
{
	const char separator = options->separator ? options->separator : ',';

	if (separator == '"' || separator == '\n' || separator == '\r')
		return ct_error_new(CT_ERROR_VALUE, file->function,
				    "the separator must not be a quote or a line break");
	if (options->comment &&
	    (strchr("\"\n\r", options->comment) || options->comment == separator))
		return ct_error_new(
			CT_ERROR_VALUE, file->function,
			"the comment character must not be the separator, a quote or a line break");
	if (options->skip_rows < 0)
		return ct_error_new(CT_ERROR_VALUE, file->function,
				    "skip_rows is %lld, but must not be negative",
				    (long long)options->skip_rows);
	if (options->max_text_nbytes < 0 || options->max_text_nbytes > max_plain)
		return ct_error_new(CT_ERROR_VALUE, file->function,
				    "max_text_nbytes is %lld, but must be from 0 to %lld",
				    (long long)options->max_text_nbytes, (long long)max_plain);
	CT_TRY(read_text(self, file, text_limit(file, options)));
	CT_TRY(read_rows(self, file, options, separator));
	return options->no_header ? number_columns(self, file->function) : take_header(self, file);
}

void ct_csv_free(struct ct_csv *self)
{
	free(self->text);
	free(self->fields);
	free(self->names);
	free(self->sorted);
	free(self->numbers);
	free(self->are_texts);
	free(self->lines);
	*self = (struct ct_csv){ 0 };
}

/* The first names, as long as there is room. */
static ct_error no_column(const struct ct_csv *self, const char *path, const char *name,
			  const char *function)
{
	char known[200] = "";
	size_t len = 0;

	for (int64_t i = 0; i < self->columns && len < sizeof known; i++)
		len += (size_t)snprintf(known + len, sizeof known - len, i ? ", %s" : "%s",
					self->names[i]);
	ct_make_printable(known);
	return ct_error_new(CT_ERROR_KEY, function, "%s: no column '%.60s'; the columns are: %s%s",
			    path, name, known, len < sizeof known ? "" : "...");
}

static int compare_with(const void *name, const void *at)
{
	return strcmp(name, ((const struct ct_csv_name *)at)->name);
}

ct_error ct_csv_find(const struct ct_csv *self, const char *path, const char *name,
		     const char *function, int64_t *column)
{
	const struct ct_csv_name *found = bsearch(name, self->sorted, (size_t)self->columns,
						  sizeof *self->sorted, compare_with);

	if (found == NULL)
		return no_column(self, path, name, function);
	*column = found->column;
	return NULL;
}

static ct_error mark_texts(struct ct_csv *self, const char *path, const ct_csv_options *options,
			   const char *function)
{
	const int64_t n = options->texts ? options->texts_len : 0;
	int64_t column = 0;

	self->are_texts = ct_array_new(self->columns, sizeof *self->are_texts);
	if (self->are_texts == NULL)
		return ct_no_memory(function, NULL);
	for (int64_t i = 0; i < n; i++) {
		if (options->texts[i] == NULL)
			return ct_missing_argument(function, 3, "texts");
		CT_TRY(ct_csv_find(self, path, options->texts[i], function, &column));
		self->are_texts[column] = true;
	}
	return NULL;
}

ct_error ct_csv_read(struct ct_csv *self, const char *path, const ct_csv_options *options,
		     const char *function)
{
	struct ct_gz file = { 0 };
	ct_error error = ct_gz_open(&file, path, function);

	if (error == NULL)
		error = csv_read_file(self, &file, options);
	if (error == NULL)
		error = mark_texts(self, path, options, function);
	ct_gz_close(&file);
	return error;
}
