/*
 * A tensor's only number as each C type. The limits are those of libtorch's Scalar::to<T>(), except
 * that a negative number does not become unsigned.
 */
#include <float.h>
#include <math.h>

#include <ctorch/core/error.h>
#include <ctorch/core/scalar.h>
#include <ctorch/tensor/element.h>

#include "tensor/tensor/item.h"

static ct_error item_overflow(const char *function, const char *type)
{
	return ct_error_new(CT_ERROR_RUNTIME, function,
			    "value cannot be converted to type %s without overflow", type);
}

/* The error of a conversion, in the caller's name. */
static ct_error check(ct_error error, const char *function, const char *type)
{
	if (error == NULL)
		return NULL;
	ct_error_free(error);
	return item_overflow(function, type);
}

/* The fraction is cut off, but the number must not be below the least one: -128.5 is below
 * int8_t's. */
static ct_error to_signed(ct_scalar item, int64_t least, int64_t greatest, const char *function,
			  const char *type, int64_t *value)
{
	ct_error error = check(ct_scalar_to_int64(item, value), function, type);

	if (error != NULL)
		return error;
	if (*value < least || *value > greatest ||
	    ((item.kind == CT_SCALAR_FLOAT || item.kind == CT_SCALAR_COMPLEX) &&
	     item.re < (double)least))
		return item_overflow(function, type);
	return NULL;
}

static ct_error item_to_unsigned(ct_scalar item, uint64_t greatest, const char *function,
				 const char *type, uint64_t *value)
{
	ct_error error = check(ct_scalar_to_uint64(item, value), function, type);

	if (error == NULL && *value > greatest)
		error = item_overflow(function, type);
	return error;
}

#define SIGNED(name, c_type, least, greatest, text)                                       \
	ct_error ct_tensor_item_##name(const ct_tensor *self, c_type *result)             \
	{                                                                                 \
		ct_scalar item;                                                           \
		int64_t value;                                                            \
		ct_error error = ct_item_read(self, __func__, &item);                     \
                                                                                          \
		if (error == NULL)                                                        \
			error = to_signed(item, least, greatest, __func__, text, &value); \
		if (error == NULL && result)                                              \
			*result = (c_type)value;                                          \
		return error;                                                             \
	}

#define UNSIGNED(name, c_type, greatest, text)                                            \
	ct_error ct_tensor_item_##name(const ct_tensor *self, c_type *result)             \
	{                                                                                 \
		ct_scalar item;                                                           \
		uint64_t value;                                                           \
		ct_error error = ct_item_read(self, __func__, &item);                     \
                                                                                          \
		if (error == NULL)                                                        \
			error = item_to_unsigned(item, greatest, __func__, text, &value); \
		if (error == NULL && result)                                              \
			*result = (c_type)value;                                          \
		return error;                                                             \
	}

/* The types' names are those in libtorch's messages. */
SIGNED(int64, int64_t, INT64_MIN, INT64_MAX, "int64_t")
SIGNED(int32, int32_t, INT32_MIN, INT32_MAX, "int")
SIGNED(int16, int16_t, INT16_MIN, INT16_MAX, "int16_t")
SIGNED(int8, int8_t, INT8_MIN, INT8_MAX, "int8_t")
UNSIGNED(uint64, uint64_t, UINT64_MAX, "uint64_t")
UNSIGNED(uint32, uint32_t, UINT32_MAX, "uint32_t")
UNSIGNED(uint16, uint16_t, UINT16_MAX, "uint16_t")
UNSIGNED(uint8, uint8_t, UINT8_MAX, "uint8_t")

ct_error ct_tensor_item_double(const ct_tensor *self, double *result)
{
	ct_scalar item;
	double value;
	ct_error error = ct_item_read(self, __func__, &item);

	if (error == NULL)
		error = check(ct_scalar_to_double(item, &value), __func__, "double");
	if (error == NULL && result)
		*result = value;
	return error;
}

ct_error ct_tensor_item_float(const ct_tensor *self, float *result)
{
	ct_scalar item;
	double value;
	ct_error error = ct_item_read(self, __func__, &item);

	if (error == NULL)
		error = check(ct_scalar_to_double(item, &value), __func__, "float");
	if (error == NULL && fabs(value) > (double)FLT_MAX && !isinf(value))
		error = item_overflow(__func__, "float");
	if (error == NULL && result)
		*result = (float)value;
	return error;
}

ct_error ct_tensor_item_bool(const ct_tensor *self, bool *result)
{
	ct_scalar item;
	ct_error error = ct_item_read(self, __func__, &item);

	return error ? error : ct_scalar_to_bool(item, result);
}

ct_error ct_tensor_item_complex(const ct_tensor *self, double *re, double *im)
{
	ct_scalar item;
	ct_error error = ct_item_read(self, __func__, &item);

	return error ? error : ct_scalar_to_complex(item, re, im);
}
