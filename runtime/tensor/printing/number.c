/*
 * Elements as text, by the rules of PyTorch: one format for all elements of a tensor, determined by
 * those that are neither zero nor infinite nor NaN.
 */
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/numbers.h"
#include "tensor/printing/printing.h"

/* Not printf()'s texts, which include "-nan". */
static const char *word_of(double value)
{
	if (isnan(value))
		return "nan";
	return value > 0 ? "inf" : "-inf";
}

static void write_double(char *number, double value, const struct ct_number_format *format)
{
	if (!isfinite(value)) {
		strcpy(number, word_of(value));
	} else if (format->is_scientific) {
		ct_format(number, CT_NUMBER_SIZE, "%.*e", format->precision, value);
	} else if (format->is_integral) {
		ct_format(number, CT_NUMBER_SIZE, "%.0f.", value);
	} else {
		ct_format(number, CT_NUMBER_SIZE, "%.*f", format->precision, value);
	}
}

static double float_at(const struct ct_elements *elements, int64_t i, int part)
{
	const double *data = elements->data;

	return elements->is_complex ? data[2 * i + part] : data[i];
}

void ct_write_number(char *number, const struct ct_elements *elements, int64_t i, int part,
		     const struct ct_number_format *format)
{
	switch (elements->kind) {
	case CT_ELEMENTS_INT:
		snprintf(number, CT_NUMBER_SIZE, "%" PRId64, ((const int64_t *)elements->data)[i]);
		break;
	case CT_ELEMENTS_UINT:
		snprintf(number, CT_NUMBER_SIZE, "%" PRIu64, ((const uint64_t *)elements->data)[i]);
		break;
	case CT_ELEMENTS_BOOL:
		strcpy(number, ((const bool *)elements->data)[i] ? "True" : "False");
		break;
	case CT_ELEMENTS_FLOAT:
		write_double(number, float_at(elements, i, part), format);
		break;
	}
}

/* --- The format ------------------------------------------------------------------------------ */

/* For the numbers that determine it. */
struct span {
	double smallest; /* magnitudes */
	double largest;
	bool is_empty;
	bool is_integral;
};

static bool counts(const struct ct_elements *elements, int64_t i, int part)
{
	double value;

	if (elements->kind != CT_ELEMENTS_FLOAT)
		return true;
	value = float_at(elements, i, part);
	return isfinite(value) && value != elements->zero;
}

static struct span span_of(const struct ct_elements *elements, int part)
{
	struct span span = { INFINITY, 0, true, true };

	for (int64_t i = 0; i < elements->n; i++) {
		const double value = float_at(elements, i, part), magnitude = fabs(value);

		if (!counts(elements, i, part))
			continue;
		span.is_empty = false;
		span.smallest = fmin(span.smallest, magnitude);
		span.largest = fmax(span.largest, magnitude);
		span.is_integral = span.is_integral && value == ceil(value);
	}
	return span;
}

static bool is_scientific(const struct span *span, ct_sci_mode mode)
{
	if (mode != CT_SCI_MODE_AUTO)
		return mode == CT_SCI_MODE_ON;
	return span->largest / span->smallest > 1000 || span->largest > 1e8 ||
	       span->smallest < 1e-4;
}

static int64_t width_of(const struct ct_elements *elements, int part,
			const struct ct_number_format *format)
{
	int64_t width = 1;
	char number[CT_NUMBER_SIZE];

	for (int64_t i = 0; i < elements->n; i++) {
		if (!counts(elements, i, part))
			continue;
		ct_write_number(number, elements, i, part, format);
		if ((int64_t)strlen(number) > width)
			width = (int64_t)strlen(number);
	}
	return width;
}

struct ct_number_format ct_number_format_for(const struct ct_elements *elements, int part,
					     const ct_printoptions *options)
{
	struct ct_number_format format = { false, true, (int)options->precision, 1 };
	struct span span;

	if (elements->kind == CT_ELEMENTS_FLOAT) {
		span = span_of(elements, part);
		if (span.is_empty)
			return format;
		format.is_integral = span.is_integral;
		format.is_scientific = is_scientific(&span, options->sci_mode);
	}
	format.width = width_of(elements, part, &format);
	return format;
}

/* --- In few characters ----------------------------------------------------------------------- */

void ct_add_short(struct ct_text *text, double value, int digits)
{
	char number[64];
	const bool is_whole = isfinite(value) && value == floor(value) && fabs(value) < 1e15;

	if (!isfinite(value)) {
		ct_text_add(text, word_of(value));
		return;
	}
	if (is_whole)
		ct_format(number, sizeof number, "%.0f", value + 0.0); /* no zero with a sign */
	else
		ct_format(number, sizeof number, "%.*g", digits, value);
	ct_text_add(text, number);
}
