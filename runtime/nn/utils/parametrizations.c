/*
 * torch.nn.utils.parametrizations: weight, spectral and orthogonal.
 */
#include <stdlib.h>
#include <string.h>

#include <ctorch/autograd/autograd.h>
#include <ctorch/core/dtype.h>

#include "core/base/no_memory.h"
#include "nn/functional/give.h"
#include "nn/functional/raise.h"
#include "nn/layers/class.h"
#include "nn/utils/computed_parts.h"
#include "nn/utils/parametrize.h"
#include "tensor/tensor/sizes.h"

/* The module's tensor; a ValueError if there is none. */
static ct_error parametrizations_find(const ct_module *module, const char *name, ct_tensor **result)
{
	CT_TRY(ct_module_find_tensor(module, name, result));
	return *result ? NULL
		       : ct_parametrize_error(module, "Module '",
					      "' has no parameter or buffer with name '", name);
}

/* --- weight norm ------------------------------------------------------------------------------ */

struct weight_norm {
	int64_t dim; /* -1: all */
};

static ct_error weight_norm_forward(void *self, const ct_tensor *const *inputs, int64_t inputs_len,
				    ct_tensor **outputs, int64_t outputs_len)
{
	const struct weight_norm *m = self;

	(void)inputs_len, (void)outputs_len;
	return CT(_weight_norm, outputs, inputs[1], inputs[0], m->dim);
}

static ct_error weight_norm_inverse(void *self, const ct_tensor *value, ct_tensor **originals,
				    int64_t originals_len)
{
	const struct weight_norm *m = self;
	ct_tensor *g;

	(void)originals_len;
	CT_TRY(CT(norm_except_dim, &g, value, 2, m->dim));
	CT_TRY(ct_nn_again(value, &originals[1]));
	originals[0] = g;
	return NULL;
}

static const ct_module_class weight_norm_class = { .name = "_WeightNorm",
						   .size = sizeof(struct weight_norm),
						   .forward_all = weight_norm_forward,
						   .inputs_min = 2,
						   .inputs_max = 2,
						   .outputs_max = 1 };

/* Moves a key of the old function's state; `*has` is whether there is one. */
static ct_error rename_key(ct_value *state, const char *from, const char *to)
{
	ct_value value;

	CT_TRY(ct_value_dict_get(state, ct_value_string(from), &value));
	CT_TRY(ct_value_dict_set(state, ct_value_string(to), value));
	return ct_value_dict_remove(state, ct_value_string(from));
}

/* weight_g and weight_v become original0 and original1. `name` is the parametrized tensor's. */
static ct_error parametrizations_load_old_state(ct_module *module, ct_value *state,
						const char *prefix, void *name)
{
	char g[256], v[256], to[2][300];

	(void)module;
	snprintf(g, sizeof g, "%s%s_g", prefix, (const char *)name);
	snprintf(v, sizeof v, "%s%s_v", prefix, (const char *)name);
	for (int i = 0; i < 2; i++)
		snprintf(to[i], sizeof to[i], "%sparametrizations.%s.original%d", prefix,
			 (const char *)name, i);
	if (!ct_value_dict_has(state, ct_value_string(g)) ||
	    !ct_value_dict_has(state, ct_value_string(v)))
		return NULL;
	CT_TRY(rename_key(state, g, to[0]));
	return rename_key(state, v, to[1]);
}

static ct_error add_loading(ct_module *module, const char *name)
{
	char *copy = ct_path_join("", name);
	ct_error error;

	if (copy == NULL)
		return ct_no_memory(NULL, "for a name");
	error = ct_module_register_state_hook(module, CT_STATE_HOOK_BEFORE_LOADING,
					      parametrizations_load_old_state, copy, free, NULL);
	if (error)
		free(copy);
	return error;
}

ct_error ct_nn_utils_parametrizations_weight_norm(ct_module *module, const char *name, int64_t dim)
{
	const ct_parametrization_options options = { .right_inverse = weight_norm_inverse,
						     .originals = 2,
						     .unsafe = true };
	ct_module *norm;

	CT_TRY(ct_module_check(module, __func__, 1, "module"));
	CT_NN_NEEDS(name, 2);
	CT_OWN_SCOPE(__func__);
	CT_TRY(ct_module_new(&weight_norm_class, &norm));
	((struct weight_norm *)ct_module_data(norm))->dim = dim == CT_NO_INT ? -1 : dim;
	CT_TRY(ct_nn_utils_register_parametrization(module, name, norm, &options));
	return add_loading(module, name);
}

