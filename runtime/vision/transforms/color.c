/*
 * Brightness, contrast, saturation, hue, gamma; gray.
 */
#include <ctorch/core/dtype.h>
#include <ctorch/tensor/create.h>

#include "core/base/name_of.h"
#include "nn/functional/raise.h"
#include "vision/transforms/image.h"

static ct_error check_factor(const char *name, double factor)
{
	if (factor >= 0)
		return NULL;
	return CT_RAISED(CT_ERROR_VALUE, "%s (%s) is not non-negative.", name,
			 ct_nn_float_text(factor).at);
}

/* For a float image, the limits are 0 and 1; the result has the image's dtype. */
static ct_tensor *limit(ct_tensor *x, const ct_tensor *image)
{
	const ct_dtype dtype = ct_tensor_dtype(image);

	CT_E(clamp_, x, .min = CT_S(0), .max = CT_S((int64_t)ct_image_max_value(dtype)));
	return ct_image_is_floating(image) ? x : ct_image_as(x, dtype);
}

/* _blend() */
static ct_tensor *blend(const ct_tensor *image, const ct_tensor *other, double ratio)
{
	ct_tensor *x = CT_E(mul, image, ratio);

	CT_E(add_, x, other, .alpha = CT_S(1.0 - ratio));
	return limit(x, image);
}

/* The gray image in floats; of bytes whole numbers. */
static ct_tensor *whole_gray(const ct_tensor *image)
{
	ct_tensor *gray = ct_image_gray(image);

	return ct_image_is_floating(image) ? gray : CT_E(floor_, gray);
}

ct_error ct_transform_adjust_brightness(const ct_tensor *image, double factor, ct_tensor **result)
{
	CT_IMAGE_BEGIN(image);
	CT_TRY(check_factor("brightness_factor", factor));
	CT_TRY(ct_image_check_channels(image));
	return ct_image_end(limit(CT_E(mul, image, factor), image), image, result);
}

ct_error ct_transform_adjust_contrast(const ct_tensor *image, double factor, ct_tensor **result)
{
	ct_tensor *gray;

	CT_IMAGE_BEGIN(image);
	CT_TRY(check_factor("contrast_factor", factor));
	CT_TRY(ct_image_check_channels(image));
	if (ct_image_channels(image) == 3)
		gray = whole_gray(image);
	else
		gray = ct_image_is_floating(image) ? (ct_tensor *)image
						   : ct_image_as(image, CT_FLOAT32);
	gray = CT_E(mean_dim, gray, CT_L(-3, -2, -1), true);
	return ct_image_end(blend(image, gray, factor), image, result);
}

ct_error ct_transform_adjust_saturation(const ct_tensor *image, double factor, ct_tensor **result)
{
	CT_IMAGE_BEGIN(image);
	CT_TRY(check_factor("saturation_factor", factor));
	CT_TRY(ct_image_check_channels(image));
	if (ct_image_channels(image) == 1)
		return ct_image_end(image, image, result);
	return ct_image_end(blend(image, whole_gray(image), factor), image, result);
}

ct_error ct_transform_adjust_gamma(const ct_tensor *image, double gamma, double gain,
				   ct_tensor **result)
{
	ct_tensor *x;

	CT_IMAGE_BEGIN(image);
	if (gamma < 0)
		return CT_RAISED(CT_ERROR_VALUE, "Gamma should be a non-negative real number");
	x = ct_image_is_floating(image)
		    ? CT_E(pow, image, gamma)
		    : CT_E(pow_, CT_F(ct_transform_to_dtype, image, CT_FLOAT32, true), gamma);
	if (gain != 1.0)
		x = CT_E(clamp_, ct_image_times(x, gain), .min = CT_S(0.0), .max = CT_S(1.0));
	x = CT_F(ct_transform_to_dtype, x, ct_tensor_dtype(image), true);
	return ct_image_end(x, image, result);
}

/* --- hue -------------------------------------------------------------------------------------- */

/* Hue, saturation and value. */
struct hsv {
	ct_tensor *h, *s, *v;
};

static ct_tensor *channel(const ct_tensor *image, int64_t place)
{
	return CT_E(select, image, -3, place);
}

/* The hue, from the largest and the smallest channel of each pixel. */
static ct_tensor *hue_of(const ct_tensor *image, const ct_tensor *most, const ct_tensor *range)
{
	ct_tensor *far = CT_E(div, CT_E(sub, CT_E(unsqueeze, most, -3), image),
			      CT_E(unsqueeze, range, -3));
	ct_tensor *r = channel(far, 0), *g = channel(far, 1), *b = channel(far, 2);
	ct_tensor *not_red = CT_E(ne, most, channel(image, 0));
	ct_tensor *green = CT_E(eq, most, channel(image, 1));
	ct_tensor *is_green = CT_E(logical_and, green, not_red);
	ct_tensor *is_blue = CT_E(logical_and, not_red, CT_E(logical_not, green));
	ct_tensor *of_green = CT_E(mul_, CT_E(sub_, CT_E(add, r, 2.0), b), is_green);
	ct_tensor *of_red = CT_E(mul_, CT_E(sub, b, g), CT_E(logical_not, not_red));
	ct_tensor *of_blue = CT_E(mul_, CT_E(sub_, CT_E(add, g, 4.0), r), is_blue);
	ct_tensor *h = CT_E(add_, CT_E(add_, of_red, of_green), of_blue);

	return CT_E(fmod_, CT_E(add_, ct_image_times(h, 1.0 / 6.0), 1.0), 1.0);
}

static struct hsv rgb_to_hsv(const ct_tensor *image)
{
	ct_tensor *least = NULL, *most = NULL, *range, *equal, *ones;
	struct hsv hsv;

