/*
 * shared.h: the program of aliases.pt2, written by ctorch-compile.
 *
 *     x: float32 [2, 2]
 *     y: float32 [2, 2]
 *     -> x_out: float32 [2, 2]
 *     -> add_out: float32 [2, 2]
 *     -> add_out_2: float32 [2, 2]
 *     -> constant_out: a constant
 *     -> view_out: float32 [4]
 *     -> constant_out_2: a constant
 *     -> constant_out_3: a constant
 *     -> constant_out_4: a constant
 */
#ifndef CTORCH_COMPILED_SHARED_H
#define CTORCH_COMPILED_SHARED_H

#include <stdbool.h>
#include <stdint.h>

#include <ctorch/core/error.h>
#include <ctorch/core/types.h>

#ifdef __cplusplus
extern "C" {
#endif

/* The weights. They belong to the struct; their names in Python are beside them. */
struct shared {
	char nothing; /* it has no weights */
};

/* Reads the weights, which are in the program. Release the result with shared_free(). */
ct_error shared_load(struct shared **result) CT_RETURNS_ERROR;

/* Runs the program. Results are new: they belong to the caller's scope, or are to be freed with
 * ct_tensor_free(). After an error there are none. Several threads may run it at once. */
ct_error shared_run(struct shared *self, ct_tensor *x, ct_tensor *y, ct_tensor **x_out,
		ct_tensor **add_out, ct_tensor **add_out_2, int64_t *constant_out,
		ct_tensor **view_out, double *constant_out_2, bool *constant_out_3,
		const char **constant_out_4) CT_RETURNS_ERROR;

/* Releases the weights. NULL is accepted. */
void shared_free(struct shared *self);

#ifdef __cplusplus
}
#endif

#endif
