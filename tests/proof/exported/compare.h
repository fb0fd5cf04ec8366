/* Whether values are bit-equal. */
#ifndef TESTS_PROOF_EXPORTED_COMPARE_H
#define TESTS_PROOF_EXPORTED_COMPARE_H

#include <ctorch/operators/value.h>

/* The first difference that was found, and the largest one. */
struct difference {
	bool found;
	double largest; /* of numbers; NAN if a dtype, size or type differs */
	char text[400]; /* "output 2: torch.float32 [3], expected torch.float64 [3]" */
};

/* Adds a difference between two leaves: dtype, sizes and elements of tensors, in which any NaN equals
 * any other; type and value of others. */
ct_error compare_leaves(const ct_value *wanted, const ct_value *actual, const char *place,
			struct difference *result);

/* The same for two lists of leaves; `place` is a word for one, such as "output". */
ct_error compare_lists(const ct_value *wanted, const ct_value *actual, const char *place,
		       struct difference *result);

/* The same for tensors; NULL is None. */
ct_error compare_tensors(const ct_tensor *wanted, const ct_tensor *actual, const char *place,
			 struct difference *result);

#endif
