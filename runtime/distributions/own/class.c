/*
 * Classes of the program's own: what the library makes of a ct_distribution_class.
 */
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/name_of.h"
#include "core/base/no_memory.h"
#include "distributions/own/own.h"

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct ct_distr_own_class *classes; /* the newest first */

/* --- names ------------------------------------------------------------------------------------ */

/* Python's classes of which there are no objects. */
static const char *const bases[] = { "Distribution", "ExponentialFamily",
				     "TransformedDistribution" };

static bool is_base(const char *name)
{
	for (size_t i = 0; i < sizeof bases / sizeof *bases; i++)
		if (!strcmp(bases[i], name))
			return true;
	return false;
}

/* With the lock. The newest class of this name. */
static const struct ct_distr_own_class *find_named(const char *name)
{
	const struct ct_distr_own_class *own = classes;

	while (own && strcmp(own->functions.name, name) != 0)
		own = own->next;
	return own;
}

static ct_error check_name(const char *name, const char *function)
{
	if (is_base(name) || ct_distr_class(name) || find_named(name))
		return NULL;
	return ct_distr_unknown(name, function);
}

ct_error ct_distr_check_name(const char *name, const char *function)
{
	ct_error error;

	pthread_mutex_lock(&lock);
	error = check_name(name, function);
	pthread_mutex_unlock(&lock);
	return error;
}

/* --- what comes from the parent --------------------------------------------------------------- */

#define INHERIT(member)                \
	if (functions->member == NULL) \
	functions->member = from->member

/* The functions and texts that a class does not have are those of the parent. */
static void inherit(const ct_distribution_class *from, ct_distribution_class *functions)
{
	if (functions->support == NULL && functions->find_support == NULL) {
		functions->support = from->support;
		functions->find_support = from->find_support;
	}
	INHERIT(parameters);
	INHERIT(sample);
	INHERIT(rsample);
	INHERIT(log_prob);
	INHERIT(cdf);
	INHERIT(icdf);
	INHERIT(entropy);
	INHERIT(mean);
	INHERIT(mode);
	INHERIT(variance);
	INHERIT(stddev);
	INHERIT(enumerate_support);
	INHERIT(expand);
	if (functions->natural)
		return;
	INHERIT(natural);
	INHERIT(log_normalizer);
	functions->natural_count = from->natural_count;
	functions->mean_carrier_measure = from->mean_carrier_measure;
}

static ct_error find_parent(struct ct_distr_own_class *self, const char *function)
{
	const char *name = self->given->parent;

	if (name == NULL)
		return NULL;
	CT_TRY(check_name(name, function));
	self->inherited = ct_distr_class(name);
	self->parent = self->inherited ? NULL : find_named(name);
	if (self->parent) {
		self->inherited = self->parent->inherited;
		inherit(&self->parent->functions, &self->functions);
	}
	if (self->inherited && self->functions.parameters)
		return ct_error_new(CT_ERROR_VALUE, function,
				    "%s has the parameters of %s: leave .parameters out",
				    self->functions.name, self->inherited->of.name);
	if (self->inherited)
		self->code = *self->inherited->code;
	return NULL;
}

/* --- making ----------------------------------------------------------------------------------- */

static ct_error check_given(const ct_distribution_class *given, const char *function)
{
	if (given == NULL || given->name == NULL || *given->name == '\0')
		return ct_error_new(CT_ERROR_ARGUMENT, function,
				    given ? "argument 1 (distribution_class) needs a name"
					  : "argument 1 (distribution_class) must not be NULL");
	if (given->support && given->find_support)
		return ct_error_new(CT_ERROR_ARGUMENT, function,
				    "%s has both .support and .find_support: leave one out",
				    given->name);
	if (is_base(given->name) || ct_distr_class(given->name))
		return ct_error_new(CT_ERROR_VALUE, function,
				    "'%s' is a class of torch.distributions: a class of your own "
				    "needs another name",
				    given->name);
	return NULL;
}

static ct_error check_natural(const ct_distribution_class *functions, const char *function)
{
	const bool has_all = functions->natural && functions->log_normalizer;
	const int64_t count = functions->natural_count;

	if (has_all ? count > 0 && count <= CT_DISTR_NATURAL
		    : !functions->natural && !functions->log_normalizer && count == 0)
		return NULL;
	return ct_error_new(
		CT_ERROR_VALUE, function,
		"%s needs .natural, .log_normalizer and a .natural_count from 1 to %d, or "
		"none of them",
		functions->name, CT_DISTR_NATURAL);
}

static ct_error set_up(struct ct_distr_own_class *self, const ct_distribution_class *given,
		       const char *function)
{
	self->given = given;
	self->functions = *given;
	CT_TRY(find_parent(self, function));
	CT_TRY(ct_distr_own_read(self));
	if (!self->functions.support && !self->functions.find_support && !self->inherited)
		return ct_error_new(CT_ERROR_VALUE, function,
				    "%s needs a support, such as .support = \"real\"", given->name);
	CT_TRY(check_natural(&self->functions, function));
	self->code.parent = given->parent;
	self->code.python = NULL; /* not the parent's */
	self->klass = (struct ct_distr_class){ .of = { .name = given->name },
					       .support = self->functions.support,
					       .code = &self->code,
					       .own = self,
					       .parent = self->parent ? &self->parent->klass
								      : NULL };
	ct_distr_own_set_calls(self);
	return NULL;
}

/* With the lock. */
static ct_error add_class(const ct_distribution_class *given, const char *function,
			  const struct ct_distr_own_class **result)
{
	struct ct_distr_own_class *made = calloc(1, sizeof *made);
	ct_error error = made ? set_up(made, given, function)
			      : ct_no_memory(function, "for a class");

	if (error) {
		if (made)
			ct_distr_own_forget(made);
		free(made);
		return error;
	}
	made->next = classes;
	classes = made;
	*result = made;
	return NULL;
}

ct_error ct_distr_own_find(const ct_distribution_class *given, const char *function,
			   const struct ct_distr_own_class **result)
{
	const struct ct_distr_own_class *own;
	ct_error error = NULL;

	CT_TRY(check_given(given, function));
	pthread_mutex_lock(&lock);
	own = classes;
	while (own && own->given != given)
		own = own->next;
	if (own == NULL)
		error = add_class(given, function, &own);
	pthread_mutex_unlock(&lock);
	*result = own;
	return error;
}

ct_error ct_distribution_register_class(const ct_distribution_class *distribution_class)
{
	const struct ct_distr_own_class *own;

	return ct_distr_own_find(distribution_class, __func__, &own);
}
