/*
 * State dicts of schedulers, in Python's form: the attributes, in order.
 */
#include <stdlib.h>

#include "core/base/lengths.h"
#include "core/base/name_of.h"
#include "core/base/no_memory.h"
#include "core/memory/expression.h"
#include "core/memory/own_scope.h"
#include "optim/schedulers/scheduler.h"

/* --- making ----------------------------------------------------------------------------------- */

ct_error ct_lr_scheduler_state_dict(const ct_lr_scheduler *self, ct_value *result)
{
	ct_value made = ct_value_none();
	ct_error error;

	CT_TRY(ct_lr_scheduler_check(self, __func__, 1, "self"));
	if (result == NULL)
		return ct_missing_argument(__func__, 2, "result");
	CT_TRY(ct_value_copy(&self->state, &made));
	error = self->klass->code->save ? self->klass->code->save(self, &made) : NULL;
	if (error)
		ct_value_free(&made);
	else
		*result = made;
	return error;
}

/* --- loading ---------------------------------------------------------------------------------- */

/* What a scheduler that consists of others has for them; None for another scheduler. */
static ct_error find_parts(const ct_lr_scheduler *self, const ct_value *state_dict,
			   ct_value *result)
{
	*result = ct_value_none();
	if (self->parts_len == 0)
		return NULL;
	return ct_value_dict_get(state_dict, ct_value_string("_schedulers"), result);
}

static ct_error scheduler_state_dict_check(const ct_lr_scheduler *self, const ct_value *state_dict)
{
	const char *key = self->klass->code->required_key;
	ct_value parts, part;

	if (state_dict->kind != CT_VALUE_DICT)
		return CT_RAISED(CT_ERROR_TYPE, "state_dict must be a dict, not %s",
				 ct_value_type_name(state_dict));
	if (key && !ct_value_dict_has(state_dict, ct_value_string(key)))
		return CT_RAISED(CT_ERROR_KEY, "'%s'", key);
	CT_TRY(find_parts(self, state_dict, &parts));
	if (ct_value_count(&parts) > self->parts_len)
		return CT_RAISED(CT_ERROR_INDEX, "list index out of range");
	for (int64_t i = 0; i < ct_value_count(&parts); i++) {
		CT_TRY(ct_value_item(&parts, i, &part));
		CT_TRY(scheduler_state_dict_check(self->parts[i], &part));
	}
	return NULL;
}

/* Python's `self.__dict__.update(state_dict)`. */
static ct_error scheduler_state_dict_update(const ct_lr_scheduler *self, ct_value *attributes,
					    const ct_value *from)
{
	const char *key = self->klass->code->required_key;
	ct_value name, value;
	bool is_key;

	for (int64_t i = 0; i < ct_value_count(from); i++) {
		CT_TRY(ct_value_dict_item(from, i, &name, &value));
		is_key = false;
		if (key) {
			const ct_value wanted = ct_value_string(key);

			CT_TRY(ct_value_equal(&name, &wanted, &is_key));
		}
		if (!is_key)
			CT_TRY(ct_value_dict_set(attributes, name, value));
	}
	return NULL;
}

/* The new attributes, or after an error the old ones. */
static ct_error load_attributes(ct_lr_scheduler *self, const ct_value *state_dict)
{
	ct_value old = self->state, updated = ct_value_none();
	ct_error error;

	CT_TRY(ct_value_copy(&old, &updated));
	error = scheduler_state_dict_update(self, &updated, state_dict);
	self->state = updated;
	if (error == NULL && self->klass->code->loaded)
		error = self->klass->code->loaded(self);
	if (error) {
		ct_value_free(&self->state);
		self->state = old;
		return error;
	}
	ct_value_free(&old);
	return NULL;
}

static ct_error scheduler_state_dict_load(ct_lr_scheduler *self, const ct_value *state_dict)
{
	ct_value parts, part;

	CT_TRY(load_attributes(self, state_dict));
	CT_TRY(find_parts(self, state_dict, &parts));
	for (int64_t i = 0; i < ct_value_count(&parts); i++) {
		CT_TRY(ct_value_item(&parts, i, &part));
		CT_TRY(scheduler_state_dict_load(self->parts[i], &part));
	}
	return NULL;
}

/* The attributes of a scheduler, and of all that it consists of. */
struct kept {
	ct_value state;
	struct kept *parts;
};

static ct_error keep(const ct_lr_scheduler *self, struct kept *kept)
{
	CT_TRY(ct_value_copy(&self->state, &kept->state));
	if (self->parts_len == 0)
		return NULL;
	kept->parts = ct_array_new(self->parts_len, sizeof *kept->parts);
	if (kept->parts == NULL)
		return ct_no_memory(NULL, "for schedulers");
	for (int64_t i = 0; i < self->parts_len; i++)
		CT_TRY(keep(self->parts[i], &kept->parts[i]));
	return NULL;
}

static void forget(const ct_lr_scheduler *self, struct kept *kept)
{
	ct_value_free(&kept->state);
	for (int64_t i = 0; kept->parts && i < self->parts_len; i++)
		forget(self->parts[i], &kept->parts[i]);
	free(kept->parts);
}

static void restore(ct_lr_scheduler *self, struct kept *kept)
{
	const ct_value loaded = self->state;

	self->state = kept->state;
	kept->state = loaded;
	if (self->klass->code->loaded)
		ct_error_free(self->klass->code->loaded(self));
	for (int64_t i = 0; i < self->parts_len; i++)
		restore(self->parts[i], &kept->parts[i]);
}

static ct_error load_or_restore(ct_lr_scheduler *self, const ct_value *state_dict, bool is_trial)
{
	struct kept kept = { .state = ct_value_none() };
	ct_error error = keep(self, &kept);

	if (error == NULL) {
		error = scheduler_state_dict_load(self, state_dict);
		if (error || is_trial)
			restore(self, &kept);
	}
	forget(self, &kept);
	return error;
}

ct_error ct_lr_scheduler_load(ct_lr_scheduler *self, const ct_value *state_dict, bool is_trial)
{
	CT_TRY(ct_lr_scheduler_check(self, CT_NAME_OF(ct_lr_scheduler_load_state_dict), 1, "self"));
	CT_OWN_SCOPE(CT_NAME_OF(ct_lr_scheduler_load_state_dict));
	CT_TRY(scheduler_state_dict_check(self, state_dict));
	return load_or_restore(self, state_dict, is_trial);
}

ct_error ct_lr_scheduler_load_state_dict(ct_lr_scheduler *self, const ct_value *state_dict)
{
	if (self && state_dict == NULL)
		return ct_missing_argument(__func__, 2, "state_dict");
	return ct_lr_scheduler_load(self, state_dict, false);
}
