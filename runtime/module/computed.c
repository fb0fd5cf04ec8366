/*
 * Tensors that a module computes for each of its calls.
 */
#include <stdlib.h>
#include <string.h>

#include <ctorch/core/scope.h>
#include <ctorch/tensor/tensor.h>

#include "core/base/lengths.h"
#include "core/base/name_of.h"
#include "core/base/no_memory.h"
#include "core/memory/own_scope.h"
#include "module/computed.h"

/* With a copy of the options and of the name behind it. */
static struct ct_computed *computed_copy(const struct ct_computed *how)
{
	const size_t size = strlen(how->name) + 1;
	struct ct_computed *result = malloc(sizeof *result + how->options_size + size);
	char *behind;

	if (result == NULL)
		return NULL;
	*result = *how;
	behind = (char *)(result + 1);
	if (how->options)
		result->options = memcpy(behind, how->options, how->options_size);
	result->name = memcpy(behind + how->options_size, how->name, size);
	return result;
}

ct_error ct_computed_add(ct_module *self, const struct ct_computed *how, const char *function)
{
	struct ct_computed *added = computed_copy(how);
	ct_error error;

	if (added == NULL)
		return ct_no_memory(function, "for a name");
	error = ct_module_register_computed(self, added, free, function);
	if (error)
		free(added);
	return error;
}

static const struct ct_computed *how_of(const struct ct_module_hook *hook)
{
	return hook->context;
}

static const struct ct_module_hook *computed_find(const ct_module *self, const char *name,
						  ct_compute compute)
{
	const struct ct_module_hook *hook;

	for (uint32_t i = 0; (hook = ct_module_hook_next(self, CT_HOOK_COMPUTED, &i));)
		if ((name == NULL || !strcmp(how_of(hook)->name, name)) &&
		    (compute == NULL || how_of(hook)->compute == compute))
			return hook;
	return NULL;
}

void ct_computed_remove(ct_module *self, const char *name)
{
	const struct ct_module_hook *hook = computed_find(self, name, NULL);

	if (hook)
		ct_module_remove_hook(self, hook->number);
}

const struct ct_computed *ct_computed_find(const ct_module *self, const char *name,
					   ct_compute compute)
{
	const struct ct_module_hook *hook = computed_find(self, name, compute);

	return hook ? how_of(hook) : NULL;
}

ct_error ct_module_find_tensor(const ct_module *self, const char *name, ct_tensor **result)
{
	const struct ct_computed *how = ct_computed_find(self, name, NULL);

	*result = NULL;
	if (how)
		return how->compute(self, how, result);
	for (int kind = CT_PARAMETERS; kind <= CT_BUFFERS; kind++) {
		const struct ct_part *part = ct_part_find(self, (enum ct_part_kind)kind, name);

		if (part)
			*result = part->object;
	}
	return NULL;
}

bool ct_module_is_parametrized(const ct_module *self)
{
	const struct ct_module_hook *hook;

	for (uint32_t i = 0; (hook = ct_module_hook_next(self, CT_HOOK_COMPUTED, &i));)
		if (how_of(hook)->is_parametrization)
			return true;
	return false;
}

ct_tensor **ct_computed_field(const ct_module *self, const struct ct_computed *how)
{
	char *data = ((ct_module *)self)->data;

	return how->field == CT_NO_FIELD ? NULL : (ct_tensor **)(void *)(data + how->field);
}

ct_error ct_computed_missing_keys(const ct_module *self, const ct_value *state, const char *prefix,
				  ct_value *missing)
{
	const struct ct_module_hook *hook;

	for (uint32_t i = 0; (hook = ct_module_hook_next(self, CT_HOOK_COMPUTED, &i));)
		if (how_of(hook)->missing)
			CT_TRY(how_of(hook)->missing(how_of(hook), state, prefix, missing));
	return NULL;
}

/* --- around a call ---------------------------------------------------------------------------- */

/* A handle that belongs to no scope. */
static ct_error compute(const ct_module *self, const struct ct_computed *how, ct_tensor **result)
{
	ct_tensor *computed;

	CT_OWN_SCOPE(CT_NAME_OF(ct_module_forward));
	CT_TRY(how->compute(self, how, &computed));
	return ct_module_share_tensor(computed, CT_NAME_OF(ct_module_forward), result);
}

static ct_error enter_one(ct_module *self, const struct ct_computed *how, ct_tensor **before)
{
	ct_tensor **field = ct_computed_field(self, how);
	ct_tensor *computed = NULL;

	if (how->before)
		CT_TRY(how->before(self, how));
	if (field == NULL)
		return NULL;
	CT_TRY(compute(self, how, &computed));
	*before = *field;
	*field = computed;
	return NULL;
}

ct_error ct_computed_enter(ct_module *self, struct ct_computed_call *call)
{
	ct_error error = NULL;

	*call = (struct ct_computed_call){ 0 };
	CT_TRY(ct_module_hooks_list(self, CT_HOOK_COMPUTED, CT_NAME_OF(ct_module_forward),
				    &call->all));
	if (call->all.len == 0)
		return NULL;
	call->before = ct_array_new(call->all.len, sizeof *call->before);
	if (call->before == NULL)
		error = ct_no_memory(CT_NAME_OF(ct_module_forward), "for a call");
	for (; call->len < call->all.len && error == NULL; call->len++)
		if ((error = enter_one(self, how_of(call->all.at[call->len]),
				       &call->before[call->len])))
			break;
	if (error)
		ct_computed_leave(self, call);
	return error;
}

/* In reverse: a call within the call has set the fields back already. */
void ct_computed_leave(ct_module *self, struct ct_computed_call *call)
{
	while (call->len > 0) {
		ct_tensor **field;

		call->len--;
		field = ct_computed_field(self, how_of(call->all.at[call->len]));
		if (field == NULL)
			continue;
		ct_tensor_free_unscoped(*field);
		*field = call->before[call->len];
	}
	free(call->before);
	ct_module_hooks_unlist(&call->all);
}
