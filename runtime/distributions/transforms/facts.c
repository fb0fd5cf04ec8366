/*
 * What is known of transforms: domains, dimensions of events, signs, shapes, equality, texts.
 */
#include <ctorch/core/dtype.h>

#include "core/base/name_of.h"
#include "distributions/transforms/class.h"

typedef struct ct_distr_transform transform;

/* --- domains ---------------------------------------------------------------------------------- */

static void find(const transform *self, bool of_domain, struct ct_distr_constraint *result)
{
	const struct ct_distribution_transform_code *code = self->code;
	const struct ct_distr_constraint *constant = of_domain ? code->domain : code->codomain;

	if (constant)
		*result = *constant;
	else
		(of_domain ? code->find_domain : code->find_codomain)(self, result);
}

void ct_distr_find_domain(const transform *self, struct ct_distr_constraint *result)
{
	find(self, !self->is_inverse, result);
}

void ct_distr_find_codomain(const transform *self, struct ct_distr_constraint *result)
{
	find(self, self->is_inverse, result);
}

int64_t ct_distr_domain_dim(const transform *self)
{
	struct ct_distr_constraint domain;

	ct_distr_find_domain(self, &domain);
	return ct_distr_event_dim(&domain);
}

int64_t ct_distr_codomain_dim(const transform *self)
{
	struct ct_distr_constraint codomain;

	ct_distr_find_codomain(self, &codomain);
	return ct_distr_event_dim(&codomain);
}

static int64_t most(int64_t a, int64_t b)
{
	return a > b ? a : b;
}

int64_t ct_distr_dims_before(const transform *self, int64_t dims)
{
	const int64_t domain = ct_distr_domain_dim(self);

	return most(dims + domain - ct_distr_codomain_dim(self), domain);
}

int64_t ct_distr_dims_after(const transform *self, int64_t dims)
{
	const int64_t codomain = ct_distr_codomain_dim(self);

	return most(dims + codomain - ct_distr_domain_dim(self), codomain);
}

int64_t ct_distr_transform_dim(const transform *self)
{
	const int64_t of_domain = ct_distr_domain_dim(self);

	if (self->code->event_dim && !self->is_inverse)
		return self->code->event_dim(self);
	if (of_domain != ct_distr_codomain_dim(self))
		CT_FAIL(CT_ERROR_VALUE,
			"Please use either .domain.event_dim or .codomain.event_dim");
	return of_domain;
}

/* --- bijections, signs ------------------------------------------------------------------------ */

bool ct_distr_is_bijective(const transform *self)
{
	return self->code->is_bijective ? self->code->is_bijective(self) : self->code->bijective;
}

struct ct_distr_bound ct_distr_sign(const transform *self)
{
	if (self->code->sign)
		return self->code->sign(self);
	if (!self->code->rises)
		CT_FAIL(CT_ERROR_NOT_IMPLEMENTED, "%s has no sign",
			ct_distr_transform_class_of(self->code)->of.name);
	return (struct ct_distr_bound){ .number = ct_scalar_int(1) };
}

static struct ct_distr_bound times(struct ct_distr_bound sign, int64_t number)
{
	if (sign.tensor)
		return (struct ct_distr_bound){ .tensor = CT_E(mul, sign.tensor, number) };
	return (struct ct_distr_bound){ .number = ct_scalar_int(sign.number.i * number) };
}

/* Python multiplies by 1, too, which changes nothing. */
struct ct_distr_bound ct_distr_sign_product(struct ct_distr_bound a, struct ct_distr_bound b)
{
	if (a.tensor == NULL && a.number.i == 1)
		return b;
	if (b.tensor == NULL)
		return b.number.i == 1 ? a : times(a, b.number.i);
	if (a.tensor == NULL)
		return times(b, a.number.i);
	return (struct ct_distr_bound){ .tensor = CT_E(mul, a.tensor, b.tensor) };
}

/* --- shapes ----------------------------------------------------------------------------------- */

static void reshape(const transform *self, bool forward, struct ct_distr_shape *shape)
{
	ct_distr_reshape *function = forward ? self->code->forward_shape
					     : self->code->inverse_shape;

	if (function)
		function(self, shape);
}

void ct_distr_forward_shape(const transform *self, struct ct_distr_shape *shape)
{
	reshape(self, !self->is_inverse, shape);
}

void ct_distr_inverse_shape(const transform *self, struct ct_distr_shape *shape)
{
	reshape(self, self->is_inverse, shape);
}

/* --- equality, texts -------------------------------------------------------------------------- */

bool ct_distr_always_equal(const transform *a, const transform *b)
{
	(void)a;
	(void)b;
	return true;
}

bool ct_distr_same_transform(const transform *a, const transform *b)
{
	if (a->code != b->code || a->is_inverse != b->is_inverse)
		return false;
	return a->code->equal ? a->code->equal(a, b) : a->origin && a->origin == b->origin;
}

void ct_distr_transform_add(const transform *self, struct ct_text *text)
{
	if (self->is_inverse)
		ct_text_add(text, "_InverseTransform(");
	ct_text_add(text, ct_distr_transform_class_of(self->code)->of.name);
	if (self->code->print)
		self->code->print(self, text);
	else
		ct_text_add(text, "()");
	if (self->is_inverse)
		ct_text_add(text, ")");
}
