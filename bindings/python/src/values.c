/* Values of any type, and Python's objects. */
#include "core.h"
#include "protocols.h"

static PyObject *ordered_dict; /* collections.OrderedDict */

/* --- From objects ----------------------------------------------------------------------------- */

static bool fill(PyObject *object, ct_value *value, int depth);

static bool finish(ct_error error)
{
	if (error != NULL)
		raise_error(error);
	return error == NULL;
}

/* Every value is a copy that owns what it points to. */
static bool copy(ct_value borrowed, ct_value *value)
{
	return finish(ct_value_copy(&borrowed, value));
}

static bool fill_text(PyObject *object, ct_value *value)
{
	Py_ssize_t size;
	const char *text = PyUnicode_AsUTF8AndSize(object, &size);
	ct_value string = ct_value_string(text);

	if (text == NULL)
		return false;
	string.i = size; /* the text may have a NUL in it */
	return copy(string, value);
}

static bool fill_bytes(PyObject *object, ct_value *value)
{
	char *bytes;
	Py_ssize_t size;

	return PyBytes_AsStringAndSize(object, &bytes, &size) == 0 &&
	       copy(ct_value_bytes(bytes, size), value);
}

/* Integers of more than 64 bits travel as digits. */
static bool fill_int(PyObject *object, ct_value *value)
{
	int overflow;
	long long number = PyLong_AsLongLongAndOverflow(object, &overflow);
	PyObject *digits;
	const char *text;
	bool filled;

	if (overflow == 0) {
		*value = ct_value_int(number);
		return number != -1 || !PyErr_Occurred();
	}
	digits = PyObject_Str(object);
	text = digits != NULL ? PyUnicode_AsUTF8AndSize(digits, NULL) : NULL;
	filled = text != NULL && copy(ct_value_big_int(text), value);
	Py_XDECREF(digits);
	return filled;
}

static bool fill_items(PyObject *sequence, ct_value *list, int depth)
{
	Py_ssize_t count = PySequence_Size(sequence);

	for (Py_ssize_t i = 0; i < count; i++) {
		PyObject *object = PySequence_GetItem(sequence, i);
		ct_value item;
		bool filled = object != NULL && fill(object, &item, depth);

		Py_XDECREF(object);
		if (!filled)
			return false;
		if (!finish(ct_value_list_move(list, &item))) {
			ct_value_free(&item);
			return false;
		}
	}
	return count >= 0;
}

static bool fill_pair(PyObject *pair, ct_value *dict, int depth)
{
	ct_value key, item;
	bool set;

	if (!fill(PyTuple_GetItem(pair, 0), &key, depth))
		return false;
	if (!fill(PyTuple_GetItem(pair, 1), &item, depth)) {
		ct_value_free(&key);
		return false;
	}
	set = finish(ct_value_dict_move(dict, key, &item));
	ct_value_free(&key);
	ct_value_free(&item);
	return set;
}

static bool fill_pairs(PyObject *object, ct_value *dict, int depth)
{
	PyObject *pairs = PyMapping_Items(object);
	bool filled = pairs != NULL;

	for (Py_ssize_t i = 0; filled && i < PyList_Size(pairs); i++)
		filled = fill_pair(PyList_GetItem(pairs, i), dict, depth);
	Py_XDECREF(pairs);
	return filled;
}

/* Attributes of an ordered dict, such as `_metadata` of a state dict. */
static bool fill_attributes(PyObject *object, ct_value *dict, int depth)
{
	PyObject *metadata = PyObject_GetAttrString(object, "_metadata");
	ct_value value;
	bool filled;

	if (metadata == NULL) {
		PyErr_Clear();
		return true;
	}
	filled = fill(metadata, &value, depth);
	Py_DECREF(metadata);
	if (!filled)
		return false;
	filled = finish(ct_value_dict_set_attribute(dict, "_metadata", value));
	ct_value_free(&value);
	return filled;
}

static bool fill_dict(PyObject *object, ct_value *dict, int depth)
{
	bool is_ordered = PyObject_IsInstance(object, ordered_dict) == 1;

	*dict = is_ordered ? ct_value_ordered_dict_new() : ct_value_dict_new();
	return fill_pairs(object, dict, depth) &&
	       (!is_ordered || fill_attributes(object, dict, depth));
}

