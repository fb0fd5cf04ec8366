/* Backward, hooks and the modes of differentiation. */
#include "core.h"
#include "protocols.h"

/* --- Callbacks -------------------------------------------------------------------------------- */

void release_with_lock(void *context, void (*release)(void *context))
{
	PyGILState_STATE state;

	if (!Py_IsInitialized())
		return;
	state = PyGILState_Ensure();
	release(context);
	PyGILState_Release(state);
}

static void drop_object(void *context)
{
	Py_DECREF((PyObject *)context);
}

void release_object(void *context)
{
	release_with_lock(context, drop_object);
}

/* An object for a handle that a callback has borrowed. */
static PyObject *wrap_borrowed(const ct_tensor *handle)
{
	return wrap_tensor(ct_tensor_retain(handle));
}

/* The library reads a result after the callback has returned, when the object may be gone: it gets
 * a handle of the callback's scope. */
static bool give_result(PyObject *result, ct_tensor **to)
{
	ct_tensor *handle;

	if (result == Py_None)
		return true;
	if (!is_tensor(result)) {
		PyErr_SetString(PyExc_TypeError, "a hook must return a Tensor or None");
		return false;
	}
	handle = tensor_handle(result);
	if (handle != NULL)
		*to = ct_tensor_retain(handle);
	return handle != NULL;
}

static bool call_with(PyObject *function, const ct_tensor *tensor, ct_tensor **replacement)
{
	PyObject *argument = wrap_borrowed(tensor), *result = NULL;
	bool done = false;

	if (argument != NULL)
		result = PyObject_CallFunctionObjArgs(function, argument, NULL);
	if (result != NULL)
		done = replacement == NULL || give_result(result, replacement);
	Py_XDECREF(argument);
	Py_XDECREF(result);
	return done;
}

static ct_error call_hook(const ct_tensor *grad, void *context, ct_tensor **replacement)
{
	PyGILState_STATE state = PyGILState_Ensure();
	ct_error error = NULL;

	if (!call_with(context, grad, replacement))
		error = error_from_python("register_hook");
	PyGILState_Release(state);
	return error;
}

static ct_error call_post_hook(ct_tensor *leaf, void *context)
{
	PyGILState_STATE state = PyGILState_Ensure();
	ct_error error = NULL;

	if (!call_with(context, leaf, NULL))
		error = error_from_python("register_post_accumulate_grad_hook");
	PyGILState_Release(state);
	return error;
}

static PyObject *finish_hook(ct_error error, PyObject *function, int64_t hook)
{
	if (error == NULL)
		return new_hook_handle(hook);
	Py_DECREF(function);
	return raise_error(error);
}

static bool check_hook(PyObject *function)
{
	if (!PyCallable_Check(function))
		PyErr_SetString(PyExc_TypeError, "a hook must be a function");
	return PyCallable_Check(function) != 0;
}

PyObject *tensor_register_hook(PyObject *object, PyObject *function)
{
	ct_tensor *handle = tensor_handle(object);
	int64_t hook;
	ct_error error;

	if (handle == NULL || !check_hook(function))
		return NULL;
	error = ct_tensor_register_hook(handle, call_hook, Py_NewRef(function), release_object,
					&hook);
	return finish_hook(error, function, hook);
}

PyObject *tensor_register_post_hook(PyObject *object, PyObject *function)
{
	ct_tensor *handle = tensor_handle(object);
	int64_t hook;
	ct_error error;

	if (handle == NULL || !check_hook(function))
		return NULL;
	error = ct_tensor_register_post_accumulate_hook(handle, call_post_hook, Py_NewRef(function),
							release_object, &hook);
	return finish_hook(error, function, hook);
}

static PyObject *remove_hook(PyObject *module, PyObject *number)
{
	PyObject *index = PyNumber_Index(number);
	long long hook = index != NULL ? PyLong_AsLongLong(index) : -1;

	(void)module;
	Py_XDECREF(index);
	if (hook == -1 && PyErr_Occurred())
		return NULL;
	return PyBool_FromLong(ct_hook_remove(hook));
}

/* --- Backward --------------------------------------------------------------------------------- */

/* Reads a tensor, a list of tensors, or None. */
bool read_tensors(PyObject *object, const char *name, ct_tensors *tensors, struct arena *arena)
{
	const struct parameter list = { .name = name, .kind = KIND_TENSORS };
	PyObject *one = NULL;
	struct slot slot;
	enum fit fit;

	*tensors = (ct_tensors){ NULL, 0 };
	if (object == NULL || object == Py_None)
		return true;
	if (is_tensor(object)) {
		one = PyTuple_New(1);
		if (one == NULL || !arena_hold(arena, one))
			return false;
		PyTuple_SetItem(one, 0, Py_NewRef(object));
		object = one;
	}
	fit = read_argument(&list, object, &slot, arena);
	if (fit == DIFFERS)
		PyErr_Format(PyExc_TypeError, "%s must be a Tensor or a list of Tensors", name);
	if (fit == FITS)
		*tensors = (ct_tensors){ slot.at, slot.len };
	return fit == FITS;
}

struct backward {
	ct_tensors tensors, gradients, inputs;
	bool retain_graph, create_graph;
	const bool *retain; /* NULL: as create_graph */
};

