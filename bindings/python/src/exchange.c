/* Memory shared with other libraries: the buffer protocol and DLPack. */
#include "core.h"
#include "protocols.h"

/* --- The buffer protocol ---------------------------------------------------------------------- */

struct format {
	ct_dtype dtype;
	const char *text; /* of the struct module */
};

/* The first of several formats of a dtype is the one that is written. */
static const struct format formats[] = {
	{ CT_UINT8, "B" },   { CT_INT8, "b" },       { CT_INT16, "h" },       { CT_INT32, "i" },
	{ CT_INT64, "q" },   { CT_INT64, "l" },      { CT_FLOAT16, "e" },     { CT_FLOAT32, "f" },
	{ CT_FLOAT64, "d" }, { CT_COMPLEX64, "Zf" }, { CT_COMPLEX128, "Zd" }, { CT_BOOL, "?" },
	{ CT_UINT16, "H" },  { CT_UINT32, "I" },     { CT_UINT64, "Q" },      { CT_UINT64, "L" },
	{ CT_UINT8, "c" },
};

enum { FORMATS = sizeof formats / sizeof *formats };

static const char *format_of(ct_dtype dtype)
{
	for (int i = 0; i < FORMATS; i++)
		if (formats[i].dtype == dtype)
			return formats[i].text;
	return NULL;
}

/* Sizes, then strides in bytes. */
static Py_ssize_t *shape_of_buffer(const ct_tensor *handle)
{
	int64_t dims = ct_tensor_dim(handle), size = ct_tensor_element_size(handle);
	Py_ssize_t *shape = PyMem_Malloc((size_t)(2 * dims + 1) * sizeof *shape);

	for (int64_t i = 0; shape != NULL && i < dims; i++) {
		shape[i] = (Py_ssize_t)ct_tensor_shape(handle)[i];
		shape[dims + i] = (Py_ssize_t)(ct_tensor_strides(handle)[i] * size);
	}
	return shape;
}

static const char *why_no_buffer(const ct_tensor *handle, int flags)
{
	bool wants_strides = (flags & PyBUF_STRIDES) == PyBUF_STRIDES;

	if (ct_tensor_device(handle).type != CT_DEVICE_TYPE_CPU)
		return "only tensors on the CPU have memory that Python can read: use x.cpu()";
	if (ct_tensor_requires_grad(handle))
		return "the tensor requires a gradient: use x.detach()";
	if (ct_tensor_layout(handle) != CT_STRIDED || format_of(ct_tensor_dtype(handle)) == NULL)
		return "Python has no format for a buffer of this layout or dtype";
	if (ct_tensor_is_conj(handle) || ct_tensor_is_neg(handle))
		return "the elements are not yet computed: use x.resolve_conj().resolve_neg()";
	if (!ct_tensor_is_contiguous(handle) && !wants_strides)
		return "the tensor is not contiguous: use x.contiguous()";
	return NULL;
}

int tensor_get_buffer(PyObject *object, Py_buffer *buffer, int flags)
{
	ct_tensor *handle = tensor_handle(object);
	const char *why = handle != NULL ? why_no_buffer(handle, flags) : "";
	Py_ssize_t *shape;

	buffer->obj = NULL;
	if (why != NULL) {
		if (handle != NULL)
			PyErr_SetString(PyExc_BufferError, why);
		return -1;
	}
	shape = shape_of_buffer(handle);
	if (shape == NULL) {
		PyErr_NoMemory();
		return -1;
	}
	buffer->buf = ct_tensor_mutable_data(handle);
	buffer->itemsize = (Py_ssize_t)ct_tensor_element_size(handle);
	buffer->len = buffer->itemsize * (Py_ssize_t)ct_tensor_numel(handle);
	buffer->readonly = 0;
	buffer->ndim = (int)ct_tensor_dim(handle);
	buffer->format = flags & PyBUF_FORMAT ? (char *)format_of(ct_tensor_dtype(handle)) : NULL;
	buffer->shape = flags & PyBUF_ND ? shape : NULL;
	buffer->strides = (flags & PyBUF_STRIDES) == PyBUF_STRIDES ? shape + buffer->ndim : NULL;
	buffer->suboffsets = NULL;
	buffer->internal = shape;
	buffer->obj = Py_NewRef(object);
	return 0;
}

