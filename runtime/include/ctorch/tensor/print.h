/**
 * @file
 * Printing tensors: as Python prints them, in one line for logs, and as basic statistics.
 *
 * These functions have no side effects on the tensor or the caller: nothing is recorded for
 * backward, no version counter changes, and no handle is left in a scope. You may call them in any
 * thread and in every mode of autograd.
 */
#ifndef CTORCH_TENSOR_PRINT_H
#define CTORCH_TENSOR_PRINT_H

#include <stddef.h>
#include <stdio.h>

#include <ctorch/core/types.h>

#ifdef __cplusplus
extern "C" {
#endif

/* --- Options --------------------------------------------------------------------------------- */

/** When floating-point numbers are printed as `1.0000e-05`. */
typedef int32_t ct_sci_mode;

enum ct_sci_mode_value {
	CT_SCI_MODE_AUTO = 0, /**< if the numbers require it: Python's None */
	CT_SCI_MODE_OFF = 1,
	CT_SCI_MODE_ON = 2
};

/** A threshold that no tensor reaches, so that every element is printed: Python's `math.inf`. */
#define CT_PRINT_ALL INT64_MAX

/**
 * How tensors are printed: the arguments of Python's torch.set_printoptions(). Zeros are the
 * defaults, CT_ZERO (macros/literals.h) is 0. To change a profile or the current options, begin with
 * ct_printoptions_profile() or ct_printoptions_current().
 */
typedef struct ct_printoptions {
	int64_t precision CT_DEFAULT(4);    /**< digits after the point, at most 1074 */
	int64_t threshold CT_DEFAULT(1000); /**< tensors with more elements are summarized */
	int64_t edgeitems CT_DEFAULT(3);    /**< elements at each end of a summarized dimension */
	int64_t linewidth CT_DEFAULT(80);   /**< characters after which a line breaks */
	ct_sci_mode sci_mode CT_DEFAULT(CT_SCI_MODE_AUTO); /**< default CT_SCI_MODE_AUTO */
} ct_printoptions;

/** Sets of options that Python has names for. */
typedef int32_t ct_print_profile;

enum ct_print_profile_value {
	CT_PRINT_DEFAULT = 0, /**< the defaults */
	CT_PRINT_SHORT = 1,   /**< precision 2, edgeitems 2 */
	CT_PRINT_FULL = 2     /**< threshold CT_PRINT_ALL */
};

/** Returns the options of a profile. An error if the profile does not exist. */
CT_API ct_error ct_printoptions_profile(ct_print_profile profile,
					ct_printoptions *result) CT_BRIEF CT_RETURNS_ERROR;

/** Sets the options for all threads (Python's torch.set_printoptions()). A print in progress is not
 * affected. `self` is copied; NULL: the defaults. An error, which changes nothing, if a number is
 * negative and not CT_ZERO, or the precision is above 1074. */
CT_API ct_error ct_printoptions_set_current(const ct_printoptions *self) CT_BRIEF CT_RETURNS_ERROR;

/** Returns the current options (Python's torch.get_printoptions()). A 0 is CT_ZERO. */
CT_API ct_printoptions ct_printoptions_current(void) CT_NOEXCEPT;

/* --- Printing -------------------------------------------------------------------------------- */

/**
 * Returns the tensor as Python prints it, character for character: `tensor([1.0000, 2.5000])`. This
 * is Python's repr() and str(), which are the same for tensors.
 *
 * After the elements it shows dtype, device, layout, grad_fn and requires_grad if they are not the
 * defaults. Sparse, quantized, nested and meta tensors have their own forms. The undefined tensor
 * (NULL) is `None`. The format is PyTorch 2.15's, for all releases of libtorch.
 *
 * It reads only the elements that are shown, and waits for a tensor on another device.
 *
 * As in Python, an error for dtypes whose elements cannot be read: the bits types and integers of
 * less than a byte. RuntimeError if the storage was resized below the tensor, where Python would
 * read beyond its end.
 *
 * @param result  new: ct_free(). It has no newline at the end.
 */
CT_API ct_error ct_tensor_to_string(const ct_tensor *self CT_NULLABLE,
				    char **result) CT_RETURNS_ERROR;

/** Returns the text of ct_tensor_to_string() with the given options; NULL: the current ones. */
CT_API ct_error ct_tensor_to_string_with(const ct_tensor *self CT_NULLABLE,
					 const ct_printoptions *options,
					 char **result) CT_RETURNS_ERROR;

/** Prints ct_tensor_to_string() and a newline, also for the undefined tensor; a NULL `stream` is
 * stdout. If the tensor cannot be printed, nothing is written. */
CT_API ct_error ct_tensor_print(const ct_tensor *self CT_NULLABLE, FILE *stream)
	CT_TEXT(ct_tensor_to_string) CT_RETURNS_ERROR;

/** Prints as ct_tensor_print(), with the given options; NULL: the current ones. */
CT_API ct_error ct_tensor_print_with(const ct_tensor *self CT_NULLABLE,
				     const ct_printoptions *options, FILE *stream)
	CT_TEXT(ct_tensor_to_string_with) CT_RETURNS_ERROR;

/* --- Statistics ------------------------------------------------------------------------------ */

/**
 * Statistics of a tensor's elements.
 *
 * They are computed from the finite elements, in double precision: NaN and infinite elements are
 * counted and excluded. Without a finite element they are NaN. Bools count as 0 and 1. Complex
 * numbers count by their magnitudes; a complex number is NaN or infinite if a part of it is, NaN if
 * both. Quantized tensors count by the numbers that they represent, sparse ones by their stored
 * values, nested ones by all components.
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

/** Computes the statistics of a tensor. The quartiles take 8 bytes of memory for each element. An
 * error for tensors without data (meta, NULL) and for dtypes whose elements cannot be read. */
CT_API ct_error ct_tensor_describe(const ct_tensor *self,
				   ct_tensor_statistics *result) CT_RETURNS_ERROR;

/** Returns the statistics as text, one on each line: name, spaces, number; no newline at the end.
 * `*result` is new: ct_free(). */
CT_API ct_error ct_tensor_describe_to_string(const ct_tensor *self, char **result) CT_RETURNS_ERROR;

/* --- One line for logs ----------------------------------------------------------------------- */

/** The size of a buffer that holds every summary, including its NUL. */
#define CT_SUMMARY_SIZE 512

/**
 * Describes a tensor in one line: dtype and shape, device and layout, its state in autograd, and
 * the statistics of its finite elements: `float32[64, 3, 224, 224] cpu contiguous requires_grad min
 * -2.1 max 2.6 mean 0.003 std 1 3 nan`.
 *
 *     char line[CT_SUMMARY_SIZE];
 *
 *     fprintf(stderr, "input: %s\n", ct_tensor_summary_into(x, line, sizeof line));
 *
 * It never fails: properties that cannot be determined are omitted or described in words, and the
 * undefined tensor is `None`. It reads every element, in chunks of less than 1 MB.
 *
 * @param text  `size` bytes to write to; a summary that does not fit is cut off and ends with `...`
 * @return `text`; an empty text if that is NULL or `size` is 0
 */
CT_API const char *ct_tensor_summary_into(const ct_tensor *self, char *text CT_LENGTH(size),
					  size_t size) CT_MAY_BLOCK CT_NOEXCEPT;

/** Describes a tensor as ct_tensor_summary_into(), without reading the elements: for tensors on a
 * device that you do not want to wait for, and for frequent logs. */
CT_API const char *ct_tensor_summary_brief_into(const ct_tensor *self, char *text CT_LENGTH(size),
						size_t size) CT_MAY_BLOCK CT_NOEXCEPT;

#ifdef __cplusplus
}
#endif

#endif
