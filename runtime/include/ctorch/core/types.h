/**
 * @file
 * The types that all other headers use: errors, handles, libtorch's enumerations, devices, streams
 * and scalars.
 *
 * Three words describe ownership, in all headers:
 * - **new**: it belongs to the innermost scope (scope.h), or without one to you; release it with
 *   the named function.
 * - **borrowed**: it belongs to the object it came from, and is valid as long as that object lives.
 * - **copied**: the library keeps its own copy; you may release yours as soon as the call returns.
 *
 * Arguments are borrowed for the duration of the call unless a comment says otherwise. Functions
 * that release objects accept NULL.
 */
#ifndef CTORCH_CORE_TYPES_H
#define CTORCH_CORE_TYPES_H

#include <stdbool.h>
#include <stdint.h>

#include <ctorch/core/annotations.h>

#ifdef __cplusplus
extern "C" {
#endif

/**
 * The outcome of a call: NULL is success, anything else is a message.
 *
 * The message is a plain C string such as `IndexError: Dimension out of range (expected to be in
 * range of [-2, 1], but got 7)`: the class that Python would raise, a colon, libtorch's own text.
 * It is new: release it with ct_error_free(). error.h has functions for its class, the function that
 * failed and a backtrace.
 *
 * A call that returns an error has written none of its results, and leaves nothing to release. If
 * several arguments are wrong, the message names one of them; which one is not specified and may
 * change with the compiler.
 */
typedef const char *ct_error;

/**
 * A tensor. A handle owns one reference to it; ct_tensor_free() releases the reference, and
 * ct_tensor_retain() creates another one. NULL is the undefined tensor: Python's None as an
 * argument, no tensor as a result.
 *
 * `const ct_tensor *` promises that the call does not write to the tensor. As in Python, two
 * handles may share memory, and while one thread writes to a tensor, no other thread may use it;
 * counting references is safe from any thread.
 */
typedef struct ct_tensor ct_tensor;

/** A source of random numbers (Python's torch.Generator). A handle owns one reference:
 * ct_generator_free(). As an argument, NULL means the default generator of the device. */
typedef struct ct_generator ct_generator;

/** The memory of one or several tensors. A handle owns one reference: ct_storage_free(). */
typedef struct ct_storage ct_storage;

/** A module: Python's torch.nn.Module (module.h). A handle owns one reference: ct_module_free(). */
typedef struct ct_module ct_module;

/** An optimizer: Python's torch.optim.Optimizer (optimizer.h). A handle owns one reference:
 * ct_optimizer_free(). */
typedef struct ct_optimizer ct_optimizer;

/** A scheduler: Python's torch.optim.lr_scheduler.LRScheduler (lr_scheduler.h). A handle owns one
 * reference: ct_lr_scheduler_free(). */
typedef struct ct_lr_scheduler ct_lr_scheduler;

/** A set of samples accessed by index, or a **stream** of samples read one after the other
 * (Python's IterableDataset): data.h. A handle owns one reference: ct_dataset_free(). */
typedef struct ct_dataset ct_dataset;

/** The order in which an epoch visits the samples of a set, possibly in its own batches: data.h. A
 * handle owns one reference: ct_sampler_free(). */
typedef struct ct_sampler ct_sampler;

/** A loader of batches of a dataset's samples, optionally with threads that work ahead: data.h. A
 * handle owns one reference: ct_data_loader_free(). One thread at a time may use it. */
typedef struct ct_data_loader ct_data_loader;

/** Releases the `context` of a callback: called once, when the library no longer needs it, in the
 * thread where that happens. The rules of ct_deleter apply to it. */
typedef void (*ct_release_function)(void *context);

/** The type of a tensor's elements; the names are Python's. As an argument that may be None,
 * CT_DTYPE_NONE is None. */
typedef int32_t ct_dtype;

/** The values are libtorch's own plus one, so that 0 is None, as for layouts, memory formats and
 * device types: a struct of zeros then means PyTorch's defaults. */
enum ct_dtype_value {
	CT_DTYPE_NONE = 0,
	CT_UINT8 = 1,
	CT_INT8 = 2,
	CT_INT16 = 3,
	CT_INT32 = 4,
	CT_INT64 = 5,
	CT_FLOAT16 = 6,
	CT_FLOAT32 = 7,
	CT_FLOAT64 = 8,
	CT_COMPLEX32 = 9,
	CT_COMPLEX64 = 10,
	CT_COMPLEX128 = 11,
	CT_BOOL = 12,
	CT_QINT8 = 13,
	CT_QUINT8 = 14,
	CT_QINT32 = 15,
	CT_BFLOAT16 = 16,
	CT_QUINT4X2 = 17,
	CT_QUINT2X4 = 18,
	CT_BITS1X8 = 19,
	CT_BITS2X4 = 20,
	CT_BITS4X2 = 21,
	CT_BITS8 = 22,
	CT_BITS16 = 23,
	CT_FLOAT8_E5M2 = 24,
	CT_FLOAT8_E4M3FN = 25,
	CT_FLOAT8_E5M2FNUZ = 26,
	CT_FLOAT8_E4M3FNUZ = 27,
	CT_UINT16 = 28,
	CT_UINT32 = 29,
	CT_UINT64 = 30,
	CT_UINT1 = 31,
	CT_UINT2 = 32,
	CT_UINT3 = 33,
	CT_UINT4 = 34,
	CT_UINT5 = 35,
	CT_UINT6 = 36,
	CT_UINT7 = 37,
	CT_INT1 = 38,
	CT_INT2 = 39,
	CT_INT3 = 40,
	CT_INT4 = 41,
	CT_INT5 = 42,
	CT_INT6 = 43,
	CT_INT7 = 44,
	CT_FLOAT8_E8M0FNU = 45,
	CT_FLOAT4_E2M1FN_X2 = 46,
	CT_BCOMPLEX32 = 47
};

/** How a tensor's elements are stored; the names are Python's. */
typedef int32_t ct_layout;

/** The values are libtorch's own plus one. */
enum ct_layout_value {
	CT_LAYOUT_NONE = 0,
	CT_STRIDED = 1,
	CT_SPARSE_COO = 2,
	CT_SPARSE_CSR = 3,
	CT_MKLDNN = 4,
	CT_SPARSE_CSC = 5,
	CT_SPARSE_BSR = 6,
	CT_SPARSE_BSC = 7,
	CT_JAGGED = 8
};

/** The order of a strided tensor's dimensions in memory; the names are Python's. */
typedef int32_t ct_memory_format;

/** The values are libtorch's own plus one. */
enum ct_memory_format_value {
	CT_MEMORY_FORMAT_NONE = 0,
	CT_CONTIGUOUS_FORMAT = 1,
	CT_PRESERVE_FORMAT = 2,
	CT_CHANNELS_LAST = 3,
	CT_CHANNELS_LAST_3D = 4
};

/** How a quantized tensor's integers map to numbers (Python's torch.qscheme). */
typedef int32_t ct_quant_scheme;

/** The values are libtorch's own. */
enum ct_quant_scheme_value {
	CT_PER_TENSOR_AFFINE = 0,
	CT_PER_CHANNEL_AFFINE = 1,
	CT_PER_TENSOR_SYMMETRIC = 2,
	CT_PER_CHANNEL_SYMMETRIC = 3,
	CT_PER_CHANNEL_AFFINE_FLOAT_QPARAMS = 4
};

/** The kind of a device. */
typedef int32_t ct_device_type;

/** The values are libtorch's own plus one. */
enum ct_device_type_value {
	CT_DEVICE_TYPE_NONE = 0,
	CT_DEVICE_TYPE_CPU = 1,
	CT_DEVICE_TYPE_CUDA = 2,
	CT_DEVICE_TYPE_MKLDNN = 3,
	CT_DEVICE_TYPE_OPENGL = 4,
	CT_DEVICE_TYPE_OPENCL = 5,
	CT_DEVICE_TYPE_IDEEP = 6,
	CT_DEVICE_TYPE_HIP = 7,
	CT_DEVICE_TYPE_FPGA = 8,
	CT_DEVICE_TYPE_MAIA = 9,
	CT_DEVICE_TYPE_XLA = 10,
	CT_DEVICE_TYPE_VULKAN = 11,
	CT_DEVICE_TYPE_METAL = 12,
	CT_DEVICE_TYPE_XPU = 13,
	CT_DEVICE_TYPE_MPS = 14,
	CT_DEVICE_TYPE_META = 15,
	CT_DEVICE_TYPE_HPU = 16,
	CT_DEVICE_TYPE_VE = 17,
	CT_DEVICE_TYPE_LAZY = 18,
	CT_DEVICE_TYPE_IPU = 19,
	CT_DEVICE_TYPE_MTIA = 20,
	CT_DEVICE_TYPE_PRIVATEUSE1 = 21
};

/** The place of a tensor's memory. */
typedef struct ct_device {
	int32_t type;  /**< a ct_device_type, CT_DEVICE_TYPE_NONE for None */
	int32_t index; /**< 0 to 127; -1 is the current device of that type */
} ct_device;

/** A work queue of a device. */
typedef struct ct_stream {
	int64_t id;           /**< libtorch's stream id; 0 is the default stream */
	int32_t device_type;  /**< a ct_device_type */
	int32_t device_index; /**< 0 to 127; -1 is the current device of that type */
} ct_stream;

/** Which fields of a ct_scalar hold the value. */
typedef int32_t ct_scalar_kind;

enum ct_scalar_kind_value {
	CT_SCALAR_INT = 0,
	CT_SCALAR_FLOAT = 1,
	CT_SCALAR_BOOL = 2,
	CT_SCALAR_COMPLEX = 3,
	CT_SCALAR_UINT = 4
};

/**
 * One number of any kind, passed by value. Create it with ct_scalar_int(), ct_scalar_float(), ...
 * of scalar.h. An integer stays an integer, so 2^53 + 1 is exact.
 */
typedef struct ct_scalar {
	ct_scalar_kind kind;
	int64_t i; /**< INT; BOOL as 0 or 1; UINT as the bits of an unsigned number */
	double re; /**< FLOAT; COMPLEX's real part */
	double im; /**< COMPLEX's imaginary part */
} ct_scalar;

/* --- Lists ----------------------------------------------------------------------------------
 *
 * Lists of numbers, texts and tensors are passed by value: a pointer and a length, which are
 * borrowed for the call. `{ NULL, 0 }` is the empty list. list.h has macros that make them:
 * CT_L(2, 3), CT_TENSORS(a, b).
 */

/* The compiler's message names these types if a plain value is given where a list is expected. */
typedef int64_t ct_write_CT_L_around_integers;
typedef double ct_write_CT_FLOATS_around_floats;
typedef bool ct_write_CT_BOOLS_around_bools;
typedef ct_scalar ct_write_CT_SCALARS_around_numbers;
typedef ct_tensor *ct_write_CT_TENSORS_around_tensors;

/** Integers: sizes, strides, dimensions, indices. */
typedef struct ct_ints {
	const ct_write_CT_L_around_integers *at; /**< borrowed */
	int64_t len;
} ct_ints;
/** Floating-point numbers. */
typedef struct ct_floats {
	const ct_write_CT_FLOATS_around_floats *at; /**< borrowed */
	int64_t len;
} ct_floats;
/** Truth values. */
typedef struct ct_bools {
	const ct_write_CT_BOOLS_around_bools *at; /**< borrowed */
	int64_t len;
} ct_bools;
/** Numbers of any kind. */
typedef struct ct_scalars {
	const ct_write_CT_SCALARS_around_numbers *at; /**< borrowed */
	int64_t len;
} ct_scalars;
/** Tensors; an element may be NULL where a function says so. */
typedef struct ct_tensors {
	ct_write_CT_TENSORS_around_tensors const *at; /**< borrowed */
	int64_t len;
} ct_tensors;
/** Texts in UTF-8, each terminated by NUL. */
typedef struct ct_strings {
	const char *const *at; /**< borrowed */
	int64_t len;
} ct_strings;

#ifdef __cplusplus
}
#endif

#endif
