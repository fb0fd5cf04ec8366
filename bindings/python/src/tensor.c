/* The type Tensor: its life, its properties and its conversions to Python's numbers. */
#include "core.h"
#include "protocols.h"
#include "types.h"

#include <structmember.h>

PyTypeObject *tensor_type;

/* --- Life ------------------------------------------------------------------------------------- */

static PyObject *make_tensor(PyTypeObject *type, ct_tensor *handle)
{
	tensor_object *self = PyObject_New(tensor_object, type);

	if (self == NULL) {
		ct_tensor_free_unscoped(handle);
		return NULL;
	}
	self->handle = handle;
	self->weak_references = NULL;
	self->next = NULL;
	self->previous = NULL;
	link_to_scope(self);
	return (PyObject *)self;
}

PyObject *wrap_tensor(ct_tensor *handle)
{
	if (handle == NULL)
		Py_RETURN_NONE;
	ct_scope_disown(handle);
	return make_tensor(tensor_type, handle);
}

PyObject *wrap_tensors(ct_tensor **tensors, int64_t count)
{
	PyObject *tuple = PyTuple_New((Py_ssize_t)count);
	bool failed = tuple == NULL;

	for (int64_t i = 0; i < count; i++) {
		PyObject *item = wrap_tensor(tensors[i]);

		if (failed || item == NULL) {
			Py_XDECREF(item);
			failed = true;
		} else if (PyTuple_SetItem(tuple, (Py_ssize_t)i, item) != 0) {
			failed = true;
		}
	}
	ct_scope_disown_object(tensors);
	ct_free(tensors);
	if (failed)
		Py_CLEAR(tuple);
	return tuple;
}

ct_tensor *tensor_handle(PyObject *object)
{
	ct_tensor *handle = ((tensor_object *)object)->handle;

	if (handle == NULL)
		PyErr_SetString(PyExc_ValueError,
				"this tensor was freed when its ctorch.scope() ended: "
				"scope.keep() keeps a tensor");
	return handle;
}

static void tensor_dealloc(PyObject *object)
{
	tensor_object *self = (tensor_object *)object;
	PyTypeObject *type = Py_TYPE(object);

	if (self->weak_references != NULL)
		PyObject_ClearWeakRefs(object);
	unlink_from_scope(self);
	if (self->handle != NULL)
		ct_tensor_free_unscoped(self->handle);
	((freefunc)PyType_GetSlot(type, Py_tp_free))(object); /* subclasses may be collected */
	Py_DECREF(type);
}

/* What the constructor gets: a tensor, or sizes or data, as it took before PyTorch 0.4. */
static PyObject *tensor_of_arguments(PyObject *args)
{
	PyObject *first = PyTuple_Size(args) == 1 ? PyTuple_GetItem(args, 0) : NULL, *package, *made;

	if (first != NULL && is_tensor(first))
		return Py_NewRef(first);
	package = PyImport_ImportModule("ctorch._tensors");
	made = package != NULL ? PyObject_CallMethod(package, "old_tensor", "(O)", args) : NULL;
	Py_XDECREF(package);
	return made;
}

/* Tensor(x): another object for the tensor x, for subclasses such as Parameter. */
static PyObject *tensor_new(PyTypeObject *type, PyObject *args, PyObject *names)
{
	PyObject *other = names == NULL ? tensor_of_arguments(args) : NULL;
	ct_tensor *handle;
	tensor_object *self;

	if (other == NULL)
		return names != NULL ? PyErr_Format(PyExc_TypeError,
						    "Tensor() takes no keyword arguments")
				     : NULL;
	handle = ct_tensor_retain(tensor_handle(other));
	Py_DECREF(other);
	if (handle == NULL)
		return PyErr_Occurred() ? NULL : PyErr_NoMemory();
	ct_scope_disown(handle);
	self = (tensor_object *)((allocfunc)PyType_GetSlot(type, Py_tp_alloc))(type, 0);
	if (self == NULL) {
		ct_tensor_free_unscoped(handle);
		return NULL;
	}
	self->handle = handle;
	link_to_scope(self);
	return (PyObject *)self;
}

/* --- Texts ------------------------------------------------------------------------------------ */

/* The library writes torch.float64, which is ctorch.float64 here; takes the text. */
static PyObject *with_own_names(PyObject *text)
{
	PyObject *changed = NULL;

	if (text != NULL)
		changed = PyObject_CallMethod(text, "replace", "ss", "=torch.", "=ctorch.");
	Py_XDECREF(text);
	return changed;
}

