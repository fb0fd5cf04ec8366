/*
 * Inside libctorch_image: ranges of values.
 */
#ifndef CT_VISION_IMAGE_RANGE_H
#define CT_VISION_IMAGE_RANGE_H

#include <ctorch/ctorch.h>

struct range {
	double min, max;
};

/* The tensor's smallest and largest element; it must not be empty. */
ct_error ct_range_of(const ct_tensor *tensor, struct range *result) CT_RETURNS_ERROR;

/* Whether the dtype is quantized: its elements need a scale and a zero point to be numbers. */
bool ct_is_quantized(ct_dtype dtype);

/* Clamps to the range and stretches it to 0..1, in the tensor's floating point dtype; a range that
 * is (nearly) empty counts as 1e-5 wide. The result belongs to the open scope. */
ct_error ct_range_stretch(const ct_tensor *tensor, struct range range,
			  ct_tensor **result) CT_RETURNS_ERROR;

/* An error unless min and max are finite and in order. */
ct_error ct_range_check(const char *function, const char *name,
			struct range range) CT_RETURNS_ERROR;

#endif
