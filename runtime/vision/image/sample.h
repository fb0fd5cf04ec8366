/*
 * Inside libctorch_image: images in samples, and what datasets of images share.
 */
#ifndef CT_VISION_IMAGE_SAMPLE_H
#define CT_VISION_IMAGE_SAMPLE_H

#include <ctorch/data/data.h>
#include <ctorch/vision/image_data.h>

#include "vision/image/names.h"

/* An error unless the options are right. */
ct_error ct_image_data_check(const ct_image_data_options *options,
			     const char *function) CT_WARN_UNUSED;

/* Decodes as the options say: uint8, with the channels of the mode. `name` is for messages. */
ct_error ct_image_data_decode(const ct_image_data_options *options, const char *function,
			      const char *name, const void *bytes, size_t n,
			      ct_tensor **result) CT_WARN_UNUSED;

#endif
