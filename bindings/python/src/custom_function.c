/* Functions with their own backward: ctorch.autograd.Function. */
#include "core.h"
#include "protocols.h"

/* --- ctx -------------------------------------------------------------------------------------- */

/* The base of ctorch.autograd.function.FunctionCtx. */
typedef struct {
	PyObject ob_base;
	ct_function_context *in_backward; /* or in jvp; NULL: neither runs */
	int64_t saved_count, saved_for_forward_count;
} context_object;

static PyTypeObject *context_type;

static void context_dealloc(PyObject *object)
{
	PyTypeObject *type = Py_TYPE(object);

	PyObject_GC_UnTrack(object);
	((freefunc)PyType_GetSlot(type, Py_tp_free))(object);
	Py_DECREF(type);
}

static int context_traverse(PyObject *object, visitproc visit, void *arg)
{
	Py_VISIT(Py_TYPE(object));
	return 0;
}

/* The tensors of save_for_backward(), or in jvp of save_for_forward(); an error if one was written to
 * since. */
static PyObject *context_saved(PyObject *object, void *unused)
{
	context_object *self = (context_object *)object;
	ct_tensor **tensors;
	PyObject *tuple;
	ct_error error;

	(void)unused;
	if (self->in_backward == NULL)
		return PyErr_Format(
			PyExc_RuntimeError,
			"saved_tensors can be read only while backward() or jvp() runs");
	tensors = PyMem_Calloc((size_t)self->saved_count + 1, sizeof *tensors);
	if (tensors == NULL)
		return PyErr_NoMemory();
	error = ct_function_saved_tensors(self->in_backward, tensors, self->saved_count);
	tuple = error != NULL ? raise_error(error) : wrap_outputs(tensors, self->saved_count);
	PyMem_Free(tensors);
	return tuple;
}

static PyGetSetDef context_properties[] = {
	{ "saved_tensors", context_saved, NULL, "the tensors of save_for_backward()", NULL },
	{ 0 },
};

static PyType_Slot context_slots[] = {
	{ Py_tp_new, PyType_GenericNew },
	{ Py_tp_dealloc, context_dealloc },
	{ Py_tp_traverse, context_traverse },
	{ Py_tp_getset, context_properties },
	{ 0 },
};

static PyType_Spec context_spec = {
	.name = "ctorch._C._function_context",
	.basicsize = sizeof(context_object),
	.flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE | Py_TPFLAGS_HAVE_GC,
	.slots = context_slots,
};

bool contexts_ready(PyObject *module)
{
	context_type = (PyTypeObject *)PyType_FromSpec(&context_spec);
	return context_type != NULL &&
	       PyModule_AddObjectRef(module, "_function_context", (PyObject *)context_type) == 0;
}

/* --- Applying ---------------------------------------------------------------------------------
 *
 * Python has run forward() when the library asks for it: only then is the number of outputs known.
 */

struct application {
	PyObject *function, *context; /* the class and ctx */
	PyObject *outputs;            /* borrowed, a tuple: what forward() returned */
	Py_ssize_t count;             /* its length; gradients are given for all */
	bool is_tensor[];             /* the library has the outputs that are tensors */
};

static void drop_application(void *data)
{
	struct application *self = data;

	Py_DECREF(self->function);
	Py_DECREF(self->context);
	PyMem_Free(self);
}

static void release_application(void *data)
{
	release_with_lock(data, drop_application);
}

/* Marks the tensors that ctx has in an attribute, and forgets them there: an output would keep
 * itself alive. */
static bool mark(PyObject *context, const char *name, ct_function_context *to,
		 ct_error (*action)(ct_function_context *, ct_tensors), int64_t *count)
{
	PyObject *given = PyObject_GetAttrString(context, name);
	struct arena arena;
	ct_tensors tensors;
	ct_error error = NULL;
	bool done;

	if (given == NULL)
		return false;
	arena_begin(&arena);
	done = read_tensors(given, name, &tensors, &arena);
	if (done && tensors.len > 0)
		error = action(to, tensors);
	if (done && count != NULL)
		*count = tensors.len;
	if (error != NULL)
		raise_error(error);
	done = done && error == NULL && PyObject_SetAttrString(context, name, Py_None) == 0;
	arena_end(&arena);
	Py_DECREF(given);
	return done;
}

