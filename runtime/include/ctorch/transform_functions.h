/**
 * @file
 * The operations on images underneath the transforms: Python's torchvision.transforms.v2.functional
 * for tensors, with its names, arguments and arithmetic.
 *
 * An image is a tensor [..., C, H, W], of bytes from 0 to 255 or of floats from 0 to 1; each result
 * is new, may be a view of the image or another handle on it, and has the image's dtype unless the
 * comment says otherwise. Lists (`CT_L(256)`, `CT_FLOATS(0.5)`) are borrowed. `interpolation` is
 * "nearest", "nearest-exact", "bilinear" or "bicubic"; "lanczos" where the release has it.
 *
 * Errors are torchvision's: a ValueError for an argument that is out of range, a TypeError for an
 * image whose channels or dtype do not fit.
 */
#ifndef CTORCH_TRANSFORM_FUNCTIONS_H
#define CTORCH_TRANSFORM_FUNCTIONS_H

#include <ctorch/error.h>
#include <ctorch/expression.h>
#include <ctorch/list.h>
#include <ctorch/types.h>

#ifdef __cplusplus
extern "C" {
#endif

/* --- Sizes and places ------------------------------------------------------------------------- */

/**
 * Resizes.
 *
 * @param size       height and width, or one number for the shorter edge; `{ NULL, 0 }`: max_size
 *                   is for the longer edge
 * @param max_size   the longer edge has at most this; CT_NO_INT: no limit
 * @param antialias  for bilinear and bicubic: whether a smaller image averages over all of the
 *                   pixels
 */
CT_API ct_error ct_transform_resize(const ct_tensor *image, ct_ints size, const char *interpolation,
				    int64_t max_size, bool antialias,
				    ct_tensor **result) CT_RETURNS_ERROR;

/** The rectangle, a view; padded with 0 where it exceeds the image. */
CT_API ct_error ct_transform_crop(const ct_tensor *image, int64_t top, int64_t left, int64_t height,
				  int64_t width, ct_tensor **result) CT_RETURNS_ERROR;

/** The rectangle in the middle, a view; padded with 0 where it exceeds the image. */
CT_API ct_error ct_transform_center_crop(const ct_tensor *image, int64_t height, int64_t width,
					 ct_tensor **result) CT_RETURNS_ERROR;

/**
 * The four corners (upper left, upper right, lower left, lower right) and the center: a copy,
 * [5, ..., C, height, width]. Python's function gives a tuple, of which this is torch.stack().
 */
CT_API ct_error ct_transform_five_crop(const ct_tensor *image, int64_t height, int64_t width,
				       ct_tensor **result) CT_RETURNS_ERROR;

/** five_crop() of the image, and of the image mirrored: a copy, [10, ..., C, height, width]. */
CT_API ct_error ct_transform_ten_crop(const ct_tensor *image, int64_t height, int64_t width,
				      bool vertical_flip, ct_tensor **result) CT_RETURNS_ERROR;

/** crop(), then resize(). */
CT_API ct_error ct_transform_resized_crop(const ct_tensor *image, int64_t top, int64_t left,
					  int64_t height, int64_t width, ct_ints size,
					  const char *interpolation, bool antialias,
					  ct_tensor **result) CT_RETURNS_ERROR;

/**
 * Adds a border.
 *
 * @param padding       one number; two: left and right, top and bottom; four: left, top, right,
 *                      bottom
 * @param fill          one number or one for each channel; `{ NULL, 0 }`: 0
 * @param padding_mode  "constant", "edge", "reflect" or "symmetric"
 */
CT_API ct_error ct_transform_pad(const ct_tensor *image, ct_ints padding, ct_floats fill,
				 const char *padding_mode, ct_tensor **result) CT_RETURNS_ERROR;

/** Swaps left and right. */
CT_API ct_error ct_transform_horizontal_flip(const ct_tensor *image,
					     ct_tensor **result) CT_RETURNS_ERROR;
/** Swaps top and bottom. */
CT_API ct_error ct_transform_vertical_flip(const ct_tensor *image,
					   ct_tensor **result) CT_RETURNS_ERROR;

/**
 * Rotates counterclockwise by an angle in degrees.
 *
 * @param interpolation  "nearest" or "bilinear", here and below
 * @param expand         whether the result is as large as the rotated image
 * @param center         x and y from the upper left corner; `{ NULL, 0 }`: the middle
 * @param fill           one number or one for each channel; `{ NULL, 0 }`: 0, and edges are not
 *                       mixed with it
 */
CT_API ct_error ct_transform_rotate(const ct_tensor *image, double angle, const char *interpolation,
				    bool expand, ct_floats center, ct_floats fill,
				    ct_tensor **result) CT_RETURNS_ERROR;

/** Rotates clockwise, shifts by `translate` (x, y), scales, and shears by `shear` (x, y)
 * degrees. */
CT_API ct_error ct_transform_affine(const ct_tensor *image, double angle,
				    const double *translate CT_LENGTH(2), double scale,
				    const double *shear CT_LENGTH(2), const char *interpolation,
				    ct_floats fill, ct_floats center,
				    ct_tensor **result) CT_RETURNS_ERROR;

/** Maps by the 8 coefficients, which ct_transform_perspective_coefficients() computes. */
CT_API ct_error ct_transform_perspective(const ct_tensor *image,
					 const double *coefficients CT_LENGTH(8),
					 const char *interpolation, ct_floats fill,
					 ct_tensor **result) CT_RETURNS_ERROR;

/** The coefficients that map four corners (x, y each) to four others. */
CT_API ct_error ct_transform_perspective_coefficients(
	const int64_t *start CT_LENGTH(8), const int64_t *end CT_LENGTH(8),
	double *coefficients CT_LENGTH(8)) CT_RETURNS_ERROR;

/** Moves each pixel; `displacement` is [1, H, W, 2], in halves of the image's size. */
CT_API ct_error ct_transform_elastic(const ct_tensor *image, const ct_tensor *displacement,
				     const char *interpolation, ct_floats fill,
				     ct_tensor **result) CT_RETURNS_ERROR;

/** A copy in which the rectangle is `value`, which broadcasts to it; with `inplace` the image
 * itself. */
CT_API ct_error ct_transform_erase(const ct_tensor *image, int64_t top, int64_t left,
				   int64_t height, int64_t width, const ct_tensor *value,
				   bool inplace, ct_tensor **result) CT_RETURNS_ERROR;

/* --- Colors: images of 1 or 3 channels ------------------------------------------------------- */

/** A factor of 0 is a black, gray or blurred image, 1 leaves it as it is, 2 doubles. */
CT_API ct_error ct_transform_adjust_brightness(const ct_tensor *image, double factor,
					       ct_tensor **result) CT_RETURNS_ERROR;
CT_API ct_error ct_transform_adjust_contrast(const ct_tensor *image, double factor,
					     ct_tensor **result) CT_RETURNS_ERROR;
CT_API ct_error ct_transform_adjust_saturation(const ct_tensor *image, double factor,
					       ct_tensor **result) CT_RETURNS_ERROR;
CT_API ct_error ct_transform_adjust_sharpness(const ct_tensor *image, double factor,
					      ct_tensor **result) CT_RETURNS_ERROR;
/** `factor` is a part of the circle of hues, from -0.5 to 0.5. */
CT_API ct_error ct_transform_adjust_hue(const ct_tensor *image, double factor,
					ct_tensor **result) CT_RETURNS_ERROR;
/** `gain * image ** gamma` */
CT_API ct_error ct_transform_adjust_gamma(const ct_tensor *image, double gamma, double gain,
					  ct_tensor **result) CT_RETURNS_ERROR;

/** Keeps the highest `bits` (0 to 8) of each value. */
CT_API ct_error ct_transform_posterize(const ct_tensor *image, int64_t bits,
				       ct_tensor **result) CT_RETURNS_ERROR;
/** Inverts the values that are at least `threshold`. */
CT_API ct_error ct_transform_solarize(const ct_tensor *image, double threshold,
				      ct_tensor **result) CT_RETURNS_ERROR;
/** Stretches the values of each channel to the whole range. */
CT_API ct_error ct_transform_autocontrast(const ct_tensor *image,
					  ct_tensor **result) CT_RETURNS_ERROR;
/** Makes all values of a channel about equally frequent. */
CT_API ct_error ct_transform_equalize(const ct_tensor *image, ct_tensor **result) CT_RETURNS_ERROR;
/** Inverts all values. */
CT_API ct_error ct_transform_invert(const ct_tensor *image, ct_tensor **result) CT_RETURNS_ERROR;
/** Gray, of 1 or 3 equal channels. */
CT_API ct_error ct_transform_rgb_to_grayscale(const ct_tensor *image, int64_t num_output_channels,
					      ct_tensor **result) CT_RETURNS_ERROR;
/** `permutation` has the source of each channel. */
CT_API ct_error ct_transform_permute_channels(const ct_tensor *image, ct_ints permutation,
					      ct_tensor **result) CT_RETURNS_ERROR;

/**
 * Blurs with a Gaussian kernel.
 *
 * @param kernel_size  width and height of the kernel, odd; one number stands for both
 * @param sigma        of x and y; one number stands for both; `{ NULL, 0 }`: 0.15 * size + 0.35
 */
CT_API ct_error ct_transform_gaussian_blur(const ct_tensor *image, ct_ints kernel_size,
					   ct_floats sigma, ct_tensor **result) CT_RETURNS_ERROR;

/**
 * Adds `mean` and random numbers of the standard deviation `sigma`, in units of the range of
 * values.
 *
 * @param image      bytes or floating point
 * @param clip       whether results are limited to the range; otherwise bytes wrap around
 * @param generator  NULL: the CPU's default generator
 */
CT_API ct_error ct_transform_gaussian_noise(const ct_tensor *image, double mean, double sigma,
					    bool clip, ct_generator *generator CT_NULLABLE,
					    ct_tensor **result) CT_RETURNS_ERROR;

/* --- Values ----------------------------------------------------------------------------------- */

/** `(image - mean) / std` for each channel of a floating point image; with `inplace` in its
 * memory. */
CT_API ct_error ct_transform_normalize(const ct_tensor *image, ct_floats mean, ct_floats std,
				       bool inplace, ct_tensor **result) CT_RETURNS_ERROR;

/** Another dtype. With `scale`, the range of values is converted too: bytes from 0 to 255 become
 * floats from 0 to 1. */
CT_API ct_error ct_transform_to_dtype(const ct_tensor *image, ct_dtype dtype, bool scale,
				      ct_tensor **result) CT_RETURNS_ERROR;

/** The v1 transform's result: bytes divided by 255, in contiguous memory; other dtypes as they
 * are. */
CT_API ct_error ct_transform_to_tensor(const ct_tensor *image, ct_tensor **result) CT_RETURNS_ERROR;

/* --- Videos ----------------------------------------------------------------------------------- */

/** `num_samples` frames at even distances, a copy: [..., num_samples, C, H, W] of a video
 * [..., T, C, H, W]. Frames occur several times if there are fewer. */
CT_API ct_error ct_transform_uniform_temporal_subsample(const ct_tensor *video, int64_t num_samples,
							ct_tensor **result) CT_RETURNS_ERROR;

#ifdef __cplusplus
}
#endif

#endif
