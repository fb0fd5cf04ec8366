/* Tensors from data, and conversions: ctorch.tensor(), x.to(), x.float(). */
#include "core.h"
#include "protocols.h"

/* --- Conversions ------------------------------------------------------------------------------ */

/* What a tensor becomes; `dtype` CT_DTYPE_NONE and `device.type` CT_DEVICE_TYPE_NONE: as it is. */
struct target {
	ct_dtype dtype;
	ct_device device;
	ct_memory_format memory_format;
	bool non_blocking, copy;
};

static const struct target unchanged = { .device = { CT_DEVICE_TYPE_NONE, -1 } };

static PyObject *convert(PyObject *object, const struct target *target)
{
	ct_tensor *handle = tensor_handle(object), *result;
	PyThreadState *state;
	ct_error error;

	if (handle == NULL)
		return NULL;
	state = leave_python();
	error = ct_to_device(handle,
			     target->device.type != CT_DEVICE_TYPE_NONE ? target->device
									: ct_tensor_device(handle),
			     target->dtype != CT_DTYPE_NONE ? target->dtype
							    : ct_tensor_dtype(handle),
			     target->non_blocking, target->copy, target->memory_format, &result);
	enter_python(state);
	if (error != NULL)
		return raise_error(error);
	if (result != handle)
		return wrap_tensor(result);
	ct_scope_disown(result);
	ct_tensor_free_unscoped(result);
	return Py_NewRef(object);
}

/* Reads an object of any of two kinds, or None. */
static bool read_named(PyObject *object, enum kind kind, const char *name, struct slot *slot)
{
	const struct parameter parameter = { .name = name,
					     .kind = (uint8_t)kind,
					     .flags = OPTIONAL };
	struct arena arena;
	enum fit fit;
	PyObject *type;

	arena_begin(&arena);
	fit = read_argument(&parameter, object, slot, &arena);
	arena_end(&arena);
	if (fit != DIFFERS)
		return fit == FITS;
	type = PyType_GetName(Py_TYPE(object));
	if (type != NULL)
		PyErr_Format(PyExc_TypeError, "%s must be %s, not %U", name, kind_name(&parameter),
			     type);
	Py_XDECREF(type);
	return false;
}

static bool read_dtype(PyObject *object, struct target *target)
{
	struct slot slot;

	if (object == Py_None)
		return true;
	if (!read_named(object, KIND_DTYPE, "dtype", &slot))
		return false;
	target->dtype = slot.constant;
	return true;
}

static bool read_target_device(PyObject *object, struct target *target)
{
	struct slot slot;

	if (object == Py_None)
		return true;
	if (!read_named(object, KIND_DEVICE, "device", &slot))
		return false;
	target->device = slot.device;
	return true;
}

/* A dtype, a device, or a tensor that has both. */
static bool read_any(PyObject *object, struct target *target)
{
	if (is_tensor(object)) {
		const ct_tensor *other = tensor_handle(object);

		if (other == NULL)
			return false;
		target->dtype = ct_tensor_dtype(other);
		target->device = ct_tensor_device(other);
		return true;
	}
	if (Py_TYPE(object) == constant_types[CONSTANT_DTYPE] || PyType_Check(object))
		return read_dtype(object, target);
	return read_target_device(object, target);
}

/* The arguments of to() by position; the first bool is non_blocking, the second one is copy. */
static bool read_positions(PyObject *args, struct target *target)
{
	bool *const flags[] = { &target->non_blocking, &target->copy };
	size_t given = 0;

	for (Py_ssize_t i = 0; i < PyTuple_Size(args); i++) {
		PyObject *object = PyTuple_GetItem(args, i);

		if (!PyBool_Check(object)) {
			if (!read_any(object, target))
				return false;
		} else if (given < sizeof flags / sizeof *flags) {
			*flags[given++] = object == Py_True;
		} else {
			PyErr_SetString(PyExc_TypeError,
					"to() takes at most two bools by position: "
					"non_blocking and copy");
			return false;
		}
	}
	return true;
}

