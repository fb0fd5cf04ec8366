/**
 * @file
 * Images: PNG, JPEG, WebP and BMP files, grids of images, and a matrix as a heat map.
 *
 * These functions are in a separate library, libctorch_image, so that libctorch needs only
 * libtorch: link with `-lctorch_image -lctorch` or the CMake target ctorch::image.
 *
 * An **image** is a tensor [C, H, W] or [H, W] (one channel), with 1 channel (gray), 2 (gray and
 * opacity), 3 (red, green, blue) or 4 (and opacity). Its dtype determines the meaning of its
 * elements:
 * - floating point: 0 is black, 1 is full; other values are clamped, NaN is black;
 * - uint8: 0 to 255; uint16: 0 to 65,535; bool: black and full;
 * - other integers: 0 to 255, or to 65,535 with 16 bits; other values are a ValueError.
 *
 * It may be on any device, have any strides and be part of a graph. If the system refuses an
 * operation, the RuntimeError has the system's text: `RuntimeError: x.png: writing to it: No space
 * left on device`.
 */
#ifndef CTORCH_VISION_IMAGE_H
#define CTORCH_VISION_IMAGE_H

#include <ctorch/core/types.h>
#include <ctorch/vision/transform.h>

/** The library with the functions of this header. */
#define CT_IMAGE_LIBRARY "ctorch_image"

