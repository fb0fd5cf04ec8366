/*
 * AutoAugment, RandAugment, TrivialAugmentWide, AugMix.
 */
#include "core/base/name_of.h"
#include "nn/functional/raise.h"
#include "vision/transforms/augment.h"
#include "vision/transforms/class.h"
#include "vision/transforms/draw.h"
#include "vision/transforms/image.h"

/* Without magnitudes; plain ones with a sign; others. */
#define NOTHING(name)                                                 \
	{                                                             \
		CT_AUGMENT_##name, CT_AUGMENT_NOTHING, 0, 0, 0, false \
	}
#define SIGNED(name, to)                                            \
	{                                                           \
		CT_AUGMENT_##name, CT_AUGMENT_PLAIN, 0, to, 0, true \
	}
#define BY_EDGE(name, edge, to, divisor)                                   \
	{                                                                  \
		CT_AUGMENT_##name, CT_AUGMENT_##edge, 0, to, divisor, true \
	}
#define BITS(from, to)                                                    \
	{                                                                 \
		CT_AUGMENT_POSTERIZE, CT_AUGMENT_BITS, from, to, 0, false \
	}
#define SOLARIZE                                                      \
	{                                                             \
		CT_AUGMENT_SOLARIZE, CT_AUGMENT_PLAIN, 1, 0, 0, false \
	}

/* --- AutoAugment ------------------------------------------------------------------------------ */

static const struct ct_augment_range auto_ranges[] = {
	[CT_AUGMENT_SHEAR_X] = SIGNED(SHEAR_X, 0.3),
	[CT_AUGMENT_SHEAR_Y] = SIGNED(SHEAR_Y, 0.3),
	[CT_AUGMENT_TRANSLATE_X] = BY_EDGE(TRANSLATE_X, WIDTH, 150.0 / 331.0, 0),
	[CT_AUGMENT_TRANSLATE_Y] = BY_EDGE(TRANSLATE_Y, HEIGHT, 150.0 / 331.0, 0),
	[CT_AUGMENT_ROTATE] = SIGNED(ROTATE, 30),
	[CT_AUGMENT_BRIGHTNESS] = SIGNED(BRIGHTNESS, 0.9),
	[CT_AUGMENT_COLOR] = SIGNED(COLOR, 0.9),
	[CT_AUGMENT_CONTRAST] = SIGNED(CONTRAST, 0.9),
	[CT_AUGMENT_SHARPNESS] = SIGNED(SHARPNESS, 0.9),
	[CT_AUGMENT_POSTERIZE] = BITS(8, 4),
	[CT_AUGMENT_SOLARIZE] = SOLARIZE,
	[CT_AUGMENT_AUTO_CONTRAST] = NOTHING(AUTO_CONTRAST),
	[CT_AUGMENT_EQUALIZE] = NOTHING(EQUALIZE),
	[CT_AUGMENT_INVERT] = NOTHING(INVERT),
};

static ct_error setup_auto(void *args)
{
	const struct ct_args_transforms_AutoAugment_ *a = args;

	if (ct_augment_policy(a->policy) == NULL)
		return CT_RAISED(CT_ERROR_VALUE,
				 "The provided policy %s is not recognized. (There are imagenet, "
				 "cifar10 and svhn.)",
				 a->policy ? a->policy : "None");
	return ct_transform_check_interpolation(a->interpolation);
}

static ct_error apply_auto(const void *args, const ct_tensor *image, ct_generator *generator,
			   ct_tensor **result)
{
	const struct ct_args_transforms_AutoAugment_ *a = args;
	const struct ct_augment_how how = { a->interpolation, a->fill };
	const int64_t drawn = ct_draw_int(generator, 0, CT_AUGMENT_PAIRS);
	const struct ct_augment_step *pair = ct_augment_policy(a->policy)[drawn];
	ct_tensor *x = (ct_tensor *)image;

	for (int i = 0; i < 2; i++) {
		const bool applies = ct_draw_rand(generator) <= pair[i].probability;

		CT_TRY(CT_DONE());
		if (applies)
			CT_TRY(ct_augment(x, &auto_ranges[pair[i].operation], pair[i].magnitude, 10,
					  &how, generator, &x));
	}
	*result = x;
	return NULL;
}

const struct ct_transform_code ct_transforms_AutoAugment_code = {
	.setup = setup_auto,
	.apply = apply_auto,
};

/* --- RandAugment ------------------------------------------------------------------------------ */

