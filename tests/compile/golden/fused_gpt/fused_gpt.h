/*
 * fused_gpt.h: the program of gpt_tiny.training.pt2, written by ctorch-compile.
 *
 *     tokens: int64 [2, s27]
 *     -> linear_2_out: float32 [2, s27, 20]
 *     s27: a size, 2 or more, at most 16
 */
#ifndef CTORCH_COMPILED_FUSED_GPT_H
#define CTORCH_COMPILED_FUSED_GPT_H

#include <stdbool.h>
#include <stdint.h>

#include <ctorch/core/error.h>
#include <ctorch/core/types.h>

#ifdef __cplusplus
extern "C" {
#endif

/* The weights. They belong to the struct; their names in Python are beside them. */
struct fused_gpt {
	ct_tensor *words_weight; /* parameter "words.weight": float32 [20, 8] */
	ct_tensor *places_weight; /* parameter "places.weight": float32 [16, 8] */
	ct_tensor *blocks_0_before_weight; /* parameter "blocks.0.before.weight": float32 [8] */
	ct_tensor *blocks_0_before_bias; /* parameter "blocks.0.before.bias": float32 [8] */
	ct_tensor *blocks_0_qkv_weight; /* parameter "blocks.0.qkv.weight": float32 [24, 8] */
	ct_tensor *blocks_0_qkv_bias; /* parameter "blocks.0.qkv.bias": float32 [24] */
	ct_tensor *blocks_0_out_weight; /* parameter "blocks.0.out.weight": float32 [8, 8] */
	ct_tensor *blocks_0_out_bias; /* parameter "blocks.0.out.bias": float32 [8] */
	ct_tensor *norm_weight; /* parameter "norm.weight": float32 [8] */
	ct_tensor *norm_bias; /* parameter "norm.bias": float32 [8] */
	ct_tensor *head_weight; /* parameter "head.weight": float32 [20, 8] */
	void *spares[8]; /* workspaces that runs have left */
};

/* Reads the weights from fused_gpt.safetensors. Release the result with fused_gpt_free(). */
ct_error fused_gpt_load(const char *path, struct fused_gpt **result) CT_RETURNS_ERROR;

/* Runs the program. Results are new: they belong to the caller's scope, or are to be freed with
 * ct_tensor_free(). After an error there are none. Several threads may run it at once. */
ct_error fused_gpt_run(struct fused_gpt *self, ct_tensor *tokens,
		ct_tensor **linear_2_out) CT_RETURNS_ERROR;

/* The memory of a run, for fused_gpt_run_out(). Only one run at a time may have it. */
struct fused_gpt_workspace;

/* Makes one, for any number of runs. Release it with fused_gpt_workspace_free(). */
ct_error fused_gpt_workspace_new(struct fused_gpt_workspace **result) CT_RETURNS_ERROR;

/* Runs the program, and writes results to tensors of the caller, as `out` does in Python. They have
 * the dtypes and sizes of the results, the same order in memory, and share no memory with inputs, with
 * weights or with each other. After an error they may have been written to. In a workspace whose last
 * run had the same sizes, loops allocate no memory. */
ct_error fused_gpt_run_out(struct fused_gpt *self, struct fused_gpt_workspace *workspace,
		ct_tensor *tokens, ct_tensor *linear_2_out) CT_RETURNS_ERROR;

/* Releases a workspace. NULL is accepted. */
void fused_gpt_workspace_free(struct fused_gpt_workspace *workspace);

/* Releases the weights. NULL is accepted. */
void fused_gpt_free(struct fused_gpt *self);

#ifdef __cplusplus
}
#endif

#endif
