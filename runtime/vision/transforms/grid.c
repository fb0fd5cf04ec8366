/*
 * Images sampled at the points of a grid: rotate, affine, perspective, elastic.
 */
#include <math.h>
#include <string.h>

#include <ctorch/tensor/create.h>

#include "core/base/lengths.h"
#include "core/base/name_of.h"
#include "core/memory/checked.h"
#include "vision/transforms/image.h"

/* --- sampling --------------------------------------------------------------------------------- */

static ct_error check_sampling(const ct_tensor *image, enum ct_sampling mode, const char *word,
			       ct_floats fill)
{
	if (fill.at && fill.len > 1 && fill.len != ct_image_channels(image))
		return CT_RAISED(CT_ERROR_VALUE,
				 "The number of elements in 'fill' cannot broadcast to match the "
				 "number of channels of the image (%lld != %lld)",
				 (long long)fill.len, (long long)ct_image_channels(image));
	if (mode != CT_IMAGE_NEAREST && mode != CT_IMAGE_BILINEAR)
		return CT_RAISED(CT_ERROR_VALUE,
				 "Interpolation mode '%s' is unsupported with Tensor input", word);
	return NULL;
}

/* The dtype in which the image is sampled. */
static ct_dtype grid_dtype(const ct_tensor *image)
{
	return ct_image_is_floating(image) ? ct_tensor_dtype(image) : CT_FLOAT32;
}

/* Mixes the color of what is outside: the last channel of `sampled` is 1 inside, 0 outside. */
static ct_tensor *mix_fill(const ct_tensor *sampled, enum ct_sampling mode, ct_floats fill)
{
	const int64_t channels = ct_image_channels(sampled) - 1;
	ct_tensor *inside = CT_E(narrow, sampled, -3, channels, 1);
	ct_tensor *x = CT_E(narrow, sampled, -3, 0, channels);
	ct_tensor *color = ct_image_numbers(fill.at, CT_L(1, fill.len, 1, 1),
					    ct_tensor_dtype(sampled), ct_tensor_device(sampled));

	if (x == NULL)
		return NULL;
	inside = CT_E(expand_as, inside, x);
	if (mode == CT_IMAGE_NEAREST)
		return CT_E(where_self, CT_E(lt, inside, 0.5), CT_E(expand_as, color, x), x);
	return CT_E(add_, CT_E(mul_, CT_E(sub_, x, color), inside), color);
}

static ct_tensor *sample(const ct_tensor *x, const ct_tensor *grid, enum ct_sampling mode,
			 ct_floats fill)
{
	const int64_t n = ct_tensor_size(x, 0);
	ct_tensor *with_mask = (ct_tensor *)x, *sampled;

	if (n > 1)
		grid = CT_E(expand, grid, CT_L(n, -1, -1, -1));
	if (fill.at)
		with_mask = CT_E(
			cat,
			CT_TENSORS(x, CT_E(new_ones, x,
					   CT_L(n, 1, ct_image_height(x), ct_image_width(x)))),
			1);
	sampled = CT_E(grid_sampler, with_mask, grid,
		       mode == CT_IMAGE_NEAREST ? CT_INTERPOLATION_NEAREST
						: CT_INTERPOLATION_BILINEAR,
		       CT_PADDING_ZEROS, false);
	return fill.at && sampled ? mix_fill(sampled, mode, fill) : sampled;
}

/* _apply_grid_transform() */
static ct_tensor *sample_image(const ct_tensor *image, const ct_tensor *grid, enum ct_sampling mode,
			       ct_floats fill)
{
	const bool is_cast = grid && ct_tensor_dtype(grid) != ct_tensor_dtype(image);
	ct_tensor *x = ct_image_squash(image);

	if (ct_tensor_numel(image) == 0)
		return CT_FAIL(CT_ERROR_VALUE, "an image without elements cannot be sampled");
	if (is_cast)
		x = ct_image_as(x, ct_tensor_dtype(grid));
	x = x && grid ? sample(x, grid, mode, fill) : NULL;
	if (is_cast)
		x = ct_image_as(CT_E(round_, x), ct_tensor_dtype(image));
	return ct_image_unsquash(x, image);
}

/* --- affine ----------------------------------------------------------------------------------- */

static double radians(double degrees)
{
	return degrees * (3.14159265358979323846 / 180.0);
}

/* _get_inverse_affine_matrix(), in its order of operations */
static void inverse_matrix(const double center[2], double angle, const double translate[2],
			   double scale, const double shear[2], double matrix[6])
{
	const double rot = radians(angle), sx = radians(shear[0]), sy = radians(shear[1]);
	const double x = center[0] + translate[0], y = center[1] + translate[1];
	const double a = cos(rot - sy) / cos(sy), b = -(a * tan(sx) + sin(rot));
	const double c = sin(rot - sy) / cos(sy), d = cos(rot) - c * tan(sx);

	matrix[0] = d / scale;
	matrix[1] = -b / scale;
	matrix[3] = -c / scale;
	matrix[4] = a / scale;
	matrix[2] = center[0] - matrix[0] * x - matrix[1] * y;
	matrix[5] = center[1] - matrix[3] * x - matrix[4] * y;
}

