/**
 * @file
 * Modules: Python's torch.nn.Module. A module has parameters, buffers and children, in the order in
 * which they were registered, and a forward function. docs/modules.md shows how to write one;
 * ctorch/nn/nn.h has PyTorch's own modules and macros that make a module's code short.
 *
 * **Ownership.** Modules are reference counted, as in Python. A new module, or another handle of
 * ct_module_retain(), belongs to the innermost scope, as a tensor does, or to the caller if no
 * scope is open: ct_module_free() releases it. A parent takes its own reference, so the scope may
 * close. ct_scope_disown_object() and ct_scope_move_object_up() take a module out of a scope.
 * Getters return modules and tensors that are borrowed from the module. The parameters and buffers
 * of a module belong to no scope: they live until the module is released or they are replaced.
 *
 * **Names.** `path` is a name with dots, such as `encoder.layers.0.weight`; "" is the module
 * itself.
 *
 * **Depth.** Modules may be nested 250 deep. Deeper ones can be called and released, but functions
 * that visit all modules in a module refuse them.
 *
 * **Threads.** Several threads may call a module at once, as long as none changes it: registering,
 * loading, moving, training mode and hooks need exclusive access.
 */
#ifndef CTORCH_NN_MODULE_H
#define CTORCH_NN_MODULE_H

#include <stdio.h>

#include <ctorch/core/error.h>
#include <ctorch/core/types.h>
#include <ctorch/operators/value.h>

