/*
 * ct_data split, interleave: files of tar archives go to others, as they are.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "data/commands.h"
#include "image/tar.h"

enum { MAX_ARCHIVES = 1000 };

/* The largest file that is copied. */
static const int64_t max_bytes = INT64_C(1) << 30;

/* --- reading ------------------------------------------------------------------------------------ */

/* An archive, and its current file. */
struct source {
	struct ct_names path;
	struct ct_tar tar;
	bool is_at_end; /* there is no current file any more */
	const char *name;
	unsigned char *bytes;
	size_t n;
};

static void close_source(void *context)
{
	struct source *self = context;

	ct_tar_close(&self->tar);
	ct_names_free(&self->path);
	free(self->bytes);
	self->bytes = NULL;
}

static ct_error open_source(struct source *self, const char *path)
{
	*self = (struct source){ 0 };
	CT_TRY(ct_scope_defer(close_source, self));
	if (!ct_names_copy(&self->path, &path, 1))
		return ct_image_no_memory("ct_data");
	return ct_tar_open(&self->tar, &self->path, NULL, max_bytes, "ct_data");
}

static ct_error next_file(struct source *self)
{
	free(self->bytes);
	self->bytes = NULL;
	CT_TRY(ct_tar_next(&self->tar));
	self->name = self->tar.name;
	self->is_at_end = self->name == NULL;
	if (self->is_at_end)
		return NULL;
	while (strncmp(self->name, "./", 2) == 0)
		self->name += 2;
	return ct_tar_read(&self->tar, &self->bytes, &self->n);
}

static ct_error copy_to(ct_tar_writer *writer, const struct source *source)
{
	return ct_tar_writer_add(writer, source->name, source->bytes, (int64_t)source->n);
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
		if (source.is_at_end)
			break;
		CT_TRY(copy_to(writers[i % o->count], &source));
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

		if (source->is_at_end)
			continue;
		CT_TRY(next_file(source));
		if (source->is_at_end) {
			open--;
			continue;
		}
		CT_TRY(copy_to(writer, source));
		ct_progress_add(progress, 1);
	}
	return ct_tar_writer_close(writer);
}
