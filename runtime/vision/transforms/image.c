/*
 * What the operations on images share.
 */
#include <string.h>

#include <ctorch/core/dtype.h>
#include <ctorch/tensor/create.h>

#include "core/base/name_of.h"
#include "core/base/no_memory.h"
#include "core/memory/checked.h"
#include "core/memory/expression.h"
#include "tensor/tensor/sizes.h"
#include "vision/transforms/image.h"

/* --- checks ----------------------------------------------------------------------------------- */

ct_error ct_image_check(const ct_tensor *image, const char *function)
{
	if (image == NULL)
		return ct_missing_argument(function, 1, "image");
	CT_TRY(ct_check_given(image, function));
	if (ct_tensor_dim(image) < 3)
		return ct_error_new(CT_ERROR_TYPE, function,
				    "expected an image tensor [..., C, H, W], but got %lld "
				    "dimension%s",
				    (long long)ct_tensor_dim(image),
				    ct_tensor_dim(image) == 1 ? "" : "s");
	return ct_check_sizes(image);
}

ct_error ct_image_check_channels(const ct_tensor *image)
{
	const int64_t channels = ct_image_channels(image);

	if (channels == 1 || channels == 3)
		return NULL;
	return CT_RAISED(CT_ERROR_TYPE,
			 "Input image tensor permitted channel values are 1 or 3, but found %lld",
			 (long long)channels);
}

ct_error ct_image_end(const ct_tensor *value, const ct_tensor *image, ct_tensor **result)
{
	ct_tensor *made;

	CT_TRY(ct_expression_finish(value, &made));
	if (made == image && result)
		made = ct_tensor_retain(image);
	if (made == NULL)
		return ct_no_memory(NULL, "for a handle");
	if (result == NULL)
		return NULL;
	ct_scope_move_up(made);
	*result = made;
	return NULL;
}

/* --- dtypes ----------------------------------------------------------------------------------- */

bool ct_image_is_floating(const ct_tensor *image)
{
	return ct_dtype_is_floating_point(ct_tensor_dtype(image));
}

int ct_image_value_bits(ct_dtype dtype)
{
	switch (dtype) {
	case CT_UINT8:
		return 8;
	case CT_INT8:
		return 7;
	case CT_INT16:
		return 15;
	case CT_UINT16:
		return 16;
	case CT_INT32:
		return 31;
	case CT_INT64:
		return 63;
	default:
		return 0;
	}
}

double ct_image_max_value(ct_dtype dtype)
{
	const int bits = ct_image_value_bits(dtype);

	return bits ? (double)((UINT64_C(1) << bits) - 1) : 1;
}

/* --- parts of expressions --------------------------------------------------------------------- */

ct_tensor *ct_image_squash(const ct_tensor *image)
{
	return CT_E(
		reshape, image,
		CT_L(-1, ct_image_channels(image), ct_image_height(image), ct_image_width(image)));
}

ct_tensor *ct_image_unsquash(const ct_tensor *image, const ct_tensor *like)
{
	const int64_t dims = like ? ct_tensor_dim(like) : 0;
	int64_t shape[64];

	if (image == NULL || dims < 3 || dims > 64)
		return NULL;
	memcpy(shape, ct_tensor_shape(like), (size_t)(dims - 3) * sizeof *shape);
	for (int64_t i = 1; i <= 3; i++)
		shape[dims - i] = ct_tensor_size(image, -i);
	return CT_E(reshape, image, CT_INTS_OF(shape, dims));
}

ct_tensor *ct_image_view(const ct_tensor *image, int64_t top, int64_t left, int64_t height,
			 int64_t width)
{
	return CT_E(narrow, CT_E(narrow, image, -2, top, height), -1, left, width);
}

ct_tensor *ct_image_numbers(const double *numbers, ct_ints shape, ct_dtype dtype, ct_device device)
{
	ct_tensor *made = NULL;

	CT_DO(ct_tensor_from_data(numbers, CT_FLOAT64, shape, &made));
	return CT_E(to_device, made, device, dtype);
}

ct_tensor *ct_image_as(const ct_tensor *image, ct_dtype dtype)
{
	return CT_E(to_dtype, image, dtype);
}

ct_tensor *ct_image_times(const ct_tensor *x, double number)
{
	return CT_E(mul, x, number);
}

ct_tensor *ct_image_gray(const ct_tensor *image)
{
	const ct_tensor *r = CT_E(select, image, -3, 0), *g = CT_E(select, image, -3, 1),
			*b = CT_E(select, image, -3, 2);
	ct_tensor *gray = CT_E(mul, r, 0.2989);

	CT_E(add_, gray, g, .alpha = CT_S(0.587));
	CT_E(add_, gray, b, .alpha = CT_S(0.114));
	return CT_E(unsqueeze, gray, -3);
}

/* --- words and lists -------------------------------------------------------------------------- */

ct_error ct_image_read_mode(const char *word, enum ct_sampling *mode)
{
	/* ORDER: enum ct_sampling. */
	static const char *const words[] = { "nearest", "nearest-exact", "bilinear", "bicubic",
					     "box",     "hamming",       "lanczos" };

	for (int i = 0; word && i < CT_IMAGE_MODES; i++)
		if (!strcmp(words[i], word)) {
			*mode = (enum ct_sampling)i;
			return NULL;
		}
	return CT_RAISED(CT_ERROR_VALUE,
			 "Invalid interpolation mode: '%s'. Supported string values are: "
			 "['nearest', 'nearest-exact', 'bilinear', 'bicubic', 'box', 'hamming', "
			 "'lanczos'].",
			 word ? word : "None");
}

ct_error ct_image_read_padding(ct_ints padding, int64_t sides[4])
{
	/* Of left, right, top, bottom, where Python has them. */
	static const int places[5][4] = {
		[1] = { 0, 0, 0, 0 }, [2] = { 0, 0, 1, 1 }, [4] = { 0, 2, 1, 3 }
	};

	if (padding.at == NULL || (padding.len != 1 && padding.len != 2 && padding.len != 4))
		return CT_RAISED(CT_ERROR_VALUE,
				 "Padding must be an int or a 1, 2, or 4 element tuple or list. "
				 "Found %lld",
				 (long long)padding.len);
	for (int i = 0; i < 4; i++)
		sides[i] = padding.at[places[padding.len][i]];
	return NULL;
}
