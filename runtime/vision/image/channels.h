/*
 * Inside libctorch_image: the channels that a mode asks for.
 */
#ifndef CT_VISION_IMAGE_CHANNELS_H
#define CT_VISION_IMAGE_CHANNELS_H

#include <ctorch/vision/image.h>

/* Whether the mode is gray, with opacity or without. */
static inline bool ct_image_wants_gray(ct_image_mode mode)
{
	return mode == CT_IMAGE_MODE_GRAY || mode == CT_IMAGE_MODE_GRAY_ALPHA;
}

/* Pillow's convert("L") or ("LA"): contiguous uint8 or uint16 [H, W, 3] or [H, W, 4] become a new
 * [H, W, 1] or [H, W, 2]. */
ct_error ct_image_to_gray(const ct_tensor *levels, ct_tensor **result) CT_WARN_UNUSED;

/* uint8 [H, W, C], C being 1, 3 or 4, with the channels of the mode as an image, contiguous [C, H,
 * W]. */
ct_error ct_image_to_mode(const ct_tensor *levels, ct_image_mode mode,
			  ct_tensor **result) CT_WARN_UNUSED;

#endif
