/*
 * Classes that sample the image at the points of a grid.
 */
#include <math.h>

#include "core/base/lengths.h"
#include "core/base/name_of.h"
#include "vision/transforms/class.h"
#include "vision/transforms/draw.h"
#include "vision/transforms/image.h"

/* --- RandomRotation --------------------------------------------------------------------------- */

static ct_error setup_rotation(void *args)
{
	struct ct_args_transforms_RandomRotation_ *a = args;

	CT_TRY(ct_transform_angle(&a->degrees, "degrees", false));
	CT_TRY(ct_transform_check_interpolation(a->interpolation));
	return ct_transform_is_pair(a->center, "center");
}

static ct_error apply_rotation(const void *args, const ct_tensor *image, ct_generator *generator,
			       ct_tensor **result)
{
	const struct ct_args_transforms_RandomRotation_ *a = args;
	const double angle = ct_draw_uniform(generator, a->degrees.at[0], a->degrees.at[1]);

	CT_TRY(CT_DONE());
	return ct_transform_rotate(image, angle, a->interpolation, a->expand, a->center, a->fill,
				   result);
}

const struct ct_transform_code ct_transforms_RandomRotation_code = {
	.setup = setup_rotation,
	.apply = apply_rotation,
};

/* --- RandomAffine ----------------------------------------------------------------------------- */

static ct_error check_translate(ct_floats translate)
{
	CT_TRY(ct_transform_is_pair(translate, "translate"));
	for (int64_t i = 0; translate.at && i < 2; i++)
		if (!(translate.at[i] >= 0 && translate.at[i] <= 1))
			return CT_RAISED(CT_ERROR_VALUE,
					 "translation values should be between 0 and 1");
	return NULL;
}

static ct_error check_scale(ct_floats scale)
{
	CT_TRY(ct_transform_is_pair(scale, "scale"));
	for (int64_t i = 0; scale.at && i < 2; i++)
		if (scale.at[i] <= 0)
			return CT_RAISED(CT_ERROR_VALUE, "scale values should be positive");
	return NULL;
}

static ct_error setup_affine(void *args)
{
	struct ct_args_transforms_RandomAffine_ *a = args;

	CT_TRY(ct_transform_angle(&a->degrees, "degrees", false));
	CT_TRY(check_translate(a->translate));
	CT_TRY(check_scale(a->scale));
	if (a->shear.at)
		CT_TRY(ct_transform_angle(&a->shear, "shear", true));
	CT_TRY(ct_transform_check_interpolation(a->interpolation));
	return ct_transform_is_pair(a->center, "center");
}

/* A whole number of pixels up to a part of the edge. */
static double draw_shift(ct_generator *generator, double part, int64_t edge)
{
	const double most = part * (double)edge;

	return rint(ct_draw_uniform(generator, -most, most));
}

static ct_error apply_affine(const void *args, const ct_tensor *image, ct_generator *generator,
			     ct_tensor **result)
{
	const struct ct_args_transforms_RandomAffine_ *a = args;
	double angle, scale = 1, translate[2] = { 0, 0 }, shear[2] = { 0, 0 };

	angle = ct_draw_uniform(generator, a->degrees.at[0], a->degrees.at[1]);
	if (a->translate.at) {
		translate[0] = draw_shift(generator, a->translate.at[0], ct_image_width(image));
		translate[1] = draw_shift(generator, a->translate.at[1], ct_image_height(image));
	}
	if (a->scale.at)
		scale = ct_draw_uniform(generator, a->scale.at[0], a->scale.at[1]);
	if (a->shear.at)
		shear[0] = ct_draw_uniform(generator, a->shear.at[0], a->shear.at[1]);
	if (a->shear.at && a->shear.len == 4)
		shear[1] = ct_draw_uniform(generator, a->shear.at[2], a->shear.at[3]);
	CT_TRY(CT_DONE());
	return ct_transform_affine(image, angle, translate, scale, shear, a->interpolation, a->fill,
				   a->center, result);
}

const struct ct_transform_code ct_transforms_RandomAffine_code = {
	.setup = setup_affine,
	.apply = apply_affine,
};

/* --- RandomPerspective ------------------------------------------------------------------------ */

