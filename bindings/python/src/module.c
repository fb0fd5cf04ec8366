/* The extension ctorch._C. */
#include "core.h"
#include "protocols.h"

/* "RuntimeError: the library is for ...": Python writes another class before it. */
static const char *without_class(ct_error error)
{
	const char *text = strstr(error, ": ");

	return text != NULL ? text + 2 : error;
}

/* The functions of operators depend on the release, so another library is refused. */
static bool check_version(void)
{
	ct_error error = ct_version_require(CT_VERSION, CT_LIBTORCH_RELEASE);

	if (error != NULL) {
		PyErr_SetString(PyExc_ImportError, without_class(error));
		ct_error_free(error);
	}
	return error == NULL;
}

static struct PyModuleDef definition = {
	PyModuleDef_HEAD_INIT,
	.m_name = "ctorch._C",
	.m_doc = "libctorch for Python: the part in C. Import ctorch.",
	.m_size = -1,
};

/* Classes and constants come first: what is generated may not hide them. */
static bool fill(PyObject *module)
{
	return errors_ready(module) && constants_ready(module) && tensors_ready(module) &&
	       handles_ready(module) && values_ready(module) && hooks_ready(module) &&
	       contexts_ready(module) && scopes_ready(module) && results_ready(module) &&
	       functions_ready(module) && PyModule_AddFunctions(module, create_functions) == 0 &&
	       PyModule_AddFunctions(module, exchange_functions) == 0 &&
	       PyModule_AddFunctions(module, autograd_functions) == 0 &&
	       PyModule_AddFunctions(module, function_functions) == 0 &&
	       PyModule_AddFunctions(module, checkpoint_functions) == 0 &&
	       PyModule_AddFunctions(module, callback_functions) == 0 &&
	       PyModule_AddFunctions(module, result_functions) == 0 &&
	       PyModule_AddFunctions(module, module_functions) == 0 &&
	       PyModule_AddFunctions(module, optimizer_functions) == 0 &&
	       PyModule_AddFunctions(module, data_functions) == 0 &&
	       PyModule_AddFunctions(module, warning_functions) == 0;
}

PyMODINIT_FUNC PyInit__C(void); /* no header has it */

PyMODINIT_FUNC PyInit__C(void)
{
	PyObject *module;

	if (!check_version())
		return NULL;
	module = PyModule_Create(&definition);
	if (module != NULL && !fill(module))
		Py_CLEAR(module);
	return module;
}
