/*
 * branches.h: the program of cond.training.pt2, written by ctorch-compile.
 *
 *     x: float32 [3, 4]
 *     -> getitem_out: float32 [3, 4]
 */
#ifndef CTORCH_COMPILED_BRANCHES_H
#define CTORCH_COMPILED_BRANCHES_H

#include <stdbool.h>
#include <stdint.h>

#include <ctorch/core/error.h>
#include <ctorch/core/types.h>

#ifdef __cplusplus
extern "C" {
#endif

/* The weights. They belong to the struct; their names in Python are beside them. */
struct branches {
	ct_tensor *one_weight; /* parameter "one.weight": float32 [4, 4] */
	ct_tensor *one_bias; /* parameter "one.bias": float32 [4] */
	ct_tensor *other_weight; /* parameter "other.weight": float32 [4, 4] */
	ct_tensor *other_bias; /* parameter "other.bias": float32 [4] */
};

/* Reads the weights from branches.safetensors. Release the result with branches_free(). */
ct_error branches_load(const char *path, struct branches **result) CT_RETURNS_ERROR;

/* Runs the program. Results are new: they belong to the caller's scope, or are to be freed with
 * ct_tensor_free(). After an error there are none. Several threads may run it at once. */
ct_error branches_run(struct branches *self, ct_tensor *x,
		ct_tensor **getitem_out) CT_RETURNS_ERROR;

/* Releases the weights. NULL is accepted. */
void branches_free(struct branches *self);

#ifdef __cplusplus
}
#endif

#endif
