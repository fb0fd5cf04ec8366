/* Operators between tensors and numbers: the fast way for `x + y`. */
#include "core.h"
#include "protocols.h"

typedef ct_error binary(const ct_tensor *a, const ct_tensor *b, ct_tensor **result);
typedef ct_error binary_in_place(ct_tensor *a, const ct_tensor *b, ct_tensor **result);
typedef ct_error unary(const ct_tensor *a, ct_tensor **result);

/* Letting other threads run takes a tenth of the time of `x + y` with one element. An operation on
 * this many elements of the CPU's memory ends before another thread would have begun. */
enum { SMALL = 1024 };

static bool is_small(const ct_tensor *a)
{
	return ct_tensor_numel(a) <= SMALL && ct_tensor_device(a).type == CT_DEVICE_TYPE_CPU;
}

static ct_error call_binary(binary *function, const ct_tensor *a, const ct_tensor *b,
			    ct_tensor **result)
{
	PyThreadState *state;
	ct_error error;

	if (is_small(a) && is_small(b))
		return function(a, b, result);
	state = leave_python();
	error = function(a, b, result);
	enter_python(state);
	return error;
}

static enum fit array_operand(PyObject *object, ct_tensor **handle, ct_tensor **temporary)
{
	PyObject *made = tensor_from_data(object);

	if (made == NULL)
		return RAISES;
	*temporary = *handle = ct_tensor_retain(((tensor_object *)made)->handle);
	Py_DECREF(made);
	if (*handle == NULL)
		PyErr_NoMemory();
	return *handle != NULL ? FITS : RAISES;
}

/* A tensor object's handle, or a new one for a number. */
static enum fit operand(PyObject *object, ct_tensor **handle, ct_tensor **temporary)
{
	ct_scalar scalar;
	enum fit fit;
	ct_error error;

	*temporary = NULL;
	if (is_tensor(object)) {
		*handle = tensor_handle(object);
		return *handle != NULL ? FITS : RAISES;
	}
	if (!PyLong_Check(object) && !PyFloat_Check(object) && is_array(object))
		return array_operand(object, handle, temporary);
	fit = read_scalar(object, &scalar);
	if (fit != FITS)
		return fit;
	error = ct_tensor_new_wrapped_number(scalar, temporary);
	if (error != NULL) {
		raise_error(error);
		return RAISES;
	}
	*handle = *temporary;
	return FITS;
}

static PyObject *give_up(enum fit fit)
{
	if (fit == RAISES)
		return NULL;
	return Py_NewRef(Py_NotImplemented);
}

static PyObject *operate(PyObject *a, PyObject *b, binary *function)
{
	ct_tensor *left, *right, *left_number = NULL, *right_number = NULL, *result;
	enum fit fit = operand(a, &left, &left_number);
	ct_error error;

	if (fit == FITS)
		fit = operand(b, &right, &right_number);
	if (fit != FITS) {
		ct_tensor_free(left_number);
		return give_up(fit);
	}
	error = call_binary(function, left, right, &result);
	if (left_number != NULL)
		ct_tensor_free(left_number);
	if (right_number != NULL)
		ct_tensor_free(right_number);
	return error != NULL ? raise_error(error) : wrap_tensor(result);
}

static PyObject *operate_in_place(PyObject *a, PyObject *b, binary_in_place *function)
{
	ct_tensor *handle = tensor_handle(a), *right, *number;
	enum fit fit;
	PyThreadState *state;
	ct_error error;

	if (handle == NULL)
		return NULL;
	fit = operand(b, &right, &number);
	if (fit != FITS)
		return give_up(fit);
	state = leave_python();
	error = function(handle, right, NULL);
	enter_python(state);
	ct_tensor_free(number);
	return error != NULL ? raise_error(error) : Py_NewRef(a);
}

/* --- The library's functions with one shape --------------------------------------------------- */

static ct_error add(const ct_tensor *a, const ct_tensor *b, ct_tensor **result)
{
	return ct_add_Tensor(a, b, ct_scalar_int(1), result);
}

static ct_error sub(const ct_tensor *a, const ct_tensor *b, ct_tensor **result)
{
	return ct_sub_Tensor(a, b, ct_scalar_int(1), result);
}

static ct_error add_(ct_tensor *a, const ct_tensor *b, ct_tensor **result)
{
	return ct_add__Tensor(a, b, ct_scalar_int(1), result);
}

static ct_error sub_(ct_tensor *a, const ct_tensor *b, ct_tensor **result)
{
	return ct_sub__Tensor(a, b, ct_scalar_int(1), result);
}

#define BINARY(name, function)                            \
	PyObject *tensor_##name(PyObject *a, PyObject *b) \
	{                                                 \
		return operate(a, b, function);           \
	}
#define BINARY_IN_PLACE(name, function)                   \
	PyObject *tensor_##name(PyObject *a, PyObject *b) \
	{                                                 \
		return operate_in_place(a, b, function);  \
	}

