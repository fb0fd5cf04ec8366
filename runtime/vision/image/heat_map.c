/*
 * A matrix as colors: each value is a position between the first color and the last.
 */
#include <math.h>
#include <stdlib.h>

#include <ctorch/calls/expression.h>

#include "core/base/compat.h"
#include "core/memory/own_scope.h"
#include "vision/image/range.h"

#include <ctorch/vision/image.h>

typedef unsigned char color[3];

/* Colors at equal distances, with linear interpolation. */
struct map {
	int n;
	const color *colors;
};

static const color gray[] = { { 0, 0, 0 }, { 255, 255, 255 } };
/* Nine points of the published viridis curve. */
static const color viridis[] = { { 68, 1, 84 },    { 71, 45, 123 },  { 59, 82, 139 },
				 { 44, 114, 142 }, { 33, 145, 140 }, { 40, 174, 128 },
				 { 94, 201, 98 },  { 173, 220, 48 }, { 253, 231, 37 } };
static const color heat[] = { { 0, 0, 0 }, { 255, 0, 0 }, { 255, 255, 0 }, { 255, 255, 255 } };
static const color two_sides[] = { { 0, 0, 160 }, { 255, 255, 255 }, { 160, 0, 0 } };
static const color no_number = { 128, 128, 128 };

/* ORDER COLORS: as enum ct_color_map_value */
static const struct map maps[] = { { 2, gray }, { 9, viridis }, { 4, heat }, { 3, two_sides } };

/* --- One value ------------------------------------------------------------------------------- */

static unsigned char between(unsigned char a, unsigned char b, double part)
{
	return (unsigned char)lround(a + part * (b - a));
}

/* `at` from 0 to 1. */
static void find_color(const struct map *map, double at, color result)
{
	const double place = at * (map->n - 1);
	const int i = place < map->n - 1 ? (int)place : map->n - 2;

	for (int c = 0; c < 3; c++)
		result[c] = between(map->colors[i][c], map->colors[i + 1][c], place - i);
}

static double place_in(struct range range, double value)
{
	if (value <= range.min)
		return 0;
	if (value >= range.max)
		return 1;
	/* Halves, since the difference of two finite numbers may be infinite. */
	return (value / 2 - range.min / 2) / (range.max / 2 - range.min / 2);
}

/* --- The range ------------------------------------------------------------------------------- */

static struct range finite_range(const double *values, int64_t n)
{
	struct range range = { INFINITY, -INFINITY };

	for (int64_t i = 0; i < n; i++)
		if (isfinite(values[i])) {
			range.min = fmin(range.min, values[i]);
			range.max = fmax(range.max, values[i]);
		}
	return range.min <= range.max ? range : (struct range){ 0, 1 };
}

static struct range range_for(ct_color_map colors, const double *values, int64_t n)
{
	struct range range = finite_range(values, n);

	if (colors == CT_COLOR_MAP_SIGNED) {
		range.max = fmax(fabs(range.min), fabs(range.max));
		/* For zeros only, any range will do; they are in its middle. */
		if (range.max == 0)
			range.max = 1;
		range.min = -range.max;
	}
	return range;
}

/* --- All of them ----------------------------------------------------------------------------- */

struct picture {
	unsigned char *planes; /* red, green and blue, one after the other */
	int64_t height, width, scale;
};

/* One element's square of pixels. */
static void paint(const struct picture *picture, int64_t row, int64_t column, const color with)
{
	const int64_t width = picture->width * picture->scale;
	const int64_t plane = width * picture->height * picture->scale;

	for (int64_t y = row * picture->scale; y < (row + 1) * picture->scale; y++)
		for (int64_t x = column * picture->scale; x < (column + 1) * picture->scale; x++)
			for (int c = 0; c < 3; c++)
				picture->planes[c * plane + y * width + x] = with[c];
}

