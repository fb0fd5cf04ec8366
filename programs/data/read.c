/*
 * ct_data: files of archives and folders, as they are.
 */
#define _GNU_SOURCE

#include <fts.h>
#include <stdlib.h>
#include <string.h>

#include <ctorch/macros/blocks.h>
#include <ctorch/macros/try.h>

#include "core/base/no_memory.h"
#include "data/read.h"
#include "files/io/error.h"

/* The largest file that is read. */
static const int64_t max_bytes = INT64_C(1) << 30;

/* --- archives ----------------------------------------------------------------------------------- */

static void close_source(void *context)
{
	struct source *self = context;

	ct_tar_close(&self->tar);
	ct_names_free(&self->paths);
	free(self->bytes);
	self->bytes = NULL;
}

ct_error open_source(struct source *self, const char *const *paths, int64_t paths_len)
{
	*self = (struct source){ 0 };
	CT_TRY(ct_scope_defer(self, close_source));
	if (!ct_names_copy(&self->paths, paths, paths_len))
		return ct_no_memory("ct_data", NULL);
	return ct_tar_open(&self->tar, &self->paths, NULL, max_bytes, "ct_data");
}

ct_error next_file(struct source *self)
{
	free(self->bytes);
	self->bytes = NULL;
	CT_TRY(ct_tar_next(&self->tar));
	self->name = self->tar.name;
	if (self->name == NULL)
		return NULL;
	CT_TRY(ct_tar_check_name(&self->tar));
	while (strncmp(self->name, "./", 2) == 0)
		self->name += 2;
	return ct_tar_read(&self->tar, &self->bytes, &self->n);
}

static ct_error read_archives(const struct options *options, int64_t most, ct_progress *progress,
			      int64_t *count)
{
	CT_SCOPE;
	struct source source;

	CT_TRY(open_source(&source, options->paths, options->paths_len));
	for (*count = 0; *count < most;) {
		CT_TRY(next_file(&source));
		if (source.name == NULL)
			break;
		if (!ct_image_has_name(source.name))
			continue;
		++*count;
		ct_progress_add(progress, 1);
	}
	return NULL;
}

/* --- a folder ----------------------------------------------------------------------------------- */

static ct_error read_file(const char *path)
{
	static char bytes[1 << 16];
	FILE *file = fopen(path, "rb");
	ct_error error = NULL;

	if (file == NULL)
		return ct_file_error("ct_data", path, "opening it");
	while (fread(bytes, 1, sizeof bytes, file) == sizeof bytes)
		;
	if (ferror(file))
		error = ct_file_error("ct_data", path, "reading it");
	fclose(file);
	return error;
}

static void close_walk(void *walk)
{
	fts_close(walk);
}

/* The images in the folders of classes, in any order. */
static ct_error read_folder(const char *root, int64_t most, ct_progress *progress, int64_t *count)
{
	CT_SCOPE;
	char *const roots[] = { (char *)root, NULL };
	FTS *walk = fts_open(roots, FTS_LOGICAL | FTS_NOCHDIR, NULL);
	const FTSENT *entry;

	if (walk == NULL)
		return ct_file_error("ct_data", root, "opening it");
	CT_TRY(ct_scope_defer(walk, close_walk));
	for (*count = 0; *count < most && (entry = fts_read(walk)) != NULL;) {
		if (entry->fts_info != FTS_F || entry->fts_level < 2 ||
		    !ct_image_has_name(entry->fts_name))
			continue;
		CT_TRY(read_file(entry->fts_path));
		++*count;
		ct_progress_add(progress, 1);
	}
	return NULL;
}

ct_error read_images(const struct options *options, int64_t most, ct_progress *progress,
		     int64_t *count)
{
	bool is_one;

	CT_TRY(find_folder(options, &is_one));
	return is_one ? read_folder(options->paths[0], most, progress, count)
		      : read_archives(options, most, progress, count);
}
