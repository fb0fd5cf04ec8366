/*
 * ct_data split, interleave: files of tar archives go to others, as they are.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <archive.h>
#include <archive_entry.h>

#include "data/commands.h"

enum { BLOCK = 1 << 16, MAX_ARCHIVES = 1000 };

/* The largest file that is copied. */
static const int64_t max_bytes = INT64_C(1) << 30;

/* --- reading ------------------------------------------------------------------------------------ */

struct source {
	const char *path;
	struct archive *archive; /* NULL: it is at its end */
	const char *name;
	unsigned char *bytes;
	int64_t n;
};

static ct_error damaged(const struct source *self)
{
	const char *text = archive_error_string(self->archive);

	return ct_error_new(CT_ERROR_VALUE, "ct_data", "%s: %s", self->path,
			    text ? text : "damaged");
}

static void close_source(void *context)
{
	struct source *self = context;

	if (self->archive)
		archive_read_free(self->archive);
	free(self->bytes);
	self->archive = NULL;
	self->bytes = NULL;
}

static ct_error open_source(struct source *self, const char *path)
{
	*self = (struct source){ .path = path, .archive = archive_read_new() };
	if (self->archive == NULL)
		return ct_error_new(CT_ERROR_OUT_OF_MEMORY, "ct_data", "no memory");
	CT_TRY(ct_scope_defer(close_source, self));
	archive_read_support_filter_gzip(self->archive);
	archive_read_support_filter_bzip2(self->archive);
	archive_read_support_filter_xz(self->archive);
	archive_read_support_filter_zstd(self->archive);
	archive_read_support_format_tar(self->archive);
	archive_read_support_format_empty(self->archive);
	return archive_read_open_filename(self->archive, path, BLOCK) == ARCHIVE_OK ? NULL
										    : damaged(self);
}

static ct_error read_bytes(struct source *self)
{
	unsigned char *bytes;
	int64_t done = 0;

	if (self->n < 0 || self->n > max_bytes)
		return ct_error_new(CT_ERROR_VALUE, "ct_data", "%s: %s has more than 1 GiB",
				    self->path, self->name);
	bytes = realloc(self->bytes, (size_t)self->n + 1);
	if (bytes == NULL)
		return ct_error_new(CT_ERROR_OUT_OF_MEMORY, "ct_data", "no memory for %s",
				    self->name);
	self->bytes = bytes;
	while (done < self->n) {
		const la_ssize_t got = archive_read_data(self->archive, bytes + done,
							 (size_t)(self->n - done));

		if (got < 0)
			return damaged(self);
		if (got == 0)
			return ct_error_new(CT_ERROR_VALUE, "ct_data", "%s: truncated at %s",
					    self->path, self->name);
		done += got;
	}
	return NULL;
}

/* The next plain file; at the end the archive is closed. */
static ct_error next_file(struct source *self)
{
	struct archive_entry *entry;
	int code;

	do {
		code = archive_read_next_header(self->archive, &entry);
		if (code == ARCHIVE_EOF) {
			close_source(self);
			return NULL;
		}
		if (code != ARCHIVE_OK && code != ARCHIVE_WARN)
			return damaged(self);
	} while (archive_entry_filetype(entry) != AE_IFREG || !archive_entry_pathname(entry));
	self->name = archive_entry_pathname(entry);
	while (strncmp(self->name, "./", 2) == 0)
		self->name += 2;
	self->n = archive_entry_size(entry);
	return read_bytes(self);
}

/* --- split -------------------------------------------------------------------------------------- */

/* "PREFIX-003.tar.gz" from OUT or the archive's own name, in whose form they are written. */
static void name_part(const struct options *o, int64_t i, char *path, size_t size)
{
	const char *whole = o->out ? o->out : o->paths[0];
	const char *end = ends_with(whole, ".tar.gz") ? ".tar.gz"
			  : ends_with(whole, ".tgz")  ? ".tgz"
						      : ".tar";
	const size_t n = strlen(whole) - (ends_with(whole, end) ? strlen(end) : 0);

	snprintf(path, size, "%.*s-%03lld%s", (int)n, whole, (long long)i, end);
}

ct_error split_archive(const struct options *o)
{
	CT_SCOPE;
	ct_tar_writer *writers[MAX_ARCHIVES];
	struct source source;
	ct_progress *progress;
	char path[4096];

	if (o->count > MAX_ARCHIVES)
		return ct_error_new(CT_ERROR_VALUE, "ct_data", "more than %d parts", MAX_ARCHIVES);
	CT_TRY(open_source(&source, o->paths[0]));
	for (int64_t i = 0; i < o->count; i++) {
		name_part(o, i, path, sizeof path);
		CT_TRY(ct_tar_writer_new(path, ends_with(path, "gz"), &writers[i]));
	}
	CT_TRY(begin_progress(o, 0, "files", &progress));
	for (int64_t i = 0;; i++) {
		CT_TRY(next_file(&source));
		if (source.archive == NULL)
			break;
		CT_TRY(ct_tar_writer_add(writers[i % o->count], source.name, source.bytes,
					 source.n));
		ct_progress_add(progress, 1);
	}
	for (int64_t i = 0; i < o->count; i++)
		CT_TRY(ct_tar_writer_close(writers[i]));
	return NULL;
}

/* --- interleave --------------------------------------------------------------------------------- */

ct_error interleave_archives(const struct options *o)
{
	CT_SCOPE;
	struct source *sources = calloc((size_t)o->paths_len, sizeof *sources);
	int64_t open = o->paths_len;
	ct_tar_writer *writer;
	ct_progress *progress;

	if (sources == NULL)
		return ct_error_new(CT_ERROR_OUT_OF_MEMORY, "ct_data", "no memory");
	CT_TRY(ct_scope_defer(free, sources));
	for (int64_t i = 0; i < o->paths_len; i++)
		CT_TRY(open_source(&sources[i], o->paths[i]));
	CT_TRY(ct_tar_writer_new(o->out, ends_with(o->out, "gz"), &writer));
	CT_TRY(begin_progress(o, 0, "files", &progress));
	for (int64_t i = 0; open > 0; i = (i + 1) % o->paths_len) {
		struct source *source = &sources[i];

		if (source->archive == NULL)
			continue;
		CT_TRY(next_file(source));
		if (source->archive == NULL) {
			open--;
			continue;
		}
		CT_TRY(ct_tar_writer_add(writer, source->name, source->bytes, source->n));
		ct_progress_add(progress, 1);
	}
	return ct_tar_writer_close(writer);
}
