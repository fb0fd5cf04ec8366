/**
 * @file
 * TorchScript: programs of torch.jit.script() and torch.jit.trace(), in files of torch.jit.save().
 * Such a file has a module's parameters, attributes and the code of its methods, which libtorch's
 * interpreter runs without Python. PyTorch has deprecated TorchScript: use it for files that exist,
 * and torch.export for new ones (docs/exported.md compares them).
 *
 *     ct_jit *net;
 *     ct_tensor *y;
 *
 *     CT_TRY(ct_jit_load("net.pt", NULL, &net));
 *     CT_TRY(ct_jit_forward(net, x, &y));
 *
 * **Trust.** Loading runs the `__setstate__()` of the file's classes, a call runs its methods. Both
 * may call any operator of the process; some of these read and write files (torch.save(),
 * torch.from_file()). A call need not end. So load only files that you would run as a program.
 * ct_module_load() and ct_load() read the weights alone, and run nothing.
 *
 * **Warm-up.** libtorch profiles the first call of a method with inputs of one kind, and optimizes
 * its graph in the second: these two are slow. ct_jit_warm_up() makes them.
 *
 * **Values.** Arguments and results are any values (ct_value): numbers, texts, tensors, lists,
 * tuples and dicts; an object of a class of TorchScript, such as a submodule, is a
 * CT_VALUE_OBJECT. A number in a list of tensors, or a list of another type than the method
 * declares, is a RuntimeError with libtorch's text, as in Python.
 *
 * **Gradients** are recorded as the thread's setting says, as for any module.
 *
 * **Threads.** Any number of threads may call the methods of a module at once, unless the methods
 * write to its attributes. ct_jit_train(), ct_jit_to(), ct_jit_define() and functions that set
 * something need the module for themselves.
 */
#ifndef CTORCH_JIT_SCRIPT_H
#define CTORCH_JIT_SCRIPT_H

#include <ctorch/core/types.h>
#include <ctorch/nn/module.h>
#include <ctorch/operators/value.h>

