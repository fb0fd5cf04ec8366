/*
 * Early stopping.
 */
#include <math.h>

#include <ctorch/macros/try.h>
#include <ctorch/train/train.h>

#include "core/base/lengths.h"
#include "core/memory/expression.h"

static bool is_better(const ct_early_stopping *self, double value)
{
	if (isnan(value) || isnan(self->best))
		return !isnan(value);
	return self->maximize ? value > self->best + self->min_delta
			      : value < self->best - self->min_delta;
}

bool ct_early_stopping_update(ct_early_stopping *self, double value)
{
	if (self == NULL)
		return false;
	if (self->seen == 0)
		self->best = NAN;
	self->waiting = ct_size_plus(self->waiting, 1);
	if (is_better(self, value)) {
		self->best = value;
		self->best_at = self->seen;
		self->waiting = 0;
	}
	self->seen = ct_size_plus(self->seen, 1);
	return self->waiting > 0 && self->waiting >= self->patience;
}

bool ct_early_stopping_is_best(const ct_early_stopping *self)
{
	return self && self->seen > 0 && self->waiting == 0;
}

ct_error ct_early_stopping_state_dict(const ct_early_stopping *self, ct_value *result)
{
	if (self == NULL || result == NULL)
		return ct_missing_argument(__func__, self ? 2 : 1, self ? "result" : "self");
	const ct_value pairs[] = {
		ct_value_string("seen"),    ct_value_int(self->seen),
		ct_value_string("waiting"), ct_value_int(self->waiting),
		ct_value_string("best_at"), ct_value_int(self->best_at),
		ct_value_string("best"),    ct_value_float(self->best),
	};
	const ct_value dict = ct_value_dict(pairs, 4);

	return ct_value_copy(&dict, result);
}

/* A dict with the counters of some run. */
static ct_error check(const ct_early_stopping *self, const char *function)
{
	const bool valid = self->waiting >= 0 && self->waiting <= self->seen &&
			   self->seen < INT64_MAX && self->best_at >= 0 &&
			   self->best_at <= self->seen;

	return valid ? NULL
		     : ct_error_new(CT_ERROR_VALUE, function,
				    "inconsistent state: %lld numbers, the best was number %lld, "
				    "and the last %lld were no better",
				    (long long)self->seen, (long long)self->best_at,
				    (long long)self->waiting);
}

ct_error ct_early_stopping_load_state_dict(ct_early_stopping *self, const ct_value *state_dict)
{
	ct_early_stopping loaded;

	if (self == NULL || state_dict == NULL)
		return ct_missing_argument(__func__, self ? 2 : 1, self ? "state_dict" : "self");
	if (state_dict->kind != CT_VALUE_DICT)
		return ct_error_new(CT_ERROR_TYPE, __func__, "state_dict must be a dict, not %s",
				    ct_value_type_name(state_dict));
	loaded = *self;
	CT_TRY(ct_value_at_int(state_dict, "/seen", &loaded.seen));
	CT_TRY(ct_value_at_int(state_dict, "/waiting", &loaded.waiting));
	CT_TRY(ct_value_at_int(state_dict, "/best_at", &loaded.best_at));
	CT_TRY(ct_value_at_float(state_dict, "/best", &loaded.best));
	CT_TRY(check(&loaded, __func__));
	*self = loaded;
	return NULL;
}
