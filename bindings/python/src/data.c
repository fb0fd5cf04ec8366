/* Datasets whose samples come from Python, and the batches of a loader. */
#include "core.h"
#include "protocols.h"
#include "generated.h"

/* --- Callbacks -------------------------------------------------------------------------------- */

/* Those that this thread is in. */
static _Thread_local int callbacks;

static PyGILState_STATE begin_callback(void)
{
	callbacks++;
	return PyGILState_Ensure();
}

static void end_callback(PyGILState_STATE state)
{
	PyGILState_Release(state);
	callbacks--;
}

bool is_in_loader(void)
{
	return callbacks > 0;
}

/* --- Datasets --------------------------------------------------------------------------------- */

static ct_error count_samples(const void *data, int64_t *result)
{
	PyGILState_STATE state = begin_callback();
	Py_ssize_t count = PyObject_Size((PyObject *)data);
	ct_error error = count < 0 ? error_from_python("__len__") : NULL;

	*result = count;
	end_callback(state);
	return error;
}

static ct_error get_sample(void *data, int64_t index, ct_generator *generator, ct_value *sample)
{
	PyGILState_STATE state = begin_callback();
	PyObject *item = PySequence_GetItem(data, (Py_ssize_t)index);
	ct_error error = NULL;

	(void)generator;
	if (item == NULL || !sample_from_object(item, sample))
		error = error_from_python("__getitem__");
	Py_XDECREF(item);
	end_callback(state);
	return error;
}

/* Calls a function with one object, which it takes, for a batch. */
static ct_error make_batch(PyObject *function, PyObject *object, ct_value *batch)
{
	PyObject *made = NULL;
	ct_error error = NULL;

	*batch = ct_value_none();
	if (object != NULL)
		made = PyObject_CallFunctionObjArgs(function, object, NULL);
	if (made == NULL || !sample_from_object(made, batch))
		error = error_from_python("collate_fn");
	Py_XDECREF(object);
	Py_XDECREF(made);
	return error;
}

/* A set whose samples come by lists of indices: batch() collates them, too. */
static ct_error get_batch(void *data, const ct_tensor *indices, ct_value *batch)
{
	PyGILState_STATE state = begin_callback();
	PyObject *function = PyObject_GetAttrString(data, "batch");
	ct_error error = function != NULL
				 ? make_batch(function, wrap_tensor(ct_tensor_retain(indices)),
					      batch)
				 : error_from_python("__getitems__");

	Py_XDECREF(function);
	end_callback(state);
	return error;
}

/* A pass over an iterable: its iterator. */
static ct_error open_stream(void *data, ct_generator *generator, void **stream)
{
	PyGILState_STATE state = begin_callback();
	PyObject *iterator = PyObject_GetIter(data);
	ct_error error = iterator == NULL ? error_from_python("__iter__") : NULL;

	(void)generator;
	*stream = iterator;
	end_callback(state);
	return error;
}

static ct_error next_sample(void *stream, ct_value *sample)
{
	PyGILState_STATE state = begin_callback();
	PyObject *item = PyIter_Next(stream);
	ct_error error = NULL;

	*sample = ct_value_none();
	if (item != NULL ? !sample_from_object(item, sample) : PyErr_Occurred() != NULL)
		error = error_from_python("__next__");
	Py_XDECREF(item);
	end_callback(state);
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
	PyGILState_STATE state = begin_callback();
	PyObject *made = PyObject_CallNoArgs(data);
	ct_error error = NULL;

	(void)epoch;
	if (made == NULL || !take_order(made, indices, ends))
		error = error_from_python("__iter__");
	Py_XDECREF(made);
	end_callback(state);
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

/* --- Loaders ---------------------------------------------------------------------------------- */

/* The context is a function that makes a batch of a list of samples. */
static ct_error collate_samples(ct_value *samples, void *context, ct_value *batch)
{
	PyGILState_STATE state = begin_callback();
	ct_error error = make_batch(context, object_from_value(samples), batch);

	end_callback(state);
	return error;
}

/* A loader of a set whose batch() makes whole batches. */
static ct_error loader_of_batches(PyObject *batches, const ct_data_loader_options *options,
				  ct_data_loader **result)
{
	const ct_dataset_functions functions = {
		.name = "Python's dataset",
		.count = count_samples,
		.get = get_sample,
		.get_batch = get_batch,
	};
	ct_dataset *dataset;
	ct_error error = ct_dataset_new(&functions, batches, &dataset);

	if (error != NULL)
		return error;
	error = ct_data_loader_new(dataset, options, result);
	ct_dataset_free(dataset);
	return error;
}

static PyObject *make_loader(const ct_dataset *dataset, PyObject *function,
			     ct_data_loader_options *options)
{
	ct_data_loader *loader;
	PyThreadState *state;
	ct_error error;

	if (dataset != NULL && function != Py_None) {
		options->collate = collate_samples;
		options->collate_context = function;
	}
	state = leave_python();
	error = dataset != NULL ? ct_data_loader_new(dataset, options, &loader)
				: loader_of_batches(function, options, &loader);
	enter_python(state);
	return error != NULL ? raise_error(error) : wrap_handle(&type_ct_data_loader, loader);
}

/* _loader_new(dataset, function, options): a loader of a dataset whose samples the function
 * collates, or C if it is None; without a dataset, of the batches of an object. Workers call the
 * function, so the loader's object must keep it: the collector does not see references of C. */
static PyObject *loader_new(PyObject *module, PyObject *args)
{
	PyObject *dataset, *function, *dict, *made = NULL;
	ct_dataset *handle = NULL;
	struct arena arena;
	void *options;

	(void)module;
	if (!PyArg_ParseTuple(args, "OOO!:_loader_new", &dataset, &function, &PyDict_Type, &dict))
		return NULL;
	if (dataset != Py_None && (handle = object_handle(dataset)) == NULL)
		return NULL;
	arena_begin(&arena);
	if (read_new_struct(&structure_ct_data_loader_options, dict, &options, &arena) == FITS)
		made = make_loader(handle, function, options);
	arena_end(&arena);
	return made;
}

/* _loader_next(loader): a tuple with the next batch, or an empty one at the end of the epoch. The
 * loader keeps the batch until the next call, so data.py lets one thread at a time iterate it. */
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
	return batch != NULL ? Py_BuildValue("(N)", object_from_value(&batch->value))
			     : PyTuple_New(0);
}

PyMethodDef data_functions[] = {
	{ "_dataset_new", dataset_new, METH_VARARGS, NULL },
	{ "_sampler_new", sampler_new, METH_O, NULL },
	{ "_loader_new", loader_new, METH_VARARGS, NULL },
	{ "_loader_next", loader_next, METH_O, NULL },
	{ 0 },
};
