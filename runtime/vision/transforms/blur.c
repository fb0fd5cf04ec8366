/*
 * Gaussian blur, sharpness.
 */
#include <math.h>

#include "core/base/name_of.h"
#include "nn/functional/raise.h"
#include "vision/transforms/image.h"

/* --- Gaussian blur ---------------------------------------------------------------------------- */

/* _get_gaussian_kernel1d() */
static ct_tensor *kernel_line(int64_t size, double sigma, ct_dtype dtype, ct_device device)
{
	const double limit = (double)(size - 1) / (2.0 * sqrt(2.0));
	ct_tensor *x = CT_E(linspace, -limit, limit, size, .dtype = dtype, .device = device);

	return CT_E(softmax_int, CT_E(neg, CT_E(pow, CT_E(div, x, sigma), 2)), 0);
}

static ct_tensor *blur(const ct_tensor *image, const int64_t size[2], const double sigma[2])
{
	const bool is_floating = ct_image_is_floating(image);
	const ct_dtype dtype = is_floating ? ct_tensor_dtype(image) : CT_FLOAT32;
	const ct_device device = ct_tensor_device(image);
	const int64_t channels = ct_image_channels(image);
	const int64_t sides[] = { size[0] / 2, size[0] / 2, size[1] / 2, size[1] / 2 };
	ct_tensor *kernel = CT_E(mul,
				 CT_E(unsqueeze, kernel_line(size[1], sigma[1], dtype, device), -1),
				 kernel_line(size[0], sigma[0], dtype, device));
	ct_tensor *x = ct_image_squash(image);

	kernel = CT_E(expand, kernel, CT_L(channels, 1, size[1], size[0]));
	if (!is_floating)
		x = ct_image_as(x, CT_FLOAT32);
	x = CT_E(pad, x, CT_INTS_OF(sides, 4), .mode = "reflect");
	x = CT_E(conv2d, x, kernel, .groups = channels);
	if (!is_floating)
		x = ct_image_as(CT_E(round_, x), ct_tensor_dtype(image));
	return ct_image_unsquash(x, image);
}

static ct_error read_kernel(ct_ints given, int64_t size[2])
{
	if (given.at == NULL || given.len < 1 || given.len > 2)
		return CT_RAISED(CT_ERROR_VALUE,
				 "If kernel_size is a sequence its length should be 2. Got %lld",
				 (long long)given.len);
	for (int i = 0; i < 2; i++) {
		size[i] = given.at[given.len == 1 ? 0 : i];
		if (size[i] % 2 == 0 || size[i] < 0)
			return CT_RAISED(CT_ERROR_VALUE,
					 "kernel_size should have odd and positive integers. Got "
					 "%s",
					 ct_nn_list_text(given).at);
	}
	return NULL;
}

static ct_error read_sigma(ct_floats given, const int64_t size[2], double sigma[2])
{
	if (given.at && (given.len < 1 || given.len > 2))
		return CT_RAISED(CT_ERROR_VALUE,
				 "If sigma is a sequence, its length should be 2. Got %lld",
				 (long long)given.len);
	for (int i = 0; i < 2; i++) {
		sigma[i] = given.at ? given.at[given.len == 1 ? 0 : i]
				    : (double)size[i] * 0.15 + 0.35;
		if (sigma[i] <= 0)
			return CT_RAISED(CT_ERROR_VALUE,
					 "sigma should have positive values. Got %s",
					 ct_nn_float_text(sigma[i]).at);
	}
	return NULL;
}

ct_error ct_transform_gaussian_blur(const ct_tensor *image, ct_ints kernel_size, ct_floats sigma,
				    ct_tensor **result)
{
	int64_t size[2];
	double widths[2];

	CT_IMAGE_BEGIN(image);
	CT_TRY(read_kernel(kernel_size, size));
	CT_TRY(read_sigma(sigma, size, widths));
	if (ct_tensor_numel(image) == 0)
		return ct_image_end(image, image, result);
	return ct_image_end(blur(image, size, widths), image, result);
}

/* --- sharpness -------------------------------------------------------------------------------- */

static ct_tensor *sharpen(const ct_tensor *image, double factor)
{
	static const double a = 1.0 / 13.0, b = 5.0 / 13.0;
	const double numbers[] = { a, a, a, a, b, a, a, a, a };
	const bool is_floating = ct_image_is_floating(image);
	const ct_dtype dtype = is_floating ? ct_tensor_dtype(image) : CT_FLOAT32;
	const int64_t channels = ct_image_channels(image);
	ct_tensor *kernel = ct_image_numbers(numbers, CT_L(1, 1, 3, 3), dtype,
					     ct_tensor_device(image));
	ct_tensor *x, *blurred, *middle;

	kernel = CT_E(expand, kernel, CT_L(channels, 1, 3, 3));
	x = CT_E(to_dtype, image, dtype, .copy = true);
	blurred = CT_E(conv2d, ct_image_squash(x), kernel, .groups = channels);
	if (!is_floating)
		CT_E(round_, blurred);
	middle = ct_image_view(x, 1, 1, ct_image_height(image) - 2, ct_image_width(image) - 2);
	if (middle == NULL)
		return NULL;
	blurred = ct_image_unsquash(blurred, middle);
	CT_E(add_, middle, CT_E(sub_, blurred, middle), .alpha = CT_S(1.0 - factor));
	CT_E(clamp_, x, .min = CT_S(0),
	     .max = CT_S((int64_t)ct_image_max_value(ct_tensor_dtype(image))));
	return is_floating ? x : ct_image_as(x, ct_tensor_dtype(image));
}

ct_error ct_transform_adjust_sharpness(const ct_tensor *image, double factor, ct_tensor **result)
{
	CT_IMAGE_BEGIN(image);
	if (ct_image_channels(image) != 1 && ct_image_channels(image) != 3)
		return CT_RAISED(CT_ERROR_TYPE,
				 "Input image tensor can have 1 or 3 channels, but found %lld",
				 (long long)ct_image_channels(image));
	if (factor < 0)
		return CT_RAISED(CT_ERROR_VALUE, "sharpness_factor (%s) is not non-negative.",
				 ct_nn_float_text(factor).at);
	if (ct_tensor_numel(image) == 0 || ct_image_height(image) <= 2 ||
	    ct_image_width(image) <= 2)
		return ct_image_end(image, image, result);
	return ct_image_end(sharpen(image, factor), image, result);
}