static bool mark_all(context_object *context, ct_function_context *to)
{
	PyObject *object = (PyObject *)context;
	PyObject *materialize = PyObject_GetAttrString(object, "materialize_grads");
	int truth = materialize != NULL ? PyObject_IsTrue(materialize) : -1;
	ct_error error = NULL;

	Py_XDECREF(materialize);
	if (truth < 0)
		return false;
	error = ct_function_set_materialize_grads(to, truth != 0);
	if (error != NULL)
		raise_error(error);
	return error == NULL &&
	       mark(object, "to_save", to, ct_function_save_for_backward, &context->saved_count) &&
	       mark(object, "saved_for_forward", to, ct_function_save_for_forward,
		    &context->saved_for_forward_count) &&
	       mark(object, "dirty_tensors", to, ct_function_mark_dirty, NULL) &&
	       mark(object, "non_differentiable", to, ct_function_mark_non_differentiable, NULL);
}

static ct_error give_forward(ct_function_context *context, ct_tensor *const *inputs,
			     ct_tensor **outputs)
{
	struct application *self = ct_function_data(context);
	int64_t given = 0;

	(void)inputs;
	for (Py_ssize_t i = 0; i < self->count; i++)
		if (self->is_tensor[i])
			outputs[given++] = ct_tensor_retain(
				tensor_handle(PyTuple_GetItem(self->outputs, i)));
	if (!mark_all((context_object *)self->context, context))
		return error_from_python("forward");
	return NULL;
}

/* backward's arguments: ctx and the gradients, None where there is none. */
static PyObject *backward_arguments(const struct application *self, ct_tensor *const *grads)
{
	PyObject *tuple = PyTuple_New(self->count + 1);
	int64_t given = 0;

	if (tuple != NULL)
		PyTuple_SetItem(tuple, 0, Py_NewRef(self->context));
	for (Py_ssize_t i = 0; tuple != NULL && i < self->count; i++) {
		const ct_tensor *grad = self->is_tensor[i] ? grads[given++] : NULL;
		PyObject *item = wrap_tensor(ct_tensor_retain(grad));

		if (item == NULL || PyTuple_SetItem(tuple, i + 1, item) != 0)
			Py_CLEAR(tuple);
	}
	return tuple;
}

static bool set_needs(const struct application *self, const ct_function_context *context)
{
	int64_t count = ct_function_input_count(context);
	PyObject *needs = PyTuple_New((Py_ssize_t)count);
	bool done;

	for (int64_t i = 0; needs != NULL && i < count; i++)
		PyTuple_SetItem(needs, (Py_ssize_t)i,
				PyBool_FromLong(ct_function_needs_input_grad(context, i)));
	done = needs != NULL &&
	       PyObject_SetAttrString(self->context, "needs_input_grad", needs) == 0;
	Py_XDECREF(needs);
	return done;
}

static PyObject *call_backward(const struct application *self, ct_function_context *context,
			       ct_tensor *const *grads)
{
	PyObject *backward = PyObject_GetAttrString(self->function, "backward"), *result = NULL;
	PyObject *arguments = backward != NULL ? backward_arguments(self, grads) : NULL;
	context_object *ctx = (context_object *)self->context;

	if (arguments != NULL && set_needs(self, context)) {
		ctx->in_backward = context;
		result = PyObject_CallObject(backward, arguments);
		ctx->in_backward = NULL;
	}
	Py_XDECREF(backward);
	Py_XDECREF(arguments);
	return result;
}

static bool give_gradient(const char *function, PyObject *item, Py_ssize_t i, ct_tensor **grad)
{
	ct_tensor *handle;

	*grad = NULL;
	if (item == Py_None)
		return true;
	if (!is_tensor(item)) {
		PyErr_Format(PyExc_TypeError,
			     "%s() must return Tensors or None, and its gradient %zd is neither",
			     function, i);
		return false;
	}
	handle = tensor_handle(item);
	if (handle != NULL)
		*grad = ct_tensor_retain(handle);
	return handle != NULL;
}

/* The number of gradients without the Nones that follow those of the inputs. */
static Py_ssize_t count_gradients(PyObject *result, int64_t count)
{
	Py_ssize_t given = PyTuple_Check(result) ? PyTuple_Size(result) : 1;

	while (given > count && PyTuple_Check(result) &&
	       PyTuple_GetItem(result, given - 1) == Py_None)
		given--;
	return given;
}

static bool give_gradients(const struct application *self, PyObject *result, int64_t count,
			   ct_tensor **grads)
{
	Py_ssize_t given = count_gradients(result, count);
	PyObject *name;

	if (given != count) {
		name = PyObject_GetAttrString(self->function, "__name__");
		if (name != NULL)
			PyErr_Format(PyExc_RuntimeError,
				     "function %UBackward returned an incorrect number of "
				     "gradients (expected %lld, got %zd)",
				     name, (long long)count, given);
		Py_XDECREF(name);
		return false;
	}
	for (Py_ssize_t i = 0; i < given; i++)
		if (!give_gradient("backward",
				   PyTuple_Check(result) ? PyTuple_GetItem(result, i) : result, i,
				   &grads[i]))
			return false;
	return true;
}