BINARY(add, add)
BINARY(sub, sub)
BINARY(mul, ct_mul_Tensor)
BINARY(div, ct_div_Tensor)
BINARY(floor_divide, ct_floor_divide)
BINARY(remainder, ct_remainder_Tensor)
BINARY(matmul, ct_matmul)
BINARY(and, ct_bitwise_and_Tensor)
BINARY(or, ct_bitwise_or_Tensor)
BINARY(xor, ct_bitwise_xor_Tensor)
BINARY(lshift, ct_bitwise_left_shift_Tensor)
BINARY(rshift, ct_bitwise_right_shift_Tensor)
BINARY_IN_PLACE(add_, add_)
BINARY_IN_PLACE(sub_, sub_)
BINARY_IN_PLACE(mul_, ct_mul__Tensor)
BINARY_IN_PLACE(div_, ct_div__Tensor)
BINARY_IN_PLACE(floor_divide_, ct_floor_divide__Tensor)
BINARY_IN_PLACE(remainder_, ct_remainder__Tensor)
BINARY_IN_PLACE(and_, ct_bitwise_and__Tensor)
BINARY_IN_PLACE(or_, ct_bitwise_or__Tensor)
BINARY_IN_PLACE(xor_, ct_bitwise_xor__Tensor)

/* Whether `object` is a number, and no array of NumPy's. */
static bool is_number(PyObject *object, ct_scalar *scalar)
{
	if (PyLong_Check(object) || PyFloat_Check(object))
		return read_scalar(object, scalar) == FITS;
	return false;
}

/* As torch, which squares x for `x ** 2`. */
static ct_error raise_to(const ct_tensor *tensor, ct_scalar number, bool is_exponent,
			 ct_tensor **result)
{
	return is_exponent ? ct_pow_Tensor_Scalar(tensor, number, result)
			   : ct_pow_Scalar(number, tensor, result);
}

static PyObject *power_with_number(PyObject *tensor, ct_scalar number, bool is_exponent)
{
	const ct_tensor *handle = tensor_handle(tensor);
	PyThreadState *state;
	ct_tensor *result;
	ct_error error;

	if (handle == NULL)
		return NULL;
	if (is_small(handle)) {
		error = raise_to(handle, number, is_exponent, &result);
	} else {
		state = leave_python();
		error = raise_to(handle, number, is_exponent, &result);
		enter_python(state);
	}
	return error != NULL ? raise_error(error) : wrap_tensor(result);
}

PyObject *tensor_power(PyObject *a, PyObject *b, PyObject *modulus)
{
	ct_scalar number;

	if (modulus != Py_None)
		return Py_NewRef(Py_NotImplemented);
	if (is_tensor(a) && is_number(b, &number))
		return power_with_number(a, number, true);
	if (is_tensor(b) && is_number(a, &number))
		return power_with_number(b, number, false);
	return PyErr_Occurred() ? NULL : operate(a, b, ct_pow_Tensor_Tensor);
}

static PyObject *power_in_place(PyObject *tensor, ct_scalar exponent)
{
	ct_tensor *handle = tensor_handle(tensor);
	PyThreadState *state;
	ct_error error;

	if (handle == NULL)
		return NULL;
	state = leave_python();
	error = ct_pow__Scalar(handle, exponent, NULL);
	enter_python(state);
	return error != NULL ? raise_error(error) : Py_NewRef(tensor);
}

PyObject *tensor_power_(PyObject *a, PyObject *b, PyObject *modulus)
{
	ct_scalar number;

	if (modulus != Py_None)
		return Py_NewRef(Py_NotImplemented);
	if (is_number(b, &number))
		return power_in_place(a, number);
	return PyErr_Occurred() ? NULL : operate_in_place(a, b, ct_pow__Tensor);
}

/* --- One operand ------------------------------------------------------------------------------ */

static PyObject *operate_alone(PyObject *a, unary *function)
{
	const ct_tensor *handle = tensor_handle(a);
	PyThreadState *state;
	ct_tensor *result;
	ct_error error;

	if (handle == NULL)
		return NULL;
	state = leave_python();
	error = function(handle, &result);
	enter_python(state);
	return error != NULL ? raise_error(error) : wrap_tensor(result);
}

PyObject *tensor_negative(PyObject *a)
{
	return operate_alone(a, ct_neg);
}

PyObject *tensor_positive(PyObject *a)
{
	return operate_alone(a, ct_positive);
}

PyObject *tensor_absolute(PyObject *a)
{
	return operate_alone(a, ct_abs);
}

PyObject *tensor_invert(PyObject *a)
{
	return operate_alone(a, ct_bitwise_not);
}

/* --- Comparisons ------------------------------------------------------------------------------ */

PyObject *tensor_compare(PyObject *a, PyObject *b, int how)
{
	static binary *const functions[] = {
		[Py_LT] = ct_lt_Tensor, [Py_LE] = ct_le_Tensor, [Py_EQ] = ct_eq_Tensor,
		[Py_NE] = ct_ne_Tensor, [Py_GT] = ct_gt_Tensor, [Py_GE] = ct_ge_Tensor,
	};

	return operate(a, b, functions[how]);
}