#ifdef __cplusplus
extern "C" {
#endif

/* --- Classes --------------------------------------------------------------------------------- */

/** A forward function with one input and one output. `self` is the module's data. Objects that it
 * creates belong to the caller's scope, as in any function. A NULL result is a TypeError. */
typedef ct_error (*ct_module_forward_function)(void *self CT_INOUT, const ct_tensor *x,
					       ct_tensor **result);

/** A forward function that is an expression (`CT_E`, `CT_M`) and returns its result.
 * ct_module_forward() returns the error of the expression; within `CT_M` the error waits. NULL
 * without an error is a TypeError. */
typedef ct_tensor *(*ct_module_expression_function)(void *self CT_INOUT, ct_tensor *x)CT_BORROWED;

/** A forward function of two inputs that is an expression, likewise: `CT_M(module, x, other)` calls it. If
 * the class has `.inputs_min = 1`, `other` may be left out, and is NULL then. */
typedef ct_tensor *(*ct_module_two_expression_function)(void *self CT_INOUT, ct_tensor *x,
							ct_tensor *other CT_NULLABLE)CT_BORROWED;

/** A forward function for any number of tensors. Omitted inputs are NULL. It writes all
 * `outputs_len` outputs, or none on an error. NULL in any output but the first is Python's None.
 * Without an error, an output that it does not write is a TypeError. */
typedef ct_error (*ct_module_forward_all_function)(
	void *self CT_INOUT, const ct_tensor *const *inputs CT_LENGTH(inputs_len),
	int64_t inputs_len, ct_tensor **outputs CT_LENGTH(outputs_len), int64_t outputs_len);

/** Returns a text for print, new: ct_free(). */
typedef ct_error (*ct_module_text_function)(const void *self CT_LENGTH(1), char **result);

/** Gives the module's own parameters new initial values. */
typedef ct_error (*ct_module_reset_function)(void *self CT_INOUT);

/** Copies the objects that the data points to. `self` is a copy of the bytes of `other`, in which
 * fields of parameters, buffers and children already point to the copies. */
typedef ct_error (*ct_module_copy_function)(void *self CT_INOUT, const void *other CT_LENGTH(1));

/** Converts a copy of a state dict from an older version of the class, before it is loaded.
 * `version` is the state's version; 0: it has none. The module's keys begin with `prefix`. A
 * RuntimeError is listed with the other errors of the state. */
typedef ct_error (*ct_module_upgrade_function)(const void *self CT_LENGTH(1),
					       ct_value *state CT_INOUT, const char *prefix,
					       int64_t version);

/** Releases what the data owns besides parameters, buffers and children. */
typedef void (*ct_module_release_function)(void *self CT_INOUT);

/**
 * Describes a class of modules: one struct for each class, with static lifetime.
 *
 * Unused members are NULL or 0. A module with none of `forward`, `expression`, `expression_of_two` and
 * `forward_all` is a container.
 */
typedef struct ct_module_class {
	const char *name;                           /**< printed, and named in errors: "MLP" */
	size_t size;                                /**< of the data, which never moves */
	ct_module_forward_function forward CT_NULLABLE; /**< one input and output; a ct_error */
	ct_module_expression_function expression CT_NULLABLE; /**< instead: an expression */
	ct_module_forward_all_function forward_all
		CT_NULLABLE;                        /**< instead: several inputs or outputs */
	ct_module_two_expression_function expression_of_two
		CT_NULLABLE; /**< instead: an expression of two inputs */
	int32_t inputs_min;  /**< of those two; 0: 2 of `expression_of_two` */
	int32_t inputs_max;                         /**< of `forward_all` */
	int32_t outputs_max;                        /**< of `forward_all`; at least 1 */
	ct_module_text_function extra_repr
		CT_NULLABLE;                      /**< Python's: the text in the parentheses */
	ct_module_text_function repr CT_NULLABLE; /**< Python's __repr__(): the whole text */
	ct_module_reset_function reset_parameters CT_NULLABLE; /**< Python's */
	ct_module_copy_function copy CT_NULLABLE;              /**< NULL: the bytes suffice */
	ct_module_release_function release CT_NULLABLE;  /**< not called if `copy` has failed */
	ct_module_text_function kernel_size CT_NULLABLE; /**< for summaries: "[3, 3]"; or NULL */
	int64_t version;                            /**< Python's _version; 0 is 1 */
	ct_module_upgrade_function upgrade
		CT_NULLABLE; /**< for states of versions before `version` */
} ct_module_class;

/** Creates a module without parts, in training mode. `module_class` is borrowed forever. */
CT_API ct_error ct_module_new(const ct_module_class *module_class CT_KEPT,
			      ct_module **result CT_NOT_NULL) CT_RETURNS_ERROR;

/** Returns another handle on the same module, new; NULL for NULL, and if there is no memory. */
CT_API ct_module *ct_module_retain(const ct_module *self) CT_NOEXCEPT CT_NEW(ct_module_free);
/** Releases a handle. One that a scope of this thread owns is taken out of the scope first. */
CT_API void ct_module_free(ct_module *self) CT_LOOKS_IN_SCOPES CT_NOEXCEPT;
/** Releases a handle that belongs to no scope, as ct_tensor_free_unscoped() does for a tensor. */
CT_API void ct_module_free_unscoped(ct_module *self CT_TAKEN) CT_NOEXCEPT;

/** Returns the module's data: `size` bytes, as its class says; NULL for NULL. */
CT_API void *ct_module_data(const ct_module *self) CT_NOEXCEPT;
/** Returns the module that has this data, borrowed; NULL for NULL. */
CT_API ct_module *ct_module_of(const void *data CT_NULLABLE) CT_NOEXCEPT CT_BORROWED;
/** Returns the class, borrowed; NULL for NULL. */
CT_API const ct_module_class *ct_module_class_of(const ct_module *self) CT_NOEXCEPT CT_BORROWED;

/* --- Registering -----------------------------------------------------------------------------
 *
 * The module takes its own reference. Registering an existing name replaces the part, which keeps
 * its place; a name of another kind of part is `KeyError: attribute 'x' already exists`. Names must
 * not be empty or contain a dot. NULL registers the name without a value, as Python's None. `field`
 * is NULL or a pointer in the module's data that is set to the part, also when the part is
 * replaced.
 */

/** Registers a parameter (Python's register_parameter()). The tensor itself becomes the parameter;
 * ct_parameter_new() creates one from any tensor. A ValueError for a tensor that was computed from
 * others. */
CT_API ct_error ct_module_register_parameter(
	ct_module *self, const char *name, const ct_tensor *parameter CT_NULLABLE,
	ct_tensor **field CT_INOUT CT_NULLABLE CT_KEPT) CT_RETURNS_ERROR;
/** Registers a buffer (Python's register_buffer()). Only a persistent buffer is in the state
 * dict. */
CT_API ct_error ct_module_register_buffer(
	ct_module *self, const char *name, const ct_tensor *buffer CT_NULLABLE, bool persistent,
	ct_tensor **field CT_INOUT CT_NULLABLE CT_KEPT) CT_RETURNS_ERROR;
/** Adds a child (Python's add_module()). A ValueError if `child` contains `self`. */
CT_API ct_error
ct_module_add_module(ct_module *self, const char *name, const ct_module *child CT_NULLABLE,
		     ct_module **field CT_INOUT CT_NULLABLE CT_KEPT) CT_RETURNS_ERROR;
/** Removes a parameter, a buffer or a child, as Python's `del`; an AttributeError if the name does
 * not exist. */
CT_API ct_error ct_module_remove(ct_module *self, const char *name) CT_RETURNS_ERROR;

/** Creates a parameter, as Python's nn.Parameter(data): a leaf with the same memory. */
CT_API ct_error ct_parameter_new(const ct_tensor *data, bool requires_grad,
				 ct_tensor **result CT_NOT_NULL) CT_RETURNS_ERROR;

/** Creates a tensor for a lazy module, without elements until ct_parameter_materialize() gives it a
 * shape: Python's nn.UninitializedParameter(), or nn.UninitializedBuffer() without `requires_grad`.
 * A state dict may contain it; loading gives it the loaded tensor's shape. */
CT_API ct_error ct_parameter_new_lazy(ct_dtype dtype, ct_device device, bool requires_grad,
				      ct_tensor **result CT_NOT_NULL) CT_RETURNS_ERROR;
/** Returns whether a lazy parameter has no shape yet (Python's nn.parameter.is_lazy()); false for
 * NULL. */
CT_API bool ct_parameter_is_lazy(const ct_tensor *parameter) CT_NOEXCEPT;
/** Gives a lazy parameter a shape and uninitialized memory (Python's materialize()). It stays the
 * same tensor. */
CT_API ct_error ct_parameter_materialize(ct_tensor *parameter, ct_ints shape) CT_RETURNS_ERROR;

/* --- Parts ----------------------------------------------------------------------------------- */

/** Looks up a part by its path (Python's get_parameter(), get_buffer() and get_submodule());
 * borrowed. An AttributeError names the step of the path that does not exist or is None. For a
 * buffer that is None, `*result` is NULL. */
CT_API ct_error
ct_module_get_parameter(const ct_module *self, const char *path,
			ct_tensor **result CT_BORROWED CT_NOT_NULL) CT_BRIEF CT_RETURNS_ERROR;
CT_API ct_error
ct_module_get_buffer(const ct_module *self, const char *path,
		     ct_tensor **result CT_BORROWED CT_NOT_NULL) CT_BRIEF CT_RETURNS_ERROR;
CT_API ct_error
ct_module_get_submodule(const ct_module *self, const char *path,
			ct_module **result CT_BORROWED CT_NOT_NULL) CT_BRIEF CT_RETURNS_ERROR;
/** Replaces an existing parameter anywhere in the module (Python's `module.path = parameter`). If
 * `parameter` is another parameter of the module, the two are then tied. */
CT_API ct_error ct_module_set_parameter(ct_module *self, const char *path,
					const ct_tensor *parameter CT_NULLABLE) CT_RETURNS_ERROR;
/** Replaces or adds a child anywhere in the module (Python's set_submodule()). With `strict`, the
 * child must exist. */
CT_API ct_error ct_module_set_submodule(ct_module *self, const char *path, const ct_module *child,
					bool strict) CT_RETURNS_ERROR;

/** Returns the number of children, or the child at an index, borrowed; -1 is the last, NULL if
 * there is none. */
CT_API int64_t ct_module_child_count(const ct_module *self) CT_NOEXCEPT;
CT_API ct_module *ct_module_child_at(const ct_module *self, int64_t index) CT_NOEXCEPT CT_BORROWED;
/** Returns the name of the child at an index, borrowed until the child is removed; NULL if there is
 * none. */
CT_API const char *ct_module_child_name_at(const ct_module *self, int64_t index) CT_NOEXCEPT;

/** A parameter or buffer with its name, both borrowed. */
typedef struct ct_named_tensor {
	const char *name;
	ct_tensor *tensor;
} ct_named_tensor;

/** A module with its name, both borrowed. */
typedef struct ct_named_module {
	const char *name;
	ct_module *module;
} ct_named_module;

/** Options of the lists below; zeros are Python's defaults. */
typedef struct ct_module_list_options {
	const char *prefix;   /**< put before all names, followed by a dot; NULL: none */
	bool no_recurse;      /**< only this module's own */
	bool keep_duplicates; /**< parts that occur twice are listed twice */
} ct_module_list_options;

/** Lists the parameters with their names, in order (Python's named_parameters()); a shared
 * parameter once, under its first name. `*result` is one block, names included, new: ct_free(). The
 * names and tensors are valid until then or until the module changes. */
CT_API ct_error ct_module_named_parameters(const ct_module *self,
					   const ct_module_list_options *options CT_NULLABLE,
					   ct_named_tensor **result CT_NEW(ct_free),
					   int64_t *result_len CT_NULLABLE) CT_RETURNS_ERROR;
/** Lists the buffers in the same way (Python's named_buffers()). */
CT_API ct_error ct_module_named_buffers(const ct_module *self,
					const ct_module_list_options *options CT_NULLABLE,
					ct_named_tensor **result CT_NEW(ct_free),
					int64_t *result_len CT_NULLABLE) CT_RETURNS_ERROR;
/** Lists the modules in the same way (Python's named_modules()), first the module itself with the
 * name "". With `no_recurse`, lists only the children (Python's named_children()). */
CT_API ct_error ct_module_named_modules(const ct_module *self,
					const ct_module_list_options *options CT_NULLABLE,
					ct_named_module **result CT_NEW(ct_free),
					int64_t *result_len CT_NULLABLE) CT_RETURNS_ERROR;

/* --- Modes and moves ------------------------------------------------------------------------- */

/** Sets training or evaluation mode for the module and all modules in it (Python's train(mode)). */
CT_API ct_error ct_module_train(ct_module *self, bool mode) CT_RETURNS_ERROR;
/** Sets evaluation mode (Python's eval()). */
CT_API ct_error ct_module_eval(ct_module *self) CT_RETURNS_ERROR;
/** Returns whether the module is in training mode; false for NULL. */
CT_API bool ct_module_is_training(const ct_module *self) CT_NOEXCEPT;
/** Sets `requires_grad` of all parameters (Python's requires_grad_()). */
CT_API ct_error ct_module_set_requires_grad(ct_module *self, bool requires_grad) CT_RETURNS_ERROR;
/** Removes the gradients of all parameters, or without `set_to_none` sets them to zero (Python's
 * zero_grad()). */
CT_API ct_error ct_module_zero_grad(ct_module *self, bool set_to_none) CT_RETURNS_ERROR;

/** What ct_module_to() changes; zeros change nothing. */
typedef struct ct_module_to_options {
	ct_dtype dtype;   /**< of floating-point and complex parts; others keep their dtype */
	ct_device device; /**< CT_DEVICE_NONE or zeros: unchanged */
	ct_memory_format memory_format; /**< of parts with 4 or 5 dimensions */
	bool non_blocking;
} ct_module_to_options;

/** Converts parameters, their gradients, and buffers (Python's to()). Parameters stay the same
 * tensors, so an optimizer's references remain valid, except to or from "meta". If memory runs out,
 * some parts are converted and others are not. */
CT_API ct_error ct_module_to(ct_module *self,
			     const ct_module_to_options *options CT_NOT_NULL) CT_RETURNS_ERROR;
/** Moves all parts to a device, with uninitialized values (Python's to_empty()). */
CT_API ct_error ct_module_to_empty(ct_module *self, ct_device device) CT_RETURNS_ERROR;
/** Moves all parts to shared memory, where other processes can use them (Python's share_memory();
 * shared.h). */
CT_API ct_error ct_module_share_memory(ct_module *self) CT_WAITS_FOR(processes) CT_RETURNS_ERROR;

/** Called for a module. */
typedef ct_error (*ct_module_function)(ct_module *module, void *context);

/** Calls `call` for the module and every module in it, in order and children before their parents
 * (Python's apply()). Stops at the first error and returns it. */
CT_API ct_error ct_module_apply(ct_module *self, ct_module_function call,
				void *context) CT_RETURNS_ERROR;
/** Calls Python's reset_parameters() of the module and all modules in it that have one, in the
 * order of ct_module_apply(). */
CT_API ct_error ct_module_reset_parameters(ct_module *self) CT_RETURNS_ERROR;

/** Creates a copy of the module with copies of all parts, hooks included (Python's
 * copy.deepcopy()). Parts that are shared within the module are shared in the copy, and so is the
 * memory of buffers, which is copied as a whole; each parameter gets memory of its own. */
CT_API ct_error ct_module_deepcopy(const ct_module *self,
				   ct_module **result CT_NOT_NULL) CT_RETURNS_ERROR;

/* --- State ----------------------------------------------------------------------------------- */

/** Options of ct_module_state_dict(); zeros are Python's defaults. */
typedef struct ct_state_dict_options {
	const char *prefix; /**< put before all keys; Python's style ends it with a dot */
	bool keep_vars;     /**< the parameters themselves, not detached from autograd */
} ct_state_dict_options;

/** Returns the parameters and persistent buffers (Python's state_dict()): a new ordered dict
 * (ct_value_free()) in Python's order and with its keys. The tensors share the module's memory. The
 * dict's attribute `_metadata`, an ordered dict, maps the path of each module to a dict with the
 * "version" of its class. */
CT_API ct_error ct_module_state_dict(const ct_module *self,
				     const ct_state_dict_options *options CT_NULLABLE,
				     ct_value *result CT_NOT_NULL) CT_RETURNS_ERROR;

/** Options of ct_module_load_state_dict(); zeros are Python's defaults. */
typedef struct ct_load_state_dict_options {
	bool no_strict; /**< keys may be missing and unexpected: they are listed in the result */
	bool assign; /**< the module takes the tensors of `state` instead of copying their values */
} ct_load_state_dict_options;

/**
 * Loads parameters and buffers from a state dict (Python's load_state_dict()). One RuntimeError
 * lists all keys that are missing, unexpected, or of another shape; nothing has changed then,
 * unless there are hooks that run after loading. Such hooks may change the lists of keys, so keys
 * are checked after them.
 *
 * @param state   a dict of tensors by key; a dict without the attribute `_metadata` counts as a
 *                state of the oldest version, as in Python
 * @param result  NULL, or a new value (ct_value_free()): a dict of two lists of keys,
 *                "missing_keys" and "unexpected_keys"
 */
CT_API ct_error ct_module_load_state_dict(ct_module *self, const ct_value *state,
					  const ct_load_state_dict_options *options CT_NULLABLE,
					  ct_value *result) CT_RETURNS_ERROR;

/* --- Files ----------------------------------------------------------------------------------- */

/** Saves the module's state dict: as safetensors if `path` ends with ".safetensors", otherwise as
 * Python's torch.save(module.state_dict(), path), byte for byte. Writes as ct_save() does. */
CT_API ct_error ct_module_save(const ct_module *self, const char *path) CT_RETURNS_ERROR;

/** Options of ct_module_load(); zeros are the defaults. */
typedef struct ct_module_load_options {
	/** Where the state dict is in the file: a path as in ct_value_at(), such as
	 * "/model_state_dict". NULL: the whole file. */
	const char *at;
	ct_load_state_dict_options state; /**< as in ct_module_load_state_dict() */
	/** Removed from keys that begin with it, by
	 * ct_nn_utils_consume_prefix_in_state_dict_if_present(): "module." for weights of
	 * DataParallel and DistributedDataParallel, "_orig_mod." for weights of torch.compile().
	 * NULL: keys are not changed. */
	const char *prefix;
} ct_module_load_options;

/**
 * Loads a state dict from a file that Python, another program or ct_module_save() wrote, in any
 * format that ct_load() loads. A whole module, which torch.save(net) or torch.jit.save() wrote, is
 * loaded as its state dict (`state_dicts` of ct_load_options); nothing in the file is run. Objects
 * that are neither data nor tensors, such as a program's arguments beside the weights, are skipped.
 * The tensors keep the devices of the module, wherever they were saved.
 *
 * @param result  as in ct_module_load_state_dict()
 * @return the errors of ct_load() and ct_module_load_state_dict(), with the file's name. If the
 *         module's keys are not where `options` look for them, but elsewhere in the file, the error
 *         ends with the options that find them (ct_error_hint())
 */
CT_API ct_error ct_module_load(ct_module *self, const char *path,
			       const ct_module_load_options *options CT_NULLABLE,
			       ct_value *result) CT_RETURNS_ERROR;

/**
 * Removes a prefix from the keys of a state dict that begin with it, and from the names of modules
 * in `_metadata` (Python's torch.nn.modules.utils.consume_prefix_in_state_dict_if_present()).
 * Renamed keys follow the others.
 *
 * @param state   a dict from ct_load() or ct_module_state_dict(), changed in place; unchanged after
 *                an error
 * @param prefix  such as "module.", which DataParallel and DistributedDataParallel add
 * @return TypeError if `state` is not a dict, ArgumentError if it belongs to another value
 */
CT_API ct_error ct_nn_utils_consume_prefix_in_state_dict_if_present(
	ct_value *state CT_INOUT, const char *prefix) CT_RETURNS_ERROR;

/* --- Calling --------------------------------------------------------------------------------- */

/** Calls the module with one tensor, as Python's `self(x)`: runs the forward function and the hooks
 * before and after it. */
CT_API ct_error ct_module_forward(const ct_module *self, const ct_tensor *x,
				  ct_tensor **result CT_NOT_NULL) CT_RETURNS_ERROR;
/** Calls the module with any number of tensors, for bindings and for modules with several inputs or
 * outputs. A NULL input is None. Writes all requested outputs, or none. */
CT_API ct_error ct_module_forward_all(const ct_module *self, ct_tensors inputs,
				      ct_tensor **outputs CT_LENGTH(outputs_len),
				      int64_t outputs_len) CT_RETURNS_ERROR;

/* --- Hooks -----------------------------------------------------------------------------------
 *
 * Hooks are functions of yours that receive a module and its inputs, outputs, gradients or state.
 * Registering returns a number, with which ct_module_remove_hook() removes the hook. The library
 * releases `context` exactly once, with `release` (NULL: nothing to release): when the hook is
 * removed, or with the last module that has it, since ct_module_deepcopy() copies hooks, too. If
 * registering fails, `context` stays the caller's.
 *
 * Objects that a hook creates belong to the scope of the call. If a hook returns an error, the call
 * ends and returns it.
 */

/** How a hook is registered; zeros are Python's defaults. */
typedef struct ct_module_hook_options {
	bool prepend;     /**< before the existing hooks */
	bool always_call; /**< a forward hook: called after an error, too, with `outputs_len` 0; its
			       own error then becomes a warning */
} ct_module_hook_options;

/** Called before the forward function. It may replace elements of `inputs` by borrowed tensors. */
typedef ct_error (*ct_module_forward_pre_hook)(ct_module *module,
					       const ct_tensor **inputs CT_LENGTH(inputs_len)
						       CT_INOUT,
					       int64_t inputs_len, void *context);
/** Called after the forward function. It may replace elements of `outputs`: the scope or the caller
 * owns the new handle, as any result, and the hook releases the old one. */
typedef ct_error (*ct_module_forward_hook)(ct_module *module,
					   const ct_tensor *const *inputs CT_LENGTH(inputs_len),
					   int64_t inputs_len,
					   ct_tensor **outputs CT_LENGTH(outputs_len) CT_INOUT,
					   int64_t outputs_len, void *context);
/** Called for each module while a state dict is saved or loaded. ct_module_state_dict() calls it
 * before the module's own keys, or after all keys below it, are in `state`.
 * ct_module_load_state_dict() calls it before loading with a copy of the dict, parents before their
 * children, or after loading with the dict of missing and unexpected keys, parents after their
 * children. It may change `state`, but must not add or remove modules. The module's keys begin with
 * `prefix`. */
typedef ct_error (*ct_module_state_hook)(ct_module *module, ct_value *state CT_INOUT,
					 const char *prefix, void *context);

/** Registers a hook before the forward function (Python's register_forward_pre_hook()). */
CT_API ct_error ct_module_register_forward_pre_hook(
	ct_module *self, ct_module_forward_pre_hook call, void *context,
	ct_release_function release CT_NULLABLE, const ct_module_hook_options *options CT_NULLABLE,
	int64_t *hook) CT_RETURNS_ERROR;
/** Registers a hook after the forward function (Python's register_forward_hook()). */
CT_API ct_error ct_module_register_forward_hook(ct_module *self, ct_module_forward_hook call,
						void *context,
						ct_release_function release CT_NULLABLE,
						const ct_module_hook_options *options CT_NULLABLE,
						int64_t *hook) CT_RETURNS_ERROR;

/** Called during backward with the gradients with respect to the outputs of a call, before the
 * gradients with respect to the inputs are computed. NULL: the output was not used, or is None. It
 * may replace elements by tensors of the same shape, which must live until the backward of the call
 * is done. Tensors that the hook creates do, because they belong to a scope around it; move a
 * tensor of a CT_SCOPE in the hook up first. */
typedef ct_error (*ct_module_backward_pre_hook)(
	ct_module *module, const ct_tensor **grad_outputs CT_LENGTH(grad_outputs_len) CT_INOUT,
	int64_t grad_outputs_len, void *context);
/** Called during backward with the gradients with respect to the inputs of a call. It may replace
 * elements of `grad_inputs`, likewise. An element is NULL if its input was NULL. If no input
 * requires a gradient, all are NULL, a warning appears, and none may be replaced. */
typedef ct_error (*ct_module_backward_hook)(
	ct_module *module, const ct_tensor **grad_inputs CT_LENGTH(grad_inputs_len) CT_INOUT,
	int64_t grad_inputs_len, const ct_tensor *const *grad_outputs CT_LENGTH(grad_outputs_len),
	int64_t grad_outputs_len, void *context);

/** Registers a hook before the backward of a call (Python's register_full_backward_pre_hook()). As
 * in Python, the forward function receives views of the inputs and the caller receives views of the
 * outputs, which must not be written to. The recorded graph keeps the module and the hooks that it
 * had before the forward pre-hooks ran. Hooks may run in another thread, as any backward. */
CT_API ct_error ct_module_register_full_backward_pre_hook(
	ct_module *self, ct_module_backward_pre_hook call, void *context,
	ct_release_function release CT_NULLABLE, const ct_module_hook_options *options CT_NULLABLE,
	int64_t *hook) CT_RETURNS_ERROR;
/** Registers a hook after the backward of a call (Python's register_full_backward_hook()). */
CT_API ct_error ct_module_register_full_backward_hook(
	ct_module *self, ct_module_backward_hook call, void *context,
	ct_release_function release CT_NULLABLE, const ct_module_hook_options *options CT_NULLABLE,
	int64_t *hook) CT_RETURNS_ERROR;

/** When a hook of state dicts is called. */
typedef int32_t ct_state_hook_time;
enum ct_state_hook_time_value {
	CT_STATE_HOOK_BEFORE_STATE_DICT = 0, /**< Python's register_state_dict_pre_hook() */
	CT_STATE_HOOK_AFTER_STATE_DICT = 1,  /**< register_state_dict_post_hook() */
	CT_STATE_HOOK_BEFORE_LOADING = 2,    /**< register_load_state_dict_pre_hook() */
	CT_STATE_HOOK_AFTER_LOADING = 3      /**< register_load_state_dict_post_hook() */
};

/** Registers a hook of ct_module_state_dict() or ct_module_load_state_dict(). */
CT_API ct_error ct_module_register_state_hook(ct_module *self, ct_state_hook_time time,
					      ct_module_state_hook call, void *context,
					      ct_release_function release CT_NULLABLE,
					      int64_t *hook) CT_RETURNS_ERROR;

/** Removes a hook of this module. Returns whether it was registered. */
CT_API bool ct_module_remove_hook(ct_module *self, int64_t hook) CT_CALLS_BACK CT_NOEXCEPT;

/* --- Printing -------------------------------------------------------------------------------- */

/** Returns the tree of modules as text (Python's repr()). `*result` is new: ct_free(). */
CT_API ct_error ct_module_to_string(const ct_module *self, char **result) CT_RETURNS_ERROR;
/** Prints it and a newline; NULL is stdout. */
CT_API ct_error ct_module_print(const ct_module *self, FILE *stream CT_NULLABLE)
	CT_TEXT(ct_module_to_string) CT_RETURNS_ERROR;

/* --- Summaries and drawings ------------------------------------------------------------------
 *
 * With sample inputs, these functions call the module once, without recording for autograd, in
 * evaluation mode unless the options say `train`, and with hooks of their own. When they return,
 * hooks and modes are as before, also after an error of the module, which they return. They need
 * exclusive access to the module, as registering a hook does. In training mode the call has its
 * usual effects: it draws random numbers, and running statistics change.
 *
 * Without inputs (CT_NO_TENSORS) the module is not called, and shapes are not shown.
 */

/** A column of ct_module_summary(), named as in torchinfo. */
typedef int32_t ct_module_column;
enum ct_module_column_value {
	CT_MODULE_COLUMN_INPUT_SIZE = 0,     /**< shape of the first input */
	CT_MODULE_COLUMN_OUTPUT_SIZE = 1,    /**< shape of the first output */
	CT_MODULE_COLUMN_NUM_PARAMS = 2,     /**< of a container: parameters outside its layers */
	CT_MODULE_COLUMN_PARAMS_PERCENT = 3, /**< the same as a percentage of all parameters */
	CT_MODULE_COLUMN_KERNEL_SIZE = 4,    /**< of convolutions, pooling, ... */
	CT_MODULE_COLUMN_MULT_ADDS = 5, /**< multiplications with parameters, for the whole batch */
	CT_MODULE_COLUMN_TRAINABLE = 6 /**< True, False or Partial: which parameters require grad */
};

/** Options of a summary; zeros are torchinfo's defaults (CT_ZERO in macros/literals.h). */
typedef struct ct_module_summary_options {
	const ct_module_column *columns; /**< NULL: output size and parameters */
	int64_t columns_len;
	int64_t column_width CT_DEFAULT(25); /**< 0: 25 characters */
	int64_t depth
		CT_DEFAULT(3); /**< of the deepest modules with a row; 0: 3; CT_ZERO: one row */
	bool train;           /**< the module is called in training mode */
	bool var_names;       /**< show the name of each child beside its class */
	bool no_depth;        /**< omit "1-2", the depth and the number at this depth */
	bool ascii_only;      /**< draw the tree in ASCII */
	bool hide_recursive_layers; /**< no second row for a module that is called again */
} ct_module_summary_options;

/**
 * Returns a table of all layers in call order, with totals below it: the text of Python's
 * torchinfo. `*result` is new: ct_free().
 *
 * docs/modules-printing.md has an example and explains the counts. A ValueError for a column of
 * shapes or multiplications without inputs.
 *
 * @param inputs  sample inputs, as for ct_module_forward_all(), or CT_NO_TENSORS
 */
CT_API ct_error ct_module_summary(const ct_module *self, ct_tensors inputs,
				  const ct_module_summary_options *options CT_NULLABLE,
				  char **result) CT_RETURNS_ERROR;
/** Prints it and a newline; NULL is stdout. */
CT_API ct_error ct_module_print_summary(const ct_module *self, ct_tensors inputs,
					const ct_module_summary_options *options CT_NULLABLE,
					FILE *stream CT_NULLABLE)
	CT_TEXT(ct_module_summary) CT_RETURNS_ERROR;

/** Options of a drawing; zeros: everything. */
typedef struct ct_module_dot_options {
	int64_t depth; /**< of the deepest drawn modules; 0: all; CT_ZERO: the module alone */
	bool train;    /**< the module is called in training mode */
} ct_module_dot_options;

/**
 * Returns the tree of modules in Graphviz's language (`dot -Tsvg`): a box for each module with its
 * name, class and number of parameters, and with sample inputs the shapes of its first input and
 * output in the last call. A module with several parents or names is one box; dashed edges show its
 * other names.
 *
 * @param inputs  sample inputs, as for ct_module_forward_all(), or CT_NO_TENSORS
 */
CT_API ct_error ct_module_to_dot(const ct_module *self, ct_tensors inputs,
				 const ct_module_dot_options *options CT_NULLABLE,
				 char **result) CT_RETURNS_ERROR;
/** Prints it; NULL is stdout. */
CT_API ct_error ct_module_print_dot(const ct_module *self, ct_tensors inputs,
				    const ct_module_dot_options *options CT_NULLABLE,
				    FILE *stream CT_NULLABLE)
	CT_TEXT(ct_module_to_dot) CT_RETURNS_ERROR;

#ifdef __cplusplus
}
#endif

#endif
