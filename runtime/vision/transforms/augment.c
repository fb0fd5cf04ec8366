/*
 * The operations of the automatic augmentations.
 */
#include <math.h>

#include "vision/transforms/augment.h"
#include "vision/transforms/draw.h"
#include "vision/transforms/image.h"

/* --- magnitudes ------------------------------------------------------------------------------- */

/* The largest magnitude. */
static double end_of(const struct ct_augment_range *range, const ct_tensor *image)
{
	double end = range->to;

	if (range->unit == CT_AUGMENT_WIDTH)
		end *= (double)ct_image_width(image);
	if (range->unit == CT_AUGMENT_HEIGHT)
		end *= (double)ct_image_height(image);
	return range->divisor != 0 ? end / range->divisor : end;
}

/* A number of torch.linspace(), as a part of an expression; of the bits those that Python
 * rounds. */
static double magnitude_of(const struct ct_augment_range *range, const ct_tensor *image,
			   int64_t index, int64_t bins)
{
	if (range->unit == CT_AUGMENT_NOTHING)
		return 0;
	if (range->unit == CT_AUGMENT_BITS)
		return rintf((float)range->from -
			     (float)index / (float)((double)(bins - 1) / range->to));
	return CT_ITEM(CT_E(
		select,
		CT_E(linspace, range->from, end_of(range, image), bins, .device = CT_DEVICE_CPU), 0,
		index));
}

/* --- operations ------------------------------------------------------------------------------- */

static double degrees_of(double slope)
{
	return atan(slope) * (180.0 / 3.14159265358979323846);
}

static ct_error shear(const ct_tensor *image, double x, double y, const struct ct_augment_how *how,
		      ct_tensor **result)
{
	const double nowhere[] = { 0, 0 }, by[] = { degrees_of(x), degrees_of(y) };

	return ct_transform_affine(image, 0, nowhere, 1, by, how->interpolation, how->fill,
				   (ct_floats){ nowhere, 2 }, result);
}

static ct_error translate(const ct_tensor *image, double x, double y,
			  const struct ct_augment_how *how, ct_tensor **result)
{
	const double by[] = { trunc(x), trunc(y) }, none[] = { 0, 0 };

	return ct_transform_affine(image, 0, by, 1, none, how->interpolation, how->fill,
				   (ct_floats){ NULL, 0 }, result);
}

static ct_error augment_apply(enum ct_augmentation operation, const ct_tensor *image,
			      double magnitude, const struct ct_augment_how *how,
			      ct_tensor **result)
{
	switch (operation) {
	case CT_AUGMENT_SHEAR_X:
		return shear(image, magnitude, 0, how, result);
	case CT_AUGMENT_SHEAR_Y:
		return shear(image, 0, magnitude, how, result);
	case CT_AUGMENT_TRANSLATE_X:
		return translate(image, magnitude, 0, how, result);
	case CT_AUGMENT_TRANSLATE_Y:
		return translate(image, 0, magnitude, how, result);
	case CT_AUGMENT_ROTATE:
		return ct_transform_rotate(image, magnitude, how->interpolation, false,
					   (ct_floats){ NULL, 0 }, how->fill, result);
	case CT_AUGMENT_BRIGHTNESS:
		return ct_transform_adjust_brightness(image, 1.0 + magnitude, result);
	case CT_AUGMENT_COLOR:
		return ct_transform_adjust_saturation(image, 1.0 + magnitude, result);
	case CT_AUGMENT_CONTRAST:
		return ct_transform_adjust_contrast(image, 1.0 + magnitude, result);
	case CT_AUGMENT_SHARPNESS:
		return ct_transform_adjust_sharpness(image, 1.0 + magnitude, result);
	case CT_AUGMENT_POSTERIZE:
		return ct_transform_posterize(image, (int64_t)magnitude, result);
	case CT_AUGMENT_SOLARIZE:
		magnitude *= ct_image_max_value(ct_tensor_dtype(image));
		return ct_transform_solarize(image, magnitude, result);
	case CT_AUGMENT_AUTO_CONTRAST:
		return ct_transform_autocontrast(image, result);
	case CT_AUGMENT_EQUALIZE:
		return ct_transform_equalize(image, result);
	case CT_AUGMENT_INVERT:
		return ct_transform_invert(image, result);
	default:
		*result = (ct_tensor *)image;
		return NULL;
	}
}

ct_error ct_augment(const ct_tensor *image, const struct ct_augment_range *range, int64_t index,
		    int64_t bins, const struct ct_augment_how *how, ct_generator *generator,
		    ct_tensor **result)
{
	double magnitude = magnitude_of(range, image, index, bins);

	if (range->is_signed && ct_draw_rand(generator) <= 0.5F)
		magnitude = -magnitude;
	CT_TRY(CT_DONE());
	return augment_apply(range->operation, image, magnitude, how, result);
}
