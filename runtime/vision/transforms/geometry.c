/*
 * Classes that resize, crop, pad and flip, and choose frames.
 */
#include <math.h>
#include <string.h>

#include <ctorch/tensor/create.h>

#include "core/base/lengths.h"
#include "core/base/name_of.h"
#include "nn/functional/raise.h"
#include "vision/transforms/class.h"
#include "vision/transforms/draw.h"
#include "vision/transforms/image.h"

#define TWO_DIMENSIONS "Please provide only two dimensions (h, w) for size."

/* --- Resize ----------------------------------------------------------------------------------- */

static ct_error geometry_setup_resize(void *args)
{
	const struct ct_args_transforms_Resize_ *a = args;

	if (a->size.at == NULL && a->max_size == CT_NO_INT)
		return CT_RAISED(CT_ERROR_VALUE,
				 "max_size must be an integer when size is None, but got None "
				 "instead.");
	if (a->size.at && a->size.len != 1 && a->size.len != 2)
		return CT_RAISED(CT_ERROR_VALUE,
				 "size can be an integer, a sequence of one or two integers, or "
				 "None, but got %s instead.",
				 ct_nn_list_text(a->size).at);
	return ct_transform_check_interpolation(a->interpolation);
}

static ct_error geometry_apply_resize(const void *args, const ct_tensor *image,
				      ct_generator *generator, ct_tensor **result)
{
	const struct ct_args_transforms_Resize_ *a = args;

	(void)generator;
	return ct_transform_resize(image, a->size, a->interpolation, a->max_size, a->antialias,
				   result);
}

const struct ct_transform_code ct_transforms_Resize_code = {
	.setup = geometry_setup_resize,
	.apply = geometry_apply_resize,
};

/* --- CenterCrop ------------------------------------------------------------------------------- */

static ct_error setup_center_crop(void *args)
{
	return ct_transform_pair(&((struct ct_args_transforms_CenterCrop_ *)args)->size,
				 TWO_DIMENSIONS);
}

static ct_error apply_center_crop(const void *args, const ct_tensor *image, ct_generator *generator,
				  ct_tensor **result)
{
	const struct ct_args_transforms_CenterCrop_ *a = args;

	(void)generator;
	return ct_transform_center_crop(image, a->size.at[0], a->size.at[1], result);
}

const struct ct_transform_code ct_transforms_CenterCrop_code = {
	.setup = setup_center_crop,
	.apply = apply_center_crop,
};

/* --- FiveCrop, TenCrop ------------------------------------------------------------------------ */

static ct_error setup_five_crop(void *args)
{
	return ct_transform_pair(&((struct ct_args_transforms_FiveCrop_ *)args)->size,
				 TWO_DIMENSIONS);
}

static ct_error apply_five_crop(const void *args, const ct_tensor *image, ct_generator *generator,
				ct_tensor **result)
{
	const struct ct_args_transforms_FiveCrop_ *a = args;

	(void)generator;
	return ct_transform_five_crop(image, a->size.at[0], a->size.at[1], result);
}

const struct ct_transform_code ct_transforms_FiveCrop_code = {
	.setup = setup_five_crop,
	.apply = apply_five_crop,
};

static ct_error setup_ten_crop(void *args)
{
	return ct_transform_pair(&((struct ct_args_transforms_TenCrop_ *)args)->size,
				 TWO_DIMENSIONS);
}

static ct_error apply_ten_crop(const void *args, const ct_tensor *image, ct_generator *generator,
			       ct_tensor **result)
{
	const struct ct_args_transforms_TenCrop_ *a = args;

	(void)generator;
	return ct_transform_ten_crop(image, a->size.at[0], a->size.at[1], a->vertical_flip, result);
}

const struct ct_transform_code ct_transforms_TenCrop_code = {
	.setup = setup_ten_crop,
	.apply = apply_ten_crop,
};

/* --- RandomCrop ------------------------------------------------------------------------------- */

/* So that sums of edges do not overflow. */
static ct_error check_edges(ct_ints edges, const char *name)
{
	for (int64_t i = 0; i < edges.len; i++)
		if (edges.at[i] > INT32_MAX || edges.at[i] < -INT32_MAX)
			return CT_RAISED(CT_ERROR_VALUE,
					 "%s is %lld, which is not a valid image size", name,
					 (long long)edges.at[i]);
	return NULL;
}

