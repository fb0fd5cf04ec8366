/* Makes the generated functions Python's: functions of modules, and methods of classes. */
#include "core.h"
#include "protocols.h"
#include "types.h"
#ifdef CTORCH_PYTHON_DISTRIBUTED
#include "dist_types.h"
#endif

/* --- Methods -----------------------------------------------------------------------------------
 *
 * Python passes a method its object, but not the group that it is to call. So each group has a C
 * function of its own, from a pool.
 */

enum { POOL = 2048 };

static struct group pool[POOL];
static int pool_used;

#define METHOD(n)                                                                            \
	static PyObject *method_##n(PyObject *self, PyObject *const *args, Py_ssize_t count, \
				    PyObject *names)                                         \
	{                                                                                    \
		return call_group(&pool[n], self, args, count, names);                       \
	}
#define ENTRY(n) method_##n,
#define EACH_16(do, h)                                                                     \
	do                                                                                 \
	(h##0) do(h##1) do(h##2) do(h##3) do(h##4) do(h##5) do(h##6) do(h##7) do(h##8) do( \
		h##9) do(h##a) do(h##b) do(h##c) do(h##d) do(h##e) do(h##f)
#define EACH_256(do, h)                                                                           \
	EACH_16(do, h##0)                                                                         \
	EACH_16(do, h##1)                                                                         \
	EACH_16(do, h##2) EACH_16(do, h##3) EACH_16(do, h##4) EACH_16(do, h##5) EACH_16(do, h##6) \
		EACH_16(do, h##7) EACH_16(do, h##8) EACH_16(do, h##9) EACH_16(do, h##a)           \
			EACH_16(do, h##b) EACH_16(do, h##c) EACH_16(do, h##d) EACH_16(do, h##e)   \
				EACH_16(do, h##f)
#define EACH(do)                                                                                  \
	EACH_256(do, 0x0)                                                                         \
	EACH_256(do, 0x1)                                                                         \
	EACH_256(do, 0x2) EACH_256(do, 0x3) EACH_256(do, 0x4) EACH_256(do, 0x5) EACH_256(do, 0x6) \
		EACH_256(do, 0x7)

EACH(METHOD)

typedef PyObject *fast_call(PyObject *self, PyObject *const *args, Py_ssize_t count,
			    PyObject *names);

static fast_call *const pool_functions[POOL] = { EACH(ENTRY) };

#undef METHOD

static bool add_method(PyTypeObject *type, const struct group *group)
{
	PyMethodDef *method = PyMem_Calloc(1, sizeof *method);
	PyObject *descriptor;
	bool added;

	if (method == NULL)
		return PyErr_NoMemory() != NULL;
	if (pool_used == POOL) {
		PyErr_SetString(PyExc_SystemError, "enlarge POOL in methods.c");
		return false;
	}
	pool[pool_used] = *group;
	method->ml_name = group->name;
	method->ml_doc = doc_of(group, true);
	method->ml_meth = (PyCFunction)(void (*)(void))pool_functions[pool_used++];
	method->ml_flags = METH_FASTCALL | METH_KEYWORDS;
	descriptor = PyDescr_NewMethod(type, method);
	added = descriptor != NULL &&
		PyObject_SetAttrString((PyObject *)type, group->name, descriptor) == 0;
	Py_XDECREF(descriptor);
	return added;
}

/* --- Functions -------------------------------------------------------------------------------- */

static PyObject *call_function(PyObject *capsule, PyObject *const *args, Py_ssize_t count,
			       PyObject *names)
{
	return call_group(PyCapsule_GetPointer(capsule, NULL), NULL, args, count, names);
}

static bool add_function(PyObject *module, const struct group *group)
{
	struct group *kept = PyMem_Malloc(sizeof *kept);
	PyMethodDef *method = PyMem_Calloc(1, sizeof *method);
	PyObject *capsule, *function, *name = PyModule_GetNameObject(module);
	bool added;

	if (method == NULL || kept == NULL)
		return PyErr_NoMemory() != NULL;
	*kept = *group;
	method->ml_name = group->name;
	method->ml_doc = doc_of(group, false);
	method->ml_meth = (PyCFunction)(void (*)(void))call_function;
	method->ml_flags = METH_FASTCALL | METH_KEYWORDS;
	capsule = PyCapsule_New(kept, NULL, NULL);
	function = capsule != NULL ? PyCFunction_NewEx(method, capsule, name) : NULL;
	added = function != NULL && PyModule_AddObjectRef(module, group->name, function) == 0;
	Py_XDECREF(name);
	Py_XDECREF(capsule);
	Py_XDECREF(function);
	return added;
}

/* --- Groups ----------------------------------------------------------------------------------- */

/* A function under a name of Python's. */
struct entry {
	const char *name;
	const struct function *function;
	const struct handle_type *type; /* of a method; NULL: of tensors */
};

#define type_ct_tensor (*(const struct handle_type *)NULL)

#define FUNCTION(symbol, name) extern const struct function function_##symbol;
#include "functions.h"
#include "nn.h"
#include "operators.h"
#define METHOD(symbol, name, self) extern const struct function function_##symbol;
#include "methods.h"
#ifdef CTORCH_PYTHON_DISTRIBUTED
#include "dist_functions.h"
#include "dist_methods.h"
#endif
#undef FUNCTION
#undef METHOD

#define FUNCTION(symbol, name) { name, &function_##symbol, NULL },
#define METHOD(symbol, name, self) { name, &function_##symbol, &type_##self },

static const struct entry functions[] = {
#include "functions.h"
#include "operators.h"
};
static const struct entry nn_functions[] = {
#include "nn.h"
};
static const struct entry nn_init[] = {
#include "nn_init.h"
};
static const struct entry nn_utils[] = {
#include "nn_utils.h"
};
static const struct entry linalg[] = {
#include "linalg.h"
};
static const struct entry fft[] = {
#include "fft.h"
};
static const struct entry special[] = {
#include "special.h"
};
static const struct entry methods[] = {
#include "methods.h"
#ifdef CTORCH_PYTHON_DISTRIBUTED
#include "dist_methods.h"
#endif
#include "operator_methods.h"
};
#ifdef CTORCH_PYTHON_DISTRIBUTED
static const struct entry distributed[] = {
#include "dist_functions.h"
};
#endif

/* An earlier function of the same name: handwritten ones come before operators. */
static bool is_same(const struct entry *one, const struct entry *other)
{
	return one->type == other->type && strcmp(one->name, other->name) == 0;
}

/* What is written by hand is there already, and stays. */
static bool is_taken(const struct entry *entry, PyObject *module)
{
	PyObject *place = module;

	if (module == NULL)
		place = (PyObject *)(entry->type != NULL ? entry->type->type : tensor_type);
	return PyObject_HasAttrString(place, entry->name);
}

/* Adds the functions of one name, which follow each other. */
static bool add_group(const struct entry *first, int count, PyObject *module)
{
	struct group group = { first->name, NULL, count };
	PyTypeObject *type = first->type != NULL ? first->type->type : tensor_type;

	if (is_taken(first, module))
		return true;
	group.functions = PyMem_Malloc((size_t)count * sizeof *group.functions);
	if (group.functions == NULL)
		return PyErr_NoMemory() != NULL;
	for (int i = 0; i < count; i++) {
		group.functions[i] = first[i].function;
		if (!name_results(first[i].function, first->name))
			return false;
	}
	return module != NULL ? add_function(module, &group) : add_method(type, &group);
}

/* NULL: methods. */
static bool add_entries(const struct entry *entries, size_t count, PyObject *module)
{
	for (size_t first = 0, end; first < count; first = end) {
		for (end = first + 1; end < count && is_same(&entries[first], &entries[end]);)
			end++;
		if (!add_group(&entries[first], (int)(end - first), module))
			return false;
	}
	return true;
}

struct place {
	const char *name; /* "functional"; NULL: the extension itself */
	const struct entry *entries;
	size_t count;
};

#define PLACE(name, entries)                                    \
	{                                                       \
		name, entries, sizeof entries / sizeof *entries \
	}

static const struct place places[] = {
	PLACE(NULL, functions),
	PLACE("functional", nn_functions),
	PLACE("init", nn_init),
	PLACE("utils", nn_utils),
	PLACE("linalg", linalg),
	PLACE("fft", fft),
	PLACE("special", special),
#ifdef CTORCH_PYTHON_DISTRIBUTED
	PLACE("distributed", distributed),
#endif
};

static bool add_place(PyObject *module, const struct place *place)
{
	PyObject *inner;
	bool added;

	if (place->name == NULL)
		return add_entries(place->entries, place->count, module);
	inner = PyModule_New(place->name);
	added = inner != NULL && PyModule_AddObjectRef(module, place->name, inner) == 0 &&
		add_entries(place->entries, place->count, inner);
	Py_XDECREF(inner);
	return added;
}

bool functions_ready(PyObject *module)
{
	for (size_t i = 0; i < sizeof places / sizeof *places; i++)
		if (!add_place(module, &places[i]))
			return false;
	return add_entries(methods, sizeof methods / sizeof *methods, NULL);
}
