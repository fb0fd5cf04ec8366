/* Modules whose forward function is in Python, and lists of the parts of modules. */
#include "core.h"
#include "protocols.h"
#include "types.h"

/* The data of a module that Python has made. */
struct python_module {
	PyObject *object; /* borrowed: the object owns the module; NULL: it is gone */
};

/* --- Calls from C to Python ------------------------------------------------------------------- */

static PyObject *wrap_inputs(const ct_tensor *const *inputs, int64_t count)
{
	PyObject *tuple;

	while (count > 0 && inputs[count - 1] == NULL)
		count--;
	tuple = PyTuple_New((Py_ssize_t)count);
	for (int64_t i = 0; tuple != NULL && i < count; i++) {
		PyObject *input = wrap_tensor(ct_tensor_retain(inputs[i]));

		if (input == NULL || PyTuple_SetItem(tuple, (Py_ssize_t)i, input) != 0)
			Py_CLEAR(tuple);
	}
	return tuple;
}

bool give_output(PyObject *object, ct_tensor **output, const char *expectation)
{
	ct_tensor *handle;

	if (!is_tensor(object)) {
		PyErr_SetString(PyExc_TypeError, expectation);
		return false;
	}
	handle = tensor_handle(object);
	*output = handle != NULL ? ct_tensor_retain(handle) : NULL;
	return handle != NULL;
}

/* The new handles belong to the caller's scope, as those of any function in C. */
static bool give_outputs(PyObject *result, ct_tensor **outputs, int64_t count)
{
	Py_ssize_t given = PyTuple_Check(result) ? PyTuple_Size(result) : 1;

	for (int64_t i = 0; i < count; i++) {
		PyObject *item = PyTuple_Check(result) && i < given ? PyTuple_GetItem(result, i)
								    : result;

		outputs[i] = NULL;
		if (i < given && !give_output(item, &outputs[i],
					      "what C calls must return a Tensor, or a tuple of "
					      "Tensors"))
			return false;
	}
	return true;
}

PyObject *call_for_object(PyObject *function, const ct_tensor *const *inputs, int64_t inputs_len)
{
	PyObject *arguments = wrap_inputs(inputs, inputs_len), *result = NULL;

	if (arguments != NULL)
		result = PyObject_CallObject(function, arguments);
	Py_XDECREF(arguments);
	return result;
}

bool call_object(PyObject *function, const ct_tensor *const *inputs, int64_t inputs_len,
		 ct_tensor **outputs, int64_t outputs_len)
{
	PyObject *result = call_for_object(function, inputs, inputs_len);
	bool done = result != NULL && give_outputs(result, outputs, outputs_len);

	Py_XDECREF(result);
	return done;
}

static ct_error call_python(void *self, const ct_tensor *const *inputs, int64_t inputs_len,
			    ct_tensor **outputs, int64_t outputs_len)
{
	PyGILState_STATE state = PyGILState_Ensure();
	PyObject *object = ((struct python_module *)self)->object;
	ct_error error = NULL;

	Py_XINCREF(object);
	if (object == NULL)
		error = ct_error_new_text(CT_ERROR_RUNTIME, "forward",
					  "the Python object of this module is gone: keep it");
	else if (!call_object(object, inputs, inputs_len, outputs, outputs_len))
		error = error_from_python("forward");
	Py_XDECREF(object);
	PyGILState_Release(state);
	return error;
}

/* What the object's extra_repr() returns. */
static ct_error extra_repr(const void *self, char **result)
{
	PyGILState_STATE state = PyGILState_Ensure();
	PyObject *object = ((const struct python_module *)self)->object;
	PyObject *text = object != NULL ? PyObject_CallMethod(object, "extra_repr", NULL)
					: PyUnicode_FromString("");
	const char *bytes = text != NULL ? PyUnicode_AsUTF8AndSize(text, NULL) : NULL;
	ct_error error = NULL;

	*result = bytes != NULL ? strdup(bytes) : NULL;
	if (bytes == NULL)
		error = error_from_python("extra_repr");
	else if (*result == NULL)
		error = ct_error_new_text(CT_ERROR_OUT_OF_MEMORY, "extra_repr", "no memory");
	Py_XDECREF(text);
	PyGILState_Release(state);
	return error;
}

