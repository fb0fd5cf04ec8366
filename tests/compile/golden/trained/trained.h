/*
 * trained.h: the program of cnn_train.training.pt2, written by ctorch-compile.
 *
 *     x: float32 [2, 3, 8, 8]
 *     -> linear_out: float32 [2, 5]
 */
#ifndef CTORCH_COMPILED_TRAINED_H
#define CTORCH_COMPILED_TRAINED_H

#include <stdbool.h>
#include <stdint.h>

#include <ctorch/core/error.h>
#include <ctorch/core/types.h>

#ifdef __cplusplus
extern "C" {
#endif

/* The weights. They belong to the struct; their names in Python are beside them. */
struct trained {
	ct_tensor *first_weight; /* parameter "first.weight": float32 [4, 3, 3, 3] */
	ct_tensor *first_bias; /* parameter "first.bias": float32 [4] */
	ct_tensor *norm_weight; /* parameter "norm.weight": float32 [4] */
	ct_tensor *norm_bias; /* parameter "norm.bias": float32 [4] */
	ct_tensor *second_weight; /* parameter "second.weight": float32 [8, 4, 3, 3] */
	ct_tensor *second_bias; /* parameter "second.bias": float32 [8] */
	ct_tensor *last_weight; /* parameter "last.weight": float32 [5, 8] */
	ct_tensor *last_bias; /* parameter "last.bias": float32 [5] */
	ct_tensor *norm_running_mean; /* buffer "norm.running_mean": float32 [4] */
	ct_tensor *norm_running_var; /* buffer "norm.running_var": float32 [4] */
	ct_tensor *norm_num_batches_tracked; /* buffer "norm.num_batches_tracked": int64 [] */
};

/* Reads the weights from trained.safetensors. Release the result with trained_free(). */
ct_error trained_load(const char *path, struct trained **result) CT_RETURNS_ERROR;

/* Runs the program. Results are new: they belong to the caller's scope, or are to be freed with
 * ct_tensor_free(). After an error there are none.
 * It writes to inputs or weights: one thread at a time may run it. */
ct_error trained_run(struct trained *self, ct_tensor *x, ct_tensor **linear_out) CT_RETURNS_ERROR;

/* Releases the weights. NULL is accepted. */
void trained_free(struct trained *self);

#ifdef __cplusplus
}
#endif

#endif
