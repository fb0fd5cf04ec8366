/*
 * torch.nn.utils.prune: parameters some elements of which are removed, that is, zero.
 */
#include <math.h>
#include <string.h>

#include <ctorch/autograd/autograd.h>
#include <ctorch/core/dtype.h>

#include "core/base/lengths.h"
#include "core/base/name_of.h"
#include "nn/functional/give.h"
#include "nn/functional/raise.h"
#include "nn/layers/class.h"
#include "nn/utils/computed_parts.h"
#include "nn/utils/parametrize.h"
#include "tensor/tensor/sizes.h"

/* --- computing -------------------------------------------------------------------------------- */

static const struct ct_computed_part orig_part = { CT_PARAMETERS, "_orig", NULL };
static const struct ct_computed_part mask_part = { CT_BUFFERS, "_mask", NULL };

/* The mask times the original. */
static ct_error apply_mask(const ct_tensor *mask, const ct_tensor *orig, ct_tensor **result)
{
	CT_OWN_SCOPE(CT_NAME_OF(ct_module_forward));
	return ct_nn_give(CT_E(mul, CT_E(to, mask, .dtype = ct_tensor_dtype(orig)), orig), result);
}

static ct_error compute_pruned(const ct_module *self, const struct ct_computed *how,
			       ct_tensor **result)
{
	ct_tensor *orig, *mask;

	CT_TRY(ct_computed_part(self, how->name, &orig_part, &orig));
	CT_TRY(ct_computed_part(self, how->name, &mask_part, &mask));
	return apply_mask(mask, orig, result);
}

/* --- methods ---------------------------------------------------------------------------------- */

enum method { IDENTITY, RANDOM, L1, RANDOM_STRUCTURED, LN_STRUCTURED, FROM_MASK, OWN };

/* ORDER TYPES: ct_prune_type, in Python's words. */
static const char *const types[] = { "unstructured", "structured", "global" };

struct pruning {
	enum method method;
	ct_scalar amount;
	double n;
	const char *norm; /* "fro" or "nuc" in place of `n`; NULL: `n` */
	int64_t dim;
	const ct_tensor *mask;              /* of FROM_MASK */
	const ct_prune_method *own;         /* of OWN */
	const ct_tensor *importance_scores; /* NULL: the parameter */
};

static ct_prune_type type_of(const struct pruning *pruning)
{
	switch (pruning->method) {
	case RANDOM_STRUCTURED:
	case LN_STRUCTURED:
		return CT_PRUNE_STRUCTURED;
	case FROM_MASK:
		return CT_PRUNE_GLOBAL;
	case OWN:
		return pruning->own->type;
	default:
		return CT_PRUNE_UNSTRUCTURED;
	}
}

static ct_error check_amount(const struct pruning *pruning)
{
	const ct_scalar amount = pruning->amount;
	struct ct_nn_text text;

	if (amount.kind == CT_SCALAR_FLOAT ? amount.re >= 0 && amount.re <= 1
					   : amount.kind == CT_SCALAR_UINT || amount.i >= 0)
		return NULL;
	snprintf(text.at, sizeof text.at, "%lld", (long long)amount.i);
	CT_NN_RAISE(
		CT_ERROR_VALUE,
		"amount=%s should either be a float in the range [0, 1] or a non-negative integer",
		amount.kind == CT_SCALAR_FLOAT ? ct_nn_float_text(amount.re).at : text.at);
}

/* How many of `size` are removed; Python's round() is to even. */
static ct_error count_of(const struct pruning *pruning, int64_t size, int64_t *result)
{
	const ct_scalar amount = pruning->amount;

	*result = amount.kind == CT_SCALAR_FLOAT ? (int64_t)nearbyint(amount.re * (double)size)
						 : amount.i;
	if (*result <= size)
		return NULL;
	CT_NN_RAISE(CT_ERROR_VALUE,
		    "amount=%lld should be smaller than the number of parameters to prune=%lld",
		    (long long)*result, (long long)size);
}