/* A copy of the data would call the original's forward function. */
static ct_error refuse_copy(void *self, const void *other)
{
	(void)self, (void)other;
	return ct_error_new_text(CT_ERROR_NOT_IMPLEMENTED, "deepcopy",
				 "a module of Python's cannot be copied in C: make a new one and "
				 "load the state dict");
}

/* --- Making them ------------------------------------------------------------------------------ */

/* Classes live forever, as the library requires: one for each name. */
static ct_module_class *class_named(const char *name)
{
	static PyObject *classes;
	PyObject *known;
	ct_module_class *made;

	if (classes == NULL)
		classes = PyDict_New();
	known = classes != NULL ? PyDict_GetItemString(classes, name) : NULL;
	if (known != NULL)
		return PyLong_AsVoidPtr(known);
	made = PyMem_Calloc(1, sizeof *made + strlen(name) + 1);
	known = made != NULL ? PyLong_FromVoidPtr(made) : NULL;
	if (known == NULL || PyDict_SetItemString(classes, name, known) != 0)
		return NULL;
	Py_DECREF(known);
	made->name = strcpy((char *)(made + 1), name);
	made->size = sizeof(struct python_module);
	made->forward_all = call_python;
	made->inputs_max = MAX_TENSORS;
	made->outputs_max = MAX_TENSORS;
	made->extra_repr = extra_repr;
	made->copy = refuse_copy;
	return made;
}

static PyObject *module_begin(PyObject *module, PyObject *args)
{
	const ct_module_class *module_class;
	ct_module *made;
	const char *name;
	PyObject *object;
	ct_error error;

	(void)module;
	if (!PyArg_ParseTuple(args, "O!s:_module_begin", type_ct_module.type, &object, &name))
		return NULL;
	if (((handle_object *)object)->handle != NULL)
		return PyErr_Format(PyExc_RuntimeError, "__init__() was called twice");
	module_class = class_named(name);
	if (module_class == NULL)
		return PyErr_NoMemory();
	error = ct_module_new(module_class, &made);
	if (error != NULL)
		return raise_error(error);
	ct_scope_disown_object(made);
	((struct python_module *)ct_module_data(made))->object = object;
	((handle_object *)object)->handle = made;
	Py_RETURN_NONE;
}

static bool is_python(const ct_module *module)
{
	const ct_module_class *module_class = ct_module_class_of(module);

	return module_class != NULL && module_class->forward_all == call_python;
}

/* Called when an object dies: C may keep its module. */
void forget_module(void *module, PyObject *object)
{
	struct python_module *data;

	if (module == NULL || !is_python(module))
		return;
	data = ct_module_data(module);
	if (data->object == object)
		data->object = NULL;
}

/* The object that has made a module, or None. */
static PyObject *module_object(PyObject *module, PyObject *object)
{
	const ct_module *self = NULL;
	PyObject *made = NULL;

	(void)module;
	if (PyObject_TypeCheck(object, type_ct_module.type))
		self = ((handle_object *)object)->handle;
	if (self != NULL && is_python(self))
		made = ((struct python_module *)ct_module_data(self))->object;
	return Py_NewRef(made != NULL ? made : Py_None);
}

/* The module of an object; NULL with an exception if __init__() has not made it. */
static ct_module *module_of(PyObject *object)
{
	ct_module *module = ((handle_object *)object)->handle;

	if (module == NULL)
		PyErr_SetString(PyExc_AttributeError, "call super().__init__() first");
	return module;
}

/* --- Calling modules of C --------------------------------------------------------------------- */

