/*
 * Resizing.
 */
#include <math.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

#include <ctorch/tensor/settings.h>

#include "core/base/compat.h"
#include "core/base/lengths.h"
#include "core/base/name_of.h"
#include "nn/functional/raise.h"
#include "vision/transforms/image.h"

struct wanted {
	enum ct_sampling mode;
	bool antialias;
	int64_t height, width;
};

/* --- sizes ------------------------------------------------------------------------------------ */

/* The shorter and the longer edge. */
struct edges {
	int64_t shorter, longer;
};

static ct_error too_large(int64_t max_size, ct_ints size)
{
	return CT_RAISED(CT_ERROR_VALUE,
			 "max_size = %lld must be strictly greater than the requested size for "
			 "the smaller edge size = %s",
			 (long long)max_size, ct_nn_list_text(size).at);
}

/* What one number for the shorter edge, or a largest size alone, makes of the edges. */
static ct_error scale_edges(ct_ints size, int64_t max_size, struct edges *edges)
{
	const double shorter = (double)edges->shorter, longer = (double)edges->longer;

	if (size.at == NULL) {
		*edges = (struct edges){ ct_size_of_number((double)max_size * shorter / longer),
					 max_size };
		return NULL;
	}
	if (max_size != CT_NO_INT && max_size <= size.at[0])
		return too_large(max_size, size);
	*edges = (struct edges){ size.at[0],
				 ct_size_of_number((double)size.at[0] * longer / shorter) };
	if (max_size != CT_NO_INT && edges->longer > max_size)
		*edges = (struct edges){ ct_size_of_number((double)max_size *
							   (double)edges->shorter /
							   (double)edges->longer),
					 max_size };
	return NULL;
}

static ct_error read_size(const ct_tensor *image, ct_ints size, int64_t max_size,
			  struct wanted *wanted)
{
	const int64_t height = ct_image_height(image), width = ct_image_width(image);
	const bool is_tall = width <= height;
	struct edges edges = { is_tall ? width : height, is_tall ? height : width };

	if (size.at == NULL && max_size == CT_NO_INT)
		return CT_RAISED(CT_ERROR_VALUE,
				 "max_size must be an integer when size is None, but got None "
				 "instead.");
	if (size.at && size.len != 1 && max_size != CT_NO_INT)
		return CT_RAISED(CT_ERROR_VALUE,
				 "max_size should only be passed if size is None or specifies "
				 "the length of the smaller edge, i.e. size should be an int or a "
				 "sequence of length 1 in torchscript mode.");
	if (size.at && size.len != 1 && size.len != 2)
		return CT_RAISED(CT_ERROR_VALUE,
				 "size can be an integer, a sequence of one or two integers, or "
				 "None, but got %s instead.",
				 ct_nn_list_text(size).at);
	if (size.at && size.len == 2) {
		wanted->height = size.at[0];
		wanted->width = size.at[1];
		return NULL;
	}
	CT_TRY(scale_edges(size, max_size, &edges));
	wanted->height = is_tall ? edges.longer : edges.shorter;
	wanted->width = is_tall ? edges.shorter : edges.longer;
	return NULL;
}

/* --- the operators ---------------------------------------------------------------------------- */

/* Whether the kernels for bytes are vectorized on this processor; else torchvision uses floats. */
static bool has_vectors(void)
{
	static atomic_int known; /* 0: not asked yet; 1: no; 2: yes */
	int answer = atomic_load_explicit(&known, memory_order_relaxed);
	char *capability = NULL;

	if (answer)
		return answer == 2;
#if defined(__aarch64__)
	answer = 2;
#else
	ct_error_free(ct_cpu_capability(&capability));
	answer = 1 + (capability && (!strcmp(capability, "AVX2") || !strcmp(capability, "AVX512")));
	ct_free(capability);
#endif
	atomic_store_explicit(&known, answer, memory_order_relaxed);
	return answer == 2;
}

/* Whether the operator takes the dtype itself. */
static bool takes(const ct_tensor *image, enum ct_sampling mode)
{
	const ct_dtype dtype = ct_tensor_dtype(image);

	if (dtype == CT_FLOAT32 || dtype == CT_FLOAT64)
		return true;
	if (dtype != CT_UINT8)
		return false;
	if (mode == CT_IMAGE_NEAREST || mode == CT_IMAGE_NEAREST_EXACT)
		return true;
	if (!CT_RELEASE_AT_LEAST(2,
				 4)) /* the kernels for bytes are missing, or give other numbers */
		return false;
	return ct_tensor_device(image).type == CT_DEVICE_TYPE_CPU &&
	       (mode != CT_IMAGE_BILINEAR || has_vectors());
}

/* An image [1, C, H, W] of a batch in channels_last has the strides of the batch, for which the
 * kernel would copy it. */
static ct_tensor *with_own_stride(ct_tensor *x)
{
	const int64_t *shape, *strides;

	if (x == NULL || ct_tensor_size(x, 0) != 1)
		return x;
	shape = ct_tensor_shape(x);
	strides = ct_tensor_strides(x);
	if (strides[1] != 1 || strides[3] != shape[1] || strides[2] != shape[1] * shape[3] ||
	    strides[0] == ct_tensor_numel(x))
		return x;
	return CT_E(as_strided, x, CT_INTS_OF(shape, 4),
		    CT_L(ct_tensor_numel(x), strides[1], strides[2], strides[3]));
}

