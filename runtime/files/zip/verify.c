/*
 * Zip archives: comparing all entries with their checksums.
 */
#define _GNU_SOURCE

#include <fcntl.h>
#include <string.h>
#include <unistd.h>

#include <ctorch/files/file.h>
#include <ctorch/macros/try.h>

#include "core/memory/expression.h"
#include "files/io/map.h"
#include "files/io/work.h"
#include "files/zip/stream.h"

/* Bytes of the file that were used. */
static uint64_t used(const struct ct_zip_stream *stream)
{
	return stream->position - stream->entry->data;
}

static ct_error read_entry(struct ct_zip_stream *stream, struct ct_file_work *work)
{
	unsigned char bytes[1 << 16];

	while (stream->left) {
		const size_t n = stream->left < sizeof bytes ? (size_t)stream->left : sizeof bytes;
		const uint64_t before = used(stream);

		CT_TRY(ct_zip_stream_read(stream, bytes, n));
		CT_TRY(ct_file_work_add(work, (size_t)(used(stream) - before)));
	}
	return ct_zip_stream_check(stream);
}

static ct_error verify_entry(const struct ct_zip *zip, const struct ct_zip_entry *entry,
			     struct ct_file_work *work)
{
	struct ct_zip_stream stream;
	ct_error error;

	CT_TRY(ct_zip_stream_open(zip, entry, &stream));
	error = read_entry(&stream, work);
	ct_zip_stream_close(&stream);
	return error;
}

/* The headers and the directory are read, too, but before. */
static ct_error verify_entries(const struct ct_zip *zip)
{
	struct ct_file_work work = { zip->function, zip->path, 0, (int64_t)zip->file_size, 0 };

	CT_TRY(ct_file_work_begin(&work));
	for (size_t i = 0; i < zip->len; i++)
		CT_TRY(verify_entry(zip, &zip->entries[i], &work));
	work.done = work.total;
	return ct_file_work_end(&work);
}

static int64_t count_checksums(const struct ct_zip *zip)
{
	int64_t n = 0;

	for (size_t i = 0; i < zip->len; i++)
		n += ct_zip_has_checksum(&zip->entries[i]);
	return n;
}

static ct_error check_begin(const struct ct_zip *zip)
{
	char begin[4] = "";

	if (pread(zip->fd, begin, sizeof begin, 0) == sizeof begin &&
	    (memcmp(begin, "PK\3\4", 4) == 0 || memcmp(begin, "PK\5\6", 4) == 0))
		return NULL;
	return ct_error_new(CT_ERROR_VALUE, zip->function,
			    "%s: not a zip archive; other files have no checksums", zip->path);
}

static ct_error verify(const char *function, const char *path, int fd, int64_t size,
		       int64_t *checksums)
{
	struct ct_zip zip = { .function = function, .path = path, .fd = fd };
	ct_error error = NULL;

	CT_TRY(check_begin(&zip));
	CT_TRY(ct_zip_open(function, path, fd, size, &zip));
	if (ct_zip_has_in_folder(&zip, "data.pkl")) /* a file of torch.save() */
		error = ct_zip_check_case(&zip);
	if (error == NULL)
		error = verify_entries(&zip);
	if (error == NULL && checksums)
		*checksums = count_checksums(&zip);
	ct_zip_close(&zip);
	return error;
}

ct_error ct_file_verify(const char *path, int64_t *checksums)
{
	ct_error error;
	int64_t size;
	int fd;

	if (path == NULL)
		return ct_missing_argument(__func__, 1, "path");
	CT_TRY(ct_file_open(__func__, path, O_RDONLY, &fd, &size));
	error = verify(__func__, path, fd, size, checksums);
	close(fd);
	return error;
}
