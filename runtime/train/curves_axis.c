/*
 * Axes: round ticks, pixels, labels.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/numbers.h"
#include "train/curves.h"

/* The smallest of 1, 2, 5, 10 times a power of ten that is not below. */
static double round_up(double number)
{
	const double power = pow(10, floor(log10(number)));
	const double part = number / power;

	return power * (part <= 1.0001 ? 1 : part <= 2.0001 ? 2 : part <= 5.0001 ? 5 : 10);
}

static void add_tick(struct ct_axis *self, double tick)
{
	if (self->ticks_len < CT_MAX_TICKS)
		self->ticks[self->ticks_len++] = tick;
}

static void choose_linear(struct ct_axis *self, int wanted)
{
	const double range = self->max - self->min;
	double first;

	self->step = round_up(range / (wanted > 1 ? wanted : 1));
	if (self->is_whole && self->step < 1)
		self->step = 1;
	first = ceil(self->min / self->step - 1e-9);
	for (int i = 0; i < CT_MAX_TICKS; i++) {
		const double tick = (first + i) * self->step;

		if (tick > self->max + 1e-9 * range)
			break;
		add_tick(self, fabs(tick) < self->step * 1e-9 ? 0 : tick);
	}
}

/* Powers of ten, not all of them in a large range; in a small range 2 and 5 times them, too. */
static void choose_log(struct ct_axis *self, int wanted)
{
	static const double between[] = { 1, 2, 5 };
	const double range = self->max - self->min;
	const int every = (int)fmax(1, ceil(range / wanted));
	const int parts = range < 2.5 ? 3 : 1;

	for (int power = (int)floor(self->min); power <= (int)ceil(self->max); power++) {
		for (int i = 0; power % every == 0 && i < parts; i++) {
			const double place = power + log10(between[i]);

			if (place >= self->min - 1e-9 && place <= self->max + 1e-9)
				add_tick(self, between[i] * pow(10, power));
		}
	}
}

void ct_axis_choose_ticks(struct ct_axis *self, int wanted)
{
	self->ticks_len = 0;
	self->step = 0;
	if (self->is_log)
		choose_log(self, wanted);
	/* In a range without round powers, the numbers themselves have round ticks. */
	if (self->is_log && self->ticks_len < 2) {
		struct ct_axis plain = { .min = pow(10, self->min), .max = pow(10, self->max) };

		choose_linear(&plain, wanted);
		self->ticks_len = plain.ticks_len;
		self->step = plain.step;
		memcpy(self->ticks, plain.ticks, sizeof plain.ticks);
	} else if (!self->is_log) {
		choose_linear(self, wanted);
	}
}

double ct_axis_place(const struct ct_axis *self, double number)
{
	const double at = self->is_log ? log10(number) : number;

	return self->from + (at - self->min) / (self->max - self->min) * (self->to - self->from);
}

/* Digits after the point that distinguish two ticks. */
static int digits_for(double step)
{
	const double digits = step > 0 ? -floor(log10(step) + 1e-9) : 0;

	return digits < 0 ? 0 : digits > 12 ? 12 : (int)digits;
}

static void add_fixed(double number, double step, const char *unit, struct ct_text *text)
{
	char label[40];

	ct_format(label, sizeof label, "%.*f", digits_for(step), number);
	ct_text_add(text, label);
	ct_text_add(text, unit);
}

/* The largest tick decides on the unit of all. */
static double largest_tick(const struct ct_axis *self)
{
	return self->ticks_len ? fmax(fabs(self->ticks[0]), fabs(self->ticks[self->ticks_len - 1]))
			       : 0;
}

void ct_axis_add_label(const struct ct_axis *self, double tick, struct ct_text *text)
{
	const double most = largest_tick(self);
	char label[40];

	if (tick == 0) {
		ct_text_add(text, "0");
	} else if (self->step == 0 || most >= 1e12 || most < 1e-3) {
		ct_format(label, sizeof label, "%.4g", tick);
		ct_text_add(text, label);
	} else if (most >= 1e9) {
		add_fixed(tick / 1e9, self->step / 1e9, "G", text);
	} else if (most >= 1e6) {
		add_fixed(tick / 1e6, self->step / 1e6, "M", text);
	} else if (most >= 1e4) {
		add_fixed(tick / 1e3, self->step / 1e3, "k", text);
	} else {
		add_fixed(tick, self->step, "", text);
	}
}
