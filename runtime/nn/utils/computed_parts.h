/*
 * Inside the library: parameters that are computed from parts of the same module whose names are
 * theirs with a suffix: "weight" from "weight_g" and "weight_v".
 */
#ifndef CT_NN_UTILS_COMPUTED_PARTS_H
#define CT_NN_UTILS_COMPUTED_PARTS_H

#include "module/computed.h"

/* A parameter or a buffer. */
struct ct_computed_part {
	enum ct_part_kind kind;
	const char *suffix; /* "_g" */
	const ct_tensor *tensor;
};

/* The module's part, borrowed; an AttributeError if it has been removed. */
ct_error ct_computed_part(const ct_module *self, const char *name,
			  const struct ct_computed_part *part, ct_tensor **result);

/* The parameter `how->name` of the module is computed from these parts from now on, which are
 * registered. `how->field` is filled in. On an error nothing has changed. */
ct_error ct_computed_begin(ct_module *self, struct ct_computed *how,
			   const struct ct_computed_part *parts, int n);

/* It is a parameter again, `parameter`, and the parts are removed. `how` is released. */
ct_error ct_computed_end(ct_module *self, const struct ct_computed *how, const ct_tensor *parameter,
			 const struct ct_computed_part *parts, int n);

/* Registers the part, or replaces it. */
ct_error ct_computed_register(ct_module *self, const char *name,
			      const struct ct_computed_part *part);

/* Python's AttributeError. */
ct_error ct_no_attribute(const ct_module *self, const char *name);

/* A ValueError: "weight_norm of 'weight' not found in Linear(...)". */
ct_error ct_computed_not_found(const ct_module *self, const char *what, const char *name);

#endif
