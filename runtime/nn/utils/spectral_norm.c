/*
 * torch.nn.utils.spectral_norm(), which is older than the parametrization of this name.
 */
#include <stdlib.h>
#include <string.h>

#include <ctorch/autograd/autograd.h>
#include <ctorch/nn/utils.h>

#include "core/base/no_memory.h"
#include "core/base/text.h"
#include "module/metadata.h"
#include "nn/functional/give.h"
#include "nn/functional/raise.h"
#include "nn/layers/class.h"
#include "nn/utils/computed_parts.h"
#include "nn/utils/parametrize.h"
#include "tensor/tensor/sizes.h"

enum { MOST_DIMS = 64 }; /* of lists of dimensions in libtorch */

static const struct ct_computed_part orig_part = { CT_PARAMETERS, "_orig", NULL };
static const struct ct_computed_part u_part = { CT_BUFFERS, "_u", NULL };
static const struct ct_computed_part v_part = { CT_BUFFERS, "_v", NULL };

/* (outputs, the rest); as in Python a negative dimension is one too many. */
static ct_tensor *spectral_norm_as_matrix(const ct_tensor *weight, int64_t dim)
{
	int64_t order[MOST_DIMS + 1] = { dim }, n = 1;
	const ct_tensor *moved = weight;

	for (int64_t i = 0; i < ct_tensor_dim(weight) && n <= MOST_DIMS; i++)
		if (i != dim)
			order[n++] = i;
	if (dim != 0)
		moved = CT_E(permute, weight, CT_INTS_OF(order, n));
	/* One dimension more, so that a vector becomes a column. */
	return CT_E(flatten, CT_E(unsqueeze, moved, -1), 1);
}

/* --- computing -------------------------------------------------------------------------------- */

/* What the weight is computed from, borrowed. */
struct parts {
	ct_tensor *orig, *u, *v;
};

static ct_error find_parts(const ct_module *self, const char *name, struct parts *parts)
{
	CT_TRY(ct_computed_part(self, name, &orig_part, &parts->orig));
	CT_TRY(ct_computed_part(self, name, &u_part, &parts->u));
	return ct_computed_part(self, name, &v_part, &parts->v);
}

/* In training mode a call improves the estimates of the singular vectors. */
static ct_error iterate(ct_module *self, const struct ct_computed *how)
{
	const ct_spectral_norm_options *options = how->options;
	struct parts p;
	ct_tensor *matrix, *transposed;

	if (!ct_module_is_training(self))
		return NULL;
	CT_TRY(find_parts(self, how->name, &p));
	CT_OWN_SCOPE(NULL);
	CT_NO_GRAD_SCOPE;
	matrix = spectral_norm_as_matrix(p.orig, options->dim);
	transposed = CT_E(t, matrix);
	for (int64_t i = 0; i < options->n_power_iterations; i++) {
		CT_E(copy_, p.v,
		     CT_E(nn_normalize, CT_E(mv, transposed, p.u), .dim = CT_L(0),
			  .eps = options->eps));
		CT_E(copy_, p.u,
		     CT_E(nn_normalize, CT_E(mv, matrix, p.v), .dim = CT_L(0),
			  .eps = options->eps));
	}
	return CT_DONE();
}

/* Backward needs the vectors as they are now, and the next call in training mode changes them. */
static ct_error compute_spectral_norm(const ct_module *self, const struct ct_computed *how,
				      ct_tensor **result)
{
	const ct_spectral_norm_options *options = how->options;
	struct parts p;
	ct_tensor *sigma;

	CT_TRY(find_parts(self, how->name, &p));
	CT_OWN_SCOPE(NULL);
	sigma = CT_E(dot, CT_E(clone, p.u),
		     CT_E(mv, spectral_norm_as_matrix(p.orig, options->dim), CT_E(clone, p.v)));
	return ct_nn_give(CT_E(div, p.orig, sigma), result);
}

/* --- versions of states ----------------------------------------------------------------------- */

enum { VERSION = 1 };

static const char versions_key[] = "spectral_norm"; /* in a module's metadata: a dict of versions */

