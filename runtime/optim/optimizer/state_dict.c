/*
 * State dicts of optimizers, in Python's form: {"state": {0: {"step": ..., ...}, ...},
 * "param_groups": [{"lr": ..., ..., "params": [0, 1]}]}.
 */
#include <stdlib.h>
#include <string.h>

#include <ctorch/autograd/autograd.h>
#include <ctorch/core/dtype.h>
#include <ctorch/core/scope.h>
#include <ctorch/tensor/tensor.h>

#include "core/base/lengths.h"
#include "core/base/name_of.h"
#include "core/base/no_memory.h"
#include "core/memory/expression.h"
#include "core/memory/own_scope.h"
#include "module/module.h"
#include "operators/value/value.h"
#include "optim/optimizer/class.h"

/* --- making ----------------------------------------------------------------------------------- */

/* Moves the value into the dict; on an error frees it. */
static ct_error move_into(ct_value *dict, ct_value key, ct_value *value, ct_error error)
{
	if (error == NULL)
		error = ct_value_dict_move(dict, key, value);
	ct_value_free(value);
	return error;
}

static ct_error add_slot(const ct_optimizer *self, int slot, const ct_tensor *tensor,
			 ct_value *dict)
{
	if (tensor == NULL)
		return NULL;
	return ct_value_dict_set(dict, ct_value_string(self->slots[slot]),
				 ct_optim_slot_value(self, slot, tensor));
}

/* The state of a parameter. */
struct begun {
	int64_t order, number, place; /* when it began; its key in the dict; where it is */
	const struct ct_optim_group *group;
};

static ct_error add_parameter(const ct_optimizer *self, const struct begun *begun, ct_value *state)
{
	ct_value dict = ct_value_dict_new();
	ct_error error = NULL;

	for (int slot = 0; slot < CT_OPTIM_SLOTS && *self->slots[slot] && error == NULL; slot++)
		error = add_slot(self, slot, begun->group->state[slot][begun->place], &dict);
	if (error == NULL && ct_value_count(&dict) == 0) {
		ct_value_free(&dict);
		return NULL;
	}
	return move_into(state, ct_value_int(begun->number), &dict, error);
}

/* The number of a parameter that is twice in its group is the later one. */
static int64_t list_begun(const ct_optimizer *self, struct begun *result)
{
	int64_t first = 0, n = 0;

	for (int64_t g = 0; g < self->groups_len; first += self->groups[g++]->len) {
		const struct ct_optim_group *group = self->groups[g];

		for (int64_t i = 0; i < group->len; i++)
			if (group->order[i] != 0)
				result[n++] = (struct begun){ group->order[i], first + i, i,
							      group };
	}
	return n;
}

static int by_order(const void *a, const void *b)
{
	const struct begun *one = a, *other = b;

	return one->order < other->order ? -1 : one->order > other->order;
}

/* As in Python, what began first comes first. */
static ct_error add_parameters(const ct_optimizer *self, ct_value *state)
{
	struct begun *sorted;
	ct_error error = NULL;
	int64_t n = 0;

	for (int64_t g = 0; g < self->groups_len; g++)
		n += self->groups[g]->len;
	sorted = ct_array_new(n, sizeof *sorted);
	if (sorted == NULL)
		return ct_no_memory(NULL, "for a state dict");
	n = list_begun(self, sorted);
	qsort(sorted, (size_t)n, sizeof *sorted, by_order);
	for (int64_t i = 0; i < n && error == NULL; i++)
		error = add_parameter(self, &sorted[i], state);
	free(sorted);
	return error;
}

static ct_error state_dict_add_state(const ct_optimizer *self, ct_value *result)
{
	ct_value state = ct_value_dict_new();
	ct_error error = self->klass->code->save ? self->klass->code->save(self, &state)
						 : add_parameters(self, &state);

	return move_into(result, ct_value_string("state"), &state, error);
}

/* A tensor that is twice in the group has one number. */
static ct_error numbers_from(const struct ct_optim_group *group, int64_t first, ct_value *result)
{
	*result = ct_value_list_new();
	for (int64_t i = 0; i < group->len; i++)
		CT_TRY(ct_value_list_append(result,
					    ct_value_int(first + ct_optim_place(group, i))));
	return NULL;
}

static ct_error group_dict(const struct ct_optim_group *group, int64_t first, ct_value *result)
{
	ct_value numbers = ct_value_none();
	ct_error error;

	CT_TRY(ct_value_copy(&group->options, result));
	error = numbers_from(group, first, &numbers);
	return move_into(result, ct_value_string("params"), &numbers, error);
}

