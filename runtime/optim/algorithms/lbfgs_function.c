/*
 * LBFGS: the function that it minimizes, and its parameters as one vector.
 */
#include <ctorch/autograd/autograd.h>
#include <ctorch/core/dtype.h>
#include <ctorch/tensor/tensor.h>

#include "core/base/no_memory.h"
#include "core/memory/expression.h"
#include "core/memory/given.h"
#include "optim/algorithms/lbfgs.h"

ct_error ct_lbfgs_move(const struct ct_lbfgs *l, double step, const ct_tensor *direction)
{
	int64_t begin = 0;

	for (int64_t i = 0; i < l->len; i++) {
		ct_tensor *param = l->params[i];
		int64_t n;

		if (ct_dtype_is_complex(ct_tensor_dtype(param)))
			CT_TRY(CT(view_as_real, &param, param));
		n = ct_tensor_numel(param);
		CT_E(add_, param, CT_E(view_as, CT_E(narrow, direction, 0, begin, n), param),
		     .alpha = CT_S(step));
		begin += n;
	}
	return CT_DONE();
}

/* The gradient of a parameter as a vector of real numbers; zeros if it has none. */
static ct_tensor *flat_gradient(const ct_tensor *param)
{
	ct_tensor *grad = CT_F(ct_tensor_grad, param);

	if (grad == NULL)
		grad = CT_E(zeros_like, param);
	if (ct_tensor_layout(grad) != CT_STRIDED)
		grad = CT_E(to_dense, grad);
	if (ct_dtype_is_complex(ct_tensor_dtype(param)))
		grad = CT_E(view_as_real, grad);
	return CT_E(reshape, grad, CT_L(-1));
}

static ct_error lbfgs_gather(const struct ct_lbfgs *l, ct_tensor **result)
{
	ct_tensor **all = ct_given_array(l->len, sizeof(ct_tensor *)), *flat;

	if (all == NULL)
		return ct_no_memory(NULL, "for gradients");
	for (int64_t i = 0; i < l->len; i++)
		all[i] = flat_gradient(l->params[i]);
	flat = CT_E(cat, CT_TENSORS_OF(all, l->len));
	return CT_FINISH(ct_lbfgs_maximizes(l) ? CT_E(neg, flat) : flat, result);
}

bool ct_lbfgs_maximizes(const struct ct_lbfgs *l)
{
	return ct_optim_reads(l->optimizer->groups[0], "maximize");
}

ct_error ct_lbfgs_evaluate(const struct ct_lbfgs *l, ct_tensor **returned, double *loss,
			   ct_tensor **gradient)
{
	ct_tensor *made = NULL;

	CT_TRY(ct_optim_call_closure(l->closure, l->context, &made));
	*loss = CT_ITEM(made);
	CT_TRY(CT_DONE());
	if (returned)
		*returned = made;
	return lbfgs_gather(l, gradient);
}