static void paint_all(const struct picture *picture, const double *values, struct range range,
		      const struct map *map)
{
	for (int64_t row = 0; row < picture->height; row++)
		for (int64_t column = 0; column < picture->width; column++) {
			const double value = values[row * picture->width + column];
			color found;

			if (isnan(value)) {
				paint(picture, row, column, no_number);
			} else {
				find_color(map, place_in(range, value), found);
				paint(picture, row, column, found);
			}
		}
}

static bool has_no_number(ct_dtype dtype)
{
	return ct_dtype_is_complex(dtype) || ct_is_quantized(dtype);
}

static ct_error check_arguments(const char *function, const ct_tensor *matrix, ct_color_map colors,
				const double *range, int64_t scale)
{
	if (matrix == NULL) {
		CT_TRY(ct_expression_finish(NULL, NULL)); /* the reason, if an expression failed */
		return ct_error_new(CT_ERROR_ARGUMENT, function,
				    "argument 1 (matrix) must not be NULL");
	}
	if (ct_tensor_dim(matrix) != 2 || ct_tensor_numel(matrix) == 0)
		return ct_error_new(
			CT_ERROR_ARGUMENT, function,
			"argument 1 (matrix): it has %lld dimensions and %lld elements; expected "
			"[H, W] with at least one element",
			(long long)ct_tensor_dim(matrix), (long long)ct_tensor_numel(matrix));
	if (has_no_number(ct_tensor_dtype(matrix)))
		return ct_error_new(CT_ERROR_ARGUMENT, function,
				    "argument 1 (matrix): complex and quantized values cannot be "
				    "mapped to colors");
	if (colors < CT_COLOR_MAP_GRAY || colors > CT_COLOR_MAP_SIGNED)
		return ct_error_new(CT_ERROR_ARGUMENT, function,
				    "argument 2 (colors): unknown color map %d", colors);
	if (scale < 1 || scale > 1000)
		return ct_error_new(CT_ERROR_ARGUMENT, function,
				    "argument 4 (scale) is %lld, but must be from 1 to 1000",
				    (long long)scale);
	if (range == NULL)
		return NULL;
	return ct_range_check(function, "argument 3 (value_range)",
			      (struct range){ range[0], range[1] });
}

static ct_error as_doubles(const ct_tensor *matrix, ct_tensor **result)
{
	ct_tensor *detached, *doubles, *dense;

	CT_TRY(ct_detach(matrix, &detached));
	CT_TRY(ct_to_device(detached, CT_DEVICE_CPU, CT_FLOAT64, false, false,
			    CT_MEMORY_FORMAT_NONE, &doubles));
	if (ct_tensor_layout(doubles) != CT_STRIDED) {
		CT_TRY(ct_to_dense(doubles, CT_DTYPE_NONE, NULL, &dense));
		doubles = dense;
	}
	return ct_contiguous(doubles, CT_CONTIGUOUS_FORMAT, result);
}

ct_error ct_image_heat_map(const ct_tensor *matrix, ct_color_map colors, const double *value_range,
			   int64_t scale, ct_tensor **result)
{
	CT_OWN_SCOPE(__func__);
	ct_tensor *doubles, *image;
	struct picture picture;
	const double *values;

	CT_TRY(check_arguments(__func__, matrix, colors, value_range, scale));
	picture = (struct picture){ NULL, ct_tensor_size(matrix, 0), ct_tensor_size(matrix, 1),
				    scale };
	CT_TRY(as_doubles(matrix, &doubles));
	CT_TRY(ct_empty_memory_format(
		(int64_t[]){ 3, picture.height * scale, picture.width * scale }, 3, CT_UINT8,
		CT_LAYOUT_NONE, CT_DEVICE_CPU, NULL, CT_MEMORY_FORMAT_NONE, &image));
	picture.planes = ct_tensor_mutable_data(image);
	values = ct_tensor_data(doubles);
	paint_all(&picture, values,
		  value_range ? (struct range){ value_range[0], value_range[1] }
			      : range_for(colors, values, ct_tensor_numel(doubles)),
		  &maps[colors]);
	if (result == NULL)
		return NULL;
	ct_scope_move_up(image);
	*result = image;
	return NULL;
}
