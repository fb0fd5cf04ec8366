/*
 * The program's handles on transforms, and what the public functions do with them.
 */
#include <stdlib.h>
#include <string.h>

#include "core/base/lengths.h"
#include "core/base/name_of.h"
#include "core/base/stream.h"
#include "core/memory/expression.h"
#include "core/memory/given.h"
#include "distributions/transforms/class.h"
#include "nn/functional/give.h"

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

static ct_error shown(const ct_distribution_transform *self, const char *end, const char *function,
		      struct ct_text *text)
{
	CT_TRY(ct_distr_transform_check(self, function, 1, "self"));
	CT_OWN_SCOPE(function);
	ct_distr_transform_add(&self->of, text);
	ct_text_add(text, end);
	return CT_DONE();
}

ct_error ct_distribution_transform_to_string(const ct_distribution_transform *self, char **result)
{
	struct ct_text text = { 0 };
	ct_error error = shown(self, "", __func__, &text);

	if (error == NULL)
		return ct_text_give(&text, __func__, result);
	ct_text_release(&text);
	return error;
}

ct_error ct_distribution_transform_print(const ct_distribution_transform *self, FILE *stream)
{
	struct ct_text line = { 0 };
	const ct_error error = shown(self, "\n", __func__, &line);

	return ct_text_write(&line, stream, error, __func__);
}

ct_error ct_distribution_transform_equal(const ct_distribution_transform *self,
					 const ct_distribution_transform *other, bool *result)
{
	bool equal;

	CT_TRY(ct_distr_transform_check(self, __func__, 1, "self"));
	CT_TRY(ct_distr_transform_check(other, __func__, 2, "other"));
	if (result == NULL)
		return ct_missing_argument(__func__, 3, "result");
	CT_OWN_SCOPE(__func__);
	equal = ct_distr_same_transform(&self->of, &other->of);
	CT_TRY(CT_DONE());
	*result = equal;
	return NULL;
}

/* --- use -------------------------------------------------------------------------------------- */

ct_error ct_distribution_transform_apply(const ct_distribution_transform *self, const ct_tensor *x,
					 ct_tensor **result)
{
	CT_TRY(ct_distr_transform_check(self, __func__, 1, "self"));
	if (x == NULL)
		return ct_missing_argument(__func__, 2, "x");
	CT_OWN_SCOPE(__func__);
	return ct_nn_give(CT_F(ct_nn_again, ct_distr_forward(&self->of, x)), result);
}

ct_error ct_distribution_transform_log_abs_det_jacobian(const ct_distribution_transform *self,
							const ct_tensor *x, const ct_tensor *y,
							ct_tensor **result)
{
	CT_TRY(ct_distr_transform_check(self, __func__, 1, "self"));
	if (x == NULL || y == NULL)
		return ct_missing_argument(__func__, x ? 3 : 2, x ? "y" : "x");
	CT_OWN_SCOPE(__func__);
	return ct_nn_give(CT_F(ct_nn_again, ct_distr_log_det(&self->of, x, y)), result);
}

ct_error ct_distribution_transform_inverse(const ct_distribution_transform *self,
					   ct_distribution_transform **result)
{
	CT_TRY(ct_distr_transform_check(self, __func__, 1, "self"));
	if (result == NULL)
		return ct_missing_argument(__func__, 2, "result");
	return ct_distr_transform_inverse(self, __func__, result);
}

/* --- properties ------------------------------------------------------------------------------- */

static ct_error give_constraint(const ct_distribution_transform *self,
				void (*find)(const struct ct_distr_transform *self,
					     struct ct_distr_constraint *result),
				const char *function, ct_constraint **result)
{
	struct ct_distr_constraint constraint;
	ct_constraint *made;

	CT_TRY(ct_distr_transform_check(self, function, 1, "self"));
	if (result == NULL)
		return ct_missing_argument(function, 2, "result");
	CT_OWN_SCOPE(function);
	find(&self->of, &constraint);
	CT_TRY(CT_DONE());
	CT_TRY(ct_distr_constraint_give(&constraint, function, &made));
	ct_scope_move_object_up(made);
	*result = made;
	return NULL;
}