static PyObject *tensor_to(PyObject *self, PyObject *args, PyObject *names)
{
	static char *keywords[] = {
		"dtype", "device", "non_blocking", "copy", "memory_format", NULL
	};
	PyObject *dtype = Py_None, *device = Py_None, *format = Py_None, *none = PyTuple_New(0);
	struct target target = unchanged;
	struct slot slot = { 0 };
	int non_blocking = 0, copy = 0;
	bool read = none != NULL &&
		    PyArg_ParseTupleAndKeywords(none, names, "|$OOppO:to", keywords, &dtype,
						&device, &non_blocking, &copy, &format) &&
		    read_dtype(dtype, &target) && read_target_device(device, &target) &&
		    (format == Py_None ||
		     read_named(format, KIND_MEMORY_FORMAT, "memory_format", &slot));

	Py_XDECREF(none);
	target.non_blocking = non_blocking != 0;
	target.copy = copy != 0;
	target.memory_format = slot.constant;
	return read && read_positions(args, &target) ? convert(self, &target) : NULL;
}

#define CONVERTER(name, to)                                                 \
	static PyObject *tensor_to_##name(PyObject *self, PyObject *unused) \
	{                                                                   \
		struct target target = unchanged;                           \
                                                                            \
		(void)unused;                                               \
		target.dtype = to;                                          \
		return convert(self, &target);                              \
	}
CONVERTER(float, CT_FLOAT32)
CONVERTER(double, CT_FLOAT64)
CONVERTER(half, CT_FLOAT16)
CONVERTER(bfloat16, CT_BFLOAT16)
CONVERTER(int, CT_INT32)
CONVERTER(long, CT_INT64)
CONVERTER(short, CT_INT16)
CONVERTER(bool, CT_BOOL)
CONVERTER(byte, CT_UINT8)
#undef CONVERTER

static PyObject *tensor_cpu(PyObject *self, PyObject *unused)
{
	struct target target = unchanged;

	(void)unused;
	target.device.type = CT_DEVICE_TYPE_CPU;
	return convert(self, &target);
}

static PyObject *tensor_cuda(PyObject *self, PyObject *args, PyObject *names)
{
	static char *keywords[] = { "device", NULL };
	struct target target = unchanged;
	PyObject *device = Py_None;
	int64_t index = -1;

	if (!PyArg_ParseTupleAndKeywords(args, names, "|O:cuda", keywords, &device))
		return NULL;
	target.device.type = CT_DEVICE_TYPE_CUDA;
	if (PyLong_Check(device) && read_int(device, &index) != FITS)
		return NULL;
	target.device.index = (int32_t)index;
	if (!PyLong_Check(device) && !read_target_device(device, &target))
		return NULL;
	return convert(self, &target);
}

/* --- Numbers in lists ------------------------------------------------------------------------- */

enum { MAX_DIMS = 64 };

struct numbers {
	PyObject *items; /* a list of all of them */
	int64_t shape[MAX_DIMS];
	int dims;
	ct_dtype dtype; /* that has all of them; CT_DTYPE_NONE: there are none */
};

/* A list, or any other sequence that is neither text nor has a dtype of its own. */
static bool is_list(PyObject *object)
{
	if (PyList_Check(object) || PyTuple_Check(object))
		return true;
	return PySequence_Check(object) && !is_tensor(object) && !PyUnicode_Check(object) &&
	       !PyBytes_Check(object) && !PyObject_HasAttrString(object, "__array_interface__");
}

/* A tuple of the items: functions of the program that run meanwhile may change the list itself. */
static PyObject *copy_of_list(PyObject *list)
{
	PyObject *items = PySequence_Tuple(list), *type;
	Py_ssize_t length = items != NULL ? PyObject_Size(list) : -1;

	if (length >= 0 && length == PyTuple_Size(items))
		return items;
	type = length >= 0 ? PyType_GetName(Py_TYPE(list)) : NULL;
	if (type != NULL)
		PyErr_Format(PyExc_ValueError, "could not determine the shape of object type '%U'",
			     type);
	Py_XDECREF(type);
	Py_XDECREF(items);
	return NULL;
}

