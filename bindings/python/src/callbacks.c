/* Functions of Python that the library calls: those that it differentiates or traces, transforms,
 * learning rates. */
#include "core.h"
#include "protocols.h"
#include "types.h"

#include <math.h>

/* --- Derivatives ------------------------------------------------------------------------------ */

static ct_error call_with_tensors(ct_tensor *const *inputs, int64_t inputs_len, void *context,
				  ct_tensor **outputs, int64_t outputs_len)
{
	PyGILState_STATE state = PyGILState_Ensure();
	ct_error error = NULL;

	if (!call_object(context, (const ct_tensor *const *)inputs, inputs_len, outputs,
			 outputs_len))
		error = error_from_python("function");
	PyGILState_Release(state);
	return error;
}

/* The functions of autograd/jacobian.h, by the names of Python's torch.autograd.functional. */
enum derivative { JACOBIAN, HESSIAN, VJP, JVP, VHP, HVP, DERIVATIVES };

static const char *const derivatives[] = { "jacobian", "hessian", "vjp", "jvp", "vhp", "hvp" };

struct derivation {
	enum derivative kind;
	PyObject *function;
	ct_tensors inputs, v;
	int64_t output_count;
	ct_functional_options options;
	ct_tensor **outputs, **results;
};

static ct_error derive(struct derivation *self)
{
	const ct_functional_function function = call_with_tensors;
	void *context = self->function;

	switch (self->kind) {
	case JACOBIAN:
		return ct_functional_jacobian(function, context, self->inputs, self->output_count,
					      &self->options, self->results);
	case HESSIAN:
		return ct_functional_hessian(function, context, self->inputs, &self->options,
					     self->results);
	case VJP:
		return ct_functional_vjp(function, context, self->inputs, self->output_count,
					 self->v, &self->options, self->outputs, self->results);
	case JVP:
		return ct_functional_jvp(function, context, self->inputs, self->output_count,
					 self->v, &self->options, self->outputs, self->results);
	case VHP:
		return ct_functional_vhp(function, context, self->inputs, self->v, &self->options,
					 self->outputs, self->results);
	default:
		return ct_functional_hvp(function, context, self->inputs, self->v, &self->options,
					 self->outputs, self->results);
	}
}

static int64_t count_derivatives(const struct derivation *self)
{
	const int64_t n = self->inputs.len;
	const int64_t counts[] = { self->output_count * n, n * n, n, self->output_count, n, n };

	return counts[self->kind];
}

/* Two tuples: the outputs, and the derivatives. */
static PyObject *run_derivation(struct derivation *self, struct arena *arena)
{
	const int64_t count = count_derivatives(self);
	const bool has_outputs = self->kind >= VJP;
	PyObject *outputs, *results;
	PyThreadState *state;
	ct_error error;

	self->outputs = arena_get(arena, (size_t)self->output_count * sizeof *self->outputs);
	self->results = arena_get(arena, (size_t)count * sizeof *self->results);
	if (self->outputs == NULL || self->results == NULL)
		return NULL;
	state = leave_python();
	error = derive(self);
	enter_python(state);
	if (error != NULL)
		return raise_error(error);
	outputs = wrap_outputs(self->outputs, has_outputs ? self->output_count : 0);
	results = wrap_outputs(self->results, count);
	if (outputs != NULL && results != NULL)
		return Py_BuildValue("NN", outputs, results);
	Py_XDECREF(outputs);
	Py_XDECREF(results);
	return NULL;
}

/* _derive(name, function, inputs, v, output_count, create_graph, strict, is_forward) */
static PyObject *derive_function(PyObject *module, PyObject *args)
{
	struct derivation run = { .kind = JACOBIAN };
	PyObject *inputs, *v, *result = NULL;
	long long output_count;
	int create_graph, strict, is_forward;
	struct arena arena;
	const char *name;

	(void)module;
	if (!PyArg_ParseTuple(args, "sOOOLppp:_derive", &name, &run.function, &inputs, &v,
			      &output_count, &create_graph, &strict, &is_forward))
		return NULL;
	while (run.kind < DERIVATIVES && strcmp(derivatives[run.kind], name) != 0)
		run.kind++;
	if (run.kind == DERIVATIVES || output_count < 1)
		return PyErr_Format(PyExc_ValueError, "there is no derivative '%s'", name);
	run.output_count = output_count;
	run.options.create_graph = create_graph;
	run.options.strict = strict;
	run.options.strategy = is_forward ? CT_FUNCTIONAL_FORWARD_MODE : CT_FUNCTIONAL_REVERSE_MODE;
	arena_begin(&arena);
	if (read_tensors(inputs, "inputs", &run.inputs, &arena) &&
	    read_tensors(v, "v", &run.v, &arena))
		result = run_derivation(&run, &arena);
	arena_end(&arena);
	return result;
}

