/**
 * @file
 * Indexing as in Python: reading and assigning `x[0, 1:3, ..., None, mask]`.
 *
 * A subscript is a list of ct_index, one for each part between the commas. CT_INDEX() writes one in
 * place, as the two arguments `indices, indices_len`:
 *
 *     ct_tensor_index(x, CT_INDEX(CT_INDEX_AT(0), CT_SLICE(1, 3), CT_ELLIPSIS), &y);
 *
 * Or it is a text in Python's syntax:
 *
 *     ct_tensor_index_text(x, "0, 1:3, ...", &y);
 *
 * Reading returns a view, which shares the tensor's memory, if the subscript has only integers,
 * slices, None and an ellipsis (and tensors of one integer); it returns a copy if the subscript has
 * another tensor, a list or a bool. Shapes, views, gradients and messages are the same as for
 * Python's Tensor subscripts in the same release of PyTorch.
 */
#ifndef CTORCH_TENSOR_INDEX_H
#define CTORCH_TENSOR_INDEX_H

#ifdef __cplusplus
#include <initializer_list>
#include <tuple>
#endif

#include <ctorch/core/types.h>

#ifdef __cplusplus
extern "C" {
#endif

/** The kind of a subscript's part. */
typedef int32_t ct_index_kind;

enum ct_index_kind_value {
	CT_INDEX_INT = 0,      /**< `2`: selects one index and removes the dimension */
	CT_INDEX_SLICE = 1,    /**< `1:3`: a part of a dimension */
	CT_INDEX_NONE = 2,     /**< `None`: a new dimension of size 1 */
	CT_INDEX_ELLIPSIS = 3, /**< `...`: all dimensions that the other parts leave */
	CT_INDEX_BOOL = 4,     /**< `True`, `False`: a new dimension of size 1 or 0 */
	CT_INDEX_TENSOR = 5,   /**< `i`, `mask`: a tensor of indices, or a mask */
	CT_INDEX_LIST = 6,     /**< `[0, 2]`: as a vector of indices */
	CT_INDEX_MASK = 7      /**< `[True, False]`: as a vector that is a mask */
};

/** The bounds of a slice that are given: the sum of some of these. */
typedef int32_t ct_index_given;

enum ct_index_given_value {
	CT_INDEX_START = 1, /**< otherwise 0 */
	CT_INDEX_STOP = 2,  /**< otherwise the size of the dimension */
	CT_INDEX_STEP = 4   /**< otherwise 1 */
};

/**
 * One part of a subscript. Create it with the macros below or, from another language, with the
 * functions.
 *
 * It borrows tensors and lists, which must live until the call that uses it returns.
 */
typedef struct ct_index {
	ct_index_kind kind;
	ct_index_given given; /**< SLICE: the sum of the given bounds; others: 0 */
	int64_t start; /**< SLICE; INT: the index, negative ones count from the end; BOOL: 0 or 1 */
	int64_t stop;  /**< SLICE: the first index after it; negative: from the end */
	int64_t step;  /**< SLICE: above 0 */
	const ct_tensor *tensor
		CT_NULLABLE; /**< TENSOR: bool or uint8: a mask; other integers: indices */
	const void *list CT_NULLABLE CT_LENGTH(length); /**< LIST: int64_t numbers; MASK: bools */
	int64_t length;          /**< LIST, MASK: number of items */
} ct_index;

/* --- The parts, by functions ------------------------------------------------------------------ */

/** Selects an index: `x[place]`. */
CT_API ct_index ct_index_at(int64_t place) CT_NOEXCEPT;
/** Selects a slice: `x[start:stop:step]`; `given` says which of the three are given
 * (ct_index_given_value, added). */
CT_API ct_index ct_index_slice(ct_index_given given, int64_t start, int64_t stop,
			       int64_t step) CT_NOEXCEPT;
/** Adds a dimension of size 1: `x[None]`. */
CT_API ct_index ct_index_new_axis(void) CT_NOEXCEPT;
/** Selects all dimensions that the other parts leave: `x[...]`. */
CT_API ct_index ct_index_ellipsis(void) CT_NOEXCEPT;
/** Adds a dimension of size 1 or 0: `x[True]`, `x[False]`. */
CT_API ct_index ct_index_at_bool(bool truth) CT_NOEXCEPT;
/** Selects by a tensor of indices or a mask: `x[tensor]`; the tensor is borrowed. */
CT_API ct_index ct_index_at_tensor(const ct_tensor *tensor CT_KEPT) CT_NOEXCEPT;
/** Selects a list of indices: `x[[0, 2]]`; the list is borrowed. */
CT_API ct_index ct_index_at_list(const int64_t *list CT_LENGTH(length) CT_KEPT,
				 int64_t length) CT_NOEXCEPT;
/** Selects by a mask: `x[[True, False]]`; the list is borrowed. */
CT_API ct_index ct_index_at_mask(const bool *list CT_LENGTH(length) CT_KEPT,
				 int64_t length) CT_NOEXCEPT;

/* --- The parts, by macros ---------------------------------------------------------------------
 *
 * Expressions of type ct_index. In C they are compound literals: a list lives until the end of its
 * block. In C++ it lives until the end of the statement.
 */

#ifdef __cplusplus
#define CT_INDEX_PART_(kind, given, start, stop, step, tensor, list, length)             \
	(ct_index{ kind, given, static_cast<int64_t>(start), static_cast<int64_t>(stop), \
		   static_cast<int64_t>(step), tensor, list, static_cast<int64_t>(length) })
#define CT_INDEX_ARRAY_(type, ...) (std::initializer_list<type>{ __VA_ARGS__ }.begin())
#define CT_INDEX_COUNT_(type, ...) \
	(static_cast<int64_t>(std::tuple_size<decltype(std::make_tuple(__VA_ARGS__))>::value))
#define CT_INDEX_NULL_ nullptr
#else
#define CT_INDEX_PART_(kind, given, start, stop, step, tensor, list, length) \
	((ct_index){ kind, given, start, stop, step, tensor, list, length })
#define CT_INDEX_ARRAY_(type, ...) ((const type[]){ __VA_ARGS__ })
#define CT_INDEX_COUNT_(type, ...) ((int64_t)(sizeof((const type[]){ __VA_ARGS__ }) / sizeof(type)))
#define CT_INDEX_NULL_ ((void *)0)
#endif

#define CT_INDEX_SLICE_(given, start, stop, step) \
	CT_INDEX_PART_(CT_INDEX_SLICE, given, start, stop, step, CT_INDEX_NULL_, CT_INDEX_NULL_, 0)
#define CT_INDEX_PLAIN_(kind, value) \
	CT_INDEX_PART_(kind, 0, value, 0, 0, CT_INDEX_NULL_, CT_INDEX_NULL_, 0)
#define CT_INDEX_LIST_(kind, type, ...)                                                      \
	CT_INDEX_PART_(kind, 0, 0, 0, 0, CT_INDEX_NULL_, CT_INDEX_ARRAY_(type, __VA_ARGS__), \
		       CT_INDEX_COUNT_(type, __VA_ARGS__))

/** Makes a subscript of one or more parts: the arguments `indices, indices_len` of a call. For no
 * parts, Python's `x[()]`, write `NULL, 0`. */
#define CT_INDEX(...) CT_INDEX_ARRAY_(ct_index, __VA_ARGS__), CT_INDEX_COUNT_(ct_index, __VA_ARGS__)

/** Selects the index `i`; -1 is the last. */
#define CT_INDEX_AT(i) CT_INDEX_PLAIN_(CT_INDEX_INT, i)
/** Selects by a tensor of indices or a mask. */
#define CT_INDEX_AT_TENSOR(tensor) \
	CT_INDEX_PART_(CT_INDEX_TENSOR, 0, 0, 0, 0, tensor, CT_INDEX_NULL_, 0)
/** Selects one or more indices: `[0, 2]`. */
#define CT_INDEX_AT_LIST(...) CT_INDEX_LIST_(CT_INDEX_LIST, int64_t, __VA_ARGS__)
/** Selects by a mask, one bool for each index: `[True, False]`. */
#define CT_INDEX_AT_MASK(...) CT_INDEX_LIST_(CT_INDEX_MASK, bool, __VA_ARGS__)
/** Adds a dimension of size 1 or 0: `True` or `False`. */
#define CT_INDEX_AT_BOOL(truth) CT_INDEX_PLAIN_(CT_INDEX_BOOL, (truth) ? 1 : 0)

/** Selects all indices: `:`. */
#define CT_SLICE_ALL CT_INDEX_SLICE_(0, 0, 0, 1)
/** Selects `start:stop`. */
#define CT_SLICE(start, stop) CT_INDEX_SLICE_(CT_INDEX_START | CT_INDEX_STOP, start, stop, 1)
/** Selects `start:`. */
#define CT_SLICE_FROM(start) CT_INDEX_SLICE_(CT_INDEX_START, start, 0, 1)
/** Selects `:stop`. */
#define CT_SLICE_TO(stop) CT_INDEX_SLICE_(CT_INDEX_STOP, 0, stop, 1)
/** Selects `::step`. */
#define CT_SLICE_ALL_STEP(step) CT_INDEX_SLICE_(CT_INDEX_STEP, 0, 0, step)
/** Selects `start:stop:step`. */
#define CT_SLICE_STEP(start, stop, step) \
	CT_INDEX_SLICE_(CT_INDEX_START | CT_INDEX_STOP | CT_INDEX_STEP, start, stop, step)
/** Selects `start::step`. */
#define CT_SLICE_FROM_STEP(start, step) \
	CT_INDEX_SLICE_(CT_INDEX_START | CT_INDEX_STEP, start, 0, step)
/** Selects `:stop:step`. */
#define CT_SLICE_TO_STEP(stop, step) CT_INDEX_SLICE_(CT_INDEX_STOP | CT_INDEX_STEP, 0, stop, step)

/** Selects all dimensions that the other parts leave: `...`. */
#define CT_ELLIPSIS CT_INDEX_PLAIN_(CT_INDEX_ELLIPSIS, 0)
/** Adds a dimension of size 1: `None`. */
#define CT_NEW_AXIS CT_INDEX_PLAIN_(CT_INDEX_NONE, 0)

/* --- Reading and assigning --------------------------------------------------------------------
 *
 * `indices` may be NULL if `indices_len` is 0. Errors are the same as Python's, such as
 * `IndexError: index 5 is out of bounds for dimension 0 with size 3`, `IndexError: too many indices
 * for tensor of dimension 2` and `ValueError: step must be greater than zero`. A NULL tensor and an
 * invalid ct_index are an ArgumentError.
 */

/** Reads a subscript: Python's `self[indices]`; `*result` is new. */
CT_API ct_error ct_tensor_index(const ct_tensor *self, const ct_index *indices, int64_t indices_len,
				ct_tensor **result) CT_RETURNS_ERROR;

/**
 * Assigns to a subscript in place: Python's `self[indices] = value`. Autograd records it, also for
 * views of views.
 *
 * `value` is broadcast; extra leading dimensions of size 1 are dropped. If the subscript selects a
 * view, `value` may have any dtype and device; with a tensor, a list or a bool among the indices it
 * must have the dtype of `self`. If an index occurs several times, it is unspecified which value
 * remains. A tensor of indices is read during the assignment: if one is out of bounds, the elements
 * before it may have been assigned.
 */
CT_API ct_error ct_tensor_index_put(ct_tensor *self, const ct_index *indices, int64_t indices_len,
				    const ct_tensor *value) CT_RETURNS_ERROR;

/** Assigns a number to a subscript, as ct_tensor_index_put() does: Python's `self[indices] = 2.5`.
 * The number is converted to the dtype of `self`; an error if it does not fit. */
CT_API ct_error ct_tensor_index_put_scalar(ct_tensor *self, const ct_index *indices,
					   int64_t indices_len, ct_scalar value) CT_RETURNS_ERROR;

/** Adds to a subscript in place: an index that occurs several times accumulates all of its values
 * (Python's index_put_() with accumulate=True, for any subscript). */
CT_API ct_error ct_tensor_index_accumulate(ct_tensor *self, const ct_index *indices,
					   int64_t indices_len,
					   const ct_tensor *value) CT_RETURNS_ERROR;

/* --- The same with a text ---------------------------------------------------------------------
 *
 * The text is the part between the brackets in Python: `1:3, ..., None, ::2`. It may have integers
 * with sign (also `1_000`, `0xff`), slices, `...`, `None`, `True`, `False`, lists of integers or
 * bools (`[0, 2]`; nested only together with other parts) and `()` for no parts.
 *
 * A tensor is `{}`, the next one of `tensors`, or `{0}`, `{1}`, ..., one of them by its number; a
 * text must not mix the two forms, and must use all tensors. A tensor may be an index, not a bound
 * of a slice.
 *
 * A text that cannot be parsed is an ArgumentError that shows the position:
 *
 *     ArgumentError: ct_tensor_index_text: argument 2 (text): column 4: an index is missing
 *       1, , 2
 *          ^
 */

/** Reads as ct_tensor_index() does, with a text without tensors. */
CT_API ct_error ct_tensor_index_text(const ct_tensor *self, const char *text,
				     ct_tensor **result) CT_RETURNS_ERROR;
/** Reads as ct_tensor_index() does, with a text and tensors. */
CT_API ct_error ct_tensor_index_text_with(const ct_tensor *self, const char *text,
					  ct_tensors tensors, ct_tensor **result) CT_RETURNS_ERROR;

/** Assigns as ct_tensor_index_put() does, with a text without tensors. */
CT_API ct_error ct_tensor_index_put_text(ct_tensor *self, const char *text,
					 const ct_tensor *value) CT_RETURNS_ERROR;
/** Assigns as ct_tensor_index_put() does, with a text and tensors. */
CT_API ct_error ct_tensor_index_put_text_with(ct_tensor *self, const char *text, ct_tensors tensors,
					      const ct_tensor *value) CT_RETURNS_ERROR;

/** Assigns as ct_tensor_index_put_scalar() does, with a text without tensors. */
CT_API ct_error ct_tensor_index_put_scalar_text(ct_tensor *self, const char *text,
						ct_scalar value) CT_RETURNS_ERROR;
/** Assigns as ct_tensor_index_put_scalar() does, with a text and tensors. */
CT_API ct_error ct_tensor_index_put_scalar_text_with(ct_tensor *self, const char *text,
						     ct_tensors tensors,
						     ct_scalar value) CT_RETURNS_ERROR;

#ifdef __cplusplus
}
#endif

#endif
