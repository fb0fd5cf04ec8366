/*
 * Hooks of modules: registering, listing, removing. Who calls them: forward.c,
 * backward_hooks.c, state.c, load_state.c.
 */
#include <stdlib.h>
#include <string.h>

#include "core/base/lengths.h"
#include "core/base/no_memory.h"
#include "module/checked.h"
#include "module/module.h"

struct ct_module_hooks {
	struct ct_module_hook **at;
	int64_t room;
	uint32_t len;
};

/* --- one hook --------------------------------------------------------------------------------- */

static struct ct_module_hook *hooks_share(struct ct_module_hook *hook)
{
	atomic_fetch_add_explicit(&hook->references, 1, memory_order_relaxed);
	return hook;
}

static void hooks_drop(struct ct_module_hook *hook)
{
	if (atomic_fetch_sub_explicit(&hook->references, 1, memory_order_acq_rel) != 1)
		return;
	if (hook->release)
		hook->release(hook->context);
	free(hook);
}

/* --- a module's ------------------------------------------------------------------------------- */

static bool hooks_make_room(struct ct_module_hooks *hooks)
{
	struct ct_module_hook **at = ct_array_grow(hooks->at, &hooks->room, (int64_t)hooks->len + 1,
						   sizeof *at);

	if (at)
		hooks->at = at;
	return at != NULL;
}

static bool hooks_add(ct_module *self, struct ct_module_hook *hook, bool prepend)
{
	struct ct_module_hooks *hooks = self->hooks;

	if (hooks == NULL)
		hooks = self->hooks = calloc(1, sizeof *hooks);
	if (hooks == NULL || !hooks_make_room(hooks))
		return false;
	if (prepend)
		memmove(hooks->at + 1, hooks->at, hooks->len * sizeof *hooks->at);
	hooks->at[prepend ? 0 : hooks->len] = hook;
	hooks->len++;
	return true;
}

/* `call`: the place of the argument if it is missing, or 0. */
static ct_error register_hook(ct_module *self, struct ct_module_hook new, int call, bool prepend,
			      int64_t *number, const char *function)
{
	static atomic_llong last;
	struct ct_module_hook *hook;

	CT_TRY(ct_module_check(self, function, 1, "self"));
	if (call)
		return ct_error_new(CT_ERROR_ARGUMENT, function,
				    "argument %d (call) must not be NULL", call);
	hook = malloc(sizeof *hook);
	if (hook)
		*hook = new;
	if (hook == NULL || !hooks_add(self, hook, prepend)) {
		free(hook);
		return ct_no_memory(function, "for a hook");
	}
	hook->references = 1;
	hook->number = atomic_fetch_add(&last, 1) + 1;
	if (number)
		*number = hook->number;
	return NULL;
}

ct_error ct_module_register_forward_pre_hook(ct_module *self, ct_module_forward_pre_hook call,
					     void *context, ct_release_function release,
					     const ct_module_hook_options *options, int64_t *hook)
{
	const struct ct_module_hook new = { .kind = CT_HOOK_FORWARD_PRE,
					    .call.forward_pre = call,
					    .context = context,
					    .release = release };

	return register_hook(self, new, call ? 0 : 2, options && options->prepend, hook, __func__);
}

ct_error ct_module_register_forward_hook(ct_module *self, ct_module_forward_hook call,
					 void *context, ct_release_function release,
					 const ct_module_hook_options *options, int64_t *hook)
{
	const struct ct_module_hook new = { .kind = CT_HOOK_FORWARD,
					    .always_call = options && options->always_call,
					    .call.forward = call,
					    .context = context,
					    .release = release };

	return register_hook(self, new, call ? 0 : 2, options && options->prepend, hook, __func__);
}

ct_error ct_module_register_full_backward_pre_hook(ct_module *self,
						   ct_module_backward_pre_hook call, void *context,
						   ct_release_function release,
						   const ct_module_hook_options *options,
						   int64_t *hook)
{
	const struct ct_module_hook new = { .kind = CT_HOOK_BACKWARD_PRE,
					    .call.backward_pre = call,
					    .context = context,
					    .release = release };

	return register_hook(self, new, call ? 0 : 2, options && options->prepend, hook, __func__);
}

ct_error ct_module_register_full_backward_hook(ct_module *self, ct_module_backward_hook call,
					       void *context, ct_release_function release,
					       const ct_module_hook_options *options, int64_t *hook)
{
	const struct ct_module_hook new = { .kind = CT_HOOK_BACKWARD,
					    .call.backward = call,
					    .context = context,
					    .release = release };

	return register_hook(self, new, call ? 0 : 2, options && options->prepend, hook, __func__);
}

