/* dtypes, layouts, memory formats, quantization schemes and devices. */
#include "core.h"

#include <structmember.h>

PyTypeObject *device_type, *constant_types[CONSTANT_KINDS];

/* --- Constants: one object for each value, so that `is` compares them ------------------------- */

typedef struct {
	PyObject ob_base;
	int32_t value;
	const char *name; /* "float32" */
} constant_object;

enum { MAX_VALUES = 64 };

static PyObject *constants[CONSTANT_KINDS][MAX_VALUES];

struct constant_name {
	int32_t value;
	const char *name;
};

static const struct constant_name layouts[] = {
	{ CT_STRIDED, "strided" },
	{ CT_SPARSE_COO, "sparse_coo" },
	{ CT_SPARSE_CSR, "sparse_csr" },
	{ CT_MKLDNN, "_mkldnn" },
	{ CT_SPARSE_CSC, "sparse_csc" },
	{ CT_SPARSE_BSR, "sparse_bsr" },
	{ CT_SPARSE_BSC, "sparse_bsc" },
	{ CT_JAGGED, "jagged" },
	{ 0, NULL },
};

static const struct constant_name memory_formats[] = {
	{ CT_CONTIGUOUS_FORMAT, "contiguous_format" },
	{ CT_PRESERVE_FORMAT, "preserve_format" },
	{ CT_CHANNELS_LAST, "channels_last" },
	{ CT_CHANNELS_LAST_3D, "channels_last_3d" },
	{ 0, NULL },
};

static const struct constant_name quant_schemes[] = {
	{ CT_PER_TENSOR_AFFINE, "per_tensor_affine" },
	{ CT_PER_CHANNEL_AFFINE, "per_channel_affine" },
	{ CT_PER_TENSOR_SYMMETRIC, "per_tensor_symmetric" },
	{ CT_PER_CHANNEL_SYMMETRIC, "per_channel_symmetric" },
	{ CT_PER_CHANNEL_AFFINE_FLOAT_QPARAMS, "per_channel_affine_float_qparams" },
	{ 0, NULL },
};

static const char *const type_names[] = {
	[CONSTANT_DTYPE] = "ctorch.dtype",
	[CONSTANT_LAYOUT] = "ctorch.layout",
	[CONSTANT_MEMORY_FORMAT] = "ctorch.memory_format",
	[CONSTANT_QUANT_SCHEME] = "ctorch.qscheme",
};

PyObject *wrap_constant(enum constant_kind kind, int32_t value)
{
	bool is_none = kind != CONSTANT_QUANT_SCHEME && value == 0;

	if (is_none)
		Py_RETURN_NONE;
	if (value < 0 || value >= MAX_VALUES || constants[kind][value] == NULL)
		return PyErr_Format(PyExc_ValueError, "%s has no value with the number %d",
				    type_names[kind], (int)value);
	return Py_NewRef(constants[kind][value]);
}

/* The dtype that a type of Python stands for. */
static enum fit read_type(PyObject *type, int32_t *dtype)
{
	if (type == (PyObject *)&PyFloat_Type)
		*dtype = CT_FLOAT64;
	else if (type == (PyObject *)&PyLong_Type)
		*dtype = CT_INT64;
	else if (type == (PyObject *)&PyBool_Type)
		*dtype = CT_BOOL;
	else if (type == (PyObject *)&PyComplex_Type)
		*dtype = CT_COMPLEX128;
	else
		return DIFFERS;
	return FITS;
}

enum fit read_constant(PyObject *object, enum constant_kind kind, int32_t *value)
{
	if (Py_TYPE(object) != constant_types[kind])
		return kind == CONSTANT_DTYPE ? read_type(object, value) : DIFFERS;
	*value = ((constant_object *)object)->value;
	return FITS;
}

static PyObject *constant_repr(PyObject *object)
{
	return PyUnicode_FromFormat("ctorch.%s", ((constant_object *)object)->name);
}

static PyObject *constant_reduce(PyObject *object, PyObject *unused)
{
	(void)unused;
	return PyUnicode_FromString(((constant_object *)object)->name);
}

static PyObject *dtype_itemsize(PyObject *object, void *unused)
{
	(void)unused;
	return PyLong_FromLongLong(ct_dtype_size(((constant_object *)object)->value));
}

static PyObject *dtype_truth(PyObject *object, void *closure)
{
	bool (*const *function)(ct_dtype) = closure;

	return PyBool_FromLong((*function)(((constant_object *)object)->value));
}

static PyGetSetDef dtype_properties[] = {
	{ "itemsize", dtype_itemsize, NULL, NULL, NULL },
	{ "is_floating_point", dtype_truth, NULL, NULL, POINTER_TO(ct_dtype_is_floating_point) },
	{ "is_complex", dtype_truth, NULL, NULL, POINTER_TO(ct_dtype_is_complex) },
	{ "is_signed", dtype_truth, NULL, NULL, POINTER_TO(ct_dtype_is_signed) },
	{ 0 },
};

static PyGetSetDef no_properties[] = { { 0 } };

