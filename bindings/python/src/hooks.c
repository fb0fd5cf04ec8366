/* Handles of hooks, and the hooks that C calls for modules of the library. */
#include "core.h"
#include "protocols.h"
#include "types.h"

#include <structmember.h>

/* PyWeakref_GetObject(): what replaces it came with Python 3.13. */
#pragma GCC diagnostic ignored "-Wdeprecated-declarations"

/* --- Handles ---------------------------------------------------------------------------------- */

/* What register_hook() and the like return: it removes the hook. */
typedef struct {
	PyObject ob_base;
	long long id;     /* among the hooks of a module in Python; of a tensor, the library's number */
	int64_t hook;     /* the library's number; 0: the library does not know the hook */
	PyObject *hooks;  /* of a module: its dict of hooks by id */
	PyObject *module; /* of a hook of the library: a weak reference to its module, or NULL */
} handle_of_hook;

static PyTypeObject *handle_type;

PyObject *new_hook_handle(int64_t hook)
{
	handle_of_hook *self = (handle_of_hook *)PyType_GenericAlloc(handle_type, 0);

	if (self != NULL)
		self->id = self->hook = hook;
	return (PyObject *)self;
}

static void remove_from_module(handle_of_hook *self)
{
	PyObject *module = PyWeakref_GetObject(self->module);
	ct_module *handle = module != Py_None ? ((handle_object *)module)->handle : NULL;

	if (handle != NULL)
		ct_module_remove_hook(handle, self->hook);
}

static PyObject *handle_remove(PyObject *object, PyObject *unused)
{
	handle_of_hook *self = (handle_of_hook *)object;

	(void)unused;
	if (self->hooks != NULL) {
		PyObject *id = PyLong_FromLongLong(self->id);

		if (id == NULL || (PyDict_DelItem(self->hooks, id) != 0 &&
				   !PyErr_ExceptionMatches(PyExc_KeyError))) {
			Py_XDECREF(id);
			return NULL;
		}
		Py_DECREF(id);
		PyErr_Clear();
	}
	if (self->module != NULL)
		remove_from_module(self);
	else if (self->hooks == NULL)
		ct_hook_remove(self->hook);
	Py_RETURN_NONE;
}

static PyObject *handle_enter(PyObject *object, PyObject *unused)
{
	(void)unused;
	return Py_NewRef(object);
}

static PyObject *handle_index(PyObject *object)
{
	return PyLong_FromLongLong(((handle_of_hook *)object)->id);
}

/* A hook may refer to the module that keeps its handle. */
static int handle_traverse(PyObject *object, visitproc visit, void *arg)
{
	Py_VISIT(Py_TYPE(object));
	Py_VISIT(((handle_of_hook *)object)->hooks);
	return 0;
}

static int handle_clear(PyObject *object)
{
	Py_CLEAR(((handle_of_hook *)object)->hooks);
	return 0;
}

static void handle_dealloc(PyObject *object)
{
	handle_of_hook *self = (handle_of_hook *)object;
	PyTypeObject *type = Py_TYPE(object);

	PyObject_GC_UnTrack(object);
	Py_XDECREF(self->hooks);
	Py_XDECREF(self->module);
	PyObject_GC_Del(object);
	Py_DECREF(type);
}

static PyMethodDef handle_methods[] = {
	{ "remove", handle_remove, METH_NOARGS, "Removes the hook; nothing if it is removed." },
	{ "__enter__", handle_enter, METH_NOARGS, NULL },
	{ "__exit__", handle_remove, METH_VARARGS, NULL },
	{ 0 },
};

static PyMemberDef handle_members[] = {
	{ "id", T_LONGLONG, offsetof(handle_of_hook, id), READONLY, NULL },
	{ "_hooks", T_OBJECT, offsetof(handle_of_hook, hooks), READONLY, NULL },
	{ 0 },
};

static PyType_Slot handle_slots[] = {
	{ Py_tp_dealloc, handle_dealloc },
	{ Py_tp_traverse, handle_traverse },
	{ Py_tp_clear, handle_clear },
	{ Py_tp_methods, handle_methods },
	{ Py_tp_members, handle_members },
	{ Py_nb_index, handle_index },
	{ Py_tp_doc, "A hook that was registered; remove() or the end of a with block removes it." },
	{ 0 },
};

static PyType_Spec handle_spec = {
	.name = "ctorch.RemovableHandle",
	.basicsize = sizeof(handle_of_hook),
	.flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_DISALLOW_INSTANTIATION | Py_TPFLAGS_HAVE_GC,
	.slots = handle_slots,
};

bool hooks_ready(PyObject *module)
{
	handle_type = (PyTypeObject *)PyType_FromSpec(&handle_spec);
	return handle_type != NULL &&
	       PyModule_AddObjectRef(module, "RemovableHandle", (PyObject *)handle_type) == 0;
}

