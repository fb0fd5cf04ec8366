/*
 * Early stopping.
 */
#include <math.h>

#include <ctorch/train.h>

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
	self->waiting++;
	if (is_better(self, value)) {
		self->best = value;
		self->best_at = self->seen;
		self->waiting = 0;
	}
	self->seen++;
	return self->waiting > 0 && self->waiting >= self->patience;
}

bool ct_early_stopping_is_best(const ct_early_stopping *self)
{
	return self && self->seen > 0 && self->waiting == 0;
}