/* An array of NumPy, but not one without dimensions, which is a number. */
static bool is_array_of_rows(PyObject *object)
{
	bool is_one = !is_tensor(object) && PyObject_HasAttrString(object, "__array_interface__") &&
		      PyObject_HasAttrString(object, "__len__") && PyObject_Size(object) >= 0;

	PyErr_Clear();
	return is_one;
}

/* The lengths of the first lists at each depth. */
static bool find_shape(PyObject *data, struct numbers *numbers)
{
	PyObject *items;
	bool found;

	if (PyUnicode_Check(data) && numbers->dims > 0) {
		PyErr_SetString(PyExc_ValueError, "too many dimensions 'str'");
		return false;
	}
	if (!is_list(data) && !is_array_of_rows(data))
		return true;
	if (numbers->dims == MAX_DIMS) {
		PyErr_SetString(PyExc_ValueError, "tensor(): the lists are too deep");
		return false;
	}
	items = copy_of_list(data);
	if (items == NULL)
		return false;
	numbers->shape[numbers->dims++] = PyTuple_Size(items);
	found = PyTuple_Size(items) == 0 || find_shape(PyTuple_GetItem(items, 0), numbers);
	Py_DECREF(items);
	return found;
}

static ct_dtype dtype_of_python(PyObject *number)
{
	const ct_dtype real = ct_default_dtype();

	if (PyBool_Check(number))
		return CT_BOOL;
	if (PyComplex_Check(number))
		return real == CT_FLOAT64 ? CT_COMPLEX128 : CT_COMPLEX64;
	return PyIndex_Check(number) ? CT_INT64 : real;
}

static bool is_number(PyObject *object)
{
	return PyFloat_Check(object) || PyComplex_Check(object) || PyIndex_Check(object) ||
	       PyObject_HasAttrString(object, "__float__");
}

/* Returns false. */
static bool raise_no_number(PyObject *object)
{
	const bool is_text = PyUnicode_Check(object) || PyBytes_Check(object);
	PyObject *type = PyType_GetName(Py_TYPE(object));

	if (type != NULL)
		PyErr_Format(is_text ? PyExc_TypeError : PyExc_RuntimeError,
			     is_text ? "new(): invalid data type '%U'"
				     : "Could not infer dtype of %U",
			     type);
	Py_XDECREF(type);
	return false;
}

/* The dtype of one number; *is_own: it is a tensor or a number of NumPy, which have their own. */
static bool find_dtype(PyObject *number, ct_dtype *dtype, bool *is_own)
{
	*is_own = true;
	if (is_tensor(number)) {
		const ct_tensor *handle = tensor_handle(number);

		if (handle == NULL)
			return false;
		*dtype = ct_tensor_dtype(handle);
		if (ct_tensor_numel(handle) == 1)
			return true;
		PyErr_Format(PyExc_TypeError,
			     "a number was expected, not a Tensor of %lld elements",
			     (long long)ct_tensor_numel(handle));
		return false;
	}
	*dtype = array_scalar_dtype(number);
	*is_own = *dtype != CT_DTYPE_NONE;
	if (*is_own)
		return true;
	*dtype = dtype_of_python(number);
	return is_number(number) || raise_no_number(number);
}

static bool widen(struct numbers *numbers, ct_dtype dtype)
{
	ct_error error = NULL;

	if (numbers->dtype == CT_DTYPE_NONE)
		numbers->dtype = dtype;
	else if (numbers->dtype != dtype)
		error = ct_promote_types(numbers->dtype, dtype, &numbers->dtype);
	if (error != NULL)
		raise_error(error);
	return error == NULL;
}

static bool add_number(PyObject *data, struct numbers *numbers)
{
	PyObject *item;
	ct_dtype dtype;
	bool is_own, added;

	if (!find_dtype(data, &dtype, &is_own) || !widen(numbers, dtype))
		return false;
	item = is_own ? PyObject_CallMethod(data, "item", NULL) : Py_NewRef(data);
	added = item != NULL && PyList_Append(numbers->items, item) == 0;
	Py_XDECREF(item);
	return added;
}

