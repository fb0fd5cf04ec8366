/*
 * What update() computes with the lists of a block, and the gradients of a block.
 */
#include <ctorch/autograd/autograd.h>
#include <ctorch/core/dtype.h>
#include <ctorch/tensor/tensor.h>

#include "core/base/no_memory.h"
#include "core/memory/expression.h"
#include "core/memory/given.h"
#include "optim/optimizer/class.h"
#include "tensor/tensor/sizes.h"

struct ct_optim_block ct_optim_part(const struct ct_optim_block *all, int64_t first, int64_t n)
{
	struct ct_optim_block part = *all;

	part.index += first;
	part.params += first;
	part.grads += first;
	part.numbers += first;
	for (int slot = 0; slot < CT_OPTIM_SLOTS; slot++)
		part.state[slot] += first;
	part.len = n;
	return part;
}

/* --- lists ------------------------------------------------------------------------------------ */

bool ct_optim_records(void)
{
	return ct_autograd_is_grad_enabled();
}

static ct_error new_list(int64_t len, ct_tensor ***result)
{
	*result = ct_given_array(len, sizeof(ct_tensor *));
	return *result ? NULL : ct_no_memory(NULL, "for a step");
}

ct_error ct_optim_saved(ct_tensors tensors, ct_tensors *result)
{
	ct_tensor **copies;

	*result = tensors;
	if (!ct_optim_records())
		return NULL;
	CT_TRY(new_list(tensors.len, &copies));
	for (int64_t i = 0; i < tensors.len; i++)
		CT_TRY(CT(clone, &copies[i], tensors.at[i]));
	*result = CT_TENSORS_OF(copies, tensors.len);
	return NULL;
}

static bool is_reduced(ct_dtype dtype)
{
	return dtype == CT_BFLOAT16 || dtype == CT_FLOAT16;
}

/* The _foreach_ operators of old releases refuse sparse tensors, so these are taken one by one. */
static bool has_sparse(ct_tensors tensors)
{
	for (int64_t i = 0; i < tensors.len; i++)
		if (ct_tensor_layout(tensors.at[i]) != CT_STRIDED)
			return true;
	return false;
}

static ct_error scale_one_by_one(ct_tensors tensors, double factor)
{
	for (int64_t i = 0; i < tensors.len; i++)
		CT_TRY(CT(mul__Scalar, tensors.at[i], factor));
	return NULL;
}

/* For bfloat16 and float16, the operator in place with a Scalar rounds the factor first, except on
 * CUDA; Python's, with a tensor, does not. */
static bool rounds_factors(const ct_tensor *tensor)
{
	return is_reduced(ct_tensor_dtype(tensor)) &&
	       ct_tensor_device(tensor).type != CT_DEVICE_TYPE_CUDA;
}

ct_error ct_optim_scale(ct_tensors tensors, double factor)
{
	ct_tensor *number;

	if (tensors.len == 0)
		return NULL;
	if (!rounds_factors(tensors.at[0]))
		return has_sparse(tensors) ? scale_one_by_one(tensors, factor)
					   : CT(_foreach_mul__Scalar, tensors, factor);
	CT_TRY(CT(scalar_tensor, &number, factor, .dtype = CT_FLOAT32,
		  .device = ct_tensor_device(tensors.at[0])));
	for (int64_t i = 0; i < tensors.len; i++)
		CT_TRY(CT(mul__Tensor, tensors.at[i], number));
	return NULL;
}

ct_error ct_optim_add(ct_tensors tensors, ct_tensors others, double alpha)
{
	if (!has_sparse(others))
		return CT(_foreach_add__List, tensors, others, .alpha = CT_S(alpha));
	for (int64_t i = 0; i < tensors.len; i++)
		CT_TRY(CT(add__Tensor, tensors.at[i], others.at[i], .alpha = CT_S(alpha)));
	return NULL;
}

ct_error ct_optim_sum(ct_tensors tensors, ct_tensors others, double alpha, ct_tensors *result)
{
	ct_tensor **made;
	int64_t n = tensors.len;

	if (!has_sparse(tensors)) {
		CT_TRY(CT(_foreach_add_List, &made, &n, tensors, others, .alpha = CT_S(alpha)));
	} else {
		CT_TRY(new_list(n, &made));
		for (int64_t i = 0; i < n; i++)
			CT_TRY(CT(add_Tensor, &made[i], tensors.at[i], others.at[i],
				  .alpha = CT_S(alpha)));
	}
	*result = CT_TENSORS_OF(made, n);
	return NULL;
}

static ct_error negate(ct_tensors tensors, ct_tensors *result)
{
	ct_tensor **made;
	int64_t n = tensors.len;

	if (!has_sparse(tensors)) {
		CT_TRY(CT(_foreach_neg, &made, &n, tensors));
	} else {
		CT_TRY(new_list(n, &made));
		for (int64_t i = 0; i < n; i++)
			CT_TRY(CT(neg, &made[i], tensors.at[i]));
	}
	*result = CT_TENSORS_OF(made, n);
	return NULL;
}

