/*
 * Posterize, solarize, autocontrast, equalize, invert: operations on the values of each channel.
 */
#include <ctorch/core/dtype.h>

#include "core/base/name_of.h"
#include "nn/functional/raise.h"
#include "vision/transforms/image.h"

static ct_tensor *invert(const ct_tensor *image)
{
	const ct_dtype dtype = ct_tensor_dtype(image);

	if (ct_image_is_floating(image))
		return CT_E(rsub, image, 1.0);
	if (dtype == CT_UINT8)
		return CT_E(bitwise_not, image);
	return CT_E(bitwise_xor, image, (int64_t)((UINT64_C(1) << ct_image_value_bits(dtype)) - 1));
}

ct_error ct_transform_invert(const ct_tensor *image, ct_tensor **result)
{
	CT_IMAGE_BEGIN(image);
	return ct_image_end(invert(image), image, result);
}

/* As many levels of a float image as `bits` have. */
static ct_tensor *posterize_floats(const ct_tensor *image, int64_t bits)
{
	const int64_t levels = INT64_C(1) << bits;
	ct_tensor *x = CT_E(floor_, CT_E(mul, image, levels));

	CT_E(clamp_, x, .min = CT_S(0), .max = CT_S(levels - 1));
	return ct_image_times(x, 1.0 / (double)levels);
}

ct_error ct_transform_posterize(const ct_tensor *image, int64_t bits, ct_tensor **result)
{
	int all;

	CT_IMAGE_BEGIN(image);
	if (bits < 0 || bits > 8)
		return CT_RAISED(CT_ERROR_TYPE,
				 "bits must be a positive integer in the range [0, 8], got %lld "
				 "instead.",
				 (long long)bits);
	if (ct_image_is_floating(image))
		return ct_image_end(posterize_floats(image, bits), image, result);
	all = ct_image_value_bits(ct_tensor_dtype(image));
	if (bits >= all)
		return ct_image_end(image, image, result);
	return ct_image_end(
		CT_E(bitwise_and, image, (int64_t)(((UINT64_C(1) << bits) - 1) << (all - bits))),
		image, result);
}

ct_error ct_transform_solarize(const ct_tensor *image, double threshold, ct_tensor **result)
{
	CT_IMAGE_BEGIN(image);
	if (threshold > ct_image_max_value(ct_tensor_dtype(image)))
		return CT_RAISED(CT_ERROR_TYPE,
				 "Threshold should be less or equal the maximum value of the "
				 "dtype, but got %s",
				 ct_nn_float_text(threshold).at);
	return ct_image_end(CT_E(where_self, CT_E(ge, image, threshold), invert(image), image),
			    image, result);
}

/* --- autocontrast ----------------------------------------------------------------------------- */

static ct_tensor *autocontrast(const ct_tensor *image)
{
	const ct_dtype dtype = ct_tensor_dtype(image);
	const double bound = ct_image_max_value(dtype);
	ct_tensor *x = ct_image_is_floating(image) ? (ct_tensor *)image
						   : ct_image_as(image, CT_FLOAT32);
	ct_tensor *low = CT_E(amin, x, CT_L(-2, -1), true);
	ct_tensor *high = CT_E(amax, x, CT_L(-2, -1), true);
	ct_tensor *equal = CT_E(eq, high, low);
	ct_tensor *scale = ct_image_times(CT_E(sub_, high, low), 1.0 / bound);

	CT_E(masked_fill_, low, equal, 0.0);
	CT_E(masked_fill_, scale, equal, 1.0);
	x = CT_E(div_, CT_E(sub, x, low), scale);
	CT_E(clamp_, x, .min = CT_S(0), .max = CT_S((int64_t)bound));
	return ct_image_as(x, dtype);
}

ct_error ct_transform_autocontrast(const ct_tensor *image, ct_tensor **result)
{
	CT_IMAGE_BEGIN(image);
	CT_TRY(ct_image_check_channels(image));
	if (ct_tensor_numel(image) == 0)
		return ct_image_end(image, image, result);
	return ct_image_end(autocontrast(image), image, result);
}

/* --- equalize --------------------------------------------------------------------------------- */

/* The histogram of each channel, [channels, 256], int32. */
static ct_tensor *histograms(const ct_tensor *levels)
{
	ct_tensor *counts = CT_E(new_zeros, levels, CT_L(ct_tensor_size(levels, 0), 256),
				 .dtype = CT_INT32);
	ct_tensor *one = CT_E(expand_as, CT_E(new_ones, counts, CT_L(1)), levels);

	return CT_E(scatter_add_, counts, -1, levels, one);
}

/* Which level each level becomes; `*is_valid` says which channels have such a table. */
static ct_tensor *equal_table(const ct_tensor *levels, ct_tensor **is_valid)
{
	ct_tensor *counts = histograms(levels), *sums = CT_E(cumsum, counts, -1);
	ct_tensor *last = CT_E(argmax, sums, .dim = -1), *step, *table;

	/* All pixels but those of the largest level that there is. */
	step = CT_E(gather, counts, -1, CT_E(unsqueeze_, last, -1));
	step = CT_E(rsub, step, ct_tensor_size(levels, 1));
	CT_E(div__Scalar_mode, step, 255, .rounding_mode = "floor");
	*is_valid = CT_E(ne, step, 0);
	table = CT_E(narrow, sums, -1, 0, 255);
	CT_E(add_, table, CT_E(div_Scalar_mode, step, 2, .rounding_mode = "floor"));
	CT_E(clamp_, step, .min = CT_S(1));
	CT_E(div__Tensor_mode, table, step, .rounding_mode = "floor");
	CT_E(clamp_, table, .min = CT_S(0), .max = CT_S(255));
	table = ct_image_as(table, CT_UINT8);
	return CT_E(cat,
		    CT_TENSORS(CT_E(new_zeros, table, CT_L(ct_tensor_size(levels, 0), 1)), table),
		    -1);
}

static ct_tensor *equalize(const ct_tensor *bytes)
{
	const int64_t pixels = ct_image_height(bytes) * ct_image_width(bytes);
	ct_tensor *flat = CT_E(reshape, bytes, CT_L(-1, pixels));
	ct_tensor *levels = ct_image_as(flat, CT_INT64), *is_valid, *table;

	if (levels == NULL)
		return NULL;
	table = equal_table(levels, &is_valid);
	flat = CT_E(where_self, is_valid, CT_E(gather, table, -1, levels), flat);
	return CT_E(view_as, flat, bytes);
}

ct_error ct_transform_equalize(const ct_tensor *image, ct_tensor **result)
{
	ct_tensor *x;

	CT_IMAGE_BEGIN(image);
	if (ct_tensor_numel(image) == 0)
		return ct_image_end(image, image, result);
	x = CT_F(ct_transform_to_dtype, image, CT_UINT8, true);
	x = x ? equalize(x) : NULL;
	x = CT_F(ct_transform_to_dtype, x, ct_tensor_dtype(image), true);
	return ct_image_end(x, image, result);
}
