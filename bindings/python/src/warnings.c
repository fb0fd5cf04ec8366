/* Warnings of the library as those of Python. Any thread may warn, in the middle of a call and perhaps
 * without Python's lock, so the main thread passes them on a little later. */
#include <pthread.h>

#include "core.h"
#include "protocols.h"

struct queued {
	struct queued *next;
	ct_warning_class kind;
	char text[];
};

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static struct queued *first, **end = &first;
static PyObject *function;

static struct queued *take_first(void)
{
	struct queued *taken;

	pthread_mutex_lock(&mutex);
	taken = first;
	if (taken != NULL)
		first = taken->next;
	if (first == NULL)
		end = &first;
	pthread_mutex_unlock(&mutex);
	return taken;
}

static bool warn(const struct queued *queued)
{
	PyObject *text = text_for_python(queued->text, queued->text + strlen(queued->text));
	PyObject *result = NULL;

	if (text != NULL)
		result = PyObject_CallFunction(
			function, "OO", text,
			queued->kind == CT_WARNING_DEPRECATION ? PyExc_DeprecationWarning
							       : PyExc_UserWarning);
	Py_XDECREF(text);
	Py_XDECREF(result);
	return result != NULL;
}

/* Where a filter makes a warning an error, it is raised here, and the others come later. */
static int pass_on(void *unused)
{
	struct queued *queued = take_first();
	bool passed = true;

	(void)unused;
	for (; queued != NULL; queued = passed ? take_first() : NULL) {
		passed = warn(queued);
		free(queued);
	}
	if (!passed)
		Py_AddPendingCall(pass_on, NULL);
	return passed ? 0 : -1;
}

static void queue(const ct_warning *warning, void *context)
{
	const char *hint = ct_error_hint(warning->message);
	const size_t size = hint != NULL ? (size_t)(hint - warning->message) - 1
					 : strlen(warning->message);
	struct queued *queued = malloc(sizeof *queued + size + 1);

	(void)context;
	if (queued == NULL)
		return;
	queued->next = NULL;
	queued->kind = warning->kind;
	memcpy(queued->text, warning->message, size);
	queued->text[size] = '\0';
	pthread_mutex_lock(&mutex);
	*end = queued;
	end = &queued->next;
	pthread_mutex_unlock(&mutex);
	if (Py_IsInitialized())
		Py_AddPendingCall(pass_on, NULL);
}

/* _warn_by(function): calls it with the text and the class of each warning. */
static PyObject *warn_by(PyObject *module, PyObject *given)
{
	ct_error error;

	(void)module;
	if (!PyCallable_Check(given))
		return PyErr_Format(PyExc_TypeError, "_warn_by() takes a function");
	error = ct_set_warning_handler(queue, NULL, NULL);
	if (error != NULL)
		return raise_error(error);
	Py_XDECREF(function);
	function = Py_NewRef(given);
	Py_RETURN_NONE;
}

PyMethodDef warning_functions[] = {
	{ "_warn_by", warn_by, METH_O, NULL },
	{ 0 },
};
