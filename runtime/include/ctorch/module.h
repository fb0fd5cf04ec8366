/**
 * @file
 * Modules: Python's torch.nn.Module. A module has parameters, buffers and children, in the order in
 * which they were registered, and a forward function. docs/modules.md shows how to write one;
 * ctorch/nn.h has PyTorch's own modules and the macros that make a module's code short.
 *
 * **Ownership.** Modules are reference counted, as in Python. A new module, or another handle of
 * ct_module_retain(), belongs to the innermost scope, as a tensor does, or to the caller if no
 * scope is open: ct_module_free() releases it. A parent takes a reference of its own, so that the
 * scope may close. ct_scope_disown_object() and ct_scope_move_object_up() take a module out of a
 * scope. Getters return modules and tensors that are borrowed from the module. The parameters and
 * buffers of a module belong to no scope: they stay until the module is released or they are
 * replaced.
 *
 * **Names.** `path` is a name with dots, as `encoder.layers.0.weight`; "" is the module itself.
 *
 * **Depth.** Modules may be nested 250 deep. Deeper ones are released and called like others, but
 * what visits all modules in a module refuses them.
 *
 * **Threads.** Several threads may call a module at once, as long as none changes it: registering,
 * loading, moving, training mode and hooks need it alone.
 */
#ifndef CTORCH_MODULE_H
#define CTORCH_MODULE_H

#include <stdio.h>

#include <ctorch/error.h>
#include <ctorch/list.h>
#include <ctorch/types.h>
#include <ctorch/value.h>

