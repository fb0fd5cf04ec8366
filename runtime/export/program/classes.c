/*
 * Classes whose objects a program takes or returns, registered by name.
 */
#define _GNU_SOURCE

#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

/* Without memory an element is not added: its table is NULL. */
#define HASH_NONFATAL_OOM 1
#define uthash_nonfatal_oom(element) ((void)(element))
#include <uthash.h>

#include "core/base/no_memory.h"
#include "core/memory/expression.h"
#include "export/program/classes.h"

/* Found classes stay alive while they are used. */
struct registered {
	struct ct_export_class functions; /* first: it is what is found */
	ct_release_function release;
	atomic_int references;
	char *name;
	UT_hash_handle hh;
};

static struct registered *all;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

const struct ct_export_class *ct_export_class_find(const char *name)
{
	struct registered *found;

	pthread_mutex_lock(&lock);
	HASH_FIND_STR(all, name, found);
	if (found)
		atomic_fetch_add(&found->references, 1);
	pthread_mutex_unlock(&lock);
	return found ? &found->functions : NULL;
}

void ct_export_class_release(const struct ct_export_class *self)
{
	struct registered *registered = (struct registered *)self;

	if (registered == NULL || atomic_fetch_sub(&registered->references, 1) > 1)
		return;
	if (registered->release)
		registered->release(registered->functions.context);
	free(registered->name);
	free(registered);
}

/* False: no memory. */
static bool add(struct registered *made, bool *is_taken)
{
	struct registered *found;

	pthread_mutex_lock(&lock);
	HASH_FIND_STR(all, made->name, found);
	*is_taken = found != NULL;
	if (found == NULL)
		HASH_ADD_KEYPTR(hh, all, made->name, strlen(made->name), made);
	pthread_mutex_unlock(&lock);
	return found || made->hh.tbl;
}

ct_error ct_export_register_class(const char *name, ct_export_flatten_function flatten,
				  ct_export_unflatten_function unflatten, void *context,
				  ct_release_function release)
{
	struct registered *made;
	bool is_taken;

	if (name == NULL)
		return ct_missing_argument(__func__, 1, "name");
	made = calloc(1, sizeof *made);
	if (made == NULL || (made->name = strdup(name)) == NULL) {
		free(made);
		return ct_no_memory(__func__, "for a class");
	}
	made->functions = (struct ct_export_class){ flatten, unflatten, context };
	made->release = release;
	atomic_init(&made->references, 1);
	if (add(made, &is_taken) && !is_taken)
		return NULL;
	free(made->name);
	free(made);
	return is_taken ? ct_error_new(CT_ERROR_KEY, __func__,
				       "the class '%s' is registered already", name)
			: ct_no_memory(__func__, "for a class");
}

ct_error ct_export_remove_class(const char *name)
{
	struct registered *found;

	if (name == NULL)
		return ct_missing_argument(__func__, 1, "name");
	pthread_mutex_lock(&lock);
	HASH_FIND_STR(all, name, found);
	if (found)
		HASH_DEL(all, found);
	pthread_mutex_unlock(&lock);
	if (found == NULL)
		return ct_error_new(CT_ERROR_KEY, __func__, "no class '%s' is registered", name);
	ct_export_class_release(&found->functions);
	return NULL;
}