void tensor_release_buffer(PyObject *object, Py_buffer *buffer)
{
	(void)object;
	PyMem_Free(buffer->internal);
}

static ct_dtype dtype_of_buffer(const Py_buffer *buffer)
{
	const char *text = buffer->format != NULL ? buffer->format : "B";

	text += *text == '@' || *text == '=' || *text == '<';
	for (int i = 0; i < FORMATS; i++)
		if (strcmp(formats[i].text, text) == 0 &&
		    ct_dtype_size(formats[i].dtype) == buffer->itemsize)
			return formats[i].dtype;
	PyErr_Format(PyExc_TypeError, "no dtype has the buffer's format '%s'", text);
	return CT_DTYPE_NONE;
}

/* Runs when the last tensor on the memory is released, in whichever thread. */
static void release_buffer(void *data, void *context)
{
	PyGILState_STATE state = PyGILState_Ensure();

	(void)data;
	PyBuffer_Release(context);
	PyMem_Free(context);
	PyGILState_Release(state);
}

static bool strides_of_buffer(const Py_buffer *buffer, int64_t *sizes, int64_t *strides)
{
	for (int i = 0; i < buffer->ndim; i++) {
		sizes[i] = buffer->shape[i];
		strides[i] = buffer->strides[i] / buffer->itemsize;
		if (buffer->strides[i] < 0 || buffer->strides[i] % buffer->itemsize != 0) {
			PyErr_SetString(PyExc_ValueError,
					"strides must be multiples of the size of an element, and "
					"not negative: copy the array");
			return false;
		}
	}
	return true;
}

static PyObject *tensor_of_buffer(Py_buffer *buffer)
{
	ct_dtype dtype = dtype_of_buffer(buffer);
	int64_t sizes[PyBUF_MAX_NDIM], strides[PyBUF_MAX_NDIM];
	ct_tensor *result;
	ct_error error;

	if (dtype == CT_DTYPE_NONE || !strides_of_buffer(buffer, sizes, strides))
		return NULL;
	error = ct_tensor_from_blob(buffer->buf, dtype, (ct_ints){ sizes, buffer->ndim },
				    (ct_ints){ strides, buffer->ndim }, release_buffer, buffer,
				    &result);
	return error != NULL ? raise_error(error) : wrap_tensor(result);
}

/* ctorch.from_buffer(object): a tensor on the memory of a bytearray, an array, a NumPy array, ... */
static PyObject *from_buffer(PyObject *module, PyObject *object)
{
	Py_buffer *buffer = PyMem_Malloc(sizeof *buffer);
	PyObject *result;

	(void)module;
	if (buffer == NULL)
		return PyErr_NoMemory();
	if (PyObject_GetBuffer(object, buffer, PyBUF_RECORDS) != 0) {
		PyMem_Free(buffer);
		return NULL;
	}
	result = tensor_of_buffer(buffer);
	if (result == NULL) {
		PyBuffer_Release(buffer);
		PyMem_Free(buffer);
	}
	return result;
}

/* --- DLPack ----------------------------------------------------------------------------------- */

static void release_capsule(PyObject *capsule)
{
	if (PyCapsule_IsValid(capsule, "dltensor"))
		ct_dlpack_free(PyCapsule_GetPointer(capsule, "dltensor"));
	else if (PyCapsule_IsValid(capsule, "dltensor_versioned"))
		ct_dlpack_versioned_free(PyCapsule_GetPointer(capsule, "dltensor_versioned"));
}

static PyObject *versioned_capsule(const ct_tensor *handle, bool copy)
{
	const ct_dlpack_options options = { .copy = copy };
	ct_dlpack_versioned *managed;
	ct_error error = ct_tensor_to_dlpack_versioned(handle, &options, &managed);
	PyObject *capsule;

	if (error != NULL)
		return raise_error(error);
	capsule = PyCapsule_New(managed, "dltensor_versioned", release_capsule);
	if (capsule == NULL)
		ct_dlpack_versioned_free(managed);
	return capsule;
}