static PyObject *tensor_repr(PyObject *object)
{
	const ct_tensor *handle = ((tensor_object *)object)->handle;
	char *text;
	PyThreadState *state;
	ct_error error;
	PyObject *result;

	if (handle == NULL)
		return PyUnicode_FromString("<a tensor that its scope has freed>");
	state = leave_python();
	error = ct_tensor_to_string(handle, &text);
	enter_python(state);
	if (error != NULL)
		return raise_error(error);
	result = with_own_names(PyUnicode_FromString(text));
	ct_scope_disown_object(text);
	ct_free(text);
	return result;
}

/* --- Properties ------------------------------------------------------------------------------- */

static PyObject *get_shape(PyObject *object, void *unused)
{
	const ct_tensor *handle = tensor_handle(object);

	(void)unused;
	return handle != NULL ? wrap_size(ct_tensor_shape(handle), ct_tensor_dim(handle)) : NULL;
}

static PyObject *get_dtype(PyObject *object, void *unused)
{
	const ct_tensor *handle = tensor_handle(object);

	(void)unused;
	return handle != NULL ? wrap_constant(CONSTANT_DTYPE, ct_tensor_dtype(handle)) : NULL;
}

static PyObject *get_layout(PyObject *object, void *unused)
{
	const ct_tensor *handle = tensor_handle(object);

	(void)unused;
	return handle != NULL ? wrap_constant(CONSTANT_LAYOUT, ct_tensor_layout(handle)) : NULL;
}

static PyObject *get_device(PyObject *object, void *unused)
{
	const ct_tensor *handle = tensor_handle(object);

	(void)unused;
	return handle != NULL ? wrap_device(ct_tensor_device(handle)) : NULL;
}

static PyObject *get_number(PyObject *object, void *closure)
{
	int64_t (*const *function)(const ct_tensor *) = closure;
	const ct_tensor *handle = tensor_handle(object);

	return handle != NULL ? PyLong_FromLongLong((*function)(handle)) : NULL;
}

static PyObject *get_truth(PyObject *object, void *closure)
{
	bool (*const *function)(const ct_tensor *) = closure;
	const ct_tensor *handle = tensor_handle(object);

	return handle != NULL ? PyBool_FromLong((*function)(handle)) : NULL;
}

static PyObject *get_tensor(PyObject *object, void *closure)
{
	ct_error (*const *function)(const ct_tensor *, ct_tensor **) = closure;
	const ct_tensor *handle = tensor_handle(object);
	ct_tensor *result;
	ct_error error;

	if (handle == NULL)
		return NULL;
	error = (*function)(handle, &result);
	return error != NULL ? raise_error(error) : wrap_tensor(result);
}

static PyObject *get_grad_fn(PyObject *object, void *unused)
{
	const ct_tensor *handle = tensor_handle(object);
	ct_node *node;
	ct_error error;

	(void)unused;
	if (handle == NULL)
		return NULL;
	error = ct_tensor_grad_fn(handle, &node);
	return error != NULL ? raise_error(error) : wrap_handle(&type_ct_node, node);
}

/* The same for all objects of a tensor, while one of them lives. */
static PyObject *get_id(PyObject *object, void *unused)
{
	(void)unused;
	return PyLong_FromVoidPtr(((tensor_object *)object)->handle);
}

static int64_t count_bytes(const ct_tensor *self)
{
	return ct_tensor_numel(self) * ct_tensor_element_size(self);
}

static bool is_cpu(const ct_tensor *self)
{
	return ct_tensor_device(self).type == CT_DEVICE_TYPE_CPU;
}

static bool is_cuda(const ct_tensor *self)
{
	return ct_tensor_device(self).type == CT_DEVICE_TYPE_CUDA;
}

static bool is_sparse(const ct_tensor *self)
{
	return ct_tensor_layout(self) == CT_SPARSE_COO;
}

static int set_requires_grad(PyObject *object, PyObject *value, void *unused)
{
	ct_tensor *handle = tensor_handle(object);
	int truth = value != NULL ? PyObject_IsTrue(value) : 0;
	ct_error error;

	(void)unused;
	if (handle == NULL || truth < 0)
		return -1;
	error = ct_tensor_set_requires_grad(handle, truth != 0);
	if (error != NULL)
		raise_error(error);
	return error != NULL ? -1 : 0;
}