static bool fill_set(PyObject *object, ct_value *set, int depth)
{
	PyObject *iterator = PyObject_GetIter(object), *next;
	bool filled = iterator != NULL;

	*set = ct_value_set_new();
	while (filled && (next = PyIter_Next(iterator)) != NULL) {
		ct_value item;

		filled = fill(next, &item, depth);
		Py_DECREF(next);
		if (!filled)
			break;
		filled = finish(ct_value_set_add(set, item));
		ct_value_free(&item);
	}
	Py_XDECREF(iterator);
	return filled && !PyErr_Occurred();
}

static bool fill_container(PyObject *object, ct_value *value, int depth)
{
	bool filled;

	*value = ct_value_none();
	if (PyDict_Check(object)) {
		filled = fill_dict(object, value, depth);
	} else if (PyAnySet_Check(object)) {
		filled = fill_set(object, value, depth);
	} else {
		*value = PyTuple_Check(object) ? ct_value_tuple_new() : ct_value_list_new();
		filled = fill_items(object, value, depth);
	}
	if (!filled)
		ct_value_free(value);
	return filled;
}

static bool fill_number(PyObject *object, ct_value *value)
{
	ct_scalar scalar;
	enum fit fit = read_scalar(object, &scalar);
	PyObject *type;

	if (fit == FITS)
		*value = ct_value_scalar(scalar);
	if (fit != DIFFERS)
		return fit == FITS;
	type = PyType_GetName(Py_TYPE(object));
	if (type != NULL)
		PyErr_Format(PyExc_TypeError, "an object of type %U has no value in C%s", type,
			     is_array(object) ? ": ctorch.from_numpy() makes a tensor of it" : "");
	Py_XDECREF(type);
	return false;
}

static bool fill_constant(PyObject *object, ct_value *value, bool *is_constant)
{
	static ct_value (*const makers[])(int32_t) = {
		[CONSTANT_DTYPE] = ct_value_dtype,
		[CONSTANT_LAYOUT] = ct_value_layout,
		[CONSTANT_MEMORY_FORMAT] = ct_value_memory_format,
		[CONSTANT_QUANT_SCHEME] = ct_value_quant_scheme,
	};
	ct_device device;
	int32_t number;

	*is_constant = true;
	for (int kind = 0; kind < CONSTANT_KINDS; kind++) {
		if (read_constant(object, (enum constant_kind)kind, &number) == FITS) {
			*value = makers[kind](number);
			return true;
		}
	}
	*is_constant = read_device(object, &device) == FITS;
	if (*is_constant)
		*value = ct_value_device(device);
	return *is_constant;
}

static bool fill_tensor(PyObject *object, ct_value *value)
{
	const ct_tensor *handle = tensor_handle(object);

	return handle != NULL && copy(ct_value_tensor(handle), value);
}

static bool fill_other(PyObject *object, ct_value *value)
{
	bool is_constant, filled = fill_constant(object, value, &is_constant);

	return is_constant ? filled : fill_number(object, value);
}

static bool fill(PyObject *object, ct_value *value, int depth)
{
	if (depth > CT_VALUE_MAX_DEPTH) {
		PyErr_SetString(PyExc_RecursionError, "lists and dicts are nested too deep");
		return false;
	}
	if (object == Py_None) {
		*value = ct_value_none();
		return true;
	}
	if (is_tensor(object))
		return fill_tensor(object, value);
	if (PyUnicode_Check(object))
		return fill_text(object, value);
	if (PyBool_Check(object)) {
		*value = ct_value_bool(object == Py_True);
		return true;
	}
	if (PyLong_Check(object))
		return fill_int(object, value);
	if (PyBytes_Check(object))
		return fill_bytes(object, value);
	if (PyList_Check(object) || PyTuple_Check(object) || PyDict_Check(object) ||
	    PyAnySet_Check(object))
		return fill_container(object, value, depth + 1);
	return fill_other(object, value);
}

bool value_from_object(PyObject *object, ct_value *value)
{
	return fill(object, value, 0);
}

