/**
 * @file
 * Operators of one's own, implemented in C: a schema, kernels, and a formula for their gradient.
 * Everybody calls them as PyTorch's: by name, from C++ through the dispatcher, from Python.
 */
#ifndef CTORCH_LIBRARY_H
#define CTORCH_LIBRARY_H

#include <ctorch/function.h>
#include <ctorch/types.h>
#include <ctorch/value.h>

#ifdef __cplusplus
extern "C" {
#endif

/**
 * Registrations in one namespace (C++'s torch::Library, Python's torch.library.Library): operators,
 * and kernels for one's own operators and those of others. They last until ct_library_free().
 *
 *     ct_library *my;
 *
 *     CT_CHECK(ct_library_new("my", &my));
 *     CT_CHECK(ct_library_define(my, "scale(Tensor self, float factor=2) -> Tensor"));
 *     CT_CHECK(ct_library_implement(my, "scale", "CPU", scale, NULL, NULL));
 *     CT_CHECK(ct_call("my::scale", (ct_value[]){ ct_value_tensor(x) }, 1, &result, 1));
 *
 * Functions of one library may be called from several threads.
 */
typedef struct ct_library ct_library;

/** Begins registrations in a namespace, a word such as "my". Several libraries may have the same
 * one. */
CT_API ct_error ct_library_new(const char *name_space, ct_library **result) CT_CALL;

/**
 * Takes back all that was registered and releases the contexts of its kernels. Graphs that its
 * operators are in can still go backward.
 *
 * While a kernel in C of the same namespace runs, in another thread or around this call, all that
 * waits until none does: it is done at the end of a call by name (ct_call() and its siblings), or
 * when a library is made, added to or freed. But no call of its operators may begin while it is
 * being freed, and what others have registered for them is not waited for.
 */
CT_API void ct_library_free(ct_library *self) CT_NOEXCEPT;

/** Defines an operator by its schema, in the language of native_functions.yaml and TORCH_LIBRARY:
 * `scale(Tensor self, float factor=2) -> Tensor`, or with an overload `scale.Tensor(...)`. The
 * errors are libtorch's: of its parser, and for an operator that is defined already. */
CT_API ct_error ct_library_define(ct_library *self, const char *schema) CT_CALL;

/**
 * Computes an operator. It may be called from several threads at the same time, libtorch's own
 * among them.
 *
 * What it calls gives handles that belong to a scope of the call's own, and so it frees no tensor.
 *
 * @param args     all arguments of the schema, in its order, defaults filled in; borrowed. Their
 *                 kinds are the schema's: an `int` is a CT_VALUE_INT, `int[]` CT_VALUE_INTS,
 *                 `Tensor[]` CT_VALUE_TENSORS, `Scalar` the number that it is, a missing optional
 *                 None.
 * @param results  where to put the results of the schema; all are None before. What a value owns
 *                 becomes the library's; what it has borrowed is copied, but only when the kernel
 *                 has returned. So a tensor of the call's scope, or something of `args`, may be
 *                 borrowed; an array or a text that is a local variable of the kernel's may not:
 *                 ct_value_copy() it, or build it with ct_value_list_new(). They are converted as
 *                 arguments of ct_call() are; a value of another type is an error that names
 *                 operator and result.
 * @param context  what was registered with it
 * @return NULL, or an error, which whoever called the operator gets as it is
 */
typedef ct_error (*ct_kernel)(const ct_value *args, int64_t args_len, ct_value *results,
			      int64_t results_len, void *context);

/**
 * Registers a kernel of an operator for a dispatch key.
 *
 * The keys that one mostly wants: "CPU" and "CUDA" for tensors there; "Meta", which computes shape
 * and dtype and no numbers; "CompositeExplicitAutograd" for all devices;
 * "CompositeImplicitAutograd" for all devices, made of operators that can be differentiated
 * themselves; "Autograd" to record, for which there is ct_library_set_backward().
 *
 * @param name     "scale" or "my::scale", with the overload if it has one: "scale.Tensor". As in
 *                 PyTorch, the operator may be defined later, and by another library.
 * @param context  handed to `kernel`; on success the library calls `release` with it once, when the
 *                 kernel is not needed any more. On an error it is the caller's as before.
 * @return libtorch's error for an unknown key or another namespace; an error when a library of C
 *         has a kernel for this key already
 */
CT_API ct_error ct_library_implement(ct_library *self, const char *name, const char *dispatch_key,
				     ct_kernel kernel, void *context, ct_release release) CT_CALL;

/**
 * Python's torch.library.register_fake(): registers the kernel that computes what the results are
 * (shape, dtype, layout, device) and no numbers. It runs when the operator is called with tensors
 * on the meta device, which have no data, and makes its results there.
 *
 * It is a kernel for the dispatch key "Meta", registered with the checks that Python makes with
 * `allow_override=False`: a second one is always an error here.
 *
 * A size that depends on the numbers in a tensor cannot be computed so: Python's
 * `new_dynamic_size()` gives a symbol for it, which libtorch's C++ has no way to make.
 *
 * @param name     as of ct_library_implement(); the operator must be defined
 * @param context  as of ct_library_implement()
 * @return Python's errors: for an operator that does not exist, one that has such a kernel already,
 *         and one that is made of others ("CompositeImplicitAutograd"), which needs none
 */
CT_API ct_error ct_library_register_fake(ct_library *self, const char *name, ct_kernel kernel,
					 void *context, ct_release release) CT_CALL;

/**
 * Notes, when an operator has run on tensors that require a gradient, what its backward will need:
 * ct_function_save() for tensors, ct_function_mark_non_differentiable(),
 * ct_function_set_materialize_grads(). Its inputs and outputs are the tensors of the arguments and
 * of the results, those of lists one by one: so ct_function_needs_input_grad() counts them.
 * ct_function_data() and ct_function_mark_dirty() are not for here.
 *
 * Scopes are as in a kernel; arguments and results are borrowed.
 */
typedef ct_error (*ct_operator_setup)(ct_function_context *noted, const ct_value *args,
				      int64_t args_len, const ct_value *results,
				      int64_t results_len, void *context);

/**
 * Computes the gradients by an operator's arguments from those by its results.
 *
 * Tensors of the call come from ct_function_saved(); `args` has the arguments that are no tensors,
 * and None in place of tensors and lists of them. Under `create_graph` what it calls is recorded.
 *
 * @param grads        for each result its gradient: a tensor; a list of tensors for a list; None
 *                     for what is no tensor, and where none came in after
 *                     ct_function_set_materialize_grads(noted, false)
 * @param input_grads  for each argument its gradient: a tensor or None; a list of tensors (or None)
 *                     as long as the argument for a list of tensors. All are None before.
 */
typedef ct_error (*ct_operator_backward)(ct_function_context *noted, const ct_value *args,
					 int64_t args_len, const ct_value *grads, int64_t grads_len,
					 ct_value *input_grads, int64_t input_grads_len,
					 void *context);

/**
 * Registers how an operator is differentiated, as Python's torch.library.register_autograd(): its
 * kernels compute it, and when recording is on and an argument requires a gradient, the call
 * becomes a node of the graph.
 *
 * @param setup    NULL: backward needs no tensors
 * @param context  handed to both; released as ct_library_implement() says, but not before the last
 *                 graph with the operator in it is gone
 * @return libtorch's error for an operator that is not defined; an error for one that writes to
 *         arguments or gives views of them, which has no such formula
 */
CT_API ct_error ct_library_set_backward(ct_library *self, const char *name, ct_operator_setup setup,
					ct_operator_backward backward, void *context,
					ct_release release) CT_CALL;

#ifdef __cplusplus
}
#endif

#endif
