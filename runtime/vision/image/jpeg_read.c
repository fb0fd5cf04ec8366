/*
 * JPEG files as images. libjpeg leaves a failed call with longjmp(), so its data is in a struct
 * that outlives the jump.
 */
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include <ctorch/calls/call.h>
#include <ctorch/ctorch.h>

#include "core/base/lengths.h"
#include "core/base/no_memory.h"
#include "core/memory/own_scope.h"
#include "vision/image/channels.h"
#include "vision/image/jpeg_failure.h"
#include "vision/image/read.h"

/* The limit for a progressive file, which is decoded once for each scan; files have about ten. */
enum { MAX_SCANS = 100 };

struct decoder {
	struct jpeg_decompress_struct jpeg;
	struct jpeg_progress_mgr progress;
	struct jpeg_failure failure;
	const unsigned char *bytes;
	size_t n;
	const ct_image_load_options *options;
	int orientation;
	bool is_cmyk;
	unsigned char *pixels;
	unsigned char *row; /* of four channels */
};

/* --- the header ------------------------------------------------------------------------------- */

/* The orientation of the first EXIF marker that has one. */
static int jpeg_find_orientation(const struct decoder *decoder)
{
	jpeg_saved_marker_ptr marker = decoder->jpeg.marker_list;
	int orientation = 0;

	for (; marker && orientation == 0; marker = marker->next)
		if (marker->marker == JPEG_APP0 + 1 &&
		    ct_exif_has_prefix(marker->data, marker->data_length))
			orientation = ct_exif_orientation(marker->data, marker->data_length);
	return orientation;
}

/* The smallest of 1/8, 1/4, 1/2 and 1, which libjpeg is quick at, that leaves enough pixels. */
static unsigned choose_scale(const struct decoder *decoder)
{
	const struct jpeg_decompress_struct *jpeg = &decoder->jpeg;
	const int64_t shorter = jpeg->image_width < jpeg->image_height ? jpeg->image_width
								       : jpeg->image_height;
	unsigned eighths = 1;

	if (decoder->options->min_size <= 0)
		return 8;
	while (eighths < 8 && (shorter * eighths + 7) / 8 < decoder->options->min_size)
		eighths *= 2;
	return eighths;
}

static J_COLOR_SPACE choose_colors(const struct decoder *decoder)
{
	const struct jpeg_decompress_struct *jpeg = &decoder->jpeg;
	const ct_image_mode mode = decoder->options->mode;

	if (decoder->is_cmyk)
		return JCS_CMYK;
	if (mode == CT_IMAGE_MODE_UNCHANGED)
		return jpeg->num_components == 1 ? JCS_GRAYSCALE : JCS_RGB;
	return ct_image_wants_gray(mode) ? JCS_GRAYSCALE : JCS_RGB;
}

/* A small file can have thousands of scans of a huge image. */
static void limit_scans(j_common_ptr common)
{
	struct jpeg_failure *failure = (struct jpeg_failure *)common->err;

	if (((j_decompress_ptr)common)->input_scan_number <= MAX_SCANS)
		return;
	snprintf(failure->message, sizeof failure->message, "it has more than %d scans", MAX_SCANS);
	longjmp(failure->jump, 1);
}

/* False: libjpeg failed, see `failure`. */
static bool read_jpeg_header(struct decoder *decoder)
{
	struct jpeg_decompress_struct *jpeg = &decoder->jpeg;

	if (setjmp(decoder->failure.jump))
		return false;
	jpeg_create_decompress(jpeg);
	jpeg->progress = &decoder->progress;
	jpeg->progress->progress_monitor = limit_scans;
	jpeg_mem_src(jpeg, decoder->bytes, (unsigned long)decoder->n);
	jpeg_save_markers(jpeg, JPEG_APP0 + 1, 0xffff);
	jpeg_read_header(jpeg, TRUE);
	decoder->orientation = decoder->options->no_orientation ? 0
								: jpeg_find_orientation(decoder);
	decoder->is_cmyk = jpeg->jpeg_color_space == JCS_CMYK || jpeg->jpeg_color_space == JCS_YCCK;
	jpeg->out_color_space = choose_colors(decoder);
	jpeg->scale_num = choose_scale(decoder);
	jpeg->scale_denom = 8;
	jpeg_calc_output_dimensions(jpeg);
	return true;
}

/* --- the pixels ------------------------------------------------------------------------------- */

/* a * b / 255, rounded. */
static unsigned times(unsigned a, unsigned b)
{
	const unsigned product = a * b + 128;

	return (product + (product >> 8)) >> 8;
}

