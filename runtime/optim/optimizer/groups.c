/*
 * Groups of parameters: adding one, and looking up the state of a parameter.
 */
#include <stdlib.h>
#include <string.h>

#include <ctorch/autograd/autograd.h>
#include <ctorch/core/scope.h>
#include <ctorch/tensor/tensor.h>

#include "core/base/lengths.h"
#include "core/base/name_of.h"
#include "core/base/no_memory.h"
#include "core/base/warn.h"
#include "core/memory/expression.h"
#include "core/memory/own_scope.h"
#include "module/module.h"
#include "optim/optimizer/class.h"

/* --- looking up a state ----------------------------------------------------------------------- */

static ct_error no_state(const char *name)
{
	return ct_error_new(CT_ERROR_KEY, CT_NAME_OF(ct_optimizer_state), "'%s'", name);
}

static ct_error look_up_slot(const ct_optimizer *self, const struct ct_optim_group *group,
			     int64_t index, const char *name, ct_value *result)
{
	const int slot = ct_optim_slot(self, name);
	const ct_tensor *tensor = slot < 0 ? NULL
					   : group->state[slot][ct_optim_place(group, index)];

	if (tensor == NULL)
		return no_state(name);
	*result = ct_optim_slot_value(self, slot, tensor);
	return NULL;
}

static ct_error groups_look_up(const ct_value *dict, const char *name, ct_value *result)
{
	if (dict == NULL || !ct_value_dict_has(dict, ct_value_string(name)))
		return no_state(name);
	return ct_value_dict_get(dict, ct_value_string(name), result);
}

ct_error ct_optimizer_state(const ct_optimizer *self, const ct_tensor *parameter, const char *name,
			    ct_value *result)
{
	int64_t group, index;

	CT_OPTIMIZER_CHECK(self);
	if (parameter == NULL || name == NULL || result == NULL)
		return ct_missing_argument(__func__, parameter ? name ? 4 : 3 : 2,
					   parameter ? name ? "result" : "name" : "parameter");
	(void)ct_tensor_dim(parameter); /* so that a checked build looks it up */
	if (!ct_optim_find(self, parameter, &group, &index))
		return ct_error_new(CT_ERROR_KEY, __func__, "not a parameter of the optimizer");
	if (self->klass->code->look_up)
		return groups_look_up(self->klass->code->look_up(self, group, index), name, result);
	return look_up_slot(self, self->groups[group], index, name, result);
}

/* --- adding a group --------------------------------------------------------------------------- */

/* Parameters as tensors and, if wanted, names; `listed` is what must be freed. */
static ct_error list_parameters(ct_parameters *parameters, ct_named_tensor **listed)
{
	*listed = NULL;
	if (parameters->groups_len != 0)
		return CT_RAISED(CT_ERROR_ARGUMENT,
				 "argument 1 (parameters): CT_GROUPS() is for a new optimizer; add "
				 "its groups one by one");
	if (parameters->module)
		return ct_module_named_parameters(parameters->module, NULL, listed,
						  &parameters->len);
	if (parameters->tensors == NULL && parameters->len > 0)
		return CT_RAISED(CT_ERROR_ARGUMENT,
				 "argument 1 (parameters): its tensors must not be NULL");
	return NULL;
}

static const ct_tensor *tensor_at(const ct_parameters *parameters, const ct_named_tensor *listed,
				  int64_t i)
{
	return listed ? listed[i].tensor : parameters->tensors[i];
}

static const char *name_at(const ct_parameters *parameters, const ct_named_tensor *listed,
			   int64_t i)
{
	return listed ? listed[i].name : parameters->names[i];
}

static ct_error check_parameter(const ct_tensor *tensor, bool is_differentiable)
{
	if (tensor == NULL)
		return CT_RAISED(CT_ERROR_TYPE,
				 "optimizer can only optimize Tensors, but one of the params is "
				 "NoneType");
	if (!is_differentiable && !ct_tensor_is_leaf(tensor) && !ct_tensor_retains_grad(tensor))
		return CT_RAISED(CT_ERROR_VALUE, "can't optimize a non-leaf Tensor");
	return NULL;
}

