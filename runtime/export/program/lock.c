/*
 * The lock of a program that writes to its weights.
 */
#define _GNU_SOURCE

#include <errno.h>

#include "export/program/instance.h"

/* A thread that has the lock already gets an error, rather than waiting for itself. */
void ct_export_lock_init(ct_export *self)
{
	pthread_mutexattr_t attributes;

	pthread_mutexattr_init(&attributes);
	pthread_mutexattr_settype(&attributes, PTHREAD_MUTEX_ERRORCHECK);
	pthread_mutex_init(&self->lock, &attributes);
	pthread_mutexattr_destroy(&attributes);
}

ct_error ct_export_lock(const ct_export *self, const char *function)
{
	if (!self->shared->is_mutating)
		return NULL;
	if (pthread_mutex_lock(&((ct_export *)self)->lock) == EDEADLK)
		return ct_error_new(CT_ERROR_RUNTIME, function,
				    "%s: the program runs already in this thread, and it writes to "
				    "its own tensors",
				    self->shared->what);
	return NULL;
}

void ct_export_unlock(const ct_export *self)
{
	if (self->shared->is_mutating)
		pthread_mutex_unlock(&((ct_export *)self)->lock);
}
