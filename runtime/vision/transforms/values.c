/*
 * Dtypes and ranges of values; normalization.
 */
#include <ctorch/core/dtype.h>

#include "core/base/name_of.h"
#include "vision/transforms/image.h"

/* --- dtypes ----------------------------------------------------------------------------------- */

static bool is_unsafe(ct_dtype from, ct_dtype to)
{
	return (from == CT_FLOAT32 && (to == CT_INT32 || to == CT_INT64)) ||
	       (from == CT_FLOAT64 && to == CT_INT64);
}

static ct_tensor *floats_to_integers(const ct_tensor *image, ct_dtype dtype)
{
	if (is_unsafe(ct_tensor_dtype(image), dtype))
		return CT_FAIL(
			CT_ERROR_RUNTIME,
			"The conversion from torch.%s to torch.%s cannot be performed safely.",
			ct_dtype_name(ct_tensor_dtype(image)), ct_dtype_name(dtype));
	/* So that 1.0 becomes the largest number, and each number has as many floats as another. */
	return ct_image_as(CT_E(mul, image, ct_image_max_value(dtype) + 1.0 - 0.001), dtype);
}

static ct_tensor *integers_to_integers(const ct_tensor *image, ct_dtype dtype)
{
	const ct_dtype from = ct_tensor_dtype(image);
	const int shift = ct_image_value_bits(from) - ct_image_value_bits(dtype);

	if (shift > 0 && from == CT_UINT16)
		return ct_image_as(CT_E(div, image, INT64_C(1) << shift), dtype);
	if (shift > 0)
		return ct_image_as(CT_E(bitwise_right_shift, image, shift), dtype);
	if (dtype == CT_UINT16)
		return CT_E(mul, ct_image_as(image, dtype), INT64_C(1) << -shift);
	return CT_E(bitwise_left_shift_, ct_image_as(image, dtype), -shift);
}

static ct_tensor *scale_to(const ct_tensor *image, ct_dtype dtype)
{
	const ct_dtype from = ct_tensor_dtype(image);
	const bool makes_floats = ct_dtype_is_floating_point(dtype);

	if (ct_image_is_floating(image))
		return makes_floats ? ct_image_as(image, dtype) : floats_to_integers(image, dtype);
	if (makes_floats)
		return ct_image_times(ct_image_as(image, dtype), 1.0 / ct_image_max_value(from));
	if (ct_image_value_bits(from) && ct_image_value_bits(dtype))
		return integers_to_integers(image, dtype);
	return CT_FAIL(CT_ERROR_TYPE,
		       "Number of value bits is only defined for integer dtypes, but got torch.%s.",
		       ct_dtype_name(ct_image_value_bits(from) ? dtype : from));
}

ct_error ct_transform_to_dtype(const ct_tensor *image, ct_dtype dtype, bool scale,
			       ct_tensor **result)
{
	CT_IMAGE_BEGIN(image);
	if (ct_tensor_dtype(image) == dtype)
		return ct_image_end(image, image, result);
	if (!scale)
		return ct_image_end(ct_image_as(image, dtype), image, result);
	return ct_image_end(scale_to(image, dtype), image, result);
}

ct_error ct_transform_to_tensor(const ct_tensor *image, ct_tensor **result)
{
	const struct ct_image_levels levels = { .divisor = 255 };
	ct_tensor *x;

	CT_IMAGE_BEGIN(image);
	if (ct_image_has_levels(image)) {
		CT_TRY(ct_image_levels_apply(image, &levels, &x));
		return ct_image_end(x, image, result);
	}
	x = CT_E(contiguous, image);
	if (ct_tensor_dtype(image) == CT_UINT8)
		x = CT_E(div, ct_image_as(x, CT_FLOAT32), 255);
	return ct_image_end(x, image, result);
}

/* --- normalization ---------------------------------------------------------------------------- */

static ct_error check_normalize(const ct_tensor *image, ct_floats mean, ct_floats std)
{
	if (!ct_image_is_floating(image))
		return CT_RAISED(CT_ERROR_TYPE,
				 "Input tensor should be a float tensor. Got torch.%s.",
				 ct_dtype_name(ct_tensor_dtype(image)));
	if (mean.at == NULL || std.at == NULL)
		return ct_error_new(CT_ERROR_ARGUMENT, CT_NAME_OF(ct_transform_normalize),
				    "argument %d (%s) must not be NULL", mean.at ? 3 : 2,
				    mean.at ? "std" : "mean");
	for (int64_t i = 0; i < std.len; i++)
		if (std.at[i] == 0)
			return CT_RAISED(CT_ERROR_VALUE,
					 "std evaluated to zero, leading to division by zero.");
	return NULL;
}

/* A list as [C, 1, 1], in the image's dtype. */
static ct_tensor *by_channel(ct_floats list, const ct_tensor *image)
{
	return ct_image_numbers(list.at, CT_L(list.len, 1, 1), ct_tensor_dtype(image),
				ct_tensor_device(image));
}

ct_error ct_transform_normalize(const ct_tensor *image, ct_floats mean, ct_floats std, bool inplace,
				ct_tensor **result)
{
	ct_tensor *x;

	CT_IMAGE_BEGIN(image);
	CT_TRY(check_normalize(image, mean, std));
	x = inplace ? CT_E(sub_, (ct_tensor *)image, by_channel(mean, image))
		    : CT_E(sub, image, by_channel(mean, image));
	return ct_image_end(CT_E(div_, x, by_channel(std, image)), image, result);
}
