/* Statistics of a tensor's elements. */
#ifndef CT_INSPECT_STATISTICS_H
#define CT_INSPECT_STATISTICS_H

#include "entries.h"
#include "json.h"

/* As those of ct_tensor_describe(): of the finite elements, of complex numbers their magnitudes, of
 * sparse tensors their stored values. Without quartiles, which would need all elements at once. */
struct statistics {
	bool known; /* false: a meta tensor has no elements, or they are not read */
	int64_t count, nans, infs, zeros;
	int64_t finite;
	double min, max, mean, squares; /* `squares`: of the distances from the mean, added up */
};

/* Prints a message if the elements cannot be read in any time. */
ct_error compute_statistics(const struct entry *entry, struct statistics *result) CT_WARN_UNUSED;

/* Unbiased; NaN for less than two elements. */
double deviation(const struct statistics *statistics);

json_t *json_of_statistics(const struct statistics *statistics);

#endif