/* --- spectral norm ---------------------------------------------------------------------------- */

struct spectral_norm {
	ct_tensor *u, *v; /* NULL for a vector */
	ct_spectral_norm_options options;
};

/* (outputs, the rest) */
static ct_tensor *weight_as_matrix(const ct_tensor *weight, int64_t dim)
{
	const ct_tensor *moved = dim ? CT_E(movedim, weight, dim, 0) : weight;

	return CT_E(flatten, moved, 1);
}

static ct_error power_method(struct spectral_norm *m, const ct_tensor *matrix, int64_t iterations)
{
	CT_NO_GRAD_SCOPE;
	ct_tensor *adjoint = CT_E(adjoint, matrix);

	for (int64_t i = 0; i < iterations; i++) {
		CT_E(copy_, m->u,
		     CT_E(nn_normalize, CT_E(mv, matrix, m->v), .dim = CT_L(0),
			  .eps = m->options.eps));
		CT_E(copy_, m->v,
		     CT_E(nn_normalize, CT_E(mv, adjoint, m->u), .dim = CT_L(0),
			  .eps = m->options.eps));
	}
	return CT_DONE();
}

static ct_error spectral_norm_forward(void *self, const ct_tensor *x, ct_tensor **result)
{
	struct spectral_norm *m = self;
	ct_tensor *matrix, *sigma;

	CT_OWN_SCOPE(NULL);
	if (ct_tensor_dim(x) == 1)
		return ct_nn_give(CT_E(nn_normalize, x, .dim = CT_L(0), .eps = m->options.eps),
				  result);
	matrix = weight_as_matrix(x, m->options.dim);
	if (ct_module_is_training(ct_module_of(self)))
		CT_DO(power_method(m, matrix, m->options.n_power_iterations));
	sigma = CT_E(vdot, CT_E(clone, m->u), CT_E(mv, matrix, CT_E(clone, m->v)));
	return ct_nn_give(CT_E(div, x, sigma), result);
}

static ct_error same_inverse(void *self, const ct_tensor *value, ct_tensor **originals,
			     int64_t originals_len)
{
	(void)self, (void)originals_len;
	return ct_nn_again(value, originals);
}

static const ct_module_class spectral_norm_class = { .name = "_SpectralNorm",
						     .size = sizeof(struct spectral_norm),
						     .forward = spectral_norm_forward };

static ct_error begin_power_method(ct_module *norm, const ct_tensor *weight)
{
	struct spectral_norm *m = ct_module_data(norm);
	ct_tensor *matrix, *u, *v;

	if (ct_tensor_dim(weight) <= 1)
		return NULL;
	CT_NO_GRAD_SCOPE;
	matrix = weight_as_matrix(weight, m->options.dim);
	CT_TRY(CT_FINISH(matrix, &matrix));
	u = CT_E(new_empty, matrix, CT_L(ct_size_of(matrix, 0)));
	CT_E(normal_, u);
	v = CT_E(new_empty, matrix, CT_L(ct_size_of(matrix, 1)));
	CT_E(normal_, v);
	u = CT_E(nn_normalize, u, .dim = CT_L(0), .eps = m->options.eps);
	v = CT_E(nn_normalize, v, .dim = CT_L(0), .eps = m->options.eps);
	CT_TRY(CT_DONE());
	CT_TRY(ct_module_register_buffer(norm, "_u", u, true, &m->u));
	CT_TRY(ct_module_register_buffer(norm, "_v", v, true, &m->v));
	return power_method(m, matrix, 15);
}

bool ct_nn_is_transposed(const ct_module *module)
{
	return !strncmp(module->klass->name, "ConvTranspose", strlen("ConvTranspose"));
}

