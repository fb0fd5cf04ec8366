/*
 * The optimizers of a gradient scaler: unscaling their gradients, looking for infinities, steps.
 */
#include <stdlib.h>
#include <string.h>

#include <ctorch/autograd/autograd.h>
#include <ctorch/tensor/tensor.h>

#include "core/base/lengths.h"
#include "core/base/name_of.h"
#include "core/base/no_memory.h"
#include "core/memory/expression.h"
#include "core/memory/own_scope.h"
#include "module/module.h"
#include "optim/amp/grad_scaler.h"
#include "optim/optimizer/class.h"

/* --- what is known of the optimizers ---------------------------------------------------------- */

static struct ct_scaler_seen *find_seen(const ct_grad_scaler *self, const ct_optimizer *optimizer)
{
	struct ct_scaler_seen *seen = self->seen;

	while (seen && seen->optimizer != optimizer)
		seen = seen->next;
	return seen;
}

/* Found or new, in the order of the first calls. */
static ct_error see(ct_grad_scaler *self, const ct_optimizer *optimizer,
		    struct ct_scaler_seen **result)
{
	struct ct_scaler_seen **end = &self->seen;

	*result = find_seen(self, optimizer);
	if (*result)
		return NULL;
	while (*end)
		end = &(*end)->next;
	*result = calloc(1, sizeof **result);
	if (*result == NULL)
		return ct_no_memory(NULL, "for a scaler");
	(*result)->references = 1;
	(*result)->optimizer = ct_counted_share(optimizer);
	*end = *result;
	return NULL;
}

static void forget_found(struct ct_scaler_seen *seen)
{
	while (seen->len)
		ct_tensor_free_unscoped(seen->found_inf[--seen->len]);
}

static bool is_on(const ct_tensor *tensor, ct_device device)
{
	const ct_device its = ct_tensor_device(tensor);

	return its.type == device.type && its.index == device.index;
}

/* The tensor of a device, borrowed; the first time it is new and 0. */
static ct_error found_on(struct ct_scaler_seen *seen, ct_device device, ct_tensor **result)
{
	ct_tensor **grown;

	for (int64_t i = 0; i < seen->len; i++)
		if (is_on(seen->found_inf[i], device)) {
			*result = seen->found_inf[i];
			return NULL;
		}
	grown = ct_array_grow(seen->found_inf, &seen->room, seen->len + 1, sizeof(ct_tensor *));
	if (grown == NULL)
		return ct_no_memory(NULL, "for a scaler");
	seen->found_inf = grown;
	CT_TRY(ct_scaler_number(0, CT_FLOAT32, device, result));
	CT_TRY(ct_module_share_tensor(*result, NULL, &seen->found_inf[seen->len]));
	seen->len++;
	return NULL;
}

/* How many infinities a list has, all together. */
static ct_error sum_found(const struct ct_scaler_seen *seen, double *result)
{
	double one;

	*result = 0;
	for (int64_t i = 0; i < seen->len; i++) {
		CT_TRY(ct_tensor_item_double(seen->found_inf[i], &one));
		*result += one;
	}
	return NULL;
}

/* --- unscaling -------------------------------------------------------------------------------- */

/* The elements of a sparse gradient. Duplicates of float16 are added first, as that may be what
 * makes one infinite. */
static ct_error values_of(const ct_tensor *parameter, ct_tensor **grad)
{
	if (ct_tensor_layout(*grad) != CT_SPARSE_COO)
		return NULL;
	if (ct_tensor_dtype(*grad) == CT_FLOAT16) {
		CT_TRY(CT(coalesce, grad, *grad));
		CT_TRY(ct_tensor_set_grad((ct_tensor *)parameter, *grad));
	}
	return CT(_values, grad, *grad);
}

struct gradients {
	ct_tensor **at;
	int64_t len;
};

static ct_error add_gradient(struct gradients *all, ct_tensor *parameter, bool allow_fp16)
{
	ct_tensor *grad;

	CT_TRY(ct_tensor_grad(parameter, &grad));
	if (grad == NULL)
		return NULL;
	if (!allow_fp16 && ct_tensor_dtype(grad) == CT_FLOAT16)
		return CT_RAISED(CT_ERROR_VALUE, "Attempting to unscale FP16 gradients.");
	CT_TRY(values_of(parameter, &grad));
	all->at[all->len++] = grad;
	return NULL;
}

