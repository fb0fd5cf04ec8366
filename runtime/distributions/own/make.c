/*
 * Objects of the program's own classes.
 */
#include <stdlib.h>

#include "core/base/lengths.h"
#include "core/base/name_of.h"
#include "core/base/no_memory.h"
#include "core/memory/expression.h"
#include "core/memory/own_scope.h"
#include "distributions/own/own.h"
#include "nn/functional/raise.h"

/* --- the program's data ----------------------------------------------------------------------- */

static void destroy_data(void *object)
{
	struct ct_distr_data *self = object;

	if (self->release)
		self->release(self->context);
	free(self);
}

static const struct ct_counted_class counted_data = { "the context of a distribution",
						      destroy_data };

static ct_error keep_data(ct_distribution *self, const ct_distribution_new_of_options *options)
{
	self->data = ct_counted_alloc(&counted_data, sizeof *self->data);
	if (self->data == NULL)
		return ct_no_memory(self->klass->of.name, "for a distribution");
	self->data->context = options->context;
	self->data->release = options->release;
	return NULL;
}

void *ct_distribution_context(const ct_distribution *self)
{
	return self && self->data ? self->data->context : NULL;
}

/* --- parameters ------------------------------------------------------------------------------- */

static ct_error check_parameters(const struct ct_distr_own_class *own, ct_tensors parameters)
{
	const int64_t wanted = own->inherited ? 0 : own->code.parameters_len;
	const char *name = own->functions.name;

	if (!ct_is_list(parameters.at, parameters.len))
		return ct_missing_argument(CT_NAME_OF(ct_distribution_new_of), 2, "parameters");
	if (own->inherited && parameters.len)
		return CT_RAISED(CT_ERROR_TYPE,
				 "%s has the parameters of %s: give an object of that class as "
				 ".parent, and CT_NO_TENSORS",
				 name, own->inherited->of.name);
	if (parameters.len != wanted)
		return CT_RAISED(CT_ERROR_TYPE, "%s takes %lld parameter%s (%s), but %lld %s given",
				 name, (long long)wanted, wanted == 1 ? "" : "s",
				 wanted ? own->functions.parameters : "none",
				 (long long)parameters.len, parameters.len == 1 ? "was" : "were");
	for (int64_t i = 0; i < parameters.len; i++)
		if (parameters.at[i] == NULL)
			return ct_missing_argument(name, (int)i + 1, own->code.parameters[i].name);
	return NULL;
}

/* The shape of a parameter without the dimensions of an event. */
static ct_error batch_of(const ct_distribution *self, int index, const ct_tensor *value,
			 ct_ints *result)
{
	const struct ct_distr_parameter *parameter = &self->klass->code->parameters[index];
	const ct_ints shape = ct_sizes_of(value);

	if (shape.len < parameter->dims)
		return ct_nn_or_waiting(CT_RAISED(
			CT_ERROR_VALUE,
			"the parameter %s of %s needs %lld dimension%s or more, but has the shape "
			"torch.Size(%s)",
			parameter->name, self->klass->of.name, (long long)parameter->dims,
			parameter->dims == 1 ? "" : "s", ct_nn_list_text(shape).at));
	*result = CT_INTS_OF(shape.at, shape.len - parameter->dims);
	return NULL;
}

static ct_error join_batches(const ct_distribution *self, const ct_tensor *const *values, int count,
			     struct ct_distr_shape *result)
{
	ct_ints batch;

	result->len = 0;
	for (int i = 0; i < count; i++) {
		const struct ct_distr_shape before = *result;

		CT_TRY(batch_of(self, i, values[i], &batch));
		CT_TRY(ct_distr_broadcast_shapes(ct_distr_ints(&before), batch, result));
	}
	return NULL;
}

/* Broadcasts the batches, and keeps the parameters. */
static ct_error set_parameters(ct_distribution *self, ct_tensors parameters, ct_ints event_shape)
{
	const ct_tensor *values[CT_DISTR_PARAMETERS];
	const int count = (int)parameters.len;
	struct ct_distr_shape batch, all;

	ct_distr_tensors(count, (const ct_tensor *const *)parameters.at, values);
	CT_TRY(CT_DONE());
	CT_TRY(join_batches(self, values, count, &batch));
	all = ct_distr_joined(ct_distr_ints(&batch), event_shape);
	ct_distr_set_shapes(self, ct_distr_ints(&all), event_shape.len);
	for (int i = 0; i < count; i++) {
		const int64_t dims = self->klass->code->parameters[i].dims;
		const ct_ints shape = ct_sizes_of(values[i]);

		all = ct_distr_joined(ct_distr_ints(&batch),
				      CT_INTS_OF(shape.at + shape.len - dims, dims));
		ct_distr_set(self, i,
			     ct_nn_same_ints(shape, ct_distr_ints(&all))
				     ? values[i]
				     : CT_E(expand, values[i], ct_distr_ints(&all)));
	}
	return CT_DONE();
}

