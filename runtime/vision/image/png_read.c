/*
 * PNG files as images. libpng leaves a failed call with longjmp(), so its data is in a struct that
 * outlives the jump.
 */
#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <png.h>

#include <ctorch/ctorch.h>
#include <ctorch/vision/image.h>

#include "core/base/no_memory.h"
#include "core/memory/own_scope.h"
#include "vision/image/channels.h"
#include "vision/image/png_failure.h"
#include "vision/image/read.h"

/* The limit of a row: before it reads anything, libpng allocates three rows and clears one. */
enum { WIDEST = 1 << 24 };

/* libpng keeps two chunks less than this. A file has one; more would be a way to fill the
 * memory. */
enum { EXIF_CHUNKS = 3 };

static const png_byte exif_name[] = "eXIf";

struct decoder {
	png_structp png;
	png_infop info;
	const unsigned char *bytes;
	size_t n, at;
	int64_t height, width, channels;
	int bit_depth, passes;
	unsigned char *pixels;
	struct png_failure failure;
};

static void take(png_structp png, png_bytep data, size_t length)
{
	struct decoder *decoder = png_get_io_ptr(png);

	if (decoder->n - decoder->at < length)
		png_error(png, "it is truncated");
	memcpy(data, decoder->bytes + decoder->at, length);
	decoder->at += length;
}

/* --- The format of the rows ------------------------------------------------------------------ */

static bool is_little_endian(void)
{
	const uint16_t one = 1;

	return *(const unsigned char *)&one == 1;
}

/* Colors stay for ct_image_to_gray(), since libpng rounds differently. */
static void want_channels(png_structp png, ct_image_mode mode)
{
	const bool with_alpha = mode == CT_IMAGE_MODE_GRAY_ALPHA || mode == CT_IMAGE_MODE_RGB_ALPHA;

	if (mode == CT_IMAGE_MODE_UNCHANGED)
		return;
	if (!ct_image_wants_gray(mode))
		png_set_gray_to_rgb(png);
	if (with_alpha)
		png_set_add_alpha(png, 0xffff, PNG_FILLER_AFTER);
	else
		png_set_strip_alpha(png);
}

/* Bytes, or pairs of bytes in the machine's order, for all files. */
static void want_bytes(png_structp png)
{
	png_set_expand(png);
	if (is_little_endian())
		png_set_swap(png);
}

/* --- Reading --------------------------------------------------------------------------------- */

/* The two parts; the tensor is created between them. False: libpng failed, see `failure`. */
static bool read_png_header(struct decoder *decoder, ct_image_mode mode)
{
	if (setjmp(png_jmpbuf(decoder->png)))
		return false;
	decoder->info = png_create_info_struct(decoder->png);
	if (decoder->info == NULL)
		png_error(decoder->png, "no memory for it");
	png_set_read_fn(decoder->png, decoder, take);
	png_set_user_limits(decoder->png, INT32_MAX, INT32_MAX);
	/* Texts, profiles and everything else except pixels: libpng would allocate as much memory
	 * as such a chunk claims, and unpack it. */
	png_set_keep_unknown_chunks(decoder->png, PNG_HANDLE_CHUNK_NEVER, NULL, -1);
	png_set_keep_unknown_chunks(decoder->png, PNG_HANDLE_CHUNK_ALWAYS, exif_name, 1);
	png_set_chunk_cache_max(decoder->png, EXIF_CHUNKS);
	/* A damaged chunk is an error, as in Pillow: libpng would keep it with a warning. */
	png_set_crc_action(decoder->png, PNG_CRC_NO_CHANGE, PNG_CRC_ERROR_QUIT);
	png_read_info(decoder->png, decoder->info);
	if (png_get_image_width(decoder->png, decoder->info) > WIDEST)
		png_error(decoder->png, "its rows have more than 16,777,216 pixels");
	want_bytes(decoder->png);
	decoder->passes = png_set_interlace_handling(decoder->png);
	want_channels(decoder->png, mode);
	png_read_update_info(decoder->png, decoder->info);
	decoder->height = png_get_image_height(decoder->png, decoder->info);
	decoder->width = png_get_image_width(decoder->png, decoder->info);
	decoder->channels = png_get_channels(decoder->png, decoder->info);
	decoder->bit_depth = png_get_bit_depth(decoder->png, decoder->info);
	return true;
}

static int64_t row_size(const struct decoder *decoder)
{
	return decoder->width * decoder->channels * decoder->bit_depth / 8;
}

/* Row by row, where each pass of an interlaced picture fills in more: the list of rows for
 * png_read_image() can be eight times as large as the picture. */
static bool read_png_rows(struct decoder *decoder)
{
	if (setjmp(png_jmpbuf(decoder->png)))
		return false;
	for (int pass = 0; pass < decoder->passes; pass++)
		for (int64_t y = 0; y < decoder->height; y++)
			png_read_row(decoder->png, decoder->pixels + y * row_size(decoder), NULL);
	png_read_end(decoder->png, decoder->info);
	return true;
}

