/**
 * @file
 * Optimizers: Python's torch.optim.Optimizer. An optimizer updates parameters from their gradients;
 * ctorch/optim/optim.h creates PyTorch's optimizers, and docs/optim.md has examples.
 *
 *     ct_optimizer *optimizer = CT_OPTIMIZER(AdamW, CT_PARAMETERS(net), .lr = 3e-4);
 *
 *     CT_TRY(CT_DONE());
 *     for (...) {
 *             ...
 *             CT_TRY(ct_optimizer_minimize(optimizer, loss));
 *     }
 *
 * **Ownership.** Optimizers are reference counted, as modules are: a new one, or another handle
 * from ct_optimizer_retain(), belongs to the innermost scope, or to the caller if no scope is open,
 * who releases it with ct_optimizer_free(). An optimizer has a reference to each of its parameters.
 * Its state belongs to no scope.
 *
 * **Groups.** Parameters are in groups, each with its own options, which are values by name, as in
 * Python's param_groups: "lr", "betas", "weight_decay". The comments of ctorch/classes/optim.h list
 * the options of each class and its state for each parameter.
 *
 * **Threads.** One thread at a time may use an optimizer.
 */
#ifndef CTORCH_OPTIM_OPTIMIZER_H
#define CTORCH_OPTIM_OPTIMIZER_H

#include <stdio.h>

#include <ctorch/core/error.h>
#include <ctorch/core/types.h>
#include <ctorch/nn/module.h>
#include <ctorch/operators/value.h>

