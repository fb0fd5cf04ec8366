/*
 * Numbers as Python's repr() prints them.
 */
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/shortest.h"
#include "core/base/text.h"

/* --- Decimal numbers -------------------------------------------------------------------------- */

/* The fewest digits that are this number, and where the point is: 0.d1d2d3... * 10^point. */
struct decimal {
	char digits[CT_SHORTEST_DIGITS + 1];
	int len, point;
};

static void add_zeros(struct ct_text *text, int n)
{
	for (; n > 0; n--)
		ct_text_add(text, "0");
}

static void add_with_exponent(struct ct_text *text, const struct decimal *number)
{
	const int exponent = number->point - 1;

	ct_text_add_bytes(text, number->digits, 1);
	if (number->len > 1)
		ct_text_addf(text, ".%s", number->digits + 1);
	ct_text_addf(text, "e%c%02d", exponent < 0 ? '-' : '+', abs(exponent));
}

static void add_without_exponent(struct ct_text *text, const struct decimal *number,
				 bool point_zero)
{
	if (number->point <= 0) {
		ct_text_add(text, "0.");
		add_zeros(text, -number->point);
		ct_text_add(text, number->digits);
	} else if (number->point >= number->len) {
		ct_text_add(text, number->digits);
		add_zeros(text, number->point - number->len);
		ct_text_add(text, point_zero ? ".0" : "");
	} else {
		ct_text_add_bytes(text, number->digits, (size_t)number->point);
		ct_text_addf(text, ".%s", number->digits + number->point);
	}
}

/* --- Floats ----------------------------------------------------------------------------------- */

/* `point_zero` adds ".0" to what looks like an integer. */
static void add_float(struct ct_text *text, double number, bool point_zero)
{
	struct decimal parts;

	if (isnan(number)) {
		ct_text_add(text, "nan");
		return;
	}
	ct_text_add(text, signbit(number) ? "-" : "");
	if (isinf(number) || number == 0) {
		ct_text_add(text, isinf(number) ? "inf" : point_zero ? "0.0" : "0");
		return;
	}
	parts.point = ct_shortest_digits(fabs(number), parts.digits) + 1;
	parts.len = (int)strlen(parts.digits);
	if (parts.point <= -4 || parts.point > 16)
		add_with_exponent(text, &parts);
	else
		add_without_exponent(text, &parts, point_zero);
}

static void add_complex(struct ct_text *text, double re, double im)
{
	const bool is_imaginary = re == 0 && !signbit(re);

	if (!is_imaginary) {
		ct_text_add(text, "(");
		add_float(text, re, false);
		ct_text_add(text, isnan(im) || !signbit(im) ? "+" : "");
	}
	add_float(text, im, false);
	ct_text_add(text, is_imaginary ? "j" : "j)");
}

void ct_text_add_number(struct ct_text *text, ct_scalar number)
{
	switch (number.kind) {
	case CT_SCALAR_BOOL:
		ct_text_add(text, number.i ? "True" : "False");
		break;
	case CT_SCALAR_FLOAT:
		add_float(text, number.re, true);
		break;
	case CT_SCALAR_COMPLEX:
		add_complex(text, number.re, number.im);
		break;
	case CT_SCALAR_UINT:
		ct_text_addf(text, "%" PRIu64, (uint64_t)number.i);
		break;
	default:
		ct_text_addf(text, "%" PRId64, number.i);
		break;
	}
}
