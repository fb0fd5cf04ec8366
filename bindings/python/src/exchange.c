/* Memory shared with other libraries: the buffer protocol and DLPack. */
#include "core.h"
#include "protocols.h"
#include "types.h"

/* --- The buffer protocol ---------------------------------------------------------------------- */

struct format {
	ct_dtype dtype;
	const char *text; /* of the struct module */
};

/* The first of several formats of a dtype is the one that is written. */
static const struct format formats[] = {
	{ CT_UINT8, "B" },   { CT_INT8, "b" },       { CT_INT16, "h" },       { CT_INT32, "i" },
	{ CT_INT64, "l" },   { CT_INT64, "q" },      { CT_FLOAT16, "e" },     { CT_FLOAT32, "f" },
	{ CT_FLOAT64, "d" }, { CT_COMPLEX64, "Zf" }, { CT_COMPLEX128, "Zd" }, { CT_BOOL, "?" },
	{ CT_UINT16, "H" },  { CT_UINT32, "I" },     { CT_UINT64, "L" },      { CT_UINT64, "Q" },
	{ CT_UINT8, "c" },
};

enum { FORMATS = sizeof formats / sizeof *formats };

static const char *format_of(ct_dtype dtype)
{
	const bool has_long = sizeof(long) == sizeof(int64_t); /* which NumPy takes for int64 */

	for (int i = 0; i < FORMATS; i++)
		if (formats[i].dtype == dtype &&
		    (has_long || strchr("lL", *formats[i].text) == NULL))
			return formats[i].text;
	return NULL;
}

/* One for each buffer. It keeps the storage rather than the tensor, whose storage `x.data =` swaps
 * and whose handle a scope frees. */
struct exported {
	ct_storage *storage;
	struct exported *next, **previous;
	Py_ssize_t shape[]; /* sizes, then strides in bytes */
};

static struct exported *all_exported;

static struct exported *export_memory(const ct_tensor *handle)
{
	int64_t dims = ct_tensor_dim(handle), size = ct_tensor_element_size(handle);
	struct exported *self = PyMem_Malloc(sizeof *self +
					     (size_t)(2 * dims) * sizeof *self->shape);
	ct_error error;

	if (self == NULL) {
		PyErr_NoMemory();
		return NULL;
	}
	error = ct_tensor_storage(handle, &self->storage);
	if (error != NULL) {
		PyMem_Free(self);
		raise_error(error);
		return NULL;
	}
	ct_scope_disown_object(self->storage);
	for (int64_t i = 0; i < dims; i++) {
		self->shape[i] = (Py_ssize_t)ct_tensor_shape(handle)[i];
		self->shape[dims + i] = (Py_ssize_t)(ct_tensor_strides(handle)[i] * size);
	}
	self->next = all_exported;
	self->previous = &all_exported;
	if (self->next != NULL)
		self->next->previous = &self->next;
	all_exported = self;
	return self;
}

static bool is_exported(const ct_storage *storage)
{
	for (const struct exported *one = all_exported; one != NULL; one = one->next)
		if (one->storage == storage)
			return true;
	return false;
}

bool is_memory_shared(void)
{
	return all_exported != NULL;
}

