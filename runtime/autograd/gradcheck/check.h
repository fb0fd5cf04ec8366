/*
 * Inside the library: the parts of a gradient check.
 */
#ifndef CT_AUTOGRAD_GRADCHECK_CHECK_H
#define CT_AUTOGRAD_GRADCHECK_CHECK_H

#include <ctorch/autograd/gradcheck.h>

#include "autograd/gradcheck/jacobian.h"

/* --- Maps: what is differentiated ------------------------------------------------------------- */

struct ct_part {
	ct_error (*of)(const ct_tensor *self, ct_tensor **result); /* ct_real or ct_imag */
};

/* The real or the imaginary parts of complex outputs, the others unchanged; `closure` is a
 * ct_part. */
ct_error ct_map_call_part(const struct ct_map *self, ct_tensor *const *inputs, int64_t inputs_len,
			  ct_tensor **outputs);

struct ct_gradient {
	int64_t inputs_len;  /* of the function */
	int64_t outputs_len; /* of the function that require a gradient */
};

/* The gradients with respect to the inputs that require one. Its inputs are those of the function,
 * then the gradients with respect to its outputs. A missing gradient is a NULL output. `closure` is
 * a ct_gradient. */
ct_error ct_map_call_gradient(const struct ct_map *self, ct_tensor *const *inputs,
			      int64_t inputs_len, ct_tensor **outputs);

/* One part of a complex tensor, while the other stays constant. */
struct ct_moving_part {
	ct_tensor *const *whole; /* the inputs of the function */
	bool is_imaginary;
};

/* The function of one part of each complex input, as a real tensor; `closure` is a
 * ct_moving_part. */
ct_error ct_map_call_complex(const struct ct_map *self, ct_tensor *const *inputs,
			     int64_t inputs_len, ct_tensor **outputs);

/* --- Checks ---------------------------------------------------------------------------------- */

/* One check. A wrong gradient is an error that sets `failed`: unlike an error that prevents the
 * check, the caller may want it as a result. */
struct ct_check {
	const char *function; /* "ct_gradcheck" */
	ct_gradcheck_options options;
	ct_tensor *const *inputs;
	int64_t inputs_len;
	ct_tensor **leaves; /* the inputs that require a gradient */
	int64_t leaves_len;
	bool failed;
};

/* Each returns NULL, an error, or with `failed` what is wrong. `outputs` are those of the map. */
ct_error ct_check_jacobians(struct ct_check *check, const struct ct_map *map,
			    ct_tensor *const *outputs);
ct_error ct_check_forward(struct ct_check *check, const struct ct_map *map,
			  ct_tensor *const *outputs);
ct_error ct_check_zeros(struct ct_check *check, ct_tensor *const *outputs, int64_t outputs_len);
ct_error ct_check_all_undefined(struct ct_check *check, const struct ct_map *map,
				ct_tensor *const *outputs);

/* If no output requires a gradient, none must depend on the inputs. */
ct_error ct_check_constant(struct ct_check *check, const struct ct_map *map,
			   ct_tensor *const *outputs);

/* All numerical Jacobians, those of leaf i from i * outputs_len on. */
ct_error ct_check_numerical(const struct ct_check *check, const struct ct_map *map,
			    ct_tensor *const *sample, ct_tensor **jacobians);

ct_error ct_check_are_close(const ct_tensor *a, const ct_tensor *b,
			    const ct_gradcheck_options *with, bool *result);

/* The part that is compared, "real" or "imaginary"; NULL: all. */
struct ct_check_part {
	const char *name;
	bool is_forward; /* of the inputs; otherwise of the outputs */
};

/* Two Jacobians that differ, as an error. */
ct_error ct_check_differ(struct ct_check *check, struct ct_check_part part, int64_t output,
			 int64_t input, const ct_tensor *numerical, const ct_tensor *analytical);

/* A wrong gradient as an error. */
ct_error ct_check_wrong(struct ct_check *check, const char *text);

#endif
