/*
 * Tar archives, written by libarchive to a file that gets its name when it is complete.
 */
#define _POSIX_C_SOURCE 200809L

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <archive.h>
#include <archive_entry.h>

#include <ctorch/ctorch.h>

#include "files/error.h"
#include "files/new_file.h"
#include "image/tar.h"

struct ct_tar_writer {
	char *path;
	struct ct_new_file file;
	struct archive *archive; /* NULL: completed, or writing failed */
	struct archive_entry *entry;
	bool is_open, has_no_scope;
};

/* --- making ------------------------------------------------------------------------------------ */

static void end_file(struct ct_tar_writer *self)
{
	if (self->archive) {
		/* Otherwise libarchive would write what it has left. */
		archive_write_fail(self->archive);
		archive_write_free(self->archive);
	}
	if (self->is_open)
		ct_new_file_close(&self->file);
	self->archive = NULL;
	self->is_open = false;
}

static void release(void *object)
{
	struct ct_tar_writer *self = object;

	end_file(self);
	archive_entry_free(self->entry);
	free(self->path);
	free(self);
}

/* What ct_scope_defer() calls if it does not take the object. */
static void release_of_scope(void *object)
{
	struct ct_tar_writer *self = object;

	if (self->has_no_scope)
		return;
	release(self);
}

/* Gives it to the innermost scope if there is one. */
static ct_error give(struct ct_tar_writer *self)
{
	ct_error error;

	self->has_no_scope = true;
	error = ct_scope_defer(release_of_scope, self);
	if (error == NULL) {
		self->has_no_scope = false;
		return NULL;
	}
	if (ct_error_kind(error) == CT_ERROR_OUT_OF_MEMORY)
		return error;
	ct_error_free(error);
	return NULL;
}

/* The error of libarchive, after which nothing more is written. */
static ct_error failed(struct ct_tar_writer *self)
{
	const char *text = archive_error_string(self->archive);
	ct_error error = ct_error_new(CT_ERROR_RUNTIME, "ct_tar_writer", "%s: writing to it: %s",
				      self->path, text ? text : "libarchive failed");

	end_file(self);
	return error;
}

static ct_error begin(struct ct_tar_writer *self, bool compressed)
{
	self->archive = archive_write_new();
	if (self->archive == NULL)
		return ct_image_no_memory("ct_tar_writer_new");
	/* GNU's format has any bytes as names, whatever the locale. */
	if (archive_write_set_format_gnutar(self->archive) ||
	    (compressed && (archive_write_add_filter_gzip(self->archive) ||
			    archive_write_set_options(self->archive, "gzip:!timestamp"))) ||
	    archive_write_open_fd(self->archive, self->file.fd))
		return failed(self);
	return NULL;
}

static ct_error fill(struct ct_tar_writer *self, const char *path, bool compressed)
{
	self->path = strdup(path);
	self->entry = archive_entry_new();
	if (self->path == NULL || self->entry == NULL)
		return ct_image_no_memory("ct_tar_writer_new");
	CT_TRY(ct_new_file_open("ct_tar_writer_new", self->path, self->path, 0666, "creating it",
				&self->file));
	self->is_open = true;
	CT_TRY(begin(self, compressed));
	return give(self);
}

ct_error ct_tar_writer_new(const char *path, bool compressed, ct_tar_writer **result)
{
	struct ct_tar_writer *self;
	ct_error error;

	if (path == NULL || result == NULL)
		return ct_error_new(CT_ERROR_ARGUMENT, __func__,
				    "argument %d (%s) must not be NULL", path ? 3 : 1,
				    path ? "result" : "path");
	self = calloc(1, sizeof *self);
	if (self == NULL)
		return ct_image_no_memory(__func__);
	error = fill(self, path, compressed);
	if (error)
		release(self);
	else
		*result = self;
	return error;
}

/* --- using ------------------------------------------------------------------------------------- */

static ct_error check_open(const struct ct_tar_writer *self, const char *function)
{
	if (self == NULL)
		return ct_error_new(CT_ERROR_ARGUMENT, function,
				    "argument 1 (self) must not be NULL");
	if (self->archive)
		return NULL;
	return ct_error_new(CT_ERROR_RUNTIME, function,
			    "%s is complete, or writing to it failed; begin a new archive",
			    self->path);
}

static ct_error check_file(const char *name, const void *bytes, int64_t bytes_len)
{
	if (name == NULL || (bytes == NULL && bytes_len != 0))
		return ct_error_new(CT_ERROR_ARGUMENT, "ct_tar_writer_add",
				    "argument %d (%s) must not be NULL", name ? 3 : 2,
				    name ? "bytes" : "name");
	if (bytes_len < 0)
		return ct_error_new(CT_ERROR_ARGUMENT, "ct_tar_writer_add",
				    "argument 4 (bytes_len): it is negative");
	if (*name && name[strlen(name) - 1] != '/' && ct_tar_is_inside(name))
		return NULL;
	return ct_error_new(CT_ERROR_VALUE, "ct_tar_writer_add",
			    "'%s' is not the name of a file in the archive (expected the form "
			    "cat/7.jpg)",
			    name);
}

ct_error ct_tar_writer_add(ct_tar_writer *self, const char *name, const void *bytes,
			   int64_t bytes_len)
{
	const char *at = bytes;

	CT_TRY(check_open(self, __func__));
	CT_TRY(check_file(name, bytes, bytes_len));
	archive_entry_clear(self->entry);
	archive_entry_set_pathname(self->entry, name);
	archive_entry_set_filetype(self->entry, AE_IFREG);
	archive_entry_set_perm(self->entry, 0644);
	archive_entry_set_mtime(self->entry, 0, 0);
	archive_entry_set_size(self->entry, bytes_len);
	if (archive_write_header(self->archive, self->entry) != ARCHIVE_OK)
		return failed(self);
	while (bytes_len > 0) {
		const la_ssize_t n = archive_write_data(self->archive, at, (size_t)bytes_len);

		if (n <= 0)
			return failed(self);
		at += n;
		bytes_len -= n;
	}
	return archive_write_finish_entry(self->archive) == ARCHIVE_OK ? NULL : failed(self);
}

ct_error ct_tar_writer_close(ct_tar_writer *self)
{
	ct_error error = NULL;

	CT_TRY(check_open(self, __func__));
	if (archive_write_close(self->archive) != ARCHIVE_OK)
		return failed(self);
	if (fsync(self->file.fd))
		error = ct_file_error(__func__, self->path, "writing to it");
	if (error == NULL)
		error = ct_new_file_replace(__func__, &self->file);
	end_file(self);
	return error;
}

void ct_tar_writer_free(ct_tar_writer *self)
{
	if (self == NULL)
		return;
	ct_scope_keep_object(self);
	release(self);
}