static const struct ct_augment_range rand_ranges[] = {
	NOTHING(IDENTITY),
	SIGNED(SHEAR_X, 0.3),
	SIGNED(SHEAR_Y, 0.3),
	BY_EDGE(TRANSLATE_X, WIDTH, 150.0 / 331.0, 0),
	BY_EDGE(TRANSLATE_Y, HEIGHT, 150.0 / 331.0, 0),
	SIGNED(ROTATE, 30),
	SIGNED(BRIGHTNESS, 0.9),
	SIGNED(COLOR, 0.9),
	SIGNED(CONTRAST, 0.9),
	SIGNED(SHARPNESS, 0.9),
	BITS(8, 4),
	SOLARIZE,
	NOTHING(AUTO_CONTRAST),
	NOTHING(EQUALIZE),
};

enum { RANGES = sizeof rand_ranges / sizeof *rand_ranges };

static ct_error check_bins(int64_t bins)
{
	if (bins >= 2)
		return NULL;
	return CT_RAISED(CT_ERROR_VALUE,
			 "num_magnitude_bins should be at least 2, but got %lld instead.",
			 (long long)bins);
}

static ct_error setup_rand(void *args)
{
	const struct ct_args_transforms_RandAugment_ *a = args;

	if (a->num_ops < 0)
		return CT_RAISED(CT_ERROR_VALUE,
				 "num_ops should be a non-negative integer, but got %lld instead.",
				 (long long)a->num_ops);
	CT_TRY(check_bins(a->num_magnitude_bins));
	if (a->magnitude < 0 || a->magnitude >= a->num_magnitude_bins)
		return CT_RAISED(CT_ERROR_INDEX,
				 "magnitude %lld is out of range: there are %lld bins",
				 (long long)a->magnitude, (long long)a->num_magnitude_bins);
	return ct_transform_check_interpolation(a->interpolation);
}

static ct_error apply_rand(const void *args, const ct_tensor *image, ct_generator *generator,
			   ct_tensor **result)
{
	const struct ct_args_transforms_RandAugment_ *a = args;
	const struct ct_augment_how how = { a->interpolation, a->fill };
	ct_tensor *x = (ct_tensor *)image;

	for (int64_t i = 0; i < a->num_ops; i++) {
		const int64_t drawn = ct_draw_int(generator, 0, RANGES);

		CT_TRY(CT_DONE());
		CT_TRY(ct_augment(x, &rand_ranges[drawn], a->magnitude, a->num_magnitude_bins, &how,
				  generator, &x));
	}
	*result = x;
	return NULL;
}

const struct ct_transform_code ct_transforms_RandAugment_code = {
	.setup = setup_rand,
	.apply = apply_rand,
};

/* --- TrivialAugmentWide ----------------------------------------------------------------------- */

static const struct ct_augment_range wide_ranges[RANGES] = {
	NOTHING(IDENTITY),
	SIGNED(SHEAR_X, 0.99),
	SIGNED(SHEAR_Y, 0.99),
	SIGNED(TRANSLATE_X, 32),
	SIGNED(TRANSLATE_Y, 32),
	SIGNED(ROTATE, 135),
	SIGNED(BRIGHTNESS, 0.99),
	SIGNED(COLOR, 0.99),
	SIGNED(CONTRAST, 0.99),
	SIGNED(SHARPNESS, 0.99),
	BITS(8, 6),
	SOLARIZE,
	NOTHING(AUTO_CONTRAST),
	NOTHING(EQUALIZE),
};

static ct_error setup_wide(void *args)
{
	const struct ct_args_transforms_TrivialAugmentWide_ *a = args;

	CT_TRY(check_bins(a->num_magnitude_bins));
	return ct_transform_check_interpolation(a->interpolation);
}

/* Draws the magnitude too, if the operation has one. */
static ct_error augment_at_random(const ct_tensor *image, const struct ct_augment_range *range,
				  int64_t most, int64_t bins, const struct ct_augment_how *how,
				  ct_generator *generator, ct_tensor **result)
{
	int64_t index = 0;

	if (range->unit != CT_AUGMENT_NOTHING)
		index = ct_draw_int(generator, 0, most);
	CT_TRY(CT_DONE());
	return ct_augment(image, range, index, bins, how, generator, result);
}

static ct_error apply_wide(const void *args, const ct_tensor *image, ct_generator *generator,
			   ct_tensor **result)
{
	const struct ct_args_transforms_TrivialAugmentWide_ *a = args;
	const struct ct_augment_how how = { a->interpolation, a->fill };
	const int64_t drawn = ct_draw_int(generator, 0, RANGES);

	return augment_at_random(image, &wide_ranges[drawn], a->num_magnitude_bins,
				 a->num_magnitude_bins, &how, generator, result);
}

const struct ct_transform_code ct_transforms_TrivialAugmentWide_code = {
	.setup = setup_wide,
	.apply = apply_wide,
};

