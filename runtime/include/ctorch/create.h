/**
 * @file
 * Making tensors: from C data, around C data, from numbers, rows and text, and filled in one of the
 * ways that PyTorch knows.
 *
 * A copy of a tensor is an operator as others are: ct_clone() copies, ct_detach() shares the memory
 * without the history, ct_to_dtype() and ct_to_device() convert when they have to.
 */
#ifndef CTORCH_CREATE_H
#define CTORCH_CREATE_H

#include <ctorch/types.h>

#ifdef __cplusplus
extern "C" {
#endif

/* --- Options --------------------------------------------------------------------------------- */

/**
 * What Python's makers of tensors take as keywords. Every function with a parameter `options` takes
 * a pointer to this, borrowed; NULL stands for ct_tensor_options_defaults(). What a function does
 * when a field is not given is Python's: the default dtype, the CPU, the dtype of the tensor that
 * the new one shall be like. Fields may be added at the end: begin with the defaults, or with one
 * of the macros below.
 */
typedef struct ct_tensor_options {
	ct_dtype dtype;                 /**< CT_DTYPE_NONE: what the function says */
	ct_layout layout;               /**< CT_LAYOUT_NONE: strided */
	ct_device device;               /**< CT_DEVICE_NONE: the CPU */
	bool requires_grad;             /**< whether operations on it are recorded for backward */
	bool pin_memory;                /**< page-locked, for fast copies to a GPU */
	ct_memory_format memory_format; /**< CT_MEMORY_FORMAT_NONE: contiguous; the _like functions
					     keep the order of what they are like */
	ct_generator *generator;        /**< of the random ones; borrowed; NULL: the default one */
} ct_tensor_options;

/** Nothing given. */
CT_API ct_tensor_options ct_tensor_options_defaults(void) CT_NOEXCEPT;

/** Options in place: `ct_tensor_zeros(CT_SHAPE(2, 3), CT_OPTIONS_DTYPE(CT_FLOAT64), &zeros)`. What
 * they point to is gone at the end of the block; in C++, of the statement. */
#ifdef __cplusplus
#define CT_OPTIONS(dtype, device, requires_grad)                                            \
	(&static_cast<const ct_tensor_options &>(                                           \
		ct_tensor_options{ (dtype), CT_LAYOUT_NONE, device, (requires_grad), false, \
				   CT_MEMORY_FORMAT_NONE, nullptr }))
#else
#define CT_OPTIONS(dtype, device, requires_grad)                                              \
	(&(const ct_tensor_options){ (dtype), CT_LAYOUT_NONE, device, (requires_grad), false, \
				     CT_MEMORY_FORMAT_NONE, NULL })
#endif
/** Only a dtype. */
#define CT_OPTIONS_DTYPE(dtype) CT_OPTIONS(dtype, CT_DEVICE_NONE, false)
/** Only a device. */
#define CT_OPTIONS_DEVICE(device) CT_OPTIONS(CT_DTYPE_NONE, device, false)
/** Operations on it are recorded. */
#define CT_OPTIONS_GRAD CT_OPTIONS(CT_DTYPE_NONE, CT_DEVICE_NONE, true)

#ifndef __cplusplus
/** Sizes, strides or indices in place, as two arguments: a list and its length. For no dimensions
 * write `NULL, 0`. */
#define CT_SHAPE(...)                     \
	(const int64_t[]){ __VA_ARGS__ }, \
		(int64_t)(sizeof((const int64_t[]){ __VA_ARGS__ }) / sizeof(int64_t))
#endif

/* --- From C data ----------------------------------------------------------------------------- */

/**
 * A new tensor on the CPU with a copy of C data.
 *
 * @param data   the elements, the last dimension running fastest; copied. NULL is accepted when
 *               the shape has no elements. Of CT_BOOL every byte must be 0 or 1.
 * @param dtype  what the elements are; any but the quantised ones
 * @param shape  `shape_len` sizes, none negative; NULL with `shape_len` 0 makes a single number
 */
CT_API ct_error ct_tensor_from_data(const void *data, ct_dtype dtype, const int64_t *shape,
				    int64_t shape_len, ct_tensor **result) CT_CALL;

/**
 * As ct_tensor_from_data(), with options: Python's torch.tensor() of an array. What is given as
 * `options.dtype` the elements are converted to, as Tensor.to() converts them: floating point
 * numbers are rounded to the nearest, ties to even; too large ones become infinite where the type
 * has infinity; integers keep their low bits.
 *
 *     ct_tensor_from_array(weights, CT_FLOAT32, CT_SHAPE(2, 3), CT_OPTIONS_DTYPE(CT_BFLOAT16), &w)
 *
 * @param dtype    what the elements of `data` are
 * @param options  dtype, device, requires_grad, pin_memory, memory_format
 */
CT_API ct_error ct_tensor_from_array(const void *data, ct_dtype dtype, const int64_t *shape,
				     int64_t shape_len, const ct_tensor_options *options,
				     ct_tensor **result) CT_CALL;

/** Called once, when the last tensor that uses `data` is gone, in whichever thread that happens. It
 * may release the memory, and must not call libctorch on tensors that share it. A call in progress
 * may need what the thread's scopes own: closing a scope that was open before, ct_gc() and
 * ct_gc_finish() are errors in it, and scopes that it leaves open are closed. It must return (no
 * longjmp, no exception). What it frees may have a deleter, too: up to 16 run inside each other, and
 * those beyond wait until the innermost has returned. */
typedef void (*ct_deleter)(void *data, void *context);

/**
 * A new tensor around C data that stays where it is, as libtorch's from_blob(): what is written to
 * the one is seen by the other.
 *
 * On success the tensor and everything that shares its memory (views, ct_tensor_keep(), libtorch's
 * own references) use `data`, and `deleter` runs once after the last of them. On an error `deleter`
 * does not run, and `data` is the caller's as before.
 *
 * How long the memory is, the library cannot know, and takes the strides as they are. Where it
 * shall check them, say ct_storage_from_blob() and ct_tensor_from_storage() (storage.h), which are
 * for memory of other devices, too.
 *
 * @param data         the first element, aligned for its type; NULL when there are no elements
 * @param strides      for each dimension the step from one element to the next, in elements, not
 *                     negative; `strides_len` equals `shape_len`. NULL: contiguous.
 * @param deleter      NULL: the caller keeps `data` alive for longer than the tensor
 * @param context      handed to `deleter`
 */
CT_API ct_error ct_tensor_from_blob(void *data, ct_dtype dtype, const int64_t *shape,
				    int64_t shape_len, const int64_t *strides, int64_t strides_len,
				    ct_deleter deleter, void *context, ct_tensor **result) CT_CALL;

/* --- From numbers, rows and text -------------------------------------------------------------
 *
 * Python's torch.tensor() of its own numbers and lists. Without a dtype it is that of the elements:
 * CT_BOOL, CT_INT64, the default dtype (torch.get_default_dtype()) or its complex one, whichever of
 * these holds them all; of no elements the default dtype. With a dtype each element is converted,
 * and what does not fit is an error: `RuntimeError: value cannot be converted to type uint8 without
 * overflow`. A floating point number that is too large becomes infinite.
 *
 * Of the options they take dtype, device, requires_grad, pin_memory and memory_format.
 */

/** Python's torch.tensor(3.5): a tensor without dimensions. */
CT_API ct_error ct_tensor_from_scalar(ct_scalar value, const ct_tensor_options *options,
				      ct_tensor **result) CT_CALL;

/**
 * Python's torch.tensor() of nested lists, written as text: `[[1, 2], [3, 4.5]]`.
 *
 * The text is a number, or a list of numbers and lists in `[]` or `()`, in Python's notation:
 * integers (`1_000`, `0x1f`, `0o17`, `0b11`), floating point numbers (`1.`, `1e-3`, also `inf` and
 * `nan`), `True` and `False`, complex numbers (`1+2j`). Spaces and line ends stand where they like.
 * Lists of unequal lengths are Python's `ValueError: expected sequence of length 2 at dim 1 (got
 * 1)`; what cannot be read is a SyntaxError that says where.
 */
CT_API ct_error ct_tensor_from_text(const char *text, const ct_tensor_options *options,
				    ct_tensor **result) CT_CALL;

/** What the items of a ct_rows are. */
typedef int32_t ct_rows_kind;

/** See ct_rows. */
enum ct_rows_kind_value {
	CT_ROWS_OF_ROWS = 0,     /**< ct_rows */
	CT_ROWS_OF_INTS = 1,     /**< int64_t */
	CT_ROWS_OF_FLOATS = 2,   /**< double */
	CT_ROWS_OF_BOOLS = 3,    /**< bool */
	CT_ROWS_OF_COMPLEXES = 4 /**< two doubles each, as C's `double _Complex` has them */
};

/** A list of numbers, or a list of such lists, to any depth; made by CT_ROWS() and its siblings. */
typedef struct ct_rows {
	ct_rows_kind kind; /**< what the items are */
	int64_t length;    /**< how many there are */
	const void *items; /**< borrowed; NULL when there are none */
} ct_rows;

/**
 * Python's torch.tensor() of nested lists. The rows are written in place; constants, variables and
 * calls may stand in them:
 *
 *     ct_tensor_from_rows(CT_ROWS(CT_FLOATS(1, 2), CT_FLOATS(x, sqrt(x))), NULL, &matrix)
 *
 * Rows of unequal lengths are Python's `ValueError: expected sequence of length 2 at dim 1 (got
 * 1)`.
 */
CT_API ct_error ct_tensor_from_rows(ct_rows rows, const ct_tensor_options *options,
				    ct_tensor **result) CT_CALL;

#ifndef __cplusplus
#define CT_ROWS_(kind, type, ...)                                                            \
	((ct_rows){ (kind), (int64_t)(sizeof((const type[]){ __VA_ARGS__ }) / sizeof(type)), \
		    (const type[]){ __VA_ARGS__ } })
/** A list of lists: `CT_ROWS(CT_INTS(1, 2), CT_INTS(3, 4))`, and of CT_ROWS() for more dimensions.
 * Being compound literals, these are C and not C++, and last until the end of the block. */
#define CT_ROWS(...) CT_ROWS_(CT_ROWS_OF_ROWS, ct_rows, __VA_ARGS__)
/** A list of integers, as int64_t. */
#define CT_INTS(...) CT_ROWS_(CT_ROWS_OF_INTS, int64_t, __VA_ARGS__)
/** A list of floating point numbers, as double. */
#define CT_FLOATS(...) CT_ROWS_(CT_ROWS_OF_FLOATS, double, __VA_ARGS__)
/** A list of truth values. */
#define CT_BOOLS(...) CT_ROWS_(CT_ROWS_OF_BOOLS, bool, __VA_ARGS__)
/** A list of complex numbers: `CT_COMPLEXES(1 + 2 * I)` with <complex.h>. */
#define CT_COMPLEXES(...) CT_ROWS_(CT_ROWS_OF_COMPLEXES, double _Complex, __VA_ARGS__)
/** A list of nothing, `[]`. */
#define CT_NO_ROWS ((ct_rows){ CT_ROWS_OF_ROWS, 0, NULL })
#endif

/* --- Filled ----------------------------------------------------------------------------------
 *
 * PyTorch's functions of the same names, which say more about them. A size is not negative;
 * `size_len` 0 makes a tensor without dimensions. All options are heeded: a memory format that the
 * PyTorch function does not take, by a copy in that order. Random numbers are drawn from
 * `options.generator`, and the same seed gives those that Python gets. In messages arguments are
 * counted as those of operators: a list and its length are one.
 */

/** Elements of any value: what was in the memory. */
CT_API ct_error ct_tensor_empty(const int64_t *size, int64_t size_len,
				const ct_tensor_options *options, ct_tensor **result) CT_CALL;

/** As ct_tensor_empty(), with these strides, in elements. */
CT_API ct_error ct_tensor_empty_strided(const int64_t *size, int64_t size_len,
					const int64_t *stride, int64_t stride_len,
					const ct_tensor_options *options,
					ct_tensor **result) CT_CALL;

/** As ct_tensor_empty(), with the dimensions in memory in the order of `physical_layout`, the
 * outermost first. An error with a libtorch before 2.1. */
CT_API ct_error ct_tensor_empty_permuted(const int64_t *size, int64_t size_len,
					 const int64_t *physical_layout,
					 int64_t physical_layout_len,
					 const ct_tensor_options *options,
					 ct_tensor **result) CT_CALL;

/** Zeros. */
CT_API ct_error ct_tensor_zeros(const int64_t *size, int64_t size_len,
				const ct_tensor_options *options, ct_tensor **result) CT_CALL;

/** Ones. */
CT_API ct_error ct_tensor_ones(const int64_t *size, int64_t size_len,
			       const ct_tensor_options *options, ct_tensor **result) CT_CALL;

/** One number everywhere. Without a dtype it is that of the number, as of
 * ct_tensor_from_scalar(). */
CT_API ct_error ct_tensor_full(const int64_t *size, int64_t size_len, ct_scalar fill_value,
			       const ct_tensor_options *options, ct_tensor **result) CT_CALL;

/** Ones on the diagonal of `n` rows and `m` columns, zeros beside it. */
CT_API ct_error ct_tensor_eye(int64_t n, int64_t m, const ct_tensor_options *options,
			      ct_tensor **result) CT_CALL;

/** From `start` in steps of `step`, up to `end` and without it. Without a dtype it is CT_INT64 when
 * all three are integers, else the default dtype. */
CT_API ct_error ct_tensor_arange(ct_scalar start, ct_scalar end, ct_scalar step,
				 const ct_tensor_options *options, ct_tensor **result) CT_CALL;

/** `steps` numbers, evenly spaced from `start` to `end`, both included. */
CT_API ct_error ct_tensor_linspace(ct_scalar start, ct_scalar end, int64_t steps,
				   const ct_tensor_options *options, ct_tensor **result) CT_CALL;

/** `base` to the power of what ct_tensor_linspace() gives. */
CT_API ct_error ct_tensor_logspace(ct_scalar start, ct_scalar end, int64_t steps, double base,
				   const ct_tensor_options *options, ct_tensor **result) CT_CALL;

/** The rows and columns of the elements on and below a diagonal: 2 by the number of them, CT_INT64
 * unless a dtype is given. `offset` 0 is the main diagonal, above 0 those above it. */
CT_API ct_error ct_tensor_tril_indices(int64_t row, int64_t col, int64_t offset,
				       const ct_tensor_options *options,
				       ct_tensor **result) CT_CALL;

/** As ct_tensor_tril_indices(), of the elements on and above the diagonal. */
CT_API ct_error ct_tensor_triu_indices(int64_t row, int64_t col, int64_t offset,
				       const ct_tensor_options *options,
				       ct_tensor **result) CT_CALL;

/* --- Random numbers -------------------------------------------------------------------------- */

/** Evenly distributed in [0, 1). */
CT_API ct_error ct_tensor_rand(const int64_t *size, int64_t size_len,
			       const ct_tensor_options *options, ct_tensor **result) CT_CALL;

/** Normally distributed, with mean 0 and standard deviation 1. */
CT_API ct_error ct_tensor_randn(const int64_t *size, int64_t size_len,
				const ct_tensor_options *options, ct_tensor **result) CT_CALL;

/** Normally distributed. */
CT_API ct_error ct_tensor_normal(double mean, double std, const int64_t *size, int64_t size_len,
				 const ct_tensor_options *options, ct_tensor **result) CT_CALL;

/** Integers from `low` to `high` - 1; CT_INT64 unless a dtype is given. */
CT_API ct_error ct_tensor_randint(int64_t low, int64_t high, const int64_t *size, int64_t size_len,
				  const ct_tensor_options *options, ct_tensor **result) CT_CALL;

/** 0 to `n` - 1 in random order; CT_INT64 unless a dtype is given. */
CT_API ct_error ct_tensor_randperm(int64_t n, const ct_tensor_options *options,
				   ct_tensor **result) CT_CALL;

/* --- Windows and frequencies ----------------------------------------------------------------- */

/** Python's torch.bartlett_window(). `periodic` true: for spectral analysis, the first value
 * follows the last one; false: the window is symmetric. */
CT_API ct_error ct_tensor_bartlett_window(int64_t window_length, bool periodic,
					  const ct_tensor_options *options,
					  ct_tensor **result) CT_CALL;

/** Python's torch.blackman_window(); `periodic` as of ct_tensor_bartlett_window(). */
CT_API ct_error ct_tensor_blackman_window(int64_t window_length, bool periodic,
					  const ct_tensor_options *options,
					  ct_tensor **result) CT_CALL;

/** Python's torch.hann_window(); `periodic` as of ct_tensor_bartlett_window(). */
CT_API ct_error ct_tensor_hann_window(int64_t window_length, bool periodic,
				      const ct_tensor_options *options, ct_tensor **result) CT_CALL;

/** Python's torch.hamming_window(), where alpha is 0.54 and beta 0.46 unless they are given;
 * `periodic` as of ct_tensor_bartlett_window(). */
CT_API ct_error ct_tensor_hamming_window(int64_t window_length, bool periodic, double alpha,
					 double beta, const ct_tensor_options *options,
					 ct_tensor **result) CT_CALL;

/** Python's torch.kaiser_window(), where beta is 12 unless it is given; `periodic` as of
 * ct_tensor_bartlett_window(). */
CT_API ct_error ct_tensor_kaiser_window(int64_t window_length, bool periodic, double beta,
					const ct_tensor_options *options,
					ct_tensor **result) CT_CALL;

/** The frequencies of ct_fft_fft() of `n` values that are `d` apart. */
CT_API ct_error ct_tensor_fft_fftfreq(int64_t n, double d, const ct_tensor_options *options,
				      ct_tensor **result) CT_CALL;

/** The frequencies of ct_fft_rfft(). */
CT_API ct_error ct_tensor_fft_rfftfreq(int64_t n, double d, const ct_tensor_options *options,
				       ct_tensor **result) CT_CALL;

/* --- Like another tensor ---------------------------------------------------------------------
 *
 * The _like functions take what is not given from `self`: shape, dtype, layout, device and the
 * order in memory. The new_ ones take dtype and device, and have a size of their own. Neither is
 * recorded for backward.
 */

/** Elements of any value. */
CT_API ct_error ct_tensor_empty_like(const ct_tensor *self, const ct_tensor_options *options,
				     ct_tensor **result) CT_CALL;
/** Zeros. */
CT_API ct_error ct_tensor_zeros_like(const ct_tensor *self, const ct_tensor_options *options,
				     ct_tensor **result) CT_CALL;
/** Ones. */
CT_API ct_error ct_tensor_ones_like(const ct_tensor *self, const ct_tensor_options *options,
				    ct_tensor **result) CT_CALL;
/** One number everywhere. */
CT_API ct_error ct_tensor_full_like(const ct_tensor *self, ct_scalar fill_value,
				    const ct_tensor_options *options, ct_tensor **result) CT_CALL;
/** Evenly distributed in [0, 1). */
CT_API ct_error ct_tensor_rand_like(const ct_tensor *self, const ct_tensor_options *options,
				    ct_tensor **result) CT_CALL;
/** Normally distributed, with mean 0 and standard deviation 1. */
CT_API ct_error ct_tensor_randn_like(const ct_tensor *self, const ct_tensor_options *options,
				     ct_tensor **result) CT_CALL;
/** Integers from `low` to `high` - 1, of the tensor's dtype. */
CT_API ct_error ct_tensor_randint_like(const ct_tensor *self, int64_t low, int64_t high,
				       const ct_tensor_options *options,
				       ct_tensor **result) CT_CALL;

/** Elements of any value. */
CT_API ct_error ct_tensor_new_empty(const ct_tensor *self, const int64_t *size, int64_t size_len,
				    const ct_tensor_options *options, ct_tensor **result) CT_CALL;
/** Elements of any value, with these strides. */
CT_API ct_error ct_tensor_new_empty_strided(const ct_tensor *self, const int64_t *size,
					    int64_t size_len, const int64_t *stride,
					    int64_t stride_len, const ct_tensor_options *options,
					    ct_tensor **result) CT_CALL;
/** Zeros. */
CT_API ct_error ct_tensor_new_zeros(const ct_tensor *self, const int64_t *size, int64_t size_len,
				    const ct_tensor_options *options, ct_tensor **result) CT_CALL;
/** Ones. */
CT_API ct_error ct_tensor_new_ones(const ct_tensor *self, const int64_t *size, int64_t size_len,
				   const ct_tensor_options *options, ct_tensor **result) CT_CALL;
/** One number everywhere. */
CT_API ct_error ct_tensor_new_full(const ct_tensor *self, const int64_t *size, int64_t size_len,
				   ct_scalar fill_value, const ct_tensor_options *options,
				   ct_tensor **result) CT_CALL;

/* --- Sparse ---------------------------------------------------------------------------------- */

/**
 * Python's torch.sparse_coo_tensor(): where each value belongs, and the values. As in Python,
 * whether the indices lie within `size` is looked at only while
 * CT_FLAG_CHECK_SPARSE_TENSOR_INVARIANTS (settings.h) is on; otherwise operators read and write
 * wherever such an index points. That holds for ct_tensor_sparse_compressed(), too.
 *
 * @param indices  one column for each value, one row for each sparse dimension; CT_INT64
 * @param values   a value, or a tensor of values, for each column
 * @param size     NULL: as large as the indices want
 * @param options  dtype, device, requires_grad; the dtype converts the values
 */
CT_API ct_error ct_tensor_sparse_coo(const ct_tensor *indices, const ct_tensor *values,
				     const int64_t *size, int64_t size_len,
				     const ct_tensor_options *options, ct_tensor **result) CT_CALL;

/** Python's torch.sparse_compressed_tensor(): rows (CT_SPARSE_CSR, CT_SPARSE_BSR) or columns
 * (CT_SPARSE_CSC, CT_SPARSE_BSC) of which is said where they begin; `options.layout` says which of
 * the four. `size` NULL: as large as the indices want. */
CT_API ct_error ct_tensor_sparse_compressed(const ct_tensor *compressed_indices,
					    const ct_tensor *plain_indices, const ct_tensor *values,
					    const int64_t *size, int64_t size_len,
					    const ct_tensor_options *options,
					    ct_tensor **result) CT_CALL;

/* --- For programs that use libtorch's C++, too ----------------------------------------------- */

/**
 * A new handle on a C++ tensor, with a reference of its own. `tensor_impl` is what
 * `at::Tensor::unsafeGetTensorImpl()` returns; NULL, and the C++ undefined tensor, give NULL.
 * ctorch/libtorch.hpp has this and the way back as C++ functions.
 */
CT_API ct_error ct_tensor_from_impl(void *tensor_impl, ct_tensor **result) CT_CALL;

#ifdef __cplusplus
}
#endif

#endif
