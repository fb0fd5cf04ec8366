/*
 * Schedulers: handles, and what programs read.
 */
#include <math.h>
#include <stdlib.h>

#include <ctorch/scope.h>
#include <ctorch/tensor.h>

#include "memory/expression.h"
#include "memory/scopes.h"
#include "memory/threads.h"
#include "optim/class.h"
#include "optim/scheduler.h"

#define LIVES UINT64_C(0x63746c7273636865)
#define RELEASED UINT64_C(0x72656c6c72736368)

/* --- handles ---------------------------------------------------------------------------------- */

static void drop(ct_lr_scheduler *self)
{
	if (self == NULL ||
	    atomic_fetch_sub_explicit(&self->references, 1, memory_order_acq_rel) != 1)
		return;
	for (int64_t i = 0; i < self->parts_len; i++)
		drop(self->parts[i]);
	free(self->parts);
	free(self->lambdas);
	ct_value_free(&self->state);
	ct_value_free(&self->arguments);
	ct_optimizer_drop(self->optimizer);
	self->magic = RELEASED;
	free(self);
}

ct_lr_scheduler *ct_lr_scheduler_alloc(const struct ct_lr_scheduler_class *klass)
{
	ct_lr_scheduler *self = calloc(1, sizeof *self);

	if (self == NULL)
		return NULL;
	self->klass = klass;
	self->references = 1;
	self->magic = LIVES;
	self->state = ct_value_dict_new();
	return self;
}

static void release_from_scope(void *self)
{
	drop(self);
}

void ct_lr_scheduler_free(ct_lr_scheduler *self)
{
	if (self == NULL)
		return;
	ct_scope_keep_object(self);
	drop(self);
}

ct_lr_scheduler *ct_lr_scheduler_share(const ct_lr_scheduler *self)
{
	ct_lr_scheduler *shared = (ct_lr_scheduler *)self;

	if (shared)
		atomic_fetch_add_explicit(&shared->references, 1, memory_order_relaxed);
	return shared;
}

ct_error ct_lr_scheduler_give(ct_lr_scheduler *self, const char *function, ct_lr_scheduler **result)
{
	if (self &&
	    (!ct_attended_by(CT_ATTEND_SCOPE) || ct_scopes_own_object(release_from_scope, self))) {
		*result = self;
		return NULL;
	}
	drop(self);
	return ct_error_new(CT_ERROR_OUT_OF_MEMORY, function, "no memory for a scheduler");
}

ct_lr_scheduler *ct_lr_scheduler_keep(const ct_lr_scheduler *self)
{
	ct_lr_scheduler *result = NULL;

	if (self)
		ct_error_free(ct_lr_scheduler_give(ct_lr_scheduler_share(self), __func__, &result));
	return result;
}

ct_error ct_lr_scheduler_check(const ct_lr_scheduler *self, const char *function, int position,
			       const char *name)
{
	if (self == NULL)
		return ct_missing_argument(function, position, name);
	if (self->magic == LIVES)
		return NULL;
	return ct_error_new(CT_ERROR_ARGUMENT, function, "argument %d (%s): %s", position, name,
			    self->magic == RELEASED ? "it was already released"
						    : "this is not a scheduler");
}

const char *ct_lr_scheduler_class_name(const ct_lr_scheduler *self)
{
	return self ? self->klass->of.name : NULL;
}

ct_optimizer *ct_lr_scheduler_optimizer(const ct_lr_scheduler *self)
{
	return self ? self->optimizer : NULL;
}

/* --- reading ---------------------------------------------------------------------------------- */

ct_error ct_lr_scheduler_get(const ct_lr_scheduler *self, const char *name, ct_value *result)
{
	CT_TRY(ct_lr_scheduler_check(self, __func__, 1, "self"));
	if (name == NULL || result == NULL)
		return ct_missing_argument(__func__, name ? 3 : 2, name ? "result" : "name");
	if (!ct_value_dict_has(&self->state, ct_value_string(name)))
		return ct_error_new(CT_ERROR_ATTRIBUTE, __func__,
				    "'%s' object has no attribute '%s'", self->klass->of.name,
				    name);
	return ct_value_dict_get(&self->state, ct_value_string(name), result);
}

static ct_error read_rate(const ct_lr_scheduler *self, int64_t group, double *result)
{
	ct_tensor *tensor;
	ct_value rates, rate;

	CT_TRY(ct_lr_scheduler_get(self, "_last_lr", &rates));
	CT_TRY(ct_value_item(&rates, group, &rate));
	if (rate.kind != CT_VALUE_TENSOR)
		return ct_value_as_float(&rate, result);
	CT_TRY(ct_value_as_tensor(&rate, &tensor));
	return ct_tensor_item_double(tensor, result);
}

double ct_lr_scheduler_last_lr(const ct_lr_scheduler *self, int64_t group)
{
	double result = NAN;

	if (self && group >= 0)
		ct_error_free(read_rate(self, group, &result));
	return result;
}
