/*
 * Distributions: objects and handles.
 */
#include <stdatomic.h>
#include <stdlib.h>

#include <ctorch/tensor/tensor.h>

#include "core/base/lengths.h"
#include "core/base/name_of.h"
#include "core/base/no_memory.h"
#include "core/memory/expression.h"
#include "distributions/base/class.h"

/* --- objects ---------------------------------------------------------------------------------- */

static void destroy(void *object)
{
	ct_distribution *self = object;

	for (int i = 0; i < CT_DISTR_PARAMETERS; i++)
		ct_tensor_free_unscoped(self->at[i]);
	for (int i = 0; i < CT_DISTR_PARTS; i++)
		ct_counted_drop(self->parts[i]);
	ct_counted_drop(self->data);
	for (int64_t i = 0; i < self->transforms_len; i++)
		ct_counted_drop(self->transforms[i]);
	free(self->transforms);
	free(self);
}

static const struct ct_counted_class counted = { "a distribution", destroy };

ct_distribution *ct_distr_alloc(const struct ct_distr_class *klass)
{
	ct_distribution *self = ct_counted_alloc(&counted, sizeof *self);

	if (self)
		self->klass = klass;
	return self;
}

bool ct_distr_share_transforms(ct_distribution *self, ct_distribution_transform *const *list,
			       int64_t len)
{
	self->transforms = calloc((size_t)(len ? len : 1), sizeof *self->transforms);
	if (self->transforms == NULL) {
		CT_DO(ct_no_memory(NULL, "for transforms"));
		return false;
	}
	for (int64_t i = 0; i < len; i++)
		self->transforms[i] = ct_counted_share(list[i]);
	self->transforms_len = len;
	return true;
}

ct_error ct_distr_give(ct_distribution *self, const char *function, ct_distribution **result)
{
	CT_TRY(ct_counted_give(self, &counted, function));
	*result = self;
	return NULL;
}

ct_error ct_distr_check(const ct_distribution *self, const char *function, int position,
			const char *name)
{
	return ct_counted_check(self, &counted, function, position, name);
}

ct_error ct_distr_check_list(ct_distributions list, const char *function, int position,
			     const char *name)
{
	if (!ct_is_list(list.at, list.len))
		return ct_missing_argument(function, position, name);
	for (int64_t i = 0; i < list.len; i++)
		CT_TRY(ct_distr_check(list.at[i], function, position, name));
	return NULL;
}

/* --- handles ---------------------------------------------------------------------------------- */

ct_distribution *ct_distribution_retain(const ct_distribution *self)
{
	return ct_counted_keep(self);
}

void ct_distribution_free(ct_distribution *self)
{
	ct_counted_free(self);
}

const char *ct_distribution_class_name(const ct_distribution *self)
{
	return self ? self->klass->of.name : NULL;
}

bool ct_distribution_is_checked(const ct_distribution *self)
{
	return self && self->validates;
}

/* --- checks ----------------------------------------------------------------------------------- */

static atomic_bool is_validating = true;

bool ct_distribution_is_validating(void)
{
	return is_validating;
}

void ct_distribution_set_validating(bool validating)
{
	is_validating = validating;
}