#ifdef __cplusplus
extern "C" {
#endif

/* --- Parameters ------------------------------------------------------------------------------ */

/** The options of one group that differ from those of the optimizer. Zeros are the optimizer's; a
 * number that is 0 is CT_ZERO. An option that the class does not have is stored all the same. */
typedef struct ct_param_group_options {
	double lr;
	double weight_decay;
	double momentum;
	double dampening;
	double eps;
	double alpha;
	double rho;
	double lr_decay;
	double momentum_decay;
	ct_floats betas;
	const ct_value *others; /**< a dict of any others, such as "nesterov"; NULL: none */
} ct_param_group_options;

/** A group of parameters with its options: CT_GROUP(). */
typedef struct ct_param_group {
	const ct_module *module;                                    /**< as in ct_parameters */
	const ct_tensor *const *tensors CT_NULLABLE CT_LENGTH(len); /**< as in ct_parameters */
	const char *const *names CT_LENGTH(len);                    /**< as in ct_parameters */
	int64_t len;
	bool with_names;
	ct_param_group_options options;
} ct_param_group;

/** The parameters that an optimizer updates; everything is borrowed. Use the macros below. */
typedef struct ct_parameters {
	const struct ct_write_CT_PARAMETERS_around_a_module *plain; /**< NULL; the compiler names
					it if a module is given */
	const ct_module *module;         /**< all its parameters; NULL: `tensors` */
	const ct_tensor *const *tensors CT_NULLABLE
		CT_LENGTH(len);                  /**< `len` of them, leaves of the graph */
	const char *const *names CT_LENGTH(len); /**< `len` names; NULL: none */
	int64_t len;
	bool with_names; /**< the group keeps the names of the module's parameters */
	const ct_param_group *groups CT_NULLABLE
		CT_LENGTH(groups_len); /**< instead, for a new optimizer: several groups */
	int64_t groups_len;
} ct_parameters;

/** Makes ct_parameters from a module: Python's `module.parameters()` or
 * `module.named_parameters()`. */
#define CT_PARAMETERS(of_module) ((ct_parameters){ .module = (of_module) })
#define CT_NAMED_PARAMETERS(of_module) \
	((ct_parameters){ .module = (of_module), .with_names = true })
/** Makes ct_parameters from an array of `n` tensors, const or not. */
#define CT_PARAMETERS_OF(list, n) \
	((ct_parameters){ .tensors = (const ct_tensor *const *)(list), .len = (n) })

/** Scales the gradients down so that their total norm is at most `max_norm` (Python's
 * nn.utils.clip_grad_norm_(parameters, max_norm)). `*total_norm`, a new tensor without dimensions,
 * is the norm before; total_norm may be NULL. For other kinds of norms use
 * ct_nn_utils_clip_grad_norm_() of ctorch/nn/functions.h, which takes a list. */
CT_API ct_error ct_parameters_clip_grad_norm_(ct_parameters parameters, double max_norm,
					      ct_tensor **total_norm) CT_RETURNS_ERROR;
/** Limits each element of the gradients to -`clip_value` ... `clip_value` (Python's
 * nn.utils.clip_grad_value_(parameters, clip_value)). */
CT_API ct_error ct_parameters_clip_grad_value_(ct_parameters parameters,
					       double clip_value) CT_RETURNS_ERROR;

/** Adds a group. Options that are missing in the dict `options` have the values that were given to
 * the constructor. A tensor that is in the group twice causes a warning, as in Python: it has one
 * state, and each step updates it twice. A ValueError for a tensor that is already a parameter or
 * not a leaf; a TypeError for options of another type. */
CT_API ct_error ct_optimizer_add_param_group(ct_optimizer *self, ct_parameters parameters,
					     const ct_value *options CT_NULLABLE) CT_RETURNS_ERROR;

/** Adds a group, as ct_optimizer_add_param_group() does, with options in a struct: Python's
 * `optimizer.add_param_group({"params": ..., "lr": 0.1})`. CT_ADD_GROUP() is the same in an
 * expression. */
CT_API ct_error ct_optimizer_add_group(ct_optimizer *self, ct_parameters parameters,
				       const ct_param_group_options *options CT_NULLABLE)
	CT_RETURNS_ERROR;

/* --- Handles --------------------------------------------------------------------------------- */

/** Returns another handle on the same optimizer, new; NULL for NULL, and if there is no memory. */
CT_API ct_optimizer *ct_optimizer_retain(const ct_optimizer *self) CT_NOEXCEPT
	CT_NEW(ct_optimizer_free);
/** Releases a handle. One that a scope of this thread owns is taken out of the scope first. */
CT_API void ct_optimizer_free(ct_optimizer *self) CT_LOOKS_IN_SCOPES CT_NOEXCEPT;

/* --- Steps ----------------------------------------------------------------------------------- */

/** Updates each parameter that has a gradient (Python's `optimizer.step()`). After an error some
 * may have been updated. A RuntimeError for LBFGS, which needs a closure. */
CT_API ct_error ct_optimizer_step(ct_optimizer *self) CT_RETURNS_ERROR;

/** Computes the loss and its gradients again; the loss belongs to the scope of the call. */
typedef ct_error (*ct_optimizer_closure)(void *context, ct_tensor **loss);

/** Makes a step with a closure (Python's `optimizer.step(closure)`). Autograd records while the
 * closure runs.
 *
 * The closure may load a state dict into the optimizer. As in Python, LBFGS finishes the step with
 * its own state, and the next step uses the loaded one. During the step a closure sees the state of
 * LBFGS from before the step, which LBFGS also has after an error.
 *
 * @param loss  the loss that the closure returned the first time; NULL: dropped */
CT_API ct_error ct_optimizer_step_closure(ct_optimizer *self, ct_optimizer_closure closure,
					  void *context,
					  ct_tensor **loss CT_NULLABLE) CT_RETURNS_ERROR;

/** Removes the gradients of the parameters (Python's `optimizer.zero_grad()`). */
CT_API ct_error ct_optimizer_zero_grad(ct_optimizer *self) CT_RETURNS_ERROR;
/** Sets the gradients to zero in place (Python's `optimizer.zero_grad(set_to_none=False)`). */
CT_API ct_error ct_optimizer_zero_grad_in_place(ct_optimizer *self) CT_RETURNS_ERROR;

/** Makes the three calls of an ordinary training step: Python's `optimizer.zero_grad()`,
 * `loss.backward()` and `optimizer.step()`. Make the calls separately to do something between them,
 * such as clipping, scaling, or accumulating the gradients of several batches.
 *
 * @param loss  the loss of this step, one number; see ct_tensor_backward() */
CT_API ct_error ct_optimizer_minimize(ct_optimizer *self, const ct_tensor *loss) CT_RETURNS_ERROR;

/* --- Groups and options ---------------------------------------------------------------------- */

/** Returns the name of its class, borrowed: "Adam"; NULL for NULL. */
CT_API const char *ct_optimizer_class_name(const ct_optimizer *self) CT_NOEXCEPT CT_BORROWED;
/** Returns the number of groups; 0 for NULL. */
CT_API int64_t ct_optimizer_group_count(const ct_optimizer *self) CT_NOEXCEPT;
/** Returns the number of parameters in a group; 0 if the group does not exist. */
CT_API int64_t ct_optimizer_parameter_count(const ct_optimizer *self, int64_t group) CT_NOEXCEPT;
/** Returns a parameter, borrowed; NULL if it does not exist. */
CT_API ct_tensor *ct_optimizer_parameter(const ct_optimizer *self, int64_t group,
					 int64_t index) CT_NOEXCEPT CT_BORROWED;

/** Returns an option of a group (Python's `optimizer.param_groups[group][name]`). A KeyError if it
 * does not exist. */
CT_API ct_error ct_optimizer_get(const ct_optimizer *self, int64_t group, const char *name,
				 ct_value *result CT_BORROWED) CT_BRIEF CT_RETURNS_ERROR;
/** Sets an option of a group (Python's `optimizer.param_groups[group][name] = value`); the value is
 * copied. Options that the class does not know are stored, too. */
CT_API ct_error ct_optimizer_set(ct_optimizer *self, int64_t group, const char *name,
				 ct_value value) CT_RETURNS_ERROR;
/** Returns the learning rate of a group, also if it is a tensor; NaN if the group does not
 * exist. */
CT_API double ct_optimizer_lr(const ct_optimizer *self, int64_t group) CT_NOEXCEPT;
/** Sets the learning rate of all groups. One that is a tensor is filled, as schedulers do, so that a
 * captured step sees it. */
CT_API ct_error ct_optimizer_set_lr(ct_optimizer *self, double lr) CT_RETURNS_ERROR;

/** Returns the learning rate of a group if it is a tensor, borrowed; else NULL. */
CT_API ct_tensor *ct_optimizer_lr_tensor(const ct_optimizer *self,
					 int64_t group) CT_NOEXCEPT CT_BORROWED;
/** Makes a tensor with one element the learning rate of all groups (Python's
 * `lr=torch.tensor(...)`); for a single group use ct_optimizer_set() with "lr". The optimizer keeps
 * a reference: each step reads its current value. With `.capturable` or `.fused`, and
 * if the tensor is on a device, only the device reads it: a captured step has the rate of the time
 * when it is replayed. Other steps read it on the host. */
CT_API ct_error ct_optimizer_set_lr_tensor(ct_optimizer *self,
					   const ct_tensor *lr) CT_RETURNS_ERROR;

/** Returns a parameter's state by name, a tensor or a number (Python's
 * `optimizer.state[parameter][name]`). A KeyError if the optimizer does not have the parameter, or
 * no state of this name (yet). */
CT_API ct_error ct_optimizer_state(const ct_optimizer *self, const ct_tensor *parameter,
				   const char *name, ct_value *result CT_BORROWED) CT_RETURNS_ERROR;

/* --- State dicts ----------------------------------------------------------------------------- */

/** Returns the state and options (Python's `optimizer.state_dict()`): a new dict with "state" by
 * the number of the parameter, and "param_groups". Its tensors are the optimizer's own. */
CT_API ct_error ct_optimizer_state_dict(const ct_optimizer *self,
					ct_value *result CT_NOT_NULL) CT_RETURNS_ERROR;

/** Loads state and options (Python's `optimizer.load_state_dict()`). Tensors are converted to the
 * dtype and device of their parameter, and options that an older release lacked are added, as in
 * Python. A ValueError if the groups do not match; a KeyError if options or state that a step reads
 * are missing. The optimizer is unchanged after an error. */
CT_API ct_error ct_optimizer_load_state_dict(ct_optimizer *self,
					     const ct_value *state_dict) CT_RETURNS_ERROR;

/* --- Hooks -----------------------------------------------------------------------------------
 *
 * Hooks work as in modules: registering returns a number for ct_optimizer_remove_hook(), and the
 * library releases `context` once. If a hook returns an error, the call ends. A hook may release
 * the optimizer: it lives until the call ends.
 */

/** Called before or after a step. */
typedef ct_error (*ct_optimizer_hook)(ct_optimizer *self, void *context);

/** Registers a hook of steps (Python's register_step_pre_hook(), or register_step_post_hook() for
 * `after`). */
CT_API ct_error ct_optimizer_register_step_hook(ct_optimizer *self, bool after,
						ct_optimizer_hook call, void *context,
						ct_release_function release CT_NULLABLE,
						int64_t *hook) CT_RETURNS_ERROR;

/** Called before or after ct_optimizer_state_dict() and ct_optimizer_load_state_dict(); it may
 * change the state dict. `state_dict` is NULL before the state dict is created, and after it is
 * loaded. */
typedef ct_error (*ct_optimizer_state_hook)(ct_optimizer *self,
					    ct_value *state_dict CT_INOUT CT_NULLABLE,
					    void *context);

/** Registers a hook of state dicts (Python's register_state_dict_pre_hook() and its three
 * variants). */
CT_API ct_error ct_optimizer_register_state_hook(ct_optimizer *self, ct_state_hook_time time,
						 ct_optimizer_state_hook call, void *context,
						 ct_release_function release CT_NULLABLE,
						 bool prepend, int64_t *hook) CT_RETURNS_ERROR;

/** Removes a hook of this optimizer. Returns whether it was registered. */
CT_API bool ct_optimizer_remove_hook(ct_optimizer *self, int64_t hook) CT_CALLS_BACK CT_NOEXCEPT;

/* --- Printing -------------------------------------------------------------------------------- */

/** Returns the groups with their options as text (Python's repr()). `*result` is new: ct_free(). */
CT_API ct_error ct_optimizer_to_string(const ct_optimizer *self, char **result) CT_RETURNS_ERROR;
/** Prints it and a newline; NULL is stdout. */
CT_API ct_error ct_optimizer_print(const ct_optimizer *self, FILE *stream CT_NULLABLE)
	CT_TEXT(ct_optimizer_to_string) CT_RETURNS_ERROR;

#ifdef __cplusplus
}
#endif

#endif
