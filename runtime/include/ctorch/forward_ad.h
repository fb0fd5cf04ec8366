/**
 * @file
 * Forward mode: derivatives along a direction, computed together with the values. Python's
 * torch.autograd.forward_ad.
 *
 * A dual tensor is a tensor (the primal) with a tangent of the same shape: the direction in which
 * it moves. What operators compute from dual tensors is dual again, and its tangent says how fast
 * the result moves: the Jacobian times the direction, in one pass and without a graph.
 *
 *     CT_DUAL_LEVEL {
 *             CT_TRY(ct_forward_ad_make_dual(x, direction, &dual));
 *             CT_TRY(f(dual, &y));
 *             CT_TRY(ct_forward_ad_unpack_dual(y, &value, &slope));
 *     }
 *
 * Dual tensors live in a level. libtorch has one level at a time for the whole process: while it is
 * open, every thread can make dual tensors and compute with those of others, and no thread can
 * open a second one. Threads that differentiate on their own have to take turns.
 */
#ifndef CTORCH_FORWARD_AD_H
#define CTORCH_FORWARD_AD_H

#include <ctorch/error.h>
#include <ctorch/types.h>

#ifdef __cplusplus
extern "C" {
#endif

/**
 * Python's enter_dual_level(): opens a level, for all threads.
 *
 * @param level  its number, which is 0; NULL drops it
 * @return a RuntimeError when a level is open: libtorch has no nested levels. For derivatives of
 *         higher order, differentiate the tangent backward (docs/derivatives.md).
 */
CT_API ct_error ct_forward_ad_enter_dual_level(int64_t *level) CT_CALL;

/**
 * Python's exit_dual_level(): closes the open level. Every tensor that was dual in it loses its
 * tangent; a tangent that ct_forward_ad_unpack_dual() has given stays valid. Any thread may close
 * it; no other thread may be computing with its dual tensors.
 *
 * @param level  NULL: the one that is open. A RuntimeError when it is another than that, and when
 *               none is open.
 */
CT_API ct_error ct_forward_ad_exit_dual_level(const int64_t *level) CT_CALL;

/** The number of the open level; -1 when none is open. Whoever opened it: levels that Python or C++
 * opens in the same process count. */
CT_API int64_t ct_forward_ad_current_level(void) CT_NOEXCEPT;

/**
 * Python's make_dual(): a new tensor with the memory of `primal` and this tangent, in the open
 * level. The tangent is kept as it is if it has the layout of `primal` in memory, and copied if
 * not.
 *
 * @param primal   floating point or complex, a ValueError otherwise; not dual itself
 * @param tangent  the same, of the shape of `primal`; a complex one is made of a real one, and the
 *                 other way round, if `primal` is
 * @return a RuntimeError when no level is open
 */
CT_API ct_error ct_forward_ad_make_dual(const ct_tensor *primal, const ct_tensor *tangent,
					ct_tensor **result) CT_CALL;

/**
 * Python's unpack_dual(): what a dual tensor is made of. Both results are new handles; the primal
 * is a view, and both can be differentiated backward.
 *
 * @param tangent  NULL for a tensor that is not dual. A tangent may be zeros without memory, which
 *                 ct__is_zerotensor() tells and operators compute with.
 *
 * Without an open level the primal is the tensor itself, and there is no tangent.
 */
CT_API ct_error ct_forward_ad_unpack_dual(const ct_tensor *self, ct_tensor **primal,
					  ct_tensor **tangent) CT_CALL;

/** Whether this thread sees and computes tangents: true, unless ct_forward_ad_set_enabled() or
 * inference mode has switched it off. Python's _is_fwd_grad_enabled(). */
CT_API bool ct_forward_ad_is_enabled(void) CT_NOEXCEPT;

/** Switches that on or off for this thread, and returns what it was. Python's
 * _set_fwd_grad_enabled(), which is a block: `CT_AUTOGRAD_BLOCK(CT_AUTOGRAD_FORWARD, false) {}`. */
CT_API bool ct_forward_ad_set_enabled(bool enabled) CT_NOEXCEPT;

#if defined(__GNUC__) || defined(__clang__)
/**
 * Python's `with forward_ad.dual_level():` for the block that follows. The level is closed when the
 * block is left, in whatever way: at its end, by return (CT_TRY too), goto, break or continue; by
 * longjmp it is not.
 *
 * It is for functions that return a ct_error: like CT_TRY it returns the error when the level cannot
 * be opened. Elsewhere, call ct_forward_ad_enter_dual_level() and ct_forward_ad_exit_dual_level().
 * What CT_NO_GRAD says of blocks holds for this one, too.
 */
#define CT_DUAL_LEVEL CT_DUAL_LEVEL_AT_(__LINE__)

#define CT_DUAL_LEVEL_AT_(line) CT_DUAL_LEVEL_NAMED_(line)
#define CT_DUAL_LEVEL_NAMED_(line)                                                        \
	for (int64_t ct_level_##line##_                                                   \
	     __attribute__((cleanup(ct_dual_level_leave_))) = CT_DUAL_LEVEL_BEFORE_;      \
	     __extension__({                                                              \
		     if (ct_level_##line##_ == CT_DUAL_LEVEL_BEFORE_)                     \
			     CT_TRY(ct_forward_ad_enter_dual_level(&ct_level_##line##_)); \
		     ct_level_##line##_ >= 0;                                             \
	     });                                                                          \
	     ct_dual_level_leave_(&ct_level_##line##_))

/* What the block's variable is before and after the block; inside it is the level. */
#define CT_DUAL_LEVEL_BEFORE_ (-1)
#define CT_DUAL_LEVEL_AFTER_ (-2)

/* An error says that somebody has closed the level already; then there is nothing to do. */
static inline void ct_dual_level_leave_(int64_t *level)
{
	if (*level >= 0)
		ct_error_free(ct_forward_ad_exit_dual_level(level));
	*level = CT_DUAL_LEVEL_AFTER_;
}
#endif

#ifdef __cplusplus
}
#endif

#endif
