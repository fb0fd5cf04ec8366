/*
 * The channels that a mode asks for.
 */
#include <ctorch/calls/call.h>
#include <ctorch/ctorch.h>

#include "vision/image/channels.h"

/* The weights of ITU-R BT.601, times 65,536; the sum of the largest numbers of 16 bits has 32. */
static uint32_t gray_of(uint32_t red, uint32_t green, uint32_t blue)
{
	return (red * 19595 + green * 38470 + blue * 7471 + 0x8000) >> 16;
}

static void convert_bytes(const uint8_t *from, int64_t pixels, int64_t channels, uint8_t *to)
{
	for (int64_t i = 0; i < pixels; i++, from += channels) {
		*to++ = (uint8_t)gray_of(from[0], from[1], from[2]);
		if (channels == 4)
			*to++ = from[3];
	}
}

static void convert_words(const uint16_t *from, int64_t pixels, int64_t channels, uint16_t *to)
{
	for (int64_t i = 0; i < pixels; i++, from += channels) {
		*to++ = (uint16_t)gray_of(from[0], from[1], from[2]);
		if (channels == 4)
			*to++ = from[3];
	}
}

ct_error ct_image_to_gray(const ct_tensor *levels, ct_tensor **result)
{
	const ct_dtype dtype = ct_tensor_dtype(levels);
	const int64_t *size = ct_tensor_shape(levels), channels = size[2];
	const int64_t shape[] = { size[0], size[1], channels - 2 };
	ct_tensor *gray;

	CT_TRY(ct_tensor_empty(CT_INTS_OF(shape, 3),
			       &(ct_tensor_options){ .dtype = dtype, .device = CT_DEVICE_CPU },
			       &gray));
	if (dtype == CT_UINT16)
		convert_words(ct_tensor_data(levels), size[0] * size[1], channels,
			      ct_tensor_mutable_data(gray));
	else
		convert_bytes(ct_tensor_data(levels), size[0] * size[1], channels,
			      ct_tensor_mutable_data(gray));
	*result = gray;
	return NULL;
}

/* Without the opacity that the file has, or with one. */
static ct_error set_opacity(const ct_tensor *levels, bool has, bool wants, ct_tensor **result)
{
	const int64_t channels = ct_tensor_size(levels, 2);
	ct_tensor *full;

	if (has == wants)
		return CT(alias, result, levels);
	if (has)
		return CT(narrow, result, levels, 2, 0, channels - 1);
	CT_TRY(CT(full_like, &full, CT_E(narrow, levels, 2, 0, 1), CT_S(255)));
	return CT(cat, result, CT_TENSORS((ct_tensor *)levels, full), 2);
}

ct_error ct_image_to_mode(const ct_tensor *levels, ct_image_mode mode, ct_tensor **result)
{
	const bool has_opacity = ct_tensor_size(levels, 2) == 4;
	const bool wants_opacity = mode == CT_IMAGE_MODE_UNCHANGED
					   ? has_opacity
					   : mode == CT_IMAGE_MODE_GRAY_ALPHA ||
						     mode == CT_IMAGE_MODE_RGB_ALPHA;
	ct_tensor *image = (ct_tensor *)levels;

	if (ct_image_wants_gray(mode) && ct_tensor_size(image, 2) > 1)
		CT_TRY(ct_image_to_gray(image, &image));
	else if (ct_tensor_size(image, 2) == 1 &&
		 (mode == CT_IMAGE_MODE_RGB || mode == CT_IMAGE_MODE_RGB_ALPHA))
		CT_TRY(CT(expand, &image, image, CT_L(-1, -1, 3)));
	CT_TRY(set_opacity(image, has_opacity, wants_opacity, &image));
	CT_TRY(CT(permute, &image, image, CT_L(2, 0, 1)));
	return CT(contiguous, result, image);
}
