/*
 * Images as JPEG files. libjpeg leaves a failed call with longjmp(), so its data is in a struct
 * that outlives the jump.
 */
#include <stdbool.h>
#include <stdlib.h>

#include "core/memory/own_scope.h"
#include "files/io/write.h"
#include "vision/image/jpeg_failure.h"
#include "vision/image/pixels.h"

enum { DEFAULT_QUALITY = 75 };

struct encoder {
	struct jpeg_compress_struct jpeg;
	struct jpeg_failure failure;
	unsigned char *bytes; /* libjpeg's, of malloc() */
	unsigned long n;
};

static bool write_jpeg_image(struct encoder *encoder, const struct pixels *pixels, int quality)
{
	struct jpeg_compress_struct *jpeg = &encoder->jpeg;
	unsigned char *row = ct_tensor_mutable_data(pixels->levels);

	if (setjmp(encoder->failure.jump))
		return false;
	jpeg_create_compress(jpeg);
	jpeg_mem_dest(jpeg, &encoder->bytes, &encoder->n);
	jpeg->image_width = (JDIMENSION)pixels->width;
	jpeg->image_height = (JDIMENSION)pixels->height;
	jpeg->input_components = pixels->channels;
	jpeg->in_color_space = pixels->channels == 1 ? JCS_GRAYSCALE : JCS_RGB;
	jpeg_set_defaults(jpeg);
	jpeg_set_quality(jpeg, quality, TRUE);
	jpeg_start_compress(jpeg, TRUE);
	while (jpeg->next_scanline < jpeg->image_height) {
		jpeg_write_scanlines(jpeg, &row, 1);
		row += pixels->width * pixels->channels;
	}
	jpeg_finish_compress(jpeg);
	return true;
}

static ct_error encode_jpeg_pixels(const char *function, const struct pixels *pixels, int quality,
				   unsigned char **bytes, size_t *n)
{
	struct encoder encoder = { 0 };
	ct_error err = NULL;

	encoder.jpeg.err = ct_jpeg_manager(&encoder.failure);
	if (!write_jpeg_image(&encoder, pixels, quality))
		err = ct_error_new(CT_ERROR_RUNTIME, function, "libjpeg: %s",
				   encoder.failure.message);
	jpeg_destroy_compress(&encoder.jpeg);
	if (err) {
		free(encoder.bytes);
		return err;
	}
	*bytes = encoder.bytes;
	*n = encoder.n;
	return NULL;
}

static ct_error encode_jpeg(const char *function, const ct_tensor *image, int32_t quality,
			    unsigned char **bytes, size_t *n)
{
	CT_OWN_SCOPE(function);
	const ct_image_options eight_bits = { .bit_depth = 8 };
	struct pixels pixels;

	if (quality < 0 || quality > 100)
		return ct_error_new(CT_ERROR_VALUE, function,
				    "quality is %d, but must be from 1 to 100, or 0 for the "
				    "default (75)",
				    quality);
	CT_TRY(ct_image_pixels(function, image, &eight_bits, &pixels));
	if (pixels.channels == 2 || pixels.channels == 4)
		return ct_error_new(CT_ERROR_VALUE, function,
				    "an image of %d channels has an alpha channel, which JPEG "
				    "does not support",
				    pixels.channels);
	return encode_jpeg_pixels(function, &pixels, quality ? quality : DEFAULT_QUALITY, bytes, n);
}

ct_error ct_image_encode_jpeg(const ct_tensor *image, int32_t quality, void **bytes,
			      int64_t *nbytes)
{
	unsigned char *encoded = NULL;
	size_t n = 0;

	if (bytes == NULL || nbytes == NULL)
		return ct_error_new(CT_ERROR_ARGUMENT, __func__,
				    "argument %d (%s) must not be NULL", bytes ? 4 : 3,
				    bytes ? "nbytes" : "bytes");
	CT_TRY(encode_jpeg(__func__, image, quality, &encoded, &n));
	CT_TRY(ct_scope_adopt_memory(encoded));
	*bytes = encoded;
	*nbytes = (int64_t)n;
	return NULL;
}

ct_error ct_image_save_jpeg(const ct_tensor *image, const char *path, int32_t quality)
{
	unsigned char *encoded = NULL;
	size_t n = 0;
	ct_error err;

	if (path == NULL)
		return ct_error_new(CT_ERROR_ARGUMENT, __func__,
				    "argument 2 (path) must not be NULL");
	CT_TRY(encode_jpeg(__func__, image, quality, &encoded, &n));
	err = ct_file_write(__func__, path, &(struct ct_file_piece){ encoded, n }, 1);
	free(encoded);
	return err;
}