/* A mask for `t` that is 0 at the elements that `mask` has not removed yet and the method
 * removes. */
static ct_error unstructured(const struct pruning *pruning, const ct_tensor *t,
			     const ct_tensor *mask, ct_tensor **result)
{
	const bool random = pruning->method == RANDOM;
	ct_tensor *values = NULL, *indices = NULL, *new;
	int64_t count;

	CT_OWN_SCOPE(NULL);
	CT_TRY(count_of(pruning, ct_tensor_numel(t), &count));
	new = CT_E(clone, mask, .memory_format = CT_CONTIGUOUS_FORMAT);
	if (count) {
		ct_tensor *scores = random ? CT_E(rand_like, t) : CT_E(abs, t);

		CT_DO(CT(topk, &values, &indices, CT_E(view, scores, CT_L(-1)), count,
			 .largest = random));
		CT_E(index_fill__int_Scalar, CT_E(view, new, CT_L(-1)), 0, indices, 0);
	}
	return ct_nn_give(new, result);
}

enum { MOST_DIMS = 64 }; /* of lists of dimensions in libtorch */

static ct_error check_structured(const struct pruning *pruning, const ct_tensor *t)
{
	const int64_t dims = ct_tensor_dim(t);

	if (dims <= 1)
		CT_NN_RAISE(CT_ERROR_VALUE,
			    "Structured pruning can only be applied to multidimensional tensors. "
			    "Found tensor of shape %s with %lld dims",
			    ct_nn_size_text(t).at, (long long)dims);
	if (dims > MOST_DIMS)
		CT_NN_RAISE(CT_ERROR_RUNTIME, "only tensors with up to 64 dims are supported");
	if (pruning->dim >= dims)
		CT_NN_RAISE(CT_ERROR_INDEX, "Invalid index %lld for tensor of size %s",
			    (long long)pruning->dim, ct_nn_size_text(t).at);
	if (pruning->dim < -dims)
		CT_NN_RAISE(CT_ERROR_INDEX, "tuple index out of range");
	return NULL;
}

/* From 0; still negative if it is out of range. */
static int64_t dim_of(const struct pruning *pruning, const ct_tensor *t)
{
	return pruning->dim < 0 ? pruning->dim + ct_tensor_dim(t) : pruning->dim;
}

/* All dimensions but this one; returns how many. */
static int64_t other_dims(const ct_tensor *t, int64_t dim, int64_t others[MOST_DIMS])
{
	int64_t n = 0;

	for (int64_t i = 0; i < ct_tensor_dim(t) && n < MOST_DIMS; i++)
		if (i != dim)
			others[n++] = i;
	return n;
}

/* Which channels stay: ones and zeros, one for each. */
static ct_tensor *random_channels(int64_t size, int64_t count)
{
	ct_tensor *values = NULL, *indices = NULL, *scores = CT_E(rand, CT_L(size));

	CT_DO(CT(kthvalue, &values, &indices, scores, count));
	return CT_E(gt, scores, values);
}

/* The norm of each channel. A nuclear norm is that of the last two dimensions, unless there are
 * just two others. */
static ct_tensor *norms(const struct pruning *pruning, const ct_tensor *t, int64_t dim)
{
	int64_t others[MOST_DIMS];
	const int64_t n = other_dims(t, dim, others);
	const bool is_nuclear = pruning->norm && !strcmp(pruning->norm, "nuc");

	if (is_nuclear || (pruning->norm && n == 2))
		return CT_E(linalg_matrix_norm_str_ord, t, pruning->norm,
			    .dim = n == 2 ? CT_INTS_OF(others, 2) : CT_L(-2, -1));
	return CT_E(linalg_vector_norm, t, .ord = CT_S(pruning->norm ? 2 : pruning->n),
		    .dim = CT_INTS_OF(others, n));
}

