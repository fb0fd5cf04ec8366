/**
 * @file
 * Seeing tensors: printed as Python prints them, in one line for logs, and as basic statistics.
 *
 * None of these functions changes anything about the tensor or the caller: nothing is recorded for
 * backward, no version counter moves, no handle is left in a scope. They may be called in any
 * thread and in every mode of autograd.
 */
#ifndef CTORCH_PRINT_H
#define CTORCH_PRINT_H

#include <stddef.h>
#include <stdio.h>

#include <ctorch/types.h>

#ifdef __cplusplus
extern "C" {
#endif

/* --- Options --------------------------------------------------------------------------------- */

/** When floating point numbers are printed as `1.0000e-05`. */
typedef int32_t ct_sci_mode;

enum ct_sci_mode_value {
	CT_SCI_MODE_AUTO = -1, /**< when the numbers ask for it: Python's None */
	CT_SCI_MODE_OFF = 0,
	CT_SCI_MODE_ON = 1
};

/** A threshold that no tensor reaches: every element is printed. Python's `math.inf`. */
#define CT_PRINT_ALL INT64_MAX

/**
 * How tensors are printed: the arguments of Python's torch.set_printoptions(). Begin with
 * ct_printoptions_defaults(), ct_printoptions_profile() or ct_get_printoptions() and change what
 * shall be different.
 */
typedef struct ct_printoptions {
	int64_t precision;    /**< digits behind the point, 0 to 1074; at first 4 */
	int64_t threshold;    /**< tensors of more elements are summarised; at first 1000 */
	int64_t edgeitems;    /**< of these, so many at each end of a dimension; at first 3 */
	int64_t linewidth;    /**< characters after which a line is broken; at first 80 */
	ct_sci_mode sci_mode; /**< at first CT_SCI_MODE_AUTO */
} ct_printoptions;

/** Python's names for some sets of options. */
typedef int32_t ct_print_profile;

enum ct_print_profile_value {
	CT_PRINT_DEFAULT = 0, /**< what the process begins with */
	CT_PRINT_SHORT = 1,   /**< precision 2, edgeitems 2 */
	CT_PRINT_FULL = 2     /**< threshold CT_PRINT_ALL */
};

/** The options that a process begins with. */
CT_API ct_printoptions ct_printoptions_defaults(void) CT_NOEXCEPT;

/** The options of a profile. An error when there is no such profile. */
CT_API ct_error ct_printoptions_profile(ct_print_profile profile, ct_printoptions *result) CT_CALL;

/** Python's torch.set_printoptions(): what all threads print with from now on; a print in progress
 * goes on as it began. `options` is copied; NULL: the defaults again. An error, which changes
 * nothing, when a number is negative or the precision above 1074. */
CT_API ct_error ct_set_printoptions(const ct_printoptions *options) CT_CALL;

/** What was set last: Python's torch.get_printoptions(). */
CT_API ct_printoptions ct_get_printoptions(void) CT_NOEXCEPT;

/* --- Printing -------------------------------------------------------------------------------- */

/**
 * The tensor as Python prints it, character for character: `tensor([1.0000, 2.5000])`. Python's
 * repr() and str() are the same for tensors, and so there is one function.
 *
 * Beyond the elements it says what is not the usual: dtype, device, layout, grad_fn,
 * requires_grad. Sparse, quantised, nested and meta tensors have forms of their own. The undefined
 * tensor (NULL) is `None`. In doubt, and for all releases of libtorch, the format is that of
 * PyTorch 2.15.
 *
 * Only the elements that are shown are read. A tensor on another device is waited for.
 *
 * An error as in Python for dtypes whose elements cannot be read: the bits, the integers of less
 * than a byte. RuntimeError, where Python would read on, when the storage was resized below the
 * tensor.
 *
 * @param result  new: ct_free(). Without a newline at the end.
 */
CT_API ct_error ct_tensor_to_string(const ct_tensor *self, char **result) CT_CALL;

/** As ct_tensor_to_string() with these options; NULL: those of ct_set_printoptions(). */
CT_API ct_error ct_tensor_to_string_with(const ct_tensor *self, const ct_printoptions *options,
					 char **result) CT_CALL;

/** Writes ct_tensor_to_string() and a newline, of the undefined tensor too; `stream` NULL is
 * stdout. On an error about the tensor nothing has been written. */
CT_API ct_error ct_tensor_print(const ct_tensor *self, FILE *stream) CT_CALL;

/** As ct_tensor_print() with these options; NULL: those of ct_set_printoptions(). */
CT_API ct_error ct_tensor_print_with(const ct_tensor *self, const ct_printoptions *options,
				     FILE *stream) CT_CALL;

/* --- Statistics ------------------------------------------------------------------------------ */

/**
 * What the elements of a tensor are like.
 *
 * The statistics are those of the finite elements alone, computed in double precision: what is NaN
 * or infinite is counted and left out. Without a finite element they are NaN. Bools count as 0 and
 * 1. Of complex numbers it is the statistics of their magnitudes; one is NaN or infinite when a
 * part of it is, NaN when both. Of quantised tensors it is the numbers that they stand for, of
 * sparse ones the values that are stored, of nested ones those of all components.
 */
typedef struct ct_tensor_statistics {
	int64_t count;         /**< elements */
	int64_t nans;          /**< NaN among them */
	int64_t infs;          /**< infinite ones */
	int64_t zeros;         /**< zeros, of either sign */
	double mean;           /**< Python's Tensor.mean() */
	double std;            /**< Tensor.std(): unbiased, so NaN for a single element */
	double min;            /**< Tensor.min() */
	double lower_quartile; /**< torch.quantile(self, 0.25), by linear interpolation */
	double median;         /**< torch.quantile(self, 0.5), unlike Tensor.median() */
	double upper_quartile; /**< torch.quantile(self, 0.75) */
	double max;            /**< Tensor.max() */
} ct_tensor_statistics;

/** The statistics of a tensor. It takes 8 bytes of memory for each element, for the quartiles. An
 * error for tensors without elements to read (meta, NULL) and for dtypes that cannot be read. */
CT_API ct_error ct_tensor_describe(const ct_tensor *self, ct_tensor_statistics *result) CT_CALL;

/** The same as text, a statistic a line: name, spaces, number; without a newline at the end.
 * `*result` is new: ct_free(). */
CT_API ct_error ct_tensor_describe_to_string(const ct_tensor *self, char **result) CT_CALL;

/* --- One line for logs ----------------------------------------------------------------------- */

/** Bytes that hold every summary, its NUL included. */
#define CT_SUMMARY_SIZE 512

/**
 * A tensor in one line: dtype and shape, where and how it lies, what autograd knows of it, and the
 * statistics of its finite elements:
 * `float32[64, 3, 224, 224] cpu contiguous requires_grad min -2.1 max 2.6 mean 0.003 std 1 3 nan`.
 *
 *     char line[CT_SUMMARY_SIZE];
 *
 *     fprintf(stderr, "input: %s\n", ct_tensor_summary(x, line, sizeof line));
 *
 * It never fails: what cannot be found out of a tensor is left out or said in words, and the
 * undefined tensor is `None`. It reads every element, a piece of less than 1 MB at a time.
 *
 * @param text  `size` bytes to write to; what does not fit is cut off and ends with `...`
 * @return `text`; an empty text when that is NULL or has no room
 */
CT_API const char *ct_tensor_summary(const ct_tensor *self, char *text, size_t size) CT_NOEXCEPT;

/** The same without the elements being read: for tensors on a device that is not to be waited for,
 * and for what is logged often. */
CT_API const char *ct_tensor_summary_brief(const ct_tensor *self, char *text,
					   size_t size) CT_NOEXCEPT;

#ifdef __cplusplus
}
#endif

#endif