/* `count` is the number of outputs. */
static PyObject *call_module(const ct_module *self, const struct slot *inputs, int32_t count)
{
	ct_tensor *outputs[MAX_TENSORS];
	const ct_module *outer = enter_module(self);
	PyThreadState *state;
	ct_error error;

	state = leave_python();
	error = ct_module_forward_all(self, (ct_tensors){ inputs->at, inputs->len }, outputs,
				      count);
	enter_python(state);
	leave_module(outer);
	if (error != NULL)
		return raise_error(error);
	if (count == 1)
		return wrap_tensor(outputs[0]);
	return wrap_outputs(outputs, count);
}

PyObject *wrap_outputs(ct_tensor *const *outputs, int64_t count)
{
	PyObject *tuple = PyTuple_New((Py_ssize_t)count);

	for (int64_t i = 0; i < count; i++) {
		PyObject *output = wrap_tensor(outputs[i]);

		if (tuple == NULL)
			Py_XDECREF(output);
		else if (output == NULL || PyTuple_SetItem(tuple, (Py_ssize_t)i, output) != 0)
			Py_CLEAR(tuple);
	}
	return tuple;
}

/* How many outputs a module has that calls `inner`; those that it does not return are None. */
static int32_t count_outputs(PyObject *object, PyObject *inner)
{
	int32_t count = ct_module_class_of(module_of(inner))->outputs_max;

	return count < 1 || count > MAX_TENSORS || is_python(module_of(object)) ? 1 : count;
}

/* Of the first input that is neither. */
static void raise_input(PyObject *module, PyObject *inputs)
{
	PyObject *name = PyType_GetName(Py_TYPE(module)), *type = NULL;
	Py_ssize_t i = 0;

	while (i + 1 < PyTuple_Size(inputs) &&
	       (is_tensor(PyTuple_GetItem(inputs, i)) || PyTuple_GetItem(inputs, i) == Py_None))
		i++;
	type = PyType_GetName(Py_TYPE(PyTuple_GetItem(inputs, i)));
	if (name != NULL && type != NULL)
		PyErr_Format(PyExc_TypeError,
			     "%U.forward(): input %zd must be Tensor or None, not %U", name, i,
			     type);
	Py_XDECREF(name);
	Py_XDECREF(type);
}

/* _module_call(module, inputs, inner=module, one=False): one output, or all of those of `inner` */
static PyObject *module_call(PyObject *module, PyObject *args)
{
	const struct parameter list = { .name = "inputs", .kind = KIND_TENSORS };
	PyObject *object, *inputs, *inner = NULL, *result = NULL;
	int one = 0;
	struct arena arena;
	struct slot slot;
	enum fit fit;

	(void)module;
	if (!PyArg_ParseTuple(args, "O!O!|O!p:_module_call", type_ct_module.type, &object,
			      &PyTuple_Type, &inputs, type_ct_module.type, &inner, &one))
		return NULL;
	if (module_of(object) == NULL || (inner != NULL && module_of(inner) == NULL))
		return NULL;
	arena_begin(&arena);
	fit = read_argument(&list, inputs, &slot, &arena);
	if (fit == DIFFERS)
		raise_input(inner ? inner : object, inputs);
	if (fit == FITS)
		result = call_module(module_of(object), &slot,
				     one ? 1 : count_outputs(object, inner ? inner : object));
	arena_end(&arena);
	return result;
}

/* --- Parts ------------------------------------------------------------------------------------ */

static PyObject *list_tensors(const ct_named_tensor *parts, int64_t count)
{
	PyObject *list = PyList_New((Py_ssize_t)count);

	for (int64_t i = 0; list != NULL && i < count; i++) {
		PyObject *tensor = wrap_tensor(ct_tensor_retain(parts[i].tensor));
		PyObject *pair = tensor != NULL ? Py_BuildValue("sN", parts[i].name, tensor) : NULL;

		if (pair == NULL || PyList_SetItem(list, (Py_ssize_t)i, pair) != 0)
			Py_CLEAR(list);
	}
	return list;
}