static bool flatten(PyObject *data, int depth, struct numbers *numbers);

static bool flatten_items(PyObject *items, int depth, struct numbers *numbers)
{
	Py_ssize_t count = PyTuple_Size(items);

	if (count != numbers->shape[depth]) {
		PyErr_Format(PyExc_ValueError,
			     "expected sequence of length %lld at dim %d (got %zd)",
			     (long long)numbers->shape[depth], depth, count);
		return false;
	}
	for (Py_ssize_t i = 0; i < count; i++)
		if (!flatten(PyTuple_GetItem(items, i), depth + 1, numbers))
			return false;
	return true;
}

/* Whether it may be in place of a list of numbers, where another list has such a list. */
static bool is_row(PyObject *object)
{
	if (is_tensor(object))
		return ((tensor_object *)object)->handle != NULL &&
		       ct_tensor_dim(((tensor_object *)object)->handle) > 0;
	return is_list(object) || is_array_of_rows(object);
}

/* Adds as many numbers as the shape has, or fails. */
static bool flatten(PyObject *data, int depth, struct numbers *numbers)
{
	PyObject *items;
	bool done;

	if (depth == numbers->dims) {
		if (!is_list(data))
			return add_number(data, numbers);
		PyErr_SetString(PyExc_ValueError,
				"a number was expected, not a list: the lists differ in depth");
		return false;
	}
	if (!is_row(data)) {
		PyErr_Format(PyExc_ValueError,
			     "expected sequence of length %lld at dim %d (got a number)",
			     (long long)numbers->shape[depth], depth);
		return false;
	}
	items = copy_of_list(data);
	if (items == NULL)
		return false;
	done = flatten_items(items, depth, numbers);
	Py_DECREF(items);
	return done;
}

static bool put_complex(PyObject *item, double *parts)
{
	PyObject *number = PyObject_CallFunctionObjArgs((PyObject *)&PyComplex_Type, item, NULL);

	if (number == NULL)
		return false;
	parts[0] = PyComplex_RealAsDouble(number);
	parts[1] = PyComplex_ImagAsDouble(number);
	Py_DECREF(number);
	return true;
}

/* Whether a dtype has an integer. As in Python's torch, an unsigned one takes a negative integer whose
 * opposite it has, but no negative float. */
static bool is_in_range(int64_t value, ct_dtype dtype, bool is_float)
{
	const int bits = 8 * (int)ct_dtype_size(dtype);
	int64_t greatest;

	if (bits == 64)
		return true;
	if (ct_dtype_is_signed(dtype)) {
		greatest = (INT64_C(1) << (bits - 1)) - 1;
		return value >= -greatest - 1 && value <= greatest;
	}
	greatest = (INT64_C(1) << bits) - 1;
	return value >= (is_float ? 0 : -greatest) && value <= greatest;
}

static bool put_int(PyObject *item, ct_dtype dtype, int64_t *value)
{
	const bool is_float = PyFloat_Check(item);
	const double real = is_float ? PyFloat_AsDouble(item) : 0;
	PyObject *number = is_float ? NULL : PyNumber_Index(item);
	bool fits = is_float ? real >= -0x1p63 && real < 0x1p63 &&
				       (real >= 0 || ct_dtype_is_signed(dtype))
			     : number != NULL;

	*value = is_float && fits ? (int64_t)real : 0;
	if (number != NULL)
		unpack_int(number, value);
	Py_XDECREF(number);
	if (PyErr_Occurred())
		return false;
	if (!fits || !is_in_range(*value, dtype, is_float))
		PyErr_Format(PyExc_RuntimeError,
			     "value cannot be converted to type %s without overflow",
			     ct_dtype_name(dtype));
	return !PyErr_Occurred();
}

static bool put_unsigned(PyObject *item, uint64_t *value)
{
	PyObject *number = PyNumber_Index(item);

	*value = number != NULL ? PyLong_AsUnsignedLongLong(number) : 0;
	Py_XDECREF(number);
	return !PyErr_Occurred();
}

