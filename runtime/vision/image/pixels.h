/*
 * Inside libctorch_image: an image as the levels of a file.
 */
#ifndef CT_VISION_IMAGE_PIXELS_H
#define CT_VISION_IMAGE_PIXELS_H

#include <ctorch/ctorch.h>
#include <ctorch/vision/image.h>

/* Levels from 0 to 255 (uint8) or 65,535 (int32), as [H, W, C] without gaps, on the CPU. */
struct pixels {
	ct_tensor *levels; /* owned by the scope that was open */
	int64_t height, width;
	int32_t channels, bit_depth;
};

/* The image's levels. Call it with a scope open, which gets the temporary tensors. */
ct_error ct_image_pixels(const char *function, const ct_tensor *image,
			 const ct_image_options *options, struct pixels *result) CT_RETURNS_ERROR;

#endif
