/*
 * rows.h: the program of scan.core.pt2, written by ctorch-compile.
 *
 *     args_0: float32 [5, 3]
 *     args_1: float32 [3]
 *     -> getitem_out: float32 [3]
 *     -> getitem_1_out: float32 [5, 3]
 */
#ifndef CTORCH_COMPILED_ROWS_H
#define CTORCH_COMPILED_ROWS_H

#include <stdbool.h>
#include <stdint.h>

#include <ctorch/core/error.h>
#include <ctorch/core/types.h>

#ifdef __cplusplus
extern "C" {
#endif

/* The weights. They belong to the struct; their names in Python are beside them. */
struct rows {
	char nothing; /* it has no weights */
};

/* Reads the weights from rows.safetensors. Release the result with rows_free(). */
ct_error rows_load(const char *path, struct rows **result) CT_RETURNS_ERROR;

/* Runs the program. Results are new: they belong to the caller's scope, or are to be freed with
 * ct_tensor_free(). After an error there are none. Several threads may run it at once. */
ct_error rows_run(struct rows *self, ct_tensor *args_0, ct_tensor *args_1, ct_tensor **getitem_out,
		ct_tensor **getitem_1_out) CT_RETURNS_ERROR;

/* Releases the weights. NULL is accepted. */
void rows_free(struct rows *self);

#ifdef __cplusplus
}
#endif

#endif
