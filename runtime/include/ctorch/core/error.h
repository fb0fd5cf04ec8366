/**
 * @file
 * Errors: how to pass on, read, release and create a ct_error.
 */
#ifndef CTORCH_CORE_ERROR_H
#define CTORCH_CORE_ERROR_H

#include <stddef.h>

#include <ctorch/core/types.h>

#ifdef __cplusplus
extern "C" {
#endif

/** The class of an error. Its name is the prefix of its messages. */
typedef int32_t ct_error_class;

/** Later versions may add classes at the end; treat an unknown class like CT_ERROR_RUNTIME. */
enum ct_error_class_value {
	CT_ERROR_NONE = 0,              /**< no error: the argument was NULL */
	CT_ERROR_RUNTIME = 1,           /**< `RuntimeError`, and everything without its own class */
	CT_ERROR_ARGUMENT = 2,          /**< `ArgumentError`: found before libtorch was called */
	CT_ERROR_INDEX = 3,             /**< `IndexError` */
	CT_ERROR_VALUE = 4,             /**< `ValueError` */
	CT_ERROR_TYPE = 5,              /**< `TypeError` */
	CT_ERROR_NOT_IMPLEMENTED = 6,   /**< `NotImplementedError`: often a missing kernel */
	CT_ERROR_OUT_OF_MEMORY = 7,     /**< `OutOfMemoryError` */
	CT_ERROR_LINALG = 8,            /**< `LinAlgError`: a singular matrix and the like */
	CT_ERROR_INTERNAL = 9,          /**< `InternalError`: an assertion inside libtorch failed */
	CT_ERROR_BUFFER = 10,           /**< `BufferError` */
	CT_ERROR_SYNTAX = 11,           /**< `SyntaxError` */
	CT_ERROR_ACCELERATOR = 12,      /**< `AcceleratorError`: a device's driver failed */
	CT_ERROR_DIST = 13,             /**< `DistError` */
	CT_ERROR_DIST_BACKEND = 14,     /**< `DistBackendError` */
	CT_ERROR_DIST_STORE = 15,       /**< `DistStoreError` */
	CT_ERROR_DIST_NETWORK = 16,     /**< `DistNetworkError` */
	CT_ERROR_DIST_QUEUE_EMPTY = 17, /**< `QueueEmptyError` */
	CT_ERROR_KEY = 18,              /**< `KeyError`: a name that is missing or already in use */
	CT_ERROR_ATTRIBUTE = 19,        /**< `AttributeError`: a module has no such part */
	CT_ERROR_ASSERTION = 20         /**< `AssertionError` */
};

/** Releases an error. Ignores NULL, and strings that libctorch did not create. */
CT_API void ct_error_free(ct_error error) CT_BRIEF CT_NOEXCEPT;

/** Returns the class of an error; CT_ERROR_NONE for NULL. For a string that libctorch did not
 * create, the prefix determines the class; CT_ERROR_RUNTIME if there is no prefix. */
CT_API ct_error_class ct_error_class_of(ct_error error) CT_NOEXCEPT;

/** Returns the name of the C function that failed, such as `ct_mm`; borrowed from the error. NULL
 * if it is unknown. */
CT_API const char *ct_error_function(ct_error error) CT_NOEXCEPT;

/** Returns the C++ backtrace of the failure, a text of many lines; borrowed from the error. NULL
 * unless backtraces were on (ct_error_set_backtrace_enabled()) and the failure was in libtorch. */
CT_API const char *ct_error_backtrace(ct_error error) CT_NOEXCEPT;

/**
 * Returns the last line of a message if it is a hint: `In C: retain_graph=True is the argument
 * retain_graph of ct_tensor_backward_with()`. A hint gives the C names for Python or C++ names in
 * libtorch's text, the operator that has no kernel, or the most similar dispatch key. Points into
 * the message; NULL if there is none.
 *
 * The hint follows libtorch's text in the message, so that a program that only prints the message
 * shows it. The text ends one character, the newline, before the hint: a binding that compares or
 * translates the text, or has its own names, cuts it there.
 */
CT_API const char *ct_error_hint(ct_error error) CT_NOEXCEPT;

/**
 * Returns the call chain that returned the error, innermost first; borrowed from the error until
 * the next line is added. An empty text, never NULL, if there is none. The lines are
 *
 *     at attend (gpt.c:42)              for each CT_TRY(), CT_GOTO() and CT_E() that passed it on
 *     in the kernel of my::scale (CPU)  for each callback of yours that returned it
 *
 * each after two spaces. Callbacks are kernels, hooks, the functions of a ct_function, functions
 * that are checkpointed, checked or differentiated, and the functions of datasets, samplers and
 * data loaders.
 */
CT_API const char *ct_error_trace(ct_error error) CT_NOEXCEPT;

/** Adds a location to an error's trace and returns the error, as CT_TRY() does; file and function
 * are copied, and without a file nothing is added. NULL, and a string that libctorch did not
 * create, are returned unchanged. */
CT_API ct_error ct_error_note(ct_error error CT_TAKEN, const char *file CT_NULLABLE, int line,
			      const char *function CT_NULLABLE) CT_BRIEF CT_NOEXCEPT;

/** Turns backtraces on or off for later errors, in all threads. They are off at first, since a
 * backtrace takes milliseconds, and an error without one microseconds.
 *
 * Until the first call, libtorch nevertheless notes the frames of each error, in which it may read
 * them later. That aborts the process if a compiler of another language has made frames without
 * tables for unwinding, as LuaJIT's does: a binding for such a language turns backtraces off when
 * it is loaded. Make the first call before other threads compute. */
CT_API void ct_error_set_backtrace_enabled(bool enabled) CT_NOEXCEPT;

/** Returns whether errors carry a backtrace. */
CT_API bool ct_error_is_backtrace_enabled(void) CT_NOEXCEPT;

/**
 * Creates an error, for functions that call libctorch and for callbacks.
 *
 * The message is the prefix of the class and the formatted text: `ValueError: momentum is -1`. For
 * CT_ERROR_ARGUMENT it also names the function: `ArgumentError: my_layer: ...`.
 *
 * @param error_class  an unknown class and CT_ERROR_NONE become CT_ERROR_RUNTIME
 * @param function     the C function that fails, usually `__func__`; copied; may be NULL
 * @param format       as for printf(); NULL is an empty text
 * @return a new error, never NULL: if there is no memory, a fixed message that says so
 */
CT_API ct_error ct_error_new(ct_error_class error_class, const char *function CT_NULLABLE,
			     const char *format CT_NULLABLE, ...) CT_BRIEF CT_RETURNS_ERROR
	CT_PRINTF(3, 4);

/** Creates an error with a plain text, which is copied; for languages that cannot call the variadic
 * ct_error_new(). */
CT_API ct_error ct_error_new_text(ct_error_class error_class, const char *function CT_NULLABLE,
				  const char *text CT_NULLABLE) CT_BRIEF CT_RETURNS_ERROR;

/** If `error` is not NULL, prints its location, message and trace on stderr and ends the process
 * with exit code 1, as ct_exit() does. CT_CHECK() calls it. */
CT_API void ct_error_check(ct_error error, const char *file, int line)
	CT_WAITS_FOR(files) CT_NOEXCEPT;

#ifdef __cplusplus
}
#endif

#endif