/* --- Samples ---------------------------------------------------------------------------------- */

static const char foreign_type[] = "object of Python";

static bool is_plain(PyObject *object, int depth);

static bool all_plain(PyObject *list, int depth)
{
	PyObject *tuple = PyList_CheckExact(list) ? PyList_AsTuple(list) : Py_NewRef(list);
	bool all = tuple != NULL;

	for (Py_ssize_t i = 0; all && i < PyTuple_Size(tuple); i++)
		all = is_plain(PyTuple_GetItem(tuple, i), depth);
	Py_XDECREF(tuple);
	return all;
}

static bool are_pairs_plain(PyObject *dict, int depth)
{
	PyObject *key, *value;
	Py_ssize_t at = 0;

	while (PyDict_Next(dict, &at, &key, &value))
		if (!PyUnicode_CheckExact(key) || !is_plain(value, depth))
			return false;
	return true;
}

/* Whether a value in C gives back the same: of these types, and of no subclass. */
static bool is_plain(PyObject *object, int depth)
{
	if (depth > CT_VALUE_MAX_DEPTH)
		return false;
	if (PyTuple_CheckExact(object) || PyList_CheckExact(object))
		return all_plain(object, depth + 1);
	if (PyDict_CheckExact(object))
		return are_pairs_plain(object, depth + 1);
	return object == Py_None || Py_TYPE(object) == tensor_type || PyBool_Check(object) ||
	       PyLong_CheckExact(object) || PyFloat_CheckExact(object) ||
	       PyUnicode_CheckExact(object) || PyBytes_CheckExact(object);
}

/* None is the end of a stream in C, and no batch. */
bool sample_from_object(PyObject *object, ct_value *value)
{
	if (object != Py_None && is_plain(object, 0))
		return fill(object, value, 0);
	return finish(ct_value_foreign_new(foreign_type, Py_NewRef(object), release_object, value));
}

static PyObject *foreign_of(const ct_value *value)
{
	void *object;
	ct_error error = ct_value_as_foreign(value, foreign_type, &object);

	return error != NULL ? raise_error(error) : Py_NewRef(object);
}

/* --- To objects ------------------------------------------------------------------------------- */

static PyObject *item_of(const ct_value *value, int64_t i)
{
	ct_value item;
	ct_error error = ct_value_item(value, i, &item);

	return error != NULL ? raise_error(error) : object_from_value(&item);
}

static PyObject *list_of(const ct_value *value)
{
	int64_t count = ct_value_count(value);
	PyObject *list = PyList_New((Py_ssize_t)count);

	for (int64_t i = 0; list != NULL && i < count; i++) {
		PyObject *item = item_of(value, i);

		if (item == NULL || PyList_SetItem(list, (Py_ssize_t)i, item) != 0)
			Py_CLEAR(list);
	}
	return list;
}

static PyObject *tuple_of(const ct_value *value)
{
	PyObject *list = list_of(value), *tuple = NULL;

	if (list != NULL)
		tuple = PyList_AsTuple(list);
	Py_XDECREF(list);
	return tuple;
}

static PyObject *set_of(const ct_value *value)
{
	PyObject *list = list_of(value), *set = NULL;

	if (list != NULL)
		set = PySet_New(list);
	Py_XDECREF(list);
	return set;
}

static bool put_pair(PyObject *dict, const ct_value *value, int64_t i)
{
	ct_value key, item;
	ct_error error = ct_value_dict_item(value, i, &key, &item);
	PyObject *name, *object;
	bool put;

	if (!finish(error))
		return false;
	name = object_from_value(&key);
	object = object_from_value(&item);
	put = name != NULL && object != NULL && PyObject_SetItem(dict, name, object) == 0;
	Py_XDECREF(name);
	Py_XDECREF(object);
	return put;
}

static bool put_attributes(PyObject *dict, const ct_value *value)
{
	ct_value attributes;
	PyObject *own, *all;
	bool put;

	if (!finish(ct_value_dict_attributes(value, &attributes)))
		return false;
	if (ct_value_is_none(&attributes))
		return true;
	own = object_from_value(&attributes);
	all = PyObject_GetAttrString(dict, "__dict__");
	put = own != NULL && all != NULL && PyDict_Update(all, own) == 0;
	Py_XDECREF(own);
	Py_XDECREF(all);
	return put;
}

