/*
 * Tar archives, written by libarchive to a file that gets its name when it is complete.
 *
 * libarchive releases a filter's memory only if it was closed without an error. So errors of
 * writing are kept from it, and it is always closed.
 */
#define _POSIX_C_SOURCE 200809L

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <archive.h>
#include <archive_entry.h>

#include <ctorch/ctorch.h>
#include <ctorch/vision/image_data.h>

#include "core/base/name_of.h"
#include "core/base/no_memory.h"
#include "files/io/error.h"
#include "files/io/new_file.h"
#include "vision/image/tar.h"

enum { BLOCK = 1 << 16 };

struct ct_tar_writer {
	char *path;
	struct ct_new_file file;
	struct archive *archive; /* NULL: completed, or writing failed */
	struct archive_entry *entry;
	int problem; /* errno of writing to the file */
	bool is_open, is_left, has_no_scope;
};

/* --- making ----------------------------------------------------------------------------------- */

/* What libarchive writes with: all of it, or it is dropped. */
static la_ssize_t put(struct archive *archive, void *context, const void *bytes, size_t n)
{
	struct ct_tar_writer *self = context;
	size_t done = 0;

	(void)archive;
	while (done < n && !self->is_left && self->problem == 0) {
		const ssize_t written = write(self->file.fd, (const char *)bytes + done, n - done);

		if (written >= 0)
			done += (size_t)written;
		else if (errno != EINTR)
			self->problem = errno;
	}
	return (la_ssize_t)n;
}

static void end_file(struct ct_tar_writer *self)
{
	self->is_left = true;
	archive_write_free(self->archive);
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
	error = ct_scope_defer(self, release_of_scope);
	if (error == NULL) {
		self->has_no_scope = false;
		return NULL;
	}
	if (ct_error_class_of(error) == CT_ERROR_OUT_OF_MEMORY)
		return error;
	ct_error_free(error);
	return NULL;
}

/* The error of a call of libarchive, or of the file, after which nothing more is written. */
static ct_error tar_write_check(struct ct_tar_writer *self, int code, const char *function)
{
	const char *text;
	ct_error error;

	if (code == ARCHIVE_OK && self->problem == 0)
		return NULL;
	errno = self->problem;
	text = archive_error_string(self->archive);
	error = self->problem ? ct_file_error(function, self->path, "writing to it")
			      : ct_error_new(CT_ERROR_RUNTIME, function, "%s: writing to it: %s",
					     self->path, text ? text : "libarchive failed");
	end_file(self);
	return error;
}

/* What libarchive calls them. Its own default of xz would need 94 MB for each archive, and images
 * hardly become smaller. */
static const struct filter {
	int (*add)(struct archive *archive);
	const char *options; /* or NULL */
} filters[] = {
	[CT_TAR_GZIP] = { archive_write_add_filter_gzip, "gzip:!timestamp" },
	[CT_TAR_BZIP2] = { archive_write_add_filter_bzip2, NULL },
	[CT_TAR_XZ] = { archive_write_add_filter_xz, "xz:compression-level=1" },
	[CT_TAR_ZSTD] = { archive_write_add_filter_zstd, NULL },
	[CT_TAR_LZ4] = { archive_write_add_filter_lz4, NULL },
};

enum { FILTERS = sizeof filters / sizeof *filters };

/* A warning of libarchive means that it would run a program for it. */
static int add_filter(struct archive *archive, ct_tar_compression compression)
{
	const struct filter *filter = &filters[compression];
	int code = filter->add ? filter->add(archive) : ARCHIVE_OK;

	if (code == ARCHIVE_OK && filter->options)
		code = archive_write_set_options(archive, filter->options);
	return code;
}

static ct_error begin(struct ct_tar_writer *self, ct_tar_compression compression)
{
	int code;

	self->archive = archive_write_new();
	if (self->archive == NULL)
		return ct_no_memory(CT_NAME_OF(ct_tar_writer_new), NULL);
	/* GNU's format has any bytes as names, whatever the locale. */
	code = archive_write_set_format_gnutar(self->archive);
	archive_write_set_bytes_per_block(self->archive, BLOCK);
	archive_write_set_bytes_in_last_block(self->archive, 1);
	if (code == ARCHIVE_OK)
		code = add_filter(self->archive, compression);
	if (code == ARCHIVE_OK)
		code = archive_write_open(self->archive, self, NULL, put, NULL);
	return tar_write_check(self, code, CT_NAME_OF(ct_tar_writer_new));
}

static ct_error tar_write_fill(struct ct_tar_writer *self, const char *path,
			       ct_tar_compression compression)
{
	self->path = strdup(path);
	self->entry = archive_entry_new();
	if (self->path == NULL || self->entry == NULL)
		return ct_no_memory(CT_NAME_OF(ct_tar_writer_new), NULL);
	CT_TRY(ct_new_file_open(CT_NAME_OF(ct_tar_writer_new), self->path, self->path, 0666,
				"creating it", &self->file));
	self->is_open = true;
	CT_TRY(begin(self, compression));
	return give(self);
}

