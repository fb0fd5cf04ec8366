/* How much the elements of two tensors differ. */
#ifndef CT_INSPECT_DISTANCE_H
#define CT_INSPECT_DISTANCE_H

#include <ctorch/core/types.h>

/* Zeros at first; several pairs of tensors can be added. */
struct distance {
	int64_t count;             /* that differ */
	double absolute, relative; /* the largest */
};

/* Adds the distances of the elements of two strided tensors of the same shape. They are compared by
 * value and exactly, also if one has integers and the other floating-point numbers. */
ct_error add_distances(const ct_tensor *a, const ct_tensor *b,
		       struct distance *distance) CT_WARN_UNUSED;

#endif