static ct_error spectral_options(const ct_module *module, const ct_tensor *weight,
				 ct_spectral_norm_options *options)
{
	const int64_t dims = ct_tensor_dim(weight);
	int64_t dim = options->dim;

	if (dim == 0)
		dim = ct_nn_is_transposed(module);
	else if (dim == CT_ZERO)
		dim = 0;
	if (dim >= dims || dim < -dims)
		CT_NN_RAISE(CT_ERROR_INDEX,
			    "Dimension out of range (expected to be in range of [-%lld, %lld] but "
			    "got %lld)",
			    (long long)dims, (long long)dims - 1, (long long)dim);
	if (options->n_power_iterations < 0)
		CT_NN_RAISE(CT_ERROR_VALUE,
			    "Expected n_power_iterations to be positive, but got "
			    "n_power_iterations=%lld",
			    (long long)options->n_power_iterations);
	options->dim = dim < 0 ? dim + dims : dim;
	options->n_power_iterations += options->n_power_iterations == 0;
	options->eps = options->eps > 0 ? options->eps : 1e-12;
	return NULL;
}

ct_error ct_nn_utils_parametrizations_spectral_norm(ct_module *module, const char *name,
						    const ct_spectral_norm_options *options)
{
	const ct_parametrization_options inverse = { .right_inverse = same_inverse };
	ct_spectral_norm_options used = options ? *options : (ct_spectral_norm_options){ 0 };
	ct_tensor *weight;
	ct_module *norm;

	CT_TRY(ct_module_check(module, __func__, 1, "module"));
	CT_NN_NEEDS(name, 2);
	CT_OWN_SCOPE(__func__);
	CT_TRY(parametrizations_find(module, name, &weight));
	CT_TRY(spectral_options(module, weight, &used));
	CT_TRY(ct_module_new(&spectral_norm_class, &norm));
	((struct spectral_norm *)ct_module_data(norm))->options = used;
	CT_TRY(begin_power_method(norm, weight));
	return ct_nn_utils_register_parametrization(module, name, norm, &inverse);
}

/* --- orthogonal ------------------------------------------------------------------------------- */

enum map { MATRIX_EXP, CAYLEY, HOUSEHOLDER, MAPS };

static const char *const maps[MAPS] = { "matrix_exp", "cayley", "householder" };

struct orthogonal {
	ct_tensor *base; /* NULL: no trivialization */
	enum map map;
	bool trivialized;
	int64_t dims;
	int64_t shape[8];
};

/* The last two dimensions, of which the first is not smaller. */
static ct_tensor *as_tall(const ct_tensor *x, bool *transposed)
{
	*transposed = ct_size_of(x, -2) < ct_size_of(x, -1);
	return *transposed ? CT_E(mT, x) : CT_E(alias, x);
}

/* Columns of zeros are added until it is square. */
static ct_tensor *as_square(const ct_tensor *x, int64_t n, int64_t k)
{
	ct_ints size = ct_sizes_of(x);
	int64_t shape[8];

	if (n == k)
		return CT_E(alias, x);
	memcpy(shape, size.at, (size_t)size.len * sizeof *shape);
	shape[size.len - 1] = n - k;
	return CT_E(cat, CT_TENSORS(x, CT_E(new_zeros, x, CT_INTS_OF(shape, size.len))), -1);
}

static ct_tensor *from_skew(const ct_tensor *x, enum map map)
{
	const int64_t n = ct_size_of(x, -2), k = ct_size_of(x, -1);
	ct_tensor *square = as_square(CT_E(tril, x), n, k);
	ct_tensor *skew = CT_E(sub, square, CT_E(mH, square)), *q, *one;

	if (map == MATRIX_EXP) {
		q = CT_E(matrix_exp, skew);
	} else {
		one = CT_E(eye, n, .dtype = ct_tensor_dtype(x), .device = ct_tensor_device(x));
		q = CT_E(linalg_solve, CT_E(add, one, skew, .alpha = CT_S(-0.5)),
			 CT_E(add, one, skew, .alpha = CT_S(0.5)));
	}
	return n == k ? q : CT_E(slice_Tensor, q, -1, 0, k);
}

static ct_tensor *from_reflections(const ct_tensor *x)
{
	ct_tensor *a = CT_E(tril, x, -1);
	ct_tensor *length = CT_E(sum_dim_IntList, CT_E(mul, a, a), CT_L(-2));
	ct_tensor *tau = CT_E(mul, CT_E(reciprocal, CT_E(add, length, 1.0)), 2.0);
	ct_tensor *q = CT_E(linalg_householder_product, a, tau);
	ct_tensor *signs = CT_E(diagonal, x, .dim1 = -2, .dim2 = -1);

	return CT_E(mul, q, CT_E(unsqueeze, CT_E(to, signs, .dtype = CT_INT32), -2));
}

