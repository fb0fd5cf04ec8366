/**
 * @file
 * The parts of Python's torch.nn.utils that change what a module computes with: parametrizations,
 * pruning, and calls with other parameters. docs/modules-details.md shows them.
 *
 * **What is computed, and when.** A parametrized tensor is no parameter any more: it is computed
 * from parameters, the originals. In Python that happens whenever it is read. Here a call of the
 * module computes each such tensor once, after the forward pre-hooks; the fields of the module's
 * data point to the results while its forward function runs, and are NULL otherwise. For the value
 * outside of a call, and for a class without fields, there is ct_nn_utils_get_tensor(). Only one
 * thread at a time may call a module with such tensors, or with the parameters of
 * ct_nn_utils_functional_call().
 */
#ifndef CTORCH_NN_UTILS_H
#define CTORCH_NN_UTILS_H

#include <ctorch/error.h>
#include <ctorch/list.h>
#include <ctorch/module.h>
#include <ctorch/types.h>

#ifdef __cplusplus
extern "C" {
#endif

/* --- Parametrizations ------------------------------------------------------------------------ */

/** Python's right_inverse(): the originals from which the parametrization computes `value`. `self`
 * is the data of the parametrization. The results are new. A NotImplementedError when it is
 * registered means that the tensor becomes the original as it is. */
typedef ct_error (*ct_right_inverse_function)(void *self CT_INOUT, const ct_tensor *value,
					      ct_tensor **originals CT_LENGTH(originals_len),
					      int64_t originals_len);

/** How a parametrization is registered; zeros are Python's defaults. */
typedef struct ct_parametrization_options {
	ct_right_inverse_function right_inverse; /**< NULL: the parametrization has none */
	int64_t originals; /**< how many tensors `right_inverse` makes, if it returns a tuple in
				Python, up to 8: `original0`, ...; 0: one tensor, `original` */
	bool unsafe; /**< the parametrization may change shape and dtype; nothing is checked */
} ct_parametrization_options;

/**
 * Python's parametrize.register_parametrization(): `module`'s parameter or buffer `tensor_name` is
 * computed by `parametrization` from now on. On a tensor that is parametrized already, the new one
 * is applied to the result of those before.
 *
 * State dicts have the originals, as `parametrizations.weight.original`. A ValueError if there is
 * no such tensor, or if shape or dtype would change without `unsafe`.
 *
 * @param parametrization  a module with as many inputs as originals, and one output
 */
CT_API ct_error ct_nn_utils_register_parametrization(
	ct_module *module, const char *tensor_name, const ct_module *parametrization,
	const ct_parametrization_options *options CT_NULLABLE) CT_RETURNS_ERROR;

/** Python's parametrize.remove_parametrizations(): the tensor is a parameter or buffer again, with
 * the value that it has with `leave_parametrized`, or else with the original's. A ValueError if it
 * is not parametrized, or has several originals that cannot be left. */
CT_API ct_error ct_nn_utils_remove_parametrizations(ct_module *module, const char *tensor_name,
						    bool leave_parametrized) CT_RETURNS_ERROR;

/** Python's parametrize.is_parametrized(); any tensor for NULL. False for no module. */
CT_API bool ct_nn_utils_is_parametrized(const ct_module *module,
					const char *tensor_name CT_NULLABLE) CT_NOEXCEPT;

/**
 * Python's parametrize.transfer_parametrizations_and_params(): the parametrizations of a tensor of
 * `from_module` parametrize that of `to_module`, too, and both share the originals. A tensor that
 * `to_module` does not have becomes a parameter of it. Does nothing if `from_module` is not
 * parametrized.
 *
 * @param tensor_name  NULL: all parametrized tensors; a KeyError if it is not parametrized
 */
CT_API ct_error ct_nn_utils_transfer_parametrizations_and_params(
	const ct_module *from_module, ct_module *to_module,
	const char *tensor_name CT_NULLABLE) CT_RETURNS_ERROR;

/** Python's `module.path`: a parameter, a buffer, or the value of a computed tensor; a new handle.
 * An AttributeError if there is none. */
CT_API ct_error ct_nn_utils_get_tensor(const ct_module *module, const char *path,
				       ct_tensor **result CT_NOT_NULL) CT_RETURNS_ERROR;

/** Python's `module.tensor_name = value` for a parametrized tensor: the originals become what the
 * right inverses make of it. A RuntimeError if a parametrization has none. */
CT_API ct_error ct_nn_utils_set_parametrized(ct_module *module, const char *tensor_name,
					     const ct_tensor *value) CT_RETURNS_ERROR;

/** Python's `with parametrize.cached():`, of which this is the beginning. Until the end of the
 * outermost one, this thread computes each parametrized tensor once. */
CT_API void ct_nn_utils_enter_cached(void) CT_NOEXCEPT;
CT_API void ct_nn_utils_leave_cached(void) CT_NOEXCEPT;

/** Python's parametrizations.weight_norm(): a tensor as magnitude, `original0`, times direction,
 * `original1`. States of the old function, with `weight_g` and `weight_v`, can be loaded.
 *
 * @param dim  0 in Python; CT_NO_INT: None, one magnitude for all */
CT_API ct_error ct_nn_utils_parametrizations_weight_norm(ct_module *module, const char *name,
							 int64_t dim) CT_RETURNS_ERROR;

/** Options of spectral normalisation; zeros are Python's defaults. */
typedef struct ct_spectral_norm_options {
	int64_t n_power_iterations; /**< in each call in training mode; 0: 1 */
	double eps;                 /**< 0: 1e-12 */
	int64_t dim; /**< of the outputs; 0: 0, or 1 for transposed convolutions; CT_ZERO: 0 */
} ct_spectral_norm_options;

/** Python's parametrizations.spectral_norm(): the tensor divided by its greatest singular value,
 * which is estimated. Each call in training mode improves the estimate. */
CT_API ct_error ct_nn_utils_parametrizations_spectral_norm(ct_module *module, const char *name,
							   const ct_spectral_norm_options *options
								   CT_NULLABLE) CT_RETURNS_ERROR;

/** Python's parametrizations.orthogonal(): an orthogonal matrix, or unitary if it is complex; or a
 * batch of them.
 *
 * @param orthogonal_map      "matrix_exp", "cayley" or "householder"; NULL: the first for square
 *                            and complex ones, the last for others
 * @param use_trivialization  relative to a buffer `base`; true in Python by default */
CT_API ct_error ct_nn_utils_parametrizations_orthogonal(ct_module *module, const char *name,
							const char *orthogonal_map CT_NULLABLE,
							bool use_trivialization) CT_RETURNS_ERROR;

/* --- Norms that are no parametrizations ------------------------------------------------------
 *
 * Python's older functions, for programs and states that use them. The weight is computed as
 * described above, and the class keeps its name. In Python the weight is an attribute that changes
 * only in calls; here ct_nn_utils_get_tensor() always computes it.
 */

/** Python's torch.nn.utils.weight_norm(): the parameter as magnitude, `weight_g`, times direction,
 * `weight_v`. Warns that it is deprecated. A RuntimeError if it is normalised so already.
 *
 * @param dim  0 in Python; CT_NO_INT: None, one magnitude for all */
CT_API ct_error ct_nn_utils_weight_norm(ct_module *module, const char *name,
					int64_t dim) CT_RETURNS_ERROR;
/** Python's remove_weight_norm(): the parameter is one again, with the value that it has. A
 * ValueError if it is not normalised so. */
CT_API ct_error ct_nn_utils_remove_weight_norm(ct_module *module,
					       const char *name) CT_RETURNS_ERROR;

/** Python's torch.nn.utils.spectral_norm(): the parameter, `weight_orig`, divided by its greatest
 * singular value, which is estimated from the buffers `weight_u` and `weight_v`. Each call in
 * training mode improves them. States from before PyTorch 0.4.1, without `weight_v`, can be loaded.
 * A RuntimeError if it is normalised so already; a KeyError if there is no such parameter. */
CT_API ct_error ct_nn_utils_spectral_norm(ct_module *module, const char *name,
					  const ct_spectral_norm_options *options CT_NULLABLE)
	CT_RETURNS_ERROR;
/** Python's remove_spectral_norm(): the parameter is one again, with the value that it has. A
 * ValueError if it is not normalised so. */
CT_API ct_error ct_nn_utils_remove_spectral_norm(ct_module *module,
						 const char *name) CT_RETURNS_ERROR;

/* --- Calls with other parameters ------------------------------------------------------------- */

/** Options of ct_nn_utils_functional_call(); zeros are Python's defaults. */
typedef struct ct_functional_call_options {
	bool no_tie_weights; /**< a tied tensor is replaced only under the names that are given */
	bool strict;         /**< all parameters and buffers must be given, and no others */
} ct_functional_call_options;

/**
 * Python's torch.func.functional_call(): calls the module as if the given tensors were its
 * parameters and buffers. Gradients flow to them. Afterwards the module has its own again, also
 * after an error.
 *
 * Names that do not exist are ignored, unless `strict`; but the modules in their paths must exist.
 * A parametrized tensor may be given by its own name, and is then not computed, as Python's
 * documentation says; its code assigns through the right inverses instead, without gradients.
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
 * removes elements of those that are left.
 *
 * `amount` is a number of elements or channels (ct_scalar_int()), or a fraction of them from 0 to 1
 * (ct_scalar_float()); others are a ValueError. Importances are NULL, which is the parameter
 * itself, or a tensor of its shape. An AttributeError if there is no such parameter.
 */

/** Python's prune.identity(): a mask of ones. */
CT_API ct_error ct_nn_utils_prune_identity(ct_module *module, const char *name) CT_RETURNS_ERROR;
/** Python's prune.random_unstructured(): removes random elements. */
CT_API ct_error ct_nn_utils_prune_random_unstructured(ct_module *module, const char *name,
						      ct_scalar amount) CT_RETURNS_ERROR;
/** Python's prune.l1_unstructured(): removes the elements with the smallest absolute importance. */
CT_API ct_error
ct_nn_utils_prune_l1_unstructured(ct_module *module, const char *name, ct_scalar amount,
				  const ct_tensor *importance_scores CT_NULLABLE) CT_RETURNS_ERROR;
/** Python's prune.random_structured(): removes random channels of dimension `dim`. */
CT_API ct_error ct_nn_utils_prune_random_structured(ct_module *module, const char *name,
						    ct_scalar amount, int64_t dim) CT_RETURNS_ERROR;
/** Python's prune.ln_structured(): removes the channels of dimension `dim` whose importances have
 * the smallest norms of order `norm`. */
CT_API ct_error ct_nn_utils_prune_ln_structured(
	ct_module *module, const char *name, ct_scalar amount, double norm, int64_t dim,
	const ct_tensor *importance_scores CT_NULLABLE) CT_RETURNS_ERROR;
/** The same with another norm: "fro", the Frobenius norm, or "nuc", the nuclear norm, which in
 * Python are the `n` of prune.ln_structured(), too. A TypeError for another text. */
CT_API ct_error ct_nn_utils_prune_ln_structured_str(
	ct_module *module, const char *name, ct_scalar amount, const char *norm, int64_t dim,
	const ct_tensor *importance_scores CT_NULLABLE) CT_RETURNS_ERROR;
/** Python's prune.custom_from_mask(): removes the elements at which the mask is 0. */
CT_API ct_error ct_nn_utils_prune_custom_from_mask(ct_module *module, const char *name,
						   const ct_tensor *mask) CT_RETURNS_ERROR;

/** What a method of pruning is asked to choose from when a parameter is pruned again. */
typedef int32_t ct_prune_type;
enum ct_prune_type_value {
	CT_PRUNE_UNSTRUCTURED = 0, /**< the elements that are left, as a vector */
	CT_PRUNE_STRUCTURED = 1,   /**< the channels of a dimension that have elements left */
	CT_PRUNE_GLOBAL = 2        /**< all elements, in their shape */
};

/**
 * Python's compute_mask(): which elements stay. It is called once, when the parameter is pruned,
 * and nothing that it computes is recorded.
 *
 * @param scores        the importances, or of what is left those
 * @param default_mask  of the same shape: 0 at elements that have been removed before
 * @param mask          of that shape, or expanded to it: 0 at elements that are removed; new, or
 *                      `default_mask` itself
 */
typedef ct_error (*ct_prune_compute_mask_function)(const ct_tensor *scores,
						   const ct_tensor *default_mask, void *context,
						   ct_tensor **mask);

/** A method of pruning of your own: a subclass of Python's BasePruningMethod. */
typedef struct ct_prune_method {
	ct_prune_compute_mask_function compute_mask;
	void *context;      /**< for `compute_mask` */
	ct_prune_type type; /**< Python's PRUNING_TYPE */
	int64_t dim;        /**< of the channels, if it is structured; from the end if negative */
} ct_prune_method;

/** Python's `Method.apply(module, name)`: prunes by a method of your own. An error of the method is
 * returned, and the module then stays as it is. */
CT_API ct_error
ct_nn_utils_prune_custom(ct_module *module, const char *name, const ct_prune_method *method,
			 const ct_tensor *importance_scores CT_NULLABLE) CT_RETURNS_ERROR;

/** A parameter of a module, both borrowed. */
typedef struct ct_prune_parameter {
	ct_module *module;
	const char *name;
	const ct_tensor *importance_scores; /**< NULL: the parameter itself */
} ct_prune_parameter;

/** Python's prune.global_unstructured(): removes elements of all these parameters as if they were
 * one; those with the smallest absolute importance (L1Unstructured), or random ones. */
CT_API ct_error ct_nn_utils_prune_global_unstructured(
	const ct_prune_parameter *parameters CT_LENGTH(parameters_len), int64_t parameters_len,
	bool random, ct_scalar amount) CT_RETURNS_ERROR;

/** The same by a method of your own, which must be unstructured: others are a TypeError. */
CT_API ct_error ct_nn_utils_prune_global_custom(
	const ct_prune_parameter *parameters CT_LENGTH(parameters_len), int64_t parameters_len,
	const ct_prune_method *method) CT_RETURNS_ERROR;

/** Python's prune.remove(): the parameter is one again, with zeros where it was pruned. A
 * ValueError if it is not pruned. */
CT_API ct_error ct_nn_utils_prune_remove(ct_module *module, const char *name) CT_RETURNS_ERROR;
/** Python's prune.is_pruned(): whether a parameter of the module, or of one in it, is pruned. False
 * for no module. */
CT_API bool ct_nn_utils_prune_is_pruned(const ct_module *module) CT_NOEXCEPT;

#ifdef __cplusplus
}
#endif

#endif