static PyMemberDef constant_members[] = {
	{ "name", T_STRING, offsetof(constant_object, name), READONLY, NULL },
	{ 0 },
};

static PyMethodDef constant_methods[] = {
	{ "__reduce__", constant_reduce, METH_NOARGS, NULL },
	{ 0 },
};

static bool add_constant(PyObject *module, enum constant_kind kind, int32_t value, const char *name)
{
	constant_object *object = PyObject_New(constant_object, constant_types[kind]);

	if (object == NULL)
		return false;
	object->value = value;
	object->name = name;
	constants[kind][value] = (PyObject *)object;
	return PyModule_AddObjectRef(module, name, (PyObject *)object) == 0;
}

static bool add_constants(PyObject *module, enum constant_kind kind,
			  const struct constant_name *names)
{
	for (; names->name != NULL; names++)
		if (!add_constant(module, kind, names->value, names->name))
			return false;
	return true;
}

/* The library names its dtypes, of whatever release it is. */
static bool add_dtypes(PyObject *module)
{
	for (int32_t value = 1; value < MAX_VALUES; value++) {
		const char *name = ct_dtype_name(value);

		if (name == NULL || ct_dtype_size(value) <= 0)
			continue;
		if (!add_constant(module, CONSTANT_DTYPE, value, name))
			return false;
	}
	return true;
}

static PyTypeObject *make_constant_type(enum constant_kind kind)
{
	PyType_Slot slots[] = {
		{ Py_tp_repr, constant_repr },
		{ Py_tp_methods, constant_methods },
		{ Py_tp_members, constant_members },
		{ Py_tp_getset, kind == CONSTANT_DTYPE ? dtype_properties : no_properties },
		{ 0 },
	};
	PyType_Spec spec = {
		.name = type_names[kind],
		.basicsize = sizeof(constant_object),
		.flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_DISALLOW_INSTANTIATION,
		.slots = slots,
	};

	return (PyTypeObject *)PyType_FromSpec(&spec);
}

/* --- Devices ---------------------------------------------------------------------------------- */

typedef struct {
	PyObject ob_base;
	ct_device value;
} device_object;

PyObject *wrap_device(ct_device value)
{
	device_object *object;

	if (value.type == CT_DEVICE_TYPE_NONE)
		Py_RETURN_NONE;
	object = PyObject_New(device_object, device_type);
	if (object != NULL)
		object->value = value;
	return (PyObject *)object;
}

enum fit read_device(PyObject *object, ct_device *value)
{
	if (Py_TYPE(object) != device_type)
		return DIFFERS;
	*value = ((device_object *)object)->value;
	return FITS;
}

static PyObject *device_new(PyTypeObject *type, PyObject *args, PyObject *names)
{
	static char *keywords[] = { "type", "index", NULL };
	const char *text;
	int index = -1;
	ct_device value;
	ct_error error;

	(void)type;
	if (!PyArg_ParseTupleAndKeywords(args, names, "s|i:device", keywords, &text, &index))
		return NULL;
	error = ct_device_from_string(text, &value);
	if (error != NULL)
		return raise_error(error);
	if (index >= 0)
		value.index = index;
	return wrap_device(value);
}

static void device_dealloc(PyObject *object)
{
	PyTypeObject *type = Py_TYPE(object);

	PyObject_Free(object);
	Py_DECREF(type);
}

static PyObject *device_name(PyObject *object, void *unused)
{
	(void)unused;
	return PyUnicode_FromString(ct_device_type_name(((device_object *)object)->value.type));
}

static PyObject *device_index(PyObject *object, void *unused)
{
	int32_t index = ((device_object *)object)->value.index;

	(void)unused;
	if (index < 0)
		Py_RETURN_NONE;
	return PyLong_FromLong(index);
}

static PyObject *device_str(PyObject *object)
{
	const ct_device *value = &((device_object *)object)->value;

	if (value->index < 0)
		return device_name(object, NULL);
	return PyUnicode_FromFormat("%s:%d", ct_device_type_name(value->type), (int)value->index);
}

static PyObject *device_repr(PyObject *object)
{
	const ct_device *value = &((device_object *)object)->value;
	const char *name = ct_device_type_name(value->type);

	if (value->index < 0)
		return PyUnicode_FromFormat("device(type='%s')", name);
	return PyUnicode_FromFormat("device(type='%s', index=%d)", name, (int)value->index);
}

static PyObject *device_compare(PyObject *a, PyObject *b, int how)
{
	const ct_device *left = &((device_object *)a)->value, *right;
	bool equal;

	if (Py_TYPE(b) != device_type || (how != Py_EQ && how != Py_NE))
		return Py_NewRef(Py_NotImplemented);
	right = &((device_object *)b)->value;
	equal = left->type == right->type && left->index == right->index;
	return PyBool_FromLong(equal == (how == Py_EQ));
}

static Py_hash_t device_hash(PyObject *object)
{
	const ct_device *value = &((device_object *)object)->value;

	return value->type * 1024 + value->index + 1;
}