static PyObject *dict_of(const ct_value *value)
{
	bool is_ordered = ct_value_is_ordered_dict(value);
	PyObject *dict = is_ordered ? PyObject_CallNoArgs(ordered_dict) : PyDict_New();

	for (int64_t i = 0; dict != NULL && i < ct_value_count(value); i++)
		if (!put_pair(dict, value, i))
			Py_CLEAR(dict);
	if (dict != NULL && is_ordered && !put_attributes(dict, value))
		Py_CLEAR(dict);
	return dict;
}

static PyObject *int_of(const ct_value *value)
{
	char *digits;
	ct_error error;
	PyObject *number;

	if (value->kind == CT_VALUE_INT)
		return PyLong_FromLongLong(value->i);
	if (value->kind == CT_VALUE_UINT)
		return PyLong_FromUnsignedLongLong((unsigned long long)value->i);
	error = ct_value_to_string(value, &digits);
	if (error != NULL)
		return raise_error(error);
	number = PyLong_FromString(digits, NULL, 10);
	ct_scope_disown_object(digits);
	ct_free(digits);
	return number;
}

static PyObject *tensor_of(const ct_value *value)
{
	ct_tensor *borrowed;
	ct_error error = ct_value_as_tensor(value, &borrowed);

	return error != NULL ? raise_error(error) : wrap_tensor(ct_tensor_retain(borrowed));
}

PyObject *object_from_value(const ct_value *value)
{
	switch (value->kind) {
	case CT_VALUE_NONE:
		Py_RETURN_NONE;
	case CT_VALUE_BOOL:
		return PyBool_FromLong(value->i != 0);
	case CT_VALUE_INT:
	case CT_VALUE_UINT:
	case CT_VALUE_BIG_INT:
		return int_of(value);
	case CT_VALUE_FLOAT:
		return PyFloat_FromDouble(value->re);
	case CT_VALUE_COMPLEX:
		return PyComplex_FromDoubles(value->re, value->im);
	case CT_VALUE_STRING:
		return PyUnicode_DecodeUTF8(value->object, (Py_ssize_t)value->i, "surrogateescape");
	case CT_VALUE_BYTES:
		return PyBytes_FromStringAndSize(value->object, (Py_ssize_t)value->i);
	case CT_VALUE_TENSOR:
		return tensor_of(value);
	case CT_VALUE_DEVICE:
		return wrap_device(value->device);
	case CT_VALUE_DTYPE:
		return wrap_constant(CONSTANT_DTYPE, (int32_t)value->i);
	case CT_VALUE_LAYOUT:
		return wrap_constant(CONSTANT_LAYOUT, (int32_t)value->i);
	case CT_VALUE_MEMORY_FORMAT:
		return wrap_constant(CONSTANT_MEMORY_FORMAT, (int32_t)value->i);
	case CT_VALUE_QUANT_SCHEME:
		return wrap_constant(CONSTANT_QUANT_SCHEME, (int32_t)value->i);
	case CT_VALUE_TUPLE:
		return tuple_of(value);
	case CT_VALUE_DICT:
		return dict_of(value);
	case CT_VALUE_SET:
		return set_of(value);
	case CT_VALUE_LIST:
	case CT_VALUE_INTS:
	case CT_VALUE_FLOATS:
	case CT_VALUE_BOOLS:
	case CT_VALUE_TENSORS:
		return list_of(value);
	case CT_VALUE_FOREIGN:
		return foreign_of(value);
	default:
		return PyErr_Format(PyExc_NotImplementedError,
				    "Python has no object for a value of type %s",
				    ct_value_type_name(value));
	}
}

bool values_ready(PyObject *module)
{
	PyObject *collections = PyImport_ImportModule("collections");

	(void)module;
	if (collections == NULL)
		return false;
	ordered_dict = PyObject_GetAttrString(collections, "OrderedDict");
	Py_DECREF(collections);
	return ordered_dict != NULL;
}