static ct_error add_gradients(const ct_optimizer *optimizer, bool allow_fp16, struct gradients *all)
{
	for (int64_t g = 0; g < optimizer->groups_len; g++)
		for (int64_t i = 0; i < optimizer->groups[g]->len; i++)
			CT_TRY(add_gradient(all, optimizer->groups[g]->params[i], allow_fp16));
	return NULL;
}

/* Moves those of the first one's device and dtype to the front, in order; returns their number. */
static int64_t gather_alike(struct gradients rest)
{
	const ct_device device = ct_tensor_device(rest.at[0]);
	const ct_dtype dtype = ct_tensor_dtype(rest.at[0]);
	int64_t n = 0;

	for (int64_t i = 0; i < rest.len; i++) {
		ct_tensor *grad = rest.at[i];

		if (!is_on(grad, device) || ct_tensor_dtype(grad) != dtype)
			continue;
		memmove(&rest.at[n + 1], &rest.at[n], (size_t)(i - n) * sizeof(ct_tensor *));
		rest.at[n++] = grad;
	}
	return n;
}

/* Multiplies gradients of one device and dtype. */
static ct_error grad_scaler_step_multiply(struct ct_scaler_seen *seen, const ct_tensor *factor,
					  ct_tensor **grads, int64_t n)
{
	const ct_device device = ct_tensor_device(grads[0]);
	ct_tensor *found, *here;

	CT_TRY(found_on(seen, device, &found));
	CT_TRY(CT(to_device, &here, factor, device, CT_FLOAT32, .non_blocking = true));
	return CT(_amp_foreach_non_finite_check_and_unscale_, CT_TENSORS_OF(grads, n), found, here);
}

static ct_error multiply_all(struct ct_scaler_seen *seen, const ct_tensor *factor,
			     struct gradients all)
{
	while (all.len) {
		const int64_t n = gather_alike(all);

		CT_TRY(grad_scaler_step_multiply(seen, factor, all.at, n));
		all.at += n;
		all.len -= n;
	}
	return NULL;
}

static int64_t count_parameters(const ct_optimizer *optimizer)
{
	int64_t n = 0;

	for (int64_t g = 0; g < optimizer->groups_len; g++)
		n += optimizer->groups[g]->len;
	return n;
}

/* Python's _unscale_grads_(). */
static ct_error unscale_grads(struct ct_scaler_seen *seen, const ct_tensor *factor, bool allow_fp16)
{
	const int64_t n = count_parameters(seen->optimizer);
	struct gradients all = { ct_array_new(n, sizeof(ct_tensor *)), 0 };
	ct_error error;

	if (all.at == NULL)
		return ct_no_memory(NULL, "for a scaler");
	forget_found(seen);
	error = add_gradients(seen->optimizer, allow_fp16, &all);
	if (error == NULL)
		error = multiply_all(seen, factor, all);
	free(all.at);
	return error;
}

/* The reciprocal in float64, since it can be imprecise in float32. */
static ct_error unscale(const ct_grad_scaler *self, struct ct_scaler_seen *seen)
{
	ct_tensor *inverse;

	CT_OWN_SCOPE(CT_NAME_OF(ct_grad_scaler_unscale_));
	CT_NO_GRAD_SCOPE;
	CT_TRY(CT(to_dtype, &inverse, self->scale, CT_FLOAT64));
	CT_TRY(CT(reciprocal, &inverse, inverse));
	CT_TRY(CT(to_dtype, &inverse, inverse, CT_FLOAT32));
	CT_TRY(unscale_grads(seen, inverse, false));
	seen->stage = CT_SCALER_UNSCALED;
	return NULL;
}

static ct_error unscale_ready(ct_grad_scaler *self, struct ct_scaler_seen *seen)
{
	CT_TRY(ct_scaler_check_scaled(self, "unscale_"));
	if (seen->stage == CT_SCALER_UNSCALED)
		return CT_RAISED(CT_ERROR_RUNTIME,
				 "unscale_() has already been called on this optimizer since the "
				 "last update().");
	if (seen->stage == CT_SCALER_STEPPED)
		return CT_RAISED(CT_ERROR_RUNTIME, "unscale_() is being called after step().");
	return unscale(self, seen);
}

ct_error ct_grad_scaler_unscale_(ct_grad_scaler *self, ct_optimizer *optimizer)
{
	struct ct_scaler_seen *seen;

	CT_SCALER_CHECK(self);
	CT_TRY(ct_optimizer_check(optimizer, __func__, 2, "optimizer"));
	if (!self->enabled)
		return NULL;
	CT_TRY(ct_scaler_check_scaled(self, "unscale_"));
	CT_TRY(see(self, optimizer, &seen));
	return unscale_ready(self, seen);
}