/* [1, height, width, 3]: x, y, 1. The line of each is between the two limits. */
static ct_tensor *base_grid(int64_t height, int64_t width, const double x[2], const double y[2],
			    ct_dtype line_dtype, ct_dtype dtype, ct_device device)
{
	ct_tensor *grid = CT_E(empty, CT_L(1, height, width, 3), .dtype = dtype, .device = device);
	ct_tensor *line;

	line = CT_E(linspace, x[0], x[1], width, .dtype = line_dtype, .device = device);
	CT_E(copy_, CT_E(select, grid, -1, 0), line);
	line = CT_E(linspace, y[0], y[1], height, .dtype = line_dtype, .device = device);
	CT_E(copy_, CT_E(select, grid, -1, 1), CT_E(unsqueeze, line, -1));
	CT_E(fill_, CT_E(select, grid, -1, 2), 1);
	return CT_E(view, grid, CT_L(1, height * width, 3));
}

/* `theta` [1, 2, 3] as [1, 3, 2], divided by half of a size. */
static ct_tensor *rescale(ct_tensor *theta, int64_t width, int64_t height)
{
	const double half[] = { 0.5 * (double)width, 0.5 * (double)height };
	ct_tensor *by;

	if (theta == NULL)
		return NULL;
	by = ct_image_numbers(half, CT_L(2), ct_tensor_dtype(theta), ct_tensor_device(theta));
	return CT_E(div_, CT_E(transpose, theta, 1, 2), by);
}

/* _affine_grid() of an image: the lines are float32 whatever the image is. */
static ct_tensor *affine_grid(const ct_tensor *image, const double matrix[6], int64_t width,
			      int64_t height)
{
	const double w = (double)width, h = (double)height;
	const double x[] = { (1.0 - w) * 0.5, (w - 1.0) * 0.5 },
		     y[] = { (1.0 - h) * 0.5, (h - 1.0) * 0.5 };
	const ct_device device = ct_tensor_device(image);
	ct_tensor *theta = ct_image_numbers(matrix, CT_L(1, 2, 3), grid_dtype(image), device);
	ct_tensor *base = base_grid(height, width, x, y, CT_DTYPE_NONE, grid_dtype(image), device);

	theta = rescale(theta, ct_image_width(image), ct_image_height(image));
	return CT_E(view, CT_E(bmm, base, theta), CT_L(1, height, width, 2));
}

static ct_error read_center(const ct_tensor *image, ct_floats center, double result[2])
{
	result[0] = result[1] = 0;
	if (center.at == NULL)
		return NULL;
	if (center.len != 2)
		return CT_RAISED(CT_ERROR_VALUE, "center should be a sequence of length 2.");
	result[0] = center.at[0] - (double)ct_image_width(image) * 0.5;
	result[1] = center.at[1] - (double)ct_image_height(image) * 0.5;
	return NULL;
}

ct_error ct_transform_affine(const ct_tensor *image, double angle, const double *translate,
			     double scale, const double *shear, const char *interpolation,
			     ct_floats fill, ct_floats center, ct_tensor **result)
{
	enum ct_sampling mode;
	double middle[2], matrix[6];
	ct_tensor *grid;

	CT_IMAGE_BEGIN(image);
	CT_TRY(ct_image_read_mode(interpolation, &mode));
	if (translate == NULL || shear == NULL)
		return ct_error_new(CT_ERROR_ARGUMENT, __func__,
				    "argument %d (%s) must not be NULL", translate ? 5 : 3,
				    translate ? "shear" : "translate");
	if (scale <= 0)
		return CT_RAISED(CT_ERROR_VALUE, "Argument scale should be positive");
	CT_TRY(read_center(image, center, middle));
	CT_TRY(check_sampling(image, mode, interpolation, fill));
	inverse_matrix(middle, angle, translate, scale, shear, matrix);
	grid = affine_grid(image, matrix, ct_image_width(image), ct_image_height(image));
	return ct_image_end(sample_image(image, grid, mode, fill), image, result);
}

/* --- rotation --------------------------------------------------------------------------------- */

