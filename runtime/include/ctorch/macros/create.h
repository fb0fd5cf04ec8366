/**
 * @file
 * Creating tensors from what is written in place: options, C arrays and rows of numbers.
 */
#ifndef CTORCH_MACROS_CREATE_H
#define CTORCH_MACROS_CREATE_H

#include <stdint.h>

#include <ctorch/macros/list.h>
#include <ctorch/macros/literals.h>
#include <ctorch/tensor/create.h>

/* --- Options --------------------------------------------------------------------------------- */

/** Creates options in place, by name: `CT_OPTIONS(.dtype = CT_FLOAT64, .requires_grad = true)`.
 * They are valid until the end of the block; in C++ (20 and later), of the statement. */
#ifdef __cplusplus
#define CT_OPTIONS(...) (&static_cast<const ct_tensor_options &>(ct_tensor_options{ __VA_ARGS__ }))
#define CT_OPTIONS_ALL_(dtype, device, requires_grad) \
	CT_OPTIONS((dtype), 0, device, (requires_grad), false, 0, nullptr)
#else
#define CT_OPTIONS(...) (&(const ct_tensor_options){ __VA_ARGS__ })
#define CT_OPTIONS_ALL_(dtype, device, requires_grad) \
	CT_OPTIONS((dtype), 0, device, (requires_grad), false, 0, NULL)
#endif
/** Creates options with only a dtype. */
#define CT_OPTIONS_DTYPE(dtype) CT_OPTIONS_ALL_(dtype, CT_DEVICE_NONE, false)
/** Creates options with only a device. */
#define CT_OPTIONS_DEVICE(device) CT_OPTIONS_ALL_(CT_DTYPE_NONE, device, false)
/** Options of a tensor whose operations are recorded. */
#define CT_OPTIONS_GRAD CT_OPTIONS_ALL_(CT_DTYPE_NONE, CT_DEVICE_NONE, true)

/* --- C arrays -------------------------------------------------------------------------------- */

#if !defined(__cplusplus) && (defined(__GNUC__) || defined(__clang__))
/**
 * Creates a tensor with a copy of a C array, as ct_tensor_from_memory() does:
 * `CT_TENSOR_FROM_MEMORY(array, CT_L(2, 3), &tensor)`. The array's type determines the dtype, and
 * its size is checked.
 *
 *     const float weights[] = { 1, 2, 3, 4, 5, 6 };
 *
 *     CT_TRY(CT_TENSOR_FROM_MEMORY(weights, CT_L(2, 3), &w));
 *
 * A shape of a different size is an ArgumentError. A pointer does not compile; neither does an
 * array of more than two dimensions, or with elements other than bool, the integers (not plain
 * char), float, double and their complex types. For gcc and clang.
 */
#define CT_TENSOR_FROM_MEMORY(array, shape, result)                                             \
	ct_tensor_from_memory((array), CT_ARRAY_SIZE_(array),                                   \
			      __extension__ _Generic((array)[0], CT_ELEMENT_TYPES_) + 0, shape, \
			      result)

/* For a pointer, the array has a negative size. */
#define CT_ARRAY_SIZE_(array)                                            \
	((int64_t)(sizeof(array) +                                       \
		   0 * sizeof(char[1 - 2 * __builtin_types_compatible_p( \
						   __typeof__(array), __typeof__(&(array)[0]))])))

/* Elements, or rows of them. */
#define CT_ELEMENT_TYPE_(type, dtype) \
type:                                 \
	dtype, type * : dtype, const type * : dtype
/* clang-format off */
#define CT_ELEMENT_TYPES_                                  \
	CT_ELEMENT_TYPE_(_Bool, CT_BOOL),                  \
	CT_ELEMENT_TYPE_(signed char, CT_INT8),            \
	CT_ELEMENT_TYPE_(unsigned char, CT_UINT8),         \
	CT_ELEMENT_TYPE_(short, CT_INT16),                 \
	CT_ELEMENT_TYPE_(unsigned short, CT_UINT16),       \
	CT_ELEMENT_TYPE_(int, CT_INT32),                   \
	CT_ELEMENT_TYPE_(unsigned, CT_UINT32),             \
	CT_ELEMENT_TYPE_(long, CT_INT64),                  \
	CT_ELEMENT_TYPE_(unsigned long, CT_UINT64),        \
	CT_ELEMENT_TYPE_(long long, CT_INT64),             \
	CT_ELEMENT_TYPE_(unsigned long long, CT_UINT64),   \
	CT_ELEMENT_TYPE_(float, CT_FLOAT32),               \
	CT_ELEMENT_TYPE_(double, CT_FLOAT64),              \
	CT_ELEMENT_TYPE_(float _Complex, CT_COMPLEX64),    \
	CT_ELEMENT_TYPE_(double _Complex, CT_COMPLEX128),  \
	default : CT_NO_ELEMENT_TYPE_
/* clang-format on */

/* It cannot be added to 0: the compiler's error has its name. */
#define CT_NO_ELEMENT_TYPE_ ((struct ct_call_ct_tensor_from_memory_for_this_array){ 0 })
struct ct_call_ct_tensor_from_memory_for_this_array {
	char unused_;
};
#endif

/* --- Rows ------------------------------------------------------------------------------------ */

#ifndef __cplusplus
#define CT_ROWS_(kind, type, ...)                                                            \
	((ct_rows){ (kind), (int64_t)(sizeof((const type[]){ __VA_ARGS__ }) / sizeof(type)), \
		    (const type[]){ __VA_ARGS__ } })
/** Makes a list of lists: `CT_ROWS(CT_INT_ROW(1, 2), CT_INT_ROW(3, 4))`; nest CT_ROWS() for more
 * dimensions. These are compound literals: C but not C++, and valid until the end of the block. */
#define CT_ROWS(...) CT_ROWS_(CT_ROWS_OF_ROWS, ct_rows, __VA_ARGS__)
/** Makes a list of integers, as int64_t. */
#define CT_INT_ROW(...) CT_ROWS_(CT_ROWS_OF_INTS, int64_t, __VA_ARGS__)
/** Makes a list of floating point numbers, as double. */
#define CT_FLOAT_ROW(...) CT_ROWS_(CT_ROWS_OF_FLOATS, double, __VA_ARGS__)
/** Makes a list of truth values. */
#define CT_BOOL_ROW(...) CT_ROWS_(CT_ROWS_OF_BOOLS, bool, __VA_ARGS__)
/** Makes a list of complex numbers: `CT_COMPLEX_ROW(1 + 2 * I)` with <complex.h>. */
#define CT_COMPLEX_ROW(...) CT_ROWS_(CT_ROWS_OF_COMPLEXES, double _Complex, __VA_ARGS__)
/** An empty list, `[]`. */
#define CT_NO_ROWS ((ct_rows){ CT_ROWS_OF_ROWS, 0, NULL })
#endif

#endif
