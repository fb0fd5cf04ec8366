/**
 * @file
 * Blocks of C that have a scope, a mode of autograd, or a device of their own, and loops of steps.
 * The macros need GNU C's cleanup attribute (gcc, clang) and do not exist elsewhere; each says what
 * to call there instead.
 */
#ifndef CTORCH_MACROS_BLOCKS_H
#define CTORCH_MACROS_BLOCKS_H

#include <stddef.h>

#include <ctorch/autograd/autograd.h>
#include <ctorch/core/gc.h>
#include <ctorch/core/scope.h>
#include <ctorch/device/stream.h>
#include <ctorch/macros/literals.h>
#include <ctorch/macros/try.h>
#include <ctorch/tensor/device.h>

#if defined(__GNUC__) || defined(__clang__)

#ifdef __cplusplus
extern "C" {
#endif

/* --- Scopes ---------------------------------------------------------------------------------- */

/**
 * Opens a scope that closes when control leaves the enclosing C block: at its end, by return
 * (CT_TRY too), goto, break or continue, but not by longjmp. Scopes that were opened inside and not
 * closed are closed with it.
 *
 *     static ct_error norm(const ct_tensor *x, ct_tensor **result)
 *     {
 *             CT_SCOPE;
 *             ct_tensor *squares, *sum, *root;
 *
 *             CT_TRY(ct_square(x, &squares));
 *             CT_TRY(ct_sum(squares, CT_DTYPE_NONE, &sum));
 *             CT_TRY(ct_sqrt(sum, &root));
 *             ct_scope_move_up(root);
 *             *result = root;
 *             return NULL;
 *     }
 *
 * It is a declaration: put it at the beginning of the block. It needs GNU C's cleanup attribute
 * (gcc, clang) and does not exist elsewhere; there, use ct_scope_open() and ct_scope_leave().
 */
#define CT_SCOPE CT_SCOPE_AT_(__FILE__, __LINE__)

#define CT_SCOPE_AT_(file, line) CT_SCOPE_NAMED_(file, line)
#define CT_SCOPE_NAMED_(file, line)                                              \
	ct_scope *ct_scope_##line##_ __attribute__((cleanup(ct_scope_leave_at_), \
						    unused)) = ct_scope_open_named(file ":" #line)

static inline void ct_scope_leave_at_(ct_scope **scope)
{
	ct_scope_leave(*scope);
}

/* --- Steps ----------------------------------------------------------------------------------- */

/**
 * Runs a block as a loop of steps: `CT_EACH_STEP (step, 1, 100) { ... }` runs it for step = 1, 2,
 * ..., 100. `step` has the type of the two bounds. The block never runs if the second bound is less
 * than the first.
 *
 * Each step begins with ct_gc(), so tensors that the block creates live until the next step; the
 * last step's tensors are released with the loop, however control leaves it. break and continue
 * work as in any loop. An error of ct_gc() is returned from the enclosing function, as by CT_TRY().
 * The cache keeps the memory of the last steps for the next loop; ct_memory_empty_cache() returns
 * it.
 *
 * The loop has its own scope, so you may call a function with such a loop in a step.
 *
 * It needs GNU C (gcc, clang) and does not exist elsewhere; there, call ct_gc().
 */
#define CT_EACH_STEP(step, first, last)                                                  \
	for (struct ct_steps_ step##_in_                                                 \
	     __attribute__((cleanup(ct_steps_leave_))) = ct_steps_enter_();              \
	     !step##_in_.left; step##_in_.left = true)                                   \
		for (__typeof__((first) + (last)) step = (first), step##_last_ = (last); \
		     step <= step##_last_; step++)                                       \
			if ((step##_in_.error = ct_gc()))                                \
				return CT_HERE_(step##_in_.error);                       \
			else

/* A loop in progress. */
struct ct_steps_ {
	ct_scope *scope; /* around the steps of ct_gc() */
	ct_error error;
	bool left;
};

static inline struct ct_steps_ ct_steps_enter_(void)
{
	struct ct_steps_ self = { ct_scope_open_named("CT_EACH_STEP"), NULL, false };

	return self;
}

static inline void ct_steps_leave_(struct ct_steps_ *self)
{
	ct_scope_leave(self->scope);
}

/* --- Modes of autograd ----------------------------------------------------------------------- */

/**
 * Turns recording off for the rest of the enclosing C block: `CT_NO_GRAD_SCOPE;` is Python's `with
 * torch.no_grad():`. The previous mode is restored when control leaves that block: at its end, by
 * return (CT_TRY too), goto, break or continue, but not by longjmp. Like the macros below, it is a
 * declaration: put it at the beginning of the block. No goto may jump over it into its block.
 *
 *     static ct_error predict(const ct_tensor *x, ct_tensor **result)
 *     {
 *             CT_NO_GRAD_SCOPE;
 *
 *             return ct_relu(x, result);
 *     }
 *
 * It needs GNU C's cleanup attribute (gcc, clang) and does not exist elsewhere; there, use
 * ct_autograd_enter() and ct_autograd_leave().
 */
#define CT_NO_GRAD_SCOPE CT_AUTOGRAD_SCOPE(CT_AUTOGRAD_GRAD, false)

/** Turns recording on: Python's `with torch.enable_grad():`. */
#define CT_ENABLE_GRAD_SCOPE CT_AUTOGRAD_SCOPE(CT_AUTOGRAD_GRAD, true)

/** Turns recording on or off: Python's `with torch.set_grad_enabled(enabled):`. */
#define CT_GRAD_MODE_SCOPE(enabled) CT_AUTOGRAD_SCOPE(CT_AUTOGRAD_GRAD, enabled)

/** Turns inference mode on: Python's `with torch.inference_mode():`. */
#define CT_INFERENCE_MODE_SCOPE CT_AUTOGRAD_SCOPE(CT_AUTOGRAD_INFERENCE, true)

/** Turns anomaly detection on: Python's `with torch.autograd.detect_anomaly():`. Applies to the
 * whole process. */
#define CT_DETECT_ANOMALY_SCOPE CT_AUTOGRAD_SCOPE(CT_AUTOGRAD_ANOMALY, true)

/** Sets any mode for the rest of the block: `CT_AUTOGRAD_SCOPE(CT_AUTOGRAD_MULTITHREADING,
 * false);` */
#define CT_AUTOGRAD_SCOPE(mode, enabled) CT_AUTOGRAD_SCOPE_AT_(mode, enabled, __LINE__)

#define CT_AUTOGRAD_SCOPE_AT_(mode, enabled, line) CT_AUTOGRAD_SCOPE_NAMED_(mode, enabled, line)
#define CT_AUTOGRAD_SCOPE_NAMED_(mode, enabled, line)    \
	ct_autograd_was ct_was_##line##_ __attribute__(( \
		cleanup(ct_autograd_leave_at_), unused)) = ct_autograd_entered_(mode, enabled)

/**
 * Turns recording off for the following block in braces: Python's `with torch.no_grad():`. Inside,
 * break and continue refer to this block, not to an enclosing loop; CT_NO_GRAD_SCOPE avoids this
 * surprise.
 *
 * To the compiler, the block is a loop that might not run. If a block always returns, put another
 * return after it, or gcc and clang warn (-Wreturn-type) that the function may end without a value:
 *
 *     static ct_error predict(const ct_tensor *x, ct_tensor **result)
 *     {
 *             CT_NO_GRAD {
 *                     return ct_relu(x, result);
 *             }
 *             return NULL;
 *     }
 *
 * The same applies to the other blocks.
 */
#define CT_NO_GRAD CT_AUTOGRAD(CT_AUTOGRAD_GRAD, false)

/** Turns recording on, for use inside CT_NO_GRAD: Python's `with torch.enable_grad():`. */
#define CT_ENABLE_GRAD CT_AUTOGRAD(CT_AUTOGRAD_GRAD, true)

/** Turns recording on or off: Python's `with torch.set_grad_enabled(enabled):`. */
#define CT_GRAD_MODE(enabled) CT_AUTOGRAD(CT_AUTOGRAD_GRAD, enabled)

/** Turns inference mode on: Python's `with torch.inference_mode():`. */
#define CT_INFERENCE_MODE CT_AUTOGRAD(CT_AUTOGRAD_INFERENCE, true)

/** Turns anomaly detection on: Python's `with torch.autograd.detect_anomaly():`. Applies to the
 * whole process. */
#define CT_DETECT_ANOMALY CT_AUTOGRAD(CT_AUTOGRAD_ANOMALY, true)

/** Runs a block in a mode: `CT_AUTOGRAD(CT_AUTOGRAD_MULTITHREADING, false) { ... }`. */
#define CT_AUTOGRAD(mode, enabled) CT_AUTOGRAD_BLOCK_AT_(mode, enabled, __LINE__)

#define CT_AUTOGRAD_BLOCK_AT_(mode, enabled, line) CT_AUTOGRAD_BLOCK_NAMED_(mode, enabled, line)
#define CT_AUTOGRAD_BLOCK_NAMED_(mode, enabled, line)                                           \
	for (ct_autograd_was ct_was_##line##_ __attribute__((cleanup(ct_autograd_leave_at_))) = \
		     ct_autograd_entered_(mode, enabled);                                       \
	     ct_was_##line##_.block; ct_was_##line##_.block = 0)

static inline ct_autograd_was ct_autograd_entered_(ct_autograd_mode mode, bool enabled)
{
	ct_autograd_was was;

	ct_autograd_enter(mode, enabled, &was);
	was.block = 1;
	return was;
}

static inline void ct_autograd_leave_at_(ct_autograd_was *was)
{
	ct_autograd_leave(was);
}

/* --- The current device ---------------------------------------------------------------------- */

/**
 * Changes the current device for the rest of the enclosing C block:
 * `CT_CURRENT_DEVICE_SCOPE(CT_DEVICE_CUDA(1));` is Python's `with torch.cuda.device(1):`. The
 * previous device is restored when control leaves that block in any way except longjmp. Use it in
 * functions that return a ct_error: like CT_TRY, it returns the error if the device cannot be made
 * current.
 */
#define CT_CURRENT_DEVICE_SCOPE(device) CT_CURRENT_DEVICE_SCOPE_AT_(device, __LINE__)

#define CT_CURRENT_DEVICE_SCOPE_AT_(device, line) CT_CURRENT_DEVICE_SCOPE_NAMED_(device, line)
#define CT_CURRENT_DEVICE_SCOPE_NAMED_(device, line)                              \
	ct_device ct_device_was_##line##_                                    \
		__attribute__((cleanup(ct_device_leave_))) = CT_DEVICE_NONE; \
	CT_TRY(ct_device_swap_((device), &ct_device_was_##line##_))

/**
 * Makes a device the current one of its type for the following block: Python's `with
 * torch.cuda.device(1):`. The previous device is restored when control leaves the block in any way
 * except longjmp. Inside, break and continue refer to the block, not to an enclosing loop.
 *
 *     ct_error err = NULL;
 *
 *     CT_CURRENT_DEVICE(err, CT_DEVICE_CUDA(1)) {
 *             CT_TRY(step(model));
 *     }
 *     CT_TRY(err);
 *
 * @param error   a variable of type ct_error, set to NULL; if the device cannot be made current, it
 *                is set to the error, and the block does not run
 * @param device  a ct_device
 *
 * It needs GNU C's cleanup attribute (gcc, clang) and does not exist elsewhere; there, use
 * ct_device_set_current().
 */
#define CT_CURRENT_DEVICE(error, device) CT_CURRENT_DEVICE_AT_(error, device, __LINE__)

#define CT_CURRENT_DEVICE_AT_(error, device, line) CT_CURRENT_DEVICE_NAMED_(error, device, line)
#define CT_CURRENT_DEVICE_NAMED_(error, device, line)                 \
	for (struct ct_device_block_ ct_device_block_##line##_   \
	     __attribute__((cleanup(ct_device_block_leave_))) =  \
		     ct_device_block_enter_(&(error), (device)); \
	     ct_device_block_##line##_.runs; ct_device_block_##line##_.runs = false)

/* A block: the device to restore, and whether the block is still to run. */
struct ct_device_block_ {
	ct_device was;
	bool runs;
};

static inline struct ct_device_block_ ct_device_block_enter_(ct_error *error, ct_device device)
{
	struct ct_device_block_ self = { CT_DEVICE_NONE, false };

	*error = ct_device_swap_(device, &self.was);
	self.runs = *error == NULL;
	return self;
}

static inline void ct_device_leave_(ct_device *was)
{
	if (was->type > 0)
		ct_error_free(ct_device_set_current(*was));
}

static inline void ct_device_block_leave_(struct ct_device_block_ *self)
{
	ct_device_leave_(&self->was);
}

/* --- The current stream ---------------------------------------------------------------------- */

/**
 * Changes the current stream, and the current device to its device, for the rest of the enclosing C
 * block: `CT_STREAM_SCOPE(stream);` is Python's `with stream:`. What was current before is restored
 * when control leaves that block in any way except longjmp. Use it in functions that return a
 * ct_error: like CT_TRY, it returns the error if the stream cannot be made current.
 */
#define CT_STREAM_SCOPE(stream) CT_STREAM_SCOPE_AT_(stream, __LINE__)

#define CT_STREAM_SCOPE_AT_(stream, line) CT_STREAM_SCOPE_NAMED_(stream, line)
#define CT_STREAM_SCOPE_NAMED_(to, line)                                                       \
	struct ct_stream_was_ ct_stream_was_##line##_                                          \
		__attribute__((cleanup(ct_stream_leave_))) = { { 0, CT_DEVICE_TYPE_NONE, -1 }, \
							       { CT_DEVICE_TYPE_NONE, -1 } };  \
	CT_TRY(ct_stream_swap_((to), &ct_stream_was_##line##_))

/**
 * The same for the following block, as CT_CURRENT_DEVICE is for devices.
 *
 *     ct_error err = NULL;
 *
 *     CT_STREAM(err, copies) {
 *             CT_TRY(load_next(loader));
 *     }
 *     CT_TRY(err);
 *
 * @param error   a variable of type ct_error, set to NULL; if the stream cannot be made current, it
 *                is set to the error, and the block does not run
 * @param stream  a ct_stream
 */
#define CT_STREAM(error, stream) CT_STREAM_AT_(error, stream, __LINE__)

#define CT_STREAM_AT_(error, stream, line) CT_STREAM_NAMED_(error, stream, line)
#define CT_STREAM_NAMED_(error, stream, line)                    \
	for (struct ct_stream_block_ ct_stream_block_##line##_   \
	     __attribute__((cleanup(ct_stream_block_leave_))) =  \
		     ct_stream_block_enter_(&(error), (stream)); \
	     ct_stream_block_##line##_.runs; ct_stream_block_##line##_.runs = false)

/* A block: what to restore, and whether the block is still to run. */
struct ct_stream_block_ {
	struct ct_stream_was_ was;
	bool runs;
};

static inline struct ct_stream_block_ ct_stream_block_enter_(ct_error *error, ct_stream stream)
{
	struct ct_stream_block_ self = {
		{ { 0, CT_DEVICE_TYPE_NONE, -1 }, { CT_DEVICE_TYPE_NONE, -1 } }, false
	};

	*error = ct_stream_swap_(stream, &self.was);
	self.runs = *error == NULL;
	return self;
}

static inline void ct_stream_block_leave_(struct ct_stream_block_ *self)
{
	ct_stream_leave_(&self->was);
}

/* --- The default device ---------------------------------------------------------------------- */

/**
 * Changes the default device for the rest of the enclosing C block:
 * `CT_DEFAULT_DEVICE_SCOPE(device);` is Python's `with torch.device(device):`. Tensors created in
 * the block without a device are on this one. The previous default device is restored when control
 * leaves that block in any way except longjmp. Use it in functions that return a ct_error: like
 * CT_TRY, it returns the error if the device type is unknown.
 */
#define CT_DEFAULT_DEVICE_SCOPE(device) CT_DEFAULT_DEVICE_SCOPE_AT_(device, __LINE__)

#define CT_DEFAULT_DEVICE_SCOPE_AT_(device, line) CT_DEFAULT_DEVICE_SCOPE_NAMED_(device, line)
#define CT_DEFAULT_DEVICE_SCOPE_NAMED_(to, line)                                                   \
	struct ct_default_device_block_ ct_default_##line##_                                              \
		__attribute__((cleanup(ct_default_device_leave_))) = { CT_DEVICE_NONE, false }; \
	CT_TRY(ct_default_device_swap_((to), &ct_default_##line##_.device));                    \
	ct_default_##line##_.entered = true

/**
 * Changes the default device for the following block: Python's `with torch.device("meta"):`.
 * Tensors created in the block without a device are on this one. The previous default device is
 * restored when control leaves the block in any way except longjmp. Inside, break and continue
 * refer to the block, not to an enclosing loop.
 *
 *     ct_error err = NULL;
 *
 *     CT_DEFAULT_DEVICE(err, CT_DEVICE(CT_DEVICE_TYPE_META, -1)) {
 *             CT_TRY(make_layers(model));
 *     }
 *     CT_TRY(err);
 *
 * @param error   a variable of type ct_error, set to NULL; if the device type is unknown, it is set
 *                to the error, and the block does not run
 * @param device  a ct_device; CT_DEVICE_NONE: none
 *
 * It needs GNU C's cleanup attribute (gcc, clang) and does not exist elsewhere; there, use
 * ct_set_default_device().
 */
#define CT_DEFAULT_DEVICE(error, device) CT_DEFAULT_DEVICE_AT_(error, device, __LINE__)

#define CT_DEFAULT_DEVICE_AT_(error, device, line) CT_DEFAULT_DEVICE_NAMED_(error, device, line)
#define CT_DEFAULT_DEVICE_NAMED_(error, device, line)                 \
	for (struct ct_default_device_block_ ct_default_##line##_            \
	     __attribute__((cleanup(ct_default_device_leave_))) =  \
		     ct_default_device_enter_(&(error), (device)), \
	     ct_default_once_##line##_ = ct_default_##line##_;     \
	     ct_default_once_##line##_.entered; ct_default_once_##line##_.entered = false)

/* The state before a block. */
struct ct_default_device_block_ {
	ct_device device; /* the default device */
	bool entered;     /* false: nothing has changed */
};

static inline struct ct_default_device_block_ ct_default_device_enter_(ct_error *error, ct_device device)
{
	struct ct_default_device_block_ was = { CT_DEVICE_NONE, false };

	*error = ct_default_device_swap_(device, &was.device);
	was.entered = *error == NULL;
	return was;
}

static inline void ct_default_device_leave_(struct ct_default_device_block_ *was)
{
	if (was->entered)
		ct_error_free(ct_set_default_device(was->device));
}

#ifdef __cplusplus
}
#endif

#endif

#endif
