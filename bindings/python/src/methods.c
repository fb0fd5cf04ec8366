/* Makes the generated functions Python's: functions of modules, and methods of classes. */
#include "core.h"

/* --- Methods -----------------------------------------------------------------------------------
 *
 * Python passes a method its object, but not the group that it is to call. So each group has a C
 * function of its own, from a pool.
 */

enum { POOL = 2048 };

static struct group pool[POOL];
static int pool_used;

#define METHOD(n)                                                                               \
	static PyObject *method_##n(PyObject *self, PyObject *const *args, Py_ssize_t count,    \
				    PyObject *names)                                            \
	{                                                                                       \
		return call_group(&pool[n], self, args, count, names);                          \
	}
#define ENTRY(n) method_##n,
#define EACH_16(do, h)                                                                     \
	do(h##0) do(h##1) do(h##2) do(h##3) do(h##4) do(h##5) do(h##6) do(h##7) do(h##8)   \
	do(h##9) do(h##a) do(h##b) do(h##c) do(h##d) do(h##e) do(h##f)
#define EACH_256(do, h)                                                                    \
	EACH_16(do, h##0) EACH_16(do, h##1) EACH_16(do, h##2) EACH_16(do, h##3)            \
	EACH_16(do, h##4) EACH_16(do, h##5) EACH_16(do, h##6) EACH_16(do, h##7)            \
	EACH_16(do, h##8) EACH_16(do, h##9) EACH_16(do, h##a) EACH_16(do, h##b)            \
	EACH_16(do, h##c) EACH_16(do, h##d) EACH_16(do, h##e) EACH_16(do, h##f)
#define EACH(do)                                                                           \
	EACH_256(do, 0x0) EACH_256(do, 0x1) EACH_256(do, 0x2) EACH_256(do, 0x3)            \
	EACH_256(do, 0x4) EACH_256(do, 0x5) EACH_256(do, 0x6) EACH_256(do, 0x7)

EACH(METHOD)

typedef PyObject *fast_call(PyObject *self, PyObject *const *args, Py_ssize_t count,
			    PyObject *names);

static fast_call *const pool_functions[POOL] = { EACH(ENTRY) };

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
	PyObject *capsule, *function;
	bool added;

	if (method == NULL || kept == NULL)
		return PyErr_NoMemory() != NULL;
	*kept = *group;
	method->ml_name = group->name;
	method->ml_meth = (PyCFunction)(void (*)(void))call_function;
	method->ml_flags = METH_FASTCALL | METH_KEYWORDS;
	capsule = PyCapsule_New(kept, NULL, NULL);
	function = capsule != NULL ? PyCFunction_NewEx(method, capsule, NULL) : NULL;
	added = function != NULL && PyModule_AddObjectRef(module, group->name, function) == 0;
	Py_XDECREF(capsule);
	Py_XDECREF(function);
	return added;
}

/* --- Groups ----------------------------------------------------------------------------------- */

struct collected {
	const struct function **at;
	int count;
};

static int compare_names(const void *a, const void *b)
{
	const struct function *const *left = a, *const *right = b;
	int order = strcmp((*left)->name, (*right)->name);

	/* The order of the generated list, in which overloads are tried. */
	return order != 0 ? order : (*left)->order - (*right)->order;
}

static bool collect(struct collected *all)
{
	int room = 0;

	for (const struct function *const *list = function_lists; *list != NULL; list++)
		for (const struct function *function = *list; function->name != NULL; function++)
			room++;
	all->at = PyMem_Malloc((size_t)room * sizeof *all->at);
	all->count = 0;
	if (all->at == NULL)
		return PyErr_NoMemory() != NULL;
	for (const struct function *const *list = function_lists; *list != NULL; list++)
		for (const struct function *function = *list; function->name != NULL; function++)
			all->at[all->count++] = function;
	qsort(all->at, (size_t)all->count, sizeof *all->at, compare_names);
	return true;
}

/* The functions of one name that Python finds in one place, in a list of their own. */
static struct group group_of(const struct collected *same, int place)
{
	struct group group = { same->at[0]->name, NULL, 0 };

	group.functions = PyMem_Malloc((size_t)same->count * sizeof *group.functions);
	for (int i = 0; group.functions != NULL && i < same->count; i++)
		if (same->at[i]->places & place)
			group.functions[group.count++] = same->at[i];
	return group;
}

struct place {
	int bit;
	PyTypeObject *type; /* NULL: functions */
	PyObject *module;
};

static bool add_group(const struct collected *same, const struct place *place)
{
	struct group group = group_of(same, place->bit);

	if (group.functions == NULL)
		return PyErr_NoMemory() != NULL;
	if (group.count == 0) {
		PyMem_Free(group.functions);
		return true;
	}
	return place->type != NULL ? add_method(place->type, &group) :
				     add_function(place->module, &group);
}

static bool add_groups(const struct collected *all, const struct place *place)
{
	int first = 0;

	while (first < all->count) {
		struct collected same = { all->at + first, 0 };

		while (first < all->count && strcmp(all->at[first]->name, same.at[0]->name) == 0)
			same.count++, first++;
		if (!add_group(&same, place))
			return false;
	}
	return true;
}

static bool add_module(PyObject *module, const char *name, PyObject **added)
{
	*added = PyModule_New(name);
	return *added != NULL &&
	       PyModule_AddObjectRef(module, strrchr(name, '.') + 1, *added) == 0;
}

bool functions_ready(PyObject *module)
{
	struct collected all;
	PyObject *functional;
	bool ready;

	if (!collect(&all) || !add_module(module, "ctorch._C.functional", &functional))
		return false;
	ready = add_groups(&all, &(struct place){ PLACE_FUNCTION, NULL, module }) &&
		add_groups(&all, &(struct place){ PLACE_METHOD, tensor_type, module }) &&
		add_groups(&all, &(struct place){ PLACE_NN, NULL, functional });
	Py_DECREF(functional);
	PyMem_Free(all.at);
	return ready;
}