/* _compute_affine_output_size_tensor(): of float32 numbers, so by its operators. */
static void expanded_size(const double matrix[6], int64_t *width, int64_t *height)
{
	const ct_device cpu = { CT_DEVICE_TYPE_CPU, -1 };
	const double w = 0.5 * (double)*width, h = 0.5 * (double)*height;
	const double corners[] = { -w, -h, 1, -w, h, 1, w, h, 1, w, -h, 1 }, halves[] = { w, h };
	ct_tensor *points = ct_image_numbers(corners, CT_L(4, 3), CT_FLOAT32, cpu);
	ct_tensor *theta = ct_image_numbers(matrix, CT_L(2, 3), CT_FLOAT32, cpu);
	ct_tensor *half = ct_image_numbers(halves, CT_L(2), CT_FLOAT32, cpu);
	ct_tensor *low = NULL, *high = NULL;

	points = CT_E(matmul, points, CT_E(t, theta));
	CT_DO(CT(aminmax, &low, &high, points, .dim = 0));
	CT_E(add_, low, half);
	CT_E(add_, high, half);
	CT_E(ceil_, CT_E(mul_, CT_E(trunc_, CT_E(mul_, high, 1.0 / 0.0001)), 0.0001));
	CT_E(floor_, CT_E(mul_, CT_E(trunc_, CT_E(mul_, low, 1.0 / 0.0001)), 0.0001));
	CT_E(sub_, high, low);
	*width = ct_size_of_number(CT_ITEM(CT_E(select, high, 0, 0)));
	*height = ct_size_of_number(CT_ITEM(CT_E(select, high, 0, 1)));
}

static ct_tensor *quarter_turns(const ct_tensor *image, int64_t turns)
{
	return CT_E(rot90, image, turns, CT_L(-2, -1));
}

/* The exact rotations; `image` itself if it is none of them. */
static ct_tensor *rotate_exactly(const ct_tensor *image, double angle, bool expand)
{
	const bool may_turn = expand || ct_image_width(image) == ct_image_height(image);

	if (angle == 0)
		return CT_E(clone, image);
	if (angle == 180)
		return quarter_turns(image, 2);
	if (may_turn && (angle == 90 || angle == 270))
		return quarter_turns(image, angle == 90 ? 1 : 3);
	return (ct_tensor *)image;
}

/* Python's angle % 360 */
static double whole_angle(double angle)
{
	const double rest = fmod(angle, 360);

	return rest < 0 ? rest + 360 : rest == 0 ? 0 : rest;
}

ct_error ct_transform_rotate(const ct_tensor *image, double angle, const char *interpolation,
			     bool expand, ct_floats center, ct_floats fill, ct_tensor **result)
{
	static const double none[2] = { 0, 0 };
	enum ct_sampling mode;
	double middle[2], matrix[6];
	int64_t width, height;
	ct_tensor *turned;

	CT_IMAGE_BEGIN(image);
	angle = whole_angle(angle);
	turned = center.at ? (ct_tensor *)image : rotate_exactly(image, angle, expand);
	if (turned != image)
		return ct_image_end(turned, image, result);
	CT_TRY(ct_image_read_mode(interpolation, &mode));
	CT_TRY(read_center(image, center, middle));
	CT_TRY(check_sampling(image, mode, interpolation, fill));
	inverse_matrix(middle, -angle, none, 1, none, matrix);
	width = ct_image_width(image);
	height = ct_image_height(image);
	if (expand)
		expanded_size(matrix, &width, &height);
	return ct_image_end(
		sample_image(image, affine_grid(image, matrix, width, height), mode, fill), image,
		result);
}

/* --- perspective ------------------------------------------------------------------------------ */

ct_error ct_transform_perspective_coefficients(const int64_t *start, const int64_t *end,
					       double *coefficients)
{
	double rows[8][8] = { { 0 } }, right[8];
	ct_tensor *a = NULL, *b = NULL, *solution = NULL, *others[3] = { NULL };

	if (start == NULL || end == NULL || coefficients == NULL)
		return ct_error_new(CT_ERROR_ARGUMENT, __func__, "no argument may be NULL");
	CT_OWN_SCOPE(__func__);
	for (int i = 0; i < 4; i++) {
		const double x = (double)end[2 * i], y = (double)end[2 * i + 1];
		const double u = (double)start[2 * i], v = (double)start[2 * i + 1];
		const double of_x[] = { x, y, 1, 0, 0, 0, -u * x, -u * y },
			     of_y[] = { 0, 0, 0, x, y, 1, -v * x, -v * y };

		memcpy(rows[2 * i], of_x, sizeof of_x);
		memcpy(rows[2 * i + 1], of_y, sizeof of_y);
		right[2 * i] = u;
		right[2 * i + 1] = v;
	}
	CT_DO(ct_tensor_from_data(rows, CT_FLOAT64, CT_INTS_OF(CT_L(8, 8).at, 2), &a));
	CT_DO(ct_tensor_from_data(right, CT_FLOAT64, CT_INTS_OF(CT_L(8).at, 1), &b));
	CT_DO(CT(linalg_lstsq, &solution, &others[0], &others[1], &others[2], a, b,
		 .driver = "gels"));
	solution = ct_image_as(ct_image_as(solution, CT_FLOAT32), CT_FLOAT64);
	CT_TRY(CT_FINISH(solution, &solution));
	memcpy(coefficients, ct_tensor_data(solution), 8 * sizeof *coefficients);
	return NULL;
}