/* Inks to light as Pillow does it. The file has 255 where there is no ink, as Adobe's programs
 * write it. */
static void to_rgb(const unsigned char *inks, int64_t width, unsigned char *to)
{
	for (int64_t x = 0; x < width; x++, inks += 4, to += 3)
		for (int i = 0; i < 3; i++)
			to[i] = (unsigned char)(inks[3] - times(255u - inks[i], inks[3]));
}

static bool read_jpeg_rows(struct decoder *decoder)
{
	struct jpeg_decompress_struct *jpeg = &decoder->jpeg;

	if (setjmp(decoder->failure.jump))
		return false;
	jpeg_start_decompress(jpeg);
	while (jpeg->output_scanline < jpeg->output_height) {
		const int64_t channels = decoder->is_cmyk ? 3 : jpeg->output_components;
		unsigned char *to = decoder->pixels +
				    (int64_t)jpeg->output_scanline * jpeg->output_width * channels;
		unsigned char *row = decoder->is_cmyk ? decoder->row : to;

		jpeg_read_scanlines(jpeg, &row, 1);
		if (decoder->is_cmyk)
			to_rgb(row, jpeg->output_width, to);
	}
	jpeg_finish_decompress(jpeg);
	return true;
}

/* --- the image -------------------------------------------------------------------------------- */

static ct_error bad_jpeg(const char *function, const char *name, const char *message)
{
	return ct_error_new(CT_ERROR_VALUE, function, "%s cannot be read as a JPEG: %s", name,
			    message);
}

static ct_error add_opacity(const struct decoder *decoder, ct_tensor *image, ct_tensor **result)
{
	const ct_image_mode mode = decoder->options->mode;
	ct_tensor *full;

	*result = image;
	if (mode != CT_IMAGE_MODE_GRAY_ALPHA && mode != CT_IMAGE_MODE_RGB_ALPHA)
		return NULL;
	CT_TRY(CT(full_like, &full, CT_E(narrow, image, 0, 0, 1), CT_S(255)));
	return CT(cat, result, CT_TENSORS(image, full), 0);
}

static ct_error read_pixels(const char *function, const char *name, struct decoder *decoder,
			    ct_tensor **result)
{
	const struct jpeg_decompress_struct *jpeg = &decoder->jpeg;
	const int64_t shape[] = { jpeg->output_height, jpeg->output_width,
				  decoder->is_cmyk ? 3 : jpeg->output_components };
	ct_tensor *pixels;

	CT_TRY(ct_tensor_empty(CT_INTS_OF(shape, 3),
			       &(ct_tensor_options){ .dtype = CT_UINT8, .device = CT_DEVICE_CPU },
			       &pixels));
	decoder->pixels = ct_tensor_mutable_data(pixels);
	if (decoder->is_cmyk && (decoder->row = ct_array_new(shape[1], 4)) == NULL)
		return ct_no_memory(function, "for %s", name);
	if (!read_jpeg_rows(decoder))
		return bad_jpeg(function, name, decoder->failure.message);
	if (decoder->is_cmyk && ct_image_wants_gray(decoder->options->mode))
		CT_TRY(ct_image_to_gray(pixels, &pixels));
	return CT(permute, result, pixels, CT_L(2, 0, 1));
}

static ct_error read_jpeg_image(const char *function, const char *name, struct decoder *decoder,
				ct_tensor **result)
{
	CT_OWN_SCOPE(function);
	ct_tensor *image;

	if (!read_jpeg_header(decoder))
		return bad_jpeg(function, name, decoder->failure.message);
	/* The limit is for the full size: libjpeg holds all coefficients of a progressive file,
	 * whatever the scale. */
	CT_TRY(ct_image_check_pixels(function, name, decoder->options, decoder->jpeg.image_width,
				     decoder->jpeg.image_height));
	CT_TRY(read_pixels(function, name, decoder, &image));
	CT_TRY(add_opacity(decoder, image, &image));
	CT_TRY(ct_exif_apply(image, decoder->orientation, &image));
	ct_scope_move_up(image);
	*result = image;
	return NULL;
}

ct_error ct_jpeg_decode(const char *function, const char *name, const void *bytes, size_t n,
			const ct_image_load_options *options, ct_tensor **result)
{
	struct decoder decoder = { .bytes = bytes, .n = n, .options = options };
	ct_error error;

	decoder.jpeg.err = ct_jpeg_manager(&decoder.failure);
	decoder.failure.is_lenient = options->allow_truncated;
	error = read_jpeg_image(function, name, &decoder, result);
	jpeg_destroy_decompress(&decoder.jpeg);
	free(decoder.row);
	return error;
}
