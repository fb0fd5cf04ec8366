/**
 * @file
 * Forward mode: derivatives along a direction, computed together with the values. Python's
 * torch.autograd.forward_ad.
 *
 * A dual tensor is a tensor (the primal) with a tangent of the same shape: the direction in which
 * it moves. Operators on dual tensors return dual tensors, whose tangents are the Jacobian times
 * the direction, computed in one pass and without a graph.
 *
 *     CT_DUAL_LEVEL {
 *             CT_TRY(ct_forward_ad_make_dual(x, direction, &dual));
 *             CT_TRY(f(dual, &y));
 *             CT_TRY(ct_forward_ad_unpack_dual(y, &value, &slope));
 *     }
 *
 * Dual tensors live in a level. libtorch has one level at a time for the whole process: while it is
 * open, every thread can make dual tensors and compute with other threads' dual tensors, and no
 * thread can open a second level. Threads that differentiate independently must take turns.
 */
#ifndef CTORCH_AUTOGRAD_FORWARD_AD_H
#define CTORCH_AUTOGRAD_FORWARD_AD_H

#include <ctorch/core/error.h>
#include <ctorch/core/types.h>
#include <ctorch/macros/try.h>

#ifdef __cplusplus
extern "C" {
#endif

/**
 * Opens a level for all threads: Python's enter_dual_level().
 *
 * @param level  the number of the level, 0; may be NULL
 * @return a RuntimeError if a level is open: libtorch has no nested levels. For derivatives of
 *         higher order, run backward from the tangent (docs/derivatives.md).
 */
CT_API ct_error ct_forward_ad_enter_dual_level(int64_t *level) CT_BRIEF CT_RETURNS_ERROR;

/**
 * Closes the open level: Python's exit_dual_level(). Every tensor that was dual in it loses its
 * tangent; a tangent returned by ct_forward_ad_unpack_dual() stays valid. Any thread may close the
 * level, while no other thread computes with its dual tensors.
 *
 * @param level  NULL: the open level. A RuntimeError if it is a different level, or if none is
 *               open.
 */
CT_API ct_error ct_forward_ad_leave_dual_level(const int64_t *level CT_NULLABLE CT_LENGTH(1))
	CT_RETURNS_ERROR;

/** Returns the number of the open level; -1 if none is open. Levels that Python or C++ opened in
 * the same process count. */
CT_API int64_t ct_forward_ad_current_level(void) CT_NOEXCEPT;

/**
 * Creates a tensor with the memory of `primal` and this tangent, in the open level: Python's
 * make_dual(). The tangent is copied unless it has the same layout in memory as `primal`.
 *
 * @param primal   floating point or complex (otherwise a ValueError); not dual itself
 * @param tangent  like `primal`, of the same shape; converted between real and complex if `primal`
 *                 requires it
 * @return a RuntimeError if no level is open
 */
CT_API ct_error ct_forward_ad_make_dual(const ct_tensor *primal, const ct_tensor *tangent,
					ct_tensor **result) CT_RETURNS_ERROR;

/**
 * Returns the primal and the tangent of a dual tensor: Python's unpack_dual(). Both results are new
 * handles; the primal is a view, and backward works from both.
 *
 * @param tangent  NULL for a tensor that is not dual. A tangent may be zeros without memory
 *                 (ct__is_zerotensor()), which operators accept.
 *
 * Without an open level, the primal is the tensor itself, and there is no tangent.
 */
CT_API ct_error ct_forward_ad_unpack_dual(const ct_tensor *tensor, ct_tensor **primal,
					  ct_tensor **tangent) CT_RETURNS_ERROR;

/** Returns whether this thread uses and computes tangents: true unless ct_forward_ad_set_enabled()
 * or inference mode turned it off. Python's _is_fwd_grad_enabled(). */
CT_API bool ct_forward_ad_is_enabled(void) CT_THREAD_STATE CT_NOEXCEPT;

/** Sets whether this thread uses and computes tangents. Python's _set_fwd_grad_enabled() is a
 * block: `CT_AUTOGRAD(CT_AUTOGRAD_FORWARD, false) {}`. */
CT_API void ct_forward_ad_set_enabled(bool enabled) CT_THREAD_STATE CT_NOEXCEPT;

#if defined(__GNUC__) || defined(__clang__)
/**
 * Opens a level for the rest of the enclosing C block: `CT_DUAL_LEVEL_SCOPE;` is Python's `with
 * forward_ad.dual_level():`. The level is closed when control leaves that block in any way except
 * longjmp. Use it in functions that return a ct_error: like CT_TRY, it returns the error if the
 * level cannot be opened.
 */
#define CT_DUAL_LEVEL_SCOPE CT_DUAL_LEVEL_SCOPE_AT_(__LINE__)

#define CT_DUAL_LEVEL_SCOPE_AT_(line) CT_DUAL_LEVEL_SCOPE_NAMED_(line)
#define CT_DUAL_LEVEL_SCOPE_NAMED_(line)                                                \
	int64_t ct_level_##line##_                                                      \
		__attribute__((cleanup(ct_dual_level_leave_))) = CT_DUAL_LEVEL_BEFORE_; \
	CT_TRY(ct_forward_ad_enter_dual_level(&ct_level_##line##_))

/**
 * Opens a level for the following block: Python's `with forward_ad.dual_level():`. The level is
 * closed when control leaves the block: at its end, by return (CT_TRY too), goto, break or
 * continue, but not by longjmp.
 *
 * Use it in functions that return a ct_error: like CT_TRY, it returns the error if the level cannot
 * be opened. Elsewhere, call ct_forward_ad_enter_dual_level() and ct_forward_ad_leave_dual_level().
 * The notes on blocks at CT_NO_GRAD apply here, too.
 */
#define CT_DUAL_LEVEL CT_DUAL_LEVEL_AT_(__LINE__)

#define CT_DUAL_LEVEL_AT_(line) CT_DUAL_LEVEL_NAMED_(line)
#define CT_DUAL_LEVEL_NAMED_(line)                                                        \
	for (int64_t ct_level_##line##_                                                   \
	     __attribute__((cleanup(ct_dual_level_leave_))) = CT_DUAL_LEVEL_BEFORE_;      \
	     __extension__({                                                              \
		     const bool ct_runs_ = ct_level_##line##_ == CT_DUAL_LEVEL_BEFORE_;   \
		     if (ct_runs_)                                                        \
			     CT_TRY(ct_forward_ad_enter_dual_level(&ct_level_##line##_)); \
		     ct_runs_;                                                            \
	     });                                                                          \
	     ct_dual_level_leave_(&ct_level_##line##_))

/* The block's variable before and after the block; inside, it is the level. */
#define CT_DUAL_LEVEL_BEFORE_ (-1)
#define CT_DUAL_LEVEL_AFTER_ (-2)

/* An error means that the level was closed already: nothing to do. */
static inline void ct_dual_level_leave_(int64_t *level)
{
	if (*level >= 0)
		ct_error_free(ct_forward_ad_leave_dual_level(level));
	*level = CT_DUAL_LEVEL_AFTER_;
}
#endif

#ifdef __cplusplus
}
#endif

#endif
