/**
 * @file
 * Values of any type: arguments and results of operators called by name, and nested data (state
 * dicts, options).
 */
#ifndef CTORCH_OPERATORS_VALUE_H
#define CTORCH_OPERATORS_VALUE_H

#include <ctorch/core/types.h>

#ifdef __cplusplus
extern "C" {
#endif

/** The type of a ct_value. */
typedef int32_t ct_value_kind;

/** New kinds may be added at the end. */
enum ct_value_kind_value {
	CT_VALUE_NONE = 0,           /**< Python's None */
	CT_VALUE_BOOL = 1,           /**< in `i`, 0 or 1 */
	CT_VALUE_INT = 2,            /**< in `i` */
	CT_VALUE_UINT = 3,           /**< an integer from 2^63 to 2^64 - 1: its bits in `i` */
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
	CT_VALUE_OBJECT = 22,        /**< an object of libtorch's own, such as packed weights */
	CT_VALUE_BYTES = 23,         /**< Python's bytes: `i` bytes at `object` */
	CT_VALUE_SET = 24,           /**< a dict of `i` items, whose values are None */
	CT_VALUE_QUANT_SCHEME = 25,  /**< a ct_quant_scheme in `i` */
	CT_VALUE_BIG_INT = 26,       /**< any other integer: its decimal digits at `object`,
				      * `i` bytes with the minus sign */
	CT_VALUE_FOREIGN = 27        /**< an object of the program: ct_value_foreign_new() */
};

/** The maximum depth of nested lists, tuples, dicts and sets, which is also Python's limit. A
 * deeper value, or a value that contains itself, is an error. */
#define CT_VALUE_MAX_DEPTH 1000

/** The maximum depth of arguments and results of an operator. libtorch recurses, so each level uses
 * stack. */
#define CT_CALL_MAX_DEPTH 100

/**
 * A value: a number, a tensor, a list of values, ..., passed by value.
 *
 * A value that you make with ct_value_int(), ct_value_tensor(), ct_value_ints(), ... owns nothing:
 * it **borrows** the object that it points to, is valid as long as that object, and needs no
 * release. Use it for arguments:
 *
 *     ct_call("aten::sum.dim_IntList", (ct_value[]){ ct_value_tensor(x), ct_value_int(0) }, 2,
 *             &sum, 1);
 *
 * A value that a function returns through a pointer (results of ct_call(), ct_value_copy()) or that
 * you build (ct_value_list_new(), ct_value_dict_new()) is **new**: it owns everything in it, and
 * ct_value_free() releases it. Do not copy the struct of an owning value: ct_value_borrow() returns
 * a second view of it, ct_value_copy() a second value.
 *
 * Neither values nor the tensors in them belong to scopes, since most are parts of longer-lived
 * data: ct_value_move_to_scope() gives a value to a scope, and ct_value_take_tensor() takes a
 * tensor out of a value. An owning value contains copies or values that were moved into it, never a
 * view, so it cannot contain itself.
 *
 * A NULL pointer to a value is None, and free functions ignore it. Using a value with an unknown
 * kind or a negative length is an error.
 */
typedef struct ct_value {
	int32_t kind;       /**< a ct_value_kind */
	int32_t flags;      /**< private; 0 in a value that owns nothing */
	int64_t i;          /**< an integer, or a length; see ct_value_kind_value */
	double re;          /**< a number, or its real part */
	double im;          /**< its imaginary part */
	ct_device device;   /**< for DEVICE and STREAM */
	const void *object; /**< the object it points to, or NULL */
} ct_value;

/* --- Making them -----------------------------------------------------------------------------
 *
 * These functions borrow their arguments. NULL, or an enumeration's NONE, is None; but NULL with
 * length 0 is an empty list, tuple or dict.
 */

/** Returns Python's None. */
CT_API ct_value ct_value_none(void) CT_NOEXCEPT;
/** Returns a bool or number of the kind in the function's name. */
CT_API ct_value ct_value_bool(bool value) CT_NOEXCEPT;
CT_API ct_value ct_value_int(int64_t value) CT_NOEXCEPT;
CT_API ct_value ct_value_float(double value) CT_NOEXCEPT;
CT_API ct_value ct_value_complex(double re, double im) CT_NOEXCEPT;
/** Returns an integer from its decimal digits, as Python prints it: "-12", any integer of at most
 * 255 bytes, from -2^2039 to 2^2039 - 1. Its kind is CT_VALUE_BIG_INT only if it has more than 64
 * bits; libtorch's operators do not accept that kind, and ct_value_to_string() returns the digits.
 * Any other text is an error when the value is used. */
CT_API ct_value ct_value_big_int(const char *digits CT_KEPT) CT_NOEXCEPT;
/** Returns a number of any kind. */
CT_API ct_value ct_value_scalar(ct_scalar value) CT_NOEXCEPT;
/** Returns a text in UTF-8, terminated by NUL. */
CT_API ct_value ct_value_string(const char *text CT_KEPT) CT_NOEXCEPT;
/** Returns Python's bytes, which are not text; NULL with `nbytes` 0 is empty. libtorch's operators
 * do not accept bytes. */
CT_API ct_value ct_value_bytes(const void *bytes CT_LENGTH(nbytes) CT_KEPT,
			       int64_t nbytes) CT_NOEXCEPT;
/** Returns a tensor, borrowed; NULL is None. */
CT_API ct_value ct_value_tensor(const ct_tensor *tensor CT_KEPT) CT_NOEXCEPT;
/** Returns a device; CT_DEVICE_NONE is None. */
CT_API ct_value ct_value_device(ct_device device) CT_NOEXCEPT;
/** Returns a dtype, layout or memory format. ct_value_int(dtype) differs: an operator takes an int
 * as libtorch's number of the dtype, as in Python, which is one less. The same holds for layouts
 * and memory formats. */
CT_API ct_value ct_value_dtype(ct_dtype dtype) CT_NOEXCEPT;
CT_API ct_value ct_value_layout(ct_layout layout) CT_NOEXCEPT;
CT_API ct_value ct_value_memory_format(ct_memory_format format) CT_NOEXCEPT;
/** Returns a quantization scheme: Python's torch.per_tensor_affine, ... */
CT_API ct_value ct_value_quant_scheme(ct_quant_scheme scheme) CT_NOEXCEPT;
/** Returns a generator, borrowed; NULL is None. */
CT_API ct_value ct_value_generator(const ct_generator *generator CT_KEPT) CT_NOEXCEPT;
/** Returns a storage, borrowed; NULL is None. */
CT_API ct_value ct_value_storage(const ct_storage *storage CT_KEPT) CT_NOEXCEPT;
/** Returns a stream of a device. */
CT_API ct_value ct_value_stream(ct_stream stream) CT_NOEXCEPT;

/** Returns a list of integers, such as sizes. */
CT_API ct_value ct_value_ints(ct_ints ints CT_KEPT) CT_NOEXCEPT;
/** Returns a list of floats. */
CT_API ct_value ct_value_floats(ct_floats floats CT_KEPT) CT_NOEXCEPT;
/** Returns a list of bools. */
CT_API ct_value ct_value_bools(ct_bools bools CT_KEPT) CT_NOEXCEPT;
/** Returns a list of tensors; a NULL among them is None. */
CT_API ct_value ct_value_tensors(ct_tensors tensors CT_KEPT) CT_NOEXCEPT;
/** Returns a list of values of any types. */
CT_API ct_value ct_value_list(const ct_value *items CT_KEPT, int64_t items_len) CT_NOEXCEPT;
/** Returns a tuple of values of any types. */
CT_API ct_value ct_value_tuple(const ct_value *items CT_KEPT, int64_t items_len) CT_NOEXCEPT;
/** Returns a dict of `pairs_len` pairs: `2 * pairs_len` values, each key followed by its value. A
 * later pair with the same key is ignored. */
CT_API ct_value ct_value_dict(const ct_value *pairs CT_LENGTH(2 * pairs_len) CT_KEPT,
			      int64_t pairs_len) CT_NOEXCEPT;

/* --- Objects of the program ------------------------------------------------------------------ */

/**
 * Makes a value of an object that only the program knows, such as one of the language that it is
 * written in: a dataset returns it as a sample, or as a part of one, and a collate function reads
 * it. Copies share the object. Operators, files and ct_default_collate() refuse it by a TypeError
 * that has the name of its type.
 *
 * @param type     the name of its type, for messages and ct_value_as_foreign(); copied
 * @param data     the object; on an error it has been released
 * @param release  releases the object with the last value that has it, in the thread that frees
 *                 that value; or NULL
 * @param result   a new value: ct_value_free()
 */
CT_API ct_error ct_value_foreign_new(const char *type, void *data CT_NULLABLE CT_TAKEN,
				     ct_release_function release CT_NULLABLE CT_RELEASES(data),
				     ct_value *result CT_NOT_NULL) CT_RETURNS_ERROR;

/* --- Owning ---------------------------------------------------------------------------------- */

/** Releases the objects that a value owns, if any, and makes it None. */
CT_API void ct_value_free(ct_value *self) CT_CALLS_BACK CT_NOEXCEPT;

/** Calls ct_value_free() for each of `values_len` values, such as the results of one call. */
CT_API void ct_values_free(ct_value *values CT_INOUT, int64_t values_len) CT_CALLS_BACK CT_NOEXCEPT;

/** Gives the objects that the value owns to the innermost scope of this thread, which releases them
 * when it closes; the value then borrows them. On an error (no scope is open, no memory), the value
 * has been released and is None, so that CT_TRY() leaks nothing. */
CT_API ct_error ct_value_move_to_scope(ct_value *self CT_INOUT CT_NULLABLE) CT_THREAD_STATE CT_BRIEF
	CT_SCOPES(gives) CT_RETURNS_ERROR;

/** Returns whether ct_value_free() has anything to release. */
CT_API bool ct_value_is_owned(const ct_value *self) CT_NOEXCEPT;

/** Returns the same value, borrowed: valid until the original is changed or freed. */
CT_API ct_value ct_value_borrow(const ct_value *self CT_KEPT) CT_NOEXCEPT;

/** Copies a value with all texts, lists and dicts in it, at every depth. Tensors, generators and
 * storages are not copied, as in Python's copy.copy(). */
CT_API ct_error ct_value_copy(const ct_value *self, ct_value *result) CT_RETURNS_ERROR;

/** Copies a value as ct_value_copy(), and its tensors, too, as Python's copy.deepcopy(): a tensor
 * that occurs twice is copied once, copies keep `requires_grad`, and a tensor that was computed
 * from others that require a gradient is an error. Copies of tensors that share memory do not share
 * it; generators, storages and objects of the program are not copied. */
CT_API ct_error ct_value_deepcopy(const ct_value *self, ct_value *result) CT_RETURNS_ERROR;

/* --- Reading ---------------------------------------------------------------------------------
 *
 * A value of another type is `TypeError: expected an int, got a str`. Results other than numbers
 * are borrowed from the value.
 */

/** Returns whether it is None; true for NULL. */
CT_API bool ct_value_is_none(const ct_value *self) CT_NOEXCEPT;
/** Returns a bool. */
CT_API ct_error ct_value_as_bool(const ct_value *self, bool *result) CT_BRIEF CT_RETURNS_ERROR;
/** Returns an int, or a bool as 0 or 1, as in Python. */
CT_API ct_error ct_value_as_int(const ct_value *self, int64_t *result) CT_BRIEF CT_RETURNS_ERROR;
/** Returns any number except a complex one. */
CT_API ct_error ct_value_as_float(const ct_value *self, double *result) CT_BRIEF CT_RETURNS_ERROR;
/** Returns any number. */
CT_API ct_error ct_value_as_complex(const ct_value *self, double *re,
				    double *im) CT_BRIEF CT_RETURNS_ERROR;
/** Returns any number except a CT_VALUE_BIG_INT, with its kind. */
CT_API ct_error ct_value_as_scalar(const ct_value *self,
				   ct_scalar *result) CT_BRIEF CT_RETURNS_ERROR;
/** Returns the text, borrowed; `*nbytes` is its length, including NULs inside it. */
CT_API ct_error ct_value_as_string(const ct_value *self, const char **result CT_LENGTH(nbytes),
				   int64_t *nbytes CT_NULLABLE) CT_BRIEF CT_RETURNS_ERROR;
/** Returns the bytes of a CT_VALUE_BYTES, borrowed; `*nbytes` is their number. */
CT_API ct_error ct_value_as_bytes(const ct_value *self, const void **result CT_LENGTH(nbytes),
				  int64_t *nbytes) CT_BRIEF CT_RETURNS_ERROR;
/** Returns the tensor, borrowed; NULL for None. */
CT_API ct_error ct_value_as_tensor(const ct_value *self,
				   ct_tensor **result CT_BORROWED) CT_BRIEF CT_RETURNS_ERROR;
/** Returns a device, also from a text such as "cuda:1". */
CT_API ct_error ct_value_as_device(const ct_value *self,
				   ct_device *result) CT_BRIEF CT_RETURNS_ERROR;
/** Returns a dtype. */
CT_API ct_error ct_value_as_dtype(const ct_value *self, ct_dtype *result) CT_BRIEF CT_RETURNS_ERROR;
/** Returns a layout. */
CT_API ct_error ct_value_as_layout(const ct_value *self,
				   ct_layout *result) CT_BRIEF CT_RETURNS_ERROR;
/** Returns a memory format. */
CT_API ct_error ct_value_as_memory_format(const ct_value *self,
					  ct_memory_format *result) CT_BRIEF CT_RETURNS_ERROR;
/** Returns a quantization scheme. */
CT_API ct_error ct_value_as_quant_scheme(const ct_value *self,
					 ct_quant_scheme *result) CT_BRIEF CT_RETURNS_ERROR;
/** Returns the generator, borrowed; NULL for None. */
CT_API ct_error ct_value_as_generator(const ct_value *self,
				      ct_generator **result CT_BORROWED) CT_BRIEF CT_RETURNS_ERROR;
/** Returns the storage, borrowed; NULL for None. */
CT_API ct_error ct_value_as_storage(const ct_value *self,
				    ct_storage **result CT_BORROWED) CT_BRIEF CT_RETURNS_ERROR;
/** Returns a stream. */
CT_API ct_error ct_value_as_stream(const ct_value *self,
				   ct_stream *result) CT_BRIEF CT_RETURNS_ERROR;
/** Returns the `data` of an object of the program whose type has this name. */
CT_API ct_error ct_value_as_foreign(const ct_value *self, const char *type,
				    void **result CT_BORROWED) CT_BRIEF CT_RETURNS_ERROR;
/** Returns the integers of a list or tuple of any kind, new: ct_free(). */
CT_API ct_error ct_value_as_ints(const ct_value *self, int64_t **result,
				 int64_t *result_len CT_NULLABLE) CT_RETURNS_ERROR;
/** Returns the numbers of a list or tuple of any kind, new: ct_free(). */
CT_API ct_error ct_value_as_floats(const ct_value *self, double **result,
				   int64_t *result_len CT_NULLABLE) CT_RETURNS_ERROR;

/** Takes the tensor out: `*result` is new, and belongs to the innermost scope like any other
 * result; the value becomes None. NULL for None. For a borrowed value, the result is another
 * handle. */
CT_API ct_error ct_value_take_tensor(ct_value *self CT_NULLABLE,
				     ct_tensor **result) CT_BRIEF CT_RETURNS_ERROR;

/** Takes the tensors out of any kind of list or tuple: `*result` is new (ct_tensors_free()), and
 * the handles belong to the innermost scope; None among them becomes NULL. The value becomes
 * None. */
CT_API ct_error ct_value_take_tensors(ct_value *self, ct_tensor ***result,
				      int64_t *result_len) CT_RETURNS_ERROR;

/** Returns the name of its type in Python, such as "int", "list", "Tensor" or "NoneType";
 * static. */
CT_API const char *ct_value_type_name(const ct_value *self) CT_NOEXCEPT;

/** Returns whether two values are equal as by Python's `==`: numbers by value, whatever their kind
 * (True == 1 == 1.0); lists of all kinds by their items, but a list never equals a tuple; dicts and
 * sets in any order, but two ordered dicts in the same order, whatever their attributes. Bytes
 * equal only bytes. Tensors are equal if they are the same tensor, or have the same dtype, shape,
 * device and elements (NaN is not equal to NaN); generators, storages and objects of the program
 * only if they are the same. */
CT_API ct_error ct_value_equal(const ct_value *self, const ct_value *other,
			       bool *result) CT_RETURNS_ERROR;

/** Returns Python's repr() of a value: tensors as by ct_tensor_to_string(), sets in the order in
 * which items were added, ordered dicts as Python 3.11 prints them: `OrderedDict([('a', 1)])`
 * (since 3.12: `OrderedDict({'a': 1})`). `*result` is new: ct_free(). */
CT_API ct_error ct_value_to_string(const ct_value *self, char **result) CT_RETURNS_ERROR;

/* --- Lists, tuples, dicts, sets -------------------------------------------------------------- */

/** Returns the number of items of a list, tuple or set, of pairs of a dict, or of bytes of a text
 * or of bytes; -1 for anything else. */
CT_API int64_t ct_value_count(const ct_value *self) CT_NOEXCEPT;

/** Returns an item of a list, tuple or set of any kind, borrowed; -1 is the last one. In a set, 0
 * is the item that was added first. `IndexError: list index out of range` if it does not exist. */
CT_API ct_error ct_value_item(const ct_value *self, int64_t index,
			      ct_value *result CT_BORROWED) CT_BRIEF CT_RETURNS_ERROR;

/** Returns a pair of a dict, both borrowed. 0 is the pair that was set first; to visit all pairs,
 * count up to ct_value_count(). */
CT_API ct_error ct_value_dict_item(const ct_value *self, int64_t index, ct_value *key CT_BORROWED,
				   ct_value *value CT_BORROWED) CT_BRIEF CT_RETURNS_ERROR;

/** Returns the value of a key, borrowed; a KeyError if it does not exist. Keys are strings, bytes,
 * numbers, tensors, devices and tuples of these and None, up to 16 levels deep; numbers are the
 * same key if they are equal, tensors if they are the same tensor. */
CT_API ct_error ct_value_dict_get(const ct_value *self, ct_value key,
				  ct_value *result CT_BORROWED) CT_BRIEF CT_RETURNS_ERROR;

/** Returns whether a dict has a key; false if `self` is not a dict or `key` cannot be a key. */
CT_API bool ct_value_dict_has(const ct_value *self, ct_value key) CT_NOEXCEPT;

/** Returns whether a dict is ordered: ct_value_ordered_dict_new(). */
CT_API bool ct_value_is_ordered_dict(const ct_value *self) CT_NOEXCEPT;

/** Returns an attribute of an ordered dict, borrowed. `AttributeError: 'collections.OrderedDict'
 * object has no attribute 'x'` if it does not exist; a plain dict has no attributes. */
CT_API ct_error ct_value_dict_attribute(const ct_value *self, const char *name,
					ct_value *result CT_BORROWED) CT_BRIEF CT_RETURNS_ERROR;

/** Returns all attributes by name: a dict, borrowed; None if there are none. */
CT_API ct_error ct_value_dict_attributes(const ct_value *self,
					 ct_value *result CT_BORROWED) CT_RETURNS_ERROR;

/** Returns whether an item is in a set; false if `self` is not a set or `item` cannot be in one. */
CT_API bool ct_value_set_has(const ct_value *self, ct_value item) CT_NOEXCEPT;

/**
 * Returns a value inside nested lists, tuples and dicts, borrowed. The path is a JSON pointer: each
 * step is a `/` and an index (`0`, `-1`) or a key, which is a text or, if the dict does not have
 * that text, an integer; in keys `~1` means a slash and `~0` a tilde. "" is the value itself. Items
 * of sets, and values of other keys, have no path.
 *
 *     ct_value_at(&checkpoint, "/optimizer/param_groups/0/lr", &lr)
 *
 * The error names the step that does not exist: a KeyError for a dict, an IndexError for a list.
 */
CT_API ct_error ct_value_at(const ct_value *self, const char *path,
			    ct_value *result CT_BORROWED) CT_BRIEF CT_RETURNS_ERROR;

/** Looks up a path and converts the result in one call, as ct_value_at() and ct_value_as_bool() do.
 * A TypeError for another type names the path. */
CT_API ct_error ct_value_at_bool(const ct_value *self, const char *path,
				 bool *result) CT_BRIEF CT_RETURNS_ERROR;
CT_API ct_error ct_value_at_int(const ct_value *self, const char *path,
				int64_t *result) CT_BRIEF CT_RETURNS_ERROR;
CT_API ct_error ct_value_at_float(const ct_value *self, const char *path,
				  double *result) CT_BRIEF CT_RETURNS_ERROR;
/** Returns the text at a path, borrowed. */
CT_API ct_error ct_value_at_string(const ct_value *self, const char *path,
				   const char **result CT_BORROWED) CT_BRIEF CT_RETURNS_ERROR;
/** Returns the tensor at a path, borrowed; NULL for None. */
CT_API ct_error ct_value_at_tensor(const ct_value *self, const char *path,
				   ct_tensor **result CT_BORROWED) CT_BRIEF CT_RETURNS_ERROR;

/* --- Building -------------------------------------------------------------------------------
 *
 * An item is copied as by ct_value_copy(), or moved: then the container owns it and `*item` becomes
 * None (borrowed parts are copied). After an error nothing has changed. Only an owning value can be
 * changed.
 */

/** Creates an empty list, tuple or dict. */
CT_API ct_value ct_value_list_new(void) CT_NOEXCEPT CT_NEW(ct_value_free);
CT_API ct_value ct_value_tuple_new(void) CT_NOEXCEPT CT_NEW(ct_value_free);
CT_API ct_value ct_value_dict_new(void) CT_NOEXCEPT CT_NEW(ct_value_free);
/** Creates Python's collections.OrderedDict: a dict that also has attributes, such as `_metadata`
 * of a module's state dict. Its kind is CT_VALUE_DICT; copies of it are ordered dicts with these
 * attributes. */
CT_API ct_value ct_value_ordered_dict_new(void) CT_NOEXCEPT CT_NEW(ct_value_free);
/** Creates an empty set. */
CT_API ct_value ct_value_set_new(void) CT_NOEXCEPT CT_NEW(ct_value_free);

/** Appends an item to a list or tuple; copied. */
CT_API ct_error ct_value_list_append(ct_value *self, ct_value item) CT_RETURNS_ERROR;
/** Appends an item to a list or tuple; moved. */
CT_API ct_error ct_value_list_move(ct_value *self,
				   ct_value *item CT_INOUT CT_TAKEN) CT_RETURNS_ERROR;
/** Replaces an item of a list or tuple; copied; -1 is the last one. */
CT_API ct_error ct_value_list_set(ct_value *self, int64_t index,
				  ct_value item) CT_CALLS_BACK CT_RETURNS_ERROR;
/** Removes an item of a list or tuple; -1 is the last one. */
CT_API ct_error ct_value_list_remove(ct_value *self, int64_t index) CT_CALLS_BACK CT_RETURNS_ERROR;

/** Sets the value of a key; both copied. A new key comes last, an existing one keeps its place. */
CT_API ct_error ct_value_dict_set(ct_value *self, ct_value key,
				  ct_value value) CT_CALLS_BACK CT_RETURNS_ERROR;
/** Sets the value of a key as ct_value_dict_set(), but moves the value; the key is copied. */
CT_API ct_error ct_value_dict_move(ct_value *self, ct_value key, ct_value *value CT_INOUT CT_TAKEN)
	CT_CALLS_BACK CT_RETURNS_ERROR;
/** Removes a key; a KeyError if it does not exist. The others keep their order. */
CT_API ct_error ct_value_dict_remove(ct_value *self, ct_value key) CT_CALLS_BACK CT_RETURNS_ERROR;
/** Sets an attribute of an ordered dict; copied. For a plain dict it is `AttributeError: 'dict'
 * object has no attribute 'x'`. */
CT_API ct_error ct_value_dict_set_attribute(ct_value *self, const char *name,
					    ct_value value) CT_CALLS_BACK CT_RETURNS_ERROR;

/** Adds an item to a set, copied; does nothing if the set has it. Items can be the same values as
 * keys of dicts. */
CT_API ct_error ct_value_set_add(ct_value *self, ct_value item) CT_RETURNS_ERROR;
/** Removes an item of a set; a KeyError if it does not exist. */
CT_API ct_error ct_value_set_remove(ct_value *self, ct_value item) CT_CALLS_BACK CT_RETURNS_ERROR;

#ifdef __cplusplus
}
#endif

#endif