static ct_error run_backward(ct_function_context *context, ct_tensor *const *grad_outputs,
			     ct_tensor **grad_inputs)
{
	PyGILState_STATE state = PyGILState_Ensure();
	struct application *self = ct_function_data(context);
	PyObject *result = call_backward(self, context, grad_outputs);
	ct_error error = NULL;

	if (result == NULL ||
	    !give_gradients(self, result, ct_function_input_count(context), grad_inputs))
		error = error_from_python("backward");
	Py_XDECREF(result);
	PyGILState_Release(state);
	return error;
}

/* --- Forward mode ----------------------------------------------------------------------------- */

/* jvp's arguments: ctx and the tangents of the inputs, None where there is none. */
static PyObject *jvp_arguments(const struct application *self, ct_tensor *const *tangents,
			       int64_t count)
{
	PyObject *tuple = PyTuple_New((Py_ssize_t)count + 1);

	if (tuple != NULL)
		PyTuple_SetItem(tuple, 0, Py_NewRef(self->context));
	for (int64_t i = 0; tuple != NULL && i < count; i++) {
		PyObject *item = wrap_tensor(ct_tensor_retain(tangents[i]));

		if (item == NULL || PyTuple_SetItem(tuple, (Py_ssize_t)i + 1, item) != 0)
			Py_CLEAR(tuple);
	}
	return tuple;
}

static PyObject *call_jvp(const struct application *self, ct_function_context *context,
			  ct_tensor *const *tangents)
{
	PyObject *jvp = PyObject_GetAttrString(self->function, "jvp"), *arguments, *result = NULL;
	context_object *ctx = (context_object *)self->context;
	const int64_t saved_count = ctx->saved_count;

	if (jvp == NULL)
		return NULL;
	arguments = jvp_arguments(self, tangents, ct_function_input_count(context));
	if (arguments != NULL) {
		ctx->in_backward = context;
		ctx->saved_count = ctx->saved_for_forward_count;
		result = PyObject_CallObject(jvp, arguments);
		ctx->saved_count = saved_count;
		ctx->in_backward = NULL;
	}
	Py_DECREF(jvp);
	Py_XDECREF(arguments);
	return result;
}

/* One for each output of forward(); those of outputs that are no tensors are dropped. */
static bool give_tangents(const struct application *self, PyObject *result, ct_tensor **tangents)
{
	Py_ssize_t given = PyTuple_Check(result) ? PyTuple_Size(result) : 1;
	int64_t tensors = 0;

	if (given != self->count) {
		PyErr_Format(PyExc_RuntimeError,
			     "jvp() must return a tangent for each of %zd outputs, not %zd",
			     self->count, given);
		return false;
	}
	for (Py_ssize_t i = 0; i < given; i++)
		if (self->is_tensor[i] &&
		    !give_gradient("jvp",
				   PyTuple_Check(result) ? PyTuple_GetItem(result, i) : result, i,
				   &tangents[tensors++]))
			return false;
	return true;
}

static ct_error run_jvp(ct_function_context *context, ct_tensor *const *grad_inputs,
			ct_tensor **grad_outputs)
{
	PyGILState_STATE state = PyGILState_Ensure();
	struct application *self = ct_function_data(context);
	PyObject *result = call_jvp(self, context, grad_inputs);
	ct_error error = NULL;

	if (result == NULL || !give_tangents(self, result, grad_outputs))
		error = error_from_python("jvp");
	Py_XDECREF(result);
	PyGILState_Release(state);
	return error;
}

/* --- The call --------------------------------------------------------------------------------- */

static struct application *new_application(PyObject *function, PyObject *context, PyObject *outputs,
					   int64_t *tensor_count)
{
	Py_ssize_t count = PyTuple_Size(outputs);
	struct application *self = PyMem_Calloc(1, sizeof *self + (size_t)count * sizeof(bool));

	if (self == NULL) {
		PyErr_NoMemory();
		return NULL;
	}
	*tensor_count = 0;
	for (Py_ssize_t i = 0; i < count; i++) {
		PyObject *output = PyTuple_GetItem(outputs, i);

		self->is_tensor[i] = is_tensor(output);
		*tensor_count += self->is_tensor[i];
		if (self->is_tensor[i] && tensor_handle(output) == NULL) {
			PyMem_Free(self);
			return NULL;
		}
	}
	if (*tensor_count == 0) {
		PyErr_SetString(PyExc_TypeError,
				"forward() must return a Tensor, or a tuple with at least one");
		PyMem_Free(self);
		return NULL;
	}
	self->function = Py_NewRef(function);
	self->context = Py_NewRef(context);
	self->outputs = outputs;
	self->count = count;
	return self;
}