/* Python's: "param_names" follows what the group names itself. */
static ct_error add_names(struct ct_optim_group *group, const ct_parameters *parameters,
			  const ct_named_tensor *listed)
{
	ct_value names = ct_value_list_new();
	ct_error error = NULL;

	for (int64_t i = 0; i < group->len && error == NULL; i++)
		error = ct_value_list_append(&names,
					     ct_value_string(name_at(parameters, listed, i)));
	if (error == NULL)
		error = ct_value_dict_move(&group->options, ct_value_string("param_names"), &names);
	ct_value_free(&names);
	return error;
}

/* Adds what the dict `from` has and the group lacks. */
static ct_error add_options(struct ct_optim_group *group, const ct_value *from)
{
	ct_value key, value;

	for (int64_t i = 0; from && i < ct_value_count(from); i++) {
		CT_TRY(ct_value_dict_item(from, i, &key, &value));
		if (!ct_value_dict_has(&group->options, key))
			CT_TRY(ct_value_dict_set(&group->options, key, value));
	}
	return NULL;
}

static ct_error fill_group(const ct_optimizer *self, struct ct_optim_group *group,
			   const ct_parameters *parameters, const ct_named_tensor *listed,
			   const ct_value *options)
{
	const bool has_names = parameters->module ? parameters->with_names
						  : parameters->names != NULL;
	const bool is_differentiable = ct_optim_defaults_to(self, "differentiable");

	for (int64_t i = 0; i < group->len; i++) {
		const ct_tensor *tensor = tensor_at(parameters, listed, i);

		CT_TRY(check_parameter(tensor, is_differentiable));
		CT_TRY(ct_module_share_tensor(tensor, NULL, &group->params[i]));
	}
	CT_TRY(add_options(group, options));
	if (has_names)
		CT_TRY(add_names(group, parameters, listed));
	return add_options(group, &self->defaults);
}

/* A parameter of a group and its place there. */
struct placed {
	uintptr_t address;
	int64_t index;
};

/* The places of one tensor in order. */
static int by_address(const void *a, const void *b)
{
	const struct placed *one = a, *other = b;

	if (one->address != other->address)
		return one->address < other->address ? -1 : 1;
	return one->index < other->index ? -1 : one->index > other->index;
}

static bool contains(const struct placed *sorted, int64_t n, const ct_tensor *tensor)
{
	int64_t first = 0, end = n;

	while (first < end) {
		const int64_t middle = first + (end - first) / 2;

		if (sorted[middle].address < (uintptr_t)tensor)
			first = middle + 1;
		else
			end = middle;
	}
	return first < n && sorted[first].address == (uintptr_t)tensor;
}

static ct_error sort_parameters(const struct ct_optim_group *group, struct placed **result)
{
	struct placed *sorted = ct_array_new(group->len, sizeof *sorted);

	if (sorted == NULL)
		return ct_no_memory(NULL, "for a group");
	for (int64_t i = 0; i < group->len; i++)
		sorted[i] = (struct placed){ (uintptr_t)group->params[i], i };
	qsort(sorted, (size_t)group->len, sizeof *sorted, by_address);
	*result = sorted;
	return NULL;
}

static ct_error note_twice(struct ct_optim_group *group, const struct placed *sorted)
{
	bool has_twice = false;

	for (int64_t i = 1; i < group->len; i++)
		has_twice = has_twice || sorted[i].address == sorted[i - 1].address;
	if (!has_twice)
		return NULL;
	group->last = ct_array_new(group->len, sizeof *group->last);
	if (group->last == NULL)
		return ct_no_memory(NULL, "for a group");
	for (int64_t i = group->len - 1; i >= 0; i--) {
		const bool is_last = i == group->len - 1 ||
				     sorted[i].address != sorted[i + 1].address;

		group->last[sorted[i].index] = is_last ? sorted[i].index
						       : group->last[sorted[i + 1].index];
	}
	return NULL;
}

ct_error ct_optim_find_twice(struct ct_optim_group *group)
{
	struct placed *sorted;
	ct_error error;

	CT_TRY(sort_parameters(group, &sorted));
	error = note_twice(group, sorted);
	free(sorted);
	return error;
}

