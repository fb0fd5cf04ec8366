/* What backward keeps: checkpoints, which keep nothing, and hooks of saved tensors. */
#include "core.h"
#include "protocols.h"

/* PyErr_Fetch(): what replaces it came with Python 3.12. */
#pragma GCC diagnostic ignored "-Wdeprecated-declarations"

/* --- Checkpoints ------------------------------------------------------------------------------ */

/* A call that backward repeats. */
struct repeated {
	PyObject *function, *args, *named;
	PyObject *first; /* a list, which gets the result of the first call */
	bool is_repeated;
};

static void drop_repeated(void *context)
{
	struct repeated *self = context;

	Py_DECREF(self->function);
	Py_DECREF(self->args);
	Py_DECREF(self->named);
	Py_DECREF(self->first);
	PyMem_Free(self);
}

static void release_repeated(void *context)
{
	release_with_lock(context, drop_repeated);
}

/* The library wants one output; the program gets whatever the function returns. */
static bool give_first(PyObject *result, ct_tensor **output)
{
	PyObject *first = result;

	if (PyTuple_Check(result) && PyTuple_Size(result) > 0)
		first = PyTuple_GetItem(result, 0);
	else if (PyList_Check(result) && PyList_Size(result) > 0)
		first = PyList_GetItem(result, 0);
	if (!is_tensor(first)) {
		PyErr_SetString(PyExc_TypeError,
				"checkpoint(): the function must return a Tensor, or a tuple or "
				"list that begins with one");
		return false;
	}
	if (tensor_handle(first) == NULL)
		return false;
	*output = ct_tensor_retain(((tensor_object *)first)->handle);
	return true;
}

/* Whether an exception is the error with which the library stops a second call. */
static bool is_stop(PyObject *type, PyObject *exception)
{
	static const char stopped[] = "recomputation is complete; the function must return this "
				      "error unchanged";
	PyObject *text = type == PyExc_RuntimeError ? PyObject_Str(exception) : NULL;
	const char *utf8 = text != NULL ? PyUnicode_AsUTF8AndSize(text, NULL) : NULL;
	bool is_same = utf8 != NULL && strcmp(utf8, stopped) == 0;

	PyErr_Clear();
	Py_XDECREF(text);
	return is_same;
}

/* The exception of a call that backward has stopped, since it has all it needs, is of no use: it
 * would keep the tensors of that call. */
static ct_error error_of_call(bool is_repeated)
{
	PyObject *type, *exception, *traceback;
	bool is_stopped;

	PyErr_Fetch(&type, &exception, &traceback);
	is_stopped = is_repeated && exception != NULL && is_stop(type, exception);
	PyErr_Restore(type, exception, traceback);
	if (!is_stopped)
		return error_from_python("checkpoint");
	PyErr_Clear();
	return ct_error_new_text(CT_ERROR_RUNTIME, "checkpoint", "stopped");
}

static ct_error call_repeated(ct_tensor *const *inputs, int64_t inputs_len, void *context,
			      ct_tensor **outputs, int64_t outputs_len)
{
	PyGILState_STATE state = PyGILState_Ensure();
	struct repeated *self = context;
	PyObject *result = PyObject_Call(self->function, self->args, self->named);
	ct_error error = NULL;

	(void)inputs, (void)inputs_len, (void)outputs_len;
	if (result == NULL || !give_first(result, outputs) ||
	    (!self->is_repeated && PyList_Append(self->first, result) != 0))
		error = error_of_call(self->is_repeated);
	self->is_repeated = true;
	Py_XDECREF(result);
	PyGILState_Release(state);
	return error;
}

/* Takes the call, and `first`, the same list as in it. */
static PyObject *run_checkpoint(struct repeated *self, PyObject *first,
				const ct_checkpoint_options *options)
{
	PyObject *result = NULL;
	ct_tensor *output;
	struct arena arena;
	ct_tensors inputs;
	ct_error error;

	arena_begin(&arena);
	if (!read_inputs(self->args, &inputs, &arena)) {
		release_repeated(self);
	} else {
		error = ct_checkpoint(call_repeated, self, release_repeated, inputs, options,
				      &output, 1);
		if (error != NULL) {
			release_repeated(self);
			raise_error(error);
		} else {
			ct_tensor_free(output);
			result = Py_NewRef(PyList_GetItem(first, 0));
		}
	}
	arena_end(&arena);
	PyList_SetSlice(first, 0, PyList_Size(first), NULL);
	Py_DECREF(first);
	return result;
}