static ct_error add_groups(const ct_optimizer *self, ct_value *result)
{
	ct_value groups = ct_value_list_new();
	ct_error error = NULL;
	int64_t first = 0;

	for (int64_t g = 0; g < self->groups_len && error == NULL; g++) {
		ct_value dict = ct_value_none();

		error = group_dict(self->groups[g], first, &dict);
		if (error == NULL)
			error = ct_value_list_move(&groups, &dict);
		ct_value_free(&dict);
		first += self->groups[g]->len;
	}
	return move_into(result, ct_value_string("param_groups"), &groups, error);
}

ct_error ct_optimizer_state_dict(const ct_optimizer *self, ct_value *result)
{
	ct_optimizer *changed = (ct_optimizer *)self; /* only a hook may do that */
	ct_value made = ct_value_none();
	ct_error error;

	CT_OPTIMIZER_CHECK_AND_HOLD(self);
	if (result == NULL)
		return ct_missing_argument(__func__, 2, "result");
	CT_TRY(ct_optim_call_hooks(changed, CT_OPTIM_BEFORE_STATE_DICT, NULL));
	made = ct_value_dict_new();
	error = state_dict_add_state(self, &made);
	if (error == NULL)
		error = add_groups(self, &made);
	if (error == NULL)
		error = ct_optim_call_hooks(changed, CT_OPTIM_AFTER_STATE_DICT, &made);
	if (error)
		ct_value_free(&made);
	else
		*result = made;
	return error;
}

/* --- loading ---------------------------------------------------------------------------------- */

static ct_error not_a_state_dict(const char *what)
{
	return ct_error_new(CT_ERROR_KEY, CT_NAME_OF(ct_optimizer_load_state_dict), "'%s'", what);
}

static ct_error state_dict_get(const ct_value *dict, const char *name, ct_value *result)
{
	if (dict->kind != CT_VALUE_DICT || !ct_value_dict_has(dict, ct_value_string(name)))
		return not_a_state_dict(name);
	return ct_value_dict_get(dict, ct_value_string(name), result);
}

static ct_error state_dict_check_groups(const ct_optimizer *self, const ct_value *groups)
{
	ct_value group, params;

	if (ct_value_count(groups) != self->groups_len)
		return CT_RAISED(CT_ERROR_VALUE,
				 "loaded state dict has a different number of parameter groups");
	for (int64_t i = 0; i < self->groups_len; i++) {
		CT_TRY(ct_value_item(groups, i, &group));
		CT_TRY(state_dict_get(&group, "params", &params));
		if (ct_value_count(&params) != self->groups[i]->len)
			return CT_RAISED(
				CT_ERROR_VALUE,
				"loaded state dict contains a parameter group that doesn't "
				"match the size of optimizer's group");
	}
	return NULL;
}

static ct_error empty_copy(const ct_optimizer *self, const struct ct_optim_group *group,
			   struct ct_optim_group **result)
{
	*result = ct_optim_group_new(self, group->len);
	if (*result == NULL)
		return ct_no_memory(NULL, "for a group");
	for (int64_t i = 0; i < group->len; i++)
		CT_TRY(ct_module_share_tensor(group->params[i], NULL, &(*result)->params[i]));
	return group->last ? ct_optim_find_twice(*result) : NULL;
}

/* The saved options replace all others; names stay if the saved group has none. */
static ct_error load_options(const struct ct_optim_group *old, const ct_value *saved,
			     struct ct_optim_group *group)
{
	const ct_value names = ct_value_string("param_names");
	ct_value key, value;
	const char *name;

	for (int64_t k = 0; k < ct_value_count(saved); k++) {
		CT_TRY(ct_value_dict_item(saved, k, &key, &value));
		CT_TRY(ct_value_as_string(&key, &name, NULL));
		if (strcmp(name, "params") != 0)
			CT_TRY(ct_value_dict_set(&group->options, key, value));
	}
	if (!ct_value_dict_has(&group->options, names) && ct_value_dict_has(&old->options, names)) {
		CT_TRY(ct_value_dict_get(&old->options, names, &value));
		CT_TRY(ct_value_dict_set(&group->options, names, value));
	}
	return NULL;
}

static ct_error load_group(const ct_optimizer *self, const struct ct_optim_group *old,
			   const ct_value *saved, const ct_value *state,
			   struct ct_optim_group *group)
{
	ct_value params, key, of_parameter;

	CT_TRY(load_options(old, saved, group));
	CT_TRY(ct_optim_complete(self, &group->options));
	if (self->klass->code->load)
		return NULL;
	CT_TRY(state_dict_get(saved, "params", &params));
	for (int64_t i = 0; i < group->len; i++) {
		CT_TRY(ct_value_item(&params, i, &key));
		if (!ct_value_dict_has(state, key))
			continue;
		CT_TRY(ct_value_dict_get(state, key, &of_parameter));
		CT_TRY(ct_optim_load_parameter(self, group, i, &of_parameter));
		/* Before what later steps begin. */
		group->order[ct_optim_place(group, i)] = ct_value_dict_find(state, &key) -
							 ct_value_count(state);
	}
	return NULL;
}