static ct_tensor *largest_channels(const struct pruning *pruning, const ct_tensor *t, int64_t dim,
				   int64_t count)
{
	const int64_t size = ct_size_of(t, dim);
	ct_tensor *values = NULL, *indices = NULL, *zeros = CT_E(zeros, CT_L(size));

	CT_DO(CT(topk, &values, &indices, norms(pruning, t, dim), size - count));
	return CT_E(index_put_, zeros, CT_TENSORS(CT_E(flatten, indices)), CT_E(ones, CT_L(1)));
}

static ct_error prune_check_norm(const struct pruning *pruning)
{
	if (pruning->norm && strcmp(pruning->norm, "fro") != 0 && strcmp(pruning->norm, "nuc") != 0)
		CT_NN_RAISE(CT_ERROR_TYPE,
			    "linalg_vector_norm(): argument 'ord' must be Number, not str");
	return NULL;
}

static ct_error structured(const struct pruning *pruning, const ct_tensor *t, const ct_tensor *mask,
			   ct_tensor **result)
{
	const int64_t dims = ct_tensor_dim(t);
	const int64_t dim = dim_of(pruning, t);
	int64_t shape[MOST_DIMS], count;
	ct_tensor *channels = NULL;

	CT_OWN_SCOPE(NULL);
	CT_TRY(check_structured(pruning, t));
	CT_TRY(count_of(pruning, ct_size_of(t, dim), &count));
	CT_TRY(prune_check_norm(pruning));
	if (pruning->method == LN_STRUCTURED)
		channels = largest_channels(pruning, t, dim, count);
	else if (count)
		channels = random_channels(ct_size_of(t, dim), count);
	if (count == 0)
		return ct_nn_give(CT_F(ct_nn_again, mask), result);
	for (int64_t i = 0; i < dims; i++)
		shape[i] = i == dim ? -1 : 1;
	channels = CT_E(to, CT_E(view, channels, CT_INTS_OF(shape, dims)),
			.dtype = ct_tensor_dtype(t));
	return ct_nn_give(CT_E(mul, CT_E(ones_like, t),
			       CT_E(mul, channels, CT_E(to, mask, .dtype = ct_tensor_dtype(t)))),
			  result);
}

static ct_error from_mask(const struct pruning *pruning, const ct_tensor *mask, ct_tensor **result)
{
	CT_OWN_SCOPE(NULL);
	if (!ct_same_sizes(mask, pruning->mask))
		CT_NN_RAISE(CT_ERROR_ASSERTION,
			    "default_mask shape %s must match self.mask shape %s",
			    ct_nn_size_text(mask).at, ct_nn_size_text(pruning->mask).at);
	return ct_nn_give(CT_E(mul, mask, CT_E(to, pruning->mask, .dtype = ct_tensor_dtype(mask))),
			  result);
}

static ct_error own_mask(const struct pruning *pruning, const ct_tensor *t, const ct_tensor *mask,
			 ct_tensor **result)
{
	const ct_prune_method *own = pruning->own;
	ct_tensor *made = NULL;

	CT_TRY(own->compute_mask(t, mask, own->context, &made));
	if (made == NULL)
		CT_NN_RAISE(CT_ERROR_TYPE, "compute_mask() did not return a mask");
	*result = made;
	return NULL;
}

static ct_error compute_mask(const struct pruning *pruning, const ct_tensor *t,
			     const ct_tensor *mask, ct_tensor **result)
{
	switch (pruning->method) {
	case IDENTITY:
		return ct_nn_again(mask, result);
	case FROM_MASK:
		return from_mask(pruning, mask, result);
	case OWN:
		return own_mask(pruning, t, mask, result);
	case RANDOM_STRUCTURED:
	case LN_STRUCTURED:
		return structured(pruning, t, mask, result);
	default:
		return unstructured(pruning, t, mask, result);
	}
}