bool may_move(PyObject *object)
{
	ct_storage *storage = NULL;
	bool is_free;

	if (PyObject_TypeCheck(object, type_ct_storage.type)) {
		is_free = !is_exported(((handle_object *)object)->handle);
	} else if (is_tensor(object) && ((tensor_object *)object)->handle != NULL) {
		ct_error_free(ct_tensor_storage(((tensor_object *)object)->handle, &storage));
		is_free = storage == NULL || !is_exported(storage);
		ct_storage_free(storage);
	} else {
		return true;
	}
	if (!is_free)
		PyErr_SetString(
			PyExc_BufferError,
			"other objects use this memory, such as x.numpy() or memoryview(x), "
			"so it cannot be resized, nor be `out`: release them, or use "
			"x.copy_()");
	return is_free;
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
	struct exported *exported;

	buffer->obj = NULL;
	if (why != NULL) {
		if (handle != NULL)
			PyErr_SetString(PyExc_BufferError, why);
		return -1;
	}
	exported = export_memory(handle);
	if (exported == NULL)
		return -1;
	buffer->buf = ct_tensor_mutable_data(handle);
	buffer->itemsize = (Py_ssize_t)ct_tensor_element_size(handle);
	buffer->len = buffer->itemsize * (Py_ssize_t)ct_tensor_numel(handle);
	buffer->readonly = 0;
	buffer->ndim = (int)ct_tensor_dim(handle);
	buffer->format = flags & PyBUF_FORMAT ? (char *)format_of(ct_tensor_dtype(handle)) : NULL;
	buffer->shape = flags & PyBUF_ND ? exported->shape : NULL;
	buffer->strides = (flags & PyBUF_STRIDES) == PyBUF_STRIDES ? exported->shape + buffer->ndim
								   : NULL;
	buffer->suboffsets = NULL;
	buffer->internal = exported;
	buffer->obj = Py_NewRef(object);
	return 0;
}

void tensor_release_buffer(PyObject *object, Py_buffer *buffer)
{
	struct exported *self = buffer->internal;

	(void)object;
	*self->previous = self->next;
	if (self->next != NULL)
		self->next->previous = self->previous;
	ct_storage_free_unscoped(self->storage);
	PyMem_Free(self);
}

static const char *format_text(const Py_buffer *buffer)
{
	const char *text = buffer->format != NULL ? buffer->format : "B";

	return text + (*text == '@' || *text == '=' || *text == '<');
}

/* CT_DTYPE_NONE: no dtype has its format. */
static ct_dtype dtype_of_buffer(const Py_buffer *buffer)
{
	for (int i = 0; i < FORMATS; i++)
		if (strcmp(formats[i].text, format_text(buffer)) == 0 &&
		    ct_dtype_size(formats[i].dtype) == buffer->itemsize)
			return formats[i].dtype;
	return CT_DTYPE_NONE;
}

ct_dtype array_scalar_dtype(PyObject *object)
{
	ct_dtype dtype = CT_DTYPE_NONE;
	Py_buffer buffer;

	if (!PyObject_CheckBuffer(object) || is_tensor(object))
		return CT_DTYPE_NONE;
	if (PyObject_GetBuffer(object, &buffer, PyBUF_FULL_RO) != 0) {
		PyErr_Clear();
		return CT_DTYPE_NONE;
	}
	if (buffer.ndim == 0)
		dtype = dtype_of_buffer(&buffer);
	PyBuffer_Release(&buffer);
	return dtype;
}

static void drop_buffer(void *context)
{
	PyBuffer_Release(context);
	PyMem_Free(context);
}

/* Runs when the last tensor on the memory is released, in whichever thread. */
static void release_buffer(void *data, void *context)
{
	(void)data;
	release_with_lock(context, drop_buffer);
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

	if (dtype == CT_DTYPE_NONE)
		return PyErr_Format(PyExc_TypeError, "no dtype has the buffer's format '%s'",
				    format_text(buffer));
	if (!strides_of_buffer(buffer, sizes, strides))
		return NULL;
	error = ct_tensor_from_blob(buffer->buf, dtype, (ct_ints){ sizes, buffer->ndim },
				    (ct_ints){ strides, buffer->ndim }, release_buffer, buffer,
				    &result);
	return error != NULL ? raise_error(error) : wrap_tensor(result);
}

/* A tensor may write to its memory; what has read-only memory fails with one of two classes. */
static void explain_read_only(PyObject *object)
{
	PyObject *type, *value, *traceback;
	Py_buffer buffer;

	PyErr_Fetch(&type, &value, &traceback);
	if (PyObject_GetBuffer(object, &buffer, PyBUF_FULL_RO) == 0) {
		PyBuffer_Release(&buffer);
		PyErr_SetString(PyExc_ValueError,
				"the memory is read-only: ctorch.tensor() copies it");
		Py_XDECREF(type);
		Py_XDECREF(value);
		Py_XDECREF(traceback);
	} else {
		PyErr_Clear();
		PyErr_Restore(type, value, traceback);
	}
}