/* _hook_handle(hooks, id): a copy of a handle, for a copied dict of hooks. */
PyObject *copy_hook_handle(PyObject *module, PyObject *args)
{
	handle_of_hook *self;
	PyObject *hooks;
	long long id;

	(void)module;
	if (!PyArg_ParseTuple(args, "O!L:_hook_handle", &PyDict_Type, &hooks, &id))
		return NULL;
	self = (handle_of_hook *)new_hook_handle(0);
	if (self == NULL)
		return NULL;
	self->id = id;
	self->hooks = Py_NewRef(hooks);
	return (PyObject *)self;
}

/* --- Calls from C to Python -------------------------------------------------------------------
 *
 * A module's hooks are in Python, which runs those before and after forward() itself. The library
 * calls them if it calls a module in C, such as a layer of nn.TransformerEncoder.
 */

struct module_hook {
	PyObject *module; /* a weak reference to the object: a copy of the module has others */
	PyObject *kind, *id;
};

/* The module that Python is calling in this thread: its hooks run in Python. */
static _Thread_local const ct_module *called;

const ct_module *enter_module(const ct_module *module)
{
	const ct_module *outer = called;

	called = module;
	return outer;
}

void leave_module(const ct_module *outer)
{
	called = outer;
}

static void drop_module_hook(void *context)
{
	struct module_hook *hook = context;

	Py_DECREF(hook->module);
	Py_DECREF(hook->kind);
	Py_DECREF(hook->id);
	PyMem_Free(hook);
}

static void release_module_hook(void *context)
{
	release_with_lock(context, drop_module_hook);
}

/* A tuple of tensors that C lends, None for NULL. */
static PyObject *wrap_lent(const ct_tensor *const *tensors, int64_t count)
{
	PyObject *tuple = PyTuple_New((Py_ssize_t)count);

	for (int64_t i = 0; tuple != NULL && i < count; i++) {
		PyObject *item = wrap_tensor(ct_tensor_retain(tensors[i]));

		if (item == NULL || PyTuple_SetItem(tuple, (Py_ssize_t)i, item) != 0)
			Py_CLEAR(tuple);
	}
	return tuple;
}

/* Reads what replaces tensors: None, or a tuple, whose None leaves a tensor as it is. The handles
 * belong to the scope of the call. */
static bool read_replacements(PyObject *tuple, ct_tensor **replacements, int64_t count)
{
	if (tuple == Py_None)
		return true;
	if (!PyTuple_Check(tuple) || PyTuple_Size(tuple) != count) {
		PyErr_Format(PyExc_RuntimeError, "a hook of this module must return %lld Tensor%s",
			     (long long)count, count == 1 ? "" : "s");
		return false;
	}
	for (int64_t i = 0; i < count; i++) {
		PyObject *item = PyTuple_GetItem(tuple, (Py_ssize_t)i);
		ct_tensor *handle;

		if (item == Py_None)
			continue;
		if (!is_tensor(item)) {
			PyErr_SetString(PyExc_TypeError, "a hook of a module that C calls must "
							 "return Tensors");
			return false;
		}
		handle = tensor_handle(item);
		if (handle == NULL)
			return false;
		replacements[i] = ct_tensor_retain(handle);
	}
	return true;
}

static bool ask_module(const struct module_hook *hook, const ct_module *module, PyObject *first,
		       PyObject *second, ct_tensor **replacements, int64_t count)
{
	PyObject *object = Py_NewRef(PyWeakref_GetObject(hook->module)), *method, *result = NULL;
	bool done = object == Py_None || ((handle_object *)object)->handle != module;

	if (!done) {
		method = PyObject_GetAttrString(object, "_run_hook");
		if (method != NULL)
			result = PyObject_CallFunctionObjArgs(method, hook->kind, hook->id, first,
							      second, NULL);
		Py_XDECREF(method);
		done = result != NULL && read_replacements(result, replacements, count);
		Py_XDECREF(result);
	}
	Py_DECREF(object);
	return done;
}

/* Calls a hook with two lists of tensors. `replacements` has room for `count`, all NULL. */
static ct_error call_hook(const struct module_hook *hook, const ct_module *module,
			  const ct_tensor *const *first, int64_t first_len,
			  const ct_tensor *const *second, int64_t second_len,
			  ct_tensor **replacements, int64_t count)
{
	PyGILState_STATE state;
	PyObject *one, *other;
	ct_error error = NULL;

	if (count > MAX_TENSORS)
		return ct_error_new_text(CT_ERROR_NOT_IMPLEMENTED, "hook",
					 "hooks of Python take at most 64 tensors");
	state = PyGILState_Ensure();
	one = wrap_lent(first, first_len);
	other = wrap_lent(second, second_len);
	if (one == NULL || other == NULL ||
	    !ask_module(hook, module, one, other, replacements, count))
		error = error_from_python("hook");
	Py_XDECREF(one);
	Py_XDECREF(other);
	PyGILState_Release(state);
	return error;
}

static void put_replacements(const ct_tensor **tensors, ct_tensor *const *replacements,
			     int64_t count)
{
	for (int64_t i = 0; i < count; i++)
		if (replacements[i] != NULL)
			tensors[i] = replacements[i];
}