/* --- AugMix ----------------------------------------------------------------------------------- */

/* The first MIXED_PARTIAL are those without all_ops. */
static const struct ct_augment_range mixed_ranges[] = {
	SIGNED(SHEAR_X, 0.3),
	SIGNED(SHEAR_Y, 0.3),
	BY_EDGE(TRANSLATE_X, WIDTH, 1, 3.0),
	BY_EDGE(TRANSLATE_Y, HEIGHT, 1, 3.0),
	SIGNED(ROTATE, 30),
	BITS(4, 4),
	SOLARIZE,
	NOTHING(AUTO_CONTRAST),
	NOTHING(EQUALIZE),
	SIGNED(BRIGHTNESS, 0.9),
	SIGNED(COLOR, 0.9),
	SIGNED(CONTRAST, 0.9),
	SIGNED(SHARPNESS, 0.9),
};

enum { MIXED_PARTIAL = 9, MIXED_ALL = sizeof mixed_ranges / sizeof *mixed_ranges, MIXED_BINS = 10 };

static ct_error setup_mix(void *args)
{
	const struct ct_args_transforms_AugMix_ *a = args;

	if (a->severity < 1 || a->severity > MIXED_BINS)
		return CT_RAISED(CT_ERROR_VALUE,
				 "The severity must be between [1, %d]. Got %lld instead.",
				 MIXED_BINS, (long long)a->severity);
	if (a->mixture_width < 1)
		return CT_RAISED(CT_ERROR_VALUE,
				 "mixture_width must be at least 1. Got %lld instead.",
				 (long long)a->mixture_width);
	if (!(a->alpha > 0))
		return CT_RAISED(CT_ERROR_VALUE, "alpha must be positive. Got %s instead.",
				 ct_nn_float_text(a->alpha).at);
	return ct_transform_check_interpolation(a->interpolation);
}

/* `n` weights for each image of the batch, [batch, n]. */
static ct_tensor *draw_weights(double alpha, int64_t batch, int64_t n, ct_generator *generator)
{
	ct_tensor *alphas = CT_E(expand, CT_E(full, CT_L(n), alpha, .device = CT_DEVICE_CPU),
				 CT_L(batch, -1));

	return CT_E(_sample_dirichlet, alphas, .generator = generator);
}

/* Column `i` as [batch, 1, 1, 1]. */
static ct_tensor *weight_at(const ct_tensor *weights, int64_t i)
{
	return CT_E(reshape, CT_E(select, weights, 1, i), CT_L(-1, 1, 1, 1));
}

static ct_error run_chain(const struct ct_args_transforms_AugMix_ *a, const ct_tensor *batch,
			  ct_generator *generator, ct_tensor **result)
{
	const struct ct_augment_how how = { a->interpolation, a->fill };
	const int64_t depth = a->chain_depth > 0 ? a->chain_depth : ct_draw_int(generator, 1, 4);
	ct_tensor *x = (ct_tensor *)batch;

	for (int64_t i = 0; i < depth; i++) {
		const int64_t drawn = ct_draw_int(generator, 0,
						  a->all_ops ? MIXED_ALL : MIXED_PARTIAL);

		CT_TRY(augment_at_random(x, &mixed_ranges[drawn], a->severity, MIXED_BINS, &how,
					 generator, &x));
	}
	*result = x;
	return NULL;
}

static ct_error apply_mix(const void *args, const ct_tensor *image, ct_generator *generator,
			  ct_tensor **result)
{
	const struct ct_args_transforms_AugMix_ *a = args;
	ct_tensor *batch = ct_image_squash(image), *of_image, *weights, *mix, *x;
	int64_t n;

	CT_TRY(CT_FINISH(batch, &batch));
	n = ct_tensor_size(batch, 0);
	of_image = draw_weights(a->alpha, n, 2, generator);
	weights = draw_weights(a->alpha, n, a->mixture_width, generator);
	weights = CT_E(mul, weights, CT_E(reshape, CT_E(select, of_image, 1, 1), CT_L(n, -1)));
	mix = CT_E(mul, weight_at(of_image, 0), batch);
	CT_TRY(CT_DONE());
	for (int64_t i = 0; i < a->mixture_width; i++) {
		CT_TRY(run_chain(a, batch, generator, &x));
		CT_E(add_, mix, CT_E(mul, weight_at(weights, i), x));
	}
	x = ct_image_as(ct_image_unsquash(mix, image), ct_tensor_dtype(image));
	return CT_FINISH(x, result);
}

const struct ct_transform_code ct_transforms_AugMix_code = {
	.setup = setup_mix,
	.apply = apply_mix,
};