#ifdef __cplusplus
extern "C" {
#endif

/* --- Classes --------------------------------------------------------------------------------- */

/** A forward function for one tensor in and one out. `self` is the module's data. What it makes
 * belongs to the caller's scope, as in any function. A NULL result is a TypeError. */
typedef ct_error (*ct_module_forward_function)(void *self CT_INOUT, const ct_tensor *x,
					       ct_tensor **result);

/** A forward function that is an expression (`CT_E`, `CT_M`): it returns its result.
 * ct_module_forward() returns the error of the expression; within `CT_M` the error waits. NULL
 * without an error is a TypeError. */
typedef ct_tensor *(*ct_module_expression_function)(void *self CT_INOUT, ct_tensor *x)CT_BORROWED;

/** A forward function for any number of tensors. Inputs that were left out are NULL. It writes all
 * `outputs_len` outputs, or none on an error. NULL in an output is Python's None, but not in the
 * first one. Without an error, an output that it does not write is a TypeError. */
typedef ct_error (*ct_module_forward_all_function)(
	void *self CT_INOUT, const ct_tensor *const *inputs CT_LENGTH(inputs_len),
	int64_t inputs_len, ct_tensor **outputs CT_LENGTH(outputs_len), int64_t outputs_len);

/** Makes a text for print, new: ct_free(). */
typedef ct_error (*ct_module_text_function)(const void *self CT_LENGTH(1), char **result);

/** Gives the module's own parameters new initial values. */
typedef ct_error (*ct_module_reset_function)(void *self CT_INOUT);

/** Makes what the data points to a copy of its own. `self` is a copy of the bytes of `other`, in
 * which fields of parameters, buffers and children already point to the copies. */
typedef ct_error (*ct_module_copy_function)(void *self CT_INOUT, const void *other CT_LENGTH(1));

/** Changes a copy of a state dict that an older version of the class has made, before it is loaded.
 * `version` is that of the state; 0: it has none. The module's keys begin with `prefix`. A
 * RuntimeError is listed with whatever else is wrong with the state. */
typedef ct_error (*ct_module_upgrade_function)(const void *self CT_LENGTH(1),
					       ct_value *state CT_INOUT, const char *prefix,
					       int64_t version);

/** Releases what the data owns besides parameters, buffers and children. */
typedef void (*ct_module_release_function)(void *self CT_INOUT);

/**
 * What the modules of a class have in common: one for each class, with static lifetime.
 *
 * A member that is not needed is NULL or 0. A module with none of `forward`, `expression` and
 * `forward_all` is a container.
 */
typedef struct ct_module_class {
	const char *name;                           /**< printed, and named in errors: "MLP" */
	size_t size;                                /**< of the data, which never moves */
	ct_module_forward_function forward;         /**< one input and output; a ct_error */
	ct_module_expression_function expression;   /**< instead: an expression */
	ct_module_forward_all_function forward_all; /**< for other numbers of inputs and outputs */
	int32_t inputs_min;                         /**< of `forward_all` */
	int32_t inputs_max;                         /**< of `forward_all` */
	int32_t outputs_max;                        /**< of `forward_all`; at least 1 */
	ct_module_text_function extra_repr;         /**< Python's: what is in the parentheses */
	ct_module_text_function repr;               /**< Python's __repr__(): the whole */
	ct_module_reset_function reset_parameters;  /**< Python's */
	ct_module_copy_function copy;               /**< NULL: the bytes suffice */
	ct_module_release_function release;         /**< not called if `copy` has failed */
	ct_module_text_function kernel_size;        /**< for summaries: "[3, 3]"; or NULL */
	int64_t version;                            /**< Python's _version; 0 is 1 */
	ct_module_upgrade_function upgrade;         /**< of states of versions before `version` */
} ct_module_class;

/** A new module without parts; training mode is on. `module_class` is borrowed for ever. */
CT_API ct_error ct_module_new(const ct_module_class *module_class CT_KEPT,
			      ct_module **result CT_NOT_NULL) CT_RETURNS_ERROR;

/** Another handle on the same module, new; NULL for NULL, and if there is no memory. */
CT_API ct_module *ct_module_retain(const ct_module *self) CT_NOEXCEPT CT_NEW(ct_module_free);
/** Releases a handle. One that a scope of this thread owns is taken out of the scope first. */
CT_API void ct_module_free(ct_module *self) CT_NOEXCEPT;
/** Releases a handle that belongs to no scope, as ct_tensor_free_unscoped() does for a tensor. */
CT_API void ct_module_free_unscoped(ct_module *self CT_TAKEN) CT_NOEXCEPT;

/** The module's data: `size` bytes of its class; NULL for NULL. */
CT_API void *ct_module_data(const ct_module *self) CT_NOEXCEPT;
/** The module that has this data, borrowed; NULL for NULL. */
CT_API ct_module *ct_module_of(const void *data CT_NULLABLE) CT_NOEXCEPT CT_BORROWED;
/** The class, borrowed; NULL for NULL. */
CT_API const ct_module_class *ct_module_class_of(const ct_module *self) CT_NOEXCEPT CT_BORROWED;

/* --- Registering -----------------------------------------------------------------------------
 *
 * The module takes a reference of its own. A name that exists is replaced, and keeps its place; a
 * name of another kind of part is `KeyError: attribute 'x' already exists`. Names must not be empty
 * or contain a dot. NULL registers the name without a value, as Python's None. With `field`, which
 * must be in the module's data or NULL, the data has a pointer to the part, which is updated
 * whenever the part is replaced.
 */

/** Python's register_parameter(). The tensor itself becomes the parameter: ct_parameter_new()
 * makes one of any tensor. A ValueError for a tensor that was computed from others. */
CT_API ct_error ct_module_register_parameter(
	ct_module *self, const char *name, const ct_tensor *parameter CT_NULLABLE,
	ct_tensor **field CT_INOUT CT_NULLABLE CT_KEPT) CT_RETURNS_ERROR;
/** Python's register_buffer(). Only a persistent buffer is in the state dict. */
CT_API ct_error ct_module_register_buffer(
	ct_module *self, const char *name, const ct_tensor *buffer CT_NULLABLE, bool persistent,
	ct_tensor **field CT_INOUT CT_NULLABLE CT_KEPT) CT_RETURNS_ERROR;
/** Python's add_module(). A ValueError if `child` contains `self`. */
CT_API ct_error
ct_module_add_module(ct_module *self, const char *name, const ct_module *child CT_NULLABLE,
		     ct_module **field CT_INOUT CT_NULLABLE CT_KEPT) CT_RETURNS_ERROR;
/** Removes a parameter, a buffer or a child, as Python's `del`; an AttributeError if there is none
 * of this name. */
CT_API ct_error ct_module_remove(ct_module *self, const char *name) CT_RETURNS_ERROR;

/** Python's nn.Parameter(data): a new tensor with the same memory, a leaf. */
CT_API ct_error ct_parameter_new(const ct_tensor *data, bool requires_grad,
				 ct_tensor **result CT_NOT_NULL) CT_RETURNS_ERROR;

/** Python's nn.UninitializedParameter(), and nn.UninitializedBuffer() without `requires_grad`: a
 * new tensor for a lazy module, without elements until ct_parameter_materialize() gives it a shape.
 * A state dict may have it, and loading gives it the shape of what is loaded. */
CT_API ct_error ct_parameter_new_lazy(ct_dtype dtype, ct_device device, bool requires_grad,
				      ct_tensor **result CT_NOT_NULL) CT_RETURNS_ERROR;
/** Python's nn.parameter.is_lazy(): whether it is one that has no shape yet; false for NULL. */
CT_API bool ct_parameter_is_lazy(const ct_tensor *parameter) CT_NOEXCEPT;
/** Python's materialize(): gives it memory, whose values are not set. It stays the same tensor. */
CT_API ct_error ct_parameter_materialize(ct_tensor *parameter, ct_ints shape) CT_RETURNS_ERROR;

/* --- Parts ----------------------------------------------------------------------------------- */

/** Python's get_parameter(), get_buffer() and get_submodule(); borrowed. An AttributeError names
 * the part of the path that does not exist, or is None; but for a buffer that is None, `*result` is
 * NULL. */
CT_API ct_error ct_module_get_parameter(const ct_module *self, const char *path,
					ct_tensor **result CT_BORROWED CT_NOT_NULL)
	CT_RETURNS_ERROR;
CT_API ct_error ct_module_get_buffer(const ct_module *self, const char *path,
				     ct_tensor **result CT_BORROWED CT_NOT_NULL) CT_RETURNS_ERROR;
CT_API ct_error ct_module_get_submodule(const ct_module *self, const char *path,
					ct_module **result CT_BORROWED CT_NOT_NULL)
	CT_RETURNS_ERROR;
/** Python's `module.path = parameter`: replaces a parameter, which must exist, wherever it is in
 * the module. A parameter of another place makes both the same: tied weights. */
CT_API ct_error ct_module_set_parameter(ct_module *self, const char *path,
					const ct_tensor *parameter CT_NULLABLE) CT_RETURNS_ERROR;
/** Python's set_submodule(): replaces a child of a child, or adds one. With `strict`, it must
 * exist. */
CT_API ct_error ct_module_set_submodule(ct_module *self, const char *path, const ct_module *child,
					bool strict) CT_RETURNS_ERROR;

/** Number of children, and the one at an index, borrowed; -1 is the last. NULL if there is none. */
CT_API int64_t ct_module_child_count(const ct_module *self) CT_NOEXCEPT;
CT_API ct_module *ct_module_child_at(const ct_module *self, int64_t index) CT_NOEXCEPT CT_BORROWED;
/** The name of the child at an index, borrowed until the child is removed; NULL if there is
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
	const char *prefix;   /**< in front of all names, with a dot between; NULL: none */
	bool no_recurse;      /**< only this module's own */
	bool keep_duplicates; /**< parts that occur twice are in the list twice */
} ct_module_list_options;

