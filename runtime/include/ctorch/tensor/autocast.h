/**
 * @file
 * Mixed precision: Python's torch.autocast. In an autocast block, matrix products, convolutions and
 * the like compute in a 16-bit dtype, and operations that need range or precision, such as losses
 * and softmax on some devices, in float32. docs/training.md has an example.
 *
 *     {
 *             CT_AUTOCAST_SCOPE(CT_DEVICE_TYPE_CPU);
 *
 *             CT_TRY(ct_module_forward(net, x, &y));
 *             CT_TRY(CT(cross_entropy, &loss, y, labels));
 *     }
 *     CT_TRY(ct_tensor_backward(loss));
 *
 * Only the forward pass and the loss belong in the block: backward computes in the dtype of the
 * forward pass. Parameters stay in float32; the block caches their 16-bit copies until its end, so
 * each is made only once. float16 has a small range, so its gradients need
 * ctorch/optim/grad_scaler.h; bfloat16 has the range of float32.
 *
 * **Threads.** Each thread has its own autocast state: a new thread starts with autocast off.
 */
#ifndef CTORCH_TENSOR_AUTOCAST_H
#define CTORCH_TENSOR_AUTOCAST_H

#include <ctorch/core/error.h>
#include <ctorch/core/types.h>
#include <ctorch/macros/try.h>