static PyGetSetDef device_properties[] = {
	{ "type", device_name, NULL, NULL, NULL },
	{ "index", device_index, NULL, NULL, NULL },
	{ 0 },
};

static PyType_Slot device_slots[] = {
	{ Py_tp_new, device_new },           { Py_tp_dealloc, device_dealloc },
	{ Py_tp_str, device_str },           { Py_tp_repr, device_repr },
	{ Py_tp_hash, device_hash },         { Py_tp_richcompare, device_compare },
	{ Py_tp_getset, device_properties }, { 0 },
};

static PyType_Spec device_spec = {
	.name = "ctorch.device",
	.basicsize = sizeof(device_object),
	.flags = Py_TPFLAGS_DEFAULT,
	.slots = device_slots,
};

/* --- Shapes ----------------------------------------------------------------------------------- */

PyObject *wrap_shape(const int64_t *sizes, int64_t count)
{
	PyObject *tuple = PyTuple_New(count > 0 ? (Py_ssize_t)count : 0);

	for (int64_t i = 0; tuple != NULL && i < count; i++) {
		PyObject *size = PyLong_FromLongLong(sizes[i]);

		if (size == NULL || PyTuple_SetItem(tuple, (Py_ssize_t)i, size) != 0)
			Py_CLEAR(tuple);
	}
	return tuple;
}

static PyTypeObject *size_type; /* a tuple of Python's */

PyObject *wrap_size(const int64_t *sizes, int64_t count)
{
	PyObject *tuple = wrap_shape(sizes, count), *size;

	if (tuple == NULL)
		return NULL;
	size = PyObject_CallFunctionObjArgs((PyObject *)size_type, tuple, NULL);
	Py_DECREF(tuple);
	return size;
}

/* What tuples return of a Size is a Size. */
static PyObject *to_size(PyObject *result)
{
	PyObject *size = result;

	if (result != NULL && Py_TYPE(result) == &PyTuple_Type) {
		size = PyObject_CallFunctionObjArgs((PyObject *)size_type, result, NULL);
		Py_DECREF(result);
	}
	return size;
}

static PyObject *size_subscript(PyObject *self, PyObject *key)
{
	binaryfunc of_tuple = (binaryfunc)PyType_GetSlot(&PyTuple_Type, Py_mp_subscript);

	return to_size(of_tuple(self, key));
}

static PyObject *size_concat(PyObject *self, PyObject *other)
{
	binaryfunc of_tuple = (binaryfunc)PyType_GetSlot(&PyTuple_Type, Py_sq_concat);

	return to_size(of_tuple(self, other));
}

static PyObject *size_numel(PyObject *self, PyObject *unused)
{
	PyObject *product = PyLong_FromLong(1);

	(void)unused;
	for (Py_ssize_t i = 0; product != NULL && i < PyTuple_Size(self); i++) {
		PyObject *next = PyNumber_Multiply(product, PyTuple_GetItem(self, i));

		Py_DECREF(product);
		product = next;
	}
	return product;
}

static PyObject *size_repr(PyObject *self)
{
	PyObject *list = PySequence_List(self), *text = NULL;

	if (list != NULL)
		text = PyUnicode_FromFormat("ctorch.Size(%R)", list);
	Py_XDECREF(list);
	return text;
}

static PyMethodDef size_methods[] = {
	{ "numel", size_numel, METH_NOARGS, "numel($self)\n--\n\nThe product of the sizes." },
	{ 0 },
};

static PyType_Slot size_slots[] = {
	{ Py_tp_repr, size_repr },
	{ Py_tp_methods, size_methods },
	{ Py_mp_subscript, size_subscript },
	{ Py_sq_concat, size_concat },
	{ Py_tp_doc, "The sizes of a tensor: a tuple." },
	{ 0 },
};

static PyType_Spec size_spec = {
	.name = "ctorch.Size",
	.flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE,
	.slots = size_slots,
};

/* --- All -------------------------------------------------------------------------------------- */

bool constants_ready(PyObject *module)
{
	for (int kind = 0; kind < CONSTANT_KINDS; kind++) {
		constant_types[kind] = make_constant_type((enum constant_kind)kind);
		if (constant_types[kind] == NULL ||
		    PyModule_AddObjectRef(module, type_names[kind] + strlen("ctorch."),
					  (PyObject *)constant_types[kind]) != 0)
			return false;
	}
	device_type = (PyTypeObject *)PyType_FromSpec(&device_spec);
	size_type = (PyTypeObject *)PyType_FromSpecWithBases(&size_spec, (PyObject *)&PyTuple_Type);
	return device_type != NULL && size_type != NULL &&
	       PyModule_AddObjectRef(module, "Size", (PyObject *)size_type) == 0 &&
	       PyModule_AddObjectRef(module, "device", (PyObject *)device_type) == 0 &&
	       add_dtypes(module) && add_constants(module, CONSTANT_LAYOUT, layouts) &&
	       add_constants(module, CONSTANT_MEMORY_FORMAT, memory_formats) &&
	       add_constants(module, CONSTANT_QUANT_SCHEME, quant_schemes);
}
