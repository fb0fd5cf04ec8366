/**
 * @file
 * libtorch's settings and build options: threads, determinism, the default dtype, precision,
 * backend switches, warnings, texts for bug reports.
 *
 * Unless noted otherwise, settings apply to the whole process, from the next call on. The defaults
 * are libtorch's own, the same as in Python.
 */
#ifndef CTORCH_TENSOR_SETTINGS_H
#define CTORCH_TENSOR_SETTINGS_H

#include <ctorch/core/types.h>

#ifdef __cplusplus
extern "C" {
#endif

/* --- Threads --------------------------------------------------------------------------------- */

/** Returns the number of threads that one operator may use (torch.get_num_threads()); by default
 * the number of cores, or OMP_NUM_THREADS and MKL_NUM_THREADS. */
CT_API int32_t ct_num_threads(void) CT_THREAD_STATE CT_NOEXCEPT;

/** Sets the number of threads that one operator may use (torch.set_num_threads()). OpenMP, which
 * most builds of libtorch use, has a separate number for each thread: set it in the thread that
 * calls the operators. `RuntimeError: set_num_threads expects a positive integer` for less than
 * 1. */
CT_API ct_error ct_set_num_threads(int32_t count) CT_THREAD_STATE CT_BRIEF CT_RETURNS_ERROR;

/** Returns the number of threads that may run operators concurrently in the TorchScript interpreter
 * (torch.get_num_interop_threads()). */
CT_API int32_t ct_num_interop_threads(void) CT_NOEXCEPT;

/** Sets the number of interop threads, once and before anything runs in them
 * (torch.set_num_interop_threads()). `RuntimeError: set_num_interop_threads expects a positive
 * integer` for less than 1, and `RuntimeError: Error: cannot set number of interop threads after
 * parallel work has started or set_num_interop_threads called` later. */
CT_API ct_error ct_set_num_interop_threads(int32_t count) CT_RETURNS_ERROR;

/* --- Determinism ----------------------------------------------------------------------------- */

/**
 * Sets whether operators must compute the same result from the same input every time
 * (torch.use_deterministic_algorithms()): operators that can choose a deterministic algorithm do,
 * the others return a RuntimeError that names them. Uninitialized memory is then filled, so that
 * `empty` is not faster than `full`, unless CT_FLAG_FILL_UNINITIALIZED_MEMORY is off.
 *
 * @param warn_only  the other operators warn instead (ct_set_warning_handler())
 */
CT_API ct_error ct_use_deterministic_algorithms(bool enabled,
						bool warn_only) CT_BRIEF CT_RETURNS_ERROR;

/** Returns whether operators must be deterministic
 * (torch.are_deterministic_algorithms_enabled()). */
CT_API bool ct_are_deterministic_algorithms_enabled(void) CT_NOEXCEPT;

/** Returns whether nondeterministic operators only warn
 * (torch.is_deterministic_algorithms_warn_only_enabled()). */
CT_API bool ct_is_deterministic_algorithms_warn_only_enabled(void) CT_NOEXCEPT;

/* --- Dtype and precision --------------------------------------------------------------------- */

/** Returns the default dtype of floating-point tensors; CT_FLOAT32 at first. */
CT_API ct_dtype ct_default_dtype(void) CT_NOEXCEPT;

/**
 * Sets the default dtype (torch.set_default_dtype()): CT_FLOAT16, CT_BFLOAT16, CT_FLOAT32 or
 * CT_FLOAT64.
 *
 * Factories such as ct_tensor_zeros() and ct_rand() use it for CT_DTYPE_NONE;
 * ct_tensor_from_rows(), _from_text() and _from_scalar() for floating-point numbers; operators with
 * floating-point results (ct_div_Tensor(), ct_sqrt()) for integers and bools. Both parts of complex
 * tensors have it. Existing tensors do not change.
 *
 * `TypeError: only floating-point types are supported as the default type` for integers, bools and
 * complex types; the 8-bit floating-point types are an error, as in Python.
 */
CT_API ct_error ct_set_default_dtype(ct_dtype dtype) CT_BRIEF CT_RETURNS_ERROR;

/** Returns the precision of products of float32 matrices: "highest", "high" or "medium"
 * (torch.get_float32_matmul_precision()). `*result` is static. An error if parts of it were set in
 * a way that none of these words describes. */
CT_API ct_error ct_float32_matmul_precision(const char **result) CT_BRIEF CT_RETURNS_ERROR;

/** Sets that precision (torch.set_float32_matmul_precision()): "highest" computes with all 24 bits
 * of the mantissa, "high" may use TensorFloat32 or two bfloat16s, "medium" may use one bfloat16.
 * Another word is an ArgumentError; Python only warns. */
CT_API ct_error ct_set_float32_matmul_precision(const char *precision) CT_BRIEF CT_RETURNS_ERROR;

/** Sets whether the processor rounds denormal numbers to 0 in the calling thread, which is faster
 * (torch.set_flush_denormal()). Returns false if this processor does not support it. */
CT_API bool ct_set_flush_denormal(bool enabled) CT_THREAD_STATE CT_NOEXCEPT;

/* --- Switches of libtorch -------------------------------------------------------------------- */

/** A switch of libtorch. */
typedef int32_t ct_flag;

/** The switches of cuDNN, CUDA and SDPA kernels can be set even without CUDA. */
enum ct_flag_value {
	CT_FLAG_CUDNN_ENABLED = 0,          /**< use cuDNN */
	CT_FLAG_CUDNN_BENCHMARK = 1,        /**< try its convolutions and take the fastest */
	CT_FLAG_CUDNN_DETERMINISTIC = 2,    /**< only its deterministic algorithms */
	CT_FLAG_CUDNN_ALLOW_TF32 = 3,       /**< TensorFloat32 in its convolutions */
	CT_FLAG_CUDA_MATMUL_ALLOW_TF32 = 4, /**< TensorFloat32 in products of matrices */
	CT_FLAG_CUDA_MATMUL_ALLOW_FP16_REDUCED_PRECISION_REDUCTION = 5, /**< sums of float16 */
	CT_FLAG_CUDA_MATMUL_ALLOW_BF16_REDUCED_PRECISION_REDUCTION = 6, /**< sums of bfloat16 */
	CT_FLAG_CUDA_MATMUL_ALLOW_FP16_ACCUMULATION = 7, /**< sum products in float16 */
	CT_FLAG_MKLDNN_ENABLED = 8,                      /**< use oneDNN */
	CT_FLAG_MKLDNN_DETERMINISTIC = 9,                /**< only its deterministic algorithms */
	CT_FLAG_NNPACK_ENABLED = 10,                     /**< use NNPACK */
	CT_FLAG_FLASH_SDP = 11,         /**< attention: the FlashAttention kernels */
	CT_FLAG_MEM_EFFICIENT_SDP = 12, /**< attention: the memory-efficient kernels */
	CT_FLAG_MATH_SDP = 13,          /**< attention: by its definition, step by step */
	CT_FLAG_CUDNN_SDP = 14,         /**< attention: cuDNN's kernels */
	CT_FLAG_FILL_UNINITIALIZED_MEMORY =
		15, /**< in deterministic mode, fill the result of `empty` */
	CT_FLAG_CHECK_SPARSE_TENSOR_INVARIANTS = 16, /**< check the indices of new sparse tensors */
	CT_FLAG_WARN_ALWAYS = 17 /**< repeat warnings that usually appear once */
};

/** Returns whether a switch is on. An error for an unknown switch, and for one that this release of
 * libtorch does not have or cannot read. */
CT_API ct_error ct_flag_get(ct_flag flag, bool *result) CT_BRIEF CT_RETURNS_ERROR;

/** Sets a switch. */
CT_API ct_error ct_flag_set(ct_flag flag, bool enabled) CT_BRIEF CT_RETURNS_ERROR;

/** Returns a switch's name in Python: "torch.backends.cudnn.benchmark"; static. NULL for a number
 * that is not a switch: to list all, count from 0 until NULL. */
CT_API const char *ct_flag_name(ct_flag flag) CT_NOEXCEPT;

/* --- Warnings -------------------------------------------------------------------------------- */

/** The class of a warning; the names are Python's. */
typedef int32_t ct_warning_class;

enum ct_warning_class_value { CT_WARNING_USER = 0, CT_WARNING_DEPRECATION = 1 };

/**
 * A warning, valid until the handler returns.
 *
 * In libtorch's warnings, function, file and line refer to its C++ source. In libctorch's own, they
 * are the public function that the program called, and the location of that call: file and line if
 * a macro of ctorch/calls/call.h recorded them, otherwise its address, such as `main
 * (train+0x1234)`, and 0.
 */
typedef struct ct_warning {
	ct_warning_class kind;
	const char *message; /**< the text of Python's warning, with a hint (ct_error_hint()) */
	const char *function;
	const char *file;
	int32_t line;
} ct_warning;

/**
 * Called with each warning, in the thread that caused it and in the middle of the call: libtorch
 * may hold locks. It may print, count or queue the warning, and call libctorch; handles that it
 * creates are released when it returns. It must return (no longjmp, no exception). It cannot turn a
 * warning into an error, since libtorch also warns where it cannot fail. Warnings that the handler
 * itself causes go to stderr.
 */
typedef void (*ct_warning_handler)(const ct_warning *warning, void *context);

/**
 * Sends libtorch's warnings to a function instead of stderr, in all threads of the process; NULL
 * sends them to stderr again. Several threads may call the handler at once, and the handler may
 * call this function.
 *
 * It replaces libtorch's default handler. If other code has set a handler for a thread, as Python
 * does while it runs PyTorch, that handler still receives the thread's warnings.
 *
 * @param context  passed to `handler`
 * @param release  called with `context` when it is no longer needed: after another handler is set
 *                 and every call of this one has returned. May be NULL. Not called on an error.
 */
CT_API ct_error ct_set_warning_handler(ct_warning_handler handler CT_NULLABLE, void *context,
				       ct_release_function release CT_NULLABLE) CT_RETURNS_ERROR;

/** Warns as libctorch itself does: the handler receives the text, or stderr shows it once. For
 * libraries on top of libctorch. */
CT_API void ct_warn(const char *message CT_NULLABLE) CT_CALLS_BACK CT_WAITS_FOR(files) CT_NOEXCEPT;

/* --- What libtorch was built with ------------------------------------------------------------ */

/** A library or a kind of device that libtorch may or may not be able to use. */
typedef int32_t ct_backend;

enum ct_backend_value {
	CT_BACKEND_OPENMP = 0,
	CT_BACKEND_MKL = 1,
	CT_BACKEND_MKLDNN = 2, /**< oneDNN */
	CT_BACKEND_LAPACK = 3,
	CT_BACKEND_XNNPACK = 4,
	CT_BACKEND_KLEIDIAI = 5,
	CT_BACKEND_CUDA = 6,
	CT_BACKEND_CUDNN = 7,
	CT_BACKEND_CUSOLVER = 8,
	CT_BACKEND_MAGMA = 9,
	CT_BACKEND_HIP = 10,
	CT_BACKEND_XPU = 11,
	CT_BACKEND_MPS = 12,
	CT_BACKEND_MTIA = 13,
	CT_BACKEND_HPU = 14,
	CT_BACKEND_XLA = 15
};

/** Returns whether the loaded libtorch can use a backend; for device types, whether their library
 * is loaded, not whether a device exists (ct_device_count()). False for an unknown backend. */
CT_API bool ct_backend_is_available(ct_backend backend) CT_MAY_BLOCK CT_NOEXCEPT;

/** Returns a backend's name: "mkldnn"; static. NULL for a number that is not a backend: to list
 * all, count from 0 until NULL. */
CT_API const char *ct_backend_name(ct_backend backend) CT_NOEXCEPT;

/** Returns how libtorch was built, in several lines (Python's torch.__config__.show()). New:
 * ct_free(). */
CT_API ct_error ct_show_config(char **result) CT_RETURNS_ERROR;

/** Returns threads and threading libraries, in several lines (torch.__config__.parallel_info()).
 * New: ct_free(). */
CT_API ct_error ct_parallel_info(char **result) CT_RETURNS_ERROR;

/** Returns the instruction set that kernels use (torch.backends.cpu.get_cpu_capability()): "AVX2",
 * "AVX512", "SVE256", "DEFAULT"; the environment variable ATEN_CPU_CAPABILITY can lower it. New:
 * ct_free(). */
CT_API ct_error ct_cpu_capability(char **result) CT_RETURNS_ERROR;

#ifdef __cplusplus
}
#endif

#endif
