/*
 * Numbers as Python's repr() prints them.
 */
#include <cmath>
#include <cstdlib>

#include "core/base/number_text.hpp"
#include "core/base/shortest.h"

namespace ct {

namespace {

/* The fewest digits that are this number, and where the point is: 0.d1d2d3... * 10^point. */
struct decimal {
	std::string digits;
	int point;
};

decimal shortest(double number)
{
	char digits[CT_SHORTEST_DIGITS + 1];
	int exponent = ct_shortest_digits(std::fabs(number), digits);

	return { digits, exponent + 1 };
}

std::string with_exponent(const decimal &number)
{
	std::string text = number.digits.substr(0, 1);
	int exponent = number.point - 1;

	if (number.digits.size() > 1)
		text += "." + number.digits.substr(1);
	text += exponent < 0 ? "e-" : "e+";
	if (std::abs(exponent) < 10)
		text += "0";
	return text + std::to_string(std::abs(exponent));
}

std::string without_exponent(const decimal &number, bool point_zero)
{
	const std::string &digits = number.digits;
	size_t before = number.point > 0 ? static_cast<size_t>(number.point) : 0;

	if (before == 0)
		return "0." + std::string(static_cast<size_t>(-number.point), '0') + digits;
	if (before >= digits.size())
		return digits + std::string(before - digits.size(), '0') + (point_zero ? ".0" : "");
	return digits.substr(0, before) + "." + digits.substr(before);
}

/* `point_zero` adds ".0" to what looks like an integer. */
std::string float_text(double number, bool point_zero)
{
	std::string sign = std::signbit(number) ? "-" : "";
	decimal parts;

	if (std::isnan(number))
		return "nan";
	if (std::isinf(number))
		return sign + "inf";
	if (number == 0)
		return sign + (point_zero ? "0.0" : "0");
	parts = shortest(number);
	if (parts.point <= -4 || parts.point > 16)
		return sign + with_exponent(parts);
	return sign + without_exponent(parts, point_zero);
}

std::string complex_text(double re, double im)
{
	std::string imaginary = float_text(im, false) + "j";

	if (re == 0 && !std::signbit(re))
		return imaginary;
	return "(" + float_text(re, false) + (imaginary[0] == '-' ? "" : "+") + imaginary + ")";
}

} // namespace

std::string number_text(const ct_scalar &number)
{
	switch (number.kind) {
	case CT_SCALAR_BOOL:
		return number.i ? "True" : "False";
	case CT_SCALAR_FLOAT:
		return float_text(number.re, true);
	case CT_SCALAR_COMPLEX:
		return complex_text(number.re, number.im);
	case CT_SCALAR_UINT:
		return std::to_string(static_cast<uint64_t>(number.i));
	default:
		return std::to_string(number.i);
	}
}

} // namespace ct

void ct_text_add_number(ct_text *text, ct_scalar number)
try {
	ct_text_add(text, ct::number_text(number).c_str());
} catch (...) {
	text->failed = true;
}
