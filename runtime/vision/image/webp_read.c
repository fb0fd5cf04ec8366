/*
 * WebP files as images.
 */
#include <string.h>

#include <webp/decode.h>

#include <ctorch/ctorch.h>

#include "core/base/no_memory.h"
#include "core/memory/own_scope.h"
#include "vision/image/channels.h"
#include "vision/image/read.h"

/* A file is "RIFF", its size, "WEBP" and chunks: a name, a size and bytes, of an even number. */
enum { RIFF_HEADER = 12, CHUNK_HEADER = 8 };

struct decoder {
	const char *function, *name;
	const unsigned char *bytes;
	size_t n;
	const ct_image_load_options *options;
	WebPDecoderConfig config;
};

static ct_error bad_picture(const struct decoder *self, VP8StatusCode status)
{
	const char *what = status == VP8_STATUS_NOT_ENOUGH_DATA       ? "it is truncated"
			   : status == VP8_STATUS_UNSUPPORTED_FEATURE ? "it is an animation"
								      : "it is damaged";

	if (status == VP8_STATUS_OUT_OF_MEMORY)
		return ct_no_memory(self->function, "for %s", self->name);
	return ct_error_new(CT_ERROR_VALUE, self->function, "%s cannot be read as a WebP: %s",
			    self->name, what);
}

static size_t size_at(const unsigned char *bytes)
{
	return bytes[0] | (size_t)bytes[1] << 8 | (size_t)bytes[2] << 16 | (size_t)bytes[3] << 24;
}

static int find_orientation(const struct decoder *self)
{
	size_t at = RIFF_HEADER;

	while (self->n - at >= CHUNK_HEADER) {
		const unsigned char *chunk = self->bytes + at;
		const size_t size = size_at(chunk + 4), left = self->n - at - CHUNK_HEADER;

		if (size > left)
			return 0;
		if (memcmp(chunk, "EXIF", 4) == 0)
			return ct_exif_orientation(chunk + CHUNK_HEADER, size);
		if (size + size % 2 > left)
			return 0;
		at += CHUNK_HEADER + size + size % 2;
	}
	return 0;
}

static ct_error check_header(struct decoder *self)
{
	const WebPBitstreamFeatures *header = &self->config.input;
	const VP8StatusCode status = WebPGetFeatures(self->bytes, self->n, &self->config.input);

	if (status != VP8_STATUS_OK)
		return bad_picture(self, status);
	if (header->has_animation)
		return bad_picture(self, VP8_STATUS_UNSUPPORTED_FEATURE);
	CT_TRY(ct_image_check_pixels(self->function, self->name, self->options, header->width,
				     header->height));
	return ct_image_check_unpacked(self->function, self->name, header->width, header->height,
				       4);
}

/* `levels` is [H, W, C]. */
static ct_error read_into(struct decoder *self, ct_tensor *levels)
{
	WebPDecBuffer *output = &self->config.output;
	const int64_t channels = ct_tensor_size(levels, 2);
	VP8StatusCode status;

	output->colorspace = channels == 4 ? MODE_RGBA : MODE_RGB;
	output->is_external_memory = 1;
	output->u.RGBA.rgba = ct_tensor_mutable_data(levels);
	output->u.RGBA.stride = (int)(ct_tensor_size(levels, 1) * channels);
	output->u.RGBA.size = (size_t)ct_tensor_numel(levels);
	status = WebPDecode(self->bytes, self->n, &self->config);
	return status == VP8_STATUS_OK ? NULL : bad_picture(self, status);
}

static ct_error read_image(struct decoder *self, ct_tensor **result)
{
	CT_OWN_SCOPE(self->function);
	const WebPBitstreamFeatures *header = &self->config.input;
	ct_tensor *levels, *image;

	CT_TRY(check_header(self));
	CT_TRY(ct_tensor_empty(CT_L(header->height, header->width, header->has_alpha ? 4 : 3),
			       &(ct_tensor_options){ .dtype = CT_UINT8, .device = CT_DEVICE_CPU },
			       &levels));
	CT_TRY(read_into(self, levels));
	CT_TRY(ct_image_to_mode(levels, self->options->mode, &image));
	if (!self->options->no_orientation) {
		CT_TRY(ct_exif_apply(image, find_orientation(self), &image));
		CT_TRY(ct_contiguous(image, CT_CONTIGUOUS_FORMAT, &image));
	}
	ct_scope_move_up(image);
	*result = image;
	return NULL;
}

ct_error ct_webp_decode(const char *function, const char *name, const void *bytes, size_t n,
			const ct_image_load_options *options, ct_tensor **result)
{
	struct decoder decoder = {
		.function = function, .name = name, .bytes = bytes, .n = n, .options = options
	};

	if (!WebPInitDecoderConfig(&decoder.config))
		return ct_error_new(
			CT_ERROR_RUNTIME, function,
			"the installed libwebp is not the version that libctorch_image was built "
			"with");
	return read_image(&decoder, result);
}