/* Python keeps the padding as left, right, top, bottom. */
static ct_error setup_crop(void *args)
{
	struct ct_args_transforms_RandomCrop_ *a = args;
	int64_t sides[4];

	CT_TRY(ct_transform_pair(&a->size, TWO_DIMENSIONS));
	if (a->padding.at)
		CT_TRY(ct_transform_check_padding(a->padding));
	if (a->padding.at || a->pad_if_needed)
		CT_TRY(ct_transform_check_padding_mode(a->padding_mode));
	CT_TRY(check_edges(a->size, "size"));
	if (a->padding.at == NULL)
		return NULL;
	CT_TRY(ct_image_read_padding(a->padding, sides));
	CT_TRY(check_edges(CT_INTS_OF(sides, 4), "padding"));
	memcpy((int64_t *)a->padding.at, sides, sizeof sides);
	a->padding.len = 4;
	return NULL;
}

/* Where a crop is, in the padded image. */
struct place {
	int64_t sides[4];      /* left, right, top, bottom */
	int64_t height, width; /* of the padded image */
};

static void find_padding(const struct ct_args_transforms_RandomCrop_ *a, const ct_tensor *image,
			 struct place *place)
{
	int64_t more;

	if (a->padding.at)
		memcpy(place->sides, a->padding.at, sizeof place->sides);
	place->height = ct_image_height(image) + place->sides[2] + place->sides[3];
	place->width = ct_image_width(image) + place->sides[0] + place->sides[1];
	more = a->size.at[0] - place->height;
	if (a->pad_if_needed && more > 0) {
		place->sides[2] += more;
		place->sides[3] += more;
		place->height += 2 * more;
	}
	more = a->size.at[1] - place->width;
	if (a->pad_if_needed && more > 0) {
		place->sides[0] += more;
		place->sides[1] += more;
		place->width += 2 * more;
	}
}

static ct_error crop_is_larger(const struct ct_args_transforms_RandomCrop_ *a,
			       const struct place *place)
{
	return CT_RAISED(CT_ERROR_VALUE,
			 "Required crop size %s is larger than %sinput image size %s.",
			 ct_nn_tuple_text(a->size).at, a->padding.at ? "padded " : "",
			 ct_nn_tuple_text(CT_L(place->height, place->width)).at);
}

static ct_error apply_crop(const void *args, const ct_tensor *image, ct_generator *generator,
			   ct_tensor **result)
{
	const struct ct_args_transforms_RandomCrop_ *a = args;
	struct place place = { { 0 }, 0, 0 };
	const int64_t height = a->size.at[0], width = a->size.at[1], *sides = place.sides;
	int64_t top = 0, left = 0;
	ct_tensor *x = (ct_tensor *)image;

	find_padding(a, image, &place);
	if (place.height < height || place.width < width)
		return crop_is_larger(a, &place);
	if (place.height > height)
		top = ct_draw_int(generator, 0, place.height - height + 1);
	if (place.width > width)
		left = ct_draw_int(generator, 0, place.width - width + 1);
	CT_TRY(CT_DONE());
	if (sides[0] || sides[1] || sides[2] || sides[3])
		CT_TRY(ct_transform_pad(x, CT_L(sides[0], sides[2], sides[1], sides[3]), a->fill,
					a->padding_mode, &x));
	if (place.height > height || place.width > width)
		CT_TRY(ct_transform_crop(x, top, left, height, width, &x));
	*result = x;
	return NULL;
}

const struct ct_transform_code ct_transforms_RandomCrop_code = {
	.setup = setup_crop,
	.apply = apply_crop,
};

/* --- RandomResizedCrop ------------------------------------------------------------------------ */

static ct_error check_range(ct_floats range, const char *name)
{
	if (range.at && range.len == 2)
		return NULL;
	return CT_RAISED(CT_ERROR_TYPE, "%s should be a sequence of two floats.", name);
}

static ct_error setup_resized_crop(void *args)
{
	struct ct_args_transforms_RandomResizedCrop_ *a = args;

	CT_TRY(ct_transform_pair(&a->size, TWO_DIMENSIONS));
	CT_TRY(check_range(a->scale, "Scale"));
	CT_TRY(check_range(a->ratio, "Ratio"));
	return ct_transform_check_interpolation(a->interpolation);
}

/* The middle of the image, with an aspect ratio that is allowed. */
static void middle_part(const ct_tensor *image, ct_floats ratio, int64_t part[4])
{
	const int64_t height = ct_image_height(image), width = ct_image_width(image);
	const double own = (double)width / (double)height;
	const double least = fmin(ratio.at[0], ratio.at[1]), most = fmax(ratio.at[0], ratio.at[1]);

	part[2] = own < least ? ct_size_of_number(rint((double)width / least)) : height;
	part[3] = own > most ? ct_size_of_number(rint((double)height * most)) : width;
	part[0] = (height - part[2]) / 2;
	part[1] = (width - part[3]) / 2;
}

