/*
 * The gradients of all parameters: dropped, set to zero, computed and used.
 */
#include <ctorch/autograd/autograd.h>
#include <ctorch/tensor/tensor.h>

#include "core/base/name_of.h"
#include "core/memory/expression.h"
#include "core/memory/own_scope.h"
#include "optim/optimizer/class.h"

ct_error ct_optimizer_zero_grad(ct_optimizer *self)
{
	CT_OPTIMIZER_CHECK(self);
	for (int64_t g = 0; g < self->groups_len; g++)
		for (int64_t i = 0; i < self->groups[g]->len; i++)
			CT_TRY(ct_tensor_set_grad(self->groups[g]->params[i], NULL));
	return NULL;
}

static ct_error zero_in_place(const ct_tensor *parameter)
{
	ct_tensor *grad;

	CT_OWN_SCOPE(CT_NAME_OF(ct_optimizer_zero_grad_in_place));
	CT_TRY(ct_tensor_grad(parameter, &grad));
	if (grad == NULL)
		return NULL;
	CT_TRY(ct_detach_(grad, NULL));
	return CT(zero_, grad);
}

ct_error ct_optimizer_zero_grad_in_place(ct_optimizer *self)
{
	CT_OPTIMIZER_CHECK(self);
	CT_NO_GRAD_SCOPE;
	for (int64_t g = 0; g < self->groups_len; g++)
		for (int64_t i = 0; i < self->groups[g]->len; i++)
			CT_TRY(zero_in_place(self->groups[g]->params[i]));
	return NULL;
}

ct_error ct_optimizer_minimize(ct_optimizer *self, const ct_tensor *loss)
{
	CT_OPTIMIZER_CHECK_AND_HOLD(self);
	if (loss == NULL)
		return ct_missing_argument(__func__, 2, "loss");
	CT_TRY(ct_optimizer_zero_grad(self));
	CT_TRY(ct_tensor_backward(loss));
	return ct_optimizer_step(self);
}