/* --- pruning what was pruned ------------------------------------------------------------------ */

/* The elements that are left, as a vector; their places in all of them. */
static ct_error again_unstructured(const struct pruning *pruning, const ct_tensor *t,
				   const ct_tensor *mask, ct_tensor **result)
{
	ct_tensor *left, *some, *ones, *places, *part, *new;

	CT_OWN_SCOPE(NULL);
	left = CT_E(view, CT_E(contiguous, CT_E(eq, mask, 1)), CT_L(-1));
	places = CT_E(squeeze_dim, CT_E(nonzero, left), 1);
	some = CT_E(index_select, CT_E(reshape, t, CT_L(-1)), 0, places);
	ones = CT_E(index_select, CT_E(reshape, mask, CT_L(-1)), 0, places);
	CT_TRY(CT_FINISH(some, &some));
	CT_TRY(compute_mask(pruning, some, ones, &part));
	new = CT_E(clone, CT_E(to, mask, .dtype = ct_tensor_dtype(t)),
		   .memory_format = CT_CONTIGUOUS_FORMAT);
	CT_E(index_put_, CT_E(view, new, CT_L(-1)), CT_TENSORS(places),
	     CT_E(to, part, .dtype = ct_tensor_dtype(t)));
	return ct_nn_give(new, result);
}

/* The channels that are not removed completely. */
static ct_error again_structured(const struct pruning *pruning, const ct_tensor *t,
				 const ct_tensor *mask, ct_tensor **result)
{
	const int64_t dims = ct_tensor_dim(t);
	const int64_t dim = dim_of(pruning, t);
	ct_tensor *sums, *places, *some, *ones, *part, *new, *indices[MOST_DIMS] = { NULL };
	int64_t others[MOST_DIMS], n;

	CT_OWN_SCOPE(NULL);
	if (dim < 0)
		CT_NN_RAISE(CT_ERROR_INDEX,
			    "Index is out of bounds for tensor with dimensions %lld",
			    (long long)dims);
	CT_TRY(check_structured(pruning, t));
	n = other_dims(t, dim, others);
	sums = CT_E(sum_dim_IntList, mask, CT_INTS_OF(others, n));
	places = CT_E(squeeze_dim, CT_E(nonzero, CT_E(ne, sums, 0)), 1);
	some = CT_E(index_select, t, dim, places);
	ones = CT_E(index_select, mask, dim, places);
	CT_TRY(CT_FINISH(some, &some));
	CT_TRY(compute_mask(pruning, some, ones, &part));
	new = CT_E(clone, CT_E(to, mask, .dtype = ct_tensor_dtype(t)));
	indices[dim] = places;
	CT_E(index_put_, new, CT_TENSORS_OF(indices, dim + 1),
	     CT_E(to, part, .dtype = ct_tensor_dtype(t)));
	return ct_nn_give(new, result);
}

/* All elements and channels. */
static ct_error again_global(const struct pruning *pruning, const ct_tensor *t,
			     const ct_tensor *mask, ct_tensor **result)
{
	ct_tensor *part, *new;

	CT_OWN_SCOPE(NULL);
	CT_TRY(compute_mask(pruning, t, mask, &part));
	new = CT_E(clone, CT_E(to, mask, .dtype = ct_tensor_dtype(t)));
	CT_E(copy_, new, CT_E(expand_as, part, new));
	return ct_nn_give(new, result);
}

/* Python's PruningContainer.compute_mask() with this method as the last one. */
static ct_error mask_again(const struct pruning *pruning, const ct_tensor *t, const ct_tensor *mask,
			   ct_tensor **result)
{
	switch (type_of(pruning)) {
	case CT_PRUNE_STRUCTURED:
		return again_structured(pruning, t, mask, result);
	case CT_PRUNE_GLOBAL:
		return again_global(pruning, t, mask, result);
	default:
		return again_unstructured(pruning, t, mask, result);
	}
}