/** Python's named_parameters(): names and values in order; a shared parameter once, under its first
 * name. `*result` is one block, names included, new: ct_free(). The names and tensors are valid
 * until then and until the module changes. */
CT_API ct_error ct_module_named_parameters(const ct_module *self,
					   const ct_module_list_options *options CT_NULLABLE,
					   ct_named_tensor **result CT_NEW(ct_free),
					   int64_t *result_len CT_NULLABLE) CT_RETURNS_ERROR;
/** Python's named_buffers(), likewise. */
CT_API ct_error ct_module_named_buffers(const ct_module *self,
					const ct_module_list_options *options CT_NULLABLE,
					ct_named_tensor **result CT_NEW(ct_free),
					int64_t *result_len CT_NULLABLE) CT_RETURNS_ERROR;
/** Python's named_modules(), the module itself first with the name "", likewise. With `no_recurse`
 * it is Python's named_children(), without the module itself. */
CT_API ct_error ct_module_named_modules(const ct_module *self,
					const ct_module_list_options *options CT_NULLABLE,
					ct_named_module **result CT_NEW(ct_free),
					int64_t *result_len CT_NULLABLE) CT_RETURNS_ERROR;

/* --- Modes and moves ------------------------------------------------------------------------- */

/** Python's train(mode), for the module and all in it. */
CT_API ct_error ct_module_train(ct_module *self, bool mode) CT_RETURNS_ERROR;
/** Python's eval(): train(False). */
CT_API ct_error ct_module_eval(ct_module *self) CT_RETURNS_ERROR;
/** Whether it is in training mode; false for NULL. */
CT_API bool ct_module_is_training(const ct_module *self) CT_NOEXCEPT;
/** Python's requires_grad_(). */
CT_API ct_error ct_module_set_requires_grad(ct_module *self, bool requires_grad) CT_RETURNS_ERROR;
/** Python's zero_grad(): gradients become NULL, or zeros without `set_to_none`. */
CT_API ct_error ct_module_zero_grad(ct_module *self, bool set_to_none) CT_RETURNS_ERROR;

