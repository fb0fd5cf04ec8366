/*
 * Values: reading them as C types.
 */
#include <string.h>

#include <ctorch/core/scalar.h>
#include <ctorch/core/scope.h>
#include <ctorch/macros/try.h>
#include <ctorch/tensor/tensor.h>

#include "core/base/big_int.h"
#include "core/base/no_memory.h"
#include "core/bridge/devices.h"
#include "core/memory/given.h"
#include "operators/value/value.h"

static const ct_value none = { .kind = CT_VALUE_NONE };

static const ct_value *or_none(const ct_value *self)
{
	return self ? self : &none;
}

/* An error unless the value has this kind and is valid. */
static ct_error expect(const ct_value *self, ct_value_kind kind, const char *function,
		       const char *expected)
{
	if (or_none(self)->kind == kind && ct_value_fault(or_none(self)) == NULL)
		return NULL;
	return ct_value_type_error(self, function, expected);
}

ct_error ct_value_as_scalar(const ct_value *self, ct_scalar *result)
{
	ct_scalar number = { 0 };

	if (!ct_value_is_number(or_none(self)) || ct_value_fault(self))
		return ct_value_type_error(self, __func__, "a number");
	switch (self->kind) {
	case CT_VALUE_FLOAT:
		number = ct_scalar_float(self->re);
		break;
	case CT_VALUE_COMPLEX:
		number = ct_scalar_complex(self->re, self->im);
		break;
	case CT_VALUE_BOOL:
		number = ct_scalar_bool(self->i != 0);
		break;
	case CT_VALUE_UINT:
		number = ct_scalar_uint((uint64_t)self->i);
		break;
	default:
		number = ct_scalar_int(self->i);
	}
	if (result)
		*result = number;
	return NULL;
}

ct_error ct_value_as_bool(const ct_value *self, bool *result)
{
	CT_TRY(expect(self, CT_VALUE_BOOL, __func__, "a bool"));
	if (result)
		*result = self->i != 0;
	return NULL;
}

ct_error ct_value_as_int(const ct_value *self, int64_t *result)
{
	if (or_none(self)->kind != CT_VALUE_BOOL)
		CT_TRY(expect(self, CT_VALUE_INT, __func__, "an int"));
	if (result)
		*result = self->i;
	return NULL;
}

static ct_error big_int_as_float(const ct_value *self, const char *function, double *result)
{
	double number;

	if (ct_value_fault(self))
		return ct_value_type_error(self, function, "a number");
	number = ct_big_int_double(self->object, (size_t)self->i);
	if (number - number != 0) /* infinite */
		return ct_error_new(CT_ERROR_VALUE, function, "int too large to convert to float");
	if (result)
		*result = number;
	return NULL;
}

ct_error ct_value_as_float(const ct_value *self, double *result)
{
	ct_scalar number;

	if (or_none(self)->kind == CT_VALUE_BIG_INT)
		return big_int_as_float(self, __func__, result);
	if (!ct_value_is_number(or_none(self)) || self->kind == CT_VALUE_COMPLEX)
		return ct_value_type_error(self, __func__, "a float");
	CT_TRY(ct_value_as_scalar(self, &number));
	return ct_scalar_to_double(number, result);
}

ct_error ct_value_as_complex(const ct_value *self, double *re, double *im)
{
	ct_scalar number;

	if (or_none(self)->kind == CT_VALUE_BIG_INT) {
		CT_TRY(big_int_as_float(self, __func__, re));
		if (im)
			*im = 0;
		return NULL;
	}
	if (!ct_value_is_number(or_none(self)))
		return ct_value_type_error(self, __func__, "a complex number");
	CT_TRY(ct_value_as_scalar(self, &number));
	return ct_scalar_to_complex(number, re, im);
}

ct_error ct_value_as_string(const ct_value *self, const char **result, int64_t *nbytes)
{
	CT_TRY(expect(self, CT_VALUE_STRING, __func__, "a str"));
	if (result)
		*result = self->object;
	if (nbytes)
		*nbytes = self->i;
	return NULL;
}