static ct_error orthogonal_forward(void *self, const ct_tensor *x, ct_tensor **result)
{
	const struct orthogonal *m = self;
	bool transposed;
	ct_tensor *tall, *q;

	CT_OWN_SCOPE(NULL);
	tall = as_tall(x, &transposed);
	CT_TRY(CT_FINISH(tall, &tall));
	q = m->map == HOUSEHOLDER ? from_reflections(tall) : from_skew(tall, m->map);
	if (m->base)
		q = CT_E(matmul, m->base, q);
	return ct_nn_give(transposed ? CT_E(mT, q) : q, result);
}

static ct_tensor *make_orthogonal(const ct_tensor *x)
{
	ct_tensor *a = NULL, *tau = NULL, *signs;

	CT_DO(CT(geqrf, &a, &tau, x));
	signs = CT_E(sgn, CT_E(diagonal, a, .dim1 = -2, .dim2 = -1));
	return CT_E(mul, CT_E(linalg_householder_product, a, tau), CT_E(unsqueeze, signs, -2));
}

static double parametrizations_eps_of(ct_dtype dtype)
{
	return dtype == CT_FLOAT64 || dtype == CT_COMPLEX128 ? 2.220446049250313e-16
							     : 1.1920928955078125e-07;
}

static bool is_orthogonal(const ct_tensor *q)
{
	const double atol = 10.0 * (double)ct_size_of(q, -2) *
			    parametrizations_eps_of(ct_tensor_dtype(q));
	bool result = false;

	CT_DO(CT(allclose, &result, CT_E(matmul, CT_E(mH, q), q),
		 CT_E(eye, ct_size_of(q, -1), .dtype = ct_tensor_dtype(q),
		      .device = ct_tensor_device(q)),
		 .atol = atol));
	return result;
}

/* The base from which the parametrization begins: an orthogonal matrix, made square. */
static ct_tensor *base_of(const ct_tensor *tall)
{
	const int64_t n = ct_size_of(tall, -2), k = ct_size_of(tall, -1);
	const ct_ints size = ct_sizes_of(tall);
	int64_t shape[8];

	if (n == k)
		return is_orthogonal(tall) ? CT_E(clone, tall) : make_orthogonal(tall);
	memcpy(shape, size.at, (size_t)size.len * sizeof *shape);
	shape[size.len - 1] = n - k;
	return make_orthogonal(CT_E(cat,
				    CT_TENSORS(tall, CT_E(randn, CT_INTS_OF(shape, size.len),
							  .dtype = ct_tensor_dtype(tall),
							  .device = ct_tensor_device(tall))),
				    -1));
}

/* The reflections whose product is `tall`. */
static ct_tensor *reflections_of(const ct_tensor *tall)
{
	ct_tensor *a = NULL, *tau = NULL, *diagonal, *signs;

	CT_DO(CT(geqrf, &a, &tau, tall));
	diagonal = CT_E(diagonal, a, .dim1 = -2, .dim2 = -1);
	signs = CT_E(sign, diagonal);
	signs = CT_E(where_self, CT_E(eq, tau, 0.0), CT_E(neg, signs), signs);
	CT_E(copy_, diagonal, signs);
	return a;
}

static ct_error parametrizations_check_shape(const struct orthogonal *m, const ct_tensor *q)
{
	ct_tensor *expected;

	if (ct_tensor_dim(q) == m->dims &&
	    !memcmp(ct_sizes_of(q).at, m->shape, (size_t)m->dims * sizeof *m->shape))
		return NULL;
	CT_TRY(CT(empty, &expected, CT_INTS_OF(m->shape, m->dims),
		  .device = { CT_DEVICE_TYPE_META, -1 }));
	CT_NN_RAISE(CT_ERROR_VALUE,
		    "Expected a matrix or batch of matrices of shape %s. Got a tensor of shape %s.",
		    ct_nn_size_text(expected).at, ct_nn_size_text(q).at);
}