#ifdef __cplusplus
extern "C" {
#endif

/* --- Blocks ---------------------------------------------------------------------------------- */

/** Arguments of Python's torch.autocast; zeros are the defaults. */
typedef struct ct_autocast_options {
	ct_device_type device_type; /**< the type of the computing devices: CT_DEVICE_TYPE_CPU */
	ct_dtype dtype;             /**< CT_BFLOAT16 or CT_FLOAT16; default ct_autocast_dtype() */
	bool disabled;              /**< Python's `enabled=False`: no autocast in the block */
	bool cache_enabled;         /**< cache copies of parameters ... */
	bool cache_disabled;        /**< ... or make them each time; neither: the current setting */
} ct_autocast_options;

/** The state before a block, as plain data for ct_autocast_leave(). */
typedef struct ct_autocast_was {
	ct_device_type device_type; /**< CT_DEVICE_TYPE_NONE: nothing to restore */
	ct_dtype dtype;
	bool enabled;
	bool cache_enabled;
	int32_t block; /**< for the blocks: 1 until the block has run */
} ct_autocast_was;

/**
 * Enters autocast: Python's `torch.autocast(...).__enter__()`. In C, use the blocks below instead.
 *
 * As in Python, an unsupported dtype, or missing CUDA, only warns and disables autocast in the
 * block.
 *
 * A device type without autocast is `RuntimeError: User specified an unsupported autocast
 * device_type 'meta'`, or, if you give no dtype, `RuntimeError: unsupported scalarType`. Before
 * libtorch 2.4, only CPU and CUDA have autocast, and in old releases a dtype other than bfloat16 is
 * a RuntimeError on the CPU.
 *
 * @param options   NULL is an error, since the device type is required
 * @param previous  the previous state; zeros after an error
 */
CT_API ct_error ct_autocast_enter(const ct_autocast_options *options CT_NOT_NULL,
				  ct_autocast_was *previous CT_NOT_NULL)
	CT_THREAD_STATE CT_BRIEF CT_RETURNS_ERROR;

/** Restores the previous state. Leaving the thread's outermost block drops the cached copies of
 * parameters. NULL and zeros are accepted; an invalid state is ignored. Leave in the same thread,
 * in reverse order. */
CT_API void ct_autocast_leave(const ct_autocast_was *was)
	CT_SAME_THREAD(ct_autocast_enter) CT_NOEXCEPT;

#if (defined(__GNUC__) || defined(__clang__)) && !defined(__cplusplus)
/**
 * Enters autocast for the rest of the enclosing C block: Python's `with torch.autocast(...):`. Use
 * it in functions that return a ct_error: like CT_TRY, it returns the error of ct_autocast_enter().
 * The arguments are the fields of ct_autocast_options, in order or by name:
 *
 *     CT_AUTOCAST_SCOPE(CT_DEVICE_TYPE_CPU);
 *     CT_AUTOCAST_SCOPE(CT_DEVICE_TYPE_CUDA, CT_FLOAT16);
 *     CT_AUTOCAST_SCOPE(CT_DEVICE_TYPE_CPU, .disabled = true);
 *
 * The previous state is restored when control leaves that C block: at its end, by return (CT_TRY
 * too), goto, break or continue, but not by longjmp. No goto may jump over it into its block. It
 * needs GNU C (gcc, clang); elsewhere, and in C++, use ct_autocast_enter() and ct_autocast_leave().
 */
#define CT_AUTOCAST_SCOPE(...) CT_AUTOCAST_SCOPE_AT_(__LINE__, __VA_ARGS__)

#define CT_AUTOCAST_SCOPE_AT_(line, ...) CT_AUTOCAST_SCOPE_NAMED_(line, __VA_ARGS__)
#define CT_AUTOCAST_SCOPE_NAMED_(line, ...)                                                       \
	ct_autocast_was ct_autocast_##line##_ __attribute__((cleanup(ct_autocast_leave_at_))) = { \
		CT_DEVICE_TYPE_NONE, CT_DTYPE_NONE, false, false, 0                               \
	};                                                                                        \
	CT_TRY(ct_autocast_enter(CT_AUTOCAST_OPTIONS_(__VA_ARGS__), &ct_autocast_##line##_))

/**
 * Enters autocast for the following block in braces: Python's `with torch.autocast(...):`. Inside,
 * break and continue refer to this block, not to an enclosing loop. The note about return at
 * CT_NO_GRAD (macros/blocks.h) applies here, too.
 *
 *     ct_error err = NULL;
 *
 *     CT_AUTOCAST(err, CT_DEVICE_TYPE_CPU, CT_BFLOAT16) {
 *             CT_TRY(ct_module_forward(net, x, &y));
 *     }
 *     CT_TRY(err);
 *
 * The first argument is a variable of type ct_error, set to NULL. If autocast cannot be entered, it
 * is set to the error, and the block does not run. The other arguments are as for
 * CT_AUTOCAST_SCOPE.
 */
#define CT_AUTOCAST(error, ...) CT_AUTOCAST_AT_(error, __LINE__, __VA_ARGS__)

#define CT_AUTOCAST_AT_(error, line, ...) CT_AUTOCAST_NAMED_(error, line, __VA_ARGS__)
#define CT_AUTOCAST_NAMED_(error, line, ...)                                            \
	for (ct_autocast_was ct_autocast_##line##_                                      \
	     __attribute__((cleanup(ct_autocast_leave_at_))) =                          \
		     ct_autocast_entered_(&(error), CT_AUTOCAST_OPTIONS_(__VA_ARGS__)); \
	     ct_autocast_##line##_.block; ct_autocast_##line##_.block = 0)

#define CT_AUTOCAST_OPTIONS_(...) (&(const ct_autocast_options){ .device_type = __VA_ARGS__ })

static inline ct_autocast_was ct_autocast_entered_(ct_error *error,
						   const ct_autocast_options *options)
{
	ct_autocast_was was;

	*error = ct_autocast_enter(options, &was);
	was.block = *error == NULL; /* so that a compiler can infer it from the error */
	return was;
}

static inline void ct_autocast_leave_at_(ct_autocast_was *was)
{
	ct_autocast_leave(was);
}
#endif

/* --- The state of the calling thread --------------------------------------------------------- */

/** Returns whether a device type supports autocast (torch.amp.is_autocast_available()). */
CT_API bool ct_autocast_is_available(ct_device_type device_type) CT_NOEXCEPT;

/** Returns whether autocast is on (torch.is_autocast_enabled()). A device type without autocast is
 * `RuntimeError: unknown device type for autocast in
 * get_autocast_dispatch_key_from_device_type`. */
CT_API ct_error ct_autocast_is_enabled(ct_device_type device_type,
				       bool *result) CT_THREAD_STATE CT_BRIEF CT_RETURNS_ERROR;

/** Turns autocast on or off (torch.set_autocast_enabled()); the blocks restore the previous
 * state. */
CT_API ct_error ct_autocast_set_enabled(ct_device_type device_type,
					bool enabled) CT_THREAD_STATE CT_BRIEF CT_RETURNS_ERROR;

/** Returns the autocast dtype of a device type (torch.get_autocast_dtype()): initially CT_BFLOAT16
 * for the CPU, CT_FLOAT16 for CUDA. `RuntimeError: unsupported scalarType` if it has none. */
CT_API ct_error ct_autocast_dtype(ct_device_type device_type,
				  ct_dtype *result) CT_THREAD_STATE CT_BRIEF CT_RETURNS_ERROR;

/** Sets the autocast dtype of a device type (torch.set_autocast_dtype()). */
CT_API ct_error ct_autocast_set_dtype(ct_device_type device_type,
				      ct_dtype dtype) CT_THREAD_STATE CT_BRIEF CT_RETURNS_ERROR;

/** Returns whether copies of parameters are cached (torch.is_autocast_cache_enabled()); initially
 * true. */
CT_API bool ct_autocast_is_cache_enabled(void) CT_THREAD_STATE CT_NOEXCEPT;

/** Sets whether copies of parameters are cached (torch.set_autocast_cache_enabled()). */
CT_API void ct_autocast_set_cache_enabled(bool enabled) CT_THREAD_STATE CT_NOEXCEPT;

/** Drops the cached copies (torch.clear_autocast_cache()). Call it after changing a parameter
 * within a block in a way that autograd does not see. */
CT_API void ct_autocast_clear_cache(void) CT_THREAD_STATE CT_NOEXCEPT;

#ifdef __cplusplus
}
#endif

#endif