static ct_error version_name(const char *name, struct ct_text *result)
{
	ct_text_addf(result, "%s.version", name);
	return result->failed ? ct_no_memory(NULL, "for a name") : NULL;
}

/* The dict of versions, borrowed; None if there is none. */
static ct_value versions_of(const ct_value *metadata)
{
	const ct_value key = ct_value_string(versions_key);
	ct_value versions = ct_value_none();

	if (ct_value_dict_has(metadata, key))
		ct_error_free(ct_value_dict_get(metadata, key, &versions));
	return versions;
}

/* Adds the version of one more norm to a module's metadata. */
static ct_error add_version(ct_value *metadata, const char *name)
{
	const ct_value found = versions_of(metadata);
	ct_value versions = ct_value_dict_new();
	ct_error error = NULL;

	if (found.kind == CT_VALUE_DICT)
		error = ct_value_copy(&found, &versions);
	if (error == NULL)
		error = ct_value_dict_set(&versions, ct_value_string(name), ct_value_int(VERSION));
	if (error == NULL)
		error = ct_value_dict_move(metadata, ct_value_string(versions_key), &versions);
	ct_value_free(&versions);
	return error;
}

static ct_error save_version(ct_module *module, ct_value *state, const char *prefix, void *name)
{
	const ct_value found = ct_metadata_of(state, prefix);
	ct_value metadata = ct_value_none();
	struct ct_text key = { 0 };
	ct_error error = version_name(name, &key);

	(void)module;
	if (error == NULL && found.kind == CT_VALUE_DICT) {
		error = ct_value_copy(&found, &metadata);
		if (error == NULL)
			error = add_version(&metadata, key.data);
		if (error == NULL)
			error = ct_metadata_put(state, prefix, &metadata, NULL);
	}
	ct_value_free(&metadata);
	ct_text_release(&key);
	return error;
}

/* Whether the state says that this version made it. */
static ct_error is_new_state(const ct_value *state, const char *prefix, const char *name,
			     bool *result)
{
	const ct_value metadata = ct_metadata_of(state, prefix), versions = versions_of(&metadata);
	struct ct_text key = { 0 };
	ct_error error = version_name(name, &key);

	*result = error == NULL && ct_metadata_version(&versions, key.data) >= VERSION;
	ct_text_release(&key);
	return error;
}

/* --- old states ------------------------------------------------------------------------------- */

/* "layer.weight_orig" */
struct key {
	char at[1024];
};

static bool key_of(const ct_value *state, const char *prefix, const char *name, const char *suffix,
		   struct key *key)
{
	const int length = snprintf(key->at, sizeof key->at, "%s%s%s", prefix, name, suffix);

	return length < (int)sizeof key->at && ct_value_dict_has(state, ct_value_string(key->at));
}

static ct_error tensor_of(const ct_value *state, const struct key *key, ct_tensor **result)
{
	ct_value value;

	CT_TRY(ct_value_dict_get(state, ct_value_string(key->at), &value));
	return ct_value_as_tensor(&value, result);
}

/* The v of which u is the product with the matrix, scaled so that sigma is the norm. */
static ct_tensor *solve(const ct_tensor *matrix, const ct_tensor *u, const ct_tensor *sigma)
{
	ct_tensor *t = CT_E(t, matrix);
	ct_tensor *inverse = CT_E(pinverse, CT_E(mm, t, matrix));
	ct_tensor *v = CT_E(squeeze_dim,
			    CT_E(linalg_multi_dot, CT_TENSORS(inverse, t, CT_E(unsqueeze, u, 1))),
			    1);

	return CT_E(mul_, v, CT_E(div, sigma, CT_E(dot, u, CT_E(mv, matrix, v))));
}