static PyObject *plain_capsule(const ct_tensor *handle)
{
	ct_dlpack *managed;
	ct_error error = ct_tensor_to_dlpack(handle, &managed);
	PyObject *capsule;

	if (error != NULL)
		return raise_error(error);
	capsule = PyCapsule_New(managed, "dltensor", release_capsule);
	if (capsule == NULL)
		ct_dlpack_free(managed);
	return capsule;
}

PyObject *tensor_dlpack(PyObject *object, PyObject *args, PyObject *names)
{
	static char *keywords[] = { "stream", "max_version", "dl_device", "copy", NULL };
	const ct_tensor *handle = tensor_handle(object);
	PyObject *stream = NULL, *device = NULL, *copy = Py_None;
	int major = 0, minor = 0;
	bool copies;

	if (handle == NULL ||
	    !PyArg_ParseTupleAndKeywords(args, names, "|$O(ii)OO:__dlpack__", keywords, &stream,
					 &major, &minor, &device, &copy))
		return NULL;
	copies = copy == Py_True;
	if (major >= 1)
		return versioned_capsule(handle, copies);
	if (copies) {
		PyErr_SetString(PyExc_BufferError, "a copy needs max_version=(1, 0)");
		return NULL;
	}
	return plain_capsule(handle);
}

PyObject *tensor_dlpack_device(PyObject *object, PyObject *unused)
{
	const ct_tensor *handle = tensor_handle(object);
	ct_dlpack_device device;
	ct_error error;

	(void)unused;
	if (handle == NULL)
		return NULL;
	error = ct_tensor_dlpack_device(handle, &device);
	if (error != NULL)
		return raise_error(error);
	return Py_BuildValue("ii", (int)device.type, (int)device.index);
}

/* The library owns the struct from now on, so the capsule may not release it. */
static PyObject *from_capsule(PyObject *capsule)
{
	bool is_versioned = PyCapsule_IsValid(capsule, "dltensor_versioned");
	ct_tensor *result;
	ct_error error;

	if (!is_versioned && !PyCapsule_IsValid(capsule, "dltensor"))
		return PyErr_Format(PyExc_TypeError, "not an unused DLPack capsule");
	if (is_versioned)
		error = ct_tensor_from_dlpack_versioned(
			PyCapsule_GetPointer(capsule, "dltensor_versioned"), &result);
	else
		error = ct_tensor_from_dlpack(PyCapsule_GetPointer(capsule, "dltensor"), &result);
	if (error != NULL)
		return raise_error(error);
	PyCapsule_SetName(capsule, is_versioned ? "used_dltensor_versioned" : "used_dltensor");
	return wrap_tensor(result);
}

static PyObject *ask_for_capsule(PyObject *object)
{
	PyObject *method = PyObject_GetAttrString(object, "__dlpack__");
	PyObject *empty = PyTuple_New(0), *names = Py_BuildValue("{s(ii)}", "max_version", 1, 0);
	PyObject *capsule = NULL;

	if (method != NULL && empty != NULL && names != NULL)
		capsule = PyObject_Call(method, empty, names);
	if (capsule == NULL && method != NULL && PyErr_ExceptionMatches(PyExc_TypeError)) {
		PyErr_Clear();
		capsule = PyObject_CallNoArgs(method);
	}
	Py_XDECREF(method);
	Py_XDECREF(empty);
	Py_XDECREF(names);
	return capsule;
}

/* ctorch.from_dlpack(object): a tensor on the memory of another library's. */
static PyObject *from_dlpack(PyObject *module, PyObject *object)
{
	PyObject *capsule, *result;

	(void)module;
	if (PyCapsule_CheckExact(object))
		return from_capsule(object);
	capsule = ask_for_capsule(object);
	if (capsule == NULL)
		return NULL;
	result = from_capsule(capsule);
	Py_DECREF(capsule);
	return result;
}

PyMethodDef exchange_functions[] = {
	{ "from_buffer", from_buffer, METH_O,
	  "Makes a tensor on the memory of an object with a buffer, which both then share." },
	{ "from_dlpack", from_dlpack, METH_O,
	  "Makes a tensor on the memory of another library's tensor, which both then share." },
	{ 0 },
};
