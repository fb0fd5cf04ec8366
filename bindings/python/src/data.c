/* Datasets whose samples come from Python, and the batches of a loader. */
#include "core.h"
#include "protocols.h"
#include "types.h"

/* --- Datasets --------------------------------------------------------------------------------- */

static ct_error count_samples(const void *data, int64_t *result)
{
	PyGILState_STATE state = PyGILState_Ensure();
	Py_ssize_t count = PyObject_Size((PyObject *)data);
	ct_error error = count < 0 ? error_from_python("__len__") : NULL;

	*result = count;
	PyGILState_Release(state);
	return error;
}

static ct_error get_sample(void *data, int64_t index, ct_generator *generator, ct_value *sample)
{
	PyGILState_STATE state = PyGILState_Ensure();
	PyObject *item = PySequence_GetItem(data, (Py_ssize_t)index);
	ct_error error = NULL;

	(void)generator;
	if (item == NULL || !value_from_object(item, sample))
		error = error_from_python("__getitem__");
	Py_XDECREF(item);
	PyGILState_Release(state);
	return error;
}

/* A pass over an iterable: its iterator. */
static ct_error open_stream(void *data, ct_generator *generator, void **stream)
{
	PyGILState_STATE state = PyGILState_Ensure();
	PyObject *iterator = PyObject_GetIter(data);
	ct_error error = iterator == NULL ? error_from_python("__iter__") : NULL;

	(void)generator;
	*stream = iterator;
	PyGILState_Release(state);
	return error;
}

static ct_error next_sample(void *stream, ct_value *sample)
{
	PyGILState_STATE state = PyGILState_Ensure();
	PyObject *item = PyIter_Next(stream);
	ct_error error = NULL;

	*sample = ct_value_none();
	if (item != NULL ? !value_from_object(item, sample) : PyErr_Occurred() != NULL)
		error = error_from_python("__next__");
	Py_XDECREF(item);
	PyGILState_Release(state);
	return error;
}

/* _dataset_new(object, is_stream): a dataset of an object with __len__() and __getitem__(), or a
 * stream of one with __iter__(). Workers call these in threads, one after the other. */
static PyObject *dataset_new(PyObject *module, PyObject *args)
{
	const ct_dataset_functions set = {
		.name = "Python's dataset",
		.count = count_samples,
		.get = get_sample,
		.free = release_object,
	};
	const ct_dataset_functions stream = {
		.name = "Python's stream",
		.open = open_stream,
		.next = next_sample,
		.close = release_object,
		.free = release_object,
	};
	PyThreadState *state;
	ct_dataset *dataset;
	PyObject *object;
	int is_stream;
	ct_error error;

	(void)module;
	if (!PyArg_ParseTuple(args, "Op:_dataset_new", &object, &is_stream))
		return NULL;
	Py_INCREF(object);
	state = leave_python();
	error = ct_dataset_new(is_stream ? &stream : &set, object, &dataset);
	enter_python(state);
	return error != NULL ? raise_error(error) : wrap_handle(&type_ct_dataset, dataset);
}

/* --- Samplers --------------------------------------------------------------------------------- */

/* The function returns the indices of an epoch, and the ends of its batches or None. */
static bool take_order(PyObject *made, ct_tensor **indices, ct_tensor **ends)
{
	static const char expectation[] = "an order must be a Tensor";

	if (!PyTuple_Check(made) || PyTuple_Size(made) != 2) {
		PyErr_SetString(PyExc_TypeError, "an order must be two Tensors, or one and None");
		return false;
	}
	if (!give_output(PyTuple_GetItem(made, 0), indices, expectation))
		return false;
	return PyTuple_GetItem(made, 1) == Py_None ||
	       give_output(PyTuple_GetItem(made, 1), ends, expectation);
}

static ct_error order_samples(void *data, int64_t epoch, ct_tensor **indices, ct_tensor **ends)
{
	PyGILState_STATE state = PyGILState_Ensure();
	PyObject *made = PyObject_CallNoArgs(data);
	ct_error error = NULL;

	(void)epoch;
	if (made == NULL || !take_order(made, indices, ends))
		error = error_from_python("__iter__");
	Py_XDECREF(made);
	PyGILState_Release(state);
	return error;
}

/* _sampler_new(function): a sampler whose order a function makes for each epoch. */
static PyObject *sampler_new(PyObject *module, PyObject *function)
{
	const ct_sampler_functions functions = {
		.name = "Python's sampler",
		.order = order_samples,
		.free = release_object,
	};
	PyThreadState *state;
	ct_sampler *sampler;
	ct_error error;

	(void)module;
	Py_INCREF(function);
	state = leave_python();
	error = ct_sampler_new(&functions, function, &sampler);
	enter_python(state);
	return error != NULL ? raise_error(error) : wrap_handle(&type_ct_sampler, sampler);
}

/* --- Batches ---------------------------------------------------------------------------------- */

/* _loader_next(loader): the next batch, or None at the end of the epoch. The loader keeps the batch
 * until the next call, so data.py lets one thread at a time iterate it. */
static PyObject *loader_next(PyObject *module, PyObject *object)
{
	const ct_batch *batch;
	ct_data_loader *loader;
	PyThreadState *state;
	ct_error error;

	(void)module;
	if (!PyObject_TypeCheck(object, type_ct_data_loader.type))
		return PyErr_Format(PyExc_TypeError, "_loader_next() takes a data_loader");
	loader = object_handle(object);
	if (loader == NULL)
		return NULL;
	state = leave_python();
	error = ct_data_loader_next(loader, &batch);
	enter_python(state);
	if (error != NULL)
		return raise_error(error);
	if (batch == NULL)
		Py_RETURN_NONE;
	return object_from_value(&batch->value);
}

PyMethodDef data_functions[] = {
	{ "_dataset_new", dataset_new, METH_VARARGS, NULL },
	{ "_sampler_new", sampler_new, METH_O, NULL },
	{ "_loader_next", loader_next, METH_O, NULL },
	{ 0 },
};