/* A tensor that is twice in the group is a warning, one that is in another group an error. */
static ct_error look_for_shared(const ct_optimizer *self, const struct ct_optim_group *group,
				const struct placed *sorted)
{
	if (group->last)
		ct_warn("optimizer contains a parameter group with duplicate parameters; in "
			"future, this will cause an error; see "
			"github.com/pytorch/pytorch/issues/40967 for more information");
	for (int64_t g = 0; g < self->groups_len; g++)
		for (int64_t i = 0; i < self->groups[g]->len; i++)
			if (contains(sorted, group->len, self->groups[g]->params[i]))
				return CT_RAISED(CT_ERROR_VALUE,
						 "some parameters appear in more than one "
						 "parameter group");
	return NULL;
}

static ct_error check_unique(const ct_optimizer *self, struct ct_optim_group *group)
{
	struct placed *sorted;
	ct_error error;

	CT_TRY(sort_parameters(group, &sorted));
	error = note_twice(group, sorted);
	if (error == NULL)
		error = look_for_shared(self, group, sorted);
	free(sorted);
	return error;
}

/* The groups must all have names or none. */
static ct_error check_names(const ct_optimizer *self, const struct ct_optim_group *group)
{
	const ct_value key = ct_value_string("param_names");
	const bool has = ct_value_dict_has(&group->options, key);

	for (int64_t i = 0; i < self->groups_len; i++)
		if (ct_value_dict_has(&self->groups[i]->options, key) != has)
			return CT_RAISED(CT_ERROR_VALUE,
					 "all optimizer param groups should be with/without "
					 "names. cannot add param group %s names to the optimizer",
					 has ? "with" : "without");
	return NULL;
}

static ct_error begin_all(ct_optimizer *self, struct ct_optim_group *group)
{
	struct ct_optim_block block = { .optimizer = self, .group = group, .len = group->len };
	int64_t *index;
	ct_error error = NULL;

	if (!self->klass->code->begins_at_once)
		return NULL;
	index = ct_array_new(group->len, sizeof *index);
	if (index == NULL)
		return ct_no_memory(NULL, "for a group");
	for (int64_t i = 0; i < group->len; i++)
		index[i] = i;
	block.index = index;
	block.params = group->params;
	memcpy(block.state, group->state, sizeof block.state);
	for (int64_t i = 0; i < group->len && error == NULL; i++) {
		const int64_t place = ct_optim_place(group, i);

		if (group->order[place] == 0)
			error = self->klass->code->begin(&block, place);
	}
	free(index);
	return error;
}

static ct_error groups_append(ct_optimizer *self, struct ct_optim_group *group)
{
	struct ct_optim_group **groups = ct_array_grow(self->groups, &self->groups_room,
						       self->groups_len + 1,
						       sizeof(struct ct_optim_group *));

	if (groups == NULL)
		return ct_no_memory(NULL, "for a group");
	self->groups = groups;
	self->groups[self->groups_len++] = group;
	return NULL;
}

static ct_error groups_add(ct_optimizer *self, struct ct_optim_group *group,
			   const ct_parameters *parameters, const ct_named_tensor *listed,
			   const ct_value *options)
{
	CT_NO_GRAD_SCOPE;
	CT_TRY(fill_group(self, group, parameters, listed, options));
	CT_TRY(check_names(self, group));
	CT_TRY(check_unique(self, group));
	if (self->klass->code->check_group)
		CT_TRY(self->klass->code->check_group(self, group));
	CT_TRY(begin_all(self, group));
	return groups_append(self, group);
}

ct_error ct_optimizer_add_param_group(ct_optimizer *self, ct_parameters parameters,
				      const ct_value *options)
{
	struct ct_optim_group *group;
	ct_named_tensor *listed;
	ct_error error;

	CT_OPTIMIZER_CHECK(self);
	if (options && !ct_value_is_none(options) && options->kind != CT_VALUE_DICT)
		return ct_error_new(CT_ERROR_TYPE, __func__,
				    "param_group must be a dict, but got %s",
				    ct_value_type_name(options));
	CT_OWN_SCOPE(__func__);
	CT_TRY(list_parameters(&parameters, &listed));
	group = ct_optim_group_new(self, parameters.len);
	if (group == NULL)
		return ct_no_memory(__func__, "for a group");
	error = groups_add(self, group, &parameters, listed, options);
	if (error)
		ct_optim_group_free(group);
	return error;
}
