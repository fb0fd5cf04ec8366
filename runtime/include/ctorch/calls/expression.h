/**
 * @file The types and functions that the macros of ctorch/calls/call.h use: named numbers, and the
 * pending error of an expression.
 */
#ifndef CTORCH_CALLS_EXPRESSION_H
#define CTORCH_CALLS_EXPRESSION_H

#include <ctorch/core/types.h>

#ifdef __cplusplus
extern "C" {
#endif

/* --- Named numbers ---------------------------------------------------------------------------- */

/** The reduction of a loss: Python's reduction="none", "mean", "sum". For `int reduction`. */
typedef int32_t ct_reduction;
enum ct_reduction_value {
	CT_REDUCTION_NONE = 0,
	CT_REDUCTION_MEAN = 1,
	CT_REDUCTION_SUM = 2,
	CT_REDUCTION_BATCH_MEAN =
		3 /**< "batchmean": the sum divided by the size of the batch; for kl_div of
			       torch.nn alone */
};

/** The interpolation of grid_sampler: Python's mode. For `int interpolation_mode`. */
typedef int32_t ct_interpolation;
enum ct_interpolation_value {
	CT_INTERPOLATION_BILINEAR = 0,
	CT_INTERPOLATION_NEAREST = 1,
	CT_INTERPOLATION_BICUBIC = 2
};

/** The values that grid_sampler uses outside the grid: Python's padding_mode. For `int
 * padding_mode`. */
typedef int32_t ct_padding_mode;
enum ct_padding_mode_value {
	CT_PADDING_ZEROS = 0,
	CT_PADDING_BORDER = 1,
	CT_PADDING_REFLECTION = 2
};

/** The way embedding_bag combines embeddings: Python's mode="sum", "mean", "max". For `int
 * mode`. */
typedef int32_t ct_bag_mode;
enum ct_bag_mode_value { CT_BAG_SUM = 0, CT_BAG_MEAN = 1, CT_BAG_MAX = 2 };

/* --- Numbers -------------------------------------------------------------------------------- */

/** A Scalar as an argument, made by CT_S(). It begins with a pointer, so that the compiler rejects
 * a plain number in its place. */
typedef struct ct_number {
	const struct ct_write_CT_S_around_the_number *plain;
	ct_scalar value;
} ct_number;

/* --- Expressions ----------------------------------------------------------------------------- */

/** Returns whether an earlier call of the expression failed, or no scope is open to own the
 * results. CT_E() calls it before each operator. */
CT_API bool ct_expression_failed(void) CT_THREAD_STATE CT_NOEXCEPT;

/** Returns the same as ct_expression_failed(), and records the location of the call for
 * ct_memory_set_growth_warning_enabled().
 *
 * @param file  borrowed until the program ends, like `__FILE__` */
CT_API bool ct_expression_failed_at(const char *file CT_KEPT CT_NULLABLE,
				    int line) CT_THREAD_STATE CT_NOEXCEPT;

/** Makes an error pending until ct_expression_finish(). CT_E() calls it. */
CT_API void ct_expression_note(ct_error error CT_TAKEN, const char *file, int line,
			       const char *function) CT_THREAD_STATE CT_NOEXCEPT;

/**
 * Ends an expression; CT_FINISH() calls it. If this thread has a pending error, returns it to the
 * caller and leaves `*result` unchanged; otherwise returns NULL and sets `*result` to `value`.
 *
 * @param value   borrowed: it still belongs to the scope in which it was created; may be NULL
 * @param result  NULL drops the value
 */
CT_API ct_error ct_expression_finish(const ct_tensor *value CT_NULLABLE,
				     ct_tensor **result CT_BORROWED)
	CT_THREAD_STATE CT_CALLS_BACK CT_RETURNS_ERROR;

/** Ends an expression whose value is a module, as ct_expression_finish() does. */
CT_API ct_error ct_expression_finish_module(const ct_module *value CT_NULLABLE,
					    ct_module **result CT_BORROWED) CT_RETURNS_ERROR;

#ifdef __cplusplus
}
#endif

#endif
