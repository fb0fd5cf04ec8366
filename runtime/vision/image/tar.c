/*
 * The files in tar archives, by libarchive. gzip is unpacked by zlib, since libarchive does not compare
 * its checksums.
 */
#define _POSIX_C_SOURCE 200809L

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <archive.h>
#include <archive_entry.h>
#include <zlib.h>

#include <ctorch/calls/call.h>
#include <ctorch/ctorch.h>

#include "core/base/lengths.h"
#include "core/base/no_memory.h"
#include "files/io/error.h"
#include "vision/image/tar.h"

/* gzread() loses the bytes of a call that fails, so it is called for few. */
enum { BLOCK = 1 << 16, GZ_BLOCK = 1 << 14, GZ_BUFFER = GZ_BLOCK / 2 };

/* What may follow the files: tar fills its last record, which seldom has more than 10 KiB. */
enum { MAX_FILLING = 1 << 26 };

/* --- opening ------------------------------------------------------------------------------------ */

static ct_error draw_order(struct ct_tar *self, ct_generator *generator)
{
	const int64_t n = self->paths->len;
	ct_scope *scope = ct_scope_open_named("order of archives");
	ct_tensor *drawn;
	ct_error error = CT(randperm_generator, &drawn, n, generator, .device = CT_DEVICE_CPU);

	self->order = error ? NULL : ct_array_new(n, sizeof *self->order);
	if (self->order)
		memcpy(self->order, ct_tensor_data(drawn), (size_t)n * sizeof *self->order);
	else if (error == NULL)
		error = ct_no_memory(self->function, NULL);
	ct_scope_leave(scope);
	return error;
}

ct_error ct_tar_open(struct ct_tar *self, const struct ct_names *paths, ct_generator *generator,
		     int64_t max_entry_nbytes, const char *function)
{
	*self = (struct ct_tar){ .paths = paths,
				 .max_entry_nbytes = max_entry_nbytes,
				 .function = function };
	return generator ? draw_order(self, generator) : NULL;
}

static void close_archive(struct ct_tar *self)
{
	if (self->archive)
		archive_read_free(self->archive);
	if (self->gz)
		gzclose(self->gz);
	free(self->block);
	self->archive = NULL;
	self->gz = NULL;
	self->block = NULL;
	self->name = NULL;
}

void ct_tar_close(struct ct_tar *self)
{
	close_archive(self);
	free(self->order);
	*self = (struct ct_tar){ 0 };
}

/* What zlib says of the file, without the path, with which it begins; NULL: nothing. */
static const char *gz_error(const struct ct_tar *self)
{
	const size_t n = strlen(self->path);
	int code = Z_OK;
	const char *text = self->gz ? gzerror(self->gz, &code) : NULL;

	if (code == Z_OK || code == Z_STREAM_END)
		return NULL;
	if (code == Z_BUF_ERROR)
		return "truncated gzip";
	return strncmp(text, self->path, n) == 0 && text[n] == ':' ? text + n + 2 : text;
}

/* The error of the archive, which is closed. libarchive does not always pass on zlib's. */
static ct_error damaged(struct ct_tar *self, const char *what)
{
	const char *in_gz = gz_error(self);
	const char *text = in_gz ? in_gz : archive_error_string(self->archive);
	ct_error error = ct_error_new(CT_ERROR_VALUE, self->function, "%s: %s: %s", self->path,
				      what, text ? text : "damaged");

	close_archive(self);
	return error;
}

/* Filters that are functions of libraries; libarchive would run programs for others. Also gzip, so that
 * what is compressed twice is seen. */
static void accept_formats(struct archive *archive)
{
	archive_read_support_filter_gzip(archive);
	archive_read_support_filter_bzip2(archive);
	archive_read_support_filter_xz(archive);
	archive_read_support_filter_zstd(archive);
	archive_read_support_filter_lz4(archive);
	archive_read_support_format_tar(archive);
	archive_read_support_format_empty(archive);
}

