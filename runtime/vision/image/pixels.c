/*
 * An image as the levels of a file: see pixels.h.
 */
#include <ctorch/calls/expression.h>

#include "vision/image/pixels.h"

#include "vision/image/range.h"

/* --- Checks ---------------------------------------------------------------------------------- */

static ct_error refuse(const char *function, const char *text)
{
	return ct_error_new(CT_ERROR_ARGUMENT, function, "argument 1 (image): %s", text);
}

static bool pixels_is_floating(ct_dtype dtype)
{
	return dtype == CT_FLOAT16 || dtype == CT_BFLOAT16 || dtype == CT_FLOAT32 ||
	       dtype == CT_FLOAT64;
}

static bool is_integer(ct_dtype dtype)
{
	return (dtype >= CT_UINT8 && dtype <= CT_INT64) ||
	       (dtype >= CT_UINT16 && dtype <= CT_UINT64);
}

static ct_error check_shape(const char *function, const ct_tensor *image)
{
	const int64_t dim = ct_tensor_dim(image);
	const int64_t channels = dim == 3 ? ct_tensor_size(image, 0) : 1;

	if (dim != 2 && dim != 3)
		return ct_error_new(CT_ERROR_ARGUMENT, function,
				    "argument 1 (image): it has %lld dimensions; an image is "
				    "[C, H, W] or [H, W]",
				    (long long)dim);
	if (channels < 1 || channels > 4)
		return ct_error_new(CT_ERROR_ARGUMENT, function,
				    "argument 1 (image): it has %lld channels, but a PNG has 1 to "
				    "4; expected [C, H, W], so permute [H, W, C] first",
				    (long long)channels);
	for (int64_t i = dim - 2; i < dim; i++)
		if (ct_tensor_size(image, i) < 1 || ct_tensor_size(image, i) > INT32_MAX)
			return ct_error_new(CT_ERROR_ARGUMENT, function,
					    "argument 1 (image): dimension %lld has size %lld, "
					    "but a PNG allows 1 to %d",
					    (long long)i, (long long)ct_tensor_size(image, i),
					    INT32_MAX);
	return NULL;
}

static ct_error check_image(const char *function, const ct_tensor *image)
{
	const ct_dtype dtype = image ? ct_tensor_dtype(image) : CT_DTYPE_NONE;

	if (image == NULL) {
		CT_TRY(ct_expression_finish(NULL, NULL)); /* the reason, if an expression failed */
		return ct_error_new(CT_ERROR_ARGUMENT, function,
				    "argument 1 (image) must not be NULL");
	}
	if (ct_tensor_layout(image) != CT_STRIDED)
		return refuse(function, "it is not strided; call ct_to_dense() first");
	if (!pixels_is_floating(dtype) && !is_integer(dtype) && dtype != CT_BOOL)
		return ct_error_new(CT_ERROR_ARGUMENT, function,
				    "argument 1 (image): elements of %s cannot be colors; use "
				    "floating point, integers or bool",
				    ct_dtype_name(dtype));
	return check_shape(function, image);
}

static ct_error pixels_check_options(const char *function, const ct_image_options *options)
{
	if (options->bit_depth != 0 && options->bit_depth != 8 && options->bit_depth != 16)
		return ct_error_new(CT_ERROR_ARGUMENT, function,
				    "options: bit_depth is %d, but must be 8 or 16, or 0 to "
				    "follow the dtype",
				    options->bit_depth);
	if (options->compression < -1 || options->compression > 9)
		return ct_error_new(
			CT_ERROR_ARGUMENT, function,
			"options: compression is %d, but must be from 1 to 9, CT_ZERO, or 0 for "
			"the default",
			options->compression);
	if (!options->normalize || !options->has_value_range)
		return NULL;
	return ct_range_check(function, "options",
			      (struct range){ options->value_min, options->value_max });
}

/* --- From values to levels ------------------------------------------------------------------- */

static ct_error cast(const ct_tensor *tensor, ct_dtype dtype, ct_tensor **result)
{
	return ct_to_dtype(tensor, dtype, false, false, CT_MEMORY_FORMAT_NONE, result);
}

static ct_dtype dtype_of_levels(int32_t bit_depth)
{
	return bit_depth == 16 ? CT_INT32 : CT_UINT8;
}

/* float16 and bfloat16 have too few digits for 65,535 levels. */
static ct_error wide_enough(const ct_tensor *values, int32_t bit_depth, ct_tensor **result)
{
	const bool is_half = ct_tensor_element_size(values) == 2;

	return cast(values, bit_depth == 16 && is_half ? CT_FLOAT32 : ct_tensor_dtype(values),
		    result);
}

static ct_error levels_of_floats(const ct_tensor *values, int32_t bit_depth, ct_tensor **result)
{
	const double most = bit_depth == 16 ? 65535 : 255, black = 0;
	const ct_scalar low = ct_scalar_int(0), high = ct_scalar_float(most);
	ct_tensor *wide, *levels;

	CT_TRY(wide_enough(values, bit_depth, &wide));
	CT_TRY(ct_nan_to_num(wide, &black, NULL, NULL, &levels));
	CT_TRY(ct_mul__Scalar(levels, high, NULL));
	CT_TRY(ct_add__Scalar(levels, ct_scalar_float(0.5), ct_scalar_int(1), NULL));
	CT_TRY(ct_clamp_(levels, &low, &high, NULL));
	return cast(levels, dtype_of_levels(bit_depth), result);
}