#ifdef __cplusplus
extern "C" {
#endif

/* --- Writing --------------------------------------------------------------------------------- */

/** Options for writing an image; zeros are the defaults. */
typedef struct ct_image_options {
	int32_t bit_depth;    /**< 8 or 16; unset: 16 for uint16, otherwise 8 */
	int32_t compression;  /**< zlib's: 1 (fastest) to 9 (smallest), CT_ZERO (none);
				   0: the usual */
	bool normalize;       /**< stretch the range of values to 0..1 first */
	bool has_value_range; /**< use the next two as the range, not the image's */
	double value_min;
	double value_max;
} ct_image_options;

/**
 * Writes an image as a PNG file, completely or not at all: an existing file is replaced when the
 * new one is complete. A symbolic link stays: its target is replaced or created.
 *
 * Floating point values become bytes as in torchvision's save_image(): `x * 255 + 0.5`, clamped to
 * 0..255 and rounded down, in the image's own dtype; for 16 bits, with 65,535 and at least in
 * float32. In 16 bits, bytes of a uint8 image are multiplied by 257; in 8 bits, values of a uint16
 * image become the nearest of 256 levels.
 *
 * @param options  NULL: the defaults. With `normalize`, x becomes (x - min) / (max - min), as in
 *                 torchvision's make_grid(); integers are converted to float32 first.
 */
CT_API ct_error ct_image_save_png(const ct_tensor *image, const char *path,
				  const ct_image_options *options) CT_RETURNS_ERROR;

/** Encodes an image as PNG in memory, as ct_image_save_png() does: `*bytes` is new (ct_free()) and
 * has `*nbytes` bytes. */
CT_API ct_error ct_image_encode_png(const ct_tensor *image, const ct_image_options *options,
				    void **bytes CT_NOT_NULL CT_LENGTH(nbytes),
				    int64_t *nbytes) CT_RETURNS_ERROR;

/**
 * Writes an image as a JPEG file, completely or not at all, as ct_image_save_png() does: in 8 bits,
 * without opacity, with colors at half the resolution, as usual.
 *
 * @param quality  1 to 100, libjpeg's; 0: 75
 */
CT_API ct_error ct_image_save_jpeg(const ct_tensor *image, const char *path,
				   int32_t quality) CT_RETURNS_ERROR;

/** Encodes an image as JPEG in memory, as ct_image_save_jpeg() does: `*bytes` is new (ct_free())
 * and has `*nbytes` bytes. */
CT_API ct_error ct_image_encode_jpeg(const ct_tensor *image, int32_t quality,
				     void **bytes CT_NOT_NULL CT_LENGTH(nbytes),
				     int64_t *nbytes) CT_RETURNS_ERROR;

/* --- Grids of images ------------------------------------------------------------------------- */

/** Options for a grid of images: the parameters of torchvision's make_grid(). Zeros are the
 * defaults; for `nrow` and `padding`, CT_ZERO (macros/literals.h) is 0. */
typedef struct ct_image_grid_options {
	int64_t nrow CT_DEFAULT(8);    /**< images in a row */
	int64_t padding CT_DEFAULT(2); /**< elements between images and around them */
	double pad_value;     /**< value of the padding, in the images' units */
	bool normalize;       /**< stretch the range of values to 0..1 first */
	bool scale_each;      /**< use each image's own range, not the common one */
	bool has_value_range; /**< use the next two as the range, not the images' */
	double value_min;
	double value_max;
} ct_image_grid_options;

/**
 * Arranges images in a grid, as torchvision's make_grid(): a new tensor [C, H', W'] of the same
 * dtype and device, from left to right and top to bottom, with padding around each image. Images of
 * one channel become three channels. A single image has no padding.
 *
 * @param images   [N, C, H, W], or one image ([C, H, W], [H, W]); N not 0
 * @param options  NULL: the defaults. `normalize` requires floating point.
 */
CT_API ct_error ct_image_make_grid(const ct_tensor *images, const ct_image_grid_options *options,
				   ct_tensor **result) CT_RETURNS_ERROR;

/** Makes a grid and saves it as a PNG file, as ct_image_make_grid() and ct_image_save_png() do:
 * torchvision's save_image(). */
CT_API ct_error ct_image_save_grid_png(const ct_tensor *images, const char *path,
				       const ct_image_grid_options *grid_options,
				       const ct_image_options *options) CT_RETURNS_ERROR;

/* --- A matrix as colors --------------------------------------------------------------------- */

/** Colors for low to high values. */
typedef int32_t ct_color_map;

enum ct_color_map_value {
	CT_COLOR_MAP_GRAY = 0,    /**< black to white */
	CT_COLOR_MAP_VIRIDIS = 1, /**< dark violet over green to yellow; perceptually uniform */
	CT_COLOR_MAP_HEAT = 2,    /**< black over red and yellow to white */
	CT_COLOR_MAP_SIGNED = 3   /**< blue over white to red; for values around a middle */
};

/**
 * Draws a heat map of a matrix: a new uint8 image [3, H, W] on the CPU, NaN in gray.
 *
 * @param matrix       [H, W], of any dtype except complex and quantized ones
 * @param value_range  two numbers: the values of the first and the last color, which also apply to
 *                     values outside. NULL: the smallest and the largest finite value; for
 *                     CT_COLOR_MAP_SIGNED, minus and plus the largest magnitude.
 * @param scale        width and height of an element in pixels; at least 1
 */
CT_API ct_error ct_image_heat_map(const ct_tensor *matrix, ct_color_map colors,
				  const double *value_range CT_NULLABLE CT_LENGTH(2), int64_t scale,
				  ct_tensor **result) CT_RETURNS_ERROR;

/* --- Reading --------------------------------------------------------------------------------- */

/** The channels of a loaded image. */
typedef int32_t ct_image_mode;

enum ct_image_mode_value {
	CT_IMAGE_MODE_UNCHANGED = 0, /**< the file's; colors of a palette become RGB */
	CT_IMAGE_MODE_GRAY =
		1, /**< Pillow's "L": 0.299 red, 0.587 green, 0.114 blue; the light of a JPEG */
	CT_IMAGE_MODE_GRAY_ALPHA = 2,
	CT_IMAGE_MODE_RGB = 3,
	CT_IMAGE_MODE_RGB_ALPHA = 4
};

/**
 * Loads a PNG file: a new tensor [C, H, W] on the CPU, uint8, or uint16 for a file with 16 bits.
 *
 * All kinds of PNG files are accepted (palettes, fewer than 8 bits, interlaced); gamma and color
 * profiles are ignored, and ct_image_save_png() writes none. The image is rotated and mirrored
 * according to the file's EXIF data; ct_image_load() has an option to turn this off. A file that is
 * not a PNG, is truncated or damaged, would need more than 1 GiB, or has rows of more than
 * 16,777,216 pixels is a ValueError that gives the reason.
 */
CT_API ct_error ct_image_load_png(const char *path, ct_image_mode mode,
				  ct_tensor **result) CT_RETURNS_ERROR;

/** Decodes a PNG in memory, as ct_image_load_png() does. */
CT_API ct_error ct_image_decode_png(const void *bytes CT_LENGTH(nbytes), int64_t nbytes,
				    ct_image_mode mode, ct_tensor **result) CT_RETURNS_ERROR;

/** The most pixels of a JPEG or WebP unless the options set another limit: Pillow's limit. */
#define CT_IMAGE_MAX_PIXELS 178956970

/** Options for reading an image; zeros are the defaults. */
typedef struct ct_image_load_options {
	ct_image_mode mode; /**< default: the file's channels; CMYK becomes RGB */
	/** Decode a JPEG at the smallest of 1/8, 1/4, 1/2 and full size whose shorter side has at
	 * least this many pixels, which is faster and needs less memory, as Pillow's draft(). For
	 * images that are resized afterwards. Default: full size. */
	int64_t min_size;
	/** Ignore the orientation in EXIF data (a PNG's eXIf chunk; a BMP has none). By default the
	 * image is rotated and mirrored accordingly, as by PIL.ImageOps.exif_transpose(). */
	bool no_orientation;
	bool allow_truncated; /**< fill missing parts of a damaged JPEG with gray, no error */
	int64_t max_pixels;   /**< most pixels of a file; a JPEG counts at full size.
			       * Default CT_IMAGE_MAX_PIXELS */
} ct_image_load_options;

/**
 * Loads a PNG, JPEG, WebP or BMP file, recognized by its content: a new tensor [C, H, W] on the
 * CPU. It is uint8, or uint16 for a PNG with 16 bits. The pixels are the same as Pillow's.
 *
 * A JPEG is decoded with libjpeg-turbo's usual settings, as in Pillow and torchvision. The pixels
 * keep the order of the file, so the tensor is a view whose channels vary fastest in memory: fast
 * to read and to resize; ct_contiguous() copies it into the usual order. A file that is truncated
 * or damaged, has more pixels than `max_pixels`, or more than 100 scans, is a ValueError that gives
 * the reason. Bytes between two parts of a JPEG, which Pillow ignores, count as damage, too.
 *
 * A WebP with an animation is a ValueError; any WebP is a RuntimeError if libctorch_image was built
 * without libwebp. A BMP may have 1, 4, 8, 16, 24 or 32 bits, a palette, masks of any bits, and its
 * rows in either order; a compressed one is a ValueError. If its palette is gray, the result has
 * one channel.
 */
CT_API ct_error ct_image_load(const char *path, const ct_image_load_options *options,
			      ct_tensor **result CT_NOT_NULL) CT_RETURNS_ERROR;

/** Decodes an image in memory, as ct_image_load() does. */
CT_API ct_error ct_image_decode(const void *bytes CT_LENGTH(nbytes), int64_t nbytes,
				const ct_image_load_options *options,
				ct_tensor **result CT_NOT_NULL) CT_RETURNS_ERROR;

/** Loads a JPEG file, as ct_image_load() does; any other file is a ValueError. */
CT_API ct_error ct_image_load_jpeg(const char *path, const ct_image_load_options *options,
				   ct_tensor **result CT_NOT_NULL) CT_RETURNS_ERROR;

/** Decodes a JPEG in memory, as ct_image_load_jpeg() does. */
CT_API ct_error ct_image_decode_jpeg(const void *bytes CT_LENGTH(nbytes), int64_t nbytes,
				     const ct_image_load_options *options,
				     ct_tensor **result CT_NOT_NULL) CT_RETURNS_ERROR;

/* --- A transform ------------------------------------------------------------------------------ */

/**
 * Encodes an image as JPEG and decodes it again, into a new tensor: torchvision's
 * v2.functional.jpeg(). A TypeError if the image does not match the description below.
 *
 * @param image    [..., C, H, W], uint8, on the CPU, with 1 or 3 channels
 * @param quality  1 to 100
 */
CT_API ct_error ct_image_jpeg(const ct_tensor *image, int64_t quality,
			      ct_tensor **result CT_NOT_NULL) CT_RETURNS_ERROR;

/**
 * Creates torchvision's transform v2.JPEG: ct_image_jpeg() with a random quality from `min_quality`
 * to `max_quality`, both included. The result is new and has the class name of a transform of
 * ct_transform_lambda_new(): ct_transform_new() knows only libctorch's classes, and libctorch has
 * no libjpeg.
 *
 * A ValueError unless 1 <= min_quality <= max_quality <= 100.
 */
CT_API ct_error ct_image_jpeg_transform_new(int64_t min_quality, int64_t max_quality,
					    ct_transform **result CT_NOT_NULL) CT_RETURNS_ERROR;

#ifdef __cplusplus
}
#endif

#endif