ct_tensor *ct_optim_like(const ct_tensor *grad, const ct_tensor *values)
{
	if (ct_expression_failed())
		return NULL;
	return CT_E(_coalesced_,
		    CT_E(sparse_coo_tensor_indices_size, CT_E(_indices, grad), values,
			 ct_sizes_of(grad)),
		    true);
}

ct_error ct_optim_lerp(ct_tensors tensors, ct_tensors ends, double weight)
{
#ifdef CT_OP__foreach_lerp__Scalar_
	return CT(_foreach_lerp__Scalar, tensors, ends, weight);
#else
	for (int64_t i = 0; i < tensors.len; i++)
		CT_TRY(CT(lerp__Scalar, tensors.at[i], ends.at[i], weight));
	return NULL;
#endif
}

ct_error ct_optim_average_squares(ct_tensors averages, ct_tensors values, double beta)
{
	CT_TRY(ct_optim_scale(averages, beta));
	return CT(_foreach_addcmul__Scalar, averages, values, values, .value = CT_S(1 - beta));
}

ct_error ct_optim_root_of_sum(ct_tensors x, double eps, ct_tensors *result)
{
	ct_tensor **made;
	int64_t n;

	CT_TRY(ct_optim_saved(x, &x));
	CT_TRY(CT(_foreach_add_Scalar, &made, &n, x, eps));
	CT_TRY(CT(_foreach_sqrt_, CT_TENSORS_OF(made, n)));
	*result = CT_TENSORS_OF(made, n);
	return NULL;
}

ct_error ct_optim_plus(ct_tensors x, double eps, ct_tensors *result)
{
	ct_tensor **made;
	int64_t n;

	*result = x;
	if (!ct_optim_records())
		return CT(_foreach_add__Scalar, x, eps);
	CT_TRY(CT(_foreach_add_Scalar, &made, &n, x, eps));
	*result = CT_TENSORS_OF(made, n);
	return NULL;
}

/* --- gradients -------------------------------------------------------------------------------- */

bool ct_optim_is_foreach(const struct ct_optim_block *block)
{
	const ct_value key = ct_value_string("foreach");
	const ct_value *options = &block->group->options;
	ct_value given = ct_value_none();

	if (ct_optim_records())
		return false;
	if (ct_value_dict_has(options, key))
		CT_DO(ct_value_dict_get(options, key, &given));
	if (!ct_value_is_none(&given))
		return ct_optim_bool(block, "foreach");
	return ct_tensor_device(block->params[0]).type != CT_DEVICE_TYPE_CPU;
}

bool ct_optim_is_captured(const struct ct_optim_block *block)
{
	return ct_optim_bool(block, "capturable") && !ct_optim_records();
}

bool ct_optim_is_complex(const struct ct_optim_block *block, int64_t i)
{
	const ct_tensor *param = block->group->params[block->index[i]];

	return block->optimizer->klass->code->decays_complex &&
	       ct_dtype_is_complex(ct_tensor_dtype(param)) && !ct_optim_is_foreach(block);
}

/* A complex gradient with the decay, as pairs: adding pairs would round otherwise. */
static ct_error decay_complex(const struct ct_optim_block *block, int64_t i, double decay,
			      ct_tensor **result)
{
	const ct_tensor *param = block->group->params[block->index[i]];
	ct_tensor *grad;

	CT_TRY(ct_tensor_grad(param, &grad));
	if (ct_optim_bool(block, "maximize"))
		CT_TRY(CT(neg, &grad, grad));
	CT_TRY(CT(add_Tensor, &grad, grad, param, .alpha = CT_S(decay)));
	return CT(view_as_real, result, grad);
}

static ct_error add_decay(const struct ct_optim_block *block, double decay, ct_tensors *grads)
{
	ct_tensors params;

	CT_TRY(ct_optim_saved(ct_optim_params(block), &params));
	CT_TRY(ct_optim_sum(*grads, params, decay, grads));
	for (int64_t i = 0; i < block->len; i++)
		if (ct_optim_is_complex(block, i))
			CT_TRY(decay_complex(block, i, decay, (ct_tensor **)&grads->at[i]));
	return NULL;
}

ct_error ct_optim_gradients(const struct ct_optim_block *block, bool with_decay, ct_tensors *result)
{
	const double decay = with_decay ? ct_optim_float(block, "weight_decay") : 0;
	ct_tensors grads = { block->grads, block->len };

	CT_TRY(CT_DONE());
	if (ct_optim_bool(block, "maximize"))
		CT_TRY(negate(grads, &grads));
	if (decay != 0)
		CT_TRY(add_decay(block, decay, &grads));
	*result = grads;
	return NULL;
}