ct_error ct_grad_scaler_found_inf(const ct_grad_scaler *self, const ct_optimizer *optimizer,
				  bool *result)
{
	const struct ct_scaler_seen *seen;
	double found = 0;

	CT_SCALER_CHECK(self);
	CT_TRY(ct_optimizer_check(optimizer, __func__, 2, "optimizer"));
	seen = find_seen(self, optimizer);
	if (seen)
		CT_TRY(sum_found(seen, &found));
	if (result)
		*result = found != 0;
	return NULL;
}

/* --- steps ------------------------------------------------------------------------------------ */

/* Python's _check_inf_per_device(): only looks for infinities. */
static ct_error look_for_infinities(const ct_grad_scaler *self, struct ct_scaler_seen *seen)
{
	ct_tensor *one;

	CT_NO_GRAD_SCOPE;
	CT_TRY(ct_scaler_number(1, CT_FLOAT32, ct_tensor_device(self->scale), &one));
	return unscale_grads(seen, one, true);
}

/* One tensor for all devices, beside the scale; NULL if the optimizer has no gradients. */
static ct_error sum_beside_scale(const ct_grad_scaler *self, const struct ct_scaler_seen *seen,
				 ct_tensor **sum)
{
	ct_tensor *one;

	*sum = NULL;
	for (int64_t i = 0; i < seen->len; i++) {
		CT_TRY(CT(to_device, &one, seen->found_inf[i], ct_tensor_device(self->scale),
			  CT_FLOAT32, .non_blocking = true));
		if (*sum)
			CT_TRY(CT(add, &one, *sum, one));
		*sum = one;
	}
	return NULL;
}

/* A fused kernel reads both tensors: it divides, and does nothing after an infinity. After the
 * step, whose hooks may release the scaler, `self` is not used. */
static ct_error step_fused(ct_grad_scaler *self, ct_optimizer *optimizer,
			   struct ct_scaler_seen *seen)
{
	ct_tensor *found_inf, *scale;
	ct_error error;

	CT_OWN_SCOPE(CT_NAME_OF(ct_grad_scaler_step));
	scale = ct_tensor_retain(self->scale);
	if (scale == NULL)
		return ct_no_memory(CT_NAME_OF(ct_grad_scaler_step), "for a scaler");
	if (seen->stage == CT_SCALER_READY)
		CT_TRY(look_for_infinities(self, seen));
	CT_TRY(sum_beside_scale(self, seen, &found_inf));
	optimizer->grad_scale = seen->stage == CT_SCALER_UNSCALED ? NULL : scale;
	optimizer->found_inf = found_inf;
	error = ct_optimizer_step(optimizer);
	optimizer->grad_scale = optimizer->found_inf = NULL;
	if (error == NULL)
		seen->stage = CT_SCALER_STEPPED;
	return error;
}

static ct_error step_plain(ct_grad_scaler *self, ct_optimizer *optimizer,
			   struct ct_scaler_seen *seen)
{
	double found;

	if (seen->stage == CT_SCALER_READY)
		CT_TRY(unscale_ready(self, seen));
	if (seen->len == 0)
		return ct_scaler_assertion("No inf checks were recorded for this optimizer.");
	CT_TRY(sum_found(seen, &found));
	if (found == 0)
		CT_TRY(ct_optimizer_step(optimizer));
	seen->stage = CT_SCALER_STEPPED;
	return NULL;
}

ct_error ct_grad_scaler_step(ct_grad_scaler *self, ct_optimizer *optimizer)
{
	struct ct_scaler_seen *seen;
	ct_error error;

	CT_SCALER_CHECK(self);
	CT_TRY(ct_optimizer_check(optimizer, __func__, 2, "optimizer"));
	CT_HOLD(optimizer);
	if (!self->enabled)
		return ct_optimizer_step(optimizer);
	CT_TRY(ct_scaler_check_scaled(self, "step"));
	CT_TRY(see(self, optimizer, &seen));
	if (seen->stage == CT_SCALER_STEPPED)
		return CT_RAISED(CT_ERROR_RUNTIME,
				 "step() has already been called since the last update().");
	seen->references++;
	error = ct_optim_defaults_to(optimizer, "fused") ? step_fused(self, optimizer, seen)
							 : step_plain(self, optimizer, seen);
	ct_scaler_drop_seen(seen);
	return error;
}