static ct_error check_regular(const struct ct_tar *self, int fd)
{
	struct stat about;

	if (fstat(fd, &about))
		return ct_file_error(self->function, self->path, "reading its size");
	if (S_ISREG(about.st_mode))
		return NULL;
	if (!S_ISDIR(about.st_mode))
		return ct_error_new(CT_ERROR_ARGUMENT, self->function, "%s is not a regular file",
				    self->path);
	errno = EISDIR;
	return ct_file_error(self->function, self->path, "opening it");
}

/* gzip, or another format? The bytes are those that every file of gzip begins with. */
static ct_error look_at(struct ct_tar *self, bool *is_gzip)
{
	/* Non-blocking: opening a pipe would wait for its other end. */
	const int fd = open(self->path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
	unsigned char first[2] = { 0 };
	ct_error error;

	if (fd < 0)
		return ct_file_error(self->function, self->path, "opening it");
	error = check_regular(self, fd);
	*is_gzip = error == NULL && read(fd, first, 2) == 2 && first[0] == 0x1f && first[1] == 0x8b;
	close(fd);
	return error;
}

/* The next bytes; 0 at the end, -1 on an error, also if the file ends too early. */
static int read_gz(struct ct_tar *self)
{
	const int got = gzread(self->gz, self->block, GZ_BLOCK);

	return got < 0 || (got == 0 && gz_error(self)) ? -1 : got;
}

static la_ssize_t read_block(struct archive *archive, void *context, const void **bytes)
{
	struct ct_tar *self = context;
	const int got = read_gz(self);

	*bytes = self->block;
	if (got < 0)
		archive_set_error(archive, EIO, "%s", gz_error(self));
	return got;
}

static ct_error open_gz(struct ct_tar *self)
{
	self->block = malloc(GZ_BLOCK);
	if (self->block == NULL)
		return ct_no_memory(self->function, NULL);
	errno = 0;
	self->gz = gzopen(self->path, "rb");
	if (self->gz == NULL)
		return errno ? ct_file_error(self->function, self->path, "opening it")
			     : ct_no_memory(self->function, NULL);
	gzbuffer(self->gz, GZ_BUFFER);
	return NULL;
}

/* The last filter only reads the file. */
static bool is_compressed(const struct ct_tar *self)
{
	return self->gz || archive_filter_count(self->archive) > 1;
}

/* gzip makes a file at most 1,032 times as small; twice, a small file could unpack for days. */
static ct_error check_compression(struct ct_tar *self)
{
	if (archive_filter_count(self->archive) <= (self->gz ? 1 : 2))
		return NULL;
	close_archive(self);
	return ct_error_new(CT_ERROR_VALUE, self->function,
			    "%s is compressed more than once, which is not supported", self->path);
}

static ct_error open_next(struct ct_tar *self)
{
	const int64_t place = self->next++;
	bool is_gzip = false;
	ct_error error;
	int code;

	self->path = self->paths->at[self->order ? self->order[place] : place];
	CT_TRY(look_at(self, &is_gzip));
	self->archive = archive_read_new();
	if (self->archive == NULL)
		return ct_no_memory(self->function, NULL);
	accept_formats(self->archive);
	error = is_gzip ? open_gz(self) : NULL;
	if (error) {
		close_archive(self);
		return error;
	}
	code = is_gzip ? archive_read_open(self->archive, self, NULL, read_block, NULL)
		       : archive_read_open_filename(self->archive, self->path, BLOCK);
	if (code != ARCHIVE_OK)
		return damaged(self, "not a tar archive");
	return check_compression(self);
}

/* --- files -------------------------------------------------------------------------------------- */

void ct_tar_describe(const struct ct_tar *self, char *text, size_t size)
{
	snprintf(text, size, "%.200s: %.200s", self->path, self->name ? self->name : "?");
}

static ct_error too_large(const struct ct_tar *self)
{
	char text[420];

	ct_tar_describe(self, text, sizeof text);
	return ct_error_new(CT_ERROR_VALUE, self->function,
			    "%s has %lld bytes, more than the limit of %lld (max_entry_nbytes)",
			    text, (long long)self->size, (long long)self->max_entry_nbytes);
}

/* In a compressed archive, whatever is passed over is unpacked. */
static ct_error check_size(struct ct_tar *self)
{
	ct_error error;

	if (self->size <= self->max_entry_nbytes || !is_compressed(self))
		return NULL;
	error = too_large(self);
	close_archive(self);
	return error;
}

/* Reads what follows the files, since the checksum is at the end. */
static ct_error read_end(struct ct_tar *self)
{
	int64_t n = 0;
	int got = 1;

	while (self->gz && got > 0 && n <= MAX_FILLING) {
		got = read_gz(self);
		n += got;
	}
	if (got >= 0 && n <= MAX_FILLING)
		return NULL;
	if (got >= 0)
		archive_set_error(self->archive, EIO, "more than %d MiB follow its last file",
				  MAX_FILLING >> 20);
	return damaged(self, "damaged archive");
}

/* The next plain file of the open archive, which is closed at its end. */
static ct_error next_of_archive(struct ct_tar *self)
{
	struct archive_entry *entry;
	int code;

	for (;;) {
		code = archive_read_next_header(self->archive, &entry);
		if (code == ARCHIVE_EOF) {
			CT_TRY(read_end(self));
			close_archive(self);
			return NULL;
		}
		if (code != ARCHIVE_OK && code != ARCHIVE_WARN)
			return damaged(self, "damaged archive");
		self->name = archive_entry_pathname(entry);
		self->size = archive_entry_size(entry);
		CT_TRY(check_size(self));
		if (self->name && archive_entry_filetype(entry) == AE_IFREG &&
		    archive_entry_hardlink(entry) == NULL)
			return NULL;
	}
}

ct_error ct_tar_next(struct ct_tar *self)
{
	self->name = NULL;
	for (;;) {
		if (self->archive) {
			CT_TRY(next_of_archive(self));
			if (self->name)
				return NULL;
		}
		if (self->next == self->paths->len)
			return NULL;
		CT_TRY(open_next(self));
	}
}

bool ct_tar_is_inside(const char *name)
{
	const char *part = name;

	while (*part && !(strncmp(part, "..", 2) == 0 && (part[2] == '/' || part[2] == '\0')))
		part += strcspn(part, "/") + (part[strcspn(part, "/")] == '/');
	return name[0] != '/' && *part == '\0';
}

ct_error ct_tar_check_name(const struct ct_tar *self)
{
	char text[420];

	if (ct_tar_is_inside(self->name))
		return NULL;
	ct_tar_describe(self, text, sizeof text);
	return ct_error_new(CT_ERROR_VALUE, self->function,
			    "%s: the path leads out of the archive's folder", text);
}

static ct_error read_all(struct ct_tar *self, unsigned char *to, size_t n)
{
	size_t done = 0;

	while (done < n) {
		const la_ssize_t got = archive_read_data(self->archive, to + done, n - done);

		if (got < 0)
			return damaged(self, "damaged archive");
		if (got == 0)
			return damaged(self, "truncated archive");
		done += (size_t)got;
	}
	return NULL;
}

ct_error ct_tar_read(struct ct_tar *self, unsigned char **bytes, size_t *n)
{
	unsigned char *made;
	ct_error error;

	if (self->size < 0 || self->size > self->max_entry_nbytes)
		return too_large(self);
	made = malloc((size_t)self->size + 1);
	if (made == NULL)
		return ct_no_memory(self->function, NULL);
	error = read_all(self, made, (size_t)self->size);
	if (error) {
		free(made);
		return error;
	}
	*bytes = made;
	*n = (size_t)self->size;
	return NULL;
}