typedef ct_error (*corners_op)(const ct_tensor *, const int64_t *, int64_t, bool, const double *,
			       int64_t, ct_tensor **);

static corners_op corners_op_of(const struct wanted *wanted)
{
	if (wanted->mode == CT_IMAGE_BILINEAR)
		return wanted->antialias ? ct__upsample_bilinear2d_aa_vec
					 : ct_upsample_bilinear2d_vec;
	if (wanted->mode == CT_IMAGE_BICUBIC)
		return wanted->antialias ? ct__upsample_bicubic2d_aa_vec
					 : ct_upsample_bicubic2d_vec;
#ifdef CT_OP__upsample_lanczos2d_aa_vec_ /* newer than the others */
	if (wanted->mode == CT_IMAGE_LANCZOS)
		return ct__upsample_lanczos2d_aa_vec;
#endif
	return NULL;
}

static ct_tensor *interpolate(const ct_tensor *x, const struct wanted *wanted)
{
	const int64_t size[] = { wanted->height, wanted->width };
	const corners_op op = corners_op_of(wanted);
	ct_tensor *y = NULL;

	if (wanted->mode == CT_IMAGE_NEAREST)
		CT_DO(ct_upsample_nearest2d_vec(x, size, 2, NULL, 0, &y));
	else if (wanted->mode == CT_IMAGE_NEAREST_EXACT)
		CT_DO(ct__upsample_nearest_exact2d_vec(x, size, 2, NULL, 0, &y));
	else if (op)
		CT_DO(op(x, size, 2, false, NULL, 0, &y));
	else
		CT_FAIL(CT_ERROR_NOT_IMPLEMENTED,
			"this interpolation mode is not supported for tensors");
	return y;
}

/* Python's torch.round() of a half goes to the even number, as that of the operator. */
static ct_tensor *cast_back(ct_tensor *y, const ct_tensor *image, enum ct_sampling mode)
{
	const ct_dtype dtype = ct_tensor_dtype(image);

	if (dtype == CT_UINT8 && (mode == CT_IMAGE_BICUBIC || mode == CT_IMAGE_LANCZOS))
		CT_E(clamp_, y, .min = CT_S(0), .max = CT_S(255));
	if (ct_image_value_bits(dtype) && dtype != CT_UINT16)
		CT_E(round_, y);
	return ct_image_as(y, dtype);
}

static ct_tensor *resize(const ct_tensor *image, const struct wanted *wanted)
{
	ct_tensor *x = with_own_stride(ct_image_squash(image));
	const bool is_cast = !takes(image, wanted->mode);

	if (is_cast)
		x = ct_image_as(x, CT_FLOAT32);
	x = interpolate(x, wanted);
	if (is_cast)
		x = cast_back(x, image, wanted->mode);
	return ct_image_unsquash(x, image);
}

/* An image without elements. */
static ct_tensor *resize_empty(const ct_tensor *image, const struct wanted *wanted)
{
	int64_t shape[64];
	const int64_t dims = ct_tensor_dim(image);

	if (dims > 64)
		return CT_FAIL(CT_ERROR_VALUE, "an image has at most 64 dimensions");
	memcpy(shape, ct_tensor_shape(image), (size_t)dims * sizeof *shape);
	shape[dims - 2] = wanted->height;
	shape[dims - 1] = wanted->width;
	return CT_E(reshape, image, CT_INTS_OF(shape, dims));
}

ct_error ct_transform_resize(const ct_tensor *image, ct_ints size, const char *interpolation,
			     int64_t max_size, bool antialias, ct_tensor **result)
{
	struct wanted wanted = { .antialias = antialias };

	CT_IMAGE_BEGIN(image);
	CT_TRY(ct_image_read_mode(interpolation, &wanted.mode));
	if (wanted.mode == CT_IMAGE_LANCZOS && !antialias)
		return CT_RAISED(CT_ERROR_VALUE,
				 "InterpolationMode.LANCZOS requires antialias=True");
	CT_TRY(read_size(image, size, max_size, &wanted));
	if (wanted.height == ct_image_height(image) && wanted.width == ct_image_width(image))
		return ct_image_end(image, image, result);
	if (ct_tensor_numel(image) == 0)
		return ct_image_end(resize_empty(image, &wanted), image, result);
	return ct_image_end(resize(image, &wanted), image, result);
}

ct_error ct_transform_resized_crop(const ct_tensor *image, int64_t top, int64_t left,
				   int64_t height, int64_t width, ct_ints size,
				   const char *interpolation, bool antialias, ct_tensor **result)
{
	ct_tensor *part;

	CT_IMAGE_BEGIN(image);
	CT_TRY(ct_transform_crop(image, top, left, height, width, &part));
	CT_TRY(ct_transform_resize(part, size, interpolation, CT_NO_INT, antialias, &part));
	return ct_image_end(part, image, result);
}
