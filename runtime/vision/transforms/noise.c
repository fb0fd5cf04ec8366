/*
 * GaussianNoise.
 */
#include <ctorch/core/dtype.h>
#include <ctorch/tensor/create.h>

#include "core/base/name_of.h"
#include "nn/functional/raise.h"
#include "vision/transforms/class.h"
#include "vision/transforms/image.h"

/* torch.randn_like(), which takes no generator in all releases. */
static ct_tensor *draw_like(const ct_tensor *image, ct_dtype dtype, ct_generator *generator)
{
	return CT_E(normal_, CT_E(empty_like, image, .dtype = dtype), .generator = generator);
}

/* The sum is computed in integers of 16 bits, so that it can exceed the range before it is
 * clipped. */
static ct_tensor *add_to_bytes(const ct_tensor *image, double mean, double sigma, bool clip,
			       ct_generator *generator)
{
	ct_tensor *x = CT_E(mul, draw_like(image, CT_FLOAT32, generator), sigma * 255);

	x = CT_E(add, image, ct_image_as(CT_E(add, x, mean * 255), CT_INT16));
	if (clip)
		x = CT_E(clamp, x, .min = CT_S(0), .max = CT_S(255));
	return ct_image_as(x, CT_UINT8);
}

static ct_tensor *add_to_floats(const ct_tensor *image, double mean, double sigma, bool clip,
				ct_generator *generator)
{
	ct_tensor *x = CT_E(mul, draw_like(image, ct_tensor_dtype(image), generator), sigma);

	x = CT_E(add, image, CT_E(add, x, mean));
	return clip ? CT_E(clamp, x, .min = CT_S(0), .max = CT_S(1)) : x;
}

ct_error ct_transform_gaussian_noise(const ct_tensor *image, double mean, double sigma, bool clip,
				     ct_generator *generator, ct_tensor **result)
{
	CT_IMAGE_BEGIN(image);
	if (sigma < 0)
		return CT_RAISED(CT_ERROR_VALUE, "sigma shouldn't be negative. Got %s",
				 ct_nn_float_text(sigma).at);
	if (ct_image_is_floating(image))
		return ct_image_end(add_to_floats(image, mean, sigma, clip, generator), image,
				    result);
	if (ct_tensor_dtype(image) == CT_UINT8)
		return ct_image_end(add_to_bytes(image, mean, sigma, clip, generator), image,
				    result);
	return CT_RAISED(CT_ERROR_VALUE,
			 "Input tensor is expected to be in uint8 or float dtype, got "
			 "dtype=torch.%s",
			 ct_dtype_name(ct_tensor_dtype(image)));
}

static ct_error noise_apply(const void *args, const ct_tensor *image, ct_generator *generator,
			    ct_tensor **result)
{
	const struct ct_args_transforms_GaussianNoise_ *a = args;

	return ct_transform_gaussian_noise(image, a->mean, a->sigma, a->clip, generator, result);
}

const struct ct_transform_code ct_transforms_GaussianNoise_code = { .apply = noise_apply };
