/*
 * Parameters: what Python's constructors make of tensors and numbers, and parameters that are
 * computed from others.
 */
#include <ctorch/core/scope.h>
#include <ctorch/macros/blocks.h>
#include <ctorch/tensor/tensor.h>

#include "distributions/base/class.h"
#include "tensor/tensor/facts.h"

/* --- keeping ---------------------------------------------------------------------------------- */

/* A reference that belongs to no scope; NULL after an error. */
static ct_tensor *keep(const ct_tensor *tensor)
{
	ct_tensor *kept = CT_F(ct_nn_again, tensor);

	if (kept)
		ct_scope_disown(kept);
	return kept;
}

void ct_distr_set(ct_distribution *self, int index, const ct_tensor *tensor)
{
	if (tensor)
		self->at[index] = keep(tensor);
}

void ct_distr_replace(ct_distribution *self, int index, const ct_tensor *tensor)
{
	ct_tensor *before = self->at[index];

	self->at[index] = keep(tensor);
	ct_tensor_free_unscoped(before);
}

void ct_distr_set_part(ct_distribution *self, int index, const ct_distribution *part)
{
	self->parts[index] = ct_counted_share(part);
}

/* --- computing -------------------------------------------------------------------------------- */

/* Python's lazy_property: the first one that was computed stays. */
static ct_tensor *compute_once(const ct_distribution *self, int index)
{
	ct_tensor *_Atomic *place = &((ct_distribution *)self)->at[index];
	ct_tensor *computed, *before = NULL;

	CT_ENABLE_GRAD_SCOPE;
	computed = keep(self->klass->code->parameters[index].compute(self));
	if (computed == NULL)
		return NULL;
	if (atomic_compare_exchange_strong(place, &before, computed))
		return computed;
	ct_tensor_free_unscoped(computed);
	return before;
}

ct_tensor *ct_distr_get(const ct_distribution *self, int index)
{
	const struct ct_distr_parameter *parameter = &self->klass->code->parameters[index];
	ct_tensor *given = self->at[index];

	if (parameter->is_property)
		return parameter->compute(self);
	return given ? given : compute_once(self, index);
}

void ct_distr_find_constraint(const ct_distribution *self, int64_t index,
			      struct ct_distr_constraint *result)
{
	const struct ct_distr_parameter *parameter = &self->klass->code->parameters[index];

	if (parameter->constraint)
		*result = *parameter->constraint;
	else if (parameter->find)
		parameter->find(self, result);
	else
		self->klass->code->find_constraint(self, index, result);
}

/* --- broadcasting ----------------------------------------------------------------------------- */

/* The first of the arguments that is no number; NULL: all are. */
static const ct_tensor *first_tensor(int count, const ct_tensor *const *arguments)
{
	for (int i = 0; i < count; i++)
		if (!ct_is_wrapped_number(arguments[i]))
			return arguments[i];
	return NULL;
}

/* torch.tensor(number) in the dtype and on the device of `like`, or of the default dtype. */
static ct_tensor *tensor_of(const ct_tensor *number, const ct_tensor *like)
{
	/* A copy, even in the same dtype: it must no longer be known to be a number. */
	return CT_E(_to_copy, number, .dtype = like ? ct_tensor_dtype(like) : ct_default_float(),
		    .device = like ? ct_tensor_device(like) : (ct_device){ 0 });
}

void ct_distr_tensors(int count, const ct_tensor *const *arguments, const ct_tensor **results)
{
	const ct_tensor *like = first_tensor(count, arguments);

	for (int i = 0; i < count; i++)
		results[i] = ct_is_wrapped_number(arguments[i]) ? tensor_of(arguments[i], like)
								: arguments[i];
}

void ct_distr_broadcast(int count, const ct_tensor *const *arguments, const ct_tensor **results)
{
	const ct_tensor *made[CT_DISTR_PARAMETERS];
	ct_tensors together;

	ct_distr_tensors(count, arguments, made);
	together = CT_E(broadcast_tensors, CT_TENSORS_OF(made, count));
	for (int i = 0; i < count; i++)
		results[i] = together.at[i];
}

ct_error ct_distr_set_up_batch(ct_distribution *self, const void *args)
{
	const struct ct_class *klass = &self->klass->of;
	const ct_tensor *given[CT_DISTR_PARAMETERS] = { NULL }, *made[CT_DISTR_PARAMETERS];
	int count = 0;

	for (size_t i = 0; i < klass->arguments_len; i++)
		if (klass->arguments[i].held == CT_HELD_TENSOR)
			given[count++] = *(
				const ct_tensor *const *)(const void *)((const char *)args +
									klass->arguments[i].offset);
	ct_distr_broadcast(count, given, made);
	for (int i = 0; i < count; i++)
		ct_distr_set(self, i, made[i]);
	ct_distr_set_shapes(self, ct_sizes_of(made[0]), 0);
	return NULL;
}

ct_error ct_distr_one_of(const ct_tensor *probs, const ct_tensor *logits)
{
	if ((probs == NULL) != (logits == NULL))
		return NULL;
	return CT_RAISED(CT_ERROR_VALUE,
			 "Either `probs` or `logits` must be specified, but not both.");
}

/* --- expanding -------------------------------------------------------------------------------- */

void ct_distr_expand_parameter(const ct_distribution *self, ct_distribution *result, int index,
			       int64_t dims)
{
	const ct_tensor *given = ct_distr_given(self, index);
	const ct_ints sizes = ct_sizes_of(given);
	struct ct_distr_shape shape;

	if (given == NULL)
		return;
	shape = ct_distr_joined(ct_distr_batch(result),
				CT_INTS_OF(sizes.at + sizes.len - dims, dims));
	ct_distr_set(result, index, CT_E(expand, given, ct_distr_ints(&shape)));
}

void ct_distr_expand_parameters(const ct_distribution *self, ct_distribution *result)
{
	const struct ct_distribution_code *code = self->klass->code;

	for (int i = 0; i < (int)code->parameters_len; i++)
		if (!code->parameters[i].is_property)
			ct_distr_expand_parameter(self, result, i, code->parameters[i].dims);
}
