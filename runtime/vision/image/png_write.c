/*
 * Images as PNG files. libpng leaves a failed call with longjmp(), so its data is in a struct that
 * outlives the jump.
 */
#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <png.h>

#include "core/base/lengths.h"
#include "core/base/option.h"
#include "core/memory/own_scope.h"
#include "files/io/write.h"
#include "vision/image/pixels.h"
#include "vision/image/png_failure.h"

struct encoder {
	png_structp png;
	png_infop info;
	const struct pixels *pixels;
	unsigned char *row; /* for 16 bits: the highest byte first */
	unsigned char *bytes;
	int64_t n, room;
	struct png_failure failure;
};

static void append(png_structp png, png_bytep data, size_t length)
{
	struct encoder *encoder = png_get_io_ptr(png);

	const int64_t n = ct_size_plus(encoder->n, (int64_t)length);
	unsigned char *longer = ct_array_grow(encoder->bytes, &encoder->room, n, 1);

	if (longer == NULL)
		png_error(png, "no memory for the picture");
	encoder->bytes = longer;
	memcpy(encoder->bytes + encoder->n, data, length);
	encoder->n = n;
}

static void flush(png_structp png)
{
	(void)png;
}

/* --- Rows ------------------------------------------------------------------------------------ */

static const unsigned char *row_of(const struct encoder *encoder, int64_t y)
{
	const struct pixels *pixels = encoder->pixels;
	const int64_t n = pixels->width * pixels->channels;
	const int32_t *levels;

	if (pixels->bit_depth == 8)
		return (const unsigned char *)ct_tensor_data(pixels->levels) + y * n;
	levels = (const int32_t *)ct_tensor_data(pixels->levels) + y * n;
	for (int64_t i = 0; i < n; i++) {
		encoder->row[2 * i] = (unsigned char)(levels[i] >> 8);
		encoder->row[2 * i + 1] = (unsigned char)levels[i];
	}
	return encoder->row;
}

static int color_type(int32_t channels)
{
	static const int types[] = { PNG_COLOR_TYPE_GRAY, PNG_COLOR_TYPE_GRAY_ALPHA,
				     PNG_COLOR_TYPE_RGB, PNG_COLOR_TYPE_RGB_ALPHA };

	return types[channels - 1];
}

/* False: libpng failed, see `failure`. */
static bool write_png_image(struct encoder *encoder, int compression)
{
	const struct pixels *pixels = encoder->pixels;

	if (setjmp(png_jmpbuf(encoder->png)))
		return false;
	encoder->info = png_create_info_struct(encoder->png);
	if (encoder->info == NULL)
		png_error(encoder->png, "no memory for the picture");
	png_set_write_fn(encoder->png, encoder, append, flush);
	png_set_user_limits(encoder->png, INT32_MAX, INT32_MAX);
	if (compression >= 0)
		png_set_compression_level(encoder->png, compression);
	png_set_IHDR(encoder->png, encoder->info, (png_uint_32)pixels->width,
		     (png_uint_32)pixels->height, pixels->bit_depth, color_type(pixels->channels),
		     PNG_INTERLACE_NONE, PNG_COMPRESSION_TYPE_DEFAULT, PNG_FILTER_TYPE_DEFAULT);
	png_write_info(encoder->png, encoder->info);
	for (int64_t y = 0; y < pixels->height; y++)
		png_write_row(encoder->png, row_of(encoder, y));
	png_write_end(encoder->png, NULL);
	return true;
}

/* --- The two ways to write ------------------------------------------------------------------- */

static ct_error encode_png_pixels(const char *function, const struct pixels *pixels,
				  int compression, unsigned char **bytes, size_t *n)
{
	struct encoder encoder = { .pixels = pixels };
	ct_error err = NULL;

	snprintf(encoder.failure.message, sizeof encoder.failure.message,
		 "no memory for the picture");
	encoder.row = ct_array_new(pixels->width, (size_t)pixels->channels * 2);
	encoder.png = png_create_write_struct(PNG_LIBPNG_VER_STRING, &encoder.failure, ct_png_fail,
					      ct_png_warn);
	if (encoder.row == NULL || encoder.png == NULL || !write_png_image(&encoder, compression))
		err = ct_error_new(CT_ERROR_RUNTIME, function, "libpng: %s",
				   encoder.failure.message);
	png_destroy_write_struct(&encoder.png, &encoder.info);
	free(encoder.row);
	if (err) {
		free(encoder.bytes);
		return err;
	}
	*bytes = encoder.bytes;
	*n = (size_t)encoder.n;
	return NULL;
}

/* zlib's number; -1 is the usual one. */
static int level_of(int32_t compression)
{
	return (int)ct_int_option(compression, -1);
}

static ct_error encode_png(const char *function, const ct_tensor *image,
			   const ct_image_options *options, unsigned char **bytes, size_t *n)
{
	CT_OWN_SCOPE(function);
	const ct_image_options defaults = { 0 };
	struct pixels pixels;

	if (options == NULL)
		options = &defaults;
	CT_TRY(ct_image_pixels(function, image, options, &pixels));
	return encode_png_pixels(function, &pixels, level_of(options->compression), bytes, n);
}

ct_error ct_image_encode_png(const ct_tensor *image, const ct_image_options *options, void **bytes,
			     int64_t *nbytes)
{
	unsigned char *encoded = NULL;
	size_t n = 0;

	if (bytes == NULL || nbytes == NULL)
		return ct_error_new(CT_ERROR_ARGUMENT, __func__,
				    "argument %d (%s) must not be NULL", bytes ? 4 : 3,
				    bytes ? "nbytes" : "bytes");
	CT_TRY(encode_png(__func__, image, options, &encoded, &n));
	CT_TRY(ct_scope_adopt_memory(encoded));
	*bytes = encoded;
	*nbytes = (int64_t)n;
	return NULL;
}

ct_error ct_image_save_png(const ct_tensor *image, const char *path,
			   const ct_image_options *options)
{
	unsigned char *encoded = NULL;
	size_t n = 0;
	ct_error err;

	if (path == NULL)
		return ct_error_new(CT_ERROR_ARGUMENT, __func__,
				    "argument 2 (path) must not be NULL");
	CT_TRY(encode_png(__func__, image, options, &encoded, &n));
	err = ct_file_write(__func__, path, &(struct ct_file_piece){ encoded, n }, 1);
	free(encoded);
	return err;
}
