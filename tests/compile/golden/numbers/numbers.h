/*
 * numbers.h: the program of symbolic_operators.training.pt2, written by ctorch-compile.
 *
 *     args_0: float32 [s33, s50]
 *     args_1: int64 []
 *     -> add_out: an int
 *     -> sub_out: an int
 *     -> mul_out: an int
 *     -> neg_out: an int
 *     -> floordiv_out: an int
 *     -> mod_out: an int
 *     -> sym_max_out: an int
 *     -> sym_min_out: an int
 *     -> pow_1_out: an int
 *     -> trunc_out: an int
 *     -> lshift_out: an int
 *     -> rshift_out: an int
 *     -> and__out: an int
 *     -> or__out: an int
 *     -> truediv_1_out: a float
 *     -> sym_float_out: a float
 *     -> v_sym_sqrt_out: a float
 *     -> mul_1_out: a float
 *     -> pow_2_out: a float
 *     -> sym_ite_out: an int
 *     -> sym_ite_1_out: an int
 *     -> sym_ite_2_out: an int
 *     -> sym_ite_3_out: an int
 *     -> sym_ite_4_out: an int
 *     -> sym_ite_5_out: an int
 *     -> sym_ite_6_out: an int
 *     -> sym_ite_7_out: an int
 *     -> sym_ite_8_out: an int
 *     -> mul_2_out: float32 [s33, s50]
 *     s33: a size, 0 or more
 *     s50: a size, 0 or more
 */
#ifndef CTORCH_COMPILED_NUMBERS_H
#define CTORCH_COMPILED_NUMBERS_H

#include <stdbool.h>
#include <stdint.h>

#include <ctorch/core/error.h>
#include <ctorch/core/types.h>

#ifdef __cplusplus
extern "C" {
#endif

/* The weights. They belong to the struct; their names in Python are beside them. */
struct numbers {
	char nothing; /* it has no weights */
};

/* Reads the weights from numbers.safetensors. Release the result with numbers_free(). */
ct_error numbers_load(const char *path, struct numbers **result) CT_RETURNS_ERROR;

/* Runs the program. Results are new: they belong to the caller's scope, or are to be freed with
 * ct_tensor_free(). After an error there are none. Several threads may run it at once. */
ct_error numbers_run(struct numbers *self, ct_tensor *args_0, ct_tensor *args_1, int64_t *add_out,
		int64_t *sub_out, int64_t *mul_out, int64_t *neg_out, int64_t *floordiv_out,
		int64_t *mod_out, int64_t *sym_max_out, int64_t *sym_min_out, int64_t *pow_1_out,
		int64_t *trunc_out, int64_t *lshift_out, int64_t *rshift_out, int64_t *and__out,
		int64_t *or__out, double *truediv_1_out, double *sym_float_out,
		double *v_sym_sqrt_out, double *mul_1_out, double *pow_2_out, int64_t *sym_ite_out,
		int64_t *sym_ite_1_out, int64_t *sym_ite_2_out, int64_t *sym_ite_3_out,
		int64_t *sym_ite_4_out, int64_t *sym_ite_5_out, int64_t *sym_ite_6_out,
		int64_t *sym_ite_7_out, int64_t *sym_ite_8_out,
		ct_tensor **mul_2_out) CT_RETURNS_ERROR;

/* Releases the weights. NULL is accepted. */
void numbers_free(struct numbers *self);

#ifdef __cplusplus
}
#endif

#endif