/* Writes a number of the tensor's dtype as one of another dtype, which wide_dtype() returns. */
static bool put_number(PyObject *item, ct_dtype dtype, ct_dtype wide, void *memory, Py_ssize_t i)
{
	int truth;

	switch (wide) {
	case CT_BOOL:
		truth = PyObject_IsTrue(item);
		((bool *)memory)[i] = truth > 0;
		return truth >= 0;
	case CT_INT64:
		return put_int(item, dtype, &((int64_t *)memory)[i]);
	case CT_UINT64:
		return put_unsigned(item, &((uint64_t *)memory)[i]);
	case CT_COMPLEX128:
		return put_complex(item, &((double *)memory)[2 * i]);
	default:
		((double *)memory)[i] = PyFloat_AsDouble(item);
		return !PyErr_Occurred();
	}
}

/* The dtype in which the numbers are passed on to be converted to that of the tensor. */
static ct_dtype wide_dtype(ct_dtype dtype)
{
	if (dtype == CT_BOOL || dtype == CT_UINT64)
		return dtype;
	if (ct_dtype_is_complex(dtype))
		return CT_COMPLEX128;
	return ct_dtype_is_floating_point(dtype) ? CT_FLOAT64 : CT_INT64;
}

static ct_dtype wanted_dtype(const struct numbers *numbers, ct_dtype wanted)
{
	if (wanted != CT_DTYPE_NONE)
		return wanted;
	return numbers->dtype != CT_DTYPE_NONE ? numbers->dtype : ct_default_dtype();
}

static PyObject *from_numbers(const struct numbers *numbers, const struct target *target)
{
	Py_ssize_t count = PyList_Size(numbers->items);
	void *memory = PyMem_Calloc((size_t)count + 1, 2 * sizeof(double));
	struct target to = *target;
	ct_dtype wide;
	PyObject *made = NULL, *converted;
	ct_tensor *tensor;
	ct_error error;

	if (memory == NULL)
		return PyErr_NoMemory();
	to.dtype = wanted_dtype(numbers, target->dtype);
	wide = wide_dtype(to.dtype);
	for (Py_ssize_t i = 0; i < count; i++)
		if (!put_number(PyList_GetItem(numbers->items, i), to.dtype, wide, memory, i)) {
			PyMem_Free(memory);
			return NULL;
		}
	error = ct_tensor_from_data(memory, wide, (ct_ints){ numbers->shape, numbers->dims },
				    &tensor);
	PyMem_Free(memory);
	made = error != NULL ? raise_error(error) : wrap_tensor(tensor);
	if (made == NULL)
		return NULL;
	converted = convert(made, &to);
	Py_DECREF(made);
	return converted;
}

/* Arrays in a list are stacked. */
static bool are_arrays(PyObject *items)
{
	for (Py_ssize_t i = 0; i < PyTuple_Size(items); i++)
		if (!is_array_of_rows(PyTuple_GetItem(items, i)))
			return false;
	return PyTuple_Size(items) > 0;
}

static PyObject *stack_arrays(PyObject *items)
{
	Py_ssize_t count = PyTuple_Size(items);
	PyObject *tensors = PyTuple_New(count), *stacked = NULL;
	ct_tensors read;
	struct arena arena;
	ct_tensor *result;
	ct_error error;

	for (Py_ssize_t i = 0; tensors != NULL && i < count; i++) {
		PyObject *one = tensor_from_buffer(PyTuple_GetItem(items, i));

		if (one == NULL || PyTuple_SetItem(tensors, i, one) != 0)
			Py_CLEAR(tensors);
	}
	if (tensors == NULL)
		return NULL;
	arena_begin(&arena);
	if (read_tensors(tensors, "data", &read, &arena)) {
		error = ct_stack(read.at, read.len, 0, &result);
		stacked = error != NULL ? raise_error(error) : wrap_tensor(result);
	}
	arena_end(&arena);
	Py_DECREF(tensors);
	return stacked;
}