/* Top, left, height, width. */
static void draw_part(const struct ct_args_transforms_RandomResizedCrop_ *a, const ct_tensor *image,
		      ct_generator *generator, int64_t part[4])
{
	const int64_t height = ct_image_height(image), width = ct_image_width(image);
	double logs[2], area, ratio;

	ct_draw_log_ratio(a->ratio, logs);
	for (int i = 0; i < 10; i++) {
		area = (double)(height * width) *
		       ct_draw_uniform(generator, a->scale.at[0], a->scale.at[1]);
		ratio = ct_draw_ratio(generator, logs);
		part[3] = ct_size_of_number(rint(sqrt(area * ratio)));
		part[2] = ct_size_of_number(rint(sqrt(area / ratio)));
		if (part[3] <= 0 || part[3] > width || part[2] <= 0 || part[2] > height)
			continue;
		part[0] = ct_draw_int(generator, 0, height - part[2] + 1);
		part[1] = ct_draw_int(generator, 0, width - part[3] + 1);
		return;
	}
	middle_part(image, a->ratio, part);
}

static ct_error apply_resized_crop(const void *args, const ct_tensor *image,
				   ct_generator *generator, ct_tensor **result)
{
	const struct ct_args_transforms_RandomResizedCrop_ *a = args;
	int64_t part[4] = { 0 };

	draw_part(a, image, generator, part);
	CT_TRY(CT_DONE());
	return ct_transform_resized_crop(image, part[0], part[1], part[2], part[3], a->size,
					 a->interpolation, a->antialias, result);
}

const struct ct_transform_code ct_transforms_RandomResizedCrop_code = {
	.setup = setup_resized_crop,
	.apply = apply_resized_crop,
};

/* --- Pad -------------------------------------------------------------------------------------- */

static ct_error setup_pad(void *args)
{
	const struct ct_args_transforms_Pad_ *a = args;

	CT_TRY(ct_transform_check_padding(a->padding));
	return ct_transform_check_padding_mode(a->padding_mode);
}

static ct_error apply_pad(const void *args, const ct_tensor *image, ct_generator *generator,
			  ct_tensor **result)
{
	const struct ct_args_transforms_Pad_ *a = args;

	(void)generator;
	return ct_transform_pad(image, a->padding, a->fill, a->padding_mode, result);
}

const struct ct_transform_code ct_transforms_Pad_code = {
	.setup = setup_pad,
	.apply = apply_pad,
};

/* --- flips ------------------------------------------------------------------------------------ */

static ct_error check_horizontal(void *args)
{
	return ct_transform_check_p(((struct ct_args_transforms_RandomHorizontalFlip_ *)args)->p);
}

static ct_error apply_horizontal(const void *args, const ct_tensor *image, ct_generator *generator,
				 ct_tensor **result)
{
	(void)args, (void)generator;
	return ct_transform_horizontal_flip(image, result);
}

const struct ct_transform_code ct_transforms_RandomHorizontalFlip_code = {
	.setup = check_horizontal,
	.apply = apply_horizontal,
	.p = offsetof(struct ct_args_transforms_RandomHorizontalFlip_, p),
};

static ct_error check_vertical(void *args)
{
	return ct_transform_check_p(((struct ct_args_transforms_RandomVerticalFlip_ *)args)->p);
}

static ct_error apply_vertical(const void *args, const ct_tensor *image, ct_generator *generator,
			       ct_tensor **result)
{
	(void)args, (void)generator;
	return ct_transform_vertical_flip(image, result);
}

const struct ct_transform_code ct_transforms_RandomVerticalFlip_code = {
	.setup = check_vertical,
	.apply = apply_vertical,
	.p = offsetof(struct ct_args_transforms_RandomVerticalFlip_, p),
};

/* --- UniformTemporalSubsample ----------------------------------------------------------------- */

static ct_error apply_subsample(const void *args, const ct_tensor *image, ct_generator *generator,
				ct_tensor **result)
{
	const struct ct_args_transforms_UniformTemporalSubsample_ *a = args;

	(void)generator;
	return ct_transform_uniform_temporal_subsample(image, a->num_samples, result);
}

const struct ct_transform_code ct_transforms_UniformTemporalSubsample_code = {
	.apply = apply_subsample
};