/* The chunk may be before or after the pixels. */
static int png_find_orientation(const struct decoder *decoder)
{
	png_unknown_chunkp chunks = NULL;
	const int n = png_get_unknown_chunks(decoder->png, decoder->info, &chunks);
	int orientation = 0;

	for (int i = 0; i < n && orientation == 0; i++)
		orientation = ct_exif_orientation(chunks[i].data, chunks[i].size);
	return orientation;
}

static ct_error bad_png(const char *function, const char *name, const char *message)
{
	return ct_error_new(CT_ERROR_VALUE, function, "%s cannot be read as a PNG: %s", name,
			    message);
}

/* `levels` is [H, W, C]. */
static ct_error read_png_into(const char *function, const char *name, struct decoder *decoder,
			      ct_tensor *levels)
{
	decoder->pixels = ct_tensor_mutable_data(levels);
	return read_png_rows(decoder) ? NULL : bad_png(function, name, decoder->failure.message);
}

static ct_error read_png_image(const char *function, const char *name, struct decoder *decoder,
			       const ct_image_load_options *options, ct_tensor **result)
{
	CT_OWN_SCOPE(function);
	const int64_t channels_first[] = { 2, 0, 1 };
	ct_tensor *levels, *permuted, *image;

	if (!read_png_header(decoder, options->mode))
		return bad_png(function, name, decoder->failure.message);
	CT_TRY(ct_image_check_unpacked(function, name, decoder->width, decoder->height,
				       decoder->channels * decoder->bit_depth / 8));
	CT_TRY(ct_image_check_pixels(function, name, options, decoder->width, decoder->height));
	CT_TRY(ct_empty_memory_format(
		(int64_t[]){ decoder->height, decoder->width, decoder->channels }, 3,
		decoder->bit_depth == 16 ? CT_UINT16 : CT_UINT8, CT_LAYOUT_NONE, CT_DEVICE_CPU,
		NULL, CT_MEMORY_FORMAT_NONE, &levels));
	CT_TRY(read_png_into(function, name, decoder, levels));
	if (ct_image_wants_gray(options->mode) && decoder->channels > 2)
		CT_TRY(ct_image_to_gray(levels, &levels));
	CT_TRY(ct_permute(levels, channels_first, 3, &permuted));
	if (!options->no_orientation)
		CT_TRY(ct_exif_apply(permuted, png_find_orientation(decoder), &permuted));
	CT_TRY(ct_contiguous(permuted, CT_CONTIGUOUS_FORMAT, &image));
	ct_scope_move_up(image);
	*result = image;
	return NULL;
}

ct_error ct_png_decode(const char *function, const char *name, const void *bytes, size_t n,
		       const ct_image_load_options *options, ct_tensor **result)
{
	struct decoder decoder = { .bytes = bytes, .n = n };
	ct_tensor *image = NULL;
	ct_error err;

	if (n < 8 || png_sig_cmp(bytes, 0, 8) != 0)
		return bad_png(function, name, "it has no PNG signature");
	decoder.png = png_create_read_struct(PNG_LIBPNG_VER_STRING, &decoder.failure, ct_png_fail,
					     ct_png_warn);
	if (decoder.png == NULL)
		return ct_no_memory(function, "for %s", name);
	err = read_png_image(function, name, &decoder, options, &image);
	png_destroy_read_struct(&decoder.png, &decoder.info, NULL);
	if (err)
		return err;
	if (result)
		*result = image;
	else
		ct_tensor_free(image);
	return NULL;
}

ct_error ct_image_check_mode(const char *function, int position, ct_image_mode mode)
{
	if (mode >= CT_IMAGE_MODE_UNCHANGED && mode <= CT_IMAGE_MODE_RGB_ALPHA)
		return NULL;
	return ct_error_new(CT_ERROR_ARGUMENT, function, "argument %d (mode): unknown mode %d",
			    position, mode);
}

ct_error ct_image_decode_png(const void *bytes, int64_t nbytes, ct_image_mode mode,
			     ct_tensor **result)
{
	if (bytes == NULL)
		return ct_error_new(CT_ERROR_ARGUMENT, __func__,
				    "argument 1 (bytes) must not be NULL");
	if (nbytes < 0)
		return ct_error_new(CT_ERROR_ARGUMENT, __func__,
				    "argument 2 (nbytes): it is negative");
	CT_TRY(ct_image_check_mode(__func__, 3, mode));
	return ct_png_decode(__func__, "the image", bytes, (size_t)nbytes,
			     &(ct_image_load_options){ .mode = mode, .max_pixels = INT64_MAX },
			     result);
}

ct_error ct_image_load_png(const char *path, ct_image_mode mode, ct_tensor **result)
{
	unsigned char *bytes = NULL;
	size_t n = 0;
	ct_error err;

	if (path == NULL)
		return ct_error_new(CT_ERROR_ARGUMENT, __func__,
				    "argument 1 (path) must not be NULL");
	CT_TRY(ct_image_check_mode(__func__, 2, mode));
	CT_TRY(ct_image_file_read(__func__, path, &bytes, &n));
	err = ct_png_decode(__func__, path, bytes, n,
			    &(ct_image_load_options){ .mode = mode, .max_pixels = INT64_MAX },
			    result);
	free(bytes);
	return err;
}
