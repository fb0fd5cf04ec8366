/*
 * Classes that change the values of each channel, with a probability.
 */
#include "vision/transforms/class.h"
#include "vision/transforms/image.h"

/* What all of them have: the check of p, and the place of p. */
#define CHECKS_P(name)                                                                 \
	static ct_error check_##name(void *args)                                       \
	{                                                                              \
		return ct_transform_check_p(                                           \
			((const struct ct_args_transforms_Random##name##_ *)args)->p); \
	}
#define CODE_OF(name)                                                        \
	const struct ct_transform_code ct_transforms_Random##name##_code = { \
		.setup = check_##name,                                       \
		.apply = apply_##name,                                       \
		.p = offsetof(struct ct_args_transforms_Random##name##_, p), \
	}

CHECKS_P(Invert)

static ct_error apply_Invert(const void *args, const ct_tensor *image, ct_generator *generator,
			     ct_tensor **result)
{
	(void)args, (void)generator;
	return ct_transform_invert(image, result);
}

CODE_OF(Invert);

CHECKS_P(Posterize)

static ct_error apply_Posterize(const void *args, const ct_tensor *image, ct_generator *generator,
				ct_tensor **result)
{
	const struct ct_args_transforms_RandomPosterize_ *a = args;

	(void)generator;
	return ct_transform_posterize(image, a->bits, result);
}

CODE_OF(Posterize);

CHECKS_P(Solarize)

static ct_error apply_Solarize(const void *args, const ct_tensor *image, ct_generator *generator,
			       ct_tensor **result)
{
	const struct ct_args_transforms_RandomSolarize_ *a = args;

	(void)generator;
	return ct_transform_solarize(image, a->threshold, result);
}

CODE_OF(Solarize);

CHECKS_P(AdjustSharpness)

static ct_error apply_AdjustSharpness(const void *args, const ct_tensor *image,
				      ct_generator *generator, ct_tensor **result)
{
	const struct ct_args_transforms_RandomAdjustSharpness_ *a = args;

	(void)generator;
	return ct_transform_adjust_sharpness(image, a->sharpness_factor, result);
}

CODE_OF(AdjustSharpness);

CHECKS_P(Autocontrast)

static ct_error apply_Autocontrast(const void *args, const ct_tensor *image,
				   ct_generator *generator, ct_tensor **result)
{
	(void)args, (void)generator;
	return ct_transform_autocontrast(image, result);
}

CODE_OF(Autocontrast);

CHECKS_P(Equalize)

static ct_error apply_Equalize(const void *args, const ct_tensor *image, ct_generator *generator,
			       ct_tensor **result)
{
	(void)args, (void)generator;
	return ct_transform_equalize(image, result);
}

CODE_OF(Equalize);
