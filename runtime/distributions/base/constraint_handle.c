/*
 * The program's handles on constraints.
 */
#include <stdlib.h>
#include <string.h>

#include <ctorch/calls/call.h>
#include <ctorch/core/scope.h>
#include <ctorch/tensor/tensor.h>

#include "core/base/lengths.h"
#include "core/base/name_of.h"
#include "core/base/stream.h"
#include "core/memory/counted.h"
#include "core/memory/expression.h"
#include "core/memory/given.h"
#include "core/memory/own_scope.h"
#include "distributions/base/constraint.h"
#include "nn/functional/give.h"

/* --- objects ---------------------------------------------------------------------------------- */

struct ct_constraint {
	struct ct_counted counted;
	struct ct_distr_constraint of; /* owns what it points to */
};

static void release(struct ct_distr_constraint *c)
{
	ct_tensor_free_unscoped((ct_tensor *)c->lower.tensor);
	ct_tensor_free_unscoped((ct_tensor *)c->upper.tensor);
	if (c->base)
		release((struct ct_distr_constraint *)c->base);
	for (int64_t i = 0; c->parts && i < c->parts_len; i++)
		release((struct ct_distr_constraint *)&c->parts[i]);
	free((void *)c->base);
	free((void *)c->parts);
	free((void *)c->lengths.at);
}

static void destroy_constraint(void *object)
{
	ct_constraint *self = object;

	release(&self->of);
	free(self);
}

static const struct ct_counted_class counted = { "a constraint", destroy_constraint };

/* False: no memory for a reference, which is NULL then. */
static bool keep_bound(struct ct_distr_bound *bound)
{
	ct_tensor *kept;

	if (bound->tensor == NULL)
		return true;
	kept = ct_tensor_retain(bound->tensor);
	ct_scope_disown(kept);
	bound->tensor = kept;
	return kept != NULL;
}

/* A copy of `nbytes`, in which nothing is missing; NULL for nothing, and without memory, which sets
 * `*fine` to false. */
static void *copy_of(const void *at, size_t nbytes, bool *fine)
{
	void *copied = at ? malloc(nbytes ? nbytes : 1) : NULL;

	if (copied)
		memcpy(copied, at, nbytes);
	*fine = *fine && (copied || at == NULL);
	return copied;
}

/* Makes what it points to its own. False: no memory for some of it, which is NULL then. */
static bool own(struct ct_distr_constraint *c)
{
	struct ct_distr_constraint *base, *parts;
	bool fine = keep_bound(&c->lower);

	fine = keep_bound(&c->upper) && fine;
	c->base = base = copy_of(c->base, sizeof *base, &fine);
	c->parts = parts = copy_of(c->parts, (size_t)c->parts_len * sizeof *parts, &fine);
	c->lengths.at = copy_of(c->lengths.at, (size_t)c->lengths.len * sizeof(int64_t), &fine);
	if (base)
		fine = own(base) && fine;
	for (int64_t i = 0; parts && i < c->parts_len; i++)
		fine = own(&parts[i]) && fine;
	return fine;
}

/* It belongs to no scope; NULL: no memory. */
static ct_constraint *copy(const struct ct_distr_constraint *c)
{
	ct_constraint *self = ct_counted_alloc(&counted, sizeof *self);

	if (self == NULL)
		return NULL;
	self->of = *c;
	if (own(&self->of))
		return self;
	ct_counted_drop(self);
	return NULL;
}

ct_error ct_distr_constraint_give(const struct ct_distr_constraint *c, const char *function,
				  ct_constraint **result)
{
	ct_constraint *self = copy(c);

	CT_TRY(ct_counted_give(self, &counted, function));
	*result = self;
	return NULL;
}

ct_error ct_distr_constraint_check(const ct_constraint *self, const char *function, int position,
				   const char *name)
{
	return ct_counted_check(self, &counted, function, position, name);
}

ct_error ct_distr_constraints_check(ct_constraints list, const char *function, int position,
				    const char *name)
{
	if (!ct_is_list(list.at, list.len))
		return ct_missing_argument(function, position, name);
	for (int64_t i = 0; i < list.len; i++)
		CT_TRY(ct_counted_check(list.at[i], &counted, function, position, name));
	return NULL;
}

const struct ct_distr_constraint *ct_distr_constraint_of(const ct_constraint *self)
{
	return &self->of;
}

/* --- handles ---------------------------------------------------------------------------------- */

ct_constraint *ct_constraint_retain(const ct_constraint *self)
{
	return ct_counted_keep(self);
}

void ct_constraint_free(ct_constraint *self)
{
	ct_counted_free(self);
}

int64_t ct_constraint_event_dim(const ct_constraint *self)
{
	return self ? ct_distr_event_dim(&self->of) : 0;
}

bool ct_constraint_is_discrete(const ct_constraint *self)
{
	return self && ct_distr_is_discrete(&self->of);
}

bool ct_constraint_is_dependent(const ct_constraint *self)
{
	return self && self->of.kind == CT_DISTR_DEPENDENT;
}

ct_error ct_constraint_check(const ct_constraint *self, const ct_tensor *value, ct_tensor **result)
{
	ct_tensor *made;

	CT_TRY(ct_counted_check(self, &counted, __func__, 1, "self"));
	if (value == NULL)
		return ct_missing_argument(__func__, 2, "value");
	CT_OWN_SCOPE(__func__);
	made = ct_distr_satisfies(&self->of, value);
	return ct_nn_give(made, result);
}

static ct_error add_line(const ct_constraint *self, const char *end, const char *function,
			 struct ct_text *text)
{
	CT_TRY(ct_counted_check(self, &counted, function, 1, "self"));
	CT_OWN_SCOPE(function);
	ct_distr_constraint_add(&self->of, text);
	ct_text_add(text, end);
	return CT_DONE();
}

ct_error ct_constraint_to_string(const ct_constraint *self, char **result)
{
	struct ct_text text = { 0 };
	const ct_error error = add_line(self, "", __func__, &text);

	return ct_text_give_unless(&text, error, __func__, result);
}

ct_error ct_constraint_print(const ct_constraint *self, FILE *stream)
{
	struct ct_text line = { 0 };
	const ct_error error = add_line(self, "\n", __func__, &line);

	return ct_text_write(&line, stream, error, __func__);
}
