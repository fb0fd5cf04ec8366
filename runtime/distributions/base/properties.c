/*
 * What is known of a distribution: shapes, parameters, constraints, its base.
 */
#include <string.h>

#include <ctorch/core/scope.h>

#include "core/base/name_of.h"
#include "core/memory/expression.h"
#include "core/memory/own_scope.h"
#include "distributions/base/class.h"

/* --- shapes, and what there is ---------------------------------------------------------------- */

ct_ints ct_distribution_batch_shape(const ct_distribution *self)
{
	return self ? ct_distr_batch(self) : CT_NO_INTS;
}

ct_ints ct_distribution_event_shape(const ct_distribution *self)
{
	return self ? ct_distr_event(self) : CT_NO_INTS;
}

bool ct_distribution_has_rsample(const ct_distribution *self)
{
	return self && ct_distr_has_rsample(self);
}

bool ct_distribution_has_enumerate_support(const ct_distribution *self)
{
	return self && ct_distr_has_enumerate_support(self);
}

/* --- parameters ------------------------------------------------------------------------------- */

int64_t ct_distribution_parameter_count(const ct_distribution *self)
{
	return self ? self->klass->code->parameters_len : 0;
}

const char *ct_distribution_parameter_name(const ct_distribution *self, int64_t index)
{
	return index >= 0 && index < ct_distribution_parameter_count(self)
		       ? self->klass->code->parameters[index].name
		       : NULL;
}

/* -1: the class has none of this name. */
static int64_t find_parameter(const ct_distribution *self, const char *name)
{
	for (int64_t i = 0; i < ct_distribution_parameter_count(self); i++)
		if (!strcmp(self->klass->code->parameters[i].name, name))
			return i;
	return -1;
}

static ct_distr_moment *find_attribute(const ct_distribution *self, const char *name)
{
	const struct ct_distribution_code *code = self->klass->code;

	for (int64_t i = 0; i < code->attributes_len; i++)
		if (!strcmp(code->attributes[i].name, name))
			return code->attributes[i].compute;
	return NULL;
}

static ct_error no_attribute(const ct_distribution *self, const char *name, const char *function)
{
	return ct_error_new(CT_ERROR_ATTRIBUTE, function, "'%s' object has no attribute '%s'",
			    self->klass->of.name, name);
}

ct_error ct_distribution_get_parameter(const ct_distribution *self, const char *name,
				       ct_tensor **result)
{
	ct_distr_moment *compute;
	int64_t index;

	CT_TRY(ct_distr_check(self, __func__, 1, "self"));
	if (name == NULL)
		return ct_missing_argument(__func__, 2, "name");
	index = find_parameter(self, name);
	compute = find_attribute(self, name);
	if (index < 0 && compute == NULL)
		return no_attribute(self, name, __func__);
	CT_OWN_SCOPE(__func__);
	return ct_nn_give(
		CT_F(ct_nn_again, compute ? compute(self) : ct_distr_get(self, (int)index)),
		result);
}

ct_error ct_distribution_parameter_constraint(const ct_distribution *self, const char *name,
					      ct_constraint **result)
{
	struct ct_distr_constraint constraint;
	ct_constraint *made;
	int64_t index;

	CT_TRY(ct_distr_check(self, __func__, 1, "self"));
	if (name == NULL || result == NULL)
		return ct_missing_argument(__func__, name ? 3 : 2, name ? "result" : "name");
	index = find_parameter(self, name);
	if (index < 0)
		return ct_error_new(CT_ERROR_KEY, __func__, "'%s'", name);
	CT_OWN_SCOPE(__func__);
	ct_distr_find_constraint(self, index, &constraint);
	CT_TRY(CT_DONE());
	CT_TRY(ct_distr_constraint_give(&constraint, __func__, &made));
	ct_scope_move_object_up(made);
	*result = made;
	return NULL;
}

/* --- the support, the base -------------------------------------------------------------------- */

ct_error ct_distribution_support(const ct_distribution *self, ct_constraint **result)
{
	struct ct_distr_constraint support;
	ct_constraint *made;

	CT_TRY(ct_distr_check(self, __func__, 1, "self"));
	if (result == NULL)
		return ct_missing_argument(__func__, 2, "result");
	CT_HOLD_OWN(self);
	CT_OWN_SCOPE(__func__);
	CT_TRY(ct_distr_find_support(self, &support));
	CT_TRY(ct_distr_constraint_give(&support, __func__, &made));
	ct_scope_move_object_up(made);
	*result = made;
	return NULL;
}

ct_error ct_distribution_base(const ct_distribution *self, ct_distribution **result)
{
	CT_TRY(ct_distr_check(self, __func__, 1, "self"));
	if (result == NULL)
		return ct_missing_argument(__func__, 2, "result");
	if (!self->klass->code->has_base)
		return no_attribute(self, "base_dist", __func__);
	return ct_distr_give(ct_counted_share(self->parts[0]), __func__, result);
}

/* -1: it has none of this name. */
static int find_part(const ct_distribution *self, const char *name)
{
	const struct ct_distribution_code *code = self->klass->code;

	if (code->has_base && !strcmp(name, "base_dist"))
		return 0;
	for (int i = 0; i < CT_DISTR_PARTS; i++)
		if (code->part_names[i] && !strcmp(name, code->part_names[i]))
			return i;
	return -1;
}

ct_error ct_distribution_get_part(const ct_distribution *self, const char *name,
				  ct_distribution **result)
{
	int index;

	CT_TRY(ct_distr_check(self, __func__, 1, "self"));
	if (name == NULL || result == NULL)
		return ct_missing_argument(__func__, name ? 3 : 2, name ? "result" : "name");
	index = find_part(self, name);
	if (index < 0)
		return no_attribute(self, name, __func__);
	return ct_distr_give(ct_counted_share(self->parts[index]), __func__, result);
}