/* _perspective_grid() */
static ct_tensor *perspective_grid(const ct_tensor *image, const double *c)
{
	const int64_t width = ct_image_width(image), height = ct_image_height(image);
	const double x[] = { 0.5, (double)width - 0.5 }, y[] = { 0.5, (double)height - 0.5 };
	const double below[] = { c[6], c[7], 1, c[6], c[7], 1 };
	const ct_dtype dtype = grid_dtype(image);
	const ct_device device = ct_tensor_device(image);
	ct_tensor *above = ct_image_numbers(c, CT_L(1, 2, 3), dtype, device);
	ct_tensor *divisor = ct_image_numbers(below, CT_L(1, 2, 3), dtype, device);
	ct_tensor *base = base_grid(height, width, x, y, dtype, dtype, device);

	above = CT_E(bmm, base, rescale(above, width, height));
	divisor = CT_E(bmm, base, CT_E(transpose, divisor, 1, 2));
	return CT_E(view, CT_E(sub_, CT_E(div_, above, divisor), 1.0), CT_L(1, height, width, 2));
}

ct_error ct_transform_perspective(const ct_tensor *image, const double *coefficients,
				  const char *interpolation, ct_floats fill, ct_tensor **result)
{
	enum ct_sampling mode;

	CT_IMAGE_BEGIN(image);
	if (coefficients == NULL)
		return ct_error_new(CT_ERROR_ARGUMENT, __func__,
				    "argument 2 (coefficients) must not be NULL");
	CT_TRY(ct_image_read_mode(interpolation, &mode));
	CT_TRY(check_sampling(image, mode, interpolation, fill));
	return ct_image_end(sample_image(image, perspective_grid(image, coefficients), mode, fill),
			    image, result);
}

/* --- elastic ---------------------------------------------------------------------------------- */

/* _create_identity_grid() */
static ct_tensor *identity_grid(const ct_tensor *image)
{
	const double w = (double)ct_image_width(image), h = (double)ct_image_height(image);
	const ct_dtype dtype = grid_dtype(image);
	const ct_device device = ct_tensor_device(image);
	ct_tensor *grid = CT_E(empty, CT_L(1, ct_image_height(image), ct_image_width(image), 2),
			       .dtype = dtype, .device = device);
	ct_tensor *line = CT_E(linspace, (-w + 1) / w, (w - 1) / w, ct_image_width(image),
			       .dtype = dtype, .device = device);

	CT_E(copy_, CT_E(select, grid, -1, 0), line);
	line = CT_E(linspace, (-h + 1) / h, (h - 1) / h, ct_image_height(image), .dtype = dtype,
		    .device = device);
	CT_E(copy_, CT_E(select, grid, -1, 1), CT_E(unsqueeze, line, -1));
	return grid;
}

static bool grid_fits(const ct_tensor *displacement, const ct_tensor *image)
{
	return displacement && ct_tensor_dim(displacement) == 4 &&
	       ct_tensor_size(displacement, 0) == 1 &&
	       ct_tensor_size(displacement, 1) == ct_image_height(image) &&
	       ct_tensor_size(displacement, 2) == ct_image_width(image) &&
	       ct_tensor_size(displacement, 3) == 2;
}

ct_error ct_transform_elastic(const ct_tensor *image, const ct_tensor *displacement,
			      const char *interpolation, ct_floats fill, ct_tensor **result)
{
	enum ct_sampling mode;
	const ct_tensor *x = image;
	ct_tensor *grid, *sampled;

	CT_TRY(ct_check_given(displacement, __func__));
	CT_IMAGE_BEGIN(image);
	CT_TRY(ct_image_read_mode(interpolation, &mode));
	CT_TRY(check_sampling(image, mode, interpolation, fill));
	if (!grid_fits(displacement, image))
		return CT_RAISED(
			CT_ERROR_VALUE, "Argument displacement shape should be (1, %lld, %lld, 2)",
			(long long)ct_image_height(image), (long long)ct_image_width(image));
	if (ct_tensor_dtype(image) == CT_FLOAT16 &&
	    ct_tensor_device(image).type == CT_DEVICE_TYPE_CPU) /* as in torchvision */
		x = ct_image_as(image, CT_FLOAT32);
	if (x == NULL)
		return CT_DONE();
	grid = CT_E(add_, identity_grid(x), ct_image_as(displacement, grid_dtype(x)));
	sampled = ct_image_as(sample_image(x, grid, mode, fill), ct_tensor_dtype(image));
	return ct_image_end(sampled, image, result);
}
