/*
 * Where a loader may be called: not by the functions that it calls, which would wait for themselves,
 * and not in a child of the process that has its workers.
 */
#include <ctorch/ctorch.h>

#include "data/loader.h"

static _Thread_local const struct ct_loader_call *innermost;

void ct_loader_call_begin(struct ct_loader_call *self, const ct_data_loader *loader)
{
	*self = (struct ct_loader_call){ loader, innermost };
	innermost = self;
}

void ct_loader_call_end(const struct ct_loader_call *self)
{
	innermost = self->outer;
}

bool ct_loader_is_in_call(const ct_data_loader *self)
{
	const struct ct_loader_call *call = innermost;

	while (call && call->loader != self)
		call = call->outer;
	return call != NULL;
}

ct_error ct_loader_check_call(const ct_data_loader *self, const char *function)
{
	CT_TRY(ct_data_loader_check(self, function));
	if (!ct_loader_is_in_call(self))
		return NULL;
	return ct_error_new(CT_ERROR_RUNTIME, function,
			    "%s() was called in a callback of this data loader of %s, such as the "
			    "dataset's get; create a second data loader for it",
			    function, self->dataset->name);
}

ct_error ct_loader_enter(const ct_data_loader *self, const char *function,
			 struct ct_loader_call *call)
{
	CT_TRY(ct_loader_check_call(self, function));
	if (ct_workers_are_elsewhere(self->workers))
		return ct_error_new(CT_ERROR_RUNTIME, function,
				    "the workers of this data loader of %s are threads of the "
				    "parent process; create a data loader in the child after "
				    "fork()",
				    self->dataset->name);
	ct_loader_call_begin(call, self);
	return NULL;
}
