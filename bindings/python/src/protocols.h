/** @file The functions behind the slots and methods of the type Tensor. */
#ifndef CTORCH_PYTHON_PROTOCOLS_H
#define CTORCH_PYTHON_PROTOCOLS_H

#include "core.h"

/* functions.c */
int calls_outside(void);

/* scope.c */
bool scopes_ready(PyObject *module);
void link_to_scope(tensor_object *self); /* to the innermost one of this thread, if there is one */
void unlink_from_scope(tensor_object *self);
void release_freed_handles(void);

/* docs.c */
const char *doc_of(const struct group *group, bool is_method); /* NULL: no memory */

/* number.c */
PyObject *tensor_add(PyObject *a, PyObject *b);
PyObject *tensor_sub(PyObject *a, PyObject *b);
PyObject *tensor_mul(PyObject *a, PyObject *b);
PyObject *tensor_div(PyObject *a, PyObject *b);
PyObject *tensor_floor_divide(PyObject *a, PyObject *b);
PyObject *tensor_remainder(PyObject *a, PyObject *b);
PyObject *tensor_power(PyObject *a, PyObject *b, PyObject *modulus);
PyObject *tensor_matmul(PyObject *a, PyObject *b);
PyObject *tensor_and(PyObject *a, PyObject *b);
PyObject *tensor_or(PyObject *a, PyObject *b);
PyObject *tensor_xor(PyObject *a, PyObject *b);
PyObject *tensor_lshift(PyObject *a, PyObject *b);
PyObject *tensor_rshift(PyObject *a, PyObject *b);
PyObject *tensor_add_(PyObject *a, PyObject *b);
PyObject *tensor_sub_(PyObject *a, PyObject *b);
PyObject *tensor_mul_(PyObject *a, PyObject *b);
PyObject *tensor_div_(PyObject *a, PyObject *b);
PyObject *tensor_floor_divide_(PyObject *a, PyObject *b);
PyObject *tensor_remainder_(PyObject *a, PyObject *b);
PyObject *tensor_power_(PyObject *a, PyObject *b, PyObject *modulus);
PyObject *tensor_and_(PyObject *a, PyObject *b);
PyObject *tensor_or_(PyObject *a, PyObject *b);
PyObject *tensor_xor_(PyObject *a, PyObject *b);
PyObject *tensor_negative(PyObject *a);
PyObject *tensor_positive(PyObject *a);
PyObject *tensor_absolute(PyObject *a);
PyObject *tensor_invert(PyObject *a);
PyObject *tensor_compare(PyObject *a, PyObject *b, int how);

/* index.c */
Py_ssize_t tensor_length(PyObject *object);
PyObject *tensor_subscript(PyObject *object, PyObject *subscript);
int tensor_assign(PyObject *object, PyObject *subscript, PyObject *value);
PyObject *tensor_sequence_item(PyObject *object, Py_ssize_t index);
int tensor_contains(PyObject *object, PyObject *item);

/* exchange.c */
int tensor_get_buffer(PyObject *object, Py_buffer *buffer, int flags);
void tensor_release_buffer(PyObject *object, Py_buffer *buffer);
PyObject *tensor_dlpack(PyObject *object, PyObject *args, PyObject *names);
PyObject *tensor_dlpack_device(PyObject *object, PyObject *unused);
/* Whether any buffer shares memory of a tensor. */
bool is_memory_shared(void);
/* Whether this memory may be reallocated; false with a BufferError while a buffer shares it. */
bool may_move(PyObject *object);
extern PyMethodDef exchange_functions[];

/* create.c */
extern PyMethodDef create_functions[], create_methods[];

/* autograd.c */
PyObject *tensor_register_hook(PyObject *object, PyObject *function);
PyObject *tensor_register_post_hook(PyObject *object, PyObject *function);
PyObject *tensor_backward(PyObject *object, PyObject *args, PyObject *names);
/* Any thread may drop the last reference to a tensor, and so release what its callbacks have: calls
 * `release` with Python's lock, unless Python has ended. */
void release_with_lock(void *context, void (*release)(void *context));
void release_object(void *object); /* a reference of the library's, from any thread */
bool read_tensors(PyObject *object, const char *name, ct_tensors *tensors, struct arena *arena);
extern PyMethodDef autograd_functions[];

/* custom_function.c */
bool contexts_ready(PyObject *module);
/* The tensors among arguments; NULL for the others. */
bool read_inputs(PyObject *args, ct_tensors *inputs, struct arena *arena);
extern PyMethodDef function_functions[];

/* checkpoint.c */
extern PyMethodDef checkpoint_functions[];

/* hooks.c */
bool hooks_ready(PyObject *module);
PyObject *new_hook_handle(int64_t hook);
PyObject *module_hook(PyObject *module, PyObject *args);
PyObject *copy_hook_handle(PyObject *module, PyObject *args);
const ct_module *enter_module(const ct_module *module);
void leave_module(const ct_module *outer);

/* errors.c */
/* A text of the library with the names that its functions have in Python: ctorch.load() for
 * ct_load(). */
PyObject *text_for_python(const char *at, const char *end);

/* warnings.c */
extern PyMethodDef warning_functions[];

/* results.c */
extern PyMethodDef result_functions[];

/* callbacks.c */
double call_rate(double x, void *context); /* the context is a function of Python */
extern PyMethodDef callback_functions[];

/* modules.c */
/* What a function returns for tensors; as tensors of C. */
PyObject *call_for_object(PyObject *function, const ct_tensor *const *inputs, int64_t inputs_len);
bool call_object(PyObject *function, const ct_tensor *const *inputs, int64_t inputs_len,
		 ct_tensor **outputs, int64_t outputs_len);
enum { MAX_TENSORS = 64 }; /* that a module may take or return */
bool give_output(PyObject *object, ct_tensor **output, const char *expectation);
PyObject *wrap_outputs(ct_tensor *const *outputs, int64_t count);
void forget_module(void *module, PyObject *object);
extern PyMethodDef module_functions[];

/* optim.c */
extern PyMethodDef optimizer_functions[];

/* data.c */
bool is_in_loader(void); /* whether the thread is in a function of Python that a loader calls */
extern PyMethodDef data_functions[];

#endif
