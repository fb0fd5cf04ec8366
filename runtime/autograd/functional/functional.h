/*
 * Inside the library: the parts of derivatives of a function.
 *
 * Returned handles belong to the innermost scope, which must exist. Messages number inputs and
 * outputs as Python does.
 */
#ifndef CT_AUTOGRAD_FUNCTIONAL_FUNCTIONAL_H
#define CT_AUTOGRAD_FUNCTIONAL_FUNCTIONAL_H

#include <ctorch/autograd/jacobian.h>

#include "autograd/engine/map.h"

/* One call of a public function. */
struct ct_functional {
	const char *function; /* "ct_functional_hvp", for errors */
	const char *python;   /* "hvp", for Python's texts */
	ct_functional_options options;
	struct ct_map map; /* the user's function */
	ct_tensor *const *inputs;
	int64_t inputs_len;
	ct_tensor *const *v; /* NULL: none */
	int64_t v_len;
};

/* The arguments of a public function; `user` outlives the result. */
struct ct_functional ct_functional_of(const struct ct_user_function *user,
				      const ct_functional_options *options,
				      ct_tensor *const *inputs, int64_t inputs_len,
				      int64_t outputs_len, ct_tensor *const *v, int64_t v_len);

/* An ArgumentError if a list of tensors is invalid; `name` is "argument 6 (v)". */
ct_error ct_functional_check_list(const struct ct_functional *call, ct_tensor *const *list,
				  int64_t n, const char *name);

/* An ArgumentError if another argument is invalid; `parameter` is "argument 7 (jacobians)", the
 * results. */
ct_error ct_functional_check(const struct ct_functional *call, ct_tensor *const *results,
			     const char *parameter);

/* New tensors for the function, with the values of the given ones: connected with them if
 * `create_graph` needs that, otherwise leaves, which require a gradient if `need_graph`. */
ct_error ct_functional_prepare(const struct ct_functional *call, ct_tensor *const *given, int64_t n,
			       bool create_graph, bool need_graph, ct_tensor **prepared);

/* The function's outputs; in strict mode each must require a gradient. */
ct_error ct_functional_call(const struct ct_functional *call, const struct ct_map *map,
			    ct_tensor *const *inputs, ct_tensor **outputs);

/* The call's vector, which must have the shapes of `like`; NULLs if there is none. */
ct_error ct_functional_vector(const struct ct_functional *call, ct_tensor *const *like, int64_t n,
			      ct_tensor **v);

/* The gradients of the outputs that require one; a missing one is NULL. `outputs`, `grad_outputs`
 * and its elements may be NULL. */
ct_error ct_functional_grad(const struct ct_functional *call, ct_tensor *const *outputs,
			    int64_t outputs_len, ct_tensor *const *inputs, int64_t inputs_len,
			    ct_tensor *const *grad_outputs, bool retain_graph, bool create_graph,
			    ct_tensor **grads);

/* Python's texts for a missing dependency. */
struct ct_functional_words {
	const char *before, *after; /* the number */
};

/* In strict mode each must require a gradient; the text names one that does not. */
ct_error ct_functional_must_depend(const struct ct_functional *call, ct_tensor *const *tensors,
				   int64_t n, struct ct_functional_words words);

/* The same for a gradient that will be differentiated again. */
ct_error ct_functional_gradient_must_depend(const struct ct_functional *call,
					    ct_tensor *const *gradient, int64_t n);

/* A Hessian needs a function with a single number as its output. */
ct_error ct_functional_must_be_single(const struct ct_functional *call, const ct_tensor *output);

/* Tensors without history, unless a graph is wanted. */
ct_error ct_functional_finish(const struct ct_functional *call, ct_tensor **tensors, int64_t n);

/* The caller's from now on; nothing when `results` is NULL. */
void ct_functional_give(ct_tensor *const *tensors, int64_t n, ct_tensor **results);

/* Zeros that require a gradient, one for each tensor. */
ct_error ct_functional_zeros(ct_tensor *const *like, int64_t n, ct_tensor **zeros);

#endif