static int set_grad(PyObject *object, PyObject *value, void *unused)
{
	ct_tensor *handle = tensor_handle(object), *grad = NULL;
	ct_error error;

	(void)unused;
	if (handle == NULL)
		return -1;
	if (value != NULL && value != Py_None) {
		if (!is_tensor(value)) {
			PyErr_SetString(PyExc_TypeError, "grad must be a Tensor or None");
			return -1;
		}
		grad = tensor_handle(value);
		if (grad == NULL)
			return -1;
	}
	error = ct_tensor_set_grad(handle, grad);
	if (error != NULL)
		raise_error(error);
	return error != NULL ? -1 : 0;
}

/* x.data = y: the same tensor, with the other's memory. */
static int set_data(PyObject *object, PyObject *value, void *unused)
{
	ct_tensor *handle = tensor_handle(object), *data;
	ct_error error;

	(void)unused;
	if (handle == NULL)
		return -1;
	if (value == NULL || !is_tensor(value)) {
		PyErr_SetString(PyExc_TypeError, "data must be a Tensor");
		return -1;
	}
	data = tensor_handle(value);
	if (data == NULL)
		return -1;
	error = ct_set_data(handle, data);
	if (error != NULL)
		raise_error(error);
	return error != NULL ? -1 : 0;
}

static PyGetSetDef properties[] = {
	{ "shape", get_shape, NULL, "its sizes, a Size", NULL },
	{ "dtype", get_dtype, NULL, NULL, NULL },
	{ "layout", get_layout, NULL, NULL, NULL },
	{ "device", get_device, NULL, NULL, NULL },
	{ "ndim", get_number, NULL, NULL, POINTER_TO(ct_tensor_dim) },
	{ "itemsize", get_number, NULL, NULL, POINTER_TO(ct_tensor_element_size) },
	{ "nbytes", get_number, NULL, NULL, POINTER_TO(count_bytes) },
	{ "output_nr", get_number, NULL, NULL, POINTER_TO(ct_tensor_output_nr) },
	{ "is_leaf", get_truth, NULL, NULL, POINTER_TO(ct_tensor_is_leaf) },
	{ "is_nested", get_truth, NULL, NULL, POINTER_TO(ct_tensor_is_nested) },
	{ "is_quantized", get_truth, NULL, NULL, POINTER_TO(ct_tensor_is_quantized) },
	{ "is_cpu", get_truth, NULL, NULL, POINTER_TO(is_cpu) },
	{ "is_cuda", get_truth, NULL, NULL, POINTER_TO(is_cuda) },
	{ "is_sparse", get_truth, NULL, NULL, POINTER_TO(is_sparse) },
	{ "retains_grad", get_truth, NULL, NULL, POINTER_TO(ct_tensor_retains_grad) },
	{ "requires_grad", get_truth, set_requires_grad, NULL,
	  POINTER_TO(ct_tensor_requires_grad) },
	{ "grad", get_tensor, set_grad, NULL, POINTER_TO(ct_tensor_grad) },
	{ "grad_fn", get_grad_fn, NULL, "the node of the operation that made it; None: a leaf",
	  NULL },
	{ "_id", get_id, NULL, NULL, NULL },
	{ "data", get_tensor, set_data, NULL, POINTER_TO(ct_detach) },
	{ "T", get_tensor, NULL, NULL, POINTER_TO(ct_numpy_T) },
	{ "H", get_tensor, NULL, NULL, POINTER_TO(ct_matrix_H) },
	{ "mT", get_tensor, NULL, NULL, POINTER_TO(ct_mT) },
	{ "mH", get_tensor, NULL, NULL, POINTER_TO(ct_mH) },
	{ "real", get_tensor, NULL, NULL, POINTER_TO(ct_real) },
	{ "imag", get_tensor, NULL, NULL, POINTER_TO(ct_imag) },
	{ 0 },
};

/* --- Numbers ---------------------------------------------------------------------------------- */

static PyObject *tensor_item(PyObject *object, PyObject *unused)
{
	const ct_tensor *handle = tensor_handle(object);
	PyThreadState *state;
	ct_scalar scalar;
	ct_error error;

	(void)unused;
	if (handle == NULL)
		return NULL;
	state = leave_python();
	error = ct_tensor_item(handle, &scalar);
	enter_python(state);
	return error != NULL ? raise_error(error) : wrap_scalar(scalar);
}

