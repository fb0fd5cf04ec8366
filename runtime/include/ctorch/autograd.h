/**
 * @file
 * Differentiation: backward, and switching the recording off.
 */
#ifndef CTORCH_AUTOGRAD_H
#define CTORCH_AUTOGRAD_H

#include <ctorch/types.h>

#ifdef __cplusplus
extern "C" {
#endif

/**
 * Python's `loss.backward()`: computes the gradient of a single number by every leaf that it
 * depends on and that requires one, and adds it to the leaf's ct_tensor_grad(). The graph is
 * released; a second call on it is an error.
 */
CT_API ct_error ct_autograd_backward(const ct_tensor *self) CT_CALL;

/**
 * Python's Tensor.backward() with all of its arguments.
 *
 * @param gradient      the gradient by `self`, of its shape; NULL: 1, if `self` is a single number
 * @param retain_graph  whether the graph can be used again; NULL: as `create_graph`
 * @param create_graph  whether the computation of the gradients is recorded, so that they can be
 *                      differentiated in turn
 * @param inputs        the only tensors to compute gradients for; NULL: all leaves. Unlike a NULL
 *                      list, an empty one is an error.
 */
CT_API ct_error ct_autograd_backward_with(const ct_tensor *self, const ct_tensor *gradient,
					  const bool *retain_graph, bool create_graph,
					  ct_tensor *const *inputs, int64_t inputs_len) CT_CALL;

/** Whether this thread records operations for backward. */
CT_API bool ct_autograd_is_grad_enabled(void) CT_NOEXCEPT;

/** Switches recording on or off for this thread, and returns what it was:
 * `bool was = ct_autograd_set_grad_enabled(false); ...; ct_autograd_set_grad_enabled(was);` */
CT_API bool ct_autograd_set_grad_enabled(bool enabled) CT_NOEXCEPT;

#if defined(__GNUC__) || defined(__clang__)
/**
 * Python's `with torch.no_grad():` for the block that follows. Recording is as it was before once
 * the block is left, in whatever way: at its end, by return (CT_TRY too), goto, break or continue;
 * by longjmp it is not. Inside the block, break and continue mean the block, not a loop around it.
 *
 * To the compiler it is a loop, which might not run at all. Where a block always
 * returns, put a return behind it all the same, or gcc and clang warn (-Wreturn-type) that the
 * function may end without a value:
 *
 *     static ct_error predict(const ct_tensor *x, ct_tensor **result)
 *     {
 *             CT_NO_GRAD {
 *                     return ct_relu(x, result);
 *             }
 *             return NULL;
 *     }
 *
 * It needs GNU C's cleanup attribute (gcc, clang) and does not exist elsewhere; there, use
 * ct_autograd_set_grad_enabled().
 */
#define CT_NO_GRAD CT_NO_GRAD_AT_(__LINE__)

#define CT_NO_GRAD_AT_(line) CT_NO_GRAD_NAMED_(line)
#define CT_NO_GRAD_NAMED_(line)                                                     \
	for (int ct_no_grad_##line##_ __attribute__((cleanup(ct_no_grad_leave_))) = \
		     ct_autograd_set_grad_enabled(false) | 2;                       \
	     ct_no_grad_##line##_ & 2; ct_no_grad_##line##_ &= ~2)

/* The state is the mode to go back to, and 2 until the block has run once. */
static inline void ct_no_grad_leave_(int *state)
{
	ct_autograd_set_grad_enabled((*state & 1) != 0);
}
#endif

#ifdef __cplusplus
}
#endif

#endif
