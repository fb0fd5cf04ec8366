/* Handles other than tensors: each type of the library is a class. */
#include "core.h"
#include "protocols.h"
#include "types.h"
#ifdef CTORCH_PYTHON_DISTRIBUTED
#include <ctorch/distributed.h>

#include "dist_types.h"
#endif

#include <structmember.h>

/* Free functions that leave handles of a scope alone, where there are any. */
#define ct_module_free ct_module_free_unscoped
#define ct_node_free ct_node_free_unscoped
#define ct_storage_free ct_storage_free_unscoped
#define ct_generator_free ct_generator_free_unscoped

#define HANDLE(c)                             \
	static void release_##c(void *handle) \
	{                                     \
		c##_free(handle);             \
	}
#include "handles.h"
#ifdef CTORCH_PYTHON_DISTRIBUTED
#include "dist_handles.h"
#endif
#undef HANDLE
#define HANDLE(c) struct handle_type type_##c = { #c + 3, release_##c, NULL, NULL };
#include "handles.h"
#ifdef CTORCH_PYTHON_DISTRIBUTED
#include "dist_handles.h"
#endif
#undef HANDLE
#define HANDLE(c) &type_##c,
static struct handle_type *const handle_types[] = {
#include "handles.h"
#ifdef CTORCH_PYTHON_DISTRIBUTED
#include "dist_handles.h"
#endif
	NULL
};
#undef HANDLE

static void *retain_module(void *handle)
{
	return ct_module_retain(handle);
}

static void *retain_optimizer(void *handle)
{
	return ct_optimizer_retain(handle);
}

static void *retain_node(void *handle)
{
	return ct_node_retain(handle);
}

static const struct handle_type *type_of(PyObject *object)
{
	for (struct handle_type *const *at = handle_types; *at != NULL; at++)
		if (PyObject_TypeCheck(object, (*at)->type))
			return *at;
	return NULL;
}

PyObject *wrap_handle(const struct handle_type *type, void *pointer)
{
	handle_object *self;

	if (pointer == NULL)
		Py_RETURN_NONE;
	ct_scope_disown_object(pointer);
	self = (handle_object *)((allocfunc)PyType_GetSlot(type->type, Py_tp_alloc))(type->type, 0);
	if (self == NULL) {
		type->release(pointer);
		return NULL;
	}
	self->handle = pointer;
	return (PyObject *)self;
}

/* A data loader waits for its workers, which may need the lock to call functions of Python. */
static void release(const struct handle_type *type, void *pointer)
{
	PyThreadState *state;

	if (pointer == NULL || type == NULL)
		return;
	state = leave_python();
	type->release(pointer);
	enter_python(state);
}

static void end_loader(PyObject *object)
{
	handle_object *self = (handle_object *)object;
	void *pointer = self->handle;

	self->handle = NULL;
	release(&type_ct_data_loader, pointer);
}

/* In the main thread; takes the reference. */
static int end_loader_later(void *object)
{
	end_loader(object);
	Py_DECREF(object);
	return 0;
}

/* Workers of a data loader call what it keeps, so they end before the collector clears that. A
 * worker, in which the collector may run, cannot wait for itself: then the object lives on until the
 * main thread ends it, or for good if too many wait for that. */
static void handle_finalize(PyObject *object)
{
	if (!PyObject_TypeCheck(object, type_ct_data_loader.type))
		return;
	if (is_in_loader())
		Py_AddPendingCall(end_loader_later, Py_NewRef(object));
	else
		end_loader(object);
}

static int handle_traverse(PyObject *object, visitproc visit, void *arg)
{
	Py_VISIT(Py_TYPE(object));
	Py_VISIT(((handle_object *)object)->keeps);
	return 0;
}

static int handle_clear(PyObject *object)
{
	Py_CLEAR(((handle_object *)object)->keeps);
	return 0;
}

