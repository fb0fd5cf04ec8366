/*
 * The options of a group in a struct, and several groups at construction.
 */
#include <stddef.h>

#include <ctorch/macros/literals.h>
#include <ctorch/optim/optimizer.h>

#include "core/base/name_of.h"
#include "optim/optimizer/class.h"

/* The numbers of ct_param_group_options; 0 is none, and CT_ZERO 0. */
static const struct {
	const char *name;
	size_t offset;
} numbers[] = {
#define NUMBER(name)                                          \
	{                                                     \
#name, offsetof(ct_param_group_options, name) \
	}
	NUMBER(lr),    NUMBER(weight_decay), NUMBER(momentum), NUMBER(dampening),      NUMBER(eps),
	NUMBER(alpha), NUMBER(rho),          NUMBER(lr_decay), NUMBER(momentum_decay),
#undef NUMBER
};

static ct_error add_betas(ct_floats betas, ct_value *dict)
{
	ct_value tuple = ct_value_tuple_new();
	ct_error error = NULL;

	for (int64_t i = 0; i < betas.len && error == NULL; i++)
		error = ct_value_list_append(&tuple, ct_value_float(betas.at[i]));
	if (error == NULL)
		error = ct_value_dict_move(dict, ct_value_string("betas"), &tuple);
	ct_value_free(&tuple);
	return error;
}

static ct_error add_others(const ct_value *others, ct_value *dict)
{
	ct_value key, value;

	if (others->kind != CT_VALUE_DICT)
		return CT_RAISED(CT_ERROR_TYPE, "param_group must be a dict, but got %s",
				 ct_value_type_name(others));
	for (int64_t i = 0; i < ct_value_count(others); i++) {
		CT_TRY(ct_value_dict_item(others, i, &key, &value));
		CT_TRY(ct_value_dict_set(dict, key, value));
	}
	return NULL;
}

ct_error ct_optim_group_dict(const ct_param_group_options *options, ct_value *dict)
{
	for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++) {
		const double number = *(const double *)(const void *)((const char *)options +
								      numbers[i].offset);

		if (number != 0)
			CT_TRY(ct_value_dict_set(dict, ct_value_string(numbers[i].name),
						 ct_value_float(number == CT_ZERO ? 0 : number)));
	}
	if (options->betas.at)
		CT_TRY(add_betas(options->betas, dict));
	return options->others && !ct_value_is_none(options->others)
		       ? add_others(options->others, dict)
		       : NULL;
}

ct_error ct_optimizer_add_group(ct_optimizer *self, ct_parameters parameters,
				const ct_param_group_options *options)
{
	ct_value dict;
	ct_error error;

	CT_OPTIMIZER_CHECK(self);
	dict = ct_value_dict_new();
	error = options ? ct_optim_group_dict(options, &dict) : NULL;
	if (error == NULL)
		error = ct_optimizer_add_param_group(self, parameters, &dict);
	ct_value_free(&dict);
	return error;
}

ct_error ct_optim_add_groups(ct_optimizer *self, ct_parameters parameters)
{
	if (parameters.groups_len == 0)
		return ct_optimizer_add_param_group(self, parameters, NULL);
	if (parameters.groups == NULL || parameters.groups_len < 0)
		return CT_RAISED(CT_ERROR_ARGUMENT,
				 "argument 1 (parameters): its groups must not be NULL");
	for (int64_t i = 0; i < parameters.groups_len; i++) {
		const ct_param_group *group = &parameters.groups[i];
		const ct_parameters its = { .module = group->module,
					    .tensors = group->tensors,
					    .names = group->names,
					    .len = group->len,
					    .with_names = group->with_names };

		CT_TRY(ct_optimizer_add_group(self, its, &group->options));
	}
	return NULL;
}
