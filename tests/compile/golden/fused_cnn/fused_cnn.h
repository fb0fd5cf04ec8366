/*
 * fused_cnn.h: the program of cnn_eval.training.pt2, written by ctorch-compile.
 *
 *     x: float32 [2, 3, 8, 8]
 *     -> linear_out: float32 [2, 5]
 */
#ifndef CTORCH_COMPILED_FUSED_CNN_H
#define CTORCH_COMPILED_FUSED_CNN_H

#include <stdbool.h>
#include <stdint.h>

#include <ctorch/core/error.h>
#include <ctorch/core/types.h>

#ifdef __cplusplus
extern "C" {
#endif

/* The weights. They belong to the struct; their names in Python are beside them. */
struct fused_cnn {
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
	ct_tensor *first_weight_folded; /* of the convolution with its normalization */
	ct_tensor *norm_bias_folded; /* of the convolution with its normalization */
	ct_tensor *second_weight_reordered; /* in the order of channels_last */
	void *spares[8]; /* workspaces that runs have left */
};

/* Reads the weights from fused_cnn.safetensors, and copies some in another order. A run may read
 * either: do not change weights in the struct. Release the result with fused_cnn_free(). */
ct_error fused_cnn_load(const char *path, struct fused_cnn **result) CT_RETURNS_ERROR;

/* Runs the program. Results are new: they belong to the caller's scope, or are to be freed with
 * ct_tensor_free(). After an error there are none. Several threads may run it at once. */
ct_error fused_cnn_run(struct fused_cnn *self, ct_tensor *x,
		ct_tensor **linear_out) CT_RETURNS_ERROR;

/* The memory of a run, for fused_cnn_run_out(). Only one run at a time may have it. */
struct fused_cnn_workspace;

/* Makes one, for any number of runs. Release it with fused_cnn_workspace_free(). */
ct_error fused_cnn_workspace_new(struct fused_cnn_workspace **result) CT_RETURNS_ERROR;

/* Runs the program, and writes results to tensors of the caller, as `out` does in Python. They have
 * the dtypes and sizes of the results, the same order in memory, and share no memory with inputs, with
 * weights or with each other. After an error they may have been written to. In a workspace whose last
 * run had the same sizes, loops allocate no memory. */
ct_error fused_cnn_run_out(struct fused_cnn *self, struct fused_cnn_workspace *workspace,
		ct_tensor *x, ct_tensor *linear_out) CT_RETURNS_ERROR;

/* Releases a workspace. NULL is accepted. */
void fused_cnn_workspace_free(struct fused_cnn_workspace *workspace);

/* Releases the weights. NULL is accepted. */
void fused_cnn_free(struct fused_cnn *self);

#ifdef __cplusplus
}
#endif

#endif
