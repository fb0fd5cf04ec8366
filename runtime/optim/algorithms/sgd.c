/*
 * SGD.
 */
#include <ctorch/autograd/autograd.h>
#include <ctorch/tensor/tensor.h>

#include "core/base/name_of.h"
#include "optim/optimizer/class.h"

enum { MOMENTUM_BUFFER };

static ct_error sgd_check(const void *args)
{
	const struct ct_args_optim_SGD_ *a = args;

	CT_TRY(ct_optim_require(!(a->lr < 0), "learning rate", a->lr));
	CT_TRY(ct_optim_require(!(a->momentum < 0), "momentum value", a->momentum));
	CT_TRY(ct_optim_require(!(a->weight_decay < 0), "weight_decay value", a->weight_decay));
	if (a->nesterov && (a->momentum <= 0 || a->dampening != 0))
		return CT_RAISED(CT_ERROR_VALUE,
				 "Nesterov momentum requires a momentum and zero dampening");
	return ct_optim_check_fused(a->fused, a->foreach, a->differentiable);
}

/* How many parameters from `first` on all have a buffer, or all have none. */
static int64_t alike(const struct ct_optim_block *block, int64_t first)
{
	ct_tensor *const *buffers = block->state[MOMENTUM_BUFFER];
	int64_t end = first + 1;

	while (end < block->len && !buffers[end] == !buffers[first])
		end++;
	return end - first;
}

/* The first buffers are copies of the gradients. */
static ct_error begin_buffers(const struct ct_optim_block *part, ct_tensors grads)
{
	ct_tensor *copy;

	for (int64_t i = 0; i < part->len; i++) {
		CT_TRY(CT(detach, &copy, grads.at[i]));
		CT_TRY(CT(clone, &copy, copy));
		CT_TRY(ct_optim_keep(part, MOMENTUM_BUFFER, i, copy));
	}
	return NULL;
}

static ct_error average(const struct ct_optim_block *block, ct_tensors grads, double momentum)
{
	const double rate = 1 - ct_optim_float(block, "dampening");

	for (int64_t first = 0, n; first < block->len; first += n) {
		struct ct_optim_block part;
		ct_tensors its_grads;

		n = alike(block, first);
		part = ct_optim_part(block, first, n);
		its_grads = CT_TENSORS_OF(grads.at + first, n);
		if (part.state[MOMENTUM_BUFFER][0] == NULL) {
			CT_TRY(begin_buffers(&part, its_grads));
			continue;
		}
		CT_TRY(ct_optim_scale(ct_optim_state(&part, MOMENTUM_BUFFER), momentum));
		CT_TRY(ct_optim_add(ct_optim_state(&part, MOMENTUM_BUFFER), its_grads, rate));
	}
	return NULL;
}

#ifdef CT_OP__fused_sgd__

/* One kernel for parameters that all have a buffer, or all have none: then it writes the first one. */
static ct_error update_alike(const struct ct_optim_block *block)
{
	const double momentum = ct_optim_float(block, "momentum");
	const bool is_first = momentum != 0 && block->state[MOMENTUM_BUFFER][0] == NULL;
	const ct_tensors none = { NULL, 0 };
	ct_tensor *buffer, *lr;

	for (int64_t i = 0; is_first && i < block->len; i++) {
		CT_TRY(CT(empty_like, &buffer, block->grads[i]));
		CT_TRY(ct_optim_keep(block, MOMENTUM_BUFFER, i, buffer));
	}
	CT_TRY(ct_optim_device_lr(block, &lr));
#define FUSED(op, rate)                                                                 \
	CT(op, ct_optim_params(block), ct_optim_grads(block),                           \
	   momentum != 0 ? ct_optim_state(block, MOMENTUM_BUFFER) : none,               \
	   .weight_decay = ct_optim_float(block, "weight_decay"), .momentum = momentum, \
	   .lr = rate, .dampening = ct_optim_float(block, "dampening"),                 \
	   .nesterov = ct_optim_bool(block, "nesterov"),                                \
	   .maximize = ct_optim_bool(block, "maximize"), .is_first_step = is_first,     \
	   .grad_scale = ct_optim_grad_scale(block), .found_inf = ct_optim_found_inf(block))
	return lr ? FUSED(_fused_sgd__tensor_lr, lr)
		  : FUSED(_fused_sgd_, ct_optim_float(block, "lr"));
#undef FUSED
}

#else

static ct_error update_alike(const struct ct_optim_block *block)
{
	(void)block;
	return ct_optim_no_kernel();
}

#endif

static ct_error sgd_update_fused(const struct ct_optim_block *block)
{
	CT_TRY(ct_optim_check_fusable(block));
	CT_TRY(ct_optim_check_dense(block, "`_fused_sgd` does not support sparse gradients"));
	for (int64_t first = 0, n; first < block->len; first += n) {
		struct ct_optim_block part;

		n = alike(block, first);
		part = ct_optim_part(block, first, n);
		CT_TRY(update_alike(&part));
	}
	return NULL;
}

static ct_error sgd_update(const struct ct_optim_block *block)
{
	const double momentum = ct_optim_float(block, "momentum");
	ct_tensors buffers = ct_optim_state(block, MOMENTUM_BUFFER), grads;

	if (ct_optim_bool(block, "fused"))
		return sgd_update_fused(block);
	CT_TRY(ct_optim_gradients(block, true, &grads));
	if (momentum != 0)
		CT_TRY(average(block, grads, momentum));
	if (momentum != 0 && ct_optim_bool(block, "nesterov")) {
		CT_TRY(ct_optim_saved(buffers, &buffers));
		CT_TRY(ct_optim_sum(grads, buffers, momentum, &grads));
	} else if (momentum != 0) {
		grads = buffers;
	}
	return ct_optim_add(ct_optim_params(block), grads, -ct_optim_float(block, "lr"));
}

const struct ct_optim_code ct_optim_SGD_code = {
	.must_have = ct_optim_state_is_optional,
	.check = sgd_check,
	.added = "nesterov=False, maximize=False, foreach=None, differentiable=False, fused=False",
	.update = sgd_update,
	.takes_sparse = true,
	.takes_complex = true,
};
