/*
 * MixUp and CutMix of batches.
 */
#include <math.h>
#include <string.h>

#include <ctorch/core/dtype.h>
#include <ctorch/vision/transform.h>

#include "core/memory/checked.h"
#include "core/memory/expression.h"
#include "nn/functional/raise.h"
#include "vision/transforms/draw.h"
#include "vision/transforms/image.h"

/* The arguments of a call. */
struct mixing {
	const char *function;
	const ct_tensor *images, *labels;
	double alpha;
	int64_t num_classes;
	ct_generator *generator;
};

/* --- checks ----------------------------------------------------------------------------------- */

static ct_error check_labels(const struct mixing *mixing)
{
	const int64_t dims = ct_tensor_dim(mixing->labels), classes = mixing->num_classes;

	if (dims != 1 && dims != 2)
		return ct_error_new(
			CT_ERROR_VALUE, mixing->function,
			"labels should be index based with shape (batch_size,) or "
			"probability based with shape (batch_size, num_classes), but got a "
			"tensor of shape %s instead.",
			ct_nn_size_text(mixing->labels).at);
	if (dims == 2 && classes && ct_tensor_size(mixing->labels, 1) != classes)
		return ct_error_new(
			CT_ERROR_VALUE, mixing->function,
			"When passing 2D labels, the number of elements in last dimension "
			"must match num_classes: %lld != %lld. You can Leave num_classes to "
			"None.",
			(long long)ct_tensor_size(mixing->labels, 1), (long long)classes);
	if (dims == 1 && classes == 0)
		return ct_error_new(
			CT_ERROR_VALUE, mixing->function,
			"num_classes must be passed if the labels are index-based (1D)");
	return NULL;
}

static ct_error check(const struct mixing *mixing)
{
	const int64_t dims = ct_tensor_dim(mixing->images);

	if (!(mixing->alpha > 0))
		return ct_error_new(CT_ERROR_VALUE, mixing->function,
				    "alpha should be positive, but got %s",
				    ct_nn_float_text(mixing->alpha).at);
	CT_TRY(check_labels(mixing));
	if (dims != 4)
		return ct_error_new(CT_ERROR_VALUE, mixing->function,
				    "Expected a batched input with 4 dims, but got %lld dimensions "
				    "instead.",
				    (long long)dims);
	if (ct_tensor_size(mixing->images, 0) != ct_tensor_size(mixing->labels, 0))
		return ct_error_new(
			CT_ERROR_VALUE, mixing->function,
			"The batch size of the image or video does not match the batch size "
			"of the labels: %lld != %lld.",
			(long long)ct_tensor_size(mixing->images, 0),
			(long long)ct_tensor_size(mixing->labels, 0));
	return NULL;
}

static ct_error begin(const char *function, const ct_tensor *images, const ct_tensor *labels,
		      const ct_mix_options *options, ct_generator *generator, bool has_results,
		      struct mixing *mixing)
{
	const ct_mix_options plain = { 0 };

	if (images == NULL || labels == NULL)
		return ct_missing_argument(function, images ? 2 : 1, images ? "labels" : "images");
	CT_TRY(ct_check_given(images, function));
	CT_TRY(ct_check_given(labels, function));
	if (!has_results)
		return ct_missing_argument(function, 5, "image_result, label_result");
	options = options ? options : &plain;
	*mixing = (struct mixing){ function,
				   images,
				   labels,
				   options->alpha != 0 ? options->alpha : 1,
				   options->num_classes,
				   generator };
	return check(mixing);
}

/* --- parts of expressions --------------------------------------------------------------------- */

/* Beta(alpha, alpha), as torch.distributions draws it. */
static double draw_lam(const struct mixing *mixing)
{
	ct_tensor *alphas = CT_E(full, CT_L(1, 2), mixing->alpha, .device = CT_DEVICE_CPU);
	ct_tensor *drawn = CT_E(_sample_dirichlet, alphas, .generator = mixing->generator);

	return CT_ITEM(CT_E(select, drawn, 1, 0));
}

/* `lam` of each, and the rest of the one before it. */
static ct_tensor *mix(const ct_tensor *x, double lam)
{
	ct_tensor *before = CT_E(roll, x, CT_L(1), CT_L(0));

	return CT_E(add_, ct_image_times(before, 1.0 - lam), ct_image_times(x, lam));
}

static ct_tensor *mix_labels(const struct mixing *mixing, double lam)
{
	ct_tensor *x = (ct_tensor *)mixing->labels;

	if (ct_tensor_dim(x) == 1)
		x = CT_E(one_hot, x, mixing->num_classes);
	if (x && !ct_dtype_is_floating_point(ct_tensor_dtype(x)))
		x = ct_image_as(x, CT_FLOAT32);
	return mix(x, lam);
}

static ct_error end(ct_tensor *images, ct_tensor *labels, ct_tensor **image_result,
		    ct_tensor **label_result)
{
	CT_TRY(CT_DONE());
	ct_scope_move_up(images);
	ct_scope_move_up(labels);
	*image_result = images;
	*label_result = labels;
	return NULL;
}

/* --- the two ---------------------------------------------------------------------------------- */

ct_error ct_transform_mixup(const ct_tensor *images, const ct_tensor *labels,
			    ct_generator *generator, const ct_mix_options *options,
			    ct_tensor **image_result, ct_tensor **label_result)
{
	struct mixing mixing;
	double lam;
	ct_tensor *mixed;

	CT_TRY(begin(__func__, images, labels, options, generator, image_result && label_result,
		     &mixing));
	CT_OWN_SCOPE(__func__);
	lam = draw_lam(&mixing);
	mixed = mix(images, lam);
	return end(mixed, mix_labels(&mixing, lam), image_result, label_result);
}

/* A range of a line around a random place, of `part` of its length. */
static void draw_range(int64_t place, double part, int64_t n, int64_t *from, int64_t *to)
{
	const int64_t half = (int64_t)(part * (double)n);

	*from = place - half > 0 ? place - half : 0;
	*to = place + half < n ? place + half : n;
}

/* The rectangle of each image becomes that of the one before it. */
static ct_tensor *paste(const ct_tensor *images, int64_t top, int64_t bottom, int64_t left,
			int64_t right)
{
	ct_tensor *before = CT_E(roll, images, CT_L(1), CT_L(0)), *x = CT_E(clone, images);

	CT_E(copy_, ct_image_view(x, top, left, bottom - top, right - left),
	     ct_image_view(before, top, left, bottom - top, right - left));
	return x;
}

ct_error ct_transform_cutmix(const ct_tensor *images, const ct_tensor *labels,
			     ct_generator *generator, const ct_mix_options *options,
			     ct_tensor **image_result, ct_tensor **label_result)
{
	struct mixing mixing;
	int64_t width, height, x, y, left, right, top, bottom;
	double part, lam;
	ct_tensor *pasted;

	CT_TRY(begin(__func__, images, labels, options, generator, image_result && label_result,
		     &mixing));
	CT_OWN_SCOPE(__func__);
	width = ct_image_width(images);
	height = ct_image_height(images);
	part = 0.5 * sqrt(1.0 - draw_lam(&mixing));
	x = ct_draw_int(generator, 0, width);
	y = ct_draw_int(generator, 0, height);
	draw_range(x, part, width, &left, &right);
	draw_range(y, part, height, &top, &bottom);
	/* The part that stays. */
	lam = 1.0 - (double)((right - left) * (bottom - top)) / (double)(width * height);
	pasted = paste(images, top, bottom, left, right);
	return end(pasted, mix_labels(&mixing, lam), image_result, label_result);
}
