/*
 * What the public functions do with transforms.
 */
#include <string.h>

#include "core/base/lengths.h"
#include "core/base/name_of.h"
#include "core/base/stream.h"
#include "core/memory/expression.h"
#include "core/memory/given.h"
#include "distributions/transforms/class.h"
#include "nn/functional/give.h"

/* --- texts, equality -------------------------------------------------------------------------- */

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
	const ct_error error = shown(self, "", __func__, &text);

	return ct_text_give_unless(&text, error, __func__, result);
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
							const ct_tensor *input,
							const ct_tensor *output, ct_tensor **result)
{
	CT_TRY(ct_distr_transform_check(self, __func__, 1, "self"));
	if (input == NULL || output == NULL)
		return ct_missing_argument(__func__, input ? 3 : 2, input ? "output" : "input");
	CT_OWN_SCOPE(__func__);
	return ct_nn_give(CT_F(ct_nn_again, ct_distr_log_det(&self->of, input, output)), result);
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
