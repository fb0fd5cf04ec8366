/*
 * Grids of images, laid out as by torchvision's make_grid().
 */
#include <ctorch/calls/expression.h>

#include "core/base/option.h"
#include "core/memory/own_scope.h"
#include "vision/image/range.h"

#include <ctorch/vision/image.h>

/* With the defaults in place of zeros. */
static ct_image_grid_options read_options(const ct_image_grid_options *given)
{
	ct_image_grid_options options = { 0 };

	if (given)
		options = *given;
	options.nrow = ct_int_option(options.nrow, 8);
	options.padding = ct_int_option(options.padding, 2);
	return options;
}

/* --- Checks ---------------------------------------------------------------------------------- */

static ct_error grid_check_options(const char *function, const ct_image_grid_options *options)
{
	if (options->nrow < 1)
		return ct_error_new(CT_ERROR_ARGUMENT, function,
				    "options: nrow is %lld, but must be at least 1",
				    (long long)options->nrow);
	if (options->padding < 0 || options->padding > INT32_MAX)
		return ct_error_new(CT_ERROR_ARGUMENT, function,
				    "options: padding is %lld, but must be from 0 to %d",
				    (long long)options->padding, INT32_MAX);
	if (!options->normalize || !options->has_value_range)
		return NULL;
	return ct_range_check(function, "options",
			      (struct range){ options->value_min, options->value_max });
}

static bool grid_is_floating(const ct_tensor *tensor)
{
	const ct_dtype dtype = ct_tensor_dtype(tensor);

	return dtype == CT_FLOAT16 || dtype == CT_BFLOAT16 || dtype == CT_FLOAT32 ||
	       dtype == CT_FLOAT64;
}

static ct_error check_images(const char *function, const ct_tensor *images, bool normalize)
{
	const int64_t dim = images ? ct_tensor_dim(images) : 0;

	if (images == NULL) {
		CT_TRY(ct_expression_finish(NULL, NULL)); /* the reason, if an expression failed */
		return ct_error_new(CT_ERROR_ARGUMENT, function,
				    "argument 1 (images) must not be NULL");
	}
	if (dim < 2 || dim > 4)
		return ct_error_new(CT_ERROR_ARGUMENT, function,
				    "argument 1 (images): it has %lld dimensions; expected [N, C, "
				    "H, W] or one image",
				    (long long)dim);
	if (ct_tensor_layout(images) != CT_STRIDED)
		return ct_error_new(
			CT_ERROR_ARGUMENT, function,
			"argument 1 (images): it is not strided; call ct_to_dense() first");
	if (ct_is_quantized(ct_tensor_dtype(images)))
		return ct_error_new(CT_ERROR_ARGUMENT, function,
				    "argument 1 (images): it is quantized; call "
				    "ct_dequantize_self() first");
	if (ct_tensor_numel(images) == 0)
		return ct_error_new(CT_ERROR_ARGUMENT, function,
				    "argument 1 (images): it has no elements");
	if (normalize && !grid_is_floating(images))
		return ct_error_new(CT_ERROR_ARGUMENT, function,
				    "argument 1 (images): normalize requires floating point; call "
				    "ct_to_dtype() first");
	return NULL;
}

/* --- Steps ----------------------------------------------------------------------------------- */

/* Any accepted shape as [N, C, H, W] with C not 1. */
static ct_error as_batch(const ct_tensor *images, ct_tensor **result)
{
	ct_tensor *batch, *longer;

	CT_TRY(ct_detach(images, &batch));
	while (ct_tensor_dim(batch) < 4) {
		CT_TRY(ct_unsqueeze(batch, 0, &longer));
		batch = longer;
	}
	if (ct_tensor_size(batch, 1) == 1)
		CT_TRY(ct_expand(batch, (int64_t[]){ -1, 3, -1, -1 }, 4, false, &batch));
	*result = batch;
	return NULL;
}

static ct_error stretch(const ct_tensor *images, const ct_image_grid_options *options,
			ct_tensor **result)
{
	struct range range = { options->value_min, options->value_max };

	if (!options->has_value_range)
		CT_TRY(ct_range_of(images, &range));
	return ct_range_stretch(images, range, result);
}

static ct_error stretch_each(const ct_tensor *batch, const ct_image_grid_options *options,
			     ct_tensor **result)
{
	ct_tensor *all;

	CT_TRY(ct_clone(batch, CT_CONTIGUOUS_FORMAT, &all));
	for (int64_t i = 0; i < ct_tensor_size(batch, 0); i++) {
		CT_OWN_SCOPE(NULL);
		ct_tensor *image, *stretched;

		CT_TRY(ct_select_int(all, 0, i, &image));
		CT_TRY(stretch(image, options, &stretched));
		CT_TRY(ct_copy_(image, stretched, false, NULL));
	}
	*result = all;
	return NULL;
}

