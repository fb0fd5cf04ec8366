/*
 * Classes that change colors.
 */
#include <math.h>

#include "core/base/name_of.h"
#include "nn/functional/raise.h"
#include "vision/transforms/class.h"
#include "vision/transforms/draw.h"
#include "vision/transforms/image.h"

/* ORDER: Python's numbers of the changes. */
enum change { BRIGHTNESS, CONTRAST, SATURATION, HUE, CHANGES };

static ct_error change(enum change which, const ct_tensor *image, double factor, ct_tensor **result)
{
	switch (which) {
	case BRIGHTNESS:
		return ct_transform_adjust_brightness(image, factor, result);
	case CONTRAST:
		return ct_transform_adjust_contrast(image, factor, result);
	case SATURATION:
		return ct_transform_adjust_saturation(image, factor, result);
	default:
		return ct_transform_adjust_hue(image, factor, result);
	}
}

/* --- ColorJitter ------------------------------------------------------------------------------ */

/* One number becomes an interval around `center`; one that changes nothing becomes None. */
static ct_error setup_interval(ct_floats *list, enum change which, const char *name)
{
	const double center = which == HUE ? 0 : 1;
	const double low = which == HUE ? -0.5 : 0, high = which == HUE ? 0.5 : INFINITY;
	double *own = (double *)list->at;

	if (own == NULL)
		return NULL;
	if (list->len != 1 && list->len != 2)
		return CT_RAISED(CT_ERROR_TYPE,
				 "%s=%s should be a single number or a sequence with length 2.",
				 name, ct_nn_floats_text(*list).at);
	if (list->len == 1 && own[0] < 0)
		return CT_RAISED(CT_ERROR_VALUE,
				 "If %s is a single number, it must be non negative.", name);
	if (list->len == 1) {
		own[1] = center + own[0];
		own[0] = which == HUE ? center - own[0] : fmax(center - own[0], 0);
		list->len = 2;
	}
	if (!(low <= own[0] && own[0] <= own[1] && own[1] <= high))
		return CT_RAISED(CT_ERROR_VALUE,
				 "%s values should be between (%s, %s) and increasing, but got "
				 "[%s, %s].",
				 name, which == HUE ? "-0.5" : "0", which == HUE ? "0.5" : "inf",
				 ct_nn_float_text(own[0]).at, ct_nn_float_text(own[1]).at);
	if (own[0] == center && own[1] == center)
		*list = (ct_floats){ NULL, 0 };
	return NULL;
}

static ct_error colors_setup_jitter(void *args)
{
	struct ct_args_transforms_ColorJitter_ *a = args;

	CT_TRY(setup_interval(&a->brightness, BRIGHTNESS, "brightness"));
	CT_TRY(setup_interval(&a->contrast, CONTRAST, "contrast"));
	CT_TRY(setup_interval(&a->saturation, SATURATION, "saturation"));
	return setup_interval(&a->hue, HUE, "hue");
}

static ct_error colors_apply_jitter(const void *args, const ct_tensor *image,
				    ct_generator *generator, ct_tensor **result)
{
	const struct ct_args_transforms_ColorJitter_ *a = args;
	const ct_floats intervals[CHANGES] = { a->brightness, a->contrast, a->saturation, a->hue };
	double factors[CHANGES] = { 0 };
	int64_t order[CHANGES];
	ct_tensor *x = (ct_tensor *)image;

	ct_draw_permutation(generator, CHANGES, order);
	for (int i = 0; i < CHANGES; i++)
		if (intervals[i].at)
			factors[i] = ct_draw_uniform(generator, intervals[i].at[0],
						     intervals[i].at[1]);
	CT_TRY(CT_DONE());
	for (int i = 0; i < CHANGES; i++)
		if (intervals[order[i]].at)
			CT_TRY(change((enum change)order[i], x, factors[order[i]], &x));
	*result = x;
	return NULL;
}

const struct ct_transform_code ct_transforms_ColorJitter_code = {
	.setup = colors_setup_jitter,
	.apply = colors_apply_jitter,
};

/* --- RandomPhotometricDistort ----------------------------------------------------------------- */

enum { MOST_CHANNELS = 64 };

static ct_error setup_distort(void *args)
{
	const struct ct_args_transforms_RandomPhotometricDistort_ *a = args;
	static const char *const names[] = { "brightness", "contrast", "saturation", "hue" };
	const ct_floats lists[] = { a->brightness, a->contrast, a->saturation, a->hue };

	for (int i = 0; i < CHANGES; i++)
		if (lists[i].at == NULL || lists[i].len != 2)
			return CT_RAISED(CT_ERROR_VALUE, "%s should be a sequence of length 2.",
					 names[i]);
	return ct_transform_check_p(a->p);
}

/* The channels in a random order. */
static ct_error permute(const ct_tensor *image, ct_generator *generator, ct_tensor **result)
{
	const int64_t n = ct_image_channels(image);
	int64_t order[MOST_CHANNELS];

	if (n > MOST_CHANNELS)
		return CT_RAISED(CT_ERROR_VALUE,
				 "channels can be permuted only in images of up to %d channels, "
				 "not %lld",
				 MOST_CHANNELS, (long long)n);
	ct_draw_permutation(generator, n, order);
	CT_TRY(CT_DONE());
	return ct_transform_permute_channels(image, CT_INTS_OF(order, n), result);
}

