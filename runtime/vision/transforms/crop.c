/*
 * Parts of images, borders, flips, erased rectangles.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/lengths.h"
#include "core/base/name_of.h"
#include "core/memory/checked.h"
#include "nn/functional/raise.h"
#include "vision/transforms/image.h"

static int64_t least(int64_t a, int64_t b)
{
	return a < b ? a : b;
}

static int64_t most(int64_t a, int64_t b)
{
	return a > b ? a : b;
}

/* --- borders ---------------------------------------------------------------------------------- */

/* The places of a line with mirrored ones before and after it: 1 0 | 0 1 2 | 2 1. */
static ct_tensor *mirrored_places(int64_t n, int64_t before, int64_t after, ct_device device)
{
	ct_tensor *line = CT_E(arange, CT_S(n), .device = device);
	ct_tensor *first = CT_E(flip, CT_E(narrow, line, 0, 0, before), CT_L(0));
	ct_tensor *last = CT_E(narrow, CT_E(flip, line, CT_L(0)), 0, 0, after);

	return CT_E(cat, CT_TENSORS(first, line, last));
}

/* Negative sides are cut off, then the others are mirrored. */
static ct_tensor *pad_symmetric(const ct_tensor *image, const int64_t sides[4])
{
	const ct_device device = ct_tensor_device(image);
	int64_t cut[4], more[4];
	ct_tensor *x;

	for (int i = 0; i < 4; i++) {
		cut[i] = -least(sides[i], 0);
		more[i] = most(sides[i], 0);
	}
	x = ct_image_view(image, cut[2], cut[0], ct_image_height(image) - cut[2] - cut[3],
			  ct_image_width(image) - cut[0] - cut[1]);
	if (x == NULL)
		return NULL;
	if (more[0] > ct_image_width(x) || more[1] > ct_image_width(x) ||
	    more[2] > ct_image_height(x) || more[3] > ct_image_height(x))
		return CT_FAIL(CT_ERROR_INDEX, "symmetric padding is larger than the image");
	x = CT_E(index_select, x, -2,
		 mirrored_places(ct_image_height(x), more[2], more[3], device));
	return CT_E(index_select, x, -1,
		    mirrored_places(ct_image_width(x), more[0], more[1], device));
}

/* Bytes are padded as floats in these modes. */
static ct_tensor *pad_from_image(const ct_tensor *x, const int64_t sides[4], const char *mode)
{
	ct_tensor *y = ct_image_is_floating(x) ? CT_E(alias, x) : ct_image_as(x, CT_FLOAT32);

	y = CT_E(pad, y, CT_INTS_OF(sides, 4), .mode = mode);
	return ct_image_as(y, ct_tensor_dtype(x));
}

static ct_tensor *pad_with(const ct_tensor *image, const int64_t sides[4], double fill,
			   const char *mode)
{
	ct_tensor *x = ct_image_squash(image);

	if (x == NULL)
		return NULL;
	if (!strcmp(mode, "constant"))
		x = CT_E(pad, x, CT_INTS_OF(sides, 4), .value = fill);
	else if (!strcmp(mode, "symmetric"))
		x = pad_symmetric(x, sides);
	else
		x = pad_from_image(x, sides, !strcmp(mode, "edge") ? "replicate" : mode);
	return ct_image_unsquash(x, image);
}

/* Writes the border of a padded image, with a number for each channel. */
static ct_tensor *fill_border(ct_tensor *x, const int64_t sides[4], ct_floats fill)
{
	ct_tensor *color;

	if (x == NULL)
		return NULL;
	color = ct_image_numbers(fill.at, CT_L(fill.len, 1, 1), CT_FLOAT32, ct_tensor_device(x));
	color = ct_image_as(color, ct_tensor_dtype(x));
	if (sides[2] > 0)
		CT_E(copy_, CT_E(narrow, x, -2, 0, sides[2]), color);
	if (sides[0] > 0)
		CT_E(copy_, CT_E(narrow, x, -1, 0, sides[0]), color);
	if (sides[3] > 0)
		CT_E(copy_, CT_E(narrow, x, -2, -sides[3], sides[3]), color);
	if (sides[1] > 0)
		CT_E(copy_, CT_E(narrow, x, -1, -sides[1], sides[1]), color);
	return x;
}

static ct_error wrong_mode(const char *mode)
{
	return CT_RAISED(CT_ERROR_VALUE,
			 "`padding_mode` should be either `'constant'`, `'edge'`, `'reflect'` or "
			 "`'symmetric'`, but got `'%s'`.",
			 mode ? mode : "None");
}

