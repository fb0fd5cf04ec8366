/*
 * Schedulers: attributes, arguments, and the options of the optimizer's groups.
 */
#include <string.h>

#include <ctorch/ops/all.h>
#include <ctorch/tensor/tensor.h>

#include "operators/value/value.h"
#include "optim/optimizer/class.h"
#include "optim/schedulers/scheduler.h"

/* --- attributes ------------------------------------------------------------------------------- */

static ct_value read(const ct_value *dict, const char *name)
{
	ct_value result = ct_value_none();

	CT_DO(ct_value_dict_get(dict, ct_value_string(name), &result));
	return result;
}

static bool as_bool(ct_value value)
{
	bool result = false;

	CT_DO(ct_value_as_bool(&value, &result));
	return result;
}

static const char *as_text(ct_value value)
{
	const char *result = "";

	CT_DO(ct_value_as_string(&value, &result, NULL));
	return result;
}

ct_value ct_lr_get(const ct_lr_scheduler *self, const char *name)
{
	return read(&self->state, name);
}

double ct_lr_float(const ct_lr_scheduler *self, const char *name)
{
	return ct_lr_double(ct_lr_get(self, name));
}

bool ct_lr_bool(const ct_lr_scheduler *self, const char *name)
{
	return as_bool(ct_lr_get(self, name));
}

const char *ct_lr_text(const ct_lr_scheduler *self, const char *name)
{
	return as_text(ct_lr_get(self, name));
}

/* Python's `zip(..., strict=True)`. */
ct_value ct_lr_of_group(const ct_lr_scheduler *self, const char *name, int64_t group)
{
	ct_value list = ct_lr_get(self, name), result = ct_value_none();
	const int64_t n = ct_value_count(&list), groups = ct_lr_groups(self);

	if (n >= 0 && n != groups)
		CT_FAIL(CT_ERROR_VALUE, "zip() argument 2 is %s than argument 1",
			n < groups ? "shorter" : "longer");
	CT_DO(ct_value_item(&list, group, &result));
	return result;
}

void ct_lr_set(ct_lr_scheduler *self, const char *name, ct_value value)
{
	CT_DO(ct_value_dict_set(&self->state, ct_value_string(name), value));
}

void ct_lr_move(ct_lr_scheduler *self, const char *name, ct_value *value)
{
	CT_DO(ct_value_dict_move(&self->state, ct_value_string(name), value));
	ct_value_free(value);
}

/* --- arguments -------------------------------------------------------------------------------- */

ct_value ct_lr_argument(const ct_lr_scheduler *self, const char *name)
{
	return read(&self->arguments, name);
}

double ct_lr_float_argument(const ct_lr_scheduler *self, const char *name)
{
	return ct_lr_double(ct_lr_argument(self, name));
}

int64_t ct_lr_int_argument(const ct_lr_scheduler *self, const char *name)
{
	ct_value value = ct_lr_argument(self, name);
	int64_t result = 0;

	CT_DO(ct_value_as_int(&value, &result));
	return result;
}

bool ct_lr_bool_argument(const ct_lr_scheduler *self, const char *name)
{
	return as_bool(ct_lr_argument(self, name));
}

const char *ct_lr_text_argument(const ct_lr_scheduler *self, const char *name)
{
	return as_text(ct_lr_argument(self, name));
}

void ct_lr_keep_argument(ct_lr_scheduler *self, const char *name)
{
	ct_lr_set(self, name, ct_lr_argument(self, name));
}

void ct_lr_keep_arguments(ct_lr_scheduler *self)
{
	const struct ct_class *klass = &self->klass->of;

	for (size_t i = 0; i < klass->arguments_len; i++) {
		const char *name = klass->arguments[i].name;

		if (strcmp(name, "last_epoch") != 0 &&
		    ct_value_dict_has(&self->arguments, ct_value_string(name)))
			ct_lr_keep_argument(self, name);
	}
}

bool ct_lr_is_list(const ct_value *value)
{
	return value && ct_value_is_sequence(value);
}

static ct_error append_for_groups(const ct_lr_scheduler *self, const ct_value *given,
				  ct_value *list)
{
	ct_value item = *given;

	for (int64_t i = 0; i < ct_lr_groups(self); i++) {
		if (ct_lr_is_list(given))
			CT_TRY(ct_value_item(given, i, &item));
		CT_TRY(ct_value_list_append(list, item));
	}
	return NULL;
}

ct_error ct_lr_for_groups(const ct_lr_scheduler *self, const char *name, ct_value *result)
{
	const ct_value given = ct_lr_argument(self, name);
	const int64_t groups = ct_lr_groups(self), n = ct_value_count(&given);
	ct_error error;

	CT_TRY(CT_DONE());
	if (ct_lr_is_list(&given) && n != groups)
		return ct_error_new(CT_ERROR_VALUE, self->klass->of.name,
				    "%s must have the same length as optimizer.param_groups. %s "
				    "has %lld values, param_groups has %lld.",
				    name, name, (long long)n, (long long)groups);
	*result = ct_value_list_new();
	error = append_for_groups(self, &given, result);
	if (error)
		ct_value_free(result);
	return error;
}

/* --- the groups of the optimizer -------------------------------------------------------------- */

int64_t ct_lr_groups(const ct_lr_scheduler *self)
{
	return self->optimizer->groups_len;
}

ct_value ct_lr_group(const ct_lr_scheduler *self, int64_t group, const char *name)
{
	ct_value result = ct_value_none();

	CT_DO(ct_optimizer_get(self->optimizer, group, name, &result));
	return result;
}

/* A value that the group may keep: no other place has the same tensor. */
static ct_value apart(ct_value value)
{
	ct_tensor *tensor = NULL;

	if (value.kind != CT_VALUE_TENSOR)
		return value;
	CT_DO(ct_value_as_tensor(&value, &tensor));
	return ct_value_tensor(CT_E(clone, tensor));
}

void ct_lr_set_group(ct_lr_scheduler *self, int64_t group, const char *name, ct_value value)
{
	value = apart(value);
	CT_DO(ct_optimizer_set(self->optimizer, group, name, value));
}

void ct_lr_update_group(ct_lr_scheduler *self, int64_t group, const char *name, ct_value value)
{
	const ct_value old = ct_lr_group(self, group, name);
	ct_tensor *tensor = NULL;

	if (old.kind != CT_VALUE_TENSOR) {
		ct_lr_set_group(self, group, name, value);
		return;
	}
	CT_DO(ct_value_as_tensor(&old, &tensor));
	CT_E(fill__Scalar, tensor, ct_lr_double(value));
}

static ct_error append_groups(const ct_lr_scheduler *self, const char *option, ct_value *list)
{
	for (int64_t i = 0; i < ct_lr_groups(self); i++) {
		const ct_value value = apart(ct_lr_group(self, i, option));

		CT_TRY(CT_DONE());
		CT_TRY(ct_value_list_append(list, value));
	}
	return NULL;
}

ct_error ct_lr_list_groups(ct_lr_scheduler *self, const char *option, const char *name)
{
	ct_value list = ct_value_list_new();
	ct_error error = append_groups(self, option, &list);

	if (error == NULL)
		error = ct_value_dict_move(&self->state, ct_value_string(name), &list);
	ct_value_free(&list);
	return error;
}
