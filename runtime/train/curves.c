/*
 * Learning curves: numbers by name and step, their state dict.
 */
#define _GNU_SOURCE
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include <ctorch/macros/list.h>
#include <ctorch/macros/try.h>

#include "core/base/lengths.h"
#include "core/base/name_of.h"
#include "core/base/no_memory.h"
#include "core/memory/expression.h"
#include "files/io/write.h"
#include "train/curves.h"
#include "train/object.h"

/* --- making and releasing --------------------------------------------------------------------- */

static void empty(ct_curves *self)
{
	for (int64_t i = 0; i < self->len; i++) {
		free(self->at[i].name);
		free(self->at[i].steps);
		free(self->at[i].values);
	}
	free(self->at);
	*self = (ct_curves){ 0 };
}

static void curves_release(void *curves)
{
	empty(curves);
	free(curves);
}

ct_error ct_curves_new(ct_curves **result)
{
	ct_curves *self;

	if (result == NULL)
		return ct_missing_argument(__func__, 1, "result");
	self = calloc(1, sizeof *self);
	CT_TRY(ct_train_give(self, curves_release, __func__));
	*result = self;
	return NULL;
}

void ct_curves_free(ct_curves *self)
{
	ct_train_take(self, curves_release);
}

/* --- adding ----------------------------------------------------------------------------------- */

struct ct_curve *ct_curve_find(const ct_curves *self, const char *name)
{
	for (int64_t i = 0; self && name && i < self->len; i++)
		if (!strcmp(self->at[i].name, name))
			return &self->at[i];
	return NULL;
}

static struct ct_curve *begin_curve(ct_curves *self, const char *name)
{
	struct ct_curve *grown = ct_array_grow(self->at, &self->room, self->len + 1, sizeof *grown);
	char *copy;

	if (grown == NULL)
		return NULL;
	self->at = grown;
	copy = strdup(name);
	if (copy == NULL)
		return NULL;
	grown[self->len] = (struct ct_curve){ .name = copy };
	return &grown[self->len++];
}

static bool make_room(struct ct_curve *curve)
{
	int64_t room = curve->room, *steps;
	double *values;

	steps = ct_array_grow(curve->steps, &room, curve->len + 1, sizeof *steps);
	if (steps == NULL)
		return false;
	curve->steps = steps;
	if (room == curve->room)
		return true;
	values = ct_array_resize(curve->values, room, sizeof *values);
	if (values == NULL)
		return false;
	curve->values = values;
	curve->room = room;
	return true;
}

static ct_error curves_add(ct_curves *self, const char *name, int64_t step, double value,
			   const char *function)
{
	struct ct_curve *curve = ct_curve_find(self, name);

	if (curve && curve->len && step < curve->steps[curve->len - 1])
		return ct_error_new(CT_ERROR_VALUE, function,
				    "step %lld of the curve '%s' is not greater than the previous "
				    "step, %lld",
				    (long long)step, name, (long long)curve->steps[curve->len - 1]);
	if (curve == NULL)
		curve = begin_curve(self, name);
	if (curve == NULL || !make_room(curve))
		return ct_no_memory(function, "for a curve");
	curve->steps[curve->len] = step;
	curve->values[curve->len++] = value;
	return NULL;
}

ct_error ct_curves_add(ct_curves *self, const char *name, int64_t step, double value)
{
	if (self == NULL)
		return ct_missing_argument(__func__, 1, "self");
	if (name == NULL)
		return ct_missing_argument(__func__, 2, "name");
	return curves_add(self, name, step, value, __func__);
}

/* --- reading ---------------------------------------------------------------------------------- */

int64_t ct_curves_count(const ct_curves *self)
{
	return self ? self->len : 0;
}

const char *ct_curves_name(const ct_curves *self, int64_t index)
{
	return self && index >= 0 && index < self->len ? self->at[index].name : NULL;
}

int64_t ct_curves_point_count(const ct_curves *self, const char *name)
{
	const struct ct_curve *curve = ct_curve_find(self, name);

	return curve ? curve->len : 0;
}

ct_error ct_curves_at(const ct_curves *self, const char *name, int64_t index, int64_t *step,
		      double *value)
{
	const struct ct_curve *curve = ct_curve_find(self, name);
	int64_t i = index;

	if (self == NULL)
		return ct_missing_argument(__func__, 1, "self");
	if (name == NULL)
		return ct_missing_argument(__func__, 2, "name");
	if (curve == NULL)
		return ct_error_new(CT_ERROR_KEY, __func__, "unknown curve '%s'", name);
	i += i < 0 ? curve->len : 0;
	if (i < 0 || i >= curve->len)
		return ct_error_new(CT_ERROR_INDEX, __func__,
				    "index %lld is out of range: the curve '%s' has %lld numbers",
				    (long long)index, name, (long long)curve->len);
	if (step)
		*step = curve->steps[i];
	if (value)
		*value = curve->values[i];
	return NULL;
}