PyObject *wrap_scalar(ct_scalar scalar)
{
	switch (scalar.kind) {
	case CT_SCALAR_BOOL:
		return PyBool_FromLong(scalar.i != 0);
	case CT_SCALAR_FLOAT:
		return PyFloat_FromDouble(scalar.re);
	case CT_SCALAR_COMPLEX:
		return PyComplex_FromDoubles(scalar.re, scalar.im);
	case CT_SCALAR_UINT:
		return PyLong_FromUnsignedLongLong((unsigned long long)scalar.i);
	default:
		return PyLong_FromLongLong(scalar.i);
	}
}

static PyObject *converted_item(PyObject *object, PyObject *(*convert)(PyObject *))
{
	const ct_tensor *handle = tensor_handle(object);
	PyObject *item, *number;

	if (handle == NULL)
		return NULL;
	if (ct_tensor_numel(handle) != 1)
		return PyErr_Format(PyExc_ValueError,
				    "only one element tensors can be converted to "
				    "Python scalars");
	item = tensor_item(object, NULL);
	if (item == NULL)
		return NULL;
	number = convert(item);
	Py_DECREF(item);
	return number;
}

static PyObject *tensor_float(PyObject *object)
{
	return converted_item(object, PyNumber_Float);
}

static PyObject *tensor_int(PyObject *object)
{
	return converted_item(object, PyNumber_Long);
}

static PyObject *tensor_index(PyObject *object)
{
	const ct_tensor *handle = tensor_handle(object);
	PyObject *item, *number;

	if (handle == NULL)
		return NULL;
	item = ct_tensor_numel(handle) == 1 ? tensor_item(object, NULL) : Py_NewRef(Py_None);
	if (item == NULL)
		return NULL;
	if (!PyLong_Check(item)) {
		Py_DECREF(item);
		PyErr_SetString(
			PyExc_TypeError,
			"only integer tensors of a single element can be converted to an index");
		return NULL;
	}
	number = PyNumber_Index(item);
	Py_DECREF(item);
	return number;
}

static int tensor_bool(PyObject *object)
{
	const ct_tensor *handle = tensor_handle(object);
	PyObject *item;
	int truth;

	if (handle == NULL)
		return -1;
	if (ct_tensor_numel(handle) > 1) {
		PyErr_SetString(PyExc_RuntimeError,
				"Boolean value of Tensor with more than one value is ambiguous");
		return -1;
	}
	item = tensor_item(object, NULL);
	truth = item != NULL ? PyObject_IsTrue(item) : -1;
	Py_XDECREF(item);
	return truth;
}

/* --- Lists ------------------------------------------------------------------------------------ */

/* Nests the numbers of a contiguous tensor as its dimensions say. */
static PyObject *nest(const ct_tensor *flat, const int64_t *sizes, int64_t dims, int64_t *place)
{
	PyObject *list;
	ct_scalar scalar;
	ct_error error;

	if (dims == 0) {
		error = ct_tensor_element(flat, (ct_ints){ &(int64_t){ (*place)++ }, 1 }, &scalar);
		return error != NULL ? raise_error(error) : wrap_scalar(scalar);
	}
	list = PyList_New((Py_ssize_t)sizes[0]);
	for (int64_t i = 0; list != NULL && i < sizes[0]; i++) {
		PyObject *item = nest(flat, sizes + 1, dims - 1, place);

		if (item == NULL || PyList_SetItem(list, (Py_ssize_t)i, item) != 0)
			Py_CLEAR(list);
	}
	return list;
}

static PyObject *tensor_tolist(PyObject *object, PyObject *unused)
{
	const ct_tensor *handle = tensor_handle(object);
	const ct_device cpu = { CT_DEVICE_TYPE_CPU, -1 };
	ct_tensor *near, *flat;
	int64_t place = 0;
	ct_error error;
	PyObject *list;

	(void)unused;
	if (handle == NULL)
		return NULL;
	error = ct_to_device(handle, cpu, ct_tensor_dtype(handle), false, false,
			     CT_MEMORY_FORMAT_NONE, &near);
	if (error != NULL)
		return raise_error(error);
	error = ct_reshape(near, (int64_t[]){ -1 }, 1, &flat);
	ct_tensor_free(near);
	if (error != NULL)
		return raise_error(error);
	list = nest(flat, ct_tensor_shape(handle), ct_tensor_dim(handle), &place);
	ct_tensor_free(flat);
	return list;
}