ct_error ct_value_as_bytes(const ct_value *self, const void **result, int64_t *nbytes)
{
	CT_TRY(expect(self, CT_VALUE_BYTES, __func__, "bytes"));
	if (result && nbytes == NULL)
		return ct_error_new(CT_ERROR_ARGUMENT, __func__,
				    "nbytes must not be NULL when result is given");
	if (result)
		*result = self->object ? self->object : "";
	if (nbytes)
		*nbytes = self->i;
	return NULL;
}

/* Its object; NULL for None. */
static ct_error as_pointer(const ct_value *self, ct_value_kind kind, const char *function,
			   const char *expected, void **result)
{
	if (!ct_value_is_none(self))
		CT_TRY(expect(self, kind, function, expected));
	*result = self ? (void *)self->object : NULL;
	return NULL;
}

ct_error ct_value_as_tensor(const ct_value *self, ct_tensor **result)
{
	void *tensor;

	CT_TRY(as_pointer(self, CT_VALUE_TENSOR, __func__, "a Tensor", &tensor));
	if (result)
		*result = tensor;
	return NULL;
}

ct_error ct_value_as_generator(const ct_value *self, ct_generator **result)
{
	void *generator;

	CT_TRY(as_pointer(self, CT_VALUE_GENERATOR, __func__, "a Generator", &generator));
	if (result)
		*result = generator;
	return NULL;
}

ct_error ct_value_as_storage(const ct_value *self, ct_storage **result)
{
	void *storage;

	CT_TRY(as_pointer(self, CT_VALUE_STORAGE, __func__, "an UntypedStorage", &storage));
	if (result)
		*result = storage;
	return NULL;
}

ct_error ct_value_as_device(const ct_value *self, ct_device *result)
{
	ct_device device;

	if (or_none(self)->kind == CT_VALUE_STRING && ct_value_fault(self) == NULL) {
		CT_TRY(ct_device_parse(self->object, __func__, &device));
	} else {
		CT_TRY(expect(self, CT_VALUE_DEVICE, __func__, "a device"));
		device = self->device;
	}
	if (result)
		*result = device;
	return NULL;
}

/* `name` includes its article: "a dtype". */
static ct_error as_enumerator(const ct_value *self, ct_value_kind kind, const char *function,
			      const char *name, int32_t *result)
{
	CT_TRY(expect(self, kind, function, name));
	if (self->i != (int32_t)self->i)
		return ct_error_new(CT_ERROR_ARGUMENT, function, "%lld is not %s",
				    (long long)self->i, name);
	if (result)
		*result = (int32_t)self->i;
	return NULL;
}

ct_error ct_value_as_dtype(const ct_value *self, ct_dtype *result)
{
	return as_enumerator(self, CT_VALUE_DTYPE, __func__, "a dtype", result);
}

ct_error ct_value_as_layout(const ct_value *self, ct_layout *result)
{
	return as_enumerator(self, CT_VALUE_LAYOUT, __func__, "a layout", result);
}

ct_error ct_value_as_memory_format(const ct_value *self, ct_memory_format *result)
{
	return as_enumerator(self, CT_VALUE_MEMORY_FORMAT, __func__, "a memory_format", result);
}

ct_error ct_value_as_quant_scheme(const ct_value *self, ct_quant_scheme *result)
{
	return as_enumerator(self, CT_VALUE_QUANT_SCHEME, __func__, "a qscheme", result);
}

ct_error ct_value_as_stream(const ct_value *self, ct_stream *result)
{
	CT_TRY(expect(self, CT_VALUE_STREAM, __func__, "a Stream"));
	if (result)
		*result = (ct_stream){ self->i, self->device.type, self->device.index };
	return NULL;
}

/* --- Lists ----------------------------------------------------------------------------------- */

static ct_error expect_sequence(const ct_value *self, const char *function)
{
	if (self && ct_value_is_sequence(self) && ct_value_fault(self) == NULL)
		return NULL;
	return ct_value_type_error(self, function, "a list");
}

static void *allocate(int64_t n, size_t size)
{
	void *list = ct_given_array(n, size);

	return list ? memset(list, 0, (size_t)n * size) : NULL;
}