static void handle_dealloc(PyObject *object)
{
	handle_object *self = (handle_object *)object;
	PyTypeObject *type = Py_TYPE(object);
	void *pointer = self->handle;

	PyObject_GC_UnTrack(object);
	if (self->weak_references != NULL)
		PyObject_ClearWeakRefs(object);
	self->handle = NULL;
	if (PyObject_TypeCheck(object, type_ct_module.type))
		forget_module(pointer, object);
	release(type_of(object), pointer);
	Py_CLEAR(self->keeps);
	((freefunc)PyType_GetSlot(type, Py_tp_free))(object);
	Py_DECREF(type);
}

void *object_handle(PyObject *object)
{
	void *handle = ((handle_object *)object)->handle;
	const struct handle_type *type = type_of(object);

	if (handle == NULL)
		PyErr_Format(
			PyExc_ValueError,
			"this %s is empty: its __init__() has not run, or its handle was taken",
			type != NULL ? type->name : "object");
	return handle;
}

/* Takes over the handle of another object of the same class, which a factory has made. */
static PyObject *handle_take(PyObject *object, PyObject *other)
{
	handle_object *self = (handle_object *)object, *from = (handle_object *)other;

	if (type_of(object) == NULL || type_of(object) != type_of(other))
		return PyErr_Format(PyExc_TypeError, "_take(): an object of another class");
	if (self->handle != NULL)
		return PyErr_Format(PyExc_RuntimeError, "__init__() was called twice");
	self->handle = from->handle;
	from->handle = NULL;
	Py_RETURN_NONE;
}

static PyObject *handle_equal(PyObject *a, PyObject *b, int how)
{
	bool equal;

	if ((how != Py_EQ && how != Py_NE) || type_of(b) == NULL)
		return Py_NewRef(Py_NotImplemented);
	equal = a == b || (((handle_object *)a)->handle != NULL &&
			   ((handle_object *)a)->handle == ((handle_object *)b)->handle);
	return PyBool_FromLong(equal == (how == Py_EQ));
}

static Py_hash_t handle_hash(PyObject *object)
{
	Py_hash_t hash = (Py_hash_t)((uintptr_t)((handle_object *)object)->handle >> 4);

	return hash == -1 ? -2 : hash;
}

static PyMethodDef methods[] = {
	{ "_take", handle_take, METH_O, NULL },
	{ 0 },
};

static PyMemberDef members[] = {
	{ "__weaklistoffset__", T_PYSSIZET, offsetof(handle_object, weak_references), READONLY,
	  NULL },
	{ "_keeps", T_OBJECT, offsetof(handle_object, keeps), 0, NULL },
	{ 0 },
};

static PyType_Slot slots[] = {
	{ Py_tp_dealloc, handle_dealloc },   { Py_tp_finalize, handle_finalize },
	{ Py_tp_traverse, handle_traverse }, { Py_tp_clear, handle_clear },
	{ Py_tp_methods, methods },          { Py_tp_members, members },
	{ Py_tp_richcompare, handle_equal }, { Py_tp_hash, handle_hash },
	{ Py_tp_new, PyType_GenericNew },    { 0 },
};

static bool add_type(PyObject *module, struct handle_type *type)
{
	char *name = PyMem_Malloc(64); /* types keep it */
	PyType_Spec spec = {
		.name = name,
		.basicsize = sizeof(handle_object),
		.flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE | Py_TPFLAGS_HAVE_GC,
		.slots = slots,
	};

	if (name == NULL)
		return PyErr_NoMemory() != NULL;
	snprintf(name, 64, "ctorch._C.%s", type->name);
	type->type = (PyTypeObject *)PyType_FromSpec(&spec);
	return type->type != NULL &&
	       PyModule_AddObjectRef(module, type->name, (PyObject *)type->type) == 0;
}

bool handles_ready(PyObject *module)
{
	type_ct_module.retain = retain_module;
	type_ct_optimizer.retain = retain_optimizer;
	type_ct_node.retain = retain_node;
	for (struct handle_type *const *type = handle_types; *type != NULL; type++)
		if (!add_type(module, *type))
			return false;
	return true;
}