static ct_error call_forward_pre(ct_module *module, const ct_tensor **inputs, int64_t inputs_len,
				 void *context)
{
	ct_tensor *replacements[MAX_TENSORS] = { 0 };
	ct_error error;

	if (module == called)
		return NULL;
	error = call_hook(context, module, inputs, inputs_len, NULL, 0, replacements, inputs_len);
	if (error == NULL)
		put_replacements(inputs, replacements, inputs_len);
	return error;
}

static ct_error call_forward(ct_module *module, const ct_tensor *const *inputs, int64_t inputs_len,
			     ct_tensor **outputs, int64_t outputs_len, void *context)
{
	ct_tensor *replacements[MAX_TENSORS] = { 0 };
	ct_error error;

	if (module == called)
		return NULL;
	error = call_hook(context, module, inputs, inputs_len, (const ct_tensor *const *)outputs,
			  outputs_len, replacements, outputs_len);
	if (error != NULL)
		return error;
	for (int64_t i = 0; i < outputs_len; i++)
		if (replacements[i] != NULL) {
			ct_tensor_free(outputs[i]);
			outputs[i] = replacements[i];
		}
	return NULL;
}

static ct_error call_backward_pre(ct_module *module, const ct_tensor **grads, int64_t grads_len,
				  void *context)
{
	ct_tensor *replacements[MAX_TENSORS] = { 0 };
	ct_error error = call_hook(context, module, grads, grads_len, NULL, 0, replacements,
				   grads_len);

	if (error == NULL)
		put_replacements(grads, replacements, grads_len);
	return error;
}

static ct_error call_backward(ct_module *module, const ct_tensor **grad_inputs,
			      int64_t grad_inputs_len, const ct_tensor *const *grad_outputs,
			      int64_t grad_outputs_len, void *context)
{
	ct_tensor *replacements[MAX_TENSORS] = { 0 };
	ct_error error = call_hook(context, module, grad_inputs, grad_inputs_len, grad_outputs,
				   grad_outputs_len, replacements, grad_inputs_len);

	if (error == NULL)
		put_replacements(grad_inputs, replacements, grad_inputs_len);
	return error;
}

/* --- Registering ------------------------------------------------------------------------------ */

static ct_error register_in_c(ct_module *module, const char *kind, struct module_hook *context,
			      const ct_module_hook_options *options, int64_t *hook)
{
	if (strcmp(kind, "forward_pre") == 0)
		return ct_module_register_forward_pre_hook(module, call_forward_pre, context,
							   release_module_hook, options, hook);
	if (strcmp(kind, "forward") == 0)
		return ct_module_register_forward_hook(module, call_forward, context,
						       release_module_hook, options, hook);
	if (strcmp(kind, "backward_pre") == 0)
		return ct_module_register_full_backward_pre_hook(
			module, call_backward_pre, context, release_module_hook, options, hook);
	return ct_module_register_full_backward_hook(module, call_backward, context,
						     release_module_hook, options, hook);
}

static PyObject *register_for(PyObject *object, PyObject *kind, PyObject *id,
			      const ct_module_hook_options *options, handle_of_hook *handle)
{
	struct module_hook *context = PyMem_Calloc(1, sizeof *context);
	const char *name = PyUnicode_AsUTF8AndSize(kind, NULL);
	ct_error error;

	handle->module = PyWeakref_NewRef(object, NULL);
	if (context == NULL || name == NULL || handle->module == NULL) {
		PyMem_Free(context);
		return PyErr_Occurred() != NULL ? NULL : PyErr_NoMemory();
	}
	context->module = Py_NewRef(handle->module);
	context->kind = Py_NewRef(kind);
	context->id = Py_NewRef(id);
	error = register_in_c(((handle_object *)object)->handle, name, context, options,
			      &handle->hook);
	if (error == NULL)
		return Py_NewRef((PyObject *)handle);
	release_module_hook(context);
	return raise_error(error);
}

/* _module_hook(module, hooks, kind, id, in_c, prepend, always_call): the handle of a hook that is
 * in the dict `hooks`; if `in_c`, the library calls module._run_hook(kind, id, tensors, tensors),
 * too. */
PyObject *module_hook(PyObject *module, PyObject *args)
{
	PyObject *object, *hooks, *kind, *id, *made;
	handle_of_hook *handle;
	ct_module_hook_options options;
	int in_c, prepend, always_call;

	(void)module;
	if (!PyArg_ParseTuple(args, "O!O!UO!ppp:_module_hook", type_ct_module.type, &object,
			      &PyDict_Type, &hooks, &kind, &PyLong_Type, &id, &in_c, &prepend,
			      &always_call) ||
	    object_handle(object) == NULL)
		return NULL;
	handle = (handle_of_hook *)new_hook_handle(0);
	if (handle == NULL)
		return NULL;
	handle->id = PyLong_AsLongLong(id);
	handle->hooks = Py_NewRef(hooks);
	options = (ct_module_hook_options){ .prepend = prepend != 0,
					    .always_call = always_call != 0 };
	made = in_c ? register_for(object, kind, id, &options, handle)
		    : Py_NewRef((PyObject *)handle);
	Py_DECREF(handle);
	return made;
}
