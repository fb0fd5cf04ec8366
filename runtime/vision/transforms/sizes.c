/*
 * Classes that resize to a random size, and RandomZoomOut.
 *
 * Python multiplies sizes with numbers that it has drawn as tensors of float32, and with others as
 * doubles; the sizes are those of Python only in the same precision.
 */
#include "core/base/name_of.h"
#include "nn/functional/raise.h"
#include "vision/transforms/class.h"
#include "vision/transforms/draw.h"
#include "vision/transforms/image.h"

/* Python's int() of an edge: a ValueError for a number that no image can have. */
static ct_error to_edge(double number, int64_t *result)
{
	if (!(number > -1 && number < INT32_MAX))
		return CT_RAISED(CT_ERROR_VALUE,
				 "an image cannot be resized to an edge length of %s pixels",
				 ct_nn_float_text(number).at);
	*result = (int64_t)number;
	return NULL;
}

/* An edge times a tensor of float32. */
static ct_error scale_edge(int64_t edge, float factor, int64_t *result)
{
	const float number = (float)edge * factor;

	return to_edge((double)number, result);
}

/* `low + torch.rand(1) * (high - low)` */
static float draw_between(ct_generator *generator, const double range[2])
{
	const float part = ct_draw_rand(generator) * (float)(range[1] - range[0]);

	return (float)range[0] + part;
}

/* --- RandomResize ----------------------------------------------------------------------------- */

static ct_error sizes_setup_resize(void *args)
{
	return ct_transform_check_interpolation(
		((const struct ct_args_transforms_RandomResize_ *)args)->interpolation);
}

static ct_error sizes_apply_resize(const void *args, const ct_tensor *image,
				   ct_generator *generator, ct_tensor **result)
{
	const struct ct_args_transforms_RandomResize_ *a = args;
	const int64_t size = ct_draw_int(generator, a->min_size, a->max_size);

	CT_TRY(CT_DONE());
	return ct_transform_resize(image, CT_L(size), a->interpolation, CT_NO_INT, a->antialias,
				   result);
}

const struct ct_transform_code ct_transforms_RandomResize_code = {
	.setup = sizes_setup_resize,
	.apply = sizes_apply_resize,
};

/* --- RandomShortestSize ----------------------------------------------------------------------- */

static ct_error setup_shortest(void *args)
{
	const struct ct_args_transforms_RandomShortestSize_ *a = args;

	if (a->min_size.at == NULL || a->min_size.len == 0)
		return CT_RAISED(CT_ERROR_VALUE,
				 "min_size must be an integer or a sequence of integers");
	return ct_transform_check_interpolation(a->interpolation);
}

static ct_error apply_shortest(const void *args, const ct_tensor *image, ct_generator *generator,
			       ct_tensor **result)
{
	const struct ct_args_transforms_RandomShortestSize_ *a = args;
	const int64_t place = ct_draw_int(generator, 0, a->min_size.len);
	const double height = (double)ct_image_height(image), width = (double)ct_image_width(image);
	int64_t new_height = 0, new_width = 0;
	double r;

	CT_TRY(CT_DONE());
	r = (double)a->min_size.at[place] / (height < width ? height : width);
	if (a->max_size != CT_NO_INT) {
		const double limit = (double)a->max_size / (height > width ? height : width);

		r = limit < r ? limit : r;
	}
	CT_TRY(to_edge(height * r, &new_height));
	CT_TRY(to_edge(width * r, &new_width));
	return ct_transform_resize(image, CT_L(new_height, new_width), a->interpolation, CT_NO_INT,
				   a->antialias, result);
}

const struct ct_transform_code ct_transforms_RandomShortestSize_code = {
	.setup = setup_shortest,
	.apply = apply_shortest,
};

/* --- ScaleJitter ------------------------------------------------------------------------------ */

static ct_error sizes_setup_jitter(void *args)
{
	const struct ct_args_transforms_ScaleJitter_ *a = args;

	if (a->target_size.at == NULL || a->target_size.len != 2)
		return CT_RAISED(CT_ERROR_VALUE, "target_size should be a sequence of length 2.");
	if (a->scale_range.at == NULL || a->scale_range.len != 2)
		return CT_RAISED(CT_ERROR_VALUE, "scale_range should be a sequence of length 2.");
	return ct_transform_check_interpolation(a->interpolation);
}

/* Python compares the second number of target_size with the height, and so does this. */
static ct_error sizes_apply_jitter(const void *args, const ct_tensor *image,
				   ct_generator *generator, ct_tensor **result)
{
	const struct ct_args_transforms_ScaleJitter_ *a = args;
	const double y = (double)a->target_size.at[1] / (double)ct_image_height(image),
		     x = (double)a->target_size.at[0] / (double)ct_image_width(image);
	const float r = (float)(x < y ? x : y) * draw_between(generator, a->scale_range.at);
	int64_t height = 0, width = 0;

	CT_TRY(CT_DONE());
	CT_TRY(scale_edge(ct_image_width(image), r, &width));
	CT_TRY(scale_edge(ct_image_height(image), r, &height));
	return ct_transform_resize(image, CT_L(height, width), a->interpolation, CT_NO_INT,
				   a->antialias, result);
}

const struct ct_transform_code ct_transforms_ScaleJitter_code = {
	.setup = sizes_setup_jitter,
	.apply = sizes_apply_jitter,
};

/* --- RandomZoomOut ---------------------------------------------------------------------------- */

static ct_error setup_zoom(void *args)
{
	const struct ct_args_transforms_RandomZoomOut_ *a = args;

	CT_TRY(ct_transform_check_p(a->p));
	if (a->side_range.at == NULL || a->side_range.len != 2)
		return CT_RAISED(CT_ERROR_VALUE, "side_range should be a sequence of length 2.");
	if (a->side_range.at[0] < 1 || a->side_range.at[0] > a->side_range.at[1])
		return CT_RAISED(CT_ERROR_VALUE, "Invalid side range provided %s.",
				 ct_nn_floats_text(a->side_range).at);
	return NULL;
}

/* How much of `more` is before the image, by the next of Python's torch.rand(2). */
static int64_t part_of(int64_t more, float drawn)
{
	const float part = (float)more * drawn;

	return (int64_t)part;
}

static ct_error apply_zoom(const void *args, const ct_tensor *image, ct_generator *generator,
			   ct_tensor **result)
{
	const struct ct_args_transforms_RandomZoomOut_ *a = args;
	const int64_t height = ct_image_height(image), width = ct_image_width(image);
	const float r = draw_between(generator, a->side_range.at);
	int64_t more_x = 0, more_y = 0, left, top;

	CT_TRY(CT_DONE());
	CT_TRY(scale_edge(width, r, &more_x));
	CT_TRY(scale_edge(height, r, &more_y));
	more_x -= width;
	more_y -= height;
	left = part_of(more_x, ct_draw_rand(generator));
	top = part_of(more_y, ct_draw_rand(generator));
	CT_TRY(CT_DONE());
	return ct_transform_pad(image, CT_L(left, top, more_x - left, more_y - top), a->fill,
				"constant", result);
}

const struct ct_transform_code ct_transforms_RandomZoomOut_code = {
	.setup = setup_zoom,
	.apply = apply_zoom,
	.p = offsetof(struct ct_args_transforms_RandomZoomOut_, p),
};