/* The place of image `i` in the grid, a view. */
static ct_error place_of(const ct_tensor *grid, const ct_tensor *batch, int64_t i, int64_t columns,
			 int64_t padding, ct_tensor **result)
{
	const int64_t height = ct_tensor_size(batch, 2), width = ct_tensor_size(batch, 3);
	const int64_t top = padding + i / columns * (height + padding);
	const int64_t left = padding + i % columns * (width + padding);
	ct_tensor *rows;

	CT_TRY(ct_narrow(grid, 1, top, height, &rows));
	return ct_narrow(rows, 2, left, width, result);
}

/* The size of `n` adjacent images, with padding around each. */
static bool find_extent(int64_t n, int64_t size, int64_t padding, int64_t *result)
{
	return !__builtin_add_overflow(size, padding, &size) &&
	       !__builtin_mul_overflow(n, size, &size) &&
	       !__builtin_add_overflow(size, padding, result);
}

static ct_error lay_out(const char *function, const ct_tensor *batch,
			const ct_image_grid_options *options, ct_tensor **result)
{
	const int64_t n = ct_tensor_size(batch, 0), padding = options->padding;
	const int64_t columns = n < options->nrow ? n : options->nrow;
	const int64_t rows = n / columns + (n % columns != 0);
	int64_t shape[] = { ct_tensor_size(batch, 1), 0, 0 };

	if (!find_extent(rows, ct_tensor_size(batch, 2), padding, &shape[1]) ||
	    !find_extent(columns, ct_tensor_size(batch, 3), padding, &shape[2]))
		return ct_error_new(CT_ERROR_ARGUMENT, function,
				    "the grid would have too many elements");
	CT_TRY(ct_new_full(batch, shape, 3, ct_scalar_float(options->pad_value), CT_DTYPE_NONE,
			   CT_LAYOUT_NONE, CT_DEVICE_NONE, NULL, result));
	for (int64_t i = 0; i < n; i++) {
		CT_OWN_SCOPE(function);
		ct_tensor *image, *place;

		CT_TRY(ct_select_int(batch, 0, i, &image));
		CT_TRY(place_of(*result, batch, i, columns, padding, &place));
		CT_TRY(ct_copy_(place, image, false, NULL));
	}
	return NULL;
}

/* --- The two functions ----------------------------------------------------------------------- */

static ct_error make_grid(const char *function, const ct_tensor *images,
			  const ct_image_grid_options *given, ct_tensor **result)
{
	CT_OWN_SCOPE(function);
	const ct_image_grid_options options = read_options(given);
	ct_tensor *batch, *grid;

	CT_TRY(grid_check_options(function, &options));
	CT_TRY(check_images(function, images, options.normalize));
	CT_TRY(as_batch(images, &batch));
	if (options.normalize && options.scale_each)
		CT_TRY(stretch_each(batch, &options, &batch));
	else if (options.normalize)
		CT_TRY(stretch(batch, &options, &batch));
	if (ct_tensor_size(batch, 0) > 1) {
		CT_TRY(lay_out(function, batch, &options, &grid));
	} else {
		CT_TRY(ct_select_int(batch, 0, 0, &grid));
		CT_TRY(ct_clone(grid, CT_CONTIGUOUS_FORMAT, &grid));
	}
	ct_scope_move_up(grid);
	*result = grid;
	return NULL;
}

ct_error ct_image_make_grid(const ct_tensor *images, const ct_image_grid_options *options,
			    ct_tensor **result)
{
	ct_tensor *grid = NULL;

	CT_TRY(make_grid(__func__, images, options, &grid));
	if (result)
		*result = grid;
	else
		ct_tensor_free(grid);
	return NULL;
}

ct_error ct_image_save_grid_png(const ct_tensor *images, const char *path,
				const ct_image_grid_options *grid_options,
				const ct_image_options *options)
{
	ct_tensor *grid = NULL;
	ct_error err;

	if (path == NULL)
		return ct_error_new(CT_ERROR_ARGUMENT, __func__,
				    "argument 2 (path) must not be NULL");
	CT_TRY(make_grid(__func__, images, grid_options, &grid));
	err = ct_image_save_png(grid, path, options);
	ct_tensor_free(grid);
	return err;
}
