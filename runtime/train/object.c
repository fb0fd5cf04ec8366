/*
 * Objects of one owner.
 */
#include <ctorch/core/scope.h>

#include "core/base/no_memory.h"
#include "core/memory/scopes.h"
#include "core/memory/threads.h"
#include "train/object.h"

ct_error ct_train_give(void *object, ct_release_function release, const char *function)
{
	if (object && (!ct_attended_by(CT_ATTEND_SCOPE) || ct_scopes_own_object(release, object)))
		return NULL;
	if (object)
		release(object);
	return ct_no_memory(function, "for an object");
}

void ct_train_take(void *object, ct_release_function release)
{
	if (object == NULL)
		return;
	ct_scope_disown_object(object);
	release(object);
}