static PyObject *from_nested(PyObject *data, const struct target *target)
{
	struct numbers numbers = { .dtype = CT_DTYPE_NONE };
	PyObject *made = NULL;

	numbers.items = PyList_New(0);
	if (numbers.items == NULL)
		return NULL;
	if (find_shape(data, &numbers) && flatten(data, 0, &numbers))
		made = from_numbers(&numbers, target);
	Py_DECREF(numbers.items);
	return made;
}

/* --- Tensors from data ------------------------------------------------------------------------ */

/* Takes the tensor. */
static PyObject *converted(PyObject *made, const struct target *target)
{
	PyObject *result = made != NULL ? convert(made, target) : NULL;

	Py_XDECREF(made);
	return result;
}

/* Of an array; if it is read-only or has other strides, of a copy of the array. */
static PyObject *from_array(PyObject *data, struct target target)
{
	const bool can_copy = PyObject_HasAttrString(data, "copy") != 0;
	PyObject *made = tensor_from_buffer(data), *copy;

	if (made != NULL || !can_copy ||
	    !(PyErr_ExceptionMatches(PyExc_BufferError) ||
	      PyErr_ExceptionMatches(PyExc_ValueError)))
		return converted(made, &target);
	PyErr_Clear();
	copy = PyObject_CallMethod(data, "copy", NULL);
	made = copy != NULL ? tensor_from_buffer(copy) : NULL;
	Py_XDECREF(copy);
	target.copy = false;
	return converted(made, &target);
}

static PyObject *copy_of_tensor(PyObject *data, struct target target)
{
	ct_tensor *handle = tensor_handle(data), *plain;
	ct_error error;

	if (handle == NULL)
		return NULL;
	target.copy = true;
	error = ct_detach(handle, &plain);
	return error != NULL ? raise_error(error) : converted(wrap_tensor(plain), &target);
}

static PyObject *from_list(PyObject *list, const struct target *target)
{
	PyObject *items = copy_of_list(list), *made;

	if (items == NULL)
		return NULL;
	made = are_arrays(items) ? converted(stack_arrays(items), target)
				 : from_nested(items, target);
	Py_DECREF(items);
	return made;
}

static PyObject *copy_of_array(PyObject *data, struct target target)
{
	target.copy = true;
	return from_array(data, target);
}

static PyObject *make_tensor(PyObject *data, const struct target *target)
{
	if (is_tensor(data))
		return copy_of_tensor(data, *target);
	if (is_list(data))
		return from_list(data, target);
	return is_array_of_rows(data) ? copy_of_array(data, *target) : from_nested(data, target);
}

PyObject *tensor_from_data(PyObject *object)
{
	return make_tensor(object, &unchanged);
}

static PyObject *with_gradient(PyObject *made, bool requires_grad)
{
	ct_error error;

	if (made == NULL || !requires_grad)
		return made;
	error = ct_tensor_set_requires_grad(tensor_handle(made), true);
	if (error == NULL)
		return made;
	Py_DECREF(made);
	return raise_error(error);
}

/* Without a device, that of a with block or of set_default_device(), for which C has the CPU if
 * neither is in effect. */
static bool read_new_device(PyObject *object, struct target *target)
{
	const ct_device preset = ct_default_device();

	if (!read_target_device(object, target))
		return false;
	if (target->device.type == CT_DEVICE_TYPE_NONE && preset.type != CT_DEVICE_TYPE_CPU)
		target->device = preset;
	return true;
}

/* _swap_default_device(device): sets it, and returns what was set; None: none. */
static PyObject *swap_default_device(PyObject *module, PyObject *object)
{
	struct target target = unchanged;
	ct_device was;
	ct_error error;

	(void)module;
	if (!read_target_device(object, &target))
		return NULL;
	error = ct_default_device_swap_(target.device, &was);
	return error != NULL ? raise_error(error) : wrap_device(was);
}

static char *of_tensor[] = { "data", "dtype", "device", "requires_grad", NULL };

static PyObject *tensor_function(PyObject *module, PyObject *args, PyObject *names)
{
	PyObject *data, *dtype = Py_None, *device = Py_None;
	struct target target = unchanged;
	int requires_grad = 0;

	(void)module;
	if (!PyArg_ParseTupleAndKeywords(args, names, "O|OOp:tensor", of_tensor, &data, &dtype,
					 &device, &requires_grad) ||
	    !read_dtype(dtype, &target) || !read_new_device(device, &target))
		return NULL;
	return with_gradient(make_tensor(data, &target), requires_grad != 0);
}

