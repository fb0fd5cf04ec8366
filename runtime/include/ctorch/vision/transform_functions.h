/**
 * @file
 * The image operations that the transforms use: Python's torchvision.transforms.v2.functional for
 * tensors, with its names, arguments and arithmetic.
 *
 * An image is a tensor [..., C, H, W], of bytes from 0 to 255 or of floats from 0 to 1; each result
 * is new, may be a view of the image or another handle on it, and has the image's dtype unless a
 * comment says otherwise. Lists (`CT_L(256)`, `CT_FLOATS(0.5)`) are borrowed. `interpolation` is
 * "nearest", "nearest-exact", "bilinear" or "bicubic"; "lanczos" where the release has it.
 *
 * Errors are torchvision's: a ValueError for an argument that is out of range, a TypeError for an
 * image with unsupported channels or dtype.
 */
#ifndef CTORCH_VISION_TRANSFORM_FUNCTIONS_H
#define CTORCH_VISION_TRANSFORM_FUNCTIONS_H

#include <ctorch/calls/expression.h>
#include <ctorch/core/error.h>
#include <ctorch/core/types.h>

#ifdef __cplusplus
extern "C" {
#endif

/* --- Sizes and places ------------------------------------------------------------------------- */

/**
 * Resizes an image.
 *
 * @param size       height and width, or one number for the shorter edge; `{ NULL, 0 }`: `max_size`
 *                   sets the longer edge
 * @param max_size   the maximum of the longer edge; CT_NO_INT: no limit
 * @param antialias  for bilinear and bicubic: whether a smaller image averages over all pixels
 */
CT_API ct_error ct_transform_resize(const ct_tensor *image, ct_ints size, const char *interpolation,
				    int64_t max_size, bool antialias,
				    ct_tensor **result) CT_RETURNS_ERROR;

/** Returns a rectangle, as a view; padded with 0 where it exceeds the image. */
CT_API ct_error ct_transform_crop(const ct_tensor *image, int64_t top, int64_t left, int64_t height,
				  int64_t width, ct_tensor **result) CT_RETURNS_ERROR;

/** Returns the rectangle in the center, as a view; padded with 0 where it exceeds the image. */
CT_API ct_error ct_transform_center_crop(const ct_tensor *image, int64_t height, int64_t width,
					 ct_tensor **result) CT_RETURNS_ERROR;

/**
 * Copies the four corners (upper left, upper right, lower left, lower right) and the center: [5,
 * ..., C, height, width], which is torch.stack() of Python's tuple.
 */
CT_API ct_error ct_transform_five_crop(const ct_tensor *image, int64_t height, int64_t width,
				       ct_tensor **result) CT_RETURNS_ERROR;

/** Copies five_crop() of the image and of its mirror image: [10, ..., C, height, width]. */
CT_API ct_error ct_transform_ten_crop(const ct_tensor *image, int64_t height, int64_t width,
				      bool vertical_flip, ct_tensor **result) CT_RETURNS_ERROR;

/** Crops, then resizes. */
CT_API ct_error ct_transform_resized_crop(const ct_tensor *image, int64_t top, int64_t left,
					  int64_t height, int64_t width, ct_ints size,
					  const char *interpolation, bool antialias,
					  ct_tensor **result) CT_RETURNS_ERROR;

/**
 * Adds a border.
 *
 * @param padding       one number; two numbers: left and right, top and bottom; four numbers: left,
 *                      top, right, bottom
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
 * @param center         x and y from the upper left corner; `{ NULL, 0 }`: the center
 * @param fill           one number or one for each channel; `{ NULL, 0 }`: 0, not blended into the
 *                       edges
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

/** Applies a perspective transformation with 8 coefficients from
 * ct_transform_perspective_coefficients(). */
CT_API ct_error ct_transform_perspective(const ct_tensor *image,
					 const double *coefficients CT_LENGTH(8),
					 const char *interpolation, ct_floats fill,
					 ct_tensor **result) CT_RETURNS_ERROR;

/** Computes the coefficients that map four corners (x, y each) to four others. */
CT_API ct_error ct_transform_perspective_coefficients(
	const int64_t *start CT_LENGTH(8), const int64_t *end CT_LENGTH(8),
	double *coefficients CT_LENGTH(8)) CT_RETURNS_ERROR;

/** Moves each pixel; `displacement` is [1, H, W, 2], in halves of the image's size. */
CT_API ct_error ct_transform_elastic(const ct_tensor *image, const ct_tensor *displacement,
				     const char *interpolation, ct_floats fill,
				     ct_tensor **result) CT_RETURNS_ERROR;

/** Sets a rectangle to `value`, which broadcasts to it, in a copy or, with `inplace`, in the image
 * itself. */
CT_API ct_error ct_transform_erase(const ct_tensor *image, int64_t top, int64_t left,
				   int64_t height, int64_t width, const ct_tensor *value,
				   bool inplace, ct_tensor **result) CT_RETURNS_ERROR;

/* --- Colors: images of 1 or 3 channels ------------------------------------------------------- */

/** Adjusts a property of an image: factor 0 makes it black, gray or blurred, 1 changes nothing, 2
 * doubles the property. */
CT_API ct_error ct_transform_adjust_brightness(const ct_tensor *image, double factor,
					       ct_tensor **result) CT_RETURNS_ERROR;
CT_API ct_error ct_transform_adjust_contrast(const ct_tensor *image, double factor,
					     ct_tensor **result) CT_RETURNS_ERROR;
CT_API ct_error ct_transform_adjust_saturation(const ct_tensor *image, double factor,
					       ct_tensor **result) CT_RETURNS_ERROR;
CT_API ct_error ct_transform_adjust_sharpness(const ct_tensor *image, double factor,
					      ct_tensor **result) CT_RETURNS_ERROR;
/** Shifts the hue by `factor`, a fraction of the hue circle from -0.5 to 0.5. */
CT_API ct_error ct_transform_adjust_hue(const ct_tensor *image, double factor,
					ct_tensor **result) CT_RETURNS_ERROR;
/** Computes `gain * image ** gamma`. */
CT_API ct_error ct_transform_adjust_gamma(const ct_tensor *image, double gamma, double gain,
					  ct_tensor **result) CT_RETURNS_ERROR;

/** Keeps the highest `bits` (0 to 8) of each value. */
CT_API ct_error ct_transform_posterize(const ct_tensor *image, int64_t bits,
				       ct_tensor **result) CT_RETURNS_ERROR;
/** Inverts the values that are at least `threshold`. */
CT_API ct_error ct_transform_solarize(const ct_tensor *image, double threshold,
				      ct_tensor **result) CT_RETURNS_ERROR;
/** Stretches the values of each channel to the full range. */
CT_API ct_error ct_transform_autocontrast(const ct_tensor *image,
					  ct_tensor **result) CT_RETURNS_ERROR;
/** Makes all values of a channel about equally frequent. */
CT_API ct_error ct_transform_equalize(const ct_tensor *image, ct_tensor **result) CT_RETURNS_ERROR;
/** Inverts all values. */
CT_API ct_error ct_transform_invert(const ct_tensor *image, ct_tensor **result) CT_RETURNS_ERROR;
/** Converts to gray, with 1 channel or 3 equal channels. */
CT_API ct_error ct_transform_rgb_to_grayscale(const ct_tensor *image, int64_t num_output_channels,
					      ct_tensor **result) CT_RETURNS_ERROR;
/** Reorders the channels; `permutation` has the source of each channel. */
CT_API ct_error ct_transform_permute_channels(const ct_tensor *image, ct_ints permutation,
					      ct_tensor **result) CT_RETURNS_ERROR;

/**
 * Blurs with a Gaussian kernel.
 *
 * @param kernel_size  width and height of the kernel, odd; or one number for both
 * @param sigma        for x and y, or one number for both; `{ NULL, 0 }`: 0.15 * size + 0.35
 */
CT_API ct_error ct_transform_gaussian_blur(const ct_tensor *image, ct_ints kernel_size,
					   ct_floats sigma, ct_tensor **result) CT_RETURNS_ERROR;

/**
 * Adds normal noise with mean `mean` and standard deviation `sigma`, in units of the range of
 * values.
 *
 * @param image      an image of bytes or floating-point numbers
 * @param clip       true: results are clamped to the range; false: bytes wrap around
 * @param generator  NULL: the CPU's default generator
 */
CT_API ct_error ct_transform_gaussian_noise(const ct_tensor *image, double mean, double sigma,
					    bool clip, ct_generator *generator CT_NULLABLE,
					    ct_tensor **result) CT_RETURNS_ERROR;

/* --- Values ----------------------------------------------------------------------------------- */

/** Computes `(image - mean) / std` for each channel of a floating-point image, with `inplace` in
 * its memory. */
CT_API ct_error ct_transform_normalize(const ct_tensor *image, ct_floats mean, ct_floats std,
				       bool inplace, ct_tensor **result) CT_RETURNS_ERROR;

/** Converts to another dtype and, with `scale`, to its range of values: bytes from 0 to 255 become
 * floats from 0 to 1. */
CT_API ct_error ct_transform_to_dtype(const ct_tensor *image, ct_dtype dtype, bool scale,
				      ct_tensor **result) CT_RETURNS_ERROR;

/** Divides bytes by 255, into contiguous memory, as the v1 transform does; does not change other
 * dtypes. */
CT_API ct_error ct_transform_to_tensor(const ct_tensor *image, ct_tensor **result) CT_RETURNS_ERROR;

/* --- Videos ----------------------------------------------------------------------------------- */

/** Copies `num_samples` evenly spaced frames of a video [..., T, C, H, W]: [..., num_samples, C, H,
 * W]. If the video has fewer frames, some are repeated. */
CT_API ct_error ct_transform_uniform_temporal_subsample(const ct_tensor *video, int64_t num_samples,
							ct_tensor **result) CT_RETURNS_ERROR;

#ifdef __cplusplus
}
#endif

#endif