/* --- applying --------------------------------------------------------------------------------- */

static ct_error check_scores(const ct_module *module, const char *name, const ct_tensor *scores,
			     const ct_tensor *orig)
{
	char *text;
	ct_error error;

	if (scores == NULL || ct_same_sizes(scores, orig))
		return NULL;
	CT_TRY(ct_module_to_string(module, &text));
	error = CT_RAISED(CT_ERROR_ASSERTION,
			  "importance_scores should have the same shape as parameter %s of %s, "
			  "got %s vs %s",
			  name, text, ct_nn_size_text(scores).at, ct_nn_size_text(orig).at);
	ct_free(text);
	return ct_nn_or_waiting(error);
}

static ct_error prune_first(ct_module *module, const char *name, const struct pruning *pruning)
{
	const struct ct_part *found = ct_part_find(module, CT_PARAMETERS, name);
	const ct_tensor *orig = found ? found->object : NULL;
	struct ct_computed how = { .name = name, .compute = compute_pruned };
	struct ct_computed_part parts[] = { orig_part, mask_part };
	ct_tensor *mask, *pruned;

	if (orig == NULL)
		return ct_no_attribute(module, name);
	CT_TRY(check_scores(module, name, pruning->importance_scores, orig));
	CT_TRY(CT(ones_like, &mask, orig));
	CT_TRY(compute_mask(pruning, pruning->importance_scores ? pruning->importance_scores : orig,
			    mask, &mask));
	if (pruning->method == OWN) /* a mask of any shape */
		CT_TRY(apply_mask(mask, orig, &pruned));
	parts[0].tensor = orig;
	parts[1].tensor = mask;
	return ct_computed_begin(module, &how, parts, 2);
}

static ct_error prune_again(ct_module *module, const struct ct_computed *how,
			    const struct pruning *pruning)
{
	const ct_tensor *scores = pruning->importance_scores;
	struct ct_computed_part part = mask_part;
	ct_tensor *pruned, *mask;

	CT_TRY(compute_pruned(module, how, &pruned));
	CT_TRY(check_scores(module, how->name, scores, pruned));
	CT_TRY(ct_computed_part(module, how->name, &part, &mask));
	CT_TRY(mask_again(pruning, scores ? scores : pruned, mask, &mask));
	part.tensor = mask;
	return ct_computed_register(module, how->name, &part);
}

static ct_error prune(ct_module *module, const char *name, const struct pruning *pruning,
		      const char *function)
{
	const struct ct_computed *how;

	CT_TRY(ct_module_check(module, function, 1, "module"));
	if (name == NULL)
		return ct_missing_argument(function, 2, "name");
	CT_TRY(check_amount(pruning));
	CT_OWN_SCOPE(function);
	CT_NO_GRAD_SCOPE;
	how = ct_computed_find(module, name, compute_pruned);
	return how ? prune_again(module, how, pruning) : prune_first(module, name, pruning);
}

ct_error ct_nn_utils_prune_identity(ct_module *module, const char *name)
{
	return prune(module, name, &(struct pruning){ .method = IDENTITY }, __func__);
}

ct_error ct_nn_utils_prune_random_unstructured(ct_module *module, const char *name,
					       ct_scalar amount)
{
	return prune(module, name, &(struct pruning){ .method = RANDOM, .amount = amount },
		     __func__);
}

ct_error ct_nn_utils_prune_l1_unstructured(ct_module *module, const char *name, ct_scalar amount,
					   const ct_tensor *importance_scores)
{
	return prune(module, name,
		     &(struct pruning){ .method = L1,
					.amount = amount,
					.importance_scores = importance_scores },
		     __func__);
}

ct_error ct_nn_utils_prune_random_structured(ct_module *module, const char *name, ct_scalar amount,
					     int64_t dim)
{
	return prune(module, name,
		     &(struct pruning){ .method = RANDOM_STRUCTURED, .amount = amount, .dim = dim },
		     __func__);
}