/* _module_tensors(module, buffers, recurse): [("fc1.weight", Tensor), ...] */
static PyObject *module_tensors(PyObject *module, PyObject *args)
{
	ct_module_list_options options = { 0 };
	ct_named_tensor *parts;
	PyObject *object, *list;
	int buffers, recurse;
	int64_t count;
	ct_error error;

	(void)module;
	if (!PyArg_ParseTuple(args, "O!pp:_module_tensors", type_ct_module.type, &object, &buffers,
			      &recurse))
		return NULL;
	if (module_of(object) == NULL)
		return NULL;
	options.no_recurse = !recurse;
	error = (buffers ? ct_module_named_buffers : ct_module_named_parameters)(
		((handle_object *)object)->handle, &options, &parts, &count);
	if (error != NULL)
		return raise_error(error);
	list = list_tensors(parts, count);
	ct_scope_disown_object(parts);
	ct_free(parts);
	return list;
}

/* The tensor of this name in a list that it frees; NULL: there is none. */
static PyObject *find_tensor(ct_named_tensor *parts, int64_t count, const char *name,
			     const char *kind)
{
	PyObject *found = NULL;

	for (int64_t i = 0; found == NULL && i < count; i++)
		if (strcmp(parts[i].name, name) == 0)
			found = Py_BuildValue("sN", kind,
					      wrap_tensor(ct_tensor_retain(parts[i].tensor)));
	ct_scope_disown_object(parts);
	ct_free(parts);
	return found;
}

/* _module_find(module, name): ("parameter", Tensor), ("buffer", Tensor), or None. */
static PyObject *module_find(PyObject *module, PyObject *args)
{
	const ct_module_list_options own = { .no_recurse = true };
	ct_named_tensor *parts;
	PyObject *object, *found;
	ct_module *handle;
	const char *name;
	int64_t count;
	ct_error error;

	(void)module;
	if (!PyArg_ParseTuple(args, "O!s:_module_find", type_ct_module.type, &object, &name))
		return NULL;
	handle = module_of(object);
	if (handle == NULL)
		return NULL;
	error = ct_module_named_parameters(handle, &own, &parts, &count);
	if (error != NULL)
		return raise_error(error);
	found = find_tensor(parts, count, name, "parameter");
	if (found != NULL || PyErr_Occurred())
		return found;
	error = ct_module_named_buffers(handle, &own, &parts, &count);
	if (error != NULL)
		return raise_error(error);
	found = find_tensor(parts, count, name, "buffer");
	return found != NULL || PyErr_Occurred() ? found : Py_NewRef(Py_None);
}

static ct_error register_part(ct_module *self, const char *name, const char *what, PyObject *part,
			      bool persistent)
{
	void *handle = part != Py_None ? ((tensor_object *)part)->handle : NULL;

	if (strcmp(what, "parameter") == 0)
		return ct_module_register_parameter(self, name, handle, NULL);
	return ct_module_register_buffer(self, name, handle, persistent, NULL);
}

static ct_error register_child(ct_module *self, const char *name, PyObject *part)
{
	void *child = part != Py_None ? ((handle_object *)part)->handle : NULL;

	return ct_module_add_module(self, name, child, NULL);
}

/* _module_register(module, name, what, part, persistent); `what` is "parameter", "buffer" or
 * "module". */
static PyObject *module_register(PyObject *module, PyObject *args)
{
	PyObject *object, *part;
	const char *name, *what;
	int persistent;
	bool is_child;
	ct_error error;

	(void)module;
	if (!PyArg_ParseTuple(args, "O!ssOp:_module_register", type_ct_module.type, &object, &name,
			      &what, &part, &persistent))
		return NULL;
	if (module_of(object) == NULL)
		return NULL;
	is_child = strcmp(what, "module") == 0;
	if (part != Py_None &&
	    !(is_child ? PyObject_TypeCheck(part, type_ct_module.type) != 0 : is_tensor(part)))
		return PyErr_Format(PyExc_TypeError, "%s must be a %s or None", name,
				    is_child ? "Module" : "Tensor");
	if (is_child && part != Py_None && module_of(part) == NULL)
		return NULL;
	if (!is_child && part != Py_None && tensor_handle(part) == NULL)
		return NULL;
	error = is_child ? register_child(((handle_object *)object)->handle, name, part)
			 : register_part(((handle_object *)object)->handle, name, what, part,
					 persistent != 0);
	if (error != NULL)
		return raise_error(error);
	Py_RETURN_NONE;
}