static PyObject *run_backward(const struct backward *run)
{
	PyThreadState *state = leave_python();
	ct_error error = ct_autograd_backward_tensors(run->tensors, run->gradients, run->retain,
						      run->create_graph, run->inputs);

	enter_python(state);
	if (error != NULL)
		return raise_error(error);
	Py_RETURN_NONE;
}

static bool read_flags(PyObject *retain_graph, int create_graph, struct backward *run)
{
	int truth = retain_graph != Py_None ? PyObject_IsTrue(retain_graph) : 0;

	run->retain_graph = truth == 1;
	run->retain = retain_graph != Py_None ? &run->retain_graph : NULL;
	run->create_graph = create_graph != 0;
	return truth >= 0;
}

static PyObject *backward_of(PyObject *tensors, PyObject *gradients, PyObject *inputs,
			     struct backward *run)
{
	struct arena arena;
	PyObject *result = NULL;

	arena_begin(&arena);
	if (read_tensors(tensors, "tensors", &run->tensors, &arena) &&
	    read_tensors(gradients, "gradient", &run->gradients, &arena) &&
	    read_tensors(inputs, "inputs", &run->inputs, &arena))
		result = run_backward(run);
	arena_end(&arena);
	return result;
}

PyObject *tensor_backward(PyObject *object, PyObject *args, PyObject *names)
{
	static char *keywords[] = { "gradient", "retain_graph", "create_graph", "inputs", NULL };
	PyObject *gradient = Py_None, *retain_graph = Py_None, *inputs = Py_None;
	struct backward run;
	int create_graph = 0;

	if (tensor_handle(object) == NULL ||
	    !PyArg_ParseTupleAndKeywords(args, names, "|OOpO:backward", keywords, &gradient,
					 &retain_graph, &create_graph, &inputs) ||
	    !read_flags(retain_graph, create_graph, &run))
		return NULL;
	return backward_of(object, gradient, inputs, &run);
}

static PyObject *autograd_backward(PyObject *module, PyObject *args, PyObject *names)
{
	static char *keywords[] = { "tensors",      "grad_tensors", "retain_graph",
				    "create_graph", "inputs",       NULL };
	PyObject *tensors, *gradients = Py_None, *retain_graph = Py_None, *inputs = Py_None;
	struct backward run;
	int create_graph = 0;

	(void)module;
	if (!PyArg_ParseTupleAndKeywords(args, names, "O|OOpO:backward", keywords, &tensors,
					 &gradients, &retain_graph, &create_graph, &inputs) ||
	    !read_flags(retain_graph, create_graph, &run))
		return NULL;
	return backward_of(tensors, gradients, inputs, &run);
}

static PyObject *run_grad(ct_tensors outputs, ct_tensors inputs,
			  const ct_autograd_grad_options *options, struct arena *arena)
{
	ct_tensor **grads = arena_get(arena, (size_t)inputs.len * sizeof *grads);
	PyThreadState *state;
	ct_error error;

	if (grads == NULL)
		return NULL;
	state = leave_python();
	error = ct_autograd_grad(outputs, inputs, options, grads);
	enter_python(state);
	if (error != NULL)
		return raise_error(error);
	return wrap_outputs(grads, inputs.len);
}

static PyObject *autograd_grad(PyObject *module, PyObject *args, PyObject *names)
{
	static char *keywords[] = {
		"outputs",      "inputs", "grad_outputs", "retain_graph", "create_graph",
		"allow_unused", NULL
	};
	PyObject *outputs, *inputs, *grad_outputs = Py_None, *retain_graph = Py_None,
				    *result = NULL;
	int create_graph = 0, allow_unused = 0;
	ct_autograd_grad_options options = { 0 };
	ct_tensors from, to, given;
	struct backward run;
	struct arena arena;

	(void)module;
	if (!PyArg_ParseTupleAndKeywords(args, names, "OO|OOpp:grad", keywords, &outputs, &inputs,
					 &grad_outputs, &retain_graph, &create_graph,
					 &allow_unused) ||
	    !read_flags(retain_graph, create_graph, &run))
		return NULL;
	arena_begin(&arena);
	if (read_tensors(outputs, "outputs", &from, &arena) &&
	    read_tensors(inputs, "inputs", &to, &arena) &&
	    read_tensors(grad_outputs, "grad_outputs", &given, &arena)) {
		options.grad_outputs = given.at;
		options.grad_outputs_len = given.len;
		options.retain_graph = run.retain;
		options.create_graph = run.create_graph;
		options.allow_unused = allow_unused != 0;
		result = run_grad(from, to, &options, &arena);
	}
	arena_end(&arena);
	return result;
}

/* --- Modes ------------------------------------------------------------------------------------ */

static PyObject *is_grad_enabled(PyObject *module, PyObject *unused)
{
	(void)module;
	(void)unused;
	return PyBool_FromLong(ct_autograd_is_grad_enabled());
}

PyMethodDef autograd_functions[] = {
	{ "remove_hook", remove_hook, METH_O,
	  "remove_hook(hook, /)\n--\n\nRemoves a hook; returns whether it existed." },
	{ "_backward", (PyCFunction)(void (*)(void))autograd_backward, METH_VARARGS | METH_KEYWORDS,
	  NULL },
	{ "_grad", (PyCFunction)(void (*)(void))autograd_grad, METH_VARARGS | METH_KEYWORDS, NULL },
	{ "is_grad_enabled", is_grad_enabled, METH_NOARGS,
	  "is_grad_enabled()\n--\n\nWhether this thread records operations for backward." },
	{ 0 },
};