static ct_error levels_of_bools(const ct_tensor *values, int32_t bit_depth, ct_tensor **result)
{
	ct_tensor *levels;

	CT_TRY(cast(values, dtype_of_levels(bit_depth), &levels));
	CT_TRY(ct_mul__Scalar(levels, ct_scalar_int(bit_depth == 16 ? 65535 : 255), NULL));
	*result = levels;
	return NULL;
}

static ct_error check_levels(const char *function, const ct_tensor *values, int64_t most)
{
	ct_tensor *min, *max;
	int64_t lowest, highest;

	CT_TRY(ct_min(values, &min));
	CT_TRY(ct_max(values, &max));
	CT_TRY(ct_tensor_item_int64(min, &lowest));
	CT_TRY(ct_tensor_item_int64(max, &highest));
	if (lowest >= 0 && highest <= most)
		return NULL;
	return ct_error_new(CT_ERROR_VALUE, function,
			    "argument 1 (image): its integers range from %lld to %lld, but %d "
			    "bits allow 0 to %lld; use normalize to scale them",
			    (long long)lowest, (long long)highest, most == 255 ? 8 : 16,
			    (long long)most);
}

static ct_error levels_of_integers(const char *function, const ct_tensor *values, int32_t bit_depth,
				   ct_tensor **result)
{
	const ct_dtype dtype = ct_tensor_dtype(values);
	ct_tensor *wide;

	if (dtype == CT_UINT8 && bit_depth == 8)
		return cast(values, CT_UINT8, result);
	/* A copy, since it is written to, in a dtype whose range libtorch can compute. */
	CT_TRY(ct_to_dtype(values, CT_INT64, false, true, CT_MEMORY_FORMAT_NONE, &wide));
	if (dtype == CT_UINT8) {
		CT_TRY(ct_mul__Scalar(wide, ct_scalar_int(257), NULL));
	} else if (dtype == CT_UINT16 && bit_depth == 8) {
		CT_TRY(ct_add__Scalar(wide, ct_scalar_int(128), ct_scalar_int(1), NULL));
		CT_TRY(ct_div__Scalar_mode(wide, ct_scalar_int(257), "floor", NULL));
	} else {
		CT_TRY(check_levels(function, wide, bit_depth == 16 ? 65535 : 255));
	}
	return cast(wide, dtype_of_levels(bit_depth), result);
}

static ct_error normalized(const ct_tensor *values, const ct_image_options *options,
			   ct_tensor **result)
{
	struct range range = { options->value_min, options->value_max };
	ct_tensor *floating;

	CT_TRY(cast(values,
		    pixels_is_floating(ct_tensor_dtype(values)) ? ct_tensor_dtype(values)
								: CT_FLOAT32,
		    &floating));
	if (!options->has_value_range)
		CT_TRY(ct_range_of(floating, &range));
	return ct_range_stretch(floating, range, result);
}

static ct_error levels_of(const char *function, const ct_tensor *values,
			  const ct_image_options *options, int32_t bit_depth, ct_tensor **result)
{
	ct_tensor *floating;

	if (options->normalize) {
		CT_TRY(normalized(values, options, &floating));
		return levels_of_floats(floating, bit_depth, result);
	}
	if (pixels_is_floating(ct_tensor_dtype(values)))
		return levels_of_floats(values, bit_depth, result);
	if (ct_tensor_dtype(values) == CT_BOOL)
		return levels_of_bools(values, bit_depth, result);
	return levels_of_integers(function, values, bit_depth, result);
}

/* --- From any tensor to [H, W, C] ------------------------------------------------------------ */

static ct_error on_cpu(const ct_tensor *image, ct_tensor **result)
{
	ct_tensor *detached;

	CT_TRY(ct_detach(image, &detached));
	return ct_to_device(detached, CT_DEVICE_CPU, ct_tensor_dtype(image), false, false,
			    CT_MEMORY_FORMAT_NONE, result);
}

static ct_error channels_last(const ct_tensor *levels, ct_tensor **result)
{
	const int64_t last[] = { 1, 2, 0 };
	ct_tensor *with_channels, *permuted;

	if (ct_tensor_dim(levels) == 2)
		CT_TRY(ct_unsqueeze(levels, 0, &with_channels));
	else
		CT_TRY(ct_alias(levels, &with_channels));
	CT_TRY(ct_permute(with_channels, last, 3, &permuted));
	return ct_contiguous(permuted, CT_CONTIGUOUS_FORMAT, result);
}

ct_error ct_image_pixels(const char *function, const ct_tensor *image,
			 const ct_image_options *options, struct pixels *result)
{
	ct_tensor *values, *levels;

	CT_TRY(pixels_check_options(function, options));
	CT_TRY(check_image(function, image));
	result->bit_depth = options->bit_depth                    ? options->bit_depth
			    : ct_tensor_dtype(image) == CT_UINT16 ? 16
								  : 8;
	CT_TRY(on_cpu(image, &values));
	CT_TRY(levels_of(function, values, options, result->bit_depth, &levels));
	CT_TRY(channels_last(levels, &result->levels));
	result->height = ct_tensor_size(result->levels, 0);
	result->width = ct_tensor_size(result->levels, 1);
	result->channels = (int32_t)ct_tensor_size(result->levels, 2);
	return NULL;
}