/* --- Methods that are not operators ----------------------------------------------------------- */

static PyObject *tensor_data_ptr(PyObject *object, PyObject *unused)
{
	const ct_tensor *handle = tensor_handle(object);

	(void)unused;
	return handle != NULL ? PyLong_FromVoidPtr((void *)ct_tensor_data(handle)) : NULL;
}

/* The number of one dimension, whose argument may be None: all of them. */
static PyObject *number_of_dim(PyObject *object, PyObject *args, PyObject *names,
			       PyObject *(*all)(const ct_tensor *),
			       const int64_t *(*numbers)(const ct_tensor *))
{
	static char *keywords[] = { "dim", NULL };
	const ct_tensor *handle = tensor_handle(object);
	PyObject *given = Py_None;
	long long dim, dims;

	if (handle == NULL || !PyArg_ParseTupleAndKeywords(args, names, "|O", keywords, &given))
		return NULL;
	if (given == Py_None)
		return all(handle);
	dim = PyLong_AsLongLong(given);
	if (dim == -1 && PyErr_Occurred())
		return NULL;
	dims = ct_tensor_dim(handle);
	if (dim < -dims || dim >= dims)
		return PyErr_Format(PyExc_IndexError,
				    "Dimension out of range: %lld in a tensor of %lld dimensions",
				    dim, dims);
	return PyLong_FromLongLong(numbers(handle)[dim < 0 ? dim + dims : dim]);
}

static PyObject *all_strides(const ct_tensor *handle)
{
	return wrap_shape(ct_tensor_strides(handle), ct_tensor_dim(handle));
}

static PyObject *all_sizes(const ct_tensor *handle)
{
	return wrap_size(ct_tensor_shape(handle), ct_tensor_dim(handle));
}

static PyObject *tensor_stride(PyObject *object, PyObject *args, PyObject *names)
{
	return number_of_dim(object, args, names, all_strides, ct_tensor_strides);
}

static PyObject *tensor_size(PyObject *object, PyObject *args, PyObject *names)
{
	return number_of_dim(object, args, names, all_sizes, ct_tensor_shape);
}

static PyObject *tensor_requires_grad(PyObject *object, PyObject *args)
{
	int truth = 1;

	if (!PyArg_ParseTuple(args, "|p:requires_grad_", &truth) ||
	    set_requires_grad(object, truth != 0 ? Py_True : Py_False, NULL) != 0)
		return NULL;
	return Py_NewRef(object);
}

static PyMethodDef methods[] = {
	{ "item", tensor_item, METH_NOARGS, "item($self)\n--\n\nThe only element, a number." },
	{ "tolist", tensor_tolist, METH_NOARGS,
	  "tolist($self)\n--\n\nThe elements as nested lists." },
	{ "data_ptr", tensor_data_ptr, METH_NOARGS,
	  "data_ptr($self)\n--\n\nThe address of the first element." },
	{ "stride", (PyCFunction)(void (*)(void))tensor_stride, METH_VARARGS | METH_KEYWORDS,
	  "stride($self, dim=None)\n--\n\nThe strides, a tuple, or one of them." },
	{ "size", (PyCFunction)(void (*)(void))tensor_size, METH_VARARGS | METH_KEYWORDS,
	  "size($self, dim=None)\n--\n\nThe sizes, or one of them." },
	{ "requires_grad_", tensor_requires_grad, METH_VARARGS,
	  "requires_grad_($self, requires_grad=True)\n--\n\nSets whether backward computes its gradient." },
	{ "__dlpack__", (PyCFunction)(void (*)(void))tensor_dlpack, METH_VARARGS | METH_KEYWORDS,
	  NULL },
	{ "__dlpack_device__", tensor_dlpack_device, METH_NOARGS, NULL },
	{ "register_hook", tensor_register_hook, METH_O,
	  "register_hook($self, hook)\n--\n\nCalls a function with the gradient; returns a RemovableHandle." },
	{ "register_post_accumulate_grad_hook", tensor_register_post_hook, METH_O,
	  "register_post_accumulate_grad_hook($self, hook)\n--\n\nCalls a function with a leaf after backward has added to its grad." },
	{ "backward", (PyCFunction)(void (*)(void))tensor_backward, METH_VARARGS | METH_KEYWORDS,
	  "backward($self, gradient=None, retain_graph=None, create_graph=False, inputs=None)\n--\n\n"
	  "Adds the gradient to the leaves that the tensor depends on." },
	{ 0 },
};