ct_error ct_nn_utils_prune_ln_structured(ct_module *module, const char *name, ct_scalar amount,
					 double norm, int64_t dim,
					 const ct_tensor *importance_scores)
{
	return prune(module, name,
		     &(struct pruning){ .method = LN_STRUCTURED,
					.amount = amount,
					.n = norm,
					.dim = dim,
					.importance_scores = importance_scores },
		     __func__);
}

ct_error ct_nn_utils_prune_ln_structured_str(ct_module *module, const char *name, ct_scalar amount,
					     const char *norm, int64_t dim,
					     const ct_tensor *importance_scores)
{
	CT_NN_NEEDS(norm, 4);
	return prune(module, name,
		     &(struct pruning){ .method = LN_STRUCTURED,
					.amount = amount,
					.norm = norm,
					.dim = dim,
					.importance_scores = importance_scores },
		     __func__);
}

ct_error ct_nn_utils_prune_custom_from_mask(ct_module *module, const char *name,
					    const ct_tensor *mask)
{
	CT_NN_NEEDS(mask, 3);
	return prune(module, name, &(struct pruning){ .method = FROM_MASK, .mask = mask },
		     __func__);
}

static ct_error prune_check_method(const ct_prune_method *method, int position,
				   const char *function)
{
	if (method == NULL)
		return ct_missing_argument(function, position, "method");
	if (method->compute_mask == NULL)
		return ct_error_new(CT_ERROR_ARGUMENT, function,
				    "argument %d (method): compute_mask must not be NULL",
				    position);
	if (method->type < CT_PRUNE_UNSTRUCTURED || method->type > CT_PRUNE_GLOBAL)
		return ct_error_new(CT_ERROR_VALUE, function, "Unrecognized PRUNING_TYPE %d",
				    (int)method->type);
	return NULL;
}

ct_error ct_nn_utils_prune_custom(ct_module *module, const char *name,
				  const ct_prune_method *method, const ct_tensor *importance_scores)
{
	CT_TRY(prune_check_method(method, 3, __func__));
	return prune(module, name,
		     &(struct pruning){ .method = OWN,
					.dim = method->dim,
					.own = method,
					.importance_scores = importance_scores },
		     __func__);
}

/* --- several parameters ----------------------------------------------------------------------- */

/* NULL: none. */
static ct_tensor *mask_of(const ct_prune_parameter *one)
{
	ct_tensor *mask = NULL;

	ct_error_free(ct_computed_part(one->module, one->name, &mask_part, &mask));
	return mask;
}

/* The scores and the masks of all, each as one vector, with those of one more. */
static ct_error gather(const ct_prune_parameter *one, ct_tensor **scores, ct_tensor **masks)
{
	ct_tensor *value, *mask;

	CT_TRY(ct_module_check(one->module, CT_NAME_OF(ct_nn_utils_prune_global_unstructured), 1,
			       "parameters"));
	CT_TRY(ct_nn_utils_get_tensor(one->module, one->name, &value));
	mask = mask_of(one);
	mask = CT_E(reshape, mask ? mask : CT_E(ones_like, value), CT_L(-1));
	value = CT_E(reshape, one->importance_scores ? one->importance_scores : value, CT_L(-1));
	*scores = *scores ? CT_E(cat, CT_TENSORS(*scores, value)) : value;
	*masks = *masks ? CT_E(cat, CT_TENSORS(*masks, mask)) : mask;
	return CT_DONE();
}

/* Each its part of the mask. */
static ct_error distribute(const ct_prune_parameter *parameters, int64_t n, const ct_tensor *mask)
{
	int64_t begin = 0;

	for (int64_t i = 0; i < n; i++) {
		ct_tensor *value, *part;

		CT_TRY(ct_nn_utils_get_tensor(parameters[i].module, parameters[i].name, &value));
		part = CT_E(view_as,
			    CT_E(slice_Tensor, mask, 0, begin, begin + ct_tensor_numel(value)),
			    value);
		CT_TRY(CT_FINISH(part, &part));
		CT_TRY(ct_nn_utils_prune_custom_from_mask(parameters[i].module, parameters[i].name,
							  part));
		begin += ct_tensor_numel(value);
	}
	return NULL;
}

