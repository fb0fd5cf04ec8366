/*
 * torch.nn.functional: activations to which Python adds a check, a default or a computation.
 */
#include <ctorch/ctorch.h>
#include <ctorch/nn/functions.h>

#include "core/base/warn.h"
#include "nn/functional/give.h"
#include "nn/functional/raise.h"

/* --- With checks ------------------------------------------------------------------------------ */

ct_error ct_nn_threshold(const ct_tensor *input, double threshold, double value, bool inplace,
			 ct_tensor **result)
{
	const ct_scalar limit = ct_scalar_float(threshold), other = ct_scalar_float(value);

	return inplace ? ct_threshold_((ct_tensor *)input, limit, other, result)
		       : ct_threshold(input, limit, other, result);
}

ct_error ct_nn_hardtanh(const ct_tensor *input, double min_val, double max_val, bool inplace,
			ct_tensor **result)
{
	const ct_scalar min = ct_scalar_float(min_val), max = ct_scalar_float(max_val);

	if (!inplace)
		CT_NN_NEEDS(result, 5);
	if (min_val > max_val)
		CT_NN_RAISE(CT_ERROR_VALUE, "min_val cannot be greater than max_val");
	return inplace ? ct_hardtanh_((ct_tensor *)input, min, max, result)
		       : ct_hardtanh(input, min, max, result);
}

ct_error ct_nn_glu(const ct_tensor *input, int64_t dim, ct_tensor **result)
{
	CT_NN_NEEDS(input, 1);
	if (ct_tensor_dim(input) == 0)
		CT_NN_RAISE(CT_ERROR_RUNTIME,
			    "glu does not support scalars because halving size must be even");
	return ct_glu(input, dim, result);
}

ct_error ct_nn_rrelu(const ct_tensor *input, double lower, double upper, bool training,
		     bool inplace, ct_tensor **result)
{
	const ct_scalar low = ct_scalar_float(lower), high = ct_scalar_float(upper);

	return inplace ? ct_rrelu_((ct_tensor *)input, low, high, training, NULL, result)
		       : ct_rrelu(input, low, high, training, NULL, result);
}

/* --- Computations ----------------------------------------------------------------------------- */

ct_error ct_nn_tanhshrink(const ct_tensor *input, ct_tensor **result)
{
	CT_OWN_SCOPE(__func__);

	CT_NN_NEEDS(input, 1);
	return ct_nn_give(CT_E(sub, input, CT_E(tanh, input)), result);
}

ct_error ct_nn_softsign(const ct_tensor *input, ct_tensor **result)
{
	CT_OWN_SCOPE(__func__);

	CT_NN_NEEDS(input, 1);
	return ct_nn_give(CT_E(div, input, CT_E(add, CT_E(abs, input), 1)), result);
}

/* --- The softmax family ----------------------------------------------------------------------- */

/* The dimension that Python chooses for dim=None. */
static int64_t softmax_dim(const char *name, const ct_tensor *input, const int64_t *dim)
{
	int64_t dimensions = ct_tensor_dim(input);

	if (dim || input == NULL)
		return dim ? *dim : 0;
	ct_warn_of(
		"Implicit dimension choice for %s has been deprecated. Change the call to include "
		"dim=X as an argument.",
		name);
	return dimensions <= 1 || dimensions == 3 ? 0 : 1;
}

ct_error ct_nn_softmax(const ct_tensor *input, const int64_t *dim, ct_dtype dtype,
		       ct_tensor **result)
{
	return ct_softmax_int(input, softmax_dim("softmax", input, dim), dtype, result);
}

ct_error ct_nn_log_softmax(const ct_tensor *input, const int64_t *dim, ct_dtype dtype,
			   ct_tensor **result)
{
	return ct_log_softmax_int(input, softmax_dim("log_softmax", input, dim), dtype, result);
}

ct_error ct_nn_softmin(const ct_tensor *input, const int64_t *dim, ct_dtype dtype,
		       ct_tensor **result)
{
	CT_OWN_SCOPE(__func__);

	CT_NN_NEEDS(input, 1);
	return ct_nn_give(
		CT_E(softmax_int, CT_E(neg, input), softmax_dim("softmin", input, dim), dtype),
		result);
}

/* One where y is largest, and y's gradient. */
static ct_tensor *harden(const ct_tensor *y, const ct_tensor *logits, int64_t dim)
{
	ct_tensor *values = NULL, *index = NULL;
	ct_tensor *hard = CT_E(zeros_like, logits, .memory_format = CT_CONTIGUOUS_FORMAT);

	CT_DO(CT(max_dim, &values, &index, y, dim, .keepdim = true));
	CT_E(scatter__value, hard, dim, index, 1.0);
	return CT_E(add, CT_E(sub, hard, CT_E(detach, y)), y);
}

ct_error ct_nn_gumbel_softmax(const ct_tensor *logits, double tau, bool hard, int64_t dim,
			      ct_tensor **result)
{
	CT_OWN_SCOPE(__func__);
	ct_tensor *noise, *y;

	CT_NN_NEEDS(logits, 1);
	noise = CT_E(empty_like, logits, .memory_format = CT_CONTIGUOUS_FORMAT);
	noise = CT_E(neg, CT_E(log, CT_E(exponential_, noise)));
	y = CT_E(softmax_int, CT_E(div, CT_E(add, logits, noise), tau), dim);
	return ct_nn_give(hard ? harden(y, logits, dim) : y, result);
}