static PyMemberDef members[] = {
	{ "__weaklistoffset__", T_PYSSIZET, offsetof(tensor_object, weak_references), READONLY,
	  NULL },
	{ 0 },
};

static Py_hash_t tensor_hash(PyObject *object)
{
	return (Py_hash_t)((uintptr_t)object >> 4);
}

static PyObject *tensor_iter(PyObject *object)
{
	return PySeqIter_New(object);
}

static PyType_Slot slots[] = {
	{ Py_tp_new, tensor_new },
	{ Py_tp_dealloc, tensor_dealloc },
	{ Py_tp_repr, tensor_repr },
	{ Py_tp_hash, tensor_hash },
	{ Py_tp_iter, tensor_iter },
	{ Py_tp_richcompare, tensor_compare },
	{ Py_tp_getset, properties },
	{ Py_tp_methods, methods },
	{ Py_tp_members, members },
	{ Py_mp_length, tensor_length },
	{ Py_mp_subscript, tensor_subscript },
	{ Py_mp_ass_subscript, tensor_assign },
	{ Py_sq_item, tensor_sequence_item },
	{ Py_sq_contains, tensor_contains },
	{ Py_bf_getbuffer, tensor_get_buffer },
	{ Py_bf_releasebuffer, tensor_release_buffer },
	{ Py_nb_add, tensor_add },
	{ Py_nb_subtract, tensor_sub },
	{ Py_nb_multiply, tensor_mul },
	{ Py_nb_true_divide, tensor_div },
	{ Py_nb_floor_divide, tensor_floor_divide },
	{ Py_nb_remainder, tensor_remainder },
	{ Py_nb_power, tensor_power },
	{ Py_nb_matrix_multiply, tensor_matmul },
	{ Py_nb_and, tensor_and },
	{ Py_nb_or, tensor_or },
	{ Py_nb_xor, tensor_xor },
	{ Py_nb_lshift, tensor_lshift },
	{ Py_nb_rshift, tensor_rshift },
	{ Py_nb_inplace_add, tensor_add_ },
	{ Py_nb_inplace_subtract, tensor_sub_ },
	{ Py_nb_inplace_multiply, tensor_mul_ },
	{ Py_nb_inplace_true_divide, tensor_div_ },
	{ Py_nb_inplace_floor_divide, tensor_floor_divide_ },
	{ Py_nb_inplace_remainder, tensor_remainder_ },
	{ Py_nb_inplace_power, tensor_power_ },
	{ Py_nb_inplace_and, tensor_and_ },
	{ Py_nb_inplace_or, tensor_or_ },
	{ Py_nb_inplace_xor, tensor_xor_ },
	{ Py_nb_negative, tensor_negative },
	{ Py_nb_positive, tensor_positive },
	{ Py_nb_absolute, tensor_absolute },
	{ Py_nb_invert, tensor_invert },
	{ Py_nb_bool, tensor_bool },
	{ Py_nb_int, tensor_int },
	{ Py_nb_float, tensor_float },
	{ Py_nb_index, tensor_index },
	{ 0 },
};

static PyType_Spec spec = {
	.name = "ctorch.Tensor",
	.basicsize = sizeof(tensor_object),
	.flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE,
	.slots = slots,
};

/* Adds the methods of another file. */
static bool add_methods(PyMethodDef *method)
{
	bool added = true;

	for (; added && method->ml_name != NULL; method++) {
		PyObject *descriptor = PyDescr_NewMethod(tensor_type, method);

		added = descriptor != NULL &&
			PyObject_SetAttrString((PyObject *)tensor_type, method->ml_name,
					       descriptor) == 0;
		Py_XDECREF(descriptor);
	}
	return added;
}

bool tensors_ready(PyObject *module)
{
	tensor_type = (PyTypeObject *)PyType_FromSpec(&spec);
	return tensor_type != NULL && add_methods(create_methods) &&
	       PyModule_AddObjectRef(module, "Tensor", (PyObject *)tensor_type) == 0;
}
