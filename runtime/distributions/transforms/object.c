/*
 * Transforms: objects and handles.
 */
#include <stdlib.h>

#include "core/base/lengths.h"
#include "core/base/name_of.h"
#include "core/memory/expression.h"
#include "distributions/transforms/class.h"

/* --- objects ---------------------------------------------------------------------------------- */

static void destroy(void *object)
{
	ct_distribution_transform *self = object;

	ct_tensor_free_unscoped(self->cache.x);
	ct_tensor_free_unscoped(self->cache.y);
	pthread_mutex_destroy(&self->cache.lock);
	ct_class_disown(&self->klass->of, self->args);
	ct_counted_drop(self->first);
	free(self);
}

static const struct ct_counted_class counted = { "a transform of distributions", destroy };

ct_distribution_transform *ct_distr_transform_alloc(
	const struct ct_distribution_transform_class *klass)
{
	ct_distribution_transform *self = ct_counted_alloc(&counted, sizeof *self);

	if (self == NULL)
		return NULL;
	pthread_mutex_init(&self->cache.lock, NULL);
	self->klass = klass;
	self->of.code = klass->code;
	self->of.origin = self;
	return self;
}

ct_error ct_distr_transform_give(ct_distribution_transform *self, const char *function,
				 ct_distribution_transform **result)
{
	CT_TRY(ct_counted_give(self, &counted, function));
	*result = self;
	return NULL;
}

ct_error ct_distr_transform_check(const ct_distribution_transform *self, const char *function,
				  int position, const char *name)
{
	return ct_counted_check(self, &counted, function, position, name);
}

ct_error ct_distr_transforms_check(ct_distribution_transforms list, const char *function,
				   int position, const char *name)
{
	if (!ct_is_list(list.at, list.len))
		return ct_missing_argument(function, position, name);
	for (int64_t i = 0; i < list.len; i++)
		CT_TRY(ct_counted_check(list.at[i], &counted, function, position, name));
	return NULL;
}

const struct ct_distribution_transform_class *ct_distr_transform_class_of(
	const struct ct_distribution_transform_code *code)
{
	const struct ct_distribution_transform_class *klass = ct_distribution_transform_classes;

	while (klass->code != code)
		klass++;
	return klass;
}

/* --- handles ---------------------------------------------------------------------------------- */

ct_distribution_transform *ct_distribution_transform_retain(const ct_distribution_transform *self)
{
	return ct_counted_keep(self);
}

void ct_distribution_transform_free(ct_distribution_transform *self)
{
	ct_counted_free(self);
}

const char *ct_distribution_transform_class_name(const ct_distribution_transform *self)
{
	if (self == NULL)
		return NULL;
	return self->of.is_inverse ? "_InverseTransform" : self->klass->of.name;
}