static void free_groups(struct ct_optim_group **groups, int64_t n)
{
	for (int64_t i = 0; groups && i < n; i++)
		ct_optim_group_free(groups[i]);
	free(groups);
}

/* New groups, as many as the optimizer has. */
static ct_error load_groups(const ct_optimizer *self, const ct_value *saved, const ct_value *state,
			    struct ct_optim_group **groups)
{
	for (int64_t i = 0; i < self->groups_len; i++) {
		ct_value one;

		CT_TRY(empty_copy(self, self->groups[i], &groups[i]));
		CT_TRY(ct_value_item(saved, i, &one));
		CT_TRY(load_group(self, self->groups[i], &one, state, groups[i]));
	}
	return NULL;
}

/* Tensors are copied, too: a scheduler of the other optimizer fills them. One that several groups
 * have is copied once, as in Python. */
static ct_error load_copy(const ct_optimizer *self, const ct_value *saved, const ct_value *state,
			  struct ct_optim_group **groups)
{
	ct_value copy;
	ct_error error;

	CT_TRY(ct_value_deepcopy(saved, &copy));
	error = load_groups(self, &copy, state, groups);
	ct_value_free(&copy);
	return error;
}

void ct_optim_exchange(ct_optimizer *self, struct ct_optim_content *other)
{
	const struct ct_optim_content old = { self->groups, self->groups_len, self->groups_room,
					      other->own };

	self->groups = other->groups;
	self->groups_len = other->len;
	self->groups_room = other->room;
	*other = old;
	if (self->klass->code->exchange)
		self->klass->code->exchange(self, &other->own);
}

void ct_optim_content_free(const ct_optimizer *self, struct ct_optim_content *content)
{
	free_groups(content->groups, content->len);
	if (self->klass->code->drop)
		self->klass->code->drop(content->own);
	*content = (struct ct_optim_content){ 0 };
}

static ct_error make_content(ct_optimizer *self, const ct_value *state_dict,
			     struct ct_optim_content *made)
{
	ct_value saved, state;

	CT_TRY(state_dict_get(state_dict, "param_groups", &saved));
	CT_TRY(state_dict_get(state_dict, "state", &state));
	if (state.kind != CT_VALUE_DICT)
		return ct_error_new(CT_ERROR_ATTRIBUTE, CT_NAME_OF(ct_optimizer_load_state_dict),
				    "'%s' object has no attribute 'items'",
				    ct_value_type_name(&state));
	CT_TRY(state_dict_check_groups(self, &saved));
	made->groups = ct_array_new(self->groups_room, sizeof(struct ct_optim_group *));
	if (made->groups == NULL)
		return ct_no_memory(NULL, "for groups");
	made->len = self->groups_len;
	made->room = self->groups_room;
	CT_TRY(load_copy(self, &saved, &state, made->groups));
	return self->klass->code->load ? self->klass->code->load(self, &state, &made->own) : NULL;
}

static ct_error state_dict_load(ct_optimizer *self, const ct_value *state_dict,
				struct ct_optim_content *old)
{
	struct ct_optim_content made = { 0 };
	const ct_error error = make_content(self, state_dict, &made);

	if (error) {
		ct_optim_content_free(self, &made);
		return error;
	}
	ct_optim_exchange(self, &made);
	*old = made;
	return NULL;
}

ct_error ct_optim_load(ct_optimizer *self, const ct_value *state_dict, struct ct_optim_content *old)
{
	ct_value copy;
	ct_error error;

	CT_TRY(ct_optimizer_check(self, CT_NAME_OF(ct_optimizer_load_state_dict), 1, "self"));
	CT_OWN_SCOPE(CT_NAME_OF(ct_optimizer_load_state_dict));
	CT_NO_GRAD_SCOPE;
	if (self->hooks == NULL)
		return state_dict_load(self, state_dict, old);
	/* A hook may change it. */
	CT_TRY(ct_value_copy(state_dict, &copy));
	error = ct_optim_call_hooks(self, CT_OPTIM_BEFORE_LOADING, &copy);
	if (error == NULL)
		error = state_dict_load(self, &copy, old);
	ct_value_free(&copy);
	return error ? error : ct_optim_call_hooks(self, CT_OPTIM_AFTER_LOADING, NULL);
}

ct_error ct_optimizer_load_state_dict(ct_optimizer *self, const ct_value *state_dict)
{
	struct ct_optim_content old = { 0 };
	ct_error error;

	CT_OPTIMIZER_CHECK_AND_HOLD(self);
	if (state_dict == NULL)
		return ct_missing_argument(__func__, 2, "state_dict");
	error = ct_optim_load(self, state_dict, &old);
	if (error && old.groups)
		ct_optim_exchange(self, &old);
	ct_optim_content_free(self, &old);
	return error;
}
