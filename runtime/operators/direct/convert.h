/*
 * For the generated callers: an argument as a C function takes it, and a result as a value.
 */
#ifndef CT_OPERATORS_DIRECT_CONVERT_H
#define CT_OPERATORS_DIRECT_CONVERT_H

#include <stddef.h>

#include <ctorch/macros/literals.h>

#include "operators/direct/direct.h"

/* --- Arguments -------------------------------------------------------------------------------- */

static inline bool none_at(const ct_value *args, int i)
{
	return args[i].kind == CT_VALUE_NONE;
}

/* Also for a Tensor that may be None. The object of None is NULL. */
static inline ct_tensor *tensor_at(const ct_value *args, int i)
{
	return (ct_tensor *)args[i].object;
}

static inline ct_generator *generator_at(const ct_value *args, int i)
{
	return (ct_generator *)args[i].object;
}

static inline ct_storage *storage_at(const ct_value *args, int i)
{
	return (ct_storage *)args[i].object;
}

static inline const char *string_at(const ct_value *args, int i)
{
	return args[i].object;
}

static inline int64_t int_at(const ct_value *args, int i)
{
	return args[i].i;
}

static inline const int64_t *optional_int_at(const ct_value *args, int i)
{
	return none_at(args, i) ? NULL : &args[i].i;
}

static inline double float_at(const ct_value *args, int i)
{
	return args[i].re;
}

static inline const double *optional_float_at(const ct_value *args, int i)
{
	return none_at(args, i) ? NULL : &args[i].re;
}

static inline bool bool_at(const ct_value *args, int i)
{
	return args[i].i != 0;
}

static inline const bool *optional_bool_at(const ct_value *args, int i, bool *room)
{
	*room = bool_at(args, i);
	return none_at(args, i) ? NULL : room;
}

static inline ct_scalar scalar_at(const ct_value *args, int i)
{
	static const int8_t kinds[] = {
		[CT_VALUE_BOOL] = CT_SCALAR_BOOL,       [CT_VALUE_INT] = CT_SCALAR_INT,
		[CT_VALUE_UINT] = CT_SCALAR_UINT,       [CT_VALUE_FLOAT] = CT_SCALAR_FLOAT,
		[CT_VALUE_COMPLEX] = CT_SCALAR_COMPLEX,
	};

	return (ct_scalar){ kinds[args[i].kind], args[i].i, args[i].re, args[i].im };
}

static inline const ct_scalar *optional_scalar_at(const ct_value *args, int i, ct_scalar *room)
{
	if (none_at(args, i))
		return NULL;
	*room = scalar_at(args, i);
	return room;
}

/* The number of None is 0, which is that of each NONE. */
static inline ct_dtype dtype_at(const ct_value *args, int i)
{
	return (ct_dtype)args[i].i;
}

static inline ct_layout layout_at(const ct_value *args, int i)
{
	return (ct_layout)args[i].i;
}

static inline ct_memory_format memory_format_at(const ct_value *args, int i)
{
	return (ct_memory_format)args[i].i;
}

static inline int32_t device_index_at(const ct_value *args, int i)
{
	return (int32_t)args[i].i;
}

static inline ct_device device_at(const ct_value *args, int i)
{
	return none_at(args, i) ? CT_DEVICE_NONE : args[i].device;
}

static inline ct_stream stream_at(const ct_value *args, int i)
{
	return (ct_stream){ args[i].i, args[i].device.type, args[i].device.index };
}

static inline int64_t length_at(const ct_value *args, int i)
{
	return args[i].i;
}

static inline ct_tensor *const *tensors_at(const ct_value *args, int i)
{
	return args[i].object;
}

static inline const int64_t *ints_at(const ct_value *args, int i)
{
	return args[i].object;
}

static inline const double *floats_at(const ct_value *args, int i)
{
	return args[i].object;
}

static inline const bool *bools_at(const ct_value *args, int i)
{
	return args[i].object;
}

/* As an optional list NULL is None, and an empty list may be NULL in a value. */
static inline const void *optional_list_at(const ct_value *args, int i)
{
	return args[i].object || none_at(args, i) ? args[i].object : &args[i];
}

static inline const int64_t *optional_ints_at(const ct_value *args, int i)
{
	return optional_list_at(args, i);
}

static inline const double *optional_floats_at(const ct_value *args, int i)
{
	return optional_list_at(args, i);
}

/* --- Results ----------------------------------------------------------------------------------
 *
 * Only what their kinds use is written, and what None must not have.
 */

static inline void give_object(ct_value *result, ct_value_kind kind, int64_t i, const void *object)
{
	result->kind = kind;
	result->flags = 0;
	result->i = i;
	result->object = object;
}

static inline void give_tensor(ct_value *result, ct_tensor *tensor)
{
	give_object(result, tensor ? CT_VALUE_TENSOR : CT_VALUE_NONE, 0, tensor);
}

static inline void give_tensors(ct_value *result, ct_tensor **tensors, int64_t length)
{
	give_object(result, CT_VALUE_TENSORS, length, tensors);
}

static inline void give_ints(ct_value *result, int64_t *ints, int64_t length)
{
	give_object(result, CT_VALUE_INTS, length, ints);
}

static inline void give_int(ct_value *result, int64_t number)
{
	give_object(result, CT_VALUE_INT, number, NULL);
}

static inline void give_bool(ct_value *result, bool truth)
{
	give_object(result, CT_VALUE_BOOL, truth, NULL);
}

static inline void give_dtype(ct_value *result, ct_dtype dtype)
{
	give_object(result, CT_VALUE_DTYPE, dtype, NULL);
}

static inline void give_quant_scheme(ct_value *result, ct_quant_scheme scheme)
{
	give_object(result, CT_VALUE_QUANT_SCHEME, scheme, NULL);
}

static inline void give_float(ct_value *result, double number)
{
	*result = ct_value_float(number);
}

static inline void give_scalar(ct_value *result, ct_scalar number)
{
	*result = ct_value_scalar(number);
}

#endif
