/*
 * Hooks of optimizers: registering and removing them.
 */
#include "core/base/no_memory.h"
#include "core/memory/expression.h"
#include "optim/optimizer/class.h"

static ct_error register_hook(ct_optimizer *self, struct ct_optim_hook hook, bool prepend,
			      int64_t *number, const char *function)
{
	static atomic_llong last;

	CT_TRY(ct_optimizer_check(self, function, 1, "self"));
	if (hook.call == NULL && hook.call_with_state == NULL)
		return ct_missing_argument(function, 3, "call");
	hook.number = atomic_fetch_add(&last, 1) + 1;
	if (!ct_optim_hooks_add(self, &hook, prepend))
		return ct_no_memory(function, "for a hook");
	if (number)
		*number = hook.number;
	return NULL;
}

ct_error ct_optimizer_register_step_hook(ct_optimizer *self, bool after, ct_optimizer_hook call,
					 void *context, ct_release_function release_context,
					 int64_t *number)
{
	return register_hook(
		self,
		(struct ct_optim_hook){ .kind = after ? CT_OPTIM_AFTER_STEP : CT_OPTIM_BEFORE_STEP,
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
	return register_hook(self,
			     (struct ct_optim_hook){ .kind = (enum ct_optim_hook_kind)time,
						     .call_with_state = call,
						     .context = context,
						     .release = release_context },
			     prepend, number, __func__);
}

bool ct_optimizer_remove_hook(ct_optimizer *self, int64_t number)
{
	return self && ct_optim_hooks_remove(self->hooks, number);
}
