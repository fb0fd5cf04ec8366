/*
 * The fewest digits of a number that read back as that number. std::to_chars() does this, too, but a
 * libstdc++ before gcc 11's, which older systems have at run time, has none for double.
 */
#include <float.h>
#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/numbers.h"
#include "core/base/shortest.h"

enum { TEXT_SIZE = CT_SHORTEST_DIGITS + 16 }; /* a point, an exponent */

/* The digits and the exponent of d1.d2...dne<exponent>. */
static int take_apart(const char *text, char *digits)
{
	const char *e = strchr(text, 'e');
	size_t count = 1;

	digits[0] = text[0];
	if (text[1] == '.') {
		count = (size_t)(e - text) - 1;
		memcpy(digits + 1, text + 2, count - 1);
	}
	digits[count] = '\0';
	return atoi(e + 1);
}

/* Changes such a text to the next larger number of as many digits. */
static void make_larger(char *text)
{
	char digits[CT_SHORTEST_DIGITS + 1];
	int exponent = take_apart(text, digits);
	size_t at = strlen(digits);

	while (at > 0 && digits[at - 1] == '9')
		digits[--at] = '0';
	if (at > 0) {
		digits[at - 1]++;
	} else {
		digits[0] = '1';
		exponent++;
	}
	snprintf(text, TEXT_SIZE, "%c.%se%d", digits[0], digits + 1, exponent);
}

/* Whether so many digits are enough; writes them. Below a power of two, doubles are twice as dense as
 * above: the closest digits may be below, where they read back as another number, while the next ones
 * above, though farther away, are right (2^-44 is 5.684341886080801 or ...802e-14). */
static bool fits(double number, int count, char *text)
{
	int exponent;

	snprintf(text, TEXT_SIZE, "%.*e", count - 1, number);
	if (strtod(text, NULL) == number)
		return true;
	if (frexp(number, &exponent) != 0.5)
		return false;
	make_larger(text);
	return strtod(text, NULL) == number;
}

int ct_shortest_digits(double number, char digits[CT_SHORTEST_DIGITS + 1])
{
	/* If fewer than DBL_DIG digits are the number, that many are the same ones and zeros; a
	 * denormal number has less precision. */
	int count = number < DBL_MIN ? 1 : DBL_DIG;
	char text[TEXT_SIZE];
	void *was = ct_enter_c_locale();
	int exponent;

	while (!fits(number, count, text) && count < CT_SHORTEST_DIGITS)
		count++;
	ct_leave_c_locale(was);
	exponent = take_apart(text, digits);
	for (size_t len = strlen(digits); len > 1 && digits[len - 1] == '0'; len--)
		digits[len - 1] = '\0';
	return exponent;
}
