/*
 * fused_mlp.h: the program of mlp.training.pt2, written by ctorch-compile.
 *
 *     input: float32 [s31, 16]
 *     -> linear_1_out: float32 [s31, 10]
 *     s31: a size, 0 or more, at most 8
 */
#ifndef CTORCH_COMPILED_FUSED_MLP_H
#define CTORCH_COMPILED_FUSED_MLP_H

#include <stdbool.h>
#include <stdint.h>

#include <ctorch/core/error.h>
#include <ctorch/core/types.h>

#ifdef __cplusplus
extern "C" {
#endif

/* The weights. They belong to the struct; their names in Python are beside them. */
struct fused_mlp {
	ct_tensor *v0_weight; /* parameter "0.weight": float32 [32, 16] */
	ct_tensor *v0_bias; /* parameter "0.bias": float32 [32] */
	ct_tensor *v2_weight; /* parameter "2.weight": float32 [10, 32] */
	ct_tensor *v2_bias; /* parameter "2.bias": float32 [10] */
	float *v0_weight_packed; /* its columns as rows */
	float *v2_weight_packed; /* its columns as rows */
	void *spares[8]; /* workspaces that runs have left */
};

/* Reads the weights from fused_mlp.safetensors, and copies some in another order. A run may read
 * either: do not change weights in the struct. Release the result with fused_mlp_free(). */
ct_error fused_mlp_load(const char *path, struct fused_mlp **result) CT_RETURNS_ERROR;

/* Runs the program. Results are new: they belong to the caller's scope, or are to be freed with
 * ct_tensor_free(). After an error there are none. Several threads may run it at once. */
ct_error fused_mlp_run(struct fused_mlp *self, ct_tensor *input,
		ct_tensor **linear_1_out) CT_RETURNS_ERROR;

/* The memory of a run, for fused_mlp_run_out(). Only one run at a time may have it. */
struct fused_mlp_workspace;

/* Makes one, for any number of runs. Release it with fused_mlp_workspace_free(). */
ct_error fused_mlp_workspace_new(struct fused_mlp_workspace **result) CT_RETURNS_ERROR;

/* Runs the program, and writes results to tensors of the caller, as `out` does in Python. They have
 * the dtypes and sizes of the results, the same order in memory, and share no memory with inputs, with
 * weights or with each other. After an error they may have been written to. In a workspace whose last
 * run had the same sizes, loops allocate no memory. */
ct_error fused_mlp_run_out(struct fused_mlp *self, struct fused_mlp_workspace *workspace,
		ct_tensor *input, ct_tensor *linear_1_out) CT_RETURNS_ERROR;

/* Releases a workspace. NULL is accepted. */
void fused_mlp_workspace_free(struct fused_mlp_workspace *workspace);

/* Releases the weights. NULL is accepted. */
void fused_mlp_free(struct fused_mlp *self);

#ifdef __cplusplus
}
#endif

#endif