/** What ct_module_to() changes; zeros change nothing. */
typedef struct ct_module_to_options {
	ct_dtype dtype;   /**< of floating-point and complex parts; the others keep theirs */
	ct_device device; /**< CT_DEVICE_NONE or zeros: they stay */
	ct_memory_format memory_format; /**< of parts with 4 or 5 dimensions */
	bool non_blocking;
} ct_module_to_options;

/** Python's to(): converts parameters, their gradients, and buffers. Parameters stay the same
 * tensors, so that an optimizer's references are still right; except to or from "meta". If memory
 * runs out, some parts are converted and others are not. */
CT_API ct_error ct_module_to(ct_module *self,
			     const ct_module_to_options *options CT_NOT_NULL) CT_RETURNS_ERROR;
/** Python's to_empty(): the parts are on this device, with values that are not set. */
CT_API ct_error ct_module_to_empty(ct_module *self, ct_device device) CT_RETURNS_ERROR;
/** Python's share_memory(): other processes can then use the parts (shared.h). */
CT_API ct_error ct_module_share_memory(ct_module *self) CT_RETURNS_ERROR;

/** Called with a module. */
typedef ct_error (*ct_module_function)(ct_module *module, void *context);

/** Python's apply(): calls `call` with every module in it, children before their parents and in
 * order; ends at the first error, which it returns. */
CT_API ct_error ct_module_apply(ct_module *self, ct_module_function call,
				void *context) CT_RETURNS_ERROR;
/** Python's reset_parameters(), for the module and all in it that have one, in the order of
 * ct_module_apply(). */
CT_API ct_error ct_module_reset_parameters(ct_module *self) CT_RETURNS_ERROR;

/** Python's copy.deepcopy(): a new module with copies of all parts, hooks included. Parts that are
 * shared within it are shared in the copy. */
CT_API ct_error ct_module_deepcopy(const ct_module *self,
				   ct_module **result CT_NOT_NULL) CT_RETURNS_ERROR;

/* --- State ----------------------------------------------------------------------------------- */

/** Options of ct_module_state_dict(); zeros are Python's defaults. */
typedef struct ct_state_dict_options {
	const char *prefix; /**< in front of all keys; it ends with a dot in Python's style */
	bool keep_vars;     /**< the parameters themselves, not detached from autograd */
} ct_state_dict_options;

/** Python's state_dict(): a new ordered dict (ct_value_free()) of parameters and persistent
 * buffers, in Python's order and with its keys. The tensors share the module's memory. Its
 * attribute `_metadata`, an ordered dict, has for the path of each module a dict with the "version"
 * of its class. */
CT_API ct_error ct_module_state_dict(const ct_module *self,
				     const ct_state_dict_options *options CT_NULLABLE,
				     ct_value *result CT_NOT_NULL) CT_RETURNS_ERROR;

/** Options of ct_module_load_state_dict(); zeros are Python's defaults. */
typedef struct ct_load_state_dict_options {
	bool no_strict; /**< keys may be missing and unexpected: they are listed in the result */
	bool assign; /**< the tensors of `state` become the module's, instead of copies of values */
} ct_load_state_dict_options;