/* _checkpoint(function, args, kwargs, preserve_rng_state, early_stop, determinism_check) */
static PyObject *checkpoint(PyObject *module, PyObject *args)
{
	ct_checkpoint_options options = { 0 };
	PyObject *function, *inputs, *named, *first;
	struct repeated *self;
	int preserve, stop;

	(void)module;
	if (!PyArg_ParseTuple(args, "OO!O!pps:_checkpoint", &function, &PyTuple_Type, &inputs,
			      &PyDict_Type, &named, &preserve, &stop, &options.determinism_check))
		return NULL;
	options.no_preserve_rng_state = !preserve;
	options.no_early_stop = !stop;
	self = PyMem_Calloc(1, sizeof *self);
	first = PyList_New(0);
	if (self == NULL || first == NULL) {
		PyMem_Free(self);
		Py_XDECREF(first);
		return PyErr_NoMemory();
	}
	self->function = Py_NewRef(function);
	self->args = Py_NewRef(inputs);
	self->named = Py_NewRef(named);
	self->first = Py_NewRef(first);
	return run_checkpoint(self, first, &options);
}

/* --- Hooks of saved tensors ------------------------------------------------------------------- */

/* Calls one of the two functions, which are in a tuple. */
static PyObject *call_one(void *context, Py_ssize_t index, PyObject *argument)
{
	return PyObject_CallFunctionObjArgs(PyTuple_GetItem(context, index), argument, NULL);
}

/* The tensor may be a result of the operation itself, which may not keep itself alive. */
static ct_error pack(const ct_tensor *tensor, void *context, void **packed)
{
	PyGILState_STATE state = PyGILState_Ensure();
	PyObject *object = NULL;
	ct_tensor *plain;
	ct_error error = ct_detach(tensor, &plain);

	if (error == NULL) {
		object = wrap_tensor(plain);
		*packed = object != NULL ? call_one(context, 0, object) : NULL;
		if (*packed == NULL)
			error = error_from_python("saved_tensors_hooks");
	}
	Py_XDECREF(object);
	PyGILState_Release(state);
	return error;
}

static ct_error unpack(void *packed, void *context, ct_tensor **tensor)
{
	PyGILState_STATE state = PyGILState_Ensure();
	PyObject *object = call_one(context, 1, packed);
	ct_error error = NULL;

	if (object == NULL || !give_output(object, tensor, "unpack_hook must return a Tensor"))
		error = error_from_python("saved_tensors_hooks");
	Py_XDECREF(object);
	PyGILState_Release(state);
	return error;
}

static void free_packed(void *packed, void *context)
{
	(void)context;
	release_object(packed);
}

/* _saved_tensors_push(pack_hook, unpack_hook): until ctorch.saved_tensors_pop(). */
static PyObject *saved_tensors_push(PyObject *module, PyObject *args)
{
	PyObject *one, *other;
	ct_error error;

	(void)module;
	if (!PyArg_ParseTuple(args, "OO:saved_tensors_hooks", &one, &other))
		return NULL;
	if (!PyCallable_Check(one) || !PyCallable_Check(other))
		return PyErr_Format(PyExc_TypeError,
				    "saved_tensors_hooks() takes two functions: pack and unpack");
	error = ct_saved_tensors_push(pack, unpack, free_packed, Py_NewRef(args), release_object);
	if (error == NULL)
		Py_RETURN_NONE;
	Py_DECREF(args);
	return raise_error(error);
}

PyMethodDef checkpoint_functions[] = {
	{ "_checkpoint", checkpoint, METH_VARARGS, NULL },
	{ "_saved_tensors_push", saved_tensors_push, METH_VARARGS, NULL },
	{ 0 },
};