ct_error ct_module_register_state_hook(ct_module *self, ct_state_hook_time time,
				       ct_module_state_hook call, void *context,
				       ct_release_function release, int64_t *hook)
{
	const struct ct_module_hook new = { .kind = (enum ct_module_hook_kind)time,
					    .call.state = call,
					    .context = context,
					    .release = release };

	if (time < CT_STATE_HOOK_BEFORE_STATE_DICT || time > CT_STATE_HOOK_AFTER_LOADING)
		return ct_error_new(CT_ERROR_ARGUMENT, __func__, "argument 2 (time) is %d",
				    (int)time);
	return register_hook(self, new, call ? 0 : 3, false, hook, __func__);
}

ct_error ct_module_register_computed(ct_module *self, void *context, ct_release_function release,
				     const char *function)
{
	const struct ct_module_hook new = { .kind = CT_HOOK_COMPUTED,
					    .context = context,
					    .release = release };

	return register_hook(self, new, 0, false, NULL, function);
}

bool ct_module_remove_hook(ct_module *self, int64_t hook)
{
	struct ct_module_hooks *hooks;

	ct_module_check_argument(self, CT_HERE);
	hooks = self ? self->hooks : NULL;
	for (uint32_t i = 0; hooks && i < hooks->len; i++) {
		struct ct_module_hook *found = hooks->at[i];

		if (found->number != hook)
			continue;
		hooks->len--;
		memmove(hooks->at + i, hooks->at + i + 1, (hooks->len - i) * sizeof *hooks->at);
		hooks_drop(found);
		return true;
	}
	return false;
}

void ct_module_hooks_free(struct ct_module_hooks *hooks)
{
	if (hooks == NULL)
		return;
	for (uint32_t i = 0; i < hooks->len; i++)
		hooks_drop(hooks->at[i]);
	free(hooks->at);
	free(hooks);
}

bool ct_module_hooks_copy(const struct ct_module_hooks *from, struct ct_module_hooks **result)
{
	struct ct_module_hooks *hooks;

	if (from == NULL || from->len == 0)
		return true;
	hooks = calloc(1, sizeof *hooks);
	if (hooks)
		hooks->at = ct_array_new(from->len, sizeof(struct ct_module_hook *));
	if (hooks == NULL || hooks->at == NULL) {
		free(hooks);
		return false;
	}
	hooks->len = from->len;
	hooks->room = from->len;
	for (uint32_t i = 0; i < from->len; i++)
		hooks->at[i] = hooks_share(from->at[i]);
	*result = hooks;
	return true;
}

/* --- those of a kind -------------------------------------------------------------------------- */

static uint32_t hooks_count(const ct_module *self, enum ct_module_hook_kind kind)
{
	uint32_t n = 0;

	for (uint32_t i = 0; self->hooks && i < self->hooks->len; i++)
		n += self->hooks->at[i]->kind == kind;
	return n;
}

bool ct_module_has_hooks(const ct_module *self, enum ct_module_hook_kind kind)
{
	return hooks_count(self, kind) > 0;
}

const struct ct_module_hook *ct_module_hook_next(const ct_module *self,
						 enum ct_module_hook_kind kind, uint32_t *i)
{
	while (self->hooks && *i < self->hooks->len) {
		const struct ct_module_hook *hook = self->hooks->at[(*i)++];

		if (hook->kind == kind)
			return hook;
	}
	return NULL;
}

ct_error ct_module_hooks_list(const ct_module *self, enum ct_module_hook_kind kind,
			      const char *function, struct ct_module_hook_list *list)
{
	const uint32_t n = hooks_count(self, kind);

	*list = (struct ct_module_hook_list){ 0 };
	if (n == 0)
		return NULL;
	list->at = ct_array_new(n, sizeof(struct ct_module_hook *));
	if (list->at == NULL)
		return ct_no_memory(function, "for hooks");
	for (uint32_t i = 0; i < self->hooks->len; i++)
		if (self->hooks->at[i]->kind == kind)
			list->at[list->len++] = hooks_share(self->hooks->at[i]);
	return NULL;
}

void ct_module_hooks_unlist(struct ct_module_hook_list *list)
{
	for (uint32_t i = 0; i < list->len; i++)
		hooks_drop(list->at[i]);
	free(list->at);
}

ct_error ct_module_state_hooks_call(ct_module *self, enum ct_module_hook_kind kind, ct_value *state,
				    const char *prefix, const char *function)
{
	struct ct_module_hook_list hooks;
	ct_error error = NULL;

	CT_TRY(ct_module_hooks_list(self, kind, function, &hooks));
	for (uint32_t i = 0; i < hooks.len && error == NULL; i++)
		error = hooks.at[i]->call.state(self, state, prefix, hooks.at[i]->context);
	ct_module_hooks_unlist(&hooks);
	return error;
}
