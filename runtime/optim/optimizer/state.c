/*
 * The memory of a group, and the state of its parameters.
 */
#include <stdlib.h>
#include <string.h>

#include <ctorch/core/scope.h>
#include <ctorch/tensor/settings.h>
#include <ctorch/tensor/tensor.h>

#include "core/base/lengths.h"
#include "core/base/no_memory.h"
#include "core/memory/expression.h"
#include "core/memory/given.h"
#include "core/memory/own_scope.h"
#include "module/module.h"
#include "optim/optimizer/class.h"

/* --- memory ----------------------------------------------------------------------------------- */

static void drop_all(ct_tensor **tensors, int64_t n)
{
	for (int64_t i = 0; tensors && i < n; i++)
		ct_tensor_free_unscoped(tensors[i]);
	free(tensors);
}

void ct_optim_group_free(struct ct_optim_group *group)
{
	if (group == NULL)
		return;
	drop_all(group->params, group->len);
	for (int slot = 0; slot < CT_OPTIM_SLOTS; slot++)
		drop_all(group->state[slot], group->len);
	ct_value_free(&group->options);
	free(group->order);
	free(group->last);
	free(group);
}

struct ct_optim_group *ct_optim_group_new(const ct_optimizer *self, int64_t len)
{
	struct ct_optim_group *group = calloc(1, sizeof *group);
	bool fine;

	if (group == NULL)
		return NULL;
	group->len = len;
	group->options = ct_value_dict_new();
	group->params = ct_array_new(len, sizeof(ct_tensor *));
	group->order = ct_array_new(len, sizeof *group->order);
	fine = group->params && group->order;
	for (int slot = 0; slot < CT_OPTIM_SLOTS && *self->slots[slot]; slot++) {
		group->state[slot] = ct_array_new(len, sizeof(ct_tensor *));
		fine = fine && group->state[slot];
	}
	if (fine)
		return group;
	ct_optim_group_free(group);
	return NULL;
}

/* --- finding ---------------------------------------------------------------------------------- */

bool ct_optim_find(const ct_optimizer *self, const ct_tensor *parameter, int64_t *group,
		   int64_t *index)
{
	for (*group = 0; *group < self->groups_len; ++*group)
		for (*index = 0; *index < self->groups[*group]->len; ++*index)
			if (self->groups[*group]->params[*index] == parameter)
				return true;
	return false;
}

int ct_optim_slot(const ct_optimizer *self, const char *name)
{
	for (int slot = 0; slot < CT_OPTIM_SLOTS && *self->slots[slot]; slot++)
		if (!strcmp(self->slots[slot], name))
			return slot;
	return -1;
}

ct_value ct_optim_slot_value(const ct_optimizer *self, int slot, const ct_tensor *tensor)
{
	return self->is_int[slot] ? ct_value_int((int64_t)ct_optim_number(tensor))
				  : ct_value_tensor(tensor);
}

/* --- what a step keeps ------------------------------------------------------------------------ */

ct_error ct_optim_set_state(struct ct_optim_group *group, int slot, int64_t index,
			    const ct_tensor *tensor)
{
	ct_tensor *shared;

	index = ct_optim_place(group, index);
	CT_TRY(ct_module_share_tensor(tensor, NULL, &shared));
	ct_tensor_free_unscoped(group->state[slot][index]);
	group->state[slot][index] = shared;
	return NULL;
}

ct_error ct_optim_keep(const struct ct_optim_block *block, int slot, int64_t i,
		       const ct_tensor *tensor)
{
	struct ct_optim_group *group = block->group;
	const int64_t place = ct_optim_place(group, block->index[i]);

	CT_TRY(ct_optim_set_state(group, slot, place, tensor));
	block->state[slot][i] = group->state[slot][place];
	if (group->order[place] == 0)
		group->order[place] = ++block->optimizer->begun;
	return NULL;
}

