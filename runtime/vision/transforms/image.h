/*
 * Inside the library: what the operations on images share.
 */
#ifndef CT_VISION_TRANSFORMS_IMAGE_H
#define CT_VISION_TRANSFORMS_IMAGE_H

#include <ctorch/calls/call.h>
#include <ctorch/core/error.h>
#include <ctorch/ops/all.h>
#include <ctorch/tensor/tensor.h>
#include <ctorch/vision/transform_functions.h>

#include "core/memory/own_scope.h"

/* Begins an operation: its checks, and a scope for what it computes. */
#define CT_IMAGE_BEGIN(image)                    \
	CT_TRY(ct_image_check(image, __func__)); \
	CT_OWN_SCOPE(__func__)

/* A TypeError unless it is a tensor [..., C, H, W]. */
ct_error ct_image_check(const ct_tensor *image, const char *function) CT_WARN_UNUSED;

/* A TypeError unless it has 1 or 3 channels. */
ct_error ct_image_check_channels(const ct_tensor *image) CT_WARN_UNUSED;

/* The end of an operation that was begun with CT_IMAGE_BEGIN(): the error that waits, or the value,
 * which may be `image` itself, as a new handle of the caller's. */
ct_error ct_image_end(const ct_tensor *value, const ct_tensor *image,
		      ct_tensor **result) CT_WARN_UNUSED;

static inline int64_t ct_image_channels(const ct_tensor *image)
{
	return ct_tensor_size(image, -3);
}

static inline int64_t ct_image_height(const ct_tensor *image)
{
	return ct_tensor_size(image, -2);
}

static inline int64_t ct_image_width(const ct_tensor *image)
{
	return ct_tensor_size(image, -1);
}

bool ct_image_is_floating(const ct_tensor *image);

/* _max_value() and _num_value_bits() of a dtype; 0 bits: it is no integer. */
double ct_image_max_value(ct_dtype dtype);
int ct_image_value_bits(ct_dtype dtype);

/* Parts of expressions, whose value is NULL after an error. */

/* [N, C, H, W], and the shape of `like` again with the image's own last three sizes. */
ct_tensor *ct_image_squash(const ct_tensor *image);
ct_tensor *ct_image_unsquash(const ct_tensor *image, const ct_tensor *like);

/* The columns and rows of a rectangle, a view. */
ct_tensor *ct_image_view(const ct_tensor *image, int64_t top, int64_t left, int64_t height,
			 int64_t width);

/* torch.tensor(numbers, dtype=..., device=...), with `shape` */
ct_tensor *ct_image_numbers(const double *numbers, ct_ints shape, ct_dtype dtype, ct_device device);

/* `image.to(dtype)` */
ct_tensor *ct_image_as(const ct_tensor *image, ct_dtype dtype);

/* The result of Python's `x.mul_(number)`, as a new tensor; `x` is unchanged. The operator
 * mul_.Scalar rounds the number to the dtype of x first, so that float16 and bfloat16 differ. */
ct_tensor *ct_image_times(const ct_tensor *x, double number);

/* _rgb_to_grayscale_image() without keeping the dtype */
ct_tensor *ct_image_gray(const ct_tensor *image);

/* How an image is resized or sampled. ORDER: the words in image.c. */
enum ct_sampling {
	CT_IMAGE_NEAREST,
	CT_IMAGE_NEAREST_EXACT,
	CT_IMAGE_BILINEAR,
	CT_IMAGE_BICUBIC,
	CT_IMAGE_BOX,
	CT_IMAGE_HAMMING,
	CT_IMAGE_LANCZOS,
	CT_IMAGE_MODES
};

/* A ValueError for another word. */
ct_error ct_image_read_mode(const char *word, enum ct_sampling *mode) CT_WARN_UNUSED;

/* Python's padding as left, right, top, bottom: a ValueError unless it has 1, 2 or 4 elements. */
ct_error ct_image_read_padding(ct_ints padding, int64_t sides[4]) CT_WARN_UNUSED;

/* levels.c: bytes as floats in contiguous memory, in one pass over the image. */
struct ct_image_levels {
	double divisor;  /* ToTensor: 255; else `factor` is used */
	double factor;   /* ToDtype: 1.0 / 255 */
	ct_floats mean;  /* { NULL, 0 }: not normalized */
	ct_floats std;
	bool is_mirrored; /* left and right are exchanged */
};

/* Whether ct_image_levels_apply() can: bytes [C, H, W] on the CPU, without a graph. */
bool ct_image_has_levels(const ct_tensor *image);
ct_error ct_image_levels_apply(const ct_tensor *image, const struct ct_image_levels *levels,
			       ct_tensor **result) CT_WARN_UNUSED;

#endif