/**
 * Python's load_state_dict(). All keys that are missing, unexpected, or have another shape are
 * listed in one RuntimeError, and then nothing has changed; unless there are hooks that are called
 * after loading. As these may change the lists of keys, keys are an error after them.
 *
 * @param state   a dict of tensors, by key; what lacks the attribute `_metadata`, as a dict that
 *                you made, is taken for a state of the oldest version, as in Python
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
	/** The state dict is a part of the file: a path as in ct_value_at(), such as
	 * "/model_state_dict". NULL: it is all of it. */
	const char *at;
	ct_load_state_dict_options state; /**< as in ct_module_load_state_dict() */
	/** Removed from the keys that begin with it, with
	 * ct_nn_utils_consume_prefix_in_state_dict_if_present(): "module." for weights of
	 * DataParallel and DistributedDataParallel, "_orig_mod." for those of torch.compile().
	 * NULL: keys stay as they are. */
	const char *prefix;
} ct_module_load_options;

/**
 * Loads a state dict from a file that Python, another program or ct_module_save() wrote, of any
 * kind that ct_load() loads. A whole module, which torch.save(net) or torch.jit.save() wrote, is
 * loaded as its state dict (`state_dicts` of ct_load_options); nothing in the file is run. What is
 * neither data nor a tensor, such as the arguments of a program beside the weights, is skipped. The
 * tensors keep the devices of the module, wherever they were saved.
 *
 * @param result  as in ct_module_load_state_dict()
 * @return the errors of ct_load() and ct_module_load_state_dict(), with the file's name. If the
 *         file has none of the module's keys where `options` look for them, but has them elsewhere,
 *         the error ends with the options that find them (ct_error_hint())
 */
CT_API ct_error ct_module_load(ct_module *self, const char *path,
			       const ct_module_load_options *options CT_NULLABLE,
			       ct_value *result) CT_RETURNS_ERROR;

/**
 * Python's torch.nn.modules.utils.consume_prefix_in_state_dict_if_present(): removes a prefix from
 * the keys of a state dict that begin with it, and from the names of modules in `_metadata`.
 * Renamed keys follow the others.
 *
 * @param state   a dict of ct_load() or ct_module_state_dict(), changed in place; after an error
 *                unchanged
 * @param prefix  such as "module.", which DataParallel and DistributedDataParallel add
 * @return TypeError if `state` is not a dict, ArgumentError if it belongs to another value
 */
CT_API ct_error ct_nn_utils_consume_prefix_in_state_dict_if_present(
	ct_value *state CT_INOUT, const char *prefix) CT_RETURNS_ERROR;

/* --- Calling --------------------------------------------------------------------------------- */

/** Calls the module with one tensor: hooks, and the forward function between them. Python's
 * `self(x)`. */
CT_API ct_error ct_module_forward(const ct_module *self, const ct_tensor *x,
				  ct_tensor **result CT_NOT_NULL) CT_RETURNS_ERROR;
/** The same with any number of tensors, for bindings and for modules with several inputs or
 * outputs. An input may be NULL, which is None. All outputs that are asked for are written, or
 * none. */
CT_API ct_error ct_module_forward_all(const ct_module *self, ct_tensors inputs,
				      ct_tensor **outputs CT_LENGTH(outputs_len),
				      int64_t outputs_len) CT_RETURNS_ERROR;

/* --- Hooks -----------------------------------------------------------------------------------
 *
 * Functions of yours that are called with a module and what goes through it. Registering gives a
 * number, with which ct_module_remove_hook() removes the hook. The library releases `context`
 * exactly once, with `release` (NULL: nothing to release): when the hook is removed, or with the
 * last module that has it, since ct_module_deepcopy() copies hooks, too. If registering fails,
 * `context` stays the caller's.
 *
 * What a hook makes belongs to the scope of the call. An error that it returns ends the call, which
 * returns it.
 */

/** How a hook is registered; zeros are Python's defaults. */
typedef struct ct_module_hook_options {
	bool prepend;     /**< before the hooks that are there */
	bool always_call; /**< a forward hook: also after an error, with `outputs_len` 0; its own
			       error then becomes a warning */
} ct_module_hook_options;

/** Called before the forward function. It may replace elements of `inputs`, by borrowed tensors. */
typedef ct_error (*ct_module_forward_pre_hook)(ct_module *module,
					       const ct_tensor **inputs CT_LENGTH(inputs_len)
						       CT_INOUT,
					       int64_t inputs_len, void *context);
