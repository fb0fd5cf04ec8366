/* Subscripts of tensors. */
#include "core.h"
#include "protocols.h"

/* --- Parts of a subscript --------------------------------------------------------------------- */

static bool read_bound(PyObject *slice, const char *name, ct_index_given bit, ct_index_given *given,
		       int64_t *bound)
{
	PyObject *object = PyObject_GetAttrString(slice, name), *index;

	if (object == NULL)
		return false;
	if (object == Py_None) {
		Py_DECREF(object);
		return true;
	}
	index = PyNumber_Index(object);
	Py_DECREF(object);
	if (index == NULL)
		return false;
	*given |= bit;
	*bound = PyLong_AsLongLong(index);
	Py_DECREF(index);
	return *bound != -1 || !PyErr_Occurred();
}

static bool read_slice(PyObject *slice, ct_index *part)
{
	int64_t start = 0, stop = 0, step = 1;
	ct_index_given given = 0;

	if (!read_bound(slice, "start", CT_INDEX_START, &given, &start) ||
	    !read_bound(slice, "stop", CT_INDEX_STOP, &given, &stop) ||
	    !read_bound(slice, "step", CT_INDEX_STEP, &given, &step))
		return false;
	*part = ct_index_slice(given, start, stop, step);
	return true;
}

/* An array, or a list of any numbers or lists. */
static bool read_array(PyObject *object, ct_index *part, struct arena *arena)
{
	PyObject *made = tensor_from_data(object);

	if (made == NULL || !arena_hold(arena, made))
		return false;
	*part = ct_index_at_tensor(((tensor_object *)made)->handle);
	return true;
}

/* A list, most often of ints or bools, as [0, 2] or [True, False]. */
static bool read_index_list(PyObject *list, ct_index *part, struct arena *arena)
{
	static const struct parameter ints = { .name = "index", .kind = KIND_INTS },
				      bools = { .name = "index", .kind = KIND_BOOLS };
	struct slot slot;
	enum fit fit = read_argument(&bools, list, &slot, arena);

	if (fit == FITS && slot.len > 0) {
		*part = ct_index_at_mask(slot.at, slot.len);
		return true;
	}
	if (fit != RAISES)
		fit = read_argument(&ints, list, &slot, arena);
	if (fit == FITS)
		*part = ct_index_at_list(slot.at, slot.len);
	return fit == DIFFERS ? read_array(list, part, arena) : fit == FITS;
}

static bool read_index_number(PyObject *object, ct_index *part)
{
	int64_t place;
	enum fit fit = read_int(object, &place);

	if (fit == FITS)
		*part = ct_index_at(place);
	if (fit == DIFFERS)
		PyErr_SetString(PyExc_IndexError,
				"only integers, slices (`:`), ellipsis (`...`), None and long or "
				"byte Variables are valid indices");
	return fit == FITS;
}

static bool is_range(PyObject *object)
{
	return Py_TYPE(object) == &PyRange_Type;
}

static bool read_part(PyObject *object, ct_index *part, struct arena *arena)
{
	if (is_tensor(object)) {
		const ct_tensor *handle = tensor_handle(object);

		if (handle != NULL)
			*part = ct_index_at_tensor(handle);
		return handle != NULL;
	}
	if (object == Py_None)
		*part = ct_index_new_axis();
	else if (object == Py_Ellipsis)
		*part = ct_index_ellipsis();
	else if (PyBool_Check(object))
		*part = ct_index_at_bool(object == Py_True);
	else if (PySlice_Check(object))
		return read_slice(object, part);
	else if (is_array(object) || is_range(object))
		return read_array(object, part, arena);
	else if (PyList_Check(object) || PyTuple_Check(object))
		return read_index_list(object, part, arena);
	else
		return read_index_number(object, part);
	return true;
}

/* What makes a list that has it one of subscripts rather than of numbers. */
static bool is_subscript(PyObject *object)
{
	return is_tensor(object) || object == Py_None || object == Py_Ellipsis ||
	       PySlice_Check(object) || PyList_Check(object) || PyTuple_Check(object) ||
	       is_array(object) || is_range(object);
}

enum { TUPLE_MAX = 32 }; /* longer lists are numbers, as in NumPy and Python's torch */

/* The subscripts of all dimensions: a tuple, or a list that stands for one, as x[[None, 0]]. NULL
 * with an exception. */
static PyObject *all_subscripts(PyObject *subscript, struct arena *arena)
{
	PyObject *tuple;

	if (PyTuple_Check(subscript))
		return subscript;
	tuple = PyList_Check(subscript) ? PyList_AsTuple(subscript) : PyTuple_Pack(1, subscript);
	if (tuple == NULL || !arena_hold(arena, tuple))
		return NULL;
	if (!PyList_Check(subscript))
		return tuple;
	if (PyTuple_Size(tuple) < TUPLE_MAX)
		for (Py_ssize_t i = 0; i < PyTuple_Size(tuple); i++)
			if (is_subscript(PyTuple_GetItem(tuple, i)))
				return tuple;
	tuple = PyTuple_Pack(1, tuple);
	return tuple != NULL && arena_hold(arena, tuple) ? tuple : NULL;
}