/* What is drawn: a factor that is not drawn is NaN. */
struct distortion {
	double factors[CHANGES];
	bool contrast_first;
};

static struct distortion draw_distortion(
	const struct ct_args_transforms_RandomPhotometricDistort_ *a, ct_generator *generator)
{
	const ct_floats intervals[] = { a->brightness, a->contrast, a->saturation, a->hue };
	struct distortion drawn;

	for (int i = 0; i < CHANGES; i++)
		drawn.factors[i] = ct_draw_rand(generator) < (float)a->p
					   ? ct_draw_uniform(generator, intervals[i].at[0],
							     intervals[i].at[1])
					   : NAN;
	drawn.contrast_first = ct_draw_rand(generator) < 0.5F;
	return drawn;
}

static ct_error apply_distort(const void *args, const ct_tensor *image, ct_generator *generator,
			      ct_tensor **result)
{
	static const enum change orders[2][CHANGES] = {
		{ BRIGHTNESS, SATURATION, HUE, CONTRAST },
		{ BRIGHTNESS, CONTRAST, SATURATION, HUE },
	};
	const struct ct_args_transforms_RandomPhotometricDistort_ *a = args;
	const struct distortion drawn = draw_distortion(a, generator);
	const bool permutes = ct_draw_rand(generator) < (float)a->p;
	ct_tensor *x = (ct_tensor *)image;

	CT_TRY(CT_DONE());
	for (int i = 0; i < CHANGES; i++) {
		const enum change which = orders[drawn.contrast_first][i];

		if (!isnan(drawn.factors[which]))
			CT_TRY(change(which, x, drawn.factors[which], &x));
	}
	if (permutes)
		CT_TRY(permute(x, generator, &x));
	*result = x;
	return NULL;
}

const struct ct_transform_code ct_transforms_RandomPhotometricDistort_code = {
	.setup = setup_distort,
	.apply = apply_distort,
};

static ct_error apply_permutation(const void *args, const ct_tensor *image, ct_generator *generator,
				  ct_tensor **result)
{
	(void)args;
	return permute(image, generator, result);
}

const struct ct_transform_code ct_transforms_RandomChannelPermutation_code = {
	.apply = apply_permutation,
};

/* --- gray ------------------------------------------------------------------------------------- */

static ct_error apply_gray(const void *args, const ct_tensor *image, ct_generator *generator,
			   ct_tensor **result)
{
	const struct ct_args_transforms_Grayscale_ *a = args;

	(void)generator;
	return ct_transform_rgb_to_grayscale(image, a->num_output_channels, result);
}

const struct ct_transform_code ct_transforms_Grayscale_code = { .apply = apply_gray };

static ct_error check_gray(void *args)
{
	return ct_transform_check_p(((struct ct_args_transforms_RandomGrayscale_ *)args)->p);
}

static ct_error apply_random_gray(const void *args, const ct_tensor *image, ct_generator *generator,
				  ct_tensor **result)
{
	(void)args, (void)generator;
	return ct_transform_rgb_to_grayscale(image, ct_image_channels(image), result);
}

const struct ct_transform_code ct_transforms_RandomGrayscale_code = {
	.setup = check_gray,
	.apply = apply_random_gray,
	.p = offsetof(struct ct_args_transforms_RandomGrayscale_, p),
};

static ct_error apply_rgb(const void *args, const ct_tensor *image, ct_generator *generator,
			  ct_tensor **result)
{
	(void)args, (void)generator;
	if (ct_image_channels(image) >= 3)
		return ct_transform_keep_image(image, result);
	return ct_transform_rgb_to_grayscale(image, 3, result);
}

const struct ct_transform_code ct_transforms_RGB_code = { .apply = apply_rgb };

/* --- GaussianBlur ----------------------------------------------------------------------------- */

static ct_error setup_blur(void *args)
{
	struct ct_args_transforms_GaussianBlur_ *a = args;

	CT_TRY(ct_transform_pair(&a->kernel_size,
				 "Kernel size should be a tuple/list of two integers"));
	for (int i = 0; i < 2; i++)
		if (a->kernel_size.at[i] <= 0 || a->kernel_size.at[i] % 2 == 0)
			return CT_RAISED(CT_ERROR_VALUE,
					 "Kernel size value should be an odd and positive number.");
	CT_TRY(ct_transform_two(&a->sigma, "sigma"));
	if (a->sigma.at[0] > 0 && a->sigma.at[0] <= a->sigma.at[1])
		return NULL;
	return CT_RAISED(CT_ERROR_VALUE,
			 "sigma values should be positive and of the form (min, max). Got [%s, "
			 "%s]",
			 ct_nn_float_text(a->sigma.at[0]).at, ct_nn_float_text(a->sigma.at[1]).at);
}

static ct_error apply_blur(const void *args, const ct_tensor *image, ct_generator *generator,
			   ct_tensor **result)
{
	const struct ct_args_transforms_GaussianBlur_ *a = args;
	const double sigma = ct_draw_uniform(generator, a->sigma.at[0], a->sigma.at[1]);

	CT_TRY(CT_DONE());
	return ct_transform_gaussian_blur(image, a->kernel_size, CT_FLOATS(sigma), result);
}

const struct ct_transform_code ct_transforms_GaussianBlur_code = {
	.setup = setup_blur,
	.apply = apply_blur,
};
