/* Errors of the library are exceptions of Python's own classes. */
#include "core.h"
#include "protocols.h"

#include <ctype.h>

/* PyErr_Fetch(): what replaces it came with Python 3.12. */
#pragma GCC diagnostic ignored "-Wdeprecated-declarations"

static PyObject *classes[CT_ERROR_ASSERTION + 1];

/* The exception of a callback, kept for the call that returns its error in the same thread or, if
 * backward ran the callback in a thread of its own, in another one. */
static struct kept {
	PyObject *exception;
	char mark[48]; /* in the error's text, to which libraries may add */
	struct kept *next;
} * kept;

/* Errors that were never raised leave theirs behind. Beyond this number, the oldest are dropped. */
enum { MAX_KEPT = 16 };

static PyObject *class_of(ct_error error)
{
	ct_error_class number = ct_error_class_of(error);

	if (number < 0 || number > CT_ERROR_ASSERTION || classes[number] == NULL)
		return PyExc_RuntimeError;
	return classes[number];
}

static const char prefix_in_c[] = "ct_", prefix_in_python[] = "ctorch.";

static bool is_of_name(char c)
{
	return isalnum((unsigned char)c) || c == '_';
}

/* Whether a name of a function of C begins here, `ct_load()` or `ct_load: ...`: not the name of a file
 * or of an attribute. */
static bool is_function_of_c(const char *at, const char *end, char before)
{
	const size_t size = sizeof prefix_in_c - 1;

	if (is_of_name(before) || before == '/' || (size_t)(end - at) <= size ||
	    strncmp(at, prefix_in_c, size) != 0)
		return false;
	while (at < end && is_of_name(*at))
		at++;
	return at < end && (*at == '(' || *at == ':');
}

PyObject *text_for_python(const char *at, const char *end)
{
	const size_t skipped = sizeof prefix_in_c - 1, added = sizeof prefix_in_python - 1;
	char *text = PyMem_Malloc((size_t)(end - at) * added / skipped + 1), *to = text;
	PyObject *result;
	char before = ' ';

	if (text == NULL)
		return PyErr_NoMemory();
	while (at < end) {
		if (is_function_of_c(at, end, before)) {
			memcpy(to, prefix_in_python, added);
			to += added;
			at += skipped;
		}
		before = *to++ = *at++;
	}
	result = PyUnicode_DecodeUTF8(text, to - text, "replace");
	PyMem_Free(text);
	return result;
}

/* The library's texts begin with the name of the class, which Python prints itself, and may end
 * with a hint for C. */
static PyObject *message_of(ct_error error)
{
	const char *hint = ct_error_hint(error), *begin = strstr(error, ": ");
	const char *end = hint != NULL ? hint - 1 : error + strlen(error);
	const char *space = strchr(error, ' ');

	begin = begin != NULL && space == begin + 1 ? begin + 2 : error;
	/* A KeyError is printed with quotes. */
	if (class_of(error) == PyExc_KeyError && end - begin > 1 && *begin == '\'' &&
	    end[-1] == '\'') {
		begin++;
		end--;
	}
	return text_for_python(begin, end);
}

/* Takes the exception out of the list whose text the error has. */
static PyObject *kept_exception(ct_error error)
{
	for (struct kept **at = &kept; *at != NULL; at = &(*at)->next) {
		struct kept *found = *at;
		PyObject *exception = found->exception;

		if (strstr(error, found->mark) == NULL)
			continue;
		*at = found->next;
		PyMem_Free(found);
		return exception;
	}
	return NULL;
}

PyObject *raise_error(ct_error error)
{
	PyObject *exception = kept_exception(error), *message;

	if (exception != NULL) {
		ct_error_free(error);
		PyErr_SetObject((PyObject *)Py_TYPE(exception), exception);
		Py_DECREF(exception);
		return NULL;
	}
	message = message_of(error);
	if (message != NULL)
		PyErr_SetObject(class_of(error), message);
	Py_XDECREF(message);
	ct_error_free(error);
	return NULL;
}