ct_dtype ct_optim_step_dtype(bool is_fused)
{
	return !is_fused && ct_default_dtype() == CT_FLOAT64 ? CT_FLOAT64 : CT_FLOAT32;
}

ct_error ct_optim_begin_number(const struct ct_optim_block *block, int slot, int64_t i,
			       double value, bool on_device)
{
	const bool is_fused = ct_optim_reads(block->group, "fused");
	const bool is_there = on_device || is_fused || ct_optim_reads(block->group, "capturable");
	ct_tensor *number;

	CT_OWN_SCOPE(NULL);
	CT_TRY(CT(full, &number, CT_L(), value, .dtype = ct_optim_step_dtype(is_fused),
		  .device = is_there ? ct_tensor_device(block->params[i]) : CT_DEVICE_CPU));
	return ct_optim_keep(block, slot, i, number);
}

ct_error ct_optim_begin_step(const struct ct_optim_block *block, int slot, int64_t i)
{
	return ct_optim_begin_number(block, slot, i, 0, false);
}

ct_error ct_optim_begin_zeros(const struct ct_optim_block *block, int slot, int64_t i)
{
	ct_tensor *zeros;

	CT_OWN_SCOPE(NULL);
	CT_TRY(CT(zeros_like, &zeros, block->params[i], .memory_format = CT_PRESERVE_FORMAT));
	return ct_optim_keep(block, slot, i, zeros);
}

static bool is_plain_float(const ct_tensor *tensor)
{
	return ct_tensor_dtype(tensor) == CT_FLOAT32 &&
	       ct_tensor_device(tensor).type == CT_DEVICE_TYPE_CPU;
}

static bool are_plain_floats(ct_tensors tensors)
{
	for (int64_t i = 0; i < tensors.len; i++)
		if (!is_plain_float(tensors.at[i]))
			return false;
	return true;
}

ct_error ct_optim_count(const struct ct_optim_block *block, int slot)
{
	const ct_tensors steps = ct_optim_state(block, slot);

	if (!are_plain_floats(steps))
		return CT(_foreach_add__Scalar, steps, 1);
	for (int64_t i = 0; i < steps.len; i++)
		*(float *)ct_tensor_mutable_data((ct_tensor *)steps.at[i]) += 1;
	return NULL;
}

ct_error ct_optim_uncount(const struct ct_optim_block *block, int slot)
{
	const ct_tensor *found_inf = ct_optim_found_inf(block);
	const ct_tensor **subtracted;

	CT_TRY(CT_DONE());
	if (found_inf == NULL)
		return NULL;
	subtracted = ct_given_array(block->len, sizeof *subtracted);
	if (subtracted == NULL)
		return ct_no_memory(NULL, "for a step");
	for (int64_t i = 0; i < block->len; i++)
		subtracted[i] = found_inf;
	return CT(_foreach_sub__List, ct_optim_state(block, slot),
		  CT_TENSORS_OF(subtracted, block->len));
}

double ct_optim_number(const ct_tensor *tensor)
{
	if (tensor && is_plain_float(tensor))
		return *(const float *)ct_tensor_data(tensor);
	return CT_ITEM(tensor);
}

/* A scaler has its tensors on one device. */
static const ct_tensor *beside(const struct ct_optim_block *block, const ct_tensor *tensor)
{
	const ct_device there = ct_tensor_device(block->params[0]);
	ct_device here;

	if (tensor == NULL)
		return NULL;
	here = ct_tensor_device(tensor);
	if (here.type == there.type && here.index == there.index)
		return tensor;
	return CT_E(to_device, tensor, there, ct_tensor_dtype(tensor), .non_blocking = true);
}

const ct_tensor *ct_optim_grad_scale(const struct ct_optim_block *block)
{
	return beside(block, block->optimizer->grad_scale);
}

const ct_tensor *ct_optim_found_inf(const struct ct_optim_block *block)
{
	return beside(block, block->optimizer->found_inf);
}
