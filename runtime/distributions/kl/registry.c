/*
 * Formulas of the program's own.
 */
#define _GNU_SOURCE

#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/no_memory.h"
#include "core/memory/expression.h"
#include "distributions/kl/registry.h"
#include "distributions/own/own.h"

typedef struct ct_distr_formula formula;

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static formula *formulas;
static atomic_bool has_any;

static void destroy_formula(void *object)
{
	formula *self = object;

	if (self->release)
		self->release(self->context);
	free(self->first);
	free(self->second);
	free(self);
}

static const struct ct_counted_class counted = { "a formula", destroy_formula };

/* --- finding ---------------------------------------------------------------------------------- */

bool ct_distr_has_formulas(void)
{
	return has_any;
}

/* With the lock: where a pair's formula is, or would be added. */
static formula **find_place(const char *first, const char *second)
{
	formula **place = &formulas;

	while (*place &&
	       (strcmp((*place)->first, first) != 0 || strcmp((*place)->second, second) != 0))
		place = &(*place)->next;
	return place;
}

formula *ct_distr_find_formula(const char *first, const char *second)
{
	formula *found;

	pthread_mutex_lock(&lock);
	found = ct_counted_share(*find_place(first, second));
	pthread_mutex_unlock(&lock);
	return found;
}

/* --- registering ------------------------------------------------------------------------------ */

/* NULL: no memory, and nothing was released. */
static formula *formula_new(const char *first, const char *second)
{
	formula *self = ct_counted_alloc(&counted, sizeof *self);

	if (self == NULL)
		return NULL;
	self->first = strdup(first);
	self->second = strdup(second);
	if (self->first && self->second)
		return self;
	ct_counted_drop(self);
	return NULL;
}

/* Puts it, or nothing if it is NULL, in place of the pair's formula, which is released last: its
 * release function may register another one. */
static void replace(const char *first, const char *second, formula *made)
{
	formula **place, *before;

	pthread_mutex_lock(&lock);
	place = find_place(first, second);
	before = *place;
	if (made) {
		made->next = before ? before->next : NULL;
		*place = made;
	} else if (before) {
		*place = before->next;
	}
	has_any = formulas != NULL;
	pthread_mutex_unlock(&lock);
	ct_counted_drop(before);
}

static ct_error check_names(const char *first, const char *second, const char *function)
{
	if (first == NULL || second == NULL)
		return ct_missing_argument(function, first ? 2 : 1, first ? "second" : "first");
	CT_TRY(ct_distr_check_name(first, function));
	return ct_distr_check_name(second, function);
}

ct_error ct_distribution_register_kl(const char *first, const char *second,
				     ct_distribution_kl_function function, void *context,
				     ct_release_function release)
{
	ct_error error = check_names(first, second, __func__);
	formula *made = error || function == NULL ? NULL : formula_new(first, second);

	if (error == NULL && function && made == NULL)
		error = ct_no_memory(__func__, "for a formula");
	if (made) {
		made->function = function;
		made->context = context;
		made->release = release;
	} else if (release) {
		release(context);
	}
	if (error == NULL)
		replace(first, second, made);
	return error;
}
