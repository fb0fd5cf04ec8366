/*
 * Inside the library: objects of one owner, which belong to a scope or to the caller.
 */
#ifndef CT_TRAIN_OBJECT_H
#define CT_TRAIN_OBJECT_H

#include <ctorch/core/error.h>
#include <ctorch/core/types.h>

/* Gives the new object to the innermost scope, if one is open. NULL, and no memory for that: an
 * error, after which it is released. */
ct_error ct_train_give(void *object, ct_release_function release,
		       const char *function) CT_WARN_UNUSED;

/* Takes the object out of its scope and releases it; NULL is accepted. */
void ct_train_take(void *object, ct_release_function release);

#endif
