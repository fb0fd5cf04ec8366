/* ctorch.scope(): the tensors that the innermost with block of a thread frees. */
#include "core.h"
#include "protocols.h"

/* --- The open scopes of a thread -------------------------------------------------------------- */

/* It outlives its object, which may be dropped while an inner scope is open, or in another thread:
 * a generator that is not resumed does that. The lock guards all of it. */
struct scope {
	tensor_object *first;
	struct scope *outer;
	bool is_open; /* false: it has no object any more */
};

static _Thread_local struct scope *open_scopes; /* the innermost; those in it may have ended */

static struct scope *innermost_scope(void)
{
	while (open_scopes != NULL && !open_scopes->is_open) {
		struct scope *ended = open_scopes;

		open_scopes = ended->outer;
		PyMem_Free(ended);
	}
	return open_scopes;
}

void link_to_scope(tensor_object *self)
{
	struct scope *scope = innermost_scope();

	if (scope == NULL)
		return;
	self->next = scope->first;
	self->previous = &scope->first;
	if (self->next != NULL)
		self->next->previous = &self->next;
	scope->first = self;
}

void unlink_from_scope(tensor_object *self)
{
	if (self->previous == NULL)
		return;
	*self->previous = self->next;
	if (self->next != NULL)
		self->next->previous = self->previous;
	self->next = NULL;
	self->previous = NULL;
}

/* Handles whose scope has ended while another thread may use them in a call. */
static struct freed {
	ct_tensor *handle;
	struct freed *next;
} * freed;

void release_freed_handles(void)
{
	while (freed != NULL) {
		struct freed *first = freed;

		freed = first->next;
		ct_tensor_free_unscoped(first->handle);
		PyMem_Free(first);
	}
}

static void free_handle(ct_tensor *handle)
{
	struct freed *later = PyMem_Malloc(sizeof *later);

	if (later == NULL) {
		ct_tensor_free_later(handle);
		return;
	}
	later->handle = handle;
	later->next = freed;
	freed = later;
	if (calls_outside() == 0)
		release_freed_handles();
}

/* --- The type --------------------------------------------------------------------------------- */

typedef struct {
	PyObject ob_base;
	struct scope *scope; /* NULL: not open */
} scope_object;

static PyObject *scope_enter(PyObject *object, PyObject *unused)
{
	scope_object *self = (scope_object *)object;

	(void)unused;
	if (self->scope != NULL) {
		PyErr_SetString(PyExc_RuntimeError, "this scope is already open");
		return NULL;
	}
	self->scope = PyMem_Calloc(1, sizeof *self->scope);
	if (self->scope == NULL)
		return PyErr_NoMemory();
	self->scope->is_open = true;
	self->scope->outer = innermost_scope();
	open_scopes = self->scope;
	return Py_NewRef(object);
}

/* Its thread takes it from the list of open ones, at once or when it next looks. */
static void end_scope(scope_object *self)
{
	self->scope->is_open = false;
	self->scope = NULL;
	innermost_scope();
}

static PyObject *scope_exit(PyObject *object, PyObject *unused)
{
	scope_object *self = (scope_object *)object;

	(void)unused;
	if (self->scope == NULL || innermost_scope() != self->scope) {
		PyErr_SetString(PyExc_RuntimeError,
				"this is not the innermost scope of this thread: end the inner "
				"scopes first, in the thread that began them");
		return NULL;
	}
	while (self->scope->first != NULL) {
		tensor_object *member = self->scope->first;
		ct_tensor *handle = member->handle;

		unlink_from_scope(member);
		member->handle = NULL;
		free_handle(handle);
	}
	end_scope(self);
	Py_RETURN_NONE;
}

static PyObject *scope_keep(PyObject *self, PyObject *object)
{
	(void)self;
	if (!is_tensor(object)) {
		PyErr_SetString(PyExc_TypeError, "keep(): the argument must be a Tensor");
		return NULL;
	}
	unlink_from_scope((tensor_object *)object);
	return Py_NewRef(object);
}

static void scope_dealloc(PyObject *object)
{
	scope_object *self = (scope_object *)object;
	PyTypeObject *type = Py_TYPE(object);

	if (self->scope != NULL) {
		while (self->scope->first != NULL)
			unlink_from_scope(self->scope->first);
		end_scope(self);
	}
	PyObject_Free(object);
	Py_DECREF(type);
}

static PyMethodDef scope_methods[] = {
	{ "__enter__", scope_enter, METH_NOARGS, NULL },
	{ "__exit__", scope_exit, METH_VARARGS, NULL },
	{ "keep", scope_keep, METH_O, "Takes a tensor out of the scope, and returns it." },
	{ 0 },
};

static PyType_Slot scope_slots[] = {
	{ Py_tp_dealloc, scope_dealloc },
	{ Py_tp_methods, scope_methods },
	{ Py_tp_doc, "Frees the tensors that its thread makes in a with block." },
	{ 0 },
};

static PyType_Spec scope_spec = {
	.name = "ctorch.scope",
	.basicsize = sizeof(scope_object),
	.flags = Py_TPFLAGS_DEFAULT,
	.slots = scope_slots,
};

bool scopes_ready(PyObject *module)
{
	PyObject *type = PyType_FromSpec(&scope_spec);
	bool ready = type != NULL && PyModule_AddObjectRef(module, "scope", type) == 0;

	Py_XDECREF(type);
	return ready;
}