ct_error ct_transform_pad(const ct_tensor *image, ct_ints padding, ct_floats fill,
			  const char *padding_mode, ct_tensor **result)
{
	const double color = fill.at && fill.len == 1 ? fill.at[0] : 0;
	int64_t sides[4];
	ct_tensor *x;

	CT_IMAGE_BEGIN(image);
	CT_TRY(ct_image_read_padding(padding, sides));
	if (padding_mode == NULL ||
	    (strcmp(padding_mode, "constant") != 0 && strcmp(padding_mode, "edge") != 0 &&
	     strcmp(padding_mode, "reflect") != 0 && strcmp(padding_mode, "symmetric") != 0))
		return wrong_mode(padding_mode);
	if (fill.at && fill.len != 1 && strcmp(padding_mode, "constant") != 0)
		return CT_RAISED(CT_ERROR_VALUE,
				 "Padding mode '%s' is not supported if fill is not scalar",
				 padding_mode);
	x = pad_with(image, sides, color, padding_mode);
	if (fill.at && fill.len != 1)
		x = fill_border(x, sides, fill);
	return ct_image_end(x, image, result);
}

/* --- parts ------------------------------------------------------------------------------------ */

/* No image is so large that sums of a place and a size overflow. */
static ct_error check_part(int64_t top, int64_t left, int64_t height, int64_t width)
{
	static const char *const names[] = { "top", "left", "height", "width" };
	const int64_t numbers[] = { top, left, height, width };

	for (int i = 0; i < 4; i++)
		if (numbers[i] > CT_LENGTH_MAX || numbers[i] < -CT_LENGTH_MAX)
			return CT_RAISED(CT_ERROR_VALUE,
					 "%s is %lld, which is larger than any image", names[i],
					 (long long)numbers[i]);
	return NULL;
}

/* Of [from, to) in a line of `n`: how much is before it and after it. */
static void outside(int64_t from, int64_t to, int64_t n, int64_t *before, int64_t *after)
{
	*before = most(least(to, 0) - from, 0);
	*after = most(to - most(n, from), 0);
}

/* Python's slice [from:to] of a line of `n`, with from >= 0. */
static int64_t slice_length(int64_t from, int64_t to, int64_t n)
{
	return most(least(to < 0 ? to + n : to, n) - least(from, n), 0);
}

static ct_tensor *crop_beyond(const ct_tensor *image, int64_t top, int64_t left, int64_t height,
			      int64_t width)
{
	const int64_t h = ct_image_height(image), w = ct_image_width(image);
	const int64_t bottom = top + height, right = left + width, y = most(top, 0),
		      x = most(left, 0);
	int64_t sides[4];
	ct_tensor *part = ct_image_view(image, least(y, h), least(x, w), slice_length(y, bottom, h),
					slice_length(x, right, w));

	outside(left, right, w, &sides[0], &sides[1]);
	outside(top, bottom, h, &sides[2], &sides[3]);
	return part ? pad_with(part, sides, 0, "constant") : NULL;
}

ct_error ct_transform_crop(const ct_tensor *image, int64_t top, int64_t left, int64_t height,
			   int64_t width, ct_tensor **result)
{
	CT_IMAGE_BEGIN(image);
	CT_TRY(check_part(top, left, height, width));
	if (left < 0 || top < 0 || left + width > ct_image_width(image) ||
	    top + height > ct_image_height(image))
		return ct_image_end(crop_beyond(image, top, left, height, width), image, result);
	return ct_image_end(ct_image_view(image, top, left, height, width), image, result);
}

/* As much on each side, so that the image is at least as large as the crop. */
static ct_tensor *widen(const ct_tensor *image, int64_t height, int64_t width)
{
	const int64_t y = most(height - ct_image_height(image), 0),
		      x = most(width - ct_image_width(image), 0);
	const int64_t sides[] = { x / 2, (x + 1) / 2, y / 2, (y + 1) / 2 };

	return CT_E(pad, image, CT_INTS_OF(sides, 4), .value = 0);
}

ct_error ct_transform_center_crop(const ct_tensor *image, int64_t height, int64_t width,
				  ct_tensor **result)
{
	const ct_tensor *x = image;
	int64_t top, left;

	CT_IMAGE_BEGIN(image);
	CT_TRY(check_part(0, 0, height, width));
	if (height > ct_image_height(image) || width > ct_image_width(image))
		x = widen(image, height, width);
	if (x == NULL)
		return ct_image_end(NULL, image, result);
	if (height == ct_image_height(x) && width == ct_image_width(x) && x != image)
		return ct_image_end(x, image, result);
	/* rint() rounds as Python's round() does. */
	top = (int64_t)rint((double)(ct_image_height(x) - height) / 2.0);
	left = (int64_t)rint((double)(ct_image_width(x) - width) / 2.0);
	return ct_image_end(ct_image_view(x, top, left, height, width), image, result);
}