/* Before version 1 of the norm a state had the normalized weight, and v not. */
static ct_error spectral_norm_load_old_state(ct_module *module, ct_value *state, const char *prefix,
					     void *name)
{
	const struct ct_computed *how = ct_computed_find(module, name, compute_spectral_norm);
	const ct_spectral_norm_options *options = how ? how->options : NULL;
	struct key orig_key, weight_key, u_key, v_key;
	ct_tensor *orig, *weight, *u, *v;
	bool is_new;

	CT_TRY(is_new_state(state, prefix, name, &is_new));
	if (is_new || how == NULL || !key_of(state, prefix, name, "_orig", &orig_key) ||
	    !key_of(state, prefix, name, "", &weight_key) ||
	    !key_of(state, prefix, name, "_u", &u_key))
		return NULL;
	CT_OWN_SCOPE(NULL);
	CT_NO_GRAD_SCOPE;
	CT_TRY(tensor_of(state, &orig_key, &orig));
	CT_TRY(tensor_of(state, &weight_key, &weight));
	CT_TRY(tensor_of(state, &u_key, &u));
	v = solve(spectral_norm_as_matrix(orig, options->dim), u,
		  CT_E(mean, CT_E(div, orig, weight)));
	CT_TRY(CT_FINISH(v, &v));
	key_of(state, prefix, name, "_v", &v_key);
	CT_TRY(ct_value_dict_set(state, ct_value_string(v_key.at), ct_value_tensor(v)));
	return ct_value_dict_remove(state, ct_value_string(weight_key.at));
}

/* As in Python, of a state that is neither a new nor an old one, those of an old one. */
static ct_error missing_keys(const struct ct_computed *how, const ct_value *state,
			     const char *prefix, ct_value *missing)
{
	static const char *const suffixes[] = { "_orig", "", "_u" };
	struct key key;
	bool is_new;

	CT_TRY(is_new_state(state, prefix, how->name, &is_new));
	if (is_new || (key_of(state, prefix, how->name, "_orig", &key) &&
		       key_of(state, prefix, how->name, "_u", &key) &&
		       key_of(state, prefix, how->name, "_v", &key)))
		return NULL;
	for (int i = 0; i < 3; i++)
		if (!key_of(state, prefix, how->name, suffixes[i], &key))
			CT_TRY(ct_value_list_append(missing, ct_value_string(key.at)));
	return NULL;
}

static ct_error add_hook(ct_module *module, ct_state_hook_time time, ct_module_state_hook call,
			 const char *name)
{
	char *copy = ct_path_join("", name);
	ct_error error;

	if (copy == NULL)
		return ct_no_memory(NULL, "for a name");
	error = ct_module_register_state_hook(module, time, call, copy, free, NULL);
	if (error)
		free(copy);
	return error;
}

static void remove_hook(ct_module *module, enum ct_module_hook_kind kind, ct_module_state_hook call,
			const char *name)
{
	const struct ct_module_hook *hook;

	for (uint32_t i = 0; (hook = ct_module_hook_next(module, kind, &i));)
		if (hook->call.state == call && !strcmp(hook->context, name)) {
			ct_module_remove_hook(module, hook->number);
			return;
		}
}

static void remove_hooks(ct_module *module, const char *name)
{
	remove_hook(module, CT_HOOK_AFTER_STATE_DICT, save_version, name);
	remove_hook(module, CT_HOOK_BEFORE_LOADING, spectral_norm_load_old_state, name);
}

static ct_error add_hooks(ct_module *module, const char *name)
{
	ct_error error;

	CT_TRY(add_hook(module, CT_STATE_HOOK_AFTER_STATE_DICT, save_version, name));
	error = add_hook(module, CT_STATE_HOOK_BEFORE_LOADING, spectral_norm_load_old_state, name);
	if (error)
		remove_hooks(module, name);
	return error;
}

/* --- applying and removing -------------------------------------------------------------------- */

/* The parameter, with Python's errors. */
static ct_error spectral_norm_find_weight(const ct_module *module, const char *name,
					  ct_tensor **result)
{
	const struct ct_part *part = ct_part_find(module, CT_PARAMETERS, name);

	if (part == NULL)
		CT_NN_RAISE(CT_ERROR_KEY, "'%s'", name);
	if (part->object == NULL)
		CT_NN_RAISE(CT_ERROR_VALUE,
			    "`SpectralNorm` cannot be applied as parameter `%s` is None", name);
	if (ct_parameter_is_lazy(part->object))
		CT_NN_RAISE(CT_ERROR_VALUE,
			    "The module passed to `SpectralNorm` can't have uninitialized "
			    "parameters. Make sure to run the dummy forward before applying "
			    "spectral normalization");
	if (ct_tensor_dim(part->object) == 0)
		CT_NN_RAISE(CT_ERROR_INDEX,
			    "Dimension specified as 0 but tensor has no dimensions");
	*result = part->object;
	return NULL;
}