/** Called after the forward function. It may replace elements of `outputs`: the new handle has the
 * owner that any result has, the scope or the caller, and the hook releases the old one. */
typedef ct_error (*ct_module_forward_hook)(ct_module *module,
					   const ct_tensor *const *inputs CT_LENGTH(inputs_len),
					   int64_t inputs_len,
					   ct_tensor **outputs CT_LENGTH(outputs_len) CT_INOUT,
					   int64_t outputs_len, void *context);
/** Called by ct_module_state_dict() for each module, before its own keys or after all keys below it
 * are in `state`. Called by ct_module_load_state_dict(): before anything is loaded, with a copy of
 * the dict, parents before their children; after it, with the dict of missing and unexpected keys,
 * parents after their children. It may change `state`, but not which modules there are. `prefix` is
 * in front of the module's keys. */
typedef ct_error (*ct_module_state_hook)(ct_module *module, ct_value *state CT_INOUT,
					 const char *prefix, void *context);

/** Python's register_forward_pre_hook(). */
CT_API ct_error ct_module_register_forward_pre_hook(
	ct_module *self, ct_module_forward_pre_hook call, void *context,
	ct_release_function release CT_NULLABLE, const ct_module_hook_options *options CT_NULLABLE,
	int64_t *hook) CT_RETURNS_ERROR;
/** Python's register_forward_hook(). */
CT_API ct_error ct_module_register_forward_hook(ct_module *self, ct_module_forward_hook call,
						void *context,
						ct_release_function release CT_NULLABLE,
						const ct_module_hook_options *options CT_NULLABLE,
						int64_t *hook) CT_RETURNS_ERROR;

/** Called by a backward with the gradients with respect to the outputs of a call, before those with
 * respect to the inputs are computed. NULL: the output was not used, or is None. It may replace
 * elements, by tensors of the same shape, which must live until the backward of the call is done:
 * tensors that the hook makes do, because they belong to a scope around it. Move a tensor of a
 * CT_SCOPE in the hook up first. */
typedef ct_error (*ct_module_backward_pre_hook)(
	ct_module *module, const ct_tensor **grad_outputs CT_LENGTH(grad_outputs_len) CT_INOUT,
	int64_t grad_outputs_len, void *context);
/** Called by a backward with the gradients with respect to the inputs of a call. It may replace
 * elements of `grad_inputs`, likewise. These are NULL for inputs that were NULL; and all of them,
 * if no input requires a gradient: then there is a warning, and none may be replaced. */
typedef ct_error (*ct_module_backward_hook)(
	ct_module *module, const ct_tensor **grad_inputs CT_LENGTH(grad_inputs_len) CT_INOUT,
	int64_t grad_inputs_len, const ct_tensor *const *grad_outputs CT_LENGTH(grad_outputs_len),
	int64_t grad_outputs_len, void *context);

/** Python's register_full_backward_pre_hook(). As there, the forward function gets views of the
 * inputs and the caller gets views of the outputs, which must not be written to; and what calls
 * have recorded keeps the module and its hooks of that time, those from before the forward
 * pre-hooks ran. Hooks may run in another thread, as any backward. */
CT_API ct_error ct_module_register_full_backward_pre_hook(
	ct_module *self, ct_module_backward_pre_hook call, void *context,
	ct_release_function release CT_NULLABLE, const ct_module_hook_options *options CT_NULLABLE,
	int64_t *hook) CT_RETURNS_ERROR;
/** Python's register_full_backward_hook(). */
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

/** Removes a hook of this module. True if it was registered. */
CT_API bool ct_module_remove_hook(ct_module *self, int64_t hook) CT_NOEXCEPT;

/* --- Printing -------------------------------------------------------------------------------- */

/** Python's repr(): the tree of modules. `*result` is new: ct_free(). */
CT_API ct_error ct_module_to_string(const ct_module *self, char **result) CT_RETURNS_ERROR;
/** Prints it and a newline; NULL is stdout. */
CT_API ct_error ct_module_print(const ct_module *self, FILE *stream CT_NULLABLE) CT_RETURNS_ERROR;

