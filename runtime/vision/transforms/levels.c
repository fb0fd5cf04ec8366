/*
 * Bytes as floats in contiguous memory, normalized and mirrored if wanted: one pass over the image,
 * with a table of the 256 results for each channel. The numbers are those of the operators.
 */
#include <ctorch/autograd/autograd.h>
#include <ctorch/tensor/create.h>

#include "vision/transforms/image.h"

enum { LEVELS = 256, CHANNELS = 8 };

struct tables {
	float of[CHANNELS][LEVELS];
};

/* --- tables ----------------------------------------------------------------------------------- */

bool ct_image_has_levels(const ct_tensor *image)
{
	return image && ct_tensor_dim(image) == 3 && ct_tensor_dtype(image) == CT_UINT8 &&
	       ct_tensor_layout(image) == CT_STRIDED &&
	       ct_tensor_device(image).type == CT_DEVICE_TYPE_CPU && ct_tensor_numel(image) > 0 &&
	       ct_tensor_data(image) && ct_tensor_size(image, 0) <= CHANNELS;
}

/* Each step is rounded to a float, as between two operators: no fused multiply-add. */
static float level(int value, const struct ct_image_levels *levels)
{
	const float x = (float)value;

	return levels->divisor != 0 ? x / (float)levels->divisor : x * (float)levels->factor;
}

static void fill_tables(const struct ct_image_levels *levels, int64_t channels,
			struct tables *tables)
{
	for (int64_t c = 0; c < channels; c++) {
		const bool is_normal = levels->mean.at != NULL;
		const float mean = is_normal ? (float)levels->mean.at[levels->mean.len == 1 ? 0 : c]
					     : 0;
		const float std = is_normal ? (float)levels->std.at[levels->std.len == 1 ? 0 : c]
					    : 1;

		for (int i = 0; i < LEVELS; i++) {
			volatile float x = level(i, levels);

			tables->of[c][i] = is_normal ? (x - mean) / std : x;
		}
	}
}

/* --- the pass --------------------------------------------------------------------------------- */

/* A row of one channel. */
static void write_row(const uint8_t *from, int64_t step, int64_t n, const float *table, float *to)
{
	if (step == 1)
		for (int64_t i = 0; i < n; i++)
			to[i] = table[from[i]];
	else
		for (int64_t i = 0; i < n; i++)
			to[i] = table[from[i * step]];
}

/* A row of three channels whose bytes are adjacent, as a decoder writes them. */
static void write_pixels(const uint8_t *from, int64_t step, int64_t n, const struct tables *tables,
			 float *to, int64_t plane)
{
	for (int64_t i = 0; i < n; i++, from += step) {
		to[i] = tables->of[0][from[0]];
		to[i + plane] = tables->of[1][from[1]];
		to[i + 2 * plane] = tables->of[2][from[2]];
	}
}

static void write_all(const ct_tensor *image, bool is_mirrored, const struct tables *tables,
		      float *to)
{
	const int64_t *shape = ct_tensor_shape(image), *strides = ct_tensor_strides(image);
	const int64_t height = shape[1], width = shape[2], plane = height * width;
	const int64_t step = is_mirrored ? -strides[2] : strides[2];
	const uint8_t *from = ct_tensor_data(image);

	if (is_mirrored)
		from += (width - 1) * strides[2];
	for (int64_t y = 0; y < height; y++) {
		const uint8_t *row = from + y * strides[1];

		if (shape[0] == 3 && strides[0] == 1) {
			write_pixels(row, step, width, tables, to + y * width, plane);
			continue;
		}
		for (int64_t c = 0; c < shape[0]; c++)
			write_row(row + c * strides[0], step, width, tables->of[c],
				  to + c * plane + y * width);
	}
}

ct_error ct_image_levels_apply(const ct_tensor *image, const struct ct_image_levels *levels,
			       ct_tensor **result)
{
	struct tables tables;
	ct_tensor *made;

	fill_tables(levels, ct_tensor_size(image, 0), &tables);
	CT_TRY(CT(empty, &made, CT_INTS_OF(ct_tensor_shape(image), 3), .dtype = CT_FLOAT32,
		  .device = CT_DEVICE_CPU));
	write_all(image, levels->is_mirrored, &tables, ct_tensor_mutable_data(made));
	*result = made;
	return NULL;
}