/* The object of an output; that of the input that forward() has written to. Takes the handle. */
static PyObject *wrap_output(ct_tensor *handle, PyObject *inputs)
{
	for (Py_ssize_t i = 0; i < PyTuple_Size(inputs); i++) {
		PyObject *input = PyTuple_GetItem(inputs, i);

		if (!is_tensor(input) || ((tensor_object *)input)->handle != handle)
			continue;
		ct_tensor_free(handle);
		return Py_NewRef(input);
	}
	return wrap_tensor(handle);
}

/* The outputs of forward(), in which tensors are replaced by those of the graph. */
static PyObject *wrap_outputs_of(PyObject *outputs, ct_tensor *const *tensors, PyObject *inputs)
{
	PyObject *tuple = PyTuple_New(PyTuple_Size(outputs));
	Py_ssize_t given = 0;

	for (Py_ssize_t i = 0; i < PyTuple_Size(outputs); i++) {
		PyObject *output = PyTuple_GetItem(outputs, i);
		PyObject *item = is_tensor(output) ? wrap_output(tensors[given++], inputs)
						   : Py_NewRef(output);

		if (tuple == NULL || item == NULL) {
			Py_XDECREF(item);
			Py_CLEAR(tuple);
		} else {
			PyTuple_SetItem(tuple, i, item);
		}
	}
	return tuple;
}

static PyObject *apply(const ct_function *function, struct application *self, ct_tensors inputs,
		       PyObject *args, int64_t count)
{
	PyObject *results, *outputs = self->outputs;
	ct_tensor **tensors = PyMem_Calloc((size_t)count + 1, sizeof *tensors);
	ct_error error;

	if (tensors == NULL) {
		release_application(self);
		return PyErr_NoMemory();
	}
	error = ct_function_apply(function, self, inputs, tensors, count);
	if (error != NULL) {
		release_application(self);
		results = raise_error(error);
	} else {
		results = wrap_outputs_of(outputs, tensors, args);
	}
	PyMem_Free(tensors);
	return results;
}

static bool is_once_differentiable(PyObject *function)
{
	PyObject *backward = PyObject_GetAttrString(function, "backward");
	bool is_once = backward != NULL && PyObject_HasAttrString(backward, "_once_differentiable");

	Py_XDECREF(backward);
	PyErr_Clear();
	return is_once;
}

bool read_inputs(PyObject *args, ct_tensors *inputs, struct arena *arena)
{
	Py_ssize_t count = PyTuple_Size(args);
	ct_tensor **tensors = arena_get(arena, (size_t)count * sizeof *tensors);

	if (tensors == NULL)
		return false;
	for (Py_ssize_t i = 0; i < count; i++) {
		PyObject *arg = PyTuple_GetItem(args, i);

		tensors[i] = is_tensor(arg) ? tensor_handle(arg) : NULL;
		if (is_tensor(arg) && tensors[i] == NULL)
			return false;
	}
	*inputs = (ct_tensors){ tensors, count };
	return true;
}

/* _function_apply(function, name, ctx, args, outputs): the outputs, a tuple, with their graph. */
static PyObject *function_apply(PyObject *module, PyObject *args)
{
	ct_function described = { .forward = give_forward,
				  .backward = run_backward,
				  .release = release_application };
	PyObject *function, *context, *inputs, *outputs, *results = NULL;
	struct application *application;
	struct arena arena;
	ct_tensors tensors;
	int64_t count;

	(void)module;
	if (!PyArg_ParseTuple(args, "OsO!O!O!:_function_apply", &function, &described.name,
			      context_type, &context, &PyTuple_Type, &inputs, &PyTuple_Type,
			      &outputs))
		return NULL;
	described.once_differentiable = is_once_differentiable(function);
	described.jvp = PyObject_HasAttrString(function, "jvp") ? run_jvp : NULL;
	arena_begin(&arena);
	if (read_inputs(inputs, &tensors, &arena)) {
		application = new_application(function, context, outputs, &count);
		if (application != NULL)
			results = apply(&described, application, tensors, inputs, count);
	}
	arena_end(&arena);
	return results;
}

PyMethodDef function_functions[] = {
	{ "_function_apply", function_apply, METH_VARARGS, NULL },
	{ 0 },
};
