/*
 * The fewest digits of a number that read back as that number. std::to_chars() does this, too, but a
 * libstdc++ before gcc 11's, which older systems have at run time, has none for double.
 */
#include <float.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/numbers.h"
#include "core/base/shortest.h"

enum { TEXT_SIZE = CT_SHORTEST_DIGITS + 16 }; /* a point, an exponent */

/* Digits d1d2...dn and an exponent as d1.d2...dne<exponent>. */
static double value_of(const char *digits, int exponent)
{
	char text[TEXT_SIZE];

	snprintf(text, sizeof text, "%c.%se%d", digits[0], digits + 1, exponent);
	return strtod(text, NULL);
}

/* The number rounded to so many digits; returns the exponent. */
static int round_to(double number, int count, char *digits)
{
	char text[TEXT_SIZE];

	snprintf(text, sizeof text, "%.*e", count - 1, number);
	digits[0] = text[0];
	memcpy(digits + 1, text + 2, (size_t)(count - 1)); /* after the point */
	digits[count] = '\0';
	return atoi(strchr(text, 'e') + 1);
}

/* The next larger number of as many digits; returns its exponent. */
static int next_larger(char *digits, int exponent)
{
	size_t at = strlen(digits);

	while (at > 0 && digits[at - 1] == '9')
		digits[--at] = '0';
	if (at > 0) {
		digits[at - 1]++;
		return exponent;
	}
	digits[0] = '1';
	return exponent + 1;
}

/* Whether so many digits are enough. Below a power of two, doubles are twice as dense as above: the
 * closest digits may be below, where they read back as another number, while the next ones above,
 * though farther away, are right (2^-44 is 5.684341886080801 or ...802e-14). */
static bool fits(double number, int count, char *digits, int *exponent)
{
	*exponent = round_to(number, count, digits);
	if (value_of(digits, *exponent) == number)
		return true;
	*exponent = next_larger(digits, *exponent);
	return value_of(digits, *exponent) == number;
}

int ct_shortest_digits(double number, char digits[CT_SHORTEST_DIGITS + 1])
{
	/* If fewer than DBL_DIG digits are the number, that many are the same ones and zeros; a
	 * denormal number has less precision. */
	int count = number < DBL_MIN ? 1 : DBL_DIG;
	int exponent;
	void *was = ct_enter_c_locale();

	while (!fits(number, count, digits, &exponent) && count < CT_SHORTEST_DIGITS)
		count++;
	ct_leave_c_locale(was);
	for (size_t len = strlen(digits); len > 1 && digits[len - 1] == '0'; len--)
		digits[len - 1] = '\0';
	return exponent;
}
