/* Optimizers: groups of parameters, and steps with a closure. */
#include "core.h"
#include "protocols.h"
#include "types.h"

/* --- Groups ----------------------------------------------------------------------------------- */

/* A list of Tensors, and of as many names or None. */
static bool read_parameters(PyObject *list, PyObject *names, ct_parameters *parameters,
			    struct arena *arena)
{
	const struct parameter texts = { .name = "names", .kind = KIND_TEXTS };
	ct_tensors tensors;
	struct slot slot;

	if (!read_tensors(list, "params", &tensors, arena))
		return false;
	*parameters = (ct_parameters){ .tensors = (const ct_tensor *const *)tensors.at,
				       .len = tensors.len };
	if (names == Py_None)
		return true;
	if (read_argument(&texts, names, &slot, arena) != FITS || slot.len != tensors.len) {
		PyErr_SetString(PyExc_TypeError, "each parameter needs a name, or none has one");
		return false;
	}
	parameters->names = slot.at;
	return true;
}

static bool read_value(PyObject *object, ct_value **value, struct arena *arena)
{
	const struct parameter any = { .name = "arguments", .kind = KIND_VALUE };
	struct slot slot;

	if (read_argument(&any, object, &slot, arena) != FITS)
		return false;
	*value = slot.at;
	return true;
}

/* _optimizer_new(name, parameters, names, args, kwargs) */
static PyObject *optimizer_new(PyObject *module, PyObject *args)
{
	PyObject *list, *names, *positional, *named, *result = NULL;
	ct_value *values[2];
	ct_parameters parameters;
	ct_optimizer *made;
	struct arena arena;
	const char *name;
	ct_error error;

	(void)module;
	if (!PyArg_ParseTuple(args, "sO!OOO:_optimizer_new", &name, &PyList_Type, &list, &names,
			      &positional, &named))
		return NULL;
	arena_begin(&arena);
	if (read_parameters(list, names, &parameters, &arena) &&
	    read_value(positional, &values[0], &arena) && read_value(named, &values[1], &arena)) {
		error = ct_optimizer_new(name, parameters, values[0], values[1], &made);
		result = error != NULL ? raise_error(error)
				       : wrap_handle(&type_ct_optimizer, made);
	}
	arena_end(&arena);
	return result;
}

/* _optimizer_add_group(optimizer, parameters, names, options) */
static PyObject *optimizer_add_group(PyObject *module, PyObject *args)
{
	PyObject *object, *list, *names, *options, *result = NULL;
	ct_parameters parameters;
	struct arena arena;
	ct_value *value;
	ct_error error;

	(void)module;
	if (!PyArg_ParseTuple(args, "O!O!OO!:add_param_group", type_ct_optimizer.type, &object,
			      &PyList_Type, &list, &names, &PyDict_Type, &options) ||
	    object_handle(object) == NULL)
		return NULL;
	arena_begin(&arena);
	if (read_parameters(list, names, &parameters, &arena) &&
	    read_value(options, &value, &arena)) {
		error = ct_optimizer_add_param_group(((handle_object *)object)->handle, parameters,
						     value);
		result = error != NULL ? raise_error(error) : Py_NewRef(Py_None);
	}
	arena_end(&arena);
	return result;
}

/* --- Steps ------------------------------------------------------------------------------------ */

static ct_error call_closure(void *context, ct_tensor **loss)
{
	PyGILState_STATE state = PyGILState_Ensure();
	PyObject *result = PyObject_CallNoArgs(context);
	ct_error error = NULL;

	if (result == NULL ||
	    !give_output(result, loss, "a closure must return the loss, a Tensor"))
		error = error_from_python("closure");
	Py_XDECREF(result);
	PyGILState_Release(state);
	return error;
}

/* _optimizer_step(optimizer, closure): the loss that the closure returned first. */
static PyObject *optimizer_step(PyObject *module, PyObject *args)
{
	PyObject *object, *closure;
	PyThreadState *state;
	ct_tensor *loss;
	ct_error error;

	(void)module;
	if (!PyArg_ParseTuple(args, "O!O:_optimizer_step", type_ct_optimizer.type, &object,
			      &closure) ||
	    object_handle(object) == NULL)
		return NULL;
	state = leave_python();
	error = ct_optimizer_step_closure(((handle_object *)object)->handle, call_closure, closure,
					  &loss);
	enter_python(state);
	return error != NULL ? raise_error(error) : wrap_tensor(loss);
}

static ct_error call_step_hook(ct_optimizer *self, void *context)
{
	PyGILState_STATE state = PyGILState_Ensure();
	PyObject *result = PyObject_CallNoArgs(context);
	ct_error error = result == NULL ? error_from_python("hook") : NULL;

	(void)self;
	Py_XDECREF(result);
	PyGILState_Release(state);
	return error;
}

/* _optimizer_hook(optimizer, after, function): called before or after each step. */
static PyObject *optimizer_hook(PyObject *module, PyObject *args)
{
	PyObject *object, *function;
	int64_t hook;
	ct_error error;
	int after;

	(void)module;
	if (!PyArg_ParseTuple(args, "O!pO:_optimizer_hook", type_ct_optimizer.type, &object, &after,
			      &function) ||
	    object_handle(object) == NULL)
		return NULL;
	error = ct_optimizer_register_step_hook(((handle_object *)object)->handle, after,
						call_step_hook, Py_NewRef(function), release_object,
						&hook);
	return error != NULL ? raise_error(error) : Py_NewRef(Py_None);
}

/* --- Statistics of batches -------------------------------------------------------------------- */

static ct_error next_batch(void *context, ct_tensor **batch)
{
	PyGILState_STATE state = PyGILState_Ensure();
	PyObject *next = PyIter_Next(context);
	ct_error error = NULL;

	*batch = NULL;
	if (PyErr_Occurred() ||
	    (next != NULL && !give_output(next, batch, "a batch must be a Tensor")))
		error = error_from_python("loader");
	Py_XDECREF(next);
	PyGILState_Release(state);
	return error;
}

/* _update_bn(module, batches): of an iterator. */
static PyObject *update_bn(PyObject *module, PyObject *args)
{
	PyObject *object, *batches;
	PyThreadState *state;
	ct_error error;

	(void)module;
	if (!PyArg_ParseTuple(args, "O!O:update_bn", type_ct_module.type, &object, &batches) ||
	    object_handle(object) == NULL)
		return NULL;
	state = leave_python();
	error = ct_module_update_bn(((handle_object *)object)->handle, next_batch, batches,
				    CT_DEVICE_NONE);
	enter_python(state);
	return error != NULL ? raise_error(error) : Py_NewRef(Py_None);
}

PyMethodDef optimizer_functions[] = {
	{ "_optimizer_new", optimizer_new, METH_VARARGS, NULL },
	{ "_optimizer_add_group", optimizer_add_group, METH_VARARGS, NULL },
	{ "_optimizer_step", optimizer_step, METH_VARARGS, NULL },
	{ "_optimizer_hook", optimizer_hook, METH_VARARGS, NULL },
	{ "_update_bn", update_bn, METH_VARARGS, NULL },
	{ 0 },
};
