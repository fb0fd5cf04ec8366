/*
 * Applying transforms, with Python's cache of the last pair.
 */
#include "core/base/name_of.h"
#include "distributions/transforms/class.h"

typedef struct ct_distr_transform transform;

/* --- the cache -------------------------------------------------------------------------------- */

/* A handle of the scope on the other one of the pair; NULL: it is another pair. */
static ct_tensor *cached(struct ct_distr_cache *cache, const ct_tensor *given, bool is_x)
{
	ct_tensor *found = NULL;

	pthread_mutex_lock(&cache->lock);
	if (given && given == (is_x ? cache->x : cache->y))
		found = CT_F(ct_nn_again, is_x ? cache->y : cache->x);
	pthread_mutex_unlock(&cache->lock);
	return found;
}

static ct_tensor *kept(const ct_tensor *tensor)
{
	ct_tensor *again = CT_F(ct_nn_again, tensor);

	if (again)
		ct_scope_disown(again);
	return again;
}

/* After an error, nothing is kept. The old pair is released without the lock: that may take long. */
static void keep(struct ct_distr_cache *cache, const ct_tensor *x, const ct_tensor *y)
{
	ct_tensor *new_x = kept(x), *new_y = kept(y), *old_x, *old_y;
	const bool fine = new_x && new_y;

	pthread_mutex_lock(&cache->lock);
	old_x = fine ? cache->x : new_x;
	old_y = fine ? cache->y : new_y;
	cache->x = fine ? new_x : cache->x;
	cache->y = fine ? new_y : cache->y;
	pthread_mutex_unlock(&cache->lock);
	ct_tensor_free_unscoped(old_x);
	ct_tensor_free_unscoped(old_y);
}

/* --- both directions -------------------------------------------------------------------------- */

static ct_tensor *lacks(const transform *self, const char *what)
{
	return CT_FAIL(CT_ERROR_NOT_IMPLEMENTED, "%s does not implement %s",
		       ct_distr_transform_class_of(self->code)->of.name, what);
}

static ct_tensor *call(const transform *self, const ct_tensor *x)
{
	ct_tensor *y = self->cache ? cached(self->cache, x, true) : NULL;

	if (y)
		return y;
	y = self->code->call(self, x);
	if (self->cache)
		keep(self->cache, x, y);
	return y;
}

static ct_tensor *call_inverse(const transform *self, const ct_tensor *y)
{
	ct_tensor *x = self->cache ? cached(self->cache, y, false) : NULL;

	if (x)
		return x;
	x = self->code->inverse(self, y);
	if (self->cache)
		keep(self->cache, x, y);
	return x;
}

ct_tensor *ct_distr_forward(const transform *self, const ct_tensor *x)
{
	return self->is_inverse ? call_inverse(self, x) : call(self, x);
}

ct_tensor *ct_distr_backward(const transform *self, const ct_tensor *y)
{
	return self->is_inverse ? call(self, y) : call_inverse(self, y);
}

ct_tensor *ct_distr_log_det(const transform *self, const ct_tensor *x, const ct_tensor *y)
{
	if (self->code->log_det == NULL)
		return lacks(self, "log_abs_det_jacobian");
	return self->is_inverse ? CT_E(neg, self->code->log_det(self, y, x))
				: self->code->log_det(self, x, y);
}
