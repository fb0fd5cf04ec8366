/*
 * Inside libctorch_image: ranges of values.
 */
#ifndef CT_IMAGE_RANGE_H
#define CT_IMAGE_RANGE_H

#include <ctorch/ctorch.h>

struct range {
	double min, max;
};

/* The tensor's own smallest and largest element, which there must be. */
ct_error ct_range_of(const ct_tensor *tensor, struct range *result) CT_CALL;

/* Whether a quantised dtype: its elements are no numbers without a scale and a zero point. */
bool ct_is_quantised(ct_dtype dtype);

/* Cut off to the range and stretched to 0..1, in the tensor's own floating point dtype; a range
 * that is (nearly) empty counts as 1e-5 wide. Made in the open scope. */
ct_error ct_range_stretch(const ct_tensor *tensor, struct range range, ct_tensor **result) CT_CALL;

/* An error unless min and max are numbers and in order. */
ct_error ct_range_check(const char *function, const char *name, struct range range) CT_CALL;

#endif
