/*
 * The calls of loaders that this thread is in. The functions that a loader calls must not call it:
 * they would wait for themselves.
 */
#include "data/loader/loader.h"

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