static ct_index *read_parts(PyObject *subscript, int64_t *count, struct arena *arena)
{
	PyObject *all = all_subscripts(subscript, arena);
	ct_index *parts;

	if (all == NULL)
		return NULL;
	*count = PyTuple_Size(all);
	parts = arena_get(arena, ((size_t)*count + 1) * sizeof *parts);
	for (int64_t i = 0; parts != NULL && i < *count; i++)
		if (!read_part(PyTuple_GetItem(all, (Py_ssize_t)i), &parts[i], arena))
			return NULL;
	return parts;
}

/* --- The mapping ------------------------------------------------------------------------------ */

Py_ssize_t tensor_length(PyObject *object)
{
	const ct_tensor *handle = tensor_handle(object);

	if (handle == NULL)
		return -1;
	if (ct_tensor_dim(handle) == 0) {
		PyErr_SetString(PyExc_TypeError, "len() of a 0-d tensor");
		return -1;
	}
	return (Py_ssize_t)ct_tensor_size(handle, 0);
}

static PyObject *subscript_of(const ct_tensor *handle, const ct_index *parts, int64_t count)
{
	PyThreadState *state = leave_python();
	ct_tensor *result;
	ct_error error = ct_tensor_index(handle, parts, count, &result);

	enter_python(state);
	return error != NULL ? raise_error(error) : wrap_tensor(result);
}

PyObject *tensor_subscript(PyObject *object, PyObject *subscript)
{
	const ct_tensor *handle = tensor_handle(object);
	struct arena arena;
	PyObject *result = NULL;
	ct_index *parts;
	int64_t count;

	if (handle == NULL)
		return NULL;
	arena_begin(&arena);
	parts = read_parts(subscript, &count, &arena);
	if (parts != NULL)
		result = subscript_of(handle, parts, count);
	arena_end(&arena);
	return result;
}

PyObject *tensor_sequence_item(PyObject *object, Py_ssize_t index)
{
	const ct_tensor *handle = tensor_handle(object);
	const ct_index part = ct_index_at(index);

	if (handle == NULL)
		return NULL;
	if (ct_tensor_dim(handle) == 0) {
		PyErr_SetString(PyExc_TypeError, "iteration over a 0-d tensor");
		return NULL;
	}
	return subscript_of(handle, &part, 1);
}

static ct_error put(ct_tensor *handle, const ct_index *parts, int64_t count, PyObject *value,
		    ct_scalar scalar)
{
	PyThreadState *state = leave_python();
	ct_error error = value != NULL ? ct_tensor_index_put(handle, parts, count,
							     ((tensor_object *)value)->handle)
				       : ct_tensor_index_put_scalar(handle, parts, count, scalar);

	enter_python(state);
	return error;
}

static bool assign(ct_tensor *handle, const ct_index *parts, int64_t count, PyObject *value);

static bool assign_array(ct_tensor *handle, const ct_index *parts, int64_t count, PyObject *value)
{
	PyObject *made = tensor_from_data(value);
	bool done = made != NULL && assign(handle, parts, count, made);

	Py_XDECREF(made);
	return done;
}

static bool assign(ct_tensor *handle, const ct_index *parts, int64_t count, PyObject *value)
{
	ct_scalar scalar = { 0 };
	ct_error error;
	enum fit fit;

	if (is_tensor(value)) {
		if (tensor_handle(value) == NULL)
			return false;
		error = put(handle, parts, count, value, scalar);
	} else if (PyList_Check(value) || PyTuple_Check(value) || is_array(value)) {
		return assign_array(handle, parts, count, value);
	} else {
		fit = read_scalar(value, &scalar);
		if (fit == DIFFERS)
			PyErr_SetString(PyExc_TypeError,
					"a Tensor or a number can be assigned to a subscript");
		if (fit != FITS)
			return false;
		error = put(handle, parts, count, NULL, scalar);
	}
	if (error != NULL)
		raise_error(error);
	return error == NULL;
}

int tensor_assign(PyObject *object, PyObject *subscript, PyObject *value)
{
	ct_tensor *handle = tensor_handle(object);
	struct arena arena;
	bool done = false;
	ct_index *parts;
	int64_t count;

	if (handle == NULL)
		return -1;
	if (value == NULL) {
		PyErr_SetString(PyExc_TypeError, "Tensor does not support deleting items");
		return -1;
	}
	arena_begin(&arena);
	parts = read_parts(subscript, &count, &arena);
	if (parts != NULL)
		done = assign(handle, parts, count, value);
	arena_end(&arena);
	return done ? 0 : -1;
}

int tensor_contains(PyObject *object, PyObject *item)
{
	PyObject *equal = tensor_compare(object, item, Py_EQ), *any = NULL;
	int found = -1;
	ct_tensor *result;
	ct_error error;

	if (equal == NULL)
		return -1;
	if (equal != Py_NotImplemented) {
		error = ct_any(((tensor_object *)equal)->handle, &result);
		any = error != NULL ? raise_error(error) : wrap_tensor(result);
		found = any != NULL ? PyObject_IsTrue(any) : -1;
	} else {
		PyErr_Format(PyExc_RuntimeError,
			     "Tensor.__contains__ only supports Tensor or scalar, but you passed "
			     "in a %R.",
			     Py_TYPE(item));
	}
	Py_XDECREF(any);
	Py_DECREF(equal);
	return found;
}