/* A tensor on the memory of a bytearray, an array, a NumPy array, ... */
PyObject *tensor_from_buffer(PyObject *object)
{
	Py_buffer *buffer = PyMem_Malloc(sizeof *buffer);
	PyObject *result;

	if (buffer == NULL)
		return PyErr_NoMemory();
	if (PyObject_GetBuffer(object, buffer, PyBUF_RECORDS) != 0) {
		PyMem_Free(buffer);
		explain_read_only(object);
		return NULL;
	}
	result = tensor_of_buffer(buffer);
	if (result == NULL) {
		PyBuffer_Release(buffer);
		PyMem_Free(buffer);
	}
	return result;
}

bool is_array(PyObject *object)
{
	return PyObject_CheckBuffer(object) && !is_tensor(object) && !PyBytes_Check(object) &&
	       PyObject_HasAttrString(object, "__len__");
}

static PyObject *from_buffer(PyObject *module, PyObject *object)
{
	(void)module;
	return tensor_from_buffer(object);
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

/* C has no name for the consumer's stream, so this waits until the memory is written. -1: the
 * consumer wants no waiting. */
static bool finish_writing(const ct_tensor *handle, PyObject *stream)
{
	const ct_device device = ct_tensor_device(handle);
	PyThreadState *state;
	ct_stream current;
	ct_error error;

	if (device.type == CT_DEVICE_TYPE_CPU)
		return true;
	if (stream != NULL && PyLong_Check(stream) && PyLong_AsLong(stream) == -1)
		return !PyErr_Occurred();
	state = leave_python();
	error = ct_stream_current(device, &current);
	if (error == NULL)
		error = ct_stream_synchronize(current);
	enter_python(state);
	if (error != NULL)
		raise_error(error);
	return error == NULL;
}

static bool is_on_device(PyObject *object, PyObject *wanted)
{
	PyObject *own;
	int equal;

	if (wanted == NULL || wanted == Py_None)
		return true;
	own = tensor_dlpack_device(object, NULL);
	equal = own != NULL ? PyObject_RichCompareBool(own, wanted, Py_EQ) : -1;
	Py_XDECREF(own);
	if (equal == 0)
		PyErr_SetString(PyExc_BufferError,
				"the tensor is on another device than dl_device: use x.to() first");
	return equal == 1;
}

PyObject *tensor_dlpack(PyObject *object, PyObject *args, PyObject *names)
{
	static char *keywords[] = { "stream", "max_version", "dl_device", "copy", NULL };
	const ct_tensor *handle = tensor_handle(object);
	PyObject *stream = NULL, *version = Py_None, *device = NULL, *copy = Py_None;
	int major = 0, minor = 0;
	bool copies;

	if (handle == NULL ||
	    !PyArg_ParseTupleAndKeywords(args, names, "|$OOOO:__dlpack__", keywords, &stream,
					 &version, &device, &copy))
		return NULL;
	if (version != Py_None && !PyArg_Parse(version, "(ii)", &major, &minor))
		return NULL;
	if (!is_on_device(object, device) || !finish_writing(handle, stream))
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
	  "from_buffer(buffer, /)\n--\n\n"
	  "Makes a tensor on the memory of an object with a buffer, which both then share." },
	{ "from_numpy", from_buffer, METH_O,
	  "from_numpy(array, /)\n--\n\n"
	  "Makes a tensor on the memory of a NumPy array, which both then share." },
	{ "from_dlpack", from_dlpack, METH_O,
	  "from_dlpack(other, /)\n--\n\n"
	  "Makes a tensor on the memory of another library's tensor, which both then share." },
	{ 0 },
};
