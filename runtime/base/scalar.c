/*
 * Making and reading ct_scalar. The conversions are those of c10::Scalar::to<T>(), in C so that
 * they need no call into libtorch; tests compare the two.
 */
#include <ctorch/error.h>
#include <ctorch/scalar.h>

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

ct_error ct_scalar_to_double(ct_scalar self, double *result)
{
	double value;

	if (!is_known(self))
		return bad_kind(self, __func__);
	if (has_imaginary_part(self))
		return overflow(__func__, "double");
	if (is_integer(self))
		value = (double)self.i;
	else if (self.kind == CT_SCALAR_UINT)
		value = (double)(uint64_t)self.i;
	else
		value = self.re;
	if (result)
		*result = value;
	return NULL;
}

ct_error ct_scalar_to_int64(ct_scalar self, int64_t *result)
{
	int64_t value = self.i;

	if (!is_known(self))
		return bad_kind(self, __func__);
	if (self.kind == CT_SCALAR_UINT && value < 0)
		return overflow(__func__, "int64_t");
	if (self.kind == CT_SCALAR_FLOAT || self.kind == CT_SCALAR_COMPLEX) {
		if (has_imaginary_part(self) || !(self.re >= -two_to_63 && self.re < two_to_63))
			return overflow(__func__, "int64_t");
		value = (int64_t)self.re;
	}
	if (result)
		*result = value;
	return NULL;
}

ct_error ct_scalar_to_uint64(ct_scalar self, uint64_t *result)
{
	uint64_t value = (uint64_t)self.i;

	if (!is_known(self))
		return bad_kind(self, __func__);
	if (is_integer(self) && self.i < 0)
		return overflow(__func__, "uint64_t");
	if (self.kind == CT_SCALAR_FLOAT || self.kind == CT_SCALAR_COMPLEX) {
		if (has_imaginary_part(self) || !(self.re >= 0 && self.re < two_to_64))
			return overflow(__func__, "uint64_t");
		value = (uint64_t)self.re;
	}
	if (result)
		*result = value;
	return NULL;
}

ct_error ct_scalar_to_bool(ct_scalar self, bool *result)
{
	bool value;

	if (!is_known(self))
		return bad_kind(self, __func__);
	if (self.kind == CT_SCALAR_FLOAT)
		value = self.re != 0;
	else if (self.kind == CT_SCALAR_COMPLEX)
		value = self.re != 0 || self.im != 0;
	else
		value = self.i != 0;
	if (result)
		*result = value;
	return NULL;
}

ct_error ct_scalar_to_complex(ct_scalar self, double *re, double *im)
{
	ct_scalar real = self;
	ct_error error;
	double value;

	if (self.kind == CT_SCALAR_COMPLEX)
		real.im = 0;
	error = ct_scalar_to_double(real, &value);
	if (error != NULL)
		return error;
	if (re)
		*re = value;
	if (im)
		*im = self.kind == CT_SCALAR_COMPLEX ? self.im : 0;
	return NULL;
}