/* --- what a class of PyTorch's has ------------------------------------------------------------ */

static ct_error copy_parent(ct_distribution *self, const struct ct_distr_own_class *own,
			    const ct_distribution *parent)
{
	const struct ct_distr_own_class *of_parent;

	if (parent == NULL)
		return CT_RAISED(CT_ERROR_TYPE, "%s needs an object of %s as .parent",
				 own->functions.name, own->inherited->of.name);
	CT_TRY(ct_distr_check(parent, CT_NAME_OF(ct_distribution_new_of), 3, "options->parent"));
	of_parent = parent->klass->own;
	if (parent->klass != own->inherited &&
	    !(of_parent && of_parent->inherited == own->inherited))
		return CT_RAISED(CT_ERROR_TYPE, "%s needs an object of %s as .parent, not of %s",
				 own->functions.name, own->inherited->of.name,
				 parent->klass->of.name);
	for (int i = 0; i < CT_DISTR_PARAMETERS; i++)
		ct_distr_set(self, i, parent->at[i]);
	for (int i = 0; i < CT_DISTR_PARTS; i++)
		ct_distr_set_part(self, i, parent->parts[i]);
	if (parent->transforms &&
	    !ct_distr_share_transforms(self, parent->transforms, parent->transforms_len))
		return CT_DONE();
	ct_distr_copy_plain(parent, self);
	ct_distr_set_shapes(self, CT_INTS_OF(parent->shape, parent->batch_len + parent->event_len),
			    parent->event_len);
	return CT_DONE();
}

/* --- making ----------------------------------------------------------------------------------- */

static ct_error prepare(ct_distribution *self, const struct ct_distr_own_class *own,
			ct_tensors parameters, const ct_distribution_new_of_options *options)
{
	CT_TRY(check_parameters(own, parameters));
	if (!ct_is_list(options->event_shape.at, options->event_shape.len))
		return ct_missing_argument(CT_NAME_OF(ct_distribution_new_of), 3,
					   "options->event_shape");
	self->validates = !options->no_validate_args && ct_distribution_is_validating();
	if (own->inherited) {
		CT_TRY(copy_parent(self, own, options->parent));
		self->validates = self->validates && options->parent->validates;
		return NULL;
	}
	CT_TRY(set_parameters(self, parameters, options->event_shape));
	if (self->validates)
		CT_TRY(ct_distr_check_parameters(self));
	return CT_DONE();
}

static ct_error make(const struct ct_distr_own_class *own, ct_tensors parameters,
		     const ct_distribution_new_of_options *options, ct_distribution **result)
{
	ct_distribution *self = ct_distr_alloc(&own->klass);
	ct_error error;

	if (self == NULL)
		return ct_no_memory(own->functions.name, "for a distribution");
	error = prepare(self, own, parameters, options);
	if (error == NULL)
		error = keep_data(self, options);
	if (error) {
		ct_counted_drop(self);
		return error;
	}
	*result = self;
	return NULL;
}

static ct_error make_in_scope(const ct_distribution_class *given, ct_tensors parameters,
			      const ct_distribution_new_of_options *options,
			      ct_distribution **result)
{
	const struct ct_distr_own_class *own;

	CT_TRY(ct_distr_own_find(given, CT_NAME_OF(ct_distribution_new_of), &own));
	CT_OWN_SCOPE(given->name);
	return make(own, parameters, options, result);
}

ct_error ct_distribution_new_of(const ct_distribution_class *distribution_class,
				ct_tensors parameters,
				const ct_distribution_new_of_options *options,
				ct_distribution **result)
{
	static const ct_distribution_new_of_options none;
	const ct_distribution_new_of_options *given = options ? options : &none;
	ct_distribution *made = NULL;
	ct_error error = result ? make_in_scope(distribution_class, parameters, given, &made)
				: ct_missing_argument(__func__, 4, "result");

	if (error && given->release)
		given->release(given->context);
	if (error)
		return error;
	return ct_distr_give(made, distribution_class->name, result);
}

ct_distribution *ct_distribution_new_of_(const ct_distribution_class *distribution_class,
					 ct_tensors parameters,
					 const ct_distribution_new_of_options *options,
					 const char *file, int line, const char *function)
{
	ct_distribution *made = NULL;

	if (ct_expression_failed_at(file, line)) {
		if (options->release)
			options->release(options->context);
		return NULL;
	}
	{
		const ct_error error = ct_distribution_new_of(distribution_class, parameters,
							      options, &made);

		if (error)
			ct_expression_note(error, file, line, function);
	}
	return made;
}
