/**
 * @file
 * Your own operators, implemented in C: a schema, kernels, and a derivative. You call them like
 * PyTorch's: by name, from C++ through the dispatcher, from Python.
 */
#ifndef CTORCH_OPERATORS_LIBRARY_H
#define CTORCH_OPERATORS_LIBRARY_H

#include <ctorch/autograd/custom_function.h>
#include <ctorch/core/types.h>
#include <ctorch/operators/value.h>

#ifdef __cplusplus
extern "C" {
#endif

/**
 * Registrations in one namespace (C++'s torch::Library, Python's torch.library.Library): operators,
 * and kernels for your own and for other operators. They last until ct_library_free().
 *
 *     ct_library *my;
 *
 *     CT_CHECK(ct_library_new("my", &my));
 *     CT_CHECK(ct_library_define(my, "scale(Tensor self, float factor=2) -> Tensor"));
 *     CT_CHECK(ct_library_implement(my, "scale", "CPU", scale, NULL, NULL));
 *     CT_CHECK(ct_call("my::scale", (ct_value[]){ ct_value_tensor(x) }, 1, &result, 1));
 *
 * Several threads may call functions on the same library.
 */
typedef struct ct_library ct_library;

/** Begins registrations in a namespace, such as "my". Several libraries may use the same one. */
CT_API ct_error ct_library_new(const char *library_name,
			       ct_library **result CT_NOT_NULL) CT_RETURNS_ERROR;

/**
 * Removes all registrations and releases the contexts of the kernels. Backward still works through
 * graphs that contain the operators.
 *
 * While a C kernel of the same namespace runs, in another thread or around this call, the removal
 * is postponed until the end of a call by name (ct_call() and its siblings), or until a library is
 * created, extended or freed. Do not call its operators while it is being freed: it does not wait
 * for kernels that others have registered for them.
 */
CT_API void ct_library_free(ct_library *self) CT_NOEXCEPT;

/** Defines an operator by its schema, in the language of native_functions.yaml and TORCH_LIBRARY:
 * `scale(Tensor self, float factor=2) -> Tensor`, or with an overload `scale.Tensor(...)`. The
 * errors are libtorch's: from its parser, or for an operator that is already defined. */
CT_API ct_error ct_library_define(ct_library *self, const char *schema) CT_RETURNS_ERROR;

/**
 * Computes an operator. Several threads may call it at the same time, including libtorch's own.
 *
 * Handles that it creates belong to a scope of the call, so it frees none of them.
 *
 * @param args     all arguments of the schema, in its order, with defaults filled in; borrowed.
 *                 Their kinds follow the schema: `int` is CT_VALUE_INT, `int[]` CT_VALUE_INTS,
 *                 `Tensor[]` CT_VALUE_TENSORS, `Scalar` the kind of its number, a missing optional
 *                 None.
 * @param context  the kernel's registered context
 * @param results  room for the results of the schema; initially None. The library takes over the
 *                 contents that a value owns, and copies the contents that it borrows, but only
 *                 after the kernel has returned. So a value may borrow a tensor of the call's
 *                 scope, or from `args`, but not an array or a text in a local variable of the
 *                 kernel: copy it with ct_value_copy(), or build it with ct_value_list_new().
 *                 Results are converted like arguments of ct_call(); a result of the wrong type is
 *                 an error that names operator and result.
 * @return NULL, or an error, which the operator returns to its caller unchanged
 */
typedef ct_error (*ct_kernel)(const ct_value *args, int64_t args_len, void *context,
			      ct_value *results CT_TAKEN, int64_t results_len);

/**
 * Registers a kernel of an operator for a dispatch key.
 *
 * The usual keys are "CPU" and "CUDA" for tensors on these devices; "Meta", which computes shape
 * and dtype but no numbers; "CompositeExplicitAutograd" for all devices;
 * "CompositeImplicitAutograd" for all devices, for a kernel that calls differentiable operators;
 * "Autograd" for recording, for which you should use ct_library_set_backward().
 *
 * @param name     "scale" or "my::scale", with the overload if it has one: "scale.Tensor". As in
 *                 PyTorch, the operator may be defined later, and by another library.
 * @param context  passed to `kernel`; on success the library calls `release` with it once, when the
 *                 kernel is no longer needed. On an error the caller keeps it.
 * @return libtorch's error for an unknown key or another namespace; an error if a C library already
 *         has a kernel for this key
 */
CT_API ct_error ct_library_implement(ct_library *self, const char *name, const char *dispatch_key,
				     ct_kernel kernel, void *context,
				     ct_release_function release CT_NULLABLE) CT_RETURNS_ERROR;

/**
 * Registers the kernel that computes shape, dtype, layout and device of the results, but no
 * numbers: Python's torch.library.register_fake(). It runs if the operator is called with tensors
 * on the meta device, which have no data, and creates its results there.
 *
 * It is a kernel for the dispatch key "Meta", registered with Python's checks for
 * `allow_override=False`: a second one is always an error here.
 *
 * It cannot compute a size that depends on the numbers in a tensor: Python's `new_dynamic_size()`
 * creates a symbol for that size, which libtorch's C++ cannot do.
 *
 * @param name     as in ct_library_implement(); the operator must be defined
 * @param context  as in ct_library_implement()
 * @return Python's errors: for an operator that does not exist, that already has a fake kernel, or
 *         that is composed of others ("CompositeImplicitAutograd") and needs none
 */
CT_API ct_error ct_library_register_fake(ct_library *self, const char *name, ct_kernel kernel,
					 void *context,
					 ct_release_function release CT_NULLABLE) CT_RETURNS_ERROR;

/**
 * Is called after an operator has run on tensors that require a gradient, to keep the data that its
 * backward needs: ct_function_save_for_backward() for tensors,
 * ct_function_mark_non_differentiable(), ct_function_set_materialize_grads(). Its inputs and
 * outputs are the tensors in the arguments and results, with lists counted element by element;
 * ct_function_needs_input_grad() counts in the same way. Do not use ct_function_data() and
 * ct_function_mark_dirty() here.
 *
 * Scopes are as in a kernel; arguments and results are borrowed.
 */
typedef ct_error (*ct_operator_setup_function)(ct_function_context *noted, const ct_value *args,
					       int64_t args_len, const ct_value *results,
					       int64_t results_len, void *context);

/**
 * Computes the gradients with respect to an operator's arguments from the gradients with respect to
 * its results.
 *
 * ct_function_saved_tensors() returns the call's tensors; `args` has the other arguments, and None
 * in place of tensors and lists of tensors. With `create_graph` its operations are recorded.
 *
 * @param grads        the gradient of each result: a tensor; a list of tensors for a list; None for
 *                     results of other types, and for a missing gradient after
 *                     ct_function_set_materialize_grads(noted, false)
 * @param input_grads  the gradient of each argument: a tensor or None; for a list of tensors, a
 *                     list of the same length, or None. All are initially None.
 */
typedef ct_error (*ct_operator_backward_function)(ct_function_context *noted, const ct_value *args,
						  int64_t args_len, const ct_value *grads,
						  int64_t grads_len, void *context,
						  ct_value *input_grads CT_TAKEN,
						  int64_t input_grads_len);

/**
 * Registers the derivative of an operator, like Python's torch.library.register_autograd(): its
 * kernels compute it, and if recording is on and an argument requires a gradient, the call becomes
 * a node of the graph.
 *
 * @param setup    NULL: backward needs no tensors
 * @param context  passed to both; released as in ct_library_implement(), but not before the last
 *                 graph that contains the operator is released
 * @return libtorch's error for an operator that is not defined; an error for an operator that
 *         writes to arguments or returns views of them, which cannot have a derivative here
 */
CT_API ct_error ct_library_set_backward(ct_library *self, const char *name,
					ct_operator_setup_function setup CT_NULLABLE,
					ct_operator_backward_function backward, void *context,
					ct_release_function release CT_NULLABLE) CT_RETURNS_ERROR;

#ifdef __cplusplus
}
#endif

#endif
