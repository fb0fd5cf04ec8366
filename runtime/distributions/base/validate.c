/*
 * Python's checks of parameters and values.
 */
#include "core/base/name_of.h"
#include "core/base/text.h"
#include "distributions/base/class.h"
#include "nn/functional/raise.h"

static bool all_true(const ct_tensor *valid)
{
	return CT_ITEM(CT_E(all, valid)) != 0;
}

/* "Tensor of shape (2, 3)" */
static void add_kind(struct ct_text *text, const ct_tensor *value)
{
	ct_text_add(text, "(Tensor of shape ");
	ct_distr_add_tuple(text, ct_sizes_of(value));
	ct_text_add(text, ") ");
}

/* The end of the text, whose memory it takes: the error, or that which waits. */
static ct_error raise(struct ct_text *text, const ct_tensor *value)
{
	ct_error error;

	ct_text_add(text, "invalid values:\n");
	ct_distr_add_tensor(text, value);
	error = CT_RAISED(CT_ERROR_VALUE, "%s", text->data ? text->data : "");
	ct_text_release(text);
	return ct_nn_or_waiting(error);
}

ct_error ct_distr_refuse(const ct_distribution *self, const char *name, const ct_tensor *value,
			 const char *wanted, const ct_tensor *shown)
{
	struct ct_text text = { 0 };

	ct_text_addf(&text, "Expected parameter %s ", name);
	add_kind(&text, value);
	ct_text_add(&text, "of distribution ");
	ct_distr_add(self, &text);
	ct_text_addf(&text, " %s", wanted);
	return raise(&text, shown);
}

/* --- parameters ------------------------------------------------------------------------------- */

static ct_error refuse_parameter(const ct_distribution *self, int index, const ct_tensor *value,
				 const struct ct_distr_constraint *constraint)
{
	struct ct_text wanted = { 0 };
	ct_error error;

	ct_text_add(&wanted, "to satisfy the constraint ");
	ct_distr_constraint_add(constraint, &wanted);
	ct_text_add(&wanted, ", but found ");
	error = ct_distr_refuse(self, self->klass->code->parameters[index].name, value,
				wanted.data ? wanted.data : "", value);
	ct_text_release(&wanted);
	return error;
}

static ct_error check_parameter(const ct_distribution *self, int index)
{
	const struct ct_distr_parameter *parameter = &self->klass->code->parameters[index];
	struct ct_distr_constraint constraint;
	const ct_tensor *value;
	bool is_valid;

	if (ct_distr_given(self, index) == NULL && !parameter->is_property)
		return NULL; /* computed later */
	ct_distr_find_constraint(self, index, &constraint);
	value = ct_distr_get(self, index);
	is_valid = all_true(ct_distr_satisfies(&constraint, value));
	CT_TRY(CT_DONE());
	return is_valid ? NULL : refuse_parameter(self, index, value, &constraint);
}

ct_error ct_distr_check_parameters(const ct_distribution *self)
{
	for (int i = 0; i < (int)self->klass->code->parameters_len; i++)
		CT_TRY(check_parameter(self, i));
	return NULL;
}

/* --- values ----------------------------------------------------------------------------------- */

static ct_error check_event(const ct_distribution *self, ct_ints shape)
{
	const ct_ints event = ct_distr_event(self);
	const int64_t start = shape.len - event.len;

	if (start >= 0 && ct_nn_same_ints(CT_INTS_OF(shape.at + start, event.len), event))
		return NULL;
	return CT_RAISED(CT_ERROR_VALUE,
			 "The right-most size of value must match event_shape: torch.Size(%s) vs "
			 "torch.Size(%s).",
			 ct_nn_list_text(shape).at, ct_nn_list_text(event).at);
}

static ct_error check_batch(const ct_distribution *self, ct_ints shape)
{
	const ct_ints all = { self->shape, self->batch_len + self->event_len };

	for (int64_t i = 1; i <= shape.len && i <= all.len; i++) {
		const int64_t a = shape.at[shape.len - i], b = all.at[all.len - i];

		if (a != 1 && b != 1 && a != b)
			return CT_RAISED(CT_ERROR_VALUE,
					 "Value is not broadcastable with batch_shape+event_shape: "
					 "torch.Size(%s) vs torch.Size(%s).",
					 ct_nn_list_text(shape).at, ct_nn_list_text(all).at);
	}
	return NULL;
}

static ct_error refuse_value(const ct_distribution *self, const ct_tensor *value,
			     const struct ct_distr_constraint *support)
{
	struct ct_text text = { 0 };

	ct_text_add(&text, "Expected value argument ");
	add_kind(&text, value);
	ct_text_add(&text, "to be within the support (");
	ct_distr_constraint_add(support, &text);
	ct_text_add(&text, ") of the distribution ");
	ct_distr_add(self, &text);
	ct_text_add(&text, ", but found ");
	return raise(&text, value);
}

static ct_error check_value(const ct_distribution *self, const ct_tensor *value)
{
	const ct_ints shape = ct_sizes_of(value);
	struct ct_distr_constraint support;
	bool is_valid;

	CT_TRY(check_event(self, shape));
	CT_TRY(check_batch(self, shape));
	CT_TRY(ct_distr_find_support(self, &support));
	is_valid = all_true(ct_distr_satisfies(&support, value));
	CT_TRY(CT_DONE());
	return is_valid ? NULL : refuse_value(self, value, &support);
}

void ct_distr_check_value(const ct_distribution *self, const ct_tensor *value)
{
	if (self->validates)
		ct_distr_require_value(self, value);
}

void ct_distr_require_value(const ct_distribution *self, const ct_tensor *value)
{
	CT_DO(check_value(self, value));
}
