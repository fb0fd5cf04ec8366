/*
 * The hooks of an optimizer: their list, and calling them.
 */
#include <stdlib.h>
#include <string.h>

#include "core/base/lengths.h"
#include "optim/optimizer/class.h"

struct ct_optim_hooks {
	struct ct_optim_hook *at;
	int64_t len, room;
};

static void release_hook(const struct ct_optim_hook *hook)
{
	if (hook->release)
		hook->release(hook->context);
}

void ct_optim_hooks_free(struct ct_optim_hooks *hooks)
{
	for (int64_t i = 0; hooks && i < hooks->len; i++)
		release_hook(&hooks->at[i]);
	if (hooks)
		free(hooks->at);
	free(hooks);
}

static bool hook_list_make_room(ct_optimizer *self)
{
	struct ct_optim_hooks *hooks = self->hooks;
	struct ct_optim_hook *at;

	if (hooks == NULL)
		hooks = self->hooks = calloc(1, sizeof *hooks);
	if (hooks == NULL)
		return false;
	at = ct_array_grow(hooks->at, &hooks->room, hooks->len + 1, sizeof *at);
	if (at)
		hooks->at = at;
	return at != NULL;
}

bool ct_optim_hooks_add(ct_optimizer *self, const struct ct_optim_hook *hook, bool prepend)
{
	struct ct_optim_hooks *hooks;

	if (!hook_list_make_room(self))
		return false;
	hooks = self->hooks;
	if (prepend)
		memmove(hooks->at + 1, hooks->at, (size_t)hooks->len * sizeof *hook);
	hooks->at[prepend ? 0 : hooks->len] = *hook;
	hooks->len++;
	return true;
}

bool ct_optim_hooks_remove(struct ct_optim_hooks *hooks, int64_t number)
{
	struct ct_optim_hook removed;

	for (int64_t i = 0; hooks && i < hooks->len; i++) {
		if (hooks->at[i].number != number)
			continue;
		removed = hooks->at[i];
		hooks->len--;
		memmove(hooks->at + i, hooks->at + i + 1,
			(size_t)(hooks->len - i) * sizeof removed);
		release_hook(&removed);
		return true;
	}
	return false;
}

/* The first hook of a kind with a number above `after`, in their order; a hook may remove
 * itself. */
static bool next(const ct_optimizer *self, enum ct_optim_hook_kind kind, int64_t *i,
		 struct ct_optim_hook *result)
{
	for (; self->hooks && *i < self->hooks->len; ++*i) {
		if (self->hooks->at[*i].kind != kind)
			continue;
		*result = self->hooks->at[*i];
		return true;
	}
	return false;
}

ct_error ct_optim_call_hooks(ct_optimizer *self, enum ct_optim_hook_kind kind, ct_value *state_dict)
{
	struct ct_optim_hook hook;

	for (int64_t i = 0; next(self, kind, &i, &hook);) {
		CT_TRY(hook.call ? hook.call(self, hook.context)
				 : hook.call_with_state(self, state_dict, hook.context));
		/* It may have removed itself. */
		if (i < self->hooks->len && self->hooks->at[i].number == hook.number)
			i++;
	}
	return NULL;
}
