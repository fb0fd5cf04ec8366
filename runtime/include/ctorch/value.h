/**
 * @file
 * Values of any type: what operators that are called by name take and give, and what nested data
 * (state dicts, options) is made of.
 */
#ifndef CTORCH_VALUE_H
#define CTORCH_VALUE_H

#include <ctorch/types.h>

#ifdef __cplusplus
extern "C" {
#endif

/** Which type a ct_value has. */
typedef int32_t ct_value_kind;

/** A new kind may be added at the end. */
enum ct_value_kind_value {
	CT_VALUE_NONE = 0,           /**< Python's None */
	CT_VALUE_BOOL = 1,           /**< in `i`, 0 or 1 */
	CT_VALUE_INT = 2,            /**< in `i` */
	CT_VALUE_UINT = 3,           /**< an integer above 2^63 - 1: its bits in `i` */
	CT_VALUE_FLOAT = 4,          /**< in `re` */
	CT_VALUE_COMPLEX = 5,        /**< in `re` and `im` */
	CT_VALUE_STRING = 6,         /**< UTF-8 at `object`, `i` bytes and a NUL */
	CT_VALUE_TENSOR = 7,         /**< a ct_tensor at `object` */
	CT_VALUE_DEVICE = 8,         /**< in `device` */
	CT_VALUE_DTYPE = 9,          /**< a ct_dtype in `i` */
	CT_VALUE_LAYOUT = 10,        /**< a ct_layout in `i` */
	CT_VALUE_MEMORY_FORMAT = 11, /**< a ct_memory_format in `i` */
	CT_VALUE_GENERATOR = 12,     /**< a ct_generator at `object` */
	CT_VALUE_STORAGE = 13,       /**< a ct_storage at `object` */
	CT_VALUE_STREAM = 14,        /**< its device in `device`, its id in `i` */
	CT_VALUE_INTS = 15,          /**< a list of `i` int64_t at `object` */
	CT_VALUE_FLOATS = 16,        /**< a list of `i` doubles at `object` */
	CT_VALUE_BOOLS = 17,         /**< a list of `i` bools at `object` */
	CT_VALUE_TENSORS = 18,       /**< a list of `i` ct_tensor pointers; NULL is None */
	CT_VALUE_LIST = 19,          /**< `i` values at `object` */
	CT_VALUE_TUPLE = 20,         /**< `i` values at `object` */
	CT_VALUE_DICT = 21,          /**< `i` pairs at `object`: key, value, key, value, ... */
	CT_VALUE_OBJECT = 22         /**< something of libtorch's own, such as packed weights */
};

/** How deep lists, tuples and dicts nest at most, which is also Python's limit. What would be
 * deeper, and what contains itself, is an error. */
#define CT_VALUE_MAX_DEPTH 1000

/** How deep they nest at most in what an operator is called with, or gives. libtorch calls itself
 * for each level of such a value, which takes stack. */
#define CT_CALL_MAX_DEPTH 100

/**
 * A value: a number, a tensor, a list of values, ..., passed by value.
 *
 * One that you make with ct_value_int(), ct_value_tensor(), ct_value_ints(), ... owns nothing: what
 * it points to is **borrowed**, and you have nothing to release. It is good for as long as what it
 * points to, and just right for arguments:
 *
 *     ct_call("aten::sum.dim_IntList", (ct_value[]){ ct_value_tensor(x), ct_value_int(0) }, 2,
 *             &sum, 1);
 *
 * One that a function gives through a pointer to you (results of ct_call(), ct_value_copy()) and
 * one that you build (ct_value_list_new(), ct_value_dict_new()) is **new**: it owns all that is in
 * it, and ct_value_free() releases it. Of an owning value there is one; do not copy the struct, but
 * let ct_value_borrow() give a second view of it or ct_value_copy() make a second one.
 *
 * Values do not belong to scopes, and neither do the tensors in them; ct_value_take_tensor() takes
 * one out. An owning value contains copies or what was moved into it, never another view, so it
 * cannot contain itself.
 *
 * Functions read a NULL pointer to a value as None, and free functions ignore it. Numbers of a
 * kind that does not exist and negative lengths are refused where the value is used.
 */
typedef struct ct_value {
	int32_t kind;       /**< a ct_value_kind */
	int32_t flags;      /**< the library's own; 0 in a value that owns nothing */
	int64_t i;          /**< an integer, or how many; see ct_value_kind_value */
	double re;          /**< a number, or its real part */
	double im;          /**< its imaginary part */
	ct_device device;   /**< of DEVICE and STREAM */
	const void *object; /**< what it points to; NULL where that is nothing */
} ct_value;

/* --- Making them -----------------------------------------------------------------------------
 *
 * All of these borrow what they are made of. NULL, and an enumeration's NONE, is None, but the NULL
 * pointer of a list, tuple or dict with length 0 is an empty one.
 */

CT_API ct_value ct_value_none(void) CT_NOEXCEPT;
CT_API ct_value ct_value_bool(bool value) CT_NOEXCEPT;
CT_API ct_value ct_value_int(int64_t value) CT_NOEXCEPT;
CT_API ct_value ct_value_float(double value) CT_NOEXCEPT;
CT_API ct_value ct_value_complex(double re, double im) CT_NOEXCEPT;
/** A number of any kind. */
CT_API ct_value ct_value_scalar(ct_scalar value) CT_NOEXCEPT;
/** A text in UTF-8, which ends with a NUL. */
CT_API ct_value ct_value_string(const char *text) CT_NOEXCEPT;
CT_API ct_value ct_value_tensor(const ct_tensor *tensor) CT_NOEXCEPT;
CT_API ct_value ct_value_device(ct_device device) CT_NOEXCEPT;
CT_API ct_value ct_value_dtype(ct_dtype dtype) CT_NOEXCEPT;
CT_API ct_value ct_value_layout(ct_layout layout) CT_NOEXCEPT;
CT_API ct_value ct_value_memory_format(ct_memory_format format) CT_NOEXCEPT;
CT_API ct_value ct_value_generator(const ct_generator *generator) CT_NOEXCEPT;
CT_API ct_value ct_value_storage(const ct_storage *storage) CT_NOEXCEPT;
CT_API ct_value ct_value_stream(ct_stream stream) CT_NOEXCEPT;

/** A list of integers, as sizes are. */
CT_API ct_value ct_value_ints(const int64_t *ints, int64_t ints_len) CT_NOEXCEPT;
CT_API ct_value ct_value_floats(const double *floats, int64_t floats_len) CT_NOEXCEPT;
CT_API ct_value ct_value_bools(const bool *bools, int64_t bools_len) CT_NOEXCEPT;
/** A list of tensors; a NULL among them is None. */
CT_API ct_value ct_value_tensors(ct_tensor *const *tensors, int64_t tensors_len) CT_NOEXCEPT;
/** A list of values of any types. */
CT_API ct_value ct_value_list(const ct_value *items, int64_t items_len) CT_NOEXCEPT;
CT_API ct_value ct_value_tuple(const ct_value *items, int64_t items_len) CT_NOEXCEPT;
/** A dict of `pairs_len` pairs: `2 * pairs_len` values, each key followed by its value. A later
 * pair with the same key is not seen. */
CT_API ct_value ct_value_dict(const ct_value *pairs, int64_t pairs_len) CT_NOEXCEPT;

/* --- Owning ---------------------------------------------------------------------------------- */

/** Releases what a value owns, and makes it None. Of one that owns nothing: only the latter. */
CT_API void ct_value_free(ct_value *self) CT_NOEXCEPT;

/** As ct_value_free() for each of `values_len` values, such as the results of one call. */
CT_API void ct_values_free(ct_value *values, int64_t values_len) CT_NOEXCEPT;

/** Whether ct_value_free() has something to release. */
CT_API bool ct_value_is_owned(const ct_value *self) CT_NOEXCEPT;

/** The same value, borrowed: good until the one it is taken of is changed or freed. */
CT_API ct_value ct_value_borrow(const ct_value *self) CT_NOEXCEPT;

/** A new value with copies of all texts, lists and dicts in it, at every depth. Tensors, generators
 * and storages are the same ones, as in Python's copy.copy(). */
CT_API ct_error ct_value_copy(const ct_value *self, ct_value *result) CT_CALL;

/** As ct_value_copy(), with copies of the tensors, too, as Python's copy.deepcopy() makes: a tensor
 * that is there twice is copied once, `requires_grad` stays, and a tensor that was computed from
 * others that require a gradient is an error. Tensors that share memory do not share it
 * afterwards; generators and storages are the same ones. */
CT_API ct_error ct_value_deepcopy(const ct_value *self, ct_value *result) CT_CALL;

/* --- Reading ---------------------------------------------------------------------------------
 *
 * A value of another type than the function's is `TypeError: expected an int, got a str`. What is
 * given through pointers is borrowed from the value unless it is a number.
 */

/** Whether it is None; true for NULL. */
CT_API bool ct_value_is_none(const ct_value *self) CT_NOEXCEPT;
CT_API ct_error ct_value_as_bool(const ct_value *self, bool *result) CT_CALL;
/** Of an int and of a bool, which is 0 or 1 in Python, too. */
CT_API ct_error ct_value_as_int(const ct_value *self, int64_t *result) CT_CALL;
/** Of any number but a complex one. */
CT_API ct_error ct_value_as_float(const ct_value *self, double *result) CT_CALL;
/** Of any number. */
CT_API ct_error ct_value_as_complex(const ct_value *self, double *re, double *im) CT_CALL;
/** Of any number, and as the kind that it is. */
CT_API ct_error ct_value_as_scalar(const ct_value *self, ct_scalar *result) CT_CALL;
/** The text, borrowed; `*nbytes` is its length, and may be more than up to the first NUL. */
CT_API ct_error ct_value_as_string(const ct_value *self, const char **result,
				   int64_t *nbytes) CT_CALL;
/** The tensor, borrowed; NULL of None. */
CT_API ct_error ct_value_as_tensor(const ct_value *self, ct_tensor **result) CT_CALL;
/** Of a device, and of a text such as "cuda:1". */
CT_API ct_error ct_value_as_device(const ct_value *self, ct_device *result) CT_CALL;
CT_API ct_error ct_value_as_dtype(const ct_value *self, ct_dtype *result) CT_CALL;
CT_API ct_error ct_value_as_layout(const ct_value *self, ct_layout *result) CT_CALL;
CT_API ct_error ct_value_as_memory_format(const ct_value *self, ct_memory_format *result) CT_CALL;
/** Borrowed; NULL of None. */
CT_API ct_error ct_value_as_generator(const ct_value *self, ct_generator **result) CT_CALL;
/** Borrowed; NULL of None. */
CT_API ct_error ct_value_as_storage(const ct_value *self, ct_storage **result) CT_CALL;
CT_API ct_error ct_value_as_stream(const ct_value *self, ct_stream *result) CT_CALL;
/** The integers of a list or tuple of any kind, new: ct_free(). */
CT_API ct_error ct_value_as_ints(const ct_value *self, int64_t **result,
				 int64_t *result_len) CT_CALL;
/** The numbers of a list or tuple of any kind, new: ct_free(). */
CT_API ct_error ct_value_as_floats(const ct_value *self, double **result,
				   int64_t *result_len) CT_CALL;

/** Takes the tensor out: `*result` is new, and belongs to the innermost scope as any other result;
 * the value becomes None. NULL of None. Of a borrowed value it is another handle. */
CT_API ct_error ct_value_take_tensor(ct_value *self, ct_tensor **result) CT_CALL;

/** Takes a list of tensors, of any kind of list or tuple, out: new, ct_tensors_free(), and the
 * handles belong to the innermost scope; NULL for None among them. The value becomes None. */
CT_API ct_error ct_value_take_tensors(ct_value *self, ct_tensor ***result,
				      int64_t *result_len) CT_CALL;

/** The name of its type in Python, such as "int", "list", "Tensor" or "NoneType"; static. */
CT_API const char *ct_value_type_name(const ct_value *self) CT_NOEXCEPT;

/** Whether the two are equal as Python's `==` has it: numbers by their value whatever their kind
 * (True == 1 == 1.0), lists of all kinds by their items, a list never to a tuple, dicts in whatever
 * order. Tensors are equal when they are the same one, or have the same dtype, shape, device and
 * elements (NaN is not equal to NaN); generators and storages only when they are the same. */
CT_API ct_error ct_value_equal(const ct_value *self, const ct_value *other, bool *result) CT_CALL;

/** What Python's repr() prints of it; tensors by ct_tensor_to_string(). `*result` is new:
 * ct_free(). */
CT_API ct_error ct_value_to_string(const ct_value *self, char **result) CT_CALL;

/* --- Lists, tuples, dicts -------------------------------------------------------------------- */

/** How many items of a list or tuple, pairs of a dict, bytes of a text; -1 of anything else. */
CT_API int64_t ct_value_len(const ct_value *self) CT_NOEXCEPT;

/** An item of a list or tuple of any kind, borrowed; -1 is the last one. `IndexError: list index
 * out of range` when there is none. */
CT_API ct_error ct_value_item(const ct_value *self, int64_t index, ct_value *result) CT_CALL;

/** A pair of a dict, 0 being the one that was set first; both borrowed. To visit all of them, count
 * up to ct_value_len(). */
CT_API ct_error ct_value_dict_item(const ct_value *self, int64_t index, ct_value *key,
				   ct_value *value) CT_CALL;

/** The value of a key, borrowed; `IndexError` when there is none (Python's KeyError).
 * Keys are strings, numbers, tensors and devices; numbers are the same key when they are equal,
 * tensors when they are the same tensor. */
CT_API ct_error ct_value_dict_get(const ct_value *self, ct_value key, ct_value *result) CT_CALL;

/** Whether a dict has a key; false of what is no dict or cannot be a key. */
CT_API bool ct_value_dict_has(const ct_value *self, ct_value key) CT_NOEXCEPT;

/**
 * A value inside nested lists, tuples and dicts, borrowed. The path is a JSON pointer: a `/` before
 * each step, which is an index (`0`, `-1`) or a key, a text or else an integer; in keys `~1` stands
 * for a slash and `~0` for a tilde. "" is the value itself.
 *
 *     ct_value_at(&checkpoint, "/optimizer/param_groups/0/lr", &lr)
 *
 * The error names the step that leads nowhere.
 */
CT_API ct_error ct_value_at(const ct_value *self, const char *path, ct_value *result) CT_CALL;

/* --- Building -------------------------------------------------------------------------------
 *
 * What is set is copied as ct_value_copy() does, or moved: then the value becomes the container's
 * and `*item` None (what it has borrowed is copied). When it fails, nothing has changed. Only a
 * value that is owned can be changed.
 */

CT_API ct_value ct_value_list_new(void) CT_NOEXCEPT;
CT_API ct_value ct_value_tuple_new(void) CT_NOEXCEPT;
CT_API ct_value ct_value_dict_new(void) CT_NOEXCEPT;

/** Adds an item at the end of a list or tuple; copied. */
CT_API ct_error ct_value_list_append(ct_value *self, ct_value item) CT_CALL;
/** Adds an item at the end of a list or tuple; moved. */
CT_API ct_error ct_value_list_move(ct_value *self, ct_value *item) CT_CALL;
/** Replaces an item of a list or tuple; copied; -1 is the last one. */
CT_API ct_error ct_value_list_set(ct_value *self, int64_t index, ct_value item) CT_CALL;
/** Removes an item of a list or tuple; -1 is the last one. */
CT_API ct_error ct_value_list_remove(ct_value *self, int64_t index) CT_CALL;

/** Sets the value of a key; both copied. A new key comes last, an old one stays where it is. */
CT_API ct_error ct_value_dict_set(ct_value *self, ct_value key, ct_value value) CT_CALL;
/** As ct_value_dict_set(), the value moved; the key is copied. */
CT_API ct_error ct_value_dict_move(ct_value *self, ct_value key, ct_value *value) CT_CALL;
/** Removes a key, which must be there; the others keep their order. */
CT_API ct_error ct_value_dict_remove(ct_value *self, ct_value key) CT_CALL;

#ifdef __cplusplus
}
#endif

#endif