/* --- Summaries and drawings ------------------------------------------------------------------
 *
 * With sample inputs, these functions call the module once, without recording for autograd, in
 * evaluation mode unless the options say `train`, and with hooks of their own. When they return,
 * hooks and modes are as before, also after an error, which is then the module's own. They need the
 * module alone, as registering a hook does. In training mode the call has its usual effects: it
 * draws random numbers, and running statistics change.
 *
 * Without inputs (CT_NO_TENSORS) the module is not called, and shapes are not shown.
 */

/** A column of ct_module_summary(), named as in torchinfo. */
typedef int32_t ct_module_column;
enum ct_module_column_value {
	CT_MODULE_COLUMN_INPUT_SIZE = 0,  /**< shape of the first input */
	CT_MODULE_COLUMN_OUTPUT_SIZE = 1, /**< shape of the first output */
	CT_MODULE_COLUMN_NUM_PARAMS = 2,  /**< of a container: those that are in no layer of it */
	CT_MODULE_COLUMN_PARAMS_PERCENT = 3, /**< the same as a part of all parameters */
	CT_MODULE_COLUMN_KERNEL_SIZE = 4,    /**< of convolutions, pooling, ... */
	CT_MODULE_COLUMN_MULT_ADDS = 5, /**< multiplications with parameters, for the whole batch */
	CT_MODULE_COLUMN_TRAINABLE = 6 /**< True, False or Partial: which parameters require grad */
};

/** How a summary looks; zeros are torchinfo's defaults (CT_ZERO in types.h). */
typedef struct ct_module_summary_options {
	const ct_module_column *columns; /**< NULL: output size and parameters */
	int64_t columns_len;
	int64_t column_width; /**< 0: 25 characters */
	int64_t depth;        /**< of the deepest modules with a row; 0: 3; CT_ZERO: one row */
	bool train;           /**< the module is called in training mode */
	bool var_names;       /**< the name of each child beside its class */
	bool no_depth;        /**< rows without "1-2": depth, and number at this depth */
	bool ascii_only;      /**< the tree is drawn in ASCII */
	bool hide_recursive_layers; /**< a module that is called again has no second row */
} ct_module_summary_options;

/**
 * A table of all layers, in the order in which they were called, and totals below it: the text of
 * Python's torchinfo. `*result` is new: ct_free().
 *
 * docs/modules-printing.md shows it and says how it counts. A ValueError for a column of shapes or
 * multiplications without inputs.
 *
 * @param inputs  sample inputs, as for ct_module_forward_all(), or CT_NO_TENSORS
 */
CT_API ct_error ct_module_summary(const ct_module *self, ct_tensors inputs,
				  const ct_module_summary_options *options CT_NULLABLE,
				  char **result) CT_RETURNS_ERROR;
/** Prints it and a newline; NULL is stdout. */
CT_API ct_error ct_module_print_summary(const ct_module *self, ct_tensors inputs,
					const ct_module_summary_options *options CT_NULLABLE,
					FILE *stream CT_NULLABLE) CT_RETURNS_ERROR;

/** What a drawing shows; zeros: everything. */
typedef struct ct_module_dot_options {
	int64_t depth; /**< of the deepest modules that are drawn; 0: all; CT_ZERO: the module alone */
	bool train;    /**< the module is called in training mode */
} ct_module_dot_options;

/**
 * The tree of modules in Graphviz's language (`dot -Tsvg`): a box for each module, with its name,
 * class and number of parameters, and with sample inputs the shapes of its first input and output
 * in the last call.
 * A module with several parents or names is one box: a dashed edge has its other name.
 *
 * @param inputs  sample inputs, as for ct_module_forward_all(), or CT_NO_TENSORS
 */
CT_API ct_error ct_module_to_dot(const ct_module *self, ct_tensors inputs,
				 const ct_module_dot_options *options CT_NULLABLE,
				 char **result) CT_RETURNS_ERROR;
/** Prints it; NULL is stdout. */
CT_API ct_error ct_module_print_dot(const ct_module *self, ct_tensors inputs,
				    const ct_module_dot_options *options CT_NULLABLE,
				    FILE *stream CT_NULLABLE) CT_RETURNS_ERROR;

#ifdef __cplusplus
}
#endif

#endif
