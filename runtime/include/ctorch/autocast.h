/**
 * @file
 * Mixed precision: Python's torch.autocast. In a block of autocast, matrix products, convolutions
 * and the like compute in a dtype of 16 bits, and operations that need range or precision, such as
 * losses and softmax on some devices, in float32. docs/training.md shows it at work.
 *
 *     {
 *             CT_AUTOCAST_SCOPE(CT_DEVICE_TYPE_CPU);
 *
 *             CT_TRY(ct_module_forward(net, x, &y));
 *             CT_TRY(CT(cross_entropy, &loss, y, labels));
 *     }
 *     CT_TRY(ct_tensor_backward(loss));
 *
 * Only the forward pass and the loss belong in the block: backward computes in the dtype that the
 * forward pass had. Parameters stay in float32; the block keeps their copies in 16 bits until its
 * end, so that each is made once. float16 has a small range, so its gradients need
 * ctorch/grad_scaler.h; bfloat16 has the range of float32.
 *
 * **Threads.** All of this belongs to the calling thread: a new thread begins without autocast.
 */
#ifndef CTORCH_AUTOCAST_H
#define CTORCH_AUTOCAST_H

#include <ctorch/error.h>
#include <ctorch/types.h>

#ifdef __cplusplus
extern "C" {
#endif

/* --- Blocks ---------------------------------------------------------------------------------- */

/** Python's arguments of torch.autocast; zeros are the defaults. */
typedef struct ct_autocast_options {
	ct_device_type device_type; /**< the type of the devices that compute: CT_DEVICE_TYPE_CPU */
	ct_dtype dtype;             /**< CT_BFLOAT16 or CT_FLOAT16; default ct_autocast_dtype() */
	bool disabled;       /**< Python's `enabled=False`: no autocast in the block */
	bool cache_enabled;  /**< keep copies of parameters ... */
	bool cache_disabled; /**< ... or make them each time; neither: as it is set */
} ct_autocast_options;

/** The state before a block: plain data for ct_autocast_leave(). */
typedef struct ct_autocast_was {
	ct_device_type device_type; /**< CT_DEVICE_TYPE_NONE: nothing to restore */
	ct_dtype dtype;
	bool enabled;
	bool cache_enabled;
	int32_t block; /**< for the blocks: 1 until one has run */
} ct_autocast_was;

/**
 * Enters autocast: Python's `torch.autocast(...).__enter__()`. Use the blocks below in C.
 *
 * As in Python, a dtype that autocast does not have and a CUDA that is not available are warnings,
 * and switch autocast off in the block.
 *
 * `RuntimeError: User specified an unsupported autocast device_type 'meta'` for a type of device
 * without autocast; if no dtype is given, `RuntimeError: unsupported scalarType`. Before libtorch
 * 2.4, CPU and CUDA have autocast, and in old releases a dtype other than bfloat16 is a
 * RuntimeError on the CPU.
 *
 * @param options   NULL: the type of device is missing, which is an error
 * @param previous  the state before; zeros after an error
 */
CT_API ct_error ct_autocast_enter(const ct_autocast_options *options CT_NOT_NULL,
				  ct_autocast_was *previous CT_NOT_NULL) CT_RETURNS_ERROR;

/** Restores the state before. The outermost of the thread's blocks drops the copies of parameters.
 * NULL and zeros are accepted, and so is a state that no block can have: it is ignored. Leave in
 * the same thread, in reverse order. */
CT_API void ct_autocast_leave(const ct_autocast_was *was) CT_NOEXCEPT;

#if (defined(__GNUC__) || defined(__clang__)) && !defined(__cplusplus)
/**
 * Python's `with torch.autocast(...):` for the rest of the enclosing C block. For functions that
 * return a ct_error: like CT_TRY, it returns the error of ct_autocast_enter(). The arguments are
 * the fields of ct_autocast_options, in order or by name:
 *
 *     CT_AUTOCAST_SCOPE(CT_DEVICE_TYPE_CPU);
 *     CT_AUTOCAST_SCOPE(CT_DEVICE_TYPE_CUDA, CT_FLOAT16);
 *     CT_AUTOCAST_SCOPE(CT_DEVICE_TYPE_CPU, .disabled = true);
 *
 * The state before is restored when control leaves that C block: at its end, by return (CT_TRY
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
 * Python's `with torch.autocast(...):` for the block that follows, in braces. Inside, break and
 * continue refer to this block, not to a loop around it. What CT_NO_GRAD (autograd.h) says about
 * return applies to it.
 *
 *     ct_error err = NULL;
 *
 *     CT_AUTOCAST(err, CT_DEVICE_TYPE_CPU, CT_BFLOAT16) {
 *             CT_TRY(ct_module_forward(net, x, &y));
 *     }
 *     CT_TRY(err);
 *
 * The first argument is a variable of type ct_error, set to NULL. If autocast cannot be entered, it
 * is set to the reason, and the block does not run. The others are those of CT_AUTOCAST_SCOPE.
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
	was.block = *error == NULL; /* so that a compiler knows what the block's error says of it */
	return was;
}

static inline void ct_autocast_leave_at_(ct_autocast_was *was)
{
	ct_autocast_leave(was);
}
#endif

/* --- The state of the calling thread --------------------------------------------------------- */

/** Whether a type of device has autocast (torch.amp.is_autocast_available()). */
CT_API bool ct_autocast_is_available(ct_device_type device_type) CT_NOEXCEPT;

/** Whether autocast is on (torch.is_autocast_enabled()). `RuntimeError: unknown device type for
 * autocast in get_autocast_dispatch_key_from_device_type` for a type of device without autocast. */
CT_API ct_error ct_autocast_is_enabled(ct_device_type device_type, bool *result) CT_RETURNS_ERROR;

/** Switches it on or off (torch.set_autocast_enabled()); the blocks restore what was before. */
CT_API ct_error ct_autocast_set_enabled(ct_device_type device_type, bool enabled) CT_RETURNS_ERROR;

/** The dtype for a type of device (torch.get_autocast_dtype()): at first CT_BFLOAT16 for the CPU,
 * CT_FLOAT16 for CUDA. `RuntimeError: unsupported scalarType` if it has none. */
CT_API ct_error ct_autocast_dtype(ct_device_type device_type, ct_dtype *result) CT_RETURNS_ERROR;

/** Sets it (torch.set_autocast_dtype()). */
CT_API ct_error ct_autocast_set_dtype(ct_device_type device_type, ct_dtype dtype) CT_RETURNS_ERROR;

/** Whether copies of parameters are kept (torch.is_autocast_cache_enabled()); at first true. */
CT_API bool ct_autocast_is_cache_enabled(void) CT_NOEXCEPT;

/** Sets that (torch.set_autocast_cache_enabled()). */
CT_API void ct_autocast_set_cache_enabled(bool enabled) CT_NOEXCEPT;

/** Drops the copies (torch.clear_autocast_cache()): for a parameter that is changed, in a way that
 * autograd does not see, in the middle of a block. */
CT_API void ct_autocast_clear_cache(void) CT_NOEXCEPT;

#ifdef __cplusplus
}
#endif

#endif
