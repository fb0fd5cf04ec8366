/*
 * Inside the library: copies of values that hold no others.
 */
#ifndef CT_OPERATORS_VALUE_LEAF_H
#define CT_OPERATORS_VALUE_LEAF_H

#include "operators/value/value.h"

struct ct_copied_tensor;

struct ct_leaf_copying {
	const char *function;
	bool deep;
	struct ct_copied_tensor *tensors; /* of a deep copy: those copied so far */
};

/* Copies a value that is not a nest. */
ct_error ct_value_copy_leaf(const ct_value *self, struct ct_leaf_copying *copying,
			    ct_value *result) CT_WARN_UNUSED;

/* At the end of the copying: frees what was noted. */
void ct_forget_copied(struct ct_leaf_copying *copying);

#endif
