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

/* --- Classes of the program's own ------------------------------------------------------------- */

/* Python computes the step; the library has groups and options, and schedulers see steps of it. */
static _Thread_local bool is_marking;

static ct_error own_update(const ct_optimizer_update *self, ct_tensor *parameter,
			   const ct_tensor *grad)
{
	(void)self, (void)parameter, (void)grad;
	return is_marking ? NULL
			  : ct_error_new_text(CT_ERROR_TYPE, "ct_optimizer_step",
					      "an optimizer of the program's own is stepped by its "
					      "step(), in Python");
}

/* Classes live forever, as the library wants. */
struct own_class {
	ct_optimizer_class klass;
	struct own_class *next;
};

static const ct_optimizer_class *find_own_class(const char *name, const char *options)
{
	static struct own_class *classes; /* of the thread that has the GIL */
	struct own_class *own = classes;

	while (own != NULL &&
	       (strcmp(own->klass.name, name) != 0 || strcmp(own->klass.options, options) != 0))
		own = own->next;
	if (own != NULL || (own = calloc(1, sizeof *own)) == NULL)
		return own != NULL ? &own->klass : NULL;
	own->klass = (ct_optimizer_class){ .name = strdup(name),
					   .options = strdup(options),
					   .update = own_update };
	own->next = classes;
	classes = own;
	return &own->klass;
}

/* _optimizer_new_own(name, options, parameters, names, defaults); options: "lr=None, betas=None" */
static PyObject *optimizer_new_own(PyObject *module, PyObject *args)
{
	PyObject *list, *names, *defaults, *result = NULL;
	const char *name, *options;
	ct_param_group_options given = { 0 };
	ct_parameters parameters;
	ct_optimizer *made;
	struct arena arena;
	ct_value *value;
	ct_error error;

	(void)module;
	if (!PyArg_ParseTuple(args, "ssO!OO!:Optimizer", &name, &options, &PyList_Type, &list,
			      &names, &PyDict_Type, &defaults))
		return NULL;
	arena_begin(&arena);
	if (read_parameters(list, names, &parameters, &arena) &&
	    read_value(defaults, &value, &arena)) {
		given.others = value;
		error = ct_optimizer_new_of(find_own_class(name, options), parameters, &given,
					    &made);
		result = error != NULL ? raise_error(error) : wrap_handle(&type_ct_optimizer, made);
	}
	arena_end(&arena);
	return result;
}

/* _optimizer_mark_step(optimizer) */
static PyObject *optimizer_mark_step(PyObject *module, PyObject *object)
{
	ct_optimizer *handle;
	ct_error error;

	(void)module;
	if (!PyObject_TypeCheck(object, type_ct_optimizer.type) ||
	    (handle = object_handle(object)) == NULL)
		return PyErr_Occurred() != NULL
			       ? NULL
			       : PyErr_Format(PyExc_TypeError, "expected an Optimizer");
	is_marking = true;
	error = ct_optimizer_step(handle);
	is_marking = false;
	return error != NULL ? raise_error(error) : Py_NewRef(Py_None);
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
	{ "_optimizer_new_own", optimizer_new_own, METH_VARARGS, NULL },
	{ "_optimizer_mark_step", optimizer_mark_step, METH_O, NULL },
	{ "_optimizer_step", optimizer_step, METH_VARARGS, NULL },
	{ "_optimizer_hook", optimizer_hook, METH_VARARGS, NULL },
	{ "_update_bn", update_bn, METH_VARARGS, NULL },
	{ 0 },
};