static PyObject *tensor_new_tensor(PyObject *self, PyObject *args, PyObject *names)
{
	PyObject *data, *dtype = Py_None, *device = Py_None;
	struct target target = unchanged;
	int requires_grad = 0;

	if (tensor_handle(self) == NULL || !read_any(self, &target) ||
	    !PyArg_ParseTupleAndKeywords(args, names, "O|OOp:new_tensor", of_tensor, &data, &dtype,
					 &device, &requires_grad) ||
	    !read_dtype(dtype, &target) || !read_target_device(device, &target))
		return NULL;
	return with_gradient(make_tensor(data, &target), requires_grad != 0);
}

static PyObject *as_tensor(PyObject *module, PyObject *args, PyObject *names)
{
	static char *keywords[] = { "data", "dtype", "device", NULL };
	PyObject *data, *dtype = Py_None, *device = Py_None;
	struct target target = unchanged;

	(void)module;
	if (!PyArg_ParseTupleAndKeywords(args, names, "O|OO:as_tensor", keywords, &data, &dtype,
					 &device) ||
	    !read_dtype(dtype, &target) || !read_new_device(device, &target))
		return NULL;
	if (is_tensor(data))
		return convert(data, &target);
	if (is_array_of_rows(data))
		return from_array(data, target);
	return make_tensor(data, &target);
}

static PyObject *is_tensor_function(PyObject *module, PyObject *object)
{
	(void)module;
	return PyBool_FromLong(is_tensor(object));
}

#define NAMED(function) (PyCFunction)(void (*)(void)) function, METH_VARARGS | METH_KEYWORDS

PyMethodDef create_functions[] = {
	{ "tensor", NAMED(tensor_function),
	  "tensor(data, dtype=None, device=None, requires_grad=False)\n--\n\n"
	  "Makes a tensor with a copy of numbers, nested lists, an array of NumPy, or a tensor." },
	{ "as_tensor", NAMED(as_tensor),
	  "as_tensor(data, dtype=None, device=None)\n--\n\n"
	  "Makes a tensor as tensor() does, but shares the memory of a tensor or an array of NumPy "
	  "if it can." },
	{ "_swap_default_device", swap_default_device, METH_O, NULL },
	{ "is_tensor", is_tensor_function, METH_O,
	  "is_tensor(value, /)\n--\n\nWhether it is a Tensor." },
	{ 0 },
};

#define CONVERTER(name, dtype)                                               \
	{                                                                    \
#name, tensor_to_##name, METH_NOARGS,                        \
			#name "($self)\n--\n\nConverts to ctorch." dtype "." \
	}

PyMethodDef create_methods[] = {
	{ "to", NAMED(tensor_to),
	  "to($self, /, *args, dtype=None, device=None, non_blocking=False, copy=False, "
	  "memory_format=None)\n--\n\n"
	  "Converts to the dtype, the device, or both, of arguments in any order, or of a tensor." },
	CONVERTER(float, "float32"),
	CONVERTER(double, "float64"),
	CONVERTER(half, "float16"),
	CONVERTER(bfloat16, "bfloat16"),
	CONVERTER(int, "int32"),
	CONVERTER(long, "int64"),
	CONVERTER(short, "int16"),
	CONVERTER(bool, "bool"),
	CONVERTER(byte, "uint8"),
	{ "cpu", tensor_cpu, METH_NOARGS, "cpu($self)\n--\n\nCopies it to the CPU." },
	{ "cuda", NAMED(tensor_cuda), "cuda($self, device=None)\n--\n\nCopies it to a GPU." },
	{ "new_tensor", NAMED(tensor_new_tensor),
	  "new_tensor($self, data, dtype=None, device=None, requires_grad=False)\n--\n\n"
	  "Makes a tensor as tensor() does, of the same dtype and device." },
	{ 0 },
};