ct_error ct_distribution_transform_domain(const ct_distribution_transform *self,
					  ct_constraint **result)
{
	return give_constraint(self, ct_distr_find_domain, __func__, result);
}

ct_error ct_distribution_transform_codomain(const ct_distribution_transform *self,
					    ct_constraint **result)
{
	return give_constraint(self, ct_distr_find_codomain, __func__, result);
}

ct_error ct_distribution_transform_event_dim(const ct_distribution_transform *self, int64_t *result)
{
	int64_t dims;

	CT_TRY(ct_distr_transform_check(self, __func__, 1, "self"));
	if (result == NULL)
		return ct_missing_argument(__func__, 2, "result");
	CT_OWN_SCOPE(__func__);
	dims = ct_distr_transform_dim(&self->of);
	CT_TRY(CT_DONE());
	*result = dims;
	return NULL;
}

bool ct_distribution_transform_is_bijective(const ct_distribution_transform *self)
{
	return self && ct_distr_is_bijective(&self->of);
}

ct_error ct_distribution_transform_sign(const ct_distribution_transform *self, ct_tensor **result)
{
	struct ct_distr_bound sign;

	CT_TRY(ct_distr_transform_check(self, __func__, 1, "self"));
	CT_OWN_SCOPE(__func__);
	sign = ct_distr_sign(&self->of);
	if (sign.tensor == NULL)
		sign.tensor = CT_E(full, CT_L(), sign.number, .dtype = CT_INT64);
	return ct_nn_give(sign.tensor, result);
}

static ct_error give_shape(const ct_distribution_transform *self, ct_ints shape,
			   void (*change)(const struct ct_distr_transform *self,
					  struct ct_distr_shape *shape),
			   const char *function, struct ct_distr_shape *result)
{
	CT_TRY(ct_distr_transform_check(self, function, 1, "self"));
	if (!ct_is_list(shape.at, shape.len))
		return ct_missing_argument(function, 2, "shape");
	CT_OWN_SCOPE(function);
	*result = ct_distr_joined(shape, CT_L());
	change(&self->of, result);
	return CT_DONE();
}

/* The list is allocated outside of the function's own scope. */
static ct_error give_sizes(const struct ct_distr_shape *shape, const char *function,
			   int64_t **result, int64_t *result_len)
{
	int64_t *sizes;

	if (result == NULL || result_len == NULL)
		return ct_missing_argument(function, result ? 4 : 3,
					   result ? "result_len" : "result");
	sizes = ct_given_array(shape->len, sizeof *sizes);
	if (sizes == NULL)
		return ct_no_memory(function, "for a shape");
	memcpy(sizes, shape->at, (size_t)shape->len * sizeof *sizes);
	*result = sizes;
	*result_len = shape->len;
	return NULL;
}

ct_error ct_distribution_transform_forward_shape(const ct_distribution_transform *self,
						 ct_ints shape, int64_t **result,
						 int64_t *result_len)
{
	struct ct_distr_shape made;

	CT_TRY(give_shape(self, shape, ct_distr_forward_shape, __func__, &made));
	return give_sizes(&made, __func__, result, result_len);
}

ct_error ct_distribution_transform_inverse_shape(const ct_distribution_transform *self,
						 ct_ints shape, int64_t **result,
						 int64_t *result_len)
{
	struct ct_distr_shape made;

	CT_TRY(give_shape(self, shape, ct_distr_inverse_shape, __func__, &made));
	return give_sizes(&made, __func__, result, result_len);
}

int64_t ct_distribution_transform_cache_size(const ct_distribution_transform *self)
{
	return self ? self->cache_size : 0;
}

ct_error ct_distribution_transform_with_cache(const ct_distribution_transform *self,
					      int64_t cache_size,
					      ct_distribution_transform **result)
{
	ct_distribution_transform *made;

	CT_TRY(ct_distr_transform_check(self, __func__, 1, "self"));
	if (result == NULL)
		return ct_missing_argument(__func__, 3, "result");
	CT_OWN_SCOPE(__func__);
	CT_TRY(ct_distr_transform_with_cache(self, cache_size, __func__, &made));
	ct_scope_move_object_up(made);
	*result = made;
	return NULL;
}