static ct_error check_options(const ct_module *module, ct_spectral_norm_options *options)
{
	if (options->n_power_iterations < 0)
		CT_NN_RAISE(CT_ERROR_VALUE,
			    "Expected n_power_iterations to be positive, but got "
			    "n_power_iterations=%lld",
			    (long long)options->n_power_iterations);
	options->n_power_iterations += options->n_power_iterations == 0;
	options->eps = options->eps > 0 ? options->eps : 1e-12;
	if (options->dim == 0)
		options->dim = ct_nn_is_transposed(module);
	else if (options->dim == CT_ZERO)
		options->dim = 0;
	return NULL;
}

static ct_tensor *random_unit(const ct_tensor *like, int64_t size, double eps)
{
	ct_tensor *drawn = CT_E(new_empty, like, CT_L(size));

	CT_E(normal_, drawn);
	return CT_E(nn_normalize, drawn, .dim = CT_L(0), .eps = eps);
}

static ct_error begin_vectors(const ct_tensor *weight, const ct_spectral_norm_options *options,
			      ct_tensor **u, ct_tensor **v)
{
	CT_NO_GRAD_SCOPE;
	ct_tensor *matrix = spectral_norm_as_matrix(weight, options->dim);

	CT_TRY(CT_FINISH(matrix, &matrix));
	*u = random_unit(weight, ct_size_of(matrix, 0), options->eps);
	*v = random_unit(weight, ct_size_of(matrix, 1), options->eps);
	return CT_DONE();
}

ct_error ct_nn_utils_spectral_norm(ct_module *module, const char *name,
				   const ct_spectral_norm_options *options)
{
	ct_spectral_norm_options used = options ? *options : (ct_spectral_norm_options){ 0 };
	struct ct_computed how = { .name = name,
				   .compute = compute_spectral_norm,
				   .before = iterate,
				   .missing = missing_keys,
				   .options = &used,
				   .options_size = sizeof used };
	struct ct_computed_part parts[] = { orig_part, u_part, v_part };
	ct_tensor *weight = NULL, *u, *v;
	ct_error error;

	CT_TRY(ct_module_check(module, __func__, 1, "module"));
	CT_NN_NEEDS(name, 2);
	CT_OWN_SCOPE(__func__);
	if (ct_computed_find(module, name, compute_spectral_norm))
		CT_NN_RAISE(CT_ERROR_RUNTIME,
			    "Cannot register two spectral_norm hooks on the same parameter %s",
			    name);
	CT_TRY(check_options(module, &used));
	CT_TRY(spectral_norm_find_weight(module, name, &weight));
	CT_TRY(begin_vectors(weight, &used, &u, &v));
	parts[0].tensor = weight;
	parts[1].tensor = u;
	parts[2].tensor = v;
	CT_TRY(add_hooks(module, name));
	error = ct_computed_begin(module, &how, parts, 3);
	if (error)
		remove_hooks(module, name);
	return error;
}

ct_error ct_nn_utils_remove_spectral_norm(ct_module *module, const char *name)
{
	const struct ct_computed_part parts[] = { orig_part, u_part, v_part };
	const struct ct_computed *how;
	ct_tensor *weight;

	CT_TRY(ct_module_check(module, __func__, 1, "module"));
	CT_NN_NEEDS(name, 2);
	CT_OWN_SCOPE(__func__);
	how = ct_computed_find(module, name, compute_spectral_norm);
	if (how == NULL)
		return ct_computed_not_found(module, "spectral_norm", name);
	CT_NO_GRAD_SCOPE;
	CT_TRY(compute_spectral_norm(module, how, &weight));
	CT_TRY(ct_parameter_new(weight, true, &weight));
	CT_TRY(ct_computed_end(module, how, weight, parts, 3));
	remove_hooks(module, name);
	return NULL;
}
