/*
 * Image files of any kind.
 */
#define _POSIX_C_SOURCE 200809L

#include <stdlib.h>
#include <string.h>

#include <fcntl.h>
#include <unistd.h>

#include <ctorch/ctorch.h>

#include "core/base/no_memory.h"
#include "files/io/map.h"
#include "vision/image/read.h"

static const ct_image_load_options defaults = { 0 };

ct_error ct_image_file_read(const char *function, const char *path, unsigned char **bytes,
			    size_t *n)
{
	int64_t size = 0;
	int fd = -1;
	ct_error err = NULL;

	CT_TRY(ct_file_open(function, path, O_RDONLY, &fd, &size));
	*bytes = size <= CT_IMAGE_LIMIT ? malloc((size_t)size + 1) : NULL;
	*n = (size_t)size;
	if (size > CT_IMAGE_LIMIT)
		err = ct_error_new(CT_ERROR_VALUE, function, "%s is larger than 1 GiB", path);
	else if (*bytes == NULL)
		err = ct_no_memory(function, "for %s", path);
	else
		err = ct_file_read(function, path, fd, *bytes, *n);
	close(fd);
	if (err)
		free(*bytes);
	return err;
}

ct_error ct_image_check_pixels(const char *function, const char *name,
			       const ct_image_load_options *options, int64_t width, int64_t height)
{
	const int64_t limit = options->max_pixels ? options->max_pixels : CT_IMAGE_MAX_PIXELS;

	if (width * height <= limit)
		return NULL;
	return ct_error_new(CT_ERROR_VALUE, function,
			    "%s has %lld x %lld pixels, more than the limit of %lld (max_pixels)",
			    name, (long long)width, (long long)height, (long long)limit);
}

ct_error ct_image_check_unpacked(const char *function, const char *name, int64_t width,
				 int64_t height, int64_t pixel)
{
	if (height <= CT_IMAGE_LIMIT / pixel / width)
		return NULL;
	return ct_error_new(CT_ERROR_VALUE, function,
			    "%s would decode to %lld x %lld pixels of %lld bytes, but the limit "
			    "is 1 GiB",
			    name, (long long)width, (long long)height, (long long)pixel);
}

#ifndef CT_HAVE_WEBP
ct_error ct_webp_decode(const char *function, const char *name, const void *bytes, size_t n,
			const ct_image_load_options *options, ct_tensor **result)
{
	(void)bytes;
	(void)n;
	(void)options;
	(void)result;
	return ct_error_new(CT_ERROR_RUNTIME, function,
			    "%s is a WebP, but libctorch_image was built without libwebp", name);
}
#endif

ct_error ct_image_decode_named(const char *function, const char *name, const void *bytes, size_t n,
			       const ct_image_load_options *options, ct_tensor **result)
{
	const unsigned char *at = bytes;

	if (n >= 3 && at[0] == 0xff && at[1] == 0xd8 && at[2] == 0xff)
		return ct_jpeg_decode(function, name, bytes, n, options, result);
	if (n >= 8 && memcmp(bytes, "\x89PNG\r\n\x1a\n", 8) == 0)
		return ct_png_decode(function, name, bytes, n, options, result);
	if (n >= 12 && memcmp(at, "RIFF", 4) == 0 && memcmp(at + 8, "WEBP", 4) == 0)
		return ct_webp_decode(function, name, bytes, n, options, result);
	if (n >= 2 && memcmp(at, "BM", 2) == 0)
		return ct_bmp_decode(function, name, bytes, n, options, result);
	return ct_error_new(CT_ERROR_VALUE, function, "%s is not a PNG, JPEG, WebP or BMP", name);
}

static ct_error read_check(const char *function, int position, const ct_image_load_options *options,
			   const ct_tensor *const *result)
{
	CT_TRY(ct_image_check_mode(function, position, options->mode));
	if (options->min_size < 0 || options->max_pixels < 0)
		return ct_error_new(CT_ERROR_VALUE, function, "%s is negative",
				    options->min_size < 0 ? "min_size" : "max_pixels");
	if (result == NULL)
		return ct_error_new(CT_ERROR_ARGUMENT, function,
				    "argument %d (result) must not be NULL", position + 1);
	return NULL;
}

/* A decoder of all kinds of files, or of one kind. */
typedef ct_error (*decoder)(const char *function, const char *name, const void *bytes, size_t n,
			    const ct_image_load_options *options, ct_tensor **result);

static ct_error decode_bytes(const char *function, decoder decode, const void *bytes,
			     int64_t nbytes, const ct_image_load_options *options,
			     ct_tensor **result)
{
	if (bytes == NULL)
		return ct_error_new(CT_ERROR_ARGUMENT, function,
				    "argument 1 (bytes) must not be NULL");
	if (nbytes < 0)
		return ct_error_new(CT_ERROR_ARGUMENT, function,
				    "argument 2 (nbytes): it is negative");
	options = options ? options : &defaults;
	CT_TRY(read_check(function, 3, options, (const ct_tensor *const *)result));
	return decode(function, "the image", bytes, (size_t)nbytes, options, result);
}

static ct_error read_file(const char *function, decoder decode, const char *path,
			  const ct_image_load_options *options, ct_tensor **result)
{
	unsigned char *bytes = NULL;
	size_t n = 0;
	ct_error err;

	if (path == NULL)
		return ct_error_new(CT_ERROR_ARGUMENT, function,
				    "argument 1 (path) must not be NULL");
	options = options ? options : &defaults;
	CT_TRY(read_check(function, 2, options, (const ct_tensor *const *)result));
	CT_TRY(ct_image_file_read(function, path, &bytes, &n));
	err = decode(function, path, bytes, n, options, result);
	free(bytes);
	return err;
}

ct_error ct_image_decode(const void *bytes, int64_t nbytes, const ct_image_load_options *options,
			 ct_tensor **result)
{
	return decode_bytes(__func__, ct_image_decode_named, bytes, nbytes, options, result);
}

ct_error ct_image_load(const char *path, const ct_image_load_options *options, ct_tensor **result)
{
	return read_file(__func__, ct_image_decode_named, path, options, result);
}

ct_error ct_image_decode_jpeg(const void *bytes, int64_t nbytes,
			      const ct_image_load_options *options, ct_tensor **result)
{
	return decode_bytes(__func__, ct_jpeg_decode, bytes, nbytes, options, result);
}

ct_error ct_image_load_jpeg(const char *path, const ct_image_load_options *options,
			    ct_tensor **result)
{
	return read_file(__func__, ct_jpeg_decode, path, options, result);
}
