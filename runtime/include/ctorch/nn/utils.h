/**
 * @file
 * The parts of Python's torch.nn.utils that replace the tensors a module computes with:
 * parametrizations, pruning, and calls with other parameters. docs/modules-details.md has examples.
 *
 * **What is computed, and when.** A parametrized tensor is no longer a parameter: it is computed
 * from parameters, the originals. Python computes it whenever it is read. Here a call of the module
 * computes each parametrized tensor once, after the forward pre-hooks; the fields of the module's
 * data point to the results while its forward function runs, and are NULL otherwise. Outside a
 * call, and for a class without fields, ct_nn_utils_get_tensor() computes the value. Only one
 * thread at a time may call a module that has parametrized tensors, or is in a
 * ct_nn_utils_functional_call().
 */
#ifndef CTORCH_NN_UTILS_H
#define CTORCH_NN_UTILS_H

#include <ctorch/core/error.h>
#include <ctorch/core/types.h>
#include <ctorch/nn/module.h>

#ifdef __cplusplus
extern "C" {
#endif

/* --- Parametrizations ------------------------------------------------------------------------ */

/** Computes the originals from which the parametrization computes `value` (Python's
 * right_inverse()). `self` is the data of the parametrization. The results are new. A
 * NotImplementedError during registration makes the tensor itself the original. */
typedef ct_error (*ct_right_inverse_function)(void *self CT_INOUT, const ct_tensor *value,
					      ct_tensor **originals CT_LENGTH(originals_len),
					      int64_t originals_len);

/** Options of ct_nn_utils_register_parametrization(); zeros are Python's defaults. */
typedef struct ct_parametrization_options {
	ct_right_inverse_function right_inverse; /**< NULL: the parametrization has none */
	int64_t originals; /**< number of tensors from `right_inverse` if it returns a tuple in
				Python, at most 8: `original0`, ...; 0: one tensor, `original` */
	bool unsafe; /**< the parametrization may change shape and dtype; nothing is checked */
} ct_parametrization_options;

/**
 * Lets `parametrization` compute `module`'s parameter or buffer `tensor_name` from now on (Python's
 * parametrize.register_parametrization()). If the tensor is already parametrized, the new
 * parametrization is applied to the result of the earlier ones.
 *
 * State dicts contain the originals, as `parametrizations.weight.original`. A ValueError if the
 * tensor does not exist, or if shape or dtype would change without `unsafe`.
 *
 * @param parametrization  a module with as many inputs as originals, and one output
 */
CT_API ct_error ct_nn_utils_register_parametrization(
	ct_module *module, const char *tensor_name, const ct_module *parametrization,
	const ct_parametrization_options *options CT_NULLABLE) CT_RETURNS_ERROR;

/** Turns a parametrized tensor back into a parameter or buffer (Python's
 * parametrize.remove_parametrizations()), with its current value if `leave_parametrized`, otherwise
 * with the original's value. A ValueError if it is not parametrized, or if it has several originals
 * and `leave_parametrized` is false. */
CT_API ct_error ct_nn_utils_remove_parametrizations(ct_module *module, const char *tensor_name,
						    bool leave_parametrized) CT_RETURNS_ERROR;

/** Returns whether a tensor, or for NULL any tensor, is parametrized (Python's
 * parametrize.is_parametrized()). False for a NULL module. */
CT_API bool ct_nn_utils_is_parametrized(const ct_module *module,
					const char *tensor_name CT_NULLABLE) CT_NOEXCEPT;

/**
 * Parametrizes a tensor of `to_module` as in `from_module`, with the same originals (Python's
 * parametrize.transfer_parametrizations_and_params()). A tensor that `to_module` does not have
 * becomes a parameter of it. Does nothing if `from_module` is not parametrized.
 *
 * @param tensor_name  NULL: all parametrized tensors. A KeyError if the tensor is not parametrized
 */
CT_API ct_error ct_nn_utils_transfer_parametrizations_and_params(
	const ct_module *from_module, ct_module *to_module,
	const char *tensor_name CT_NULLABLE) CT_RETURNS_ERROR;

/** Returns a parameter, a buffer, or the value of a computed tensor (Python's `module.path`); a new
 * handle. An AttributeError if it does not exist. */
CT_API ct_error ct_nn_utils_get_tensor(const ct_module *module, const char *path,
				       ct_tensor **result CT_NOT_NULL) CT_RETURNS_ERROR;

/** Assigns to a parametrized tensor: the right inverses compute the originals from `value`
 * (Python's `module.tensor_name = value`). A RuntimeError if a parametrization has no right
 * inverse. */
CT_API ct_error ct_nn_utils_set_parametrized(ct_module *module, const char *tensor_name,
					     const ct_tensor *value) CT_RETURNS_ERROR;

/** Enters or leaves a block of Python's `with parametrize.cached():`. Until the outermost block
 * ends, this thread computes each parametrized tensor only once. */
CT_API void ct_nn_utils_enter_cached(void) CT_THREAD_STATE CT_NOEXCEPT;
CT_API void ct_nn_utils_leave_cached(void)
	CT_SAME_THREAD(ct_nn_utils_enter_cached) CT_CALLS_BACK CT_NOEXCEPT;

/** Computes a tensor as magnitude, `original0`, times direction, `original1` (Python's
 * parametrizations.weight_norm()). State dicts of the old function, with `weight_g` and `weight_v`,
 * can be loaded.
 *
 * @param dim  0 in Python; CT_NO_INT: None, one magnitude for all */
CT_API ct_error ct_nn_utils_parametrizations_weight_norm(ct_module *module, const char *name,
							 int64_t dim) CT_RETURNS_ERROR;

/** Options of spectral normalization; zeros are Python's defaults. */
typedef struct ct_spectral_norm_options {
	int64_t n_power_iterations CT_DEFAULT(1); /**< in each call in training mode; 0: 1 */
	double eps CT_DEFAULT(1e-12);             /**< 0: 1e-12 */
	int64_t dim; /**< of the outputs; 0: 0, or 1 for transposed convolutions; CT_ZERO: 0 */
} ct_spectral_norm_options;

/** Divides a tensor by an estimate of its largest singular value (Python's
 * parametrizations.spectral_norm()). Each call in training mode improves the estimate. */
CT_API ct_error ct_nn_utils_parametrizations_spectral_norm(ct_module *module, const char *name,
							   const ct_spectral_norm_options *options
								   CT_NULLABLE) CT_RETURNS_ERROR;

/** Makes a matrix, or each matrix of a batch, orthogonal, or unitary if it is complex (Python's
 * parametrizations.orthogonal()).
 *
 * @param orthogonal_map      "matrix_exp", "cayley" or "householder"; NULL: "matrix_exp" for square
 *                            and complex matrices, "householder" for others
 * @param use_trivialization  compute relative to a buffer `base`; true by default in Python */
CT_API ct_error ct_nn_utils_parametrizations_orthogonal(ct_module *module, const char *name,
							const char *orthogonal_map CT_NULLABLE,
							bool use_trivialization) CT_RETURNS_ERROR;

/* --- Norms that are no parametrizations ------------------------------------------------------
 *
 * Python's older functions, for programs and state dicts that use them. The weight is computed as
 * described above, and the class keeps its name. In Python the weight is an attribute that only
 * calls update; here ct_nn_utils_get_tensor() always computes it.
 */

/** Computes a parameter as magnitude, `weight_g`, times direction, `weight_v` (Python's
 * torch.nn.utils.weight_norm()). Warns that it is deprecated. A RuntimeError if the parameter
 * already has weight norm.
 *
 * @param dim  0 in Python; CT_NO_INT: None, one magnitude for all */
CT_API ct_error ct_nn_utils_weight_norm(ct_module *module, const char *name,
					int64_t dim) CT_RETURNS_ERROR;
/** Turns the weight back into a plain parameter with its current value (Python's
 * remove_weight_norm()). A ValueError if it has no weight norm. */
CT_API ct_error ct_nn_utils_remove_weight_norm(ct_module *module,
					       const char *name) CT_RETURNS_ERROR;

/** Divides a parameter, `weight_orig`, by its largest singular value, which is estimated from the
 * buffers `weight_u` and `weight_v` (Python's torch.nn.utils.spectral_norm()). Each call in
 * training mode improves them. State dicts from before PyTorch 0.4.1, without `weight_v`, can be
 * loaded. A RuntimeError if the parameter already has spectral norm; a KeyError if it does not
 * exist. */
CT_API ct_error ct_nn_utils_spectral_norm(ct_module *module, const char *name,
					  const ct_spectral_norm_options *options CT_NULLABLE)
	CT_RETURNS_ERROR;
/** Turns the weight back into a plain parameter with its current value (Python's
 * remove_spectral_norm()). A ValueError if it has no spectral norm. */
CT_API ct_error ct_nn_utils_remove_spectral_norm(ct_module *module,
						 const char *name) CT_RETURNS_ERROR;

/* --- Calls with other parameters ------------------------------------------------------------- */

/** Options of ct_nn_utils_functional_call(); zeros are Python's defaults. */
typedef struct ct_functional_call_options {
	bool no_tie_weights; /**< replace a tied tensor only under the given names */
	bool strict;         /**< all parameters and buffers must be given, and no others */
} ct_functional_call_options;

/**
 * Calls the module as if the given tensors were its parameters and buffers (Python's
 * torch.func.functional_call()). Gradients flow to them. Afterwards the module has its own tensors
 * again, also after an error.
 *
 * Names that do not exist are ignored, unless `strict`; but the modules in their paths must exist.
 * A parametrized tensor may be given by its own name, and is then not computed, as Python's
 * documentation says; Python's code assigns through the right inverses instead, without gradients.
 *
 * @param tensors  names and values; a value of NULL is None
 * @param inputs, outputs  as for ct_module_forward_all()
 */
CT_API ct_error ct_nn_utils_functional_call(const ct_module *module,
					    const ct_named_tensor *tensors CT_LENGTH(tensors_len),
					    int64_t tensors_len, ct_tensors inputs,
					    const ct_functional_call_options *options CT_NULLABLE,
					    ct_tensor **outputs CT_LENGTH(outputs_len),
					    int64_t outputs_len) CT_RETURNS_ERROR;

/* --- Pruning ---------------------------------------------------------------------------------
 *
 * Python's torch.nn.utils.prune. A pruned parameter `weight` is computed as `weight_orig`, a
 * parameter, times `weight_mask`, a buffer of zeros and ones, as described above. Pruning it again
 * removes some of the remaining elements.
 *
 * `amount` is a number of elements or channels (ct_scalar_int()), or a fraction of them from 0 to 1
 * (ct_scalar_float()); other values are a ValueError. Importance scores are NULL, for the parameter
 * itself, or a tensor of its shape. An AttributeError if the parameter does not exist.
 */

/** Applies a mask of ones (Python's prune.identity()). */
CT_API ct_error ct_nn_utils_prune_identity(ct_module *module, const char *name) CT_RETURNS_ERROR;
/** Removes random elements (Python's prune.random_unstructured()). */
CT_API ct_error ct_nn_utils_prune_random_unstructured(ct_module *module, const char *name,
						      ct_scalar amount) CT_RETURNS_ERROR;
/** Removes the elements with the smallest absolute importance (Python's
 * prune.l1_unstructured()). */
CT_API ct_error
ct_nn_utils_prune_l1_unstructured(ct_module *module, const char *name, ct_scalar amount,
				  const ct_tensor *importance_scores CT_NULLABLE) CT_RETURNS_ERROR;
/** Removes random channels of dimension `dim` (Python's prune.random_structured()). */
CT_API ct_error ct_nn_utils_prune_random_structured(ct_module *module, const char *name,
						    ct_scalar amount, int64_t dim) CT_RETURNS_ERROR;
/** Removes the channels of dimension `dim` whose importance scores have the smallest norms of order
 * `norm` (Python's prune.ln_structured()). */
CT_API ct_error ct_nn_utils_prune_ln_structured(
	ct_module *module, const char *name, ct_scalar amount, double norm, int64_t dim,
	const ct_tensor *importance_scores CT_NULLABLE) CT_RETURNS_ERROR;
/** Does the same with the norm "fro" (Frobenius) or "nuc" (nuclear), which Python accepts as `n` of
 * prune.ln_structured(). A TypeError for any other text. */
CT_API ct_error ct_nn_utils_prune_ln_structured_str(
	ct_module *module, const char *name, ct_scalar amount, const char *norm, int64_t dim,
	const ct_tensor *importance_scores CT_NULLABLE) CT_RETURNS_ERROR;
/** Removes the elements where the mask is 0 (Python's prune.custom_from_mask()). */
CT_API ct_error ct_nn_utils_prune_custom_from_mask(ct_module *module, const char *name,
						   const ct_tensor *mask) CT_RETURNS_ERROR;

/** What a pruning method chooses from when a parameter is pruned again. */
typedef int32_t ct_prune_type;
enum ct_prune_type_value {
	CT_PRUNE_UNSTRUCTURED = 0, /**< the remaining elements, as a vector */
	CT_PRUNE_STRUCTURED = 1,   /**< the channels of a dimension with remaining elements */
	CT_PRUNE_GLOBAL = 2        /**< all elements, in their shape */
};

/**
 * Computes which elements stay (Python's compute_mask()). It is called once, when the parameter is
 * pruned; its operations are not recorded for autograd.
 *
 * @param scores        the importance scores, of the remaining elements only if pruned before
 * @param default_mask  of the same shape: 0 at elements that were removed before
 * @param mask          of that shape, or expandable to it: 0 at elements to remove; new, or
 *                      `default_mask` itself
 */
typedef ct_error (*ct_prune_compute_mask_function)(const ct_tensor *scores,
						   const ct_tensor *default_mask, void *context,
						   ct_tensor **mask);

/** A pruning method of your own: a subclass of Python's BasePruningMethod. */
typedef struct ct_prune_method {
	ct_prune_compute_mask_function compute_mask;
	void *context;      /**< for `compute_mask` */
	ct_prune_type type; /**< Python's PRUNING_TYPE */
	int64_t dim;        /**< of the channels, if structured; negative: from the end */
} ct_prune_method;

/** Prunes by a method of your own (Python's `Method.apply(module, name)`). Returns an error of the
 * method, and then leaves the module unchanged. */
CT_API ct_error
ct_nn_utils_prune_custom(ct_module *module, const char *name, const ct_prune_method *method,
			 const ct_tensor *importance_scores CT_NULLABLE) CT_RETURNS_ERROR;

/** A parameter of a module, both borrowed. */
typedef struct ct_prune_parameter {
	ct_module *module;
	const char *name;
	const ct_tensor *importance_scores; /**< NULL: the parameter itself */
} ct_prune_parameter;

/** Removes elements of several parameters as if they were one (Python's
 * prune.global_unstructured()): those with the smallest absolute importance (L1Unstructured), or
 * random ones. */
CT_API ct_error ct_nn_utils_prune_global_unstructured(
	const ct_prune_parameter *parameters CT_LENGTH(parameters_len), int64_t parameters_len,
	bool random, ct_scalar amount) CT_RETURNS_ERROR;

/** Does the same by a method of your own; a TypeError unless it is unstructured. */
CT_API ct_error ct_nn_utils_prune_global_custom(
	const ct_prune_parameter *parameters CT_LENGTH(parameters_len), int64_t parameters_len,
	const ct_prune_method *method) CT_RETURNS_ERROR;

/** Makes pruning permanent: the weight is a plain parameter again, with zeros at the removed
 * elements (Python's prune.remove()). A ValueError if it is not pruned. */
CT_API ct_error ct_nn_utils_prune_remove(ct_module *module, const char *name) CT_RETURNS_ERROR;
/** Returns whether a parameter of the module, or of a module in it, is pruned (Python's
 * prune.is_pruned()). False for NULL. */
CT_API bool ct_nn_utils_prune_is_pruned(const ct_module *module) CT_NOEXCEPT;

#ifdef __cplusplus
}
#endif

#endif
