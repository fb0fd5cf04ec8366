/*
 * Objects that are reference counted and belong to scopes.
 */
#include <stdlib.h>

#include <ctorch/core/scope.h>

#include "core/memory/counted.h"
#include "core/base/no_memory.h"
#include "core/memory/expression.h"
#include "core/memory/scopes.h"
#include "core/memory/threads.h"

/* The class of an object that is no more, as long as its memory is not used for something else. */
static const struct ct_counted_class released = { "released", NULL };

void *ct_counted_alloc(const struct ct_counted_class *klass, size_t nbytes)
{
	struct ct_counted *self = calloc(1, nbytes);

	if (self == NULL)
		return NULL;
	self->klass = klass;
	self->references = 1;
	return self;
}

void *ct_counted_share(const void *object)
{
	struct ct_counted *self = (struct ct_counted *)object;

	if (self)
		atomic_fetch_add_explicit(&self->references, 1, memory_order_relaxed);
	return self;
}

void ct_counted_drop(void *object)
{
	struct ct_counted *self = object;
	const struct ct_counted_class *klass;

	if (self == NULL ||
	    atomic_fetch_sub_explicit(&self->references, 1, memory_order_acq_rel) != 1)
		return;
	klass = self->klass;
	self->klass = &released;
	klass->destroy(self);
}

ct_error ct_counted_give(void *object, const struct ct_counted_class *klass, const char *function)
{
	if (object &&
	    (!ct_attended_by(CT_ATTEND_SCOPE) || ct_scopes_own_object(ct_counted_drop, object)))
		return NULL;
	ct_counted_drop(object);
	return ct_no_memory(function, "for %s", klass->name);
}

void *ct_counted_keep(const void *object)
{
	const struct ct_counted *self = object;
	ct_error error;

	if (self == NULL)
		return NULL;
	error = ct_counted_give(ct_counted_share(object), self->klass, __func__);
	ct_error_free(error);
	return error ? NULL : (void *)object;
}

void ct_counted_free(void *object)
{
	if (object == NULL)
		return;
	ct_scope_disown_object(object);
	ct_counted_drop(object);
}

ct_error ct_counted_check(const void *object, const struct ct_counted_class *klass,
			  const char *function, int position, const char *name)
{
	const struct ct_counted *self = object;

	if (self == NULL)
		return ct_missing_argument(function, position, name);
	if (self->klass == klass)
		return NULL;
	if (self->klass == &released)
		return ct_error_new(
			CT_ERROR_ARGUMENT, function,
			"argument %d (%s): it was already released; a scope that closes "
			"releases what it owns, except objects moved out with "
			"ct_scope_move_object_up()",
			position, name);
	return ct_error_new(CT_ERROR_ARGUMENT, function, "argument %d (%s): this is not %s",
			    position, name, klass->name);
}