static ct_error setup_perspective(void *args)
{
	const struct ct_args_transforms_RandomPerspective_ *a = args;

	CT_TRY(ct_transform_check_p(a->p));
	if (!(a->distortion_scale >= 0 && a->distortion_scale <= 1))
		return CT_RAISED(CT_ERROR_VALUE,
				 "Argument distortion_scale value should be between 0 and 1");
	return ct_transform_check_interpolation(a->interpolation);
}

/* x and y of the four corners, clockwise from the upper left one. */
static void draw_corners(const ct_tensor *image, double distortion, ct_generator *generator,
			 int64_t start[8], int64_t end[8])
{
	const int64_t edges[] = { ct_image_width(image), ct_image_height(image) };
	static const bool is_far[8] = { 0, 0, 1, 0, 1, 1, 0, 1 };

	for (int i = 0; i < 8; i++) {
		const int64_t edge = edges[i % 2];
		const int64_t bound = ct_size_of_number(distortion * (double)(edge / 2)) + 1;

		start[i] = is_far[i] ? edge - 1 : 0;
		end[i] = is_far[i] ? ct_draw_int(generator, edge - bound, edge)
				   : ct_draw_int(generator, 0, bound);
	}
}

static ct_error apply_perspective(const void *args, const ct_tensor *image, ct_generator *generator,
				  ct_tensor **result)
{
	const struct ct_args_transforms_RandomPerspective_ *a = args;
	int64_t start[8], end[8];
	double coefficients[8];

	draw_corners(image, a->distortion_scale, generator, start, end);
	CT_TRY(CT_DONE());
	CT_TRY(ct_transform_perspective_coefficients(start, end, coefficients));
	return ct_transform_perspective(image, coefficients, a->interpolation, a->fill, result);
}

const struct ct_transform_code ct_transforms_RandomPerspective_code = {
	.setup = setup_perspective,
	.apply = apply_perspective,
	.p = offsetof(struct ct_args_transforms_RandomPerspective_, p),
};

/* --- ElasticTransform ------------------------------------------------------------------------- */

static ct_error setup_elastic(void *args)
{
	struct ct_args_transforms_ElasticTransform_ *a = args;

	CT_TRY(ct_transform_two(&a->alpha, "alpha"));
	CT_TRY(ct_transform_two(&a->sigma, "sigma"));
	return ct_transform_check_interpolation(a->interpolation);
}

/* The offsets in one direction, [1, 1, H, W]; `own_sigma` is that of the direction. */
static ct_tensor *draw_offsets(const ct_tensor *image, ct_floats sigma, double own_sigma,
			       double factor, int64_t edge, ct_generator *generator)
{
	const int64_t size = ct_size_of_number(8 * own_sigma + 1), odd = size + (size % 2 == 0);
	ct_tensor *x = CT_E(rand_generator,
			    CT_L(1, 1, ct_image_height(image), ct_image_width(image)), generator,
			    .device = CT_DEVICE_CPU);

	x = CT_E(sub, CT_E(mul, x, 2), 1);
	if (own_sigma > 0)
		x = CT_F(ct_transform_gaussian_blur, x, CT_L(odd), sigma);
	return CT_E(div, CT_E(mul, x, factor), edge);
}

static ct_error apply_elastic(const void *args, const ct_tensor *image, ct_generator *generator,
			      ct_tensor **result)
{
	const struct ct_args_transforms_ElasticTransform_ *a = args;
	ct_tensor *x, *y, *displacement;

	x = draw_offsets(image, a->sigma, a->sigma.at[0], a->alpha.at[0], ct_image_width(image),
			 generator);
	y = draw_offsets(image, a->sigma, a->sigma.at[1], a->alpha.at[1], ct_image_height(image),
			 generator);
	displacement = CT_E(permute, CT_E(cat, CT_TENSORS(x, y), 1), CT_L(0, 2, 3, 1));
	CT_TRY(CT_FINISH(displacement, &displacement));
	return ct_transform_elastic(image, displacement, a->interpolation, a->fill, result);
}

const struct ct_transform_code ct_transforms_ElasticTransform_code = {
	.setup = setup_elastic,
	.apply = apply_elastic,
};