static PyObject *run_gradcheck(PyObject *function, ct_tensors inputs, PyObject *grad_outputs,
			       int64_t output_count, const ct_gradcheck_options *options,
			       struct arena *arena)
{
	ct_tensors gradients;
	PyThreadState *state;
	ct_error error;

	if (!read_tensors(grad_outputs, "grad_outputs", &gradients, arena))
		return NULL;
	if (gradients.len == 0)
		gradients.at = NULL; /* random ones */
	state = leave_python();
	if (grad_outputs == Py_None)
		error = ct_gradcheck(call_with_tensors, function, inputs, output_count, options,
				     NULL);
	else
		error = ct_gradgradcheck(call_with_tensors, function, inputs, output_count,
					 gradients, options, NULL);
	enter_python(state);
	if (error != NULL)
		return raise_error(error);
	Py_RETURN_NONE;
}

/* _gradcheck(function, inputs, grad_outputs, output_count, eps, atol, rtol, nondet_tol,
 * check_undefined_grad, check_forward_ad, check_backward_ad): `grad_outputs` is None, or a tuple for
 * the gradient of the gradient. */
static PyObject *gradcheck(PyObject *module, PyObject *args)
{
	PyObject *function, *given, *grad_outputs, *result = NULL;
	int check_undefined, check_forward, check_backward;
	ct_gradcheck_options options = { 0 };
	long long output_count;
	struct arena arena;
	ct_tensors inputs;

	(void)module;
	if (!PyArg_ParseTuple(args, "OOOLddddppp:_gradcheck", &function, &given, &grad_outputs,
			      &output_count, &options.eps, &options.atol, &options.rtol,
			      &options.nondet_tol, &check_undefined, &check_forward,
			      &check_backward))
		return NULL;
	options.no_check_undefined_grad = !check_undefined;
	options.check_forward_ad = check_forward;
	options.no_check_backward_ad = !check_backward;
	arena_begin(&arena);
	if (read_tensors(given, "inputs", &inputs, &arena))
		result = run_gradcheck(function, inputs, grad_outputs, output_count, &options,
				       &arena);
	arena_end(&arena);
	return result;
}

/* --- Traces ----------------------------------------------------------------------------------- */

/* The library borrows what the function returns, until the trace has ended. */
struct trace {
	PyObject *function;
	ct_value returned;
};

static ct_error call_traced(const ct_tensor *const *inputs, int64_t inputs_len, void *context,
			    ct_value *result)
{
	PyGILState_STATE state = PyGILState_Ensure();
	struct trace *self = context;
	PyObject *object = call_for_object(self->function, inputs, inputs_len);
	ct_error error = NULL;

	ct_value_free(&self->returned);
	self->returned = ct_value_none();
	if (object == NULL || !value_from_object(object, &self->returned))
		error = error_from_python("trace");
	*result = ct_value_borrow(&self->returned);
	Py_XDECREF(object);
	PyGILState_Release(state);
	return error;
}

/* _jit_trace(function, module, inputs): `module` has the parameters, or is None. */
static PyObject *jit_trace(PyObject *module, PyObject *args)
{
	struct trace trace = { .returned = ct_value_none() };
	PyObject *owner, *given;
	const ct_module *handle = NULL;
	PyThreadState *state;
	struct arena arena;
	ct_tensors inputs;
	ct_error error = NULL;
	ct_jit *made = NULL;
	bool read;

	(void)module;
	if (!PyArg_ParseTuple(args, "OOO:trace", &trace.function, &owner, &given))
		return NULL;
	if (owner != Py_None && !PyObject_TypeCheck(owner, type_ct_module.type))
		return PyErr_Format(PyExc_TypeError, "_jit_trace() takes a module or None");
	if (owner != Py_None && (handle = object_handle(owner)) == NULL)
		return NULL;
	arena_begin(&arena);
	read = read_tensors(given, "example_inputs", &inputs, &arena);
	if (read) {
		state = leave_python();
		error = ct_jit_trace(call_traced, &trace, handle, inputs, &made);
		enter_python(state);
	}
	arena_end(&arena);
	ct_value_free(&trace.returned);
	if (error != NULL)
		return raise_error(error);
	return read ? wrap_handle(&type_ct_jit, made) : NULL;
}