static ct_error not_all(int64_t i, const char *function, ct_error error)
{
	ct_error with_place;

	if (ct_error_class_of(error) != CT_ERROR_TYPE)
		return error;
	with_place = ct_error_new(CT_ERROR_TYPE, function, "item %lld: %s", (long long)i,
				  error + strlen("TypeError: "));
	ct_error_free(error);
	return with_place;
}

ct_error ct_value_as_ints(const ct_value *self, int64_t **result, int64_t *result_len)
{
	ct_error error = NULL;
	int64_t *ints;

	CT_TRY(expect_sequence(self, __func__));
	ints = allocate(self->i, sizeof *ints);
	if (ints == NULL)
		return ct_no_memory(__func__, "for a list of %lld items", (long long)self->i);
	for (int64_t i = 0; i < self->i && error == NULL; i++) {
		ct_value item = ct_value_element(self, i);

		error = ct_value_as_int(&item, &ints[i]);
		if (error)
			error = not_all(i, __func__, error);
	}
	if (error == NULL && result_len)
		*result_len = self->i;
	if (error == NULL && result)
		*result = ints;
	else
		ct_free(ints);
	return error;
}

ct_error ct_value_as_floats(const ct_value *self, double **result, int64_t *result_len)
{
	ct_error error = NULL;
	double *floats;

	CT_TRY(expect_sequence(self, __func__));
	floats = allocate(self->i, sizeof *floats);
	if (floats == NULL)
		return ct_no_memory(__func__, "for a list of %lld items", (long long)self->i);
	for (int64_t i = 0; i < self->i && error == NULL; i++) {
		ct_value item = ct_value_element(self, i);

		error = ct_value_as_float(&item, &floats[i]);
		if (error)
			error = not_all(i, __func__, error);
	}
	if (error == NULL && result_len)
		*result_len = self->i;
	if (error == NULL && result)
		*result = floats;
	else
		ct_free(floats);
	return error;
}

/* --- Taking tensors out ---------------------------------------------------------------------- */

/* A handle for the caller, who may have a scope; `*result` is NULL for NULL. */
static ct_error another_handle(const ct_tensor *tensor, const char *function, ct_tensor **result)
{
	*result = ct_tensor_retain(tensor);
	if (tensor && *result == NULL)
		return ct_no_memory(function, "for a handle");
	return NULL;
}

ct_error ct_value_take_tensor(ct_value *self, ct_tensor **result)
{
	void *borrowed;
	ct_tensor *taken;

	CT_TRY(as_pointer(self, CT_VALUE_TENSOR, __func__, "a Tensor", &borrowed));
	if (result) {
		CT_TRY(another_handle(borrowed, __func__, &taken));
		*result = taken;
	}
	ct_value_free(self);
	return NULL;
}

/* On an error everything is released. */
static ct_error take_each(const ct_value *self, const char *function, ct_tensor **taken)
{
	ct_tensor *borrowed;
	ct_error error = NULL;

	for (int64_t i = 0; i < self->i && error == NULL; i++) {
		ct_value item = ct_value_element(self, i);

		error = ct_value_as_tensor(&item, &borrowed);
		if (error)
			error = not_all(i, function, error);
		else
			error = another_handle(borrowed, function, &taken[i]);
	}
	return error;
}

ct_error ct_value_take_tensors(ct_value *self, ct_tensor ***result, int64_t *result_len)
{
	ct_tensor **taken;
	ct_error error;

	CT_TRY(expect_sequence(self, __func__));
	if (result && result_len == NULL)
		return ct_error_new(CT_ERROR_ARGUMENT, __func__,
				    "result_len must not be NULL when result is given");
	taken = allocate(self->i, sizeof *taken);
	if (taken == NULL)
		return ct_no_memory(__func__, "for a list of %lld items", (long long)self->i);
	error = take_each(self, __func__, taken);
	if (error || result == NULL) {
		ct_tensors_free(taken, self->i);
		if (error)
			return error;
	} else {
		*result_len = self->i;
		*result = taken;
	}
	ct_value_free(self);
	return NULL;
}
