/**
 * @file
 * Creating tensors: from C data, around C data, from numbers, rows and text, and with PyTorch's
 * factory functions.
 *
 * To copy a tensor, call an operator: ct_clone() copies, ct_detach() shares the memory without the
 * history, ct_to_dtype() and ct_to_device() convert if necessary.
 */
#ifndef CTORCH_TENSOR_CREATE_H
#define CTORCH_TENSOR_CREATE_H

#include <ctorch/core/types.h>

#ifdef __cplusplus
extern "C" {
#endif

/* --- Options --------------------------------------------------------------------------------- */

/**
 * The keyword arguments of Python's factory functions. Every function with a parameter `options`
 * takes a pointer to this, borrowed; NULL sets no field. An unset field is zero and means Python's
 * default: the default dtype, the CPU, or, for a _like function, the dtype of `self`. Later
 * versions may add fields at the end.
 */
typedef struct ct_tensor_options {
	ct_dtype dtype;                 /**< CT_DTYPE_NONE: the function decides */
	ct_layout layout;               /**< CT_LAYOUT_NONE: strided */
	ct_device device;               /**< CT_DEVICE_NONE: the CPU */
	bool requires_grad;             /**< whether operations on it are recorded for backward */
	bool pin_memory;                /**< page-locked, for fast copies to a GPU */
	ct_memory_format memory_format; /**< CT_MEMORY_FORMAT_NONE: contiguous; the _like functions
					     keep the order of `self` */
	ct_generator *generator;        /**< for random numbers; borrowed; NULL: the default one */
} ct_tensor_options;

/* --- From C data ----------------------------------------------------------------------------- */

/**
 * Creates a tensor on the CPU with a copy of C data.
 *
 * @param data   the elements, with the last dimension varying fastest; copied. NULL is accepted if
 *               the shape has no elements. For CT_BOOL, every byte must be 0 or 1.
 * @param dtype  type of the elements; not a quantized one
 * @param shape  sizes, none negative; an empty list makes a tensor without dimensions
 */
CT_API ct_error ct_tensor_from_data(const void *data CT_LENGTH(product(shape)), ct_dtype dtype,
				    ct_ints shape, ct_tensor **result) CT_RETURNS_ERROR;

/** Copies data of known size, as ct_tensor_from_data() does: an ArgumentError unless the elements
 * of the shape take exactly `nbytes` bytes. */
CT_API ct_error ct_tensor_from_memory(const void *data CT_LENGTH(nbytes), int64_t nbytes,
				      ct_dtype dtype, ct_ints shape,
				      ct_tensor **result) CT_RETURNS_ERROR;

/**
 * Copies C data with options: Python's torch.tensor() of an array. The elements are converted to
 * `options.dtype` as by Tensor.to(): floating point numbers are rounded to the nearest, ties to
 * even; numbers that are too large become infinite if the type has infinity; integers keep their
 * low bits.
 *
 *     ct_tensor_from_data_with(weights, CT_FLOAT32, CT_L(2, 3), CT_OPTIONS_DTYPE(CT_BFLOAT16), &w)
 *
 * @param dtype    type of the elements of `data`
 * @param options  dtype, device, requires_grad, pin_memory, memory_format
 */
CT_API ct_error ct_tensor_from_data_with(const void *data CT_LENGTH(product(shape)), ct_dtype dtype,
					 ct_ints shape, const ct_tensor_options *options,
					 ct_tensor **result) CT_RETURNS_ERROR;

/**
 * Creates the tensor that Python passes to an operator for a number, as in `x + 2.5`: without
 * dimensions, on the CPU, of dtype int64, float64, bool or complex128. In an operation with tensors,
 * its dtype gives way to theirs: a float32 tensor times this 2.5 is float32. (libtorch calls it a
 * wrapped number.) CT() and ct_call() make such tensors themselves.
 */
CT_API ct_error ct_tensor_new_wrapped_number(ct_scalar number, ct_tensor **result) CT_RETURNS_ERROR;

/** Is called once, when the last tensor that uses `data` is released, in the thread where that
 * happens. It may release the memory, and must not call libctorch on tensors that share it. A call
 * in progress may need tensors that the thread's scopes own. So in a deleter, ct_gc(),
 * ct_gc_finish() and closing a scope that was already open are errors; scopes that it leaves open
 * are closed. It must return (no longjmp, no exception). If it frees tensors with deleters, up to
 * 16 deleters nest; further ones run after the innermost has returned. */
typedef void (*ct_deleter)(void *data CT_NULLABLE CT_TAKEN, void *context);

/**
 * Creates a tensor around C data without copying it, as libtorch's from_blob(): the tensor and your
 * program see each other's writes.
 *
 * On success the tensor and everything that shares its memory (views, ct_tensor_retain(),
 * libtorch's own references) use `data`, and `deleter` runs once after the last of them. On an
 * error `deleter` does not run, and the caller keeps `data`.
 *
 * The library does not know the size of the memory, and does not check the strides. For a check,
 * and for memory of other devices, use ct_storage_from_blob() and ct_tensor_from_storage()
 * (storage.h).
 *
 * @param data         the first element, aligned for its type; NULL if there are no elements
 * @param strides      for each dimension, the step from one element to the next, in elements, not
 *                     negative; the same length as `shape`. CT_NO_INTS: contiguous.
 * @param deleter      NULL: the caller keeps `data` valid until the tensor is released
 * @param context      passed to `deleter`
 */
CT_API ct_error ct_tensor_from_blob(void *data CT_KEPT, ct_dtype dtype, ct_ints shape,
				    ct_ints strides,
				    ct_deleter deleter CT_RELEASES(data) CT_NULLABLE, void *context,
				    ct_tensor **result) CT_RETURNS_ERROR;

/* --- From numbers, rows and text -------------------------------------------------------------
 *
 * Python's torch.tensor() of numbers and lists. Without a dtype, the elements determine it: the
 * first of CT_BOOL, CT_INT64, the default dtype (torch.get_default_dtype()) and its complex type
 * that holds them all; the default dtype if there are no elements. With a dtype, each element is
 * converted, and an element that does not fit is an error: `RuntimeError: value cannot be converted
 * to type uint8 without overflow`. A floating point number that is too large becomes infinite.
 *
 * They use the options dtype, device, requires_grad, pin_memory and memory_format.
 */

/** Creates a tensor without dimensions: Python's torch.tensor(3.5). */
CT_API ct_error ct_tensor_from_scalar(ct_scalar value, const ct_tensor_options *options,
				      ct_tensor **result) CT_RETURNS_ERROR;

/**
 * Creates a tensor from nested lists, written as text: Python's torch.tensor() of `[[1, 2], [3,
 * 4.5]]`.
 *
 * The text is a number, or a list of numbers and lists in `[]` or `()`, in Python's notation:
 * integers (`1_000`, `0x1f`, `0o17`, `0b11`), floating point numbers (`1.`, `1e-3`, also `inf` and
 * `nan`), `True` and `False`, complex numbers (`1+2j`). Spaces and newlines may appear between
 * them. Lists of unequal lengths are Python's `ValueError: expected sequence of length 2 at dim 1
 * (got 1)`; a text that cannot be parsed is a SyntaxError that shows the position.
 */
CT_API ct_error ct_tensor_from_text(const char *text, const ct_tensor_options *options,
				    ct_tensor **result) CT_RETURNS_ERROR;

/** The type of the items of a ct_rows. */
typedef int32_t ct_rows_kind;

/** See ct_rows. */
enum ct_rows_kind_value {
	CT_ROWS_OF_ROWS = 0,     /**< ct_rows */
	CT_ROWS_OF_INTS = 1,     /**< int64_t */
	CT_ROWS_OF_FLOATS = 2,   /**< double */
	CT_ROWS_OF_BOOLS = 3,    /**< bool */
	CT_ROWS_OF_COMPLEXES = 4 /**< two doubles each, as C's `double _Complex` */
};

/** A list of numbers, or a list of lists, to any depth; made by CT_ROWS() and its siblings. */
typedef struct ct_rows {
	ct_rows_kind kind; /**< type of the items */
	int64_t length;    /**< number of items */
	const void *items CT_LENGTH(length); /**< borrowed; NULL if there are none */
} ct_rows;

/**
 * Creates a tensor from nested lists, as Python's torch.tensor(). You write the rows in place, with
 * constants, variables and calls:
 *
 *     ct_tensor_from_rows(CT_ROWS(CT_FLOAT_ROW(1, 2), CT_FLOAT_ROW(x, sqrt(x))), NULL, &matrix)
 *
 * Rows of unequal lengths are Python's `ValueError: expected sequence of length 2 at dim 1 (got
 * 1)`.
 */
CT_API ct_error ct_tensor_from_rows(ct_rows rows, const ct_tensor_options *options,
				    ct_tensor **result) CT_RETURNS_ERROR;

/* --- Filled ----------------------------------------------------------------------------------
 *
 * PyTorch's functions of the same names; its documentation says more. Sizes are not negative;
 * an empty list makes a tensor without dimensions. All options apply: if the PyTorch function does
 * not take a memory format, the result is copied into that order. Random numbers are drawn from
 * `options.generator`, and the same seed gives the same numbers as in Python. Messages count
 * arguments as for operators: a list and its length are one.
 */

/** Creates a tensor with uninitialized elements. */
CT_API ct_error ct_tensor_empty(ct_ints size, const ct_tensor_options *options,
				ct_tensor **result) CT_RETURNS_ERROR;

/** Creates a tensor with uninitialized elements and these strides, in elements. */
CT_API ct_error ct_tensor_empty_strided(ct_ints size, ct_ints stride,
					const ct_tensor_options *options,
					ct_tensor **result) CT_RETURNS_ERROR;

/** Creates a tensor with uninitialized elements, whose dimensions in memory are in the order of
 * `physical_layout`, outermost first. An error with libtorch before 2.1. */
CT_API ct_error ct_tensor_empty_permuted(ct_ints size, ct_ints physical_layout,
					 const ct_tensor_options *options,
					 ct_tensor **result) CT_RETURNS_ERROR;

/** Creates a tensor of zeros. */
CT_API ct_error ct_tensor_zeros(ct_ints size, const ct_tensor_options *options,
				ct_tensor **result) CT_RETURNS_ERROR;

/** Creates a tensor of ones. */
CT_API ct_error ct_tensor_ones(ct_ints size, const ct_tensor_options *options,
			       ct_tensor **result) CT_RETURNS_ERROR;

/** Creates a tensor whose elements are all `fill_value`. Without a dtype, the number determines it
 * as in ct_tensor_from_scalar(). */
CT_API ct_error ct_tensor_full(ct_ints size, ct_scalar fill_value, const ct_tensor_options *options,
			       ct_tensor **result) CT_RETURNS_ERROR;

/** Creates a matrix with ones on the diagonal and zeros elsewhere. */
CT_API ct_error ct_tensor_eye(int64_t rows, int64_t columns, const ct_tensor_options *options,
			      ct_tensor **result) CT_RETURNS_ERROR;

/** Creates the numbers from `start` in steps of `step`, up to but not including `end`. Without a
 * dtype it is CT_INT64 if all three are integers, otherwise the default dtype. */
CT_API ct_error ct_tensor_arange(ct_scalar start, ct_scalar end, ct_scalar step,
				 const ct_tensor_options *options,
				 ct_tensor **result) CT_RETURNS_ERROR;

/** Creates `steps` numbers, evenly spaced from `start` to `end`, both included. */
CT_API ct_error ct_tensor_linspace(ct_scalar start, ct_scalar end, int64_t steps,
				   const ct_tensor_options *options,
				   ct_tensor **result) CT_RETURNS_ERROR;

/** Creates `base` to the power of each element of ct_tensor_linspace(). */
CT_API ct_error ct_tensor_logspace(ct_scalar start, ct_scalar end, int64_t steps, double base,
				   const ct_tensor_options *options,
				   ct_tensor **result) CT_RETURNS_ERROR;

/** Returns the row and column indices of the elements on and below a diagonal: shape 2 by the
 * number of elements, CT_INT64 unless a dtype is given. `offset` 0 is the main diagonal; positive
 * offsets are above it. */
CT_API ct_error ct_tensor_tril_indices(int64_t row, int64_t col, int64_t offset,
				       const ct_tensor_options *options,
				       ct_tensor **result) CT_RETURNS_ERROR;

/** Returns the row and column indices of the elements on and above a diagonal, as
 * ct_tensor_tril_indices() does. */
CT_API ct_error ct_tensor_triu_indices(int64_t row, int64_t col, int64_t offset,
				       const ct_tensor_options *options,
				       ct_tensor **result) CT_RETURNS_ERROR;

/* --- Random numbers -------------------------------------------------------------------------- */

/** Creates random numbers, evenly distributed in [0, 1). */
CT_API ct_error ct_tensor_rand(ct_ints size, const ct_tensor_options *options,
			       ct_tensor **result) CT_RETURNS_ERROR;

/** Creates normally distributed numbers with mean 0 and standard deviation 1. */
CT_API ct_error ct_tensor_randn(ct_ints size, const ct_tensor_options *options,
				ct_tensor **result) CT_RETURNS_ERROR;

/** Creates normally distributed numbers. */
CT_API ct_error ct_tensor_normal(double mean, double std, ct_ints size,
				 const ct_tensor_options *options,
				 ct_tensor **result) CT_RETURNS_ERROR;

/** Creates random integers from `low` to `high` - 1; CT_INT64 unless a dtype is given. */
CT_API ct_error ct_tensor_randint(int64_t low, int64_t high, ct_ints size,
				  const ct_tensor_options *options,
				  ct_tensor **result) CT_RETURNS_ERROR;

/** Creates the numbers 0 to `count` - 1 in random order; CT_INT64 unless a dtype is given. */
CT_API ct_error ct_tensor_randperm(int64_t count, const ct_tensor_options *options,
				   ct_tensor **result) CT_RETURNS_ERROR;

/* --- Windows and frequencies ----------------------------------------------------------------- */

/** Creates a Bartlett window: Python's torch.bartlett_window(). If `periodic` is true, the first
 * value follows the last one, for spectral analysis; otherwise the window is symmetric. */
CT_API ct_error ct_tensor_bartlett_window(int64_t window_length, bool periodic,
					  const ct_tensor_options *options,
					  ct_tensor **result) CT_RETURNS_ERROR;

/** Creates a Blackman window: Python's torch.blackman_window(); `periodic` as in
 * ct_tensor_bartlett_window(). */
CT_API ct_error ct_tensor_blackman_window(int64_t window_length, bool periodic,
					  const ct_tensor_options *options,
					  ct_tensor **result) CT_RETURNS_ERROR;

/** Creates a Hann window: Python's torch.hann_window(); `periodic` as in
 * ct_tensor_bartlett_window(). */
CT_API ct_error ct_tensor_hann_window(int64_t window_length, bool periodic,
				      const ct_tensor_options *options,
				      ct_tensor **result) CT_RETURNS_ERROR;

/** Creates a Hamming window: Python's torch.hamming_window(), whose defaults are alpha 0.54 and
 * beta 0.46; `periodic` as in ct_tensor_bartlett_window(). */
CT_API ct_error ct_tensor_hamming_window(int64_t window_length, bool periodic, double alpha,
					 double beta, const ct_tensor_options *options,
					 ct_tensor **result) CT_RETURNS_ERROR;

/** Creates a Kaiser window: Python's torch.kaiser_window(), whose default is beta 12; `periodic` as
 * in ct_tensor_bartlett_window(). */
CT_API ct_error ct_tensor_kaiser_window(int64_t window_length, bool periodic, double beta,
					const ct_tensor_options *options,
					ct_tensor **result) CT_RETURNS_ERROR;

/** Returns the frequencies of ct_fft_fft() for `length` samples with this spacing. */
CT_API ct_error ct_tensor_fft_fftfreq(int64_t length, double spacing,
				      const ct_tensor_options *options,
				      ct_tensor **result) CT_RETURNS_ERROR;

/** Returns the frequencies of ct_fft_rfft() for `length` samples with this spacing. */
CT_API ct_error ct_tensor_fft_rfftfreq(int64_t length, double spacing,
				       const ct_tensor_options *options,
				       ct_tensor **result) CT_RETURNS_ERROR;

/* --- Like another tensor ---------------------------------------------------------------------
 *
 * The _like functions take the shape from `self`, and dtype, layout, device and order in memory
 * unless the options set them. The new_ functions take dtype and device from `self`, and a size.
 * None of them is recorded for backward.
 */

/** Creates a tensor with uninitialized elements. */
CT_API ct_error ct_tensor_empty_like(const ct_tensor *self, const ct_tensor_options *options,
				     ct_tensor **result) CT_RETURNS_ERROR;
/** Creates a tensor of zeros. */
CT_API ct_error ct_tensor_zeros_like(const ct_tensor *self, const ct_tensor_options *options,
				     ct_tensor **result) CT_RETURNS_ERROR;
/** Creates a tensor of ones. */
CT_API ct_error ct_tensor_ones_like(const ct_tensor *self, const ct_tensor_options *options,
				    ct_tensor **result) CT_RETURNS_ERROR;
/** Creates a tensor whose elements are all `fill_value`. */
CT_API ct_error ct_tensor_full_like(const ct_tensor *self, ct_scalar fill_value,
				    const ct_tensor_options *options,
				    ct_tensor **result) CT_RETURNS_ERROR;
/** Creates random numbers, evenly distributed in [0, 1). */
CT_API ct_error ct_tensor_rand_like(const ct_tensor *self, const ct_tensor_options *options,
				    ct_tensor **result) CT_RETURNS_ERROR;
/** Creates normally distributed numbers with mean 0 and standard deviation 1. */
CT_API ct_error ct_tensor_randn_like(const ct_tensor *self, const ct_tensor_options *options,
				     ct_tensor **result) CT_RETURNS_ERROR;
/** Creates random integers from `low` to `high` - 1, of the tensor's dtype. */
CT_API ct_error ct_tensor_randint_like(const ct_tensor *self, int64_t low, int64_t high,
				       const ct_tensor_options *options,
				       ct_tensor **result) CT_RETURNS_ERROR;

/** Creates a tensor with uninitialized elements. */
CT_API ct_error ct_tensor_new_empty(const ct_tensor *self, ct_ints size,
				    const ct_tensor_options *options,
				    ct_tensor **result) CT_RETURNS_ERROR;
/** Creates a tensor with uninitialized elements and these strides. */
CT_API ct_error ct_tensor_new_empty_strided(const ct_tensor *self, ct_ints size, ct_ints stride,
					    const ct_tensor_options *options,
					    ct_tensor **result) CT_RETURNS_ERROR;
/** Creates a tensor of zeros. */
CT_API ct_error ct_tensor_new_zeros(const ct_tensor *self, ct_ints size,
				    const ct_tensor_options *options,
				    ct_tensor **result) CT_RETURNS_ERROR;
/** Creates a tensor of ones. */
CT_API ct_error ct_tensor_new_ones(const ct_tensor *self, ct_ints size,
				   const ct_tensor_options *options,
				   ct_tensor **result) CT_RETURNS_ERROR;
/** Creates a tensor whose elements are all `fill_value`. */
CT_API ct_error ct_tensor_new_full(const ct_tensor *self, ct_ints size, ct_scalar fill_value,
				   const ct_tensor_options *options,
				   ct_tensor **result) CT_RETURNS_ERROR;

/* --- Sparse ---------------------------------------------------------------------------------- */

/**
 * Creates a sparse tensor from indices and a value for each: Python's torch.sparse_coo_tensor(). As
 * in Python, the indices are checked against `size` only while
 * CT_FLAG_CHECK_SPARSE_TENSOR_INVARIANTS (settings.h) is on; otherwise operators read and write
 * wherever a wrong index points. The same applies to ct_tensor_sparse_compressed().
 *
 * @param indices  one column for each value, one row for each sparse dimension; CT_INT64
 * @param values   a value, or a tensor of values, for each column
 * @param size     CT_NO_INTS: as large as the indices require
 * @param options  dtype, device, requires_grad; the dtype converts the values
 */
CT_API ct_error ct_tensor_sparse_coo(const ct_tensor *indices, const ct_tensor *values,
				     ct_ints size, const ct_tensor_options *options,
				     ct_tensor **result) CT_RETURNS_ERROR;

/** Creates a sparse compressed tensor: Python's torch.sparse_compressed_tensor().
 * `compressed_indices` says where each row (CT_SPARSE_CSR, CT_SPARSE_BSR) or column (CT_SPARSE_CSC,
 * CT_SPARSE_BSC) begins; `options.layout` is one of the four. `size` CT_NO_INTS: as large as the
 * indices require. */
CT_API ct_error ct_tensor_sparse_compressed(const ct_tensor *compressed_indices,
					    const ct_tensor *plain_indices, const ct_tensor *values,
					    ct_ints size, const ct_tensor_options *options,
					    ct_tensor **result) CT_RETURNS_ERROR;

/* --- For programs that also use libtorch's C++ ----------------------------------------------- */

/**
 * Creates a handle on a C++ tensor, with its own reference. `tensor_impl` is the result of
 * `at::Tensor::unsafeGetTensorImpl()`; NULL and the undefined C++ tensor give NULL.
 * ctorch/libtorch.hpp has C++ functions for both directions.
 */
CT_API ct_error ct_tensor_from_impl(void *tensor_impl CT_BORROWED CT_NULLABLE,
				    ct_tensor **result) CT_RETURNS_ERROR;

#ifdef __cplusplus
}
#endif

#endif