/* --- Programs --------------------------------------------------------------------------------- */

/* A program that is called with values, some of them by name. */
struct program {
	const struct handle_type *type;
	const char *function; /* of a module of TorchScript the method */
	struct slot args, names, named;
};

static ct_error run_program(void *handle, const struct program *call, ct_value *result)
{
	const struct slot *args = &call->args, *names = &call->names, *named = &call->named;

	if (call->type == &type_ct_jit)
		return ct_jit_call(handle, call->function, args->at, args->len, names->at,
				   named->at, names->len, result);
	if (call->type == &type_ct_jit_unit)
		return ct_jit_unit_call(handle, call->function, args->at, args->len, names->at,
					named->at, names->len, result);
	return ct_export_call(handle, args->at, args->len, names->at, named->at, names->len,
			      result);
}

static PyObject *call_program(void *handle, const struct program *call)
{
	PyThreadState *state = leave_python();
	ct_value result;
	ct_error error = run_program(handle, call, &result);
	PyObject *object;

	enter_python(state);
	if (error != NULL)
		return raise_error(error);
	object = object_from_value(&result);
	ct_value_free(&result);
	return object;
}

static const struct handle_type *type_of_program(PyObject *object)
{
	static const struct handle_type *const types[] = { &type_ct_export, &type_ct_jit,
							   &type_ct_jit_unit };

	for (size_t i = 0; i < sizeof types / sizeof *types; i++)
		if (PyObject_TypeCheck(object, types[i]->type))
			return types[i];
	PyErr_SetString(PyExc_TypeError, "_program_call() takes a program");
	return NULL;
}

/* _program_call(program, function, args, names, values) */
static PyObject *program_call(PyObject *module, PyObject *args)
{
	const struct parameter values = { .name = "arguments", .kind = KIND_VALUES };
	const struct parameter texts = { .name = "names", .kind = KIND_TEXTS };
	PyObject *object, *given, *keys, *named, *result = NULL;
	struct program call;
	struct arena arena;

	(void)module;
	if (!PyArg_ParseTuple(args, "OsO!O!O!:_program_call", &object, &call.function,
			      &PyTuple_Type, &given, &PyTuple_Type, &keys, &PyTuple_Type, &named))
		return NULL;
	if (PyTuple_Size(keys) != PyTuple_Size(named))
		return PyErr_Format(PyExc_ValueError, "each name needs a value");
	call.type = type_of_program(object);
	if (call.type == NULL || object_handle(object) == NULL)
		return NULL;
	arena_begin(&arena);
	if (read_argument(&values, given, &call.args, &arena) == FITS &&
	    read_argument(&texts, keys, &call.names, &arena) == FITS &&
	    read_argument(&values, named, &call.named, &arena) == FITS)
		result = call_program(((handle_object *)object)->handle, &call);
	arena_end(&arena);
	return result;
}

PyMethodDef module_functions[] = {
	{ "_module_begin", module_begin, METH_VARARGS, NULL },
	{ "_module_object", module_object, METH_O, NULL },
	{ "_module_call", module_call, METH_VARARGS, NULL },
	{ "_module_tensors", module_tensors, METH_VARARGS, NULL },
	{ "_module_find", module_find, METH_VARARGS, NULL },
	{ "_module_register", module_register, METH_VARARGS, NULL },
	{ "_module_hook", module_hook, METH_VARARGS, NULL },
	{ "_hook_handle", copy_hook_handle, METH_VARARGS, NULL },
	{ "_program_call", program_call, METH_VARARGS, NULL },
	{ 0 },
};