/* --- files ------------------------------------------------------------------------------------ */

ct_error ct_curves_write(struct ct_text *text, const char *path, const char *function)
{
	const struct ct_file_piece piece = { text->data, text->length };
	ct_error error;

	error = text->failed ? ct_no_memory(function, "for a curve")
			     : ct_file_write(function, path, &piece, 1);
	ct_text_release(text);
	return error;
}

/* --- state dicts ------------------------------------------------------------------------------ */

static ct_error add_state(const ct_curves *self, ct_value *dict)
{
	for (int64_t i = 0; i < self->len; i++) {
		const struct ct_curve *curve = &self->at[i];
		const ct_value pairs[] = {
			ct_value_string("steps"),
			ct_value_ints(CT_INTS_OF(curve->steps, curve->len)),
			ct_value_string("values"),
			ct_value_floats(CT_FLOATS_OF(curve->values, curve->len)),
		};

		CT_TRY(ct_value_dict_set(dict, ct_value_string(curve->name),
					 ct_value_dict(pairs, 2)));
	}
	return NULL;
}

ct_error ct_curves_state_dict(const ct_curves *self, ct_value *result)
{
	ct_value dict = ct_value_dict_new();
	ct_error error;

	if (self == NULL)
		return ct_missing_argument(__func__, 1, "self");
	if (result == NULL)
		return ct_missing_argument(__func__, 2, "result");
	error = add_state(self, &dict);
	if (error)
		ct_value_free(&dict);
	else
		*result = dict;
	return error;
}

static ct_error read_entry(const ct_value *curve, const char *name, ct_value *result)
{
	if (!ct_value_dict_has(curve, ct_value_string(name)))
		return ct_error_new(CT_ERROR_KEY, CT_NAME_OF(ct_curves_load_state_dict), "'%s'",
				    name);
	return ct_value_dict_get(curve, ct_value_string(name), result);
}

static ct_error load_curve(ct_curves *self, const char *name, const ct_value *curve)
{
	static const char *const function = CT_NAME_OF(ct_curves_load_state_dict);
	ct_value steps, values, item;
	int64_t step;
	double value;

	CT_TRY(read_entry(curve, "steps", &steps));
	CT_TRY(read_entry(curve, "values", &values));
	if (ct_value_count(&steps) != ct_value_count(&values))
		return ct_error_new(CT_ERROR_VALUE, function,
				    "the curve '%s' has %lld steps and %lld values", name,
				    (long long)ct_value_count(&steps),
				    (long long)ct_value_count(&values));
	for (int64_t i = 0; i < ct_value_count(&steps); i++) {
		CT_TRY(ct_value_item(&steps, i, &item));
		CT_TRY(ct_value_as_int(&item, &step));
		CT_TRY(ct_value_item(&values, i, &item));
		CT_TRY(ct_value_as_float(&item, &value));
		CT_TRY(curves_add(self, name, step, value, function));
	}
	return NULL;
}

static ct_error load(ct_curves *self, const ct_value *state)
{
	const char *name;
	ct_value key, curve;

	for (int64_t i = 0; i < ct_value_count(state); i++) {
		CT_TRY(ct_value_dict_item(state, i, &key, &curve));
		CT_TRY(ct_value_as_string(&key, &name, NULL));
		if (curve.kind != CT_VALUE_DICT)
			return ct_error_new(CT_ERROR_TYPE, CT_NAME_OF(ct_curves_load_state_dict),
					    "the curve '%s' must be a dict, not %s", name,
					    ct_value_type_name(&curve));
		CT_TRY(load_curve(self, name, &curve));
	}
	return NULL;
}

ct_error ct_curves_load_state_dict(ct_curves *self, const ct_value *state_dict)
{
	ct_curves loaded = { 0 };
	ct_error error;

	if (self == NULL)
		return ct_missing_argument(__func__, 1, "self");
	if (state_dict == NULL)
		return ct_missing_argument(__func__, 2, "state_dict");
	if (state_dict->kind != CT_VALUE_DICT)
		return ct_error_new(CT_ERROR_TYPE, __func__, "state_dict must be a dict, not %s",
				    ct_value_type_name(state_dict));
	error = load(&loaded, state_dict);
	if (error == NULL) {
		empty(self);
		*self = loaded;
		return NULL;
	}
	empty(&loaded);
	return error;
}