static ct_error trivialize(struct orthogonal *m, const ct_tensor *q, const ct_tensor *tall,
			   ct_tensor **result)
{
	ct_tensor *base = base_of(tall), *zeros = CT_E(zeros_like, q);

	CT_E(fill_, CT_E(diagonal, zeros, .dim1 = -2, .dim2 = -1), -1.0);
	CT_TRY(CT_FINISH(base, &base));
	CT_TRY(ct_module_register_buffer(ct_module_of(m), "base", base, true, &m->base));
	return ct_nn_give(zeros, result);
}

static ct_error orthogonal_inverse(void *self, const ct_tensor *value, ct_tensor **originals,
				   int64_t originals_len)
{
	struct orthogonal *m = self;
	bool transposed;
	ct_tensor *tall, *a;

	(void)originals_len;
	CT_OWN_SCOPE(NULL);
	CT_TRY(parametrizations_check_shape(m, value));
	CT_TRY(CT_FINISH(as_tall(value, &transposed), &tall));
	if (m->trivialized)
		return trivialize(m, value, tall, originals);
	if (m->map != HOUSEHOLDER)
		CT_NN_RAISE(CT_ERROR_NOT_IMPLEMENTED,
			    "It is not possible to assign to the matrix exponential or the Cayley "
			    "parametrizations when use_trivialization=False.");
	a = reflections_of(tall);
	return ct_nn_give(transposed ? CT_E(mT, a) : a, originals);
}

static const ct_module_class orthogonal_class = { .name = "_Orthogonal",
						  .size = sizeof(struct orthogonal),
						  .forward = orthogonal_forward };

static ct_error map_of(const char *name, const ct_tensor *weight, enum map *result)
{
	const bool is_complex = ct_dtype_is_complex(ct_tensor_dtype(weight));

	if (name == NULL)
		name = maps[is_complex || ct_size_of(weight, -2) == ct_size_of(weight, -1)
				    ? MATRIX_EXP
				    : HOUSEHOLDER];
	for (*result = MATRIX_EXP; *result < MAPS && strcmp(name, maps[*result]) != 0;)
		++*result;
	if (*result == MAPS)
		CT_NN_RAISE(CT_ERROR_VALUE,
			    "orthogonal_map has to be one of \"matrix_exp\", \"cayley\", "
			    "\"householder\". Got: %s",
			    name);
	if (is_complex && *result == HOUSEHOLDER)
		CT_NN_RAISE(CT_ERROR_VALUE,
			    "The householder parametrization does not support complex tensors.");
	return NULL;
}

static ct_error orthogonal_new(const ct_tensor *weight, enum map map, bool trivialized,
			       ct_module **result)
{
	const ct_ints sizes = ct_sizes_of(weight);
	struct orthogonal *m;

	CT_TRY(ct_module_new(&orthogonal_class, result));
	m = ct_module_data(*result);
	m->map = map;
	m->trivialized = trivialized;
	m->dims = sizes.len;
	memcpy(m->shape, sizes.at, (size_t)sizes.len * sizeof *m->shape);
	return trivialized ? ct_module_register_buffer(*result, "base", NULL, true, &m->base)
			   : NULL;
}

ct_error ct_nn_utils_parametrizations_orthogonal(ct_module *module, const char *name,
						 const char *orthogonal_map,
						 bool use_trivialization)
{
	const ct_parametrization_options options = { .right_inverse = orthogonal_inverse,
						     .unsafe = true };
	ct_tensor *weight;
	ct_module *orthogonal;
	enum map map;

	CT_TRY(ct_module_check(module, __func__, 1, "module"));
	CT_NN_NEEDS(name, 2);
	CT_OWN_SCOPE(__func__);
	CT_TRY(parametrizations_find(module, name, &weight));
	if (ct_tensor_dim(weight) < 2 || ct_tensor_dim(weight) > 8)
		CT_NN_RAISE(
			CT_ERROR_VALUE,
			"Expected a matrix or batch of matrices. Got a tensor of %lld dimensions.",
			(long long)ct_tensor_dim(weight));
	CT_TRY(map_of(orthogonal_map, weight, &map));
	CT_TRY(orthogonal_new(weight, map, use_trivialization, &orthogonal));
	return ct_nn_utils_register_parametrization(module, name, orthogonal, &options);
}
