/*
 * Hooks of optimizers.
 */
#include <stdlib.h>
#include <string.h>

#include "base/lengths.h"
#include "base/no_memory.h"
#include "memory/expression.h"
#include "optim/class.h"

struct hook {
	int64_t number;
	enum ct_optim_hook_kind kind;
	ct_optimizer_hook call;
	ct_optimizer_state_hook call_with_state;
	void *context;
	ct_release_function release;
};

struct ct_optim_hooks {
	struct hook *at;
	int64_t len, room;
};

static void hooks_release(const struct hook *hook)
{
	if (hook->release)
		hook->release(hook->context);
}

void ct_optim_hooks_free(struct ct_optim_hooks *hooks)
{
	for (int64_t i = 0; hooks && i < hooks->len; i++)
		hooks_release(&hooks->at[i]);
	if (hooks)
		free(hooks->at);
	free(hooks);
}

static bool hooks_make_room(ct_optimizer *self)
{
	struct ct_optim_hooks *hooks = self->hooks;
	struct hook *at;

	if (hooks == NULL)
		hooks = self->hooks = calloc(1, sizeof *hooks);
	if (hooks == NULL)
		return false;
	at = ct_array_grow(hooks->at, &hooks->room, hooks->len + 1, sizeof *at);
	if (at)
		hooks->at = at;
	return at != NULL;
}

static ct_error hooks_add(ct_optimizer *self, struct hook hook, bool prepend, int64_t *number,
			  const char *function)
{
	static atomic_llong last;
	struct ct_optim_hooks *hooks;

	CT_TRY(ct_optimizer_check(self, function, 1, "self"));
	if (hook.call == NULL && hook.call_with_state == NULL)
		return ct_missing_argument(function, 3, "call");
	if (!hooks_make_room(self))
		return ct_no_memory(function, "for a hook");
	hooks = self->hooks;
	hook.number = atomic_fetch_add(&last, 1) + 1;
	if (prepend)
		memmove(hooks->at + 1, hooks->at, (size_t)hooks->len * sizeof hook);
	hooks->at[prepend ? 0 : hooks->len] = hook;
	hooks->len++;
	if (number)
		*number = hook.number;
	return NULL;
}

ct_error ct_optimizer_register_step_hook(ct_optimizer *self, bool after, ct_optimizer_hook call,
					 void *context, ct_release_function release_context,
					 int64_t *number)
{
	return hooks_add(self,
			 (struct hook){ .kind = after ? CT_OPTIM_AFTER_STEP : CT_OPTIM_BEFORE_STEP,
					.call = call,
					.context = context,
					.release = release_context },
			 false, number, __func__);
}

ct_error ct_optimizer_register_state_hook(ct_optimizer *self, ct_state_hook_time time,
					  ct_optimizer_state_hook call, void *context,
					  ct_release_function release_context, bool prepend,
					  int64_t *number)
{
	if (time < CT_STATE_HOOK_BEFORE_STATE_DICT || time > CT_STATE_HOOK_AFTER_LOADING)
		return ct_error_new(CT_ERROR_ARGUMENT, __func__,
				    "argument 2 (time): unknown ct_state_hook_time %d", (int)time);
	return hooks_add(self,
			 (struct hook){ .kind = (enum ct_optim_hook_kind)time,
					.call_with_state = call,
					.context = context,
					.release = release_context },
			 prepend, number, __func__);
}

bool ct_optimizer_remove_hook(ct_optimizer *self, int64_t number)
{
	struct ct_optim_hooks *hooks = self ? self->hooks : NULL;
	struct hook removed;

	for (int64_t i = 0; hooks && i < hooks->len; i++) {
		if (hooks->at[i].number != number)
			continue;
		removed = hooks->at[i];
		hooks->len--;
		memmove(hooks->at + i, hooks->at + i + 1,
			(size_t)(hooks->len - i) * sizeof removed);
		hooks_release(&removed);
		return true;
	}
	return false;
}

/* The first hook of a kind with a number above `after`, in their order; a hook may remove
 * itself. */
static bool next(const ct_optimizer *self, enum ct_optim_hook_kind kind, int64_t *i,
		 struct hook *result)
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
	struct hook hook;

	for (int64_t i = 0; next(self, kind, &i, &hook);) {
		CT_TRY(hook.call ? hook.call(self, hook.context)
				 : hook.call_with_state(self, state_dict, hook.context));
		/* It may have removed itself. */
		if (i < self->hooks->len && self->hooks->at[i].number == hook.number)
			i++;
	}
	return NULL;
}