	CT_DO(CT(aminmax, &least, &most, image, .dim = -3));
	equal = CT_E(eq, most, least);
	range = CT_E(sub, most, least);
	ones = CT_E(ones_like, most);
	hsv.v = most;
	hsv.s = CT_E(div, range, CT_E(where_self, equal, ones, most));
	hsv.h = hue_of(image, most, CT_E(where_self, equal, ones, range));
	return hsv;
}

/* Which of v, p, q, t each channel is, by the sixth of the circle. */
static ct_tensor *selection(const ct_tensor *sixth)
{
	static const int64_t table[3][6] = { { 0, 2, 1, 1, 3, 0 },
					     { 3, 0, 0, 2, 1, 1 },
					     { 1, 1, 3, 0, 0, 2 } };
	ct_tensor *select = NULL;

	CT_DO(ct_tensor_from_data(table, CT_INT64, CT_INTS_OF(CT_L(3, 6).at, 2), &select));
	if (sixth)
		select = CT_E(to_device, select, ct_tensor_device(sixth), CT_INT64);
	select = CT_E(index, select, CT_TENSORS(NULL, sixth));
	return sixth && ct_tensor_dim(sixth) > 2 ? CT_E(movedim_int, select, 0, -3) : select;
}

static ct_tensor *hsv_to_rgb(const struct hsv *hsv)
{
	ct_tensor *h6 = CT_E(mul, hsv->h, 6), *i = CT_E(floor, h6), *f = CT_E(sub_, h6, i);
	ct_tensor *sf, *rest, *p, *q, *t, *all;

	i = CT_E(remainder_, ct_image_as(i, CT_INT32), 6);
	sf = CT_E(mul, hsv->s, f);
	rest = CT_E(rsub, hsv->s, 1.0);
	q = CT_E(clamp_, CT_E(mul_, CT_E(rsub, sf, 1.0), hsv->v), CT_S(0.0), CT_S(1.0));
	t = CT_E(clamp_, CT_E(mul_, CT_E(add_, sf, rest), hsv->v), CT_S(0.0), CT_S(1.0));
	p = CT_E(clamp_, CT_E(mul_, rest, hsv->v), CT_S(0.0), CT_S(1.0));
	all = CT_E(stack, CT_TENSORS(hsv->v, p, q, t), -3);
	return CT_E(gather, all, -3, selection(i));
}

static ct_tensor *turn_hue(const ct_tensor *image, double factor)
{
	ct_tensor *x = CT_F(ct_transform_to_dtype, image, CT_FLOAT32, true);
	struct hsv hsv = rgb_to_hsv(x);

	CT_E(remainder_, CT_E(add_, hsv.h, factor), 1.0);
	x = hsv_to_rgb(&hsv);
	return CT_F(ct_transform_to_dtype, x, ct_tensor_dtype(image), true);
}

ct_error ct_transform_adjust_hue(const ct_tensor *image, double factor, ct_tensor **result)
{
	CT_IMAGE_BEGIN(image);
	if (!(factor >= -0.5 && factor <= 0.5))
		return CT_RAISED(CT_ERROR_VALUE, "hue_factor (%s) is not in [-0.5, 0.5].",
				 ct_nn_float_text(factor).at);
	CT_TRY(ct_image_check_channels(image));
	if (ct_image_channels(image) == 1 || ct_tensor_numel(image) == 0)
		return ct_image_end(image, image, result);
	return ct_image_end(turn_hue(image, factor), image, result);
}

/* --- gray ------------------------------------------------------------------------------------- */

static ct_tensor *three_of_one(const ct_tensor *image)
{
	int64_t repeats[64];
	const int64_t dims = ct_tensor_dim(image);

	if (dims > 64)
		return CT_FAIL(CT_ERROR_VALUE, "an image has at most 64 dimensions");
	for (int64_t i = 0; i < dims; i++)
		repeats[i] = i == dims - 3 ? 3 : 1;
	return CT_E(repeat, image, CT_INTS_OF(repeats, dims));
}

ct_error ct_transform_rgb_to_grayscale(const ct_tensor *image, int64_t num_output_channels,
				       ct_tensor **result)
{
	ct_tensor *x;

	CT_IMAGE_BEGIN(image);
	if (num_output_channels != 1 && num_output_channels != 3)
		return CT_RAISED(CT_ERROR_VALUE, "num_output_channels must be 1 or 3, got %lld.",
				 (long long)num_output_channels);
	CT_TRY(ct_image_check_channels(image));
	if (ct_image_channels(image) == 1)
		x = num_output_channels == 1 ? CT_E(clone, image) : three_of_one(image);
	else
		x = ct_image_as(ct_image_gray(image), ct_tensor_dtype(image));
	if (ct_image_channels(image) == 3 && num_output_channels == 3)
		x = CT_E(expand_as, x, image);
	return ct_image_end(x, image, result);
}

ct_error ct_transform_permute_channels(const ct_tensor *image, ct_ints permutation,
				       ct_tensor **result)
{
	ct_tensor *places = NULL;

	CT_IMAGE_BEGIN(image);
	if (permutation.len != ct_image_channels(image))
		return CT_RAISED(CT_ERROR_VALUE,
				 "Length of permutation does not match number of channels: %lld != "
				 "%lld",
				 (long long)permutation.len, (long long)ct_image_channels(image));
	CT_DO(ct_tensor_from_data(permutation.at, CT_INT64, CT_L(permutation.len), &places));
	if (places)
		places = CT_E(to_device, places, ct_tensor_device(image), CT_INT64);
	return ct_image_end(CT_E(index_select, image, -3, places), image, result);
}
