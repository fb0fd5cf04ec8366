/*
 * Making and reading ct_scalar. The conversions are those of c10::Scalar::to<T>(), in C so that
 * they need no call into libtorch; tests compare the two.
 */
#include <ctorch/core/error.h>
#include <ctorch/core/scalar.h>

/* 2^63 and 2^64 are doubles; the largest integers below them are not. */
static const double two_to_63 = 9223372036854775808.0;
static const double two_to_64 = 18446744073709551616.0;

ct_scalar ct_scalar_int(int64_t value)
{
	return (ct_scalar){ .kind = CT_SCALAR_INT, .i = value };
}

ct_scalar ct_scalar_float(double value)
{
	return (ct_scalar){ .kind = CT_SCALAR_FLOAT, .re = value };
}

ct_scalar ct_scalar_bool(bool value)
{
	return (ct_scalar){ .kind = CT_SCALAR_BOOL, .i = value };
}

ct_scalar ct_scalar_complex(double re, double im)
{
	return (ct_scalar){ .kind = CT_SCALAR_COMPLEX, .re = re, .im = im };
}

ct_scalar ct_scalar_uint(uint64_t value)
{
	if (value <= INT64_MAX)
		return ct_scalar_int((int64_t)value);
	return (ct_scalar){ .kind = CT_SCALAR_UINT, .i = (int64_t)value };
}

static ct_error bad_kind(ct_scalar self, const char *function)
{
	return ct_error_new(CT_ERROR_ARGUMENT, function,
			    "argument 1 (self): unknown kind of scalar %d", (int)self.kind);
}

static ct_error overflow(const char *function, const char *type)
{
	return ct_error_new(CT_ERROR_RUNTIME, function,
			    "value cannot be converted to type %s without overflow", type);
}

static bool is_integer(ct_scalar self)
{
	return self.kind == CT_SCALAR_INT || self.kind == CT_SCALAR_BOOL;
}

static bool is_known(ct_scalar self)
{
	return self.kind >= CT_SCALAR_INT && self.kind <= CT_SCALAR_UINT;
}

static bool has_imaginary_part(ct_scalar self)
{
	return self.kind == CT_SCALAR_COMPLEX && self.im != 0;
}

ct_error ct_scalar_to_double(ct_scalar scalar, double *result)
{
	double value;

	if (!is_known(scalar))
		return bad_kind(scalar, __func__);
	if (has_imaginary_part(scalar))
		return overflow(__func__, "double");
	if (is_integer(scalar))
		value = (double)scalar.i;
	else if (scalar.kind == CT_SCALAR_UINT)
		value = (double)(uint64_t)scalar.i;
	else
		value = scalar.re;
	if (result)
		*result = value;
	return NULL;
}

ct_error ct_scalar_to_int64(ct_scalar scalar, int64_t *result)
{
	int64_t value = scalar.i;

	if (!is_known(scalar))
		return bad_kind(scalar, __func__);
	if (scalar.kind == CT_SCALAR_UINT && value < 0)
		return overflow(__func__, "int64_t");
	if (scalar.kind == CT_SCALAR_FLOAT || scalar.kind == CT_SCALAR_COMPLEX) {
		if (has_imaginary_part(scalar) ||
		    !(scalar.re >= -two_to_63 && scalar.re < two_to_63))
			return overflow(__func__, "int64_t");
		value = (int64_t)scalar.re;
	}
	if (result)
		*result = value;
	return NULL;
}

ct_error ct_scalar_to_uint64(ct_scalar scalar, uint64_t *result)
{
	uint64_t value = (uint64_t)scalar.i;

	if (!is_known(scalar))
		return bad_kind(scalar, __func__);
	if (is_integer(scalar) && scalar.i < 0)
		return overflow(__func__, "uint64_t");
	if (scalar.kind == CT_SCALAR_FLOAT || scalar.kind == CT_SCALAR_COMPLEX) {
		if (has_imaginary_part(scalar) || !(scalar.re >= 0 && scalar.re < two_to_64))
			return overflow(__func__, "uint64_t");
		value = (uint64_t)scalar.re;
	}
	if (result)
		*result = value;
	return NULL;
}

ct_error ct_scalar_to_bool(ct_scalar scalar, bool *result)
{
	bool value;

	if (!is_known(scalar))
		return bad_kind(scalar, __func__);
	if (scalar.kind == CT_SCALAR_FLOAT)
		value = scalar.re != 0;
	else if (scalar.kind == CT_SCALAR_COMPLEX)
		value = scalar.re != 0 || scalar.im != 0;
	else
		value = scalar.i != 0;
	if (result)
		*result = value;
	return NULL;
}

ct_error ct_scalar_to_complex(ct_scalar scalar, double *re, double *im)
{
	ct_scalar real = scalar;
	ct_error error;
	double value;

	if (scalar.kind == CT_SCALAR_COMPLEX)
		real.im = 0;
	error = ct_scalar_to_double(real, &value);
	if (error != NULL)
		return error;
	if (re)
		*re = value;
	if (im)
		*im = scalar.kind == CT_SCALAR_COMPLEX ? scalar.im : 0;
	return NULL;
}