ct_error ct_tar_writer_new(const char *path, ct_tar_compression compression, ct_tar_writer **result)
{
	struct ct_tar_writer *self;
	ct_error error;

	if (path == NULL || result == NULL)
		return ct_error_new(CT_ERROR_ARGUMENT, __func__,
				    "argument %d (%s) must not be NULL", path ? 3 : 1,
				    path ? "result" : "path");
	if (compression < 0 || compression >= FILTERS)
		return ct_error_new(CT_ERROR_VALUE, __func__,
				    "unknown compression %d (expected a ct_tar_compression_value)",
				    compression);
	self = calloc(1, sizeof *self);
	if (self == NULL)
		return ct_no_memory(__func__, NULL);
	error = tar_write_fill(self, path, compression);
	if (error)
		release(self);
	else
		*result = self;
	return error;
}

/* --- using ------------------------------------------------------------------------------------ */

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

static ct_error check_file(const char *name, const void *bytes, int64_t nbytes)
{
	if (name == NULL || (bytes == NULL && nbytes != 0))
		return ct_error_new(CT_ERROR_ARGUMENT, CT_NAME_OF(ct_tar_writer_add),
				    "argument %d (%s) must not be NULL", name ? 3 : 2,
				    name ? "bytes" : "name");
	if (nbytes < 0)
		return ct_error_new(CT_ERROR_ARGUMENT, CT_NAME_OF(ct_tar_writer_add),
				    "argument 4 (nbytes): it is negative");
	if (*name && name[strlen(name) - 1] != '/' && ct_tar_is_inside(name))
		return NULL;
	return ct_error_new(CT_ERROR_VALUE, CT_NAME_OF(ct_tar_writer_add),
			    "'%s' is not the name of a file in the archive (expected the form "
			    "cat/7.jpg)",
			    name);
}

ct_error ct_tar_writer_add(ct_tar_writer *self, const char *name, const void *bytes, int64_t nbytes)
{
	const char *at = bytes;

	CT_TRY(check_open(self, __func__));
	CT_TRY(check_file(name, bytes, nbytes));
	archive_entry_clear(self->entry);
	archive_entry_set_pathname(self->entry, name);
	archive_entry_set_filetype(self->entry, AE_IFREG);
	archive_entry_set_perm(self->entry, 0644);
	archive_entry_set_mtime(self->entry, 0, 0);
	archive_entry_set_size(self->entry, nbytes);
	CT_TRY(tar_write_check(self, archive_write_header(self->archive, self->entry), __func__));
	while (nbytes > 0) {
		const la_ssize_t n = archive_write_data(self->archive, at, (size_t)nbytes);

		CT_TRY(tar_write_check(self, n > 0 ? ARCHIVE_OK : ARCHIVE_FATAL, __func__));
		at += n;
		nbytes -= n;
	}
	return tar_write_check(self, archive_write_finish_entry(self->archive), __func__);
}

/* --- completing ------------------------------------------------------------------------------- */

static ct_error complete(struct ct_tar_writer *self, const char *function)
{
	CT_TRY(tar_write_check(self, archive_write_close(self->archive), function));
	return fsync(self->file.fd) ? ct_file_error(function, self->path, "writing to it") : NULL;
}

ct_error ct_tar_writer_close(ct_tar_writer *self)
{
	ct_error error;

	CT_TRY(check_open(self, __func__));
	error = complete(self, __func__);
	if (error == NULL)
		error = ct_new_file_replace(__func__, &self->file);
	end_file(self);
	return error;
}

/* Gives the names, and takes those that were given away again after an error. */
static ct_error name_all(ct_tar_writer *const *writers, int64_t n)
{
	ct_error error = NULL;
	int64_t named = 0;

	while (named < n && error == NULL) {
		error = ct_new_file_swap(CT_NAME_OF(ct_tar_writers_close), &writers[named]->file);
		named += error == NULL;
	}
	while (error && named > 0)
		ct_new_file_swap_back(&writers[--named]->file);
	return error;
}

static ct_error check_all_open(ct_tar_writer *const *writers, int64_t n)
{
	for (int64_t i = 0; i < n; i++) {
		if (writers == NULL || writers[i] == NULL)
			return ct_error_new(CT_ERROR_ARGUMENT, CT_NAME_OF(ct_tar_writers_close),
					    "argument 1 (writers): none may be NULL");
		CT_TRY(check_open(writers[i], CT_NAME_OF(ct_tar_writers_close)));
	}
	return NULL;
}

ct_error ct_tar_writers_close(ct_tar_writer *const *writers, int64_t writers_len)
{
	ct_error error = NULL;

	CT_TRY(check_all_open(writers, writers_len));
	for (int64_t i = 0; i < writers_len && error == NULL; i++)
		error = complete(writers[i], __func__);
	if (error == NULL)
		error = name_all(writers, writers_len);
	for (int64_t i = 0; i < writers_len; i++)
		end_file(writers[i]);
	return error;
}

/* --- releasing -------------------------------------------------------------------------------- */

void ct_tar_writer_free(ct_tar_writer *self)
{
	if (self == NULL)
		return;
	ct_scope_disown_object(self);
	release(self);
}
