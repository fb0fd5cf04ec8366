/*
 * The transform JPEG: images with the marks that compression leaves.
 */
#include <stdlib.h>

#include <ctorch/calls/call.h>
#include <ctorch/ctorch.h>
#include <ctorch/vision/image.h>

#include "core/base/lengths.h"
#include "core/base/no_memory.h"
#include "core/memory/own_scope.h"

/* --- images ----------------------------------------------------------------------------------- */

static ct_error jpeg_transform_check(const char *function, const ct_tensor *image)
{
	if (image == NULL) {
		CT_TRY(CT_DONE()); /* the reason, if an expression failed */
		return ct_error_new(CT_ERROR_ARGUMENT, function,
				    "argument 1 (image) must not be NULL");
	}
	if (ct_tensor_dim(image) < 3 ||
	    (ct_tensor_size(image, -3) != 1 && ct_tensor_size(image, -3) != 3))
		return ct_error_new(CT_ERROR_TYPE, function,
				    "the image must have the shape [..., C, H, W] with 1 or 3 "
				    "channels");
	if (ct_tensor_dtype(image) != CT_UINT8 ||
	    ct_tensor_device(image).type != CT_DEVICE_TYPE_CPU)
		return ct_error_new(CT_ERROR_TYPE, function,
				    "the image must be a uint8 tensor on the CPU; "
				    "ct_transform_to_dtype() converts floating point ones");
	return NULL;
}

/* Within a scope, to which all belongs. */
static ct_error compress_one(const ct_tensor *image, int64_t quality, ct_tensor **result)
{
	const ct_image_load_options options = { .max_pixels = INT64_MAX };
	void *bytes;
	int64_t n;

	CT_TRY(ct_image_encode_jpeg(image, (int32_t)quality, &bytes, &n));
	return ct_image_decode_jpeg(bytes, n, &options, result);
}

/* `batch` is [N, C, H, W]; N is not 0. */
static ct_error compress_all(const ct_tensor *batch, int64_t quality, ct_tensor **result)
{
	const int64_t n = ct_tensor_size(batch, 0);
	ct_tensor **images = NULL, *image;
	void *memory = ct_array_new(n, sizeof *images);

	CT_TRY(ct_scope_adopt_memory(memory));
	images = memory;
	if (images == NULL)
		return ct_no_memory(NULL, "for a list");
	for (int64_t i = 0; i < n; i++) {
		CT_TRY(ct_select_int(batch, 0, i, &image));
		CT_TRY(compress_one(image, quality, &images[i]));
	}
	return ct_stack(images, n, 0, result);
}

static ct_error compress(const ct_tensor *image, int64_t quality, ct_tensor **result)
{
	const int64_t dim = ct_tensor_dim(image);
	const int64_t *shape = ct_tensor_shape(image);
	ct_tensor *batch;

	if (ct_tensor_numel(image) == 0)
		return CT(clone, result, image);
	if (dim == 3)
		return compress_one(image, quality, result);
	CT_TRY(CT(reshape, &batch, image,
		  CT_L(-1, shape[dim - 3], shape[dim - 2], shape[dim - 1])));
	CT_TRY(compress_all(batch, quality, &batch));
	return CT(reshape, result, batch, CT_INTS_OF(shape, dim));
}

ct_error ct_image_jpeg(const ct_tensor *image, int64_t quality, ct_tensor **result)
{
	ct_tensor *made;

	CT_TRY(jpeg_transform_check(__func__, image));
	if (quality < 1 || quality > 100)
		return ct_error_new(CT_ERROR_VALUE, __func__,
				    "quality must be an integer from 1 to 100, not %lld",
				    (long long)quality);
	if (result == NULL)
		return ct_error_new(CT_ERROR_ARGUMENT, __func__,
				    "argument 3 (result) must not be NULL");
	CT_OWN_SCOPE(__func__);
	CT_TRY(compress(image, quality, &made));
	ct_scope_move_up(made);
	*result = made;
	return NULL;
}

/* --- the transform ---------------------------------------------------------------------------- */

struct range {
	int64_t from, to; /* qualities, both included */
};

/* Python draws also where there is nothing to choose. */
static ct_error apply(const ct_tensor *image, ct_generator *generator, void *context,
		      ct_tensor **result)
{
	const struct range *range = context;
	ct_tensor *drawn;
	int64_t quality = 0;

	CT_TRY(CT(randint_low_generator, &drawn, range->from, range->to + 1, CT_L(1), generator,
		  .device = CT_DEVICE_CPU));
	CT_TRY(ct_tensor_item_int64(drawn, &quality));
	return ct_image_jpeg(image, quality, result);
}

ct_error ct_image_jpeg_transform_new(int64_t min_quality, int64_t max_quality,
				     ct_transform **result)
{
	struct range *range;

	if (!(min_quality >= 1 && min_quality <= max_quality && max_quality <= 100))
		return ct_error_new(CT_ERROR_VALUE, __func__,
				    "quality must be an integer from 1 to 100, got quality = "
				    "[%lld, %lld]",
				    (long long)min_quality, (long long)max_quality);
	if (result == NULL)
		return ct_error_new(CT_ERROR_ARGUMENT, __func__,
				    "argument 3 (result) must not be NULL");
	range = malloc(sizeof *range);
	if (range == NULL)
		return ct_no_memory(__func__, "for a transform");
	*range = (struct range){ min_quality, max_quality };
	return ct_transform_lambda_new(apply, range, free, result);
}