#ifdef __cplusplus
extern "C" {
#endif

/** A module of TorchScript (Python's torch.jit.ScriptModule). It belongs to no scope. Handles of one
 * module share its attributes and its code. */
typedef struct ct_jit ct_jit;

/* --- Loading --------------------------------------------------------------------------------- */

/** Options of ct_jit_load(); zeros are the defaults. */
typedef struct ct_jit_load_options {
	/** The device of all tensors (Python's `map_location`). CT_DEVICE_NONE: as the file says. */
	ct_device device;
} ct_jit_load_options;

/**
 * Loads a module from a file of torch.jit.save() (Python's torch.jit.load()).
 *
 * @param options  NULL: the defaults
 * @param result   new: ct_jit_free()
 * @return ValueError for a file of another kind, which says what reads it; NotImplementedError for
 *         code that calls operators that this process does not have, with the names of all of them
 *         (ct_load_library() loads those of other libraries); RuntimeError with libtorch's text for
 *         a damaged file, and with the system's if the file cannot be read
 */
CT_API ct_error ct_jit_load(const char *path, const ct_jit_load_options *options CT_NULLABLE,
			    ct_jit **result CT_NOT_NULL) CT_RETURNS_ERROR;

/** Loads a module as ct_jit_load() from bytes in memory, which are copied. */
CT_API ct_error ct_jit_decode(const void *bytes CT_LENGTH(nbytes), int64_t nbytes,
			      const ct_jit_load_options *options CT_NULLABLE,
			      ct_jit **result CT_NOT_NULL) CT_RETURNS_ERROR;

/** Loads a module as ct_jit_load() from an open file, which stays open and may be closed right
 * away. Its position does not matter, and is not changed. */
CT_API ct_error ct_jit_load_descriptor(int32_t descriptor,
				       const ct_jit_load_options *options CT_NULLABLE,
				       ct_jit **result CT_NOT_NULL) CT_RETURNS_ERROR;

/** Returns the files that were saved with the module (Python's `_extra_files`): a dict from their
 * names to bytes, new: ct_value_free(). Empty for a module that was not loaded. */
CT_API ct_error ct_jit_extra_files(const ct_jit *self,
				   ct_value *result CT_NOT_NULL) CT_RETURNS_ERROR;

/** Returns another handle on the same module, new; NULL for NULL. */
CT_API ct_jit *ct_jit_retain(const ct_jit *self) CT_NOEXCEPT CT_NEW(ct_jit_free);

/** Releases a handle; accepts NULL. */
CT_API void ct_jit_free(ct_jit *self) CT_NOEXCEPT;

/** Saves the module (Python's torch.jit.save()). An existing file is replaced, or left as it is after
 * an error.
 *
 * @param extra_files  a dict from names to texts or bytes, saved with it; NULL: none
 */
CT_API ct_error ct_jit_save(const ct_jit *self, const char *path,
			    const ct_value *extra_files CT_NULLABLE) CT_RETURNS_ERROR;

/** Saves the module as ct_jit_save() into memory. `*bytes` is new: ct_free(). */
CT_API ct_error ct_jit_encode(const ct_jit *self, const ct_value *extra_files CT_NULLABLE,
			      char **bytes CT_NOT_NULL CT_LENGTH(nbytes),
			      int64_t *nbytes) CT_RETURNS_ERROR;

/* --- Running --------------------------------------------------------------------------------- */

/** Runs forward() with one tensor; its result must be a tensor. `*result` is new. */
CT_API ct_error ct_jit_forward(const ct_jit *self, const ct_tensor *x,
			       ct_tensor **result CT_NOT_NULL) CT_RETURNS_ERROR;

/**
 * Calls a method as Python does: `module.method(*args, **named)`.
 *
 * @param method  "forward", or another method that the file has: ct_jit_methods()
 * @param result  what it returns, new: ct_value_free(); NULL drops it
 * @return AttributeError for another name; RuntimeError for arguments that do not match its schema,
 *         and for an error in its code, with the lines of the Python program that it is from
 */
CT_API ct_error ct_jit_call(const ct_jit *self, const char *method, const ct_value *args,
			    int64_t args_len, const char *const *names CT_LENGTH(named_len),
			    const ct_value *named, int64_t named_len,
			    ct_value *result CT_NULLABLE) CT_RETURNS_ERROR;

/** Calls a method twice with such inputs, and drops what it returns: later calls are fast. What the
 * method writes to attributes stays. Random numbers are drawn. */
CT_API ct_error ct_jit_warm_up(const ct_jit *self, const char *method, const ct_value *args,
			       int64_t args_len) CT_RETURNS_ERROR;

/* --- Its parts ------------------------------------------------------------------------------- */

/** Lists the names of its methods: a list of texts, new (ct_value_free()). */
CT_API ct_error ct_jit_methods(const ct_jit *self, ct_value *result CT_NOT_NULL) CT_RETURNS_ERROR;

/** Lists the parameters of the module and all modules in it (Python's named_parameters()): a dict
 * from their names, such as "fc.weight", to the tensors themselves, new (ct_value_free()). */
CT_API ct_error ct_jit_parameters(const ct_jit *self,
				  ct_value *result CT_NOT_NULL) CT_RETURNS_ERROR;

/** Lists the buffers as ct_jit_parameters(). TorchScript knows no others than persistent ones. */
CT_API ct_error ct_jit_buffers(const ct_jit *self, ct_value *result CT_NOT_NULL) CT_RETURNS_ERROR;

/** Lists the attributes of this module alone that are neither modules nor its parameters and
 * buffers: a dict by their names, new (ct_value_free()). */
CT_API ct_error ct_jit_attributes(const ct_jit *self,
				  ct_value *result CT_NOT_NULL) CT_RETURNS_ERROR;

/** Lists the names of its children: a list of texts, new (ct_value_free()). */
CT_API ct_error ct_jit_children(const ct_jit *self, ct_value *result CT_NOT_NULL) CT_RETURNS_ERROR;

/** Returns a module in it by its path, "layers.0.attention", as a handle of its own: new. */
CT_API ct_error ct_jit_get_child(const ct_jit *self, const char *path,
				 ct_jit **result CT_NOT_NULL) CT_RETURNS_ERROR;

/** Returns an attribute or a constant by its path, "decoder.blank": new (ct_value_free()). Of a
 * tensor, the module's own. An AttributeError if there is none. */
CT_API ct_error ct_jit_get_attribute(const ct_jit *self, const char *path,
				     ct_value *result CT_NOT_NULL) CT_RETURNS_ERROR;

/** Sets an attribute, also a parameter or a buffer, that exists. Copied; of a tensor, the handle. A
 * RuntimeError for a value of another type than it has, and for a constant. */
CT_API ct_error ct_jit_set_attribute(ct_jit *self, const char *path,
				     ct_value value) CT_RETURNS_ERROR;

/** Sets training or evaluation mode for the module and all modules in it (Python's train(mode) and
 * eval()). */
CT_API ct_error ct_jit_train(ct_jit *self, bool mode) CT_RETURNS_ERROR;
CT_API ct_error ct_jit_eval(ct_jit *self) CT_RETURNS_ERROR;
/** Returns whether the module is in training mode; one that has no such attribute is. */
CT_API bool ct_jit_is_training(const ct_jit *self) CT_NOEXCEPT;

/** Moves the parameters and buffers to a device and converts them to a dtype, integers among them, too
 * (to() of libtorch's C++). `.memory_format` is an ArgumentError, and the meta device a RuntimeError:
 * TorchScript cannot. */
CT_API ct_error ct_jit_to(ct_jit *self,
			  const ct_module_to_options *options CT_NOT_NULL) CT_RETURNS_ERROR;

/* --- Optimizing ------------------------------------------------------------------------------ */

/**
 * Copies a module in evaluation mode with its parameters and attributes as constants of the graph
 * (Python's torch.jit.freeze()).
 *
 * @param preserved  attributes and methods to keep beside forward(); NULL: none
 * @param result     new: ct_jit_free()
 * @return RuntimeError for a module in training mode
 */
CT_API ct_error ct_jit_freeze(const ct_jit *self,
			      const char *const *preserved CT_NULLABLE CT_LENGTH(preserved_len),
			      int64_t preserved_len, ct_jit **result CT_NOT_NULL) CT_RETURNS_ERROR;

/** Freezes a module, and rewrites forward() for inference (Python's
 * torch.jit.optimize_for_inference()). Only forward() can be called afterwards. */
CT_API ct_error ct_jit_optimize_for_inference(const ct_jit *self,
					      ct_jit **result CT_NOT_NULL) CT_RETURNS_ERROR;

/* --- Texts ----------------------------------------------------------------------------------- */

/** Returns the code of a method as Python prints `module.method.code`, new: ct_free(). */
CT_API ct_error ct_jit_code(const ct_jit *self, const char *method,
			    char **result CT_NOT_NULL) CT_RETURNS_ERROR;

/** Returns the graph of a method as Python prints `module.method.graph`, new: ct_free(). */
CT_API ct_error ct_jit_graph(const ct_jit *self, const char *method,
			     char **result CT_NOT_NULL) CT_RETURNS_ERROR;

/* --- Making ---------------------------------------------------------------------------------- */

/** Creates a module without any parts, whose class has this name: an identifier. */
CT_API ct_error ct_jit_new(const char *name, ct_jit **result CT_NOT_NULL) CT_RETURNS_ERROR;

/** Adds parts to a module, under a name that is an identifier: a parameter, a buffer, an attribute
 * of the type of the value, another module. A tensor is the module's own from then on, and the
 * module shares a child. Methods use them as `self.name`, and call a child's as
 * `self.name.forward(x)`. An ArgumentError for a child that is or contains the module. */
CT_API ct_error ct_jit_add_parameter(ct_jit *self, const char *name,
				     const ct_tensor *tensor) CT_RETURNS_ERROR;
CT_API ct_error ct_jit_add_buffer(ct_jit *self, const char *name,
				  const ct_tensor *tensor) CT_RETURNS_ERROR;
CT_API ct_error ct_jit_add_attribute(ct_jit *self, const char *name,
				     ct_value value) CT_RETURNS_ERROR;
CT_API ct_error ct_jit_add_child(ct_jit *self, const char *name,
				 const ct_jit *child) CT_RETURNS_ERROR;

/**
 * Compiles methods from source text, and adds them (Python's ScriptModule.define()):
 *
 *     ct_jit_define(net, "def forward(self, x):\n    return x * self.scale\n")
 *
 * @return RuntimeError with the place in the text if TorchScript refuses the code: nothing is added
 */
CT_API ct_error ct_jit_define(ct_jit *self, const char *source) CT_RETURNS_ERROR;

/**
 * Computes the output of a function that is being traced.
 *
 * @param inputs  the inputs, borrowed
 * @param result  receives the output, borrowed: a tensor, or a list, tuple or dict of tensors
 */
typedef ct_error (*ct_jit_trace_function)(const ct_tensor *const *inputs, int64_t inputs_len,
					  void *context, ct_value *result);

/**
 * Runs a C function once, records the operators that it calls, and makes a module whose forward()
 * calls them (Python's torch.jit.trace()). What the function decides from numbers in tensors, and
 * how often its loops run, becomes fixed; so do tensors that are neither inputs nor parameters:
 * they are constants.
 *
 * @param module  its parameters and buffers become those of the result, which shares them; NULL: none
 * @param inputs  sample inputs, borrowed
 * @param result  new: ct_jit_free()
 */
CT_API ct_error ct_jit_trace(ct_jit_trace_function call, void *context,
			     const ct_module *module CT_NULLABLE, ct_tensors inputs,
			     ct_jit **result CT_NOT_NULL)
	CT_CALLS_BACK CT_RETURNS_ERROR;

/** Traces the forward function of a module as ct_jit_trace(). The result has its parameters and
 * buffers with their names. */
CT_API ct_error ct_jit_trace_module(const ct_module *module, ct_tensors inputs,
				    ct_jit **result CT_NOT_NULL)
	CT_CALLS_BACK CT_RETURNS_ERROR;

/* --- Functions ------------------------------------------------------------------------------- */

/** Functions that were compiled from source text (Python's torch.jit.CompilationUnit). It belongs to
 * no scope; any number of threads may call its functions at once. */
typedef struct ct_jit_unit ct_jit_unit;

/** Compiles functions from source text, as ct_jit_define(). `*result` is new: ct_jit_unit_free(). A
 * RuntimeError with the place in the text if TorchScript refuses the code. */
CT_API ct_error ct_jit_unit_new(const char *source,
				ct_jit_unit **result CT_NOT_NULL) CT_RETURNS_ERROR;

/** Calls a function, as ct_jit_call() calls a method. */
CT_API ct_error ct_jit_unit_call(const ct_jit_unit *self, const char *function,
				 const ct_value *args, int64_t args_len,
				 const char *const *names CT_LENGTH(named_len),
				 const ct_value *named, int64_t named_len,
				 ct_value *result CT_NULLABLE) CT_RETURNS_ERROR;

/** Releases it; accepts NULL. */
CT_API void ct_jit_unit_free(ct_jit_unit *self) CT_NOEXCEPT;

#ifdef __cplusplus
}
#endif

#endif
