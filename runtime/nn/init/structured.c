/*
 * torch.nn.init: tensors with a structure: identities, orthogonal and sparse matrices.
 */
#include <math.h>

#include <ctorch/ctorch.h>
#include <ctorch/nn/functions.h>

#include "nn/functional/give.h"
#include "nn/init/init.h"
#include "tensor/tensor/sizes.h"

static const char only_matrices[] = "Only tensors with 2 dimensions are supported";

ct_error ct_nn_init_eye_(ct_tensor *tensor, ct_tensor **result)
{
	CT_NO_GRAD_SCOPE;

	CT_NN_NEEDS(tensor, 1);
	if (ct_tensor_dim(tensor) != 2)
		CT_NN_RAISE(CT_ERROR_VALUE, only_matrices);
	CT_TRY(ct_check_sizes(tensor));
	return ct_eye_m_out(ct_size_of(tensor, 0), ct_size_of(tensor, 1), tensor, result);
}

/* --- dirac_ ----------------------------------------------------------------------------------- */

/* (outputs, inputs): the center of each kernel */
static ct_tensor *centers(ct_tensor *kernels)
{
	for (int64_t dim = ct_tensor_dim(kernels) - 1; dim >= 2; dim--)
		kernels = CT_E(select_int, kernels, dim, ct_size_of(kernels, dim) / 2);
	return kernels;
}

static ct_error check_dirac(const ct_tensor *tensor, int64_t groups)
{
	if (ct_tensor_dim(tensor) < 3 || ct_tensor_dim(tensor) > 5)
		CT_NN_RAISE(CT_ERROR_VALUE,
			    "Only tensors with 3, 4, or 5 dimensions are supported");
	if (groups == 0)
		CT_NN_RAISE(CT_ERROR_VALUE, "integer modulo by zero");
	if (ct_size_of(tensor, 0) % groups != 0)
		CT_NN_RAISE(CT_ERROR_VALUE, "dim 0 must be divisible by groups");
	return NULL;
}

static void fill_diagonals(ct_tensor *tensor, int64_t groups)
{
	int64_t outputs = ct_size_of(tensor, 0) / groups;
	ct_tensor *matrix;

	if (outputs <= 0 || ct_size_of(tensor, 1) == 0)
		return;
	matrix = centers(tensor);
	for (int64_t g = 0; g < groups; g++)
		CT_E(fill_, CT_E(diagonal, CT_E(narrow, matrix, 0, g * outputs, outputs)), 1);
}

ct_error ct_nn_init_dirac_(ct_tensor *tensor, int64_t groups, ct_tensor **result)
{
	CT_OWN_SCOPE(__func__);
	CT_NO_GRAD_SCOPE;

	CT_NN_NEEDS(tensor, 1);
	CT_TRY(check_dirac(tensor, groups));
	if (!ct_nn_is_meta(tensor)) {
		CT_E(zero_, tensor);
		fill_diagonals(tensor, groups);
	}
	return ct_nn_give_if_wanted(CT_F(ct_nn_again, tensor), result);
}

/* --- orthogonal_ ------------------------------------------------------------------------------ */

/* Uniform among the matrices with orthonormal rows or columns (Mezzadri, "How to generate random
 * matrices from the classical compact groups"). */
static ct_tensor *orthonormal(const ct_tensor *like, int64_t rows, int64_t columns,
			      ct_generator *generator)
{
	ct_tensor *q = NULL, *r = NULL, *drawn = CT_E(new_empty, like, CT_L(rows, columns));

	CT_E(normal_, drawn, 0, 1, .generator = generator);
	if (rows < columns)
		CT_E(t_, drawn);
	CT_DO(CT(linalg_qr, &q, &r, drawn));
	CT_E(mul_, q, CT_E(sign, CT_E(diag, r)));
	if (rows < columns)
		CT_E(t_, q);
	return q;
}

ct_error ct_nn_init_orthogonal_(ct_tensor *tensor, double gain, ct_generator *generator,
				ct_tensor **result)
{
	CT_OWN_SCOPE(__func__);
	CT_NO_GRAD_SCOPE;
	int64_t rows;

	CT_NN_NEEDS(tensor, 1);
	if (ct_tensor_dim(tensor) < 2)
		CT_NN_RAISE(CT_ERROR_VALUE, "Only tensors with 2 or more dimensions are supported");
	rows = ct_size_of(tensor, 0);
	if (ct_tensor_numel(tensor) > 0 && !ct_nn_is_meta(tensor)) {
		ct_tensor *q = orthonormal(tensor, rows, ct_tensor_numel(tensor) / rows, generator);

		CT_E(copy_, CT_E(view_as, tensor, q), q);
		CT_E(mul_, tensor, gain);
	}
	return ct_nn_give_if_wanted(CT_F(ct_nn_again, tensor), result);
}

/* --- sparse_ ---------------------------------------------------------------------------------- */

/* Python draws these without the generator that it is given. */
static ct_error empty_places(ct_tensor *column, int64_t zeros)
{
	CT_OWN_SCOPE(NULL);
	const ct_tensor *places = CT_E(randperm, ct_size_of(column, 0));
	const ct_tensor *zero = CT_E(scalar_tensor, ct_scalar_int(0),
				     .dtype = ct_tensor_dtype(column));

	places = CT_E(slice, places, .end = zeros);
	CT_E(index_put_, column, CT_TENSORS(places), zero);
	return CT_DONE();
}

ct_error ct_nn_init_sparse_(ct_tensor *tensor, double sparsity, double std, ct_generator *generator,
			    ct_tensor **result)
{
	CT_OWN_SCOPE(__func__);
	CT_NO_GRAD_SCOPE;
	double zeros;

	CT_NN_NEEDS(tensor, 1);
	if (ct_tensor_dim(tensor) != 2)
		CT_NN_RAISE(CT_ERROR_VALUE, only_matrices);
	if (ct_nn_is_meta(tensor))
		return ct_nn_give_if_wanted(CT_F(ct_nn_again, tensor), result);
	zeros = ceil(sparsity * (double)ct_size_of(tensor, 0));
	if (!(fabs(zeros) < 9e15))
		CT_NN_RAISE(CT_ERROR_VALUE, "cannot convert float %s to integer",
			    isnan(zeros) ? "NaN" : "infinity");
	CT_E(normal_, tensor, 0, std, .generator = generator);
	for (int64_t i = 0; i < ct_size_of(tensor, 1); i++)
		CT_DO(empty_places(CT_E(select_int, tensor, 1, i), (int64_t)zeros));
	return ct_nn_give_if_wanted(CT_F(ct_nn_again, tensor), result);
}