/* _export_record(function, inputs, output_count) */
static PyObject *export_record(PyObject *module, PyObject *args)
{
	PyObject *function, *given;
	long long output_count;
	PyThreadState *state;
	ct_export *made = NULL;
	struct arena arena;
	ct_tensors inputs;
	ct_error error = NULL;
	bool read;

	(void)module;
	if (!PyArg_ParseTuple(args, "OOL:export", &function, &given, &output_count))
		return NULL;
	arena_begin(&arena);
	read = read_tensors(given, "args", &inputs, &arena);
	if (read) {
		state = leave_python();
		error = ct_export_record(call_with_tensors, function, inputs, output_count, NULL,
					 &made);
		enter_python(state);
	}
	arena_end(&arena);
	if (error != NULL)
		return raise_error(error);
	return read ? wrap_handle(&type_ct_export, made) : NULL;
}

/* --- Transforms ------------------------------------------------------------------------------- */

static ct_error call_transform(const ct_tensor *image, ct_generator *generator, void *context,
			       ct_tensor **result)
{
	PyGILState_STATE state = PyGILState_Ensure();
	ct_error error = NULL;

	(void)generator;
	if (!call_object(context, &image, 1, result, 1))
		error = error_from_python("Lambda");
	PyGILState_Release(state);
	return error;
}

/* _transform_lambda(function): the library releases the function, also after an error. */
static PyObject *transform_lambda(PyObject *module, PyObject *function)
{
	ct_transform *made;
	ct_error error;

	(void)module;
	if (!PyCallable_Check(function))
		return PyErr_Format(PyExc_TypeError, "Argument lambd should be callable, got %R",
				    (PyObject *)Py_TYPE(function));
	error = ct_transform_lambda_new(call_transform, Py_NewRef(function), release_object, &made);
	return error != NULL ? raise_error(error) : wrap_handle(&type_ct_transform, made);
}

/* --- Learning rates --------------------------------------------------------------------------- */

/* The library takes no error of a rate: optim.py has wrapped the function in one that returns NaN,
 * and raises its exception after the call. */
double call_rate(double x, void *context)
{
	PyGILState_STATE state = PyGILState_Ensure();
	PyObject *result = PyObject_CallFunction(context, "d", x);
	double rate = result != NULL ? PyFloat_AsDouble(result) : NAN;

	if (PyErr_Occurred()) {
		PyErr_WriteUnraisable(context);
		rate = NAN;
	}
	Py_XDECREF(result);
	PyGILState_Release(state);
	return rate;
}

/* --- Places of what is loaded ----------------------------------------------------------------- */

/* The function, of _files.py, keeps its exceptions. */
static ct_device call_place(ct_device saved, void *context)
{
	PyGILState_STATE state = PyGILState_Ensure();
	PyObject *device = wrap_device(saved), *place = NULL;

	if (device != NULL)
		place = PyObject_CallFunctionObjArgs(context, device, NULL);
	if (place == NULL)
		PyErr_WriteUnraisable(context);
	else if (place != Py_None)
		read_device(place, &saved);
	Py_XDECREF(device);
	Py_XDECREF(place);
	PyGILState_Release(state);
	return saved;
}

static ct_error load_source(PyObject *source, const ct_load_options *options, ct_value *value)
{
	PyThreadState *state;
	ct_error error;
	const char *path;

	if (PyBytes_Check(source))
		return ct_save_decode(PyBytes_AsString(source), PyBytes_Size(source), options,
				      value);
	path = PyUnicode_AsUTF8AndSize(source, NULL);
	if (path == NULL)
		return error_from_python("path");
	state = leave_python();
	error = ct_load(path, options, value);
	enter_python(state);
	return error;
}

extern const struct structure structure_ct_load_options; /* generated */

/* _load_placed(source, options, place): source is a path or bytes, options those of ct_load(). */
static PyObject *load_placed(PyObject *module, PyObject *args)
{
	ct_load_options options;
	PyObject *source, *given, *place, *result = NULL;
	ct_value value = ct_value_none();
	struct arena arena;
	ct_error error;

	(void)module;
	if (!PyArg_ParseTuple(args, "OOO:load", &source, &given, &place))
		return NULL;
	arena_begin(&arena);
	if (read_struct(&structure_ct_load_options, given, (char *)&options, &arena) == FITS) {
		options.map = call_place;
		options.context = place;
		error = load_source(source, &options, &value);
		result = error != NULL ? raise_error(error) : object_from_value(&value);
		ct_value_free(&value);
	}
	arena_end(&arena);
	return result;
}

PyMethodDef callback_functions[] = {
	{ "_derive", derive_function, METH_VARARGS, NULL },
	{ "_gradcheck", gradcheck, METH_VARARGS, NULL },
	{ "_jit_trace", jit_trace, METH_VARARGS, NULL },
	{ "_export_record", export_record, METH_VARARGS, NULL },
	{ "_transform_lambda", transform_lambda, METH_O, NULL },
	{ "_load_placed", load_placed, METH_VARARGS, NULL },
	{ 0 },
};