static ct_error check_type(const struct pruning *pruning)
{
	const ct_prune_type type = type_of(pruning);

	if (type == CT_PRUNE_UNSTRUCTURED)
		return NULL;
	CT_NN_RAISE(CT_ERROR_TYPE,
		    "Only \"unstructured\" PRUNING_TYPE supported for the `pruning_method`. Found "
		    "method of type %s",
		    types[type]);
}

static ct_error prune_all(const ct_prune_parameter *parameters, int64_t parameters_len,
			  const struct pruning *pruning, const char *function)
{
	ct_tensor *scores = NULL, *masks = NULL, *mask;

	if (!ct_is_list(parameters, parameters_len) || parameters_len == 0)
		return ct_missing_argument(function, 1, "parameters");
	CT_OWN_SCOPE(function);
	CT_NO_GRAD_SCOPE;
	for (int64_t i = 0; i < parameters_len; i++)
		CT_TRY(gather(&parameters[i], &scores, &masks));
	CT_TRY(check_amount(pruning));
	CT_TRY(check_type(pruning));
	CT_TRY(mask_again(pruning, scores, masks, &mask));
	return distribute(parameters, parameters_len, mask);
}

ct_error ct_nn_utils_prune_global_unstructured(const ct_prune_parameter *parameters,
					       int64_t parameters_len, bool random,
					       ct_scalar amount)
{
	return prune_all(parameters, parameters_len,
			 &(struct pruning){ .method = random ? RANDOM : L1, .amount = amount },
			 __func__);
}

ct_error ct_nn_utils_prune_global_custom(const ct_prune_parameter *parameters,
					 int64_t parameters_len, const ct_prune_method *method)
{
	CT_TRY(prune_check_method(method, 3, __func__));
	return prune_all(parameters, parameters_len,
			 &(struct pruning){ .method = OWN, .own = method }, __func__);
}

/* --- removing --------------------------------------------------------------------------------- */

static ct_error not_pruned(const ct_module *module, const char *name)
{
	char *text;
	ct_error error;

	CT_TRY(ct_module_to_string(module, &text));
	error = CT_RAISED(CT_ERROR_VALUE,
			  "Parameter '%s' of module %s has to be pruned before pruning can be "
			  "removed",
			  name, text);
	ct_free(text);
	return error;
}

ct_error ct_nn_utils_prune_remove(ct_module *module, const char *name)
{
	const struct ct_computed_part parts[] = { orig_part, mask_part };
	const struct ct_computed *how;
	ct_tensor *pruned, *orig;

	CT_TRY(ct_module_check(module, __func__, 1, "module"));
	CT_NN_NEEDS(name, 2);
	CT_OWN_SCOPE(__func__);
	CT_NO_GRAD_SCOPE;
	how = ct_computed_find(module, name, compute_pruned);
	if (how == NULL)
		return not_pruned(module, name);
	CT_TRY(compute_pruned(module, how, &pruned));
	CT_TRY(ct_computed_part(module, name, &orig_part, &orig));
	CT_TRY(ct_set_data(orig, pruned));
	return ct_computed_end(module, how, orig, parts, 2);
}

bool ct_nn_utils_prune_is_pruned(const ct_module *module)
{
	if (module == NULL)
		return false;
	if (ct_computed_find(module, NULL, compute_pruned))
		return true;
	for (int64_t i = 0; i < ct_module_child_count(module); i++)
		if (ct_nn_utils_prune_is_pruned(ct_module_child_at(module, i)))
			return true;
	return false;
}