/* --- several parts ---------------------------------------------------------------------------- */

static ct_error crop_is_bigger(const ct_tensor *image, int64_t height, int64_t width)
{
	return CT_RAISED(CT_ERROR_VALUE, "Requested crop size %s is bigger than input size %s",
			 ct_nn_list_text(CT_L(height, width)).at,
			 ct_nn_tuple_text(CT_L(ct_image_height(image), ct_image_width(image))).at);
}

/* The corners and the center, views of the innermost scope. */
static ct_error take_five(const ct_tensor *image, int64_t height, int64_t width,
			  ct_tensor *parts[5])
{
	int64_t bottom, right;

	CT_TRY(check_part(0, 0, height, width));
	bottom = ct_image_height(image) - height;
	right = ct_image_width(image) - width;
	if (bottom < 0 || right < 0)
		return crop_is_bigger(image, height, width);
	CT_TRY(ct_transform_crop(image, 0, 0, height, width, &parts[0]));
	CT_TRY(ct_transform_crop(image, 0, right, height, width, &parts[1]));
	CT_TRY(ct_transform_crop(image, bottom, 0, height, width, &parts[2]));
	CT_TRY(ct_transform_crop(image, bottom, right, height, width, &parts[3]));
	return ct_transform_center_crop(image, height, width, &parts[4]);
}

ct_error ct_transform_five_crop(const ct_tensor *image, int64_t height, int64_t width,
				ct_tensor **result)
{
	ct_tensor *parts[5];

	CT_IMAGE_BEGIN(image);
	CT_TRY(take_five(image, height, width, parts));
	return ct_image_end(CT_E(stack, (ct_tensors){ parts, 5 }), image, result);
}

ct_error ct_transform_ten_crop(const ct_tensor *image, int64_t height, int64_t width,
			       bool vertical_flip, ct_tensor **result)
{
	ct_tensor *parts[10], *mirrored;

	CT_IMAGE_BEGIN(image);
	CT_TRY(take_five(image, height, width, parts));
	if (vertical_flip)
		CT_TRY(ct_transform_vertical_flip(image, &mirrored));
	else
		CT_TRY(ct_transform_horizontal_flip(image, &mirrored));
	CT_TRY(take_five(mirrored, height, width, parts + 5));
	return ct_image_end(CT_E(stack, (ct_tensors){ parts, 10 }), image, result);
}

ct_error ct_transform_uniform_temporal_subsample(const ct_tensor *video, int64_t num_samples,
						 ct_tensor **result)
{
	ct_tensor *places;

	CT_IMAGE_BEGIN(video);
	if (ct_tensor_dim(video) < 4)
		return CT_RAISED(CT_ERROR_TYPE,
				 "expected a video of at least 4 dimensions, [..., T, C, H, W], "
				 "but got %lld",
				 (long long)ct_tensor_dim(video));
	places = CT_E(linspace, CT_S(0), CT_S(ct_tensor_size(video, -4) - 1), num_samples,
		      .device = ct_tensor_device(video));
	places = CT_E(to_dtype, places, CT_INT64);
	return ct_image_end(CT_E(index_select, video, -4, places), video, result);
}

/* --- flips, erasing --------------------------------------------------------------------------- */

ct_error ct_transform_horizontal_flip(const ct_tensor *image, ct_tensor **result)
{
	CT_IMAGE_BEGIN(image);
	return ct_image_end(CT_E(flip, image, CT_L(-1)), image, result);
}

ct_error ct_transform_vertical_flip(const ct_tensor *image, ct_tensor **result)
{
	CT_IMAGE_BEGIN(image);
	return ct_image_end(CT_E(flip, image, CT_L(-2)), image, result);
}

ct_error ct_transform_erase(const ct_tensor *image, int64_t top, int64_t left, int64_t height,
			    int64_t width, const ct_tensor *value, bool inplace, ct_tensor **result)
{
	ct_tensor *x;

	CT_TRY(ct_check_given(value, __func__));
	CT_IMAGE_BEGIN(image);
	if (value == NULL)
		return ct_error_new(CT_ERROR_ARGUMENT, __func__,
				    "argument 6 (value) must not be NULL");
	CT_TRY(check_part(top, left, height, width));
	x = inplace ? (ct_tensor *)image : CT_E(clone, image);
	if (x)
		CT_E(copy_,
		     ct_image_view(x, top, left, least(height, ct_image_height(x) - top),
				   least(width, ct_image_width(x) - left)),
		     value);
	return ct_image_end(x, image, result);
}