static ct_error_class number_of(PyObject *exception)
{
	for (int number = CT_ERROR_ASSERTION; number > CT_ERROR_RUNTIME; number--)
		if (classes[number] != NULL &&
		    PyErr_GivenExceptionMatches(exception, classes[number]))
			return number;
	return CT_ERROR_RUNTIME;
}

static void forget_oldest(void)
{
	struct kept **at = &kept;
	int count = 0;

	while (*at != NULL && ++count < MAX_KEPT)
		at = &(*at)->next;
	while (*at != NULL) {
		struct kept *oldest = *at;

		*at = oldest->next;
		Py_DECREF(oldest->exception);
		PyMem_Free(oldest);
	}
}

static void keep_exception(PyObject *exception, const char *mark)
{
	struct kept *keep = PyMem_Malloc(sizeof *keep);

	if (keep == NULL)
		return;
	forget_oldest();
	snprintf(keep->mark, sizeof keep->mark, "%s", mark);
	keep->exception = Py_NewRef(exception);
	keep->next = kept;
	kept = keep;
}

/* The number makes the text unique, so that raise_error() finds this exception. */
ct_error error_from_python(const char *function)
{
	static unsigned long long count;
	PyObject *type, *exception, *traceback, *text;
	const char *utf8 = NULL;
	char unique[512], mark[48];
	ct_error error;

	PyErr_Fetch(&type, &exception, &traceback);
	PyErr_NormalizeException(&type, &exception, &traceback);
	if (traceback != NULL)
		PyException_SetTraceback(exception, traceback);
	text = PyObject_Str(exception);
	if (text != NULL)
		utf8 = PyUnicode_AsUTF8AndSize(text, NULL);
	PyErr_Clear();
	snprintf(mark, sizeof mark, "(exception %llu of the program)", ++count);
	snprintf(unique, sizeof unique, "%.400s %s",
		 utf8 != NULL ? utf8 : "an exception without a text", mark);
	error = ct_error_new_text(number_of(type), function, unique);
	keep_exception(exception, mark);
	Py_XDECREF(text);
	Py_XDECREF(type);
	Py_XDECREF(exception);
	Py_XDECREF(traceback);
	return error;
}

/* Adds a class of ours: a subclass of Python's. */
static bool add_class(PyObject *module, ct_error_class number, const char *name, PyObject *base)
{
	char full_name[64];
	const char *dot = "ctorch.";

	snprintf(full_name, sizeof full_name, "%s%s", dot, name);
	classes[number] = PyErr_NewException(full_name, base, NULL);
	return classes[number] != NULL && PyModule_AddObjectRef(module, name, classes[number]) == 0;
}

bool errors_ready(PyObject *module)
{
	classes[CT_ERROR_ARGUMENT] = PyExc_ValueError;
	classes[CT_ERROR_INDEX] = PyExc_IndexError;
	classes[CT_ERROR_VALUE] = PyExc_ValueError;
	classes[CT_ERROR_TYPE] = PyExc_TypeError;
	classes[CT_ERROR_NOT_IMPLEMENTED] = PyExc_NotImplementedError;
	classes[CT_ERROR_BUFFER] = PyExc_BufferError;
	classes[CT_ERROR_SYNTAX] = PyExc_SyntaxError;
	classes[CT_ERROR_KEY] = PyExc_KeyError;
	classes[CT_ERROR_ATTRIBUTE] = PyExc_AttributeError;
	classes[CT_ERROR_ASSERTION] = PyExc_AssertionError;
	return add_class(module, CT_ERROR_OUT_OF_MEMORY, "OutOfMemoryError", PyExc_MemoryError) &&
	       add_class(module, CT_ERROR_LINALG, "LinAlgError", PyExc_RuntimeError) &&
	       add_class(module, CT_ERROR_ACCELERATOR, "AcceleratorError", PyExc_RuntimeError);
}
